"""Typed trees to closures over the facts of one hand.

Facts come as a mapping from their keys (`placed(play)`, `class(player.hand)`) to values: True/False for yes/no facts,
exact numbers for amounts, tuples of them for lists, places in the order for hands, classes, stages and listed values.
A key that is absent is a missing fact; `NEVER` is the value of something that did not happen (`folded_at` of a hand
that never folded, the amount of a wager that is not there): no comparison with it holds, `!=` included.

Conditions are three-valued (Kleene): True, False, or None where a missing fact leaves it open. No short circuit: an
absent fact matters only where it could change the answer.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final

from rulespec.lang.scope import ROUNDED
from rulespec.lang.show import show
from rulespec.lang.types import type_of
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
    OneOf,
    Or,
    Pick,
    Quantified,
)

Facts = Mapping[str, Any]
Truth = Callable[[Facts], bool | None]
Value = Callable[[Facts], Any]

PLAYERS: Final = "players"  # the key under which a hand's facts hold those of every hand at the table


class _Never:
    """What did not happen has no time."""

    def __repr__(self) -> str:
        return "never"


NEVER: Final = _Never()

_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "before": operator.lt,
    "after": operator.gt,
}


def exact(value: Fraction | int) -> Fraction | int:
    """The number as an int where it is whole: integers are many times faster than fractions."""
    if type(value) is int:  # far quicker than asking whether it is a Fraction
        return value
    return value.numerator if value.denominator == 1 else value


def truth(expr: Expr) -> Truth:
    """The condition as a function of a hand's facts: True, False, or None where a missing fact leaves it open."""
    match expr:
        case Always():
            return lambda facts: True
        case Fact():
            return _fact(expr.key)
        case Defined():
            return truth(expr.body)
        case Not():
            return _not(truth(expr.body))
        case And():
            return _all([truth(part) for part in expr.parts])
        case Or():
            return _any([truth(part) for part in expr.parts])
        case Compare():
            return _comparison(expr)
        case In():
            return _any([_pair("=", expr.item, choice) for choice in expr.choices])
        case Between():
            return _all([_pair(">=", expr.item, expr.low), _pair("<=", expr.item, expr.high)])
        case Quantified():
            return _quantified(expr)
    raise TypeError(f"not a condition: {show(expr)}")


def value(expr: Expr) -> Value:
    """The amount, list or place in an order as a function of a hand's facts; None where a fact is missing."""
    match expr:
        case Number():
            number = exact(expr.value)
            return lambda facts: number
        case Constant():
            index = expr.index
            return lambda facts: index
        case Fact():
            return _fact(expr.key)
        case Defined():
            return value(expr.body)
        case ClassOf():
            return _fact(f"class({show(expr.hand)})")
        case Arithmetic():
            return _arithmetic(expr)
        case Pick():
            return _pick(expr)
        case OneOf():
            return _one_of([value(part) for part in expr.parts])
        case Count():
            return _count(expr)
    raise TypeError(f"not an amount: {show(expr)}")


def _fact(key: str) -> Value:
    return lambda facts: facts.get(key)


def _not(body: Truth) -> Truth:
    def run(facts: Facts) -> bool | None:
        answer = body(facts)
        return None if answer is None else not answer

    return run


def _all(parts: Sequence[Truth]) -> Truth:
    def run(facts: Facts) -> bool | None:
        unknown = False
        for part in parts:
            answer = part(facts)
            if answer is False:
                return False
            unknown = unknown or answer is None
        return None if unknown else True

    return run


def _any(parts: Sequence[Truth]) -> Truth:
    def run(facts: Facts) -> bool | None:
        unknown = False
        for part in parts:
            answer = part(facts)
            if answer is True:
                return True
            unknown = unknown or answer is None
        return None if unknown else False

    return run


def _comparison(expr: Compare) -> Truth:
    return _pair(expr.op, expr.left, expr.right)


