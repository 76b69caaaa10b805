"""A typed tree back to text. `parse(show(tree))` is the same tree."""

from collections.abc import Sequence
from fractions import Fraction

from rulespec.model.expr import (
    Always,
    And,
    Arithmetic,
    Between,
    ClassOf,
    Compare,
    Constant,
    Count,
    Defined,
    Expr,
    Fact,
    In,
    Not,
    Number,
    Odds,
    OneOf,
    Or,
    Payout,
    Pick,
    Quantified,
)

# How tightly each form binds; a part that binds less tightly than its place asks for gets brackets.
_EITHER, _BOTH, _NEGATION, _TEST, _SUM, _PRODUCT, _ATOM = range(7)


def show(expr: Expr) -> str:
    """The text of a condition or an amount, with no bracket that it does not need."""
    return _show(expr)[0]


def show_payout(payout: Payout) -> str:
    return str(payout) if isinstance(payout, Odds) else show(payout.amount)


def decimal(value: Fraction) -> str:
    """An exact number as the language writes it: whole, or with the decimals it has (a fraction as `a / b`)."""
    if value.denominator == 1:
        return str(value.numerator)
    digits = value
    for places in range(1, 13):
        digits = value * 10**places
        if digits.denominator == 1:
            whole, rest = divmod(digits.numerator, 10**places)
            return f"{whole}.{rest:0{places}d}"
    return f"{value.numerator} / {value.denominator}"


def _in(expr: Expr, least: int) -> str:
    text, binds = _show(expr)
    return text if binds >= least else f"({text})"


def _joined(parts: Sequence[Expr], least: int, between: str) -> str:
    return between.join(_in(part, least) for part in parts)


def _show(expr: Expr) -> tuple[str, int]:
    """The text, and how tightly its outermost form binds."""
    match expr:
        case Always():
            return "always", _ATOM
        case Number():
            return expr.text or decimal(expr.value), _ATOM
        case Constant() | Defined():
            return expr.name, _ATOM
        case Fact():
            return (expr.args[0] if expr.bare else expr.key), _ATOM
        case ClassOf():
            return f"class({_show(expr.hand)[0]})", _ATOM
        case Compare():
            return f"{_in(expr.left, _SUM)} {expr.op} {_in(expr.right, _SUM)}", _TEST
        case In():
            return f"{_in(expr.item, _SUM)} in {_joined(expr.choices, _SUM, ' | ')}", _TEST
        case Between():
            return f"{_in(expr.item, _SUM)} between {_in(expr.low, _SUM)} and {_in(expr.high, _SUM)}", _TEST
        case Not():
            return f"not {_in(expr.body, _NEGATION)}", _NEGATION
        case And():
            return _joined(expr.parts, _NEGATION, " and "), _BOTH
        case Or():
            return _joined(expr.parts, _BOTH, " or "), _EITHER
        case Quantified():
            return f"{expr.kind} {'other ' if expr.other else ''}player ({_show(expr.body)[0]})", _ATOM
        case Count():
            return f"count of {'other ' if expr.other else ''}players with ({_show(expr.body)[0]})", _ATOM
        case Arithmetic():
            return _arithmetic(expr)
        case Pick():
            return f"{expr.name}({_joined(expr.parts, _SUM, ' | ')})", _ATOM
        case OneOf():
            return _joined(expr.parts, _SUM, " | "), _EITHER


def _arithmetic(expr: Arithmetic) -> tuple[str, int]:
    if expr.op == "% of":
        return f"{_in(expr.left, _ATOM)} % of {_in(expr.right, _ATOM)}", _PRODUCT
    least = _SUM if expr.op in "+-" else _PRODUCT
    return f"{_in(expr.left, least)} {expr.op} {_in(expr.right, least + 1)}", least
