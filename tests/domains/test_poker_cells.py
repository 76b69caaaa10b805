"""Reachable cells: each can be dealt, the counts are the known ones, and others' arithmetic agrees with ours."""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import numpy as np
import pytest
from phevaluator import _pheval
from sampling import first

from rulespec.domains import poker_cells, poker_enumerate, poker_holes, poker_store
from rulespec.domains.cards import DECK, RANKS, Card, parse_cards
from rulespec.domains.poker import CATEGORIES, STANDARD, Evaluator, Ranking
from rulespec.domains.poker_cells import cells, showdowns_by_hand
from rulespec.domains.poker_features import FEATURES, FLOPS, HANDS, SHIPPED, SHOWDOWN, Cells, Deal, sample_space
from rulespec.errors import Inconclusive
from rulespec.store import VARIABLE

ODD = Ranking(
    # Straights above flushes, three of a kind above both, and high cards above pairs: the best five are often others.
    tuple(
        "pair high_card two_pair flush straight full_house three_of_a_kind royal_flush four_of_a_kind "
        "straight_flush".split()
    ),
    ace_low_straights=False,
)

OF_SEVEN = {
    "royal_flush": 4324,
    "straight_flush": 37260,
    "four_of_a_kind": 224848,
    "full_house": 3473184,
    "flush": 4047644,
    "straight": 6180020,
    "three_of_a_kind": 6461620,
    "two_pair": 31433400,
    "pair": 58627800,
    "high_card": 23294460,
}
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

OTHER_SETS = [
    ("player",),
    ("order",),
    ("dealer", "dealer_flop"),
    ("dealer_flop", "player", "order"),
    ("other_flop",),
    ("player_flop", "dealer_flop"),
    ("dealer_flop", "other_flop"),
    ("player", "other_flop"),
    ("dealer", "player_flop"),
    ("hole",),
    ("hole", "order"),
    ("hole", "dealer"),
    ("hole", "player_flop"),
    ("player_flop:AA88",),
    ("player_flop", "player_flop:AA88"),
    ("player_flop:KKK", "player_flop:AA88", "hole", "player_flop"),
    ("dealer_flop:AKQJT", "dealer_flop"),
]


def of(*features: str, ranking: Ranking = STANDARD) -> Cells:
    return cells(ranking, frozenset(features))


def values_of(deal: Deal, features: Sequence[str], evaluator: Evaluator) -> tuple[str, ...]:
    """The values of a deal, read from its cards."""
    board = parse_cards(deal.board)
    hands = {"player": deal.player, "dealer": deal.dealer, "other": deal.other}
    hole = {seat: parse_cards(text) for seat, text in hands.items() if text}
    assert len(board) == 5
    assert all(len(hand) == 2 for hand in hole.values())
    everything = [*board, *(card for hand in hole.values() for card in hand)]
    assert len(set(everything)) == len(everything)
    river = {seat: evaluator.strength(board + hand) for seat, hand in hole.items()}
    facts = {seat: evaluator.category(strength) for seat, strength in river.items()}
    facts |= {f"{seat}_flop": evaluator.category(evaluator.strength(board[:3] + hand)) for seat, hand in hole.items()}
    facts["hole"] = poker_holes.NAMES[poker_holes.place_of(hole["player"])]
    for name in (name for name in features if ":" in name):
        seat, ranks = name.split("_flop:")
        ours = [RANKS[card >> 2] for card in (*board[:3], *hole[seat])]
        facts[name] = "yes" if sorted(rank for rank in ours if rank in ranks) == sorted(ranks) else "no"
    difference = river["player"] - river["dealer"]
    facts["order"] = "=" if difference == 0 else "<" if difference < 0 else ">"
    return tuple(facts[name] for name in features)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder, and no counts in memory."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "rulespec"))
    cells.cache_clear()
    yield tmp_path / "rulespec"
    cells.cache_clear()


@pytest.mark.parametrize("features", [*SHIPPED, *OTHER_SETS], ids=" ".join)
def test_every_cell_can_be_dealt_and_the_weights_are_all_deals(features: Sequence[str]) -> None:
    found = of(*features)
    evaluator = Evaluator(STANDARD)
    patterns = sorted(name for name in features if ":" in name)
    assert found.features == (*(name for name in FEATURES if name in features), *patterns)
    assert found.total == sample_space(features) == sum(cell.weight for cell in found.cells)
    assert len({cell.values for cell in found.cells}) == len(found.cells)
    for cell in found.cells:
        assert cell.weight > 0
        assert values_of(cell.deal, found.features, evaluator) == cell.values
        assert (cell.deal.other is not None) == ("other_flop" in features)


