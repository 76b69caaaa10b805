"""`rulespec coverage`: which clauses of a document its specs account for."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import click

from rulespec.cli import completing
from rulespec.cli.common import all_dated, dated, library, program, tell_examples
from rulespec.cli.options import as_of_option, specs_option
from rulespec.documents.survey import claims, parts_of, profile_of, survey
from rulespec.errors import LoadError, UsageError
from rulespec.load.library import Library
from rulespec.model.edition import is_edition
from rulespec.report.coverage import Measured, coverage_json, coverage_text, measure
from rulespec.report.text import plural


class _Percent(click.FloatRange):
    """A share between two bounds. `nan` is none: nothing is below it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        share: float = super().convert(value, param, ctx)
        if share != share:
            self.fail(f"{value!r} is no number", param, ctx)
        return share


@click.command(name="coverage")
@click.argument("names", nargs=-1, metavar="[DOCUMENT|SPEC...]", shell_complete=completing.documents_or_specs)
@click.option("--part", "parts", multiple=True, metavar="PART", help="Only this part (`sch11`) or clause (`12`).")
@click.option("--min", "least", type=_Percent(0, 100), metavar="PERCENT", help="Fail below this share.")
@click.option("--strict", is_flag=True, help="Count what is not encoded yet as not accounted for.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@as_of_option
@specs_option
def command(
    names: tuple[str, ...],
    parts: tuple[str, ...],
    least: float | None,
    strict: bool,
    form: str,
    as_of: date | None,
    specs: str | None,
) -> int:
    """Every clause of a document: cited by a spec, a provision, not encoded for a reason, or forgotten.

    DOCUMENT is the id of a document, SPEC that of a spec, for the parts that it accounts for; without one, all
    documents that have specs, for the parts that these account for. With `--as-of` names are those of specs, and the
    document is that of the edition in force on that day.
    """
    shelf = library(specs)
    if as_of is not None:
        meant = dated(shelf, names, as_of) if names else all_dated(shelf, as_of)
        measured = [_of_spec(shelf, name, parts, strict) for name in meant]
    else:
        measured = [_measured(shelf, name, parts, strict) for name in names or _documents(shelf)]
    shown = coverage_json(measured, program()) if form == "json" else coverage_text(measured)
    click.echo(shown)
    wrong = sum(one.severity == "error" for each in measured for one in each.findings)
    if wrong:
        click.echo(f"rulespec: {plural(wrong, 'error')} in what the specs and the account cite", err=True)
    short = [one for one in measured if least is not None and one.percent < least]
    for one in short:
        click.echo(f"rulespec: {one.document}: {one.percent:.1f} % accounted for, less than {least:g} %", err=True)
    return 1 if short or wrong else 0


def _documents(shelf: Library) -> Sequence[str]:
    found = [name for name in shelf.documents() if claims(shelf, name) is not None]
    if not found:
        raise UsageError(f"no spec in `{shelf.root}` names the entry of its document")
    return found


def _measured(shelf: Library, name: str, parts: Sequence[str], strict: bool) -> Measured:
    if name not in shelf.documents() and (name in shelf.ids() or is_edition(name)):
        return _of_spec(shelf, name, parts, strict)
    return _of_document(shelf, name, claims(shelf, name) if name in shelf.documents() else None, parts, strict)


def _of_spec(shelf: Library, name: str, parts: Sequence[str], strict: bool) -> Measured:
    spec = shelf.load(name)
    tell_examples([spec])
    if spec.document.unseen:
        raise UsageError(f"nobody has the text of `{name}` ({spec.document.unseen}), so its clauses are not known")
    if not spec.document.entry:
        raise UsageError(f"the document of `{name}` has no entry, so its clauses are not known")
    return _of_document(shelf, spec.document.entry, parts_of(spec.document), parts, strict, name)


def _of_document(
    shelf: Library, document: str, own: Sequence[str] | None, parts: Sequence[str], strict: bool, spec: str = ""
) -> Measured:
    shelf.load_all(shelf.encoding(document))
    profile_of(shelf.document(document))
    coverage = survey(shelf, document, [spec] if is_edition(spec) else [])
    if coverage is None:
        raise LoadError(f"the document `{document}` has no lock; make it with `rulespec doc lock {document}`")
    wanted = parts or own or ()
    unknown = [part for part in wanted if not coverage.of([part])]
    if unknown:
        raise UsageError(f"`{document}` has no part or clause `{unknown[0]}`")
    return measure(document, coverage, wanted, strict)
