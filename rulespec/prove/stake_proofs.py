"""What is at risk, by proof: the amounts that no clause disposes of, or two do differently, whatever the options.

A walk over the amounts that clauses name knows of one wager at a time, on a table without limits. Here all wagers may
have any amounts at once, and the table any limits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import InternalError
from rulespec.lang.trees import atoms, walk
from rulespec.lang.types import type_of
from rulespec.model.expr import AMOUNT, STAGE, TRUTH, Between, Compare, Constant, Expr, Fact
from rulespec.model.round import WagerOutcome
from rulespec.model.spec import CLOSED, Reading
from rulespec.prove.amounts import each_amount
from rulespec.prove.describe import candidates
from rulespec.prove.interpretations import fits
from rulespec.prove.smt.classes import Plain, condition, plain_conditions
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.outcomes import validity
from rulespec.prove.smt.risks import Risks, stakes_read
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.solving import Asking, is_true
from rulespec.prove.smt.terms import Terms
from rulespec.prove.smt.witnesses import smallest, without_idle_options
from rulespec.prove.witness import settled

KINDS = ("gap", "conflict")


@dataclass(frozen=True)
class StakeClass:
    """Cases in which the document does not say, or says twice, what is at risk on a wager: when, and a round.

    `limitless`: the condition tells them on a table without limits, on which other clauses rule.
    """

    kind: str
    wager: str
    condition: Expr | None
    round: Mapping[str, Any]
    outcome: WagerOutcome
    readings: tuple[Reading, ...]
    limitless: bool = False


@dataclass
class StakeReport:
    """What is proved of the amounts of one wager.

    `wrong` are the kinds of which what was walked does not hold in all its cases, and is to be replaced; `classes` the
    cases beyond what was walked and holds; `reading` the places of the interpretations that act; `limitless` the kinds
    of which what was walked holds on tables without limits only.
    """

    classes: list[StakeClass]
    wrong: list[str]
    reading: set[int]
    limitless: set[str] = field(default_factory=set)
    checks: int = 0


def stake_report(settler: Settler, wager: str, walked: Mapping[str, Sequence[Expr | None]]) -> StakeReport:
    """The gaps and conflicts of one wager's amounts beside those `walked`, whose conditions are given by kind.

    Raises `Inconclusive`, `OutOfWork` or `Unsupported` where nothing is proved.
    """
    scene = Scene([settler], settler.game)
    side, logic = scene.sides[0], scene.logic
    risks = Risks(side.hands, side.hand)
    risk = risks.of[wager]
    causes = {"gap": risk.undetermined, "conflict": risk.conflict}
    told = risks.told(stakes_read(_exprs(settler, wager)) - {wager})
    terms = Terms(logic, [risks.seen[wager]], side.terms.dealt, side.terms.read)
    simple = plain_conditions(_simple(settler, wager), lambda expr: terms.truth(expr, 0))
    claimed = {kind: [expr for expr in walked.get(kind, ()) if expr is not None] for kind in KINDS}
    formulas = {kind: logic.any([terms.truth(expr, 0) for expr in claimed[kind]]) for kind in KINDS}
    counts = validity(side, wager).get("valid", logic.false)
    invariants = [terms.truth(one.holds, 0) for one in settler.spec.invariants]
    readings = [
        (place, one, terms.truth(one.when, 0))
        for place, one in enumerate(settler.spec.readings)
        if wager in one.wagers and not one.event
    ]
    bare = logic.all([logic.no(s.given) for s in side.settings.read() if s.option.missing == "not_in_issue"])
    background = [scene.lawful_play(), scene.deals.constraint(), side.hand.placed(wager), told, counts, *invariants]
    asking = Asking(logic, background)
    report = StakeReport([], [], set())
    table = settler.rulebook.stake.get(wager)
    for kind in KINDS:
        if kind == "gap" and table is not None and table.intent != CLOSED:
            continue
        cause, known = causes[kind], formulas[kind]
        if None in walked.get(kind, ()) or asking.model([bare, known, logic.no(cause)]) is not None:
            report.wrong.append(kind)
            known = logic.false
        elif asking.model([logic.no(bare), known, logic.no(cause)]) is not None:
            report.limitless.add(kind)
        for place, reading, holds in readings:
            if fits(reading, wager, "", PROBLEMS[kind], stake=True) and asking.model([cause, holds]) is not None:
                report.reading.add(place)
        rest = logic.all([cause, logic.no(known)])
        if asking.model([rest]) is not None:
            report.classes += _classes(settler, scene, asking, terms, wager, kind, rest, bare, simple, readings)
    report.checks = asking.checks
    return report


def _classes(
    settler: Settler,
    scene: Scene,
    asking: Asking,
    terms: Terms,
    wager: str,
    kind: str,
    rest: Formula,
    bare: Formula,
    simple: Sequence[Plain],
    readings: Sequence[tuple[int, Reading, Formula]],
) -> list[StakeClass]:
    """On a table without limits and the like, then what only they bring about."""
    logic, found = asking.logic, []
    for place, given in enumerate((bare, logic.no(bare))):
        with asking.assuming(given):
            if asking.model([rest]) is None:
                continue
            told = condition(asking, rest, simple)
            name = "-".join([settler.spec.id.replace("/", "-"), kind, wager, "amount", *(["limits"] if place else [])])
            shown = smallest(asking, scene, [rest], [], name)
        assert shown is not None
        round_ = without_idle_options(settler, shown.rounds[0], settled)
        outcome = (settled(settler, round_) or {}).get(wager)
        if outcome is None or outcome.result != PROBLEMS[kind]:
            result = outcome.result if outcome else "nothing"
            raise InternalError(f"the round `{name}` gives {result} for `{wager}`, not {PROBLEMS[kind]}")
        holding = tuple(one for _, one, holds in readings if is_true(shown.model, holds))
        known = terms.truth(told, 0) if told is not None else logic.false
        limitless = place == 0 and asking.model([logic.no(bare), known, logic.no(rest)]) is not None
        found.append(StakeClass(kind, wager, told, round_, outcome, holding, limitless))
        if told is None:
            break  # the round stands for cases with limits too
        rest = logic.all([rest, logic.no(known)])  # what limits bring about is what is new with them
    return found


def _exprs(settler: Settler, wager: str) -> list[Expr]:
    """The conditions and amounts by which a wager's amount is judged."""
    table, declared = settler.rulebook.stake.get(wager), settler.spec.wager(wager)
    found = [row.when for row in table.rows] if table else []
    found += [row.then.amount for row in table.rows if row.then.amount is not None] if table else []
    found += [
        row.then.amount
        for play in settler.rulebook.play.values()
        for row in play.rows
        if row.then.wager == wager and row.then.amount is not None
    ]
    if declared is not None:
        found += [expr for expr in (declared.equals, declared.allowed) if expr is not None]
    return found


