"""`rulespec doc parse`: the clauses of a document."""

import click

from rulespec.cli import completing
from rulespec.cli.common import library, program
from rulespec.cli.options import document_options, format_option, specs_option
from rulespec.documents.opening import open_document
from rulespec.report.formats import printer


@click.command(name="parse")
@click.argument("name", metavar="FILE|DOCUMENT", shell_complete=completing.documents_or_files)
@document_options
@format_option("clauses")
@specs_option
def command(name: str, document: str, profile: str, sources: str | None, form: str, specs: str | None) -> int:
    """Read a document into its clauses: ids, kinds, lines, fingerprints, and the lines that belong to none.

    FILE is a text, Markdown, PDF or DOCX file; DOCUMENT the id of an entry, whose file is looked for with `--sources`.
    `--format markdown` prints the document cleaned, to be read again.
    """
    opened = open_document(library(specs), name, sources, document, profile)
    for note in opened.notes:
        click.echo(f"rulespec: {note}", err=True)
    click.echo(printer("clauses", form)(opened, program()), nl=form != "markdown")
    return 0
