"""`rulespec compare`: the specs of a family, or any specs of one game, concept by concept."""

from datetime import date
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import chosen_specs, compare_specs, library, print_comparison
from rulespec.cli.options import (
    area_option,
    as_of_option,
    format_option,
    odds_option,
    prove_option,
    sources_option,
    specs_option,
)
from rulespec.cli.page_odds import page_odds
from rulespec.cli.report_command import OF_COMPARISON, write_report
from rulespec.cli.report_file import form_of


@click.command(name="compare")
@click.argument("names", nargs=-1, required=True, metavar="FAMILY|SPEC...", shell_complete=completing.families_or_specs)
@click.option("--all", "everything", is_flag=True, help="Also what agrees, and what stands in one document only.")
@area_option
@prove_option(False)
@odds_option
@click.option("--exit-code", is_flag=True, help="Exit with 1 when they differ.")
@click.option(
    "--report", "page", metavar="FILE", type=click.Path(path_type=Path), help="Also write the report (.html, .xlsx)."
)
@format_option("comparison")
@sources_option
@as_of_option
@specs_option
def command(
    names: tuple[str, ...],
    everything: bool,
    areas: tuple[str, ...],
    prove: bool,
    odds: bool,
    exit_code: bool,
    page: Path | None,
    form: str,
    sources: str | None,
    as_of: date | None,
    specs: str | None,
) -> int:
    """Where the specs of a family differ, concept by concept.

    Name a family, or two specs or more. The areas are wager, decision, valid (which wagers count), stake (amounts that
    are not the amount due), settlement, pay, irregularity, jackpot, option, definition, ranking, provision and term.
    """
    if page is not None:
        html = form_of(page, "", OF_COMPARISON, "html") == "html"  # before the work
    shelf = library(specs)
    settlers, comparison = compare_specs(chosen_specs(shelf, names, as_of), prove, odds)
    if page is not None:
        write_report(shelf, settlers, comparison, page, sources, odds=page_odds(settlers) if html and odds else None)
    return print_comparison(settlers, comparison, form, everything, exit_code, areas)
