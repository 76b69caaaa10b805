"""Irregularities: the wagers that no clause disposes of, or that two clauses dispose of differently.

Every table of `events` is walked over all values of the facts of the event that its rules read, what a player may
choose, whether the event befell the hand or another, every state of the hand that the rules tell apart (also before it
has acted, and, where the event is that a wager is missing, without it) and every deal that they tell apart. What a
wager that goes on comes to is a matter of the usual tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from rulespec.domains.base import Case, RoundFault
from rulespec.engine.fate import Fate
from rulespec.engine.happened import Happened
from rulespec.engine.irregularities import Hand
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.lang.evaluate import PLAYERS, truth
from rulespec.lang.show import show
from rulespec.lang.trees import atoms, facts, walk
from rulespec.lang.words import in_words
from rulespec.load.rounds import read_round
from rulespec.model.expr import Constant, Expr, Fact
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.round import Amount, Player
from rulespec.model.rows import EventRules
from rulespec.prove.describe import candidates, describe, literals
from rulespec.prove.states import BASE, State, examples, placements, states
from rulespec.prove.universe import cases_in, fact_sources
from rulespec.tables.clauses import distinct

SHOWN = 40  # situations of one kind that are tried as a witness, plainest first


@dataclass(frozen=True)
class Happening:
    """One situation: an event with its facts as a round records them, at a stage, to a hand in a state with a deal."""

    record: Mapping[str, Any]
    state: State
    waiting: bool  # the hand has not acted
    deal: Case
    facts: Mapping[str, Any]
    fate: Fate

    @property
    def plainness(self) -> tuple[int, int, int, int]:
        return -len(self.state.wagers), not self.waiting, -len(self.state.moves), self.deal.weight


def event_findings(settler: Settler) -> tuple[list[Finding], int]:
    """A finding for every gap and conflict of every event, and how many situations were walked."""
    findings: list[Finding] = []
    walked = 0
    for name, rules in settler.rulebook.events.items():
        found = list(happenings(settler, name, rules))
        walked += len(found)
        for rule in ("gap", "conflict"):
            for wagers, places in _by_situations(settler, found, rule).items():
                finding = _finding(settler, name, rules, found, wagers, places, rule)
                findings += [finding] if finding else []
    return findings, walked


def happenings(settler: Settler, name: str, rules: EventRules) -> Iterator[Happening]:
    """Every situation of an event that its rules tell apart."""
    read = tuple(dict.fromkeys(atom for row in rules.table.rows for atom in atoms(row.when)))
    options, _ = option_facts(settler.spec, examples(settler.spec))
    dealt = tuple(atom for atom in read if "deal" in fact_sources(settler, atom))
    cases = settler.game.reachable(dealt).cases
    for befallen, state, waiting in _states(settler, rules, read, options):
        for record, happened in _records(settler, name, rules, read, befallen, waiting):
            for case in cases:
                known = {**state.facts, **case.facts}
                known[PLAYERS] = [known]
                hand = Hand(Player(1, "", state.wagers, ()), known, dict(placed_in(state)), Fate())
                said, wrong = settler.irregularities.facts_of(happened, [hand])
                if wrong or settler.irregularities.read([happened], [hand]):
                    continue
                yield Happening(record, state, waiting, case, {**state.facts, **case.facts, **said[0]}, hand.fate)


def placed_in(state: State) -> dict[str, Amount]:
    """The wagers of a hand in a state, first and decided ones."""
    decided = {move.row.then.wager: move.amount for move in state.moves if move.row.then.wager and move.amount}
    return {**state.wagers, **decided}


def _states(
    settler: Settler, rules: EventRules, read: Sequence[Expr], options: Mapping[str, Any]
) -> Iterator[tuple[bool, State, bool]]:
    """Whether the event befell the hand, and the states of the hand, one for each way that the rules tell apart."""
    optional = [wager.name for wager in settler.spec.wagers if not wager.required]
    whole = next(placements(settler.spec, optional))
    keys = {fact.key for atom in read for fact in facts(atom)}
    told = [key for key in keys if key.startswith(("folded", "exposed", "placed", "acted"))]
    seen = set()
    occurs = truth(rules.occurs) if rules.occurs is not None else None
    scope = settler.spec.vocabulary.events[rules.table.subject].scope
    for wagers in _first_wagers(settler, whole, rules):
        start = State(wagers, (), {**options, **settler.acts.start(wagers)})
        for waiting, found in ((True, [start]), (False, states(settler, wagers, options))):
            for state in found:
                said = dict(state.facts)
                said[PLAYERS] = [said]
                shows = occurs is None or occurs(said) is True
                lawful = all(wager.name in wagers for wager in settler.spec.wagers if wager.required)
                for befallen in (True, False):
                    if (befallen and not shows) or (not befallen and (not lawful or scope == "hand")):
                        continue
                    known = (befallen, waiting, tuple(sorted(wagers)), *(repr(state.facts.get(key)) for key in told))
                    if known not in seen:
                        seen.add(known)
                        yield befallen, state, waiting


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
    settler: Settler, name: str, rules: EventRules, read: Sequence[Expr], befallen: bool, waiting: bool
) -> Iterator[tuple[dict[str, Any], Happened]]:
    """The event as a round records it, with every combination of what its rules read of it."""
    vocabulary, stages = settler.spec.vocabulary, settler.acts.stages
    asked = {fact.name: fact for atom in read for fact in facts(atom) if fact.name.startswith("event.")}
    asked.pop("event.stage", None)
    values = {key.removeprefix("event."): values_of(settler, fact, read) for key, fact in asked.items()}
    about = vocabulary.events[name].facts
    choices: Sequence[str | None] = rules.choices or (None,)
    for chosen in choices:
        for combination in product(*values.values()):
            given = dict(zip(values, combination, strict=True))
            record: dict[str, Any] = (
                {"event": name, "stage": stages[0 if waiting else -1]} if stages else {"event": name}
            )
            if "seat" in about:
                record["seat"] = 1 if befallen else 2
            for key, each in given.items():
                concept = vocabulary.facts[f"event.{key}"]
                if concept.of_seats:
                    record[key] = 1 if each else 2
                elif concept.type.kind == "enum":
                    record[key] = vocabulary.lists[concept.type.of][each]
                else:
                    record[key] = each
            if chosen is not None:
                record["elections"] = {"1": chosen}
            yield record, settler.irregularities.recorded_one(record)


def values_of(settler: Settler, fact: Fact, read: Sequence[Expr]) -> Sequence[Any]:
    """The values of a fact of an event; of a decision left to somebody, those that the rules speak of."""
    concept = settler.spec.vocabulary.facts[fact.name]
    if concept.discretion:
        about = [atom for atom in read if fact in facts(atom)]
        return sorted({node.index for atom in about for node in walk(atom) if isinstance(node, Constant)})
    if concept.type.kind == "truth":
        return (True, False)
    if concept.type.kind == "enum":
        return range(len(settler.spec.vocabulary.lists[concept.type.of]))
    return (BASE,) if concept.unit == "dollars" else (1, 2)


# Findings.


def _by_situations(settler: Settler, found: Sequence[Happening], rule: str) -> dict[tuple[str, ...], list[int]]:
    """The wagers that have the same gaps or conflicts, with the situations in which they have them."""
    by_wager: dict[str, list[int]] = {}
    for place, one in enumerate(found):
        for wager in one.fate.tables:
            if (_is_gap if rule == "gap" else _is_conflict)(one.fate, wager):
                by_wager.setdefault(wager, []).append(place)
    grouped: dict[tuple[int, ...], list[str]] = {}
    for name in (wager.name for wager in settler.spec.wagers if wager.name in by_wager):
        grouped.setdefault(tuple(by_wager[name]), []).append(name)
    return {tuple(names): list(places) for places, names in grouped.items()}


def _is_gap(fate: Fate, wager: str) -> bool:
    return not (fate.said.get(wager) or fate.goes_on.get(wager) or fate.turns_on.get(wager))


def _is_conflict(fate: Fate, wager: str) -> bool:
    kinds = {one.kind for one in fate.said.get(wager, ())}
    without = bool(kinds & {"void", "carried"}) and bool(fate.goes_on.get(wager))
    return len(kinds) > 1 or without


def _finding(
    settler: Settler,
    name: str,
    rules: EventRules,
    found: Sequence[Happening],
    wagers: tuple[str, ...],
    places: list[int],
    rule: str,
) -> Finding | None:
    spec = settler.spec
    vocabulary = spec.vocabulary
    shown = _witness(settler, name, [found[place] for place in places], wagers, rule)
    if shown is None:
        return None  # no round can come there
    round_, clauses = shown
    condition = _condition(settler, rules, found, places, wagers)
    when = "" if condition is None else f", when `{show(condition)}` ({in_words(condition, vocabulary)})"
    listed = ", ".join(vocabulary.title(wager) for wager in wagers)
    they = "it" if len(wagers) == 1 else "them"
    if rule == "gap":
        said = f"no clause says what becomes of {they}"
        hint = "a clause on this irregularity is missing"
    else:
        said = f"two clauses say differently what becomes of {they}"
        hint = "two clauses answer differently; where the document's words let one prevail, say so with `overrides`"
    message = f"{listed}: {vocabulary.events[name].title}, and {said}{when}"
    return Finding(rule, "error", message, rules.table.place, spec.id, clauses, hint, round_)


def _condition(
    settler: Settler, rules: EventRules, found: Sequence[Happening], places: Sequence[int], wagers: Sequence[str]
) -> Expr | None:
    """When it is so, in a condition; None where it is so always, or the rules' own words cannot tell."""
    relevant = [place for place, one in enumerate(found) if any(wager in one.fate.tables for wager in wagers)]
    at = {place: bit for bit, place in enumerate(relevant)}
    every = (1 << len(relevant)) - 1
    wanted = sum(1 << at[place] for place in places)
    if wanted == every:
        return None
    known = [found[place].facts for place in relevant]
    simple = candidates(row.when for row in rules.table.rows)
    try:
        return describe(wanted, every, literals(simple, lambda expr: cases_in(expr, known)))
    except ValueError:
        return None


