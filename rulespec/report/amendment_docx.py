"""The amendment report as a Word document: A4 laid across, headings as headings, tables whose first row repeats."""

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rulespec.report import amendment_tables as tables
from rulespec.report.amendment import Item, Part, Report, lede
from rulespec.report.amendment_tables import Cell, Grid
from rulespec.report.office import moment, plain, settled

if TYPE_CHECKING:
    from docx.document import Document

_WIDTH, _HEIGHT, _MARGIN = 29.7, 21.0, 1.5  # of the page, in centimetres
_SMALL, _BODY = 7.5, 9.5  # points
_STRONG = (0, 2, 4, 6)  # columns of the schedule that begin in bold: what it is about, both answers, the effect


def docx(report: Report) -> bytes:
    """The document as a file; the same bytes for the same content."""
    from docx import api

    document = api.Document()
    _page(document, report)
    document.add_heading(plain(report.title), 0)
    document.add_paragraph("Amendment report: current and proposed rules compared", style="Subtitle")
    document.add_paragraph(plain(lede(report)))
    for name, value in tables.stamp(report)[:4]:
        _labelled(document, name, value)
    _titled(document, "Documents", tables.documents(report))
    if report.untouched:
        document.add_paragraph(plain(tables.untouched(report)))
    if report.items:
        _titled(document, "Summary by area", tables.by_area(report))
    _declared(document, report)
    document.add_heading("Comparison schedule", 1)
    for part in report.parts:
        _schedule(document, part, report)
    _edges(document, report)
    rests = tables.rests(report)
    if rests.rows:
        _titled(document, "What else rests on these changes", rests)
    _lists(document, report)
    _decision(document)
    document.add_heading("How to read this report", 1)
    for name, told in (*tables.reading(report), ("What this covers", report.scope)):
        _labelled(document, name, told)
    made = io.BytesIO()
    document.save(made)
    return settled(made.getvalue(), report.date)


def _page(document: "Document", report: Report) -> None:
    """The page across, the fonts, the properties, and in the footer what the page is of and its number."""
    from docx.enum.section import WD_ORIENT
    from docx.shared import Cm, Pt, RGBColor

    section = document.sections[0]
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = Cm(_WIDTH), Cm(_HEIGHT)
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = Cm(_MARGIN)
    styles: Any = document.styles
    for name, size in (("Normal", _BODY), ("Title", 22), ("Subtitle", 11), ("Heading 1", 14), ("Heading 2", 11.5)):
        styles[name].font.size = Pt(size)
        styles[name].font.color.rgb = RGBColor(0x1C, 0x21, 0x27)
        styles[name].element.get_or_add_rPr().get_or_add_rFonts().attrib.clear()  # else the theme's fonts prevail
        styles[name].font.name = "Arial" if name != "Normal" else "Cambria"
    styles["Normal"].paragraph_format.space_after = Pt(3)
    properties = document.core_properties
    properties.title = plain(f"{report.title}: amendment report")[:255]
    properties.author, properties.comments, properties.last_modified_by = "rulespec", "", "rulespec"
    properties.created = properties.modified = moment(report.date)
    footer = section.footer.paragraphs[0]
    footer.add_run(plain(f"{report.title} · amendment report of {report.made} · page "))
    _field(footer, "PAGE")
    footer.add_run(" of ")
    _field(footer, "NUMPAGES")
    for run in footer.runs:
        run.font.size = Pt(_SMALL)


