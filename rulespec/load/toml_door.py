"""Reading TOML: the values with their types, and a tree of the same shape that says where each stands.

The parser of the standard library tells no positions, so they are found again in the text: the line of a key, of its
table, or of the nearest key around it. A place that is found wrongly misleads nobody about what is wrong.
"""

import re
import tomllib
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulespec.load.disk import read
from rulespec.load.nearest import shown
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.model.finding import Finding
from rulespec.model.place import Place

MAX_BYTES = 1_000_000

Steps = tuple[str, ...]

_HEADER = re.compile(r"\s*\[{1,2}\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class Toml:
    """A TOML file: its values as Python has them, and the tree that says where each of them stands."""

    data: AnyMapping[str, Any]
    tree: Mapping


def read_toml_file(path: Path, display: str) -> tuple[Toml | None, list[Finding]]:
    """The TOML file at `path`, or what is wrong with it; `display` is its name in findings.

    The rule ids of the findings, all of severity `error`: `unreadable-file`, `too-large`, `not-text`, `toml-syntax`.
    """
    try:
        raw = read(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the name cannot be a file's"
        return None, [_finding("unreadable-file", f"the file cannot be read: {reason.lower()}", Place(display))]
    if len(raw) > MAX_BYTES:
        return None, [_finding("too-large", f"the file is larger than {MAX_BYTES:,} bytes", Place(display))]
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None, [_finding("not-text", "the file is not UTF-8 text", Place(display))]
    return read_toml(text, display)


def read_toml(text: str, display: str) -> tuple[Toml | None, list[Finding]]:
    """The same of a text."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        return None, [_syntax(error, display)]
    tree = _tree(data, (), _places(text, display), Place(display))
    assert isinstance(tree, Mapping)
    return Toml(data, tree), []


def _finding(rule: str, message: str, place: Place) -> Finding:
    return Finding(rule, "error", message, place)


def _syntax(error: Exception, display: str) -> Finding:
    told = "lists are nested too deep" if isinstance(error, RecursionError) else " ".join(str(error).split())
    at = _AT.search(told)
    place = Place(display, int(at[1]), int(at[2])) if at is not None and at[1] else Place(display)
    told = _AT.sub("", told)
    return _finding("toml-syntax", f"this is no TOML: {told[:1].lower()}{told[1:]}", place)


def _places(text: str, display: str) -> dict[Steps, Place]:
    """Where keys stand, by the names that lead to them."""
    found: dict[Steps, Place] = {}
    table: Steps = ()
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        told = header or key
        if told is None:
            continue
        steps = (() if header else table) + tuple(part.strip("\"'") for part in _PART.findall(told[1]))
        for length in range(1, len(steps) + 1):
            found.setdefault(steps[:length], Place(display, number, told.start(1) + 1))
        if header:
            table = steps
    return found


def _tree(value: Any, steps: Steps, places: AnyMapping[Steps, Place], around: Place) -> Node:
    place = places.get(steps, around)
    if isinstance(value, dict):
        entries = []
        for key, inner in value.items():
            at = (*steps, key)
            entries.append((Scalar(key, True, places.get(at, place)), _tree(inner, at, places, place)))
        return Mapping(tuple(entries), place)
    if isinstance(value, list):
        return Sequence(tuple(_tree(item, (*steps, ""), {}, place) for item in value), place)
    return Scalar(value if isinstance(value, str) else shown(str(value)), not isinstance(value, str), place)
