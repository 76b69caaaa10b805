"""`rulespec report`: everything as one HTML page."""

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import (
    as_of_option,
    chosen_specs,
    clause_texts,
    compare_specs,
    library,
    program,
    settings,
    sources_option,
    specs_option,
)
from rulespec.cli.levels import leveled
from rulespec.documents.survey import parts_of, survey
from rulespec.engine.settle import Settler
from rulespec.errors import UsageError
from rulespec.load.library import Library, by_library
from rulespec.model.comparison import Comparison
from rulespec.model.spec import Spec
from rulespec.report.coverage import accounted
from rulespec.report.text import plural


@click.command(name="report")
@click.argument("names", nargs=-1, required=True, metavar="FAMILY|SPEC...", shell_complete=completing.families_or_specs)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="The page to write; `-` for standard output.",
)
@click.option("--title", default="", help="What the page is called; without it, after the game.")
@sources_option
@as_of_option
@specs_option
def command(
    names: tuple[str, ...], out: Path, title: str, sources: str | None, as_of: date | None, specs: str | None
) -> int:
    """Where the specs differ and what each document leaves open, as one page to read and to send.

    The page needs nothing but itself. With `--sources` it shows the documents' own clauses beside the rules.
    """
    shelf = library(specs)
    settlers, comparison = compare_specs(chosen_specs(shelf, names, as_of))
    write_report(shelf, settlers, comparison, out, sources, title)
    return 0


def write_report(
    shelf: Library,
    settlers: Sequence[Settler],
    comparison: Comparison,
    out: Path,
    sources: str | None,
    title: str = "",
) -> None:
    """Check each spec and write the page. Raises `UsageError` where it cannot be written."""
    from rulespec.prove.check import check, scope_of
    from rulespec.prove.smt.solving import version
    from rulespec.report.findings import Proving, proofs_in_words
    from rulespec.report.html import Page, render

    specs = tuple(settler.spec for settler in settlers)
    texts = clause_texts(shelf, specs, sources)
    checked = {settler.spec.id: check(settler) for settler in settlers}
    questions, invariants = sum(c.questions for c in checked.values()), sum(len(spec.invariants) for spec in specs)
    scope = scope_of(*specs)
    proving = Proving(version(), questions, invariants)
    found = [finding for one in checked.values() for finding in one.findings]
    page = render(
        Page(
            title=title or _title(specs),
            specs=specs,
            comparison=comparison,
            findings={name: tuple(leveled(one.findings, settings().levels)) for name, one in checked.items()},
            clause_texts=texts,
            program={**program(), "z3": proving.z3, "date": _today()},
            fingerprints={spec.id: hashlib.sha256(Path(spec.file).read_bytes()).hexdigest() for spec in specs},
            check_scope=scope[:1].upper() + scope[1:],
            accounted=_accounted(shelf, specs),
            proofs=proofs_in_words(found, proving),
        )
    )
    differ = sum(not row.single for row in comparison.divergences())
    told = f"{plural(len(specs), 'document')}, {plural(differ, 'divergence')}"
    if str(out) == "-":
        click.echo(page)
        click.echo(told, err=True)
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page, encoding="utf-8")
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        raise UsageError(f"`{out}` cannot be written: {reason}") from None
    click.echo(f"{out}: {told}", err=True)


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
