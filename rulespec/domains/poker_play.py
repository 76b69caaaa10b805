"""The best play of a game of shared cards against a dealer, exactly, whatever its lines pay.

The deals are rolled back from the whole board to the deal: at each point the value of every act is summed over all that
can still come, in integers, for every board and hole up to suits (`poker_layers`). Then the play found is rolled on
from the deal to the showdown, to count what comes of it.

What the lines pay is taken apart first: of all their tables a few are independent (one for what was staked before the
deal and one for each kind of later wager, say), and every line is a constant and a sum of these.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import gcd, lcm

import numpy as np
from numpy.typing import NDArray

from rulespec.domains import poker_kernels as kernels
from rulespec.domains.cards import Card
from rulespec.domains.play import Cell, Payoffs, Solved, StartingHand, Tree
from rulespec.domains.poker import Evaluator
from rulespec.domains.poker_cells import cells
from rulespec.domains.poker_holes import COUNT, NAMES, place_of, ways
from rulespec.domains.poker_layers import (
    PAIR_A,
    PAIR_B,
    PAIRS,
    RANKS,
    Ints,
    Layer,
    hole_counts,
    key_of,
    layer,
    pair,
    pair_maps,
)
from rulespec.domains.poker_ranks import Ranks, ranks
from rulespec.errors import Inconclusive

FEATURES = ("player", "dealer", "order")

DEALT, FLOP, TURN, RIVER = SHOWN = (0, 3, 4, 5)
# For one hole: the dealer's hands beside a whole board, and that times the cards still to come.
_DEALS = {RIVER: 990, TURN: 990 * 46, FLOP: 990 * 46 * 47, DEALT: 990 * 46 * 47 * 19_600}
_HOLES = 1_326
_LARGEST = 2**63 // (_DEALS[DEALT] * 4)  # of a payment in the units that are counted in; 4 for what cancels on the way
_EVERY_MOVE = np.empty(0, dtype=np.int8)
_PARTS = 64  # a layer is cut in so many ranges of rows, for threads to take


@dataclass(frozen=True)
class _Sums:
    """What lines pay as sums: line l pays `constants[l] + sum of factors[l][k] * tables[k]`, in 1 / `unit`.

    `tables` (K, C, C, 3).
    """

    unit: int
    constants: tuple[int, ...]
    factors: tuple[tuple[int, ...], ...]
    tables: Ints


def _taken_apart(payoffs: Payoffs, names: Sequence[str]) -> _Sums:
    cells = sorted(set().union(*payoffs.tables))
    basis: list[tuple[int, list[int]]] = []  # where each is not 0 and those before it are not needed, and itself
    constants: list[Fraction] = []
    factors: list[list[Fraction]] = []
    for table in payoffs.tables:
        paid = [Fraction(table.get(cell, 0)) for cell in cells]
        constants.append(paid[0] if paid else Fraction(0))
        rest = [amount - constants[-1] for amount in paid]
        mine = []
        for at, vector in basis:
            share = rest[at] / vector[at]
            rest = [left - share * other for left, other in zip(rest, vector, strict=True)]
            mine.append(share)
        if any(rest):
            scale = Fraction(gcd(*(left.numerator for left in rest)), lcm(*(left.denominator for left in rest)))
            vector = [int(left / scale) for left in rest]
            basis.append((next(at for at, left in enumerate(vector) if left), vector))
            mine.append(scale)
        factors.append(mine)
    unit = lcm(*(share.denominator for mine in factors for share in mine)) if any(factors) else 1
    place = {name: at for at, name in enumerate(names)}
    tables = np.zeros((len(basis), len(names), len(names), 3), dtype=np.int64)
    for k, (_, vector) in enumerate(basis):
        for (mine_, theirs, order), amount in zip(cells, vector, strict=True):
            tables[k, place[mine_], place[theirs], "<=>".index(order)] = amount
    largest = max((abs(amount) for table in payoffs.tables for amount in table.values()), default=0) * unit
    if max(largest, *(abs(amount) for _, vector in basis for amount in vector), 0) >= _LARGEST:
        raise Inconclusive("what is paid is too large, or too finely divided, for the odds to be counted")
    return _Sums(
        unit,
        tuple(int(constant * unit) for constant in constants),
        tuple(
            tuple(int(share * unit) for share in (*mine, *[Fraction(0)] * (len(basis) - len(mine)))) for mine in factors
        ),
        tables,
    )


@dataclass(frozen=True)
class _Showdown:
    """Boards of five cards with every hole's strength, and the holes of each in order."""

    layer: Layer
    ranks: Ranks
    strength: NDArray[np.int16]
    order: NDArray[np.uint16]
    held: Ints


