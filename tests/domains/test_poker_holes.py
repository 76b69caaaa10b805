"""Starting hands: 169 of them, as often as is known, and their counts those of plain enumeration."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from sampling import first

from rulespec.domains import poker_enumerate, poker_hole_counts
from rulespec.domains.cards import DECK, RANKS, Card
from rulespec.domains.poker import STANDARD, Evaluator, Ranking
from rulespec.domains.poker_cells import cells, project
from rulespec.domains.poker_features import HANDS, Cells, Pattern
from rulespec.domains.poker_first_five import first_five
from rulespec.domains.poker_holes import COUNT, NAMES, facts_of, parts_of, place_of, ways

ODD = Ranking(
    tuple(
        "pair high_card two_pair flush straight full_house three_of_a_kind royal_flush four_of_a_kind "
        "straight_flush".split()
    ),
    ace_low_straights=False,
)


def of(*features: str, holes: tuple[str, ...] | None = None) -> Cells:
    return cells(STANDARD, frozenset(features), holes)


def test_every_pair_of_cards_is_a_starting_hand() -> None:
    seen: Counter[int] = Counter()
    for hole in combinations(DECK, 2):
        place = place_of(hole)
        assert place == place_of(hole[::-1])
        low, high = sorted(card >> 2 for card in hole)
        of_one = hole[0] & 3 == hole[1] & 3
        assert parts_of(place) == (high, low, of_one)
        assert list(facts_of(place).values()) == [low == high, of_one, high, low]
        assert NAMES[place] == RANKS[high] + RANKS[low] + ("" if low == high else "s" if of_one else "o")
        seen[place] += 1
    assert seen == {place: ways(place) for place in range(COUNT)}
    assert Counter(seen.values()) == {6: 13, 4: 78, 12: 78}
    assert len(set(NAMES)) == COUNT == 169


def test_starting_hands_come_as_often_as_is_known() -> None:
    assert {cell.values[0]: cell.weight for cell in of("hole").cells} == {n: ways(p) for p, n in enumerate(NAMES)}
    for features in (HANDS, ("hole", "player_flop"), ("hole", "order")):
        found = of(*features)
        sums: Counter[str] = Counter()
        for cell in found.cells:
            sums[cell.values[found.features.index("hole")]] += cell.weight
        assert sums == {name: Fraction(found.total * ways(place), 1326) for place, name in enumerate(NAMES)}


def test_the_two_counts_of_a_showdown_agree() -> None:
    features = ("player", "dealer", "order")
    from_hands = project(of(*HANDS), features, STANDARD)
    assert [(c.values, c.weight) for c in from_hands.cells] == [(c.values, c.weight) for c in of(*features).cells]


def test_starting_hands_with_one_label_are_counted_together() -> None:
    labels = tuple("AA" if name == "AA" else "22" if len(name) == 2 else "32o" for name in NAMES)
    found = of("hole", "order", holes=labels)
    assert {cell.values[1] for cell in found.cells} == {"AA", "22", "32o"}
    assert sum(c.weight for c in found.cells if c.values[1] == "22") == found.total * 72 // 1326
    apart = of("hole", "order")
    for order in "<=>":
        together = sum(c.weight for c in apart.cells if c.values[0] == order and len(c.values[1]) == 3)
        assert together == sum(c.weight for c in found.cells if c.values == (order, "32o"))


def test_aces_win_as_often_as_is_known() -> None:
    """85.2 % against a random hand: of 2,097,572,400 deals beside one pair of aces 1,781,508,418 are won."""
    weight = {cell.values: cell.weight for cell in of("hole", "order").cells}
    won, tied, lost = (Fraction(weight[order, "AA"], 6) for order in ">=<")
    assert won + tied + lost == comb(50, 5) * comb(45, 2)
    assert won == 1_781_508_418
    assert tied > 0


# Against plain enumeration.


def row_of(wanted: str, every: poker_enumerate.Boards) -> int:
    """The row of a board such as `2s 3s 4s 4 9`, where `s` is the live suit."""
    cards = sorted((RANKS.index(word[0]), len(word) == 2) for word in wanted.split())
    return next(
        row
        for row in range(len(every))
        if sorted(zip(every.ranks[row].tolist(), every.live[row].tolist(), strict=True)) == cards
    )


def real_boards(wanted: str) -> list[tuple[Card, ...]]:
    """Every board that is this one up to suits."""
    words = wanted.split()
    found = set()
    for suits in product(range(4), repeat=5):
        board = tuple(sorted(4 * RANKS.index(word[0]) + suit for word, suit in zip(words, suits, strict=True)))
        live = {suit for word, suit in zip(words, suits, strict=True) if len(word) == 2}
        dead = [suit for word, suit in zip(words, suits, strict=True) if len(word) == 1]
        fits = len(live) <= 1 and not live & set(dead) and max(map(dead.count, dead), default=0) < 3
        if len(set(board)) == 5 and fits:
            found.add(board)
    return sorted(found)


BOARDS = ["2 3 7 8 K", "2s 3s 4s 4 9", "2s 3s 4s 9 9", "Js Qs Ks As A", "5 5 5 9 9", "5 5 9 9 A", "5s 6s 9s Q Q", "2 2 2 2 3"]  # fmt: skip  # noqa: E501


@pytest.mark.slow
def test_holes_of_one_suit_are_counted_board_by_board() -> None:
    every = poker_enumerate.boards(5)
    counted = poker_hole_counts.suited(every)
    assert counted.sum() == 312 * comb(50, 5)
    assert (counted >= 0).all()
    assert (counted <= poker_enumerate.hole_weights(every.unseen) * every.weight[:, None]).all()
    for wanted in BOARDS:
        row = row_of(wanted, every)
        boards = real_boards(wanted)
        assert len(boards) == every.weight[row]
        plain = np.zeros(len(poker_enumerate.HOLES), dtype=np.int64)
        for board in boards:
            suits = Counter(card & 3 for card in board)
            live = next((suit for suit, count in suits.items() if count >= 3), -1)
            for hole in combinations([card for card in DECK if card not in board], 2):
                if hole[0] & 3 == hole[1] & 3:
                    kinds = [(card >> 2) + 13 * (card & 3 == live) for card in hole]
                    plain[poker_enumerate.PAIR[kinds[0], kinds[1]]] += 1
        assert np.array_equal(counted[row], plain), wanted


def brute_force(board: Sequence[Card], evaluator: Evaluator) -> Counter[tuple[int, int, int, int]]:
    """All holes against all holes with one board: (hole, player, dealer, order)."""
    holes = list(combinations([card for card in DECK if card not in board], 2))
    value = {hole: evaluator.strength((*board, *hole)) for hole in holes}
    counts: Counter[tuple[int, int, int, int]] = Counter()
    for mine, theirs in product(holes, holes):
        if not set(mine) & set(theirs):
            order = (value[mine] >= value[theirs]) + (value[mine] > value[theirs])
            kinds = evaluator.category_index(value[mine]), evaluator.category_index(value[theirs])
            counts[place_of(mine), *kinds, order] += 1
    return counts


@pytest.mark.parametrize("ranking", first([ODD, STANDARD], 1), ids=["odd", "standard"])
@pytest.mark.parametrize("wanted", first(["6s 7s 8s 9s Ts", "2 2 2 2 3", "Js Qs Ks As A"], 1))
def test_the_counts_of_a_board_against_plain_enumeration(wanted: str, ranking: Ranking) -> None:
    """All boards that these rows stand for are one board with its suits renamed."""
    every = poker_enumerate.boards(5)
    row = row_of(wanted, every)
    counter = poker_enumerate.ShowdownCounter(ranking)
    seen = counter.look(every[[row]])
    counted = poker_hole_counts.count(seen, poker_hole_counts.suited(every)[[row]], counter.size)
    expected = np.zeros_like(counted)
    for cell, ways_ in brute_force(poker_enumerate.board_cards(seen.part, 0), counter.evaluator).items():
        expected[cell] = ways_ * every.weight[row]
    assert np.array_equal(counted, expected)


PATTERNS = ("player_flop:77", "player_flop:AA88", "player_flop:AKQJT", "player_flop:KKK22")


@pytest.mark.parametrize("ranking", [STANDARD, ODD], ids=["standard", "odd"])
@pytest.mark.parametrize("name", ["AA", "88", "A8s", "A8o", "KQs", "72o", "32s"])
def test_the_first_five_cards_of_a_starting_hand_against_all_flops(name: str, ranking: Ranking) -> None:
    evaluator, place = Evaluator(ranking), NAMES.index(name)
    high, low, of_one = parts_of(place)
    hole = (4 * high, 4 * low + (0 if of_one else 1))
    plain: Counter[tuple[str, ...]] = Counter()
    for flop in combinations([card for card in DECK if card not in hole], 3):
        cards = hole + flop
        ranks = Counter(RANKS[card >> 2] for card in cards)
        shown = [
            all(ranks[rank] == wanted.count(rank) for rank in wanted)
            for wanted in (pattern.partition(":")[2] for pattern in PATTERNS)
        ]
        values = evaluator.category(evaluator.strength(cards)), name, *("yes" if yes else "no" for yes in shown)
        plain[values] += ways(place)
    counted = {cell.values: cell.weight for cell in first_five(ranking, PATTERNS).cells if cell.values[1] == name}
    assert counted == plain


@pytest.mark.parametrize(
    ("ranks", "hands"),
    [
        ("AA88", comb(4, 2) ** 2 * 44),
        ("77", comb(4, 2) * comb(48, 3)),
        ("KKK22", comb(4, 3) * comb(4, 2)),
        ("AKQJT", 4**5),
        ("5555", 48),
    ],
)
def test_patterns_come_as_often_as_is_known(ranks: str, hands: int) -> None:
    for seat in ("player", "dealer"):
        found = of(f"{seat}_flop:{ranks}")
        assert {cell.values[0]: cell.weight for cell in found.cells}["yes"] == hands * comb(5, 2)


def test_a_pattern_is_just_its_values() -> None:
    rng = random.Random(8)
    for ranks in ("AA88", "77", "KKK22", "AKQJT"):
        pattern = Pattern(ranks)
        for _ in range(2_000):
            drawn = rng.choices(sorted({*ranks, "2", "9"}), k=5)
            if max(map(drawn.count, drawn)) > 4:
                continue
            key = sum(1 << 3 * RANKS.index(rank) for rank in drawn)
            rest = list(drawn)
            has = all(rank in rest and not rest.remove(rank) for rank in ranks)  # type: ignore[func-returns-value]
            assert pattern.holds(key) == (has and not set(rest) & set(ranks))
