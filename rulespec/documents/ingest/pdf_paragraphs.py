"""The lines of all pages into paragraphs: a line joins the one above where that had no room for its first word."""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulespec.documents.ingest.markup import (
    BOLD,
    Words,
    begins_with_mark,
    contents_row,
    escaped,
    marked,
    row,
)
from rulespec.documents.ingest.pdf_lines import Line
from rulespec.documents.ingest.pdf_tables import Row
from rulespec.documents.signs import ending

_ALIGNED = 3.0  # points within which two lines begin at one place
_OUTDENT = 5  # sizes of the font by which a paragraph's first line may be indented
_LOOSE = 1.2  # a line further below than this, in usual line distances, begins a paragraph
_USUAL_PITCH = 1.25  # distance of lines in sizes of the font, where the document does not tell
_LEADS_TO_NUMBER = re.compile(
    r"\b(?:and|or|to|of|in|under|with|by|see|(?:sub-?)?(?:paragraph|rule|clause|section|item|part|table|schedule)s?)\s*$",
    re.IGNORECASE,
)  # what stands at the end of a line before the number of a clause that is referred to
_BLANK = 0.25  # the width of a blank, in sizes of the font
_LARGER = 1.15  # a line so much larger than the body is a heading
_MOST_PIECES = 400  # lines of one paragraph; a longer one is given up as several


@dataclass(slots=True)
class Layout:
    """What is usual in a document: the size of its letters, the distance of its lines in sizes, its right margins."""

    size: float
    pitch: float
    right: dict[tuple[int, bool], float]

    def margin(self, width: float, column: int) -> float:
        return self.right.get((round(width), column > 0), width)


def layout_of(pages: Sequence[tuple[float, Sequence[Line | Row]]]) -> Layout:
    """The layout of a document of `pages`, each its width and what is on it."""
    sizes: Counter[float] = Counter()
    ends: dict[tuple[int, bool], list[float]] = {}
    pitches: Counter[float] = Counter()
    for width, elements in pages:
        lines = [element for element in elements if isinstance(element, Line)]
        for line in lines:
            sizes[line.size] += len(line.text)
            ends.setdefault((round(width), line.column > 0), []).append(line.x1)
        for above, below in itertools.pairwise(lines):
            goes_on = below.text[:1].islower() and above.size == below.size
            if goes_on and above.y > below.y:
                pitches[round((above.y - below.y) / above.size, 1)] += 1
    right = {place: sorted(found)[int(len(found) * 0.97)] for place, found in ends.items()}
    usual = [pitch for pitch, _ in pitches.most_common(1) if pitch < 3]
    return Layout(sizes.most_common(1)[0][0] if sizes else 10.0, usual[0] if usual else _USUAL_PITCH, right)


@dataclass(slots=True)
class _Paragraph:
    lines: list[Line]
    page: int
    last_page: int


