"""What a walk over cases found in a table, held against a proof: no case of it is missed, and none is too many.

The proof allows for all that the walk takes as given: every amount, every value of every option, and wagers and acts
that the table does not read. Where that brings about more than the walk can see, it is told by the proof.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import InternalError
from rulespec.lang.show import show
from rulespec.model.expr import Expr
from rulespec.model.round import WagerOutcome
from rulespec.model.rows import Table
from rulespec.model.spec import CLOSED, Reading
from rulespec.prove.describe import candidates
from rulespec.prove.interpretations import fits
from rulespec.prove.payments import pay_conditions
from rulespec.prove.smt.classes import Plain, condition, plain_conditions
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.outcomes import exclusive, validity
from rulespec.prove.smt.scene import Scene, Side
from rulespec.prove.smt.solving import Asking, is_true
from rulespec.prove.smt.witnesses import NoDeal, smallest, without_idle_options
from rulespec.prove.states import BASE
from rulespec.prove.universe import atoms_of
from rulespec.prove.witness import settled

Found = Mapping[str, Sequence[Expr]]


@dataclass(frozen=True)
class TableClass:
    """Cases beyond those walked in which a table gives no answer or two: when, and a round that shows it."""

    kind: str
    condition: Expr | None
    round: Mapping[str, Any]
    outcome: WagerOutcome
    readings: tuple[Reading, ...]


@dataclass
class TableReport:
    """What is proved of a table beside what was walked.

    `replaced` are the kinds of which what was walked does not hold for all amounts and options, so that `classes` tell
    all of it; `reading` the places of the interpretations that act in `classes`.
    """

    checks: int = 0
    replaced: list[str] = field(default_factory=list)
    classes: list[TableClass] = field(default_factory=list)
    reading: set[int] = field(default_factory=set)


def prove_table(settler: Settler, table: Table, found: Found) -> TableReport:
    """That the gaps and conflicts `found` in a table of `valid` or `settle` are all there are, and where they are.

    `found` are their conditions by `gap` and `conflict`. Raises `InternalError` where walk and proof differ in what
    both can see, and `Inconclusive`, `OutOfWork` or `Unsupported` where nothing is proved.
    """
    scene = Scene([settler], settler.game)
    side = scene.sides[0]
    words = exclusive(side, table)
    causes = {"conflict": words["conflict"]}
    if table.intent == CLOSED:
        causes["gap"] = words["undetermined"]
    asked = [side.hand.placed(table.subject)]
    if table.section == "settle":
        asked.append(validity(side, table.subject).get("valid", scene.logic.false))
    return _compared(settler, scene, table, causes, asked, found, atoms_of(settler, table))


def prove_payments(settler: Settler, table: Table, found: Found) -> TableReport:
    """That no clause pays a win, or two differently, in these cases and in no others. Raises as `prove_table`."""
    scene = Scene([settler], settler.game)
    side, logic, wager = scene.sides[0], scene.logic, table.subject
    wins = exclusive(side, table).get("win", logic.false)
    paid = side.payments(wager)
    causes = {"gap": logic.all([wins, logic.no(paid.is_paid(0))])}
    pays = settler.rulebook.pay.get(wager)
    if pays is not None and any(row.when is not None for row in pays.rows):  # else one row at most holds
        causes["conflict"] = logic.all([wins, paid.differ(0)])
    asked = [side.hand.placed(wager), validity(side, wager).get("valid", logic.false)]
    exprs = (*atoms_of(settler, table), *pay_conditions(settler, wager))
    return _compared(settler, scene, table, causes, asked, found, exprs)


def _compared(
    settler: Settler,
    scene: Scene,
    table: Table,
    causes: Mapping[str, Formula],
    asked: Sequence[Formula],
    found: Found,
    exprs: Sequence[Expr],
) -> TableReport:
    logic, side = scene.logic, scene.sides[0]
    claimed = {kind: logic.any([side.terms.truth(expr, 0) for expr in found.get(kind, ())]) for kind in causes}
    asking = Asking(logic, [scene.lawful_play(), scene.deals.constraint(), *asked])
    report = TableReport()
    for kind, cause in causes.items():
        differs = logic.no(logic.same(cause, claimed[kind]))
        if asking.model([differs]) is None:
            continue
        if asking.model([differs, *_as_walked(side)]) is not None:
            said = " or ".join(show(expr) for expr in found.get(kind, ())) or "nowhere"
            message = f"`{settler.spec.id}`: the {kind} of `{table.subject}` is walked to `{said}`, and proof differs"
            raise InternalError(message)
        known = claimed[kind]
        if asking.model([known, logic.no(cause)]) is not None:
            report.replaced.append(kind)
            known = logic.false
        _further(settler, scene, table, kind, logic.all([cause, logic.no(known)]), asked, exprs, report)
    report.checks += asking.checks
    return report


def _as_walked(side: Side) -> list[Formula]:
    """The amounts and options that a walk takes as given: the base amount, or what a clause permits, without limits."""
    logic, hand = side.terms.logic, side.hand
    found = [logic.no(one.given) for one in side.settings.read() if one.option.missing == "not_in_issue"]
    for wager in side.settler.spec.wagers:
        amount, placed = hand.amount(wager.name), hand.placed(wager.name)
        if wager.placed == "before_deal" and wager.equals is None:
            found.append(logic.any([logic.no(placed), amount == BASE]))
    for act in hand.acts:
        permitted = [logic.all([offers, side.hands.permits(hand, row)]) for row, offers in act.rows]
        found.append(logic.any([logic.no(act.done), logic.any(permitted)]))
    return found


def _further(
    settler: Settler,
    scene: Scene,
    table: Table,
    kind: str,
    cause: Formula,
    asked: Sequence[Formula],
    exprs: Sequence[Expr],
    report: TableReport,
) -> None:
    """The cases that only amounts or options bring about, in one condition, with the smallest round."""
    side, wager = scene.sides[0], table.subject
    simple: list[Plain] = plain_conditions(candidates(exprs), lambda expr: side.terms.truth(expr, 0))
    readings = [
        (place, one, side.terms.truth(one.when, 0))
        for place, one in enumerate(settler.spec.readings)
        if fits(one, wager, "", PROBLEMS[kind])
    ]
    told_stakes = scene.risks().told({one.name for one in settler.spec.wagers})
    asking = Asking(scene.logic, [scene.lawful_play(), scene.deals.constraint(), *asked])
    told = condition(asking, cause, simple)
    report.reading |= {place for place, _, holds in readings if asking.model([cause, holds]) is not None}
    name = "-".join((settler.spec.id.replace("/", "-"), kind, wager, table.section, "amounts"))
    try:
        shown = smallest(asking, scene, [cause, told_stakes], [], name)
    except NoDeal:
        shown = None
    report.checks += asking.checks
    if shown is None:
        return  # what is at risk is open too, and told by itself
    round_ = without_idle_options(settler, shown.rounds[0], settled)
    outcome = (settled(settler, round_) or {}).get(wager)
    if outcome is None or outcome.result != PROBLEMS[kind]:
        result = outcome.result if outcome else "nothing"
        raise InternalError(f"the round `{name}` gives {result} for `{wager}`, not {PROBLEMS[kind]}")
    holding = tuple(one for _, one, holds in readings if is_true(shown.model, holds))
    report.classes.append(TableClass(kind, told, round_, outcome, holding))
