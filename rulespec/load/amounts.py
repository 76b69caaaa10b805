"""Amounts as rounds give them: exact, positive, and of a size that a table could see."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

LARGEST = 10**9
DECIMALS = 4

_TEXT = re.compile(r"[0-9]+(\.[0-9]+)?")


def amount_of(given: Any) -> int | Fraction:
    """The exact amount that a JSON number or a decimal text gives.

    Raises ValueError, worded to follow what is named ("`main` is not an amount").
    """
    if type(given) is int:
        number: int | Fraction = given
    elif isinstance(given, Decimal | float) or (isinstance(given, str) and _TEXT.fullmatch(given)):
        number = _exact(str(given))
    else:
        raise ValueError("is not an amount")
    if number <= 0:
        raise ValueError("is not above 0")
    if number > LARGEST:
        raise ValueError(f"is above {LARGEST:,}, more than any table takes")
    return number


def _exact(text: str) -> int | Fraction:
    try:
        number = Decimal(text)
    except ArithmeticError:
        raise ValueError("is not an amount") from None
    if not number.is_finite():
        raise ValueError("is not an amount")
    if abs(number.adjusted()) > 20:  # before it is made exact: 1e999999 would fill the memory
        raise ValueError("is out of all bounds")
    if number.as_tuple().exponent < -DECIMALS and number != number.quantize(Decimal(1).scaleb(-DECIMALS)):  # type: ignore[operator]
        raise ValueError(f"has more than {DECIMALS} decimals")
    value = Fraction(number)
    return value.numerator if value.denominator == 1 else value


def shown(amount: int | Fraction) -> str:
    """An amount as a decimal text, exact where it has an end, else to the cent, half up."""
    if isinstance(amount, int):
        return str(amount)
    for places in range(1, DECIMALS + 3):
        scaled = amount * 10**places
        if scaled.denominator == 1:
            return _with_point(scaled.numerator, places)
    doubled = abs(amount) * 200 + 1  # half up, away from zero
    cents = doubled.numerator // (2 * doubled.denominator)
    return _with_point(cents if amount > 0 else -cents, 2)


def _with_point(digits: int, places: int) -> str:
    sign, text = "-" if digits < 0 else "", str(abs(digits)).rjust(places + 1, "0")
    return f"{sign}{text[:-places]}.{text[-places:]}"
