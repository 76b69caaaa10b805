"""A best play spot by spot: who did what, what was dealt, how often, and what became of each wager.

For sums that the odds do not hold: how often a case comes up under best play, and what another settlement of it is
worth.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.domains.play import Cell
from rulespec.odds.playing import Played
from rulespec.odds.spans import Span
from rulespec.prove.states import State


@dataclass(frozen=True, slots=True)
class Spot:
    """One line in one cell: what the hand did, a deal of the cell, its share of all rounds, its wagers."""

    state: State
    deal: Mapping[str, Any]
    share: Fraction
    wagers: Mapping[str, Span]
    cell: Cell


def spots(one: Played) -> Iterator[Spot]:
    """Every spot of a played round that comes up. The shares add up to 1."""
    setting, solved = one.setting, one.solved
    deals = {cell.values: cell.deal for cell in setting.game.tally(frozenset(one.grid.features)).cells}
    for line, counts in enumerate(solved.counts):
        state = setting.walked.lines[line]
        for cell, count in counts.items():
            if count:
                wagers = {name: lines[line][cell] for name, lines in one.grid.wagers.items() if cell in lines[line]}
                yield Spot(state, deals[cell], Fraction(count, solved.total), wagers, cell)
