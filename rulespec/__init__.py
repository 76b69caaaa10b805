"""rulespec: rules documents of table games, encoded, checked, settled and compared."""

__version__ = "0.1.0"
