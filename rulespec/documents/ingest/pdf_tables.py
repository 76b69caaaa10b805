"""Tables on a page: ruled ones by their rules, others by gaps that stand above each other."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulespec.documents.ingest.markup import Words, mark_end
from rulespec.documents.ingest.pdf_lines import Line, Piece, lines_of
from rulespec.documents.ingest.pdf_page import Char, Rule

_TOUCH = 3.0  # points within which rules meet
_SHORTEST = 6.0  # points; a shorter rule is part of a drawing
_MOST_RULES = 2_000  # on a page; more are a drawing, and joining them takes their number squared


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, with its top at `y`: the words of each column, empty where it has none."""

    cells: tuple[str, ...]
    y: float

    @property
    def text(self) -> str:
        return " ".join(cell for cell in self.cells if cell)


@dataclass(slots=True)
class _Grid:
    """Rules that meet: where columns and rows of one table are divided."""

    level: list[Rule] = field(default_factory=list)
    upright: list[Rule] = field(default_factory=list)

    def bounds(self) -> tuple[float, float, float, float]:
        """left, bottom, right, top"""
        xs = [rule.place for rule in self.upright]
        ys = [rule.place for rule in self.level]
        return min(xs), min(ys), max(xs), max(ys)


def ruled_rows(chars: Sequence[Char], rules: Sequence[Rule]) -> tuple[list[Row], list[Char]]:
    """The rows of the ruled tables of a page, and the characters that stand in none."""
    rows: list[Row] = []
    left: Sequence[Char] = chars
    for grid in _grids(rules):
        x0, y0, x1, y1 = grid.bounds()
        inside = [char for char in left if x0 <= _middle(char) <= x1 and y0 - 1 <= char.y <= y1]
        if not inside:
            continue
        taken = set(map(id, inside))
        left = [char for char in left if id(char) not in taken]
        rows += _rows_of(grid, inside)
    return rows, list(left)


def _middle(char: Char) -> float:
    return (char.x0 + char.x1) / 2


def _grids(rules: Sequence[Rule]) -> list[_Grid]:
    """The groups of rules that meet and divide at least two columns; frames and underlines are none."""
    long = [rule for rule in rules if rule.end - rule.start >= _SHORTEST]
    if len(long) > _MOST_RULES:
        return []
    groups: list[list[Rule]] = []
    for rule in long:
        met = [group for group in groups if any(_meet(rule, other) for other in group)]
        groups = [group for group in groups if not any(group is other for other in met)]
        groups.append([rule, *(other for group in met for other in group)])
    grids = []
    for group in groups:
        grid = _Grid([rule for rule in group if rule.level], [rule for rule in group if not rule.level])
        if len(_places(grid.upright)) >= 3 and len(_places(grid.level)) >= 2:
            grids.append(grid)
    return grids


def _meet(one: Rule, other: Rule) -> bool:
    if one.level == other.level:
        return abs(one.place - other.place) <= _TOUCH and (
            one.start - _TOUCH <= other.end and other.start - _TOUCH <= one.end
        )
    return (
        one.start - _TOUCH <= other.place <= one.end + _TOUCH
        and other.start - _TOUCH <= one.place <= other.end + _TOUCH
    )


def _places(rules: Iterable[Rule]) -> list[float]:
    """Where `rules` stand, upwards or rightwards, those that touch counted once."""
    places: list[float] = []
    for place in sorted(rule.place for rule in rules):
        if not places or place - places[-1] > _TOUCH:
            places.append(place)
    return places


def _rows_of(grid: _Grid, chars: Sequence[Char]) -> list[Row]:
    ys, xs = _places(grid.level), _places(grid.upright)
    bands: list[list[Char]] = [[] for _ in range(len(ys) + 1)]
    for char in chars:
        bands[bisect_right(ys, char.y)].append(char)
    rows = []
    for place in range(len(ys), -1, -1):
        if bands[place]:
            top = ys[place] if place < len(ys) else ys[-1]
            bottom = ys[place - 1] if place else ys[0]
            rows.append(Row(_cells(grid, xs, bands[place], (bottom + top) / 2), top))
    return rows


