"""Reading a document's lines into its tree of clauses, whatever the conversion to text did to them.

Numbers decide what belongs where; indentation and heading levels decide nothing, since conversions lose them. Where a
line has no number, the words before it decide: an unfinished sentence goes on, a finished item leaves the line to
the rule it stands in. Every line ends in one clause or in the list of what was dropped, with the reason.
"""

import re
from dataclasses import dataclass

from rulespec.documents.clause import normalise
from rulespec.documents.growing import Node, continues, freeze, heads_table, row_key
from rulespec.documents.lines import Line, flat, read_lines
from rulespec.documents.numbering import Reading, find_mark, irregular, readings, regular
from rulespec.documents.paging import sorted_out
from rulespec.documents.profile import Profile
from rulespec.documents.signs import (
    connects,
    defined_term,
    hangs,
    place_of,
    refers,
    rule_number,
    section_number,
    succeeds,
    table_caption,
    tells_meaning,
    title_like,
)
from rulespec.documents.stretches import Stretch, divide, matching
from rulespec.documents.tree import CELL, ENTRY, ROW, TITLED, Clause, Kind

_LOOK_AHEAD = 60  # lines; far enough for the next item, near enough to keep reading linear
_DEEPEST = 6  # parts of a number, at most
_NEAR = 1  # sections between a rule's number and the section that it stands in, where one of them is wrong
_CAPTION = re.compile(r"(\w+):?\s+[\"']?(\w[\w.]*(?:\([\w.]+\))*(?:\.\d+)?)")
_TITLES: dict[str, Kind] = {"cover": "cover", "contents": "contents", "amendments": "amendments"}


@dataclass(frozen=True, slots=True)
class Dropped:
    """A line that says nothing of the rules: blank, or the page's own; `why` says which."""

    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Read:
    """What a document was read into: its clauses, and the lines that are no part of them."""

    tree: tuple[Clause, ...]
    dropped: tuple[Dropped, ...]
    repeated: tuple[str, ...]


def read_tree(text: str, profile: Profile) -> Read:
    """The clauses of all parts that `profile` names; LoadError if a part begins nowhere in `text`.

    An id that the document uses more than once is told apart from the second time on: `3.2`, `3.2#2`; such ids of
    numbered clauses are `repeated`.
    """
    names = _Names()
    dropped: list[Dropped] = []
    roots: list[Clause] = []
    for stretch in divide(read_lines(text), profile):
        if stretch.kind == "outside":
            dropped += [
                Dropped(line.number, line.text or CELL.join(line.cells), "outside the parts read")
                for line in stretch.lines
            ]
        elif stretch.kind == "rules":
            reader = _Reader(profile, stretch, names)
            reader.read()
            roots += [freeze(node) for node in reader.roots]
            dropped += reader.dropped
        else:
            region, rest = _region(stretch, profile, names)
            roots += [region] if region else []
            dropped += rest
    dropped.sort(key=lambda one: one.line)
    return Read(tuple(roots), tuple(dropped), tuple(names.repeated))


class _Names:
    """The ids given so far, in all parts of a document."""

    def __init__(self) -> None:
        self.taken: dict[str, int] = {}
        self.repeated: list[str] = []

    def give(self, name: str, *, numbered: bool = False) -> str:
        count = self.taken[name] = self.taken.get(name, 0) + 1
        if count == 1:
            return name
        if numbered:
            self.repeated.append(name)
        return self.give(f"{name}#{count}")


def _region(stretch: Stretch, profile: Profile, names: _Names) -> tuple[Clause | None, list[Dropped]]:
    """What stands before or after the rules, as one clause with a line of text for each line."""
    kind = _TITLES[stretch.kind]
    node = Node(names.give(kind), kind, "", None)
    dropped = []
    for line, why in sorted_out(stretch, profile.furniture):
        if not why:
            node.add(ROW + (line.text or CELL.join(line.cells)), line.number)
        elif line.number:
            dropped.append(Dropped(line.number, line.text, why))
    return (freeze(node) if node.lines else None), dropped


