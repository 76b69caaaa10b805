"""Collecting findings while a file is read, so that one run shows all that is wrong, and each thing once.

Reading goes on where something is wrong. What follows from that is not said: nothing is said where the schema has said
something already, nor of a name that is missing only because the place that declares it could not be read.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulespec.lang.resolve import Unresolved
from rulespec.lang.syntax import Problem
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.model.finding import Finding
from rulespec.model.place import Place

_WHOLE = re.compile(r"(-?[0-9]{1,18})(\.0+)?")


@dataclass(frozen=True, slots=True)
class Lost:
    """The names that could not be read where they are declared; all that there may be where `everything` is set."""

    names: frozenset[str] = frozenset()
    everything: bool = False

    def __bool__(self) -> bool:
        return self.everything or bool(self.names)

    def has(self, name: str) -> bool:
        return bool(name) and (self.everything or name in self.names)

    def and_names(self, names: Iterable[str]) -> "Lost":
        return Lost(self.names.union(names), self.everything)


NOTHING_LOST = Lost()
ALL_LOST = Lost(everything=True)


@dataclass
class Collector:
    """Takes findings about one spec (`spec` is its id, once known); `lost` are the names that may be missing."""

    spec: str = ""
    lost: Lost = NOTHING_LOST
    findings: list[Finding] = field(default_factory=list)
    _said: set[Place] = field(default_factory=set)  # where the file itself or the schema has something wrong

    _added: set[tuple[Place, str]] = field(default_factory=set)

    def take(self, findings: Iterable[Finding]) -> None:
        """Findings of a file as such and of its schema, beside which nothing more is said at their places."""
        for finding in findings:
            self.findings.append(finding)
            self._said.add(finding.place)

    def lose(self, *names: str) -> None:
        self.lost = self.lost.and_names(names)

    def error(
        self, rule: str, message: str, place: Place, hint: str = "", clauses: tuple[str, ...] = (), name: str = ""
    ) -> None:
        """Says what is wrong; `name` is the name that is missing, where that is it."""
        if place not in self._said and not self.lost.has(name) and (place, message) not in self._added:
            self._added.add((place, message))
            self.findings.append(Finding(rule, "error", message, place, self.spec, clauses, hint))

    def language(self, error: Unresolved, node: Scalar, what: str, clauses: tuple[str, ...] = ()) -> None:
        """The problems of a condition or amount, at their columns within the file."""
        for problem in error.problems if node.place not in self._said else ():
            place = inside(node, problem)
            self.error("condition", f"{what}: {problem.message}", place, problem.hint, clauses, problem.name)

    def spoilt(self, node: Node) -> bool:
        """Whether something is wrong with an entry or one of its keys, so that what it lacks is not said."""
        places = (node.place, *(key.place for key, _ in entries(node)))
        return not isinstance(node, Mapping) or not self._said.isdisjoint(places)


def inside(node: Scalar, problem: Problem) -> Place:
    """Where in the file a problem of a scalar's text is. A quoted text starts one column after its quote."""
    if "\n" in node.text:
        return node.place
    return replace(node.place, column=node.place.column + problem.column + (not node.plain))


def text_of(node: Node | None, default: str = "") -> str:
    return node.text if isinstance(node, Scalar) else default


def clauses_of(node: Node | None) -> tuple[str, ...]:
    """The clauses of a `cite`: one, or a list."""
    if isinstance(node, Scalar):
        return (node.text,)
    if isinstance(node, Sequence):
        return tuple(text_of(item) for item in node.items)
    return ()


def entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()


def items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def texts_in(node: Node) -> Iterator[str]:
    """Every word of every text in a tree, keys included."""
    if isinstance(node, Scalar):
        yield from node.text.split()
    for key, value in entries(node):
        yield from key.text.split()
        yield from texts_in(value)
    for item in items(node):
        yield from texts_in(item)


def whole(node: Node | None, default: int = 0) -> int:
    """The whole number that a text is; the default where it is none."""
    found = _WHOLE.fullmatch(text_of(node))
    return int(found[1]) if found else default


def mapping(node: Node | None) -> Mapping:
    """The node as a mapping; an empty one where it is none (the schema has said so already)."""
    return node if isinstance(node, Mapping) else Mapping((), node.place if node else Place(""))
