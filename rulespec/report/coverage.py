"""How far the specs of a document account for its clauses, as text and as JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.documents.coverage import Coverage, Covered, part_of, share, tally, unread
from rulespec.model.document import REASONS
from rulespec.model.finding import Finding
from rulespec.report.findings import finding_json, findings_text
from rulespec.report.text import columns, plural, width, wrapped

_COUNTED = ("cited", "provision", "leads")
_COLUMNS = ("clauses", "cited", "provisions", "lead to these", "not encoded", "uncovered", "accounted for")


@dataclass(frozen=True, slots=True)
class Measured:
    """The clauses of a document that are asked about, by part, and the share of them that is accounted for.

    `findings`: what its specs and its account cite wrongly.
    """

    document: str
    instrument: str
    clauses: tuple[Covered, ...]
    parts: Mapping[str, tuple[Covered, ...]]
    findings: tuple[Finding, ...]
    percent: float
    strict: bool

    @property
    def open(self) -> tuple[Covered, ...]:
        """The clauses that nothing accounts for."""
        return tuple(one for one in self.clauses if _is_open(one, self.strict))


def measure(document: str, coverage: Coverage, wanted: Sequence[str], strict: bool) -> Measured:
    """What is measured of a document: the parts `wanted`, all where there are none.

    `strict`: what is not encoded yet does not count as accounted for.
    """
    clauses = coverage.of(wanted)
    parts: dict[str, list[Covered]] = {}
    for one in clauses:
        parts.setdefault(part_of(coverage.lock, one.clause.id), []).append(one)
    counted = sum(not _is_open(one, strict) for one in clauses)
    percent = 100 * counted / len(clauses) if clauses else 100.0
    by_part = {name: tuple(inside) for name, inside in parts.items()}
    return Measured(document, coverage.lock.instrument, clauses, by_part, coverage.findings, percent, strict)


def _is_open(one: Covered, strict: bool) -> bool:
    return one.status == "uncovered" or (strict and one.reason == "pending")


def accounted(clauses: Sequence[Covered]) -> str:
    """The same in a sentence: `Of its 298 clauses 127 are cited, ...; 74 are not encoded yet; nothing ...`."""
    counts = tally(clauses)
    left = sum(counts[reason] for reason in REASONS if reason != "pending")
    told = [
        (counts["cited"], "are cited by rules"),
        (counts["provision"], "are duties and permissions that settle no wager"),
        (counts["leads"], "only lead to these"),
        (left, "need no encoding"),
        (counts["pending"], "are not encoded yet"),
        (counts["uncovered"], "are accounted for by nothing"),
    ]
    return f"Of its {plural(len(clauses), 'clause')} {', '.join(f'{count} {what}' for count, what in told if count)}."


def coverage_text(measured: Sequence[Measured]) -> str:
    """A table of the parts of each document, the clauses not encoded by reason, and those that nobody accounts for."""
    return "\n\n".join(_text(one) for one in measured)


def _text(one: Measured) -> str:
    lines = [wrapped(f"{one.document}  ({one.instrument})"), "", *_table(one)]
    reasons = tally(clause for clause in one.clauses if clause.reason)
    if reasons:
        lines += ["", "  not encoded, by reason"]
        lines += columns([(str(reasons[key]), f"{key}: {REASONS[key]}") for key in REASONS if reasons[key]], 4)
    flagged = unread(one.clauses)
    if flagged:
        what = "not encoded, though their words settle wagers or bind people, or they are rows"
        lines += ["", wrapped(f"{plural(len(flagged), 'clause')} {what}:", 2, 2)]
        lines += [
            wrapped(f"{each.clause.id} ({', '.join(each.clause.settling) or each.clause.kind}): {each.reason}", 4, 6)
            for each in flagged
        ]
    if one.findings:
        lines += ["", findings_text(one.findings)]
    if one.open:
        what = "nothing accounts for" if not one.strict else "nothing accounts for yet"
        lines += ["", wrapped(f"{plural(len(one.open), 'clause')} that {what}:", 2, 2)]
        lines.append(wrapped(", ".join(each.clause.id for each in one.open), 4))
    total = f"{one.percent:.1f} % of {plural(len(one.clauses), 'clause')} accounted for"
    if reasons["pending"] and not one.strict:
        total += f", {reasons['pending']} of them as not encoded yet (`--strict` does not count these)"
    lines += ["", wrapped(f"{total}.", 2, 2)]
    return "\n".join(lines)


def _table(one: Measured) -> list[str]:
    """A line for each part and one for all; sentences where the columns do not fit."""
    rows: list[tuple[str, list[int], float]] = []
    for name, inside in {**one.parts, "all": one.clauses}.items():
        counts = tally(inside)
        left = sum(count for reason, count in counts.items() if reason in REASONS)
        done, total = share(inside)
        numbers = [total, *(counts[key] for key in _COUNTED), left, counts["uncovered"]]
        rows.append((name, numbers, 100 * done / total))
    size = max(len("part"), *(len(row[0]) for row in rows))
    if size + sum(map(len, _COLUMNS)) + 2 * len(_COLUMNS) + 2 > width():
        return [wrapped(f"{name}: {_sentence(numbers)}; {percent:.1f} %", 2, 4) for name, numbers, percent in rows]
    lines = [f"  {'part':<{size}}" + "".join(f"  {name}" for name in _COLUMNS)]
    for name, numbers, percent in rows:
        cells = [*map(str, numbers), f"{percent:.1f} %"]
        aligned = (f"  {cell:>{len(head)}}" for cell, head in zip(cells, _COLUMNS, strict=True))
        lines.append(f"  {name:<{size}}" + "".join(aligned))
    return lines


def _sentence(numbers: Sequence[int]) -> str:
    return ", ".join(f"{count} {head}" for count, head in zip(numbers, _COLUMNS, strict=False) if count)


def coverage_json(measured: Sequence[Measured], program: Mapping[str, str]) -> str:
    """The same for programs: every clause with its status."""
    documents = [
        {
            "document": one.document,
            "instrument": one.instrument,
            "accounted_percent": round(one.percent, 4),
            "parts": {name: _counts(inside) for name, inside in one.parts.items()},
            "findings": [finding_json(finding) for finding in one.findings],
            "uncovered": [each.clause.id for each in one.open],
            "flagged": [
                {"clause": each.clause.id, "reason": each.reason, "words": list(each.clause.settling)}
                for each in unread(one.clauses)
            ],
            "clauses": [
                {"clause": each.clause.id, "kind": each.clause.kind, "status": each.status, "reason": each.reason}
                for each in one.clauses
            ],
        }
        for one in measured
    ]
    return json.dumps({"documents": documents, "program": program}, indent=2, ensure_ascii=False)


def _counts(clauses: Sequence[Covered]) -> dict[str, object]:
    counts = tally(clauses)
    reasons = {reason: counts[reason] for reason in REASONS if counts[reason]}
    plain = {key: counts[key] for key in (*_COUNTED, "uncovered")}
    return {"clauses": len(clauses), **plain, "not_encoded": reasons}
