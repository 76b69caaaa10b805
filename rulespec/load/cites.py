"""Every clause that a spec's file cites, with the place where it does."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulespec.load.checked import read_tree
from rulespec.load.collect import clauses_of, entries, items, mapping, text_of
from rulespec.load.editions import CHANGES, of_itself
from rulespec.load.nodes import Mapping, Node, Scalar
from rulespec.load.parts import NAMED
from rulespec.load.prefixes import CITING
from rulespec.load.unfinished import TO_FILL
from rulespec.model.place import Place

_LEFT_OUT = "left_out"
_GROUNDS = ("replace", "remove", "add")  # under `base` and `parts`: the clauses by which it is done


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause that an item of a spec cites, in full.

    `kind` is `item`; `left_out` for what the spec says it does not encode; `pay` for the clause of a pay table, of
    which only the rows that the spec has are meant; `row` for those rows, which the document may name otherwise; `sure`
    ones are named by the spec, and are not only what the table is about. `entry` is where it cites it: `settle.main`.
    """

    clause: str
    kind: str
    place: Place
    sure: bool = True
    entry: str = ""


@dataclass(frozen=True, slots=True)
class Citations:
    """The citations of one spec's file, as they are written, in its order.

    `document` is the id of the document's entry, `prefix` that of the spec's part in it, `accounts_for` the parts that
    it accounts for, `parts` the ids of the shared parts that it takes in; all may be empty. Of an edition on its own
    spec, `bases` are what it is based on, the nearest first, and `changed` the entries of that which it has otherwise.
    """

    document: str
    prefix: str
    accounts_for: tuple[str, ...]
    cites: tuple[Cited, ...]
    parts: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    changed: frozenset[str] = frozenset()


def over(own: Citations, base: Citations) -> Citations:
    """What an edition cites, with what it takes over from the one that it is based on."""
    inherited = (one for one in base.cites if one.entry not in own.changed)
    mine = own if own.document else replace(base, bases=own.bases)
    return replace(mine, cites=(*own.cites, *inherited), bases=(*own.bases, *base.bases))


def citations(path: Path) -> Citations:
    """What a spec's file cites; nothing where the file cannot be read."""
    root = mapping(read_tree(path)[0])
    document = mapping(root.get("document"))
    parts = tuple(text_of(item) for item in items(document.get("accounts_for")))
    shared = tuple(text_of(mapping(entry).get("part")) for entry in items(root.get("parts")))
    entry, prefix = text_of(document.get("entry")), text_of(document.get("prefix"))
    own = Citations(entry, prefix, parts, tuple(_cites(root)), shared)
    if not of_itself(root):
        return own
    base = mapping(root.get("base"))
    changed = frozenset(text_of(item) for word in CHANGES if word != "add" for item in items(base.get(word)))
    return replace(own, bases=(text_of(base.get("spec")),), changed=changed)


def _cites(root: Mapping) -> Iterator[Cited]:
    for key, value in entries(root):
        kind = "left_out" if key.text == _LEFT_OUT else "item"
        if key.text in NAMED and isinstance(value, Mapping):
            for name, node in entries(value):
                cites = _pay(name.text, node) if key.text == "pay" else _within(node, kind)
                yield from (replace(one, entry=f"{key.text}.{name.text}") for one in cites)
        elif key.text in ("base", "parts"):
            yield from _within(value, "item")
            for other in items(value) or (value,):
                for way in _GROUNDS:
                    for _, ground in entries(mapping(other).get(way)):
                        yield from _clauses(ground, "item")
        else:
            yield from (replace(one, entry=key.text) for one in _within(value, kind))


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
        if key.text in CITING:
            yield from _clauses(value, kind)
        else:
            yield from _within(value, kind)
    for item in items(node):
        yield from _within(item, kind)


def _clauses(node: Node | None, kind: str) -> Iterator[Cited]:
    for item in [node] if isinstance(node, Scalar) else items(node):
        if text_of(item) != TO_FILL:
            yield Cited(text_of(item), kind, item.place)
