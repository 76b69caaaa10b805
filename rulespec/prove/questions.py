"""The questions that `prove` answers about one spec, subject by subject.

    complete     no case that can come about is left without an answer
    consistent   none is answered twice, and differently
    total        no stage leaves a hand in play without an act
    dead         every rule comes into play in some case
    redundant    no rule can be taken out without changing an answer

Every answer is by proof alone; what `check` walks through is held against the same formulas.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import InternalError
from rulespec.lang.show import show
from rulespec.model.expr import Expr
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.model.rows import Table
from rulespec.model.spec import CLOSED
from rulespec.prove.describe import candidates
from rulespec.prove.event_proofs import event_report
from rulespec.prove.jackpot_proofs import prize_problem
from rulespec.prove.payments import pay_conditions
from rulespec.prove.rule_questions import dead, redundant, total
from rulespec.prove.smt.classes import condition, plain_conditions
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.outcomes import exclusive, validity
from rulespec.prove.smt.pairs import ONE_HAND
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.settings import lists_shown
from rulespec.prove.smt.solving import Asking
from rulespec.prove.smt.witnesses import smallest, without_idle_options
from rulespec.prove.stake_proofs import stake_report
from rulespec.prove.subjects import Subject, Wants, everything
from rulespec.prove.trust import Trust, sound, trust
from rulespec.prove.universe import atoms_of
from rulespec.prove.witness import settled
from rulespec.tables.clauses import distinct

QUESTIONS = ("complete", "consistent", "total", "dead", "redundant")
_KIND = {"complete": "gap", "consistent": "conflict"}


def ask(settler: Settler, question: str, wants: Wants = everything, events: int = 1, players: int = 1) -> list[Verdict]:
    """The answers to one of `QUESTIONS`, for each subject whose key is wanted.

    `events` is how many irregularities a round may have, `players` how many hands a table: more than one are asked of
    irregularities alone, since what else settles a wager knows of its own hand only.
    """
    answers: Mapping[str, Callable[[], Iterator[Verdict]]] = {
        "complete": lambda: _answers(settler, "complete", wants, events, players),
        "consistent": lambda: _answers(settler, "consistent", wants, events, players),
        "total": lambda: total(settler, wants),
        "dead": lambda: dead(settler, wants),
        "redundant": lambda: redundant(settler, wants),
    }
    found = trust(settler)
    told = list(_assumptions(settler, question, found, wants))
    settler = sound(settler, found)
    listed = lists_shown(settler.spec)
    return [*told, *(replace(one, assumptions=(*one.assumptions, *listed)) for one in answers[question]())]


# Complete and consistent.


def _answers(settler: Settler, question: str, wants: Wants, events: int, players: int) -> Iterator[Verdict]:
    if events == 1:
        yield from _by_play(settler, question, wants)
        yield from _prizes(settler, question, wants)
    known = list(settler.rulebook.events)
    for names in product(known, repeat=events):
        key = f"irregularity/{'/'.join(names)}"
        if wants(key):
            titles = [settler.spec.vocabulary.events[name].title for name in names]
            table = settler.rulebook.events[names[-1]].table
            subject = Subject(settler, question, ", and then ".join(titles), key, table.cites)
            yield from subject.answered(partial(_event, subject, names, _KIND[question], players))


_PRIZES = {
    "share": "what several winners of {} get",
    "bonus": "what {} wins by other hands",
    "takes": "what a prize of {} takes from the meters",
    "adds": "what {} adds to the meters",
}


def _prizes(settler: Settler, question: str, wants: Wants) -> Iterator[Verdict]:
    """What the rules on jackpots say of several winners and of meters."""
    for name, rules in settler.rulebook.jackpots.items():
        for part, what in _PRIZES.items():
            table: Table | None = getattr(rules, part)
            key = f"{part}/{name}"
            if table is not None and wants(key):
                title = what.format(settler.spec.vocabulary.title(name))
                subject = Subject(settler, question, title, key, table.cites)
                yield from subject.answered(partial(_prize, subject, name, part, _KIND[question]))


def _prize(subject: Subject, wager: str, part: str, kind: str) -> list[Verdict]:
    found, hands, work = prize_problem(subject.settler, wager, part, kind)
    assumptions = (ONE_HAND if hands == 1 else f"up to {hands} hands at the table",)
    if found is None:
        return [subject.verdict(HOLDS, assumptions=assumptions, work=work)]
    return [subject.fails(found.condition, found.round, assumptions=assumptions, work=work)]


def _by_play(settler: Settler, question: str, wants: Wants) -> Iterator[Verdict]:
    """What settles wagers in play without irregularities."""
    spec, kind = settler.spec, _KIND[question]
    for section, what in (("valid", "whether {} counts"), ("settle", "the result of {}")):
        for name, table in getattr(settler.rulebook, section).items():
            subject = Subject(
                settler, question, what.format(spec.vocabulary.title(name)), f"{section}/{name}", table.cites
            )
            if wants(subject.key):
                yield from subject.answered(partial(_table, subject, table, kind))
            if section == "settle" and wants(f"pay/{name}"):
                title = f"the payment of {spec.vocabulary.title(name)}"
                subject = Subject(settler, question, title, f"pay/{name}", _pay_cites(settler, name))
                yield from subject.answered(partial(_payment, subject, table, kind))
    for wager in spec.wagers:
        title = f"what is at risk on {spec.vocabulary.title(wager.name)}"
        subject = Subject(settler, question, title, f"stake/{wager.name}", wager.cites)
        if wants(subject.key):
            yield from subject.answered(partial(_stake, subject, wager.name, kind))


def _table(subject: Subject, table: Table, kind: str) -> list[Verdict]:
    if kind == "gap" and table.intent != CLOSED:
        return [subject.verdict(HOLDS, basis="assumed", reason="a clause leaves the other cases open")]
    scene = Scene([subject.settler], subject.settler.game)
    side, logic = scene.sides[0], scene.logic
    cause = exclusive(side, table)[PROBLEMS[kind]]
    asked = [side.hand.placed(table.subject)]
    if table.section == "settle":
        asked.append(validity(side, table.subject).get("valid", logic.false))
    return _classed(subject, scene, cause, asked, atoms_of(subject.settler, table), table.subject, PROBLEMS[kind])


def _payment(subject: Subject, table: Table, kind: str) -> list[Verdict]:
    settler, name = subject.settler, table.subject
    if not any(row.then.word == "win" for row in table.rows):
        return []
    scene = Scene([settler], settler.game)
    side, logic = scene.sides[0], scene.logic
    wins = exclusive(side, table).get("win", logic.false)
    paid = side.payments(name)
    wrong = logic.no(paid.is_paid(0)) if kind == "gap" else paid.differ(0)
    asked = [side.hand.placed(name), validity(side, name).get("valid", logic.false)]
    exprs = (*atoms_of(settler, table), *pay_conditions(settler, name))
    return _classed(subject, scene, logic.all([wins, wrong]), asked, exprs, name, PROBLEMS[kind])


def _classed(
    subject: Subject,
    scene: Scene,
    cause: Formula,
    asked: Sequence[Formula],
    exprs: Sequence[Expr],
    wager: str,
    expected: str,
) -> list[Verdict]:
    """Whether a cause arises at all; else when, in one condition, and in the smallest round."""
    side = scene.sides[0]
    simple = plain_conditions(candidates(exprs), lambda expr: side.terms.truth(expr, 0))
    told_stakes = scene.risks().told({one.name for one in subject.settler.spec.wagers})
    asking = Asking(scene.logic, [scene.lawful_play(), scene.deals.constraint(), *asked])
    assumptions = (ONE_HAND,)
    if asking.model([cause]) is None:
        return [subject.verdict(HOLDS, assumptions=assumptions, work=asking.work)]
    told = condition(asking, cause, simple)
    name = "-".join((subject.settler.spec.id.replace("/", "-"), subject.key.replace("/", "-"), expected))
    shown = smallest(asking, scene, [cause, told_stakes], [], name) or smallest(asking, scene, [cause], [], name)
    assert shown is not None
    round_ = without_idle_options(subject.settler, shown.rounds[0], settled)
    outcomes = settled(subject.settler, round_)
    if outcomes is None or outcomes[wager].result != expected:
        said = outcomes[wager].result if outcomes else "nothing"
        raise InternalError(f"the round `{name}` gives {said} for `{wager}`, not {expected}")
    if expected == "conflict":
        subject = replace(subject, clauses=outcomes[wager].cites)
    return [subject.fails(told, round_, assumptions=assumptions, work=asking.work)]


def _stake(subject: Subject, wager: str, kind: str) -> list[Verdict]:
    report = stake_report(subject.settler, wager, {})
    assumptions = (
        ONE_HAND,
        "what is at risk on the wagers that it is worked out from is told",
        *_taken(subject.settler),
    )
    found = [one for one in report.classes if one.kind == kind]
    if not found:
        return [subject.verdict(HOLDS, assumptions=assumptions)]
    return [
        replace(subject, clauses=one.outcome.cites).fails(
            one.condition, one.round, assumptions=(*assumptions, *(["a table without limits"] if one.limitless else []))
        )
        for one in found
    ]


def _event(subject: Subject, names: Sequence[str], kind: str, players: int) -> list[Verdict]:
    report = event_report(subject.settler, names, players)
    hands = ONE_HAND if players == 1 else f"{players} hands at the table"
    alone = ("this irregularity and no other",)
    together = (
        "these irregularities and no other, in this order",
        "what one of them brings about by itself is told there, not here",
    )
    assumptions = (hands, *(alone if len(names) == 1 else together))
    found = [one for one in report.classes if one.kind == kind]
    if not found:
        return [subject.verdict(HOLDS, assumptions=assumptions)]
    titles = subject.settler.spec.vocabulary.title
    verdicts = []
    for one in found:
        listed = ", ".join(titles(wager) for wager in one.wagers)
        clauses = distinct([clause for wager in one.wagers for clause in one.outcomes[wager].cites])
        mine = replace(subject, title=f"{subject.title}: {listed}", clauses=clauses)
        verdicts.append(mine.fails(one.condition, one.round, assumptions=assumptions))
    return verdicts


def _pay_cites(settler: Settler, name: str) -> tuple[str, ...]:
    table = settler.rulebook.pay.get(name)
    return table.cites if table is not None else ()


# Assumptions.


def _taken(settler: Settler) -> tuple[str, ...]:
    """The declared invariants in plain words, those that are taken for one reason together."""
    by_reason: dict[str, list[str]] = {}
    for one in settler.spec.invariants:
        by_reason.setdefault(one.because, []).append(show(one.holds))
    return tuple(f"{'; '.join(conditions)} ({because})" for because, conditions in by_reason.items())


def _assumptions(settler: Settler, question: str, found: Trust, wants: Wants) -> Iterator[Verdict]:
    """Whether the declared invariants may be taken as given. Where one may not, that is said in any case."""
    if question not in _KIND or not settler.spec.invariants:
        return
    clauses = distinct([clause for one in settler.spec.invariants for clause in one.cites])
    subject = Subject(settler, question, "the declared invariants together", "invariants", clauses)
    for one, round_ in found.broken:
        mine = replace(subject, title=f"the declared invariant `{show(one.holds)}`", clauses=one.cites)
        reason = "lawful play breaks it, so that it is not taken as given"
        if round_ is None:
            yield mine.verdict(FAILS, reason=f"{reason}; `rulespec check` shows where")
        else:
            yield mine.fails(None, round_, reason=reason)
    if question == "complete" and found.taken and wants(subject.key):
        yield subject.verdict(HOLDS, assumptions=_taken(sound(settler, found)))
