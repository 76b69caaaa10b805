"""Tables, groups, deeds, inheritance, conventions and overrides compiled to flat guarded rows."""
