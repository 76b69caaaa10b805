"""What the changes from one version of a spec to another are worth to the player, per round and first wager.

The best play of the earlier version is settled by the rules of both: a change of results, payments or stakes is worth
what its own cases net more by the later ones. What remains comes from playing otherwise.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulespec.compare.change_alone import alone
from rulespec.compare.change_classes import EDITORIAL
from rulespec.compare.change_rows import area_of, subject_of
from rulespec.compare.concepts import valid_rows
from rulespec.compare.pays import pay_rows
from rulespec.compare.settlement import settlement_rows
from rulespec.compare.stakes import stake_rows
from rulespec.compare.versions import BEFORE, versions
from rulespec.compare.worth import READ, PricedSpot, best_of, priced, priced_spots, table_of, table_words
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.model.change_worth import Bounds, VersionsWorth, WagerChange, WagerNet
from rulespec.model.comparison import Compared
from rulespec.model.finding import Finding
from rulespec.odds.playing import Played
from rulespec.odds.setting import Setting
from rulespec.odds.spans import BEST, Span

BY_CASES = ("settlement", "pay", "stake")  # areas whose changes have cases, in which a wager nets more or less
AS_A_WHOLE = ("decision", "wager", "option", "definition", "ranking")  # worth what a round then nets more
_ROWS: tuple[Callable[[Sequence[Settler]], list[Compared]], ...] = (settlement_rows, pay_rows, stake_rows, valid_rows)
_NONE = (Fraction(0), Fraction(0))

Spots = Sequence[PricedSpot]


def bears(finding: Finding) -> bool:
    """Whether a finding of the gate is a change that may be worth something to the player."""
    change = finding.change
    return change is not None and change.level != EDITORIAL and _area(finding) in (*BY_CASES, *AS_A_WHOLE)


def change_worth(
    before: Settler, after: Settler, found: Sequence[Finding]
) -> tuple[list[Bounds | None], VersionsWorth]:
    """What each of the changes of a spec is worth (None where that is not known), and what a round comes to.

    A change without cases of its own is worth what the round nets more where it is the only one. Where a best play
    cannot be worked out, the notes say why.
    """
    mine = [one for one in found if bears(one)]
    work = _Work(before, after)
    work.price_alone({_wager(one) for one in mine if _area(one) in BY_CASES})
    rows = work.rows()
    worth = [work.worth(one, rows, mine) if one in mine else None for one in found]
    return worth, work.told()


@dataclass(frozen=True)
class _Side:
    """One version: its table, its best play and the spots of it, settled by every version that can settle them."""

    settler: Settler
    table: Setting
    play: Played
    spots: Spots

    @property
    def name(self) -> str:
        return self.settler.spec.id

    def needed(self, name: str) -> bool:
        """Whether a wager is part of a round as the hands need it."""
        return any(one.name == name and (one.required or one.placed == "decided") for one in self.settler.spec.wagers)


class _Work:
    """The two versions of one spec, played and settled by each other's rules."""

    def __init__(self, before: Settler, after: Settler) -> None:
        self.two = versions(before, after, (None, None))
        self.notes: list[str] = []
        self.taken: list[str] = []  # how what each version leaves open is read, and at a table of what options
        self.alone: dict[str, WagerChange] = {}
        self.tables = tables = {settler.spec.id: table_of(settler) for settler in self.two.both}
        plays = [self._played(settler, tables[settler.spec.id]) for settler in self.two.both]
        alike = all(plays) and _deal_alike([one for one in plays if one is not None])
        if all(plays) and not alike:
            self.notes.append("the two versions deal otherwise, so that no play is settled by both")
        if self.taken:
            each = ", and after ".join(dict.fromkeys(self.taken))
            self.notes.append(f"best play is worked out {'before ' if ', and after ' in each else ''}{each}")
        read = {} if any(one is None or one.reading == BEST for one in plays) else _read(self.two.both)
        sides = [
            self._side(settler, play, tables if alike else {settler.spec.id: tables[settler.spec.id]}, read)
            for settler, play in zip(self.two.both, plays, strict=True)
        ]
        self.before, self.after = sides
        self.alike = alike

    def _told(self, text: str) -> str:
        earlier = f"{BEFORE}{self.two.after.spec.id}"
        return text.replace(earlier, f"{self.two.after.spec.id} as it was")

    def _played(self, settler: Settler, table: Setting) -> Played | None:
        try:
            play = best_of(settler, table)
        except Inconclusive as reason:
            which = "before" if settler is self.two.before else "after"
            self.notes.append(self._told(f"the best play {which} cannot be worked out: {reason}"))
            return None
        options = table_words(play.setting)
        self.taken.append(READ[play.reading] + (f", at a table of {options}" if options else ""))
        return play

    def _side(
        self, settler: Settler, play: Played | None, tables: Mapping[str, Setting], read: Mapping[str, Setting]
    ) -> _Side | None:
        if play is None:
            return None
        own = settler.spec.id
        try:
            spots = list(priced_spots(play, tables, {name: table for name, table in read.items() if name in tables}))
            if not all(own in spot.settled for spot in spots):
                raise Inconclusive("other acts are offered beside a further wager")
        except Inconclusive as reason:
            self.notes.append(self._told(f"the play of {own} is not settled by both versions: {reason}"))
            return None
        return _Side(settler, tables[own], play, spots)

    # Each change.

    def price_alone(self, names: Collection[str]) -> None:
        """Work out those of some wagers by themselves that no table has, since hands do not decide them."""
        placed = {name for table in self.tables.values() for name in table.names}
        for name in sorted(names):
            wagers = [settler.spec.wager(name) for settler in self.two.both]
            if name in placed or any(one is not None and one.placed != "before_deal" for one in wagers):
                continue
            try:
                first, second = (alone(settler.spec, name) for settler in self.two.both)
            except Inconclusive as reason:
                self._note(self._told(f"`{name}` is not priced: {reason}"))
                continue
            if first is not None or second is not None:
                title = self.two.after.spec.vocabulary.title(name)
                self.alone[name] = WagerChange(name, title, False, first, second)

    def rows(self) -> dict[tuple[str, str, str], Compared]:
        """The rows in which the two versions answer otherwise, priced, by area, subject and condition."""
        if self.before is None or not self.alike:
            return {}
        found: dict[tuple[str, str, str], Compared] = {}
        for make in _ROWS:
            try:
                rows = [row for row in make(self.two.both) if row.status != "agree"]
            except Inconclusive:
                continue
            for row in rows:
                told = priced(row, {self.before.name: self.before.spots}, (*BY_CASES, "valid"))
                found[area_of(row), subject_of(row), row.condition] = told
        return found

    def worth(
        self, finding: Finding, rows: Mapping[tuple[str, str, str], Compared], found: Sequence[Finding]
    ) -> Bounds | None:
        """What a change is worth; None where that is not known. `found` are all that may be worth something."""
        area, condition = _area(finding), finding.when.condition if finding.when is not None else ""
        row = rows.get((area, finding.subject, condition))
        if row is not None and row.worth:
            names = tuple(settler.spec.id for settler in self.two.both)
            return next((one.more(*names) for one in row.worth), None)
        if area in BY_CASES:
            name = _wager(finding)
            same = [one for one in found if _area(one) in BY_CASES and _wager(one) == name]
            others = [one for one in found if _area(one) not in BY_CASES]
            return self._of_wager(name) if len(same) == 1 and not others else None
        return self.told().change if area in AS_A_WHOLE and len(found) == 1 else None

    def _of_wager(self, name: str) -> Bounds | None:
        """What a wager nets more after than before, at the same play."""
        if name in self.alone:
            return self.alone[name].change
        if self.before is None or not any(
            name in wagers for spot in self.before.spots for wagers in spot.read.values()
        ):
            return None
        return self._apart(self.before.spots, {name}, False)

    def _apart(self, spots: Spots, names: set[str], read: bool) -> Bounds | None:
        """What some wagers net more after than before, at one play; None where it cannot be played by both versions.

        What is left open alike before and after comes to the same. With `read`, recorded readings are applied.
        """
        first, second = (settler.spec.id for settler in self.two.both)
        low = high = Fraction(0)
        for spot in spots:
            if first not in spot.settled or second not in spot.settled:
                return None
            settled = spot.read if read else spot.settled
            for name in names:
                some = [settled[side].get(name) for side in (first, second)]
                (low_before, high_before), (low_after, high_after) = map(_net, some)
                if (low_before, high_before) != (low_after, high_after):
                    low += spot.share * (low_after - high_before)
                    high += spot.share * (high_after - low_before)
        return low, high

    # The round.

    def told(self) -> VersionsWorth:
        """What a round comes to before and after."""
        spec = self.two.after.spec
        sides = (self.before, self.after)
        names = list(dict.fromkeys(wager.name for settler in self.two.both for wager in settler.spec.wagers))
        needed = {name for name in names if any(side is not None and side.needed(name) for side in sides)}
        totals = [None if side is None or not needed else _total(side.spots, side.name, needed) for side in sides]
        same = adapted = None
        if self.before is not None and self.alike and needed:
            same = self._apart(self.before.spots, needed, True)
            if same is None:
                self._note("the play that was best before cannot be played after")
        if same is not None and self.after is not None and self.before is not None and totals[1] is not None:
            there = _total(self.before.spots, self.two.after.spec.id, needed)
            gained = [new - old for new, old in zip(totals[1], there, strict=True)]
            adapted = (min(gained), max(gained))
        every = [_wager_change(spec.vocabulary.title(name), name, name in needed, sides) for name in names]
        every = [self.alone.get(one.wager, one) for one in every]
        wagers = tuple(one for one in every if one.before is not None or one.after is not None)
        known = next((side for side in (self.after, self.before) if side is not None), None)
        unit = spec.vocabulary.title(known.play.setting.first) if known is not None else ""
        return VersionsWorth(spec.id, unit, totals[0], totals[1], same, adapted, wagers, tuple(self.notes))

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


