"""Every edition of the specs with its days and what its document is known by: `rulespec list --editions`."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rulespec.documents.lock import text_fingerprint
from rulespec.documents.survey import lock_in
from rulespec.load.library import Library
from rulespec.load.timeline import spans
from rulespec.model.edition import Edition
from rulespec.model.spec import UNNAMED
from rulespec.report.text import columns, wrapped

SHORT = 12  # digits of a fingerprint that are shown to a reader


def editions_json(shelf: Library, name: str) -> list[Mapping[str, Any]]:
    """The editions of a spec, the first in force first, those of unknown days last.

    `until` is the last day on which one is in force, also where the next one ends it; None while none does.
    """
    editions = shelf.timeline(name)
    known = {span.edition.id: span for span in spans(editions)}
    ordered = [*(span.edition for span in known.values()), *(one for one in editions if one.id not in known)]
    return [_entry(shelf, name, one, known[one.id].last if one.id in known else None) for one in ordered]


def _entry(shelf: Library, name: str, edition: Edition, last: Any) -> dict[str, Any]:
    document = edition.document
    return {
        "spec": name,
        "edition": edition.name,
        "id": edition.id,
        "instrument": document.instrument,
        "from": None if edition.first is None else str(edition.first),
        "until": None if last is None else str(last),
        "fingerprint": fingerprint_of(shelf, edition),
        "without_text": document.unseen,
        "example": document.example,
    }


def fingerprint_of(shelf: Library, edition: Edition) -> str | None:
    """The fingerprint of the text that an edition encodes, by its document's lock; None where nobody has that."""
    document = edition.document
    lock = lock_in(shelf, document.entry) if document.entry and not document.unseen else None
    return None if lock is None else text_fingerprint(lock)


def editions_text(listed: Sequence[Mapping[str, Any]]) -> str:
    """The editions to read: a line each, the current one called so, and below it why one is an example."""
    lines = []
    for spec, group in groupby(listed, key=lambda one: one["spec"]):
        lines.append(str(spec))
        for one in group:
            cells = [one["edition"] or "(current)", _days(one), f"text {(one['fingerprint'] or 'none')[:SHORT]}"]
            lines += columns(
                [(*cells, "instrument not stated" if one["instrument"] in UNNAMED else one["instrument"])], 2
            )
            lines += [wrapped(f"no text: {one['without_text']}", 6)] if one["without_text"] else []
            lines += [wrapped(f"an example: {one['example']}", 6)] if one["example"] else []
    return "\n".join(lines)


def _days(one: Mapping[str, Any]) -> str:
    if one["from"] is None:
        return "from an unknown day"
    return f"from {one['from']}" + (f" until {one['until']}" if one["until"] else "")
