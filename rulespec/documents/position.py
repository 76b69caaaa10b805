"""Where a reader of clauses stands: the clauses open around the next line, and what the last words went to."""

from rulespec.documents.growing import Node
from rulespec.documents.lines import Line
from rulespec.documents.profile import Profile
from rulespec.documents.stretches import Stretch, matching
from rulespec.documents.tree import CELL, ROW


class Names:
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


class Position:
    """The clauses of one part that have been begun, and where the next one can stand."""

    def __init__(self, profile: Profile, stretch: Stretch, names: Names) -> None:
        self.profile, self.names = profile, names
        self.prefix = f"{stretch.prefix}:" if stretch.prefix else ""
        self.defining = matching([entry for entry in profile.definitions if "*" in entry])
        self.roots: list[Node] = []
        self.path: list[Node] = []  # the open clauses, outermost first
        self.target: Node | None = None  # what the last words went to
        self.table: Node | None = None  # the captioned table being read
        self.holder: Node | None = None  # what the rows just read went to
        self.titled = False  # after a heading without number, until the next number

    def give(self, name: str) -> str:
        """The id of a clause without number."""
        return self.names.give(name)

    def name(self, name: str) -> str:
        """The id of a numbered clause."""
        return self.names.give(name, numbered=True)

    def owner(self) -> Node:
        """What words belong to that follow a finished item: the rule, definition or numbered subsection around it."""
        subsections = bool(self.profile.items) and any(way.alphabet == "number" for way in self.profile.items[0])
        for node in reversed(self.path):
            if node.kind != "paragraph" or (subsections and node.level == 0):
                return node
        return self.path[0]

    def bases(self) -> list[int]:
        """The places in the path below which an item may stand: its rule or definition, then what that stands in."""
        places = [place for place, node in enumerate(self.path) if node.kind != "paragraph"]
        nearest = places[-1] if places else 0
        if self.path[nearest].kind == "definition" and len(places) > 1:
            return [nearest, places[-2]]
        return [nearest]

    def opened(self, base: int) -> dict[int, float]:
        """The ordinal of the open item at each level, below the place `base` of the path."""
        opened = {}
        for node in self.path[base + 1 :]:
            if node.kind != "paragraph":
                break
            opened[node.level] = node.ordinal
        return opened

    def mid_sentence(self) -> bool:
        """Whether the last words are a sentence that has not ended."""
        return self.target is not None and not self.titled and self.target.state() == "unfinished"

    def open(self, node: Node, path: list[Node]) -> None:
        """Begin a clause in the last of `path` (or the roots)."""
        (path[-1].parts if path else self.roots).append(node)
        self.path = [*path, node]
        self.target, self.table, self.holder, self.titled = node, None, None, False

    def beside(self, node: Node, within: Node | None) -> Node:
        """Add a clause without number to `within` (or the roots); numbered clauses go on where they were."""
        (within.parts if within else self.roots).append(node)
        self.target, self.table, self.holder, self.titled = node, None, None, False
        return node

    def begin_loose(self, line: Line) -> None:
        """Words or rows before the first numbered clause of a part."""
        node = Node(self.give(f"{self.prefix}opening"), "heading", "", None)
        node.add(line.text or ROW + CELL.join(line.cells), line.number)
        self.roots.append(node)
        self.path, self.target = [node], node
