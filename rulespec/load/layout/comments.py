"""Where comments belong: each is tied to the value that it is about, so that it goes where that goes.

A comment at the end of a line is about what stands in that line. One on a line of its own is about what follows; where
it is indented as deep as a block that ends above it, it belongs to the end of that block. Empty lines go with the
comments. A collection in brackets that holds comments becomes a block, with a line for each of its entries.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from rulespec.load.layout.source import Entry, Group, Position, Text, is_block, texts

_COMMENT = re.compile(r"#[^\n]*")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, and whether it has its line for itself."""

    text: str
    at: Position
    alone: bool


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A place that a comment can stand before: an entry, a value on a line of its own, a closing bracket, the end."""

    at: Position
    kind: str
    entry: Entry | None = None
    group: Group | None = None


def comments_of(text: str, root: Entry) -> list[Comment]:
    """All comments of a text, in order."""
    inside = _lines_inside(root, blocks=True)
    return [comment for comment in _hashes(text, root) if comment.at[0] not in inside]


def _hashes(text: str, root: Entry) -> list[Comment]:
    """All that begins with `#` outside texts in a line: comments, and what belongs to `|` and `>` texts."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    found, here = [], 0
    for span in [*sorted((one.start, _end(one)) for one in texts(root)), ((len(starts) - 1, 0),) * 2]:
        begin = min(starts[span[0][0]] + span[0][1], len(text))
        for match in _COMMENT.finditer(text, here, max(here, begin)):
            number = bisect_right(starts, match.start()) - 1
            before = text[starts[number] : match.start()]
            found.append(Comment(match.group().rstrip(), (number, len(before)), not before.strip()))
        here = max(here, min(starts[span[1][0]] + span[1][1], len(text)))
    return found


def _end(text: Text) -> Position:
    # A `|` text may have a comment in its first line.
    return text.end if not text.block else (text.start[0], text.start[1] + len(text.header))


def attach(text: str, root: Entry) -> Group:
    """Tie the comments and empty lines of a text to its values; the whole as a list of one entry."""
    whole = Group(False, False, (0, -1), (text.count("\n") + 1, 0), entries=[root])
    comments = comments_of(text, root)
    _open(root, [comment.at for comment in comments])
    site = _Site(whole)
    behind = {comment.at[0]: comment for comment in comments if not comment.alone}
    runs = {run[0][0]: run for run in _runs(text.split("\n"), comments, root)}
    for line in sorted({*behind, *runs}):
        if line in runs:
            site.above(runs[line])
        else:
            site.behind(behind[line])
    _settle(root)
    return whole


def _lines_inside(root: Entry, blocks: bool) -> set[int]:
    """The lines that belong to texts of several lines: to `|` and `>` texts only, or to all."""
    inside: set[int] = set()
    for text in texts(root):
        if text.block:
            inside.update(range(text.start[0] + 1, text.start[0] + 1 + len(text.raw)))
        elif not blocks:
            inside.update(range(text.start[0] + 1, text.end[0] + 1))
    return inside


def _open(entry: Entry, comments: list[Position]) -> None:
    """Makes blocks of the bracketed collections that hold comments."""
    value = entry.value
    if isinstance(value, Group):
        if value.flow and bisect_left(comments, value.start) < bisect_left(comments, value.end):
            value.flow = not value.entries
        for inner in value.entries:
            _open(inner, comments)


def _runs(lines: list[str], comments: list[Comment], root: Entry) -> Iterator[list[tuple[int, int, str]]]:
    """Neighbouring lines that are empty or hold only a comment, as line, column and comment ("" for none)."""
    alone = {comment.at[0]: comment for comment in comments if comment.alone}
    inside = _lines_inside(root, blocks=False)
    run: list[tuple[int, int, str]] = []
    for number, line in enumerate(lines):
        if number in alone:
            run.append((number, alone[number].at[1], alone[number].text))
        elif not line.strip() and number not in inside:
            run.append((number, 0, ""))
        elif run:
            yield run
            run = []
    if run:
        yield run


