"""Several specs side by side: where they differ, in which cases, by which clauses, and a round that shows it."""