def _witness(
    settler: Settler, name: str, found: Sequence[Happening], wagers: Sequence[str], rule: str
) -> tuple[dict[str, Any], tuple[str, ...]] | None:
    """A round that shows one of the situations when it is settled, and the clauses it then cites."""
    expected = "undetermined" if rule == "gap" else "conflict"
    label = "-".join((settler.spec.id.replace("/", "-"), rule, name, wagers[0]))
    for one in sorted(found, key=lambda one: one.plainness, reverse=True)[:SHOWN]:
        for round_ in rounds(settler, label, one, wagers):
            try:
                outcome = settler.settle(read_round(round_, Place(label)))[1].wagers
            except (RoundFault, LoadError):
                continue
            if all(wager in outcome and outcome[wager].result == expected for wager in wagers):
                return round_, distinct([clause for wager in wagers for clause in outcome[wager].cites])
    return None


def rounds(settler: Settler, label: str, one: Happening, wagers: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The situation as a round: with the wagers that it is about and those that a hand needs, else with all."""
    needed = {wager.name for wager in settler.spec.wagers if wager.required} | set(wagers)
    acts = []
    for move in one.state.moves:
        act: dict[str, Any] = {"stage": move.stage, "do": move.row.then.word}
        if move.row.then.wager:
            act |= {"wager": move.row.then.wager, "amount": _number(move.amount)}
        acts.append(act)
    deal = {key: value for key, value in one.deal.deal.items() if key != "cards"}
    for few in (True, False):
        first = {name: _number(amount) for name, amount in one.state.wagers.items() if name in needed or not few}
        player: dict[str, Any] = {"seat": 1, "wagers": first, "actions": acts}
        if "cards" in one.deal.deal:
            player["cards"] = one.deal.deal["cards"]
        given = examples(settler.spec)
        head: dict[str, Any] = {"id": label, "spec": settler.spec.id, **({"options": given} if given else {})}
        yield {**head, **deal, "players": [player], "events": [dict(one.record)]}


def _number(amount: Any) -> Any:
    return amount if isinstance(amount, int) else str(amount)
