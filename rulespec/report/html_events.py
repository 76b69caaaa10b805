"""Irregularities on the page: for each event what every document does to every wager, at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulespec.model.comparison import Compared, Side
from rulespec.model.spec import Spec
from rulespec.report.html_words import Anchors, Heading, status

if TYPE_CHECKING:
    from rulespec.report.html_matrix import OwnWords, RowView

EVERY_WAGER = "all wagers"
_ORDER = ("differs", "silent", "agree")  # the most telling first

# What a document does, as a mark: the kind (its colour) and a sign, which never stand without the word.
_KINDS: Mapping[str, tuple[str, str]] = {
    "void": ("none", "↩"),
    "returned": ("none", "↩"),
    "retracted": ("none", "↩"),
    "invalid": ("none", "↩"),
    "carried to the next round": ("carried", "↷"),
    "lost": ("lost", "−"),
    "a stand-off": ("level", "="),
}
_STATES: Mapping[str, tuple[str, str, str]] = {
    "undetermined": ("silent", "∅", "silent"),
    "conflict": ("conflict", "2×", "answered twice"),
    "not_offered": ("empty", "–", "does not arise"),
    "absent": ("empty", "–", "nothing encoded"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One answer: its word, the kind that colours it, a sign."""

    word: str
    kind: str
    sign: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """What one document does to some wagers: one mark, or several by the case."""

    document: Heading
    marks: tuple[Mark, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FateRow:
    wagers: str
    fates: tuple[Fate, ...]


@dataclass(frozen=True, slots=True)
class EventView:
    """One event: a small table of what each document does to each wager, and the cases with rules and rounds."""

    anchor: str
    title: str
    status: str
    single: bool
    counts: Mapping[str, int]
    table: tuple[FateRow, ...]
    rows: tuple[RowView, ...]
    own: tuple[tuple[Heading, tuple[OwnWords, ...]], ...]  # what its rows cite, as the documents have it, once


def event_title(row: Compared, specs: Mapping[str, Spec]) -> str:
    """The event of a row, as a heading."""
    found = next((spec.vocabulary.events[row.subject].title for spec in specs.values()), row.subject)
    return found[:1].upper() + found[1:]


def events(
    rows: Sequence[tuple[Compared, RowView]], specs: Mapping[str, Spec], names: Mapping[str, Heading]
) -> tuple[EventView, ...]:
    """The events in the comparison's order; first those on which documents do not agree, last those of one document."""
    anchors = Anchors("event")
    grouped: dict[str, list[tuple[Compared, RowView]]] = {}
    for row, view in rows:
        grouped.setdefault(row.subject, []).append((row, view))
    found = [_event(mine, anchors.take(name), specs, names) for name, mine in grouped.items()]
    return tuple(sorted(found, key=lambda one: (one.single, one.status == "agree")))


def _event(
    rows: Sequence[tuple[Compared, RowView]], anchor: str, specs: Mapping[str, Spec], names: Mapping[str, Heading]
) -> EventView:
    shared = [row for row, _ in rows if not row.single] or [row for row, _ in rows]
    statuses = [status(row.status) for row in shared]
    by_wagers: dict[tuple[str, ...], list[tuple[Compared, RowView]]] = {}
    for row, view in rows:
        by_wagers.setdefault(row.wagers, []).append((row, view))
    table = tuple(
        FateRow(mine[0][1].title, tuple(_fate([row for row, _ in mine], names[spec], spec) for spec in specs))
        for mine in by_wagers.values()
    )
    said: dict[str, tuple[Heading, dict[OwnWords, None]]] = {}
    for _, view in rows:
        for cell in view.cells:
            said.setdefault(cell.document.spec, (cell.document, {}))[1].update(dict.fromkeys(cell.own))
    ordered = sorted((view for _, view in rows), key=lambda view: _ORDER.index(view.status) + 3 * view.single)
    return EventView(
        anchor=anchor,
        title=rows[0][1].of,
        status=next(name for name in _ORDER if name in statuses),
        single=all(row.single for row, _ in rows),
        counts={name: statuses.count(name) for name in _ORDER},
        table=table,
        rows=tuple(replace(view, cells=tuple(replace(cell, own=()) for cell in view.cells)) for view in ordered),
        own=tuple((heading, tuple(words)) for heading, words in said.values() if words),
    )


def _fate(rows: Sequence[Compared], document: Heading, spec: str) -> Fate:
    sides = [side for row in rows for side in row.sides if side.spec == spec]
    told = [side for side in sides if side.state not in ("absent", "not_offered")] or sides[:1]
    clauses = tuple(dict.fromkeys(clause for side in told for clause in side.clauses))
    return Fate(document, tuple(dict.fromkeys(_mark(side) for side in told)), clauses)


def _mark(side: Side) -> Mark:
    if side.state in _STATES:
        kind, sign, word = _STATES[side.state]
        return Mark(word, kind, sign, side.says if side.state == "conflict" else "")
    words = side.says.split(" / ")[0].split(" and ")
    kind, sign = next((_KINDS[word] for word in words if word in _KINDS), ("", ""))
    if not kind:
        kind, sign = ("paid", "+") if side.says.startswith("paid") else ("goes-on", "›")
    return Mark(side.says, kind, sign)
