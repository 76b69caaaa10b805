"""Reading a document's lines into its tree of clauses, whatever the conversion to text did to them.

Numbers decide what belongs where; indentation and heading levels decide nothing, since conversions lose them. Where a
line has no number, the words before it decide: an unfinished sentence goes on, a finished item leaves the line to
the rule it stands in.
"""

from collections.abc import Sequence

from rulespec.documents.clause import normalise, straight
from rulespec.documents.lines import Line, read_lines
from rulespec.documents.numbering import Reading, find_mark, irregular, readings, regular
from rulespec.documents.profile import Part, Profile, line_pattern
from rulespec.documents.signs import (
    connects,
    defined_term,
    ending,
    rule_number,
    section_number,
    succeeds,
    table_caption,
    title_like,
)
from rulespec.documents.tree import ENTRY, ROW, Clause, Kind
from rulespec.errors import LoadError

_LOOK_AHEAD = 60  # lines; far enough for the next item, near enough to keep reading linear


def read_tree(text: str, profile: Profile) -> tuple[tuple[Clause, ...], tuple[int, ...]]:
    """The clauses of all parts that `profile` names, and the numbers of the lines that belong to none.

    LoadError if a part begins nowhere in `text`.
    """
    lines = read_lines(text)
    roots: list[Clause] = []
    unclaimed: list[int] = []
    for part in profile.parts:
        reader = _Reader(profile, part, _stretch(lines, part))
        reader.read()
        roots += [_freeze(node) for node in reader.roots]
        unclaimed += reader.unclaimed
    return tuple(roots), tuple(unclaimed)


def _stretch(lines: Sequence[Line], part: Part) -> Sequence[Line]:
    begins = line_pattern([part.begins] if part.begins else [])
    first = 0
    if begins:
        places = (place for place, line in enumerate(lines) if begins.fullmatch(straight(line.text)))
        found = next(places, None)
        if found is None:
            what = f"the part `{part.prefix}`" if part.prefix else "the rules"
            raise LoadError(f"the document has no line `{part.begins}`, where {what} should begin")
        first = found
    ends = line_pattern([part.ends] if part.ends else [])
    if ends is None:
        return lines[first:]
    last = next((place for place in range(first + 1, len(lines)) if ends.fullmatch(straight(lines[place].text))), None)
    if last is None:
        what = f"the part `{part.prefix}`" if part.prefix else "the rules"
        raise LoadError(f"the document has no line `{part.ends}`, where {what} should end")
    return lines[first:last]


class _Node:
    """A clause while it is being read."""

    def __init__(self, name: str, kind: Kind, label: str, line: int, level: int = -1, ordinal: int = 0) -> None:
        self.name, self.kind, self.label, self.heading = name, kind, label, ""
        self.level, self.ordinal = level, ordinal
        self.parts: list[str | _Node] = []
        self.first = self.last = line

    def add(self, words: str, line: int) -> None:
        if words:
            self.parts.append(words)
        self.last = line

    def state(self) -> str:
        """How its own words end so far: `open` (a list may follow), `unfinished` or `finished`."""
        words = self.last_words()
        if not words:
            return "open"
        return "finished" if words.startswith(ROW) else ending(words)

    def last_words(self) -> str:
        return next((part for part in reversed(self.parts) if isinstance(part, str)), "")


def _freeze(node: _Node) -> Clause:
    parts = tuple(part if isinstance(part, str) else _freeze(part) for part in node.parts)
    last = max([node.last, *(part.line_end for part in parts if isinstance(part, Clause))])
    return Clause(node.name, node.kind, node.label, node.heading, parts, node.first, last)


