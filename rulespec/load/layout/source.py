"""What a YAML text looks like: its values as they stand, before anything is laid out anew.

Beside what the door (`rulespec.load.yaml_door`) tells of a text, this tree knows whether a collection stands in
brackets, where each value begins and ends, and how a text is quoted. Comments come to it in `comments`.
It is made of texts that the door has read without a complaint, and of no others.
"""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
from yaml import events

Position: TypeAlias = tuple[int, int]  # line and column, from 0

_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BLOCK_STYLES = ("|", ">")


@dataclass(slots=True)
class Text:
    """A single text. `style` is the quote or `|` or `>` that it is written with, "" for unquoted text.

    `header` and `raw` are the first line and the others of a `|` or `>` text, as they stand.
    """

    text: str
    style: str
    start: Position
    end: Position
    header: str = ""
    raw: tuple[str, ...] = ()
    key: bool = False

    @property
    def block(self) -> bool:
        """Whether it is a `|` or `>` text, on lines of its own."""
        return self.style in _BLOCK_STYLES

    @property
    def nothing(self) -> bool:
        """Whether nothing stands where it should stand."""
        return not self.text and not self.style


@dataclass(slots=True)
class Group:
    """A list, or the keys of a block with their values. `flow`: written in brackets or braces, and to stay so."""

    keyed: bool
    flow: bool
    start: Position
    end: Position = (0, 0)
    bracket: bool = False  # written in brackets or braces, whatever becomes of it
    entries: "list[Entry]" = field(default_factory=list)
    tail: list[str] = field(default_factory=list)  # comments after the last entry, "" for an empty line


Value: TypeAlias = Text | Group


@dataclass(slots=True)
class Entry:
    """An entry of a list (`key` is None) or a key with its value, and the comments about it.

    `lead` stands above it ("" for an empty line), `head` behind its key, `before` between key and value on lines of
    its own, `trail` behind its end.
    """

    key: Text | None
    value: Value
    start: Position
    lead: list[str] = field(default_factory=list)
    head: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)

    @property
    def below(self) -> bool:
        """Whether the value begins below the line of its key or `-`."""
        line = self.start[0] if self.key is None else self.key.end[0]
        return not _is_nothing(self.value) and self.value.start[0] > line


def is_block(value: Value) -> bool:
    """Whether the value is a collection with an entry to a line."""
    return isinstance(value, Group) and not value.flow and bool(value.entries)


def read_source(text: str) -> Entry:
    """The only value of a text that the door has read, as an entry of no list."""
    reader = _Reader(text.split("\n"))
    return reader.read(_PARSER(text))


def texts(entry: Entry) -> "list[Text]":
    """All texts below an entry, keys too, in the order of the file."""
    found = [entry.key] if entry.key is not None else []
    if isinstance(entry.value, Text):
        return [*found, entry.value]
    for inner in entry.value.entries:
        found += texts(inner)
    return found


def _position(mark: Any) -> Position:
    return mark.line, mark.column


def _is_nothing(value: Value) -> bool:
    return isinstance(value, Text) and value.nothing


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._parser: Any = None

    def read(self, parser: Any) -> Entry:
        self._parser = parser
        parser.get_event()  # the stream, then the document
        parser.get_event()
        value = self._value(parser.get_event())
        return Entry(None, value, value.start)

    def _value(self, event: Any) -> Value:
        start = _position(event.start_mark)
        if isinstance(event, events.ScalarEvent):
            return self._text(event, start)
        keyed = isinstance(event, events.MappingStartEvent)
        group = Group(keyed, bool(event.flow_style), start, bracket=bool(event.flow_style))
        while not isinstance(inner := self._parser.get_event(), events.CollectionEndEvent):
            group.entries.append(self._pair(inner) if keyed else self._item(inner, group))
        group.end = _position(inner.end_mark)
        return group

    def _pair(self, event: Any) -> Entry:
        key = self._value(event)
        assert isinstance(key, Text)
        key.key = True
        return Entry(key, self._value(self._parser.get_event()), key.start)

    def _item(self, event: Any, group: Group) -> Entry:
        value = self._value(event)
        start = value.start if group.flow else self._dash(value.start, group.start[1])
        return Entry(None, value, start)

    def _dash(self, start: Position, column: int) -> Position:
        """Where the `-` of an entry stands that begins at `start`."""
        for number in range(min(start[0], len(self._lines) - 1), -1, -1):
            line = self._lines[number]
            if line[column : column + 2] in ("-", "- ") and "#" not in line[:column]:
                return number, column
        return start

    def _text(self, event: Any, start: Position) -> Text:
        end = _position(event.end_mark)
        style = event.style or ""
        if style not in _BLOCK_STYLES:
            return Text(event.value, style, start, end)
        last = end[0] + (end[1] > 0)
        header, *raw = [self._lines[start[0]][start[1] :], *self._lines[start[0] + 1 : last]]
        while "+" not in header.split("#")[0] and raw and not raw[-1].strip():
            raw.pop()  # empty lines behind a text are no part of it, unless its header says so
        return Text(event.value, style, start, end, header.split(" ")[0].split("#")[0], tuple(raw))
