"""`rulespec settle`: rounds in, outcomes out."""

import sys

import click

from rulespec.cli.common import format_option, library, read_lines, specs_option
from rulespec.engine.session import Session, Settled
from rulespec.report.formats import printer


@click.command(name="settle")
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...")
@click.option("--spec", default="", metavar="SPEC", help="Settle all rounds by this spec, whatever they name.")
@click.option("--explain", is_flag=True, help="Say why, in plain words, with the clauses.")
@click.option(
    "--fail-on",
    type=click.Choice(("undetermined", "conflict", "never")),
    multiple=True,
    help="Exit with 1 when a wager comes out so. Without it, such results are reported and the exit status is 0.",
)
@format_option("outcome")
@specs_option
def command(
    files: tuple[str, ...], spec: str, explain: bool, fail_on: tuple[str, ...], form: str, specs: str | None
) -> int:
    """What a document says happens in each round, and by which clauses.

    FILE holds rounds as JSON, one a line; `-` is standard input. A round that cannot be settled gets a line that says
    why, and the others go on.
    """
    session = Session(library(specs).load, spec, explain)
    if spec:
        session.settler(spec)  # a spec that cannot be loaded is said once, not for each round
    # Bytes, since the text layer costs as much as settling does.
    write, show = sys.stdout.buffer.write, printer("outcome", form)
    counts = {"round": 0, "error": 0, "undetermined": 0, "conflict": 0}
    for name in files:
        for settled in session.lines(read_lines(name), "<stdin>" if name == "-" else name):
            write(show(settled).encode("utf-8", "backslashreplace") + b"\n")
            counts["round"] += 1
            if settled.findings:
                counts["error"] += 1
            elif fail_on:
                _count(settled, counts)
    sys.stdout.flush()
    return _status(counts, fail_on)


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
