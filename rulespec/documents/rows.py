"""Rows of tables: what they stand in, which of them head a table, and the cells that stand for several rows."""

from collections.abc import Sequence

from rulespec.documents.growing import Node, continues, heads_table, row_key
from rulespec.documents.lines import Line
from rulespec.documents.position import Position
from rulespec.documents.tree import CELL, ROW


def read_row(at: Position, line: Line, after: Sequence[Line]) -> None:
    """Read `line`, a row, where the reader stands; `after` are the next lines of the document."""
    if at.target is None or not at.path:
        at.begin_loose(line)
        return
    holder = at.table or at.holder
    if holder is None:
        aside = at.target.kind in ("row", "note", "heading")
        holder = at.owner() if aside or at.target.state() == "finished" else at.target
    at.holder = holder
    row = holder.last_row() if at.target.kind == "row" else None
    if row is not None and continues(row, line):
        row.add_cells(line)
        at.target = row
        return
    below_heading = row is None and at.target is holder and holder.last_words().startswith(ROW)
    block = [line, *(later for later in after if later.ruled or not later.blank)]
    if heads_table(block, row is not None) or (below_heading and continues(Node("", "row", "", None), line)):
        holder.add(ROW + CELL.join(line.cells), line.number)
        at.target, at.titled = holder, False
        return
    key = row_key(line.cells[1:] if _spans(line, after) else line.cells, holder.keys)
    holder.keys.add(key)
    node = Node(at.give(f"{holder.name}[{key}]"), "row", line.layout, None)
    node.add_cells(line)
    holder.parts.append(node)
    at.target, at.titled = node, False


def _spans(line: Line, after: Sequence[Line]) -> bool:
    """Whether the row's first cell stands for the rows below too, which begin with an empty one."""
    following = next((later for later in after if not later.blank), None)
    if following is None or not following.indented or len(line.cells) != len(following.cells) + 1:
        return False
    return not continues(Node("", "row", "", None), following)
