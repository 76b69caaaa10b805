"""Poker hands of 5, 6 or 7 cards, ordered by a ranking of categories that a spec declares.

The value of a hand is that of its best five cards *by the declared order*: where a ranking puts straights above
flushes, the best five of seven cards may be other cards than usual. Every hand is therefore defined as the greatest
of its five-card choices; the speed comes from remembering the answer for everything about a hand that can matter.

What can matter is how many cards of each rank there are, and, if some suit has five cards or more, which ranks that
suit has. Both go into one integer, the *key*: three bits a rank hold the number of its cards (39 bits, `RANK_BITS`),
and above them stands the set of ranks of the suit with five cards, or 0 (13 bits). There are fewer than 250,000 keys,
which bounds the memory of an evaluator.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from rulespec.domains.cards import Card

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)

RANK_BITS = 39  # of a key: three for each of 13 ranks; the flush suit's ranks are above them

_RANKS_ONLY = (1 << RANK_BITS) - 1
_ACE = 12
_WHEEL = (12, 3, 2, 1, 0)  # ace, five, four, three, two
STRENGTH_BITS = 20  # bits of a strength below its category: five ranks of four bits

_OF_A_KIND = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}

# While a hand is summed, the 13 bits above the ranks are four counters of four bits, one a suit. Each starts at
# three, so that its top bit is set by the fifth card.
_CODES = tuple((1 << 3 * (card >> 2)) + (1 << RANK_BITS + 4 * (card & 3)) for card in range(52))
_CODE = _CODES.__getitem__
_START = sum(3 << RANK_BITS + 4 * suit for suit in range(4))
_FIVE_OF_A_SUIT = sum(8 << RANK_BITS + 4 * suit for suit in range(4))


@dataclass(frozen=True)
class Ranking:
    """An order of the categories of hands, lowest first.

    Each of `CATEGORIES` stands in it once; `royal_flush` may be left out, and is then the highest straight flush.
    With `ace_low_straights` the five cards A 2 3 4 5 are a straight, the lowest. Raises ValueError for anything else.
    """

    categories: tuple[str, ...]
    ace_low_straights: bool = True

    def __post_init__(self) -> None:
        names = self.categories
        for name in names:
            if name not in CATEGORIES:
                raise ValueError(f"`{name}` is no category of hands, which are: {', '.join(CATEGORIES)}")
        if len(set(names)) != len(names):
            again = next(name for place, name in enumerate(names) if name in names[:place])
            raise ValueError(f"the ranking has `{again}` twice")
        missing = [name for name in CATEGORIES if name not in names and name != "royal_flush"]
        if missing:
            raise ValueError(f"the ranking leaves out {', '.join(f'`{name}`' for name in missing)}")

    @cached_property
    def indices(self) -> dict[str, int]:
        """The position of every category, 0 the lowest; that of a royal flush even if it is not declared."""
        places = {name: place for place, name in enumerate(self.categories)}
        places.setdefault("royal_flush", places["straight_flush"])
        return places


STANDARD = Ranking(CATEGORIES)


class _Fives(dict[int, int]):
    """Strengths of five cards, worked out when first asked for.

    The key is that of the module, except that above the ranks it holds the number of cards of one suit, 0 to 5.
    """

    def __init__(self, ranking: Ranking) -> None:
        super().__init__()
        self._ranking = ranking

    def __missing__(self, key: int) -> int:
        counted = [(key >> 3 * rank & 7, rank) for rank in range(13) if key >> 3 * rank & 7]
        counted.sort(reverse=True)
        ranks = tuple(rank for _, rank in counted)
        category = _OF_A_KIND[tuple(count for count, _ in counted)]
        if category == "high_card":
            category, ranks = self._unpaired(ranks, flush=key >> RANK_BITS == 5)
        strength = self._ranking.indices[category]
        for place in range(5):
            strength = strength << 4 | (ranks[place] if place < len(ranks) else 0)
        self[key] = strength
        return strength

    def _unpaired(self, ranks: tuple[int, ...], *, flush: bool) -> tuple[str, tuple[int, ...]]:
        """The category of five different ranks, and the ranks that order it within its category."""
        if ranks[0] - ranks[4] == 4:
            high = ranks[0]
        elif ranks == _WHEEL and self._ranking.ace_low_straights:
            high = ranks[1]
        else:
            return ("flush" if flush else "high_card"), ranks
        if flush:
            return ("royal_flush" if high == _ACE else "straight_flush"), (high,)
        return "straight", (high,)


class _Best(dict[int, int]):
    """Strengths of 5, 6 or 7 cards by key, worked out when first asked for from all choices of five."""

    def __init__(self, fives: _Fives) -> None:
        super().__init__()
        self._five = fives.__getitem__

    def __missing__(self, key: int) -> int:
        suited = key >> RANK_BITS
        codes: list[int] = []
        for rank in range(13):
            count = key >> 3 * rank & 7
            if count > 4:
                raise ValueError("a hand has each card once")
            codes += [1 << 3 * rank] * count
            if suited >> rank & 1:
                codes[-1] += 1 << RANK_BITS
        total = sum(codes)
        if not 5 <= len(codes) <= 7:
            raise ValueError(f"a hand has 5, 6 or 7 cards, not {len(codes)}")
        # A choice of five is the hand without the cards that are not chosen: quicker than adding five each time.
        left_out = map(sum, combinations(codes, len(codes) - 5))
        strength = max(map(self._five, {total - rest for rest in left_out}))
        self[key] = strength
        return strength


def key_of(cards: Sequence[Card]) -> int:
    """The part of a key that holds the cards' ranks."""
    return sum(map(_CODE, cards)) & _RANKS_ONLY


class Evaluator:
    """Values of hands under one ranking. Keeps what it has worked out; share one instance for each ranking."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self._best = _Best(_Fives(ranking))

    def strength(self, cards: Sequence[Card]) -> int:
        """The value of the best five of 5, 6 or 7 different cards: larger is better, equal is the same value.

        Raises ValueError for another number of cards. That the cards differ is the caller's care.
        """
        key = sum(map(_CODE, cards), _START)
        flush = key & _FIVE_OF_A_SUIT
        key &= _RANKS_ONLY
        if flush:
            suit = (flush.bit_length() - RANK_BITS - 1) >> 2
            for card in cards:
                if card & 3 == suit:
                    key += 1 << RANK_BITS + (card >> 2)
        return self._best[key]

    def strength_of_key(self, key: int) -> int:
        """The same value from a key (see the module): for those who count hands without dealing them."""
        return self._best[key]

    def category_index(self, strength: int) -> int:
        """The position of a strength's category in the ranking, 0 the lowest."""
        return strength >> STRENGTH_BITS

    def category(self, strength: int) -> str:
        """The name of a strength's category."""
        return self.ranking.categories[strength >> STRENGTH_BITS]
