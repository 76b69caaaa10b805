"""Checks a tree or plain data against one of the program's JSON Schemas, and says in plain words what is wrong where.

The rule ids of the findings, all of severity `error`: `unknown-key`, `missing-key`, `bad-key`, `wrong-type`,
`not-one-of`, `bad-form`. Schemas say in `x-expected`, beside any other keyword, what is expected in plain English;
a `description` serves as hint. jsonschema is imported with the first check, not with this module.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulespec import resources
from rulespec.load.expected import Expected
from rulespec.load.nearest import listing, nearest, nearest_name, shown
from rulespec.load.nodes import Mapping, Node, Plain, find, is_nothing, to_plain, view
from rulespec.model.finding import Finding
from rulespec.model.place import Place

__all__ = ["to_plain", "validate", "validate_plain", "validate_typed"]

Steps = tuple[str | int, ...]

_LIMITS: dict[str, Callable[[Any], str]] = {
    "minimum": lambda n: f"at least {n}",
    "maximum": lambda n: f"at most {n}",
    "exclusiveMinimum": lambda n: f"more than {n}",
    "exclusiveMaximum": lambda n: f"less than {n}",
    "multipleOf": lambda n: f"a multiple of {n}",
    "minLength": lambda n: "text that is not empty" if n == 1 else f"at least {n} characters",
    "maxLength": lambda n: f"at most {n} characters",
    "minItems": lambda n: f"at least {_count(n)}",
    "maxItems": lambda n: f"at most {_count(n)}",
    "minProperties": lambda n: "at least one key" if n == 1 else f"at least {n} keys",
    "maxProperties": lambda n: f"at most {n} keys",
    "uniqueItems": lambda _: "a list without repetition",
}
# Of several things wrong with one value the first of these is told; the others mostly follow from it.
_OF_VALUES = ("wrong-type", "not-one-of", "bad-form")


def validate(node: Node, schema_name: str) -> list[Finding]:
    """All that the schema finds wrong with a tree, each at its position, in the order of the file.

    Unquoted text counts as what it reads as (number, `true`, `false`, nothing) and as text, quoted text as text only.
    """
    validator = _validator(resources.schema_path(schema_name))
    return _Report(validator.schema, _InFile(node)).on(validator.iter_errors(view(node)))


def validate_plain(data: Any, schema_name: str, place: Place) -> list[Finding]:
    """All that the schema finds wrong with JSON data, in its order; each message names the path within the data.

    `place` is where the data stands (the line of a JSONL file) and the place of every finding.
    """
    validator = _validator(resources.schema_path(schema_name))
    try:
        return _Report(validator.schema, _InData(data, place)).on(validator.iter_errors(data))
    except RecursionError:
        return [Finding("bad-form", "error", "lists and objects are nested too deep", place)]


def validate_typed(data: Any, tree: Node, schema_name: str) -> list[Finding]:
    """All that the schema finds wrong with data that has types of its own (TOML).

    `tree` has the same shape and says where each value stands; the findings are in its order.
    """
    validator = _validator(resources.schema_path(schema_name))
    return _Report(validator.schema, _InFile(tree)).on(validator.iter_errors(data))


@lru_cache(maxsize=32)
def _validator(path: Path) -> Any:
    from rulespec.load.keywords import VALIDATOR  # imports jsonschema

    return VALIDATOR(json.loads(path.read_text(encoding="utf-8")))


class _InFile:
    """Where things are in a tree with positions."""

    block = "a block of keys"

    def __init__(self, root: Node) -> None:
        self._root = root

    def place(self, steps: Steps, key: str | None = None) -> Place:
        """Of the value that `steps` lead to, or of one of its keys."""
        node = find(self._root, steps)
        scalar = node.key(key) if isinstance(node, Mapping) and key is not None else None
        return (scalar or node or self._root).place

    def order(self, steps: Steps, key: str | None = None) -> tuple[int, ...]:
        """Sorts findings as the file does."""
        place = self.place(steps, key)
        return place.line, place.column

    def name(self, steps: Steps) -> str:
        """The value in words: "entry 2 of `rules`"; "" for the whole file."""
        if not steps:
            return ""
        *outer, last = steps
        if isinstance(last, str):
            return shown(last)
        around = self.name(tuple(outer))
        return f"entry {last + 1}" + (f" of {around}" if around else "")


class _InData:
    """Where things are in plain data, all of it at one place."""

    block = "an object"

    def __init__(self, root: Any, place: Place) -> None:
        self._root = root
        self._place = place

    def place(self, _steps: Steps, _key: str | None = None) -> Place:
        """The one place there is."""
        return self._place

    def order(self, steps: Steps, key: str | None = None) -> tuple[int, ...]:
        """Sorts findings as the data does."""
        here, ranks = self._root, []
        for step in (*steps, key) if key is not None else steps:
            ranks.append(list(here).index(step) if isinstance(step, str) else step)
            here = here[step]
        return tuple(ranks)

    def name(self, steps: Steps) -> str:
        """The path in words: "`players[0].wagers.main`"; "" for the whole."""
        path = ""
        for step in steps:
            if isinstance(step, int):
                path += f"[{step}]"
            elif re.fullmatch(r"\w+", step):
                path += f".{step}" if path else step
            else:
                path += f"[{json.dumps(step, ensure_ascii=False)}]"
        return shown(path) if path else ""


@dataclass(frozen=True, slots=True)
class _Said:
    """A finding with what is needed to sort it and to see that it follows from another."""

    order: tuple[int, ...]
    steps: Steps  # of the value, or of the mapping that a key is missing from or unknown to
    finding: Finding
    key: str = ""
    meant: str = ""  # the known key that an unknown one is close to
    doubtful: bool = False  # may follow from something wrong deeper down


class _Report:
    """Turns the library's errors into findings."""

    def __init__(self, root: Any, site: _InFile | _InData) -> None:
        self._expected = Expected(root, site.block)
        self._site = site
        self._said: list[_Said] = []

    def on(self, errors: Iterable[Any]) -> list[Finding]:
        """The findings, sorted, without those that follow from others."""
        for error in errors:
            self._read(error)
        meant = {(said.steps, said.meant) for said in self._said if said.meant}
        worst: dict[Steps, int] = {}
        for said in self._said:
            if said.finding.rule in _OF_VALUES:
                rank = _OF_VALUES.index(said.finding.rule)
                worst[said.steps] = min(rank, worst.get(said.steps, rank))
        kept: dict[tuple[Any, ...], _Said] = {}
        for said in self._said:
            rule = said.finding.rule
            if rule in _OF_VALUES:
                if _OF_VALUES.index(rule) == worst[said.steps]:
                    kept.setdefault((said.steps,), said)
            elif not (rule == "missing-key" and (said.steps, said.key) in meant) and not self._follows(said):
                kept.setdefault((said.steps, rule, said.key), said)
        ordered = sorted(kept.values(), key=lambda said: (said.order, said.finding.rule, said.finding.message))
        return [said.finding for said in ordered]

    def _follows(self, said: _Said) -> bool:
        """Whether a doubtful finding stands above something that is wrong for certain."""
        depth = len(said.steps)
        return said.doubtful and any(
            other.steps[:depth] == said.steps
            and not other.doubtful
            and (other.finding.rule != "unknown-key" or len(other.steps) > depth)
            for other in self._said
        )

    def _read(self, error: Any, lent: str = "") -> None:
        steps: Steps = tuple(error.absolute_path)
        match error.validator:
            case "properties" | "patternProperties":  # with the schema `false`
                self._unknown(steps, error.validator_value, {})
            case "additionalProperties" | "unevaluatedProperties" if isinstance(error.validator_value, str):
                self._unknown(steps, error.validator_value, error.schema, error.instance)
            case "propertyNames":
                self._bad_name(steps, error)
            case "required" | "dependentRequired":
                self._missing(steps, error.validator_value, error.schema, error.instance)
            case "anyOf" | "oneOf" if error.context:
                self._branches(error, lent)
            case "type":
                self._value("wrong-type", steps, error, lent)
            case "enum" | "const":
                self._value("wrong-type" if _is_block(error.instance) else "not-one-of", steps, error, lent)
            case _:
                self._value("bad-form", steps, error, lent)

    def _value(self, rule: str, steps: Steps, error: Any, lent: str = "") -> None:
        """Something is wrong with the value itself; `lent` is the wording of a schema around the error's own."""
        schema = error.schema if isinstance(error.schema, dict) else {}
        own = schema.get("x-expected", "")
        expected = own or lent
        if not expected and rule != "bad-form":
            expected = self._expected.words(schema)
        elif not expected and error.validator in _LIMITS:
            expected = _LIMITS[error.validator](error.validator_value)
        hint, found = "", self._found(error.instance)
        if rule == "not-one-of" and isinstance(error.instance, str):
            hint = nearest(error.instance, self._expected.choices(schema))
        elif rule == "wrong-type" and _fits_unquoted(error.instance, schema):
            hint, found = "write it without quotes", f"the quoted text {found}"
        hint = hint or ("" if own else schema.get("description", ""))
        said = f"expected {expected}, found {found}" if expected else f"{found} does not have the form expected here"
        name = self._site.name(steps)
        self._add(rule, f"{name}: {said}" if name else said, steps, hint)

    def _unknown(self, steps: Steps, key: str, schema: Any, instance: Any = None) -> None:
        known = self._expected.keys(schema)
        absent = [name for name in known if name not in (instance or {})]
        where = f" in {name}" if (name := self._site.name(steps)) else ""
        if key in known:
            message = f"the key {shown(key)}{where} does not go with the others there"
        elif known:
            expected = f"expected {listing(absent)}" if absent else "no other key may stand here"
            message = f"unknown key {shown(key)}{where}; {expected}"
        else:
            message = f"the key {shown(key)}{where} does not belong here"
        meant = "" if key in known else nearest_name(key, absent)
        hint = f"did you mean {shown(meant)}?" if meant else ""
        self._add("unknown-key", message, steps, hint, key=key, meant=meant, doubtful=key in known)

    def _bad_name(self, steps: Steps, error: Any) -> None:
        key, form = error.validator_value, error.context[0].schema
        expected = self._expected.words(form)
        where = f" in {name}" if (name := self._site.name(steps)) else ""
        message = f"{shown(key)} cannot be a key{where}" + (f"; expected {expected}" if expected else "")
        listed = self._expected.choices(form)
        meant = nearest_name(key, listed)
        self._add("unknown-key" if listed else "bad-key", message, steps, nearest(key, listed), key=key, meant=meant)

    def _missing(self, steps: Steps, key: str, schema: Any, instance: Any) -> None:
        where = f" in {name}" if (name := self._site.name(steps)) else ""
        properties = schema.get("properties", {})
        written = nearest_name(key, [other for other in instance if other not in properties])
        expected = self._expected.words(properties.get(key, {}))
        hint = f"{shown(key)} takes {expected}" if expected else ""
        if written:
            hint = f"did you mean {shown(key)} by {shown(written)}?"
        message = f"the key {shown(key)} is missing{where}"
        said = Finding("missing-key", "error", message, self._site.place(steps), hint=hint)
        self._said.append(_Said(self._site.order(steps), steps, said, key))

    def _branches(self, error: Any, lent: str) -> None:
        """A value that fits none of several schemas: told by the one whose type it has, or by all of them."""
        outer = error.schema.get("x-expected", "") or lent
        fitting = _fitting(error)
        steps: Steps = tuple(error.absolute_path)
        if not fitting:
            self._value("wrong-type", steps, error, lent)
        elif len(fitting) > 1 and not _is_block(error.instance):
            named = all(inner.validator in ("enum", "const") for group in fitting.values() for inner in group)
            words = self._expected.words_of([error.schema[error.validator][number] for number in fitting])
            self._value("not-one-of" if named else "bad-form", steps, error, outer or words)
        else:
            # The one with the fewest things wrong at its top is the one most likely meant.
            best = min(fitting.values(), key=lambda group: (sum(not inner.path for inner in group), len(group)))
            for inner in best:
                self._read(inner, lent=outer if not inner.path else "")

    def _add(
        self,
        rule: str,
        message: str,
        steps: Steps,
        hint: str,
        *,
        key: str = "",
        meant: str = "",
        doubtful: bool = False,
    ) -> None:
        """Keeps a finding about the value at `steps` or about one of its keys."""
        about = key if key else None
        finding = Finding(rule, "error", message, self._site.place(steps, about), hint=hint)
        self._said.append(_Said(self._site.order(steps, about), steps, finding, key, meant, doubtful))

    def _found(self, value: Any) -> str:
        """A value in a message."""
        if is_nothing(value):
            return "nothing"
        if isinstance(value, dict):
            return self._site.block if value else self._site.block + " with nothing in it"
        if isinstance(value, list):
            return f"a list with {_count(len(value))}" if value else "an empty list"
        if isinstance(value, str):
            return shown(value) if value else "an empty text"
        if isinstance(value, bool):
            return "`true`" if value else "`false`"
        try:
            return shown(str(value))
        except ValueError:  # Python refuses to print whole numbers of thousands of digits
            return "a number of thousands of digits"


