"""All cases of one cause in one readable condition, proved to be neither wider nor narrower than the cases.

A case is taken from z3, and of the simple conditions that hold in it as few are kept as still mean the cause; then the
next case that is not covered. What comes out is a union of terms none of which can lose a part (prime implicants).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulespec.lang.show import show
from rulespec.model.expr import Always, And, Expr, Or
from rulespec.prove.describe import reading_order
from rulespec.prove.smt.logic import Formula, Logic, Unsupported
from rulespec.prove.smt.solving import Asking, Model, is_true

TERMS = 12  # beyond this a condition is no longer read


@dataclass(frozen=True, slots=True)
class Plain:
    """A simple condition with its formula. `cost` is how hard it is to read."""

    expr: Expr
    formula: Formula
    cost: int


def plain_conditions(simple: Mapping[Expr, int], formula: Callable[[Expr], Formula]) -> list[Plain]:
    """The simple conditions that have a formula, easiest to read first; one for each formula."""
    found: dict[int, Plain] = {}
    for expr, cost in sorted(simple.items(), key=lambda one: (one[1], show(one[0]))):
        try:
            made = formula(expr)
        except Unsupported:
            continue
        found.setdefault(made.get_id(), Plain(expr, made, cost))
    return list(found.values())


def condition(asking: Asking, cause: Formula, simple: Sequence[Plain]) -> Expr | None:
    """The condition, of `simple` ones, that holds in exactly the cases of `cause`; `always` for all cases.

    None where the simple conditions cannot tell these cases from others, or not in a condition that one can read.
    Raises `OutOfWork`.
    """
    logic = asking.logic
    if asking.model([logic.no(cause)]) is None:
        return Always()
    terms: list[list[Plain]] = []
    while len(terms) <= TERMS:
        covered = [logic.no(_holds(logic, term)) for term in terms]
        case = asking.model([cause, *covered])
        if case is None:
            kept = _needed(asking, cause, terms)
            tree = [_conjunction(term) for term in kept]
            tree.sort(key=lambda part: (len(part.parts) if isinstance(part, And) else 1, show(part)))
            return tree[0] if len(tree) == 1 else Or(tuple(tree))
        term = _term(asking, cause, case, simple)
        if term is None:
            return None
        terms.append(term)
    return None


def proved_equal(asking: Asking, cause: Formula, claimed: Formula) -> bool:
    """Whether a condition holds in exactly the cases of a cause. Raises `OutOfWork`."""
    return asking.model([asking.logic.no(asking.logic.same(cause, claimed))]) is None


def _term(asking: Asking, cause: Formula, case: Model, simple: Sequence[Plain]) -> list[Plain] | None:
    """Conditions that hold in a case and together mean the cause: the easiest to read, and as few as they can be."""
    other = asking.logic.no(cause)
    holding = [one for one in simple if is_true(case, one.formula)]
    chosen: list[Plain] | None = None
    for cost in sorted({one.cost for one in holding}):
        easy = [one for one in holding if one.cost <= cost]
        if asking.model([other, *(one.formula for one in easy)]) is None:
            core = {formula.get_id() for formula in asking.core()}
            chosen = [one for one in easy if one.formula.get_id() in core]
            break
    if chosen is None:
        return None
    for one in sorted(chosen, key=lambda one: (-one.cost, show(one.expr))):
        rest = [kept for kept in chosen if kept is not one]
        if asking.model([other, *(kept.formula for kept in rest)]) is None:
            chosen = rest
    return chosen


def _needed(asking: Asking, cause: Formula, terms: Sequence[list[Plain]]) -> list[list[Plain]]:
    """The terms without those that the others cover."""
    logic, kept = asking.logic, list(terms)
    for term in terms:
        others = [other for other in kept if other is not term]
        if others and asking.model([cause, *(logic.no(_holds(logic, other)) for other in others)]) is None:
            kept = others
    return kept


def _holds(logic: Logic, term: Iterable[Plain]) -> Formula:
    return logic.all([one.formula for one in term])


def _conjunction(term: Sequence[Plain]) -> Expr:
    parts = tuple(sorted((one.expr for one in term), key=reading_order))
    return parts[0] if len(parts) == 1 else And(parts)
