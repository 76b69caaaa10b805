"""Exact odds of the wheels and dice of a real document, held against figures worked out by hand from its clauses."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from rulespec.load.library import Library
from rulespec.odds.odds import odds

SHELF = Library()
WHEEL = SHELF.load("queensland/wheel-of-fortune")
DICE = SHELF.load("queensland/sic-bo")
TERMINAL = SHELF.load("queensland/electronic-sic-bo")
THROWS = list(product(range(1, 7), repeat=3))


def edges(spec: str, reading: str, options: Mapping[str, object] | None = None) -> dict[str, Fraction | None]:
    named = {one.id: one for one in (WHEEL, DICE, TERMINAL)}
    found = odds(named[f"queensland/{spec}"], options or {})
    return {wager.wager: wager.edge for wager in found.alone if wager.reading in ("literal", reading)}


@pytest.mark.parametrize(
    ("wheel", "expected"),
    [
        (50, {"a": "1/25", "b": "1/25", "c": "1/25", "d": "1/25", "e": "2/25", "f": "2/25", "g": "1/10", "h": "1/10"}),
        (52, dict.fromkeys("abcdefg", "1/13")),
        (54, {**dict.fromkeys("abde", "1/27"), "c": "1/36", "f": "1/54", "g": "1/54"}),
    ],
)
def test_each_wheel_has_its_own_edges(wheel: int, expected: Mapping[str, str]) -> None:
    found = edges("wheel-of-fortune", "interpreted", {"wheel": wheel})
    offered = {name.removeprefix("symbol_"): edge for name, edge in found.items() if edge}
    assert offered == {symbol: Fraction(edge) for symbol, edge in expected.items()}


def test_dice_pay_what_216_throws_pay() -> None:
    found = edges("sic-bo", "interpreted")
    assert found["small"] == found["big"] == found["odd"] == found["even"] == Fraction(1, 36)
    assert found["any_triple"] == Fraction(1, 9)
    assert {found[f"single_{face}"] for face in range(1, 7)} == {Fraction(8, 216)}
    assert {found[f"double_{face}"] for face in range(1, 7)} == {Fraction(24, 216)}
    assert {found[f"triple_{face}"] for face in range(1, 7)} == {Fraction(35, 216)}
    pairs = [(low, high) for low in range(1, 7) for high in range(low + 1, 7)]
    assert {found[f"combination_{low}_{high}"] for low, high in pairs} == {Fraction(6, 216)}
    assert {found[f"four_{four}"] for four in ("1234", "2345", "2356", "3456")} == {Fraction(24, 216)}
    paid = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}
    for total in range(4, 18):
        ways = sum(sum(throw) == total for throw in THROWS)
        assert found[f"total_{total}"] == 1 - Fraction(ways * (paid[min(total, 21 - total)] + 1), 216)
    assert found["total_7"] == found["total_14"] == Fraction(21, 216)  # 9.7222 %
    assert len(found) == 56


def test_what_is_never_said_to_lose_has_bounds() -> None:
    found = {(wager.wager, wager.reading): wager.edge for wager in odds(DICE, {}, ["even"]).alone}
    assert found == {
        ("even", "worst"): Fraction(1, 36),
        ("even", "best"): Fraction(-1),
        ("even", "interpreted"): Fraction(1, 36),
    }


def test_terminals_pay_doubles_and_triples_more() -> None:
    found = edges("electronic-sic-bo", "interpreted")
    assert {found[f"double_{face}"] for face in range(1, 7)} == {Fraction(8, 216)}
    assert {found[f"triple_{face}"] for face in range(1, 7)} == {Fraction(25, 216)}
    assert found["small"] == Fraction(1, 36)
