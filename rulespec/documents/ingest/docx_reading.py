"""The body of a DOCX in lines: its paragraphs with their automatic numbers, its tables and footnotes."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml
from lxml.etree import XMLSyntaxError

from rulespec.documents.ingest import Ingested
from rulespec.documents.ingest.docx_numbering import Numbering
from rulespec.documents.ingest.docx_styles import Styles, number
from rulespec.documents.ingest.docx_text import Reader
from rulespec.documents.ingest.markup import BOLD, PLAIN, Words, contents_row, escaped, marked, note_mark, plain, row

_WIDEST_SPAN = 63  # columns; the most that a word processor writes
_NUMBER_TAB = re.compile(r"((?:#+ |\*+)?(?:\d{1,3}(?:\.\d{1,3})*\.?|\(\w{1,6}\.?\)|[a-z]{1,4}\.?\)|-)\**) *\t+ *")
_PAGE_AT_END = re.compile(r"\t[\divxlc]{1,6}$")
_PARTS = {"header": "/header", "footer": "/footer", "footnote": "/footnotes", "endnote": "/endnotes"}


def read_part(part: Any) -> Ingested:
    """What the main part of a DOCX says."""
    return _Document(part).read()


class _Document:
    """One document while it is being read."""

    def __init__(self, part: Any) -> None:
        self._part = part
        self._styles = Styles(_root(part, "/styles"))
        self._numbering = Numbering(_root(part, "/numbering"), self._styles)
        self._reader = Reader(self._styles)
        self._note_texts = {kind: self._notes_of(kind) for kind in ("footnote", "endnote")}
        self._carried: list[Words] = []  # of paragraphs whose end was deleted, so that they run into the next
        self._lines: list[str] = []

    def read(self) -> Ingested:
        body = getattr(self._part.element, "body", None)
        self._blocks(body if body is not None else ())
        self._put(self._carried_lines())
        self._footnotes()
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return Ingested(tuple(self._lines), notes=tuple(self._notes()), furniture=tuple(self._furniture()))

    # -- blocks

    def _blocks(self, parent: Any) -> None:
        for kind, block in _blocks(parent):
            if kind == "table":
                self._put(self._carried_lines())
                self._table(block)
            else:
                self._put(self._paragraph(block))
            self._footnotes()

    def _put(self, lines: Sequence[str]) -> None:
        lines = [line for line in lines if line]
        if lines:
            self._lines += [*lines, ""]

    def _paragraph(self, paragraph: Any) -> list[str]:
        """The lines of one paragraph; none if it is empty, or runs into the next since its end was deleted."""
        properties = paragraph.pPr
        self._carried += self._reader.words(paragraph, self._styles.paragraph_style(properties))
        if self._end_deleted(properties):
            return []
        words, self._carried = self._carried, []
        if not any(piece.text.strip() for piece in words):
            # An empty paragraph counts in its list all the same, as a word processor prints its number.
            self._numbering.label(properties)
            return []
        return self._lines_of(words, properties)

    def _carried_lines(self) -> list[str]:
        """The lines of a paragraph whose end was deleted, where none follows that it could run into."""
        words, self._carried = self._carried, []
        return self._lines_of(words, None) if any(piece.text.strip() for piece in words) else []

    def _end_deleted(self, properties: Any) -> bool:
        mark = None if properties is None else properties.find(qn("w:rPr"))
        if mark is None:
            return False
        gone = any(mark.find(qn(name)) is not None for name in ("w:del", "w:moveFrom"))
        self._reader.deleted += gone
        self._reader.inserted += any(mark.find(qn(name)) is not None for name in ("w:ins", "w:moveTo"))
        return gone

    def _lines_of(self, words: list[Words], properties: Any) -> list[str]:
        heading = self._styles.heading_level(properties)
        lines = _broken(words) if not heading else [_unbroken(words)]
        label = self._numbering.label(properties)
        if label is not None:
            bold = all(piece.style & BOLD for piece in words if piece.text.strip() and not piece.raw)
            lines[0] = [Words(label.text + ("" if label.joined else " "), BOLD if bold else PLAIN), *lines[0]]
        contents = self._styles.is_contents(properties)
        return [_finished(marked(line, heading=heading), contents=contents) for line in lines]

    def _footnotes(self) -> None:
        called, self._reader.called = self._reader.called, []
        for kind, name, count in called:
            self._put([f"{note_mark(count)} {self._note_texts[kind].get(name, '')}"])

    # -- tables

    def _table(self, table: Any) -> None:
        rows = [list(_cells(entry)) for entry in _rows(table)]
        if len(rows) == 1 and len(rows[0]) == 1 and rows[0][0] is not None:
            self._blocks(rows[0][0])  # a frame around text, not a table
            return
        self._put([row([self._cell(cell) for cell in cells]) for cells in rows])

    def _cell(self, cell: Any) -> str:
        """The words of a cell on one line; nothing for a column that another cell reaches over."""
        if cell is None:
            return ""
        pieces = []
        for kind, block in _blocks(cell):
            if kind == "table":
                pieces += [self._cell(inner) for entry in _rows(block) for inner in _cells(entry)]
                continue
            label = self._numbering.label(block.pPr)
            words = self._reader.words(block, self._styles.paragraph_style(block.pPr))
            text = "".join(piece.text if piece.raw else escaped(plain(piece.text)) for piece in words)
            pieces.append(f"{label.text} {text}" if label and text.strip() else text)
        return " ".join(piece.replace("\n", " ").replace("\t", " ") for piece in pieces if piece.strip())

    # -- what is not the body

    def _notes_of(self, kind: str) -> dict[str, str]:
        """The words of the footnotes or endnotes, by their id."""
        root = _root(self._part, _PARTS[kind])
        found = {}
        for entry in () if root is None else root:
            text = " ".join("".join(part.text or "" for part in line.iter(qn("w:t"))) for line in entry.iter(qn("w:p")))
            found[entry.get(qn("w:id"), "")] = " ".join(escaped(plain(text)).split())
        return found

    def _furniture(self) -> Iterator[tuple[int, str]]:
        for kind in ("header", "footer"):
            seen: dict[str, None] = {}
            for root in _roots(self._part, _PARTS[kind]):
                for line in root.iter(qn("w:p")):
                    seen[" ".join(plain("".join(part.text or "" for part in line.iter(qn("w:t")))).split())] = None
            yield from ((0, text) for text in seen if text)
        yield from ((0, text) for text in self._reader.boxes)

    def _notes(self) -> Iterator[str]:
        reader = self._reader
        if reader.inserted or reader.deleted:
            yield (
                f"tracked changes were read as accepted: {reader.inserted} insertions kept, "
                f"{reader.deleted} deletions left out"
            )
        if reader.references:
            yield f"{reader.references} cross-references were read as last saved and may be out of date"
        if reader.hidden:
            yield f"{reader.hidden} stretches of hidden text were left out"
        if reader.boxes:
            yield f"{len(reader.boxes)} lines in text boxes were left out of the text"
        if reader.unclear:
            yield f"{reader.unclear} signs of special fonts could not be read and stand as `\ufffd`"
        if reader.broken_fields:
            yield f"{reader.broken_fields} fields have no end; their paragraphs may lack words"
        if self._numbering.strange:
            yield f"numbers of the forms {', '.join(sorted(self._numbering.strange))} were read as digits"


def _root(part: Any, ending: str) -> Any:
    """The XML of the part that `part` refers to by a relation of that kind; None if there is none."""
    return next(_roots(part, ending), None)


def _roots(part: Any, ending: str) -> Iterator[Any]:
    for relation in part.rels.values():
        if relation.is_external or not relation.reltype.endswith(ending):
            continue
        target = relation.target_part
        try:
            yield target.element if hasattr(target, "element") else parse_xml(target.blob)
        except XMLSyntaxError:
            continue  # a damaged header takes no rule with it


def _blocks(parent: Any) -> Iterator[tuple[str, Any]]:
    """The paragraphs and tables in `parent`, also those inside content controls and the like."""
    through = {qn(name) for name in ("w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo")}
    for child in parent:
        if child.tag == qn("w:p"):
            yield "paragraph", child
        elif child.tag == qn("w:tbl"):
            yield "table", child
        elif child.tag in through:
            yield from _blocks(child)


def _rows(table: Any) -> Iterator[Any]:
    for child in table:
        if child.tag == qn("w:tr"):
            properties = child.find(qn("w:trPr"))
            if properties is None or properties.find(qn("w:del")) is None:
                yield child
        elif child.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:customXml")):
            yield from _rows(child)


def _cells(entry: Any) -> Iterator[Any]:
    """The cells of a row, one for each column of the table's grid; None where another cell reaches over."""
    yield from [None] * _span(number(entry, "w:trPr", "w:gridBefore"))
    for child in entry:
        if child.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:customXml")):
            yield from _cells(child)
        elif child.tag == qn("w:tc"):
            properties = child.find(qn("w:tcPr"))
            merged = None if properties is None else properties.find(qn("w:vMerge"))
            gone = properties is not None and properties.find(qn("w:cellDel")) is not None
            below = merged is not None and merged.get(qn("w:val"), "continue") == "continue"
            yield None if below or gone else child
            yield from [None] * (_span(number(properties, "w:gridSpan")) - 1)


def _span(columns: int | None) -> int:
    return min(max(columns or 0, 0), _WIDEST_SPAN)


def _broken(words: Sequence[Words]) -> list[list[Words]]:
    """`words` cut where a line break stands."""
    lines: list[list[Words]] = [[]]
    for piece in words:
        first, *others = piece.text.split("\n")
        lines[-1].append(Words(first, piece.style, piece.raw))
        lines += [[Words(text, piece.style, piece.raw)] for text in others]
    return [line for line in lines if any(piece.text.strip() for piece in line)]


def _unbroken(words: Sequence[Words]) -> list[Words]:
    return [Words(piece.text.replace("\n", " "), piece.style, piece.raw) for piece in words]


def _finished(line: str, *, contents: bool) -> str:
    """`line` with its tabs as the reader takes them: a blank behind a number, otherwise a step to the next column."""
    line = _NUMBER_TAB.sub(r"\1 ", contents_row(line.strip()), count=1)
    if contents and "\t" not in line:
        return f"| {line} |"
    if line.startswith("#") and not _PAGE_AT_END.search(line):
        return line.replace("\t", " ")
    return line