def _simple(settler: Settler, wager: str) -> dict[Expr, int]:
    """The simple conditions that tell amounts apart: those of the rules, the amounts they permit, when it is placed."""
    table, declared = settler.rulebook.stake.get(wager), settler.spec.wager(wager)
    it = Fact("amount", (wager,), AMOUNT)
    exprs = [row.when for row in table.rows] if table else []
    permitted = [part for expr in _exprs(settler, wager) if expr not in exprs for part in each_amount(expr)]
    if declared is not None and declared.allowed is not None:
        permitted = [part for part in permitted if part != declared.allowed]
        exprs += atoms(declared.allowed)
    named = [part for part in permitted if _is_amount(part)]
    exprs += [Compare(op, it, part) for part in named for op in ("=", "<", ">") if part != it]
    at = Fact("placed_at", (wager,), STAGE)
    exprs += [Compare("=", at, Constant(stage, STAGE, place)) for place, stage in enumerate(settler.acts.stages)]
    ranges = [node for expr in exprs for node in walk(expr) if isinstance(node, Between)]
    exprs += [Compare(op, one.item, end) for one in ranges for op, end in (("<", one.low), (">", one.high))]
    found = candidates(exprs)
    for other in settler.spec.wagers:
        found.setdefault(Fact("placed", (other.name,), TRUTH), 2)
    return found


def _is_amount(expr: Expr) -> bool:
    """Whether it is one amount, which another can be compared with; no list of them."""
    return not isinstance(expr, Compare) and type_of(expr).kind != "set"
