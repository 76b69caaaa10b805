"""`rulespec settle`: rounds in, outcomes out."""

import sys
from datetime import date

import click

from rulespec.cli import completing
from rulespec.cli.common import clause_texts, dated, library, read_lines
from rulespec.cli.options import as_of_option, format_option, sources_option, specs_option
from rulespec.documents.clauses import ClauseTexts
from rulespec.engine.session import Session, Settled
from rulespec.load.library import Library
from rulespec.report.formats import printer


@click.command(name="settle")
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...", shell_complete=completing.files)
@click.option(
    "--spec",
    default="",
    metavar="SPEC",
    shell_complete=completing.specs,
    help="Settle all rounds by this spec, whatever they name.",
)
@click.option(
    "--reading",
    type=click.Choice(("literal", "interpreted")),
    default="literal",
    show_default=True,
    help="Whether the recorded interpretations fill the gaps and conflicts that they are for.",
)
@click.option("--explain", is_flag=True, help="Say why, in plain words, with the clauses.")
@click.option(
    "--fail-on",
    type=click.Choice(("undetermined", "conflict", "never")),
    multiple=True,
    help="Exit with 1 when a wager comes out so. Without it, such results are reported and the exit status is 0.",
)
@format_option("outcome")
@sources_option
@as_of_option
@specs_option
def command(
    files: tuple[str, ...],
    spec: str,
    reading: str,
    explain: bool,
    fail_on: tuple[str, ...],
    form: str,
    sources: str | None,
    as_of: date | None,
    specs: str | None,
) -> int:
    """What a document says happens in each round, and by which clauses.

    FILE holds rounds as JSON, one a line; `-` is standard input. A round that cannot be settled gets a line that says
    why, and the others go on. With `--explain` and `--sources` the clauses' own words stand beside the reasons.

    A round that gives its `date` is settled by the edition of its spec that was in force on that day; `--as-of` is the
    day of those that give none. Without either, the current edition is meant.
    """
    shelf = library(specs)
    session = Session(shelf.load, spec, explain, reading == "interpreted", shelf.at, as_of)
    words = _Words(shelf, sources) if explain else None
    if spec:
        session.settler(*dated(shelf, [spec], as_of))  # a spec that cannot be loaded is said once, not for each round
    # Bytes, since the text layer costs as much as settling does.
    write, show = sys.stdout.buffer.write, printer("outcome", form)
    counts = {"round": 0, "error": 0, "undetermined": 0, "conflict": 0}
    for name in files:
        for settled in session.lines(read_lines(name), "<stdin>" if name == "-" else name):
            said = words.of(settled) if words else {}
            write(show(settled, said).encode("utf-8", "backslashreplace") + b"\n")
            counts["round"] += 1
            if settled.findings:
                counts["error"] += 1
            elif fail_on:
                _count(settled, counts)
    sys.stdout.flush()
    return _status(counts, fail_on)


class _Words:
    """The clauses' own words, for the documents that the reader has; each document is read once."""

    def __init__(self, shelf: Library, sources: str | None) -> None:
        self._shelf, self._sources = shelf, sources
        self._texts: dict[str, ClauseTexts | None] = {}

    def of(self, settled: Settled) -> dict[str, str]:
        """By clause: the words of every clause that the trace of an outcome cites."""
        if not settled.seats:
            return {}
        spec = settled.edition or self._shelf.load(settled.spec)
        if spec.id not in self._texts:
            self._texts[spec.id] = clause_texts(self._shelf, [spec], self._sources).get(spec.id)
        texts = self._texts[spec.id]
        cites = {clause: None for seat in settled.seats.values() for step in seat.trace for clause in step.cites}
        own = {clause: texts.text(clause) for clause in cites} if texts else {}
        return {clause: text.shown for clause, text in own.items() if text is not None}


def _count(settled: Settled, counts: dict[str, int]) -> None:
    for seat in settled.seats.values():
        for wager in seat.wagers.values():
            if wager.result in counts:
                counts[wager.result] += 1


def _status(counts: dict[str, int], fail_on: tuple[str, ...]) -> int:
    if counts["error"]:
        rounds = f"{counts['error']} of {counts['round']} rounds"
        click.echo(f"rulespec: {rounds} cannot be settled; the reasons are in their lines", err=True)
        return 3
    found = [f"{counts[word]} {word}" for word in fail_on if counts.get(word)]
    if found:
        click.echo(f"rulespec: wagers came out {' and '.join(found)}", err=True)
        return 1
    return 0
