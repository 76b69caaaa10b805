"""What a walk over cases found in a table, held against a proof: no case of it is missed, and none is too many.

The proof allows for all that the walk takes as given: every amount, every value of every option, and wagers and acts
that the table does not read.
"""

from collections.abc import Mapping, Sequence

from rulespec.engine.settle import Settler
from rulespec.errors import InternalError
from rulespec.lang.show import show
from rulespec.model.expr import Expr
from rulespec.model.rows import Table
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.outcomes import exclusive, validity
from rulespec.prove.smt.scene import Scene, Side
from rulespec.prove.smt.solving import Asking

PROVED = "proved"


def prove_table(settler: Settler, table: Table, found: Mapping[str, Sequence[Expr]]) -> int:
    """That the gaps and conflicts `found` in a table of `valid` or `settle` are all there are, and where they are.

    `found` are their conditions by `gap` and `conflict`. The number of questions put to z3 is given. Raises
    `InternalError` where walk and proof differ, and `Inconclusive`, `OutOfWork` or `Unsupported` where nothing is proved.
    """
    scene = Scene([settler], settler.game)
    side = scene.sides[0]
    words = exclusive(side, table)
    causes = {"gap": words["undetermined"], "conflict": words["conflict"]}
    asked = [side.hand.placed(table.subject)]
    if table.section == "settle":
        asked.append(validity(side, table.subject).get("valid", scene.logic.false))
    return _compared(settler, scene, table, causes, asked, found)


def prove_payments(settler: Settler, table: Table, unpaid: Sequence[Expr]) -> int:
    """That a wager wins and no clause says what it is paid in these cases and in no others. Raises as `prove_table`."""
    scene = Scene([settler], settler.game)
    side, logic = scene.sides[0], scene.logic
    wins = exclusive(side, table).get("win", logic.false)
    causes = {"gap": logic.all([wins, logic.no(side.payments(table.subject).is_paid(0))])}
    asked = [side.hand.placed(table.subject), validity(side, table.subject).get("valid", logic.false)]
    return _compared(settler, scene, table, causes, asked, {"gap": unpaid})


def _compared(
    settler: Settler,
    scene: Scene,
    table: Table,
    causes: Mapping[str, Formula],
    asked: Sequence[Formula],
    found: Mapping[str, Sequence[Expr]],
) -> int:
    logic, side = scene.logic, scene.sides[0]
    claimed = {kind: _any_of(side, found.get(kind, ())) for kind in causes}
    asking = Asking(logic, [scene.lawful_play(), scene.deals.constraint(), *asked])
    for kind, cause in causes.items():
        if asking.model([logic.no(logic.same(cause, claimed[kind]))]) is not None:
            said = " or ".join(show(expr) for expr in found.get(kind, ())) or "nowhere"
            message = f"`{settler.spec.id}`: the {kind} of `{table.subject}` is walked to `{said}`, and proof differs"
            raise InternalError(message)
    return asking.checks


def _any_of(side: Side, exprs: Sequence[Expr]) -> Formula:
    return side.terms.logic.any([side.terms.truth(expr, 0) for expr in exprs])
