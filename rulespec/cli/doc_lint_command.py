"""`rulespec doc lint`: what is wrong with a document by itself."""

from functools import partial
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import failing, library, program
from rulespec.cli.levels import leveled
from rulespec.cli.options import document_options, fail_on_option, format_option, settings, specs_option
from rulespec.cli.output import check_output, output_option, write_output
from rulespec.documents.lint.context import Document
from rulespec.documents.lint.rules import RULES, lint
from rulespec.documents.opening import open_document
from rulespec.errors import LoadError
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.report.formats import printer
from rulespec.report.run import Run, Suite
from rulespec.report.text import plural


@click.command(name="lint")
@click.argument("name", metavar="FILE|DOCUMENT", shell_complete=completing.documents_or_files)
@click.option("--rule", "rules", multiple=True, type=click.Choice([rule.id for rule in RULES]), help="Only this rule.")
@fail_on_option("error")
@document_options
@format_option("findings")
@output_option
@specs_option
def command(
    name: str,
    rules: tuple[str, ...],
    fail_on: str,
    document: str,
    profile: str,
    sources: str | None,
    form: str,
    out: Path | None,
    specs: str | None,
) -> int:
    """References that lead nowhere, numbering that slips, terms, contents and tables that disagree.

    Findings can be waived in the document's entry, by rule and clause, with a reason; waived ones are counted.
    """
    check_output(out)
    shelf = library(specs)
    asked = tuple(rule.id for rule in RULES if not rules or rule.id in rules)
    show = partial(printer("findings", form), program=program())
    try:
        opened = open_document(shelf, name, sources, document, profile)
    except LoadError as error:
        suite = Suite(name, "", (), str(error))
        run = Run("doc lint", (suite,), fail_on, error.exit_status, str(error), f"doc lint of {name}")
        found = error.findings or (Finding("unreadable-file", "error", str(error), Place(name)),)
        write_output(show(found, scope="Nothing was looked at.", run=run), out)
        raise LoadError(str(error)) from None
    for note in opened.notes:
        click.echo(f"rulespec: {note}", err=True)
    waivers = opened.entry.waivers if opened.entry else ()
    looked_at = Document(opened.texts, opened.profile, shelf.classes(), opened.source.pages, opened.entry)
    findings, waived = lint(looked_at, opened.source.path, waivers)
    chosen = [finding for finding in findings if finding.rule in asked or not rules]
    findings = leveled(chosen, settings().levels)
    scope = f"{plural(len(opened.texts.clauses), 'clause')} of {opened.name} looked at by {plural(len(asked), 'rule')}"
    scope += f"; {plural(len(waived), 'finding')} waived." if waived else "."
    failed = failing(findings, fail_on)
    why = f"{plural(len(failed), 'finding')} at or above `{fail_on}`" if failed else ""
    suite = Suite(opened.name, opened.source.path, asked)
    run = Run("doc lint", (suite,), fail_on, int(bool(failed)), why, f"doc lint of {opened.name}")
    write_output(show(findings, scope=scope, run=run), out)
    if why:
        click.echo(f"rulespec: {why}", err=True)
    return run.status
