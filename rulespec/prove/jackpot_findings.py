"""What is proved of jackpots, as findings."""

from rulespec.domains.base import RoundFault
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.show import show
from rulespec.lang.words import in_words
from rulespec.load.rounds import read_round
from rulespec.model.expr import Always
from rulespec.model.finding import PROVED, Finding
from rulespec.model.place import Place
from rulespec.model.rows import Table
from rulespec.prove.jackpot_proofs import PARTS, PrizeClass, prize_problem
from rulespec.prove.smt.logic import Unsupported
from rulespec.prove.smt.solving import OutOfWork
from rulespec.prove.smt.witnesses import NoDeal
from rulespec.prove.unproved import unproved

_SAID = {
    ("share", "gap"): "no clause says what one of several winners gets",
    ("share", "conflict"): "two clauses say differently what a winner gets",
    ("bonus", "gap"): "no clause says what it wins by other hands",
    ("bonus", "conflict"): "two clauses say differently what it wins by other hands",
    ("takes", "gap"): "no clause says what a prize leaves on a meter",
    ("takes", "conflict"): "two clauses say differently what a prize leaves on a meter",
    ("adds", "gap"): "no clause says what it adds to a meter",
    ("adds", "conflict"): "two clauses say differently what it adds to a meter",
}


def jackpot_findings(settler: Settler) -> tuple[list[Finding], int]:
    """A finding for every gap and conflict of the rules on jackpots, and how many questions were put to z3."""
    findings: list[Finding] = []
    asked = 0
    for wager, rules in settler.rulebook.jackpots.items():
        for part in PARTS:
            table: Table | None = getattr(rules, part)
            for kind in ("gap", "conflict") if table is not None else ():
                assert table is not None
                asked += 1
                try:
                    found, _, _ = prize_problem(settler, wager, part, kind)
                except (Unsupported, OutOfWork, Inconclusive, NoDeal) as error:
                    what = f"{settler.spec.vocabulary.title(wager)}: whether {_SAID[part, kind]}"
                    findings.append(unproved(settler, what, str(error), table.place, table.cites))
                    continue
                if found is not None:
                    findings.append(_finding(settler, wager, part, kind, table, found))
    return findings, asked


def _finding(settler: Settler, wager: str, part: str, kind: str, table: Table, found: PrizeClass) -> Finding:
    spec, told = settler.spec, found.condition
    when = "in cases such as the round shown"
    if told is not None:
        when = "always" if isinstance(told, Always) else f"when `{show(told)}` ({in_words(told, spec.vocabulary)})"
    message = f"{spec.vocabulary.title(wager)}: {_SAID[part, kind]} {when}"
    hint = "a clause is missing" if kind == "gap" else "say which clause prevails, by the document's words"
    clauses, subject = _clauses(settler, found, wager, table), f"jackpots/{wager}/{part}"
    return Finding(kind, "error", message, table.place, spec.id, clauses, hint, found.round, PROVED, subject=subject)


def _clauses(settler: Settler, found: PrizeClass, wager: str, table: Table) -> tuple[str, ...]:
    """What the round cites for the wager; where it cannot be settled, the clauses that govern the table."""
    try:
        outcome = settler.settle(read_round(dict(found.round), Place("round")))[1].wagers[wager]
    except RoundFault:
        return table.cites
    return outcome.cites or table.cites
