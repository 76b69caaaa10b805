"""A spec's tables to flat guarded rows.

Every row carries the clauses of all that went into it: its own, those of the deed it does, of the groups and
definitions it uses, and of the inheritance by which it applies. The conventions for reading rules live here, once:
a row that compares hands is for live hands only, and a `lose` row built from fold and exposure alone beats the other
limbs of its own rule.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulespec.errors import LoadError
from rulespec.lang.trees import about, both, compares_hands, definitions, facts
from rulespec.model.expr import Expr, Payout, Prize
from rulespec.model.finding import Finding
from rulespec.model.rows import EventRules, JackpotRules, Origin, Row, Rulebook, Table
from rulespec.model.spec import OPEN, Deed, Jackpot, PayRow, PayTable, RuleRow, RuleTable, Spec, Then
from rulespec.tables.clauses import distinct, governing_rule, is_within
from rulespec.tables.events import changed, effects_of, prize_word
from rulespec.tables.subjects import subject_wagers

_FOLD_FACTS = frozenset({"folded", "folded_at", "exposed"})
_BY_WAGER = ("valid", "stake", "settle")
_BY_NAME = ("play", "draws")  # of stages and of hands


def compile_spec(spec: Spec) -> Rulebook:
    """The rulebook of a spec.

    Raises `LoadError` for repeated rows, overrides that lead nowhere or in a circle, and two pay tables of one wager.
    """
    findings: list[Finding] = []
    drafts: dict[str, dict[str, _Draft]] = {section: {} for section in (*_BY_WAGER, *_BY_NAME)}
    for table in spec.tables:
        if table.section in _BY_NAME:
            _collect(
                drafts[table.section], table, table.subject, (), [_act_row(spec, table, row) for row in table.rows]
            )
        elif table.section == "hand":
            for wager, row in _hand_rows(spec, table):
                _collect(drafts["settle"], table, wager, (), [row])
        else:
            for wager, groups in subject_wagers(spec, table.subject):
                rows = [_wager_row(spec, table, row, wager, groups) for row in table.rows]
                _collect(drafts[table.section], table, wager, groups, rows)
    ready = {section: _finish(tables, spec, findings) for section, tables in drafts.items()}
    pay = _pay_tables(spec, findings)
    events = _events(spec, findings)
    follow = _finish({"": _event_draft(spec, spec.follow, "")}, spec, findings)[""] if spec.follow else None
    jackpots = _jackpots(spec, findings)
    if findings:
        raise LoadError(f"`{spec.id}` cannot be compiled", findings)
    ready_tables = (ready["valid"], ready["play"], ready["stake"], ready["settle"])
    return Rulebook(spec, *ready_tables, pay, events, follow, jackpots, ready["draws"])


@dataclass
class _Draft:
    """A table while its rows are gathered; the tables of a subject in one section become one."""

    table: RuleTable
    cites: list[str]
    rows: list[Row]
    open_by: list[str]
    has_own: bool


def _collect(
    into: dict[str, _Draft], table: RuleTable, subject: str, groups: tuple[str, ...], rows: Iterable[Row]
) -> None:
    own = table.section != "hand"
    cites = [*table.cites, *groups, *table.inherited]
    draft = into.setdefault(subject, _Draft(table, [], [], [], False))
    if own and not draft.has_own:
        # A `hand` table adds rows to a wager's settlement, but where that is silent it is the wager's own rule that is.
        draft.table, draft.cites, draft.has_own = table, cites, True
    elif own or not draft.has_own:
        draft.cites += cites
    draft.rows += rows
    draft.open_by += table.open_by


# One row of each kind.


def _wager_row(spec: Spec, table: RuleTable, row: RuleRow, wager: str, groups: tuple[str, ...]) -> Row:
    then = row.then if row.then.amount is None else replace(row.then, amount=about(row.then.amount, wager))
    origins = [Origin(_document(spec, table), clause, "group") for clause in groups]
    return _flat(spec, table, row, wager, then, then.word.replace(" ", "_"), origins)


def _act_row(spec: Spec, table: RuleTable, row: RuleRow) -> Row:
    return _flat(spec, table, row, table.subject, row.then, row.then.word, [])


def _hand_rows(spec: Spec, table: RuleTable) -> Iterator[tuple[str, Row]]:
    deeds = {deed.name: deed for deed in spec.deeds}
    for row in table.rows:
        deed: Deed | None = deeds[row.then.word] if row.then.kind == "deed" else None
        origins = [Origin(_document(spec, table), clause, "deed") for clause in deed.cites] if deed else []
        for subject, result in deed.then if deed else row.then.pairs:
            for wager, groups in subject_wagers(spec, subject):
                grouped = [Origin(_document(spec, table), clause, "group") for clause in groups]
                then = Then("result", result)
                yield wager, _flat(spec, table, row, wager, then, result, [*origins, *grouped])


def _flat(
    spec: Spec, table: RuleTable, row: RuleRow, subject: str, then: Then, word: str, via: Iterable[Origin]
) -> Row:
    document = _document(spec, table)
    when = about(both(table.when, row.when), subject)
    origins = [Origin(document, clause, "rule") for clause in row.cites]
    origins += via
    used = [when, *(amount for amount in (then.amount, *(each for _, each in then.amounts)) if amount is not None)]
    for expr in used:
        origins += (Origin(document, clause, "definition") for d in definitions(expr) for clause in d.cites)
    for clause in _cards_cites(spec, when):
        origins.append(Origin(document, clause, "definition"))
    origins += (Origin(table.heir or spec.id, clause, "inheritance") for clause in table.inherited)
    settles = then.kind == "result"
    names = {fact.name for fact in facts(when)}
    return Row(
        id=f"{row.cites[0]}/{subject}/{word}",
        section="settle" if table.section == "hand" else table.section,
        subject=subject,
        when=when,
        then=then,
        rule=governing_rule(row.cites[0], table.cites),
        cites=distinct([origin.clause for origin in origins]),
        origins=tuple(dict.fromkeys(origins)),
        overrides=row.overrides,
        ground=row.ground,
        live_only=settles and compares_hands(when),
        fold_limb=settles and then.word == "lose" and bool(names) and names <= _FOLD_FACTS,
        place=row.place,
    )


def _cards_cites(spec: Spec, when: Expr) -> Iterator[str]:
    """The clauses that say which five cards make a hand, or a pattern of one: they decide as much as any condition."""
    hands, patterns = spec.setup.get("hands", {}), spec.setup.get("patterns", {})
    for name in dict.fromkeys(fact.name for fact in facts(when)):
        if name in patterns:
            yield from _as_list(patterns[name]["cite"])
        hand = patterns[name]["hand"] if name in patterns else name
        if "five" in hands.get(hand, {}):
            yield from _as_list(hands[hand]["cite"])


def _as_list(cite: str | list[str]) -> list[str]:
    return [cite] if isinstance(cite, str) else cite


def _document(spec: Spec, table: RuleTable) -> str:
    return table.document or spec.id


# Irregularities and jackpots.


def _events(spec: Spec, findings: list[Finding]) -> dict[str, EventRules]:
    found: dict[str, EventRules] = {}
    for written in spec.events:
        for event in written.events:
            if event in found:
                message = f"`{event}` has a second table (the first at {found[event].table.place})"
                place, cites = written.table.place, written.table.cites
                findings.append(Finding("repeated-row", "error", message, place, spec.id, cites, "make them one"))
                continue
            table = _finish({event: _event_draft(spec, written.table, event)}, spec, findings)[event]
            found[event] = EventRules(table, written.occurs, written.choices)
    return found


def _event_draft(spec: Spec, table: RuleTable, event: str) -> "_Draft":
    rows = []
    for row in table.rows:
        then, origins = effects_of(spec, table, row)
        rows.append(_flat(spec, table, row, event, then, then.word, origins))
    return _Draft(table, [*table.cites, *table.inherited], rows, list(table.open_by), True)


def _jackpots(spec: Spec, findings: list[Finding]) -> dict[str, JackpotRules]:
    found: dict[str, JackpotRules] = {}
    for written in spec.jackpots:
        for wager, _ in subject_wagers(spec, written.subject):
            if wager in found:
                message = f"`{wager}` has a second entry under `jackpots`"
                findings.append(Finding("repeated-row", "error", message, written.place, spec.id))
            found[wager] = _jackpot(spec, written, wager, findings)
    return found


def _jackpot(spec: Spec, written: Jackpot, wager: str, findings: list[Finding]) -> JackpotRules:
    ready: dict[str, Table] = {}
    every = {"share": written.share, "takes": written.takes, "adds": written.adds, "bonus": written.bonus}
    for name, table in every.items():
        if table is not None:
            thens = [changed(row.then, lambda expr: about(expr, wager)) for row in table.rows]
            pairs = zip(table.rows, thens, strict=True)
            rows = [_flat(spec, table, row, wager, then, prize_word(then), []) for row, then in pairs]
            draft = _Draft(table, [*table.cites, *table.inherited], rows, list(table.open_by), True)
            ready |= {name: _finish({wager: draft}, spec, findings)[wager]}
    return JackpotRules(*(ready.get(name) for name in every))


# Whole tables.


def _finish(drafts: dict[str, _Draft], spec: Spec, findings: list[Finding]) -> dict[str, Table]:
    tables = {}
    for subject, draft in drafts.items():
        numbered = _numbered(draft.rows, spec, findings)
        rows = tuple(_with_overrides(row, numbered, spec, findings) for row in numbered)
        _refuse_circles(rows, spec, findings)
        section = rows[0].section if rows else draft.table.section
        # Of several tables of one subject, one whose silence is meant speaks for all: they are asked together.
        intent = OPEN if draft.open_by else draft.table.intent
        cites, open_by = distinct(draft.cites), distinct(draft.open_by)
        tables[subject] = Table(section, subject, cites, rows, open_by, draft.table.place, intent)
    return tables


def _numbered(rows: list[Row], spec: Spec, findings: list[Finding]) -> list[Row]:
    """The rows, each with an id of its own: one clause may give one wager several amounts, each in its own case."""
    seen: dict[str, list[Row]] = {}
    numbered = []
    for row in rows:
        before = seen.setdefault(row.id, [])
        twin = next((other for other in before if other.then == row.then), None)
        if twin:
            message = f"the rule `{row.id}` stands twice (first at {twin.place})"
            hint = "join the two conditions with `or`, or cite the limb that each one is"
            findings.append(Finding("repeated-row", "error", message, row.place, spec.id, (row.cites[0],), hint))
        before.append(row)
        numbered.append(replace(row, id=f"{row.id}#{len(before)}") if len(before) > 1 else row)
    return numbered


def _with_overrides(row: Row, rows: list[Row], spec: Spec, findings: list[Finding]) -> Row:
    """The row with the clauses that it overrides turned into the ids of rows of the same table."""
    beaten: list[str] = []
    for clause in row.overrides:
        found = [other.id for other in rows if other is not row and is_within(other.cites[0], clause)]
        if not found:
            message = f"rule {row.cites[0]} overrides {clause}, which has no rule about `{row.subject}`"
            hint = "name the clause of a rule that settles the same wager"
            findings.append(Finding("dangling-override", "error", message, row.place, spec.id, (clause,), hint))
        beaten += found
    return replace(row, overrides=tuple(beaten))


def _refuse_circles(rows: tuple[Row, ...], spec: Spec, findings: list[Finding]) -> None:
    beats = {row.id: row.overrides for row in rows}

    def reaches(start: str, here: str, seen: frozenset[str]) -> bool:
        return any(
            other == start or (other not in seen and reaches(start, other, seen | {other}))
            for other in beats.get(here, ())
        )

    for row in rows:
        if reaches(row.id, row.id, frozenset()):
            message = f"rule {row.cites[0]} overrides itself by way of others"
            findings.append(Finding("circular", "error", message, row.place, spec.id, (row.cites[0],)))


def _pay_tables(spec: Spec, findings: list[Finding]) -> dict[str, PayTable]:
    found: dict[str, PayTable] = {}
    for table in spec.pays:
        for wager, _ in subject_wagers(spec, table.subject):
            if wager in found:
                message = f"`{wager}` has a second pay table (the first at {found[wager].place})"
                findings.append(Finding("repeated-row", "error", message, table.place, spec.id, table.cites))
            found.setdefault(wager, _pay_table(table, wager))
    return found


def _pay_table(table: PayTable, wager: str) -> PayTable:
    """A pay table for one of the wagers that it is about."""
    rows = tuple(_pay_row(row, wager) for row in table.rows)
    at_most = about(table.at_most, wager) if table.at_most else None
    up_to = about(table.up_to, wager) if table.up_to else None
    return replace(table, subject=wager, rows=rows, at_most=at_most, up_to=up_to)


def _pay_row(row: PayRow, wager: str) -> PayRow:
    """A pay row for one wager, which also cites the definitions that it uses."""
    payouts = tuple(_payout(each, wager) for each in row.payouts)
    when = None if row.when is None else about(row.when, wager)
    used = [*(each.amount for each in payouts if isinstance(each, Prize)), *([when] if when is not None else [])]
    cites = [*row.cites, *(clause for expr in used for found in definitions(expr) for clause in found.cites)]
    return replace(row, payouts=payouts, when=when, cites=distinct(cites))


def _payout(payout: Payout, wager: str) -> Payout:
    return Prize(about(payout.amount, wager)) if isinstance(payout, Prize) else payout
