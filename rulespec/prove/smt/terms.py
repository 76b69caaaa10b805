"""Typed trees to formulas over the facts of the hands at one table.

They mean what `lang.evaluate` makes of the same trees where every fact is known. An option that a round need not give
(`not_in_issue`) has no value where it is not given: a row that reads it then holds only if it holds with nothing to
compare with, which is the engine's reading too.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import z3

from rulespec.lang.scope import ROUNDED
from rulespec.lang.show import show
from rulespec.lang.trees import facts
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
from rulespec.prove.smt.logic import Formula, Logic, Sym, Term, Unsupported, Values

Facts = Mapping[str, Values]
Dealt = Callable[[Expr, int], Formula | None]

_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "before": lambda a, b: a < b,
    "after": lambda a, b: a > b,
}


class Terms:
    """The language over some hands. `seats` are their facts, `dealt` gives the formula of a condition on cards.

    `dealt` answers None for a condition that does not speak of cards. `read` takes the keys of all facts asked for.
    """

    def __init__(self, logic: Logic, seats: Sequence[Facts], dealt: Dealt, read: set[str] | None = None) -> None:
        self.logic = logic
        self.seats = seats
        self.dealt = dealt
        self.read = set() if read is None else read  # the keys of the facts that formulas have asked for

    def truth(self, expr: Expr, seat: int) -> Formula:
        """The condition of the hand at place `seat`. Raises `Unsupported` where it has no formula."""
        logic = self.logic
        match expr:
            case Always():
                return logic.true
            case Defined():
                return self.truth(expr.body, seat)
            case Not():
                return logic.no(self.truth(expr.body, seat))
            case And():
                return logic.all([self.truth(part, seat) for part in expr.parts])
            case Or():
                return logic.any([self.truth(part, seat) for part in expr.parts])
            case Quantified():
                return self._quantified(expr, seat)
        dealt = self.dealt(expr, seat)
        if dealt is not None:
            return dealt
        match expr:
            case Fact():
                return self._only(self._fact(expr, seat), expr).value
            case Compare():
                return self._compare(expr.op, expr.left, expr.right, seat)
            case In():
                return logic.any([self._compare("=", expr.item, choice, seat) for choice in expr.choices])
            case Between():
                ends = self._compare(">=", expr.item, expr.low, seat), self._compare("<=", expr.item, expr.high, seat)
                return logic.all(ends)
        raise Unsupported(f"`{show(expr)}` is no condition that can be proved about")

    def values(self, expr: Expr, seat: int) -> Values:
        """The amount, place or list of the hand at place `seat`."""
        logic = self.logic
        match expr:
            case Number():
                return (logic.given(logic.number(expr.value)),)
            case Constant():
                return (logic.given(logic.at(expr.index)),)
            case Fact():
                return self._fact(expr, seat)
            case Defined():
                return self.values(expr.body, seat)
            case Arithmetic():
                return self._arithmetic(expr, seat)
            case Pick():
                return (self._pick(expr, seat),)
            case OneOf():
                return tuple(each for part in expr.parts for each in self.values(part, seat))
            case Count():
                return (logic.given(self._count(expr, seat)),)
            case ClassOf():
                raise Unsupported(f"`{show(expr)}` is read outside a comparison")
        raise Unsupported(f"`{show(expr)}` is no amount that can be proved about")

    def certain(self, expr: Expr, seat: int, optional: frozenset[str], value: bool = True) -> Formula:
        """That a condition comes out as `value` whatever the options are that the round does not give (Kleene)."""
        logic = self.logic
        match expr:
            case Defined():
                return self.certain(expr.body, seat, optional, value)
            case Not():
                return self.certain(expr.body, seat, optional, not value)
            case And() | Or():
                parts = [self.certain(part, seat, optional, value) for part in expr.parts]
                return logic.all(parts) if isinstance(expr, And) is value else logic.any(parts)
            case Quantified():
                wanted = value is not (expr.kind == "no")  # what is then asked of every hand, or of some hand
                found = [self.certain(expr.body, one, optional, wanted) for one in self._others(expr.other, seat)]
                return logic.all(found) if wanted is (expr.kind == "every") else logic.any(found)
            case Between():
                ends = Compare(">=", expr.item, expr.low), Compare("<=", expr.item, expr.high)
                return self.certain(And(ends), seat, optional, value)
            case In():
                if any(fact.name in optional for fact in facts(expr)):
                    either = tuple(Compare("=", expr.item, choice) for choice in expr.choices)
                    return self.certain(Or(either), seat, optional, value)
        return self._known(expr, seat, optional, value)

    def _known(self, expr: Expr, seat: int, optional: frozenset[str], value: bool) -> Formula:
        """The same of an atom: it has its value, and every option that it reads is given."""
        logic = self.logic
        holds = self.truth(expr, seat)
        left_out = [one.never for fact in facts(expr) if fact.name in optional for one in self._fact(fact, seat)]
        return logic.all([holds if value else logic.no(holds), *(logic.no(never) for never in left_out)])

    def told(self, key: str, seat: int) -> Sym:
        """The one value of a fact, by its key. Raises `Unsupported` where it has none or several."""
        self.read.add(key)
        values = self.seats[seat].get(key, ())
        if len(values) != 1:
            raise Unsupported(f"`{key}` has no one value")
        return values[0]

    # Parts.

    def _fact(self, fact: Fact, seat: int) -> Values:
        self.read.add(fact.key)
        found = self.seats[seat].get(fact.key)
        if found is None:
            raise Unsupported(f"`{fact.key}` has no formula")
        return found

    def _only(self, values: Values, expr: Expr) -> Sym:
        if len(values) != 1:
            raise Unsupported(f"`{show(expr)}` is a list where one value is needed")
        return values[0]

    def _compare(self, op: str, left: Expr, right: Expr, seat: int) -> Formula:
        first, second = self.values(left, seat), self.values(right, seat)
        logic = self.logic
        if type_of(right).kind == "set" and op != "=":
            raise Unsupported(f"`{show(right)}` is a list where one value is needed")
        if type_of(right).kind == "set":
            item = self._only(first, left)
            return logic.any([self._held(lambda a, b: a == b, item, each) for each in second])
        return self._held(_OPERATORS[op], self._only(first, left), self._only(second, right))

    def _held(self, operate: Callable[[Any, Any], Any], a: Sym, b: Sym) -> Formula:
        holds = z3.simplify(operate(*alike(a.value, b.value)))
        return self.logic.all([self.logic.no(a.never), self.logic.no(b.never), holds])

    def _arithmetic(self, expr: Arithmetic, seat: int) -> Values:
        left, right = self.values(expr.left, seat), self.values(expr.right, seat)
        return tuple(self._operate(expr.op, a, b) for a in left for b in right)

    def _operate(self, op: str, a: Sym, b: Sym) -> Sym:
        x, y = alike(a.value, b.value)
        never = self.logic.any([a.never, b.never])
        match op:
            case "+":
                found = x + y
            case "-":
                found = x - y
            case "*":
                found = x * y
            case "/":
                found = x / y
                never = self.logic.any([never, z3.simplify(y == 0)])
            case _:
                found = x * y / 100
        return Sym(z3.simplify(found), never)

    def _pick(self, expr: Pick, seat: int) -> Sym:
        logic = self.logic
        if expr.name in ROUNDED:
            amount, unit = (self._only(self.values(part, seat), part) for part in expr.parts)
            never = logic.any([amount.never, unit.never, z3.simplify(unit.value == 0)])
            return Sym(rounded(logic, amount.value, unit.value, expr.name == "rounded_up"), never)
        found = [each for part in expr.parts for each in self.values(part, seat)]
        if not found:
            raise Unsupported(f"`{show(expr)}` picks from nothing")
        best, larger = found[0].value, expr.name in ("larger", "largest")
        for each in found[1:]:
            x, y = alike(best, each.value)
            best = z3.If(x >= y if larger else x <= y, x, y)
        return Sym(best, logic.any([each.never for each in found]))

    def _others(self, other: bool, seat: int) -> list[int]:
        return [place for place in range(len(self.seats)) if not (other and place == seat)]

    def _quantified(self, expr: Quantified, seat: int) -> Formula:
        found = [self.truth(expr.body, place) for place in self._others(expr.other, seat)]
        if expr.kind == "every":
            return self.logic.all(found)
        any_ = self.logic.any(found)
        return any_ if expr.kind == "any" else self.logic.no(any_)

    def _count(self, expr: Count, seat: int) -> Term:
        logic = self.logic
        found = [self.truth(expr.body, place) for place in self._others(expr.other, seat)]
        ones = [logic.choice(one, logic.number(1), logic.number(0)) for one in found]
        return z3.simplify(z3.Sum(ones)) if ones else logic.number(0)


def rounded(logic: Logic, amount: Term, unit: Term, up: bool) -> Term:
    """An amount made a whole multiple of a unit, the nearest one above or below it."""
    share = amount / unit
    whole = -z3.ToInt(-share) if up else z3.ToInt(share)
    return z3.ToReal(whole) * unit


def alike(a: Term, b: Term) -> tuple[Term, Term]:
    """Two numbers, both rational where one is."""
    if z3.is_int(a) and z3.is_real(b):
        return z3.ToReal(a), b
    return (a, z3.ToReal(b)) if z3.is_real(a) and z3.is_int(b) else (a, b)


def fraction(value: Term) -> Fraction:
    """The exact number that a model gives. Raises `Unsupported` where it is not rational."""
    if not z3.is_rational_value(value) and not z3.is_int_value(value):
        raise Unsupported("an amount comes out as no rational number")
    return (
        Fraction(value.numerator_as_long(), value.denominator_as_long())
        if z3.is_rational_value(value)
        else Fraction(value.as_long())
    )
