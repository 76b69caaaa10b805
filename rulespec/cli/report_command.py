"""`rulespec report`: everything as one HTML page."""

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import chosen_specs, clause_texts, compare_specs, library, program
from rulespec.cli.days import day_of
from rulespec.cli.levels import leveled
from rulespec.cli.options import as_of_option, settings, sources_option, specs_option
from rulespec.cli.page_odds import page_odds
from rulespec.cli.progress import at_once
from rulespec.cli.report_file import FORMS, form_of, office, write_out
from rulespec.documents.survey import parts_of, survey
from rulespec.engine.settle import Settler
from rulespec.errors import UsageError
from rulespec.load.library import Library, by_library
from rulespec.model.comparison import Comparison
from rulespec.model.spec import Spec
from rulespec.report.coverage import accounted
from rulespec.report.odds_html import PageOdds
from rulespec.report.text import plural

OF_COMPARISON = ("html", "xlsx")


@click.command(name="report")
@click.argument("names", nargs=-1, metavar="[FAMILY|SPEC...]", shell_complete=completing.families_or_specs)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file to write; its ending says its form; `-` for standard output.",
)
@click.option("--base", metavar="REF|DIR", help="Report what changed from this state of the specs.")
@click.option("--head", metavar="REF|DIR", help="To what state; without it, the specs folder as it stands.")
@click.option("--format", "form", type=click.Choice(FORMS), help="The form, where the ending of FILE does not say it.")
@click.option("--title", default="", help="What the page is called; without it, after the game.")
@click.option("--date", "day", metavar="DATE", help="The date on the report; without it, today.")
@click.option("--base-sources", metavar="DIR", help="With --base: the texts as they were, where --sources has the new.")
@click.option("--odds", is_flag=True, help="Also odds: house edges, and what differences or changes are worth.")
@sources_option
@as_of_option
@specs_option
def command(
    names: tuple[str, ...],
    out: Path | None,
    base: str | None,
    head: str | None,
    form: str | None,
    title: str,
    day: str | None,
    base_sources: str | None,
    odds: bool,
    sources: str | None,
    as_of: date | None,
    specs: str | None,
) -> int:
    """Where the specs differ and what each document leaves open, as one page to read and to send.

    The page needs nothing but itself. With `--sources` it shows the documents' own clauses beside the rules; with
    `--odds` the odds of each document, and what differences are worth. FILE ends in .html, or in .xlsx for the
    comparison alone as a table.

    With `--base`: what an amendment changes, to be read and signed: the comparison schedule in the order of the
    document, with reasons and rounds, what no amendment declares, what rests on it. FILE ends in .html, .md, .docx or
    .xlsx. REF is a revision of git (`origin/main`), `REF:FOLDER`, or a folder, as for `gate`.
    """
    when = day_of(day or _today())
    if base:
        if as_of is not None:
            raise UsageError("--as-of picks editions to compare; with --base, name what was before and what is now")
        from rulespec.cli.amendment_report import write_amendment_report

        texts = (base_sources or sources, sources)
        return write_amendment_report(
            names, (base, head), out or Path("-"), form or "", title, when, texts, specs, odds
        )
    for name, value in (("--head", head), ("--base-sources", base_sources)):
        if value:
            raise UsageError(f"{name} says what changed to what: say from what, too, with --base")
    if not names:
        raise UsageError("name a family or specs to compare, or say what was before with --base")
    if out is None:
        raise UsageError("say what file to write: --out report.html")
    chosen = form_of(out, form or "", OF_COMPARISON, "html")  # before the work
    if odds and chosen != "html":
        raise UsageError(f"--odds is of the page: there are none as {chosen}")
    shelf = library(specs)
    settlers, comparison, found = _compared(chosen_specs(shelf, names, as_of), odds)
    write_report(shelf, settlers, comparison, out, sources, title, form or "", when.isoformat(), found)
    return 0


def _compared(specs: list[Spec], odds: bool) -> tuple[list[Settler], Comparison, PageOdds | None]:
    """The specs compared, and their odds where these were asked for."""
    settlers, comparison = compare_specs(specs, odds=odds)
    return settlers, comparison, page_odds(settlers) if odds else None


def write_report(
    shelf: Library,
    settlers: Sequence[Settler],
    comparison: Comparison,
    out: Path,
    sources: str | None,
    title: str = "",
    form: str = "",
    day: str = "",
    odds: PageOdds | None = None,
) -> None:
    """Check each spec and write the page, or the comparison alone as a table.

    Raises `UsageError` where it cannot be written.
    """
    specs = tuple(settler.spec for settler in settlers)
    differ = sum(not row.single for row in comparison.divergences())
    told = f"{plural(len(specs), 'document')}, {plural(differ, 'divergence')}"
    day = day or _today()
    if form_of(out, form, OF_COMPARISON, "html") == "xlsx":
        with office("xlsx"):
            from rulespec.report.matrix_xlsx import matrix_xlsx

            data = matrix_xlsx(comparison, specs, title or _title(specs), {**program(), "date": day})
    else:
        data = _page(shelf, settlers, comparison, sources, title, day, odds).encode("utf-8")
    write_out(out, data)
    click.echo(told if str(out) == "-" else f"{out}: {told}", err=True)


def _page(
    shelf: Library,
    settlers: Sequence[Settler],
    comparison: Comparison,
    sources: str | None,
    title: str,
    day: str,
    odds: PageOdds | None,
) -> str:
    """The page, with what checking each spec by itself says."""
    from rulespec.prove.check import check, scope_of
    from rulespec.prove.smt.solving import version
    from rulespec.report.findings import Proving, proofs_in_words
    from rulespec.report.html import Page, render

    specs = tuple(settler.spec for settler in settlers)
    texts = clause_texts(shelf, specs, sources)
    done = at_once(check, settlers, lambda one: f"check of {one.spec.id}")
    checked = {settler.spec.id: one for settler, one in zip(settlers, done, strict=True)}
    questions, invariants = sum(c.questions for c in checked.values()), sum(len(spec.invariants) for spec in specs)
    scope = scope_of(*specs)
    proving = Proving(version(), questions, invariants)
    found = [finding for one in checked.values() for finding in one.findings]
    return render(
        Page(
            title=title or _title(specs),
            specs=specs,
            comparison=comparison,
            findings={name: tuple(leveled(one.findings, settings().levels)) for name, one in checked.items()},
            clause_texts=texts,
            program={**program(), "z3": proving.z3, "date": day},
            fingerprints={spec.id: hashlib.sha256(Path(spec.file).read_bytes()).hexdigest() for spec in specs},
            check_scope=scope[:1].upper() + scope[1:],
            accounted=_accounted(shelf, specs),
            proofs=proofs_in_words(found, proving),
            odds=odds,
        )
    )


def _accounted(shelf: Library, specs: Sequence[Spec]) -> dict[str, str]:
    """By spec: how far the parts of its document that it accounts for are."""
    found = {}
    for own, mine in by_library(shelf, specs):
        for spec in mine:
            coverage = survey(own, spec.document.entry) if spec.document.entry else None
            if coverage is not None:
                found[spec.id] = accounted(coverage.of(parts_of(spec.document)))
    return found


def _title(specs: Sequence[Spec]) -> str:
    """What most of the documents call the game."""
    return Counter(spec.title for spec in specs).most_common(1)[0][0]


def _today() -> str:
    """Today's date, or the one that a reproducible build sets."""
    stamp = os.environ.get("SOURCE_DATE_EPOCH", "")
    when = datetime.fromtimestamp(int(stamp), UTC) if stamp.isdigit() else datetime.now(UTC)
    return when.date().isoformat()
