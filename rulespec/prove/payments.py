"""Wins that no clause pays: a pay table without a row for a hand that can win, or a wager without a pay table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulespec.engine.decide import Decider, agreed
from rulespec.engine.settle import Settler
from rulespec.lang.when import when_of
from rulespec.model.expr import CLASS, HAND, Compare, Constant, Expr, Fact
from rulespec.model.finding import Finding
from rulespec.model.rows import Table
from rulespec.prove.describe import candidates, describe, literals
from rulespec.prove.frequency import in_words as how_often
from rulespec.prove.tables import Claim
from rulespec.prove.universe import Situation, atoms_of, cases_in, frequency, plainness, situations
from rulespec.prove.witness import replay, witness


def payment_claims(settler: Settler) -> Iterator[tuple[list[Claim], Table, int]]:
    """Wager by wager whose table lets it win: a gap where no clause says what is paid, and how many cases there are."""
    for decider in settler.settling.values():
        simple, cases = _walk(settler, decider)
        if not cases:
            continue
        claims = []
        unpaid = [place for place, case in enumerate(cases) if _is_unpaid(settler, decider, case)]
        if unpaid:
            facts = [case.facts for case in cases]
            known = literals(simple, lambda expr, facts=facts: cases_in(expr, facts))  # type: ignore[misc]
            condition = describe(sum(1 << place for place in unpaid), (1 << len(cases)) - 1, known)
            finding = _finding(settler, decider, [cases[place] for place in unpaid], condition)
            claims.append(Claim("gap", condition, finding))
        yield claims, decider.table, len(cases)


def unpaid_keys(settler: Settler, wager: str) -> tuple[Expr, ...]:
    """The conditions by which the wins of a wager that no clause pays are told from the others."""
    decider = settler.settling[wager]
    _, cases = _walk(settler, decider)
    unpaid = [case.facts for case in cases if _is_unpaid(settler, decider, case)]
    return tuple(condition for condition in key_conditions(settler, wager) if cases_in(condition, unpaid))


def is_paid(settler: Settler, wager: str, known: Mapping[str, Any]) -> bool:
    """Whether some clause says what a win of this wager is paid."""
    payer = settler.payers.get(wager)
    return payer is not None and payer.row_of(known) is not None


def _walk(settler: Settler, decider: Decider) -> tuple[dict[Expr, int], list[Situation]]:
    """The cases of a wager that can win, told apart by its pay table too; none where it cannot."""
    if not any(row.then.word == "win" for row in decider.table.rows):
        return {}, []
    simple = candidates((*atoms_of(settler, decider.table), *key_conditions(settler, decider.table.subject)))
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


def _is_unpaid(settler: Settler, decider: Decider, case: Situation) -> bool:
    wins = agreed(decider.ask(case.facts).words) == "win"
    return wins and not is_paid(settler, decider.table.subject, case.facts)


def _finding(settler: Settler, decider: Decider, unpaid: Sequence[Situation], condition: Expr) -> Finding:
    spec, wager = settler.spec, decider.table.subject
    shown = max(unpaid, key=plainness)
    round_ = witness(
        settler, f"{spec.id.replace('/', '-')}-gap-{wager}-pay", shown.deal.deal, shown.state, shown.options
    )
    outcome = replay(settler, round_, wager, "undetermined")
    case = when_of(condition, spec.vocabulary)
    often = how_often(frequency(unpaid))
    title = spec.vocabulary.title(wager)
    message = f"{title}: it wins and no clause says what it is paid when {case.told}; possible {often}"
    table = settler.rulebook.pay.get(wager)
    place = table.place if table is not None else decider.table.place
    clauses = table.cites if table is not None else outcome.cites
    hint = "a row of the pay table is missing, or another clause should keep the wager from winning"
    return Finding("gap", "error", message, place, spec.id, clauses, hint, round_, when=case, subject=f"pay/{wager}")
