"""The amendment report as a workbook: the schedule, the summary by area, what rests on it, and all else beside them."""

from collections.abc import Iterable

from rulespec.report import amendment_tables as tables
from rulespec.report.amendment import Report, lede
from rulespec.report.amendment_tables import Grid
from rulespec.report.change_worth import COLUMNS
from rulespec.report.workbook import Sheet, Value, workbook

_WIDE = 170  # characters across a sheet


def xlsx(report: Report) -> bytes:
    """The workbook as a file."""
    rests = _sheet("What rests on it", tables.rests(report))
    sheets = [_schedule(report), _summary(report), rests, *_further(report)]
    return workbook(sheets, f"{report.title}: amendment report", report.date)


def _schedule(report: Report) -> Sheet:
    grid = tables.schedule(report.items, report.has_values)
    several = len(report.parts) > 1
    columns = ("Item", *(("Document",) if several else ()), "About", *grid.columns[1:])
    rows = []
    cells = iter(grid.rows)
    for part in report.parts:
        for item in part.items:
            title, *others = next(cells)
            about = title[0].removeprefix(f"{item.number}. ")
            texts = ["\n".join((about, *title[1:])), *("\n".join(cell) for cell in others)]
            named = [part.heading.short] if several else []
            rows.append((Value(item.number), *(Value(text) for text in (*named, *texts))))
    widths = [each * _WIDE / 100 for each in grid.widths]
    all_widths = (6, *((18,) if several else ()), 24, *widths[1:])
    made = (f"Before: {report.sides[0].told}", f"After: {report.sides[1].told}", report.made)
    above = (report.title, lede(report), " · ".join(made))
    return Sheet("Schedule", columns, all_widths, tuple(rows), 3 if several else 2, above)


def _summary(report: Report) -> Sheet:
    grid = tables.by_area(report)
    rows = tuple((Value(row[0][0]), *(Value(int(cell[0])) for cell in row[1:])) for row in grid.rows)
    return Sheet("Summary by area", grid.columns, (24, *(12,) * (len(grid.columns) - 1)), rows)


def _edges(report: Report) -> Iterable[Sheet]:
    """Net and house edge by wager, before and after, where that was asked for."""
    priced = [(part, part.worth) for part in report.parts if part.worth is not None]
    if not priced:
        return
    rows = [
        tuple(Value(text) for text in (part.heading.short, *("\n".join(cell) for cell in row)))
        for part, worth in priced
        for row in tables.edges(worth).rows
    ]
    several = len(priced) > 1
    said = [
        f"{part.heading.short}: {one}" if several else one for part, worth in priced for one in tables.edges_told(worth)
    ]
    columns = ("Document", *COLUMNS)
    yield Sheet("House edge", columns, (28, 24, *(22,) * 5), tuple(rows), above=tuple(said))


def _further(report: Report) -> Iterable[Sheet]:
    """Sheets beyond the three: what else the report says."""
    yield from _edges(report)
    rounds = tuple((Value(item.number), Value(item.title), Value(item.json)) for item in report.items if item.json)
    if rounds:
        yield Sheet("Rounds", ("Item", "About", "The round, for rulespec settle"), (6, 40, 120), rounds)
    yield _sheet("Documents", tables.documents(report))
    yield _sheet("Amendments", tables.amendments(report))
    wording = [(part, row) for part in report.parts for row in tables.editorial(part).rows]
    named = [(part, row) for part in report.parts for row in tables.unnamed(part).rows]
    for title, first, found in (("Wording only", "What", wording), ("Clauses no row names", "Clause before", named)):
        if found:
            columns = (
                "Document",
                first,
                *(("Before", "After") if first == "What" else ("Clause after", "What happened")),
            )
            rows = tuple((Value(part.heading.short), *(Value("\n".join(cell)) for cell in row)) for part, row in found)
            yield Sheet(title, columns, (28, 40, 50, 50), rows)
    sentences = [(name, told) for name, told in tables.reading(report)]
    sentences += [("Texts", text) for text in dict.fromkeys(map(tables.sources_told, report.parts))]
    sentences += [("Declarations", text) for text in report.wrong]
    sentences += [("Left out", tables.untouched(report))] if report.untouched else []
    rows = tuple((Value(name), Value(told)) for name, told in (*sentences, *tables.stamp(report)))
    yield Sheet("How to read", ("Word", "What it means"), (28, 110), rows)
    signed = tuple(
        (Value(name), *(Value(" / ".join(tables.DECISIONS) if name == "Decision" else "") for _ in tables.READERS))
        for name in tables.SIGNED
    )
    yield Sheet("Decision", ("", *tables.READERS), (18, 50, 50), signed)


def _sheet(title: str, grid: Grid) -> Sheet:
    rows = tuple(tuple(Value("\n".join(cell)) for cell in row) for row in grid.rows)
    return Sheet(title, grid.columns, tuple(each * 1.4 for each in grid.widths), rows)
