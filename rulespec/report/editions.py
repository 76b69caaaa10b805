"""What is said of an edition wherever one is named: its instrument, its days, and whether it is an example."""

from collections.abc import Mapping
from typing import Any

from rulespec.load.days import UNKNOWN
from rulespec.model.spec import UNNAMED, Document


def edition_words(document: Document) -> str:
    """`RAG 1, in force from 2022-06-10`: which edition is meant; that it is an example, where it is one."""
    known = document.effective not in UNNAMED
    force = f"in force from {document.effective}" if known else "date in force not stated"
    until = f" until {document.until}" if document.until else ""
    return f"{document.edition}, {force}{until}{'; an example' if document.example else ''}"


def edition_json(name: str, document: Document) -> Mapping[str, Any]:
    """Which edition is meant by an id, for JSON."""
    return {
        "id": name,
        "instrument": document.instrument,
        "effective": document.effective or UNKNOWN,
        "until": document.until or None,
        "example": bool(document.example),
    }
