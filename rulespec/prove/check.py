"""`check`: gaps, conflicts and dead rules of one spec, each with its clauses, how often it is dealt, and a round.

Tables are walked over the cases that can be dealt and played (see `universe`), which gives each case its frequency.
What is found is then held against a proof (see `smt`), which knows of all amounts and options at once; irregularities
and amounts are told by proof alone.
"""

from dataclasses import dataclass

from rulespec.domains.base import ByRules
from rulespec.engine.settle import Settler
from rulespec.lang.show import show
from rulespec.model.finding import ASSUMED, PROVED, UNPROVED, Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec
from rulespec.prove.amounts import stake_findings
from rulespec.prove.dead import dead_payments, dead_rules
from rulespec.prove.deal_findings import deal_findings
from rulespec.prove.decisions import idle_stages
from rulespec.prove.event_findings import event_findings
from rulespec.prove.interpretations import Acting
from rulespec.prove.invariants import broken_invariants
from rulespec.prove.jackpot_findings import jackpot_findings
from rulespec.prove.overrides import idle_overrides
from rulespec.prove.payments import payment_claims
from rulespec.prove.smt.settings import lists_shown
from rulespec.prove.stake_findings import further_stakes
from rulespec.prove.table_findings import held
from rulespec.prove.table_proofs import prove_payments, prove_table
from rulespec.prove.tables import walk_table
from rulespec.prove.trust import Trust, sound, trust
from rulespec.tables.clauses import distinct


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, and what it covered: tables, cases walked, questions put to z3."""

    findings: tuple[Finding, ...]
    tables: int
    cases: int
    questions: int = 0


_SCOPE = (
    "every deal that a table tells apart, every lawful run of decisions of one hand, and every value of the options, "
    "held against a proof; of amounts, all at once, with and without limits; of irregularities, every one of them by "
    "itself, to one hand, at every stage, with all that a round may say of it; of jackpots, each prize by itself, at "
    "tables of up to three hands. Provisions are not covered."
)
_OF_DRAWS = " Deals that rules on drawing leave open are told by themselves, and no other finding is about them."


def scope_of(*specs: Spec) -> str:
    """What a check of specs covers, in plain words."""
    listed = distinct([one for spec in specs for one in lists_shown(spec)])
    drawn = any(table.section == "draws" for spec in specs for table in spec.tables)
    return _SCOPE + (_OF_DRAWS if drawn else "") + (f" Taken is {'; '.join(listed)}." if listed else "")


def check(settler: Settler) -> Checked:
    """Everything that a spec's document leaves open or answers twice, and what in the spec is never used.

    Raises `Inconclusive` where the deals that a table tells apart cannot be counted, and `InternalError` where a
    witness does not show what it should when it is settled, or where walk and proof differ.
    """
    findings: list[Finding] = [*_example(settler.spec), *_readings(settler.spec), *_left_out(settler.spec)]
    cases = questions = 0
    used: set[str] = set()
    walked_for: dict[str, int] = {}
    acting: set[tuple[str, str]] = set()
    readings = Acting(settler.spec)
    for decider in (*settler.valid.values(), *settler.settling.values()):
        table = decider.table
        walked = walk_table(settler, decider, readings)
        cases += walked.cases
        used |= walked.used
        walked_for |= {row.id: walked.cases for row in table.rows}
        acting |= walked.acting
        told, asked = held(settler, walked.claims, walked.cases, table, table, prove_table, readings)
        findings += [*told, *walked.narrower]
        questions += asked
    paying: set[Place] = set()
    for paid in payment_claims(settler):
        governing = settler.rulebook.pay.get(paid.table.subject, paid.table)
        told, asked = held(settler, paid.claims, paid.cases, paid.table, governing, prove_payments, readings)
        paying |= paid.held
        findings += told
        questions += asked
    given = trust(settler)
    for part in (
        further_stakes(sound(settler, given), stake_findings(settler, readings), readings),
        idle_stages(settler),
        jackpot_findings(settler),
        dead_rules(settler, used),
        dead_payments(settler, paying),
        event_findings(settler, readings, acting),
    ):
        findings += part[0]
        questions += part[1]
    findings += deal_findings(settler)
    if isinstance(settler.game, ByRules):
        acting |= settler.game.beaten()
        drawing = (row for table in settler.rulebook.draws.values() for row in table.rows)
        walked_for |= {row.id: settler.game.told_apart() for row in drawing}
    findings += _untrusted(settler, given)
    if not any(finding.rule == UNPROVED for finding in findings):  # else they may act in what is left unproved
        findings += [*idle_overrides(settler, acting, walked_for), *readings.idle(cases)]
    tables = len((*settler.rulebook.tables(), *settler.rulebook.events, *settler.rulebook.draws))
    return Checked(tuple(sorted(findings, key=_order)), tables, cases, questions)


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.place.file, finding.place.line, finding.place.column, finding.rule


def _example(spec: Spec) -> list[Finding]:
    """That this is no real edition of its document."""
    why = spec.document.example
    message = f"this edition is an example, and no real one: {why}"
    return [Finding("example", "note", message, spec.place, spec.id)] if why else []


def _readings(spec: Spec) -> list[Finding]:
    """What no clause says, or none clearly, and an interpretation that always applies fills in."""
    return [
        Finding(
            "interpreted",
            "note",
            f"no clause is clear about {reading.about}; read: {reading.result}. {reading.because}",
            reading.place,
            spec.id,
            reading.cites,
            "this reading holds for every round of this spec",
            basis=ASSUMED,
            subject=reading.about,
        )
        for reading in spec.interpretations
    ]


def _untrusted(settler: Settler, given: Trust) -> list[Finding]:
    """Invariants that proofs do not take as given, each with what breaks it."""
    walked = broken_invariants(settler)
    told = {(one.place.line, one.place.column, one.message.split("`")[1]) for one in walked}
    findings = list(walked)
    for one, round_ in given.broken:
        if (one.place.line, one.place.column, show(one.holds)) not in told:
            message = f"lawful play breaks the invariant `{show(one.holds)}`, so that no proof takes it as given"
            hint = "an invariant must hold in every lawful round; mend it, or take it out"
            spec, cites, subject = settler.spec.id, one.cites, show(one.holds)
            findings.append(
                Finding("invariant", "error", message, one.place, spec, cites, hint, round_, PROVED, subject=subject)
            )
    return findings


def _left_out(spec: Spec) -> list[Finding]:
    """What the document rules on and the spec does not encode: nothing here speaks of it."""
    return [
        Finding(
            "left-out",
            "note",
            f"this spec leaves {one.name} out: {one.because}",
            one.place,
            spec.id,
            one.cites,
            subject=one.name,
        )
        for one in spec.left_out
    ]
