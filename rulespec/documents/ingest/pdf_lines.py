"""The characters of a page into lines, each in pieces that wide gaps set apart."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulespec.documents.ingest.markup import PLAIN, Words, note_mark
from rulespec.documents.ingest.pdf_page import Char

# As parts of the size of the font.
_SAME_LINE = 0.25  # baselines that differ by less are one line
_RAISED = 0.6  # how far above its line a small sign may stand
_SMALL = 0.8  # a raised sign is smaller than that beside its line
_WORD_GAP = 0.15
_CELL_GAP = 1.1  # wider than the blanks of a justified line


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a line that no wide gap divides, from `x0` to `x1`.

    `first_word` is the width of the first of them, and `second_x0` where the second begins (`x1` if there is none).
    """

    words: tuple[Words, ...]
    x0: float
    x1: float
    first_word: float
    second_x0: float

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.words)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page on the baseline `y`; `size` is that of most of its characters.

    `column` is 1 or 2 on a page of two columns, otherwise 0.
    """

    pieces: tuple[Piece, ...]
    y: float
    size: float
    column: int = 0

    @property
    def x0(self) -> float:
        return self.pieces[0].x0

    @property
    def x1(self) -> float:
        return self.pieces[-1].x1

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


def lines_of(chars: Iterable[Char], column: int = 0) -> list[Line]:
    """The lines from the top of the page to its foot."""
    return [_line(row, column) for row in _rows(list(chars))]


def _rows(chars: list[Char]) -> Iterator[list[Char]]:
    """The characters of each line: those on one baseline, and the small raised ones above it."""
    rows: list[list[Char]] = []
    for char in sorted(chars, key=lambda each: -each.y):
        if rows and rows[-1][0].y - char.y <= _SAME_LINE * max(char.size, rows[-1][0].size):
            rows[-1].append(char)
        else:
            rows.append([char])
    carried: list[Char] = []
    for place, row in enumerate(rows):
        below = rows[place + 1] if place + 1 < len(rows) else None
        if below is not None and _is_raised(row, below):
            carried += row
            continue
        yield row + carried
        carried = []
    if carried:
        yield carried


def _is_raised(row: Sequence[Char], below: Sequence[Char]) -> bool:
    largest = max(char.size for char in row)
    size = max(char.size for char in below)
    return largest < _SMALL * size and row[0].y - below[0].y < _RAISED * size


def _line(chars: list[Char], column: int) -> Line:
    size = _usual([char.size for char in chars])
    lowest = [char.y for char in chars if char.size >= _SMALL * size]
    y = _usual(lowest) if lowest else chars[0].y
    chars.sort(key=lambda each: each.x0)
    groups: list[list[Char]] = []
    for char in chars:
        if groups and char.x0 - groups[-1][-1].x1 <= _CELL_GAP * size:
            groups[-1].append(char)
        else:
            groups.append([char])
    return Line(tuple(_piece(group, y, size) for group in groups), y, size, column)


def _piece(chars: Sequence[Char], y: float, size: float) -> Piece:
    words: list[Words] = []
    first_end = second = chars[-1].x1
    spaced = False
    for place, char in enumerate(chars):
        gap = place > 0 and _is_gap(chars[place - 1], char)
        if gap:
            if not spaced:
                first_end, second, spaced = chars[place - 1].x1, char.x0, True
            words.append(Words(" ", words[-1].style))
        raised = char.text.isdigit() and char.size < _SMALL * size and char.y > y + _WORD_GAP * size
        if raised and words and words[-1].raw:
            words[-1] = Words(words[-1].text + char.text, PLAIN, raw=True)
        elif raised:
            words.append(Words(char.text, PLAIN, raw=True))
        elif words and not words[-1].raw and words[-1].style == char.style and not gap:
            words[-1] = Words(words[-1].text + char.text, char.style)
        else:
            words.append(Words(char.text, char.style))
    whole = tuple(Words(note_mark(int(each.text)), PLAIN, raw=True) if each.raw else each for each in words)
    return Piece(whole, chars[0].x0, chars[-1].x1, first_end - chars[0].x0, second)


def _is_gap(last: Char, char: Char) -> bool:
    distance = char.x0 - last.x1
    return distance > _WORD_GAP * char.size or (char.after_space and distance > 0.05 * char.size)


def _usual(values: Sequence[float]) -> float:
    """The commonest of `values`, to a tenth."""
    counts: dict[float, int] = {}
    for each in values:
        rounded = round(each, 1)
        counts[rounded] = counts.get(rounded, 0) + 1
    return max(counts, key=lambda each: (counts[each], each))
