"""The rules of the lint, each with its severity and purpose, and what they find in a document."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulespec.documents.lint import (
    amendments,
    contents,
    damage,
    lists,
    numbering,
    phrases,
    pictures,
    references,
    spelling,
    tables,
    terms,
)
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
    Rule("reference-self", "warning", "a reference to the clause that it stands in", references.itself),
    Rule("reference-heading", "warning", "a heading that names other clauses than its text", references.headings),
    Rule("reference-spelling", "note", "a table or picture spelled otherwise than in its caption", references.misspelt),
    Rule("reference-word", "note", "a clause called otherwise than everywhere else", references.wording),
    Rule("amendment-unknown", "warning", "an amendment of a rule that does not exist", amendments.unknown),
    Rule("amendment-deleted", "note", "a rule that was deleted and exists", amendments.deleted),
    Rule("amendment-missing", "warning", "an amendment in the history that the entry has not", amendments.missing),
    Rule("amendment-unlisted", "warning", "an amendment in the entry that the history has not", amendments.unlisted),
    Rule("amendment-differs", "warning", "an amendment that entry and history tell differently", amendments.differing),
    Rule("amendment-cover", "warning", "a cover that names another latest amendment", amendments.cover),
    Rule("amendment-newer", "warning", "an entry that is older than the latest amendment", amendments.newer),
    Rule("numbering-late", "warning", "a list that does not start at its first mark", numbering.late),
    Rule("numbering-skips", "warning", "a mark or number that is left out", numbering.skips),
    Rule("numbering-repeats", "warning", "a mark or number that stands twice", numbering.repeats),
    Rule("numbering-restarts", "warning", "a list that starts again within a clause", numbering.restarts),
    Rule("numbering-foreign", "warning", "rules that stand in another section than they say", numbering.foreign),
    Rule("number-as-words", "warning", "words that begin like a rule", numbering.as_words),
    Rule("numbering-misprint", "note", "a mark printed with a letter for a number", numbering.lookalikes),
    Rule("list-as-words", "warning", "a list that is read as words: its marks are unknown", lists.as_words),
    Rule("list-missing", "warning", "a sentence that leads to a list which does not follow", lists.missing),
    Rule("list-unjoined", "warning", "conditions without `and` or `or` between them", lists.unjoined),
    Rule("diagram-lost", "note", "a picture that the contents list and the text has not", pictures.lost),
    Rule("diagram-caption", "warning", "a caption that names a clause which does not refer to it", pictures.captions),
    Rule("term-unused", "note", "a term that is defined and never used", terms.unused),
    Rule("definitions-none", "warning", "a clause of definitions in which no term was found", terms.none_found),
    Rule("term-undefined", "note", "a term that is used and never defined", phrases.undefined),
    Rule("term-twice", "error", "a term that is defined twice", terms.defined_twice),
    Rule("term-redefined", "note", "a term of one part that is defined for all parts too", terms.redefined),
    Rule("term-alike", "note", "two terms that are defined in the same words", terms.alike),
    Rule("term-pointer", "warning", "a term said to be defined where nothing speaks of it", terms.pointers),
    Rule("term-two-names", "warning", "two names for one thing", phrases.two_names),
    Rule("term-spelling", "note", "a term that is spelled in several ways", spelling.variants),
    Rule("contents-title", "note", "a title that contents and heading spell differently", contents.titles),
    Rule("contents-unknown", "warning", "an entry of the contents without a heading", contents.missing),
    Rule("contents-omits", "note", "a heading that the contents leave out", contents.omitted),
    Rule("contents-page", "note", "an entry of the contents with another page than its heading", contents.pages),
    Rule("row-repeated", "error", "a row that stands twice with different odds", tables.repeated_rows),
    Rule("pay-order", "warning", "a pay table in which a higher hand pays less", tables.pay_order),
    Rule("table-damaged", "warning", "cells of a table that the conversion has run together", damage.broken_cells),
    Rule("text-unnumbered", "note", "a paragraph without a number after a list", damage.unnumbered),
    Rule("text-loose", "note", "words below a heading without a number", damage.loose),
    Rule("ranking-gap", "warning", "a hand that is paid and that the ranking leaves out", tables.ranking_gaps),
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
    clause = document.by_id.get(said.clause)
    line = said.line or (clause.lines[0] if clause and clause.lines else clause.line_start if clause else 0)
    place = said.place or Place(file, line, 1)
    return Finding(rule.id, rule.severity, said.message, place, "", (said.clause,), said.hint)


def _order(finding: Finding) -> tuple[str, int, str, str]:
    return finding.place.file, finding.place.line, finding.rule, finding.message
