"""What was walked in a table, with by what it is known, and what only a proof finds there."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.when import when_of
from rulespec.model.expr import Always, Expr
from rulespec.model.finding import PROVED, Finding, enumerated
from rulespec.model.rows import Table
from rulespec.model.spec import PayTable
from rulespec.prove.interpretations import Acting, Asked, with_readings
from rulespec.prove.payments import SAID
from rulespec.prove.smt.logic import Unsupported
from rulespec.prove.smt.solving import OutOfWork
from rulespec.prove.table_proofs import Found, TableClass, TableReport
from rulespec.prove.tables import Claim
from rulespec.prove.unproved import unproved


def held(
    settler: Settler,
    claims: Sequence[Claim],
    cases: int,
    table: Table,
    governing: Table | PayTable,
    prove: Callable[[Settler, Table, Found], TableReport],
    readings: Acting,
) -> tuple[list[Finding], int]:
    """What a walk found, held against a proof, what only the proof finds, and how many questions it took.

    `governing` is the table at which something is missing: the pay table where it is a payment.
    """
    conditions: dict[str, list[Expr]] = {"gap": [], "conflict": []}
    for claim in claims:
        conditions[claim.kind].append(claim.condition)
    try:
        report = prove(settler, table, conditions)
    except (Unsupported, OutOfWork, Inconclusive) as error:
        found = [replace(claim.finding, basis=enumerated(cases)) for claim in claims]
        what = f"the result of {settler.spec.vocabulary.title(table.subject)}"
        return [*found, unproved(settler, what, str(error), governing.place, governing.cites)], 0
    for place in report.reading:
        readings.acts(place)
    found = [replace(claim.finding, basis=PROVED) for claim in claims if claim.kind not in report.replaced]
    return [*found, *(_finding(settler, table, governing, one) for one in report.classes)], report.checks


def _finding(settler: Settler, table: Table, governing: Table | PayTable, found: TableClass) -> Finding:
    spec, told = settler.spec, found.condition
    if isinstance(governing, PayTable):
        said = SAID[found.kind]
    elif found.kind == "conflict":
        said = "two clauses answer differently"
    else:
        said = f"no clause {'settles the wager' if table.section == 'settle' else 'says whether the wager counts'}"
    case = None if told is None or isinstance(told, Always) else when_of(told, spec.vocabulary)
    when = f"when {case.told}" if case else "in cases such as the round shown" if told is None else "always"
    message = f"{spec.vocabulary.title(table.subject)}: {said} {when}"
    missing = "a clause is missing, or the table is meant to be `open`"
    hint = missing if found.kind == "gap" else "say which clause prevails, by the document's words, with `overrides`"
    clauses = governing.cites if found.kind == "gap" else found.outcome.cites
    subject = f"{'pay' if isinstance(governing, PayTable) else table.section}/{table.subject}"
    place = governing.place
    finding = Finding(found.kind, "error", message, place, spec.id, clauses, hint, found.round, PROVED, case, subject)
    return with_readings(finding, (table.subject,), found.readings, Asked())
