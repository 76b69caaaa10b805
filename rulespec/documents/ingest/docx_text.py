"""The words of a paragraph of a DOCX, with their emphasis: tracked changes accepted, fields by their result."""

from collections.abc import Iterator
from typing import Any

from docx.oxml.ns import qn

from rulespec.documents.ingest.docx_styles import Styles
from rulespec.documents.ingest.markup import PLAIN, Words, note_mark, plain

_DESCEND = frozenset(
    qn(name)
    for name in (
        *("w:ins", "w:moveTo", "w:hyperlink", "w:smartTag", "w:customXml", "w:sdt", "w:sdtContent", "w:dir", "w:bdo"),
        *("w:fldSimple", "w:ruby", "w:rubyBase"),
    )
)
_MATHS = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_ALTERNATIVES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_DROPPED = frozenset((qn("w:del"), qn("w:moveFrom")))
_KEPT = frozenset((qn("w:ins"), qn("w:moveTo")))
_CHARACTERS = {
    qn("w:tab"): "\t",
    qn("w:ptab"): "\t",
    qn("w:br"): "\n",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
}
_DRAWN = frozenset((qn("w:drawing"), qn("w:pict"), qn("w:object"), _ALTERNATIVES))
_NOTES = {qn("w:footnoteReference"): "footnote", qn("w:endnoteReference"): "endnote"}
_SYMBOLS = {0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠", 0xB7: "•", 0xA3: "≤", 0xB3: "≥", 0xB4: "×", 0xB1: "±"}
_REFERENCES = ("REF ", "PAGEREF ", "NOTEREF ")


class Reader:
    """Reads words in the order of the document; what it notices on the way is counted for the notes of the source."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._fields: list[bool] = []  # the open fields, outermost first: whether its result has begun
        self.called: list[tuple[str, str, int]] = []  # notes called since last asked: kind, id, number
        self._numbers = {"footnote": 0, "endnote": 0}
        self.boxes: list[str] = []
        self.inserted = self.deleted = self.references = self.hidden = self.unclear = 0
        self.broken_fields = 0

    def words(self, paragraph: Any, style: str | None) -> list[Words]:
        """The words of one paragraph (`w:p`) in the paragraph style `style`; tabs and line breaks as characters."""
        found = list(self._inline(paragraph, style))
        if not all(self._fields):
            # The instruction of a field that never comes to its result would swallow the rest of the document.
            self.broken_fields += 1
            self._fields = [begun for begun in self._fields if begun]
        return found

    def _inline(self, element: Any, style: str | None) -> Iterator[Words]:
        for child in element:
            tag = child.tag
            if tag == qn("w:r"):
                yield from self._run(child, style)
            elif tag in _DROPPED:
                self.deleted += 1
            elif tag in _DESCEND:
                self.inserted += tag in _KEPT
                self.references += tag == qn("w:fldSimple") and _refers(child.get(qn("w:instr"), ""))
                yield from self._inline(child, style)
            elif isinstance(tag, str) and tag.startswith(_MATHS):
                yield Words("".join(part.text or "" for part in child.iter(f"{_MATHS}t")))
            elif tag == _ALTERNATIVES:
                self._drawn(child)

    def _run(self, run: Any, style: str | None) -> Iterator[Words]:
        properties = run.find(qn("w:rPr"))
        hidden = self._styles.hidden(properties, style)
        emphasis = self._styles.emphasis(properties, style)
        for child in run:
            if child.tag == qn("w:fldChar"):
                self._field(child.get(qn("w:fldCharType")))
            elif child.tag == qn("w:instrText"):
                self.references += _refers(child.text or "")
            elif child.tag in _DRAWN:
                self._drawn(child)
            elif hidden:
                self.hidden += bool(child.tag == qn("w:t") and child.text)
            elif all(self._fields):
                yield from self._piece(child, emphasis)

    def _piece(self, child: Any, emphasis: int) -> Iterator[Words]:
        if child.tag == qn("w:t"):
            # A newline in the XML is a blank: only `w:br` breaks a line.
            yield Words((child.text or "").replace("\n", " ").replace("\t", " "), emphasis)
        elif child.tag in _CHARACTERS:
            yield Words(_CHARACTERS[child.tag], emphasis)
        elif child.tag == qn("w:sym"):
            yield Words(self._symbol(child), emphasis)
        elif child.tag in _NOTES:
            kind = _NOTES[child.tag]
            self._numbers[kind] += 1
            self.called.append((kind, child.get(qn("w:id"), ""), self._numbers[kind]))
            yield Words(note_mark(self._numbers[kind]), PLAIN, raw=True)

    def _symbol(self, element: Any) -> str:
        try:
            code = int(element.get(qn("w:char"), ""), 16)
        except ValueError:
            code = 0
        if element.get(qn("w:font")) == "Symbol" and (code & 0xFF) in _SYMBOLS:
            return _SYMBOLS[code & 0xFF]
        if 0x20 < code < 0xD800:
            return chr(code)
        self.unclear += 1
        return "\ufffd"

    def _field(self, kind: str | None) -> None:
        if kind == "begin":
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _drawn(self, element: Any) -> None:
        """Text boxes stand beside the text: a label in a drawing of the table is no rule."""
        box = next(element.iter(qn("w:txbxContent")), None)  # alternatives say the same thing twice
        if box is None:
            return
        lines = ("".join(text.text or "" for text in line.iter(qn("w:t"))) for line in box.iter(qn("w:p")))
        self.boxes += [line for line in (" ".join(plain(line).split()) for line in lines) if line]


def _refers(instruction: str) -> bool:
    return instruction.lstrip().upper().startswith(_REFERENCES)
