"""What comes of the best play of a game of shared cards: how often each line is taken, and what is dealt then.

The play is rolled on from the deal: how often each state is reached, by where the decisions so far lead.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rulespec.domains import poker_kernels as kernels
from rulespec.domains.play import Cell, Payoffs, Solved, Tree
from rulespec.domains.poker import Evaluator
from rulespec.domains.poker_cells import cells, showdowns_by_hand
from rulespec.domains.poker_holes import COUNT, ways
from rulespec.domains.poker_layers import PAIR_A, PAIR_B, Ints, hole_counts, pair_maps
from rulespec.domains.poker_play import DEALS, FEATURES, HOLES, Play, Values, flops
from rulespec.domains.poker_table import DEALT, FLOP, RIVER, TURN, ranges, table_of

_EVERY_MOVE = np.empty(0, dtype=np.int8)
# How often a state is reached: 1,024 boards of five ranks at most, 20 orders of flop, turn and river, 16 holes.
_OFTEN = np.int32
Often = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class _Way:
    """What is reached on the turn and goes to a later node or `~line`: where `moves` has `move` at `node`, or all."""

    to: int
    reached: Often
    node: int = -1
    moves: NDArray[np.int8] = field(default_factory=lambda: _EVERY_MOVE)
    move: int = 0


class Reach:
    """A game solved, to be played on."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._names = play.names
        self._taken: list[list[int]] = []

    def solved(self) -> Solved:
        """The play found, with how often each line is taken and each cell comes up."""
        self._taken = [[0] * len(node.moves) for node in self._play.tree.nodes]
        counts = {line: np.zeros_like(self._every()) for line in range(self._play.tree.lines)}
        goes = self._from_deal()
        moves, known = dict.fromkeys(goes.tolist()), self._by_hand()
        if known is not None:  # what is decided on the first cards need not be played on
            for line in [~move for move in moves if move < 0]:
                counts[line] += known[goes == ~line].sum(0)
        reached = self._dealt(goes, [move for move in moves if move >= 0 or known is None])
        reached = _merged(self._split(reached, self._play.layers[FLOP], FLOP))
        # One line's deals are all the others' left over: it is not counted, from where its play is at an end.
        left = next((move for move in reached if move < 0), None)
        if left is not None:
            del reached[left]
        ways = self._from_turn(self._after_flop(reached))
        if left is None and any(way.to < 0 for way in ways):
            way = ways.pop(next(place for place, way in enumerate(ways) if way.to < 0))
            self._take(way, int(way.reached[way.moves == way.move].sum()) if way.node >= 0 else 0)
            left = way.to
        for line, more in self._played_on(ways):
            counts[line] += more
        if left is not None:
            counts[~left] += self._every() - sum(counts.values())
        return Solved(
            self._play.value(),
            DEALS[DEALT] * HOLES,
            tuple(self._cells(counts[line]) for line in range(self._play.tree.lines)),
            tuple(map(tuple, self._taken)),
            self._play.hands(),
        )

    def _every(self) -> Ints:
        """How often each cell comes up in all, (C, C, 3)."""
        every = np.zeros((len(self._names), len(self._names), 3), dtype=np.int64)
        known = cells(self._play.table.evaluator.ranking, frozenset(FEATURES))
        times = DEALS[DEALT] * HOLES // known.total
        for cell in known.cells:
            mine, theirs, order = cell.values
            every[self._names.index(mine), self._names.index(theirs), "<=>".index(order)] = cell.weight * times
        return every

    def _from_turn(self, reached: Mapping[int, Often]) -> list["_Way"]:
        """What is reached on the turn, by where the decisions there lead."""
        tree, ways = self._play.tree, []
        for move, reach in reached.items():
            if move >= 0 and tree.nodes[move].shown == TURN:
                taken = self._play.layers[TURN].moves[self._play.layers[TURN].decided[move]]
                ways += [_Way(to, reach, move, taken, place) for place, to in enumerate(tree.nodes[move].moves)]
            else:
                ways.append(_Way(move, reach))
        return ways

    def _take(self, way: "_Way", times: int) -> None:
        if way.node >= 0:
            self._taken[way.node][way.move] += times * DEALS[TURN]

    def _played_on(self, ways: Sequence["_Way"]) -> list[tuple[int, Ints]]:
        """From the turn on: the lines taken, each with how often every cell comes up on it."""
        tables, tree = self._play.table, self._play.tree
        later, show, decided = tables.layers[RIVER], tables.showdown, self._play.layers[RIVER].decided
        taken, reach = self._rolled_on(TURN, ways)
        for way, times in zip(ways, taken, strict=True):
            self._take(way, times)
        ends = [tree.nodes[way.to].moves if way.to >= 0 else (way.to,) for way in ways]
        first = np.cumsum([0, *map(len, ends)])
        rows = np.array([decided.get(way.to, -1) for way in ways], dtype=np.int64)
        lines = int(first[-1])
        found: list[tuple[Ints, Ints]] = []

        def tally(low: int, high: int) -> None:
            times = np.zeros(lines, dtype=np.int64)
            counts = np.zeros((lines, len(self._names), len(self._names), 3), dtype=np.int64)
            kernels.tally(
                low, high, later.live, later.unseen, later.start, PAIR_A, PAIR_B, show.strength, show.order, show.held,
                    show.category, reach, self._play.layers[RIVER].moves, rows, first, times, counts,
            )  # fmt: skip
            found.append((times, counts))

        if lines:
            tables.each(later, tally)
        counted: list[tuple[int, Ints]] = []
        for way, begin, moves in zip(ways, first.tolist(), ends, strict=False):
            for place, to in enumerate(moves):
                if way.to >= 0:
                    times = sum(int(times[begin + place]) for times, _ in found)
                    self._taken[way.to][place] += times * DEALS[RIVER]
                counted += [(~to, counts[begin + place]) for _, counts in found]
        return counted

    def _from_deal(self) -> Ints:
        """(169,): where the first decisions lead each starting hand."""
        start = 0 if self._play.tree.nodes else ~0
        goes = np.full(COUNT, start, dtype=np.int64)
        for hand in range(COUNT):
            move = start
            while move in self._play.first:
                values = self._play.first[move][hand]
                place = values.index(max(values))
                self._taken[move][place] += ways(hand) * DEALS[DEALT]
                move = self._play.tree.nodes[move].moves[place]
            goes[hand] = move
        return goes

    def _by_hand(self) -> Ints | None:
        """How often each cell comes up with each starting hand, (169, C, C, 3); None where that is not known ahead."""
        known = showdowns_by_hand(self._play.table.evaluator.ranking)
        if known is None:
            return None
        found = np.zeros((COUNT, len(self._names), len(self._names), 3), dtype=np.int64)
        for (mine, theirs, order), weights in known.items():
            found[:, self._names.index(mine), self._names.index(theirs), "<=>".index(order)] = weights
        times: int = DEALS[DEALT] * HOLES // int(found.sum())
        return found * times

    def _dealt(self, goes: Ints, moves: Sequence[int]) -> dict[int, Often]:
        """In how many ways each state of the flop is reached, by where the first decisions lead, for these of them."""
        boards = self._play.table.layers[FLOP]
        found = {move: np.empty(boards.states, dtype=_OFTEN) for move in moves}
        for move, reach in found.items():
            kernels.to_flops(*flops(boards), hole_counts() @ (goes == move).astype(np.int64), reach)
        return found

    def _after_flop(self, reached: Mapping[int, Often]) -> dict[int, Often]:
        """The same for the turn, after all decisions on the flop."""
        _, found = self._rolled_on(FLOP, [_Way(move, reach) for move, reach in reached.items()])
        return dict(zip(reached, found, strict=True))

    def _rolled_on(self, shown: int, ways: Sequence[_Way]) -> tuple[list[int], NDArray[np.int32]]:
        """How often each way is taken with so many cards shown, and how often each state is reached with one more."""
        tables = self._play.table
        here, later, link = tables.layers[shown], tables.layers[shown + 1], tables.links[shown]
        parts = ranges(here, -(-tables.threads // max(1, len(ways))))
        found = np.zeros((len(parts), len(ways), later.states), dtype=_OFTEN)
        known = (here.live, here.unseen, here.start, later.start, link.rows, link.maps, pair_maps())

        def roll_on(part: int, place: int) -> int:
            way = ways[place]
            into = found[part, place]
            return int(kernels.roll_on(*parts[part], *known, way.reached, way.moves, way.move, into))

        works = [partial(roll_on, part, place) for part in range(len(parts)) for place in range(len(ways))]
        taken = np.array(tables.together(works)).reshape(len(parts), len(ways)).sum(0).tolist()
        for more in found[1:]:
            found[0] += more
        return taken, found[0]

    def _split(self, reached: dict[int, Often], here: Values, shown: int) -> Iterator[tuple[int, Often]]:
        """What is reached at decisions of this layer goes where they lead; the rest stays."""
        for move in list(reached):
            reach = reached.pop(move)  # these are large
            if move < 0 or self._play.tree.nodes[move].shown != shown:
                yield move, reach
                continue
            for place, to in enumerate(self._play.tree.nodes[move].moves):
                mine = reach * (here.moves[here.decided[move]] == place)
                self._taken[move][place] += int(mine.sum()) * DEALS[shown]
                if mine.any():
                    yield from self._split({to: mine}, here, shown)

    def _cells(self, counts: Ints) -> Mapping[Cell, int]:
        return {
            (self._names[mine], self._names[theirs], "<=>"[order]): int(counts[mine, theirs, order])
            for mine, theirs, order in np.argwhere(counts).tolist()
        }


def solve(evaluator: Evaluator, tree: Tree, payoffs: Payoffs) -> Solved:
    """Best play. Raises `Inconclusive` for what cannot be counted (`Play`)."""
    return Reach(Play(table_of(evaluator), tree, payoffs)).solved()


def _merged(parts: Iterator[tuple[int, Often]]) -> dict[int, Often]:
    found: dict[int, Often] = {}
    for move, reach in parts:
        found[move] = found[move] + reach if move in found else reach
    return found
