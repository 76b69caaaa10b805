"""Boards of three, four and five cards up to suits, and how one more card leads from each to the next.

A suit is *live* on a board if cards still to come can make a flush of it: if the board has at least one, two or three
cards of it where it has three, four or five cards. Cards of all other suits are *dead*: their ranks alone matter. So a
row stands for every board that some exchange of suits, or of dead suits card by card, makes of it: 1,755, 16,432 and
42,783 rows instead of 22,100, 270,725 and 2,598,960 boards. Nothing is lost as long as what is paid turns on the
hands' strengths alone.

The *type* of a card is 13 x slot + rank: slot 0 for the dead suits, 1, 2, 3 for the live ones of its board. Types are
numbered so that a board with fewer live suits uses a prefix of them, and so it is with pairs of types: a hole's pair
(a, b), a <= b, is b (b + 1) / 2 + a. A *state* is a row with a pair.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from rulespec.domains.poker_holes import NAMES

Ints = NDArray[np.int64]

RANKS = 13
TYPES = 52
PAIRS = tuple(slots * RANKS * (slots * RANKS + 1) // 2 for slots in range(1, 5))  # 91, 351, 780, 1378
PAIR_A, PAIR_B = (
    np.array(ends, dtype=np.uint16) for ends in zip(*[(a, b) for b in range(TYPES) for a in range(b + 1)], strict=True)
)
_DEAD_BITS = 3 * RANKS


def pair(a: int, b: int) -> int:
    """The number of a pair of types."""
    return max(a, b) * (max(a, b) + 1) // 2 + min(a, b)


@dataclass(frozen=True)
class Layer:
    """All boards of `size` cards, a row each, ordered by `keys`.

    `live` (R,): how many suits are live; `masks` (R, 3): their ranks as bits, greatest first; `dead` (R, 13): how many
    dead cards of each rank; `unseen` (R, 52): how many cards of each type are not on the board; `weight` (R,): how many
    boards of three cards a row stands for (0 for other sizes); `start` (R + 1,): where the states of each row begin.
    """

    size: int
    keys: Ints
    live: Ints
    masks: Ints
    dead: NDArray[np.int8]
    unseen: NDArray[np.int8]
    weight: Ints
    start: Ints

    @property
    def rows(self) -> int:
        return len(self.keys)

    @property
    def states(self) -> int:
        return int(self.start[-1])


def key_of(masks: tuple[int, ...], dead: tuple[int, ...]) -> int:
    """One number for a board: its live masks, greatest first, and its dead ranks (none beside two live suits)."""
    first, second, third = (*masks, 0, 0, 0)[:3]
    rest = 1 << _DEAD_BITS | second << RANKS | third if second else sum(1 << 3 * rank for rank in dead)
    return first << _DEAD_BITS + 1 | rest


def _boards(size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The live masks, greatest first, and the dead ranks of every board."""
    least = size - 2
    suits: dict[int, list[int]] = {
        count: [sum(1 << rank for rank in ranks) for ranks in combinations(range(RANKS), count)]
        for count in range(1, size + 1)
    }
    for count in range(least, size + 1):
        if size - count == 0 or least > 1:
            for mask in suits[count]:
                for dead in combinations_with_replacement(range(RANKS), size - count):
                    yield (mask,), dead
    if size == 5:
        yield from (((), dead) for dead in _ranks(5))
    if size == 4:
        yield from (((), dead) for dead in _ranks(4))
        yield from (((max(two), min(two)), ()) for two in combinations_with_replacement(suits[2], 2))
    if size == 3:
        yield from (((max(one, two), min(one, two)), ()) for one in suits[1] for two in suits[2])
        yield from ((tuple(sorted(three, reverse=True)), ()) for three in combinations_with_replacement(suits[1], 3))


def _ranks(count: int) -> Iterator[tuple[int, ...]]:
    """Ranks of so many cards in any order, none more than four times."""
    for ranks in combinations_with_replacement(range(RANKS), count):
        if count < 5 or ranks[0] != ranks[4]:
            yield ranks


@cache
def layer(size: int) -> Layer:
    """The boards of 3, 4 or 5 cards."""
    found = sorted((key_of(masks, dead), masks, dead) for masks, dead in _boards(size))
    rows = len(found)
    live = np.array([len(masks) for _, masks, _ in found])
    masks_of = np.array([(*masks, 0, 0, 0)[:3] for _, masks, _ in found])
    dead_of = np.zeros((rows, RANKS), dtype=np.int8)
    for row, (_, _, dead) in enumerate(found):
        for rank in dead:
            dead_of[row, rank] += 1
    on_board = masks_of[:, :, None] >> np.arange(RANKS) & 1
    there = np.arange(3)[None, :, None] < live[:, None, None]
    unseen = np.concatenate([(4 - live)[:, None] - dead_of, ((1 - on_board) * there).reshape(rows, -1)], axis=1)
    unseen = unseen.astype(np.int8)
    weight = np.array([_flops(masks) if size == 3 else 0 for _, masks, _ in found])
    start = np.concatenate([[0], np.cumsum(np.array(PAIRS)[live])])
    return Layer(size, np.array([key for key, _, _ in found]), live, masks_of, dead_of, unseen, weight, start)


def _flops(masks: tuple[int, ...]) -> int:
    """How many flops have these ranks by suit, in some suits."""
    return comb(4, len(masks)) * factorial(len(masks)) // prod(factorial(masks.count(mask)) for mask in set(masks))


@cache
def pair_maps() -> NDArray[np.uint16]:
    """(64, 1378): what a pair becomes where live slots 1, 2, 3 become s1, s2, s3 (0 for a suit that dies).

    The number of the map is s1 + 4 s2 + 16 s3.
    """
    numbers = np.arange(64)
    slots = np.stack([0 * numbers, numbers % 4, numbers // 4 % 4, numbers // 16], axis=1)
    a, b = (slots[:, ends // RANKS] * RANKS + ends % RANKS for ends in (PAIR_A.astype(int), PAIR_B.astype(int)))
    high, low = np.maximum(a, b), np.minimum(a, b)
    found: NDArray[np.uint16] = (high * (high + 1) // 2 + low).astype(np.uint16)
    return found


@cache
def hole_counts() -> Ints:
    """(4, 1378, 169): of the holes with a pair of types on a board of three cards, how many are of each starting hand.

    By the number of live suits (0 never occurs). Cards of the board are not left out: see `unseen`.
    """
    places = {name: place for place, name in enumerate(NAMES)}
    letters = "23456789TJQKA"
    found = np.zeros((4, PAIRS[3], len(NAMES)), dtype=np.int64)
    for live in range(1, 4):
        suits = [4 - live, *[1] * live]
        for at in range(PAIRS[live]):
            (one, x), (two, y) = (divmod(int(end), RANKS) for end in (PAIR_A[at], PAIR_B[at]))
            high, low = letters[max(x, y)], letters[min(x, y)]
            if x == y:
                number = comb(suits[one], 2) if one == two else suits[one] * suits[two]
                found[live, at, places[high + low]] = number
                continue
            together = suits[one] if one == two else 0
            found[live, at, places[high + low + "s"]] = together
            found[live, at, places[high + low + "o"]] = suits[one] * suits[two] - together
    return found
