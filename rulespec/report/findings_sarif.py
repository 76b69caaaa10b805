"""Findings as SARIF 2.1.0, for what collects the results of analyses (code scanning, editors)."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from rulespec.model.finding import Change, Finding, fingerprints
from rulespec.model.place import Place
from rulespec.report.catalogue import Entry, catalogue
from rulespec.report.change_worth import worth_json
from rulespec.report.finding_words import both_say, cited, exempted, known_by, run_of
from rulespec.report.findings import Proving, finding_json
from rulespec.report.run import Run

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "rulespec/v1"

_ROOT = "%SRCROOT%"
_ENDED = (0, 1)  # the exit statuses of a run that did all that it was asked
_TOLD_ELSEWHERE = ("rule", "severity", "file", "line", "column", "message", "fingerprint", "exempted")


def findings_sarif(
    findings: Sequence[Finding],
    program: Mapping[str, str],
    scope: str = "",
    proving: Proving | None = None,
    run: Run | None = None,
) -> str:
    """One run with a result for each finding, in the order given."""
    known = {entry.id: entry for entry in catalogue()}
    ended = run_of(findings, run)
    names = list(dict.fromkeys(finding.rule for finding in findings))
    results = [
        _result(finding, names.index(finding.rule), name)
        for finding, name in zip(findings, fingerprints(findings), strict=True)
    ]
    driver = {
        "name": program.get("name", "rulespec"),
        "version": program.get("version", ""),
        "rules": [_rule(name, known.get(name)) for name in names],
    }
    properties: dict[str, Any] = {"scope": scope, "title": ended.title, "failOn": ended.fail_on}
    properties["worth"] = [worth_json(one) for one in ended.worth]
    if proving is not None:
        properties |= {"z3": proving.z3, "questions": str(proving.questions)}
    told = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"rulespec/{ended.command.replace(' ', '-')}/"},
        "invocations": [_invocation(ended)],
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {name: value for name, value in properties.items() if value},
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [told]}, indent=2, ensure_ascii=False)


def _rule(name: str, entry: Entry | None) -> dict[str, Any]:
    if entry is None:
        return {"id": name}
    purpose = f"{entry.purpose[:1].upper()}{entry.purpose[1:]}."
    level = {"breaking": "error", "undecided": "warning"}.get(entry.level, entry.level)
    return {
        "id": name,
        "shortDescription": {"text": literal(purpose)},
        "help": {
            "text": literal(f"{purpose} Documented in {entry.documented}; `rulespec rules {name}` tells more."),
        },
        "defaultConfiguration": {"level": level if level in ("error", "warning") else "note"},
        "properties": {"tags": [entry.group], **dict(entry.more)},
    }


def _invocation(run: Run) -> dict[str, Any]:
    """How the run ended; what kept it from doing what it was asked is told by itself."""
    told: dict[str, Any] = {"executionSuccessful": run.status in _ENDED, "exitCode": run.status}
    if run.why:
        told["exitCodeDescription"] = run.why
    problems = [f"{suite.name}: {suite.unread}" for suite in run.suites if suite.unread]
    if run.status not in _ENDED:
        problems.append(run.why or f"exit status {run.status}")
    if problems:
        told["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": literal(problem)}} for problem in problems
        ]
    return told


def _result(finding: Finding, rule: int, fingerprint: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": literal(_message(finding))},
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if finding.place.file:
        told["locations"] = [_location(finding.place)]
    change = finding.change
    if change is not None and change.place_before is not None and change.place_before.file:
        said = f"before: {both_say(change)[0] or 'as it stood'}{cited(change.clauses_before)}"
        told["relatedLocations"] = [
            {"id": 1, **_location(change.place_before), "message": {"text": literal(said)}},
        ]
    if allowed := _suppressions(finding, change):
        told["suppressions"] = allowed
    bag = finding_json(finding)
    told["properties"] = {name: value for name, value in bag.items() if name not in _TOLD_ELSEWHERE}
    return told


def _message(finding: Finding) -> str:
    """All that a reader needs who sees no more than this: what, by which clauses, what was and is, what to do."""
    parts = [f"{finding.message}{cited(finding.clauses)}"]
    if finding.change is not None:
        change = finding.change
        before, after = both_say(change)
        parts.append(f"{change.level}: {before}{cited(change.clauses_before)} -> {after}" if before else change.level)
    if known := known_by(finding.basis):
        parts.append(f"known by: {known}")
    return ". ".join([*parts, *([finding.hint] if finding.hint else [])])


def _suppressions(finding: Finding, change: Change | None) -> list[dict[str, str]]:
    reasons = [f"exempted {exempted(finding.exempt)}"] if finding.exempt is not None else []
    reasons += [f"declared by {change.declared}"] if change is not None and change.declared else []
    return [{"kind": "external", "status": "accepted", "justification": reason} for reason in reasons]


def _location(place: Place) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": artifact(place.file)}
    if place.line > 0:
        column = {"startColumn": place.column} if place.column > 0 else {}
        physical["region"] = {"startLine": place.line, **column}
    return {"physicalLocation": physical}


def artifact(file: str) -> dict[str, str]:
    """Where a file is: relative to the folder that the program was called from, as all places are, where it is."""
    path = PurePath(file)
    encoded = quote(_bytes(path.as_posix()), safe="/")
    if path.is_absolute():
        return {"uri": f"file://{'' if encoded.startswith('/') else '/'}{encoded.replace('%3A', ':', 1)}"}
    return {"uri": encoded, "uriBaseId": _ROOT}


def _bytes(name: str) -> bytes:
    try:
        return name.encode("utf-8", "surrogateescape")  # the very bytes of a name that is no UTF-8
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogatepass")


def literal(text: str) -> str:
    """Text in which SARIF sees no placeholder and no link.

    Braces are doubled; a bracket is marked only where it would begin a link, since few readers take the mark away.
    """
    return re.sub(r"\[(?=[^\[\]]*\]\()", r"\\[", text.replace("{", "{{").replace("}", "}}"))
