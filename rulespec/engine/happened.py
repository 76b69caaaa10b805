"""The events that a round records, read against the vocabulary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespec.domains.base import Fault, RoundFault
from rulespec.load.amounts import amount_of
from rulespec.load.nearest import nearest
from rulespec.model.spec import Spec
from rulespec.model.vocabulary import Concept

_OF_PLAYERS = ("player", "player_and_dealer")


@dataclass(frozen=True, slots=True)
class Happened:
    """One event: at which stage (its place in the order), which hands it befell, what is known, what players chose.

    `seat_facts` are facts that name seats; `shown` tells that the round shows it without recording it.
    """

    name: str
    stage: int
    seats: frozenset[int]
    facts: Mapping[str, Any]
    elections: Mapping[int, str]
    seat_facts: Mapping[str, frozenset[int]] = field(default_factory=dict)
    shown: bool = False
    needs_seat: bool = False


def events_of(spec: Spec, records: Sequence[Mapping[str, Any]], stages: Sequence[str]) -> list[Happened]:
    """The recorded events, in order. Raises `RoundFault` for everything that is wrong with them."""
    found: list[Happened] = []
    faults: list[Fault] = []
    for place, data in enumerate(records, 1):
        try:
            found.append(_event(spec, data, stages, f"events[{place}]"))
        except RoundFault as error:
            faults += error.faults
    if faults:
        raise RoundFault(*faults)
    return found


def _event(spec: Spec, data: Mapping[str, Any], stages: Sequence[str], where: str) -> Happened:
    name = data["event"]
    concept = spec.vocabulary.events.get(name)
    if concept is None:
        hint = nearest(name, spec.vocabulary.events) or "the vocabulary lists the events under `events`"
        raise RoundFault(Fault(f"there is no event `{name}`", where, hint))
    faults: list[Fault] = []
    facts: dict[str, Any] = {}
    seat_facts: dict[str, frozenset[int]] = {}
    seats = frozenset[int]()
    elections: dict[int, str] = {}
    for key, given in data.items():
        try:
            if key in ("event", "stage"):
                continue
            if key in ("seat", "seats"):
                seats |= _seats(given)
            elif key == "elections":
                elections |= _elections(given)
            elif key == "election":
                elections |= dict.fromkeys(_seats(data.get("seat", [])), str(given))
            elif (known := _known(spec, key)) is None:
                hint = nearest(key, _names(spec)) or f"it may say {', '.join(concept.facts) or 'nothing else'}"
                raise ValueError(f"is nothing that can be said of an event; {hint}")
            elif known.of_seats:
                seat_facts[known.name.removeprefix("event.")] = _seats(given)
            else:
                facts[known.name.removeprefix("event.")] = _value(spec, known, given)
        except ValueError as error:
            faults.append(Fault(f"the event `{name}`: `{key}` {error}", where))
    stage = data.get("stage", stages[0] if stages else "")
    order = _order(spec, stage, stages)
    if order is None:
        every = list(dict.fromkeys([*stages, *spec.vocabulary.stages]))
        hint = nearest(stage, every) or f"the stages are {', '.join(every)}"
        faults.append(Fault(f"the event `{name}`: there is no stage `{stage}`", where, hint))
    if faults or order is None:
        raise RoundFault(*faults)
    needs = "seat" in concept.facts and _is_of_a_hand(spec, facts)
    return Happened(name, order, seats, facts, elections, seat_facts, needs_seat=needs)


def _order(spec: Spec, stage: str, stages: Sequence[str]) -> int | None:
    """The place of a stage in the order. One at which this game decides nothing comes after those that precede it."""
    if not stages or stage in stages:
        return stages.index(stage) if stages else 0
    every = list(spec.vocabulary.stages)
    return sum(every.index(one) < every.index(stage) for one in stages) if stage in every else None


def _is_of_a_hand(spec: Spec, facts: Mapping[str, Any]) -> bool:
    """Whether an event is about a hand at the table: where the cards went to the dealer or the board it is not."""
    if "to" not in facts:
        return True
    places = spec.vocabulary.lists[spec.vocabulary.facts["event.to"].type.of]
    return places[facts["to"]] in _OF_PLAYERS


def _known(spec: Spec, key: str) -> Concept | None:
    concept = spec.vocabulary.facts.get(f"event.{key}")
    if concept is None:
        concept = next((one for one in spec.vocabulary.facts.values() if key in one.also), None)
    return concept if concept is not None and concept.source == "event" else None


def _names(spec: Spec) -> list[str]:
    return [name.removeprefix("event.") for name in spec.vocabulary.facts if name.startswith("event.")]


def _seats(given: Any) -> frozenset[int]:
    many = given if isinstance(given, list) else [given]
    if not all(type(one) is int and one > 0 for one in many):
        raise ValueError("is not the number of a seat")
    return frozenset(many)


def _elections(given: Any) -> dict[int, str]:
    if not isinstance(given, dict):
        raise ValueError("is not an object of seats and what they chose")
    for seat, chosen in given.items():
        if not str(seat).isdigit() or not isinstance(chosen, str):
            raise ValueError(f"`{seat}`: write a seat and what it chose")
    return {int(seat): chosen for seat, chosen in given.items()}


def _value(spec: Spec, concept: Concept, given: Any) -> Any:
    """One fact of an event. Raises ValueError, worded to follow its name."""
    kind = concept.type.kind
    if kind == "truth":
        if not isinstance(given, bool):
            raise ValueError("is neither true nor false")
        return given
    if kind == "enum":
        values = spec.vocabulary.lists[concept.type.of]
        name = str(given).replace(" ", "_")
        name = concept.values_also.get(name, name)
        if name not in values:
            raise ValueError(f"is not one of {', '.join(values)}")
        return values.index(name)
    if concept.unit == "dollars":
        return amount_of(given)
    return given if not isinstance(given, bool) and isinstance(given, int) else str(given)
