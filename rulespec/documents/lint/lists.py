"""Lists that a sentence promises and does not give, and conditions of which it is not said whether all must hold."""

import re
from collections.abc import Iterator
from itertools import pairwise

from rulespec.documents.clause import straight
from rulespec.documents.fingerprint import own_text
from rulespec.documents.lint.context import Document, Said, quoted, under
from rulespec.documents.tree import Clause

# A sentence that ends so goes on in a list; one that ends in a colon alone may have a misprint for its full stop.
_OPEN = re.compile(
    r"\bas\s+follows\W*$"
    r"|\b(?:if|when|where|unless|either|by|to|that|must|shall|may|will|not|the\s+following)\s*[:‒–—-]$",
    re.IGNORECASE,
)
_GIVES = frozenset({"table", "row", "diagram", "note"})  # what a sentence may lead to besides a list
_CONDITIONS = re.compile(r"\b(?:if|when|whenever|where|unless)(?:\s+(?:an?|any|the))?\s*[:;,‒–—-]*$", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:all|any|both|each|either|every|neither|none|one)\b", re.IGNORECASE)
_JOINED = re.compile(r"\b(?:and|or|then|otherwise)[\s;,.:‒–—-]*$", re.IGNORECASE)
_TAIL = 40  # characters of a sentence's end that a message shows


# The first two marks of a list, written alike: `: a) ... b)`. They are no further apart than an item is long.
_MARKS = re.compile(
    r"[:;—-]\s+(?P<first>(\(?)(?:(a)|(i)|(1)|(A)|(I))([).]))"
    r"\s(?:.{1,400}?\s)??(?P<second>\2(?:(?(3)b)(?(4)ii)(?(5)2)(?(6)B)(?(7)II))\8)\s",
    re.DOTALL,
)


def as_words(document: Document) -> Iterator[Said]:
    """Lists with marks that the profile does not know, which are read as words of the clause around them."""
    for clause in document.clauses:
        found = _MARKS.search(own_text(clause))
        if found:
            message = (
                f"a list marked {quoted(found['first'])}, {quoted(found['second'])} is read as words of {clause.id}"
            )
            yield Said(clause.id, message, 0, "name this kind of mark in the `items` of the document's profile")


def missing(document: Document) -> Iterator[Said]:
    """Sentences that lead to a list, a table or a formula which does not follow."""
    following = {before[-1].id: after[-1] for before, after in pairwise(document.chains)}
    for clause in document.clauses:
        if clause.kind not in ("rule", "paragraph"):
            continue
        last = clause.parts[-1] if clause.parts else ""
        words = straight(last).strip() if isinstance(last, str) else ""
        after = following.get(clause.id)
        if _OPEN.search(words) and not (after and after.kind in _GIVES):
            line = clause.lines[-1] if clause.lines else 0
            yield Said(clause.id, f"nothing follows {quoted(_end(words))}", line, "a list, table or formula is missing")


def unjoined(document: Document) -> Iterator[Said]:
    """Conditions of which neither `and` nor `or` says whether all of them must hold, or one is enough."""
    for clause in document.clauses:
        items = [child for child in clause.children if child.kind == "paragraph"]
        if len(items) < 2:
            continue
        before = clause.parts[: clause.parts.index(items[0])]
        stem = straight(" ".join(part for part in before if isinstance(part, str))).strip()
        last_sentence = re.split(r"[.;]\s", stem)[-1]
        if not _CONDITIONS.search(stem) or _COUNTED.search(last_sentence):
            continue
        if not any(_JOINED.search(_last_words(item)) for item in items[:-1]):
            marks = ", ".join(item.label for item in items)
            yield Said(clause.id, f"{quoted(_end(stem))} {marks}: nothing says whether all must hold, or one")


def _last_words(clause: Clause) -> str:
    """The words that a clause ends with, with all that is in it."""
    said = [part for one in under(clause) for part in one.parts if isinstance(part, str)]
    return straight(said[-1]).strip() if said else ""


def _end(words: str) -> str:
    return words if len(words) <= _TAIL else f"… {words[-_TAIL:].partition(' ')[2]}"