def test_everything_shipped_is_there() -> None:
    for features in SHIPPED:
        assert poker_store.read(poker_store.shipped_path(STANDARD, features), STANDARD, features)
    assert len(list(poker_store.DATA.glob("cells-*.json"))) == len(SHIPPED)


def test_sample_spaces() -> None:
    assert of("player").total == comb(52, 5) * comb(47, 2)
    assert of("player", "player_flop").total == 10 * comb(52, 5) * comb(47, 2)
    assert of("player", "dealer", "order").total == comb(52, 5) * comb(47, 2) * comb(45, 2)
    assert of(*SHOWDOWN).total == 10 * comb(52, 5) * comb(47, 2) * comb(45, 2)
    assert of("player_flop").total == comb(52, 3) * comb(49, 2)
    assert of("hole").total == comb(52, 2)
    assert of("hole", "player_flop").total == of("dealer_flop:AA88").total == comb(52, 3) * comb(49, 2)
    assert of(*HANDS).total == of("player", "dealer", "order").total
    assert of("hole", "player").total == of("player").total
    assert of(*FLOPS).total == comb(52, 3) * comb(49, 2) * comb(47, 2)


@pytest.mark.parametrize("seat", ["player", "dealer"])
def test_seven_card_categories_come_as_often_as_is_known(seat: str) -> None:
    found = of(seat)
    # A deal of board and hole is one of comb(7, 2) ways to see its seven cards.
    assert {cell.values[0]: Fraction(cell.weight, comb(7, 2)) for cell in found.cells} == OF_SEVEN
    assert sum(OF_SEVEN.values()) == comb(52, 7)


@pytest.mark.parametrize("seat", ["player", "dealer", "other"])
def test_five_card_categories_come_as_often_as_is_known(seat: str) -> None:
    found = of(f"{seat}_flop")
    assert {cell.values[0]: Fraction(cell.weight, comb(5, 2)) for cell in found.cells} == OF_FIVE


def test_a_seat_is_as_good_as_the_other() -> None:
    weight = {cell.values: cell.weight for cell in of("player", "dealer", "order").cells}
    turned = {"<": ">", "=": "=", ">": "<"}
    assert weight == {(dealer, player, turned[order]): count for (player, dealer, order), count in weight.items()}
    assert of("player", "player_flop").cells[7].weight == of("dealer", "dealer_flop").cells[7].weight
    flops = {cell.values: cell.weight for cell in of(*FLOPS).cells}
    assert flops == {(theirs, mine): count for (mine, theirs), count in flops.items()}


@pytest.mark.parametrize("features", [*SHIPPED[:2], *OTHER_SETS[:2], ("player_flop",)], ids=" ".join)
def test_a_part_of_a_set_is_its_sums(features: Sequence[str]) -> None:
    whole, part = of(*SHOWDOWN), of(*features)
    places = [whole.features.index(name) for name in part.features]
    sums: Counter[tuple[str, ...]] = Counter()
    for cell in whole.cells:
        sums[tuple(cell.values[place] for place in places)] += cell.weight
    assert {v: Fraction(w, whole.total) for v, w in sums.items()} == {
        cell.values: Fraction(cell.weight, part.total) for cell in part.cells
    }


def test_the_two_counts_agree_where_they_meet() -> None:
    from_flops = poker_cells.project(of(*FLOPS), ["player_flop"], STANDARD)
    assert [(c.values, c.weight) for c in from_flops.cells] == [(c.values, c.weight) for c in of("player_flop").cells]


def test_impossible_combinations_are_absent() -> None:
    values = {cell.values for cell in of("player", "dealer", "order").cells}
    assert ("pair", "flush", ">") not in values
    assert ("royal_flush", "royal_flush", "=") in values  # a royal flush on the board
    assert ("royal_flush", "royal_flush", ">") not in values
    assert ("four_of_a_kind", "high_card", ">") not in values  # quads need a paired board
    assert ("four_of_a_kind", "flush", ">") in values


def other_category(rank: int) -> str:
    """The category of a rank of the other evaluator, 1 the best, by the number of values in each category."""
    steps = zip(reversed(CATEGORIES), (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462), strict=True)
    return next(category for category, last in steps if rank <= last)


