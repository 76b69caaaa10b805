"""Findings as JSON and as text."""

import json
from collections.abc import Sequence
from typing import Any

from rulespec.model.finding import SEVERITIES, Finding


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


def findings_json(findings: Sequence[Finding], program: dict[str, str]) -> str:
    """All findings with their summary, as one JSON object."""
    counts = {severity: sum(f.severity == severity for f in findings) for severity in reversed(SEVERITIES)}
    listed = [finding_json(finding) for finding in findings]
    return json.dumps({"findings": listed, "summary": counts, "program": program}, indent=2, ensure_ascii=False)


def findings_text(findings: Sequence[Finding], program: dict[str, str] | None = None) -> str:
    """Findings to read: place, severity and rule, then the message with its clauses, then what to do."""
    return "\n".join(_text(finding) for finding in findings)


def _text(finding: Finding) -> str:
    cites = f" [{', '.join(finding.clauses)}]" if finding.clauses else ""
    lines = [f"{finding.place}: {finding.severity} {finding.rule}: {finding.message}{cites}"]
    if finding.hint:
        lines.append(f"    {finding.hint}")
    if finding.witness is not None:
        lines.append(f"    round: {json.dumps(finding.witness, ensure_ascii=False)}")
    return "\n".join(lines)
