"""Interpretations held against what they are for: each must fill a gap, or resolve a conflict, that is there."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulespec.engine.readings import PROBLEMS
from rulespec.lang.evaluate import Truth, truth
from rulespec.lang.show import show
from rulespec.load.interpretations import AS_PLACED
from rulespec.model.finding import PROVED, Finding, enumerated
from rulespec.model.spec import Reading, Spec


@dataclass
class Acting:
    """Which interpretations of a spec act in some case, noted while a check walks the cases."""

    spec: Spec
    _tests: list[tuple[Reading, Truth]] = field(init=False)
    _acting: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._tests = [(reading, truth(reading.when)) for reading in self.spec.readings]

    def note(self, wager: str, event: str, problem: str, facts: Mapping[str, Any], stake: bool = False) -> None:
        """A case in which a wager comes out `undetermined` or `conflict`, or (`stake`) what is at risk on it does."""
        for place, (reading, holds) in enumerate(self._tests):
            if place not in self._acting and fits(reading, wager, event, problem, stake) and holds(facts) is True:
                self._acting.add(place)

    def acts(self, place: int) -> None:
        """An interpretation that is known to act, by its place among those of the spec."""
        self._acting.add(place)

    def idle(self, cases: int) -> list[Finding]:
        """A finding for every interpretation that never acts; `cases` are those walked, which proofs add to."""
        return [
            Finding(
                "idle-interpretation",
                "error",
                f"this interpretation never acts: there is no such {reading.kind}",
                reading.place,
                self.spec.id,
                reading.cites,
                "check its condition, or take it out where the document has been mended",
                subject="/".join(filter(None, (reading.event, "+".join(reading.wagers), show(reading.when)))),
                basis=PROVED if reading.event or reading.result == AS_PLACED else enumerated(cases),
            )
            for place, (reading, _) in enumerate(self._tests)
            if place not in self._acting and not reading.draws  # these are told with the deals
        ]


def fits(reading: Reading, wager: str, event: str, problem: str, stake: bool = False) -> bool:
    """Whether an interpretation is of such a problem of a wager; in which cases is another matter."""
    about = wager in reading.wagers and reading.event == event and PROBLEMS[reading.kind] == problem
    return about and (reading.result == AS_PLACED) == stake


def with_readings(finding: Finding, wagers: Collection[str], holding: Sequence[Reading], at: "Asked") -> Finding:
    """A finding that also says how the recorded interpretations read the case that it shows, where there are any.

    `holding` are the interpretations whose condition holds in that case. Of the wagers of an event, those in `usual`
    show the problem only when they are settled as usual, so that interpretations of play without irregularities read
    them too.
    """
    read: list[Reading] = []
    for wager in wagers:
        events = (at.event, "") if wager in at.usual else (at.event,)
        problem = PROBLEMS[finding.rule]
        fitting = [one for name in events for one in holding if fits(one, wager, name, problem, at.stake)]
        read += fitting[:1]
    if not read:
        return finding
    said = "; ".join(dict.fromkeys(f"`{one.result}` ({one.place.file}:{one.place.line})" for one in read))
    return replace(finding, hint=f"{finding.hint}; with `--reading interpreted` it is read as {said}")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a finding is about: an `event` ("" for play without any), or (`stake`) what is at risk."""

    event: str = ""
    usual: Collection[str] = ()
    stake: bool = False


def holding_in(spec: Spec, facts: Mapping[str, Any]) -> list[Reading]:
    """The interpretations of a spec whose condition holds in a case with these facts."""
    return [one for one in spec.readings if truth(one.when)(facts) is True]
