"""When documents agree, differ, or are silent."""

from itertools import product

import pytest

from rulespec.compare.sides import status_of
from rulespec.model.comparison import Side

ANSWERS = {
    "yes": ("win", "answered"),
    "no": ("lose", "answered"),
    "twice": ("lose / win", "conflict"),
    "silent": ("", "undetermined"),
    "without": ("", "absent"),
    "never": ("", "not_offered"),
}
NONE = {"silent", "without", "never"}


def status(*kinds: str) -> str:
    return status_of([Side(f"spec-{place}", *ANSWERS[kind]) for place, kind in enumerate(kinds)])


@pytest.mark.parametrize("kinds", [*product(ANSWERS, repeat=2), *product(ANSWERS, repeat=3)], ids="-".join)
def test_every_combination_of_answers(kinds: tuple[str, ...]) -> None:
    answering = set(kinds) - NONE
    if len(answering) > 1:
        expected = "differs"
    elif answering and set(kinds) & NONE:
        expected = "silent"
    else:
        expected = "agree"
    assert status(*kinds) == expected


def test_one_that_answers_twice_differs_from_one_that_answers_once() -> None:
    assert status("twice", "yes") == "differs"
    assert status("twice", "twice") == "agree"


def test_two_that_are_silent_agree() -> None:
    assert status("silent", "without") == "agree"


def test_answers_are_held_against_each_other_in_the_form_given() -> None:
    sides = [Side("a", "Fold", "answered"), Side("b", "folds", "answered")]
    assert status_of(sides) == "differs"
    assert status_of(sides, lambda word: word.casefold().removesuffix("s")) == "agree"


def test_two_answers_in_one_form_are_not_one_by_another_way() -> None:
    """A document that answers twice is not made to agree by its words."""
    sides = [Side("a", "win", "answered"), Side("b", "win", "conflict")]
    assert status_of(sides) == "differs"
