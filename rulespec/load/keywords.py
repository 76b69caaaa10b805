"""The JSON Schema keywords as this program reads them, on top of the jsonschema library.

Two things differ from the library. A YAML file holds texts, and whether `true` or `3.10` is meant as text is for the
schema to say; so an unquoted text that looks like a number, `true`, `false` or nothing counts as that and as text,
and every keyword works on both. And errors carry data instead of English sentences (what is missing, which key is not
known), because the sentences are made in `rulespec.load.schema`.

Importing this module imports jsonschema, which takes about 100 ms.
"""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from rulespec.load.nodes import Plain, is_nothing

Errors = Iterator[ValidationError]

_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
_MOST_DIGITS = 1000  # a longer number is no amount of anything, and takes long to calculate with
_STANDARD: Any = Draft202012Validator.VALIDATORS


def number(value: Any) -> Fraction | None:
    """The exact number that the value is or, unquoted, reads as; None when it is none. 0.1 is a tenth."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Plain):
        fits = len(value) <= _MOST_DIGITS and _DECIMAL.fullmatch(value)
        return Fraction(value) if fits else None
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float):
        return Fraction(str(value)) if isfinite(value) else None
    if isinstance(value, Decimal):
        small = value.is_finite() and -_MOST_DIGITS <= value.adjusted() <= _MOST_DIGITS
        return Fraction(value) if small else None
    return None


def _is_boolean(value: Any) -> bool:
    return isinstance(value, bool) or (isinstance(value, Plain) and value in ("true", "false"))


def _is_integer(value: Any) -> bool:
    found = number(value)
    return found is not None and found.denominator == 1


_CHECKER = Draft202012Validator.TYPE_CHECKER.redefine_many(
    {
        "string": lambda _, value: isinstance(value, str) and not is_nothing(value),
        "number": lambda _, value: number(value) is not None,
        "integer": lambda _, value: _is_integer(value),
        "boolean": lambda _, value: _is_boolean(value),
        "null": lambda _, value: is_nothing(value),
    }
)


def about(subject: str) -> ValidationError:
    """An error about a key of the value: one that is missing, or one that may not be there."""
    return ValidationError("", validator_value=subject)


def _type(validator: Any, types: Any, value: Any, _schema: Any) -> Errors:
    if not any(validator.is_type(value, name) for name in ([types] if isinstance(types, str) else types)):
        yield ValidationError("")


def _same(value: Any, wanted: Any) -> bool:
    """Whether a value is the one that a schema names; unquoted text is what it reads as, and the text."""
    if isinstance(wanted, bool) or isinstance(value, bool):
        return value is wanted or (isinstance(value, Plain) and value == str(wanted).lower())
    if isinstance(wanted, int | float):
        return number(value) == number(wanted)
    if wanted is None:
        return is_nothing(value)
    if isinstance(wanted, list):
        return isinstance(value, list) and len(value) == len(wanted) and all(map(_same, value, wanted))
    if isinstance(wanted, dict):
        return (
            isinstance(value, dict) and value.keys() == wanted.keys() and all(_same(value[k], wanted[k]) for k in value)
        )
    return isinstance(value, str) and value == wanted


def _enum(_validator: Any, choices: Any, value: Any, _schema: Any) -> Errors:
    if not any(_same(value, choice) for choice in choices):
        yield ValidationError("")


def _const(_validator: Any, wanted: Any, value: Any, _schema: Any) -> Errors:
    if not _same(value, wanted):
        yield ValidationError("")


def _unique(_validator: Any, wanted: Any, value: Any, _schema: Any) -> Errors:
    """A list without repetition; the library's own check fails on numbers that are none (`NaN`)."""
    if wanted and isinstance(value, list):
        kinds = [_comparable(entry) for entry in value]
        if len(set(kinds)) != len(kinds):
            yield ValidationError("")


def _comparable(value: Any) -> Any:
    """Something equal for equal values only."""
    if isinstance(value, list):
        return "list", tuple(map(_comparable, value))
    if isinstance(value, dict):
        return "object", frozenset((key, _comparable(inner)) for key, inner in value.items())
    if isinstance(value, str | bool) or value is None:
        return type(value).__name__.replace("Plain", "str"), value
    exact = number(value)
    return ("number", repr(value)) if exact is None else ("number", exact)


def _reads_as(schema: Any, *names: str) -> bool:
    """Whether a schema asks for one of the types, or for none; keywords of other types are then not meant."""
    types = schema.get("type", names)
    return any(name in names for name in ([types] if isinstance(types, str) else types))


def _of_number(fails: Callable[[Fraction, Fraction], bool]) -> Callable[..., Errors]:
    def check(_validator: Any, limit: Any, value: Any, schema: Any) -> Errors:
        found, bound = number(value), number(limit)
        if found is not None and bound is not None and _reads_as(schema, "number", "integer") and fails(found, bound):
            yield ValidationError("")

    return check


