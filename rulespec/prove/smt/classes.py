"""All cases of one cause in one readable condition, proved to be neither wider nor narrower than the cases.

A case is taken from z3, and of the simple conditions that hold in it as few are kept as still mean the cause; then the
next case that is not covered. What comes out is a union of terms none of which can lose a part (prime implicants).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulespec.lang.show import show
from rulespec.model.expr import Always, And, Compare, Constant, Expr, Fact, In, Not, Or
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
            tree = [_conjunction(term) for term in _merged([[one.expr for one in term] for term in kept])]
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
    return _by_value(asking, other, chosen, holding)


def _by_value(asking: Asking, other: Formula, chosen: list[Plain], holding: Sequence[Plain]) -> list[Plain]:
    """Where several conditions narrow one listed fact down, the one that says what it is."""
    for one in holding:
        fact = _valued(one.expr)
        about = [mine for mine in chosen if fact is not None and _item(mine.expr) == fact]
        if len(about) > 1:
            rest = [*(mine for mine in chosen if mine not in about), one]
            if asking.model([other, *(mine.formula for mine in rest)]) is None:
                return rest
    return chosen


def _valued(expr: Expr) -> Fact | None:
    """The fact that a condition gives a value; None for any other condition."""
    plain = isinstance(expr, Compare) and expr.op == "=" and isinstance(expr.right, Constant)
    return expr.left if plain and isinstance(expr, Compare) and isinstance(expr.left, Fact) else None


def _item(expr: Expr) -> Expr | None:
    """What a condition on a listed value is about."""
    body = expr.body if isinstance(expr, Not) else expr
    return body.item if isinstance(body, In) else body.left if isinstance(body, Compare) else None


def _merged(terms: Sequence[list[Expr]]) -> list[list[Expr]]:
    """The terms that differ only in the value of one listed fact as one: `it in a | b` for `it = a or it = b`."""
    found: list[tuple[list[Expr], Fact | None, list[Expr]]] = []  # the rest of a term, the fact, its values
    for term in terms:
        valued = [one for one in term if _valued(one) is not None]
        for place, (rest, fact, values) in enumerate(found):
            mine = next((one for one in valued if _valued(one) == fact), None)
            if mine is not None and {*rest} == {one for one in term if one is not mine}:
                assert isinstance(mine, Compare)
                found[place] = (rest, fact, [*values, mine.right])
                break
        else:
            one = valued[0] if len(valued) == 1 else None
            rest = [each for each in term if each is not one]
            found.append((rest, _valued(one), [one.right]) if isinstance(one, Compare) else (term, None, []))
    return [[*rest, *_of_values(fact, values)] for rest, fact, values in found]


def _of_values(fact: Fact | None, values: Sequence[Expr]) -> list[Expr]:
    if fact is None:
        return []
    return [Compare("=", fact, values[0])] if len(values) == 1 else [In(fact, tuple(sorted(values, key=show)))]


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


def _conjunction(term: Sequence[Expr]) -> Expr:
    parts = tuple(sorted(term, key=reading_order))
    return parts[0] if len(parts) == 1 else And(parts)
