"""A game that is played with one of several wheels: which one is a fact, and nothing comes up of one that lacks it."""

from fractions import Fraction
from pathlib import Path

import pytest
from draws_specs import WHEELS, atom, changed, game, problems, round_of
from hypothesis import given, settings
from hypothesis import strategies as st
from invented import place_of
from sampling import examples

from rulespec.domains.base import CAME_UP, RoundFault
from rulespec.domains.play import Selectable
from rulespec.domains.registry import game_of
from rulespec.errors import LoadError

GAME = game(WHEELS)
OF = {
    "small": {"ace": 2, "low": 1, "high": 1, "star": 1},
    "9": {"ace": 2, "low": 1, "high": 1, "star": 3, "moon": 2},
    "11": {"ace": 2, "low": 1, "high": 1, "moon": 7},
}
ATOMS = ["wheel = small", "wheel in 9 | 11", "pocket = star", "pocket = moon", "gold", "wheel > small"]


def fault_of(outcome: dict[str, object]) -> tuple[str, str]:
    with pytest.raises(RoundFault) as refused:
        GAME.dealt(round_of(WHEELS, outcome))
    (fault,) = refused.value.faults
    assert fault.where == "outcome"
    return fault.message, fault.hint


def test_the_wheel_is_a_fact_beside_what_came_up() -> None:
    for given_as in (9, "9"):
        (dealt,) = GAME.dealt(round_of(WHEELS, {"wheel": given_as, "pocket": "star"}))
        assert dealt.facts == {CAME_UP: "star", "wheel": 1, "pocket": 3, "gold": True}


def test_what_comes_up_of_all_wheels_need_be_said_once() -> None:
    assert [(one.name, {o.name: o.weight for o in one.outcomes.values()}) for one in GAME.experiments] == list(
        OF.items()
    )


def test_the_wheel_alone_is_known_before_anything_comes_up() -> None:
    (dealt,) = GAME.dealt(round_of(WHEELS, {"wheel": 11}))
    assert dealt.facts == {"wheel": 2}
    assert dealt.missing == "the outcome (`pocket`)"


def test_an_outcome_that_the_wheel_does_not_have_is_a_fault() -> None:
    message = "`star` cannot come up as `pocket` of `11`"
    assert fault_of({"wheel": 11, "pocket": "star"}) == (message, "one of ace, low, high, moon")


def test_a_round_that_does_not_name_the_wheel_is_a_fault() -> None:
    message = "the outcome does not say which `wheel` was used"
    assert fault_of({"pocket": "ace"}) == (message, "add `wheel`, one of small, 9, 11")


def test_a_wheel_that_there_is_not_is_a_fault() -> None:
    assert fault_of({"wheel": "smal", "pocket": "ace"}) == (
        "this game has no `wheel` called `smal`",
        "did you mean `small`?",
    )


def test_what_is_no_part_of_the_outcome_is_a_fault() -> None:
    message = "`ball` is not what comes up in this game"
    assert fault_of({"wheel": 9, "ball": "ace"}) == (message, "write `wheel` and `pocket`")


@given(st.lists(st.sampled_from(ATOMS), unique=True, max_size=4))
@settings(max_examples=examples(30), deadline=None)
def test_every_case_is_that_of_one_wheel_and_they_are_all_there_is(texts: list[str]) -> None:
    atoms = [atom(text, WHEELS) for text in texts]
    found = GAME.reachable(atoms)
    assert sum(case.weight for case in found.cases) == found.total
    expected: dict[tuple[bool, ...], Fraction] = {}
    for wheel, pockets in OF.items():
        for pocket, weight in pockets.items():
            told = {
                "wheel = small": wheel == "small",
                "wheel in 9 | 11": wheel != "small",
                "wheel > small": wheel != "small",
                "pocket = star": pocket == "star",
                "pocket = moon": pocket == "moon",
                "gold": pocket in ("star", "moon"),
            }
            truths = tuple(told[text] for text in texts)
            share = Fraction(weight, 3 * sum(pockets.values()))  # no wheel counts for more than another
            expected[truths] = expected.get(truths, Fraction(0)) + share
    assert {case.truths: Fraction(case.weight, found.total) for case in found.cases} == expected
    for case in found.cases:
        assert case.deal["outcome"]["pocket"] in OF[str(case.deal["outcome"]["wheel"])]
        assert GAME.dealt(round_of(WHEELS, case.deal["outcome"]))[0].facts == case.facts


def test_a_table_chooses_its_wheel() -> None:
    assert isinstance(GAME, Selectable)
    assert GAME.selections() == {"wheel": ("small", "9", "11")}
    chosen = GAME.select({"wheel": "9"})
    assert chosen.selections() == {"wheel": ("9",)}
    tally = chosen.tally(frozenset())
    assert {cell.values: cell.weight for cell in tally.cells} == {("9", name): w for name, w in OF["9"].items()}
    assert tally.cells[0].deal == {"outcome": {"wheel": 9, "pocket": "ace"}}


def test_first_come_deals_of_every_wheel() -> None:
    assert [deal["outcome"]["wheel"] for deal in GAME.spread(3)] == ["small", 9, 11]


def test_another_weight_is_another_experiment_with_the_same_facts(tmp_path: Path) -> None:
    other = game_of(changed(tmp_path, WHEELS, {"weight: 7": "weight: 8"}).load(WHEELS))
    assert GAME.same_facts(other)
    assert not GAME.same_experiment(other)
    assert GAME.same_experiment(game(WHEELS))


@pytest.mark.parametrize(
    ("changes", "message", "at"),
    [
        (
            {"9:     {cite: 1(b), outcomes: {star: {gold: true,": "9:     {cite: 1(b), outcomes: {ace: {gold: true,"},
            "`ace` is an outcome of every `wheel`, and of `9` again",
            "ace: {gold: true,",
        ),
        ({"    11:    {cite: 1(c)": "    12:    {cite: 1(c)"}, "`12` is no value of `wheel`", "12:    {"),
        (
            {"11:    {cite: 1(c), outcomes: {moon: {gold: true,": "11:    {cite: 1(c), outcomes: {moon: {"},
            "`gold` is said of some outcomes and not of others (`ace`, `moon`)",
            "moon: { ",
        ),
        ({"name: pocket": "name: wheel"}, "`wheel` is also what comes up", "wheel\n  cite"),
        ({"low:  {gold: false}": "low:  {gold: never}"}, "`gold` is true or false, not `never`", "never"),
    ],
)
def test_wheels_that_do_not_fit_are_refused(tmp_path: Path, changes: dict[str, str], message: str, at: str) -> None:
    spec = changed(tmp_path, WHEELS, changes).load(WHEELS)
    with pytest.raises(LoadError) as refused:
        game_of(spec)
    finding = refused.value.findings[0]
    assert (finding.rule, finding.message) == ("setup", message)
    assert (finding.place.line, finding.place.column) == place_of(tmp_path, WHEELS, at)


def test_one_of_several_needs_a_name(tmp_path: Path) -> None:
    library = changed(tmp_path, WHEELS, {"  by: wheel\n": ""})
    assert [finding.rule for finding in problems(library, WHEELS)] == ["missing-key"]
