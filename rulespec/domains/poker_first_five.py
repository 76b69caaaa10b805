"""Counts of a hand's first five cards, two of its own and the flop, by starting hand, category and patterns.

Each of the 169 starting hands meets the flop by its three ranks, of which there are 455 choices: suits matter only to
a flush, which two cards of one suit make with one flop of three further ranks, and other cards never.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

from rulespec.domains.cards import Card
from rulespec.domains.poker import RANK_BITS, Evaluator, Ranking
from rulespec.domains.poker_deals import deal_of
from rulespec.domains.poker_features import FIVE, HOLE, Cell, Cells, Deal, Pattern, ordered, sample_space
from rulespec.domains.poker_holes import COUNT, NAMES, parts_of, ways

_Ranks = tuple[int, ...]
_CHOOSE = tuple(tuple(comb(cards, times) for times in range(4)) for cards in range(5))


def starting_hands(ranking: Ranking) -> Cells:
    """The cells of starting hands alone."""
    found = []
    for place in range(COUNT):
        ranks = next(ranks for ranks, flush, _, count in _flops(place) if not flush and count > 60)
        found.append(Cell((NAMES[place],), ways(place), _deal(place, ranks, flush=False)))
    return Cells(HOLE, sample_space(HOLE), ordered(found, ranking))


@lru_cache(maxsize=16)
def first_five(ranking: Ranking, patterns: tuple[str, ...]) -> Cells:
    """The cells of FIVE with these patterns of the player's hand, each a feature `player_flop:RANKS`."""
    evaluator = Evaluator(ranking)
    tests = [Pattern(pattern.partition(":")[2]) for pattern in patterns]
    known: dict[int, tuple[str, tuple[str, ...]]] = {}
    weights: dict[tuple[str, ...], int] = {}
    heaviest: dict[tuple[str, ...], tuple[int, int, _Ranks, bool]] = {}
    for place in range(COUNT):
        held = ways(place)
        for ranks, flush, key, count in _flops(place):
            if key not in known:
                shown = tuple("yes" if test.holds(key) else "no" for test in tests)
                known[key] = evaluator.category(evaluator.strength_of_key(key)), shown
            category, shown = known[key]
            values = (category, NAMES[place], *shown)
            weights[values] = weights.get(values, 0) + held * count
            if values not in heaviest or count > heaviest[values][0]:
                heaviest[values] = count, place, ranks, flush
    features = (*FIVE, *patterns)
    cells = (Cell(values, weights[values], _deal(*example[1:])) for values, example in heaviest.items())
    return Cells(features, sample_space(features), ordered(cells, ranking))


def _flops(place: int) -> Iterator[tuple[_Ranks, bool, int, int]]:
    """For a starting hand the ranks of each flop, whether it makes a flush, the key of all five, how many there are."""
    high, low, suited = parts_of(place)
    hole = (1 << 3 * high) + (1 << 3 * low)
    unseen = [4] * 13
    unseen[high] -= 1
    unseen[low] -= 1
    for ranks, counts, code in _TRIPLES:
        count = prod([_CHOOSE[unseen[rank]][times] for rank, times in counts])
        if not count:
            continue
        if suited and len(counts) == 3 and high not in ranks and low not in ranks:
            suit = sum(1 << rank for rank in (high, low, *ranks))
            yield ranks, True, hole + code + (suit << RANK_BITS), 1
            count -= 1
        yield ranks, False, hole + code, count


def _triples() -> Iterator[tuple[_Ranks, tuple[tuple[int, int], ...], int]]:
    """Three ranks, each of them with its number, and their part of a key; in no telling order."""
    every = combinations_with_replacement(range(13), 3)
    for ranks in sorted(every, key=lambda ranks: (23 * sum(7919**at * rank for at, rank in enumerate(ranks))) % 10007):
        yield ranks, tuple((rank, ranks.count(rank)) for rank in sorted(set(ranks))), sum(1 << 3 * r for r in ranks)


_TRIPLES = tuple(_triples())


def _deal(place: int, ranks: _Ranks, flush: bool) -> Deal:
    """A deal of a starting hand and a flop of these ranks."""
    high, low, suited = parts_of(place)
    turn = (high + 3 * low) % 4  # the suit to begin with
    player = (4 * high + turn, 4 * low + (turn if suited else (turn + 1) % 4))
    flop: list[Card] = []
    for at, rank in enumerate(ranks):
        # Each card of another suit than the one before, where there is a choice: no flush but where one is meant.
        suits = [turn] if flush else [(turn + 1 + at + step) % 4 for step in range(4)]
        flop.append(next(card for suit in suits if (card := 4 * rank + suit) not in (*player, *flop)))
    return deal_of(tuple(flop), (), player, (), ())
