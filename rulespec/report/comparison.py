"""Comparisons as text and as JSON."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.comparison import AREAS, PROVED, Compared, Comparison, Side
from rulespec.model.place import Place
from rulespec.prove.frequency import in_words
from rulespec.report.editions import edition_json, edition_words
from rulespec.report.text import columns, options_line, round_line, wrapped
from rulespec.report.worth import plays_json, plays_text, row_json, row_text

AREA_TITLES = {
    "wager": "Wagers",
    "decision": "Decisions",
    "valid": "Which wagers count",
    "stake": "Amounts that are not the amount due",
    "settlement": "Settlement",
    "pay": "Pay tables",
    "irregularity": "Irregularities",
    "jackpot": "Jackpots",
    "option": "Left to the operator",
    "definition": "Definitions",
    "ranking": "Ranking of hands",
    "provision": "Provisions",
    "term": "Words",
}
STATES = {
    "undetermined": "silent: no clause answers",
    "absent": "nothing encoded",
    "not_offered": "cannot arise",
}


def answer(side: Side) -> str:
    """A side's answer in a few words."""
    if side.state == "conflict":
        return f"answered twice: {side.says.replace('_', ' ')}"
    return STATES.get(side.state) or side.says.replace("_", " ")


def counts(comparison: Comparison) -> dict[str, int]:
    """How many rows have each status, and how many of irregularities, jackpots and provisions stand in one document."""
    found = {
        status: sum(row.status == status and not row.single for row in comparison.rows)
        for status in ("differs", "silent", "agree")
    }
    return {**found, "in_one_only": sum(row.single for row in comparison.rows)}


def comparison_text(
    comparison: Comparison,
    program: Mapping[str, str],
    everything: bool = False,
    areas: Sequence[str] = (),
    **_: Any,
) -> str:
    """The rows in which documents differ or are silent, area by area; with `everything` also those that agree.

    Of irregularities, jackpots and provisions, what one document has by itself is told with `everything` only, and
    the rounds of irregularities only where their area is asked for: they are many, and would bury the rest.
    """
    found = counts(comparison)
    lines = [wrapped((" against " if len(comparison.specs) == 2 else ", ").join(comparison.specs))]
    lines += columns(list(zip(comparison.specs, map(edition_words, comparison.documents), strict=False)), 2)
    lines.append(wrapped(f"{found['differs']} differ, {found['silent']} silent on one side, {_agreeing(comparison)}"))
    lines += [] if areas else ["", *_overview(comparison)]
    if comparison.plays or comparison.odds_notes:
        lines += ["", *plays_text(comparison)]
    for area in AREAS:
        mine = [row for row in comparison.rows if row.area == area]
        rows = [row for row in mine if everything or not (row.status == "agree" or row.single)]
        single = 0 if everything else sum(row.single for row in mine)
        if rows or single:
            lines += ["", AREA_TITLES[area].upper()]
        for row in sorted(rows, key=_by_frequency):
            lines += ["", *_row_text(row, bool(areas) or area != "irregularity"), *row_text(row, comparison.specs)]
        if any(row.witness for row in rows) and area == "irregularity" and not areas:
            lines += ["", wrapped("`--area irregularity` shows a round for each of these", 2)]
        if single:
            told = "1 more stands" if single == 1 else f"{single} more stand"
            lines += ["", wrapped(f"{told} in one document only: `--all` shows {'it' if single == 1 else 'them'}", 2)]
    lines += ["", wrapped(f"Covered: {comparison.scope}")]
    if comparison.readings:
        lines += ["", "Applying throughout:", *(wrapped(reading, 2, 4) for reading in comparison.readings)]
    return "\n".join(lines)


def _agreeing(comparison: Comparison) -> str:
    """`90 agree (12 proved)`: how many rows agree, and of how many that is proved."""
    proved = sum(row.basis == PROVED for row in comparison.rows if row.status == "agree")
    return f"{counts(comparison)['agree']} agree{f' ({proved} proved)' if proved else ''}"


def _by_frequency(row: Compared) -> tuple[bool, Fraction, Fraction]:
    """What is worth most first, then what is possible most often."""
    return row.status == "agree", -row.largest, -(row.share or Fraction(0))


