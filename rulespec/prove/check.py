"""`check`: gaps, conflicts and dead rules of one spec, each with its clauses, how often it is dealt, and a round.

The walk goes table by table over the cases that can be dealt and played (see `universe`). What it says holds for one
hand at a time and for the amounts that the document permits; stakes are walked over every amount that the clauses on
wrong amounts can tell apart (see `amounts`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.engine.decide import Decider, Decision, agreed
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.lang.show import show
from rulespec.lang.words import in_words
from rulespec.model.expr import Expr, Or
from rulespec.model.finding import Finding
from rulespec.model.rows import Row
from rulespec.model.spec import CLOSED, Spec
from rulespec.prove.amounts import stake_findings
from rulespec.prove.dead import dead_rules
from rulespec.prove.describe import Literal, candidates, describe, literals
from rulespec.prove.event_findings import event_findings
from rulespec.prove.frequency import in_words as how_often
from rulespec.prove.interpretations import Acting, Asked, holding_in, with_readings
from rulespec.prove.invariants import broken_invariants
from rulespec.prove.overrides import idle_overrides, not_narrower
from rulespec.prove.payments import payment_findings
from rulespec.prove.universe import Situation, atoms_of, cases_in, frequency, plainness, situations
from rulespec.prove.witness import replay, witness
from rulespec.tables.clauses import distinct


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, and what it covered: tables and cases walked."""

    findings: tuple[Finding, ...]
    tables: int
    cases: int


SCOPE = (
    "every deal that a table tells apart, every lawful run of decisions of one hand, every value of the options with "
    "listed values that it reads, and, for stakes, every amount that a clause names and one between each two, on a "
    "table with the other options as in the rounds shown and without limits; of irregularities, every one of them by "
    "itself, to one hand, with all that its rules read of it. Several prizes of one round and provisions are not "
    "covered."
)


def check(settler: Settler) -> Checked:
    """Everything that a spec's document leaves open or answers twice, and what in the spec is never used.

    Raises `Inconclusive` where the deals that a table tells apart cannot be counted, and `InternalError` where a
    witness does not show what it should when it is settled.
    """
    findings: list[Finding] = [*_readings(settler.spec), *_left_out(settler.spec)]
    walked = 0
    used: set[str] = set()
    acting: set[tuple[str, str]] = set()
    readings = Acting(settler.spec)
    for decider in (*settler.valid.values(), *settler.settling.values()):
        simple = candidates(atoms_of(settler, decider.table))
        found = list(situations(settler, decider.table, tuple(simple)))
        walked += len(found)
        decisions = [decider.ask(situation.facts) for situation in found]
        for decision in decisions:
            used.update(row.id for row in (*decision.rows, *(beaten.row for beaten in decision.beaten)))
            acting.update((beaten.by.id, beaten.row.id) for beaten in decision.beaten)
        findings += _unsettled(settler, decider, found, decisions, simple)
        for situation, decision in zip(found, decisions, strict=True):
            if (word := agreed(decision.words)) in PROBLEMS.values():
                readings.note(decider.table.subject, "", word, situation.facts)
        findings += not_narrower(settler.spec, decider.table, [situation.facts for situation in found])
    findings += payment_findings(settler)
    findings += stake_findings(settler, readings)
    findings += dead_rules(settler, used)
    findings += broken_invariants(settler)
    irregular, asked = event_findings(settler, readings, acting)
    findings += idle_overrides(settler, acting)
    findings += [*irregular, *readings.idle()]
    tables = len(settler.rulebook.tables()) + len(settler.rulebook.events)
    return Checked(tuple(sorted(findings, key=_order)), tables, walked)


def _order(finding: Finding) -> tuple[str, int, int, str]:
    return finding.place.file, finding.place.line, finding.place.column, finding.rule


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
        )
        for reading in spec.interpretations
    ]


def _left_out(spec: Spec) -> list[Finding]:
    """What the document rules on and the spec does not encode: nothing here speaks of it."""
    return [
        Finding("left-out", "note", f"this spec leaves {one.name} out: {one.because}", one.place, spec.id, one.cites)
        for one in spec.left_out
    ]


