"""`rulespec diff`: two specs side by side."""

import click

from rulespec.cli import completing
from rulespec.cli.common import (
    area_option,
    compare_specs,
    format_option,
    library,
    print_comparison,
    prove_option,
    specs_option,
)


@click.command(name="diff")
@click.argument("first", metavar="A", shell_complete=completing.specs)
@click.argument("second", metavar="B", shell_complete=completing.specs)
@click.option("--all", "everything", is_flag=True, help="Also what agrees, and what stands in one document only.")
@area_option
@prove_option(True)
@click.option("--exit-code", is_flag=True, help="Exit with 1 when they differ.")
@format_option("comparison")
@specs_option
def command(
    first: str,
    second: str,
    everything: bool,
    areas: tuple[str, ...],
    prove: bool,
    exit_code: bool,
    form: str,
    specs: str | None,
) -> int:
    """Where two specs differ: in which cases, by which clauses, how often, and a round that shows it.

    The areas are wager, decision, valid (which wagers count), stake (amounts that are not the amount due), settlement,
    pay, irregularity, jackpot, option, definition, ranking, provision and term.
    """
    settlers, comparison = compare_specs([library(specs).load(name) for name in (first, second)], prove)
    return print_comparison(settlers, comparison, form, everything, exit_code, areas)