@dataclass(slots=True)
class Writer:
    """Takes the lines, rows and footnotes of a document in order; `lines` and `pages` are what comes of them."""

    layout: Layout
    emphasis: bool = True  # False where nearly all is bold, so that bold says nothing
    lines: list[str] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)
    _paragraph: _Paragraph | None = None
    _notes: list[tuple[str, int]] = field(default_factory=list)
    _in_table: bool = False
    _table_page: int = 0

    def line(self, line: Line, page: int, width: float) -> None:
        open_one = self._paragraph
        if open_one is not None and self._joins(open_one, line, page, self.layout.margin(width, line.column)):
            open_one.lines.append(line)
            open_one.last_page = page
            return
        self._flush()
        self._paragraph = _Paragraph([line], page, page)

    def row(self, found: Row, page: int) -> None:
        if self._paragraph is not None or not self._in_table:
            self._flush(keep_notes=True)
        text = row([escaped(cell) for cell in found.cells])
        if not text:
            return
        if self._in_table and page != self._table_page and self._goes_on(found):
            last = self.lines[-1].split("\t")
            self.lines[-1] = "\t".join(
                " ".join(f"{a} {b}".split()) for a, b in zip(last, text.split("\t"), strict=True)
            )
        else:
            self._put(text, page)
        self._in_table, self._table_page = True, page

    def note(self, mark: str, lines: Sequence[Line], page: int) -> None:
        """The footnote `mark`, which goes behind the paragraph being read, even if that goes on on the next page."""
        words = marked(_words(lines)).removeprefix(mark).lstrip("0123456789").lstrip()
        self._notes.append((f"{mark} {words}", page))

    def end(self) -> None:
        self._flush()
        while self.lines and not self.lines[-1]:
            self.lines.pop()
            self.pages.pop()

    def _goes_on(self, found: Row) -> bool:
        """Whether the first row of a page goes on with the last one of the page before: it has an empty cell."""
        return self.lines[-1].count("\t") == len(found.cells) - 1 and not all(found.cells)

    def _flush(self, *, keep_notes: bool = False) -> None:
        if self._in_table:
            self._put("", self._table_page)
            self._in_table = False
        if self._paragraph is not None:
            self._write(self._paragraph)
            self._paragraph = None
        if not keep_notes:
            for text, page in self._notes:
                self._put(text, page)
                self._put("", page)
            self._notes = []

    def _write(self, paragraph: _Paragraph) -> None:
        words = _words(paragraph.lines)
        if not self.emphasis:
            words = [Words(piece.text, raw=piece.raw) for piece in words]
        large = paragraph.lines[0].size >= _LARGER * self.layout.size
        text = contents_row(marked(words, heading=1 if large else 0))
        for part in text.split("\n"):
            self._put(part, paragraph.page)
        self._put("", paragraph.page)

    def _put(self, text: str, page: int) -> None:
        self.lines.append(text)
        self.pages.append(page)

    # -- what belongs together

    def _joins(self, paragraph: _Paragraph, line: Line, page: int, margin: float) -> bool:
        last = paragraph.lines[-1]
        if abs(last.size - line.size) > 0.1 * line.size or len(paragraph.lines) >= _MOST_PIECES:
            return False
        if last.x1 + _BLANK * line.size + line.pieces[0].first_word <= margin - _BLANK * line.size:
            return False  # there was room for the next word: the line ends where it was meant to
        if (
            not _goes_on_at(paragraph, line.x0)
            or _bold(last) != _bold(line)
            or last.text.isupper() != line.text.isupper()
        ):
            return False
        if contents_row(last.text) != last.text:
            return False
        unfinished = ending(last.text.strip()) == "unfinished"
        if page != paragraph.last_page or last.column != line.column:
            return unfinished
        if last.y - line.y > _LOOSE * self.layout.pitch * line.size:
            return False
        if begins_with_mark(line.text) and _begins_like(paragraph.lines[0], line):
            return unfinished and _LEADS_TO_NUMBER.search(last.text) is not None
        return unfinished or not (begins_with_mark(line.text) or _begins_definition(line))


def _begins_like(first: Line, line: Line) -> bool:
    """Whether both lines begin at one place with marks of one sort, as the items of a list do."""
    alike = first.text[:1].isdigit() == line.text[:1].isdigit()
    return alike and begins_with_mark(first.text) and abs(first.x0 - line.x0) <= _ALIGNED


def _begins_definition(line: Line) -> bool:
    """Whether a line begins with a bold term, in quotes or not."""
    words = [each for piece in line.pieces for each in piece.words][:2]
    return any(each.style & BOLD for each in words) and (bool(words[0].style) or words[0].text in ("“", '"', "‘", "'"))


def _goes_on_at(paragraph: _Paragraph, x0: float) -> bool:
    """Whether a line that begins at `x0` stands where those of the paragraph do that it goes on with."""
    if len(paragraph.lines) > 1:
        return abs(paragraph.lines[-1].x0 - x0) <= _ALIGNED
    first = paragraph.lines[0]
    words = _text_start(first)
    if words is not None and words - first.x0 > 2 * _ALIGNED:
        return abs(words - x0) <= _ALIGNED or (abs(first.x0 - x0) <= _ALIGNED)
    return first.x0 - _OUTDENT * first.size <= x0 <= first.x0 + _ALIGNED


def _text_start(line: Line) -> float | None:
    """Where the words of a line begin behind its mark; None if it has no mark."""
    if not begins_with_mark(line.text):
        return None
    return line.pieces[0].second_x0


def _bold(line: Line) -> bool:
    return all(words.style & BOLD for piece in line.pieces for words in piece.words if words.text.strip())


def _words(lines: Sequence[Line]) -> list[Words]:
    words: list[Words] = []
    for line in lines:
        if words:
            words = _hyphened(words)
        for place, piece in enumerate(line.pieces):
            if place:
                words.append(Words(" ", piece.words[0].style))
            words += piece.words
    return words


def _hyphened(words: list[Words]) -> list[Words]:
    """`words` of a line made ready for the next: with a blank, unless a hyphen at the end joins them."""
    last = words[-1]
    text = last.text
    if text.endswith(("\u00ad", "\u0002")):
        return [*words[:-1], Words(text[:-1], last.style, last.raw)]
    if text.endswith(("-", "\u2011")) and text[-2:-1].isalpha():
        return words
    return [*words, Words(" ", last.style)]