@dataclass(frozen=True)
class _Link:
    """How a layer's boards lead to those with one card more: (R, 52), row (-1 for none) and the pairs' map."""

    rows: NDArray[np.int32]
    maps: NDArray[np.uint8]


class Table:
    """Everything that no rule changes: boards, strengths, how one leads to the next. Kept for several games."""

    def __init__(self, evaluator: Evaluator, threads: int = 0) -> None:
        self.evaluator = evaluator
        self.threads = threads or len(os.sched_getaffinity(0))
        self.layers = {size: layer(size) for size in (FLOP, TURN, RIVER)}
        self.links = {size: self._link(size) for size in (FLOP, TURN)}
        self.showdown = self._strengths()

    def each(self, boards: Layer, work: Callable[..., object], *given: object) -> None:
        """Calls `work(low, high, *given)` for ranges of a layer's rows, on all threads."""
        cuts = np.searchsorted(boards.start, np.linspace(0, boards.states, _PARTS + 1)).tolist()
        cuts[0], cuts[-1] = 0, boards.rows
        self.together([partial(work, low, high, *given) for low, high in pairwise(cuts) if low < high])

    def together(self, works: Sequence[Callable[[], object]]) -> None:
        """Does some work on all threads."""
        if self.threads == 1:
            for work in works:
                work()
            return
        with ThreadPoolExecutor(self.threads) as pool:
            for done in [pool.submit(work) for work in works]:
                done.result()

    def _link(self, size: int) -> _Link:
        here, there = self.layers[size], self.layers[size + 1]
        rows = np.full((here.rows, 52), -1, dtype=np.int32)
        maps = np.zeros((here.rows, 52), dtype=np.uint8)
        self.each(
            here,
            kernels.link,
            here.live,
            here.masks,
            here.dead,
            here.unseen,
            there.keys,
            size - 1,
            rows,
            maps,
        )
        return _Link(rows, maps)

    def _strengths(self) -> _Showdown:
        boards = self.layers[RIVER]
        found = ranks(self.evaluator, boards)
        strength = np.empty(boards.states, dtype=np.int16)
        order = np.empty(boards.states, dtype=np.uint16)
        held = np.zeros(boards.rows, dtype=np.int64)
        self.each(
            boards,
            kernels.strengths, boards.live, boards.masks, boards.unseen, boards.start, found.rank_row, found.rank_pair,
                PAIR_A, PAIR_B, found.by_rank, found.by_suit, strength, order, held,
        )  # fmt: skip
        return _Showdown(boards, found, strength, order, held)


@lru_cache(maxsize=1)
def table_of(evaluator: Evaluator) -> Table:
    """The tables of a ranking; the last one asked for is kept."""
    return Table(evaluator)


