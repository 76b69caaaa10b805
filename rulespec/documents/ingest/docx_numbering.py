"""The automatic numbers of a DOCX, which are nowhere in its text: computed as a word processor would print them."""

import re
from dataclasses import dataclass, field
from typing import Any

from docx.oxml.ns import qn

from rulespec.documents.ingest.docx_styles import Styles, number, switch, value

LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"))
_ROMAN_TAIL = ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_LARGEST = 10_000  # a count beyond this is damage; roman numerals and doubled letters grow with it
BULLET = "-"


@dataclass(slots=True)
class _Level:
    """How one level of a list counts: `template` as `(%3)`; `restart` is the level (from 1) that starts it again."""

    start: int = 1
    form: str = "decimal"
    template: str = ""
    joined: bool = False  # nothing stands between the number and the words
    legal: bool = False  # numbers of levels above are shown as digits
    restart: int | None = None
    style: str | None = None


@dataclass(slots=True)
class _List:
    """One `w:num`: the count that it shares with others, its levels, and where it begins to count afresh."""

    count: int
    levels: list[_Level]
    starts: dict[int, int] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Label:
    """The number before a paragraph: `text` as printed (BULLET for any bullet), `joined` if no blank follows it."""

    text: str
    joined: bool = False


class Numbering:
    """The lists of one document and where each stands; ask for each paragraph once, in order.

    `root` is the element `w:numbering`, or None. `strange` are the forms of numbers that are shown as digits for want
    of the right ones.
    """

    def __init__(self, root: Any, styles: Styles) -> None:
        self._styles = styles
        self._abstract = {} if root is None else {_id(entry): entry for entry in root.findall(qn("w:abstractNum"))}
        self._entries = {} if root is None else {number_id(entry): entry for entry in root.findall(qn("w:num"))}
        self._lists: dict[int, _List | None] = {}
        self._counts: dict[int, list[int | None]] = {}
        self.strange: set[str] = set()

    def label(self, paragraph_properties: Any) -> Label | None:
        """The number of the next paragraph, given its `w:pPr`; None if it has none."""
        place = self._place(paragraph_properties)
        if place is None:
            return None
        found, level = place
        self._advance(found, level)
        form = found.levels[level].form
        if form == "bullet":
            return Label(BULLET)
        text = self._print(found, level)
        return Label(text, found.levels[level].joined) if text else None

    # -- which list and level

    def _place(self, properties: Any) -> tuple[_List, int] | None:
        entry = None if properties is None else properties.find(qn("w:numPr"))
        level = number(entry, "w:ilvl")
        list_id = number(entry, "w:numId")
        if list_id is None:
            inherited = self._styles.list_number(properties)
            found = None if inherited is None else self._list(inherited.list_id)
            if inherited is None or found is None:
                return None
            if level is None:
                level = _level_of(found, inherited.styles, inherited.level)
        else:
            found = self._list(list_id)  # the list 0 is no list: it takes the style's number away
        if found is None:
            return None
        return found, min(max(level or 0, 0), LEVELS - 1)

    def _list(self, list_id: int) -> _List | None:
        if list_id not in self._lists:
            self._lists[list_id] = self._read_list(list_id)
        return self._lists[list_id]

    def _read_list(self, list_id: int) -> _List | None:
        entry = self._entries.get(list_id)
        abstract_id = number(entry, "w:abstractNumId")
        abstract = self._abstract.get(abstract_id)
        if entry is None or abstract is None or abstract_id is None:
            return None
        abstract_id, abstract = self._linked(abstract_id, abstract)
        levels = [_Level() for _ in range(LEVELS)]
        for described in abstract.findall(qn("w:lvl")):
            _describe(levels, described)
        found = _List(abstract_id, levels)
        for override in entry.findall(qn("w:lvlOverride")):
            level = _attribute(override, "w:ilvl")
            replaced = override.find(qn("w:lvl"))
            if replaced is not None:
                _describe(levels, replaced)
            start = number(override, "w:startOverride")
            if level is not None and 0 <= level < LEVELS and start is not None:
                found.starts[level] = start
        return found

    def _linked(self, abstract_id: int, abstract: Any) -> tuple[int, Any]:
        """The description that stands for `abstract`, where that only names a style for lists."""
        name = value(abstract, "w:numStyleLink")
        if name is None:
            return abstract_id, abstract
        for other_id, other in self._abstract.items():
            if other_id is not None and value(other, "w:styleLink") == name:
                return other_id, other
        return abstract_id, abstract

    # -- counting

    def _advance(self, found: _List, level: int) -> None:
        counts = self._counts.setdefault(found.count, [None] * LEVELS)
        if level in found.starts and level not in found.begun:
            counts[level] = found.starts[level]  # the first time this list uses the level, it starts again
            found.begun.add(level)
        elif counts[level] is None:
            counts[level] = self._start(found, level)
        else:
            counts[level] = min((counts[level] or 0) + 1, _LARGEST)
        for above in range(level):
            if counts[above] is None:
                counts[above] = self._start(found, above)
        for below in range(level + 1, LEVELS):
            restart = found.levels[below].restart
            if restart is None or (restart > 0 and level < restart):
                counts[below] = None

    @staticmethod
    def _start(found: _List, level: int) -> int:
        start = found.starts.get(level, found.levels[level].start)
        return min(max(start, 0), _LARGEST)

    def _print(self, found: _List, level: int) -> str:
        counts = self._counts[found.count]
        legal = found.levels[level].legal

        def shown(match: re.Match[str]) -> str:
            place = int(match[1]) - 1
            form = found.levels[place].form
            if legal and form not in ("none", "bullet"):
                form = "decimal"
            count = counts[place]
            return self._form(self._start(found, place) if count is None else count, form)

        return _PLACE.sub(shown, found.levels[level].template).strip()

    def _form(self, count: int, form: str) -> str:
        if form in ("none", "bullet"):
            return ""
        if form == "decimalZero":
            return f"{count:02d}"
        if form in ("lowerLetter", "upperLetter"):
            text = _letters(count)
        elif form in ("lowerRoman", "upperRoman"):
            text = _roman(count)
        else:
            if form != "decimal":
                self.strange.add(form)
            return str(count)
        return text.upper() if form.startswith("upper") else text


