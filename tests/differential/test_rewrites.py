"""Rewrites keep the meaning: walking every case, written cases and random rounds come out alike before and after."""

import random
from itertools import chain

import pytest
from playing import CARD_GAMES, shipped
from sampling import first

from differential.ground_truth import enumerated_difference
from differential.rewrites import (
    REWRITES,
    Rewrite,
    merge_amounts,
    merge_rows,
    rewritten,
    split_amounts,
    split_by_case,
    split_either,
)
from differential.sampled import differing, drawn, written
from rulespec.engine.settle import Settler
from rulespec.model.rows import Rulebook

SPECS = CARD_GAMES
COUNT = 8  # rewrites of one rulebook, one upon the other


def assert_the_same(spec: str, after: Rulebook, seed: str, rounds: int) -> None:
    """That a rulebook decides as the shipped one does."""
    before = shipped(spec)
    changed = Settler(before.spec, after)
    assert not (found := enumerated_difference(before, changed)), f"seed {seed}: {found}"
    sample = chain(written(spec), drawn(random.Random(seed), before, rounds))
    assert not (found := differing(before, changed, sample)), f"seed {seed}: {found}"


def prepared(chance: random.Random, spec: str, rewrite: Rewrite) -> Rulebook:
    """A rulebook in which a rewrite may find something: rows are made one where they were split before."""
    rulebook = shipped(spec).rulebook
    if rewrite in (merge_rows, merge_amounts):
        for split in (split_by_case, split_either, split_amounts):
            rulebook = split(chance, rulebook)
    return rulebook


@pytest.mark.parametrize("spec", first(SPECS, 1))
def test_rewrites_upon_rewrites_keep_the_meaning(spec: str) -> None:
    seed = f"{spec} several"
    after = rewritten(random.Random(seed), shipped(spec).rulebook, COUNT)
    assert after != shipped(spec).rulebook
    assert_the_same(spec, after, seed, rounds=20)


@pytest.mark.parametrize("rewrite", first(REWRITES, 8), ids=lambda one: one.__name__)
def test_each_rewrite_keeps_the_meaning(rewrite: Rewrite) -> None:
    """Each by itself, on some spec where it finds something to change."""
    seed = f"{rewrite.__name__} and nothing else"
    for spec in random.Random(seed).sample(SPECS, len(SPECS)):
        before = prepared(random.Random(seed), spec, rewrite)
        after = rewrite(random.Random(seed), before)
        if after is not before:
            assert_the_same(spec, after, f"{seed}, {spec}", rounds=20)
            return
    pytest.fail(f"nothing to change by `{rewrite.__name__}` in any spec")


def test_a_rewrite_is_the_same_for_the_same_seed() -> None:
    for spec in SPECS:
        first, second = (rewritten(random.Random(7), shipped(spec).rulebook, 5) for _ in range(2))
        assert first == second


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("number", range(25))
def test_many_rewrites_upon_rewrites_keep_the_meaning(spec: str, number: int) -> None:
    seed = f"{spec} several {number}"
    count = random.Random(seed).choice((3, 10, 40, 120))
    assert_the_same(spec, rewritten(random.Random(seed), shipped(spec).rulebook, count), seed, rounds=100)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rewrite", REWRITES, ids=lambda one: one.__name__)
def test_each_rewrite_keeps_the_meaning_of_each_spec(rewrite: Rewrite, spec: str) -> None:
    for number in range(8):
        seed = f"{rewrite.__name__} {spec} {number}"
        before = prepared(random.Random(seed), spec, rewrite)
        after = rewrite(random.Random(seed), before)
        if after is not before:
            assert_the_same(spec, after, seed, rounds=20)
