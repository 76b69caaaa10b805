"""Values of hands: against an independent evaluator, against known counts, and under other rankings."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import _pheval
from sampling import examples, first

from rulespec.domains.cards import parse_cards
from rulespec.domains.poker import CATEGORIES, STANDARD, Evaluator, Ranking

PLAIN = Evaluator(STANDARD)

OF_FIVE = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three_of_a_kind": 54912,
    "two_pair": 123552,
    "pair": 1098240,
    "high_card": 1302540,
}


def value(text: str, evaluator: Evaluator = PLAIN) -> int:
    return evaluator.strength(parse_cards(text))


def name(text: str, evaluator: Evaluator = PLAIN) -> str:
    return evaluator.category(value(text, evaluator))


def assert_same_order(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Each pair is (our strength, the other's rank, 1 the best): one value of ours is one of theirs, in their order."""
    rank_of: dict[int, int] = {}
    for strength, rank in pairs:
        assert rank_of.setdefault(strength, rank) == rank
    ranks = [rank_of[strength] for strength in sorted(rank_of)]
    assert all(lower > higher for lower, higher in pairwise(ranks))
    return rank_of


@pytest.mark.slow
def test_every_five_cards_are_ordered_as_the_other_evaluator_orders_them() -> None:
    strength, other = PLAIN.strength, _pheval.evaluate_5cards
    rank_of: dict[int, int] = {}
    counts: Counter[int] = Counter()
    for hand in combinations(range(52), 5):
        value = strength(hand)
        counts[value] += 1
        if rank_of.setdefault(value, other(*hand)) != other(*hand):
            pytest.fail(f"{hand} is not worth what its equals are")
    assert sorted(rank_of, reverse=True) == sorted(rank_of, key=rank_of.__getitem__)
    assert len(set(rank_of.values())) == len(rank_of) == 7462
    of_category: Counter[str] = Counter()
    for value, count in counts.items():
        of_category[PLAIN.category(value)] += count
    assert of_category == OF_FIVE


@pytest.mark.parametrize(("size", "sample"), first([(6, 50_000), (7, 50_000), (7, 200_000)], 2))
def test_a_large_sample_of_larger_hands(size: int, sample: int) -> None:
    dealer = random.Random(f"{size} cards")
    other = {6: _pheval.evaluate_6cards, 7: _pheval.evaluate_7cards}[size]
    hands = [dealer.sample(range(52), size) for _ in range(sample)]
    assert_same_order((PLAIN.strength(hand), other(*hand)) for hand in hands)


@pytest.mark.slow
def test_every_six_cards_are_ordered_as_the_other_evaluator_orders_them() -> None:
    hands = combinations(range(52), 6)
    assert_same_order((PLAIN.strength(hand), _pheval.evaluate_6cards(*hand)) for hand in hands)


def test_the_order_of_cards_does_not_matter() -> None:
    cards = list(parse_cards("Ah Kh 3h 9h 2h 2c 2d"))
    expected = PLAIN.strength(cards)
    for _ in range(50):
        random.Random(1).shuffle(cards)
        assert PLAIN.strength(cards) == expected


def test_the_wheel_is_the_lowest_straight() -> None:
    assert name("Ah 2c 3d 4s 5h") == "straight"
    assert value("Ah 2c 3d 4s 5h") < value("2c 3d 4s 5h 6h")
    assert value("Ah 2h 3h 4h 5h") < value("2h 3h 4h 5h 6h") < value("Th Jh Qh Kh Ah")
    assert name("Qh Kh Ah 2h 3c") == "high_card"


def test_the_wheel_may_be_no_straight() -> None:
    strict = Evaluator(Ranking(CATEGORIES, ace_low_straights=False))
    assert name("Ah 2c 3d 4s 5h", strict) == "high_card"
    assert name("Ah 2h 3h 4h 5h", strict) == "flush"
    assert value("Ah 2c 3d 4s 5h", strict) > value("Kh 2c 3d 4s 5h", strict)
    assert name("2c 3d 4s 5h 6h Ah", strict) == "straight"


def test_kickers_and_equal_values() -> None:
    assert value("Ah Ad Kc 9s 8h") > value("As Ac Qc Js Th")
    assert value("Kh Kd 2c 2s Ah") < value("Kh Kd 3c 3s 4h")
    assert value("2h 2d 2c As Ah") < value("3h 3d 3c 2s 2h")
    assert value("Ah Ad Kc 9s 8h 3c 2d") == value("As Ac Kd 9h 8c 4h 3s")


