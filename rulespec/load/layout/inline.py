"""What stands in brackets or braces, as one line or as several, and how a long text is broken."""

import re

from rulespec.load.layout.source import Entry, Group, Text, Value
from rulespec.load.layout.spelling import spelled


def one_line(value: Value, flow: bool = True) -> str:
    """A value in one line; `flow`: it stands between brackets or braces, and so do all that are in some."""
    if isinstance(value, Text):
        return spelled(value, flow)
    inner = ", ".join(_pair(entry) for entry in value.entries)
    return f"{{{inner}}}" if value.keyed else f"[{inner}]"


def cells(value: Value) -> list[str]:
    """The parts of a value in one line that may stand in columns: the pairs of what stands in braces."""
    if isinstance(value, Text) or not value.keyed or not value.entries:
        return [one_line(value)]
    pairs = [_pair(entry) + "," for entry in value.entries]
    pairs[0], pairs[-1] = "{" + pairs[0], pairs[-1][:-1] + "}"
    if len(pairs) == 1:
        pairs = ["{" + _pair(value.entries[0]) + "}"]
    return pairs


def is_broken(value: Value) -> bool:
    """Whether the author broke it into several lines."""
    return value.end[0] > value.start[0]


def wrapped(value: Value, at: int) -> list[str]:
    """A value in the author's lines. The first begins at column `at` and comes without what stands before it there."""
    if isinstance(value, Text) or not is_broken(value) or not value.entries:
        return [one_line(value)]
    lines = ["{" if value.keyed else "["]
    above: Entry | None = None
    for entry in value.entries:
        if above is not None and entry.start[0] > _end(above):
            lines[-1] += ","
            lines.append(" " * (at + 1))
        elif above is not None:
            lines[-1] += ", "
        lines[-1] += _key(entry)
        here = len(lines[-1]) + (at if len(lines) == 1 else 0)
        first, *others = wrapped(entry.value, here)
        lines[-1] = (lines[-1] + first).rstrip()
        lines += others
        above = entry
    lines[-1] += "}" if value.keyed else "]"
    return lines


def filled(value: Group, at: int, most: int) -> list[str]:
    """A list in as few lines as fit; the first begins at column `at`, as in `wrapped`."""
    lines = ["["]
    for number, entry in enumerate(value.entries):
        text = one_line(entry.value) + ("," if number + 1 < len(value.entries) else "]")
        here = len(lines[-1]) + (at if len(lines) == 1 else 0)
        if number and here + 1 + len(text) > most:
            lines.append(" " * (at + 1) + text)
        else:
            lines[-1] += (" " if number else "") + text
    return lines


def folded(text: str, at: int, indent: int, most: int) -> list[str]:
    """An unquoted text in as few lines as fit, the first of which begins at column `at`, the others at `indent`."""
    words = re.split(r"(?<! ) (?! )", text)
    lines, here = [words[0]], at
    for word in words[1:]:
        if here + len(lines[-1]) + 1 + len(word) > most:
            lines.append(" " * indent + word)
            here = 0
        else:
            lines[-1] += " " + word
    return lines


def _pair(entry: Entry) -> str:
    return (_key(entry) + one_line(entry.value)).rstrip()


def _key(entry: Entry) -> str:
    if entry.key is None:
        return ""
    nothing = isinstance(entry.value, Text) and entry.value.nothing
    return spelled(entry.key, True) + ("" if nothing else ": ")


def _end(entry: Entry) -> int:
    last = entry.key if isinstance(entry.value, Text) and entry.value.nothing and entry.key else entry.value
    return last.end[0]
