"""Hands settled before: rounds come by the million, and most hands have been seen already but for their amounts.

The parts of a hand (see `scaling`) are kept apart from one another, and those that scale for amounts without a common
divisor. A hand with a fault is never kept, since faults name its seat and its amounts.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from operator import itemgetter
from typing import TypeAlias

from rulespec.engine.scaling import parts_of
from rulespec.engine.seat import SeatOutcome, times
from rulespec.model.round import Amount, Player, WagerOutcome
from rulespec.model.rows import Rulebook

KEPT = 50_000  # parts of hands; a bound, so that a stream of rounds needs constant memory

_PLACE = itemgetter(0)
_Key: TypeAlias = tuple[int, tuple[Amount, ...]]  # a part by its place, and its amounts in multiples of a unit
# A hand as it is looked up: everything about it but its amounts, and each part that it plays, with its unit.
Asked: TypeAlias = tuple[Hashable, Sequence[tuple[_Key, int]]]


class Memory:
    """What was settled by one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._names = tuple(wager.name for wager in rulebook.spec.wagers)
        self._parts = parts_of(rulebook)
        self._kept: dict[Hashable, dict[_Key, Sequence[tuple[int, str, WagerOutcome]]]] = {}
        self._count = 0

    def asked(self, player: Player, cards: Hashable, given: Mapping[str, object], options: str) -> Asked:
        """A hand as it is looked up. `cards` stands for all that its cards can bear on, `options` for those given."""
        amounts, acts = dict(player.wagers), []
        for action in player.actions:
            acts.append((action.stage, action.act, action.wager, action.amount is None))
            if action.amount is not None:
                amounts[action.wager] = action.amount
        found: list[tuple[_Key, int]] = []
        for place, part in enumerate(self._parts):
            placed = tuple([amounts[name] for name in part.wagers if name in amounts])
            if placed:
                unit = _unit(placed) if part.scales and part.limits.isdisjoint(given) else 1
                if unit > 1:
                    placed = tuple([amount // unit for amount in placed])
                found.append(((place, placed), unit))
        return (cards, options, tuple(player.wagers), tuple(acts), player.played_blind), found

    def recall(self, asked: Asked) -> SeatOutcome | None:
        """What became of such a hand; None where it is not kept."""
        kept = self._kept.get(asked[0])
        if kept is None:
            return None
        found: list[tuple[int, str, WagerOutcome, int]] = []
        for key, unit in asked[1]:
            wagers = kept.get(key)
            if wagers is None:
                return None
            found += [(place, name, wager, unit) for place, name, wager in wagers]
        found.sort(key=_PLACE)
        return SeatOutcome([one[1:] for one in found])

    def keep(self, asked: Asked, wagers: Mapping[str, WagerOutcome]) -> None:
        """Keep what became of a hand, part by part."""
        if self._count >= KEPT:
            self._kept.clear()
            self._count = 0
        kept = self._kept.setdefault(asked[0], {})
        for key, unit in asked[1]:
            names = [name for name in self._parts[key[0]].wagers if name in wagers]
            kept[key] = [(self._names.index(name), name, times(wagers[name], Fraction(1, unit))) for name in names]
            self._count += 1


def _unit(amounts: Sequence[Amount]) -> int:
    """The greatest common divisor of whole amounts; 1 where some are not whole."""
    try:
        return gcd(*amounts)  # type: ignore[arg-type]
    except TypeError:
        return 1
