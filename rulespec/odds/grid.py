"""Every line settled in every cell, by the engine: what the solver is given, and what its answer is read by."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from rulespec.domains.base import DEALING
from rulespec.domains.play import Cell, Payoffs, Tally
from rulespec.odds.setting import Setting, told_by
from rulespec.odds.spans import Span, spans
from rulespec.prove.states import State

Lines = tuple[Mapping[Cell, Span], ...]  # for each line and cell, what becomes of one wager; absent where not placed


@dataclass(frozen=True, slots=True)
class Grid:
    """Wagers by name, each settled in each cell of a tally by each line of a setting's tree."""

    features: tuple[str, ...]
    wagers: Mapping[str, Lines]

    def of(self, names: Iterable[str]) -> "Grid":
        """The same for some wagers."""
        return Grid(self.features, {name: self.wagers[name] for name in names if name in self.wagers})

    @property
    def open(self) -> bool:
        """Whether any case is not settled."""
        return any(span.open for lines in self.wagers.values() for line in lines for span in line.values())


def grid(
    setting: Setting,
    tally: Tally,
    names: Iterable[str] | None = None,
    lines: Sequence[State] | None = None,
) -> Grid:
    """The wagers (all that are placed, or those named) in each cell, by each line (or these). Raises `Inconclusive`.

    Of cells that no rule of these wagers tells apart one is settled.
    """
    states = setting.walked.lines if lines is None else lines
    placed = [wager.name for wager in setting.spec.wagers]
    kept = placed if names is None else [name for name in placed if name in set(names)]
    decided = {wager.name for wager in setting.spec.wagers if wager.placed == "decided"}
    found: dict[str, list[dict[Cell, Span]]] = {name: [{} for _ in states] for name in kept}
    told = told_by(setting.settler, [name for name in kept if name in setting.names or name in decided])
    dealt = [setting.dealt(cell.deal) for cell in tally.cells]
    of_deal = [(facts.get(DEALING), told.of_deal(facts)) for facts in dealt]
    for line, state in enumerate(states):
        known: dict[Hashable, Mapping[str, Span]] = {}
        for place, cell in enumerate(tally.cells):
            if state.needs and not state.fits(dealt[place]):
                continue
            seen = of_deal[place], told.rest({**dealt[place], **state.facts})
            if seen not in known:
                known[seen] = spans(setting, state, cell.deal)
            settled = known[seen]
            for name in kept:
                if name in settled:
                    found[name][line][cell.values] = settled[name]
    return Grid(tally.features, {name: tuple(cells) for name, cells in found.items() if any(cells)})


def payoffs(
    settled: Grid, lines: int, reading: str, hole: Sequence[Mapping[str, Fraction]] = (), scale: int = 1
) -> Payoffs:
    """What the solver is given: all wagers' nets together, in integers. `hole` is `Payoffs.hole`, in units."""
    sums: list[dict[Cell, Fraction]] = [{} for _ in range(lines)]
    for wager in settled.wagers.values():
        for line, cells in enumerate(wager):
            for cell, span in cells.items():
                sums[line][cell] = sums[line].get(cell, Fraction(0)) + span.net(reading)
    nets = [net for table in sums for net in table.values()] + [net for each in hole for net in each.values()]
    unit = lcm(*(net.denominator for net in nets)) if nets else 1
    tables = tuple({cell: int(net * unit) for cell, net in each.items()} for each in sums)
    return Payoffs(
        settled.features,
        unit,
        tables,
        tuple({name: int(net * unit) for name, net in each.items()} for each in hole),
        scale,
    )
