"""The editions of a spec side by side: which is in force on a day, where two are, and where none is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from rulespec.model.edition import Edition, spec_of
from rulespec.model.finding import Finding

OVERLAP, HOLE, UNDATED = "edition-overlap", "edition-hole", "edition-undated"
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """The days on which an edition is in force: from `first` to `last`, both of them too; on from it without `last`."""

    edition: Edition
    first: date
    last: date | None

    def has(self, day: date) -> bool:
        return self.first <= day and (self.last is None or day <= self.last)


def spans(editions: Iterable[Edition]) -> tuple[Span, ...]:
    """The days of each edition whose first is known, in their order.

    One that names no last day ends before the first day of the next.
    """
    known = [(edition.first, edition) for edition in editions if edition.first is not None]
    known.sort(key=lambda one: (one[0], one[1].id))
    found = []
    for first, edition in known:
        following = next((other for other, _ in known if other > first), None)
        found.append(Span(edition, first, edition.until or (following - _DAY if following else None)))
    return tuple(found)


def in_force(editions: Iterable[Edition], day: date) -> tuple[Edition, ...]:
    """The edition in force on a day: the one of those whose days it is in that began last.

    None where there is no such edition, and several where they began on one day: nothing says then which holds.
    """
    there = [span for span in spans(editions) if span.has(day)]
    latest = max((span.first for span in there), default=None)
    return tuple(span.edition for span in there if span.first == latest)


def edition_findings(editions: Sequence[Edition]) -> list[Finding]:
    """On which days two editions of a spec are in force, or none is, and which of several has no known day."""
    if len(editions) < 2:
        return []
    found = spans(editions)
    return [*_undated(editions), *_overlaps(found), *_holes(found)]


def _undated(editions: Sequence[Edition]) -> Iterator[Finding]:
    for one in editions:
        if one.first is None:
            message = f"nobody knows from when {called(one)} is in force, so no day is settled by it"
            hint = "write its `effective` day as soon as somebody knows it; `--as-of` never chooses it before"
            yield Finding(UNDATED, "warning", message, one.place, spec_of(one.id), (), hint, subject=one.id)


def _overlaps(found: Sequence[Span]) -> Iterator[Finding]:
    for place, one in enumerate(found):
        for other in found[place + 1 :]:
            if one.last is None or other.first <= one.last:
                last = min((last for last in (one.last, other.last) if last is not None), default=None)
                ids = f"{called(one.edition)} and {called(other.edition)}"
                why = (
                    f"both begin on {one.first}"
                    if one.first == other.first
                    else f"the first lasts until {one.last}, and the second begins on {other.first}"
                )
                message = f"{ids} are both in force {days(other.first, last)}: {why}"
                hint = "an edition ends on the day before the next begins: correct `until` or `effective`"
                where = other.edition.place if one.first == other.first else one.edition.place
                subject = f"{one.edition.id} and {other.edition.id}"
                yield Finding(OVERLAP, "error", message, where, spec_of(one.edition.id), (), hint, subject=subject)


def _holes(found: Sequence[Span]) -> Iterator[Finding]:
    reached: Span | None = None  # the one that lasts longest so far
    for span in found:
        if reached is not None and reached.last is not None and reached.last + _DAY < span.first:
            first, last = reached.last + _DAY, span.first - _DAY
            none = f"no edition of `{spec_of(span.edition.id)}` is in force {days(first, last)}"
            around = f"{called(reached.edition)} lasts until {reached.last}, and {called(span.edition)} begins on"
            message = f"{none}: {around} {span.first}"
            hint = "correct `until` or `effective`, or add the edition of these days"
            subject = f"{reached.edition.id} and {span.edition.id}"
            spec = spec_of(span.edition.id)
            yield Finding(HOLE, "error", message, reached.edition.place, spec, (), hint, subject=subject)
        if reached is None or (reached.last is not None and (span.last is None or span.last > reached.last)):
            reached = span


def days(first: date, last: date | None) -> str:
    """`on 2022-06-10`, `from 2022-06-10 to 2022-06-12`, `from 2022-06-10 on`."""
    if last is None:
        return f"from {first} on"
    return f"on {first}" if first == last else f"from {first} to {last}"


def called(edition: Edition) -> str:
    """An edition in a message: one that is an example is always called so."""
    return f"`{edition.id}`{' (an example)' if edition.document.example else ''}"


def told(editions: Sequence[Edition]) -> str:
    """The editions of a spec and their days, for a message."""
    known = {span.edition.id: f"{called(span.edition)} {days(span.first, span.last)}" for span in spans(editions)}
    ordered = [*known.values(), *(f"{called(one)} from an unknown day" for one in editions if one.id not in known)]
    return "; ".join(ordered)
