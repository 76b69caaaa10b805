"""Irregularities by enumeration: what becomes of wagers in every situation, held against what is proved of them.

Every table of `events` is walked over all values of the facts of the event that its rules read, what a player may
choose, whether the event befell the hand or another, every state of the hand that the rules tell apart (also before it
has acted, and, where the event is that a wager is missing, without it) and every deal that they tell apart. What a
wager that goes on comes to is a matter of the usual tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from rulespec.domains.base import Case
from rulespec.engine.decide import agreed
from rulespec.engine.fate import Fate, Hand
from rulespec.engine.happened import Happened, as_recorded
from rulespec.engine.options import option_facts
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import PLAYERS, exact, truth
from rulespec.lang.show import show
from rulespec.lang.trees import atoms, facts, walk
from rulespec.model.expr import Constant, Expr, Fact, Number
from rulespec.model.round import Amount, Player
from rulespec.model.rows import EventRules
from rulespec.prove.states import BASE, State, examples, placements, states
from rulespec.prove.universe import counts, deal_atoms, table_atoms

SHOWN = 40  # situations of one kind that are tried as a witness, plainest first


@dataclass(frozen=True)
class Happening:
    """One situation: an event with its facts as a round records them, at a stage, to a hand in a state with a deal."""

    record: Mapping[str, Any]
    state: State
    stage: int  # at which it happens
    waiting: bool  # the hand has an act to come
    deal: Case
    before: Mapping[str, Any]  # the facts that the event finds
    facts: Mapping[str, Any]  # those by which its wagers are then settled
    problems: Mapping[str, str]  # by wager in question: `undetermined`, `conflict` or ""
    usual: frozenset[str]  # those whose problem shows only when they are settled as usual

    @property
    def plainness(self) -> tuple[int, int, int, int]:
        return not self.state.facts["folded"], -len(self.state.wagers), -len(self.state.moves), self.deal.weight


def happenings(settler: Settler, name: str, rules: EventRules) -> Iterator[Happening]:
    """Every situation of an event that its rules tell apart."""
    told = [row.when for row in rules.table.rows]
    read = tuple(dict.fromkeys([*(atom for when in told for atom in atoms(when)), *_interpreted(settler, name)]))
    options, _ = option_facts(settler.spec, examples(settler.spec))
    for wagers, settled in _parts(settler, rules).items():
        yield from _part(settler, name, rules, read, options, wagers, settled)


def _interpreted(settler: Settler, name: str) -> Iterator[Expr]:
    """What the interpretations of an event ask of it and of acts and wagers, which its rules need not."""
    known = settler.spec.vocabulary.facts
    for reading in settler.spec.readings:
        if reading.event == name:
            yield from (
                atom for atom in atoms(reading.when) if not any(known[f.name].source == "deal" for f in facts(atom))
            )


def _part(
    settler: Settler,
    name: str,
    rules: EventRules,
    read: Sequence[Expr],
    options: Mapping[str, Any],
    wagers: frozenset[str],
    settled: Sequence[Expr],
) -> Iterator[Happening]:
    """The situations for some of the wagers, told apart also by what settles these (`settled`)."""
    cases = settler.game.reachable(deal_atoms(settler, (*read, *settled), options)).cases
    for befallen, state, stage, waiting in _states(settler, rules, read, options, settled):
        for record, happened in _records(settler, name, rules, read, befallen, stage):
            for case in cases:
                known = {**state.facts, **case.facts}
                known[PLAYERS] = [known]
                hand = Hand(Player(1, "", state.wagers, ()), known, dict(_placed(state)), Fate())
                before = dict(known)
                said, wrong = settler.irregularities.facts_of(happened, [hand])
                if wrong or settler.irregularities.read([happened], [hand]):
                    continue
                asked = wagers.intersection(hand.fate.tables)
                problems = {wager: _problem(settler, hand, before, wager, bool(settled)) for wager in asked}
                usual = frozenset(
                    wager for wager, problem in problems.items() if problem and not hand.fate.problem(wager)
                )
                before |= said[0]
                after = {**known, **said[0]} if settled else before
                yield Happening(record, state, stage, waiting, case, before, after, problems, usual)


def _parts(settler: Settler, rules: EventRules) -> dict[frozenset[str], tuple[Expr, ...]]:
    """The wagers in parts, each with what settles it, where events of this kind change the hand that is settled.

    Parts, since the deals by all that settles some wager cannot be counted together.
    """
    names = [wager.name for wager in settler.spec.wagers]
    effects = {word for row in rules.table.rows for about, word in row.then.pairs if about == "hand"}
    if not effects & {"folded", "not_exposed"}:
        return {frozenset(names): ()}
    by_atoms: dict[tuple[Expr, ...], set[str]] = {}
    for name in names:
        decider = settler.settling.get(name)
        read = () if decider is None else tuple(sorted(table_atoms(decider.table.rows), key=show))
        by_atoms.setdefault(read, set()).add(name)
    return {frozenset(found): read for read, found in by_atoms.items()}


def _problem(settler: Settler, hand: Hand, before: Mapping[str, Any], wager: str, settled: bool) -> str:
    """What is wrong with what becomes of a wager in question; "" where nothing is.

    Where events of this kind change the hand, what settles the wager is asked too (`settled`). What is wrong with a
    hand that play by itself can make is not said again: a folded hand's own gaps are found without any event.
    """
    found = hand.fate.problem(wager)
    decider = settler.settling.get(wager)
    if found or not settled or decider is None or wager not in hand.fate.goes_on:
        return found
    if not counts(settler, wager, hand.facts):
        return ""
    said = {one.word for one in hand.fate.said.get(wager, ())}
    usual = agreed(decider.ask(hand.facts).words)
    if not said:
        return usual if usual in PROBLEMS.values() and hand.facts["exposed"] != before["exposed"] else ""
    return "" if usual == "undetermined" or said == {usual} else "conflict"


def _placed(state: State) -> dict[str, Amount]:
    decided = {move.row.then.wager: move.amount for move in state.moves if move.row.then.wager and move.amount}
    return {**state.wagers, **decided}


def _states(
    settler: Settler, rules: EventRules, read: Sequence[Expr], options: Mapping[str, Any], settled: Sequence[Expr]
) -> Iterator[tuple[bool, State, int, bool]]:
    """Whether the event befell the hand, and the states of the hand, one for each way that the rules tell apart.

    With each state goes the stage of the event, and whether the hand has an act to come.
    """
    optional = [wager.name for wager in settler.spec.wagers if not wager.required]
    whole = next(placements(settler.spec, optional))
    about = settler.spec.vocabulary.events[rules.table.subject].facts
    bounds = [bound for name, bound in settler.spec.event_bounds if name.removeprefix("event.") in about]
    follow = [row.when for row in settler.rulebook.follow.rows] if settler.rulebook.follow else []
    keys = {fact.key for expr in (*read, *settled, *bounds, *follow) for fact in facts(expr)}
    told = [key for key in keys if key.startswith(("folded", "exposed", "placed", "acted"))]
    seen = set()
    occurs = truth(rules.occurs) if rules.occurs is not None else None
    scope = settler.spec.vocabulary.events[rules.table.subject].scope
    for wagers in _first_wagers(settler, whole, rules):
        lawful = all(wager.name in wagers for wager in settler.spec.wagers if wager.required)
        for state, stage, waiting in _points(settler, wagers, options, bool(settled)):
            said = dict(state.facts)
            said[PLAYERS] = [said]
            shows = occurs is None or occurs(said) is True
            for befallen in (True, False):
                if (befallen and not shows) or (not befallen and (not lawful or scope == "hand")):
                    continue
                at = stage if settled else waiting
                placed = tuple(sorted(_placed(state)))
                known = (befallen, at, waiting, placed, *(repr(state.facts.get(key)) for key in told))
                if known not in seen:
                    seen.add(known)
                    yield befallen, state, stage, waiting


def _points(
    settler: Settler, wagers: Mapping[str, Amount], options: Mapping[str, Any], every: bool
) -> Iterator[tuple[State, int, bool]]:
    """States of a hand with the stage at which an event may find them: before any act, and after all of them.

    With `every` also between two acts.
    """
    last = len(settler.acts.stages) - 1
    start = {**options, **settler.acts.start(wagers)}
    yield State(wagers, (), start), 0, True
    for state in states(settler, wagers, options):
        known = dict(start)
        for place, move in enumerate(state.moves[:-1] if every else ()):
            settler.acts.do(known, move.stage, move.row, move.amount)
            upcoming = settler.acts.stages.index(state.moves[place + 1].stage)
            yield State(wagers, state.moves[: place + 1], dict(known)), upcoming, True
        yield state, max(last, 0), False


def _first_wagers(settler: Settler, whole: Mapping[str, Amount], rules: EventRules) -> Iterator[dict[str, Amount]]:
    """All first wagers; where the event is that some are missing or of a wrong amount, without them too."""
    yield dict(whole)
    if rules.occurs is None:
        return
    named = sorted({fact.args[0] for fact in facts(rules.occurs) if fact.args})
    for count in range(1, len(named) + 1):
        for missing in combinations(named, count):
            yield {name: amount for name, amount in whole.items() if name not in missing}


def _records(
    settler: Settler, name: str, rules: EventRules, read: Sequence[Expr], befallen: bool, stage: int
) -> Iterator[tuple[dict[str, Any], Happened]]:
    """The event as a round records it, with every combination of what its rules read of it."""
    vocabulary, stages = settler.spec.vocabulary, settler.acts.stages
    asked = {fact.name: fact for atom in read for fact in facts(atom) if fact.name.startswith("event.")}
    asked.pop("event.stage", None)
    values = {key: _values(settler, fact, read) for key, fact in asked.items()}
    about = vocabulary.events[name].facts
    choices: Sequence[str | None] = rules.choices or (None,)
    for chosen in choices:
        for combination in product(*values.values()):
            given = dict(zip(values, combination, strict=True))
            record: dict[str, Any] = {"event": name, "stage": stages[stage]} if stages else {"event": name}
            if "seat" in about:
                record["seat"] = 1 if befallen else 2
            record |= as_recorded(vocabulary, given)
            if chosen is not None:
                record["elections"] = {"1": chosen}
            yield record, settler.irregularities.recorded_one(record)


def _values(settler: Settler, fact: Fact, read: Sequence[Expr]) -> Sequence[Any]:
    """The values of a fact of an event; of a decision left to somebody, those that the rules speak of."""
    concept = settler.spec.vocabulary.facts[fact.name]
    if concept.discretion and concept.type.kind == "enum":
        about = [atom for atom in read if fact in facts(atom)]
        return sorted({node.index for atom in about for node in walk(atom) if isinstance(node, Constant)})
    if concept.type.kind == "truth":
        return (True, False)
    if concept.type.kind == "enum":
        return range(len(settler.spec.vocabulary.lists[concept.type.of]))
    about = [atom for atom in read if fact in facts(atom)]
    named = {exact(node.value) for atom in about for node in walk(atom) if isinstance(node, Number)}
    around = {number + step for number in named for step in (-1, 0, 1)}  # on either side of what rules compare it with
    if concept.unit == "dollars":
        return sorted({BASE, *(amount for amount in around if amount > 0)})
    return sorted(number for number in around if number >= 0) or (1, 2)
