"""Irregularities by proof: the wagers that no clause disposes of, or that two clauses dispose of differently.

Each event is taken with everything that a round may say of it, at every stage, to this hand or another, with all acts
of the hand, all amounts and all options. What a wager that goes on comes to is a matter of the usual tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.domains.base import RoundFault
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, InternalError, LoadError
from rulespec.lang.trees import facts
from rulespec.load.rounds import read_round
from rulespec.model.expr import TRUTH, Expr, Fact
from rulespec.model.place import Place
from rulespec.model.round import WagerOutcome
from rulespec.prove.describe import candidates
from rulespec.prove.smt.classes import Plain, condition, plain_conditions
from rulespec.prove.smt.irregular import Irregular, background, irregular, problems, shows, told_by
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.solving import Asking
from rulespec.prove.smt.terms import Terms
from rulespec.prove.smt.witnesses import NoDeal, smallest, without_idle_options
from rulespec.prove.universe import table_atoms

KINDS = ("gap", "conflict")


@dataclass(frozen=True)
class EventClass:
    """All cases of an event in which some wagers have the same problem: when, and the smallest round that shows it.

    `condition` is None where the rules' own words cannot tell these cases from others. `outcomes` are those of the
    wagers in the round.
    """

    kind: str
    wagers: tuple[str, ...]
    condition: Expr | None
    round: Mapping[str, Any]
    outcomes: Mapping[str, WagerOutcome]


@dataclass(frozen=True)
class _Part:
    """Some wagers of an event, and the conditions by which they are settled, where the event changes the hand."""

    wagers: tuple[str, ...]
    settled: tuple[Expr, ...]


def event_classes(settler: Settler, name: str) -> list[EventClass]:
    """Every gap and conflict of one irregularity.

    Raises `Inconclusive` where deals cannot be counted, `OutOfWork` where z3 gives no answer, `Unsupported` where a
    rule has no formula, and `InternalError` where a round does not show what it should.
    """
    return [found for part in _parts(settler, name) for found in _of_part(settler, name, part)]


def _parts(settler: Settler, name: str) -> list[_Part]:
    """The wagers in parts, since the deals by all that settles some wager cannot be counted together."""
    names = [wager.name for wager in settler.spec.wagers]
    rules = settler.rulebook.events.get(name)
    effects = {word for row in rules.table.rows for about, word in row.then.pairs if about == "hand"} if rules else ()
    if not {"folded", "not_exposed"}.intersection(effects):
        return [_Part(tuple(names), ())]
    by_atoms: dict[frozenset[Expr], list[str]] = {}
    for each in names:
        table = settler.rulebook.settle.get(each)
        by_atoms.setdefault(frozenset(table_atoms(table.rows)) if table else frozenset(), []).append(each)
    return [_Part(tuple(wagers), tuple(read)) for read, wagers in by_atoms.items()]


def _of_part(settler: Settler, name: str, part: _Part) -> Iterator[EventClass]:
    asked = irregular([settler], settler.game, [name])
    wrong = {wager: problems(asked, wager, bool(part.settled)) for wager in part.wagers}
    simple = _simple(settler, asked, name, part)
    asking = Asking(asked.logic, background(asked))
    groups: dict[tuple[str, Expr | None], list[str]] = {}
    for wager in part.wagers:
        for kind in KINDS:
            cause = wrong[wager][kind]
            if asking.model([cause]) is None:
                continue
            lot, placed = asked.fates[0].of[0].lots[wager], asked.scene.sides[0].hand.placed(wager)
            with asking.assuming(placed, lot.concerned):
                told = condition(asking, cause, simple)
            groups.setdefault((kind, told), []).append(wager)
    for (kind, told), wagers in groups.items():
        causes = {wager: wrong[wager][kind] for wager in wagers}
        for some in _together(asking, causes):
            shown = [shows(asked, wager, kind) for wager in some]
            if all(one.eq(asked.logic.true) for one in shown):
                found = _round(settler, asked, asking, kind, {wager: causes[wager] for wager in some})
                if found is not None:
                    yield EventClass(kind, tuple(some), told, *found)
            else:
                yield from _settled_too(settler, name, part, kind, some, told)


def _simple(settler: Settler, asked: Irregular, name: str, part: _Part) -> list[Plain]:
    """The simple conditions to tell cases apart by: what the rules read, and which wagers are placed."""
    terms = Terms(asked.logic, [asked.found], asked.scene.sides[0].terms.dealt)
    found = candidates((*told_by(settler, [name]), *part.settled))
    for wager in settler.spec.wagers:
        found.setdefault(Fact("placed", (wager.name,), TRUTH), 2)
    return plain_conditions(found, lambda expr: terms.truth(expr, 0))


def _together(asking: Asking, causes: Mapping[str, Formula]) -> list[list[str]]:
    """Wagers with the same problem, as many as can have it in one round together."""
    groups: list[tuple[list[str], list[Formula]]] = []
    for wager, cause in causes.items():
        for names, formulas in groups:
            if asking.model([*formulas, cause]) is not None:
                names.append(wager)
                formulas.append(cause)
                break
        else:
            groups.append(([wager], [cause]))
    return [names for names, _ in groups]


def _settled_too(
    settler: Settler, name: str, part: _Part, kind: str, wagers: Sequence[str], told: Expr | None
) -> Iterator[EventClass]:
    """The class with a round in which play goes on and shows it; wager by wager where it cannot be counted for all."""
    asked = irregular([settler], settler.game, [name])
    causes = {
        wager: asked.logic.all([problems(asked, wager, bool(part.settled))[kind], shows(asked, wager, kind)])
        for wager in wagers
    }
    try:
        found = _round(settler, asked, Asking(asked.logic, background(asked)), kind, causes)
    except Inconclusive:
        if len(wagers) == 1:
            raise
        for wager in wagers:
            yield from _settled_too(settler, name, part, kind, [wager], told)
        return
    if found is not None:
        yield EventClass(kind, tuple(wagers), told, *found)


def _round(
    settler: Settler, asked: Irregular, asking: Asking, kind: str, causes: Mapping[str, Formula]
) -> tuple[Mapping[str, Any], Mapping[str, WagerOutcome]] | None:
    """The smallest round in which all of these wagers have the problem; None where no round can come there."""
    name = asked.events[-1].name
    label = "-".join((settler.spec.id.replace("/", "-"), kind, name, next(iter(causes))))
    try:
        shown = smallest(asking, asked.scene, list(causes.values()), asked.events, label)
    except NoDeal:
        return None
    if shown is None:
        return None
    round_ = without_idle_facts(settler, without_idle_options(settler, shown.rounds[0], _settled), name)
    outcomes = _settled(settler, round_)
    for wager in causes:
        result = outcomes[wager].result if outcomes is not None else "nothing"
        if result != PROBLEMS[kind]:
            raise InternalError(f"the round `{label}` gives {result} for `{wager}`, not {PROBLEMS[kind]}")
    assert outcomes is not None
    return round_, {wager: outcomes[wager] for wager in causes}


def without_idle_facts(settler: Settler, round_: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The round without what it says of its events beyond what their rules read."""
    rules = settler.rulebook.events.get(name)
    read = {fact.name for row in rules.table.rows for fact in facts(row.when)} if rules else set()
    kept = {"event", "stage", "seat", "elections"}
    events = [
        {key: value for key, value in record.items() if key in kept or f"event.{key}" in read or record["event"] != name}
        for record in round_["events"]
    ]
    return {**round_, "events": events}


def _settled(settler: Settler, round_: Mapping[str, Any]) -> Mapping[str, WagerOutcome] | None:
    """What becomes of the wagers of the first hand; None where the round cannot be settled."""
    try:
        return settler.settle(read_round(dict(round_), Place("round")))[1].wagers
    except (RoundFault, LoadError):
        return None
