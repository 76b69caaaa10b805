"""Collecting findings while a file is read, so that one run shows all that is wrong."""

from dataclasses import dataclass, field, replace

from rulespec.lang.resolve import Unresolved
from rulespec.lang.syntax import Problem
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.model.finding import Finding
from rulespec.model.place import Place


@dataclass
class Collector:
    """Takes findings about one spec (`spec` is its id, once known)."""

    spec: str = ""
    findings: list[Finding] = field(default_factory=list)

    def error(self, rule: str, message: str, place: Place, hint: str = "", clauses: tuple[str, ...] = ()) -> None:
        self.findings.append(Finding(rule, "error", message, place, self.spec, clauses, hint))

    def language(self, error: Unresolved, node: Scalar, what: str, clauses: tuple[str, ...] = ()) -> None:
        """The problems of a condition or amount, at their columns within the file."""
        for problem in error.problems:
            place = inside(node, problem)
            self.error("condition", f"{what}: {problem.message}", place, problem.hint, clauses)


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


def mapping(node: Node | None) -> Mapping:
    """The node as a mapping; an empty one where it is none (the schema has said so already)."""
    return node if isinstance(node, Mapping) else Mapping((), node.place if node else Place(""))
