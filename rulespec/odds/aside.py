"""Optional wagers: which turn on what is decided, and what those are worth that do not."""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from fractions import Fraction

from rulespec.domains.play import HOLE, Cell, Solved, StartingHand, Tally
from rulespec.errors import Inconclusive
from rulespec.model.odds import BEST, INTERPRETED, LITERAL, WORST, OpenCase, WagerOdds
from rulespec.odds.grid import Grid, Lines, grid
from rulespec.odds.results import of_line, open_of, wager_odds
from rulespec.odds.setting import Setting, features_of
from rulespec.odds.spans import Span


@dataclass(frozen=True, slots=True)
class Aside:
    """One optional wager, settled in every cell of what it reads, by every line of the game played with it."""

    name: str
    setting: Setting
    tally: Tally
    lines: Lines

    @property
    def alone(self) -> bool:
        """Whether nothing that is decided changes what becomes of it."""
        whole, states = self.whole, self.setting.walked.lines
        # Where cards decide what is offered, a line is there in some cells only.
        there = all(state.needs or line.keys() == whole.keys() for line, state in zip(self.lines, states, strict=True))
        return there and all(line[cell].pays_as(whole[cell]) for line in self.lines for cell in line)

    @property
    def whole(self) -> Mapping[Cell, Span]:
        """What becomes of it in each cell by the first line that there is in that cell."""
        found: dict[Cell, Span] = {}
        for line in reversed(self.lines):
            found.update(line)
        return found

    @property
    def open(self) -> bool:
        return any(span.open for line in self.lines for span in line.values())

    @property
    def weights(self) -> Mapping[Cell, int]:
        return {cell.values: cell.weight for cell in self.tally.cells}


def aside(setting: Setting, name: str) -> Aside:
    """An optional wager that a setting has, settled by what it reads. Raises `Inconclusive`."""
    features = features_of(setting.settler, setting.game, name)
    tally = setting.game.tally(features)
    settled = grid(setting, tally, (name,))
    if name not in settled.wagers:
        raise Inconclusive(f"`{name}` is not placed in lawful play")
    return Aside(name, setting, tally, settled.wagers[name])


def alone_odds(literal: Aside, interpreted: Aside | None) -> tuple[WagerOdds, ...]:
    """The odds of a wager that turns on no decision: one, or the bounds and what the recorded readings make of it."""
    if not literal.open:
        return (_of(literal, LITERAL),)
    found = [_of(literal, WORST), _of(literal, BEST)]
    if interpreted is not None and interpreted.alone and not interpreted.open:
        found.append(_of(interpreted, INTERPRETED))
    return tuple(found)


def alone_open(one: Aside) -> tuple[OpenCase, ...]:
    """The open cases of a wager that turns on no decision."""
    return open_of(one.name, of_line(one.whole, one.weights), one.tally.total)


def _of(one: Aside, reading: str) -> WagerOdds:
    return wager_odds(one.name, of_line(one.whole, one.weights), one.tally.total, reading)


# Wagers which acts forfeit, counted together with the starting hand.


@dataclass(frozen=True, slots=True)
class ByHand:
    """What a wager is worth to each starting hand, by the root's move, so far as no later act forfeits it.

    `kept` is what becomes of the wager in each cell after each move of the root, and `roots` the mean net of that, in
    units by starting hand. There are `scale` further deals to a starting hand.
    """

    aside: Aside
    tally: Tally
    lines: Lines
    scale: int
    kept: tuple[Mapping[Cell, Span], ...]
    roots: tuple[Mapping[str, Fraction], ...]

    @property
    def worth(self) -> tuple[Mapping[str, Fraction], ...]:
        """What the solver is given: the net by line and starting hand, as a sum over the further deals."""
        walked = self.aside.setting.walked
        sums = [{name: net * self.scale for name, net in root.items()} for root in self.roots]
        return tuple(sums[walked.root_move(line)] for line in range(len(self.lines)))

    def best(self, solved: Solved) -> Mapping[str, int]:
        """The root's move that is worth most to each starting hand with the wager, from what each is without it."""
        return {
            hand.name: max(range(len(hand.values)), key=lambda move: (self._value(hand, move), -move))
            for hand in solved.hands
        }

    def net(self, solved: Solved) -> Fraction:
        """The expected net of the round played so, in units."""
        best = self.best(solved)
        total = sum((hand.deals * self._value(hand, best[hand.name]) for hand in solved.hands), Fraction(0))
        return total / sum(hand.deals for hand in solved.hands)

    def _value(self, hand: StartingHand, move: int) -> Fraction:
        return hand.values[move] + self.roots[move][hand.name]


