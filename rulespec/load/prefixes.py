"""Clauses in full: with the prefix of their part, where the numbering of a document restarts in each.

A spec cites the clauses of its own part bare. What it takes over from a spec of another part of the document keeps that
part's prefix.
"""

from dataclasses import replace

from rulespec.load.collect import clauses_of, items
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.load.parts import Part, Parts

CITING = ("cite", "also", "overrides", "open")  # keys whose values are clauses


def in_full(clause: str, prefix: str) -> str:
    """The clause with its part's prefix, where numbering restarts in each part of a document."""
    return f"{prefix}:{clause}" if prefix and ":" not in clause else clause


def with_prefix(parts: Parts, prefix: str) -> Parts:
    """The same entries with every clause that they cite in full; what was taken over from elsewhere is so already."""
    return Parts(tuple(_part_in_full(part, prefix) for part in parts.parts))


def _part_in_full(part: Part, prefix: str) -> Part:
    inherited = tuple(in_full(clause, prefix) for clause in part.inherited)
    return replace(part, node=_node_in_full(part.node, prefix), inherited=inherited)


def _node_in_full(node: Node, prefix: str) -> Node:
    if isinstance(node, Mapping):
        entries = tuple(
            (key, _clauses_in_full(value, prefix) if key.text in CITING else _node_in_full(value, prefix))
            for key, value in node.entries
        )
        return Mapping(entries, node.place)
    if isinstance(node, Sequence):
        return Sequence(tuple(_node_in_full(item, prefix) for item in node.items), node.place)
    return node


def _clauses_in_full(node: Node, prefix: str) -> Node:
    places = [item.place for item in items(node)] or [node.place]
    clauses = clauses_of(node)
    written = tuple(
        Scalar(in_full(clause, prefix), False, place) for clause, place in zip(clauses, places, strict=True)
    )
    return Sequence(written, node.place) if isinstance(node, Sequence) else written[0] if written else node
