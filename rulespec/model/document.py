"""A published document: what is known of it, and what its clauses say that no table of a spec holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.model.place import Place

MODES = ("must", "may", "must_not")
REASONS = {
    "cover": "the title page",
    "contents": "the contents page",
    "amendments": "the history of amendments",
    "heading": "a heading without words of its own",
    "layout_diagram": "a picture of the layout or the equipment",
    "introduction": "says what the document or a part of it is about",
    "definition": "defines a word that only clauses not encoded use",
    "example": "an example of what another clause says",
    "note": "a note that points to another clause or instrument",
    "statute": "quotes or cites another instrument",
    "repetition": "says once more what another clause says",
    "lost": "lost in the conversion of the document to text",
    "pending": "not encoded yet",
}
OF_KIND = {
    "cover": "cover",
    "contents": "contents",
    "amendments": "amendments",
    "schedule": "heading",
    "part": "heading",
    "section": "heading",
    "heading": "heading",
    "diagram": "layout_diagram",
}  # the clauses that nobody needs to list, since their kind says why no spec encodes them


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding of the document's lint that somebody has looked at: which (`rule` and `clause`), why it may stand."""

    rule: str
    clause: str
    because: str
    place: Place


@dataclass(frozen=True, slots=True)
class Amendment:
    """What one instrument changed on one day: `clauses` (`3.29 to 3.33` is a run of them), or what it `deleted`.

    `date` is an ISO date, as the document's history dates the amendment.
    """

    clauses: tuple[str, ...]
    instrument: str
    date: str
    deleted: bool
    place: Place


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """What is known of a document. `source` is the name of its file, `profile` how it numbers its clauses.

    `amendments` is its history, in the order of the entry; empty where it is not known.
    """

    id: str
    title: str
    jurisdiction: str
    publisher: str
    instrument: str
    effective: str
    source: str
    profile: Mapping[str, Any]
    waivers: tuple[Waiver, ...]
    place: Place
    amendments: tuple[Amendment, ...] = ()


@dataclass(frozen=True, slots=True)
class Provision:
    """A duty, permission or prohibition that settles no wager.

    `who` must, may or must not (`mode`) do `act`; `when` are the circumstances, any one of which is enough, `unless`
    those in which it does not hold, `about` what it concerns. `notice` is how long before, `within` how long after
    (`20 minutes`, `3 rounds`).
    """

    who: str
    mode: str
    act: str
    about: tuple[str, ...]
    when: tuple[str, ...]
    unless: tuple[str, ...]
    notice: str
    within: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class NotEncoded:
    """Clauses that nothing encodes, each with all that is in it, for one of `REASONS`; `because` says more."""

    reason: str
    clauses: tuple[str, ...]
    because: str
    place: Place


@dataclass(frozen=True, slots=True)
class Account:
    """What is said of a document's clauses beside its specs."""

    provisions: tuple[Provision, ...] = ()
    not_encoded: tuple[NotEncoded, ...] = ()
