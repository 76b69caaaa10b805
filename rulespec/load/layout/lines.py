"""The tree of a text as lines: indentation, brackets, columns, empty lines.

Whether something stands in brackets or as a block, and where a line in brackets ends, is the author's choice and stays
as long as the lines fit. What does not fit is broken: a list at its entries, a row into a line for each of its keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulespec.load.layout.columns import Row, align
from rulespec.load.layout.inline import cells, filled, folded, is_broken, one_line, wrapped
from rulespec.load.layout.source import Entry, Group, Text, Value, is_block
from rulespec.load.layout.spelling import block_text, quoted, spelled

WIDTH = 120
KEPT = 132  # a line that the author has, or that a column makes longer, may be a tenth wider before it is broken
TABLES = ("rules", "rows")  # the keys whose rows and names stand in columns from the beginning
_ALL = 99


@dataclass(frozen=True, slots=True)
class _Where:
    """Where a block stands: below which key, how deep (0: the file itself), and whether the file has sections."""

    key: str = ""
    depth: int = 0
    sections: bool = False
    ends: bool = True  # whether nothing follows it in the block around it

    def below(self, entry: Entry, ends: bool) -> "_Where":
        return _Where(entry.key.text if entry.key else "", self.depth + 1, self.sections, ends)


def lines_of_layout(whole: Group) -> list[str]:
    """The lines of a whole file; `whole` is the list of its only value, with what stands above and below it."""
    root = whole.entries[0]
    if is_block(root.value):
        assert isinstance(root.value, Group)
        keys = {entry.key.text for entry in root.value.entries if entry.key is not None}
        where = _Where(sections=bool(keys & {"spec", "part", "vocabulary"}))
        lines = [*root.lead, *_block(root.value, 0, where)]
    else:
        lines = [*root.lead, *_value(root, 0, "")]
    return [*_from_first_filled(lines), *whole.tail]


def _from_first_filled(lines: Sequence[str]) -> list[str]:
    first = next((number for number, line in enumerate(lines) if line), len(lines))
    return list(lines[first:])


def _block(group: Group, indent: int, where: _Where) -> list[str]:
    """The lines of a block."""
    for entry in group.entries:
        _open(entry, indent)
    rows = _rows(group, indent, where)
    lines: list[str] = []
    for number, (entry, row) in enumerate(zip(group.entries, rows, strict=True)):
        lead = entry.lead if number else _from_first_filled(entry.lead)
        if number and where.sections and not where.depth and _apart(group.entries[number - 1], entry):
            lead = ["", *_from_first_filled(lead)]
        lines += _indented(lead, indent)
        following = where.below(entry, number + 1 == len(group.entries))
        lines += _row(entry, indent, row) if row is not None else _entry(entry, indent, following)
    deeper = 2 if not group.keyed and where.key and not where.ends else 0
    return lines + _indented(group.tail, indent + deeper)


def _apart(above: Entry, below: Entry) -> bool:
    """Whether two keys of the file are sections, between which an empty line stands."""
    return is_block(above.value) or is_block(below.value)


def _indented(lines: Sequence[str], indent: int) -> list[str]:
    return [" " * indent + line if line else "" for line in lines]


def _open(entry: Entry, indent: int) -> None:
    """Makes a block of what stands in braces and fits in no line of its own."""
    value = entry.value
    if not isinstance(value, Group) or not value.flow or not value.keyed or not value.entries:
        return
    if not _hangs(entry, indent) and not _fits(entry, indent):
        value.flow = False
        into = entry.lead if entry.key is None else entry.head
        into += entry.trail
        entry.lead += entry.before
        entry.trail, entry.before = [], []


def _prefix(entry: Entry) -> str:
    return "- " if entry.key is None else spelled(entry.key, False) + ": "


def _fits(entry: Entry, indent: int) -> bool:
    """Whether a value in brackets fits as the author has it, behind its key or `-`."""
    return _is_narrow(entry.value, indent + len(_prefix(entry)))


def _is_narrow(value: Value, at: int) -> bool:
    """Whether the author's lines fit, the first of them from column `at` on."""
    first, *others = wrapped(value, at)
    return at + len(first) <= KEPT and all(len(line) <= KEPT for line in others)


def _hangs(entry: Entry, indent: int) -> bool:
    """Whether a value in brackets stands below its key: where the author has it there, or where it fits only there."""
    value = entry.value
    if entry.key is None or not isinstance(value, Group) or not value.entries:
        return bool(entry.before)
    if entry.before:
        return True
    if entry.below and _is_narrow(value, indent + 2):
        return True
    return not _fits(entry, indent) and indent + 2 + len(one_line(value)) <= WIDTH


def _rows(group: Group, indent: int, where: _Where) -> list[Row | None]:
    """For each entry the row that it is, in columns; None for what is no row."""
    rows = [_as_row(entry, indent, where) for entry in group.entries]
    runs: list[list[Row]] = [[]]
    for entry, row in zip(group.entries, rows, strict=True):
        if row is None or entry.lead:
            runs.append([])
        if row is not None:
            runs[-1].append(row)
    align(runs, KEPT)
    return rows


