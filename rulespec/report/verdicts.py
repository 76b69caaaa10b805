"""Answers of proofs as JSON and as text."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.model.finding import When
from rulespec.model.proof import FAILS, HOLDS, STATUSES, UNKNOWN, Verdict
from rulespec.report.findings import told_by_cases
from rulespec.report.text import options_line, plural, round_line, wrapped


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """One answer."""
    return {
        "question": verdict.question,
        "specs": list(verdict.specs),
        "subject": verdict.subject,
        "key": verdict.key,
        "status": verdict.status,
        "reason": verdict.reason,
        "condition": verdict.condition,
        "words": verdict.words,
        "clauses": list(verdict.clauses),
        "basis": verdict.basis,
        "assumptions": list(verdict.assumptions),
        "work": verdict.work,
        "witness": dict(verdict.witness) or None,
        "results": dict(verdict.results),
    }


def verdicts_json(verdicts: Sequence[Verdict], program: Mapping[str, Any], scope: str = "") -> str:
    """All answers with their summary, as one JSON object."""
    counts: dict[str, Any] = {status: sum(one.status == status for one in verdicts) for status in STATUSES}
    if scope:
        counts["scope"] = scope
    listed = [verdict_json(one) for one in verdicts]
    return json.dumps({"verdicts": listed, "summary": counts, "program": program}, indent=2, ensure_ascii=False)


def verdicts_text(verdicts: Sequence[Verdict], program: Mapping[str, Any] | None = None, scope: str = "") -> str:
    """Answers to read: what fails and what is unknown, each with its round; what holds, in a line; what was assumed."""
    blocks = []
    for status in (FAILS, UNKNOWN):
        blocks += [_text(one) for one in verdicts if one.status == status]
    held = [one.subject for one in verdicts if one.status == HOLDS]
    if held:
        blocks.append(wrapped(f"holds: {'; '.join(dict.fromkeys(held))}", 0, 7))
    assumed = list(dict.fromkeys(line for one in verdicts for line in one.assumptions))
    if assumed:
        blocks.append(wrapped(f"assumed: {'; '.join(assumed)}", 0, 9))
    blocks.append(wrapped(f"{summary(verdicts)}. {scope}".strip()))
    return "\n\n".join(blocks)


def summary(verdicts: Sequence[Verdict]) -> str:
    """`12 hold, 2 fail, 1 unknown`."""
    counted = {status: sum(one.status == status for one in verdicts) for status in STATUSES}
    words = {HOLDS: ("holds", "hold"), FAILS: ("fails", "fail"), UNKNOWN: ("unknown", "unknown")}
    found = [plural(count, *words[status]) for status, count in counted.items() if count]
    return ", ".join(found) or "Nothing was asked"


def _text(verdict: Verdict) -> str:
    cites = f" [{', '.join(verdict.clauses)}]" if verdict.clauses else ""
    lines = [wrapped(f"{verdict.status}: {verdict.subject}{cites}", 0, 2)]
    if verdict.terms:
        lines.append(told_by_cases("when", When(verdict.condition, verdict.words, verdict.terms)))
    elif verdict.condition:
        lines.append(wrapped(f"when `{verdict.condition}` ({verdict.words})", 2, 4))
    if verdict.reason:
        lines.append(wrapped(verdict.reason, 2, 4))
    rounds = list(dict.fromkeys(_round(one) for one in verdict.witness.values()))
    alike = len(rounds) == 1
    for name, round_ in verdict.witness.items():
        result = verdict.results.get(name, "")
        if alike and name != next(iter(verdict.witness)):
            lines.append(wrapped(f"{name}: {result}", 2, 4))
            continue
        lines.append(wrapped(f"round: {_round(round_)}", 2, 9))
        if result:
            lines.append(wrapped(f"{name}: {result}", 2, 4))
    return "\n".join(lines)


def _round(round_: Mapping[str, Any]) -> str:
    options = options_line(round_)
    return f"{round_line(round_)}{f' ({options})' if options else ''}"