class _Reader:
    """One pass over the lines of one part."""

    def __init__(self, profile: Profile, stretch: Stretch, names: _Names) -> None:
        self.profile, self.stretch, self.names = profile, stretch, names
        self.prefix = f"{stretch.prefix}:" if stretch.prefix else ""
        self.diagrams = matching(profile.diagrams)
        self.notes = matching(profile.notes)
        self.divisions = matching(profile.divisions)
        self.defining = matching([entry for entry in profile.definitions if "*" in entry])
        self.tails = tuple(tail.lower() for tail in profile.tails)
        self.lines: list[Line] = []  # what the document says, and the blank lines between
        self.dropped: list[Dropped] = []
        self.roots: list[Node] = []
        self.path: list[Node] = []  # the open clauses, outermost first
        self.target: Node | None = None  # what the last words went to
        self.table: Node | None = None  # the captioned table being read
        self.holder: Node | None = None  # what the rows just read went to
        self.number: tuple[float, ...] = (0,)  # of the last section and rule
        self.titled = False  # after a heading without number, until the next number
        self.note: Node | None = None  # the footnote being read

    def read(self) -> None:
        for line, why in sorted_out(self.stretch, self.profile.furniture):
            if why and line.number:
                self.dropped.append(Dropped(line.number, line.text, why))
            if not why or line.blank:
                self.lines.append(line)
        for place, line in enumerate(self.lines):
            self._line(place, line)

    def _line(self, place: int, line: Line) -> None:
        if line.blank:
            self.note = self.note if self.profile.footnotes == "to_heading" else None
        elif self._footnote(line) or self._divides(place, line):
            return
        elif line.cells:
            self._row(place, line)
        elif not (self._numbered(place, line) or self._captioned(place, line)):
            self._unnumbered(place, line)

    def _footnote(self, line: Line) -> bool:
        """Whether the line begins a footnote or goes on with one; it stands apart from what it interrupts."""
        if line.footnote:
            self.note = Node(self.names.give(f"{self.prefix}footnote {line.footnote}"), "note", "", None)
            titled = self.path[:1] if self.stretch.titled else []
            (titled[0].parts if titled else self.roots).append(self.note)
        elif self.note is None or line.heading:
            self.note = None
            return False
        self.note.add(line.text or ROW + CELL.join(line.cells), line.number)
        return True

    def _divides(self, place: int, line: Line) -> bool:
        """Whether the line is the title of the part, or a heading that divides it."""
        if place == 0 and self.stretch.titled:
            number = self.stretch.number.replace(" ", "")
            label, _, title = line.text.partition(self.stretch.number)
            node = Node(self.names.give(self.stretch.prefix), "schedule", f"{label}{number}", line.number)
            node.heading = title.strip(" –—-:.")
            self._open(node, [])
            return True
        match = self.divisions.fullmatch(flat(line.text)) if self.divisions and line.heading else None
        if match is None:
            return False
        number = next(group for group in match.groups() if group)
        word, _, title = line.text.partition(number)
        node = Node(
            self.names.give(f"{self.prefix}{word.strip().lower()} {number}"), "part", f"{word}{number}", line.number
        )
        node.heading = title.strip(" –—-:.")
        self._open(node, [outer for outer in self.path if outer.kind == "schedule"])
        return True

    def _numbered(self, place: int, line: Line) -> bool:
        marked = line.bullet or line.heading or self._follows_gap(place)
        if not marked and self.target is not None and refers(self.target.last_words()):
            return False
        if self.profile.numbering == "sections":
            opened = self._section(place, line)
        else:
            opened = self._section(place, line) or self._rule(place, line)
        return opened or self._definition(line) or self._item(place, line)

    # -- what opens a clause

    def _section(self, place: int, line: Line) -> bool:
        apart = self._follows_gap(place) or not self._mid_sentence()
        found = section_number(line, self.number[0], after_gap=apart)
        if found is None or (self.profile.numbering == "sections" and not line.heading):
            return False
        number, title = found
        kind: Kind = "rule" if self.profile.numbering == "sections" else "section"
        node = Node(self._name(f"{self.prefix}{number}"), kind, number, line.number)
        node.heading = title
        self.number = (place_of(number),)
        self._open(node, [outer for outer in self.path if outer.kind in ("schedule", "part")])
        return True

    def _rule(self, place: int, line: Line) -> bool:
        found = rule_number(line.text, _DEEPEST)
        if found is None:
            return False
        dotted, words = found
        pieces = dotted.split(".")
        number = tuple(place_of(piece) for piece in pieces)
        apart = line.bullet or self._follows_gap(place)
        goes_on = words[:1].islower() or not (words or self._follows_gap(place))
        wrapped = self._mid_sentence() and not line.bullet and goes_on
        if wrapped or not self._is_rule(number, apart and not words[:1].islower(), apart):
            return False
        node = Node(self._name(self.prefix + dotted), "rule", dotted, line.number)
        above = {self.prefix + ".".join(pieces[:size]) for size in range(1, len(pieces))}
        within = [outer for outer in self.path if outer.name in above]
        self.number = number
        self._open(node, within or [outer for outer in self.path if outer.kind == "section"])
        self._words(node, words, line.number)
        return True

    def _is_rule(self, number: tuple[float, ...], begins: bool, apart: bool) -> bool:
        """Whether a number is that of the next rule: it follows the last one, or stands where only a rule can begin.

        `begins`: the line stands apart from the one before, and its words begin a sentence. Then the number may skip,
        go back, stand twice, have more parts than others, or belong to another section: `doc lint` says so.
        """
        deep = len(number) > self.profile.levels
        if not deep and succeeds(number, self.number):
            return True
        if self._mid_sentence() and not (apart and begins):
            return False
        if number[0] == self.number[0] and number >= self.number and not deep:
            return True
        near = abs(number[0] - self.number[0]) <= _NEAR
        return begins and near and (not deep or number[: len(self.number)] == self.number)

    def _definition(self, line: Line) -> bool:
        term = defined_term(line) if self.path else None
        base = self._definition_base(line) if term is not None else None
        if base is None:
            return False
        path = self.path[: base + 1]
        node = Node(self._name(normalise(f"{path[-1].name} {term}")), "definition", "", line.number)
        self._open(node, path)
        node.add(line.text, line.number)
        return True

    def _definition_base(self, line: Line) -> int | None:
        """The place in the path of what a defined term stands in; None if the emphasised words are no such term.

        Inside the clauses that the profile names every emphasised beginning is one; elsewhere only one that the line
        says the meaning of, and it stands in what the last one stood in, or in what has just opened a list.
        """
        named = next((place for place, node in enumerate(self.path) if self._defines(node)), None)
        if named is not None:
            return named
        if not tells_meaning(line) or self._mid_sentence():
            return None
        last = next((place for place, node in enumerate(self.path) if node.kind == "definition"), None)
        if last is not None:
            return last - 1
        places = [place for place, node in enumerate(self.path) if node.kind in ("rule", "paragraph")]
        opening = [place for place in places if self.path[place].state() == "open"]
        found = opening or places
        return found[-1] if found else None

    def _defines(self, node: Node) -> bool:
        if node.name in self.profile.definitions:
            return True
        if self.defining is None or node.kind not in ("rule", "paragraph"):
            return False
        said = (node.heading, next((part for part in node.parts if isinstance(part, str)), ""))
        return any(self.defining.fullmatch(flat(words)) for words in said)

    def _item(self, place: int, line: Line) -> bool:
        mark = find_mark(line.text)
        possible = readings(mark, self.profile.items) if mark else []
        if mark is None or not possible or not self.path:
            return False
        following = self._next_readings(place)
        led = self.target is None or self.target.state() != "finished"
        nearest, *_ = bases = self._bases()
        for base in bases:
            reading = regular(possible, self._opened(base), following, led)
            if reading and (base == nearest or reading.ordinal > 1):  # lists begin in what is nearest
                return self._open_item(base, reading, mark.value, mark.rest, line.number)
        hanging = self.target is not None and hangs(self.target.last_words())
        if self._mid_sentence() and hanging and not (line.bullet or self._follows_gap(place)):
            return False
        reading = irregular(possible, self._opened(nearest))
        return reading is not None and self._open_item(nearest, reading, mark.value, mark.rest, line.number)

    def _open_item(self, base: int, reading: Reading, value: str, words: str, line: int) -> bool:
        path = self.path[: base + 1]
        for node in self.path[base + 1 :]:
            if node.kind != "paragraph" or node.level >= reading.level:
                break
            path.append(node)
        mark = "1" if reading.alphabet == "number" and value == "l" else value
        name = self._name(f"{path[-1].name}({mark})")
        node = Node(name, "paragraph", f"({value})", line, reading.level, reading.ordinal)
        node.alphabet = reading.alphabet
        self._open(node, path)
        self._words(node, words, line)
        return True

    def _words(self, node: Node, words: str, line: int) -> None:
        """Give `node` its first words; a line may go on at once with the first item of a list: `(a) (i) ...`."""
        mark = find_mark(words)
        if mark:
            base = self._bases()[0]
            reading = regular(readings(mark, self.profile.items), self._opened(base), ())
            if reading and reading.ordinal == 1:
                self._open_item(base, reading, mark.value, mark.rest, line)
                return
        node.add(words, line)

    def _open(self, node: Node, path: list[Node]) -> None:
        (path[-1].parts if path else self.roots).append(node)
        self.path = [*path, node]
        self.target, self.table, self.holder, self.titled = node, None, None, False

    # -- what has no number

    def _captioned(self, place: int, line: Line) -> bool:
        return self._table_caption(place, line) or self._picture(place, line) or self._noted(line)

    def _table_caption(self, place: int, line: Line) -> bool:
        number = table_caption(line.text, self.profile.tables)
        after = self._following(place)
        if number is None or not self.path or not (line.heading or (after is not None and after.cells)):
            return False
        name = self._name(f"{self.prefix}{self.profile.tables} {number}")
        self.table = self._beside(Node(name, "table", line.text, line.number), self._owner())
        return True

    def _picture(self, place: int, line: Line) -> bool:
        if self.diagrams is None or not self.diagrams.fullmatch(flat(line.text)) or line.bullet:
            return False
        if self._mid_sentence() and not self._follows_gap(place):
            return False  # a line of a paragraph that speaks of a picture
        match = _CAPTION.match(flat(line.text))
        caption = f"{match[1].capitalize()} {match[2]}" if match else line.text
        node = Node(self.names.give(normalise(self.prefix + caption)), "diagram", line.text, line.number)
        within = next((outer for outer in reversed(self.path) if outer.kind in TITLED), None)
        self._beside(node, within)
        return True

    def _noted(self, line: Line) -> bool:
        if self.notes is None or not self.path or not self.notes.fullmatch(flat(line.text)):
            return False
        owner = self._owner()
        node = self._beside(Node(self.names.give(f"{owner.name} Note"), "note", "", line.number), owner)
        node.add(line.text, line.number)
        return True

    def _row(self, place: int, line: Line) -> None:
        if self.target is None or not self.path:
            self._begin_loose(line)
            return
        holder = self.table or self.holder
        if holder is None:
            aside = self.target.kind in ("row", "note", "heading")
            holder = self._owner() if aside or self.target.state() == "finished" else self.target
        self.holder = holder
        row = holder.last_row() if self.target.kind == "row" else None
        if row is not None and continues(row, line):
            row.add_cells(line)
            self.target = row
            return
        below_heading = row is None and self.target is holder and holder.last_words().startswith(ROW)
        block = [later for later in self.lines[place : place + _LOOK_AHEAD] if later.ruled or not later.blank]
        if heads_table(block, row is not None) or (below_heading and continues(Node("", "row", "", None), line)):
            holder.add(ROW + CELL.join(line.cells), line.number)
            self.target, self.titled = holder, False
            return
        cells = line.cells[1:] if self._spans(place, line) else line.cells
        key = row_key(cells, holder.keys)
        holder.keys.add(key)
        node = Node(self.names.give(f"{holder.name}[{key}]"), "row", line.layout, None)
        node.add_cells(line)
        holder.parts.append(node)
        self.target, self.titled = node, False

    def _spans(self, place: int, line: Line) -> bool:
        """Whether the row's first cell stands for the rows below too, which begin with an empty one."""
        following = self._following(place)
        if following is None or not following.indented or len(line.cells) != len(following.cells) + 1:
            return False
        return not continues(Node("", "row", "", None), following)

    def _unnumbered(self, place: int, line: Line) -> None:
        if self.target is None:
            self._begin_loose(line)
            return
        if place and self.lines[place - 1].cells and not line.heading:
            self.target.add(ROW + line.text, line.number)  # a note in the table's last row
            return
        if self._goes_on_with_caption(place, line):
            return
        self.table = self.holder = None
        if line.heading or (not self.titled and self._is_title(place, line)):
            if self._goes_on_with_heading(line):
                return
            within = next((outer for outer in reversed(self.path) if outer.kind in TITLED), None)
            around = within.name if within else self.prefix.removesuffix(":")
            node = Node(
                self.names.give(normalise(" ".join(filter(None, (around, line.text))))),
                "heading",
                line.text,
                line.number,
            )
            self._beside(node, within)
            self.titled = True
        elif self.titled or (not self._follows_gap(place) and not line.bullet and not self._is_tail(line)):
            self.target.go_on(line.text, line.number)  # a line of the same paragraph
        else:
            self._go_on(line)

    def _goes_on_with_heading(self, line: Line) -> bool:
        """Whether the heading is the rest of one that a page break has cut: it begins in lower case."""
        target = self.target
        if target is None or not line.heading or not target.heading or target.parts or not line.text[:1].islower():
            return False
        target.heading += f" {line.text}"
        target.lines.append(line.number)
        return True

    def _goes_on_with_caption(self, place: int, line: Line) -> bool:
        """Whether the line is the next of a picture's caption."""
        target = self.target
        if target is None or target.kind != "diagram" or target.parts or line.heading or self._follows_gap(place):
            return False
        target.label += f" {line.text}"
        target.lines.append(line.number)
        return True

    def _begin_loose(self, line: Line) -> None:
        """Words or rows before the first numbered clause of a part."""
        node = Node(self.names.give(f"{self.prefix}opening"), "heading", "", None)
        node.add(line.text or ROW + CELL.join(line.cells), line.number)
        self.roots.append(node)
        self.path, self.target = [node], node

    def _beside(self, node: Node, within: Node | None) -> Node:
        """Add a clause without number to `within` (or the roots); numbered clauses go on where they were."""
        (within.parts if within else self.roots).append(node)
        self.target, self.table, self.holder, self.titled = node, None, None, False
        return node

    def _go_on(self, line: Line) -> None:
        target, words = self.target, line.text
        if target is None or target.kind in ("table", "row") or self._is_tail(line):
            target = self._owner()
        elif line.bullet and (target.state() == "open" or target.listing):
            words = ENTRY + words
        elif target.kind == "note" or (target.state() == "finished" and not connects(words)):
            target = self._owner()
        target.add(words, line.number)
        self.target = target

    def _is_tail(self, line: Line) -> bool:
        return bool(self.tails) and line.text.lower().startswith(self.tails)

    def _is_title(self, place: int, line: Line) -> bool:
        """Whether the line is a heading that lost its markup: a few words by themselves before a new rule."""
        if self._mid_sentence() or not title_like(line):
            return False
        after = self._following(place)
        if after is None or after.cells:
            return False
        return after.heading or rule_number(after.text, self.profile.levels) is not None

    # -- where things stand

    def _name(self, name: str) -> str:
        return self.names.give(name, numbered=True)

    def _owner(self) -> Node:
        """What words belong to that follow a finished item: the rule, definition or numbered subsection around it."""
        subsections = bool(self.profile.items) and any(way.alphabet == "number" for way in self.profile.items[0])
        for node in reversed(self.path):
            if node.kind != "paragraph" or (subsections and node.level == 0):
                return node
        return self.path[0]

    def _bases(self) -> list[int]:
        """The places in the path below which an item may stand: its rule or definition, then what that stands in."""
        places = [place for place, node in enumerate(self.path) if node.kind != "paragraph"]
        nearest = places[-1] if places else 0
        if self.path[nearest].kind == "definition" and len(places) > 1:
            return [nearest, places[-2]]
        return [nearest]

    def _opened(self, base: int) -> dict[int, float]:
        opened = {}
        for node in self.path[base + 1 :]:
            if node.kind != "paragraph":
                break
            opened[node.level] = node.ordinal
        return opened

    def _mid_sentence(self) -> bool:
        return self.target is not None and not self.titled and self.target.state() == "unfinished"

    def _following(self, place: int) -> Line | None:
        """The next line that says something, if it is near."""
        ahead = self.lines[place + 1 : place + 1 + _LOOK_AHEAD]
        return next((later for later in ahead if not later.blank), None)

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
