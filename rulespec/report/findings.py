"""Findings as JSON and as text."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.model.finding import (
    ASSUMED,
    ENUMERATED,
    PROVED,
    SEVERITIES,
    UNPROVED,
    Change,
    Exemption,
    Finding,
    When,
)
from rulespec.report.change_worth import worth_json, worth_text
from rulespec.report.finding_words import (
    LEVELS,
    by_spec,
    exempted,
    headline,
    known_by,
    level,
    particulars,
    round_of,
    run_of,
    summary,
)
from rulespec.report.run import Run
from rulespec.report.text import listed_cases, plural, printable, wrapped


@dataclass(frozen=True, slots=True)
class Proving:
    """What findings owe to proofs: how many questions were put to which z3, with how many invariants as given."""

    z3: str
    questions: int = 0
    invariants: int = 0


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
        "condition": finding.when.condition if finding.when is not None else "",
        "basis": finding.basis,
        "hint": finding.hint,
        "witness": finding.witness,
        "subject": finding.subject,
        "fingerprint": finding.fingerprint,
        "exempted": _exemption_json(finding.exempt),
        **(_change_json(finding.change) if finding.change is not None else {}),
    }


def _exemption_json(exemption: Exemption | None) -> dict[str, Any] | None:
    if exemption is None:
        return None
    said = {"because": exemption.because, "approved": exemption.approved, "until": exemption.until}
    return {**said, "file": exemption.place.file, "line": exemption.place.line}


def _change_json(change: Change) -> dict[str, Any]:
    before = change.place_before
    return {
        "level": change.level,
        "favours": change.favours,
        "before": change.before,
        "after": change.after,
        "clauses_before": list(change.clauses_before),
        "file_before": before.file if before is not None else "",
        "line_before": before.line if before is not None else 0,
        "column_before": before.column if before is not None else 0,
        "results": dict(change.results),
        "share": change.share,
        **({"share_over": change.over} if change.over else {}),
        "value": change.value,
        "declared": change.declared,
        "depends": list(change.depends),
    }


def findings_json(
    findings: Sequence[Finding],
    program: Mapping[str, str],
    scope: str = "",
    proving: Proving | None = None,
    run: Run | None = None,
) -> str:
    """All findings with their summary, as one JSON object."""
    counts: dict[str, Any] = {level: sum(f.severity == level for f in findings) for level in reversed(SEVERITIES)}
    changes = [finding for finding in findings if finding.change is not None]
    if changes or (run is not None and run.command == "gate"):
        counts["levels"] = {name: sum(level(one) == name for one in changes) for name in reversed(LEVELS)}
    if scope:
        counts["scope"] = scope
    if proving is not None:
        counts["proofs"] = {**by_basis(findings), "questions": proving.questions, "z3": proving.z3}
        program = {**program, "z3": proving.z3}
    listed = [finding_json(finding) for finding in findings]
    told: dict[str, Any] = {"findings": listed, "summary": counts, "program": program}
    if run is not None and run.worth:
        told["worth"] = [worth_json(one) for one in run.worth]
    return json.dumps(told, indent=2, ensure_ascii=False)


def findings_text(
    findings: Sequence[Finding],
    program: Mapping[str, str] | None = None,
    scope: str = "",
    proving: Proving | None = None,
    run: Run | None = None,
) -> str:
    """Findings to read: where, what, by which clauses, a round that shows it, what to do; then how many.

    With `proving` each of them that is not proved says by what it is known, and the end what the proofs rest on.
    Changes come spec by spec, the worst first, below a line that says how the run ended.
    """
    if any(finding.change is not None for finding in findings) or (run is not None and run.command == "gate"):
        blocks = [wrapped(headline(findings, run_of(findings, run)))]
        for spec, mine in by_spec(findings).items():
            blocks += [wrapped(spec), *map(_text, mine)] if spec else map(_text, mine)
    else:
        blocks = [_text(finding) for finding in findings]
    blocks += [worth_text(one) for one in (run.worth if run is not None else ())]
    if program is not None:
        blocks.append(wrapped(f"{summary(findings)}. {scope}".strip()))
    if proving is not None and (proofs := proofs_in_words(findings, proving)):
        blocks.append(wrapped(proofs))
    return "\n\n".join(blocks)


def by_basis(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings are known by what, and how many say that something is left unproved."""
    return {
        "proved": sum(finding.basis == PROVED for finding in findings),
        "enumerated": sum(finding.basis.startswith(ENUMERATED) for finding in findings),
        "assumed": sum(finding.basis == ASSUMED for finding in findings),
        "unproved": sum(finding.rule == UNPROVED for finding in findings),
    }


def proofs_in_words(findings: Sequence[Finding], proving: Proving) -> str:
    """How many findings are proved, by what, and what the proofs rest on; "" where there was nothing to prove."""
    counted = by_basis(findings)
    if not proving.questions and not any(counted.values()):
        return ""
    other = [
        f"{number} {said}"
        for key, said in (("enumerated", "known by a walk alone"), ("assumed", "assumed"), ("unproved", "left open"))
        if (number := counted[key])
    ]
    are = "is" if 1 in (counted["proved"], len(findings)) else "are"
    told = f"{counted['proved']} of {plural(len(findings), 'finding')} {are} proved"
    of = "Proofs are of one hand and, of irregularities, of one in a round"
    if proving.invariants:
        of += f"; they take {plural(proving.invariants, 'declared invariant')} as given"
    asked = f"z3 {proving.z3} answered {proving.questions:,} {'question' if proving.questions == 1 else 'questions'}"
    return f"{', '.join((told, *other))}. {asked}. {of}." if findings else f"{asked}. {of}."


def _text(finding: Finding) -> str:
    cites = f" [{', '.join(finding.clauses)}]" if finding.clauses else ""
    # A finding about an inherited rule stands in the base's file, so that it has to say whose finding it is.
    own = not finding.spec or finding.place.file.endswith(f"{finding.spec}.yaml") or finding.change is not None
    whose = "" if own else f" ({finding.spec})"
    lines = [printable(f"{finding.place}: {level(finding)} {finding.rule}{cites}{whose}")]
    lines.append(_message(finding))
    if finding.change is not None:
        sentences = ("exempted", "declared by")  # labels that their text continues
        said = [f"{label} {text}" if label in sentences else f"{label}: {text}" for label, text in particulars(finding)]
        lines += [wrapped(one, 2, 4) for one in said]
        return "\n".join(lines)
    if shown := round_of(finding):
        lines.append(wrapped(f"round: {shown}", 2, 9))
    if finding.hint:
        lines.append(wrapped(finding.hint, 2))
    if known := known_by(finding.basis):
        lines.append(wrapped(known if known == ASSUMED else f"known by: {known}", 2, 4))
    if finding.exempt is not None:
        lines.append(wrapped(f"exempted {exempted(finding.exempt)}", 2, 4))
    return "\n".join(lines)


def _message(finding: Finding) -> str:
    """The message; of many cases each on a line of its own, in plain words, and the condition after them."""
    if finding.when is None or not finding.when.terms:
        return wrapped(finding.message, 2)
    before, after = finding.around_when()
    return told_by_cases(before, finding.when, after)


def told_by_cases(before: str, when: When, after: str = "") -> str:
    """A sentence that ends in several cases, with these in a list and what follows them beside the condition."""
    lines = [wrapped(before.strip(), 2), *listed_cases(when.terms, 2)]
    return "\n".join([*lines, wrapped(f"that is `{when.condition}`{after}", 2)])
