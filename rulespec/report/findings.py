"""Findings as JSON and as text."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.model.finding import SEVERITIES, Finding
from rulespec.report.text import options_line, plural, round_line, wrapped


def finding_json(finding: Finding) -> dict[str, Any]:
    """One finding, by the contract of the findings format."""
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "spec": finding.spec,
        "file": finding.place.file,
        "line": finding.place.line,
        "column": finding.place.column,
        "clauses": list(finding.clauses),
        "message": finding.message,
        "hint": finding.hint,
        "witness": finding.witness,
    }


def findings_json(findings: Sequence[Finding], program: Mapping[str, str], scope: str = "") -> str:
    """All findings with their summary, as one JSON object."""
    counts: dict[str, Any] = {level: sum(f.severity == level for f in findings) for level in reversed(SEVERITIES)}
    if scope:
        counts["scope"] = scope
    listed = [finding_json(finding) for finding in findings]
    return json.dumps({"findings": listed, "summary": counts, "program": program}, indent=2, ensure_ascii=False)


def findings_text(findings: Sequence[Finding], program: Mapping[str, str] | None = None, scope: str = "") -> str:
    """Findings to read: where, what, by which clauses, a round that shows it, what to do; then how many."""
    blocks = [_text(finding) for finding in findings]
    if program is not None:
        blocks.append(wrapped(f"{summary(findings)}. {scope}".strip()))
    return "\n\n".join(blocks)


def summary(findings: Sequence[Finding]) -> str:
    """`2 gaps, 1 conflict, 1 note`; `nothing found`."""
    rules = dict.fromkeys(finding.rule for finding in findings)
    counted = [
        plural(sum(finding.rule == rule for finding in findings), *_NAMES.get(rule, (rule, rule))) for rule in rules
    ]
    return ", ".join(counted) or "Nothing found"


_NAMES = {
    "gap": ("gap",),
    "conflict": ("conflict",),
    "dead": ("rule never used", "rules never used"),
    "idle-override": ("override without effect", "overrides without effect"),
    "interpreted": ("standing interpretation",),
    "invariant": ("invariant that lawful play breaks", "invariants that lawful play breaks"),
    "left-out": ("part left out", "parts left out"),
}


def _text(finding: Finding) -> str:
    cites = f" [{', '.join(finding.clauses)}]" if finding.clauses else ""
    # A finding about an inherited rule stands in the base's file, so that it has to say whose finding it is.
    own = not finding.spec or finding.place.file.endswith(f"{finding.spec}.yaml")
    lines = [f"{finding.place}: {finding.severity} {finding.rule}{cites}{'' if own else f' ({finding.spec})'}"]
    lines.append(wrapped(finding.message, 2))
    if finding.witness is not None:
        options = options_line(finding.witness)
        lines.append(wrapped(f"round: {round_line(finding.witness)}{f' ({options})' if options else ''}", 2, 9))
    if finding.hint:
        lines.append(wrapped(finding.hint, 2))
    return "\n".join(lines)
