"""Best play of a round, and the odds of its wagers under it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rulespec.domains.play import Cell, Payoffs, Solvable, Solved, Tally, Tree
from rulespec.errors import Inconclusive, InternalError
from rulespec.model.odds import HandOdds, MoveOdds, OpenCase, PlayOdds, WagerOdds
from rulespec.odds.grid import Grid, payoffs
from rulespec.odds.results import of_line, open_of, together, wager_odds
from rulespec.odds.setting import Setting
from rulespec.odds.spans import Span
from rulespec.odds.tree import Walked


@dataclass
class Solver:
    """One game's solver, asked about each question once: readings often come to the same payoffs."""

    game: object
    _known: dict[object, Solved] = field(default_factory=dict)

    def solve(self, tree: Tree, asked: Payoffs, tally: Tally) -> Solved:
        """Best play. Raises `Inconclusive` where there are decisions and the game cannot be solved."""
        if not tree.nodes and not asked.hole:
            return _undecided(asked, tally)
        tables = tuple(tuple(sorted(table.items())) for table in asked.tables)
        hole = tuple(tuple(sorted(each.items())) for each in asked.hole)
        key = (tree, asked.unit, tables, hole, asked.hole_scale)
        if key not in self._known:
            if not isinstance(self.game, Solvable):
                raise Inconclusive("the best play of this kind of game cannot be worked out")
            self._known[key] = self.game.solve(tree, asked)
        return self._known[key]


def _undecided(asked: Payoffs, tally: Tally) -> Solved:
    """A round in which nothing is decided: its one line, whatever is dealt."""
    counts = {cell.values: cell.weight for cell in tally.cells}
    net = sum(asked.tables[0].get(cell, 0) * count for cell, count in counts.items())
    return Solved(Fraction(net, asked.unit * tally.total), tally.total, (counts,), ())


@dataclass(frozen=True, slots=True)
class Played:
    """A round played best under one reading: the question, the answer, and what the answer is read by."""

    reading: str
    setting: Setting
    grid: Grid
    asked: Payoffs
    solved: Solved

    @property
    def opened(self) -> tuple[OpenCase, ...]:
        """The cases not settled that come up, by wager and state."""
        return tuple(case for name in self.grid.wagers for case in open_of(name, self.cases(name), self.solved.total))

    def cases(self, name: str) -> list[tuple[Span, int]]:
        """What becomes of a wager, case by case, with the number of deals of each."""
        by_line = zip(self.grid.wagers[name], self.solved.counts, strict=True)
        return [case for line, counts in by_line for case in of_line(line, counts)]


def played(solver: Solver, setting: Setting, settled: Grid, tally: Tally, reading: str) -> Played:
    """A round played best under a reading. Raises `Inconclusive`."""
    tree = setting.walked.tree
    asked = payoffs(settled, tree.lines, reading)
    found = Played(reading, setting, settled, asked, solver.solve(tree, asked, tally))
    if counted_net(asked, found.solved.counts, found.solved.total) != found.solved.value:
        raise InternalError("the deals counted do not come to the value of the best play")
    return found


def counted_net(asked: Payoffs, counts: Sequence[Mapping[Cell, int]], total: int) -> Fraction:
    """The expected net, from how often each line and cell comes up, without what turns on the starting hand."""
    net = sum(
        table.get(cell, 0) * count
        for table, cells in zip(asked.tables, counts, strict=True)
        for cell, count in cells.items()
    )
    return Fraction(net, asked.unit * total)


def play_odds(one: Played, reading: str) -> PlayOdds:
    """What comes of a played round, told as of a reading (`literal` where nothing open comes up)."""
    solved = one.solved
    net, staked, squares = Fraction(0), Fraction(0), Fraction(0)
    cases = (
        ([lines[line][cell] for lines in one.grid.wagers.values() if cell in lines[line]], count)
        for line, cells in enumerate(solved.counts)
        for cell, count in cells.items()
    )
    for spans, count in together(cases):
        got = sum((span.net(one.reading) for span in spans), Fraction(0))
        staked += count * sum((span.staked for span in spans), Fraction(0))
        net += count * got
        squares += count * got * got
    mean = net / solved.total
    return PlayOdds(
        reading,
        mean,
        staked / solved.total,
        squares / solved.total - mean * mean,
        tuple(of_wager(one, name, reading) for name in one.grid.wagers),
        moves(one.setting.walked, solved),
        hands(one.setting.walked, solved),
    )


def of_wager(one: Played, name: str, reading: str) -> WagerOdds:
    """The odds of one wager of a played round."""
    return wager_odds(name, one.cases(name), one.solved.total, reading)


def moves(walked: Walked, solved: Solved) -> tuple[MoveOdds, ...]:
    """How often each act is taken at each point."""
    return tuple(
        MoveOdds(choice.stage, choice.after, act, Fraction(count, solved.total))
        for choice, counts in zip(walked.choices, solved.moves, strict=True)
        for act, count in zip(choice.acts, counts, strict=True)
    )


def hands(walked: Walked, solved: Solved) -> tuple[HandOdds, ...]:
    """What each starting hand is worth by each first act; none where the first decision comes later or never."""
    names = walked.choices[0].acts if walked.choices and walked.tree.nodes[0].shown == 0 else ()
    if not names:
        return ()
    return tuple(
        HandOdds(hand.name, hand.deals, names[hand.best], hand.values[hand.best], _by_act(names, hand.values))
        for hand in solved.hands
    )


def _by_act(names: Sequence[str], values: Sequence[Fraction]) -> Mapping[str, Fraction]:
    return dict(zip(names, values, strict=True))
