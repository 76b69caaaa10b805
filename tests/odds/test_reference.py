"""The odds of whole games against those worked out and published elsewhere."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

import rulespec

pytestmark = pytest.mark.slow

PLAYS = (
    ("crown-melbourne/ultimate-texas-holdem", {}, Fraction(-50643648973, 2317817502000)),
    ("nsw/texas-holdem-bonus", {}, Fraction(-19447087313, 347672625300)),
    ("crown-melbourne/wsop-bonus-texas-holdem", {"ante_option": "straight"}, Fraction(-578107733, 28381438800)),
)


@pytest.mark.parametrize(("spec", "options", "net"), PLAYS)
def test_best_play_is_worth_what_is_known(spec: str, options: Mapping[str, str], net: Fraction) -> None:
    found = rulespec.odds(spec, options, ["ante"])
    play = found.play("interpreted") or found.play("literal")
    assert play is not None
    assert play.net == net
    assert sum(wager.net for wager in play.wagers) == net
    assert all(bound.net <= net for bound in found.plays if bound.reading == "worst")
    assert all(bound.net >= net for bound in found.plays if bound.reading == "best")


def test_a_wager_by_the_starting_hand_is_worth_what_is_known() -> None:
    found = rulespec.odds("nsw/texas-holdem-bonus", None, ["ante_bonus"])
    assert {one.wager.per_unit for one in found.beside} == {Fraction(-59, 663)}
