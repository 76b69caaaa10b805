"""Clauses while they are being read: nodes that still take words, rows and children."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from rulespec.documents.lines import Line, unbroken
from rulespec.documents.numbering import Alphabet
from rulespec.documents.signs import ending
from rulespec.documents.tree import CELL, ENTRY, ROW, Clause, Kind

_VALUE = re.compile(r"\d\s+to\s+\d|\$\s?\d|\d\s?%")
_DIGIT = re.compile(r"\d")
_COLUMN = re.compile(r"(\D+) \d+(\D*)")
_ASIDE = re.compile(r"\([^()]*(?:\)|$)")
_KEY_LENGTH = 48  # characters of a row's key; the longest kind of hand with its qualification fits
_BLOCK = 40  # rows that are looked at to tell a table's heading from its rows


class Node:
    """A clause while it is being read. `level` and `ordinal` are those of a paragraph in its list."""

    def __init__(
        self, name: str, kind: Kind, label: str, line: int | None, level: int = -1, ordinal: float = 0
    ) -> None:
        self.name, self.kind, self.label, self.heading = name, kind, label, ""
        self.alphabet: Alphabet | str = ""
        self.level, self.ordinal = level, ordinal
        self.parts: list[str | Node] = []
        self.lines: list[int] = [] if line is None else [line]
        self.listing = False  # its words end with an entry of a list without marks
        self.going: set[int] = set()  # places of parts that go on with the entry before them
        self.cells: list[str] = []
        self.keys: set[str] = set()  # of the rows in it

    def add(self, words: str, line: int) -> None:
        last = self.parts[-1] if self.parts else None
        if isinstance(last, str) and not words.startswith(ROW):
            self.parts[-1], words = unbroken(last, words)
        if words:
            self.parts.append(words)
            self.listing = words.startswith(ENTRY)
        if self.lines[-1:] != [line]:
            self.lines.append(line)

    def go_on(self, words: str, line: int) -> None:
        """The next line of the paragraph that its words end with; an entry of a list stays one part."""
        listed = self.listing and isinstance(self.parts[-1], str)
        self.add(words, line)
        if listed:
            self.listing = True
            self.going.add(len(self.parts) - 1)

    def add_cells(self, line: Line) -> None:
        """The cells of a row: its own, or what goes on with them on a later line, column by column where they match."""
        offset = len(self.cells) - len(line.cells) if self.cells else 0
        if not self.cells:
            self.cells = list(line.cells)
        elif offset in (0, 1) and bool(offset) == line.indented:
            merged = (f"{cell} {more}" for cell, more in zip(self.cells[offset:], line.cells, strict=True))
            self.cells[offset:] = merged
        else:
            first, *rest = line.cells if not line.indented else ("", *line.cells)
            self.cells[0] = f"{self.cells[0]} {first}".rstrip()
            self.cells[-1] = " ".join([self.cells[-1], *rest])
        self.parts[:1] = [CELL.join(self.cells)]
        self.lines.append(line.number)

    def state(self) -> str:
        """How its own words end so far: `open` (a list may follow), `unfinished` or `finished`."""
        words = self.last_words()
        if not words:
            return "open"
        return "finished" if self.listing or words.startswith(ROW) or self.kind == "row" else ending(words)

    def last_words(self) -> str:
        return next((part for part in reversed(self.parts) if isinstance(part, str)), "")

    def last_row(self) -> "Node | None":
        """The row that its words end with."""
        last = self.parts[-1] if self.parts else None
        return last if isinstance(last, Node) and last.kind == "row" else None


def freeze(node: Node) -> Clause:
    """The finished clause, with the lines that it and its children span."""
    parts = tuple(part if isinstance(part, str) else freeze(part) for part in _whole(node))
    below = [part for part in parts if isinstance(part, Clause)]
    lines = [*filter(None, node.lines), *(line for part in below for line in (part.line_start, part.line_end) if line)]
    first, last = (min(lines), max(lines)) if lines else (0, 0)
    own = tuple(sorted(line for line in node.lines if line))
    return Clause(node.name, node.kind, node.label, node.heading, str(node.alphabet), parts, own, first, last)


def _whole(node: Node) -> Iterator[str | Node]:
    """The parts of a node, each entry of a list in one piece."""
    pieces: list[str] = []
    for place, part in enumerate(node.parts):
        if pieces and place not in node.going:
            yield " ".join(pieces)
            pieces = []
        if isinstance(part, str) and (part.startswith(ENTRY) or place in node.going):
            pieces.append(part)
        else:
            yield part
    if pieces:
        yield " ".join(pieces)


def heads_table(block: Sequence[Line], rows_before: bool) -> bool:
    """Whether the first row of `block` (it and the lines after it) is part of the table's heading.

    It is if a rule follows it, if it counts the columns, or if it is wholly emphasised and a row after it is not; or if
    it comes first, has several cells and no figure in them, and later rows have figures.
    """
    first, table = block[0], [*takewhile(lambda line: line.cells or line.ruled, block[:_BLOCK])]
    if (len(table) > 1 and table[1].ruled) or _counts_columns(first):
        return True
    later = [line for line in table[1:] if line.cells]
    if first.strong and not (rows_before and len(first.cells) == 1) and not all(line.strong for line in later):
        return True
    if rows_before or len(first.cells) < 2 or _figures(first):
        return False
    return any(_figures(line) for line in later)


def continues(row: Node | None, line: Line) -> bool:
    """Whether a line of a table goes on with the row before it, whose cells run over several lines."""
    if row is None:
        return False
    first = row.cells[0] if row.cells else ""
    if first.count("(") > first.count(")"):
        return True
    return line.indented and (len(line.cells) < 2 or not any(_VALUE.search(cell) for cell in line.cells))


def row_key(cells: Sequence[str], taken: frozenset[str] | set[str]) -> str:
    """The key of a row: its first cell as a name, without what stands in brackets where that tells it apart."""
    for text in (_ASIDE.sub(" ", cells[0]), cells[0], " ".join(cells)):
        key = _key(text)
        if key and key not in taken:
            return key
    return _key(cells[0]) or "row"


def _key(text: str) -> str:
    text = text.casefold().replace("'", "").replace("’", "").replace(",", "")
    words = re.findall(r"[a-z0-9]+", text)
    key = ""
    for word in words:
        if key and len(key) + len(word) >= _KEY_LENGTH:
            break
        key += ("_" if key else "") + word[:_KEY_LENGTH]
    return key


def _counts_columns(line: Line) -> bool:
    """Whether the cells, at most the first apart, are the same words with a number each: `Column 1`, `Column 2`."""
    cells = line.cells if _COLUMN.fullmatch(line.cells[0]) else line.cells[1:]
    found = [_COLUMN.fullmatch(cell) for cell in cells]
    words = {match.groups() for match in found if match}
    return len(found) > 1 and all(found) and len(words) == 1 and len(set(cells)) == len(found)


def _figures(line: Line) -> bool:
    return any(_DIGIT.search(cell) for cell in line.cells[1:])
