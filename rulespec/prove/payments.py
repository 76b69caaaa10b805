"""Wins that no clause pays, or that two pay differently.

A pay table has no row for a hand that can win, or two that hold; or a wager has no pay table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rulespec.engine.decide import Decider, agreed
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.lang.when import when_of
from rulespec.model.expr import CLASS, HAND, Compare, Constant, Expr, Fact
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.rows import Table
from rulespec.prove.describe import candidates, describe, literals, mask_of
from rulespec.prove.frequency import in_words as how_often
from rulespec.prove.frequency import mixed
from rulespec.prove.tables import Claim
from rulespec.prove.universe import Situation, atoms_of, cases_in, frequency, plainness, situations
from rulespec.prove.witness import replay, witness


@dataclass(frozen=True, slots=True)
class Paid:
    """What a walk over the wins of a wager came to: `cases` in number, and the places of the pay rows that held."""

    claims: list[Claim]
    table: Table
    cases: int
    held: frozenset[Place]


def payment_claims(settler: Settler) -> Iterator[Paid]:
    """For each wager that its table lets win: where no clause says what is paid, or two do."""
    for decider in settler.settling.values():
        simple, cases = _walk(settler, decider)
        if not cases:
            continue
        claims = []
        problems = [_problem(settler, decider, case) for case in cases]
        for kind in SAID:
            wrong = [place for place, problem in enumerate(problems) if problem == kind]
            if not wrong:
                continue
            facts = [case.facts for case in cases]
            known = literals(simple, lambda expr, facts=facts: cases_in(expr, facts))  # type: ignore[misc]
            condition = describe(mask_of(wrong, len(cases)), (1 << len(cases)) - 1, known)
            finding = _finding(settler, decider, kind, [cases[place] for place in wrong], condition)
            claims.append(Claim(kind, condition, finding))
        payer = settler.payers.get(decider.table.subject)
        held = [row.place for case in cases for row in payer.rows_of(case.facts)] if payer is not None else []
        yield Paid(claims, decider.table, len(cases), frozenset(held))


@lru_cache(maxsize=64)  # settlement and pay of two specs are walked one after the other
def unpaid_keys(settler: Settler, wager: str) -> tuple[Expr, ...]:
    """The conditions by which the wins of a wager that no clause pays are told from the others."""
    decider = settler.settling[wager]
    _, cases = _walk(settler, decider)
    unpaid = [case.facts for case in cases if _problem(settler, decider, case) == "gap"]
    return tuple(condition for condition in key_conditions(settler, wager) if cases_in(condition, unpaid))


def payment_problem(settler: Settler, wager: str, known: Mapping[str, Any]) -> str:
    """Of a win of this wager: `gap` where no clause says what it is paid, `conflict` where two differ, else ""."""
    payer = settler.payers.get(wager)
    rows = payer.rows_of(known) if payer is not None else ()
    if not rows:
        return "gap"
    return "conflict" if len({row.payouts for row in rows}) > 1 else ""


def _walk(settler: Settler, decider: Decider) -> tuple[dict[Expr, int], list[Situation]]:
    """The cases of a wager that can win, told apart by its pay table too; none where it cannot."""
    if not any(row.then.word == "win" for row in decider.table.rows):
        return {}, []
    simple = candidates((*atoms_of(settler, decider.table), *pay_conditions(settler, decider.table.subject)))
    return simple, list(situations(settler, decider.table, tuple(simple)))


def key_condition(settler: Settler, by: str, key: str) -> Expr | None:
    """The condition under which a hand is of a pay row: `player.hand = flush`. None for a row for every win."""
    concept = settler.spec.vocabulary.facts.get(by)
    if not key or concept is None:
        return None
    if concept.type.kind == "hand":
        order = settler.spec.setup["ranking"]["order"]
        return Compare("=", Fact(by, (), HAND), Constant(key, CLASS, order.index(key)))
    values = settler.spec.vocabulary.lists[concept.type.of]
    return Compare("=", Fact(by, (), concept.type), Constant(key, concept.type, values.index(key)))


def key_conditions(settler: Settler, wager: str) -> Sequence[Expr]:
    """What tells the rows of a wager's pay table apart, and each from what has no row."""
    table = settler.rulebook.pay.get(wager)
    concept = settler.spec.vocabulary.facts.get(table.by) if table is not None else None
    if table is None or concept is None:
        return ()
    by_hand = concept.type.kind == "hand"
    keys = settler.spec.setup["ranking"]["order"] if by_hand else settler.spec.vocabulary.lists[concept.type.of]
    found = (key_condition(settler, table.by, key) for key in keys)
    return [condition for condition in found if condition is not None]


def pay_conditions(settler: Settler, wager: str) -> Sequence[Expr]:
    """What cases are told apart by that a wager's pay table pays differently: its keys, and the conditions of rows."""
    table = settler.rulebook.pay.get(wager)
    rules = [row.when for row in table.rows if row.when is not None] if table is not None else []
    return (*key_conditions(settler, wager), *rules)


def _problem(settler: Settler, decider: Decider, case: Situation) -> str:
    wins = agreed(decider.ask(case.facts).words) == "win"
    return payment_problem(settler, decider.table.subject, case.facts) if wins else ""


# What is wrong with a win, and what to do about it, by kind.
SAID = {
    "gap": "it wins and no clause says what it is paid",
    "conflict": "it wins and two clauses pay it differently",
}
_HINTS = {
    "gap": "a row of the pay table is missing, or another clause should keep the wager from winning",
    "conflict": "one of the two rows should leave out what the other is for, by the document's words",
}


def _finding(settler: Settler, decider: Decider, kind: str, wrong: Sequence[Situation], condition: Expr) -> Finding:
    spec, wager = settler.spec, decider.table.subject
    shown = max(wrong, key=plainness)
    name = f"{spec.id.replace('/', '-')}-{kind}-{wager}-pay"
    round_ = witness(settler, name, shown.deal.deal, shown.state, shown.options)
    outcome = replay(settler, round_, wager, PROBLEMS[kind])
    case = when_of(condition, spec.vocabulary)
    often = how_often(frequency(wrong), mixed(settler.game))
    message = f"{spec.vocabulary.title(wager)}: {SAID[kind]} when {case.told}; possible {often}"
    table = settler.rulebook.pay.get(wager)
    place = table.place if table is not None else decider.table.place
    clauses = table.cites if table is not None and kind == "gap" else outcome.cites
    about = f"pay/{wager}"
    return Finding(kind, "error", message, place, spec.id, clauses, _HINTS[kind], round_, when=case, subject=about)
