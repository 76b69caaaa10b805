"""Interpretations held against what they are for: each must fill a gap, or resolve a conflict, that is there."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulespec.engine.readings import PROBLEMS
from rulespec.lang.evaluate import Truth, truth
from rulespec.model.finding import Finding
from rulespec.model.spec import Reading, Spec


@dataclass
class Acting:
    """Which interpretations of a spec act in some case, noted while a check walks the cases."""

    spec: Spec
    _tests: list[tuple[Reading, Truth]] = field(init=False)
    _acting: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._tests = [(reading, truth(reading.when)) for reading in self.spec.readings]

    def note(self, wager: str, event: str, problem: str, facts: Mapping[str, Any]) -> None:
        """A case in which a wager comes out `undetermined` or `conflict`."""
        for place, (reading, holds) in enumerate(self._tests):
            if place not in self._acting and self._fits(reading, wager, event, problem) and holds(facts) is True:
                self._acting.add(place)

    @staticmethod
    def _fits(reading: Reading, wager: str, event: str, problem: str) -> bool:
        return wager in reading.wagers and reading.event == event and PROBLEMS[reading.kind] == problem

    def idle(self) -> list[Finding]:
        """A finding for every interpretation that never acts."""
        return [
            Finding(
                "idle-interpretation",
                "error",
                f"this interpretation never acts: there is no such {reading.kind}",
                reading.place,
                self.spec.id,
                reading.cites,
                "check its condition, or take it out where the document has been mended",
            )
            for place, (reading, _) in enumerate(self._tests)
            if place not in self._acting
        ]


def with_readings(
    finding: Finding, spec: Spec, wagers: tuple[str, ...], facts: Mapping[str, Any], event: str = ""
) -> Finding:
    """A finding that also says how the recorded interpretations read the case that it shows, where there are any.

    `facts` are those of the case shown.
    """
    found = [one for one in spec.readings if one.kind == finding.rule and one.event in ("", event)]
    read = [one for one in found if set(one.wagers) & set(wagers) and truth(one.when)(facts) is True]
    if not read:
        return finding
    said = "; ".join(dict.fromkeys(f"`{one.result}` ({one.place.file}:{one.place.line})" for one in read))
    return replace(finding, hint=f"{finding.hint}; with `--reading interpreted` it is read as {said}")
