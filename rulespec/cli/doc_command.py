"""`rulespec doc`: the documents themselves, from their text to their clauses."""

import click

from rulespec.cli.commands import Commands

DOC_COMMANDS = {
    "parse": "the clauses of a document, with their ids and lines",
    "lint": "what is wrong with a document's own references, numbering, terms and tables",
    "lock": "write the ids and fingerprints of a document's clauses",
    "drift": "what a new text changes, clause by clause, and which rules of the specs cite it",
}


class _DocCommands(Commands):
    table = DOC_COMMANDS
    prefix = "doc_"


@click.group(name="doc", cls=_DocCommands)
def command() -> None:
    """Read, lint, lock and compare the documents themselves."""
