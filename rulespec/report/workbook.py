"""Sheets of a workbook: a heading row that stays and prints on each page, filters, wrapped text, no merged cells."""

import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulespec.report.office import moment, plain, settled

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

MOST = 32_000  # characters of a cell; a workbook holds 32,767
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # what a workbook would read as a character's number
_FORMULA = ("=", "+", "-", "@", "\t")
_A4 = 9


@dataclass(frozen=True, slots=True)
class Value:
    """A cell: its text (or number), and how it looks. `fill` is a colour as six digits, "" for none."""

    text: str | int
    bold: bool = False
    fill: str = ""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: `above` are lines before the table, `frozen` how many columns stay, `widths` are in characters."""

    title: str
    columns: tuple[str, ...]
    widths: tuple[float, ...]
    rows: tuple[tuple[Value, ...], ...]
    frozen: int = 1
    above: tuple[str, ...] = field(default=())


def workbook(sheets: Sequence[Sheet], title: str, date: str) -> bytes:
    """The workbook as a file; the same bytes for the same content."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.title = plain(title)
    book.properties.creator = "rulespec"
    book.properties.created = moment(date)
    for sheet in sheets:
        _write(book.create_sheet(_name(sheet.title)), sheet, title)
    made = io.BytesIO()
    book.save(made)
    return settled(made.getvalue(), date)


def _name(title: str) -> str:
    """A name that a sheet may have: at most 31 characters, none that a reference is made of."""
    return re.sub(r"[\[\]:*?/\\']", " ", plain(title))[:31].strip() or "Sheet"


def _write(page: "Worksheet", sheet: Sheet, title: str) -> None:
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
    from openpyxl.utils import get_column_letter

    line, head = Side(style="thin", color="BFBAAE"), len(sheet.above) + 1
    for number, text in enumerate(sheet.above, 1):
        cell = _put(page, number, 1, text)
        cell.font = Font(bold=number == 1, size=14 if number == 1 else 10)
        cell.alignment = Alignment(wrap_text=False, vertical="center")
    for column, name in enumerate(sheet.columns, 1):
        cell = _put(page, head, column, name)
        cell.font = Font(bold=True)
        cell.fill = PatternFill("solid", fgColor="EFECE4")
        cell.alignment = Alignment(wrap_text=True, vertical="bottom")
        cell.border = Border(bottom=Side(style="medium", color="1C2127"))
    page.row_dimensions[head].height = 30
    for number, row in enumerate(sheet.rows, head + 1):
        for column, value in enumerate(row, 1):
            cell = _put(page, number, column, value.text)
            cell.font = Font(bold=value.bold, color=value.ink or None)
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.border = Border(bottom=line, right=line)
            if value.fill:
                cell.fill = PatternFill("solid", fgColor=value.fill)
        page.row_dimensions[number].height = _height(row, sheet.widths)
    for column, width in enumerate(sheet.widths, 1):
        page.column_dimensions[get_column_letter(column)].width = width
    _layout(page, sheet, head, title, get_column_letter(len(sheet.columns)))


def _layout(page: "Worksheet", sheet: Sheet, head: int, title: str, last: str) -> None:
    """How the sheet opens and prints."""
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.properties import PageSetupProperties

    page.freeze_panes = f"{get_column_letter(sheet.frozen + 1)}{head + 1}"
    page.auto_filter.ref = f"A{head}:{last}{head + max(1, len(sheet.rows))}"
    page.print_title_rows = f"{head}:{head}"
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = _A4
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    page.page_margins.left = page.page_margins.right = 0.4
    page.page_margins.top, page.page_margins.bottom, page.page_margins.footer = 0.5, 0.7, 0.35
    # In a footer `&` begins a code.
    footer: Any = page.oddFooter
    footer.left.text = plain(title).replace("\n", " ").replace("&", "&&")[:120]
    footer.right.text = "&P / &N"


def _put(page: "Worksheet", row: int, column: int, value: str | int) -> "Cell":
    """A value in its cell: text stays text, also where it begins as a formula does."""
    cell: Any = page.cell(row=row, column=column)
    if isinstance(value, int):
        cell.value = value
        return cell  # type: ignore[no-any-return]
    text = bounded(value)
    if text:
        cell.value = text
        cell.data_type = "s"
        cell.quotePrefix = text.startswith(_FORMULA)
    return cell  # type: ignore[no-any-return]


def bounded(text: str) -> str:
    """Text that a cell can hold; how much was cut off is said."""
    said = _ESCAPE.sub("_x005F_", plain(text))
    more = len(said) - MOST
    return said if more <= 0 else f"{said[:MOST]} … ({more:,} characters more)"


def _height(row: Iterable[Value], widths: Sequence[float]) -> float:
    """Points that a row needs: not every program finds that out by itself."""
    lines = 1
    for value, width in zip(row, widths, strict=False):
        each = [max(1, -(-len(part) // max(1, int(width * 1.05)))) for part in str(value.text).split("\n")]
        lines = max(lines, sum(each))
    return min(409.0, 13.5 * lines + 3)
