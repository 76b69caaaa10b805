"""Findings as JSON and back: nothing is lost, and what would be lost is refused."""

import json
from collections import OrderedDict
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.model.finding import SEVERITIES, Finding, When
from rulespec.model.packing import Unpackable, pack, pack_finding, unpack, unpack_finding
from rulespec.model.place import Place

texts = st.text(st.characters(), max_size=8)
numbers = st.integers() | st.floats() | st.decimals() | st.fractions()
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(texts | st.sampled_from(["$", "of"]), inner, max_size=3)
        | st.dictionaries(texts | st.integers() | st.booleans() | st.tuples(texts, st.integers()), inner, max_size=3)
    ),
    max_leaves=12,
)


def through(packed: Any) -> Any:
    return json.loads(json.dumps(packed))


@given(values)
def test_values_come_back_with_their_types_and_order(value: Any) -> None:
    assert repr(unpack(through(pack(value)))) == repr(value)  # equality is too mild: 1, 1.0, True; order; not a number


@given(
    st.builds(
        Finding,
        rule=texts,
        severity=st.sampled_from(SEVERITIES),
        message=texts,
        place=st.builds(Place, texts, st.integers(0), st.integers(0)),
        spec=texts,
        clauses=st.lists(texts, max_size=3).map(tuple),
        hint=texts,
        basis=texts,
        when=st.none() | st.builds(When, texts, texts, st.lists(texts, max_size=3).map(tuple)),
        witness=st.none() | st.dictionaries(texts, values, max_size=4),
    )
)
def test_findings_come_back(finding: Finding) -> None:
    found = unpack_finding(through(pack_finding(finding)))
    assert repr(found) == repr(finding)
    assert repr([unpack_finding(through(pack_finding(found)))]) == repr([finding])


def test_a_witness_prints_as_before() -> None:
    witness = {"id": "é", "players": [{"seat": 1, "wagers": {"b": 10, "a": "2.50"}}], "options": {"x": [1, 2]}}
    finding = Finding("gap", "error", "m", Place("f", 1, 1), witness=witness)
    found = unpack_finding(through(pack_finding(finding)))
    assert json.dumps(found.witness, indent=2, ensure_ascii=False) == json.dumps(witness, indent=2, ensure_ascii=False)


class Text(str):
    pass


@pytest.mark.parametrize(
    "value", [{1}, b"x", object(), Text("x"), OrderedDict(a=1), MappingProxyType({}), 1j, [{"a": {2}}]]
)
def test_what_would_not_come_back_is_refused(value: Any) -> None:
    with pytest.raises(Unpackable):
        pack(value)
    with pytest.raises(Unpackable):
        pack_finding(Finding("gap", "error", "m", Place("f"), witness={"a": value}))


def test_exact_numbers_come_back_exact() -> None:
    for value in (Decimal("0.10"), Decimal("1E+3"), Decimal("-0"), Fraction(1, 3), 10**40, True):
        found = unpack(through(pack(value)))
        assert (repr(found), type(found)) == (repr(value), type(value))


@pytest.mark.parametrize("packed", [{"$": "other", "of": "1"}, {"$": "tuple"}, {"$": "Fraction", "of": "x"}])
def test_what_was_never_packed_is_an_error_that_is_known(packed: Any) -> None:
    with pytest.raises((ValueError, TypeError, LookupError)):
        unpack(packed)
