"""A document's lines divided into stretches: what stands before the rules, their parts, what stands after."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rulespec.documents.clause import normalise
from rulespec.documents.lines import Line, flat
from rulespec.documents.profile import Part, Profile, line_pattern
from rulespec.errors import LoadError

_TITLE_LENGTH = 120  # characters


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines that are read together.

    `kind` is `rules` for a part of the rules, whose clauses have `prefix`; `outside` for lines that no part of the
    profile asks for. `titled`: the part's first line is its title, and `number` the number in it.
    """

    kind: Literal["cover", "contents", "rules", "amendments", "outside"]
    lines: Sequence[Line]
    prefix: str = ""
    number: str = ""
    titled: bool = False


@dataclass(frozen=True, slots=True)
class _Start:
    place: int
    part: Part
    number: str = ""


def matching(patterns: Sequence[str]) -> re.Pattern[str] | None:
    """`line_pattern` for lines as `flat` gives them: kinds of dashes make no difference."""
    return line_pattern([flat(pattern) for pattern in patterns])


def divide(lines: Sequence[Line], profile: Profile) -> list[Stretch]:
    """The stretches of a document, in order; every line is in exactly one.

    LoadError if a part that the profile names begins, or ends, nowhere.
    """
    starts = _all_starts(lines, profile)
    first = starts[0].place
    end = _first(lines, profile.amendments, first + 1)
    end = len(lines) if end is None else end
    starts = [start for start in starts if start.place < end]
    stretches = [*_front(lines[:first], profile)]
    for start, following in zip(starts, [*(one.place for one in starts[1:]), end], strict=True):
        last = _end(lines, start, following)
        titled = "{n}" in start.part.begins
        prefix = normalise(start.part.prefix.replace("{n}", start.number.replace(" ", "")))
        stretches.append(Stretch("rules", lines[start.place : last], prefix, start.number, titled))
        stretches.append(Stretch("outside", lines[last:following]))
    stretches.append(Stretch("amendments", lines[end:]))
    return [stretch for stretch in stretches if stretch.lines]


def _all_starts(lines: Sequence[Line], profile: Profile) -> list[_Start]:
    """Where the parts begin, in the order of the document: none before the part that the profile names before it."""
    found: list[_Start] = []
    least = 0
    contents = _first(lines, profile.contents, 0)
    for part in profile.parts:
        starts = [*_starts(lines, part, least, contents)]
        found += starts
        least = starts[0].place + ("{n}" not in part.begins)
    return sorted(found, key=lambda one: one.place)


def _starts(lines: Sequence[Line], part: Part, least: int, contents: int | None) -> Iterator[_Start]:
    """Where a part begins, from the line `least` on; where each of them does, for one with a number in it.

    `contents`: where the contents begin, None without any. What they say of the part is not its beginning.
    """
    begins = matching([part.begins] if part.begins else [])
    if begins is None:
        yield _Start(0, part)
        return
    numbered, last = "{n}" in part.begins, None
    found = False
    for place in range(least, len(lines)):
        line = lines[place]
        match = begins.fullmatch(flat(line.text))
        if match is None or (numbered and not line.heading):
            continue
        if not numbered and contents is not None and place > contents and _is_entry(lines, place):
            continue
        number = match[1] if numbered else ""
        if not numbered or number != last:  # else the title of the part runs at the head of the page
            yield _Start(place, part, number)
        found, last = True, number
        if not numbered:
            return
    if not found:
        raise LoadError(f"the document has no line `{part.begins}`, where {_named(part)} should begin")


def _is_entry(lines: Sequence[Line], place: int) -> bool:
    """Whether a line is one of the contents: it stands again below, and only titles stand between."""
    title = flat(lines[place].text).casefold()
    for line in lines[place + 1 :]:
        if flat(line.text).casefold() == title:
            return True
        if line.cells or len(line.text) > _TITLE_LENGTH or line.text.endswith((".", ";", ":", ",")):
            return False
    return False


def _end(lines: Sequence[Line], start: _Start, following: int) -> int:
    if not start.part.ends:
        return following
    last = _first(lines, (start.part.ends,), start.place + 1)
    if last is None:
        raise LoadError(f"the document has no line `{start.part.ends}`, where {_named(start.part)} should end")
    return min(last, following)


def _front(lines: Sequence[Line], profile: Profile) -> Iterator[Stretch]:
    contents = _first(lines, profile.contents, 0)
    contents = len(lines) if contents is None else contents
    yield Stretch("cover", lines[:contents])
    yield Stretch("contents", lines[contents:])


def _first(lines: Sequence[Line], patterns: tuple[str, ...], place: int) -> int | None:
    """The first line from `place` on that matches, by its text or by the cells of its row."""
    pattern = matching(patterns)
    if pattern is None:
        return None
    said = ((where, flat(lines[where].text or " ".join(lines[where].cells))) for where in range(place, len(lines)))
    return next((where for where, text in said if pattern.fullmatch(text)), None)


def _named(part: Part) -> str:
    return f"the part `{part.prefix}`" if part.prefix else "the rules"