def _pair(op: str, left: Expr, right: Expr) -> Truth:
    kinds = type_of(left).kind, type_of(right).kind
    # A hand against a class is a comparison of classes.
    if kinds == ("hand", "class"):
        left = ClassOf(left)
    elif kinds == ("class", "hand"):
        right = ClassOf(right)
    elif kinds[1] == "set":
        return _contains(value(left), value(right))
    first, second, compare = value(left), value(right), _OPERATORS[op]

    def run(facts: Facts) -> bool | None:
        a, b = first(facts), second(facts)
        if a is None or b is None:
            return None
        if a is NEVER or b is NEVER:
            return False
        return compare(a, b)

    return run


def _contains(item: Value, choices: Value) -> Truth:
    def run(facts: Facts) -> bool | None:
        a, many = item(facts), choices(facts)
        if a is None or many is None:
            return None
        return a is not NEVER and many is not NEVER and a in many

    return run


def _arithmetic(expr: Arithmetic) -> Value:
    first, second = value(expr.left), value(expr.right)
    operate: Callable[[Any, Any], Any] = {
        "+": operator.add,
        "-": operator.sub,
        "*": operator.mul,
        "/": lambda a, b: Fraction(a) / b,
        "% of": lambda a, b: Fraction(a) * b / 100,
    }[expr.op]

    def run(facts: Facts) -> Any:
        a, b = first(facts), second(facts)
        if a is None or b is None:
            return None
        if a is NEVER or b is NEVER:
            return NEVER
        if isinstance(a, tuple) or isinstance(b, tuple):
            left, right = (v if isinstance(v, tuple) else (v,) for v in (a, b))
            return tuple(exact(operate(x, y)) for x in left for y in right)
        return exact(operate(a, b))

    return run


def _pick(expr: Pick) -> Value:
    if expr.name in ROUNDED:
        return _rounded(expr)
    values = _one_of([value(part) for part in expr.parts])
    choose: Callable[[Any], Any] = max if expr.name in ("larger", "largest") else min

    def run(facts: Facts) -> Any:
        found = values(facts)
        if not found:
            return None
        return NEVER if NEVER in found else choose(found)

    return run


def _rounded(expr: Pick) -> Value:
    """An amount made a whole multiple of a unit, the nearest one above or below it."""
    amount, unit = (value(part) for part in expr.parts)
    up = expr.name == "rounded_up"

    def run(facts: Facts) -> Any:
        a, u = amount(facts), unit(facts)
        if a is None or u is None:
            return None
        if a is NEVER or u is NEVER or not u:
            return NEVER
        share = Fraction(a) / Fraction(u)
        return exact((ceil(share) if up else floor(share)) * Fraction(u))

    return run


def _one_of(parts: Sequence[Value]) -> Value:
    def run(facts: Facts) -> tuple[Any, ...] | None:
        found: list[Any] = []
        for part in parts:
            answer = part(facts)
            if answer is None:
                return None
            found += answer if isinstance(answer, tuple) else (answer,)
        return tuple(found)

    return run


def _hands(facts: Facts, other: bool) -> list[Facts] | None:
    everyone: Sequence[Facts] | None = facts.get(PLAYERS)
    if everyone is None:
        return None
    return [hand for hand in everyone if not (other and hand is facts)]


def _quantified(expr: Quantified) -> Truth:
    body, kind, other = truth(expr.body), expr.kind, expr.other

    def run(facts: Facts) -> bool | None:
        hands = _hands(facts, other)
        if hands is None:
            return None
        answers = [body(hand) for hand in hands]
        if kind == "every":
            return False if False in answers else (None if None in answers else True)
        found = True if True in answers else (None if None in answers else False)
        return found if kind == "any" or found is None else not found

    return run


def _count(expr: Count) -> Value:
    body, other = truth(expr.body), expr.other

    def run(facts: Facts) -> int | None:
        hands = _hands(facts, other)
        if hands is None:
            return None
        answers = [body(hand) for hand in hands]
        return None if None in answers else sum(answer is True for answer in answers)

    return run
