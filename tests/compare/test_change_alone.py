"""What a wager comes to by itself, whoever plays how."""

from fractions import Fraction
from pathlib import Path

import pytest
from blind import one_line
from gating import house
from invented import BELLS, POCKETS, SPECS, edited
from odds_specs import FOLDER

from rulespec.compare.change_alone import alone
from rulespec.domains.community_poker import CommunityPoker
from rulespec.errors import Inconclusive
from rulespec.load.library import Library
from rulespec.model.change_worth import WagerNet


def test_a_wager_that_is_settled_in_every_case_has_one_net() -> None:
    spec = Library(FOLDER).load("harbour/three-dice")
    assert alone(spec, "four") == WagerNet(Fraction(1), (Fraction(-8, 216), Fraction(-8, 216)))


def test_a_wager_that_the_spec_does_not_have_has_none() -> None:
    assert alone(Library(FOLDER).load("harbour/three-dice"), "hue") is None


def test_a_case_that_is_left_open_makes_bounds() -> None:
    """Of 9 pockets 3 win, 3 lose, one is void; of the other 2 nothing is said, so that they may win or lose."""
    assert alone(Library(SPECS).load(POCKETS), "hue") == WagerNet(Fraction(1), (Fraction(-2, 9), Fraction(2, 9)))


def test_a_recorded_reading_makes_one_net_of_the_bounds(tmp_path: Path) -> None:
    """The reading of the house has the open pockets stand off."""
    assert alone(Library(house(tmp_path)).load(POCKETS), "hue") == WagerNet(Fraction(1), (Fraction(0), Fraction(0)))


def test_readings_that_leave_a_case_open_leave_the_bounds(tmp_path: Path) -> None:
    """They are of another wager than this one, of which four is won and lost and eight lost by two clauses."""
    assert alone(Library(house(tmp_path)).load(POCKETS), "low") == alone(Library(SPECS).load(POCKETS), "low")
    found = alone(Library(SPECS).load(POCKETS), "low")
    assert found is not None
    assert found.net[0] < found.net[1]


def test_a_wager_that_turns_on_how_the_rest_is_played_has_none_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CommunityPoker, "solve", one_line)
    spec = edited(tmp_path, BELLS, {"{bells: lose, raise: lose}": "{bells: lose, raise: lose, lamp: lose}"}).load(BELLS)
    with pytest.raises(Inconclusive, match="what becomes of `lamp` turns on how the rest is played"):
        alone(spec, "lamp")


def test_a_wager_that_cannot_be_worked_out_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise Inconclusive("there are too many hands")

    monkeypatch.setattr(CommunityPoker, "solve", none)
    spec = edited(tmp_path, BELLS, {"{bells: lose, raise: lose}": "{bells: lose, raise: lose, lamp: lose}"}).load(BELLS)
    with pytest.raises(Inconclusive, match="`lamp` is left out: "):
        alone(spec, "lamp")