def test_without_royal_flushes_one_is_a_straight_flush() -> None:
    nine = Evaluator(Ranking(CATEGORIES[:-1]))
    assert name("Th Jh Qh Kh Ah", nine) == "straight_flush"
    assert nine.category_index(value("Th Jh Qh Kh Ah", nine)) == 8
    assert value("Th Jh Qh Kh Ah", nine) > value("9h Th Jh Qh Kh", nine)


def test_the_best_five_follow_the_declared_order() -> None:
    order = list(CATEGORIES)
    order[4], order[5] = order[5], order[4]
    straights_win = Evaluator(Ranking(tuple(order)))
    hand = "2h 5h 9h Jh Qh Kc Td"
    assert name(hand) == "flush"
    assert name(hand, straights_win) == "straight"


@pytest.mark.parametrize(
    ("categories", "says"),
    [
        ((*CATEGORIES, "pair"), "`pair` twice"),
        ((*CATEGORIES, "five_of_a_kind"), "`five_of_a_kind` is no category"),
        (CATEGORIES[1:], "leaves out `high_card`"),
        ((), "leaves out `high_card`, `pair`"),
    ],
)
def test_a_ranking_that_is_none(categories: tuple[str, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Ranking(categories)


@pytest.mark.parametrize("cards", ["Ah", "Ah Kh Qh Jh", "Ah Kh Qh Jh Th 9h 8h 7h", "2c 3c 4d 5d 6h 7h 8s 9s"])
def test_only_five_to_seven_cards_are_a_hand(cards: str) -> None:
    with pytest.raises(ValueError, match="5, 6 or 7 cards"):
        value(cards)


# The definition, written without any of the program's own means.


def plain_value(cards: Sequence[int], ranking: Ranking) -> tuple[int, list[int]]:
    ranks = sorted((card // 4 for card in cards), key=lambda r: (-sum(c // 4 == r for c in cards), -r))
    flush = len({card % 4 for card in cards}) == 1
    run = sorted(set(ranks))
    straight = len(run) == 5 and run[4] - run[0] == 4
    if run == [0, 1, 2, 3, 12] and ranking.ace_low_straights:
        straight, ranks = True, [3, 2, 1, 0, -1]
    if straight and flush:
        category = "royal_flush" if ranks[0] == 12 and "royal_flush" in ranking.categories else "straight_flush"
    elif straight or flush:
        category = "straight" if straight else "flush"
    else:
        shape = sorted(Counter(ranks).values(), reverse=True)
        category = {
            (4, 1): "four_of_a_kind",
            (3, 2): "full_house",
            (3, 1, 1): "three_of_a_kind",
            (2, 2, 1): "two_pair",
            (2, 1, 1, 1): "pair",
            (1, 1, 1, 1, 1): "high_card",
        }[tuple(shape)]
    return ranking.categories.index(category), ranks


def best_value(cards: Sequence[int], ranking: Ranking) -> tuple[int, list[int]]:
    return max(plain_value(five, ranking) for five in combinations(cards, 5))


RANKINGS = st.builds(
    Ranking,
    st.one_of(st.permutations(CATEGORIES), st.permutations(CATEGORIES[:-1])).map(tuple),
    st.booleans(),
)
# Hands from few suits or few ranks too, where more categories compete for the best five.
POOLS = st.sampled_from(
    [range(52), [c for c in range(52) if c % 4 < 2], range(28), [c for c in range(52) if c % 4 == 0 or c > 40]]
)
HANDS = POOLS.flatmap(
    lambda pool: st.integers(5, 7).flatmap(
        lambda size: st.lists(st.sampled_from(list(pool)), min_size=size, max_size=size, unique=True)
    )
)


@settings(deadline=None, max_examples=examples(300))
@given(RANKINGS, st.lists(HANDS, min_size=2, max_size=6))
def test_any_ranking_against_the_definition(ranking: Ranking, hands: list[list[int]]) -> None:
    evaluator = Evaluator(ranking)
    ours = [evaluator.strength(hand) for hand in hands]
    defined = [best_value(hand, ranking) for hand in hands]
    assert [evaluator.category_index(strength) for strength in ours] == [category for category, _ in defined]
    for (a, x), (b, y) in combinations(zip(ours, defined, strict=True), 2):
        assert (a > b) - (a < b) == (x > y) - (x < y)
