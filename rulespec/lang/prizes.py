"""Payouts that are plain numbers, which may be meant as odds or as money and so are neither."""

from fractions import Fraction

from rulespec.lang.trees import walk
from rulespec.model.expr import Arithmetic, Expr, Fact, Number


def is_plain_number(prize: Expr) -> bool:
    """Whether nothing in a prize depends on the round or is written as money."""
    return not any(isinstance(node, Fact) or _is_money(node) for node in walk(prize))


def _is_money(node: Expr) -> bool:
    return isinstance(node, Number) and node.text.startswith("$")


def odds_or_money(prize: Expr) -> str:
    """How to write a plain number as what it may have been meant as."""
    odds, money = "9 to 2", Fraction(9, 2)
    match prize:
        case Number():
            odds, money = f"{prize.text} to 1", prize.value
        case Arithmetic("/", Number() as pays, Number() as per):
            odds, money = f"{pays.text} to {per.text}", pays.value / per.value
    cents = round(money * 100)
    return f"write odds as `{odds}`, money as `${cents // 100}.{cents % 100:02d}`"
