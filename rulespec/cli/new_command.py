"""`rulespec new`: the beginning of something that is to be encoded."""

import click

from rulespec.cli.commands import Commands

NEW_COMMANDS = {"spec": "a spec to fill in, with the entry of its document"}


class _NewCommands(Commands):
    table = NEW_COMMANDS
    prefix = "new_"


@click.group(name="new", cls=_NewCommands)
def command() -> None:
    """Begin a spec: the files to fill in, with the names that may stand in them."""
