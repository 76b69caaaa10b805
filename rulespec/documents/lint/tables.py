"""Tables that answer twice, and pay tables that pay a higher hand less."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from rulespec.documents.growing import row_key
from rulespec.documents.lint.context import Document, Said
from rulespec.documents.tree import CELL, Clause

_ODDS = re.compile(r"(\$?)\s*(\d[\d,]*(?:\.\d+)?)\s*(%|times\b)?(?:\s*(?:to|:)\s*(\d[\d,]*))?")
_LEAST = 3  # rows that must name kinds of hand before a table is taken for a pay table


def repeated_rows(document: Document) -> Iterator[Said]:
    """Rows that stand twice in one table with different cells."""
    for clause in document.clauses:
        for table in _tables(clause):
            seen: dict[str, list[str]] = {}
            for row in table:
                cells = _cells(row)
                before = seen.setdefault(cells[0].casefold(), cells)
                if before != cells:
                    twice = f"{CELL.join(before[1:])} and {CELL.join(cells[1:])}"
                    yield Said(row.id, f"the row `{cells[0]}` stands twice: {twice}")


def pay_order(document: Document) -> Iterator[Said]:
    """Pay tables in which a higher kind of hand pays less than a lower one.

    Only tables in which at least three rows name kinds of hand of the vocabulary; a higher one is one that the table
    itself lists on the side on which its best kinds stand.
    """
    names = set(document.classes)
    for table in (table for clause in document.clauses for table in _tables(clause)):
        rows = [row for row in table if row_key(_cells(row), set()) in names]
        columns = min((len(_cells(row)) for row in rows), default=0)
        for column in range(1, columns):
            yield from _inversions([(row, _cells(row)[column]) for row in rows])


def _inversions(rows: Sequence[tuple[Clause, str]]) -> Iterator[Said]:
    paid = [(row, cell, *found) for row, cell in rows if (found := _amount(cell)) is not None]
    units = {unit for _, _, unit, _ in paid}
    if len(paid) < _LEAST or len(units) > 1 or "" in units:
        return  # amounts of different kinds do not compare
    ordered = paid if paid[0][3] >= paid[-1][3] else paid[::-1]
    for (higher, cell, _, amount), (lower, other, _, less) in pairwise(ordered):
        if amount < less:
            names = f"`{_cells(higher)[0]}` pays {cell}, less than `{_cells(lower)[0]}`, which pays {other}"
            yield Said(higher.id, names)


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
