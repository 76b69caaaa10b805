"""Settling many rounds: each names its spec, each spec is compiled once, one bad round never stops the others."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from rulespec.domains.base import Fault, RoundFault
from rulespec.engine.seat import SeatOutcome
from rulespec.engine.settle import Settler
from rulespec.errors import NoEdition, RulespecError
from rulespec.load.days import parse_day
from rulespec.load.library import library_of
from rulespec.load.rounds import parse_json, read_round
from rulespec.model.edition import is_edition
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.round import Amount, Outcome, Round
from rulespec.model.spec import Spec


@dataclass(frozen=True, slots=True)
class Settled:
    """One round's outcome: by seat, or the findings that say why there is none.

    `spec` is the one that the round names, `edition` what it was settled by where that is not the current one.
    """

    id: str
    spec: str
    seats: Mapping[int, SeatOutcome]
    findings: tuple[Finding, ...] = ()
    expect: Any = None
    explained: bool = False
    round: str = "settled"
    meters: Mapping[str, Amount] = field(default_factory=dict)
    edition: Spec | None = None

    @property
    def failed(self) -> bool:
        return bool(self.findings)


@dataclass
class Session:
    """Settles rounds by specs that `load` finds; `spec` overrides the one a round names.

    With `interpreted` the recorded interpretations fill gaps and conflicts. `at` tells the edition of a spec that is in
    force on the day of a round; `as_of` is the day of those that give none.
    """

    load: Callable[[str], Spec]
    spec: str = ""
    explain: bool = False
    interpreted: bool = False
    at: Callable[[str, date], str] | None = None
    as_of: date | None = None
    _settlers: dict[str, Settler | RulespecError] = field(default_factory=dict)
    _editions: dict[tuple[str, date], str | RulespecError] = field(default_factory=dict)

    def settler(self, name: str) -> Settler:
        """The engine of a spec. Raises what loading it raised, each time it is asked for."""
        found = self._settlers.get(name)
        if found is None:
            try:
                found = Settler(self.load(name), interpreted=self.interpreted)
            except RulespecError as error:
                found = error
            self._settlers[name] = found
        if isinstance(found, RulespecError):
            raise found
        return found

    def edition(self, name: str, day: date) -> str:
        """The edition of a spec that is in force on a day. Raises what telling it raised, each time it is asked for."""
        found = self._editions.get((name, day))
        if found is None:
            try:
                found = self._in_force(name, day)
            except RulespecError as error:
                found = error
            self._editions[name, day] = found
        if isinstance(found, RulespecError):
            raise found
        return found

    def _in_force(self, name: str, day: date) -> str:
        if self.at is None:
            raise NoEdition(f"the editions of `{name}` are not known here, so nothing says which is in force on {day}")
        return self.at(name, day)

    def _chosen(self, played: Round) -> str:
        """By what a round is settled; an edition that it names must be that of its own day, if it gives one."""
        if played.date:
            return self.edition(played.spec, parse_day(played.date))
        itself = is_edition(played.spec) and not played.spec.endswith(
            (".yaml", ".yml")
        )  # a path may be called anything
        return played.spec if self.as_of is None or itself else self.edition(played.spec, self.as_of)

    def lines(self, lines: Iterable[str], file: str) -> Iterator[Settled]:
        """The rounds of a JSONL file, in order; blank lines are passed over."""
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield self.line(line, Place(file, number, 1))

    def line(self, line: str, place: Place) -> Settled:
        """The round of one line of JSON."""
        try:
            data = parse_json(line)
        except ValueError as error:
            finding = Finding("not-json", "error", str(error), place, hint="write one JSON object a line")
            return Settled(f"line {place.line}", self.spec, {}, (finding,))
        return self.data(data, place)

    def data(self, data: Any, place: Place) -> Settled:
        """The round in parsed JSON."""
        try:
            played = read_round(data, place, self.spec)
            settler = self.settler(self._chosen(played))
            found = settler.settle_round(played, self.explain)
        except RulespecError as error:
            name, spec = _label(data, "id") or f"line {place.line}", self.spec or _label(data, "spec")
            rule = "no-edition" if isinstance(error, NoEdition) else "unknown-spec"
            findings = error.findings or (Finding(rule, "error", str(error), place, spec),)
            return Settled(name, spec, {}, findings)
        except RoundFault as error:
            name, spec = _label(data, "id") or f"line {place.line}", self.spec or _label(data, "spec")
            return Settled(name, spec, {}, tuple(_finding(fault, place, spec) for fault in error.faults))
        name = played.id or f"line {place.line}"
        expect = data.get("expect")
        edition = settler.spec if is_edition(settler.spec.id) else None
        return Settled(name, played.spec, found.seats, (), expect, self.explain, found.state, found.meters, edition)

    def round(self, played: Round) -> Mapping[int, SeatOutcome]:
        """A round already read. Raises `RoundFault` and whatever loading its spec raises."""
        return self.settler(self._chosen(replace(played, spec=self.spec or played.spec))).settle(played, self.explain)


def _label(data: Any, key: str) -> str:
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""


def _finding(fault: Fault, place: Place, spec: str) -> Finding:
    return Finding("round", "error", fault.message, place, spec, fault.clauses, fault.hint)


def settle_one(spec: Spec, data: Any) -> Outcome:
    """One round, in parsed JSON, under one spec; one that gives its date, under the edition of that day."""

    def other(name: str) -> Spec:
        shelf = None if name == spec.id else library_of(spec)
        return spec if shelf is None else shelf.load(name)

    def at(name: str, day: date) -> str:
        shelf = library_of(spec)
        if shelf is None:
            raise NoEdition(f"the folder of `{name}` is gone, so nothing says which edition is in force on {day}")
        return shelf.at(name, day)

    settled = Session(other, spec.id, explain=True, at=at).data(data, Place("round"))
    players = {seat: outcome.wagers for seat, outcome in settled.seats.items()}
    trace = {seat: outcome.trace for seat, outcome in settled.seats.items()}
    state = "error" if settled.failed else settled.round
    edition = settled.edition.id if settled.edition else ""
    return Outcome(settled.id, spec.id, state, players, settled.findings, trace, settled.meters, edition)
