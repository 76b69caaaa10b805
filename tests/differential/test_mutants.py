"""Mutants are drawn evenly and again from their seed; walking every case tells those that show from the others."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import pytest
from playing import CARD_GAMES, shipped
from sampling import sized

from differential.ground_truth import enumerated_difference
from differential.mutants import OPERATORS, mutant
from differential.places import Spot, rows_at, spots, with_pay, with_rows
from differential.rounds import in_substance
from differential.sampled import differing, drawn, written
from rulespec.engine.settle import Settler
from rulespec.lang.trees import rewrite
from rulespec.model.expr import Compare, Expr, Fact, Not
from rulespec.model.rows import Rulebook

SPECS = CARD_GAMES
PERTH, QUEENSLAND = "crown-perth/ultimate-texas-holdem", "queensland/ultimate-texas-holdem"
DRAWN = 420
WALKED = sized(21, 12)


def test_every_operator_and_every_section_comes_up() -> None:
    operators, sections, subjects = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(DRAWN):
        shown = shipped(SPECS[seed % len(SPECS)])
        _, rulebook, description = mutant(random.Random(seed), shown.spec, shown.rulebook)
        assert (rulebook, rulebook.spec) != (shown.rulebook, shown.spec), description
        operators[description.operator] += 1
        sections[description.table.split()[0]] += 1
        subjects[f"{description.spec} {description.table}"] += 1
    assert set(operators) == set(OPERATORS)
    assert min(operators.values()) * 6 > max(operators.values()), operators
    assert set(sections) == {
        *("valid", "play", "stake", "settle", "pay", "events", "follow", "share", "takes", "adds", "bonus", "wagers")
    }
    assert len(subjects) > DRAWN / 3


def test_a_mutant_is_the_same_for_the_same_seed() -> None:
    for seed in range(20):
        shown = shipped(SPECS[seed % len(SPECS)])
        first, second = (mutant(random.Random(seed), shown.spec, shown.rulebook) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("spec", SPECS)
def test_a_spec_does_not_differ_from_itself(spec: str) -> None:
    shown = shipped(spec)
    assert enumerated_difference(shown, Settler(shown.spec)) == ""


# What is told by walking, against rounds: the written cases, and rounds drawn at random.


def misses(seeds: range, rounds: int) -> tuple[list[str], int]:
    """The mutants that rounds see and walking does not, each with such a round; and how many walking sees."""
    missed, seen = [], 0
    for seed in seeds:
        before = shipped(SPECS[seed % len(SPECS)])
        spec, rulebook, description = mutant(random.Random(seed), before.spec, before.rulebook)
        after = Settler(spec, rulebook)
        if enumerated_difference(before, after):
            seen += 1
            continue
        sample = chain(written(before.spec.id), drawn(random.Random(seed), before, rounds))
        found = differing(before, after, sample, in_substance)
        missed += [f"seed {seed}, {description}: {found}"] if found else []
    return missed, seen


def test_most_mutants_are_seen_and_no_round_sees_more() -> None:
    missed, seen = misses(range(WALKED), rounds=10)
    assert not missed, missed[0]
    assert seen > WALKED * 0.6


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_rounds_hardly_see_more_than_walking_does(block: int) -> None:
    """Several events, wagers on other hands and hands that differ at one table are in some cases, and not walked."""
    missed, seen = misses(range(1_000 + 50 * block, 1_050 + 50 * block), rounds=60)
    assert len(missed) <= 3, "\n".join(missed)
    assert seen > 25


# Changes that must be seen, one of each kind.


def of_perth(change: Callable[[Rulebook], Rulebook]) -> str:
    before = shipped(PERTH)
    return enumerated_difference(before, Settler(before.spec, change(before.rulebook)))


def test_a_payment_is_seen() -> None:
    def change(rulebook: Rulebook) -> Rulebook:
        table = rulebook.pay["blind"]
        return with_pay(rulebook, Spot("pay", "blind"), replace(table, rows=table.rows[1:]))

    assert of_perth(change)


# An event puts those wagers in question that some row names: where none does, play goes on, as these rows say.
NO_OTHER = Spot("events", "jackpot_display_malfunction")
WITH_ROWS = [spot for spot in spots(shipped(PERTH).rulebook) if rows_at(shipped(PERTH).rulebook, spot)]


@pytest.mark.parametrize("spot", [spot for spot in WITH_ROWS if spot != NO_OTHER], ids=str)
def test_a_table_without_rows_is_seen(spot: Spot) -> None:
    assert of_perth(lambda rulebook: with_rows(rulebook, spot, ()))


def test_a_stage_that_never_came_is_no_other_stage() -> None:
    """`not folded_at = river` holds of a hand that never folded, `folded_at != river` does not."""

    def change(node: Expr) -> Expr | None:
        if isinstance(node, Compare) and isinstance(node.left, Fact) and node.left.name == "folded_at":
            return Not(replace(node, op="!=" if node.op == "=" else "="))
        return None

    def all_rows(rulebook: Rulebook) -> Rulebook:
        spot = Spot("settle", "blind")
        rows = tuple(replace(row, when=rewrite(row.when, change)) for row in rows_at(rulebook, spot))
        return with_rows(rulebook, spot, rows)

    before = shipped(QUEENSLAND)
    assert enumerated_difference(before, Settler(before.spec, all_rows(before.rulebook)))
