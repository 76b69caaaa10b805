"""Jackpots by proof: several winners of whom no clause, or two, say what they get; meters that two rows change.

Tables have as many hands as rules speak of, up to a bound. Which hands can win together is a matter of one pack: a case
for which no deal is found is neither proved nor refuted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.errors import InternalError
from rulespec.model.expr import Expr
from rulespec.model.rows import Table
from rulespec.prove.describe import candidates
from rulespec.prove.smt.as_written import speaks_of_others
from rulespec.prove.smt.classes import condition, plain_conditions
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.pairs import HANDS
from rulespec.prove.smt.prizes import meters, needed, share, winning
from rulespec.prove.smt.risks import Risks
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.solving import Asking
from rulespec.prove.smt.witnesses import smallest, without_idle_options
from rulespec.prove.universe import table_atoms
from rulespec.prove.witness import settled_round

PARTS = ("share", "bonus", "takes", "adds")


@dataclass(frozen=True)
class PrizeClass:
    """Cases in which the rules on prizes leave something open or say two things: when, and the smallest round."""

    condition: Expr | None
    round: Mapping[str, Any]


def prize_problem(settler: Settler, wager: str, part: str, kind: str) -> tuple[PrizeClass | None, int, int]:
    """What is wrong with one table of a jackpot wager, how many hands were at the table, and the work it took.

    `part` is one of `PARTS`, `kind` is `gap` or `conflict`. Raises `Inconclusive`, `OutOfWork`, `Unsupported`, and
    `NoDeal` where a case may or may not be dealt.
    """
    table: Table = getattr(settler.rulebook.jackpots[wager], part)
    most = HANDS if any(speaks_of_others(row.when) for row in table.rows) else 1
    work = 0
    for hands in range(1, most + 1):  # the fewest that show it
        found, done = _of_hands(settler, table, part, kind, hands)
        work += done
        if found is not None:
            return found, hands, work
    return None, most, work


def _of_hands(settler: Settler, table: Table, part: str, kind: str, hands: int) -> tuple[PrizeClass | None, int]:
    wager = table.subject
    scene = Scene([settler], settler.game, hands)
    side, logic = scene.sides[0], scene.logic
    winning(side)
    wins = side.terms.told(f"wins({wager})", 0).value
    asked = wins if part in ("share", "takes") else side.hand.placed(wager)
    cause = _cause(scene, table, part, kind)
    simple = plain_conditions(candidates(table_atoms(table.rows)), lambda expr: side.terms.truth(expr, 0))
    told = Risks(side.hands, side.hand).told({wager})
    given = needed(side, wager, table)  # where what an amount needs is not given, the round is to blame
    asking = Asking(logic, [scene.lawful_play(), scene.deals.constraint(), asked, told, *given])
    if cause.eq(logic.false) or asking.model([cause]) is None:
        return None, asking.work
    when = condition(asking, cause, simple)
    name = f"{settler.spec.id.replace('/', '-')}-{kind}-{wager}-{part}"
    shown = smallest(asking, scene, [cause], [], name)
    assert shown is not None
    round_ = without_idle_options(settler, shown.rounds[0], settled_round)
    outcome = settled_round(settler, round_)
    if isinstance(outcome, str):
        raise InternalError(f"the round `{name}` cannot be settled: {outcome}")
    result = outcome.seats[1].wagers[wager].result
    if part in ("share", "bonus") and result != ("undetermined" if kind == "gap" else "conflict"):
        raise InternalError(f"the round `{name}` gives {result} for `{wager}`, which is to show a {kind}")
    return PrizeClass(when, round_), asking.work


def _cause(scene: Scene, table: Table, part: str, kind: str) -> Formula:
    """That a table says nothing that can be paid or done, or two different things."""
    logic, side = scene.logic, scene.sides[0]
    if part in ("share", "bonus"):
        said = share(side, table)
        if kind == "conflict":
            return said.conflict
        own = said.ways.get("in succession", logic.false)  # what is taken one after the other the pay table tells
        return logic.all([logic.no(said.silent), logic.no(said.conflict), logic.no(own), said.amounts[""].never])
    changes = meters(side, table).values()
    if kind == "conflict":
        return logic.any([one.conflict for one in changes])
    lacking = [logic.all([one.changes, logic.no(one.conflict), one.value.never]) for one in changes]
    return logic.any(lacking)
