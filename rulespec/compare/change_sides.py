"""One version of a spec as it is played: by each reading its best play, and what every wager comes to under it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from rulespec.compare.worth import table_of, undecided
from rulespec.engine.settle import Settler
from rulespec.model.change_worth import WagerNet
from rulespec.model.odds import WagerOdds
from rulespec.odds.odds import played_with
from rulespec.odds.playing import Played, of_wager
from rulespec.odds.setting import Setting


@dataclass(frozen=True)
class Version:
    """One version: its table, the best play of what a hand needs, and the nets of wagers, by reading.

    `table` has every further wager that the hands which meet decide. `joint` are the plays of those of them that an act
    may forfeit, each together with the rest. A figure that is told as `literal` alone is that of every reading.
    """

    settler: Settler
    table: Setting
    plays: Mapping[str, Played]
    joint: Mapping[str, Mapping[str, Played]]
    nets: Mapping[str, Mapping[str, WagerNet]]
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.settler.spec.id

    def needed(self, name: str) -> bool:
        """Whether a wager is part of a round as the hands need it."""
        return any(one.name == name and (one.required or one.placed == "decided") for one in self.settler.spec.wagers)

    def plays_of(self, name: str) -> Mapping[str, Played]:
        """The plays under which a wager is settled: those with it, where an act may forfeit it."""
        return self.joint.get(name, self.plays)


def version(settler: Settler, further: Collection[str] = ()) -> Version:
    """A spec as it is played, with all that a table has and these further wagers. Raises `Inconclusive`."""
    table = table_of(settler)
    required = {wager.name for wager in settler.spec.wagers if wager.required}
    free = {w.name for w in settler.spec.wagers if w.placed == "before_deal" and not w.required}
    found = played_with(settler.spec, free & {*table.names, *further})
    plays = found.main if required else undecided(settler, table)
    own: dict[str, dict[str, WagerNet]] = {}
    for reading, play in found.main.items():
        for name in play.grid.wagers:
            own.setdefault(name, {})[reading] = _net(of_wager(play, name, reading))
    for one in found.odds.alone:
        own.setdefault(one.wager, {})[one.reading] = _net(one)
    for each in found.odds.beside:
        own.setdefault(each.wager.wager, {})[each.reading] = replace(_net(each.wager), together=each.net)
    left = tuple(f"`{one.wager}` is left out: {one.reason}" for one in found.odds.missing if one.wager)
    return Version(settler, table, plays, found.joint, own, left)


def _net(one: WagerOdds) -> WagerNet:
    return WagerNet(one.staked if one.at_risk else Fraction(0), one.net)
