"""Declared random experiments: distributions held against listing everything one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, perm, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.domains.finite_play import at_once, in_turn, independent, mean, summed, told, unseen_play
from rulespec.domains.play import Node, Tree

PARTS = st.lists(st.dictionaries(st.integers(-3, 6), st.integers(1, 4), min_size=1, max_size=4), min_size=0, max_size=3)
STOCK = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), max_size=4)
DIE = dict.fromkeys(range(1, 7), 1)


def pieces(stock: dict[str, int]) -> list[str]:
    return [kind for kind, count in stock.items() for _ in range(count)]


@given(PARTS)
def test_independent_parts_are_all_their_combinations(parts: list[dict[int, int]]) -> None:
    found = independent(parts)
    assert sum(found.values()) == prod(sum(part.values()) for part in parts)
    faces = [[face for face, weight in part.items() for _ in range(weight)] for part in parts]
    assert found == Counter(product(*faces))


@given(PARTS)
def test_sums_are_those_of_the_combinations(parts: list[dict[int, int]]) -> None:
    assert summed(parts) == told(independent(parts), sum)


@given(STOCK, st.integers(0, 4))
def test_draws_in_turn_are_all_ways_to_draw(stock: dict[str, int], draws: int) -> None:
    if draws > sum(stock.values()):
        with pytest.raises(ValueError, match="cannot be drawn"):
            in_turn(stock, draws)
        return
    found = in_turn(stock, draws)
    assert sum(found.values()) == perm(sum(stock.values()), draws)
    assert found == Counter(permutations(pieces(stock), draws))


@given(STOCK, st.integers(0, 5))
def test_draws_at_once_are_all_sets(stock: dict[str, int], draws: int) -> None:
    if draws > sum(stock.values()):
        with pytest.raises(ValueError, match="cannot be drawn"):
            at_once(stock, draws)
        return
    found = at_once(stock, draws)
    assert sum(found.values()) == comb(sum(stock.values()), draws)
    assert found == Counter(combinations(pieces(stock), draws))


@given(PARTS)
def test_means_are_exact_and_add_up(parts: list[dict[int, int]]) -> None:
    each = sum((mean(part, Fraction) for part in parts), Fraction(0))
    assert mean(summed(parts), Fraction) == each


def test_three_dice_make_a_seven_in_fifteen_ways() -> None:
    assert summed([DIE] * 3)[7] == 15
    assert sum(summed([DIE] * 3).values()) == 216


def test_nothing_has_no_mean() -> None:
    with pytest.raises(ValueError, match="no outcome"):
        mean({}, lambda _: 0)


def test_without_a_decision_there_is_one_line() -> None:
    assert unseen_play(Tree((), 1), [Fraction(3)]) == (0, {})


def test_the_best_line_is_taken_and_the_first_of_equals() -> None:
    tree = Tree((Node(0, (~0, 1)), Node(0, (~1, ~2))), 3)
    assert unseen_play(tree, [Fraction(1), Fraction(2), Fraction(2)]) == (1, {0: 1, 1: 0})
    assert unseen_play(tree, [Fraction(2), Fraction(2), Fraction(2)]) == (0, {0: 0})
