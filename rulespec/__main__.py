"""`python -m rulespec`."""

from rulespec.cli.main import main

main()
