"""Conditions and amounts written otherwise: each function gives the trees that mean what one node means.

What holds of every three-valued assignment holds of a node wherever it stands. Where a value may be `NEVER`, no
comparison with it holds, `!=` included; and of an option that is not in issue a row asks once more with `NEVER` in its
place, so that a comparison with one is never turned into the negation of its opposite.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from rulespec.lang.scope import ROUNDED
from rulespec.lang.trees import facts, parts, walk
from rulespec.lang.types import type_of
from rulespec.model.expr import (
    Always,
    And,
    Arithmetic,
    Between,
    ClassOf,
    Compare,
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

Change = Callable[[random.Random, Expr], Sequence[Expr]]

TURNED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<=", "before": "after", "after": "before"}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def anywhere(expr: Expr, change: Callable[[Expr], Sequence[Expr]]) -> Iterator[Expr]:
    """Every tree that one change of one node makes. Definitions are left whole: one name has one body."""
    yield from change(expr)
    for place, part in enumerate(inner(expr)):
        for new in anywhere(part, change):
            yield with_part(expr, place, new)


def inner(expr: Expr) -> tuple[Expr, ...]:
    return () if isinstance(expr, Defined | ClassOf) else parts(expr)


def with_part(expr: Expr, place: int, new: Expr) -> Expr:
    """The tree with another one in the place of one of its parts."""
    every = (*parts(expr)[:place], new, *parts(expr)[place + 1 :])
    match expr:
        case Compare() | Arithmetic():
            return replace(expr, left=every[0], right=every[1])
        case In():
            return In(every[0], every[1:])
        case Between():
            return Between(*every)
        case Not() | Quantified() | Count():
            return replace(expr, body=new)
        case And() | Or() | Pick() | OneOf():
            return replace(expr, parts=every)
    raise TypeError(f"no parts: {expr}")


def is_truth(expr: Expr) -> bool:
    return type_of(expr).kind == "truth"


def is_money(expr: Expr) -> bool:
    """One amount or number, not a list of them."""
    return type_of(expr).kind in ("amount", "number")


def joined(kind: type[And] | type[Or], some: Sequence[Expr]) -> Expr:
    """`and` or `or` of some conditions, with those of the same kind inside them taken in."""
    flat: list[Expr] = []
    for one in some:
        flat += one.parts if isinstance(one, kind) else (one,)
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def opposite(expr: Expr) -> Expr:
    return expr.body if isinstance(expr, Not) else Not(expr)


# Conditions.


def shuffled(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    """The operands of `and`, `or`, `+`, `*`, of a list and of the larger of several, in another order."""
    if isinstance(expr, Arithmetic) and expr.op in "+*":
        return [replace(expr, left=expr.right, right=expr.left)]
    several = isinstance(expr, And | Or | OneOf) or (isinstance(expr, Pick) and expr.name not in ROUNDED)
    if not several or not isinstance(expr, And | Or | OneOf | Pick):
        return []
    order = list(expr.parts)
    chance.shuffle(order)
    return [replace(expr, parts=tuple(order))]


def de_morgan(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    match expr:
        case Not(And(some)):
            return [joined(Or, [opposite(one) for one in some])]
        case Not(Or(some)):
            return [joined(And, [opposite(one) for one in some])]
        case And(some):
            return [Not(Or(tuple(opposite(one) for one in some)))]
        case Or(some):
            return [Not(And(tuple(opposite(one) for one in some)))]
    return []


def double_negation(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    if isinstance(expr, Not) and isinstance(expr.body, Not):
        return [expr.body.body]
    return [Not(Not(expr))] if is_truth(expr) and not isinstance(expr, Always | Fact | Not) else []


def distributed(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    """`a and (b or c)` as `a and b or a and c`, and `a or b and c` as `(a or b) and (a or c)`."""
    found: list[Expr] = []
    for outer, within in ((And, Or), (Or, And)):
        if isinstance(expr, outer):
            for place, part in enumerate(expr.parts):
                if isinstance(part, within):
                    rest = [*expr.parts[:place], *expr.parts[place + 1 :]]
                    found.append(joined(within, [joined(outer, [*rest, one]) for one in part.parts]))
    return found


def absorbing(known: Sequence[Expr]) -> Change:
    """`a` as `a or a and p`, or as `a and (a or p)`, with a condition of `known`."""

    def change(chance: random.Random, expr: Expr) -> Sequence[Expr]:
        if not known or not is_truth(expr) or isinstance(expr, Always):
            return []
        other = chance.choice(list(known))
        return [joined(Or, [expr, joined(And, [expr, other])]), joined(And, [expr, joined(Or, [expr, other])])]

    return change


def in_or(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    """`x in a | b` as `x = a or x = b`, and back."""
    match expr:
        case In(item, choices):
            return [joined(Or, [Compare("=", item, choice) for choice in choices])]
        case Or(some) if all(isinstance(one, Compare) and one.op == "=" for one in some):
            compared = [one for one in some if isinstance(one, Compare)]
            # How two hands are ordered is told from deals by comparisons alone, so that lists of hands are not made.
            if len({one.left for one in compared}) == 1 and not any(_is_hand(one.right) for one in compared):
                return [In(compared[0].left, tuple(one.right for one in compared))]
    return []


def between_and(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    """`x between a and b` as `x >= a and x <= b`, and back; `x = a` as `x between a and a`."""
    match expr:
        case Between(item, low, high):
            return [And((Compare(">=", item, low), Compare("<=", item, high)))]
        case Compare("=", item, same) if type_of(same).kind in ("class", "amount", "number"):
            return [Between(item, same, same)]
        case And(some):
            return [_as_between(some, low, high) for low in some for high in some if _are_bounds(low, high)]
    return []


def _are_bounds(low: Expr, high: Expr) -> bool:
    # How two hands are ordered is told from deals by comparisons alone, so that no hand is put between others.
    match low, high:
        case Compare(">=", item, first), Compare("<=", again, second) if item == again:
            return not _is_hand(first) and not _is_hand(second)
    return False


def _as_between(some: Sequence[Expr], low: Expr, high: Expr) -> Expr:
    assert isinstance(low, Compare)
    assert isinstance(high, Compare)
    rest = [one for one in some if one is not low and one is not high]
    return joined(And, [*rest, Between(low.left, low.right, high.right)])


def turned(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    """`a > b` as `b < a`. A list stands on the right, where it is asked what it holds."""
    if not isinstance(expr, Compare) or "set" in (type_of(expr.left).kind, type_of(expr.right).kind):
        return []
    return [Compare(TURNED[expr.op], expr.right, expr.left)]


def opposing(optional: frozenset[str]) -> Change:
    """`x != y` as `not x = y`, `not x < y` as `x >= y`, where both have a value in every case."""

    def change(chance: random.Random, expr: Expr) -> Sequence[Expr]:
        match expr:
            case Compare(op, left, right) if op in OPPOSITE and _always_there(expr, optional):
                return [Not(Compare(OPPOSITE[op], left, right))]
            case Not(Compare(op, left, right)) if op in OPPOSITE and _always_there(expr, optional):
                return [Compare(OPPOSITE[op], left, right)]
        return []

    return change


def _always_there(expr: Expr, optional: frozenset[str]) -> bool:
    """Whether no value in it can be `NEVER`: that of a stage, an amount, or an option that is not in issue."""
    for node in walk(expr):
        if isinstance(node, Fact) and (node.type.kind in ("stage", "amount", "set") or node.name in optional):
            return False
        if isinstance(node, Pick) and node.name in ROUNDED:  # by a unit of nothing
            return False
    return True


def _is_hand(expr: Expr) -> bool:
    return type_of(expr).kind == "hand"


# Definitions.


def unfolded(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    return [expr.body] if isinstance(expr, Defined) else []


def folding(name: str) -> Change:
    """A part made a definition of this name. A bare fact is none: it is looked for by its own name."""

    def change(chance: random.Random, expr: Expr) -> Sequence[Expr]:
        whole = is_truth(expr) or (isinstance(expr, Arithmetic | Pick) and is_money(expr))
        if not whole or isinstance(expr, Fact | Defined | Always):
            return []
        return [Defined(name, expr, (), type_of(expr))]

    return change


# Amounts.


def multiple_sum(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    """`3 * a` as `a + 2 * a`, and back. Not of lists, whose sum holds more than their multiples."""
    match expr:
        case Arithmetic("*", Number(times), other) if times.denominator == 1 and times >= 2 and is_money(other):
            return [Arithmetic("+", other, _times(times - 1, other))]
        case Arithmetic("+", first, Arithmetic("*", Number(times), other)) if first == other and is_money(other):
            return [_times(times + 1, other)]
        case Arithmetic("+", first, other) if first == other and is_money(other):
            return [_times(Fraction(2), other)]
    return []


def percent_share(chance: random.Random, expr: Expr) -> Sequence[Expr]:
    """`10 % of a` as `a / 10`, and back."""
    match expr:
        case Arithmetic("% of", Number(percent), other) if percent > 0 and _is_decimal(100 / percent):
            return [Arithmetic("/", other, _number(100 / percent))]
        case Arithmetic("/", other, Number(by)) if by > 0 and _is_decimal(100 / by):
            return [Arithmetic("% of", _number(100 / by), other)]
    return []


def _is_decimal(value: Fraction) -> bool:
    """Whether it can be written as a decimal number."""
    return 10**6 % value.denominator == 0


def _times(times: Fraction, other: Expr) -> Expr:
    return other if times == 1 else Arithmetic("*", _number(times), other)


def _number(value: Fraction) -> Number:
    return Number(value, "")


# What a condition may be told apart by.

_KNOWN = ("placed", "folded", "exposed", "acted", "played_blind")


def never_open(expr: Expr) -> bool:
    """Whether a round always tells it: what a hand has done and placed, and not what it holds."""
    return isinstance(expr, Fact) and expr.name in _KNOWN


def reads(expr: Expr, names: frozenset[str]) -> bool:
    return any(fact.name in names for fact in facts(expr))
