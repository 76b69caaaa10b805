"""The history of amendments: against the rules, and against the list in the document's entry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.documents.lint.context import Document, Naming, Said, line_at
from rulespec.documents.lint.histories import Told, in_entry, in_text, key_of, on_cover, says_deleted

_CLAUSE = "amendments"  # what findings about the history cite


def unknown(document: Document) -> Iterator[Said]:
    """Rows of the history of amendments that name rules which the document does not have."""
    for naming in _in_history(document):
        for target in naming.targets if not says_deleted(naming) else ():
            if target.status == "missing":
                message = f"the history of amendments names {target.id}, which the document does not have"
                yield Said(naming.clause.id, message, line_at(naming.clause, naming.reference.start))


def deleted(document: Document) -> Iterator[Said]:
    """Rows of the history of amendments that call a rule deleted which the document has."""
    for naming in _in_history(document):
        for target in naming.targets if says_deleted(naming) else ():
            if target.status == "found":
                message = f"the history of amendments calls {target.id} deleted, and the document has one"
                line = line_at(naming.clause, naming.reference.start)
                yield Said(naming.clause.id, message, line, "later rules may have taken its number")


def _in_history(document: Document) -> Iterator[Naming]:
    return (naming for naming in document.references if naming.clause.kind == "amendments")


# -- the entry's list


@dataclass(frozen=True, slots=True)
class _Matched:
    """Of text and entry: what both tell of one amendment, but differently, and what only one of them has."""

    differing: tuple[tuple[Told, Told], ...] = ()
    only_text: tuple[Told, ...] = ()
    only_entry: tuple[Told, ...] = ()


def missing(document: Document) -> Iterator[Said]:
    """Amendments of the document's history that the entry, which has others, has not: said once for each row."""
    rows = _match(document).only_text
    for line in dict.fromkeys(row.line for row in rows):
        row, clauses = _together([row for row in rows if row.line == line])
        yield Said(_CLAUSE, f"the entry has not: {clauses} {row.words}", line, "add it to `amendments` of the entry")


def unlisted(document: Document) -> Iterator[Said]:
    """Amendments of the entry that the document's history, where it has one, has not: said once for each of them."""
    listed = _match(document).only_entry
    for amendment in dict.fromkeys(one.amendment for one in listed if one.amendment):
        one, clauses = _together([one for one in listed if one.amendment == amendment])
        message = f"the document's history has not: {clauses} {one.words}"
        yield Said(_CLAUSE, message, hint="correct it, or find out who published it", place=amendment.place)


def differing(document: Document) -> Iterator[Said]:
    """Amendments of which entry and history give another date or instrument, or that only one calls deleted."""
    for row, one in _match(document).differing:
        message = f"{row.clause}: {one.words} in the entry, {row.words} in the document's history"
        hint = f"the history says so on line {row.line}"
        yield Said(_CLAUSE, message, hint=hint, place=one.amendment.place if one.amendment else None)


def _together(told: Sequence[Told]) -> tuple[Told, str]:
    return told[0], ", ".join(one.clause for one in told)


def _match(document: Document) -> _Matched:
    """Each amendment of the history with its fellow of the entry; nothing where one of the two has no history."""
    history, listed = in_text(document), list(in_entry(document))
    if history is None or not listed:
        return _Matched()
    rows, differing = list(history), []
    for fits in (_equal, _alike):  # those that agree first, so that they are no fellows of others
        for row in tuple(rows):
            fellow = next((one for one in listed if fits(row, one)), None)
            if fellow is not None:
                rows.remove(row)
                listed.remove(fellow)
                differing += [(row, fellow)] if fits is _alike else []
    return _Matched(tuple(differing), tuple(rows), tuple(listed))


def _equal(row: Told, one: Told) -> bool:
    return row.clause == one.clause and row.deleted == one.deleted and row.agrees(one)


def _alike(row: Told, one: Told) -> bool:
    """Whether both may be of one amendment that one of them has wrong: the instrument, or the day, is the same."""
    return row.clause == one.clause and (row.same_instrument(one) or row.date == one.date)


# -- the latest of them


def cover(document: Document) -> Iterator[Said]:
    """Covers that say when, or by what, the document was last amended, where its history has another last row."""
    found = on_cover(document)
    newest = _latest(in_text(document) or in_entry(document))
    if found is None or not newest or any(found[1].agrees(one) for one in newest):
        return
    clause, told = found
    message = f"the cover says last {told.words}; by the history {newest[0].clause} is {newest[0].words}"
    yield Said(clause.id, message, told.line)


def newer(document: Document) -> Iterator[Said]:
    """Entries in force from a day before the latest amendment, or made by the instrument of an earlier one."""
    entry, found = document.entry, on_cover(document)
    if entry is None:
        return
    known = [*in_entry(document), *(in_text(document) or ()), *([found[1]] if found else [])]
    newest = _latest(known)
    hint = "is the entry that of an older edition? then correct `instrument` and `effective`"
    own = key_of(entry.instrument)
    if newest and entry.effective != "unknown" and entry.effective < newest[0].date:
        message = f"the entry is in force from {entry.effective}, and the document was last {newest[0].words}"
        yield Said(_CLAUSE, message, hint=hint, place=entry.place)
    elif any(own in one.keys for one in known) and all(one.keys and own not in one.keys for one in newest):
        message = f"the entry is made by {entry.instrument}, and the document was last {newest[0].words}"
        yield Said(_CLAUSE, message, hint=hint, place=entry.place)


def _latest(told: Sequence[Told]) -> list[Told]:
    """Those of the latest day that is known."""
    last = max((one.date for one in told), default="")
    return [one for one in told if last and one.date == last]
