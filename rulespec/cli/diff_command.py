"""`rulespec diff`: two specs side by side."""

from datetime import date

import click

from rulespec.cli import completing
from rulespec.cli.common import compare_specs, dated, library, print_comparison
from rulespec.cli.options import area_option, as_of_option, format_option, odds_option, prove_option, specs_option


@click.command(name="diff")
@click.argument("first", metavar="A", shell_complete=completing.specs)
@click.argument("second", metavar="B", shell_complete=completing.specs)
@click.option("--all", "everything", is_flag=True, help="Also what agrees, and what stands in one document only.")
@area_option
@prove_option(True)
@odds_option
@click.option("--exit-code", is_flag=True, help="Exit with 1 when they differ.")
@format_option("comparison")
@as_of_option
@specs_option
def command(
    first: str,
    second: str,
    everything: bool,
    areas: tuple[str, ...],
    prove: bool,
    odds: bool,
    exit_code: bool,
    form: str,
    as_of: date | None,
    specs: str | None,
) -> int:
    """Where two specs differ: in which cases, by which clauses, how often, and a round that shows it.

    The areas are wager, decision, valid (which wagers count), stake (amounts that are not the amount due), settlement,
    pay, irregularity, jackpot, option, definition, ranking, provision and term.
    """
    shelf = library(specs)
    names = dated(shelf, (first, second), as_of)
    settlers, comparison = compare_specs([shelf.load(name) for name in names], prove, odds)
    return print_comparison(settlers, comparison, form, everything, exit_code, areas)
