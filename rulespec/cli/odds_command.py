"""`rulespec odds`: what each wager of a game costs, exactly, under the play that costs least."""

from contextlib import nullcontext
from datetime import date

import click

from rulespec.cli import completing
from rulespec.cli.options import as_of_option, format_option, specs_option
from rulespec.domains.ahead import ahead, needed_for

LITERAL, READINGS = "literal", ("literal", "interpreted", "worst", "best")


@click.command(name="odds")
@click.argument("name", metavar="SPEC", shell_complete=completing.specs)
@click.option("--wager", "wagers", multiple=True, metavar="W", help="Only this wager; may be given several times.")
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="K=V",
    help="An option of the round; K.NAME=V for one wager or stage, K=V,V for a list. May be given several times.",
)
@click.option(
    "--reading",
    type=click.Choice(READINGS),
    default=LITERAL,
    show_default=True,
    help="How open cases are read in what is shown: by recorded interpretations, against the player (as without it) "
    "or for them.",
)
@click.option("--at", "cards", metavar="CARDS", help="Only what each act is worth to who holds these cards (`Ah Kd`).")
@click.option("--board", metavar="CARDS", help="With --at: the cards of the board that the player sees (`2c 9d Jh`).")
@click.option("--hands", is_flag=True, help="Also the best act of every starting hand, and what each act is worth.")
@format_option("odds")
@as_of_option
@specs_option
def command(
    name: str,
    wagers: tuple[str, ...],
    given: tuple[str, ...],
    reading: str,
    cards: str | None,
    board: str | None,
    hands: bool,
    form: str,
    as_of: date | None,
    specs: str | None,
) -> int:
    """What each wager costs, exactly: every deal is counted, and the play is the one that costs least.

    Amounts are in units of the first wager. Where the document leaves cases open that come up in play, the whole
    round has an interval, from every such case read against the player to every one read for them.
    """
    with ahead() if cards is None else nullcontext():  # at one spot the play is asked for itself
        # What reads specs is imported only now, while the other process imports what it takes.
        from rulespec.cli.common import dated, library
        from rulespec.cli.odds_answer import answer

        shelf = library(specs)
        spec = shelf.load(dated(shelf, [name], as_of)[0])
        needed_for(spec.domain)
        return answer(spec, wagers, given, reading, (cards, board), hands, form)
