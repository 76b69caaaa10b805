"""References that lead nowhere, to something else than they say, or to where they stand."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from rulespec.documents.clause import split_prefix
from rulespec.documents.fingerprint import own_text
from rulespec.documents.lint.context import OUTSIDE, Document, Naming, Said, quoted, under
from rulespec.documents.lint.pictures import divided, listed
from rulespec.documents.tree import Clause

_NUMBERED_UNITS = ("rule", "section", "clause")
_MANY = 10  # references that show how a document calls its clauses
_NEARLY_ALL = 0.9  # of them, for the others to be slips
_EXAMPLE = re.compile(r"\bfor\s+$", re.I)  # "Example for subsection (5)", within subsection (5)


def dangling(document: Document) -> Iterator[Said]:
    """References to clauses, tables or pictures that the document does not have."""
    for naming in _inside(document):
        for target in naming.targets:
            if target.status == "missing" and not divided(target.id, document) and not listed(target.id, document):
                message = f"{_words(naming)} refers to {target.id}, which the document does not have"
                hint = _meant(target.id, document.kinds) or _unread(target.id, document)
                yield Said(naming.clause.id, message, hint=hint)


def _unread(name: str, document: Document) -> str:
    """A hint where a caption and rows stand in the text that were read as words, '' elsewhere."""
    bare = split_prefix(name)[1]
    rows = re.compile(rf"\b{re.escape(bare)}\b[^|]*[^|\s][^|]*\|")
    if not bare[:1].isalpha() or not any(rows.search(own_text(clause)) for clause in document.clauses):
        return ""
    return f"its rows were read as words of the rule: begin and end each line of {bare} with `|`"


def _meant(name: str, kinds: Mapping[str, str]) -> str:
    """A hint at the one clause whose number is `name` with a digit too many; '' if there is none, or several.

    Only where there is no section of that number at all: 14.20 of a document with six sections.
    """
    prefix, bare = split_prefix(name)
    section = re.match(r"\d+", bare)
    if section is None or (f"{prefix}:{section[0]}" if prefix else section[0]) in kinds:
        return ""
    shorter = {bare[:at] + bare[at + 1 :] for at, char in enumerate(bare) if char.isdigit()}
    found = sorted(f"{prefix}:{one}" if prefix else one for one in shorter)
    found = [one for one in found if one in kinds]
    return f"there is {found[0]}: is it meant?" if len(found) == 1 else ""


def wrong_kind(document: Document) -> Iterator[Said]:
    """References that call what they refer to by another name than its kind, or place it in another part."""
    for naming in _inside(document):
        wrong = [target for target in naming.targets if target.status == "wrong_kind"]
        if wrong:
            named = ", ".join(f"the {target.kind} {target.id}" for target in wrong)
            yield Said(naming.clause.id, f"{_words(naming)} refers to {named}")
        for target in naming.targets:
            if target.status == "found" and target.note and target.kind not in ("table", "diagram"):
                yield Said(naming.clause.id, f"{_words(naming)} refers to {target.id}, which {target.note}")


def misspelt(document: Document) -> Iterator[Said]:
    """References to tables and pictures that spell their numbers otherwise than their captions do."""
    for naming in _inside(document):
        for target in naming.targets:
            if target.status == "found" and target.note and target.kind in ("table", "diagram"):
                message = f"{_words(naming)} is meant for {target.id}, whose caption has another spelling"
                yield Said(naming.clause.id, message)


def itself(document: Document) -> Iterator[Said]:
    """References to the very clause that they stand in, by its number."""
    for naming in _inside(document):
        reference = naming.reference
        ranges = any(target.last for target in reference.targets)
        example = _EXAMPLE.search(own_text(naming.clause)[: reference.start])
        if reference.targets and not ranges and not example and naming.clause.id in _named(naming):
            yield Said(naming.clause.id, f"{_words(naming)} refers to the clause that it stands in")


def wording(document: Document) -> Iterator[Said]:
    """References by another word than nearly all others: `clause 4` in a document that says `rule` 46 times."""
    counted = [
        naming
        for naming in _inside(document)
        if naming.reference.unit in _NUMBERED_UNITS and naming.reference.targets and not naming.reference.external
    ]
    units = Counter(naming.reference.unit for naming in counted)
    usual, times = units.most_common(1)[0] if units else ("", 0)
    if times < max(_MANY, _NEARLY_ALL * len(counted)):
        return
    for naming in counted:
        if naming.reference.unit != usual:
            yield Said(naming.clause.id, f"{_words(naming)}: elsewhere the document says `{usual}`, {times} times")


def headings(document: Document) -> Iterator[Said]:
    """Headings that name clauses which the text below them does not name."""
    for clause in document.clauses:
        if clause.kind != "rule" or not clause.heading:
            continue
        named = {
            name
            for naming in document.named_in(clause.heading, clause)
            if naming.reference.unit in _NUMBERED_UNITS and not naming.reference.external
            for name in _named(naming)
        }
        if not named:
            continue
        said = {name for one in under(clause) for name in _named_below(one, document)}
        wrong = sorted(named - said)
        if wrong:
            hint = f"the text names {', '.join(sorted(said))}" if said else ""
            yield Said(clause.id, f"the heading names {', '.join(wrong)}, and the text does not", hint=hint)


def _named_below(clause: Clause, document: Document) -> Iterator[str]:
    words = " ".join(part for part in clause.parts if isinstance(part, str))
    for naming in document.named_in(words, clause):
        if naming.reference.targets:
            yield from _named(naming)


def _inside(document: Document) -> Iterator[Naming]:
    return (naming for naming in document.references if naming.clause.kind not in OUTSIDE)


def _named(naming: Naming) -> Iterator[str]:
    return (target.id for target in naming.targets)


def _words(naming: Naming) -> str:
    return quoted(naming.reference.words)
