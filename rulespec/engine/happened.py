"""The events that a round records, read against the vocabulary."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from rulespec.domains.base import Fault, RoundFault
from rulespec.load.amounts import amount_of
from rulespec.load.nearest import nearest
from rulespec.model.spec import Spec
from rulespec.model.vocabulary import Concept, Vocabulary

_OF_PLAYERS = ("player", "player_and_dealer")
_SEAT = re.compile("[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Happened:
    """One event: at which stage (its place in the order), which hands it befell, what is known, what players chose.

    `seat_facts` are facts that name seats; `shown` tells that the round shows it without recording it; `stage_told`
    that its stage is recorded, and not just taken for the first.
    """

    name: str
    stage: int
    seats: frozenset[int]
    facts: Mapping[str, Any]
    elections: Mapping[int, str]
    seat_facts: Mapping[str, frozenset[int]] = field(default_factory=dict)
    shown: bool = False
    needs_seat: bool = False
    stage_told: bool = True


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
    if concept.families and spec.family not in concept.families:
        raise RoundFault(Fault(f"the event `{name}` cannot befall this game", where, "it belongs to another family"))
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
                elections |= _elections(spec, given)
            elif key == "election":
                elections |= _elections(spec, {str(seat): given for seat in _one_or_more(data)})
            elif (known := _known(spec, key)) is None or known.name.removeprefix("event.") not in concept.facts:
                hint = nearest(key, concept.facts) or f"it may say {', '.join(concept.facts) or 'nothing else'}"
                raise ValueError(f"is nothing that can be said of it; {hint}")
            elif known.of_seats:
                seat_facts[known.name.removeprefix("event.")] = _seats(given)
            else:
                fact, value = known.name.removeprefix("event."), _value(spec, known, given)
                if facts.setdefault(fact, value) != value:
                    raise ValueError(f"says otherwise than another fact that means `{fact}`")
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
    told = "stage" in data
    return Happened(name, order, seats, facts, elections, seat_facts, needs_seat=needs, stage_told=told)


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
    places = spec.vocabulary.lists.get(spec.vocabulary.facts["event.to"].type.of, ())
    return not places or places[facts["to"]] in _OF_PLAYERS


def _known(spec: Spec, key: str) -> Concept | None:
    concept = spec.vocabulary.facts.get(f"event.{key}")
    if concept is None:
        concept = next((one for one in spec.vocabulary.facts.values() if key in one.also), None)
    return concept if concept is not None and concept.source == "event" else None


def as_recorded(vocabulary: Vocabulary, given: Mapping[str, Any]) -> dict[str, Any]:
    """Facts of an event (`event.to`) as a round with the hand at seat 1 records them: listed values by their names."""
    record: dict[str, Any] = {}
    for name, each in given.items():
        concept, key = vocabulary.facts[name], name.removeprefix("event.")
        if concept.of_seats:
            record[key] = 1 if each else 2
        elif concept.type.kind == "enum":
            record[key] = vocabulary.lists[concept.type.of][each]
        else:
            record[key] = each
    return record


def _seats(given: Any) -> frozenset[int]:
    many = given if isinstance(given, list) else [given]
    if not all(type(one) is int and one > 0 for one in many):
        raise ValueError("is not the number of a seat")
    return frozenset(many)


def _one_or_more(data: Mapping[str, Any]) -> frozenset[int]:
    """The seats of an event of which a round says what one player chose."""
    seats = _seats(data.get("seat", data.get("seats", [])))
    if not seats:
        raise ValueError("does not say whose it is: add `seat`, or write `elections` by seat")
    return seats


def _elections(spec: Spec, given: Any) -> dict[int, str]:
    if not isinstance(given, dict):
        raise ValueError("is not an object of seats and what they chose")
    for seat, chosen in given.items():
        if not _SEAT.fullmatch(seat) or not isinstance(chosen, str):
            raise ValueError(f"`{seat}`: write a seat and what it chose")
        if chosen not in spec.vocabulary.choices:
            known = spec.vocabulary.choices
            hint = nearest(chosen, known) or f"it may be {', '.join(f'`{one}`' for one in known) or 'nothing'}"
            raise ValueError(f"`{seat}`: `{chosen}` is nothing that a player may choose; {hint}")
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
    if isinstance(given, bool | list | dict) or given is None:
        raise ValueError("is neither a number nor a name")
    # Names (of a card, of a wager) are kept as they are; no condition compares them.
    return amount_of(given) if isinstance(given, Decimal) else given


def missing_from(keys: Sequence[str], event: Happened, seat: int) -> tuple[str, str]:
    """What is missing, as a person says it, and where to write it."""
    if event.shown:
        hint = f"record the event `{event.name}` with what is known of it"
        return ", ".join(f"`{key}`" for key in keys) or "something", hint
    chosen = [key for key in keys if key.startswith("chose(")]
    if chosen:
        return "what the player chose", f'add `"elections": {{"{seat}": ...}}` to the event'
    if "befallen" in keys:
        return "which hand it befell", "add `seat` to the event"
    names = ", ".join(f"`{key.removeprefix('event.')}`" for key in keys)
    return names or "something of another hand", f"add {names} to the event" if names else ""
