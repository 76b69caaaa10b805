"""`rulespec doc lint`: what is wrong with a document by itself."""

import click

from rulespec.cli import completing
from rulespec.cli.common import (
    document_options,
    fail_on_option,
    failing,
    format_option,
    library,
    program,
    settings,
    specs_option,
)
from rulespec.cli.levels import leveled
from rulespec.documents.lint.context import Document
from rulespec.documents.lint.rules import RULES, lint
from rulespec.documents.opening import open_document
from rulespec.report.formats import printer
from rulespec.report.text import plural


@click.command(name="lint")
@click.argument("name", metavar="FILE|DOCUMENT", shell_complete=completing.documents_or_files)
@click.option("--rule", "rules", multiple=True, type=click.Choice([rule.id for rule in RULES]), help="Only this rule.")
@fail_on_option("error")
@document_options
@format_option("findings")
@specs_option
def command(
    name: str,
    rules: tuple[str, ...],
    fail_on: str,
    document: str,
    profile: str,
    sources: str | None,
    form: str,
    specs: str | None,
) -> int:
    """References that lead nowhere, numbering that slips, terms, contents and tables that disagree.

    Findings can be waived in the document's entry, by rule and clause, with a reason; waived ones are counted.
    """
    shelf = library(specs)
    opened = open_document(shelf, name, sources, document, profile)
    for note in opened.notes:
        click.echo(f"rulespec: {note}", err=True)
    waivers = opened.entry.waivers if opened.entry else ()
    looked_at = Document(opened.texts, opened.profile, shelf.classes(), opened.source.pages, opened.entry)
    findings, waived = lint(looked_at, opened.source.path, waivers)
    chosen = [finding for finding in findings if not rules or finding.rule in rules]
    findings = leveled(chosen, settings().levels)
    scope = f"{plural(len(opened.texts.clauses), 'clause')} of {opened.name} looked at by {len(RULES)} rules"
    scope += f"; {plural(len(waived), 'finding')} waived." if waived else "."
    click.echo(printer("findings", form)(findings, program(), scope))
    found = failing(findings, fail_on)
    if found:
        click.echo(f"rulespec: {plural(len(found), 'finding')} at or above `{fail_on}`", err=True)
    return 1 if found else 0