@pytest.mark.slow
def test_random_deals_fall_into_cells_as_often_as_counted() -> None:
    dealer, deals = random.Random(20_000_003), 200_000
    seen: dict[tuple[str, ...], Counter[tuple[str, ...]]] = {each: Counter() for each in (SHOWDOWN, FLOPS, HANDS)}
    for _ in range(deals):
        cards = dealer.sample(range(52), 11)
        board, one, two, three = cards[:5], cards[5:7], cards[7:9], cards[9:]
        mine, theirs = _pheval.evaluate_7cards(*board, *one), _pheval.evaluate_7cards(*board, *two)
        flops = [other_category(_pheval.evaluate_5cards(*board[:3], *hand)) for hand in (one, three)]
        order = "=" if mine == theirs else "<" if mine > theirs else ">"
        seen[SHOWDOWN][other_category(mine), other_category(theirs), order, flops[0]] += 1
        seen[FLOPS][flops[0], flops[1]] += 1
        hole = poker_holes.NAMES[poker_holes.place_of(one)]
        seen[HANDS][other_category(mine), other_category(theirs), order, hole] += 1
    for features, counts in seen.items():
        found = of(*features)
        assert set(counts) <= {cell.values for cell in found.cells}
        for cell in found.cells:
            expected = deals * cell.weight / found.total
            # Of a rare cell even 5 sigma is less than the one deal that may come up.
            assert abs(counts[cell.values] - expected) <= 5 * sqrt(expected) + 2, cell.values


def brute_force(board: Sequence[Card], evaluator: Evaluator) -> Counter[tuple[int, int, int, int]]:
    """All holes against all holes with one board, each of its ten flops: (player, player_flop, dealer, order)."""
    holes = list(combinations([card for card in DECK if card not in board], 2))
    value = {hole: evaluator.strength((*board, *hole)) for hole in holes}
    against: dict[tuple[Card, ...], Counter[tuple[int, int]]] = {}
    for mine in holes:
        against[mine] = Counter(
            (evaluator.category_index(value[theirs]), (value[mine] >= value[theirs]) + (value[mine] > value[theirs]))
            for theirs in holes
            if not set(mine) & set(theirs)
        )
    counts: Counter[tuple[int, int, int, int]] = Counter()
    for mine in holes:
        for flop in combinations(board, 3):
            on_flop = evaluator.category_index(evaluator.strength(flop + mine))
            for (dealer, order), count in against[mine].items():
                counts[evaluator.category_index(value[mine]), on_flop, dealer, order] += count
    return counts


@pytest.mark.parametrize("ranking", first([ODD, STANDARD], 1), ids=["odd", "standard"])
@pytest.mark.parametrize(
    "wanted", first(["6s 7s 8s 9s Ts", "2 3 7 8 K", "2s 3s 4s 4 9", "Js Qs Ks As A", "5 5 5 9 9", "A 2 3 4 4"], 1)
)
def test_the_counts_of_a_board_against_plain_enumeration(wanted: str, ranking: Ranking) -> None:
    every = poker_enumerate.boards(5)
    cards = sorted(("23456789TJQKA".index(word[0]), len(word) == 2) for word in wanted.split())
    row = next(
        row
        for row in range(len(every))
        if sorted(zip(every.ranks[row].tolist(), every.live[row].tolist(), strict=True)) == cards
    )
    part = every[[row]]
    counter = poker_enumerate.ShowdownCounter(ranking)
    counted = counter.count(counter.look(part))
    plain = brute_force(poker_enumerate.board_cards(part, 0), counter.evaluator)
    expected = np.zeros_like(counted)
    for cell, count in plain.items():
        expected[cell] = count * part.weight[0]
    assert np.array_equal(counted, expected)


def test_boards_up_to_suits_are_all_boards() -> None:
    for size, rows in ((5, 42_783), (3, 741)):
        every = poker_enumerate.boards(size)
        assert len(every) == rows
        assert every.weight.sum() == comb(52, size)
        assert (every.unseen.sum(axis=1) == 52 - size).all()
        assert (poker_enumerate.hole_weights(every.unseen).sum(axis=1) == comb(52 - size, 2)).all()
    shown = poker_enumerate.boards(5)
    for row in range(0, len(shown), 97):
        board = poker_enumerate.board_cards(shown, row)
        assert len(set(board)) == 5
        assert max(Counter(card & 3 for card in board).values()) >= 3 or not shown.live[row].any()
        assert max(Counter(card & 3 for card in board).values()) < 3 or shown.live[row].any()


def test_another_ranking_is_counted_once_and_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = of(*FLOPS, ranking=ODD)
    evaluator = Evaluator(ODD)
    assert found.total == sample_space(FLOPS)
    assert all(values_of(cell.deal, FLOPS, evaluator) == cell.values for cell in found.cells)
    assert len(list(cache.iterdir())) == 1
    cells.cache_clear()
    monkeypatch.setitem(sys.modules, "rulespec.domains.poker_enumerate", None)  # counting again would fail
    assert of(*FLOPS, ranking=ODD) == found


