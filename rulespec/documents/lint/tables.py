"""Tables that answer twice, and pay tables that pay a higher hand less."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from rulespec.documents.lint.context import Document, Said, family, scope
from rulespec.documents.lint.ranking import hand_name, rankings
from rulespec.documents.tree import CELL, Clause

_ODDS = re.compile(r"(\$?)\s*(\d[\d,]*(?:\.\d+)?)\s*(%|times\b)?(?:\s*(?:to|:)\s*(\d[\d,]*))?")
_LEAST = 3  # rows that must name kinds of hand before a table is taken for a pay table


@dataclass(frozen=True, slots=True)
class _Paid:
    """What a row of a pay table pays in one column."""

    row: Clause
    name: str
    cell: str
    unit: str
    amount: Fraction


def repeated_rows(document: Document) -> Iterator[Said]:
    """Rows that stand twice in one table with different cells."""
    for clause in document.clauses:
        for table in _tables(clause):
            seen: dict[str, list[str]] = {}
            for row in table:
                cells = _cells(row)
                before = seen.setdefault(cells[0].casefold(), cells)
                if before[1:] != cells[1:]:
                    twice = f"{CELL.join(before[1:])} and {CELL.join(cells[1:])}"
                    yield Said(row.id, f"the row `{cells[0]}` stands twice: {twice}")


def pay_order(document: Document) -> Iterator[Said]:
    """Pay tables in which a higher kind of hand pays less than a lower one.

    Only tables in which at least three rows name kinds of hand, of the vocabulary or of a ranking of the document. The
    ranking in the table's own part says which is higher; without one that has all its rows, the order of the table,
    from the end that pays more.
    """
    ranked = rankings(document)
    known = _known(document, ranked)
    for clause in document.clauses:
        orders = [names for other, names in ranked if family(other.id) == family(clause.id)]
        for table in _tables(clause):
            rows = _hands(table, known)
            for column in range(1, max((len(_cells(row)) for row in rows), default=0)):
                yield from _inversions(list(_paid(rows, column)), orders)


def ranking_gaps(document: Document) -> Iterator[Said]:
    """Kinds of hand that a pay table pays and that no ranking of its part has, where the part gives a ranking."""
    ranked = rankings(document)
    known = _known(document, ranked)
    for clause, _ in ranked:
        names = {name for other, order in ranked if scope(other.id) == scope(clause.id) for name in order}
        found: dict[str, str] = {}
        for other in document.clauses:
            for table in _tables(other) if scope(other.id) == scope(clause.id) else ():
                rows = [row for row in _hands(table, known) if any(_amount(cell) for cell in _cells(row)[1:])]
                if len(rows) >= _LEAST:
                    found |= {hand_name(_cells(row)[0]): other.id for row in rows}
        for name in sorted(found.keys() - names):
            yield Said(clause.id, f"the ranking leaves out `{name}`, which a table of {found[name]} has")


def _known(document: Document, ranked: Sequence[tuple[Clause, Sequence[str]]]) -> frozenset[str]:
    """What kinds of hand are called: in the vocabulary, and in the rankings of the document."""
    return frozenset({hand_name(name) for name in document.classes} | {name for _, names in ranked for name in names})


def _hands(table: Sequence[Clause], known: frozenset[str]) -> list[Clause]:
    """The rows of a table that name kinds of hand."""
    return [row for row in table if hand_name(_cells(row)[0]) in known]


def _paid(rows: Sequence[Clause], column: int) -> Iterator[_Paid]:
    for row in rows:
        cells = _cells(row)
        found = _amount(cells[column]) if column < len(cells) else None
        if found is not None:
            yield _Paid(row, hand_name(cells[0]), cells[column], *found)


def _inversions(paid: Sequence[_Paid], orders: Sequence[Sequence[str]]) -> Iterator[Said]:
    units = {one.unit for one in paid}
    if len(paid) < _LEAST or len(units) > 1 or "" in units:
        return  # amounts of different kinds do not compare
    for higher, lower in pairwise(_highest_first(paid, orders)):
        if higher.amount < lower.amount and higher.name != lower.name:
            names = f"`{_cells(higher.row)[0]}` pays {higher.cell}, less than `{_cells(lower.row)[0]}`"
            yield Said(higher.row.id, f"{names}, a lower hand, which pays {lower.cell}")


def _highest_first(paid: Sequence[_Paid], orders: Sequence[Sequence[str]]) -> list[_Paid]:
    order = next((names for names in orders if all(one.name in names for one in paid)), None)
    if order is None:
        return list(paid if paid[0].amount >= paid[-1].amount else paid[::-1])
    places: Mapping[str, int] = {name: place for place, name in enumerate(order)}
    return sorted(paid, key=lambda one: -places[one.name])


def _amount(cell: str) -> tuple[str, Fraction] | None:
    """What a cell pays: its unit (`to`, `$`, `%`, `times`, or nothing) and amount; None if it begins with none."""
    match = _ODDS.match(cell)
    if match is None:
        return None
    amount, against = Fraction(match[2].replace(",", "")), Fraction((match[4] or "1").replace(",", ""))
    unit = match[1] or match[3] or ("to" if match[4] else "")
    return (unit, amount / against) if against else None


def _tables(clause: Clause) -> Iterator[list[Clause]]:
    """The tables in a clause, as their rows: each heading begins another."""
    table: list[Clause] = []
    for part in clause.parts:
        if isinstance(part, Clause) and part.kind == "row":
            table.append(part)
        elif table:
            yield table
            table = []
    if table:
        yield table


def _cells(row: Clause) -> list[str]:
    return " ".join(part for part in row.parts if isinstance(part, str)).strip().split(CELL)