def by_hand(one: Aside, reading: str) -> ByHand:
    """A wager by the starting hand. Raises `Inconclusive` where what it turns on cannot be counted together with it."""
    setting, game = one.setting, one.setting.game
    tally = game.tally(frozenset({*one.tally.features, HOLE}))
    places = [tally.features.index(feature) for feature in one.tally.features]
    own = {cell.values: tuple(cell.values[place] for place in places) for cell in tally.cells}
    lines = tuple({cell: line[read] for cell, read in own.items()} for line in one.lines)  # the hand changes nothing
    scale = tally.total // game.tally(frozenset({HOLE})).total
    walked, place = setting.walked, tally.features.index(HOLE)
    roots = 1 + max(map(walked.root_move, range(len(lines))))
    by_root = [[lines[line] for line in range(len(lines)) if walked.root_move(line) == root] for root in range(roots)]
    cells = [cell.values for cell in tally.cells]
    kept = tuple(
        {cell: max((line[cell] for line in group), key=lambda span: span.net(reading)) for cell in cells}
        for group in by_root
    )
    ways: dict[str, int] = {}
    for cell in tally.cells:
        ways[cell.values[place]] = ways.get(cell.values[place], 0) + cell.weight
    means: list[dict[str, Fraction]] = [{} for _ in kept]
    for after, mean in zip(kept, means, strict=True):
        for cell in tally.cells:
            name = cell.values[place]
            share = Fraction(cell.weight, ways[name])
            mean[name] = mean.get(name, Fraction(0)) + after[cell.values].net(reading) * share
    return ByHand(one, tally, lines, scale, kept, tuple(means))


def slack(one: ByHand, solved: Solved, main: Grid, reading: str) -> Fraction:
    """By how much at most the play found is worth more than any that forfeits the wager where an act does.

    It is worked out as if no act after the first forfeited the wager. Where the play may do so all the same, with what
    another act at that point would have kept, a player who takes that act instead loses no more than this, a round in
    units. Who knows by then what the wager turns on takes it only where something is lost: never, if no deal of such a
    cell ends in a class of hand in which the line is taken. Who does not know takes it always. Raises `Inconclusive`
    where no other act keeps it.
    """
    walked, game, found = one.aside.setting.walked, one.aside.setting.game, Fraction(0)
    known = all(game.shown_with(feature) is not None for feature in one.aside.tally.features)
    for line, cells in enumerate(one.lines):
        kept = one.kept[walked.root_move(line)]
        lost = {cell for cell, span in cells.items() if span.net(reading) < kept[cell].net(reading)}
        counts: dict[str, int] = {}
        for cell, count in solved.counts[line].items():
            if count:
                counts[cell[0]] = counts.get(cell[0], 0) + count
        if lost and counts and known:
            met = _meeting(one, lost, set(counts), main.features[0])
            counts = {name: count for name, count in counts.items() if name in met}
        if lost and counts:
            found += _dearest(one, main, line, counts, lost if known else set(cells), reading) / solved.total
    return found


def _dearest(one: ByHand, main: Grid, line: int, counts: Mapping[str, int], held: Set[Cell], reading: str) -> Fraction:
    """What it costs at most to take another line that parts from this one at its last act, in so many deals.

    `counts` are the deals by class of hand; the other line keeps the wager in the cells `held`, and is one for all.
    """
    ways = one.aside.setting.walked.ways
    before = ways[line][:-1]
    costs = []
    for other, way in enumerate(ways):
        apart = other != line and way[: len(before)] == before
        kept = one.kept[one.aside.setting.walked.root_move(other)]
        if apart and all(one.lines[other][cell].net(reading) == kept[cell].net(reading) for cell in held):
            cost = Fraction(0)
            for name, count in counts.items():
                here, there = (_nets(main, each, name, reading) for each in (line, other))
                cost += count * max(Fraction(0), *(here[cell] - there[cell] for cell in here))
            costs.append(cost)
    if not costs:
        raise Inconclusive(
            f"whether to forfeit `{one.aside.name}` after the first act turns on more than what is counted"
        )
    return min(costs)


def _nets(main: Grid, line: int, name: str, reading: str) -> Mapping[Cell, Fraction]:
    """What the rest of the round nets by a line, in the cells of one class of hand."""
    nets: dict[Cell, Fraction] = {}
    for lines in main.wagers.values():
        for cell, span in lines[line].items():
            if cell[0] == name:
                nets[cell] = nets.get(cell, Fraction(0)) + span.net(reading)
    return nets


def _meeting(one: ByHand, lost: set[Cell], classes: set[str], feature: str) -> set[str]:
    """Those of the classes of hand in which a deal may end that is in one of the cells that are lost."""
    places = [place for place, name in enumerate(one.tally.features) if name != HOLE]
    own = [one.tally.features[place] for place in places]
    if not own:
        return classes
    short = {tuple(cell[place] for place in places) for cell in lost}
    together = one.aside.setting.game.tally(frozenset({*own, feature}))
    at, by = together.features.index(feature), [together.features.index(name) for name in own]
    met = {cell.values[at] for cell in together.cells if tuple(cell.values[place] for place in by) in short}
    return met & classes


def cases_by_hand(one: ByHand, solved: Solved) -> list[tuple[Span, int]]:
    """What becomes of the wager where the root's move is the best with it. `solved` is the play without it."""
    place, best = one.tally.features.index(HOLE), one.best(solved)
    return [(one.kept[best[cell.values[place]]][cell.values], cell.weight) for cell in one.tally.cells]
