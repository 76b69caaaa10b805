"""The amendment report in Markdown, to stand in a repository: tables that render, no text that is taken for markup."""

import re
from collections.abc import Iterator

from rulespec.report import amendment_tables as tables
from rulespec.report.amendment import Part, Report, lede
from rulespec.report.amendment_tables import Cell, Grid
from rulespec.report.findings_markdown import escaped

MOST = 400_000  # characters; GitHub renders a file of up to 512 KB
_LENGTHS = (2_000, 600, 150)  # of one paragraph in a cell: the first with which the report is no longer than that
_OPENING = re.compile(r"^([+=-]|\d+[.)])")


def markdown(report: Report) -> str:
    """The whole report; long texts are cut where it would be too long to be rendered, and that is said."""
    for most in _LENGTHS:
        text = "\n".join(_lines(report, most)).rstrip() + "\n"
        if len(text) <= MOST:
            break
    return text


def _paragraph(text: str) -> str:
    """Text at the beginning of a line, where more than elsewhere is markup."""
    return _OPENING.sub(lambda found: f"{found[1][:-1]}\\{found[1][-1]}", escaped(text.strip()))


def _cell(cell: Cell, most: int) -> str:
    parts = [part for paragraph in cell for part in paragraph.split("\n") if part.strip()]
    return "<br>".join(escaped(part, most) for part in parts) or "–"


def _grid(grid: Grid, most: int) -> Iterator[str]:
    yield "| " + " | ".join(escaped(name) for name in grid.columns) + " |"
    yield "|" + " --- |" * len(grid.columns)
    for row in grid.rows:
        yield "| " + " | ".join(_cell(cell, most) for cell in row) + " |"
    yield ""


def _lines(report: Report, most: int) -> Iterator[str]:
    yield f"# {escaped(report.title)}"
    yield ""
    yield "Amendment report: current and proposed rules compared"
    yield ""
    yield _paragraph(lede(report))
    yield ""
    for name, value in tables.stamp(report)[:4]:
        yield f"- **{name}:** {escaped(value)}"
    yield ""
    yield "## Documents"
    yield ""
    yield from _grid(tables.documents(report), most)
    if report.untouched:
        yield _paragraph(tables.untouched(report))
        yield ""
    if report.items:
        yield "## Summary by area"
        yield ""
        yield from _grid(tables.by_area(report), most)
    yield from _declared(report, most)
    yield "## Comparison schedule"
    yield ""
    for part in report.parts:
        yield from _part(part, report, most)
    yield from _edges(report, most)
    yield from _rests(report, most)
    yield from _wording(report, most)
    yield from _signatures()
    yield "## How to read this report"
    yield ""
    for name, told in tables.reading(report):
        yield f"- **{escaped(name)}:** {escaped(told)}"
    yield ""
    yield f"What this covers: {escaped(report.scope)}"


def _declared(report: Report, most: int) -> Iterator[str]:
    yield "## Declared amendments"
    yield ""
    if report.amendments:
        yield from _grid(tables.amendments(report), most)
    else:
        yield "No amendment is declared."
        yield ""
    for sentence in report.wrong:
        yield f"- {_paragraph(sentence)}"
    if report.wrong:
        yield ""
    for title, items in (("Changes that no amendment declares", report.undeclared), ("Not decided", report.undecided)):
        if items:
            yield f"## {title}"
            yield ""
        for item in items:
            why = item.unknown if title == "Not decided" and item.unknown else item.level_word
            yield f"- Item {item.number}, {escaped(item.title)}: {escaped(why)}"
        if items:
            yield ""


def _part(part: Part, report: Report, most: int) -> Iterator[str]:
    if len(report.parts) > 1:
        yield f"### {escaped(part.heading.short)}"
        yield ""
    if not part.items:
        yield "No rule is otherwise than before."
        yield ""
        return
    yield _paragraph(tables.sources_told(part))
    yield ""
    yield from _grid(tables.schedule(part.items, report.has_values), most)
    yield _paragraph(tables.clause_sentence(part))
    yield ""


def _edges(report: Report, most: int) -> Iterator[str]:
    priced = [(part, part.worth) for part in report.parts if part.worth is not None]
    if priced:
        yield f"## {tables.EDGES}"
        yield ""
    for part, worth in priced:
        if len(report.parts) > 1:
            yield f"### {escaped(part.heading.short)}"
            yield ""
        grid = tables.edges(worth)
        if grid.rows:
            yield from _grid(grid, most)
        for sentence in tables.edges_told(worth):
            yield f"- {_paragraph(sentence)}"
        yield ""


def _rests(report: Report, most: int) -> Iterator[str]:
    grid = tables.rests(report)
    if grid.rows:
        yield "## What else rests on these changes"
        yield ""
        yield from _grid(grid, most)


def _wording(report: Report, most: int) -> Iterator[str]:
    for title, make in (
        ("Wording only", tables.editorial),
        ("Clauses otherwise than before that no row names", tables.unnamed),
    ):
        shown = [(part, grid) for part in report.parts if (grid := make(part)).rows]
        if shown:
            yield f"## {title}"
            yield ""
        for part, grid in shown:
            if len(report.parts) > 1:
                yield f"### {escaped(part.heading.short)}"
                yield ""
            yield from _grid(grid, most)


def _signatures() -> Iterator[str]:
    yield "## Decision"
    yield ""
    decision = "<br>".join(f"☐ {word}" for word in tables.DECISIONS)
    yield "| | " + " | ".join(tables.READERS) + " |"
    yield "| --- |" + " --- |" * len(tables.READERS)
    for name in tables.SIGNED:
        shown = decision if name == "Decision" else " "
        yield f"| {name} |" + f" {shown} |" * len(tables.READERS)
    yield ""
