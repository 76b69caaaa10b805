"""Findings as one HTML page that needs nothing but itself, to read, to send and to print."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.model.finding import Finding
from rulespec.report.cards import SUIT_PATHS, faces
from rulespec.report.change_worth import COLUMNS, sentences, table
from rulespec.report.finding_words import (
    DECLARED,
    EXEMPTED,
    FAILS,
    NOTED,
    OPEN,
    UNREAD,
    by_spec,
    level,
    particulars,
    run_of,
    standing,
    summary,
    verdict,
)
from rulespec.report.findings import Proving, proofs_in_words
from rulespec.report.html import environment
from rulespec.report.html_rounds import Figure, figures
from rulespec.report.html_words import Anchors, Basis, Pieces, basis_mark, pieces, sentence
from rulespec.report.run import Run
from rulespec.report.text import printable

# How a finding stands -> the word on its mark, its sign, and the colour that goes with it.
STANDS = {
    FAILS: ("fails", "✗", "differs"),
    UNREAD: ("cannot be read", "!", "conflict"),
    OPEN: ("left open", "?", "silent"),
    NOTED: ("noted", "·", "level"),
    EXEMPTED: ("exempted", "↷", "level"),
    DECLARED: ("declared", "✓", "agree"),
}
MEANINGS = {
    FAILS: "The run does not pass while this is so.",
    UNREAD: "A file is not what it must be, so that nothing can be said of what stands in it.",
    OPEN: "Neither a proof nor a round that shows the contrary was found: nothing follows from it.",
    NOTED: "Worth knowing, and milder than what the run fails on.",
    EXEMPTED: "Somebody knows of it and lets it stand, for the reason given and until the day given.",
    DECLARED: "An amendment declares this change.",
}
_TITLES = {"gap": "Silent", "conflict": "Answered twice", "unproved": "Neither proved nor refuted"}


@dataclass(frozen=True, slots=True)
class View:
    """A finding on the page. `sides` are what was and is said, of a change; `said` all other particulars."""

    anchor: str
    name: str
    rule: str
    level: str
    stands: tuple[str, str, str]
    message: Pieces
    cases: tuple[str, ...]
    more: Pieces
    clauses: tuple[str, ...]
    place: str
    basis: Basis | None
    sides: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, Pieces], ...]
    figures: tuple[Figure, ...]


def findings_html(
    findings: Sequence[Finding],
    program: Mapping[str, str],
    scope: str = "",
    proving: Proving | None = None,
    run: Run | None = None,
) -> str:
    """The page: how the run ended, the findings of each spec, the worst first, and what made it."""
    ended = run_of(findings, run)
    templates = environment()
    style = templates.get_template("style.css").render(stack=0) + templates.get_template("findings.css").render()
    context = _context(findings, program, scope, proving, ended)
    page = templates.get_template("findings.html").render(context, style=style)
    return "\n".join(map(printable, page.split("\n")))


def _context(
    findings: Sequence[Finding], program: Mapping[str, str], scope: str, proving: Proving | None, run: Run
) -> dict[str, Any]:
    title = run.title or f"rulespec {run.command}"
    anchors = Anchors("at")
    groups = []
    named = {suite.name: suite for suite in run.suites}
    found = by_spec(findings)
    sections = [suite.name for suite in run.suites if suite.unread or suite.name in found]
    for name in dict.fromkeys([*sections, *found]):
        suite = named.get(name)
        unread = pieces(suite.unread) if suite else ()
        views = [_view(finding, run, anchors) for finding in found.get(name, [])]
        groups.append((anchors.take(f"spec {name}"), name, unread, views))
    stands = [standing(finding, run) for finding in findings]
    return {
        "title": title,
        "title_pieces": pieces(sentence(title)),
        "verdict": verdict(findings, run),
        "verdict_pieces": pieces(verdict(findings, run)),
        "ended": run.status == 0,
        "run": run,
        "summary": summary(findings),
        "scope": scope,
        "counts": [(STANDS[name], stands.count(name)) for name in STANDS if name in stands],
        "legend": [(*STANDS[name], MEANINGS[name]) for name in STANDS if name in stands],
        "groups": groups,
        "fine": [suite for suite in run.suites if suite.name not in sections],
        "worth": [(one, table(one), sentences(one)) for one in run.worth],
        "worth_columns": COLUMNS,
        "proofs": proofs_in_words(findings, proving) if proving is not None else "",
        "program": {"name": "rulespec", "version": "", **program},
        "suits": SUIT_PATHS,
        "pack": faces(" ".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")),
    }


def _view(finding: Finding, run: Run, anchors: Anchors) -> View:
    cases = finding.when.terms if finding.when is not None else ()
    message, more = finding.message, ""
    if finding.when is not None and cases:
        message, after = finding.around_when()
        more = f"that is `{finding.when.condition}`{after}"
    said = particulars(finding)
    results = dict(finding.change.results) if finding.change is not None else {}
    witness = {} if finding.witness is None else dict.fromkeys(results or {finding.spec: ""}, finding.witness)
    sides = {"before", "after"} if finding.change is not None else set()
    left_out = {"round", "known by", *sides, *(f"{name}, this round" for name in results if witness)}
    return View(
        anchor=anchors.take(f"{finding.spec} {finding.rule}"),
        name=_TITLES.get(finding.rule) or sentence(finding.rule.replace("-", " ").replace("_", " ")),
        rule=finding.rule,
        level=level(finding),
        stands=STANDS[standing(finding, run)],
        message=pieces(sentence(message.strip())),
        cases=cases,
        more=pieces(more),
        clauses=finding.clauses,
        place=str(finding.place),
        basis=basis_mark(finding.basis),
        sides=tuple((label, text) for label, text in said if label in sides),
        said=tuple((label, pieces(text)) for label, text in said if label not in left_out),
        figures=figures(witness, results, {}, {}),
    )
