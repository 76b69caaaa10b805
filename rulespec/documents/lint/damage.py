"""What the conversion of a document has damaged, and how it was read all the same."""

from collections.abc import Iterator

from rulespec.documents.lint.context import Document, Said
from rulespec.documents.tree import CELL, ROW, Clause


def unnumbered(document: Document) -> Iterator[Said]:
    """Paragraphs without a number after a list, which are read as words of the whole rule."""
    for clause in document.clauses:
        before: Clause | None = None
        for part in clause.parts:
            if isinstance(part, Clause):
                before = part
            elif before is not None and before.kind == "paragraph" and part[:1].isupper() and not part.startswith(ROW):
                line = next((number for number in clause.lines if number > before.line_end), 0)
                yield Said(clause.id, f"a paragraph without a number follows {before.id}; read as {clause.id}", line)
                before = None


def broken_cells(document: Document) -> Iterator[Said]:
    """Cells of a table with a bracket that closes and never opened, or the other way round: cells run together."""
    for clause in document.clauses:
        if clause.kind != "row":
            continue
        for cell in " ".join(part for part in clause.parts if isinstance(part, str)).split(CELL):
            if cell.count("(") != cell.count(")"):
                yield Said(clause.id, f"the cell `{cell.strip()}` has a bracket without its fellow")


def loose(document: Document) -> Iterator[Said]:
    """Words below a heading that has no number, and before the first number: they are in no numbered clause."""
    for clause in document.clauses:
        if clause.kind == "heading" and clause.parts:
            line = next((number for number in clause.lines[1:]), 0)
            yield Said(clause.id, f"words without a number stand below `{clause.label or clause.id}`", line)