@dataclass
class _Layer:
    """The values at one number of shared cards: a row of `worth` for each table of the sums and each node (`at`)."""

    worth: Ints
    at: dict[int, int] = field(default_factory=dict)
    moves: dict[int, NDArray[np.int8]] = field(default_factory=dict)


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
        self._layers: dict[int, _Layer] = {}
        self._roll_back()
        self._deal()

    # Back from the showdown.

    def _nodes(self, shown: int) -> list[int]:
        return [place for place, node in enumerate(self.tree.nodes) if node.shown == shown]

    def _roll_back(self) -> None:
        tables, show = self.table, self.table.showdown
        boards, count = tables.layers[RIVER], len(self.sums.tables)
        worth = np.zeros((count + len(self._nodes(RIVER)), boards.states), dtype=np.int64)
        paid = worth[:count]
        tables.each(
            boards,
            kernels.showdown, boards.live, boards.unseen, boards.start, PAIR_A, PAIR_B, show.strength, show.order,
                show.held, show.ranks.category, self.sums.tables, paid,
        )  # fmt: skip
        here = self._layers[RIVER] = _Layer(worth)
        self._decide(RIVER, here)
        for shown in (TURN, FLOP):
            here = self._layers[shown] = self._summed(shown, here)
            self._decide(shown, here)
            if shown == TURN:  # the largest by far, and told anew where somebody asks for one board of it
                self._layers[RIVER].worth = np.empty((0, 0), dtype=np.int64)
                del worth, paid

    def _summed(self, shown: int, after: _Layer) -> _Layer:
        """The values of the layer after this one, summed over the card between."""
        here, link, later = self.table.layers[shown], self.table.links[shown], self.table.layers[shown + 1]
        count = len(self.sums.tables)
        above = [node for node in self.tree.nodes if node.shown <= shown]
        first = 0 if not self.tree.nodes or any(move < 0 for node in above for move in node.moves) else count
        if first and not after.at:
            first = 0
        rows = len(after.worth) - first
        worth = np.zeros((rows + len(self._nodes(shown)), here.states), dtype=np.int64)
        sums, values, maps = worth[:rows], after.worth[first:], pair_maps()
        self.table.each(
            here,
            kernels.roll_back, here.live, here.unseen, here.start, later.start, link.rows, link.maps, maps,
                PAIR_A, PAIR_B, values, sums,
        )  # fmt: skip
        return _Layer(worth, {node: place - first for node, place in after.at.items()})

    def _decide(self, shown: int, here: _Layer) -> None:
        """The best move of each node at this number of cards, in every state."""
        nodes = self._nodes(shown)
        rows = len(here.worth) - len(nodes)
        for new, node in enumerate(nodes):
            constants, factors = self._moves(node, here, rows)
            moves = np.empty(here.worth.shape[1], dtype=np.int8)
            cuts = np.linspace(0, len(moves), _PARTS + 1).astype(int).tolist()
            known, values = here.worth[:rows], here.worth[rows + new]
            self.table.together(
                [
                    partial(kernels.choose, low, high, known, factors, constants, values, moves)
                    for low, high in pairwise(cuts)
                ]
            )
            here.moves[node] = moves
        here.at |= {node: rows + new for new, node in enumerate(nodes)}

    def _moves(self, node: int, here: _Layer, rows: int) -> tuple[Ints, Ints]:
        """What each move of a node is worth: a constant, and a factor for each row of values."""
        moves = self.tree.nodes[node].moves
        constants = np.zeros(len(moves), dtype=np.int64)
        factors = np.zeros((len(moves), rows), dtype=np.int64)
        for place, move in enumerate(moves):
            if move >= 0:
                factors[place, here.at[move]] = 1
            else:
                constants[place] = self.sums.constants[~move] * _DEALS[self.tree.nodes[node].shown]
                factors[place, : len(self.sums.tables)] = self.sums.factors[~move]
        return constants, factors

    # The deal.

    def _deal(self) -> None:
        """The value of every move for each starting hand, as whole numbers of 1 / (`unit` x `_scale`)."""
        here, boards = self._layers[FLOP], self.table.layers[FLOP]
        whole = np.zeros((len(here.worth), COUNT), dtype=np.int64)
        for live, rows, counts, there in _flops(boards):
            values = here.worth[:, boards.start[rows][:, None] + np.arange(PAIRS[live])]
            summed = (values * (there * boards.weight[rows, None])).sum(axis=1)
            whole += summed @ counts
        self._whole = [[int(value) // ways(hand) for hand, value in enumerate(row)] for row in whole]
        self._scale = self.payoffs.hole_scale
        self._first: dict[int, list[tuple[int, ...]]] = {}
        best: dict[int, list[int]] = {}
        nodes = self._nodes(DEALT)
        for node in reversed(nodes):
            self._first[node] = [
                tuple(self._at_deal(move, hand, best, here) for move in self.tree.nodes[node].moves)
                for hand in range(COUNT)
            ]
            best[node] = [max(values) for values in self._first[node]]
        start = 0 if self.tree.nodes else ~0
        self._values = [self._at_deal(start, hand, best, here) for hand in range(COUNT)]

    def _at_deal(self, move: int, hand: int, best: Mapping[int, list[int]], here: _Layer) -> int:
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
            value = self.sums.constants[~move] * _DEALS[DEALT] + sum(factor * row[hand] for factor, row in pairs)
        return value * self._scale + extra.pop() * self.sums.unit * _DEALS[DEALT]

    def _lines_from(self, node: int) -> list[int]:
        found: list[int] = []
        for move in self.tree.nodes[node].moves:
            found += [~move] if move < 0 else self._lines_from(move)
        return found

    def worth(self, amount: int, shown: int = DEALT) -> Fraction:
        """A value as it is counted with so many cards shown, as a net per first wager."""
        scale = self._scale if shown == DEALT else 1
        return Fraction(amount, self.unit * scale * _DEALS[shown])

    def hands(self) -> tuple[StartingHand, ...]:
        """Every starting hand, with the value of each first move, or of the round where no decision comes first."""
        first = self._first.get(0) or [(value,) for value in self._values]
        return tuple(
            StartingHand(NAMES[hand], ways(hand), tuple(self.worth(value) for value in first[hand]))
            for hand in range(COUNT)
        )

    def value(self) -> Fraction:
        """The expected net of a round per first wager."""
        return self.worth(sum(value * ways(hand) for hand, value in enumerate(self._values))) / _HOLES

    def at(self, hole: Sequence[Card], board: Sequence[Card]) -> dict[int, tuple[Fraction, ...]]:
        """What each move is worth to who holds these cards and sees this board, at each decision taken there."""
        shown = len(board)
        if shown == DEALT:
            hand = place_of(hole)
            return {node: tuple(map(self.worth, first[hand])) for node, first in self._first.items()}
        here = self._layers[shown]
        row, at = _state(self.table.layers[shown], hole, board)
        known = self._showdown_of(row) if shown == RIVER else here.worth[:, self.table.layers[shown].start[row] :]
        found = {}
        for node in self._nodes(shown):
            rows = len(self.sums.tables) if shown == RIVER else len(here.worth) - len(self._nodes(shown))
            constants, factors = self._moves(node, here, rows)
            values = constants + factors @ known[:rows, at]
            found[node] = tuple(self.worth(int(value), shown) for value in values)
        return found

    def _showdown_of(self, row: int) -> Ints:
        """The values of the states of one whole board."""
        boards, show = self.table.layers[RIVER], self.table.showdown
        low, high = int(boards.start[row]), int(boards.start[row + 1])
        worth = np.zeros((len(self.sums.tables), high - low), dtype=np.int64)
        one, there = slice(row, row + 1), slice(low, high)
        kernels.showdown(
            0, 1, boards.live[one], boards.unseen[one], np.array([0, high - low]), PAIR_A, PAIR_B, show.strength[there],
            show.order[there], show.held[one], show.ranks.category, self.sums.tables, worth,
        )  # fmt: skip
        return worth

    # On to the showdown.

    def solved(self) -> Solved:
        """The play found, with how often each line is taken and each cell comes up."""
        self._taken = [[0] * len(node.moves) for node in self.tree.nodes]
        counts = {line: np.zeros_like(self._every()) for line in range(self.tree.lines)}
        reached = self._after_flop(self._dealt())
        # One line's deals are all the others' left over: it needs no counting.
        left = next((move for move in reached if move < 0), None)
        found: list[tuple[int, Ints]] = []
        self.table.together(
            [partial(self._play_on, move, reach, found) for move, reach in reached.items() if move != left]
        )
        for line, more in found:
            counts[line] += more
        if left is not None:
            counts[~left] += self._every() - sum(counts.values())
        return Solved(
            self.value(),
            _DEALS[DEALT] * _HOLES,
            tuple(self._cells(counts[line]) for line in range(self.tree.lines)),
            tuple(map(tuple, self._taken)),
            self.hands(),
        )

    def _every(self) -> Ints:
        """How often each cell comes up in all, (C, C, 3)."""
        every = np.zeros((len(self.names), len(self.names), 3), dtype=np.int64)
        known = cells(self.table.evaluator.ranking, frozenset(FEATURES))
        times = _DEALS[DEALT] * _HOLES // known.total
        for cell in known.cells:
            mine, theirs, order = cell.values
            every[self.names.index(mine), self.names.index(theirs), "<=>".index(order)] = cell.weight * times
        return every

    def _play_on(self, move: int, reached: Ints, found: list[tuple[int, Ints]]) -> None:
        """From the turn on: adds the lines taken to `found`, each with how often every cell comes up on it."""
        here, later, link = self.table.layers[TURN], self.table.layers[RIVER], self.table.links[TURN]
        show = self.table.showdown
        reach = np.zeros(later.states, dtype=np.int64)
        known = (here.live, here.unseen, here.start, later.start, link.rows, link.maps, pair_maps())
        kernels.roll_on(*known, reached, reach)
        ways = [(move, _EVERY_MOVE, 0)]
        while ways:
            to, moves, chosen = ways.pop()
            if to >= 0:
                taken = self._layers[RIVER].moves[to]
                ways += [(after, taken, place) for place, after in enumerate(self.tree.nodes[to].moves)]
                continue
            counts = np.zeros((len(self.names), len(self.names), 3), dtype=np.int64)
            times = kernels.tally(
                0, later.rows, later.live, later.unseen, later.start, PAIR_A, PAIR_B, show.strength, show.order,
                show.held, show.ranks.category, reach, moves, chosen, counts,
            )  # fmt: skip
            if move >= 0:
                self._taken[move][chosen] += int(times) * _DEALS[RIVER]
            found.append((~to, counts))

    def _dealt(self) -> dict[int, Ints]:
        """In how many ways each state of the flop is reached, by where the first decisions lead."""
        start = 0 if self.tree.nodes else ~0
        goes = np.full(COUNT, start, dtype=np.int64)
        for hand in range(COUNT):
            move = start
            while move in self._first:
                values = self._first[move][hand]
                place = values.index(max(values))
                self._taken[move][place] += ways(hand) * _DEALS[DEALT]
                move = self.tree.nodes[move].moves[place]
            goes[hand] = move
        boards = self.table.layers[FLOP]
        found: dict[int, Ints] = {}
        for move in dict.fromkeys(goes.tolist()):
            reach = found[move] = np.zeros(boards.states, dtype=np.int64)
            for live, rows, counts, there in _flops(boards):
                mine = counts @ (goes == move).astype(np.int64)
                reach[boards.start[rows][:, None] + np.arange(PAIRS[live])] = there * boards.weight[rows, None] * mine
        return found

    def _after_flop(self, reached: dict[int, Ints]) -> dict[int, Ints]:
        """The same for the turn, after all decisions on the flop and on the turn."""
        reached = _merged(self._split(reached, self._layers[FLOP], FLOP))
        here, later, link = self.table.layers[FLOP], self.table.layers[TURN], self.table.links[FLOP]
        found = {move: np.zeros(later.states, dtype=np.int64) for move in reached}
        known = (here.live, here.unseen, here.start, later.start, link.rows, link.maps, pair_maps())
        self.table.together([partial(kernels.roll_on, *known, reach, found[move]) for move, reach in reached.items()])
        return _merged(self._split(found, self._layers[TURN], TURN))

    def _split(self, reached: Mapping[int, Ints], here: _Layer, shown: int) -> Iterator[tuple[int, Ints]]:
        """What is reached at decisions of this layer goes where they lead; the rest stays."""
        for move, reach in reached.items():
            if move < 0 or self.tree.nodes[move].shown != shown:
                yield move, reach
                continue
            for place, to in enumerate(self.tree.nodes[move].moves):
                mine = np.where(here.moves[move] == place, reach, 0)
                self._taken[move][place] += int(mine.sum()) * _DEALS[shown]
                if mine.any():
                    yield from self._split({to: mine}, here, shown)

    def _cells(self, counts: Ints) -> Mapping[Cell, int]:
        return {
            (self.names[mine], self.names[theirs], "<=>"[order]): int(counts[mine, theirs, order])
            for mine, theirs, order in np.argwhere(counts).tolist()
        }


def solve(evaluator: Evaluator, tree: Tree, payoffs: Payoffs) -> Solved:
    """Best play. Raises `Inconclusive` for what cannot be counted (`Play`)."""
    return Play(table_of(evaluator), tree, payoffs).solved()


def _merged(parts: Iterator[tuple[int, Ints]]) -> dict[int, Ints]:
    found: dict[int, Ints] = {}
    for move, reach in parts:
        found[move] = found[move] + reach if move in found else reach
    return found


def _flops(boards: Layer) -> Iterator[tuple[int, Ints, Ints, NDArray[np.bool_]]]:
    """By the number of live suits: the rows, the holes of each pair by starting hand, which pairs each row allows."""
    for live in range(1, 4):
        rows = np.flatnonzero(boards.live == live)
        pairs = PAIRS[live]
        a, b = PAIR_A[:pairs].astype(int), PAIR_B[:pairs].astype(int)
        there = (boards.unseen[rows][:, a] > 0) & (boards.unseen[rows][:, b] > 0)
        yield live, rows, hole_counts()[live, :pairs], there


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