@pytest.mark.parametrize("damage", first(["half", "", "{", "[]", '{"cells": [[1]]}'], 2))
def test_a_damaged_cache_is_ignored(cache: Path, damage: str) -> None:
    found = of(*FLOPS, ranking=ODD)
    (file,) = cache.iterdir()
    whole = json.loads(file.read_text())
    whole["cells"] = whole["cells"][::2]
    file.write_text(json.dumps(whole) if damage == "half" else damage)
    cells.cache_clear()
    assert of(*FLOPS, ranking=ODD) == found
    assert len(json.loads(file.read_text())["cells"]) == len(found.cells)


def test_starting_hands_are_written_as_they_are_read(tmp_path: Path) -> None:
    shipped = poker_store.shipped_path(STANDARD, HANDS)
    found = poker_store.read(shipped, STANDARD, HANDS)
    assert found is not None
    path = tmp_path / shipped.name
    poker_store.write(path, STANDARD, found)
    assert path.read_bytes() == shipped.read_bytes()
    assert path.stat().st_size < 400_000


@pytest.mark.parametrize("damage", ["a weight less", "a letter less", "a letter of no card", "a line less"])
def test_damaged_starting_hands_are_ignored(tmp_path: Path, damage: str) -> None:
    shipped = poker_store.shipped_path(STANDARD, HANDS)
    whole = json.loads(shipped.read_bytes())
    first = whole["cells"][0]
    if damage == "a weight less":
        first[1] = first[1][:-1]
    elif damage == "a letter less":
        first[2] = first[2][:-1]
    elif damage == "a letter of no card":
        first[2] = first[2][:-1] + "1"
    else:
        del whole["cells"][0]
    path = tmp_path / shipped.name
    path.write_text(json.dumps(whole), encoding="utf-8")
    assert poker_store.read(path, STANDARD, HANDS) is None
    if "letter" not in damage:  # without the deals
        assert poker_store.read_weights(path, STANDARD, HANDS) is None


def test_the_weights_of_starting_hands_are_those_of_their_cells() -> None:
    weights = showdowns_by_hand(STANDARD)
    assert weights is not None
    found = {
        (*values, name): each[place] for values, each in weights.items() for place, name in enumerate(poker_holes.NAMES)
    }
    dealt = {values: weight for values, weight in found.items() if weight}
    assert dealt == {cell.values: cell.weight for cell in of(*HANDS).cells}
    assert showdowns_by_hand(ODD) is None


def test_a_cache_that_cannot_be_written_is_done_without(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    assert of(*FLOPS, ranking=ODD).total == sample_space(FLOPS)


@pytest.mark.parametrize(
    "features",
    [
        ("player", "player_flop", "other_flop"),
        ("player", "dealer", "other_flop"),
        ("hole", "dealer_flop"),
        ("player", "player_flop:AA88"),
        ("player_flop:AA88", "dealer_flop:AA88"),
        FEATURES,
    ],
    ids=" ".join,
)
def test_what_cannot_be_counted_is_said_to_be_so(features: Sequence[str]) -> None:
    with pytest.raises(Inconclusive, match="cannot be counted"):
        of(*features)


def test_features_must_be_known() -> None:
    with pytest.raises(ValueError, match="turn"):
        of("player", "turn")
    with pytest.raises(ValueError, match="none given"):
        of()


@pytest.mark.slow
def test_the_shipped_counts_are_what_the_program_counts() -> None:
    for counted in poker_cells.regenerate():
        assert counted.features in SHIPPED
        assert (
            poker_store.read(poker_store.shipped_path(STANDARD, counted.features), STANDARD, counted.features)
            == counted
        )


@pytest.mark.slow
def test_an_odd_ranking_against_random_deals(cache: Path) -> None:
    evaluator, dealer, deals = Evaluator(ODD), random.Random(5), 100_000
    found = of(*SHOWDOWN, ranking=ODD)
    assert all(values_of(cell.deal, SHOWDOWN, evaluator) == cell.values for cell in found.cells)
    seen: Counter[tuple[str, ...]] = Counter()
    for _ in range(deals):
        cards = dealer.sample(range(52), 9)
        mine, theirs = evaluator.strength(cards[:7]), evaluator.strength(cards[:5] + cards[7:])
        flop = evaluator.category(evaluator.strength(cards[:3] + cards[5:7]))
        order = "=" if mine == theirs else "<" if mine < theirs else ">"
        seen[evaluator.category(mine), evaluator.category(theirs), order, flop] += 1
    assert set(seen) <= {cell.values for cell in found.cells}
    for cell in found.cells:
        expected = deals * cell.weight / found.total
        assert abs(seen[cell.values] - expected) <= 5 * sqrt(expected) + 2, cell.values
