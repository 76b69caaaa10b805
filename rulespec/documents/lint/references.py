"""References that lead nowhere, or to something else than they say."""

import re
from collections.abc import Iterator

from rulespec.documents.clause import split_prefix
from rulespec.documents.fingerprint import own_text
from rulespec.documents.lint.context import OUTSIDE, Document, Said
from rulespec.documents.resolve_references import resolve


def dangling(document: Document) -> Iterator[Said]:
    """References to clauses, tables or pictures that the document does not have."""
    for clause, reference in document.references:
        if clause.kind in OUTSIDE:
            continue
        for target in resolve(reference, clause.id, document.kinds):
            if target.status == "missing" and not _divided(target.id, document) and not _listed(target.id, document):
                message = f"`{_short(reference.words)}` refers to {target.id}, which the document does not have"
                yield Said(clause.id, message)


def lost(document: Document) -> Iterator[Said]:
    """Pictures that the contents list and the rules refer to, and that are not in the text."""
    for clause, reference in document.references:
        if clause.kind in OUTSIDE or reference.unit != "diagram":
            continue
        for target in resolve(reference, clause.id, document.kinds):
            if target.status == "missing" and _listed(target.id, document):
                yield Said(clause.id, f"the contents list {target.id}, but it is not in the text")


def _divided(name: str, document: Document) -> bool:
    """Whether a picture is there in several parts: `Diagram 2(1)` and `Diagram 2(2)` for `Diagram 2`."""
    return any(other.startswith(f"{name}(") for other, kind in document.kinds.items() if kind == "diagram")


def _listed(name: str, document: Document) -> bool:
    caption = split_prefix(name)[1].casefold()
    pattern = re.compile(rf"\b{re.escape(caption)}(?![\w(])")
    return not caption[:1].isdigit() and any(
        pattern.search(own_text(root).casefold()) for root in document.texts.tree if root.kind == "contents"
    )


def wrong_kind(document: Document) -> Iterator[Said]:
    """References that call what they refer to by another name than its kind, or place it in another part."""
    for clause, reference in document.references:
        targets = resolve(reference, clause.id, document.kinds)
        words = f"`{_short(reference.words)}` refers to"
        wrong = [target for target in targets if target.status == "wrong_kind"]
        if wrong:
            named = ", ".join(f"the {target.kind} {target.id}" for target in wrong)
            yield Said(clause.id, f"{words} {named}")
        for target in targets:
            if target.status == "found" and target.note:
                yield Said(clause.id, f"{words} {target.id}: {target.note}")


def amendments(document: Document) -> Iterator[Said]:
    """Rows of the history of amendments that name rules which the document does not have."""
    for clause, reference in document.references:
        if clause.kind != "amendments":
            continue
        for target in resolve(reference, clause.id, document.kinds):
            if target.status == "missing":
                yield Said(clause.id, f"the history of amendments names {target.id}, which the document does not have")


def _short(words: str) -> str:
    return " ".join(words.split()).replace("`", "'")
