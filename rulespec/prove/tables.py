"""The tables that decide on validity and results, walked over every case that can be dealt and played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulespec.engine.decide import Decider, Decision, agreed
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.lang.when import when_of
from rulespec.model.expr import Expr, Or
from rulespec.model.finding import Finding
from rulespec.model.rows import Row
from rulespec.model.spec import CLOSED
from rulespec.prove.describe import Literal, candidates, describe, literals, mask_of
from rulespec.prove.frequency import in_words as how_often
from rulespec.prove.frequency import mixed
from rulespec.prove.interpretations import Acting, Asked, holding_in, with_readings
from rulespec.prove.overrides import not_narrower
from rulespec.prove.universe import Situation, atoms_of, cases_in, frequency, plainness, situations
from rulespec.prove.witness import replay, witness
from rulespec.tables.clauses import distinct


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
        return describe(mask_of(places, len(self.cases)), (1 << len(self.cases)) - 1, self.known)


@dataclass(frozen=True, slots=True)
class Claim:
    """A gap or a conflict that a walk came to: in exactly which cases, by a condition, and the finding that says so."""

    kind: str
    condition: Expr
    finding: Finding


@dataclass
class Walked:
    """One table walked: what was found, how many cases there are, and which rows and overrides came into play."""

    claims: list[Claim] = field(default_factory=list)
    cases: int = 0
    used: set[str] = field(default_factory=set)
    acting: set[tuple[str, str]] = field(default_factory=set)
    narrower: list[Finding] = field(default_factory=list)


def walk_table(settler: Settler, decider: Decider, readings: Acting) -> Walked:
    """Every case of a table in lawful play. Raises `Inconclusive` where the deals cannot be counted."""
    simple = candidates(atoms_of(settler, decider.table))
    found = list(situations(settler, decider.table, tuple(simple)))
    decisions = [decider.ask(situation.facts) for situation in found]
    walked = Walked(cases=len(found))
    for situation, decision in zip(found, decisions, strict=True):
        walked.used.update(row.id for row in (*decision.rows, *(beaten.row for beaten in decision.beaten)))
        walked.acting.update((beaten.by.id, beaten.row.id) for beaten in decision.beaten)
        if (word := agreed(decision.words)) in PROBLEMS.values():
            readings.note(decider.table.subject, "", word, situation.facts)
    walked.claims = _unsettled(settler, decider, found, decisions, simple)
    walked.narrower = not_narrower(settler.spec, decider.table, [situation.facts for situation in found])
    return walked


def _unsettled(
    settler: Settler,
    decider: Decider,
    cases: Sequence[Situation],
    decisions: Sequence[Decision],
    simple: Mapping[Expr, int],
) -> list[Claim]:
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
    return [_claim(walk, rule, places, number) for number, (rule, places) in enumerate(groups, 1)]


def _apart(walk: _Walk, places: list[int]) -> list[list[int]]:
    """One group where one plain condition says when; else a group for each set of rules that clash."""
    if not isinstance(walk.condition(places), Or):
        return [places]
    by_rules: dict[frozenset[str], list[int]] = {}
    for place in places:
        by_rules.setdefault(frozenset(row.rule for row in walk.decisions[place].rows), []).append(place)
    return list(by_rules.values())


def _claim(walk: _Walk, rule: str, places: Sequence[int], number: int) -> Claim:
    spec, table, wager = walk.settler.spec, walk.decider.table, walk.wager
    chosen = max(places, key=lambda place: plainness(walk.cases[place]))
    shown = walk.cases[chosen]
    condition = walk.condition(places)
    case = when_of(condition, spec.vocabulary)
    often = how_often(frequency([walk.cases[place] for place in places]), mixed(walk.settler.game))
    rows = tuple(dict.fromkeys(row for place in (chosen, *places) for row in walk.decisions[place].rows))
    if rule == "gap":
        what = "settles the wager" if table.section == "settle" else "says whether the wager counts"
        said, clauses, place = f"no clause {what}", table.cites, table.place
        hint = "a clause is missing, or the table is meant to be `open`"
    else:
        said, place = against(rows), rows[0].place
        clauses = distinct([clause for row in rows for clause in row.cites])
        hint = "two clauses answer differently; where the document's words let one prevail, say so with `overrides`"
    name = f"{spec.id.replace('/', '-')}-{rule}-{wager}" + (f"-{number}" if number > 1 else "")
    round_ = witness(walk.settler, name, shown.deal.deal, shown.state, shown.options)
    replay(walk.settler, round_, wager, "undetermined" if rule == "gap" else "conflict")
    message = f"{spec.vocabulary.title(wager)}: {said} when {case.told}; possible {often}"
    found = Finding(
        rule, "error", message, place, spec.id, clauses, hint, round_, when=case, subject=f"{table.section}/{wager}"
    )
    return Claim(rule, condition, with_readings(found, (wager,), holding_in(spec, shown.facts), Asked()))


def against(rows: Sequence[Row]) -> str:
    """`lose by 12.5.6(b) against stand_off by 12.6.2(a)`."""
    by_word: dict[str, list[str]] = {}
    for row in rows:
        by_word.setdefault(row.then.word, []).append(row.cites[0])
    return " against ".join(f"`{word}` by {', '.join(distinct(cites))}" for word, cites in by_word.items())
