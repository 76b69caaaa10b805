"""Dealing from a shoe and counting its rounds, against a slow dealing of every card and against published figures."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.domains import shoe_count
from rulespec.domains.cards import RANKS, CardError, cards_text
from rulespec.domains.shoe_cards import by_rank, by_value, read_shoe
from rulespec.domains.shoe_count import count
from rulespec.domains.shoe_deal import DrawRule, Hands, Ruling, Step, Tableau, TooFewCards, deal, points
from rulespec.errors import Inconclusive

PLAYER, BANKER = 0, 1
BANKER_DRAWS = {3: {None, 0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {None, 2, 3, 4, 5, 6, 7}, 5: {None, 4, 5, 6, 7}, 6: {6, 7}}


def _sum(hands: Hands, hand: int, cards: int = 3) -> int:
    return points(hands[hand][:cards], 10)


def _third(hands: Hands) -> int | None:
    return hands[PLAYER][2] if len(hands[PLAYER]) > 2 else None


def _natural(hands: Hands) -> bool:
    return _sum(hands, PLAYER, 2) > 7 or _sum(hands, BANKER, 2) > 7


def _banker_draws(hands: Hands) -> bool:
    two = _sum(hands, BANKER, 2)
    return two < 3 or _third(hands) in BANKER_DRAWS.get(two, set())


def _always(hands: Hands) -> bool:
    return True


# A card's kind is its value here: 0 for tens and pictures, 1 to 9.
TWO_HANDS = Tableau(
    2,
    (PLAYER, BANKER, PLAYER, BANKER),
    (
        Step(
            PLAYER,
            (
                DrawRule(_natural, False, frozenset({1, 2})),
                DrawRule(lambda hands: _sum(hands, PLAYER) < 6, True),
                DrawRule(lambda hands: _sum(hands, PLAYER) > 5, False),
            ),
        ),
        Step(
            BANKER,
            (
                DrawRule(_natural, False, frozenset({1, 2})),
                DrawRule(_banker_draws, True, frozenset({2})),
                DrawRule(_always, False),
            ),
        ),
    ),
)


def _shoe(decks: int) -> tuple[int, ...]:
    return (16 * decks, *[4 * decks] * 9)


def _winner(hands: Hands, rulings: tuple[Ruling, ...]) -> int:
    player, banker = _sum(hands, PLAYER), _sum(hands, BANKER)
    return (player > banker) - (player < banker)


def _alike(hands: Hands) -> tuple[object, ...]:
    return tuple((_sum(hands, hand, 2), _sum(hands, hand)) for hand in (PLAYER, BANKER)), _third(hands)


def test_eight_decks_have_the_published_edges() -> None:
    counted = count(TWO_HANDS, _shoe(8), _winner, alike=_alike)
    assert sum(counted.weights.values()) == counted.total
    player, tie, banker = (Fraction(counted.weights[result], counted.total) for result in (1, 0, -1))
    assert round(100 * (banker - player), 6) == Fraction("1.235081")
    assert round(100 * (player - banker * Fraction(19, 20)), 6) == Fraction("1.057906")
    assert tie + player + banker == 1


def test_six_decks_differ_from_eight() -> None:
    six, eight = (count(TWO_HANDS, _shoe(decks), _winner, alike=_alike) for decks in (6, 8))
    assert Fraction(six.weights[0], six.total) != Fraction(eight.weights[0], eight.total)


@pytest.mark.parametrize(
    ("cards", "hands", "says"),
    [
        ((2, 0, 3, 3, 8), ((2, 3, 8), (0, 3)), ("draw", "stay")),
        ((2, 0, 3, 3, 9, 4), ((2, 3, 9), (0, 3, 4)), ("draw", "draw")),
        ((6, 2, 0, 3, 4), ((6, 0), (2, 3, 4)), ("stay", "draw")),
        ((2, 4, 2, 0, 1), ((2, 2, 1), (4, 0)), ("draw", "stay")),
        ((4, 1, 5, 1), ((4, 5), (1, 1)), ("stay", "stay")),
    ],
)
def test_hands_draw_by_the_table(cards: tuple[int, ...], hands: Hands, says: tuple[str, ...]) -> None:
    dealt = deal(TWO_HANDS, cards)
    assert (dealt.hands, tuple(one.says for one in dealt.rulings), dealt.used) == (hands, says, len(cards))


def test_cards_that_are_too_few_or_too_many_are_told() -> None:
    with pytest.raises(TooFewCards) as first:
        deal(TWO_HANDS, (2, 0, 3))
    assert (first.value.hand, first.value.needed) == (BANKER, 4)
    with pytest.raises(TooFewCards) as third:
        deal(TWO_HANDS, (2, 0, 3, 3))
    assert (third.value.hand, third.value.needed) == (PLAYER, 5)
    assert deal(TWO_HANDS, (4, 1, 5, 1, 7, 7)).used == 4


def test_silence_and_contradiction_end_the_deal() -> None:
    clash = Step(0, (DrawRule(_always, True), DrawRule(lambda hands: hands[0][0] == 1, False)))
    silent = Step(0, (DrawRule(lambda hands: hands[0][0] == 2, True),))
    conflict = deal(Tableau(1, (0,), (clash, silent)), (1, 1, 1))
    assert (conflict.rulings, conflict.told) == ((Ruling("conflict", (0, 1)),), False)
    open_case = deal(Tableau(1, (0,), (silent, clash)), (1, 1, 1))
    assert (open_case.rulings, open_case.used) == ((Ruling("silent", ()),), 1)


def test_a_shoe_that_may_run_out_is_refused() -> None:
    with pytest.raises(ValueError, match="may take 6 cards, and the shoe has 5"):
        count(TWO_HANDS, (5,), _winner)


# A point game of three cards that nobody plays: one hand of three, which draws on little, against one that may be asked
# twice, and some of whose cases no rule answers.
THREE_CARDS = Tableau(
    2,
    (0, 0, 0, 1),
    (
        Step(
            0,
            (DrawRule(lambda h: sum(h[0]) < 3, True, frozenset({1})), DrawRule(_always, False)),
        ),
        Step(1, (DrawRule(lambda h: sum(h[1]) < 2, True), DrawRule(lambda h: sum(h[0]) > 4, False))),
        Step(1, (DrawRule(lambda h: sum(h[1]) == 2, False), DrawRule(lambda h: sum(h[0]) != 3, True))),
    ),
)


@settings(max_examples=examples(15), deadline=None)
@given(st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(lambda counts: sum(counts) == 7))
def test_counting_is_dealing_every_card(counts: list[int]) -> None:
    cards = [kind for kind, many in enumerate(counts) for _ in range(many)]

    def tell(hands: Hands, rulings: tuple[Ruling, ...]) -> tuple[object, ...]:
        return (sorted(hands[0][:3]) == list(hands[0][:3]), hands[0][3:], hands[1], rulings)

    def told(order: tuple[int, ...]) -> tuple[object, ...]:
        dealt = deal(THREE_CARDS, order)
        return tell((tuple(sorted(dealt.hands[0][:3])) + dealt.hands[0][3:], dealt.hands[1]), dealt.rulings)

    slow = Counter(told(order) for order in permutations(cards))
    counted = count(THREE_CARDS, tuple(counts), tell)
    assert counted.total == sum(counted.weights.values()) == 5040
    assert counted.weights == dict(slow)


# Three hands, each drawing on its own points and the second on the first's too: no rule needs all of them at once.
APART = Tableau(
    3,
    (0, 1, 2, 2, 0),
    (
        Step(0, (DrawRule(lambda h: sum(h[0]) < 3, True, frozenset({1})), DrawRule(_always, False)), frozenset({0})),
        Step(
            1,
            (DrawRule(lambda h: sum(h[0]) > 3, True), DrawRule(lambda h: sum(h[1]) < 4, False)),
            frozenset({0, 1}),
        ),
    ),
)


@settings(max_examples=examples(15), deadline=None)
@given(st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(lambda counts: sum(counts) == 7))
def test_hands_dealt_when_they_are_asked_about_come_as_often_as_in_their_order(counts: list[int]) -> None:
    cards = [kind for kind, many in enumerate(counts) for _ in range(many)]

    def sums(hands: Hands) -> tuple[int, ...]:
        return tuple(map(sum, hands))

    def told(order: tuple[int, ...]) -> tuple[object, ...]:
        dealt = deal(APART, order)
        return sums(dealt.hands), dealt.rulings

    slow = Counter(told(order) for order in permutations(cards))
    counted = count(APART, tuple(counts), lambda hands, rulings: (sums(hands), rulings), alike=sums)
    assert counted.weights == dict(slow)
    kept = count(APART, tuple(counts), lambda hands, rulings: (sums(hands), rulings), in_order=True)
    assert kept.weights == dict(slow)


def test_numbers_of_any_size_are_exact() -> None:
    """The orders of nine of 416 cards are more than 64 bits count."""
    counted = count(Tableau(1, (0,) * 9, ()), (300, 116), lambda hands, _: sum(hands[0]))
    assert counted.total > 2**64
    assert counted.weights == {ones: comb(9, ones) * perm(116, ones) * perm(300, 9 - ones) for ones in range(10)}


def test_too_many_deals_are_refused_and_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe_count, "_MOST", 10_000)
    with pytest.raises(Inconclusive, match="can be dealt in more ways than are counted; measure less of each hand"):
        count(TWO_HANDS, _shoe(8), _winner)


def test_points_count_whole_or_by_a_modulus() -> None:
    assert (points((7, 8), 10), points((7, 8), None), points((), 10)) == (5, 15, 0)


POINT_VALUES = {rank: int(rank) if rank.isdigit() else 0 for rank in RANKS} | {"A": 1}
RANK_VALUES = {rank: place for place, rank in enumerate(RANKS)}


def test_ranks_of_one_value_are_one_kind() -> None:
    assert by_value(POINT_VALUES).shoe(8) == _shoe(8)
    assert by_rank(POINT_VALUES).shoe(6) == (24,) * 13
    (cards,) = read_shoe(["Ah Kd 9c Ts"], 6)
    assert [by_value(POINT_VALUES).kind(card) for card in cards] == [1, 0, 9, 0]
    with pytest.raises(ValueError, match="the rank `A` has no value"):
        by_value(dict.fromkeys(RANKS[:-1], 1))


def test_a_shoe_has_a_card_as_often_as_it_has_decks() -> None:
    first, second = read_shoe(["8c 8c", "8c Jd"], 3)
    assert (cards_text(first), cards_text(second)) == ("8c 8c", "8c Jd")
    with pytest.raises(CardError, match="the card `8c` is there 3 times, and 2 decks have it 2 times"):
        read_shoe(["8c 8c", "8c Jd"], 2)
    with pytest.raises(CardError, match="`8x` is no card"):
        read_shoe(["8x"], 8)


def _level(hands: Hands) -> bool:
    return hands[0][0] == hands[1][0]


# One card each by rank, and one more each where they are level and the player goes on.
TWO_STAGES = Tableau(
    2,
    (0, 1),
    tuple(Step(hand, (DrawRule(_level, True), DrawRule(lambda hands: not _level(hands), False))) for hand in (0, 1)),
)


def _net(hands: Hands, rulings: tuple[Ruling, ...]) -> int:
    """Even money on one card; level, a second stake is lost with the first, won, or won twice over."""
    player, dealer = (hand[-1] for hand in hands)
    if len(hands[0]) == 1:
        return 1 if player > dealer else -1
    if player == dealer:
        return 2
    return 1 if player > dealer else -2


def test_one_card_and_a_second_stage_have_the_exact_edge() -> None:
    counted = count(TWO_STAGES, by_rank(RANK_VALUES).shoe(8), _net)
    net = Fraction(sum(each * weight for each, weight in counted.weights.items()), counted.total)
    assert -net == Fraction(276706, 11826255)
