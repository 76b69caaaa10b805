"""Irregularities as formulas: what a round may record of one. What it does is in `fates`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.model.expr import Constant
from rulespec.model.rows import EventRules
from rulespec.model.vocabulary import Concept
from rulespec.prove.smt.logic import Formula, Logic, Sym, Term, Values
from rulespec.prove.smt.scene import Side
from rulespec.prove.smt.terms import Terms

_OWN = ("event.stage", "event.seat", "event.seats")  # what every irregularity has beside its facts
_TOLD = ("truth", "enum", "amount", "number")  # kinds of facts of events that conditions can read


@dataclass
class Event:
    """One irregularity as variables, shared by all specs of a question.

    `seat` is the place of the hand that it befell, one more than the last for a hand that is not at the table; None
    for one that befalls no hand. `facts` are what a round says of it, `of_seats` for each hand whether it is named,
    `chosen` what each hand chose.
    """

    name: str
    order: int
    stage: Term
    seat: Term | None
    seats: int
    facts: dict[str, Values] = field(default_factory=dict)
    of_seats: dict[str, list[Formula]] = field(default_factory=dict)
    chosen: list[dict[str, Formula]] = field(default_factory=list)
    rules: list[Formula] = field(default_factory=list)

    def befell(self, logic: Logic, seat: int) -> Formula:
        """That it befell the hand at this place, as far as a round names one."""
        return logic.false if self.seat is None else self.seat == seat

    def concerned(self, logic: Logic, seat: int) -> Formula:
        """The same, and true of every hand where the irregularity befalls none."""
        return logic.true if self.seat is None else self.seat == seat

    def of(self, logic: Logic, seat: int) -> dict[str, Values]:
        """The facts of the irregularity for one hand."""
        found = dict(self.facts)
        found["event.stage"] = (logic.given(self.stage),)
        found["befallen"] = (logic.given(self.befell(logic, seat)),)
        found |= {f"event.{name}": (logic.given(named[seat]),) for name, named in self.of_seats.items()}
        return found | {f"chose({choice})": (logic.given(one),) for choice, one in self.chosen[seat].items()}


def happens(side: Side, name: str, order: int, seats: int, others: Sequence[Side] = ()) -> Event:
    """An irregularity with all that a round may say of it; `others` are further specs that rule on the same one."""
    logic, vocabulary = side.terms.logic, side.settler.spec.vocabulary
    concept = vocabulary.events[name]
    label = f"event {order + 1}" if order else "event"
    about = [vocabulary.facts[f"event.{each}"] for each in concept.facts if f"event.{each}" in vocabulary.facts]
    seat = logic.place(f"{label}: seat") if "seat" in concept.facts else None
    event = Event(name, order, logic.place(f"{label}: stage"), seat, seats)
    every = [one.settler.rulebook.events[name] for one in (side, *others) if name in one.settler.rulebook.events]
    for one in about:
        _say(logic, event, one, label, every, vocabulary.lists)
    offered = [rules.choices for rules in every if rules.choices]  # a round names one that all offer
    choices = [choice for choice in (offered[0] if offered else ()) if all(choice in some for some in offered)]
    for place in range(seats):
        found = {choice: logic.bool(f"{label}: hand {place + 1} chooses {choice}") for choice in choices}
        event.rules += [logic.any(list(found.values())), logic.no(logic.several(list(found.values())))] if found else []
        event.chosen.append({choice: found.get(choice, logic.false) for choice in vocabulary.choices})
    if seat is not None:
        last = seats if concept.scope == "round" else seats - 1
        event.rules += [seat >= 0, seat <= last]
    event.rules += [event.stage >= 0, event.stage < max(len(side.settler.acts.stages), 1)]
    return event


def _say(
    logic: Logic,
    event: Event,
    concept: Concept,
    label: str,
    every: Iterable[EventRules],
    lists: Mapping[str, Sequence[str]],
) -> None:
    key, kind = concept.name, concept.type.kind
    name = f"{label}: {key.removeprefix('event.')}"
    if key in _OWN or kind not in _TOLD:
        return
    if concept.of_seats:
        named = [logic.bool(f"{name} names hand {seat + 1}") for seat in range(event.seats)]
        event.of_seats[key.removeprefix("event.")] = named
        event.rules.append(logic.no(logic.several(named)))
        return
    if kind == "truth":
        event.facts[key] = (logic.given(logic.bool(name)),)
        return
    if kind == "enum":
        value = logic.place(name)
        named_ones = _spoken_of(every, key) if concept.discretion else ()
        event.rules.append(logic.any([value == index for index in named_ones or range(len(lists[concept.type.of]))]))
        event.facts[key] = (logic.given(value),)
        return
    amount: Any = logic.amount(name)
    if concept.unit == "dollars":
        event.rules.append(amount > 0)
    else:
        whole = logic.place(name)
        event.rules.append(whole >= 0)
        amount = whole
    event.facts[key] = (logic.given(amount),)


def _spoken_of(every: Iterable[EventRules], key: str) -> list[int]:
    """Of a decision left to somebody, the values that rules speak of."""
    found: set[int] = set()
    for rules in every:
        for row in rules.table.rows:
            for node in walk(row.when):
                if any(fact.name == key for fact in facts_in(node)):
                    found |= {one.index for one in walk(node) if isinstance(one, Constant) and _is_of(node, key)}
    return sorted(found)


def _is_of(node: Any, key: str) -> bool:
    """Whether a comparison is about one fact alone."""
    return {fact.name for fact in facts_in(node)} == {key}


def bounds(side: Side, event: Event) -> list[Formula]:
    """What the acts of the round say of the facts of an irregularity, as `engine.bounds` has it."""
    logic, spec = side.terms.logic, side.settler.spec
    about = spec.vocabulary.events[event.name].facts
    found: list[Formula] = []
    for name, bound in spec.event_bounds:
        if name.removeprefix("event.") not in about or name not in event.facts:
            continue
        earlier: list[dict[str, Values]] = [_earlier(logic, hand.facts, event.stage) for hand in side.hands.hands]
        at_event = Terms(logic, earlier, side.terms.dealt)
        places = range(event.seats)
        concerned = [logic.any([event.befell(logic, place), _nobody(logic, event)]) for place in places]
        before = logic.any([logic.all([concerned[place], at_event.truth(bound, place)]) for place in places])
        ever = logic.any([logic.all([concerned[place], side.terms.truth(bound, place)]) for place in places])
        said = event.facts[name][0].value
        found += [logic.any([logic.no(said), ever]), logic.any([said, logic.no(before)])]
    return found


def _nobody(logic: Logic, event: Event) -> Formula:
    """That an irregularity befell no hand at the table."""
    return logic.no(logic.any([event.befell(logic, place) for place in range(event.seats)]))


def _earlier(logic: Logic, facts: Mapping[str, Values], stage: Term) -> dict[str, Values]:
    """A hand's facts before a stage, as far as its acts tell."""
    found = dict(facts)
    for key, values in facts.items():
        if key.startswith("placed_at("):
            at, placed = values[0], f"placed({key.removeprefix('placed_at(')}"
            later = logic.all([logic.no(at.never), at.value >= stage])
            found[placed] = (logic.given(logic.all([facts[placed][0].value, logic.no(later)])),)
    first: Sym = facts["acted_first"][0]
    found["acted"] = (logic.given(logic.all([logic.no(first.never), first.value < stage])),)
    return found
