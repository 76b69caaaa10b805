"""The characters of a PDF's page with place, size and style, and the ruled lines between them."""

import ctypes
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

from rulespec.documents.ingest.markup import BOLD, ITALIC, PLAIN

MOST_PAGE_CHARACTERS = 200_000  # a page of print has 5,000; each costs some 200 bytes while its page is read
MOST_PAGE_OBJECTS = 200_000  # stretches of text, drawn lines and pictures; a page of print has some hundreds
_MOST_PATHS = 20_000  # drawn lines looked at on a page; a drawing may have millions
_BOLD_NAME = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_REGULAR_NAME = re.compile(r"regular|roman|book|light|medium|-r(?:oman)?$", re.IGNORECASE)
_ITALIC_NAME = re.compile(r"italic|oblique", re.IGNORECASE)
_BOLD_WEIGHT = 700
_FORCED_BOLD, _ITALIC_FLAG = 1 << 18, 1 << 6
_OUTLINED_TOO = 2  # the text render mode by which programs print bold without a bold font
_THIN = 2.5  # points; a drawn box narrower than that is a line
_LEVEL = 0.2  # radians off the horizontal that still are a line of text
_NAME_BYTES = 200


@dataclass(frozen=True, slots=True)
class Char:
    """A printed character: from `x0` to `x1` on the baseline `y` (points, upwards), `size` as its font."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    style: int
    after_space: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A drawn line, level or upright: along the other axis from `start` to `end`, at `place` (points)."""

    level: bool
    place: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class PageChars:
    """One page: its `chars` in the order of the file, `aside` what is printed at an angle, `unclear` unknown signs."""

    width: float
    height: float
    chars: tuple[Char, ...]
    rules: tuple[Rule, ...]
    aside: str
    unclear: int


def read_page(page: Any) -> PageChars | None:
    """The characters and rules of a pypdfium2 page; None if it has more characters than can be read."""
    if pdfium.FPDFPage_CountObjects(page.raw) > MOST_PAGE_OBJECTS:
        return None
    text_page = page.get_textpage()
    try:
        count = text_page.count_chars()
        if count > MOST_PAGE_CHARACTERS:
            return None
        turn = page.get_rotation()
        width, height = page.get_size()
        reader = _PageReader(text_page.raw, _Turned(turn, width, height))
        chars = tuple(reader.chars(count))
        rules = tuple(_rules(page, _Turned(turn, width, height), width, height))
        return PageChars(width, height, chars, rules, " ".join("".join(reader.aside).split()), reader.unclear)
    finally:
        text_page.close()


@dataclass(frozen=True, slots=True)
class _Turned:
    """A page that is shown turned: `width` and `height` are those that the reader sees."""

    degrees: int
    width: float
    height: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        if self.degrees == 90:
            return y, self.height - x
        if self.degrees == 180:
            return self.width - x, self.height - y
        if self.degrees == 270:
            return self.width - y, x
        return x, y

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        x0, y0 = self.point(left, bottom)
        x1, y1 = self.point(right, top)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


class _PageReader:
    def __init__(self, text_page: Any, turned: _Turned) -> None:
        self._page, self._turned = text_page, turned
        self._object: int | None = None
        self._style, self._size, self._angled = PLAIN, 1.0, False
        self._x, self._y, self._box = ctypes.c_double(), ctypes.c_double(), pdfium.FS_RECTF()
        self._matrix = pdfium.FS_MATRIX()
        self.aside: list[str] = []
        self.unclear = 0

    def chars(self, count: int) -> Iterator[Char]:
        space, high = False, 0
        for index in range(count):
            code = pdfium.FPDFText_GetUnicode(self._page, index)
            if pdfium.FPDFText_IsGenerated(self._page, index) == 1 and code != 0x02:
                continue  # blanks and line ends that PDFium guessed: ours are found from the places
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            if 0xDC00 <= code < 0xE000 and high:
                code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
            high = 0
            text = self._sign(code)
            if text.isspace():
                space = True
                if self._angled:
                    self.aside.append(" ")
                continue
            self._look_at_object(index)
            if self._angled:
                self.aside.append(text)
                continue
            yield self._char(index, text, space)
            space = False

    def _sign(self, code: int) -> str:
        if code in (0, 0xFFFE, 0xFFFF) or code > 0x10FFFF or 0xD800 <= code < 0xE000:
            self.unclear += 1
            return "\ufffd"
        return chr(code)

    def _char(self, index: int, text: str, space: bool) -> Char:
        pdfium.FPDFText_GetCharOrigin(self._page, index, self._x, self._y)
        pdfium.FPDFText_GetLooseCharBox(self._page, index, self._box)
        box = self._box
        left, _, right, _ = self._turned.box(box.left, box.bottom, box.right, box.top)
        _, y = self._turned.point(self._x.value, self._y.value)
        return Char(text, left, right, y, self._size, self._style, space)

    def _look_at_object(self, index: int) -> None:
        """Font and angle, which change with the text object only."""
        found = pdfium.FPDFText_GetTextObject(self._page, index)
        address = ctypes.addressof(found.contents) if found else None
        if address is not None and address == self._object:
            return
        self._object = address
        self._style = _style(found) if found else PLAIN
        pdfium.FPDFText_GetMatrix(self._page, index, self._matrix)
        scale = math.hypot(self._matrix.c, self._matrix.d) or 1.0
        self._size = max(pdfium.FPDFText_GetFontSize(self._page, index) * scale, 1.0)
        angle = pdfium.FPDFText_GetCharAngle(self._page, index) + math.radians(self._turned.degrees)
        self._angled = abs(math.remainder(angle, 2 * math.pi)) > _LEVEL


def _style(text_object: Any) -> int:
    font = pdfium.FPDFTextObj_GetFont(text_object)
    if not font:
        return PLAIN
    buffer = ctypes.create_string_buffer(_NAME_BYTES)
    pdfium.FPDFFont_GetBaseFontName(font, buffer, _NAME_BYTES)
    name = buffer.value.decode("utf-8", "replace")
    flags = max(pdfium.FPDFFont_GetFlags(font), 0)
    bold = bool(_BOLD_NAME.search(name)) or bool(flags & _FORCED_BOLD)
    if not bold and not _REGULAR_NAME.search(name):
        bold = pdfium.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT
    bold = bold or pdfium.FPDFTextObj_GetTextRenderMode(text_object) == _OUTLINED_TOO
    italic = bool(_ITALIC_NAME.search(name)) or bool(flags & _ITALIC_FLAG)
    return PLAIN + (BOLD if bold else 0) + (ITALIC if italic else 0)


def _rules(page: Any, turned: _Turned, width: float, height: float) -> Iterator[Rule]:
    for seen, drawn in enumerate(page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=3)):
        if seen >= _MOST_PATHS:
            return
        left, bottom, right, top = turned.box(*drawn.get_bounds())
        if top - bottom <= _THIN < right - left:
            yield Rule(True, (top + bottom) / 2, left, right)
        elif right - left <= _THIN < top - bottom:
            yield Rule(False, (left + right) / 2, bottom, top)
        elif right - left < 0.95 * width or top - bottom < 0.9 * height:  # a box or a shade, not the whole page
            yield Rule(True, bottom, left, right)
            yield Rule(True, top, left, right)
            yield Rule(False, left, bottom, top)
            yield Rule(False, right, bottom, top)
