"""What the changes from one version of a spec to another are worth to the player, per round and first wager.

The best play of the earlier version is settled by the rules of both: a change of results, payments or stakes is worth
what its own cases net more by the later ones. What remains comes from playing otherwise. Where cases are open, each
reading of them has its own best play, and figures of one reading are held against figures of the same.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from rulespec.compare.change_classes import EDITORIAL
from rulespec.compare.change_rows import area_of, subject_of
from rulespec.compare.change_sides import Version, version
from rulespec.compare.concepts import valid_rows
from rulespec.compare.pays import pay_rows
from rulespec.compare.settlement import settlement_rows
from rulespec.compare.stakes import stake_rows
from rulespec.compare.versions import BEFORE, versions
from rulespec.compare.worth import PricedSpot, priced_spots, table_of, table_words, worth_of
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.model.change_worth import Bounds, RoundChange, VersionsWorth, WagerChange, bounds
from rulespec.model.comparison import Compared
from rulespec.model.finding import Finding
from rulespec.model.odds import BEST, INTERPRETED, LITERAL, WORST, readings
from rulespec.odds.playing import Played
from rulespec.odds.setting import Setting

BY_CASES = ("settlement", "pay", "stake")  # areas whose changes have cases, in which a wager nets more or less
AS_A_WHOLE = ("decision", "wager", "option", "definition", "ranking")  # worth what a round then nets more
READING = "interpretation"  # worth what a round then nets more with the recorded readings
_ROWS: tuple[Callable[[Sequence[Settler]], list[Compared]], ...] = (settlement_rows, pay_rows, stake_rows, valid_rows)
_TABLES = ("settle", "pay", "stake", "valid", "wagers")

Spots = Sequence[PricedSpot]
T = TypeVar("T")


def bears(finding: Finding) -> bool:
    """Whether a finding of the gate is a change that may be worth something to the player."""
    change = finding.change
    return change is not None and change.level != EDITORIAL and _area(finding) in (*BY_CASES, *AS_A_WHOLE, READING)


def change_worth(
    before: Settler, after: Settler, found: Sequence[Finding]
) -> tuple[list[Bounds | None], VersionsWorth]:
    """What each of the changes of a spec is worth (None where that is not known), and what a round comes to.

    A change without cases of its own is worth what the round nets more where it is the only one; what only follows from
    it, since what rules read of the wager is written as it was, is no other. Where a best play cannot be worked out,
    the notes say why.
    """
    mine = [one for one in found if bears(one)]
    work = _Work(before, after, {_wager(one) for one in mine if _area(one) in BY_CASES})
    rows = work.rows()
    worth = [work.worth(one, rows, mine) if one in mine else None for one in found]
    return worth, work.told()


class _Work:
    """The two versions of one spec, played and settled by each other's rules."""

    def __init__(self, before: Settler, after: Settler, changed: Collection[str]) -> None:
        """`changed` are wagers that are told of whatever decides them."""
        self.two = versions(before, after, (None, None))
        self.notes: list[str] = []
        self.taken: list[str] = []  # how what each version leaves open is read, and at a table of what options
        sides = [self._version(settler, changed) for settler in self.two.both]
        self.before, self.after = sides
        self.known: dict[Any, PricedSpot] = {}
        self.tables: Mapping[str, Setting] = {}
        self.alike = False
        if self.before is not None and self.after is not None:
            self.alike = _deal_alike(self.before, self.after)
            if not self.alike:
                self.notes.append("the two versions deal otherwise, so that no play is settled by both")
            self.tables = {side.name: side.table for side in (self.before, self.after)}
        if self.taken:
            each = ", and after ".join(dict.fromkeys(self.taken))
            self.notes.append(f"best play is worked out {'before ' if ', and after ' in each else ''}{each}")
        self.read = _read(self.two.both) if self.before is not None and INTERPRETED in self.before.plays else {}
        self._round: tuple[RoundChange, ...] | None = None

    def _told(self, text: str) -> str:
        earlier = f"{BEFORE}{self.two.after.spec.id}"
        return text.replace(earlier, f"{self.two.after.spec.id} as it was")

    def _version(self, settler: Settler, changed: Collection[str]) -> Version | None:
        try:
            found = version(settler, changed)
        except Inconclusive as reason:
            which = "before" if settler is self.two.before else "after"
            self.notes.append(self._told(f"the best play {which} cannot be worked out: {reason}"))
            return None
        options = table_words(found.table)
        read = "as the document has it" if LITERAL in found.plays else "by each reading of the cases left open"
        self.taken.append(read + (f", at a table of {options}" if options else ""))
        for note in found.notes:
            self._note(self._told(note))
        return found

    def _spots(self, play: Played) -> Spots | None:
        """The spots of a play of the earlier version, settled by both; None where that cannot be."""
        assert self.before is not None
        try:
            spots = list(priced_spots(play, self.tables, self.read, self.known))
            if not all(self.before.name in spot.settled for spot in spots):
                raise Inconclusive("other acts are offered beside a further wager")
        except Inconclusive as reason:
            self._note(self._told(f"the play of {self.before.name} is not settled by both versions: {reason}"))
            return None
        return spots

    # Each change.

    def rows(self) -> dict[tuple[str, str, str], Bounds]:
        """What the rows in which the two versions answer otherwise are worth, by area, subject and condition."""
        if self.before is None or not self.alike:
            return {}
        found: dict[tuple[str, str, str], Bounds] = {}
        for make in _ROWS:
            try:
                rows = [row for row in make(self.two.both) if row.status != "agree"]
            except Inconclusive:
                continue
            for row in rows:
                told = self._priced(row)
                if told is not None:
                    found[area_of(row), subject_of(row), row.condition] = told
        return found

    def _priced(self, row: Compared) -> Bounds | None:
        assert self.before is not None
        spots = {reading: self._spots(play) for reading, play in _shown(self.before.plays_of(row.subject)).items()}
        there = {reading: some for reading, some in spots.items() if some is not None}
        told = {reading: worth_of(row, reading, some, (*BY_CASES, "valid")) for reading, some in there.items()}
        first, second = (settler.spec.id for settler in self.two.both)
        ends: list[Fraction | None] = []
        for reading in spots:
            worth = told.get(reading)
            nets = worth.nets if worth is not None else {}
            if first not in nets or second not in nets:
                return None
            some = [new - old for old, new in zip(nets[first], nets[second], strict=True)]  # read against, read for
            ends += some[:1] if reading == WORST else some[1:] if reading == BEST else some
        return bounds(ends)

    def worth(
        self, finding: Finding, rows: Mapping[tuple[str, str, str], Bounds], found: Sequence[Finding]
    ) -> Bounds | None:
        """What a change is worth; None where that is not known. `found` are all that may be worth something."""
        area, condition = _area(finding), finding.when.condition if finding.when is not None else ""
        row = rows.get((area, finding.subject, condition))
        if row is not None:
            return row
        if area in BY_CASES:
            name = _wager(finding)
            same = [one for one in found if _area(one) in BY_CASES and _wager(one) == name]
            others = [one for one in found if _area(one) not in BY_CASES]
            return self._of_wager(name) if len(same) == 1 and not others else None
        if [one for one in found if not self._follows(one)] != [finding]:
            return None
        if area == READING:
            return self._by_readings()
        return bounds(_shown({one.reading: one.change for one in self.rounds()}).values())

    def _by_readings(self) -> Bounds | None:
        """What the round nets more with the recorded readings; where it does not, the one wager beside it that does."""
        more = [one.change for one in self.rounds() if one.reading == INTERPRETED and one.change]
        if not more:
            more = [one.change for one in self.wagers() if not one.needed and one.reading == INTERPRETED and one.change]
        return bounds(more) if len(more) == 1 else None

    def _follows(self, finding: Finding) -> bool:
        """Whether a change of cases only follows from others: nothing that is written of its wager changed."""
        written = {name for section, name in self.two.differing("meaning") if section in _TABLES}
        return _area(finding) in BY_CASES and _wager(finding) not in written

    def _of_wager(self, name: str) -> Bounds | None:
        """What a wager nets more after than before, at the same play or whoever plays how."""
        if self.before is None:
            return None
        if any(name in one.grid.wagers for one in self.before.plays_of(name).values()):
            shown = _shown(self.before.plays_of(name))
            return bounds(self._apart(play, {name}, reading) for reading, play in shown.items()) if self.alike else None
        changes = {one.reading: one for one in self.wagers() if one.wager == name}
        sides = [side for one in changes.values() for side in (one.before, one.after) if side is not None]
        if any(side.together is not None for side in sides):
            return None  # the rest is played otherwise with it
        return bounds(one.change for one in _shown(changes).values())

    def _apart(self, play: Played, names: set[str], reading: str) -> Fraction | None:
        """What some wagers net more after than before, at one play; None where it cannot be played by both versions."""
        spots = self._spots(play)
        first, second = (settler.spec.id for settler in self.two.both)
        more = Fraction(0)
        for spot in spots or ():
            if second not in spot.settled:
                return None
            settled = spot.read if reading == INTERPRETED else spot.settled
            for name in names:
                old, new = (settled[side].get(name) for side in (first, second))
                if reading in (INTERPRETED, LITERAL) and any(one is not None and one.open for one in (old, new)):
                    return None
                nets = [one.net(reading) if one is not None else Fraction(0) for one in (old, new)]
                more += spot.share * (nets[1] - nets[0])
        return None if spots is None else more

    # The round and its wagers.

    def _needed(self) -> set[str]:
        sides = [side for side in (self.before, self.after) if side is not None]
        names = {wager.name for settler in self.two.both for wager in settler.spec.wagers}
        return {name for name in names if any(side.needed(name) for side in sides)}

    def rounds(self) -> tuple[RoundChange, ...]:
        """What a round comes to before and after, by each reading."""
        if self._round is None:
            self._round = tuple(self._rounds()) if self._needed() else ()
        return self._round

    def _rounds(self) -> Iterable[RoundChange]:
        needed = self._needed()
        plays = [side.plays if side is not None else {} for side in (self.before, self.after)]
        every = readings(plays)
        literal = every == (LITERAL,) and all(plays) and self.alike
        held = [self._apart(plays[0][LITERAL], needed, each) for each in (LITERAL, WORST)] if literal else []
        if held and held[0] is None and held[1] is not None:
            every = (WORST, BEST)  # who plays on meets what the later version leaves open
        for reading in every:
            old, new = (_of(side, reading) for side in plays)
            same = self._apart(old, needed, reading) if old is not None and self.alike else None
            if old is not None and self.alike and same is None:
                self._note(
                    "the play that was best before cannot be played after"
                    if reading != INTERPRETED
                    else "the recorded readings do not settle the play that was best before by both versions"
                )
            yield RoundChange(
                reading,
                old.solved.value if old is not None else None,
                new.solved.value if new is not None else None,
                same,
            )

    def wagers(self) -> tuple[WagerChange, ...]:
        """What each wager comes to before and after, by each reading."""
        needed, title = self._needed(), self.two.after.spec.vocabulary.title
        found = []
        for name in dict.fromkeys(wager.name for settler in self.two.both for wager in settler.spec.wagers):
            nets = [side.nets.get(name, {}) if side is not None else {} for side in (self.before, self.after)]
            for reading in readings(nets) if name not in needed else [one.reading for one in self.rounds()]:
                old, new = (_of(side, reading) for side in nets)
                if old is not None or new is not None:
                    found.append(WagerChange(name, title(name), name in needed, reading, old, new))
        return tuple(found)

    def told(self) -> VersionsWorth:
        """What a round comes to before and after."""
        rounds, wagers = self.rounds(), self.wagers()
        known = next((side for side in (self.after, self.before) if side is not None), None)
        unit = self.two.after.spec.vocabulary.title(known.table.first) if known is not None and rounds else ""
        return VersionsWorth(self.two.after.spec.id, unit, rounds, wagers, tuple(self.notes))

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


def _of(side: Mapping[str, T], reading: str) -> T | None:
    """What a version has by a reading; what it has as it reads is that of every reading."""
    return side.get(reading, side.get(LITERAL))


def _shown(figures: Mapping[str, T]) -> Mapping[str, T]:
    """The figures that a change is told by: as the document has it, or with the recorded readings, or both bounds."""
    for reading in (LITERAL, INTERPRETED):
        if reading in figures:
            return {reading: figures[reading]}
    return figures


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


def _deal_alike(*sides: Version) -> bool:
    """Whether all deal the same cells as often."""
    plays = [next(iter(side.plays.values())) for side in sides]
    features = frozenset(plays[0].grid.features)
    if any(frozenset(one.grid.features) != features for one in plays):
        return False
    cells = [{cell.values: cell.weight for cell in one.setting.game.tally(features).cells} for one in plays]
    return all(one == cells[0] for one in cells)
