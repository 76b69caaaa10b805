"""Strengths of hands as dense numbers, in tables that compiled loops can read, for any ranking a spec declares."""

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from rulespec.domains import poker_kernels as kernels
from rulespec.domains.poker import RANK_BITS, Evaluator
from rulespec.domains.poker_layers import PAIR_A, PAIR_B, PAIRS, RANKS, Ints, Layer, pair
from rulespec.errors import Inconclusive


@dataclass(frozen=True)
class Ranks:
    """Strengths, 0 the least, of a board of five cards with two more.

    `category` (S,) is the category of each strength; `by_rank` (B, 91) the best five by ranks alone of the boards with
    the same ranks, `rank_row` (R,) which of these a row of the layer is, `rank_pair` (351,) which of the 91 a pair of
    types is; `by_suit` (8192,) the best flush of some cards of one suit (0 for fewer than five).
    """

    category: NDArray[np.int8]
    by_rank: NDArray[np.int16]
    rank_row: Ints
    rank_pair: Ints
    by_suit: NDArray[np.int16]


def ranks(evaluator: Evaluator, boards: Layer) -> Ranks:
    """The tables of a ranking. Raises `Inconclusive` where five cards of one suit are worth less than of several."""
    places = evaluator.ranking.indices
    if places["flush"] < places["high_card"] or places["straight_flush"] < places["straight"]:
        raise Inconclusive("odds are not worked out where cards of one suit are worth less than cards of several")
    of_rank = evaluator.strength_of_key
    fives = {
        sum(1 << 3 * rank for rank in five): 0
        for five in combinations_with_replacement(range(RANKS), 5)
        if five[0] != five[4]
    }
    fives = {key: of_rank(key) for key in sorted(fives)}
    suited = {
        mask: of_rank(sum(1 << 3 * rank for rank in five) | mask << RANK_BITS)
        for five in combinations(range(RANKS), 5)
        for mask in [sum(1 << rank for rank in five)]
    }
    strengths = sorted({*fives.values(), *suited.values()})
    dense = {strength: place for place, strength in enumerate(strengths)}
    category = np.array([evaluator.category_index(strength) for strength in strengths], dtype=np.int8)

    on_board = boards.masks[:, :, None] >> np.arange(RANKS) & 1
    code = ((boards.dead + on_board.sum(axis=1)) << 3 * np.arange(RANKS)).sum(axis=1)
    different, rank_row = np.unique(code, return_inverse=True)
    of_pair = (1 << 3 * PAIR_A[: PAIRS[0]].astype(np.int64)) + (1 << 3 * PAIR_B[: PAIRS[0]].astype(np.int64))
    sevens, back = np.unique(different[:, None] + of_pair, return_inverse=True)
    best = np.zeros(len(sevens), dtype=np.int64)
    values = np.array([dense[strength] for strength in fives.values()])
    kernels.best_of_seven(sevens, np.array(list(fives)), values, best)
    by_rank = best[back].reshape(len(different), PAIRS[0]).astype(np.int16)
    rank_pair = np.array(
        [pair(int(a) % RANKS, int(b) % RANKS) for a, b in zip(PAIR_A, PAIR_B, strict=True)][: PAIRS[1]]
    )
    return Ranks(category, by_rank, rank_row.reshape(-1), rank_pair, _by_suit({m: dense[s] for m, s in suited.items()}))


def _by_suit(fives: dict[int, int]) -> NDArray[np.int16]:
    """The best flush of each set of ranks, from those of five."""
    best = np.zeros(1 << RANKS, dtype=np.int16)
    for mask, strength in fives.items():
        best[mask] = strength
    for mask in sorted(range(1 << RANKS), key=int.bit_count):
        if mask.bit_count() > 5:
            best[mask] = max(best[mask & ~(1 << rank)] for rank in range(RANKS) if mask >> rank & 1)
    return best
