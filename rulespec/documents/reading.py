"""Reading a document's lines into its tree of clauses, whatever the conversion to text did to them.

Numbers decide what belongs where; indentation and heading levels decide nothing, since conversions lose them. Where a
line has no number, the words before it decide: an unfinished sentence goes on, a finished item leaves the line to
the rule it stands in. Every line ends in one clause or in the list of what was dropped, with the reason.
"""

import re
from dataclasses import dataclass

from rulespec.documents.clause import normalise
from rulespec.documents.defining import definition_base
from rulespec.documents.growing import Node, freeze
from rulespec.documents.lines import Line, flat, read_lines
from rulespec.documents.numbering import Reading, find_mark, irregular, readings, regular
from rulespec.documents.paging import sorted_out
from rulespec.documents.position import Names, Position
from rulespec.documents.profile import Profile
from rulespec.documents.rows import read_row
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
    title_like,
)
from rulespec.documents.stretches import Stretch, divide, matching
from rulespec.documents.surroundings import Surroundings
from rulespec.documents.tree import CELL, ENTRY, ROW, TITLED, Clause, Kind

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
    names = Names()
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
            roots += [freeze(node) for node in reader.at.roots]
            dropped += reader.dropped
        else:
            region, rest = _region(stretch, profile, names)
            roots += [region] if region else []
            dropped += rest
    dropped.sort(key=lambda one: one.line)
    return Read(tuple(roots), tuple(dropped), tuple(names.repeated))


