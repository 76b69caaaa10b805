"""The rules of the lint, each with its severity and purpose, and what they find in a document."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulespec.documents.lint import contents, numbering, references, tables, terms
from rulespec.documents.lint.context import Document, Said
from rulespec.model.document import Waiver
from rulespec.model.finding import Finding
from rulespec.model.place import Place


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the lint: its stable id, how bad what it finds is, what it is for, and the function that finds it."""

    id: str
    severity: str
    purpose: str
    find: Callable[[Document], Iterator[Said]]


RULES = (
    Rule("dangling-reference", "error", "a reference to a clause that does not exist", references.dangling),
    Rule("reference-kind", "warning", "a reference to another kind of clause than it says", references.wrong_kind),
    Rule("amendment-unknown", "warning", "an amendment of a rule that does not exist", references.amendments),
    Rule("numbering-late", "warning", "a list that does not start at its first mark", numbering.late),
    Rule("numbering-skips", "warning", "a mark or number that is left out", numbering.skips),
    Rule("numbering-repeats", "warning", "a mark or number that stands twice", numbering.repeats),
    Rule("numbering-restarts", "warning", "a list that starts again within a clause", numbering.restarts),
    Rule("numbering-misprint", "note", "a mark printed with a letter for a number", numbering.lookalikes),
    Rule("diagram-lost", "note", "a picture that the contents list and the text has not", references.lost),
    Rule("term-unused", "note", "a term that is defined and never used", terms.unused),
    Rule("term-undefined", "note", "a term that is used and never defined", terms.undefined),
    Rule("term-twice", "error", "a term that is defined twice", terms.defined_twice),
    Rule("term-two-names", "warning", "two names for one thing", terms.two_names),
    Rule("contents-title", "note", "a title that contents and heading spell differently", contents.titles),
    Rule("contents-unknown", "warning", "an entry of the contents without a heading", contents.missing),
    Rule("contents-omits", "note", "a heading that the contents leave out", contents.omitted),
    Rule("contents-page", "note", "an entry of the contents with another page than its heading", contents.pages),
    Rule("row-repeated", "error", "a row that stands twice with different odds", tables.repeated_rows),
    Rule("pay-order", "warning", "a pay table in which a higher hand pays less", tables.pay_order),
)


def lint(document: Document, file: str, waivers: Sequence[Waiver] = ()) -> tuple[list[Finding], list[Finding]]:
    """What is wrong with a document, in its order, and what was waived.

    A waiver that waives nothing is a finding itself, at its own place.
    """
    found: list[Finding] = []
    waived: list[Finding] = []
    used: set[Waiver] = set()
    for rule in RULES:
        for said in dict.fromkeys(rule.find(document)):
            finding = _finding(document, rule, said, file)
            by = [one for one in waivers if one.rule == rule.id and one.clause == said.clause]
            (waived if by else found).append(finding)
            used.update(by)
    for waiver in waivers:
        if waiver not in used:
            message = f"the waiver of `{waiver.rule}` for {waiver.clause} waives nothing"
            found.append(Finding("waiver-unused", "warning", message, waiver.place, "", (waiver.clause,), "remove it"))
    return sorted(found, key=_order), sorted(waived, key=_order)


def _finding(document: Document, rule: Rule, said: Said, file: str) -> Finding:
    chain = document.texts.find(said.clause)
    clause = chain[-1] if chain else next((one[-1] for one in document.chains if one[-1].id == said.clause), None)
    line = said.line or (clause.lines[0] if clause and clause.lines else clause.line_start if clause else 0)
    return Finding(rule.id, rule.severity, said.message, Place(file, line, 1), "", (said.clause,), said.hint)


def _order(finding: Finding) -> tuple[str, int, str, str]:
    return finding.place.file, finding.place.line, finding.rule, finding.message
