"""Numbering and lettering that starts late, skips, repeats or starts again."""

import re
from collections.abc import Iterator
from itertools import pairwise

from rulespec.documents.lint.context import Document, Said
from rulespec.documents.numbering import ordinal
from rulespec.documents.signs import place_of
from rulespec.documents.tree import Clause

_LIKE_A_RULE = re.compile(r"\d{1,4}(?:\.\d{1,4})+[A-Z]{0,2}\.?\s+[A-Z]\w*")
_COUNT = re.compile(r"\d{1,4}[A-Z]{0,2}")
_NUMBERED = ("section", "rule", "paragraph", "schedule", "part")


def late(document: Document) -> Iterator[Said]:
    """Lists whose first mark is not the first of its alphabet, such as one that starts at (b)."""
    for run in _runs(document):
        first = _number(run[0])
        if first > 1:
            yield Said(run[0].id, f"the list starts at {run[0].label}")


def skips(document: Document) -> Iterator[Said]:
    """Marks and numbers that are left out."""
    for run in _runs(document):
        for before, after in pairwise(run):
            if _number(after) > _number(before) + 1:
                yield Said(after.id, f"{after.label} follows {before.label}")


def repeats(document: Document) -> Iterator[Said]:
    """Marks and numbers that stand twice in one list."""
    for run in _runs(document):
        for before, after in pairwise(run):
            if _number(after) == _number(before):
                yield Said(after.id, f"{after.label} stands twice")


def restarts(document: Document) -> Iterator[Said]:
    """Lists that start again, or go back, within one clause."""
    for run in _runs(document):
        for before, after in pairwise(run):
            if _number(after) < _number(before):
                yield Said(after.id, f"{after.label} follows {before.label} in the same clause")


def lookalikes(document: Document) -> Iterator[Said]:
    """Marks printed with a letter that looks like the number meant."""
    for clause in document.clauses:
        if clause.alphabet == "number" and not clause.label.strip("()").isdigit():
            yield Said(clause.id, f"printed {clause.label}, and read as ({_number(clause)})")


def _runs(document: Document) -> Iterator[list[Clause]]:
    """The numbered children of each clause, by kind and alphabet, in order; sections run on through the parts."""
    lists: dict[tuple[str, str, str], list[Clause]] = {}
    for chain in document.chains:
        clause = chain[-1]
        if clause.kind in _NUMBERED and _number(clause):
            above = next((outer.id for outer in reversed(chain[:-1]) if outer.kind not in ("part", "heading")), "")
            if clause.kind == "schedule":
                continue  # schedules carry letters between the numbers
            scope = clause.id.partition(":")[0] if ":" in clause.id and not above else above
            lists.setdefault((scope, clause.kind, clause.alphabet), []).append(clause)
    yield from lists.values()


def _number(clause: Clause) -> float:
    """The place of a clause in its list; 0 for one whose label is no number."""
    if clause.kind == "paragraph":
        mark = clause.label.strip("()")
        return ordinal(clause.alphabet, mark) or 0  # type: ignore[arg-type]  # what it was read by
    last = clause.label.rpartition(".")[2].split()[-1:] if clause.label else []
    return place_of(last[0]) if last and _COUNT.fullmatch(last[0]) else 0


def foreign(document: Document) -> Iterator[Said]:
    """Rules whose numbers are those of another section than the one they stand in: said once for each section."""
    found: dict[str, list[Clause]] = {}
    for chain in document.chains:
        clause = chain[-1]
        section = next((outer for outer in chain[:-1] if outer.kind == "section"), None)
        if section is not None and clause.kind == "rule" and clause.label.partition(".")[0] != section.label:
            found.setdefault(section.label, []).append(clause)
    for section_label, rules in found.items():
        named = rules[0].label if len(rules) == 1 else f"{rules[0].label} to {rules[-1].label}"
        yield Said(rules[0].id, f"{named} stand{'s' if len(rules) == 1 else ''} in section {section_label}")


def as_words(document: Document) -> Iterator[Said]:
    """Words that begin like a rule, and were read as words of the clause before."""
    for clause in document.clauses:
        said = [part for part in clause.parts if isinstance(part, str)]
        for words in said[1:] if clause.kind in ("rule", "paragraph", "definition") else said:
            match = _LIKE_A_RULE.match(words)
            if match and clause.kind != "row":
                yield Said(clause.id, f"`{match[0].strip()}` begins like a rule, and is read as words of {clause.id}")
