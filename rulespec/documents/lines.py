"""One line of a converted document: what it says without markup, and what its markup says about it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulespec.documents.clause import straight

_BULLETS = r"[-*•‣⁃∙·◦●○▪▫■□\uf0a7\uf0b7]"  # the last two are those of a symbol font
_BULLET = re.compile(rf"\s*(?:{_BULLETS}|[–—](?=\s+(?:\(?\w{{1,6}}\.?\)|\w+\.|[\"“*])))\s+")
_BROKEN = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*]*)$")
_BROKEN_OFF = re.compile(r"([^*]*[^\s*])(\*{1,3})(?![\w*])")
_PAGE_RULE = re.compile(rf"\s*[-*_](?:\s*[-*_]){{2,}}\s*|\s*{_BULLETS}?\s*")
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u2060"))  # where a word may be broken, and where it may not
_BAR_RULE = re.compile(r"[\s|:-]+")
_OPEN_RULE = re.compile(r"\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+")
_HEADING = re.compile(r"\s*#{1,6}\s+")
_WHOLLY_BOLD = re.compile(r"(\*{2,3})(?!\*)((?:(?!\1).)+)\1\s*")
_NOTE_MARK = re.compile(r"<sup>\s*(\d+)\s*</sup>(?!\s*/)")
_NUMERATOR = re.compile(r"(?<=\d)\s*<sup>\s*(\d+)\s*</sup>(?=\s*/)")
_POWER = re.compile(r"(?<=\d)<sup>\s*(\d+)\s*</sup>")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_BOLD_TAG = re.compile(r"</?(?:b|strong)>", re.IGNORECASE)
_ITALIC_TAG = re.compile(r"</?(?:i|em)>", re.IGNORECASE)
_UNDERLINES = re.compile(r"__(?=[^\s_])([^_]{1,200})(?<=\S)__")
_BREAK = re.compile(r"<br\s*/?>")
_TAG = re.compile(
    r"</?(?:[abipsuq]|em|strong|strike|sup|sub|br|hr|span|div|font|math|small|big|table|t[rdh]|thead|tbody|[uo]l|li"
    r"|h[1-6]|mark|del|ins|code|center|img)\b[^<>]*>",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"(\*{1,3})(?=[^\s*])(.{1,400}?)(?<=[^\s*])\1(?!\*)")
_STRONG = re.compile(r"(?:<([biu])>.*</\1>|\*{1,3}[^*].*\*{1,3})", re.DOTALL)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_LIST_MARK = r"\d+(?:\.\d+)+\.?|\(\w+\.?\)|\w{1,4}\)|[A-Za-z]\.|[ivx]{1,5}\."
_NUMBER_TAB = re.compile(rf"^(\s*(?:{_BULLETS}\s+)?(?:{_LIST_MARK}))\t(?=[^\t]*$)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a document.

    `text` is without markup; `marked` still has its emphasis, which tells defined terms. `cells` are those of a table
    row (with no text then), without the empty ones; `layout` tells which were empty (`-xx`; nothing where only last
    ones were), `strong` that the row is wholly emphasised, `ruled` that the line is the rule below a table's heading.
    `heading`: marked as one, or wholly bold. `footnote` is the number of the footnote that begins here. `blank`:
    nothing, or a rule across the page. Of several headings on one line only the last has its `number`; that of the
    others is 0.
    """

    number: int
    text: str
    marked: str
    cells: tuple[str, ...] = ()
    layout: str = ""
    strong: bool = False
    ruled: bool = False
    bullet: bool = False
    heading: bool = False
    footnote: str = ""

    @property
    def indented(self) -> bool:
        """Whether the first cell of a row is empty."""
        return self.layout.startswith("-")

    @property
    def blank(self) -> bool:
        return not self.text and not self.cells


def read_lines(text: str) -> list[Line]:
    """The lines of `text`, numbered from 1; a line with two bold headings run together gives one Line for each."""
    return list(_lines(text.translate(_UNSEEN)))


