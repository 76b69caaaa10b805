"""Many cases in one readable condition.

Cases are merged into a short condition of the language that holds in all of them and in no other case of the walk:
`dealer.qualifies and player.hand = dealer.hand` instead of ten thousand rows. Sets of cases are bit masks, so that
this is exact and quick; the result is checked against the cases before anyone sees it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulespec.lang.show import show
from rulespec.lang.trees import atoms, negated
from rulespec.lang.types import type_of
from rulespec.model.expr import Always, And, Compare, Constant, Defined, Expr, Fact, Not, Or

_ORDERS = {"=": 2, "<": 2, ">": 2, "<=": 3, ">=": 3, "!=": 4}  # with how hard each is to read


@dataclass(frozen=True, slots=True)
class Literal:
    """A simple condition and the cases it holds in, as a bit mask. `cost` is how hard it is to read."""

    expr: Expr
    cases: int
    cost: int


def candidates(exprs: Iterable[Expr]) -> dict[Expr, int]:
    """The simple conditions to describe cases with, and how hard each is to read.

    They are the atoms of `exprs`, their opposites, and the other ways to compare the same two hands. The walk must
    tell cases apart by all of them.
    """
    found: dict[Expr, int] = {}
    for expr in exprs:
        for atom in atoms(expr):
            for candidate, cost in _turned(atom):
                found[candidate] = min(cost, found.get(candidate, cost))
    return found


def mask_of(places: Iterable[int], many: int) -> int:
    """Some of so many cases as a bit mask, the first the lowest bit."""
    digits = bytearray(b"0") * (many or 1)
    for place in places:
        digits[-1 - place] = ord("1")
    return int(digits, 2)


def literals(simple: Mapping[Expr, int], holds: Callable[[Expr], int]) -> list[Literal]:
    """The candidates with the cases that they hold in (`holds`), one for each set of cases, easiest to read first."""
    found: dict[int, Literal] = {}
    ordered = sorted(simple.items(), key=lambda one: (one[1], show(one[0])))
    for candidate, cost in ordered:
        literal = Literal(candidate, holds(candidate), cost)
        found.setdefault(literal.cases, literal)
    return list(found.values())


def _turned(atom: Expr) -> Iterable[tuple[Expr, int]]:
    yield atom, 2 if isinstance(atom, Compare) else 1
    yield negated(atom), 3
    if isinstance(atom, Compare) and atom.op in _ORDERS and _is_hand(atom.left) and _is_hand(atom.right):
        for op, cost in _ORDERS.items():
            yield Compare(op, atom.left, atom.right), cost


def _is_hand(expr: Expr) -> bool:
    return type_of(expr).kind == "hand"


def describe(wanted: int, every: int, found: Sequence[Literal]) -> Expr:
    """A condition that holds, of the cases `every`, in exactly those of `wanted`.

    Raises `ValueError` where the literals cannot tell the cases apart, and for no case at all.
    """
    if not wanted:
        raise ValueError("no case is to be described")
    if wanted == every:
        return Always()
    terms: list[tuple[Literal, ...]] = []
    rest = wanted
    while rest:
        seed = rest & -rest
        term = _term(seed, wanted, every, found)
        terms.append(term)
        rest &= ~_cases(term, every)
    terms = _needed(terms, wanted, every)
    # Shortest first, and never in the order of the cases: the text is part of what a row is known by.
    tree = [_conjunction(term) for term in terms]
    tree.sort(key=lambda part: (len(part.parts) if isinstance(part, And) else 1, show(part)))
    return tree[0] if len(tree) == 1 else Or(tuple(tree))


def _term(seed: int, wanted: int, every: int, found: Sequence[Literal]) -> tuple[Literal, ...]:
    """Literals that hold for the seed and together for no case outside `wanted`: as few and as wide as easily found."""
    chosen: list[Literal] = []
    inside = every
    holding = [literal for literal in found if literal.cases & seed]
    while inside & ~wanted:
        best = max(holding, key=_worth(inside & wanted, inside & ~wanted), default=None)
        if best is None or not inside & ~wanted & ~best.cases:
            raise ValueError("the cases cannot be told apart by these conditions")
        chosen.append(best)
        inside &= best.cases
    return tuple(_pruned(chosen, wanted, every))


def _worth(kept: int, unwanted: int) -> Callable[[Literal], tuple[float, int]]:
    """How well literals cut what is not wanted and keep what is, for how hard they are to read."""
    many_kept, many_unwanted = kept.bit_count(), unwanted.bit_count()

    def worth(literal: Literal) -> tuple[float, int]:
        cut = (many_unwanted - (unwanted & literal.cases).bit_count()) / max(many_unwanted, 1)
        share = (kept & literal.cases).bit_count() / max(many_kept, 1)
        return cut * share * share / (literal.cost + 4), -literal.cost

    return worth


def _pruned(chosen: list[Literal], wanted: int, every: int) -> list[Literal]:
    """Without the literals that the others make superfluous, hardest to read first."""
    for literal in sorted(chosen, key=lambda one: -one.cost):
        rest = [other for other in chosen if other is not literal]
        if not _cases(rest, every) & ~wanted:
            chosen = rest
    return chosen


def _needed(terms: list[tuple[Literal, ...]], wanted: int, every: int) -> list[tuple[Literal, ...]]:
    kept = list(terms)
    for term in terms:
        others = [other for other in kept if other is not term]
        covered = 0
        for other in others:
            covered |= _cases(other, every)
        if covered & wanted == wanted:
            kept = others
    return kept


def _cases(term: Sequence[Literal], every: int) -> int:
    inside = every
    for literal in term:
        inside &= literal.cases
    return inside


def _conjunction(term: Sequence[Literal]) -> Expr:
    parts = tuple(sorted((literal.expr for literal in term), key=reading_order))
    return parts[0] if len(parts) == 1 else And(parts)


def reading_order(simple: Expr) -> tuple[int, str]:
    """What the player did, then the dealer, then how the hands compare, then what they are."""
    expr = simple.body if isinstance(simple, Not) else simple
    if isinstance(expr, Fact):
        rank = 0
    elif isinstance(expr, Defined):
        rank = 1
    elif isinstance(expr, Compare) and not isinstance(expr.right, Constant):
        rank = 2
    else:
        rank = 3
    return rank, show(simple)