# Gaps and conflicts.


@dataclass(frozen=True)
class _Walk:
    """The cases of one wager and what its table says of each."""

    settler: Settler
    decider: Decider
    cases: Sequence[Situation]
    decisions: Sequence[Decision]
    known: Sequence[Literal]

    @property
    def wager(self) -> str:
        return self.decider.table.subject

    def condition(self, places: Sequence[int]) -> Expr:
        return describe(sum(1 << place for place in places), (1 << len(self.cases)) - 1, self.known)


def _unsettled(
    settler: Settler,
    decider: Decider,
    cases: Sequence[Situation],
    decisions: Sequence[Decision],
    simple: Mapping[Expr, int],
) -> list[Finding]:
    """The cases with no result, together; those with two, together by the clauses that differ."""
    gaps: list[int] = []
    clashes: dict[frozenset[str], list[int]] = {}
    for place, decision in enumerate(decisions):
        word = agreed(decision.words)
        if word == "conflict":
            clashes.setdefault(decision.words, []).append(place)
        elif word == "undetermined" and decider.table.intent == CLOSED:
            gaps.append(place)
    if not gaps and not clashes:
        return []
    facts = [case.facts for case in cases]
    known = literals(simple, lambda expr: cases_in(expr, facts))
    walk = _Walk(settler, decider, cases, decisions, known)
    groups = [("gap", places) for places in ([gaps] if gaps else [])]
    groups += [("conflict", places) for whole in clashes.values() for places in _apart(walk, whole)]
    return [_finding(walk, rule, places, number) for number, (rule, places) in enumerate(groups, 1)]


def _apart(walk: _Walk, places: list[int]) -> list[list[int]]:
    """One group where one plain condition says when; else a group for each set of rules that clash."""
    if not isinstance(walk.condition(places), Or):
        return [places]
    by_rules: dict[frozenset[str], list[int]] = {}
    for place in places:
        by_rules.setdefault(frozenset(row.rule for row in walk.decisions[place].rows), []).append(place)
    return list(by_rules.values())


def _finding(walk: _Walk, rule: str, places: Sequence[int], number: int) -> Finding:
    spec, table, wager = walk.settler.spec, walk.decider.table, walk.wager
    chosen = max(places, key=lambda place: plainness(walk.cases[place]))
    shown = walk.cases[chosen]
    condition = walk.condition(places)
    when = f"`{show(condition)}` ({in_words(condition, spec.vocabulary)})"
    often = how_often(frequency([walk.cases[place] for place in places]))
    rows = tuple(dict.fromkeys(row for place in (chosen, *places) for row in walk.decisions[place].rows))
    if rule == "gap":
        what = "settles the wager" if table.section == "settle" else "says whether the wager counts"
        said, clauses, place = f"no clause {what}", table.cites, table.place
        hint = "a clause is missing, or the table is meant to be `open`"
    else:
        said, place = _against(rows), rows[0].place
        clauses = distinct([clause for row in rows for clause in row.cites])
        hint = "two clauses answer differently; where the document's words let one prevail, say so with `overrides`"
    name = f"{spec.id.replace('/', '-')}-{rule}-{wager}" + (f"-{number}" if number > 1 else "")
    round_ = witness(walk.settler, name, shown.deal.deal, shown.state, shown.options)
    replay(walk.settler, round_, wager, "undetermined" if rule == "gap" else "conflict")
    message = f"{spec.vocabulary.title(wager)}: {said} when {when}; possible {often}"
    found = Finding(rule, "error", message, place, spec.id, clauses, hint, round_)
    return with_readings(found, (wager,), holding_in(spec, shown.facts), Asked())


def _against(rows: Sequence[Row]) -> str:
    """`lose by 12.5.6(b) against stand_off by 12.6.2(a)`."""
    by_word: dict[str, list[str]] = {}
    for row in rows:
        by_word.setdefault(row.then.word, []).append(row.cites[0])
    return " against ".join(f"`{word}` by {', '.join(distinct(cites))}" for word, cites in by_word.items())
