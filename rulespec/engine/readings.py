"""Interpretations, applied where they are asked for: what a gap or a conflict is read as."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.lang.evaluate import Truth, truth
from rulespec.load.interpretations import AS_PLACED
from rulespec.model.rows import Row
from rulespec.model.spec import Reading, Spec, Then

PROBLEMS = {"gap": "undetermined", "conflict": "conflict"}


@dataclass(frozen=True, slots=True)
class _Ready:
    reading: Reading
    holds: Truth
    row: Row


class Readings:
    """The interpretations of a spec; none where it is read literally."""

    def __init__(self, spec: Spec, apply: bool) -> None:
        self._ready = [_Ready(one, truth(one.when), _row(one)) for one in spec.readings] if apply else []

    def __bool__(self) -> bool:
        return bool(self._ready)

    def of_result(self, wager: str, problem: str, facts: Mapping[str, Any]) -> Reading | None:
        """The interpretation of a wager that comes out `undetermined` or `conflict` without an irregularity."""
        fitting = (one for one in self._fitting(wager, "", problem, facts) if one.reading.result != AS_PLACED)
        return next((one.reading for one in fitting), None)

    def of_stake(self, wager: str, problem: str, facts: Mapping[str, Any]) -> Reading | None:
        """The interpretation of an amount of which no clause, or two, say what is at risk."""
        fitting = (one for one in self._fitting(wager, "", problem, facts) if one.reading.result == AS_PLACED)
        return next((one.reading for one in fitting), None)

    def of_event(self, wager: str, event: str, problem: str, facts: Mapping[str, Any]) -> tuple[Reading, Row] | None:
        """What an event is read to do to a wager, and the row that stands for the reading."""
        found = next(iter(self._fitting(wager, event, problem, facts)), None)
        return None if found is None else (found.reading, found.row)

    def of_settled(self, wager: str, events: Sequence[str], problem: str, facts: Mapping[str, Any]) -> Reading | None:
        """The interpretation of a wager whose problem shows when it is settled after `events`, the latest first."""
        found = (one for event in reversed(events) for one in self._fitting(wager, event, problem, facts))
        return next((one.reading for one in found), None)

    def _fitting(self, wager: str, event: str, problem: str, facts: Mapping[str, Any]) -> Sequence[_Ready]:
        return [
            one
            for one in self._ready
            if wager in one.reading.wagers
            and one.reading.event == event
            and PROBLEMS[one.reading.kind] == problem
            and one.holds(facts) is True
        ]


def _row(reading: Reading) -> Row:
    """A row that stands for an interpretation in the fate of a wager."""
    return Row(
        id=f"interpretation/{reading.place.line}",
        section="events",
        subject=reading.event,
        when=reading.when,
        then=Then("effects", reading.result),
        rule="",
        cites=reading.cites,
        origins=(),
        overrides=(),
        ground="",
        live_only=False,
        fold_limb=False,
        place=reading.place,
    )
