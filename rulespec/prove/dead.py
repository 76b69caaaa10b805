"""Rules that never come into play.

A rule is dead when it holds in no case at all: not in lawful play, and not in any state that an irregularity could
make either (a wager missing, a fold where none is offered, a hand not exposed, a wrong amount).
"""

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.model.finding import PROVED, Finding
from rulespec.model.rows import Row
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


def ever_holds(settler: Settler, row: Row) -> bool:
    """Whether a row holds in some state of a hand, lawful or not. Raises `Unsupported`, `OutOfWork`, `Inconclusive`."""
    scene = any_state([settler], settler.game)
    side, logic = scene.sides[0], scene.logic
    parts = [side.terms.truth(row.when, 0)]
    if row.live_only:
        parts += [logic.no(side.hand.fact("folded")), side.hand.fact("exposed")]
    return Asking(logic, [scene.lawful_play(), scene.deals.constraint()]).model(parts) is not None
