"""Odds of baccarat and casino war against figures that others published or that are counted here in another way."""

from fractions import Fraction

import pytest
from sampling import first

import rulespec
from rulespec.model.odds import WagerOdds


def of(name: str, wager: str, reading: str, **options: str) -> WagerOdds:
    found = rulespec.odds(name, options, (wager,)).alone
    return next(one for one in found if (one.wager, one.reading) == (wager, reading))


@pytest.mark.parametrize(("wager", "edge"), [("player", "1.235081"), ("banker", "1.057906"), ("tie", "14.359629")])
def test_baccarat_from_eight_decks(wager: str, edge: str) -> None:
    net = of("queensland/baccarat", wager, "interpreted", decks="8").net
    assert round(-100 * net, 6) == Fraction(edge)


def test_what_baccarat_leaves_open_lies_within_its_bounds() -> None:
    for wager in ("player", "banker", "tie"):
        low, read, high = (
            of("queensland/baccarat", wager, reading, decks="8").net for reading in ("worst", "interpreted", "best")
        )
        assert low <= read <= high
        assert low < high


@pytest.mark.parametrize("decks", first([8, 6], 1))
def test_a_tie_of_casino_war_is_a_second_card_of_one_rank(decks: int) -> None:
    alike = Fraction(4 * decks - 1, 52 * decks - 1)
    for name, odds in (("casino-war", 10), ("electronic-casino-war", 11)):
        assert of(f"queensland/{name}", "tie", "literal", decks=str(decks)).net == alike * (odds + 1) - 1


def test_always_to_war_from_eight_decks() -> None:
    play = rulespec.odds("queensland/casino-war", {"decks": "8"}).play("literal")
    assert play is not None
    assert play.net == -Fraction(276706, 11826255)
    taken = {move.act: move.share for move in play.moves}
    assert taken["surrender"] == 0
    assert sum(taken.values()) == 1
