"""Experiments whose outcomes the spec lists: facts of what came up, and exact counts of what can."""

from dataclasses import replace
from fractions import Fraction

import pytest
from invented import BELLS, POCKETS, scope_of, spec

from rulespec.domains.base import CAME_UP, Fault, RoundFault
from rulespec.domains.finite_outcome import FiniteOutcome
from rulespec.domains.registry import game_of
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.resolve import condition
from rulespec.load.library import Library
from rulespec.model.expr import Expr
from rulespec.model.round import Player, Round

GAME = game_of(spec(POCKETS))
SCOPE_TEXTS = ["colour = amber", "value <= 4", "gilded", "pocket in seven | eight"]


def atom(text: str) -> Expr:
    return condition(text, scope_of(spec(POCKETS)))


def round_of(outcome: dict[str, object] | None, seats: int = 1, **more: str) -> Round:
    players = tuple(Player(seat, None, {}, ()) for seat in range(1, seats + 1))
    return Round("r", POCKETS, players, outcome=outcome, **more)  # type: ignore[arg-type]


def test_what_came_up_is_a_fact_and_so_is_all_that_is_said_of_it() -> None:
    (dealt,) = GAME.dealt(round_of({"pocket": "eight"}))
    assert dealt.facts == {CAME_UP: "eight", "pocket": 7, "colour": 2, "value": 8, "gilded": True}
    assert dealt.missing == ""


def test_all_seats_see_the_same() -> None:
    dealt = GAME.dealt(round_of({"pocket": "one"}, seats=3))
    assert [each.facts["value"] for each in dealt] == [1, 1, 1]
    assert len({each.signature for each in dealt}) == 1


def test_without_an_outcome_nothing_is_known() -> None:
    (dealt,) = GAME.dealt(round_of(None))
    assert dealt.facts == {}
    assert dealt.missing == "the outcome (`pocket`)"


def test_outcomes_that_differ_have_other_signatures() -> None:
    names = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    assert len({GAME.dealt(round_of({"pocket": name}))[0].signature for name in names}) == 8


@pytest.mark.parametrize("outcome", [{"pocket": "nine"}, {"poket": "one"}, {}, {"pocket": "one", "colour": "amber"}])
def test_what_cannot_come_up_is_a_fault(outcome: dict[str, object]) -> None:
    with pytest.raises(RoundFault) as refused:
        GAME.dealt(round_of(outcome))
    assert [fault.where for fault in refused.value.faults] == ["outcome"]


def test_cards_are_a_fault() -> None:
    with pytest.raises(RoundFault) as refused:
        GAME.dealt(round_of({"pocket": "one"}, board="2c"))
    assert refused.value.faults == (Fault("this game has no cards, and `board` gives some", "board"),)


def test_cases_are_counted_by_weight() -> None:
    found = GAME.reachable([atom(text) for text in SCOPE_TEXTS])
    assert found.total == 9
    counts = {case.truths: case.weight for case in found.cases}
    assert counts == {
        (True, True, False, False): 2,  # one, three
        (False, True, False, False): 2,  # two, four
        (True, False, False, False): 1,  # five
        (False, False, False, False): 1,  # six
        (False, False, False, True): 2,  # seven, twice as likely
        (False, False, True, True): 1,  # eight
    }
    assert sum(Fraction(weight, found.total) for weight in counts.values()) == 1


def test_each_case_comes_with_an_outcome_that_shows_it() -> None:
    for case in GAME.reachable([atom(text) for text in SCOPE_TEXTS]).cases:
        (dealt,) = GAME.dealt(round_of(case.deal["outcome"]))
        assert dealt.facts == case.facts


def test_no_atoms_are_one_case() -> None:
    found = GAME.reachable([])
    assert [(case.truths, case.weight) for case in found.cases] == [((), 9)]


def test_what_players_do_cannot_be_counted() -> None:
    with pytest.raises(Inconclusive, match="`folded` asks for more than what comes up"):
        GAME.reachable([atom("folded")])


def test_only_the_same_wheel_is_the_same_experiment() -> None:
    assert GAME.same_experiment(game_of(spec(POCKETS)))
    assert not GAME.same_experiment(game_of(spec(BELLS)))
    assert not game_of(spec(BELLS)).same_experiment(GAME)


def test_wheels_wagers_and_places_have_no_order() -> None:
    game = Settler(Library().load("queensland/roulette")).game
    assert isinstance(game, FiniteOutcome)
    layout = tuple(replace(one, places=one.places[::-1]) for one in game.positions[::-1])
    turned = replace(game, experiments=game.experiments[::-1], positions=layout)
    assert game.same_experiment(turned)
    assert game.same_facts(turned)
    fewer = replace(game, positions=(replace(layout[0], places=layout[0].places[1:]), *layout[1:]))
    for other in (fewer, replace(game, positions=layout[1:]), replace(game, by="other")):
        assert not game.same_experiment(other)
        assert not game.same_facts(other)
    assert not game.same_experiment(replace(game, experiments=game.experiments[1:]))
