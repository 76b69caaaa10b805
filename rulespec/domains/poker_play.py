"""The best play of a game of shared cards against a dealer, exactly, whatever its lines pay.

The deals are rolled back from the whole board to the deal: at each point the value of every act is summed over all that
can still come, in integers, for every board and hole up to suits (`poker_layers`). What comes of the play found is
counted by `poker_reach`.

What the lines pay is taken apart first: of all their tables a few are independent (one for what was staked before the
deal and one for each kind of later wager, say), and every line is a constant and a sum of these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import gcd, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulespec.domains import poker_kernels as kernels
from rulespec.domains.cards import Card
from rulespec.domains.play import Payoffs, StartingHand, Tree
from rulespec.domains.poker_holes import COUNT, NAMES, place_of, ways
from rulespec.domains.poker_layers import (
    PAIR_A,
    PAIR_B,
    RANKS,
    Ints,
    Layer,
    hole_counts,
    key_of,
    pair,
    pair_maps,
)
from rulespec.domains.poker_table import DEALT, FLOP, PARTS, RIVER, SHOWN, TURN, Table
from rulespec.errors import Inconclusive

FEATURES = ("player", "dealer", "order")

# For one hole: the dealer's hands beside a whole board, and that times the cards still to come.
DEALS = {RIVER: 990, TURN: 990 * 46, FLOP: 990 * 46 * 47, DEALT: 990 * 46 * 47 * 19_600}
HOLES = 1_326
_LARGEST = 2**63 // (DEALS[DEALT] * 4)  # of a payment in the units that are counted in; 4 for what cancels on the way
_SMALL = 2**31


@dataclass(frozen=True)
class _Sums:
    """What lines pay as sums: line l pays `constants[l] + sum of factors[l][k] * tables[k]`, in 1 / `unit`.

    `tables` (K, C, C, 3). `largest` is more than any line pays.
    """

    unit: int
    largest: int
    constants: tuple[int, ...]
    factors: tuple[tuple[int, ...], ...]
    tables: Ints


def _taken_apart(payoffs: Payoffs, names: Sequence[str]) -> _Sums:
    cells = sorted(set().union(*payoffs.tables))
    basis: list[list[int]] = []  # what some lines pay beside a constant, each in the greatest unit that it has
    reduced: list[tuple[int, list[Fraction], list[Fraction]]] = []  # a place that is not 0, itself, as a sum of `basis`
    constants: list[int] = []
    factors: list[list[Fraction]] = []
    for table in payoffs.tables:
        paid = [table.get(cell, 0) for cell in cells]
        constants.append(paid[0] if paid else 0)
        beside = [amount - constants[-1] for amount in paid]
        rest = [Fraction(amount) for amount in beside]
        mine = [Fraction(0)] * (len(basis) + 1)
        for at, row, sums in reduced:
            share = rest[at] / row[at]
            rest = [left - share * other for left, other in zip(rest, row, strict=True)]
            mine = [had + share * more for had, more in zip(mine, [*sums, *[Fraction(0)] * len(mine)], strict=False)]
        if any(rest):
            scale = gcd(*beside)
            basis.append([amount // scale for amount in beside])
            first = next(at for at, left in enumerate(rest) if left)
            reduced.append((first, rest, [*(-share for share in mine[:-1]), Fraction(scale)]))
            mine = [*[Fraction(0)] * (len(basis) - 1), Fraction(scale)]
        factors.append(mine[: len(basis)])
    unit = lcm(*(share.denominator for mine in factors for share in mine)) if any(factors) else 1
    whole = [[int(share * unit) for share in (*mine, *[Fraction(0)] * (len(basis) - len(mine)))] for mine in factors]
    paid_most = max((abs(amount) for table in payoffs.tables for amount in table.values()), default=0) * unit
    numbers = (abs(number) for vector in (*basis, *whole) for number in vector)
    largest = max(paid_most, *numbers, 0) + 1
    if largest > _LARGEST:  # before any of it is put into an array, whose numbers have an end
        raise Inconclusive("what is paid is too large, or too finely divided, for the odds to be counted")
    place = {name: at for at, name in enumerate(names)}
    tables = np.zeros((len(basis), len(names), len(names), 3), dtype=np.int64)
    for k, vector in enumerate(basis):
        for (mine_, theirs, order), amount in zip(cells, vector, strict=True):
            tables[k, place[mine_], place[theirs], "<=>".index(order)] = amount
    constants = [constant * unit for constant in constants]
    return _Sums(unit, largest, tuple(constants), tuple(map(tuple, whole)), tables)


@dataclass
class Values:
    """The values at one number of shared cards: a row of `worth` for each table of the sums and each node (`at`).

    Each node at this number of cards has a row of `moves` too, by `decided`: the place of the best one in each state.
    """

    worth: NDArray[np.signedinteger[Any]]
    at: dict[int, int] = field(default_factory=dict)
    moves: NDArray[np.int8] = field(default_factory=lambda: np.empty((0, 0), dtype=np.int8))
    decided: dict[int, int] = field(default_factory=dict)


class Play:
    """One game, solved. Raises `Inconclusive` for decisions at other points, or payments too large to count."""

    def __init__(self, table: Table, tree: Tree, payoffs: Payoffs) -> None:
        if payoffs.features != FEATURES:
            raise Inconclusive(f"odds are not worked out for payments by {', '.join(payoffs.features)}")
        twice = [
            move for node in tree.nodes for move in node.moves if move >= 0 and tree.nodes[move].shown == node.shown
        ]
        if any(tree.nodes[move].shown != DEALT for move in twice):
            raise Inconclusive("odds are not worked out for two decisions on the same shared cards")
        strange = [node.shown for node in tree.nodes if node.shown not in SHOWN]
        if strange:
            raise Inconclusive(f"odds are not worked out for a decision on {strange[0]} shared cards")
        self.table = table
        self.tree = tree
        self.payoffs = payoffs
        self.names = table.evaluator.ranking.categories
        self.sums = _taken_apart(payoffs, self.names)
        self.unit = self.sums.unit * payoffs.unit
        self.layers: dict[int, Values] = {}
        self._roll_back()
        self._deal()

    # Back from the showdown.

    def _nodes(self, shown: int) -> list[int]:
        return [place for place, node in enumerate(self.tree.nodes) if node.shown == shown]

    def _width(self, shown: int) -> type[np.signedinteger[Any]]:
        """The numbers that hold the values with so many cards shown: half the memory is half the time."""
        return np.int32 if self.sums.largest * DEALS[shown] <= _SMALL else np.int64

    def _roll_back(self) -> None:
        tables, show = self.table, self.table.showdown
        boards, count = tables.layers[RIVER], len(self.sums.tables)
        worth = np.zeros((count + len(self._nodes(RIVER)), boards.states), dtype=self._width(RIVER))
        paid = worth[:count]
        tables.each(
            boards,
            kernels.showdown, boards.live, boards.unseen, boards.start, PAIR_A, PAIR_B, show.strength, show.order,
                show.held, show.category, self.sums.tables, paid,
        )  # fmt: skip
        here = self.layers[RIVER] = Values(worth)
        self._decide(RIVER, here)
        for shown in (TURN, FLOP):
            here = self.layers[shown] = self._summed(shown, here)
            self._decide(shown, here)
            if shown == TURN:  # the largest by far, and told anew where somebody asks for one board of it
                self.layers[RIVER].worth = np.empty((0, 0), dtype=np.int32)
                del worth, paid

    def _summed(self, shown: int, after: Values) -> Values:
        """The values of the layer after this one, summed over the card between."""
        here, link, later = self.table.layers[shown], self.table.links[shown], self.table.layers[shown + 1]
        count = len(self.sums.tables)
        above = [node for node in self.tree.nodes if node.shown <= shown]
        first = 0 if not self.tree.nodes or any(move < 0 for node in above for move in node.moves) else count
        if first and not after.at:
            first = 0
        rows = len(after.worth) - first
        worth = np.zeros((rows + len(self._nodes(shown)), here.states), dtype=self._width(shown))
        sums, values, maps = worth[:rows], after.worth[first:], pair_maps()
        self.table.each(
            here,
            kernels.roll_back, here.live, here.unseen, here.start, later.start, link.rows, link.maps, maps,
                values, sums,
        )  # fmt: skip
        return Values(worth, {node: place - first for node, place in after.at.items()})

    def _decide(self, shown: int, here: Values) -> None:
        """The best move of each node at this number of cards, in every state."""
        nodes = self._nodes(shown)
        rows, states = len(here.worth) - len(nodes), here.worth.shape[1]
        cuts = np.linspace(0, states, PARTS + 1).astype(int).tolist()
        here.moves = np.empty((len(nodes), states), dtype=np.int8)
        here.decided = {node: new for new, node in enumerate(nodes)}
        for new, node in enumerate(nodes):
            constants, factors = self._moves(node, here, rows)
            known, values, moves = here.worth[:rows], here.worth[rows + new], here.moves[new]
            self.table.together(
                [
                    partial(kernels.choose, low, high, known, factors, constants, values, moves)
                    for low, high in pairwise(cuts)
                ]
            )
        here.at |= {node: rows + new for new, node in enumerate(nodes)}

    def _moves(self, node: int, here: Values, rows: int) -> tuple[Ints, Ints]:
        """What each move of a node is worth: a constant, and a factor for each row of values."""
        moves = self.tree.nodes[node].moves
        constants = np.zeros(len(moves), dtype=np.int64)
        factors = np.zeros((len(moves), rows), dtype=np.int64)
        for place, move in enumerate(moves):
            if move >= 0:
                factors[place, here.at[move]] = 1
            else:
                constants[place] = self.sums.constants[~move] * DEALS[self.tree.nodes[node].shown]
                factors[place, : len(self.sums.tables)] = self.sums.factors[~move]
        return constants, factors

    # The deal.

    def _deal(self) -> None:
        """The value of every move for each starting hand, as whole numbers of 1 / (`unit` x `_scale`)."""
        here, holes = self.layers[FLOP], hole_counts()
        sums = np.zeros((len(here.worth), *holes.shape[:2]), dtype=np.int64)
        kernels.over_flops(*flops(self.table.layers[FLOP]), here.worth, sums)
        whole = np.einsum("klp,lph->kh", sums, holes)
        self._whole = [[int(value) // ways(hand) for hand, value in enumerate(row)] for row in whole]
        self._scale = self.payoffs.hole_scale
        self.first: dict[int, list[tuple[int, ...]]] = {}
        best: dict[int, list[int]] = {}
        nodes = self._nodes(DEALT)
        for node in reversed(nodes):
            self.first[node] = [
                tuple(self._at_deal(move, hand, best, here) for move in self.tree.nodes[node].moves)
                for hand in range(COUNT)
            ]
            best[node] = [max(values) for values in self.first[node]]
        start = 0 if self.tree.nodes else ~0
        self._values = [self._at_deal(start, hand, best, here) for hand in range(COUNT)]

    def _at_deal(self, move: int, hand: int, best: Mapping[int, list[int]], here: Values) -> int:
        if move in best:
            return best[move][hand]
        lines = [~move] if move < 0 else self._lines_from(move)
        extra = {self.payoffs.hole[line].get(NAMES[hand], 0) for line in lines} if self.payoffs.hole else {0}
        if len(extra) > 1:
            raise Inconclusive("a wager on the first cards turns on a decision after the flop")
        if move >= 0:
            value = self._whole[here.at[move]][hand]
        else:
            pairs = zip(self.sums.factors[~move], self._whole, strict=False)
            value = self.sums.constants[~move] * DEALS[DEALT] + sum(factor * row[hand] for factor, row in pairs)
        return value * self._scale + extra.pop() * self.sums.unit * DEALS[DEALT]

    def _lines_from(self, node: int) -> list[int]:
        found: list[int] = []
        for move in self.tree.nodes[node].moves:
            found += [~move] if move < 0 else self._lines_from(move)
        return found

    def worth(self, amount: int, shown: int = DEALT) -> Fraction:
        """A value as it is counted with so many cards shown, as a net per first wager."""
        scale = self._scale if shown == DEALT else 1
        return Fraction(amount, self.unit * scale * DEALS[shown])

    def hands(self) -> tuple[StartingHand, ...]:
        """Every starting hand, with the value of each first move, or of the round where no decision comes first."""
        first = self.first.get(0) or [(value,) for value in self._values]
        return tuple(
            StartingHand(NAMES[hand], ways(hand), tuple(self.worth(value) for value in first[hand]))
            for hand in range(COUNT)
        )

    def value(self) -> Fraction:
        """The expected net of a round per first wager."""
        return self.worth(sum(value * ways(hand) for hand, value in enumerate(self._values))) / HOLES

    def at(self, hole: Sequence[Card], board: Sequence[Card]) -> dict[int, tuple[Fraction, ...]]:
        """What each move is worth to who holds these cards and sees this board, at each decision taken there."""
        shown = len(board)
        if shown == DEALT:
            hand = place_of(hole)
            return {node: tuple(map(self.worth, first[hand])) for node, first in self.first.items()}
        here = self.layers[shown]
        row, at = _state(self.table.layers[shown], hole, board)
        known = self._showdown_of(row) if shown == RIVER else here.worth[:, self.table.layers[shown].start[row] :]
        found = {}
        for node in self._nodes(shown):
            rows = len(self.sums.tables) if shown == RIVER else len(here.worth) - len(self._nodes(shown))
            constants, factors = self._moves(node, here, rows)
            values = constants + factors @ known[:rows, at]
            found[node] = tuple(self.worth(int(value), shown) for value in values)
        return found

    def best(self, hole: Sequence[Card], board: Sequence[Card]) -> dict[int, int]:
        """The place of the move taken by who holds these cards and sees this board, at each decision taken there."""
        shown = len(board)
        if shown == DEALT:
            hand = place_of(hole)
            return {node: first[hand].index(max(first[hand])) for node, first in self.first.items()}
        row, at = _state(self.table.layers[shown], hole, board)
        state = int(self.table.layers[shown].start[row]) + at
        here = self.layers[shown]
        return {node: int(here.moves[at_, state]) for node, at_ in here.decided.items()}

    def _showdown_of(self, row: int) -> Ints:
        """The values of the states of one whole board."""
        boards, show = self.table.layers[RIVER], self.table.showdown
        low, high = int(boards.start[row]), int(boards.start[row + 1])
        worth = np.zeros((len(self.sums.tables), high - low), dtype=self._width(RIVER))
        one, there = slice(row, row + 1), slice(low, high)
        kernels.showdown(
            0, 1, boards.live[one], boards.unseen[one], np.array([0, high - low]), PAIR_A, PAIR_B, show.strength[there],
            show.order[there], show.held[one], show.category, self.sums.tables, worth,
        )  # fmt: skip
        return worth


def flops(boards: Layer) -> tuple[NDArray[Any], ...]:
    """What the loops from and to the deal take of the boards of three cards."""
    return boards.live, boards.unseen, boards.weight, boards.start, PAIR_A, PAIR_B


def _state(boards: Layer, hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, int]:
    """The row of a board of real cards, and the pair of the hole's types on it."""
    least = boards.size - 2
    masks = {suit: sum(1 << (card >> 2) for card in board if card & 3 == suit) for suit in range(4)}
    alive = sorted((suit for suit in range(4) if masks[suit].bit_count() >= least), key=lambda suit: -masks[suit])
    dead = tuple(sorted(card >> 2 for card in board if card & 3 not in alive))
    row = int(np.searchsorted(boards.keys, key_of(tuple(masks[suit] for suit in alive), dead)))
    slot = {suit: place + 1 for place, suit in enumerate(alive)}
    one, two = (RANKS * slot.get(card & 3, 0) + (card >> 2) for card in hole)
    return row, pair(one, two)
