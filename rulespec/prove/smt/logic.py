"""Building formulas of one question in a z3 context of its own, so that no answer depends on what was asked before."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import z3
from z3 import z3core

Formula: TypeAlias = Any  # z3 has no types: a Boolean
Term: TypeAlias = Any  # a Boolean, a whole number (a place in an order) or a rational (an amount)


class Unsupported(Exception):
    """A condition or an amount that has no formula here: the question is then answered `unknown`, with this reason."""


@dataclass(frozen=True, slots=True)
class Sym:
    """A value that a round may lack: where `never` holds there is none, and no comparison with it holds."""

    value: Term
    never: Formula


Values = tuple[Sym, ...]  # one value, or the several of a list


class Logic:
    """The constructors of one z3 context, with what is plainly true or false taken out."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.true = z3.BoolVal(True, self.context)
        self.false = z3.BoolVal(False, self.context)

    def bool(self, name: str) -> Formula:
        """A yes/no variable."""
        return z3.Bool(name, self.context)

    def place(self, name: str) -> Term:
        """A variable that is a place in an order, or a value of a list."""
        return z3.Int(name, self.context)

    def amount(self, name: str) -> Term:
        """A variable that is an exact amount or number."""
        return z3.Real(name, self.context)

    def at(self, index: int) -> Term:
        """A place in an order."""
        return z3.IntVal(index, self.context)

    def number(self, number: Fraction | int) -> Term:
        """An exact number."""
        exact = Fraction(number)
        return z3.RealVal(f"{exact.numerator}/{exact.denominator}", self.context)

    def _made(self, make: Callable[..., Any], parts: Sequence[Formula]) -> Formula:
        # z3.And and z3.Or ask for the sort of every part, most of the time of a proof: these are Booleans all.
        array = (z3.Ast * len(parts))(*(part.as_ast() for part in parts))
        return z3.BoolRef(make(self.context.ref(), len(parts), array), self.context)

    def given(self, value: Term) -> Sym:
        """A value that is always there."""
        return Sym(value, self.false)

    def all(self, parts: Iterable[Formula]) -> Formula:
        """True where all are."""
        kept: list[Formula] = []
        for part in parts:
            if _same(part, self.false):
                return self.false
            if not _same(part, self.true):
                kept.append(part)
        return self.true if not kept else (kept[0] if len(kept) == 1 else self._made(z3core.Z3_mk_and, kept))

    def any(self, parts: Iterable[Formula]) -> Formula:
        """True where one or more are."""
        kept: list[Formula] = []
        for part in parts:
            if _same(part, self.true):
                return self.true
            if not _same(part, self.false):
                kept.append(part)
        return self.false if not kept else (kept[0] if len(kept) == 1 else self._made(z3core.Z3_mk_or, kept))

    def no(self, part: Formula) -> Formula:
        """True where `part` is false."""
        if _same(part, self.true):
            return self.false
        if _same(part, self.false):
            return self.true
        return z3.BoolRef(z3core.Z3_mk_not(self.context.ref(), part.as_ast()), self.context)

    def same(self, left: Formula, right: Formula) -> Formula:
        """True where both are true or both false."""
        for one, other in ((left, right), (right, left)):
            if _same(one, self.true):
                return other
            if _same(one, self.false):
                return self.no(other)
        return self.true if _same(left, right) else left == right

    def choice(self, test: Formula, then: Term, other: Term) -> Term:
        """`then` where the test holds, else `other`."""
        if _same(test, self.true) or _same(then, other):
            return then
        return other if _same(test, self.false) else z3.If(test, then, other)

    def choice_of(self, test: Formula, then: Sym, other: Sym) -> Sym:
        """The same of values that may be lacking."""
        return Sym(self.choice(test, then.value, other.value), self.choice(test, then.never, other.never))

    def apart(self, left: Sym, right: Sym) -> Formula:
        """True where one value is there and the other is not, or they differ."""
        there = self.no(self.any([left.never, right.never]))
        differ = self.all([there, self.no(self.same(left.value, right.value))])
        return self.any([self.no(self.same(left.never, right.never)), differ])

    def with_values(self, formula: Formula, values: Sequence[tuple[Term, Term]]) -> Formula:
        """A formula with values in the place of variables."""
        return z3.substitute(formula, *values) if values else formula

    def several(self, parts: Sequence[Formula]) -> Formula:
        """True where two or more are."""
        seen, found = self.false, self.false
        for part in parts:
            found = self.any([found, self.all([seen, part])])
            seen = self.any([seen, part])
        return found


def _same(one: Term, other: Term) -> bool:
    """Whether two terms of one context are one: z3 keeps a term once, so that its address tells."""
    same: bool = one.ast.value == other.ast.value
    return same
