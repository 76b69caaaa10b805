"""What is proved of amounts, as findings."""

from collections.abc import Sequence
from dataclasses import replace

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.when import when_of
from rulespec.model.expr import Always, Expr
from rulespec.model.finding import PROVED, Finding, enumerated
from rulespec.prove.amounts import StakeClaim, place_of
from rulespec.prove.interpretations import Acting, Asked, with_readings
from rulespec.prove.smt.logic import Unsupported
from rulespec.prove.smt.solving import OutOfWork
from rulespec.prove.stake_proofs import StakeClass, stake_report
from rulespec.prove.unproved import unproved

LIMITLESS = ", on a table without limits (other clauses rule on these)"


def further_stakes(settler: Settler, walked: Sequence[StakeClaim], readings: Acting) -> tuple[list[Finding], int]:
    """What was walked, held against the proof, and what only the proof finds; and how many questions it took.

    What holds on a table without limits for one wager at a time may not where others have wrong amounts too: it is then
    replaced by what is proved.
    """
    findings: list[Finding] = []
    questions = 0
    for wager in settler.spec.wagers:
        mine = [claim for claim in walked if claim.wager == wager.name]
        conditions: dict[str, list[Expr | None]] = {}
        for claim in mine:
            conditions.setdefault(claim.kind, []).append(claim.condition)
        try:
            report = stake_report(settler, wager.name, conditions)
        except (Unsupported, OutOfWork, Inconclusive) as error:
            findings += [replace(claim.finding, basis=enumerated(claim.cases)) for claim in mine]
            what = f"the amounts of {settler.spec.vocabulary.title(wager.name)}"
            findings.append(unproved(settler, what, str(error), place_of(settler, wager.name), wager.cites))
            continue
        questions += report.checks
        for place in report.reading:
            readings.acts(place)
        for claim in (claim for claim in mine if claim.kind not in report.wrong):
            told = claim.finding.message + (LIMITLESS if claim.kind in report.limitless else "")
            findings.append(replace(claim.finding, basis=PROVED, message=told))
        findings += [_finding(settler, one) for one in report.classes]
    return findings, questions


def _finding(settler: Settler, found: StakeClass) -> Finding:
    spec, told = settler.spec, found.condition
    said = "no clause says what is at risk" if found.kind == "gap" else "two clauses say differently what is at risk"
    case = None if told is None or isinstance(told, Always) else when_of(told, spec.vocabulary)
    when = f"when {case.told}" if case else "in cases such as the round shown" if told is None else "always"
    message = f"{spec.vocabulary.title(found.wager)}: {said} {when}{LIMITLESS if found.limitless else ''}"
    missing = "a clause on this amount is missing"
    hint = missing if found.kind == "gap" else "say which clause prevails, by the document's words"
    place, clauses = place_of(settler, found.wager), found.outcome.cites
    subject = f"stake/{found.wager}"
    finding = Finding(found.kind, "error", message, place, spec.id, clauses, hint, found.round, PROVED, case, subject)
    return with_readings(finding, (found.wager,), found.readings, Asked(stake=True))