def _cells(grid: _Grid, xs: Sequence[float], chars: Sequence[Char], middle: float) -> tuple[str, ...]:
    """The cells of a row; one that reaches over several columns stands in the first of them."""
    here = [rule for rule in grid.upright if rule.start - 1 <= middle <= rule.end + 1]
    divisions = [x for x in xs if any(abs(rule.place - x) <= _TOUCH for rule in here)] or xs[:1]
    cells: dict[int, list[Char]] = {}
    for char in chars:
        division = divisions[max(bisect_right(divisions, _middle(char)) - 1, 0)]
        cells.setdefault(xs.index(division), []).append(char)
    columns = len(xs) - 1
    texts = [joined([line.text for line in lines_of(cells.get(column, []))]) for column in range(columns)]
    return tuple(texts)


def joined(lines: Iterable[str]) -> str:
    """The lines of one cell or paragraph as one; a hyphen at a line's end is kept and takes no blank."""
    text = ""
    for line in lines:
        if text.endswith(("\u00ad", "\u0002")):
            text = text[:-1] + line
        elif not text or (text.endswith("-") and text[-2:-1].isalpha()):
            text += line
        else:
            text += " " + line
    return text


# -- tables without rules


def gapped_rows(lines: Sequence[Line]) -> list[Line | Row]:
    """`lines` with those in place of which rows stand that are divided by gaps above each other."""
    lines = [_with_mark(line) for line in lines]
    result: list[Line | Row] = []
    place = 0
    while place < len(lines):
        end = _table_end(lines, place)
        if end - place >= 2:
            result += _gapped(lines[place:end])
            place = end
        else:
            result.append(lines[place])
            place += 1
    return result


def _with_mark(line: Line) -> Line:
    """`line` with the gap behind its number or mark closed: that is no column."""
    first = line.pieces[0].text
    bare = first.rstrip(".").isdigit() and len(first) <= 4 and len(line.pieces) == 2
    if len(line.pieces) < 2 or not (mark_end(first + " ") == len(first) or (bare and first.endswith("."))):
        return line
    return Line((_closed(line.pieces[0], line.pieces[1]), *line.pieces[2:]), line.y, line.size, line.column)


def _closed(one: Piece, other: Piece) -> Piece:
    words = (*one.words, Words(" ", one.words[-1].style), *other.words)
    return Piece(words, one.x0, other.x1, one.first_word, other.x0)


def _table_end(lines: Sequence[Line], start: int) -> int:
    """Behind the last line of a table that begins at `start`; `start` itself if none does."""
    gap = _gaps(lines[start])
    end, rows = start, 0
    for place in range(start, len(lines)):
        line = lines[place]
        if len(line.pieces) > 1:
            gap = _shared(gap, _gaps(line))
            if not gap:
                break
            rows, end = rows + 1, place + 1
        elif not rows or not _continues(line, gap):
            break
        else:
            end = place + 1
    return end if rows >= 2 else start


def _gaps(line: Line) -> list[tuple[float, float]]:
    return [(one.x1, other.x0) for one, other in zip(line.pieces, line.pieces[1:], strict=False)]


def _shared(one: Iterable[tuple[float, float]], other: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    found = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return [(a, b) for a, b in found if b - a > _TOUCH]


def _continues(line: Line, gap: Sequence[tuple[float, float]]) -> bool:
    """Whether a line with one piece goes on with a cell of the row above: one that is not in the first column, or
    goes on with a sentence."""
    inside = any(line.x0 >= b - _TOUCH for _, b in gap)
    return inside or (line.x1 <= gap[0][1] and line.text[:1].islower())


def _gapped(lines: Sequence[Line]) -> list[Line | Row]:
    most = max(len(line.pieces) for line in lines)
    edges: list[list[float]] = [
        [piece.x0, piece.x1] for piece in next(x for x in lines if len(x.pieces) == most).pieces
    ]
    for line in lines:
        if len(line.pieces) == most:
            for edge, piece in zip(edges, line.pieces, strict=True):
                edge[0], edge[1] = min(edge[0], piece.x0), max(edge[1], piece.x1)
    rows: list[tuple[list[str], float]] = []
    for line in lines:
        cells = [""] * most
        for piece in line.pieces:
            column = max(range(most), key=lambda at: _overlap(edges[at], piece))
            cells[column] = joined([cells[column], piece.text]) if cells[column] else piece.text
        if len(line.pieces) == 1 and rows:
            above, y = rows[-1]
            rows[-1] = ([joined([a, b]) if a and b else a or b for a, b in zip(above, cells, strict=True)], y)
        else:
            rows.append((cells, line.y))
    return [Row(tuple(cells), y) for cells, y in rows]


def _overlap(edge: Sequence[float], piece: Piece) -> float:
    """How far a piece lies in a column, in points; negative: how far beside it."""
    return min(edge[1], piece.x1) - max(edge[0], piece.x0)
