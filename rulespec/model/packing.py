"""Findings as plain JSON and back, without loss: what comes back prints as what went in did, in every format."""

from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rulespec.model.finding import Change, Exemption, Finding, When
from rulespec.model.place import Place

Packed = Any  # what `json` writes and reads back as it was

_PLAIN = (str, int, float, bool, type(None))
_KIND = "$"  # the key by which something that JSON cannot say is told from an object
_OF_FINDING = tuple(each.name for each in fields(Finding))


class Unpackable(TypeError):
    """A value of a kind that this module does not know, so that it could not come back as it is."""


def pack(value: Any) -> Packed:
    """A value made of mappings, lists, tuples, texts, numbers, places and what tells when.

    Raises `Unpackable` for anything else.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        return [pack(item) for item in value]
    if kind is tuple:
        return {_KIND: "tuple", "of": [pack(item) for item in value]}
    if kind is Place:
        return {_KIND: "Place", "of": [value.file, value.line, value.column]}
    if kind is When:
        return {_KIND: "When", "of": [value.condition, value.words, list(value.terms)]}
    if kind in (Decimal, Fraction):
        return {_KIND: kind.__name__, "of": str(value)}
    if kind in (Change, Exemption):
        return {_KIND: kind.__name__, "of": [pack(getattr(value, each.name)) for each in fields(kind)]}
    if kind is dict:
        if _KIND not in value and all(type(key) is str for key in value):
            return {key: pack(item) for key, item in value.items()}
        return {_KIND: "dict", "of": [[pack(key), pack(item)] for key, item in value.items()]}
    raise Unpackable(f"a {kind.__name__} cannot be packed")


def unpack(packed: Packed) -> Any:
    """The value that was packed. Raises ValueError, TypeError or LookupError for what `pack` never gave."""
    if isinstance(packed, list):
        return [unpack(item) for item in packed]
    if not isinstance(packed, Mapping):
        return packed
    if _KIND not in packed:
        return {key: unpack(item) for key, item in packed.items()}
    kind, content = packed[_KIND], packed["of"]
    if kind == "dict":
        return {unpack(key): unpack(item) for key, item in content}
    if kind == "tuple":
        return tuple(unpack(item) for item in content)
    if kind == "Place":
        return Place(*content)
    if kind == "When":
        condition, words, terms = content
        return When(condition, words, tuple(terms))
    if kind in ("Change", "Exemption"):
        return {"Change": Change, "Exemption": Exemption}[kind](*map(unpack, content))
    return {"Decimal": Decimal, "Fraction": Fraction}[kind](content)


def pack_finding(finding: Finding) -> Packed:
    """A finding as a list. Raises `Unpackable` where its witness holds what cannot come back."""
    return [pack(getattr(finding, name)) for name in _OF_FINDING]


def unpack_finding(packed: Packed) -> Finding:
    """The finding that was packed."""
    return Finding(**dict(zip(_OF_FINDING, map(unpack, packed), strict=True)))
