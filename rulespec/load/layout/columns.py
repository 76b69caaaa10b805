"""Columns: what stands below each other in neighbouring lines.

Each line that can be in a column is a row of cells. A run is what stands together without an empty line or a comment
between. In a run the cells before a column have one width. Which one, the author may have said: a width that most of
the run has already stays, and what is too long for it sticks out, as long as some cell of the block needs that width.
Otherwise the longest cell gives it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

FAR = 40  # a cell by more than this longer than all others of its run sticks out
NEAR = 20  # the same behind the first column


@dataclass(slots=True)
class Row:
    """A line as cells. `names` tell which column each cell is; `was`: how wide each cell was, None where unknown.

    `eager`: how many of its first columns are made where none were; the others are kept where the author began them.
    """

    cells: list[str]
    names: list[str]
    was: list[int | None]
    eager: int
    indent: int
    widths: list[int] = field(default_factory=list)

    @property
    def begins(self) -> int:
        """Where its next column begins."""
        return sum(self.widths) + len(self.widths)

    def text(self, upto: int | None = None) -> str:
        """The cells in their widths."""
        padded = [cell.ljust(width) for cell, width in zip(self.cells, self.widths, strict=False)]
        return " ".join([*padded, *self.cells[len(self.widths) :]][:upto])


def align(runs: Sequence[Sequence[Row]], most: int) -> None:
    """Gives the cells of the rows of one block their widths, so that no line is made longer than `most`."""
    deepest = max((len(row.cells) for run in runs for row in run), default=0)
    for column in range(deepest - 1):
        parts = [part for run in runs for part in _parts(run, column)]
        needed: dict[tuple[str, ...], set[int]] = defaultdict(set)
        for part in parts:
            needed[_name(part[0], column)].update(len(row.cells[column]) for row in part)
        for part in parts:
            _set(part, column, needed[_name(part[0], column)], most)


def _name(row: Row, column: int) -> tuple[str, ...]:
    return tuple(row.names[: column + 1])


def _parts(run: Sequence[Row], column: int) -> list[list[Row]]:
    """The neighbouring rows of a run that have this column in common, and begin it at one place."""
    parts: list[list[Row]] = []
    before: Row | None = None
    for row in run:
        if len(row.cells) > column + 1:
            if before is not None and _name(before, column) == _name(row, column) and before.begins == row.begins:
                parts[-1].append(row)
            else:
                parts.append([row])
            before = row
        else:
            before = None
    return parts


def _set(part: Sequence[Row], column: int, needed: set[int], most: int) -> None:
    """Gives this column of neighbouring rows its width. What sticks out of it is a column of its own."""
    width = _kept(part, column, needed)
    if width is None and len(part) > 1 and (all(column < row.eager for row in part) or _begun(part, column)):
        width = _wide(part, column, most)
    for within, rows in groupby(part, lambda row: width is None or len(row.cells[column]) <= width):
        if not within:
            _set(list(rows), column, needed, most)
            continue
        for row in rows:
            row.widths.append(width or len(row.cells[column]))


def _begun(part: Sequence[Row], column: int) -> bool:
    """Whether the author began this column: some cells were padded to one width."""
    votes = Counter(row.was[column] for row in part)
    return any(votes[row.was[column]] > 1 and (row.was[column] or 0) > len(row.cells[column]) for row in part)


def _kept(part: Sequence[Row], column: int, needed: set[int]) -> int | None:
    """The width that most of the rows have already and some of them were padded to."""
    votes = Counter(row.was[column] for row in part if row.was[column] is not None)
    if not votes:
        return None
    width, count = max(votes.items(), key=lambda vote: (vote[1], vote[0] or 0))
    padded = any(row.was[column] == width and len(row.cells[column]) < (width or 0) for row in part)
    most = count > 1 or len(part) == 1
    return width if padded and most and 2 * count >= len(part) and width in needed else None


def _wide(part: Sequence[Row], column: int, most: int) -> int:
    """The width of the longest cell with which no row becomes too long."""
    lengths = sorted({len(row.cells[column]) for row in part}, reverse=True)
    for width, below in zip(lengths, [*lengths[1:], 0], strict=True):
        fits = all(_length(row, column, width) <= most for row in part if len(row.cells[column]) <= width)
        if fits and (not below or width - below <= (NEAR if column else FAR)):
            return width
    return lengths[-1]


def _length(row: Row, column: int, width: int) -> int:
    rest = sum(len(cell) + 1 for cell in row.cells[column + 1 :])
    return row.indent + sum(row.widths) + column + width + rest
