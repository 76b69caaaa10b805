"""PDF into lines: the text layer of its pages, without their headers and footers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulespec.documents.ingest import Ingested, not_installed
from rulespec.documents.ingest.markup import BOLD, note_mark
from rulespec.errors import LoadError

if TYPE_CHECKING:
    from rulespec.documents.ingest.pdf_lines import Line
    from rulespec.documents.ingest.pdf_tables import Row

MOST_PAGES = 5_000  # the longest rules document known has 900
MOST_CHARACTERS = 20_000_000  # as many as plain text may have
_END_BYTES = 4096  # of the file, in which its end mark stands; some programs write a little behind it
_NEARLY_ALL = 0.7  # of the characters; where so many are bold, bold marks nothing
_FOOTNOTE_SIZE = 0.95  # a footnote is printed smaller than the body


@dataclass(slots=True)
class _Page:
    """A page without what is printed at an angle (`aside`): its lines and rows from the top."""

    width: float
    elements: "list[Line | Row]"
    aside: str


def read_pdf(path: Path) -> Ingested:
    """The text layer of the PDF at `path`.

    LoadError if it has none, is damaged, needs a password, or has more pages or characters than the limits.
    """
    try:
        import pypdfium2
    except ImportError:
        raise not_installed(path, "PDF") from None
    from rulespec.documents.ingest.pdf_streams import check_streams

    _check_end(path)
    check_streams(path)
    try:
        document = pypdfium2.PdfDocument(path)
    except (pypdfium2.PdfiumError, OSError) as error:
        raise _not_opened(path, error) from None
    try:
        return _ingested(path, document)
    except pypdfium2.PdfiumError:
        raise _damaged(path) from None
    finally:
        document.close()


def _check_end(path: Path) -> None:
    """LoadError if the file stops before its end: PDFium would read what is left of it and not say so."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - _END_BYTES))
            if b"%%EOF" in file.read(_END_BYTES):
                return
    except OSError:
        raise _damaged(path) from None
    raise LoadError(f"the document `{path}` is cut off (it has no end mark); copy or download it again")


def _not_opened(path: Path, error: Exception) -> LoadError:
    import pypdfium2.raw as pdfium

    code = getattr(error, "err_code", None)
    if code == pdfium.FPDF_ERR_PASSWORD:
        return LoadError(f"the document `{path}` needs a password; save it without one")
    if code == pdfium.FPDF_ERR_SECURITY:
        return LoadError(f"the document `{path}` is protected in a way that cannot be read; save it without protection")
    return _damaged(path)


def _damaged(path: Path) -> LoadError:
    return LoadError(f"the document `{path}` is damaged or not a PDF; open it in a viewer and save it again")


def _ingested(path: Path, document: Any) -> Ingested:
    from rulespec.documents.ingest.pdf_furniture import furniture
    from rulespec.documents.ingest.pdf_paragraphs import Writer, layout_of

    pages, bold, unclear = _pages(path, document)
    dropped = furniture([page.elements for page in pages])
    left_out = [(number, text) for number, page, out in _numbered(pages, dropped) for text in _left_out(page, out)]
    for page, out in zip(pages, dropped, strict=True):
        page.elements = [element for place, element in enumerate(page.elements) if place not in out]
    writer = Writer(layout_of([(page.width, page.elements) for page in pages]), emphasis=bold < _NEARLY_ALL)
    called: set[str] = set()
    for number, page in enumerate(pages, start=1):
        _write(writer, page, number, called)
    writer.end()
    notes = [f"{unclear} signs have no meaning in the PDF and stand as `\ufffd`"] if unclear else []
    return Ingested(tuple(writer.lines), tuple(writer.pages), tuple(notes), tuple(left_out))


