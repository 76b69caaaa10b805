"""What a file still has to say: its `"?"`, each with the place where it stands."""

from collections.abc import Iterator
from pathlib import Path

from rulespec.load.nearest import shown
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.load.nodes import Sequence as List
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.finding import Finding

TO_FILL = "?"  # what stands in a file where somebody has still to say something


def unfinished(path: Path, spec: str = "") -> list[Finding]:
    """A finding for each `"?"` of a file; none where the file cannot be read. `spec` is the id of its spec."""
    node, _ = read_yaml_file(path)
    return [
        Finding("to-fill-in", "error", f"{what} is still to be filled in", at.place, spec, (), _hint(what))
        for what, at in _open(node, ())
    ]


def _hint(what: str) -> str:
    return "write the clause as the document numbers it, in quotes" if what.startswith("`cite`") else ""


def _open(node: Node | None, path: tuple[str, ...]) -> Iterator[tuple[str, Scalar]]:
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if key.text == TO_FILL:
                yield _named("a name", path), key
            yield from _open(value, (*path, key.text))
    elif isinstance(node, List):
        for item in node.items:
            yield from _open(item, path)
    elif node is not None and node.text == TO_FILL:
        yield _named(shown(path[-1]) if path else "all of it", path[:-1]), node


def _named(what: str, around: tuple[str, ...]) -> str:
    return f"{what} of {shown('.'.join(around))}" if around else what
