"""The canonical layout of YAML files, as `rulespec fmt` writes it."""