def _id(entry: Any) -> int | None:
    return _attribute(entry, "w:abstractNumId")


def number_id(entry: Any) -> int | None:
    return _attribute(entry, "w:numId")


def _attribute(entry: Any, name: str) -> int | None:
    text = entry.get(qn(name), "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _level_of(found: _List, styles: tuple[str, ...], said: int | None) -> int | None:
    """The level that a list reserves for a style, which goes before the one the style says itself."""
    for name in styles:
        for level, described in enumerate(found.levels):
            if described.style == name:
                return level
    return said


def _describe(levels: list[_Level], entry: Any) -> None:
    place = _attribute(entry, "w:ilvl")
    if place is None or place >= LEVELS:
        return
    start, restart = number(entry, "w:start"), number(entry, "w:lvlRestart")
    levels[place] = _Level(
        start=1 if start is None else start,
        form=value(entry, "w:numFmt") or "decimal",
        template=(value(entry, "w:lvlText") or "")[:200],
        joined=value(entry, "w:suff") == "nothing",
        legal=bool(switch(entry, "w:isLgl")),
        restart=restart,
        style=value(entry, "w:pStyle"),
    )


def _letters(count: int) -> str:
    """a, b, ... z, aa, bb: word processors double the letter, they do not go on with ab."""
    return chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1) if count > 0 else "0"


def _roman(count: int) -> str:
    if count <= 0:
        return "0"
    text = ""
    for amount, sign in (*_ROMAN, *_ROMAN_TAIL):
        text += sign * (count // amount)
        count %= amount
    return text