def clean(text: str) -> str:
    """`text` without tags, emphasis, escapes, marks of footnotes and runs of blanks.

    A raised number after another is part of an amount, as in 1 1/2 or 10^2, and no mark.
    """
    text = _NOTE_MARK.sub("", _POWER.sub(r"^\1", _NUMERATOR.sub(r" \1", text)))
    text = _TAG.sub("", _BREAK.sub(" ", text))
    text = _ESCAPE.sub(r"\1", _EMPHASIS.sub(r"\2", text))
    return " ".join(text.split())


def unbroken(before: str, after: str) -> tuple[str, str]:
    """Two lines of a paragraph without the emphasis that begins in the one and ends in the other."""
    opened = _BROKEN.search(before)
    closed = _BROKEN_OFF.match(after)
    if not opened or not closed or opened[1] != closed[2]:
        return before, after
    return before[: opened.start()] + opened[2], closed[1] + after[closed.end() :]


def flat(text: str) -> str:
    """`text` to match patterns by: quotation marks, dashes and blanks as a typewriter has them."""
    return straight(text).translate(_DASHES)


def _lines(text: str) -> Iterator[Line]:
    said = text.split("\n")
    rows = _open_rows(said)
    for number, raw in enumerate(said, start=1):
        if raw.isspace() or not raw:
            yield Line(number, "", "")
            continue
        raw = _NUMBER_TAB.sub(r"\1 ", raw.rstrip("\r"))
        if "\t" in raw or raw.lstrip().startswith("|") or number in rows:
            yield _row(number, raw)
        else:
            *shared, last = (_line(number, piece) for piece in _run_together(raw))
            yield from (replace(piece, number=0) for piece in shared)
            yield last


def _open_rows(said: Sequence[str]) -> set[int]:
    """The numbers of the lines of tables whose rows have bars between their cells alone, and a rule below the first."""
    rows: set[int] = set()
    for place, raw in enumerate(said):
        if place and "|" in said[place - 1] and _OPEN_RULE.fullmatch(raw):
            rows.update((place, place + 1))
        elif place in rows and "|" in raw and place + 1 not in rows:
            rows.add(place + 1)
    return rows


def _run_together(raw: str) -> list[str]:
    stripped = raw.strip()
    if stripped.startswith("**") and "****" in stripped.strip("*"):
        return [f"**{piece}**" for piece in stripped.strip("*").split("****") if piece.strip("* ")]
    return [raw]


def _line(number: int, raw: str) -> Line:
    if _PAGE_RULE.fullmatch(raw):
        return Line(number, "", "")
    footnote = _NOTE_MARK.match(raw.lstrip())
    heading = _HEADING.match(raw)
    if heading:
        raw = raw[heading.end() :]
    bullet = None if heading else _BULLET.match(raw)
    marked = _emphasised(" ".join(straight(raw[bullet.end() :] if bullet else raw).split()))
    wholly_bold = _WHOLLY_BOLD.fullmatch(marked) is not None
    return Line(
        number=number,
        text=clean(raw[bullet.end() :] if bullet else raw),
        marked=marked,
        bullet=bullet is not None,
        heading=(heading is not None or wholly_bold) and bullet is None,
        footnote=footnote[1] if footnote else "",
    )


def _emphasised(text: str) -> str:
    """`text` with its emphasis as stars, whichever way it is marked."""
    text = _BOLD_TAG.sub("**", _ITALIC_TAG.sub("*", text))
    return _UNDERLINES.sub(r"**\1**", text)


def _row(number: int, raw: str) -> Line:
    if _BAR_RULE.fullmatch(raw):
        return Line(number, "", "", ruled="-" in raw)
    pieces = _pieces(raw.strip()) if "\t" not in raw else raw.split("\t")
    cells = [clean(piece) for piece in pieces]
    filled = tuple(cell for cell in cells if cell)
    layout = "".join("x" if cell else "-" for cell in cells).rstrip("-")
    strong = all(_STRONG.fullmatch(piece.strip()) for piece in pieces if piece.strip())
    return Line(number, "", "", cells=filled, layout=layout if "-" in layout else "", strong=strong)


def _pieces(row: str) -> list[str]:
    """The cells of a row between bars."""
    return row.removeprefix("|").removesuffix("|").split("|")
