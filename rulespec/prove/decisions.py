"""Decisions by proof: a hand that is in play and has an act to do is offered one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.when import when_of
from rulespec.model.expr import Always, Expr
from rulespec.model.finding import PROVED, Finding
from rulespec.model.rows import Table
from rulespec.prove.describe import candidates
from rulespec.prove.smt.classes import condition, plain_conditions
from rulespec.prove.smt.hands import Act
from rulespec.prove.smt.logic import Formula, Unsupported
from rulespec.prove.smt.scene import Scene, Side
from rulespec.prove.smt.solving import Asking, OutOfWork
from rulespec.prove.smt.terms import Terms
from rulespec.prove.smt.witnesses import NoDeal, smallest, without_idle_options
from rulespec.prove.universe import table_atoms
from rulespec.prove.unproved import unproved
from rulespec.prove.witness import settled


@dataclass(frozen=True)
class IdleStage:
    """A stage at which a live hand has nothing to do although none of the wagers decided there is placed."""

    stage: str
    table: Table
    condition: Expr | None
    round: Mapping[str, Any]
    checks: int


def idle_stages(settler: Settler) -> tuple[list[Finding], int]:
    """A finding for every stage that leaves a live hand without an act, and how many questions were put to z3."""
    findings: list[Finding] = []
    questions = 0
    for stage, table in settler.rulebook.play.items():
        title = settler.spec.vocabulary.stage(stage)
        try:
            found, asked = idle_stage(settler, stage)
        except (Unsupported, OutOfWork, Inconclusive) as error:
            findings.append(unproved(settler, title, str(error), table.place, table.cites))
            continue
        questions += asked
        if found is not None:
            findings.append(_finding(settler, title, found))
    return findings, questions


def idle_stage(settler: Settler, stage: str) -> tuple[IdleStage | None, int]:
    """Whether a stage leaves some live hand without an act; and how many questions that took.

    A hand that has placed a wager which is decided there has nothing to do, and is no such hand; nor is one to which
    the stage does not come (`when` of its table). An act counts that can be done: a wager needs an amount that the
    stage permits. Raises `Unsupported`, `OutOfWork` or `Inconclusive`.
    """
    table = settler.rulebook.play[stage]
    scene = Scene([settler], settler.game, until=stage)
    side, logic = scene.sides[0], scene.logic
    before = side.hand.before[stage]
    terms = Terms(logic, [before], side.terms.dealt, side.terms.read)
    acts = [act for act in side.hand.acts if act.stage == stage]
    possible = logic.any([logic.all([act.offered, _has_amount(side, terms, act)]) for act in acts])
    placed = [before[f"placed({act.wager})"][0].value for act in acts if act.wager]
    nobody = [logic.no(terms.truth(comes, 0)) for comes in _comes(settler, stage)]
    idle = logic.no(logic.any([before["folded"][0].value, possible, *placed, *nobody]))
    simple = plain_conditions(candidates(table_atoms(table.rows)), lambda expr: terms.truth(expr, 0))
    asking = Asking(logic, [scene.lawful_play(), scene.deals.constraint()])
    if asking.model([idle]) is None:
        return None, asking.checks
    told = condition(asking, idle, simple)
    name = f"{settler.spec.id.replace('/', '-')}-no-act-{stage}"
    try:
        shown = smallest(asking, scene, [idle], [], name)
    except NoDeal:
        shown = None
    assert shown is not None
    round_ = without_idle_options(settler, shown.rounds[0], settled)
    return IdleStage(stage, table, told, round_, asking.checks), asking.checks


def _comes(settler: Settler, stage: str) -> list[Expr]:
    """To whom a stage comes at all: the conditions of its tables as a whole."""
    tables = (table for table in settler.spec.tables if table.section == "play" and table.subject == stage)
    return [table.when for table in tables if not isinstance(table.when, Always)]


def _has_amount(side: Side, terms: Terms, act: Act) -> Formula:
    """That an act can be done: it needs no amount, or some row that offers it permits one."""
    logic = terms.logic
    amounts = [terms.values(row.then.amount, 0) for row, _ in act.rows if row.then.amount is not None]
    if not act.wager or not amounts:
        return logic.true
    return logic.any([logic.all([logic.no(one.never), one.value > 0]) for values in amounts for one in values])


def _finding(settler: Settler, title: str, found: IdleStage) -> Finding:
    told = found.condition
    case = None if told is None or isinstance(told, Always) else when_of(told, settler.spec.vocabulary)
    when = f"when {case.told}" if case else "in cases such as the round shown" if told is None else "always"
    message = f"{title} leaves a hand in play nothing to do {when}"
    hint = "a row that offers an act is missing, or its condition is too narrow"
    table = found.table
    place, clauses, subject = table.place, table.cites, f"play/{found.stage}"
    return Finding(
        "no-act", "error", message, place, settler.spec.id, clauses, hint, found.round, PROVED, case, subject
    )
