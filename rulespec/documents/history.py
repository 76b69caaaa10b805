"""The history of a document's amendments: which of them changed a clause, and what is wrong with the entry's list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.documents.clause import normalise
from rulespec.documents.lock import Lock
from rulespec.documents.numbering import Alphabet, ordinal
from rulespec.documents.references import ClauseId, ClauseIdError, parse_clause_id
from rulespec.documents.signs import place_of
from rulespec.model.document import Amendment, DocumentEntry
from rulespec.model.finding import Finding

_LONGEST_RUN = 1_000  # clauses of a run that are spelled out; no document has so many rules in a section
_ALPHABETS: tuple[Alphabet, ...] = ("number", "roman", "letter", "capital", "capital roman")


@dataclass(frozen=True, slots=True)
class Run:
    """One clause with all that is in it (`last` is None), or those from `first` to `last`."""

    first: ClauseId
    last: ClauseId | None = None

    def __str__(self) -> str:
        return f"{self.first} to {self.last}" if self.last else str(self.first)

    def spelled(self) -> tuple[str, ...]:
        """Its clauses one by one, so that runs compare; the run itself where it is not one of whole numbers."""
        first, last = self.first, self.last
        if last is None:
            return (str(first),)
        plain = not (first.marks or last.marks or first.suffix or last.suffix or first.term or last.term)
        alike = first.prefix == last.prefix and first.number[:-1] == last.number[:-1] and first.number and last.number
        if not plain or not alike or not 0 < last.number[-1] - first.number[-1] < _LONGEST_RUN:
            return (str(self),)
        numbers = range(first.number[-1], last.number[-1] + 1)
        return tuple(str(ClauseId(first.prefix, (*first.number[:-1], number))) for number in numbers)

    def has(self, clause: ClauseId) -> bool:
        """Whether `clause` is this one, or one of the run; not what is in it."""
        if self.last is None:
            return clause == self.first
        ends = _in_order(self.first, self.last)
        place = _in_order(self.first, clause)
        return ends is not None and place is not None and place[0] <= place[1] <= ends[1]


def read_run(text: str) -> Run:
    """The clause or run of clauses that `text` names. ClauseIdError where it names none, or runs backwards."""
    first, to, last = text.partition(" to ")
    if not to:
        return Run(parse_clause_id(first))
    run = Run(parse_clause_id(first), parse_clause_id(last))
    ends = _in_order(run.first, parse_clause_id(last))
    if ends is None or ends[0] >= ends[1]:
        raise ClauseIdError(f"`{text}` is no run of clauses: write the first and the last of one list in full", 0)
    return run


def _in_order(first: ClauseId, other: ClauseId) -> tuple[float, float] | None:
    """The places of two clauses in the list that both are of; None where they are not of one list."""
    if first.term or other.term or first.word or other.word or not first.number or not other.number:
        return None
    if (first.prefix, len(first.number), len(first.marks)) != (other.prefix, len(other.number), len(other.marks)):
        return None
    if not first.marks:
        ends = tuple(place_of(f"{one.number[-1]}{one.suffix}") for one in (first, other))
        return (ends[0], ends[1]) if first.number[:-1] == other.number[:-1] else None
    around = [(one.number, one.suffix, one.marks[:-1]) for one in (first, other)]
    for alphabet in _ALPHABETS if around[0] == around[1] else ():
        places = [ordinal(alphabet, one.marks[-1]) for one in (first, other)]
        if places[0] is not None and places[1] is not None:
            return places[0], places[1]
    return None


@dataclass(frozen=True, slots=True)
class Change:
    """An amendment that changed a clause: `named` are those of its clauses by which it did, as the entry has them."""

    amendment: Amendment
    named: tuple[str, ...]


def changes_of(entry: DocumentEntry, clause: str, lock: Lock | None) -> tuple[Change, ...]:
    """The amendments of a clause, given in full, the latest first: those of it, of what it stands in, and within it.

    What a clause stands in is told by the lock, where there is one that has it, else by its number.
    """
    around = set(_around(normalise(clause), lock))
    found = []
    for amendment in entry.amendments:
        named = tuple(text for text in amendment.clauses if _concerns(text, normalise(clause), around, lock))
        if named:
            found.append(Change(amendment, named))
    return tuple(sorted(found, key=lambda change: change.amendment.date, reverse=True))


def _concerns(text: str, clause: str, around: set[str], lock: Lock | None) -> bool:
    try:
        run = read_run(text)
    except ClauseIdError:
        return False  # `amendment_findings` says so
    ends = [str(end) for end in (run.first, run.last) if end]
    return any(run.has(one) for one in _parsed(around)) or any(clause in _around(end, lock) for end in ends)


def _parsed(clauses: set[str]) -> Iterator[ClauseId]:
    for clause in clauses:
        try:
            yield parse_clause_id(clause)
        except ClauseIdError:
            continue  # a heading: no amendment can name it


def _around(clause: str, lock: Lock | None) -> Iterator[str]:
    """A clause and all that it stands in."""
    known = lock.clauses if lock is not None else {}
    while clause in known:
        yield clause
        clause = known[clause].above
    above = next(iter(_parsed({clause})), None) if clause else None
    while above is not None:
        yield str(above)
        above = above.parent()


def latest(entry: DocumentEntry) -> tuple[Amendment, ...]:
    """The amendments of the last day on which there was one; more than one where several rows have it."""
    last = max((one.date for one in entry.amendments), default="")
    return tuple(one for one in entry.amendments if one.date == last)


def amendment_json(amendment: Amendment, clauses: Sequence[str] = ()) -> dict[str, Any]:
    """An amendment as commands give it in JSON, with all its clauses or some of them."""
    return {
        "clauses": list(clauses or amendment.clauses),
        "instrument": amendment.instrument,
        "date": amendment.date,
        "deleted": amendment.deleted,
    }


def history_words(changes: Sequence[Change], clause: str, lock: Lock | None) -> str:
    """A clause's history in words: `last amended by Act 9 on 2020-08-13; amended by Act 2 on 2016-03-22 (3.1 to 3.9)`.

    In brackets are the clauses that an amendment names where they are not the clause itself.
    """
    words: list[str] = []
    for change in changes:
        amendment = change.amendment
        verb = "deleted" if amendment.deleted else "amended" if words else "last amended"
        own = [normalise(one) for one in change.named] == [normalise(clause)]
        named = "" if own else f" ({', '.join(change.named)})"
        words.append(f"{verb} by {amendment.instrument} on {amendment.date}{named}")
    if changes and changes[0].amendment.deleted and lock is not None and normalise(clause) in lock.clauses:
        words[0] += ", and the document has a clause of that number"
    return "; ".join(words) or "no amendment is recorded"


def amendment_findings(entry: DocumentEntry) -> list[Finding]:
    """What is wrong with the clauses that the amendments of an entry name: no names of clauses, runs that are none."""
    findings = []
    for amendment in entry.amendments:
        for text in amendment.clauses:
            try:
                read_run(text)
            except ClauseIdError as error:
                hint = "write clauses as the document numbers them, `3.14(b)`, and a run as `3.29 to 3.33`"
                rule = "bad-range" if " to " in text else "no-such-clause"
                findings.append(Finding(rule, "error", str(error), amendment.place, "", (text,), hint))
    return findings
