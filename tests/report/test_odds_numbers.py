"""Decimals, percentages and roots of fractions, exact to the last digit."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.report.odds_numbers import amount, decimal, net, percent, root, signed

NUMBERS = st.fractions(-10_000, 10_000, max_denominator=10**9)


@given(NUMBERS, st.integers(0, 12))
def test_decimals_are_rounded_half_up(value: Fraction, places: int) -> None:
    with localcontext() as context:
        context.prec = 80
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        expected = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
        assert Decimal(decimal(value, places)) == expected


@given(st.fractions(0, 10_000, max_denominator=10**6))
def test_roots_are_rounded_half_up(value: Fraction) -> None:
    found, half = Fraction(root(value)), Fraction(1, 2 * 10**7)
    assert max(found - half, Fraction(0)) ** 2 <= value < (found + half) ** 2


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (decimal(Fraction(-50643648973, 2317817502000)), "-0.0218497138"),
        (decimal(Fraction(1, 2), 0), "1"),
        (decimal(Fraction(-1, 2), 0), "-1"),
        (decimal(Fraction(-1, 200), 2), "-0.01"),
        (decimal(Fraction(-1, 1000), 2), "0.00"),
        (signed(Fraction(1, 3), 2), "+0.33"),
        (signed(Fraction(0), 2), "0.00"),
        (percent(Fraction(50643648973, 2317817502000), 8), "2.18497138 %"),
        (root(Fraction(2)), "1.4142136"),
        (root(Fraction(0)), "0.0000000"),
        (amount(Fraction(83, 20)), "4.15"),
        (amount(Fraction(20)), "20"),
        (net(Fraction(3, 2)), "+3/2"),
        (net(Fraction(-1)), "-1"),
        (net(Fraction(0)), "0"),
    ],
)
def test_numbers_as_they_are_shown(shown: str, expected: str) -> None:
    assert shown == expected
