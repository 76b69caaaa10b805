"""Where on a layout a wager stands: each position covers some of what can come up.

A spec's `positions` names the wagers that stand at one of several places and lists these: for `split` the pairs of
neighbouring numbers, say. A round says where one stands by the list of what it covers (`"numbers": ["17", "20"]`), in
any order, or by the name of the position where these have names (`"column": 2`). The fact `covered(split)` tells
whether what came up is covered by the position of the hand's wager.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulespec.domains.base import Fault, RoundFault, SetupFault
from rulespec.load.nearest import nearest
from rulespec.model.spec import Spec

COVERED = "covered"
SECTION = "positions"


@dataclass(frozen=True)
class Position:
    """One place of a layout: what it covers, its name, and the one experiment that has it ("" for none, for all)."""

    listed: tuple[str, ...]
    name: str = ""
    only: str = ""

    @cached_property
    def covers(self) -> frozenset[str]:
        return frozenset(self.listed)

    @property
    def said(self) -> str | list[str]:
        """What a round says: the name where the place has one, else all that it covers."""
        return self.name or list(self.listed)


NOWHERE = Position(())


@dataclass(frozen=True)
class Positions:
    """The places where a wager may stand. `by` is the key under which a round says where, "" where there is only one.

    A wager with one place stands nowhere, and is never covered, on the layout for an experiment that lacks it: its own
    rules say what becomes of it.
    """

    wager: str
    by: str
    places: tuple[Position, ...]

    @property
    def fact(self) -> str:
        """The key of the fact that tells whether what came up is covered."""
        return f"{COVERED}({self.wager})"

    def offered(self, outcomes: Collection[str], experiment: str = "") -> tuple[Position, ...]:
        """Those of a layout for one experiment: the ones all of whose outcomes can come up there."""
        there = set(outcomes)
        found = tuple(one for one in self.places if one.only in ("", experiment) and one.covers <= there)
        return found if found or self.by else (NOWHERE,)

    def at(self, given: Mapping[str, Any], seat: int, outcomes: Collection[str], experiment: str = "") -> Position:
        """The position that a round says. Raises `RoundFault`."""
        where = f"seat {seat}"
        if not self.by:
            if given:
                said = next(iter(given))
                message = f"{where}: `{said}` says nothing about a wager `{self.wager}`"
                raise RoundFault(Fault(message, where, "leave it out"))
            return self.offered(outcomes, experiment)[0]
        strange = [key for key in given if key != self.by]
        if strange or self.by not in given:
            what = f"`{strange[0]}` does not say where `{self.wager}` stands" if strange else self._missing()
            raise RoundFault(Fault(f"{where}: {what}", where, f"write `{self.by}`"))
        said = given[self.by]
        offered = self.offered(outcomes, experiment)
        wanted = sorted(map(str, said)) if isinstance(said, list) else [str(said)]  # of one number no list is needed
        for one in offered:
            if wanted == ([one.name] if one.name else sorted(one.listed)):
                return one
        shown = " ".join(map(str, said)) if isinstance(said, list) else str(said)
        layout = f" of `{experiment}`" if experiment else ""
        raise RoundFault(
            Fault(f"{where}: the layout{layout} has no `{self.wager}` at {shown}", where, self._offer(said, offered))
        )

    def _missing(self) -> str:
        return f"the round does not say where `{self.wager}` stands"

    def _offer(self, said: Any, offered: Sequence[Position]) -> str:
        """The positions nearest to what a round says: those that share most with it."""
        if isinstance(said, list):
            wanted = set(map(str, said))
            close = sorted((one for one in offered if not one.name), key=lambda one: -len(one.covers & wanted))
            return f"there is {' | '.join(' '.join(one.listed) for one in close[:3])}" if close else ""
        names = [one.name or " ".join(one.listed) for one in offered]
        return nearest(str(said), names) or f"one of {', '.join(names)}"


def positions_of(spec: Spec, experiments: Mapping[str, Collection[str]]) -> tuple[Positions, ...]:
    """The positions that a spec declares; `experiments` are the outcomes of each. Raises `SetupFault`."""
    outcomes = frozenset(one for each in experiments.values() for one in each)
    faults: list[SetupFault] = []
    found: list[Positions] = []
    declared: Mapping[str, Mapping[str, Any]] = spec.setup.get(SECTION, {})
    if declared and COVERED not in spec.vocabulary.facts:
        hint = "declare it under `facts`, of type truth, with `takes: wager` and `source: deal`"
        raise SetupFault(SECTION, f"the vocabulary has no fact `{COVERED}` that tells what a position covers", hint)
    for wager, entry in declared.items():
        if spec.wager(wager) is None:
            hint = nearest(wager, [one.name for one in spec.wagers])
            faults.append(SetupFault(f"{SECTION}.{wager}", f"`{wager}` is no wager of this spec", hint))
            continue
        places = tuple(_places(entry))
        faults += _faults(wager, places, outcomes, experiments)
        found.append(mine := Positions(wager, entry.get("by", ""), places))
        for name, each in experiments.items():
            if places and not mine.offered(each, name):
                message = f"the layout of `{name}` has no position of `{wager}`"
                faults.append(SetupFault(f"{SECTION}.{wager}", message, "list one, under `only` if there alone"))
        if "by" not in entry and len(places) > 1:
            message = f"`{wager}` has several positions, and rounds have no word for which"
            faults.append(
                SetupFault(f"{SECTION}.{wager}", message, "give it `by`, the key under which a round says it")
            )
    if faults:
        first, *more = faults
        raise SetupFault(first.section, str(first), first.hint, more)
    return tuple(found)


def _places(entry: Mapping[str, Any]) -> Iterator[Position]:
    for text in entry.get("on", ()):
        yield Position(tuple(str(text).split()))
    for name, text in entry.get("named", {}).items():
        yield Position(tuple(str(text).split()), str(name))
    for experiment, texts in entry.get("only", {}).items():
        for text in texts:
            yield Position(tuple(str(text).split()), "", str(experiment))


def _faults(
    wager: str, places: Sequence[Position], outcomes: frozenset[str], experiments: Collection[str]
) -> Iterator[SetupFault]:
    section = f"{SECTION}.{wager}"
    seen: set[tuple[frozenset[str], str]] = set()
    for one in places:
        strange = sorted(one.covers - outcomes)
        if strange:
            hint = nearest(strange[0], outcomes)
            yield SetupFault(section, f"`{strange[0]}` is nothing that can come up", hint)
        if one.only and one.only not in experiments:
            yield SetupFault(section, f"`{one.only}` is no experiment of this spec", nearest(one.only, experiments))
        if (one.covers, one.only) in seen:
            yield SetupFault(section, f"the position {' '.join(one.listed)} stands here twice", "drop one")
        seen.add((one.covers, one.only))
    if not places:
        yield SetupFault(section, f"`{wager}` has no positions", "list them under `on`, or under `named`")