def _pages(path: Path, document: Any) -> tuple[list[_Page], float, int]:
    """All pages, the part of the characters that is bold, and how many signs are unknown."""
    from rulespec.documents.ingest.pdf_page import MOST_PAGE_CHARACTERS, read_page

    count = len(document)
    if count > MOST_PAGES:
        raise LoadError(f"the document `{path}` has {count:,} pages, more than {MOST_PAGES:,}; split it")
    pages: list[_Page] = []
    characters = bold = unclear = 0
    for number in range(count):
        page = document[number]
        try:
            read = read_page(page)
        finally:
            page.close()
        if read is None:
            raise LoadError(
                f"page {number + 1} of the document `{path}` has more than {MOST_PAGE_CHARACTERS:,} characters "
                "or drawn things; supply its plain text instead"
            )
        characters += len(read.chars)
        bold += sum(1 for char in read.chars if char.style & BOLD)
        unclear += read.unclear
        if characters > MOST_CHARACTERS:
            raise LoadError(f"the document `{path}` has more than {MOST_CHARACTERS:,} characters; split it")
        pages.append(_Page(read.width, _elements(read), read.aside))
    if not characters:
        raise LoadError(f"the document `{path}` has no text layer (it is scanned); run OCR on it, or supply its text")
    return pages, bold / characters, unclear


def _elements(read: Any) -> "list[Line | Row]":
    from rulespec.documents.ingest.pdf_columns import columns_of
    from rulespec.documents.ingest.pdf_lines import lines_of
    from rulespec.documents.ingest.pdf_tables import gapped_rows, ruled_rows

    rows, left = ruled_rows(read.chars, read.rules)
    columns = None if rows else columns_of(left, read.width, read.height)
    if columns is not None:
        parts = ((columns.above, 0), (columns.left, 1), (columns.right, 2), (columns.below, 0))
        return [element for chars, column in parts for element in gapped_rows(lines_of(chars, column))]
    return sorted([*rows, *gapped_rows(lines_of(left))], key=lambda element: -element.y)


def _numbered(pages: Sequence[_Page], dropped: Sequence[set[int]]) -> Iterator[tuple[int, _Page, set[int]]]:
    for number, (page, out) in enumerate(zip(pages, dropped, strict=True), start=1):
        yield number, page, out


def _left_out(page: _Page, out: set[int]) -> Iterator[str]:
    yield from (page.elements[place].text for place in sorted(out))
    if page.aside:
        yield page.aside


def _write(writer: Any, page: _Page, number: int, called: set[str]) -> None:
    """Write what is on a page. `called` are the marks of footnotes that were met and have had no footnote yet."""
    from rulespec.documents.ingest.pdf_lines import Line

    called.update(mark for element in page.elements if isinstance(element, Line) for mark in _calls(element))
    body, notes = _footnotes(page.elements, called, writer.layout.size)
    for element in body:
        if isinstance(element, Line):
            writer.line(element, number, page.width)
        else:
            writer.row(element, number)
    for mark, lines in notes:
        writer.note(mark, lines, number)


def _footnotes(
    elements: "Sequence[Line | Row]", called: set[str], size: float
) -> "tuple[Sequence[Line | Row], list[tuple[str, list[Line]]]]":
    """The body of a page and the footnotes at its foot: smaller lines, the first of which begins with a mark that
    stands in the text."""
    from rulespec.documents.ingest.pdf_lines import Line

    first = len(elements)
    while first:
        line = elements[first - 1]
        if not isinstance(line, Line) or line.size >= _FOOTNOTE_SIZE * size:
            break
        first -= 1
    notes: list[tuple[str, list[Line]]] = []
    for place in range(first, len(elements)):
        line = elements[place]
        mark = _note_begun(line, called) if isinstance(line, Line) else ""
        if mark and isinstance(line, Line):
            called.discard(mark)
            notes.append((mark, [line]))
        elif notes and isinstance(line, Line):
            notes[-1][1].append(line)
        else:
            first = place + 1
    return elements[:first], notes


def _calls(line: "Line") -> Iterator[str]:
    """The marks of notes in a line, but not the one it begins with: that is the footnote itself."""
    words = [each for piece in line.pieces for each in piece.words]
    yield from (each.text for each in words[1:] if each.raw)


def _note_begun(line: "Line", called: set[str]) -> str:
    """The mark of the footnote that begins with `line`, raised there or not; nothing if none does."""
    words = line.pieces[0].words[0]
    if words.raw:
        return words.text if words.text in called else ""
    digits = re.match(r"\d{1,3}(?=\s|$)", line.text)
    mark = note_mark(int(digits[0])) if digits else ""
    return mark if mark in called else ""
