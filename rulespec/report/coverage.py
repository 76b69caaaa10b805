"""How far the specs of a document account for its clauses, as text and as JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.documents.coverage import Coverage, Covered, part_of, share, tally, unread
from rulespec.model.document import REASONS
from rulespec.report.text import columns, plural, wrapped

_COUNTED = {"cited": "cited", "provision": "provisions", "leads": "lead to these"}


@dataclass(frozen=True, slots=True)
class Measured:
    """The clauses of a document that are asked about, by part, and the share of them that is accounted for."""

    document: str
    instrument: str
    clauses: tuple[Covered, ...]
    parts: Mapping[str, tuple[Covered, ...]]
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
    return Measured(document, coverage.lock.instrument, clauses, by_part, percent, strict)


def _is_open(one: Covered, strict: bool) -> bool:
    return one.status == "uncovered" or (strict and one.reason == "pending")


def coverage_text(measured: Sequence[Measured]) -> str:
    """A table of the parts of each document, the clauses not encoded by reason, and those that nobody accounts for."""
    return "\n\n".join(_text(one) for one in measured)


def _text(one: Measured) -> str:
    lines = [wrapped(f"{one.document}  ({one.instrument})"), ""]
    rows: list[tuple[str, ...]] = [
        ("part", "clauses", "cited", "provisions", "lead to these", "not encoded", "uncovered", "")
    ]
    for name, inside in {**one.parts, "all": one.clauses}.items():
        counts = tally(inside)
        left = sum(count for reason, count in counts.items() if reason in REASONS)
        done, total = share(inside)
        numbers = (total, *(counts[key] for key in _COUNTED), left, counts["uncovered"])
        rows.append((name, *map(str, numbers), f"{100 * done / total:.1f} %"))
    lines += columns(rows, 2)
    reasons = tally(clause for clause in one.clauses if clause.reason)
    if reasons:
        lines += ["", "  not encoded, by reason"]
        lines += columns([(str(reasons[key]), f"{key}: {REASONS[key]}") for key in REASONS if reasons[key]], 4)
    flagged = unread(one.clauses)
    if flagged:
        what = "not encoded, though their words settle wagers or bind people"
        lines += ["", wrapped(f"{plural(len(flagged), 'clause')} {what}:", 2, 2)]
        lines += [
            wrapped(f"{each.clause.id} ({', '.join(each.clause.settling)}): {each.reason}", 4, 6) for each in flagged
        ]
    if one.open:
        what = "nothing accounts for" if not one.strict else "nothing accounts for yet"
        lines += ["", wrapped(f"{plural(len(one.open), 'clause')} that {what}:", 2, 2)]
        lines.append(wrapped(", ".join(each.clause.id for each in one.open), 4))
    lines += ["", wrapped(f"{one.percent:.1f} % of {plural(len(one.clauses), 'clause')} accounted for.", 2, 2)]
    return "\n".join(lines)


def coverage_json(measured: Sequence[Measured], program: Mapping[str, str]) -> str:
    """The same for programs: every clause with its status."""
    documents = [
        {
            "document": one.document,
            "instrument": one.instrument,
            "accounted_percent": round(one.percent, 4),
            "parts": {name: _counts(inside) for name, inside in one.parts.items()},
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