def _as_row(entry: Entry, indent: int, where: _Where) -> Row | None:
    value = entry.value
    if isinstance(value, Text):
        return _named_text(entry, value, indent, where)
    if is_block(value) or not value.entries or _hangs(entry, indent):
        return None
    whole = not is_broken(value) and _fits(entry, indent)
    names = [_name(inner) for inner in value.entries]
    starts = [value.start[1], *(inner.start[1] for inner in value.entries[1:] if value.keyed)]
    if entry.key is None:
        if not whole:
            return None
        parts, starts = cells(value), [entry.start[1], *starts[1:]]
        parts[0] = "- " + parts[0]
        eager = _ALL if where.key in TABLES else 0
    else:
        parts = [_prefix(entry).rstrip(), *(cells(value) if whole else [""])]
        names, starts = ["", *names], [entry.start[1], *starts]
        sectional = where.sections and where.depth == 1 and value.keyed
        eager = 1 if sectional or where.key in TABLES else 0
    return Row(parts, names[: len(parts)], _was(entry, starts, len(parts)), eager, indent)


def _named_text(entry: Entry, value: Text, indent: int, where: _Where) -> Row | None:
    if entry.key is None or value.block or value.nothing or entry.before or is_broken(value):
        return None
    parts = [_prefix(entry).rstrip(), spelled(value, False)]
    starts = [entry.start[1], value.start[1]]
    return Row(parts, ["", ""], _was(entry, starts, 2), 1 if where.key in TABLES else 0, indent)


def _was(entry: Entry, starts: Sequence[int], columns: int) -> list[int | None]:
    """How wide each column was, from where the parts of a row begin; unknown for the last one and in broken lines."""
    value = entry.value
    known = value.start[0] == entry.start[0]
    widths = [b - a - 1 if known else None for a, b in pairwise(starts)]
    widths = widths[:1] if is_broken(value) else widths
    return [*widths, *[None] * (columns - len(widths))][:columns]


def _name(entry: Entry) -> str:
    return entry.key.text if entry.key is not None else "[]"


def _row(entry: Entry, indent: int, row: Row) -> list[str]:
    if row.cells[-1]:
        return _trailed([" " * indent + row.text()], entry)
    start = " " * indent + row.text(1) + " "
    return _trailed(_placed(start, _broken(entry.value, len(start))), entry)


def _broken(value: Value, at: int) -> list[str]:
    """A value in brackets in several lines, where the author has it in some that fit in those."""
    if isinstance(value, Group) and value.entries and not value.keyed and not _is_narrow(value, at):
        return filled(value, at, WIDTH)
    return wrapped(value, at)


def _placed(start: str, lines: Sequence[str]) -> list[str]:
    return [start + lines[0], *lines[1:]]


def _trailed(lines: list[str], entry: Entry) -> list[str]:
    lines[-1] += "".join(f"  {comment}" for comment in entry.trail)
    return lines


def _entry(entry: Entry, indent: int, where: _Where) -> list[str]:
    """The lines of an entry that is no row."""
    value = entry.value
    if not isinstance(value, Group) or not is_block(value):
        return _value(entry, indent, " " * indent + _prefix(entry))
    if entry.key is None:
        lines = _block(value, indent + 2, where)
        return [" " * indent + "- " + lines[0].lstrip(" "), *lines[1:]]
    head = "".join(f"  {comment}" for comment in entry.head)
    inner = indent + 2 if value.keyed else indent
    return [" " * indent + _prefix(entry).rstrip() + head, *_block(value, inner, where)]


def _value(entry: Entry, indent: int, start: str) -> list[str]:
    """The lines of a value that is no block, behind `start`."""
    value = entry.value
    if isinstance(value, Text) and value.block:
        return _block_text(entry, value, indent, start)
    if _hangs(entry, indent):
        lines = [start.rstrip(), *_indented(entry.before, indent + 2)]
        inner = " " * (indent + 2)
        lines += _placed(inner, _broken(value, indent + 2) if isinstance(value, Group) else [spelled(value, False)])
        return _trailed(lines, entry)
    if isinstance(value, Group):
        return _trailed(_placed(start, _broken(value, len(start))), entry)
    text = spelled(value, False)
    if value.style == "" and is_broken(value) and text == value.text:
        return _trailed(_placed(start, folded(text, len(start), indent + 2, WIDTH)), entry)
    return _trailed([(start + text).rstrip()], entry)


def _block_text(entry: Entry, value: Text, indent: int, start: str) -> list[str]:
    lines = block_text(value)
    head = "".join(f"  {comment}" for comment in entry.head)
    if lines is None:
        return [start + quoted(value.text) + head]
    return [start + lines[0] + head, *_indented(lines[1:], indent + 2)]