class _Site:
    """The places that comments can be tied to, in the order of the file."""

    def __init__(self, whole: Group) -> None:
        self._whole = whole
        self._around: dict[int, Group] = {}  # the group of each entry
        self._owner: dict[int, Entry] = {}  # the entry that each group is the value of
        self._anchors: list[_Anchor] = []
        self._walk(whole)
        self._anchors.append(_Anchor(whole.end, "end"))
        self._anchors.sort(key=lambda anchor: anchor.at)
        self._entries = [anchor for anchor in self._anchors if anchor.kind == "entry"]
        self._at = [anchor.at for anchor in self._anchors]
        self._entries_at = [anchor.at for anchor in self._entries]

    def _walk(self, group: Group) -> None:
        if group.bracket:
            self._anchors.append(_Anchor((group.end[0], group.end[1] - 1), "close", group=group))
        for entry in group.entries:
            self._around[id(entry)] = group
            self._anchors.append(_Anchor(entry.start, "entry", entry))
            value = entry.value
            if isinstance(value, Group) and is_block(value):
                self._owner[id(value)] = entry
                self._walk(value)
                continue
            if entry.below:
                self._anchors.append(_Anchor(value.start, "value", entry))
            if isinstance(value, Group) and not value.entries:
                self._anchors.append(_Anchor((value.end[0], value.end[1] - 1), "inside", entry))

    def behind(self, comment: Comment) -> None:
        """Ties a comment at the end of a line."""
        before = bisect_left(self._entries_at, comment.at)
        entry = self._entries[max(before - 1, 0)].entry
        assert entry is not None
        if not before:
            entry.lead.append(comment.text)
        elif isinstance(entry.value, Group) and not entry.value.entries and comment.at < entry.value.end:
            _above_value(entry).append(comment.text)
        elif self._opens(entry, comment.at):
            first = entry.value.entries[:1] if isinstance(entry.value, Group) and is_block(entry.value) else []
            (first[0].lead if first and first[0].lead else entry.head).append(comment.text)
        elif closed := self._closed(entry, comment.at):
            closed.tail.append(comment.text)
        else:
            entry.trail.append(comment.text)

    def _opens(self, entry: Entry, at: Position) -> bool:
        """Whether the place is behind the key of the entry, and its value is still to come."""
        value = entry.value
        if isinstance(value, Text):
            return value.block or (value.start > at and not value.nothing)
        return value.start > at or (is_block(value) and value.entries[0].start > at)

    def _closed(self, entry: Entry, at: Position) -> Group | None:
        """The outermost collection whose closing bracket stands before this place, if its end has comments."""
        closed = [group for group in self._groups(entry) if group.bracket and group.end <= at]
        return closed[-1] if closed and (entry.trail or any(group.tail for group in closed)) else None

    def above(self, run: list[tuple[int, int, str]]) -> None:
        """Ties comments on lines of their own, and the empty lines among them."""
        place = bisect_left(self._at, (run[-1][0] + 1, -1))
        following = self._anchors[min(place, len(self._anchors) - 1)]
        target = self._target(following)
        ending = self._ending(run[0][0], following)
        column = -1 if following.entry is None else self._column(following.entry)
        empty = False
        for _, indent, text in run:
            if not text:
                empty = True
                continue
            while ending and (following.kind != "end" or len(ending) > 1) and self._left(ending[0], indent, column):
                ending.pop(0)
            into = ending[0].tail if ending else target
            into += [""] * empty + [text]
            empty = False
            if into is target:
                ending = []
        if empty and following.kind == "entry":
            target.append("")

    def _left(self, group: Group, indent: int, column: int) -> bool:
        """Whether a comment so indented stands outside a block that ends above it."""
        return indent < group.start[1] or indent <= column

    def _column(self, entry: Entry) -> int:
        around = self._around[id(entry)]
        return around.start[1] if not around.bracket else entry.start[1]

    def _target(self, following: _Anchor) -> list[str]:
        if following.kind == "end":
            return self._whole.tail
        if following.group is not None:
            return following.group.tail
        assert following.entry is not None
        if following.kind == "inside":
            return _above_value(following.entry)
        return following.entry.before if following.kind == "value" else following.entry.lead

    def _ending(self, line: int, following: _Anchor) -> list[Group]:
        """The blocks that end between the last entry before the line and what follows it, innermost first."""
        before = bisect_left(self._entries_at, (line, -1))
        if not before or following.kind in ("close", "value", "inside"):
            return []
        around = {id(group) for group in self._groups(following.entry)}
        last = self._entries[before - 1].entry
        return [g for g in self._groups(last) if id(g) not in around and not g.bracket and g is not self._whole]

    def _groups(self, entry: Entry | None) -> Iterator[Group]:
        while entry is not None:
            group = self._around[id(entry)]
            yield group
            entry = self._owner.get(id(group))


def _above_value(entry: Entry) -> list[str]:
    """Where comments go that stand before a value, or in an empty one."""
    return entry.before or entry.head


def _settle(entry: Entry) -> None:
    """Moves comments that stand where none can be written to the nearest place above."""
    value = entry.value
    if isinstance(value, Group):
        for inner in value.entries:
            _settle(inner)
        if is_block(value):
            first = value.entries[0]
            first.lead = _without_first_empty(first.lead)
            if entry.key is None:
                entry.lead += entry.head + first.lead
                entry.head, first.lead = [], []
            entry.lead += entry.trail
            entry.trail = []
    shown = 1 if is_block(value) or (isinstance(value, Text) and value.block) else 0
    kept = entry.head[len(entry.head) - shown :] if shown else []
    entry.lead += entry.head[: len(entry.head) - len(kept)]
    entry.head = kept
    if entry.key is None or (isinstance(value, Text) and (value.block or value.nothing)):
        entry.lead += entry.before
        entry.before = []
    if len(entry.trail) > 1:
        entry.lead += entry.trail[:-1]
        entry.trail = entry.trail[-1:]


def _without_first_empty(lines: list[str]) -> list[str]:
    first = next((number for number, line in enumerate(lines) if line), len(lines))
    return lines[first:]
