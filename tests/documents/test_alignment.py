"""Aligning two sequences."""

from difflib import SequenceMatcher
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rulespec.documents.alignment import in_order

LISTS = st.lists(st.integers(0, 6), max_size=30)


@given(LISTS, LISTS)
def test_pairs_are_equal_and_in_order(left: list[int], right: list[int]) -> None:
    pairs = in_order(left, right)
    assert all(left[here] == right[there] for here, there in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


@given(LISTS)
def test_what_is_the_same_is_paired_throughout(left: list[int]) -> None:
    assert in_order(left, left) == [(place, place) for place in range(len(left))]


@given(st.lists(st.integers(), unique=True, max_size=30), st.data())
def test_where_nothing_stands_twice_as_much_is_paired_as_can_be(left: list[int], data: st.DataObject) -> None:
    right = data.draw(st.permutations(left))
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    least = sum(block.size for block in matcher.get_matching_blocks())
    assert len(in_order(left, right)) >= least


@given(LISTS, st.integers(0, 30), st.integers(10, 12))
def test_one_element_put_in_or_taken_out_is_the_only_one_unpaired(left: list[int], place: int, new: int) -> None:
    right = [*left[:place], new, *left[place:]]
    assert len(in_order(left, right)) == len(left)
    assert len(in_order(right, left)) == len(left)


def test_long_lists_of_the_same_thing_are_aligned_at_once() -> None:
    left = [number % 3 for number in range(60_000)]
    assert len(in_order(left, left[1:])) == len(left) - 1
    assert len(in_order([0] * 50_000, [0] * 49_000)) == 49_000
    assert in_order([*range(50_000)], [*range(50_000, 100_000)]) == []
