"""Dice: every throw that can be told apart, how often it comes up, and what is measured of it."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from draws_specs import DICE, atom, changed, game, problems, round_of, spec
from hypothesis import given, settings
from hypothesis import strategies as st
from invented import place_of
from sampling import examples

from rulespec.domains.base import CAME_UP, RoundFault
from rulespec.domains.finite_dice import MEASURES, Dice, measure
from rulespec.domains.registry import game_of
from rulespec.errors import LoadError
from rulespec.odds.odds import odds

GAME = game(DICE)
SMALL = st.tuples(st.integers(1, 4), st.integers(2, 6))


@given(SMALL)
@settings(max_examples=examples(25), deadline=None)
def test_throws_are_what_throwing_the_dice_one_by_one_gives(size: tuple[int, int]) -> None:
    count, faces = size
    plain = Counter(tuple(sorted(each)) for each in product(range(1, faces + 1), repeat=count))
    dice = Dice(count, faces)
    assert dict(dice.throws()) == plain
    assert dice.different == len(plain)


@given(SMALL, st.data())
@settings(max_examples=examples(25), deadline=None)
def test_a_throw_is_read_in_any_order(size: tuple[int, int], data: st.DataObject) -> None:
    dice = Dice(*size)
    throw = data.draw(st.lists(st.integers(1, dice.faces), min_size=dice.count, max_size=dice.count))
    name = dice.read(throw, "dice")
    assert name is not None
    assert name == dice.read([str(face) for face in reversed(throw)], "dice")
    assert dice.recorded(name) == sorted(throw)


@given(st.lists(st.integers(1, 6), min_size=3, max_size=3), st.integers(1, 6))
@settings(max_examples=examples(50), deadline=None)
def test_what_is_measured(throw: list[int], face: int) -> None:
    dice, shown = Dice(3, 6), tuple(throw)
    found = {words: measure(words, dice)(shown) for words in MEASURES}
    assert found == {
        "total": throw[0] + throw[1] + throw[2],
        "different": len({*throw}),
        "highest": sorted(throw)[-1],
        "lowest": sorted(throw)[0],
        "most alike": max(throw.count(each) for each in throw),
    }
    assert measure(f"showing  {face}", dice)(shown) == throw.count(face)


def test_a_throw_gives_the_facts_that_the_spec_names() -> None:
    (dealt,) = GAME.dealt(round_of(DICE, {"dice": [6, 1, 6]}))
    told = {"total": 13, "sixes_up": 2, "different": 2, "top": 6, "bottom": 1, "alike_up": 2}
    assert dealt.facts == {CAME_UP: "1 6 6", **told}


def test_dice_that_are_not_recorded_leave_all_open() -> None:
    for outcome, there in ((None, ""), ({"dice": [6, 6]}, " whole: 2 of its dice are there")):
        (dealt,) = GAME.dealt(round_of(DICE, outcome))
        assert (dict(dealt.facts), dealt.missing) == ({}, f"the outcome (`dice`){there}")


@pytest.mark.parametrize(
    ("thrown", "message"),
    [
        ([1, 2, 7], "no die shows `7`: the faces of `dice` are 1 to 6"),
        ([0, 2, 3], "no die shows `0`: the faces of `dice` are 1 to 6"),
        (["one", 2, 3], "no die shows `one`: the faces of `dice` are 1 to 6"),
        ([1, 2, 3, 4], "`dice` lists 4 faces, and 3 dice are thrown"),
        ("1 2 3", "`dice` is `1 2 3`, and no list of faces"),
        (6, "`dice` is `6`, and no list of faces"),
    ],
)
def test_what_three_dice_cannot_show_is_a_fault(thrown: object, message: str) -> None:
    with pytest.raises(RoundFault) as refused:
        GAME.dealt(round_of(DICE, {"dice": thrown}))
    (fault,) = refused.value.faults
    assert (fault.message, fault.where) == (message, "outcome")
    assert fault.hint == "list the faces of the 3 dice, such as `[1, 2, 3]`"


def test_cases_are_counted_by_the_ways_of_the_single_dice() -> None:
    found = GAME.reachable([atom("total = 7", DICE), atom("sixes_up >= 2", DICE)])
    assert found.total == 216
    assert {case.truths: case.weight for case in found.cases} == {
        (False, False): 216 - 15 - 16,
        (True, False): 15,
        (False, True): 16,
    }
    for case in found.cases:
        assert GAME.dealt(round_of(DICE, case.deal["outcome"]))[0].facts == case.facts


def test_the_odds_are_those_of_the_dice() -> None:
    found = odds(spec(DICE))
    assert {wager.wager: wager.edge for wager in found.alone} == {
        "seven": Fraction(21, 216),
        "sixes": Fraction(8, 216),
        "alike": Fraction(24, 216),
    }
    assert found.options == {}


@pytest.mark.parametrize(
    ("changes", "message", "at"),
    [
        ({"showing 6": "showing 7"}, "no die shows 7: the faces are 1 to 6", "showing 7"),
        ({"bottom: lowest": "bottom: lowst"}, "`lowst` is nothing that is measured of a throw", "lowst"),
        ({"top: highest": "topp: highest"}, "`topp` is no number that is told of what comes up", "highest"),
        (
            {"dice: 3\n  faces: 6": "dice: 9\n  faces: 20"},
            "9 dice with 20 faces show 6,906,900 different throws",
            "9\n",
        ),
    ],
)
def test_dice_that_do_not_fit_are_refused(tmp_path: Path, changes: dict[str, str], message: str, at: str) -> None:
    library = changed(tmp_path, DICE, changes)
    with pytest.raises(LoadError) as refused:
        game_of(library.load(DICE))
    finding = refused.value.findings[0]
    assert (finding.rule, finding.message) == ("setup", message)
    assert (finding.place.line, finding.place.column) == place_of(tmp_path, DICE, at)


@pytest.mark.parametrize("changes", [{"  faces: 6\n": ""}, {"dice: 3\n": "dice: 3\n  outcomes: {one: {}}\n"}])
def test_dice_are_given_whole_and_alone(tmp_path: Path, changes: dict[str, str]) -> None:
    assert problems(changed(tmp_path, DICE, changes), DICE)