def _of_text(fails: Callable[[str, Any], bool]) -> Callable[..., Errors]:
    def check(validator: Any, limit: Any, value: Any, schema: Any) -> Errors:
        if validator.is_type(value, "string") and _reads_as(schema, "string") and fails(value, limit):
            yield ValidationError("")

    return check


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    # In JSON Schema `$` is the end of the text; Python's also matches before a line break at the end.
    ends = pattern.endswith("$") and not pattern.endswith("\\$")
    return re.compile(pattern[:-1] + r"\Z" if ends else pattern)


def _required(validator: Any, names: Any, value: Any, _schema: Any) -> Errors:
    if validator.is_type(value, "object"):
        yield from (about(name) for name in names if name not in value)


def _dependent(_validator: Any, needs: Any, value: Any, _schema: Any) -> Errors:
    if isinstance(value, dict):
        yield from (about(name) for key, names in needs.items() if key in value for name in names if name not in value)


def _refusing(keyword: str, names: Callable[[str, Any], bool]) -> Callable[..., Errors]:
    """`properties` or the like, with an error about each key that is there although its schema is `false`."""

    def check(validator: Any, forms: Any, value: Any, schema: Any) -> Errors:
        refused = [name for name, form in forms.items() if form is False]
        if refused and isinstance(value, dict):
            yield from (about(key) for key in value if any(names(name, key) for name in refused))
        others = {name: form for name, form in forms.items() if form is not False} if refused else forms
        yield from _STANDARD[keyword](validator, others, value, schema)

    return check


def _additional(validator: Any, allowed: Any, value: Any, schema: Any) -> Errors:
    if allowed is not False or not isinstance(value, dict):
        yield from _STANDARD["additionalProperties"](validator, allowed, value, schema)
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for key in value:
        if key not in known and not any(re.search(pattern, key) for pattern in patterns):
            yield about(key)


def _unevaluated(validator: Any, allowed: Any, value: Any, schema: Any) -> Errors:
    for error in _STANDARD["unevaluatedProperties"](validator, allowed, value, schema):
        # The library names the keys in its sentence only.
        yield from (about(key) for key in value if repr(key) in error.message)


def _names(validator: Any, form: Any, value: Any, _schema: Any) -> Errors:
    for key in value if isinstance(value, dict) else ():
        errors = list(validator.descend(key, form))
        if errors:
            yield ValidationError("", validator_value=key, context=errors)


def _any_of(validator: Any, branches: Any, value: Any, _schema: Any) -> Errors:
    errors: list[ValidationError] = []
    for branch_number, branch in enumerate(branches):
        found = list(validator.descend(value, branch))
        if not found:
            return
        for error in found:
            error.schema_path.appendleft(branch_number)  # descend() itself leaves it out for the schema `false`
        errors += found
    yield ValidationError("", context=errors)


def _one_of(validator: Any, branches: Any, value: Any, schema: Any) -> Errors:
    fits = sum(validator.evolve(schema=branch).is_valid(value) for branch in branches)
    # An unquoted `5` may well be both a number and a text: it is one of them, whichever the schema lists.
    if fits == 0:
        yield from _any_of(validator, branches, value, schema)
    elif fits > 1 and not isinstance(value, Plain):
        yield ValidationError("")


def _lending(keyword: str) -> Callable[..., Errors]:
    """A keyword that leads to another schema, made to lend it its own wording where the other has none."""

    def check(validator: Any, inner: Any, value: Any, schema: Any) -> Errors:
        for error in _STANDARD[keyword](validator, inner, value, schema) or ():
            known = error.schema
            if "x-expected" in schema and not error.path and isinstance(known, dict) and "x-expected" not in known:
                error.schema = {**known, "x-expected": schema["x-expected"]}
            yield error

    return check


_extend: Any = extend  # without types in the stubs

VALIDATOR: Any = _extend(
    Draft202012Validator,
    validators={
        "type": _type,
        "enum": _enum,
        "const": _const,
        "minimum": _of_number(lambda found, bound: found < bound),
        "maximum": _of_number(lambda found, bound: found > bound),
        "exclusiveMinimum": _of_number(lambda found, bound: found <= bound),
        "exclusiveMaximum": _of_number(lambda found, bound: found >= bound),
        "multipleOf": _of_number(lambda found, step: (found / step).denominator != 1),
        "minLength": _of_text(lambda text, least: len(text) < least),
        "maxLength": _of_text(lambda text, most: len(text) > most),
        "pattern": _of_text(lambda text, pattern: _compiled(pattern).search(text) is None),
        "uniqueItems": _unique,
        "required": _required,
        "dependentRequired": _dependent,
        "properties": _refusing("properties", lambda name, key: name == key),
        "patternProperties": _refusing("patternProperties", lambda name, key: re.search(name, key) is not None),
        "additionalProperties": _additional,
        "unevaluatedProperties": _unevaluated,
        "propertyNames": _names,
        "anyOf": _any_of,
        "oneOf": _one_of,
        "$ref": _lending("$ref"),
        "allOf": _lending("allOf"),
        "if": _lending("if"),
    },
    type_checker=_CHECKER,
)
