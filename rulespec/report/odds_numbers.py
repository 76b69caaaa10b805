"""Exact numbers as people and programs read them: decimals of fractions, percentages, square roots. No floats."""

from fractions import Fraction
from math import isqrt

PLACES = 10  # decimals beside a fraction


def decimal(value: Fraction, places: int = PLACES) -> str:
    """A fraction with so many decimals, half up (away from zero): `-0.0218497138`."""
    doubled = abs(value) * 2 * 10**places + 1
    return _pointed(doubled.numerator // (2 * doubled.denominator), places, value < 0)


def signed(value: Fraction, places: int = PLACES) -> str:
    """The same with a sign before what is gained as well as before what is lost."""
    text = decimal(value, places)
    return text if text.startswith("-") or not text.strip("0.") else f"+{text}"


def percent(value: Fraction, places: int) -> str:
    """A share as a percentage: `2.70270 %`."""
    return f"{decimal(value * 100, places)} %"


def root(value: Fraction, places: int = 7) -> str:
    """The square root of a fraction of 0 or more, with so many decimals, half up."""
    twice = isqrt(4 * value.numerator * 10 ** (2 * places) // value.denominator)  # the root doubled, rounded down
    return _pointed((twice + 1) // 2, places, False)


def amount(value: Fraction, places: int = 4) -> str:
    """An amount without needless zeros: `1`, `1.5`, `4.1522`."""
    text = decimal(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def net(value: Fraction) -> str:
    """What a unit wins or loses: `+8`, `-1`, `0`, `+3/2`, exact as pay tables say it."""
    return f"{'+' if value > 0 else ''}{value}"


def _pointed(digits: int, places: int, negative: bool) -> str:
    """Digits with the decimal point that many places from the end; zero has no sign."""
    whole, rest = divmod(digits, 10**places)
    sign = "-" if negative and digits else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"
