"""Irregularities by proof: the wagers that no clause disposes of, or that two clauses dispose of differently.

Each event is taken with everything that a round may say of it, at every stage, to this hand or another, with all acts
of the hand, all amounts and all options. What a wager that goes on comes to is a matter of the usual tables. Of several
events in one round only that is told which none of them brings about by itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, InternalError
from rulespec.lang.trees import facts
from rulespec.model.expr import STAGE, TRUTH, Compare, Constant, Expr, Fact
from rulespec.model.finding import PROVED, Finding
from rulespec.model.round import WagerOutcome
from rulespec.model.rows import EventRules
from rulespec.model.spec import CLOSED, Reading
from rulespec.prove.describe import candidates
from rulespec.prove.interpretations import fits
from rulespec.prove.overrides import no_narrower
from rulespec.prove.smt.classes import Plain, condition, plain_conditions, proved_equal
from rulespec.prove.smt.events import Event
from rulespec.prove.smt.irregular import Irregular, Problem, background, irregular, problems, shows, told_by
from rulespec.prove.smt.logic import Formula
from rulespec.prove.smt.solving import Asking, is_true
from rulespec.prove.smt.terms import Terms
from rulespec.prove.smt.witnesses import NoDeal, smallest, without_idle_options
from rulespec.prove.universe import table_atoms
from rulespec.prove.witness import settled

KINDS = ("gap", "conflict")


@dataclass(frozen=True)
class EventClass:
    """All cases of an event in which some wagers have the same problem: when, and the smallest round that shows it.

    `condition` is None where the rules' own words cannot tell these cases from others. `outcomes` are those of the
    wagers in the round, `usual` the wagers whose problem shows only when they are settled as usual, `readings` the
    interpretations whose conditions hold in the round.
    """

    kind: str
    wagers: tuple[str, ...]
    condition: Expr | None
    round: Mapping[str, Any]
    outcomes: Mapping[str, WagerOutcome]
    usual: frozenset[str]
    readings: tuple[Reading, ...]


@dataclass
class EventReport:
    """What is proved of one event.

    `acting` are the pairs of rows, by id, of which the first beats the second in some case; `reading` the places of
    the interpretations that act in some case; `narrower` rows that beat another as a narrower limb and are none.
    """

    classes: list[EventClass] = field(default_factory=list)
    acting: set[tuple[str, str]] = field(default_factory=set)
    reading: set[int] = field(default_factory=set)
    narrower: list[Finding] = field(default_factory=list)
    checks: int = 0


@dataclass(frozen=True)
class _Part:
    """Some wagers of an event, and the conditions by which they are settled, where the event changes the hand."""

    wagers: tuple[str, ...]
    settled: tuple[Expr, ...]


def event_report(settler: Settler, names: Sequence[str], seats: int = 1) -> EventReport:
    """Every gap and conflict of some irregularities, one after the other, and what of the last one's rules acts.

    `seats` is how many hands are at the table; the wagers asked about are those of the first.

    Raises `Inconclusive` where deals cannot be counted, `OutOfWork` where z3 gives no answer, `Unsupported` where a
    rule has no formula, and `InternalError` where a round does not show what it should.
    """
    report = EventReport()
    for place, part in enumerate(_parts(settler, names)):
        _read_part(_Table(settler, tuple(names), seats, part), report, first=place == 0)
    return report


@dataclass(frozen=True)
class _Table:
    """What is asked of: the events at a table of so many hands, and a part of the wagers."""

    settler: Settler
    names: tuple[str, ...]
    seats: int
    part: _Part

    @property
    def last(self) -> str:
        return self.names[-1]

    def asked(self) -> Irregular:
        """The table as formulas; of several events also what each would do by itself."""
        sides = [range(len(self.names)), *([place] for place in range(len(self.names)) if len(self.names) > 1)]
        settlers = [self.settler for _ in sides]
        return irregular(settlers, self.settler.game, self.names, self.seats, [list(read) for read in sides])

    def problems(self, asked: Irregular, wager: str) -> dict[str, Problem]:
        """What is wrong with a wager that no event by itself brings about."""
        logic, settles = asked.logic, bool(self.part.settled)
        found = problems(asked, wager, settles)
        for place in range(1, len(asked.scene.sides)):
            alone = problems(asked, wager, settles, place)
            new = {kind: logic.no(logic.any([one.formula(logic) for one in alone.values()])) for kind in KINDS}
            found = {
                kind: Problem(logic.all([one.by_event, new[kind]]), logic.all([one.by_play, new[kind]]))
                for kind, one in found.items()
            }
        return found


def _parts(settler: Settler, names: Sequence[str]) -> list[_Part]:
    """The wagers in parts, since the deals by all that settles some wager cannot be counted together."""
    wagers = [wager.name for wager in settler.spec.wagers]
    tables = [rules.table for name in names if (rules := settler.rulebook.events.get(name)) is not None]
    effects = {word for table in tables for row in table.rows for about, word in row.then.pairs if about == "hand"}
    if not {"folded", "not_exposed"}.intersection(effects):
        return [_Part(tuple(wagers), ())]
    by_atoms: dict[frozenset[Expr], list[str]] = {}
    for each in wagers:
        table = settler.rulebook.settle.get(each)
        by_atoms.setdefault(frozenset(table_atoms(table.rows)) if table else frozenset(), []).append(each)
    return [_Part(tuple(some), tuple(read)) for read, some in by_atoms.items()]


def _read_part(at: _Table, report: EventReport, first: bool) -> None:
    asked, settler, part = at.asked(), at.settler, at.part
    wrong = {wager: at.problems(asked, wager) for wager in part.wagers}
    simple = _simple(at, asked)
    found, after = _as_found(asked), Terms(asked.logic, [asked.after], asked.scene.sides[0].terms.dealt)
    readings = [(place, one, after.truth(one.when, 0)) for place, one in _readings(at)]
    rules = settler.rulebook.events.get(at.last)
    held = {row.id: found.truth(row.when, 0) for row in rules.table.rows} if rules and first else {}
    asking = Asking(asked.logic, background(asked))
    _acting(settler, rules, held, asking, report)
    closed = rules is None or rules.table.intent == CLOSED
    groups: dict[tuple[str, Expr | None], list[str]] = {}
    for wager in part.wagers:
        for kind in KINDS if closed else KINDS[1:]:
            problem = wrong[wager][kind]
            cause = problem.formula(asked.logic)
            if asking.model([cause]) is None:
                continue
            _note(asking, wager, kind, at.last, problem, readings, report)
            lot, placed = asked.fates[0].of[0].lots[wager], asked.scene.sides[0].hand.placed(wager)
            with asking.assuming(placed, lot.concerned):
                # One wager's condition is another's too where it is proved to hold in just the same cases.
                known = [one for of, one in groups if of == kind and one is not None]
                same = (one for one in known if proved_equal(asking, cause, found.truth(one, 0)))
                told = next(same, None) or condition(asking, cause, simple)
            groups.setdefault((kind, told), []).append(wager)
    for (kind, told), wagers in groups.items():
        causes = {wager: wrong[wager][kind].formula(asked.logic) for wager in wagers}
        for some in _together(asking, causes):
            report.classes += _class(at, asked, asking, kind, some, told)
    report.checks += asking.checks


def _as_found(asked: Irregular) -> Terms:
    """The language over the first hand as the event finds it."""
    terms = asked.scene.sides[0].terms
    return Terms(asked.logic, [asked.found], terms.dealt, terms.read)


def _readings(at: _Table) -> Iterator[tuple[int, Reading]]:
    """The interpretations that may read some wager of the part in the last event."""
    for place, reading in enumerate(at.settler.spec.readings):
        events = (at.last, "") if at.part.settled else (at.last,)
        if reading.event in events and set(reading.wagers) & set(at.part.wagers):
            yield place, reading


def _acting(
    settler: Settler, rules: EventRules | None, held: Mapping[str, Formula], asking: Asking, report: EventReport
) -> None:
    """Which overrides act, and which rows are narrower limbs as they should be."""
    logic = asking.logic
    rows = {row.id: row for row in rules.table.rows} if rules and held else {}
    for row in rows.values():
        for other in (rows[name] for name in row.overrides if name in rows):
            mine, theirs = held[row.id], held[other.id]
            if asking.model([mine, theirs]) is not None:
                report.acting.add((row.id, other.id))
            if row.ground == "narrower_limb":
                beyond = asking.model([mine, logic.no(theirs)]) is not None
                strict = asking.model([theirs, logic.no(mine)]) is not None
                if row.rule != other.rule or beyond or not strict:
                    report.narrower.append(no_narrower(settler.spec, row, other, beyond, PROVED))


def _note(
    asking: Asking,
    wager: str,
    kind: str,
    name: str,
    problem: Problem,
    readings: Sequence[tuple[int, Reading, Formula]],
    report: EventReport,
) -> None:
    """Which interpretations act in some case of a problem."""
    for place, reading, holds in readings:
        if place in report.reading:
            continue
        by_event = fits(reading, wager, name, PROBLEMS[kind])
        if by_event or fits(reading, wager, "", PROBLEMS[kind]):
            cause = problem.formula(asking.logic) if by_event else problem.by_play
            if asking.model([cause, holds]) is not None:
                report.reading.add(place)


def _simple(at: _Table, asked: Irregular) -> list[Plain]:
    """The simple conditions to tell cases apart by: what the rules read, and which wagers are placed."""
    terms = _as_found(asked)
    found = candidates((*told_by(at.settler, [at.last]), *at.part.settled))
    for wager in at.settler.spec.wagers:
        found.setdefault(Fact("placed", (wager.name,), TRUTH), 2)
    for expr in _values(at, asked.events[-1]):
        found.setdefault(expr, 2)
    return plain_conditions(found, lambda expr: terms.truth(expr, 0))


def _values(at: _Table, event: Event) -> Iterator[Expr]:
    """What a listed fact of the event may be, and at which stage the event finds the hand."""
    vocabulary = at.settler.spec.vocabulary
    for key in event.facts:
        concept = vocabulary.facts[key]
        if concept.type.kind == "enum":
            for place, value in enumerate(vocabulary.lists[concept.type.of]):
                yield Compare("=", Fact(key, (), concept.type), Constant(value, concept.type, place))
    if at.part.settled:
        for place, stage in enumerate(at.settler.acts.stages):
            yield Compare("=", Fact("event.stage", (), STAGE), Constant(stage, STAGE, place))


def _together(asking: Asking, causes: Mapping[str, Formula]) -> list[list[str]]:
    """Wagers with the same problem, as many as can have it in one round together."""
    groups: list[tuple[list[str], list[Formula]]] = []
    for wager, cause in causes.items():
        for names, formulas in groups:
            if asking.model([*formulas, cause]) is not None:
                names.append(wager)
                formulas.append(cause)
                break
        else:
            groups.append(([wager], [cause]))
    return [names for names, _ in groups]


def _class(
    at: _Table, asked: Irregular, asking: Asking, kind: str, wagers: Sequence[str], told: Expr | None
) -> Iterator[EventClass]:
    """The class with the smallest round that shows it; none where no round can come there.

    Where play goes on, the round must also come to something else than the other clause says; that is asked of a table
    of its own, and wager by wager where its deals cannot be counted for all.
    """
    logic = asked.logic
    causes = {wager: at.problems(asked, wager)[kind].formula(logic) for wager in wagers}
    if all(shows(asked, wager, kind).eq(logic.true) for wager in wagers):
        yield from _shown(at, asked, asking, kind, causes, told)
        return
    again = at.asked()
    causes = {
        wager: again.logic.all([at.problems(again, wager)[kind].formula(again.logic), shows(again, wager, kind)])
        for wager in wagers
    }
    try:
        asking = Asking(again.logic, background(again))
        for some in _together(asking, {name: one for name, one in causes.items() if asking.model([one]) is not None}):
            yield from _shown(at, again, asking, kind, {wager: causes[wager] for wager in some}, told)
    except Inconclusive:
        if len(wagers) == 1:
            raise
        for wager in wagers:
            yield from _class(at, asked, asking, kind, [wager], told)


def _shown(
    at: _Table,
    asked: Irregular,
    asking: Asking,
    kind: str,
    causes: Mapping[str, Formula],
    told: Expr | None,
) -> Iterator[EventClass]:
    """The class of these wagers, with a round in which each of them has its cause."""
    logic, settler, wagers = asked.logic, at.settler, list(causes)
    wrong = {wager: at.problems(asked, wager)[kind] for wager in wagers}
    label = "-".join((settler.spec.id.replace("/", "-"), kind, *at.names, wagers[0]))
    try:
        shown = smallest(asking, asked.scene, list(causes.values()), asked.events, label)
    except NoDeal:
        return
    if shown is None:
        return
    # Where play is read to go on, what it comes to may need the options that every round gives.
    given = [option.name for option in settler.spec.options if option.missing == "error"]
    round_ = _without_idle_facts(settler, without_idle_options(settler, shown.rounds[0], settled, given))
    outcomes = settled(settler, round_)
    for wager in wagers:
        result = outcomes[wager].result if outcomes is not None else "nothing"
        if result != PROBLEMS[kind]:
            raise InternalError(f"the round `{label}` gives {result} for `{wager}`, not {PROBLEMS[kind]}")
    assert outcomes is not None
    after = Terms(logic, [asked.after], asked.scene.sides[0].terms.dealt)
    yield EventClass(
        kind,
        tuple(wagers),
        told,
        round_,
        {wager: outcomes[wager] for wager in wagers},
        frozenset(wager for wager, problem in wrong.items() if is_true(shown.model, problem.by_play)),
        tuple(one for _, one in _readings(at) if is_true(shown.model, after.truth(one.when, 0))),
    )


def _without_idle_facts(settler: Settler, round_: Mapping[str, Any]) -> dict[str, Any]:
    """The round without what it says of its events beyond what their rules, and the interpretations of them, read."""
    kept, events = {"event", "stage", "seat", "elections"}, []
    for record in round_["events"]:
        rules = settler.rulebook.events.get(record["event"])
        rows = rules.table.rows if rules else ()
        exprs = [expr for row in rows for expr in (row.when, *(amount for _, amount in row.then.amounts))]
        exprs += [reading.when for reading in settler.spec.readings if reading.event == record["event"]]
        read = {fact.name for expr in exprs for fact in facts(expr)}
        events.append({key: value for key, value in record.items() if key in kept or f"event.{key}" in read})
    return {**round_, "events": events}
