"""The tree that a YAML file is read into: text with positions, and no guessing of types.

A scalar keeps its source text (`3:2`, `NO`, `010` and `3.10` are text like any other); what type it may stand for is
for the schema to say. `plain` tells unquoted text from quoted text, which is always text.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulespec.model.place import Place


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single text. `plain` is true when it stands without quotes (and is no `|` or `>` block)."""

    text: str
    plain: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes, in the order of the file."""

    items: "tuple[Node, ...]"
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in the order of the file. Keys are scalars; the door lets no key stand twice."""

    entries: "tuple[tuple[Scalar, Node], ...]"
    place: Place
    _index: "dict[str, tuple[Scalar, Node]]" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Reversed, so that the first of two equal keys is the one that counts, as in the door.
        object.__setattr__(self, "_index", {entry[0].text: entry for entry in reversed(self.entries)})

    def get(self, key: str) -> "Node | None":
        """The value of `key`, or None when there is no such key."""
        entry = self._index.get(key)
        return entry[1] if entry else None

    def key(self, key: str) -> Scalar | None:
        """The key itself, for its position, or None when there is no such key."""
        entry = self._index.get(key)
        return entry[0] if entry else None

    def keys(self) -> tuple[str, ...]:
        """The texts of the keys, in the order of the file."""
        return tuple(key.text for key, _ in self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping


def to_plain(node: Node) -> Any:
    """The tree as dicts, lists and strings, without positions. Every scalar is its text, `null` and `5` too."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    return {key.text: to_plain(value) for key, value in node.entries}


class Plain(str):
    """An unquoted text, for those who work on plain data and still need to know."""

    __slots__ = ()


def view(node: Node) -> Any:
    """The tree as dicts, lists and strings like `to_plain`, but with `Plain` for unquoted text."""
    if isinstance(node, Scalar):
        return Plain(node.text) if node.plain else node.text
    if isinstance(node, Sequence):
        return [view(item) for item in node.items]
    return {key.text: view(value) for key, value in node.entries}


def is_nothing(value: Any) -> bool:
    """Whether a value of plain data is null, or unquoted text that says so: `null`, `~` or nothing at all."""
    return value is None or (isinstance(value, Plain) and value in ("", "~", "null"))


def find(node: Node, path: Iterable[str | int]) -> Node | None:
    """The node that `path` (keys and list positions) leads to from `node`, or None when it leads nowhere."""
    here: Node | None = node
    for step in path:
        if isinstance(here, Mapping) and isinstance(step, str):
            here = here.get(step)
        elif isinstance(here, Sequence) and isinstance(step, int) and step < len(here.items):
            here = here.items[step]
        else:
            return None
    return here
