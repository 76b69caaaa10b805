"""Every clause that a spec's file cites, with the place where it does."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulespec.load.collect import clauses_of, entries, items, mapping, text_of
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.load.unfinished import TO_FILL
from rulespec.load.yaml_door import read_yaml_file
from rulespec.model.place import Place

_CITING = ("cite", "also", "overrides", "open")
_LEFT_OUT = "left_out"
_GROUNDS = ("replace", "remove", "add")  # under `base` and `parts`: the clauses by which it is done


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause that an item of a spec cites, in full.

    `kind` is `item`; `left_out` for what the spec says it does not encode; `pay` for the clause of a pay table, of
    which only the rows that the spec has are meant; `row` for those rows, which the document may name otherwise; `sure`
    ones are named by the spec, and are not only what the table is about.
    """

    clause: str
    kind: str
    place: Place
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Citations:
    """The citations of one spec's file, as they are written, in its order.

    `document` is the id of the document's entry, `prefix` that of the spec's part in it, `accounts_for` the parts that
    it accounts for, `parts` the ids of the shared parts that it takes in; all may be empty.
    """

    document: str
    prefix: str
    accounts_for: tuple[str, ...]
    cites: tuple[Cited, ...]
    parts: tuple[str, ...] = ()


def citations(path: Path) -> Citations:
    """What a spec's file cites; nothing where the file cannot be read."""
    node, _ = read_yaml_file(path)
    root = mapping(node)
    document = mapping(root.get("document"))
    parts = tuple(text_of(item) for item in items(document.get("accounts_for")))
    shared = tuple(text_of(mapping(entry).get("part")) for entry in items(root.get("parts")))
    entry, prefix = text_of(document.get("entry")), text_of(document.get("prefix"))
    return Citations(entry, prefix, parts, tuple(_cites(root)), shared)


def _cites(root: Mapping) -> Iterator[Cited]:
    for key, value in entries(root):
        if key.text == "pay":
            for subject, table in entries(value):
                yield from _pay(subject.text, table)
        elif key.text in ("base", "parts"):
            yield from _within(value, "item")
            for other in items(value) or (value,):
                for way in _GROUNDS:
                    for _, ground in entries(mapping(other).get(way)):
                        yield from _clauses(ground, "item")
        else:
            yield from _within(value, "left_out" if key.text == _LEFT_OUT else "item")


def _pay(subject: str, table: Node) -> Iterator[Cited]:
    """What a pay table cites: its clause, and the rows of it that the spec has."""
    cite = mapping(table).get("cite")
    yield from _clauses(cite, "pay")
    yield from _within(mapping(table).get("at_most"), "item")
    yield from _within(mapping(table).get("up_to"), "item")
    yield from _within(mapping(table).get("rules"), "item")
    rows = mapping(table).get("rows")
    names = [(subject, table.place, False), *((key.text, key.place, True) for key, _ in entries(rows))]
    for clause in (one for one in clauses_of(cite) if one != TO_FILL):
        for name, place, sure in names:
            yield Cited(f"{clause}[{name}]", "row", place, sure)
    for _, row in entries(rows):
        yield from _within(row, "item")


def _within(node: Node | None, kind: str) -> Iterator[Cited]:
    for key, value in entries(node):
        if key.text in _CITING:
            yield from _clauses(value, kind)
        else:
            yield from _within(value, kind)
    for item in items(node):
        yield from _within(item, kind)


def _clauses(node: Node | None, kind: str) -> Iterator[Cited]:
    for item in [node] if isinstance(node, Scalar) else items(node):
        if text_of(item) != TO_FILL:
            yield Cited(text_of(item), kind, item.place)