def _overview(comparison: Comparison) -> list[str]:
    """How many rows of each area have each status."""
    rows: list[tuple[str, ...]] = [("", "differ", "silent", "agree", "in one only")]
    for area in AREAS:
        found = counts(comparison.of([area]))
        if any(found.values()):
            numbers = (str(found[key] or "-") for key in ("differs", "silent", "agree", "in_one_only"))
            rows.append((AREA_TITLES[area], *numbers))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(wide) for cell, wide in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


def _row_text(row: Compared, rounds: bool) -> list[str]:
    often = f", possible {in_words(row.share, row.over)}" if row.share is not None else ""
    proved = ", proved" if row.basis == PROVED else ""
    lines = [wrapped(f"{row.title}: {row.status}{proved}{often}", 2, 4)]
    if row.words:
        lines += [wrapped(f"when {row.words}", 4), wrapped(row.condition, 4, 6)]
    lines += columns([(side.spec, _said(side)) for side in row.sides], 4)
    if row.witness and rounds:
        lines += _rounds_text(row)
    return lines


def _said(side: Side) -> str:
    cites = f"  [{', '.join(side.clauses)}]" if side.clauses else ""
    read = "; ".join(rule.when for rule in side.rules if side.state == "undetermined" and not rule.id)
    return f"{answer(side)}{f'; {read}' if read else ''}{cites}"


def _rounds_text(row: Compared) -> list[str]:
    """One line for a round that is the same under every spec, then what each makes of it."""
    texts: dict[str, list[str]] = {}
    for spec, shown in row.witness.items():
        texts.setdefault(round_line(shown), []).append(spec)
    lines = []
    for text, specs in texts.items():
        whose = "" if len(texts) == 1 else f" ({', '.join(specs)})"
        lines.append(wrapped(f"round{whose}: {text}", 4, 11))
    said = [(f"  {spec}", _result(row, spec)) for spec in row.results]
    return lines + columns(said, 4)


def _result(row: Compared, spec: str) -> str:
    options = options_line(row.witness[spec])
    return f"{row.results[spec].replace('_', ' ')}{f' ({options})' if options else ''}"


def comparison_json(
    comparison: Comparison,
    program: Mapping[str, str],
    everything: bool = False,
    places: Mapping[str, Place] | None = None,
    **_: Any,
) -> str:
    """The rows as findings, each with its sides; by the contract of the findings format."""
    rows: Sequence[Compared] = comparison.rows if everything else comparison.divergences()
    found: dict[str, Any] = {
        "findings": [_row_json(row, comparison.specs, places or {}) for row in rows],
        "summary": {
            **counts(comparison),
            "specs": list(comparison.specs),
            "editions": [edition_json(*one) for one in zip(comparison.specs, comparison.documents, strict=False)],
            "scope": comparison.scope,
            "readings": list(comparison.readings),
            **({"odds": plays_json(comparison)} if comparison.plays or comparison.odds_notes else {}),
        },
        "program": program,
    }
    return json.dumps(found, indent=2, ensure_ascii=False)


def _row_json(row: Compared, specs: Sequence[str], places: Mapping[str, Place]) -> dict[str, Any]:
    place = next((places[rule.id] for side in row.sides for rule in side.rules if rule.id in places), Place(""))
    said = "; ".join(f"{side.spec}: {answer(side)}" for side in row.sides)
    return {
        "rule": f"{row.area}-{row.status}",
        "severity": "note" if row.status == "agree" or row.area == "term" or row.single else "warning",
        "spec": specs[0],
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "clauses": [clause for side in row.sides for clause in side.clauses],
        "message": f"{row.title}{f', when {row.words}' if row.words else ''}: {said}",
        "witness": next(iter(row.witness.values()), None),
        "id": row.id,
        "status": row.status,
        "subject": row.subject,
        **({"wagers": list(row.wagers)} if row.wagers else {}),
        "condition": row.condition,
        "basis": row.basis,
        "share": None if row.share is None else {"fraction": str(row.share), "decimal": f"{float(row.share):.12g}"},
        **({"share_over": row.over} if row.over else {}),
        "sides": [_side_json(side, row) for side in row.sides],
        **({"odds": row_json(row)} if row.worth else {}),
        **({"unpriced": row.unpriced} if row.unpriced else {}),
    }


def _side_json(side: Side, row: Compared) -> dict[str, Any]:
    return {
        "spec": side.spec,
        "says": side.says,
        "state": side.state,
        "clauses": list(side.clauses),
        "rules": [rule.id for rule in side.rules if rule.id],
        "witness": row.witness.get(side.spec),
        "result": row.results.get(side.spec),
    }
