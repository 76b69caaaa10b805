"""What is proved of irregularities, as findings."""

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.when import when_of
from rulespec.model.expr import Always
from rulespec.model.finding import PROVED, Finding
from rulespec.model.place import Place
from rulespec.prove.event_proofs import EventClass, event_report
from rulespec.prove.interpretations import Acting, Asked, with_readings
from rulespec.prove.smt.logic import Unsupported
from rulespec.prove.smt.solving import OutOfWork
from rulespec.prove.unproved import unproved
from rulespec.tables.clauses import distinct


def event_findings(settler: Settler, readings: Acting, acting: set[tuple[str, str]]) -> tuple[list[Finding], int]:
    """A finding for every gap and conflict of every event, and how many questions were put to z3.

    The overrides that act in one are put into `acting`, as ids of two rows, and the interpretations into `readings`.
    """
    findings: list[Finding] = []
    checks = 0
    for name, rules in settler.rulebook.events.items():
        try:
            report = event_report(settler, [name])
        except (Unsupported, OutOfWork, Inconclusive) as error:
            what = settler.spec.vocabulary.events[name].title
            findings.append(unproved(settler, what, str(error), rules.table.place, rules.table.cites))
            continue
        checks += report.checks
        acting |= report.acting
        for place in report.reading:
            readings.acts(place)
        findings += report.narrower
        findings += [_finding(settler, name, rules.table.place, one) for one in report.classes]
    return findings, checks


def _finding(settler: Settler, name: str, place: Place, found: EventClass) -> Finding:
    spec, told = settler.spec, found.condition
    vocabulary = spec.vocabulary
    case = None if told is None or isinstance(told, Always) else when_of(told, vocabulary)
    when = f", when {case.told}" if case else ", in cases such as the round shown" if told is None else ""
    listed = ", ".join(vocabulary.title(wager) for wager in found.wagers)
    they = "it" if len(found.wagers) == 1 else "them"
    if found.kind == "gap":
        said = f"no clause says what becomes of {they}"
        hint = "a clause on this irregularity is missing"
    else:
        said = f"two clauses say differently what becomes of {they}"
        hint = "two clauses answer differently; where the document's words let one prevail, say so with `overrides`"
    message = f"{listed}: {vocabulary.events[name].title}, and {said}{when}"
    clauses = distinct([clause for wager in found.wagers for clause in found.outcomes[wager].cites])
    subject = f"events/{name}/{'+'.join(found.wagers)}"
    finding = Finding(found.kind, "error", message, place, spec.id, clauses, hint, found.round, PROVED, case, subject)
    return with_readings(finding, found.wagers, found.readings, Asked(name, found.usual))