def _area(finding: Finding) -> str:
    return finding.rule.rpartition("-")[0]


def _wager(finding: Finding) -> str:
    """The wager that a change of results, payments or stakes is about."""
    parts = finding.subject.split("/")
    sections = ("wager", "settle", "pay", "stake", "valid")
    return parts[1] if parts[0] in sections and len(parts) > 1 else parts[0]


def _read(settlers: Sequence[Settler]) -> dict[str, Setting]:
    """The tables of those that have recorded readings, with these applied."""
    having = [one for one in settlers if one.spec.readings]
    return {one.spec.id: table_of(Settler(one.spec, one.rulebook, one.game, True)) for one in having}


def _deal_alike(plays: Sequence[Played]) -> bool:
    """Whether all deal the same cells as often."""
    features = frozenset(plays[0].grid.features)
    if any(frozenset(one.grid.features) != features for one in plays):
        return False
    cells = [{cell.values: cell.weight for cell in one.setting.game.tally(features).cells} for one in plays]
    return all(one == cells[0] for one in cells)


def _net(span: Span | None) -> Bounds:
    return (span.low, span.high) if span is not None else _NONE


def _of(spots: Spots, spec: str, name: str) -> Iterator[tuple[Fraction, Span]]:
    return ((spot.share, spot.read[spec][name]) for spot in spots if name in spot.read[spec])


def _total(spots: Spots, spec: str, names: set[str]) -> Bounds:
    nets = [(share, _net(span)) for name in names for share, span in _of(spots, spec, name)]
    return sum((share * net[0] for share, net in nets), Fraction(0)), sum(
        (share * net[1] for share, net in nets), Fraction(0)
    )


def _wager_change(title: str, name: str, needed: bool, sides: Sequence[_Side | None]) -> WagerChange:
    first, second = (None if side is None else _wager_net(side, name) for side in sides)
    return WagerChange(name, title, needed, first, second)


def _wager_net(side: _Side, name: str) -> WagerNet | None:
    found = list(_of(side.spots, side.name, name))
    if not found:
        return None
    staked = sum((share * span.staked for share, span in found), Fraction(0))
    return WagerNet(staked, _total(side.spots, side.name, {name}))