def _field(paragraph: Any, code: str) -> None:
    """A number that Word works out."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt
    from docx.text.run import Run

    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), code)
    field.append(OxmlElement("w:r"))
    paragraph._p.append(field)
    run = Run(field[0], paragraph)
    run.text = "1"
    run.font.size = Pt(_SMALL)


def _labelled(document: "Document", name: str, text: str) -> None:
    paragraph = document.add_paragraph()
    paragraph.add_run(plain(f"{name}: ")).bold = True
    paragraph.add_run(plain(text))


def _titled(document: "Document", title: str, grid: Grid) -> None:
    document.add_heading(title, 1)
    _table(document, grid)


def _declared(document: "Document", report: Report) -> None:
    document.add_heading("Declared amendments", 1)
    if report.amendments:
        _table(document, tables.amendments(report))
    else:
        document.add_paragraph("No amendment is declared.")
    for sentence in report.wrong:
        document.add_paragraph(plain(sentence), style="List Bullet")
    _items(document, "Changes that no amendment declares", ((one, one.level_word) for one in report.undeclared))
    _items(document, "Not decided", ((one, one.unknown) for one in report.undecided))


def _items(document: "Document", title: str, items: Iterable[tuple[Item, str]]) -> None:
    found = list(items)
    if found:
        document.add_heading(title, 1)
    for item, told in found:
        text = f"Item {item.number}, {item.title}: {told}" if told else f"Item {item.number}, {item.title}"
        document.add_paragraph(plain(text), style="List Bullet")


def _schedule(document: "Document", part: Part, report: Report) -> None:
    if len(report.parts) > 1:
        document.add_heading(plain(part.heading.short), 2)
    if part.items:
        document.add_paragraph(plain(tables.sources_told(part)))
        _table(document, tables.schedule(part.items, report.has_values), _SMALL, strong=_STRONG)
    else:
        document.add_paragraph("No rule is otherwise than before.")
    document.add_paragraph(plain(tables.clause_sentence(part)))


def _edges(document: "Document", report: Report) -> None:
    priced = [(part, part.worth) for part in report.parts if part.worth is not None]
    if priced:
        document.add_heading(tables.EDGES, 1)
    for part, worth in priced:
        if len(report.parts) > 1:
            document.add_heading(plain(part.heading.short), 2)
        grid = tables.edges(worth)
        if grid.rows:
            _table(document, grid)
        for sentence in tables.edges_told(worth):
            document.add_paragraph(plain(sentence))


def _lists(document: "Document", report: Report) -> None:
    lists = (("Wording only", tables.editorial), ("Clauses otherwise than before that no row names", tables.unnamed))
    for title, make in lists:
        shown = [(part, grid) for part in report.parts if (grid := make(part)).rows]
        if shown:
            document.add_heading(title, 1)
        for part, grid in shown:
            if len(report.parts) > 1:
                document.add_heading(plain(part.heading.short), 2)
            _table(document, grid)


def _decision(document: "Document") -> None:
    """Two readers sign; the block stays on one page."""
    document.add_heading("Decision", 1)
    decision = tuple(f"☐ {word}" for word in tables.DECISIONS)
    rows = tuple(
        ((name,), *((decision if name == "Decision" else ("",)) for _ in tables.READERS)) for name in tables.SIGNED
    )
    _table(document, Grid(("", *tables.READERS), (14, 43, 43), rows), _BODY, 0.9)


def _table(
    document: "Document", grid: Grid, size: float = 8.5, height: float = 0, strong: Sequence[int] = (0,)
) -> None:
    """A table whose first row repeats on each page, and whose rows are not cut where they fit."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Cm

    table: Any = document.add_table(rows=0, cols=len(grid.columns))
    table.style = "Table Grid"
    table.autofit = False
    wide = _WIDTH - 2 * _MARGIN
    widths = [Cm(wide * each / sum(grid.widths)) for each in grid.widths]
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    for number, row in enumerate((tuple((name,) for name in grid.columns), *grid.rows)):
        made = table.add_row()
        properties = made._tr.get_or_add_trPr()
        properties.append(OxmlElement("w:cantSplit"))
        if number == 0:
            mark = OxmlElement("w:tblHeader")
            mark.set(qn("w:val"), "true")
            properties.append(mark)
        elif height:
            made.height = Cm(height)
        for column, (cell, texts, width) in enumerate(zip(made.cells, row, widths, strict=True)):
            cell.width = width
            _fill(cell, texts, size, number == 0, column in strong, bool(height))
    _borders(table)
    document.add_paragraph()


def _borders(table: Any) -> None:
    """Thin grey lines, and room around the text."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    borders, margins = OxmlElement("w:tblBorders"), OxmlElement("w:tblCellMar")
    for side in ("top", "left", "bottom", "right", "insideH", "insideV"):
        line = OxmlElement(f"w:{side}")
        for name, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "8D8A82")):
            line.set(qn(f"w:{name}"), value)
        borders.append(line)
    for side in ("top", "left", "bottom", "right"):
        room = OxmlElement(f"w:{side}")
        room.set(qn("w:w"), "70" if side in ("left", "right") else "40")
        room.set(qn("w:type"), "dxa")
        margins.append(room)
    # The schema wants them in this order, after the layout and before the look.
    look = table._tbl.tblPr.find(qn("w:tblLook"))
    for one in (borders, margins):
        table._tbl.tblPr.append(one) if look is None else look.addprevious(one)
    layout = table._tbl.tblPr.find(qn("w:tblLayout"))
    if layout is not None:
        borders.addnext(layout)


def _fill(cell: Any, texts: Cell | Sequence[str], size: float, head: bool, strong: bool, together: bool) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt

    for number, text in enumerate(texts or ("",)):
        paragraph = cell.paragraphs[0] if number == 0 else cell.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(1.5)
        paragraph.paragraph_format.keep_with_next = head or together
        run = paragraph.add_run(plain(text))
        run.font.size = Pt(size)
        run.bold = head or (strong and number == 0)
    if head:
        shade = OxmlElement("w:shd")
        for name, value in (("val", "clear"), ("color", "auto"), ("fill", "EFECE4")):
            shade.set(qn(f"w:{name}"), value)
        cell._tc.get_or_add_tcPr().append(shade)
