"""Odds of a game that is played with one of several wheels: those of one wheel, by name or by the spec's first."""

from fractions import Fraction

import pytest
from draws_specs import WHEELS, spec

from rulespec.errors import UsageError
from rulespec.odds.choices import choices, odds_of
from rulespec.odds.odds import odds

EDGES = {"small": Fraction(1, 5), "9": Fraction(1, 9), "11": Fraction(3, 11)}
SPEC = spec(WHEELS)


@pytest.mark.parametrize("wheel", EDGES)
def test_a_wheel_has_its_own_weights(wheel: str) -> None:
    found = odds(SPEC, {"wheel": wheel}, ["on_ace"])
    assert [(one.reading, one.edge) for one in found.alone] == [("literal", EDGES[wheel])]
    assert found.options == {"wheel": wheel}
    assert found.notes == ()


def test_a_wheel_that_is_a_number_may_be_given_as_one() -> None:
    assert odds(SPEC, {"wheel": 9}, ["on_ace"]).alone[0].edge == EDGES["9"]


def test_without_a_choice_it_is_the_first_and_the_notes_say_so() -> None:
    found = odds(SPEC, {}, ["on_ace"])
    assert found.alone[0].edge == EDGES["small"]
    assert found.options == {"wheel": "small"}
    assert found.notes == ("`wheel` is small, the spec's example; the operator chooses it",)


def test_a_wheel_that_there_is_not_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="has no `wheel` called `10`: it has small, 9, 11"):
        odds(SPEC, {"wheel": 10})


def test_every_wheel_is_one_of_the_choices_of_a_table() -> None:
    made = [(one, odds_of(one, odds(SPEC))) for one in choices(SPEC)]
    assert [(one.option, one.value, one.usual) for one, _ in made] == [
        ("wheel", "small", True),
        ("wheel", "9", False),
        ("wheel", "11", False),
    ]
    edges = [next(w.edge for w in found.odds.alone if w.wager == "on_ace") for _, found in made if found.odds]
    assert edges == list(EDGES.values())
