"""What the gate says of a change, against mutants and rewrites of the shipped specs and rounds settled under both.

A change that some round shows, drawn at random, is never called compatible or editorial; what means the same is never
called breaking; and what is called breaking shows a round that both versions settle and that comes out otherwise.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from playing import CARD_GAMES, shipped

from differential.mutants import mutant
from differential.rewrites import rewritten
from differential.rounds import outcome
from differential.sampled import drawn, written
from rulespec.compare.change_classes import BREAKING, BY_ID, EDITORIAL, LEVELS, UNDECIDED, rank
from rulespec.compare.changes import changes
from rulespec.engine.settle import Settler
from rulespec.model.finding import Finding
from rulespec.model.spec import WITHOUT_RESULT

SPECS = CARD_GAMES
OPEN = ("undetermined", "conflict")
MUTATED, REWRITTEN = (0, 3), 1  # of the fast sample: seeds, specs
MANY = 280
ROUNDS = 60


def worst(found: Iterable[Finding]) -> str:
    levels = [one.change.level for one in found if one.change is not None]
    return max(levels, key=rank, default="nothing" if not levels else EDITORIAL)


def breaks(before: Settler, after: Settler, rounds: Iterable[Mapping[str, Any]]) -> str:
    """The first round that the first settles and the second settles otherwise or refuses; "" for none."""
    for round_ in rounds:
        first, second = outcome(before, round_), outcome(after, round_)
        if first is None:
            continue
        mine, theirs = _answered(first), {} if second is None else _answered(second)
        if any(theirs.get(name) != said for name, said in mine.items()):
            return f"{round_}: {first} against {second}"
    return ""


def _answered(found: Any) -> dict[Any, Any]:
    """What was answered, as anybody sees it: results that say the same are one."""
    _, seats, _ = found
    return {
        (seat, name): (
            "void" if result in WITHOUT_RESULT else result,
            net,
            stake if result not in WITHOUT_RESULT else 0,
        )
        for seat, wagers in seats.items()
        for name, (result, stake, net, _) in wagers.items()
        if result not in OPEN
    }


def assert_told(seed: int) -> None:
    before = shipped(SPECS[seed % len(SPECS)])
    spec, rulebook, description = mutant(random.Random(seed), before.spec, before.rulebook)
    after = Settler(spec, rulebook)
    found = changes(before, after)
    where = f"seed {seed}, {description}"
    assert found, f"{where}: no change is told"
    for one in found:
        assert one.rule in BY_ID, where
        assert one.change is not None, where
        assert one.change.level in LEVELS, where
        if one.change.level == BREAKING:
            assert one.witness is not None, f"{where}: {one.rule} shows no round"
            assert one.change.results, f"{where}: {one.rule} does not say what the round comes to"
    rounds = [*written(before.spec.id), *drawn(random.Random(seed), before, ROUNDS)]
    shown = breaks(before, after, rounds)
    assert not shown or worst(found) in (BREAKING, UNDECIDED), f"{where}: {worst(found)}, and {shown}"


@pytest.mark.parametrize("seed", MUTATED)
def test_no_round_contradicts_what_is_told(seed: int) -> None:
    assert_told(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(20), *range(5_000, 5_000 + MANY)])
def test_no_round_contradicts_what_is_told_of_many(seed: int) -> None:
    assert_told(seed)


def assert_the_same(spec: str, seed: int) -> None:
    before = shipped(spec)
    after = Settler(before.spec, rewritten(random.Random(seed), before.rulebook, 2))
    found = changes(before, after)
    assert worst(found) not in (BREAKING, UNDECIDED), [(one.rule, one.message) for one in found]


@pytest.mark.parametrize("spec", SPECS[:REWRITTEN])
def test_other_words_for_the_same_break_nothing(spec: str) -> None:
    assert_the_same(spec, 1)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(10, 20))
def test_other_words_for_the_same_break_nothing_in_any_spec(spec: str, seed: int) -> None:
    assert_the_same(spec, seed)


@pytest.mark.parametrize("spec", SPECS)
def test_a_spec_has_no_changes_from_itself(spec: str) -> None:
    before = shipped(spec)
    assert changes(before, Settler(replace(before.spec), before.rulebook)) == []
