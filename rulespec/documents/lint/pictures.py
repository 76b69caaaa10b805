"""Pictures that are not in the text, and captions that name the wrong clause."""

import re
from collections.abc import Iterator, Mapping

from rulespec.documents.clause import split_prefix
from rulespec.documents.fingerprint import own_text
from rulespec.documents.lint.context import OUTSIDE, Document, Said, quoted, under


def lost(document: Document) -> Iterator[Said]:
    """Pictures that the contents list and the rules refer to, and that are not in the text."""
    for naming in document.references:
        if naming.clause.kind in OUTSIDE or naming.reference.unit != "diagram":
            continue
        for target in naming.targets:
            if target.status == "missing" and listed(target.id, document):
                yield Said(naming.clause.id, f"the contents list {target.id}, but it is not in the text")


def captions(document: Document) -> Iterator[Said]:
    """Pictures whose caption names a clause that does not refer to them."""
    shown = _shown(document)
    for naming in document.references:
        picture = naming.clause
        if picture.kind != "diagram":
            continue
        for target in naming.targets:
            clause = document.by_id.get(target.id)
            if target.status != "found" or clause is None or clause.kind in ("diagram", "schedule", "part"):
                continue
            if not any(_shows(one.id, picture.id, shown) for one in under(clause)):
                others = [other for other in shown if _shows(other, picture.id, shown)]
                message = f"the caption of {picture.id} names {quoted(naming.reference.words)}, which is not about it"
                yield Said(picture.id, message, hint=f"{', '.join(others)} refers to it" if others else "")


def _shows(clause: str, picture: str, shown: Mapping[str, set[str]]) -> bool:
    """Whether a clause refers to a picture, or to the whole of which it is a part."""
    return any(name == picture or picture.startswith(f"{name}(") for name in shown.get(clause, ()))


def _shown(document: Document) -> dict[str, set[str]]:
    """The pictures that each clause refers to."""
    found: dict[str, set[str]] = {}
    for naming in document.references:
        if naming.reference.unit == "diagram":
            found.setdefault(naming.clause.id, set()).update(target.id for target in naming.targets)
    return found


def divided(name: str, document: Document) -> bool:
    """Whether a picture is there in several parts: `Diagram 2(1)` and `Diagram 2(2)` for `Diagram 2`."""
    return any(other.startswith(f"{name}(") for other, kind in document.kinds.items() if kind == "diagram")


def listed(name: str, document: Document) -> bool:
    """Whether the contents list a picture or table."""
    caption = split_prefix(name)[1].casefold()
    pattern = re.compile(rf"\b{re.escape(caption)}(?![\w(])")
    return not caption[:1].isdigit() and any(
        pattern.search(own_text(root).casefold()) for root in document.texts.tree if root.kind == "contents"
    )
