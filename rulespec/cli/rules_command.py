"""`rulespec rules`: the rules by which specs and documents are checked."""

import click

from rulespec.cli.common import program
from rulespec.cli.options import format_option
from rulespec.errors import UsageError
from rulespec.load.nearest import nearest, shown
from rulespec.report.catalogue import catalogue
from rulespec.report.formats import printer


@click.command(name="rules")
@click.argument("name", metavar="[ID]", required=False)
@format_option("rules")
def command(name: str | None, form: str) -> int:
    """What each rule of `check`, `doc lint` and `gate` looks for, and how bad it is; all of them, or the rule ID."""
    entries = catalogue()
    if name is not None:
        found = tuple(entry for entry in entries if entry.id == name)
        if not found:
            near = nearest(name, [entry.id for entry in entries])
            raise UsageError(f"there is no rule {shown(name)}{f': {near}' if near else ''}")
        entries = found
    click.echo(printer("rules", form)(entries, program()))
    return 0