def _fitting(error: Any) -> dict[int, list[Any]]:
    """The errors of each branch whose type the value has, by the number of the branch."""
    groups: dict[int, list[Any]] = {}
    for inner in error.context:
        groups.setdefault(inner.schema_path[0], []).append(inner)
    right = {number: group for number, group in groups.items() if not any(map(_is_mismatch, group))}
    kind = {n: g for n, g in right.items() if not any(e.validator == "const" and len(e.path) == 1 for e in g)}
    return kind or right


def _is_mismatch(error: Any) -> bool:
    """Whether an error says that the value itself has another type than the branch is about."""
    if error.path:
        return False
    if error.validator in ("anyOf", "oneOf") and error.context:
        return not _fitting(error)
    return error.validator == "type" or (error.validator in ("enum", "const") and _is_block(error.instance))


def _fits_unquoted(value: Any, schema: Any) -> bool:
    """Whether a quoted text would have a type that the schema asks for if it stood without quotes."""
    if not isinstance(value, str) or isinstance(value, Plain):
        return False
    types = schema.get("type", ())
    asked = {types} if isinstance(types, str) else set(types)
    if re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", value):
        return "number" in asked or ("integer" in asked and "." not in value)
    return value in ("true", "false") and "boolean" in asked


def _is_block(value: Any) -> bool:
    return isinstance(value, dict | list)


def _count(number: int) -> str:
    return "1 entry" if number == 1 else f"{number} entries"
