"""What a document says of its own amendments: the rows of its history, and the latest one on its cover."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from rulespec.documents.clause import straight
from rulespec.documents.fingerprint import own_text
from rulespec.documents.history import Run, read_run
from rulespec.documents.lint.context import Document, Naming, line_at
from rulespec.documents.references import ClauseIdError
from rulespec.documents.tree import CELL, Clause
from rulespec.model.document import Amendment

_DELETED = re.compile(r"\s*\(?\s*(?:(?:was|is|has\s+been)\s+)?(?:deleted|repealed|revoked|removed|omitted)\b", re.I)
_HEADS = ("rule", "rules", "clause", "clauses", "section", "sections")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FIGURES = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b")
_WORDS = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})\b", re.I)
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})\b")
_DATE = rf"{_FIGURES.pattern}|{_WORDS.pattern}|{_ISO.pattern}"
_ON_COVER = re.compile(rf"\blast\s+amended\s+(?:by\s+(?P<by>\S[^\n]{{0,80}}?)\s+)?on\s+(?P<on>{_DATE})", re.I)
_TURN = 70  # years of two figures: 70 is 1970, 69 is 2069
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Told:
    """The amendment of one clause, as the document or its entry tells it.

    `keys` are the spellings of the instrument by which it is known again, none where it is not known; `date` is an ISO
    date, "" where it is not known. `line` is where the document says so; `amendment` is that of the entry.
    """

    clause: str
    instrument: str
    keys: frozenset[str]
    date: str
    deleted: bool = False
    line: int = 0
    amendment: Amendment | None = None

    @property
    def words(self) -> str:
        """`amended by Act 9 on 2020-08-13`."""
        by = f" by {self.instrument}" if self.instrument else ""
        return ("deleted" if self.deleted else "amended") + by + (f" on {self.date}" if self.date else "")

    def agrees(self, other: "Told") -> bool:
        """Whether both may tell of one amendment: what is not known agrees with anything."""
        instruments = not self.keys or not other.keys or self.same_instrument(other)
        return instruments and (not self.date or not other.date or self.date == other.date)

    def same_instrument(self, other: "Told") -> bool:
        return not self.keys.isdisjoint(other.keys)


def key_of(instrument: str) -> str:
    """An instrument without case, blanks and marks: `RAG/7`, `RAG # 7` and `rag 7` are one."""
    return re.sub(r"[^a-z0-9]", "", straight(instrument).casefold())


def day_of(text: str) -> str:
    """The first day in `text`, as an ISO date; "" without one. Figures are read day first: `5/12/18`."""
    found = [match for pattern in (_ISO, _FIGURES, _WORDS) if (match := pattern.search(text))]
    if not found:
        return ""
    match = min(found, key=lambda one: one.start())
    first, middle, last = match.groups()
    if match.re is _ISO:
        year, month, day = int(first), int(middle), int(last)
    else:
        named = middle.casefold() if match.re is _WORDS else ""
        month = (_MONTHS.index(named) + 1 if named in _MONTHS else 0) if named else int(middle)
        year, day = int(last), int(first)
        year += 0 if len(last) == 4 else 1900 if year >= _TURN else 2000
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def in_entry(document: Document) -> tuple[Told, ...]:
    """The amendments of the document's entry, clause by clause."""
    found: list[Told] = []
    for one in document.entry.amendments if document.entry else ():
        keys = frozenset({key_of(one.instrument)}) if one.instrument != UNKNOWN else frozenset[str]()
        for text in one.clauses:
            try:
                clauses = read_run(text).spelled()
            except ClauseIdError:
                clauses = (text,)
            found += [Told(clause, one.instrument, keys, one.date, one.deleted, 0, one) for clause in clauses]
    return tuple(dict.fromkeys(found))


# -- the document's own


def says_deleted(naming: Naming) -> bool:
    """Whether the words behind a reference of the history say that the clauses were deleted."""
    return _DELETED.match(own_text(naming.clause)[naming.reference.end :]) is not None


def in_text(document: Document) -> tuple[Told, ...] | None:
    """The amendments of the document's own history, clause by clause; None where it has no table of them."""
    found: list[Told] = []
    tables = False
    for clause in (chain[-1] for chain in document.chains if chain[-1].kind == "amendments"):
        references = [one for one in document.references if one.clause is clause]
        for start, heading, cells in _rows(own_text(clause)):
            tables = True
            end = start + len(cells[0])
            for naming in (one for one in references if start <= one.reference.start < end):
                found += _of_row(naming, heading, cells)
    return tuple(dict.fromkeys(found)) if tables else None


def _rows(text: str) -> Iterator[tuple[int, Sequence[str], Sequence[str]]]:
    """The rows of tables of amendments: where each starts in `text`, the cells of its heading, and its own.

    A table's heading gives itself, as its first row, so that a table without rows is known too.
    """
    heading: list[str] = []
    start = 0
    for line in text.split("\n"):
        cells = line.split(CELL.strip())
        if len(cells) < 2:
            heading = []
        elif cells[0].strip().casefold() in _HEADS:
            heading = [cell.strip() for cell in cells]
        if heading:
            yield start, heading, cells
        start += len(line) + 1


def _of_row(naming: Naming, heading: Sequence[str], cells: Sequence[str]) -> Iterator[Told]:
    named = dict(zip(heading[1:], (cell.strip() for cell in cells[1:]), strict=False))
    days = [title for title, cell in named.items() if "date" in title.casefold() or day_of(cell)]
    title, instrument = next(((title, cell) for title, cell in named.items() if title not in days), ("", ""))
    shown = instrument if not instrument.isdigit() else f"{title} {instrument}".strip()
    keys = frozenset(filter(None, (key_of(instrument), key_of(title + instrument)))) if instrument else frozenset()
    day = day_of(named[days[0]]) if days else ""
    line = line_at(naming.clause, naming.reference.start)
    for target in naming.reference.targets:
        for clause in Run(target.first, target.last).spelled():
            yield Told(clause, shown, keys, day, says_deleted(naming), line)


def on_cover(document: Document) -> tuple[Clause, Told] | None:
    """The cover, and the amendment that it says was the last; None where it says nothing of it."""
    for clause in (chain[-1] for chain in document.chains if chain[-1].kind == "cover"):
        match = _ON_COVER.search(own_text(clause))
        if match:
            instrument = " ".join((match["by"] or "").split())
            keys = frozenset({key_of(instrument)}) if instrument else frozenset[str]()
            return clause, Told("", instrument, keys, day_of(match["on"]), line=line_at(clause, match.start()))
    return None