def _region(stretch: Stretch, profile: Profile, names: Names) -> tuple[Clause | None, list[Dropped]]:
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

    def __init__(self, profile: Profile, stretch: Stretch, names: Names) -> None:
        self.profile, self.stretch = profile, stretch
        self.diagrams = matching(profile.diagrams)
        self.notes = matching(profile.notes)
        self.divisions = matching(profile.divisions)
        self.tails = tuple(tail.lower() for tail in profile.tails)
        lines = [*sorted_out(stretch, profile.furniture)]
        self.dropped = [Dropped(line.number, line.text, why) for line, why in lines if why and line.number]
        self.around = Surroundings([line for line, why in lines if not why or line.blank], profile)
        self.at = Position(profile, stretch, names)
        self.number: tuple[float, ...] = (0,)  # of the last section and rule
        self.note: Node | None = None  # the footnote being read

    def read(self) -> None:
        for place, line in enumerate(self.around.lines):
            self._line(place, line)

    def _line(self, place: int, line: Line) -> None:
        if line.blank:
            self.note = self.note if self.profile.footnotes == "to_heading" else None
        elif self._footnote(line) or self._divides(place, line):
            return
        elif line.cells:
            read_row(self.at, line, self.around.ahead(place))
        elif not (self._numbered(place, line) or self._captioned(place, line)):
            self._unnumbered(place, line)

    def _footnote(self, line: Line) -> bool:
        """Whether the line begins a footnote or goes on with one; it stands apart from what it interrupts."""
        if line.footnote:
            self.note = Node(self.at.give(f"{self.at.prefix}footnote {line.footnote}"), "note", "", None)
            titled = self.at.path[:1] if self.stretch.titled else []
            (titled[0].parts if titled else self.at.roots).append(self.note)
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
            node = Node(self.at.give(self.stretch.prefix), "schedule", f"{label}{number}", line.number)
            node.heading = title.strip(" –—-:.")
            self.at.open(node, [])
            return True
        match = self.divisions.fullmatch(flat(line.text)) if self.divisions and line.heading else None
        if match is None:
            return False
        number = next(group for group in match.groups() if group)
        word, _, title = line.text.partition(number)
        node = Node(
            self.at.give(f"{self.at.prefix}{word.strip().lower()} {number}"), "part", f"{word}{number}", line.number
        )
        node.heading = title.strip(" –—-:.")
        self.at.open(node, [outer for outer in self.at.path if outer.kind == "schedule"])
        return True

    def _numbered(self, place: int, line: Line) -> bool:
        marked = line.bullet or line.heading or self.around.follows_gap(place)
        if not marked and self.at.target is not None and refers(self.at.target.last_words()):
            return False
        if self.profile.numbering == "sections":
            opened = self._section(place, line)
        else:
            opened = self._section(place, line) or self._rule(place, line)
        return opened or self._definition(place, line) or self._item(place, line)

    # -- what opens a clause

    def _section(self, place: int, line: Line) -> bool:
        apart = self.around.follows_gap(place) or not self.at.mid_sentence()
        found = section_number(line, self.number[0], after_gap=apart)
        if found is None or (self.profile.numbering == "sections" and not line.heading):
            return False
        number, title = found
        kind: Kind = "rule" if self.profile.numbering == "sections" else "section"
        node = Node(self.at.name(f"{self.at.prefix}{number}"), kind, number, line.number)
        node.heading = title
        self.number = (place_of(number),)
        self.at.open(node, [outer for outer in self.at.path if outer.kind in ("schedule", "part")])
        return True

    def _rule(self, place: int, line: Line) -> bool:
        found = rule_number(line.text, _DEEPEST)
        if found is None:
            return False
        dotted, words = found
        pieces = dotted.split(".")
        number = tuple(place_of(piece) for piece in pieces)
        apart = line.bullet or self.around.follows_gap(place)
        goes_on = words[:1].islower() or not (words or self.around.follows_gap(place))
        hanging = self.at.target is not None and hangs(self.at.target.last_words())
        dotted_off = line.text.startswith(f"{dotted}. ")  # as no reference is in the middle of a sentence
        listed = succeeds(number, self.number) and (dotted_off or (self.around.follows_gap(place) and not hanging))
        wrapped = self.at.mid_sentence() and not line.bullet and goes_on and not listed
        if wrapped or not self._is_rule(number, apart and not words[:1].islower(), apart):
            return False
        node = Node(self.at.name(self.at.prefix + dotted), "rule", dotted, line.number)
        above = {self.at.prefix + ".".join(pieces[:size]) for size in range(1, len(pieces))}
        within = [outer for outer in self.at.path if outer.name in above]
        self.number = number
        self.at.open(node, within or [outer for outer in self.at.path if outer.kind == "section"])
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
        if self.at.mid_sentence() and not (apart and begins):
            return False
        if number[0] == self.number[0] and number >= self.number and not deep:
            return True
        near = abs(number[0] - self.number[0]) <= _NEAR
        return begins and near and (not deep or number[: len(self.number)] == self.number)

    def _definition(self, place: int, line: Line) -> bool:
        term = defined_term(line) if self.at.path else None
        apart = line.bullet or self.around.follows_gap(place)
        base = definition_base(self.at, line, apart) if term is not None else None
        if base is None:
            return False
        path = self.at.path[: base + 1]
        node = Node(self.at.name(normalise(f"{path[-1].name} {term}")), "definition", "", line.number)
        self.at.open(node, path)
        node.add(line.text, line.number)
        return True

    def _item(self, place: int, line: Line) -> bool:
        mark = find_mark(line.text)
        possible = readings(mark, self.profile.items) if mark else []
        if mark is None or not possible or not self.at.path:
            return False
        following = self.around.next_readings(place)
        led = self.at.target is None or self.at.target.state() != "finished"
        nearest, *_ = bases = self.at.bases()
        for base in bases:
            reading = regular(possible, self.at.opened(base), following, led)
            if reading and (base == nearest or reading.ordinal > 1):  # lists begin in what is nearest
                return self._open_item(base, reading, mark.value, mark.rest, line.number)
        hanging = self.at.target is not None and hangs(self.at.target.last_words())
        if self.at.mid_sentence() and hanging and not (line.bullet or self.around.follows_gap(place)):
            return False
        reading = irregular(possible, self.at.opened(nearest))
        return reading is not None and self._open_item(nearest, reading, mark.value, mark.rest, line.number)

    def _open_item(self, base: int, reading: Reading, value: str, words: str, line: int) -> bool:
        path = self.at.path[: base + 1]
        for node in self.at.path[base + 1 :]:
            if node.kind != "paragraph" or node.level >= reading.level:
                break
            path.append(node)
        mark = "1" if reading.alphabet == "number" and value == "l" else value
        name = self.at.name(f"{path[-1].name}({mark})")
        node = Node(name, "paragraph", f"({value})", line, reading.level, reading.ordinal)
        node.alphabet = reading.alphabet
        self.at.open(node, path)
        self._words(node, words, line)
        return True

    def _words(self, node: Node, words: str, line: int) -> None:
        """Give `node` its first words; a line may go on at once with the first item of a list: `(a) (i) ...`."""
        mark = find_mark(words)
        if mark:
            base = self.at.bases()[0]
            reading = regular(readings(mark, self.profile.items), self.at.opened(base), ())
            if reading and reading.ordinal == 1:
                self._open_item(base, reading, mark.value, mark.rest, line)
                return
        node.add(words, line)

    # -- what has no number

    def _captioned(self, place: int, line: Line) -> bool:
        return self._table_caption(place, line) or self._picture(place, line) or self._noted(line)

    def _table_caption(self, place: int, line: Line) -> bool:
        number = table_caption(line.text, self.profile.tables)
        after = self.around.following(place)
        if number is None or not self.at.path or not (line.heading or (after is not None and after.cells)):
            return False
        name = self.at.name(f"{self.at.prefix}{self.profile.tables} {number}")
        self.at.table = self.at.beside(Node(name, "table", line.text, line.number), self.at.owner())
        return True

    def _picture(self, place: int, line: Line) -> bool:
        if self.diagrams is None or not self.diagrams.fullmatch(flat(line.text)) or line.bullet:
            return False
        if self.at.mid_sentence() and not self.around.follows_gap(place):
            return False  # a line of a paragraph that speaks of a picture
        match = _CAPTION.match(flat(line.text))
        caption = f"{match[1].capitalize()} {match[2]}" if match else line.text
        node = Node(self.at.give(normalise(self.at.prefix + caption)), "diagram", line.text, line.number)
        within = next((outer for outer in reversed(self.at.path) if outer.kind in TITLED), None)
        self.at.beside(node, within)
        return True

    def _noted(self, line: Line) -> bool:
        if self.notes is None or not self.at.path or not self.notes.fullmatch(flat(line.text)):
            return False
        owner = self.at.owner()
        node = self.at.beside(Node(self.at.give(f"{owner.name} Note"), "note", "", line.number), owner)
        node.add(line.text, line.number)
        return True

    def _unnumbered(self, place: int, line: Line) -> None:
        if self.at.target is None:
            self.at.begin_loose(line)
            return
        if self.around.follows_row(place) and not line.heading:
            self.at.target.add(ROW + line.text, line.number)  # a note in the table's last row
            return
        if self._goes_on_with_caption(place, line):
            return
        self.at.table = self.at.holder = None
        if line.heading or (not self.at.titled and self._is_title(place, line)):
            if self._goes_on_with_heading(line):
                return
            within = next((outer for outer in reversed(self.at.path) if outer.kind in TITLED), None)
            around = within.name if within else self.at.prefix.removesuffix(":")
            node = Node(
                self.at.give(normalise(" ".join(filter(None, (around, line.text))))),
                "heading",
                line.text,
                line.number,
            )
            self.at.beside(node, within)
            self.at.titled = True
        elif self.at.titled or (not self.around.follows_gap(place) and not line.bullet and not self._is_tail(line)):
            self.at.target.go_on(line.text, line.number)  # a line of the same paragraph
        else:
            self._go_on(line)

    def _goes_on_with_heading(self, line: Line) -> bool:
        """Whether the heading is the rest of one that a page break has cut: it begins in lower case."""
        target = self.at.target
        if target is None or not line.heading or not target.heading or target.parts or not line.text[:1].islower():
            return False
        target.heading += f" {line.text}"
        target.lines.append(line.number)
        return True

    def _goes_on_with_caption(self, place: int, line: Line) -> bool:
        """Whether the line is the next of a picture's caption."""
        target = self.at.target
        if target is None or target.kind != "diagram" or target.parts or line.heading or self.around.follows_gap(place):
            return False
        target.label += f" {line.text}"
        target.lines.append(line.number)
        return True

    def _go_on(self, line: Line) -> None:
        target, words = self.at.target, line.text
        if target is None or target.kind in ("table", "row") or self._is_tail(line):
            target = self.at.owner()
        elif line.bullet and (target.state() == "open" or target.listing):
            words = ENTRY + words
        elif target.kind == "note" or (target.state() == "finished" and not connects(words)):
            target = self.at.owner()
        target.add(words, line.number)
        self.at.target = target

    def _is_tail(self, line: Line) -> bool:
        return bool(self.tails) and line.text.lower().startswith(self.tails)

    def _is_title(self, place: int, line: Line) -> bool:
        """Whether the line is a heading that lost its markup: a few words by themselves before a new rule."""
        if self.at.mid_sentence() or not title_like(line):
            return False
        after = self.around.following(place)
        if after is None or after.cells:
            return False
        return after.heading or rule_number(after.text, self.profile.levels) is not None