class _Reader:
    """One pass over the lines of one part."""

    def __init__(self, profile: Profile, part: Part, lines: Sequence[Line]) -> None:
        self.profile, self.lines = profile, lines
        self.prefix = f"{part.prefix}:" if part.prefix else ""
        self.furniture = line_pattern(profile.furniture)
        self.tails = tuple(tail.lower() for tail in profile.tails)
        self.roots: list[_Node] = []
        self.path: list[_Node] = []  # the open clauses, outermost first
        self.target: _Node | None = None  # what the last words went to
        self.table: _Node | None = None  # the captioned table being read
        self.number: tuple[int, ...] = (0,)  # of the last section and rule
        self.titled = False  # after a heading without number, until the next number
        self.noting = False  # inside a footnote
        self.unclaimed: list[int] = []

    def read(self) -> None:
        for place, line in enumerate(self.lines):
            if self._skips(line):
                continue
            if line.cells:
                self._row(line)
            elif not (self._numbered(place, line) or self._caption(place, line)):
                self._unnumbered(place, line)

    def _skips(self, line: Line) -> bool:
        if line.blank:
            self.noting = self.noting and self.profile.footnotes == "to_heading"
            return True
        if line.footnote or (self.noting and not line.heading):
            self.noting = True
            return True
        self.noting = False
        return self.furniture is not None and self.furniture.fullmatch(straight(line.text)) is not None

    def _numbered(self, place: int, line: Line) -> bool:
        if self.profile.numbering == "sections":
            opened = self._section(place, line)
        else:
            opened = self._section(place, line) or self._rule(line)
        return opened or self._definition(line) or self._item(place, line)

    # -- what opens a clause

    def _section(self, place: int, line: Line) -> bool:
        found = section_number(line, self.number[0], after_gap=self._follows_gap(place))
        if found is None or (self.profile.numbering == "sections" and not line.heading):
            return False
        number, title = found
        kind: Kind = "rule" if self.profile.numbering == "sections" else "section"
        node = _Node(f"{self.prefix}{number}", kind, str(number), line.number)
        node.heading = title
        self.number = (number,)
        self._open(node, [])
        return True

    def _rule(self, line: Line) -> bool:
        found = rule_number(line.text, self.profile.levels)
        if found is None:
            return False
        number, words = found
        wrapped = self._mid_sentence() and not line.bullet and words[:1].islower()
        skips = number > self.number and number[0] == self.number[0] and not self._mid_sentence()
        if wrapped or not (skips or succeeds(number, self.number)):
            return False
        dotted = ".".join(map(str, number))
        node = _Node(self.prefix + dotted, "rule", dotted, line.number)
        above = {self.prefix + ".".join(map(str, number[:size])) for size in range(1, len(number))}
        self.number = number
        self._open(node, [outer for outer in self.path if outer.name in above])
        self._words(node, words, line.number)
        return True

    def _definition(self, line: Line) -> bool:
        base = next((place for place, node in enumerate(self.path) if node.name in self.profile.definitions), None)
        term = defined_term(line) if base is not None else None
        if base is None or term is None:
            return False
        path = self.path[: base + 1]
        node = _Node(normalise(f"{path[-1].name} {term}"), "definition", "", line.number)
        self._open(node, path)
        node.add(line.text, line.number)
        return True

    def _item(self, place: int, line: Line) -> bool:
        mark = find_mark(line.text)
        possible = readings(mark, self.profile.items) if mark else []
        if mark is None or not possible or not self.path:
            return False
        following = self._next_readings(place)
        for base in self._bases():
            reading = regular(possible, self._opened(base), following)
            if reading:
                return self._open_item(base, reading, mark.value, mark.rest, line.number)
        if self._mid_sentence():
            return False
        base = self._bases()[0]
        reading = irregular(possible, self._opened(base))
        return reading is not None and self._open_item(base, reading, mark.value, mark.rest, line.number)

    def _open_item(self, base: int, reading: Reading, value: str, words: str, line: int) -> bool:
        path = self.path[: base + 1]
        for node in self.path[base + 1 :]:
            if node.kind != "item" or node.level >= reading.level:
                break
            path.append(node)
        node = _Node(f"{path[-1].name}({value})", "item", f"({value})", line, reading.level, reading.ordinal)
        self._open(node, path)
        self._words(node, words, line)
        return True

    def _words(self, node: _Node, words: str, line: int) -> None:
        """Give `node` its first words; a line may go on at once with the first item of a list: `(a) (i) ...`."""
        mark = find_mark(words)
        if mark:
            base = self._bases()[0]
            reading = regular(readings(mark, self.profile.items), self._opened(base), ())
            if reading and reading.ordinal == 1:
                self._open_item(base, reading, mark.value, mark.rest, line)
                return
        node.add(words, line)

    def _open(self, node: _Node, path: list[_Node]) -> None:
        (path[-1].parts if path else self.roots).append(node)
        self.path = [*path, node]
        self.target, self.table, self.titled = node, None, False

    # -- what has no number

    def _caption(self, place: int, line: Line) -> bool:
        number = table_caption(line.text, self.profile.tables)
        after = next((later for later in self.lines[place + 1 : place + 4] if not later.blank), None)
        if number is None or not self.path or not (line.heading or (after is not None and after.cells)):
            return False
        node = _Node(f"{self.prefix}{self.profile.tables} {number}", "table", line.text, line.number)
        self._owner().parts.append(node)
        self.target = self.table = node
        self.titled = False
        return True

    def _row(self, line: Line) -> None:
        if not self.path:
            return  # a contents page
        holder = self.table
        if holder is None:
            finished = self.target is None or self.titled or self.target.state() == "finished"
            holder = self._owner() if self.target is None or finished else self.target
        holder.add(ROW + " | ".join(line.cells), line.number)
        self.target, self.titled = holder, False

    def _unnumbered(self, place: int, line: Line) -> None:
        if self.target is None:
            return  # before the first clause
        if place and self.lines[place - 1].cells and not line.heading:
            self.target.add(ROW + line.text, line.number)  # a note in the table's last row
            return
        self.table = None
        if line.heading:
            self.titled = True
            return
        self.titled = self.titled or self._is_title(place, line)
        if self.titled:
            self.unclaimed.append(line.number)
        else:
            self._go_on(line)

    def _go_on(self, line: Line) -> None:
        target, words = self.target, line.text
        tail = bool(self.tails) and words.lower().startswith(self.tails)
        if target is None or target.kind == "table" or tail:
            target = self._owner()
        elif line.bullet and (target.state() == "open" or target.last_words().startswith(ENTRY)):
            words = ENTRY + words
        elif target.state() == "finished" and not connects(words):
            target = self._owner()
        target.add(words, line.number)
        self.target = target

    def _is_title(self, place: int, line: Line) -> bool:
        """Whether the line is a heading that lost its markup: a few words by themselves before a new rule."""
        if self._mid_sentence() or not self._follows_gap(place) or not title_like(line):
            return False
        after = next((later for later in self.lines[place + 1 : place + 8] if not later.blank), None)
        if after is None or after.cells:
            return False
        return after.heading or rule_number(after.text, self.profile.levels) is not None

    # -- where things stand

    def _owner(self) -> _Node:
        """What words belong to that follow a finished item: the rule, definition or numbered subsection around it."""
        subsections = bool(self.profile.items) and any(way.alphabet == "number" for way in self.profile.items[0])
        for node in reversed(self.path):
            if node.kind != "item" or (subsections and node.level == 0):
                return node
        return self.path[0]

    def _bases(self) -> list[int]:
        """The places in the path below which an item may stand: its rule or definition, then what that stands in."""
        places = [place for place, node in enumerate(self.path) if node.kind != "item"]
        nearest = places[-1] if places else 0
        if self.path[nearest].kind == "definition" and len(places) > 1:
            return [nearest, places[-2]]
        return [nearest]

    def _opened(self, base: int) -> dict[int, int]:
        opened = {}
        for node in self.path[base + 1 :]:
            if node.kind != "item":
                break
            opened[node.level] = node.ordinal
        return opened

    def _mid_sentence(self) -> bool:
        return self.target is not None and not self.titled and self.target.state() == "unfinished"

    def _follows_gap(self, place: int) -> bool:
        return place == 0 or self.lines[place - 1].blank

    def _next_readings(self, place: int) -> list[Reading]:
        for line in self.lines[place + 1 : place + 1 + _LOOK_AHEAD]:
            if line.heading or rule_number(line.text, self.profile.levels):
                return []
            mark = find_mark(line.text)
            found = readings(mark, self.profile.items) if mark else []
            if found:
                return found
        return []
