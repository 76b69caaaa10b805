"""Findings as JUnit XML, for what shows the results of tests: what is in order is listed too."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from rulespec.model.finding import Finding, fingerprints
from rulespec.report.catalogue import catalogue
from rulespec.report.finding_words import (
    DECLARED,
    EXEMPTED,
    FAILS,
    NOTED,
    cited,
    exempted,
    headline,
    level,
    particulars,
    run_of,
    standing,
)
from rulespec.report.findings import Proving
from rulespec.report.run import Run, Suite

# What XML 1.0 cannot hold, not even as a reference.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_QUOTED = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_ENDED = (0, 1)
_PASSED, _FAILURE, _ERROR, _SKIPPED = "passed", "failure", "error", "skipped"


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    outcome: str = _PASSED
    type: str = ""
    message: str = ""
    text: str = ""


def findings_junit(
    findings: Sequence[Finding],
    program: Mapping[str, str],
    scope: str = "",
    proving: Proving | None = None,
    run: Run | None = None,
) -> str:
    """A suite for each spec or document; in it a case for each thing asked that is in order, and for each finding."""
    ended = run_of(findings, run)
    named = list(zip(findings, fingerprints(findings), strict=True))
    suites: list[tuple[Suite, list[_Case]]] = []
    homes = _homes(findings, ended)
    areas = {entry.id: dict(entry.more).get("area", "") for entry in catalogue()}
    for suite in dict.fromkeys((*ended.suites, *homes)):
        mine = [(finding, name) for (finding, name), home in zip(named, homes, strict=True) if home == suite]
        cases = [_case(finding, name, ended) for finding, name in mine]
        if suite.unread:
            cases.insert(0, _Case("load", _ERROR, "unread", suite.unread, suite.unread))
        found = {name for finding, _ in mine for name in (finding.rule, _area(finding, areas))}
        suites.append((suite, [_Case(asked) for asked in suite.asked if asked not in found] + cases))
    everything = [case for _, cases in suites for case in cases]
    if ended.status not in _ENDED and not _count(everything, _ERROR):
        why = ended.why or f"exit status {ended.status}"
        suites.append((Suite("rulespec", "", ()), [_Case("run", _ERROR, "run", why, why)]))
    return _document(suites, headline(findings, ended), program, scope)


def _homes(findings: Sequence[Finding], run: Run) -> list[Suite]:
    """The suite that each finding belongs to: by its spec, by its file, or one made for it."""
    by_name = {suite.name: suite for suite in run.suites}
    by_file = {suite.file: suite for suite in run.suites if suite.file}
    only = run.suites[0] if len(run.suites) == 1 else None
    found = []
    for finding in findings:
        home = by_name.get(finding.spec) or by_file.get(finding.place.file) or (None if finding.spec else only)
        name = finding.spec or finding.place.file or "rulespec"
        found.append(home or by_name.setdefault(name, Suite(name, finding.place.file, ())))
    return found


def _area(finding: Finding, areas: Mapping[str, str]) -> str:
    """The area that a change is in: that of its class, else the first word of its subject."""
    return areas.get(finding.rule) or finding.subject.partition("/")[0]


def _case(finding: Finding, name: str, run: Run) -> _Case:
    stands = standing(finding, run)
    about = " ".join(filter(None, (finding.subject, f"[{', '.join(finding.clauses)}]" if finding.clauses else "")))
    shown = f"{finding.rule}: {about} ({name})" if about else f"{finding.rule} ({name})"
    lines = [f"{finding.place}: {level(finding)} {finding.rule}{cited(finding.clauses)}", finding.message]
    text = "\n".join([*lines, *(f"{label}: {said}" for label, said in particulars(finding))])
    if stands == EXEMPTED and finding.exempt is not None:
        return _Case(shown, _SKIPPED, finding.rule, f"exempted {exempted(finding.exempt)}", text)
    if stands == DECLARED and finding.change is not None:
        return _Case(shown, _SKIPPED, finding.rule, f"declared by {finding.change.declared}", text)
    outcome = {FAILS: _FAILURE, NOTED: _PASSED}.get(stands, _ERROR)
    return _Case(shown, outcome, finding.rule, finding.message, text)


def _count(cases: Sequence[_Case], outcome: str) -> int:
    return sum(case.outcome == outcome for case in cases)


def _counts(cases: Sequence[_Case]) -> dict[str, str]:
    failed, wrong = _count(cases, _FAILURE), _count(cases, _ERROR)
    return {"tests": str(len(cases)), "failures": str(failed), "errors": str(wrong)}


def _document(
    suites: Sequence[tuple[Suite, Sequence[_Case]]], name: str, program: Mapping[str, str], scope: str
) -> str:
    everything = [case for _, cases in suites for case in cases]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f"<testsuites{_attributes({'name': name, **_counts(everything), 'time': '0'})}>")
    for suite, cases in suites:
        told = {"name": suite.name, **_counts(cases), "skipped": str(_count(cases, _SKIPPED)), "time": "0"}
        lines.append(f"  <testsuite{_attributes({**told, **({'file': suite.file} if suite.file else {})})}>")
        lines.append("    <properties>")
        for key, value in {**program, **({"scope": scope} if scope else {})}.items():
            lines.append(f"      <property{_attributes({'name': key, 'value': value})}/>")
        lines.append("    </properties>")
        for case in cases:
            lines += _case_lines(case, suite.name)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def _case_lines(case: _Case, suite: str) -> list[str]:
    head = f"    <testcase{_attributes({'classname': suite, 'name': case.name, 'time': '0'})}"
    if case.outcome == _PASSED and not case.text:
        return [f"{head}/>"]
    if case.outcome == _PASSED:
        inner = f"<system-out>{_text(case.text)}</system-out>"
    else:
        told = _attributes({"type": case.type, "message": case.message})
        inner = f"<{case.outcome}{told}>{_text(case.text)}</{case.outcome}>"
    return [f"{head}>", f"      {inner}", "    </testcase>"]


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(_sayable(value), _QUOTED)}"' for name, value in values.items())


def _text(text: str) -> str:
    return escape(_sayable(text), {"\r": "&#13;"})


def _sayable(text: str) -> str:
    """Text with what XML cannot hold spelt out."""
    return _NO_XML.sub(lambda found: found.group().encode("unicode_escape", "surrogatepass").decode("ascii"), text)
