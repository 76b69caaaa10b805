"""Rules that never come into play.

A rule is dead when it holds in no case at all: not in lawful play, and not in any state that an irregularity could
make either (a wager missing, a fold where none is offered, a hand not exposed, a wrong amount).
"""

from collections.abc import Collection

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.show import show
from rulespec.model.expr import Expr
from rulespec.model.finding import PROVED, Finding
from rulespec.model.place import Place
from rulespec.model.rows import Row
from rulespec.prove.payments import key_condition
from rulespec.prove.smt.anyhow import any_state
from rulespec.prove.smt.logic import Unsupported
from rulespec.prove.smt.solving import Asking, OutOfWork
from rulespec.prove.unproved import unproved


def dead_rules(settler: Settler, used: set[str]) -> tuple[list[Finding], int]:
    """A finding for every rule, as written, none of whose rows ever holds; and how many questions were put to z3.

    `used` are rows already seen to hold.
    """
    rows = [row for table in settler.rulebook.tables() for row in table.rows]
    alive = {row.place for row in rows if row.id in used}
    findings, open_, questions = [], set(), 0
    for row in rows:
        if row.place in alive:
            continue
        questions += 1
        try:
            if ever_holds(settler, row):
                alive.add(row.place)
        except (Unsupported, OutOfWork, Inconclusive) as error:
            open_.add(row.place)
            findings.append(unproved(settler, f"rule {row.cites[0]}", str(error), row.place, (row.cites[0],)))
    for row in {row.place: row for row in reversed(rows)}.values():
        if row.place not in alive | open_:
            message = f"rule {row.cites[0]} never comes into play: its condition holds in no case"
            hint = "check the condition against the clause"
            spec, cited = settler.spec.id, (row.cites[0],)
            findings.append(
                Finding("dead", "error", message, row.place, spec, cited, hint, basis=PROVED, subject=row.id)
            )
    return findings, questions


def dead_payments(settler: Settler, held: Collection[Place]) -> tuple[list[Finding], int]:
    """A finding for every row of a pay table that is for what can never be; and how many questions were put to z3.

    `held` are the places of rows already seen to hold. Every kind of hand can be dealt, so that its row is not asked.
    """
    spec = settler.spec
    hands = {name for name, fact in spec.vocabulary.facts.items() if fact.type.kind == "hand"}
    unseen = [
        (table, row, row.when if row.when is not None else key_condition(settler, table.by, row.key))
        for table in settler.rulebook.pay.values()
        for row in table.rows
        if row.place not in held and not (row.when is None and table.by in hands)
    ]
    asked = [(table, row, condition) for table, row, condition in unseen if condition is not None]
    if not asked:
        return [], 0
    findings: list[Finding] = []
    for table, row, condition in asked:
        title, about = spec.vocabulary.title(table.subject), f"pay/{table.subject}"
        try:
            if comes_about(settler, condition):
                continue
        except (Unsupported, OutOfWork, Inconclusive) as error:
            findings.append(unproved(settler, f"a payment of {title}", str(error), row.place, row.cites))
            continue
        message = f"{title}: what is paid when `{show(condition)}` is never paid: that never comes about"
        hint = "check the row against the clause"
        findings.append(
            Finding("dead", "error", message, row.place, spec.id, row.cites, hint, basis=PROVED, subject=about)
        )
    return findings, len(asked)


def ever_holds(settler: Settler, row: Row) -> bool:
    """Whether a row holds in some state of a hand, lawful or not. Raises `Unsupported`, `OutOfWork`, `Inconclusive`."""
    return comes_about(settler, row.when, row.live_only)


def comes_about(settler: Settler, condition: Expr, live_only: bool = False) -> bool:
    """Whether a condition holds in some state of a hand (not folded, with `live_only`). Raises as `ever_holds`."""
    scene = any_state([settler], settler.game)
    side, logic = scene.sides[0], scene.logic
    parts = [side.terms.truth(condition, 0)]
    if live_only:
        parts += [logic.no(side.hand.fact("folded")), side.hand.fact("exposed")]
    return Asking(logic, [scene.lawful_play(), scene.deals.constraint()]).model(parts) is not None
