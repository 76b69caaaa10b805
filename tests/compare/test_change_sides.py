"""One version of a spec as it is played: what each wager comes to, by each reading of the cases left open."""

from fractions import Fraction
from pathlib import Path

import pytest
from blind import one_line
from gating import house
from invented import BELLS, POCKETS, SPECS, edited
from odds_specs import FOLDER

from rulespec.compare.change_sides import version
from rulespec.domains.community_poker import CommunityPoker
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.model.change_worth import WagerNet
from rulespec.model.odds import BEST, INTERPRETED, LITERAL, WORST, readings


def nets(root: Path, spec: str, wager: str) -> dict[str, WagerNet]:
    return dict(version(Settler(Library(root).load(spec)), {wager}).nets.get(wager, {}))


def test_a_wager_that_is_settled_in_every_case_has_one_net() -> None:
    assert nets(FOLDER, "harbour/three-dice", "four") == {LITERAL: WagerNet(Fraction(1), Fraction(-8, 216))}


def test_a_wager_that_the_spec_does_not_have_has_none() -> None:
    assert nets(FOLDER, "harbour/three-dice", "hue") == {}


def test_a_case_that_is_left_open_has_a_net_by_each_reading() -> None:
    """Of 9 pockets 3 win, 3 lose, one is void; of the other 2 nothing is said, so that they may win or lose."""
    found = nets(SPECS, POCKETS, "hue")
    assert {reading: one.net for reading, one in found.items()} == {WORST: Fraction(-2, 9), BEST: Fraction(2, 9)}


def test_a_recorded_reading_is_a_net_beside_these(tmp_path: Path) -> None:
    """The reading of the house has the open pockets stand off; of another wager it leaves cases open."""
    found = nets(house(tmp_path), POCKETS, "hue")
    assert (found[INTERPRETED].net, found[WORST].net, found[BEST].net) == (0, Fraction(-2, 9), Fraction(2, 9))
    assert nets(tmp_path, POCKETS, "low").keys() == {WORST, BEST}


def test_a_wager_that_an_act_forfeits_is_played_for_with_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CommunityPoker, "solve", one_line)
    spec = edited(tmp_path, BELLS, {"{bells: lose, raise: lose}": "{bells: lose, raise: lose, lamp: lose}"}).load(BELLS)
    one = version(Settler(spec), {"lamp"})
    assert one.joint["lamp"].keys() == one.nets["lamp"].keys()
    for reading, net in one.nets["lamp"].items():
        assert net.together == one.joint["lamp"][reading].solved.value


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ({LITERAL}, {LITERAL}, (LITERAL,)),
        ({LITERAL}, {WORST, BEST}, (WORST, BEST)),
        ({LITERAL}, {WORST, BEST, INTERPRETED}, (INTERPRETED, WORST, BEST)),
        ({WORST, BEST}, {WORST, BEST, INTERPRETED}, (WORST, BEST)),
        (set(), {WORST, BEST, INTERPRETED}, (INTERPRETED, WORST, BEST)),
        (set(), set(), ()),
    ],
)
def test_figures_are_told_by_the_readings_that_both_have(
    first: set[str], second: set[str], found: tuple[str, ...]
) -> None:
    assert readings((first, second)) == found
