"""Rules that beat others: as narrower limbs that are none, or without ever doing so."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.model.finding import PROVED, Finding, enumerated
from rulespec.model.rows import Row, Table
from rulespec.model.spec import Spec
from rulespec.prove.universe import cases_in


def not_narrower(spec: Spec, table: Table, facts: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Rows that beat another as its narrower limb, which needs no words of the document, and are none."""
    rows = {row.id: row for row in table.rows}
    findings = []
    for row in table.rows:
        for other in (rows[name] for name in row.overrides if row.ground == "narrower_limb"):
            mine, theirs = cases_in(row.when, facts), cases_in(other.when, facts)
            if row.rule == other.rule and mine & theirs == mine != theirs:
                continue
            findings.append(no_narrower(spec, row, other, bool(mine & ~theirs), enumerated(len(facts))))
    return findings


def no_narrower(spec: Spec, row: Row, other: Row, beyond: bool, basis: str) -> Finding:
    """A row that is no narrower limb than the one it beats: it holds where the other does not (`beyond`), or alike."""
    why = "they are not limbs of one rule"
    if row.rule == other.rule:
        why = "it holds where the other does not" if beyond else "both hold in the same cases"
    message = f"rule {row.cites[0]} is no narrower limb than {other.cites[0]}: {why}"
    hint = "give the ground by the document's words, or leave the conflict as it stands"
    clauses = (row.cites[0], other.cites[0])
    return Finding("not-narrower", "error", message, row.place, spec.id, clauses, hint, basis=basis, subject=row.id)


def idle_overrides(settler: Settler, acting: set[tuple[str, str]], cases: Mapping[str, int]) -> list[Finding]:
    """Overrides that never decide anything. `cases` are how many were walked for a row; others are told by proof."""
    findings = []
    for row in settler.rulebook.rows():
        if row.overrides and not any((row.id, other) in acting for other in row.overrides):
            message = f"rule {row.cites[0]} overrides {', '.join(row.overrides)}, but never where both hold"
            hint = "remove `overrides`, or check both conditions"
            basis = enumerated(cases[row.id]) if row.id in cases else PROVED
            spec, cited = settler.spec.id, (row.cites[0],)
            findings.append(
                Finding("idle-override", "error", message, row.place, spec, cited, hint, basis=basis, subject=row.id)
            )
    return findings
