"""The conditions that tell the cases of an irregularity apart, as a person would put them."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rulespec.compare.happenings import Event, Situation
from rulespec.compare.settlement import simple_conditions
from rulespec.lang.evaluate import truth
from rulespec.lang.trees import facts
from rulespec.model.expr import TRUTH, And, Compare, Constant, Expr, Fact, In, Not, Or
from rulespec.prove.describe import Literal, literals, mask_of

_LISTED = 6  # values of a list that a condition names at most
_HARD = 5  # how hard a condition is to read that no rule has


def told_apart(event: Event, cases: Sequence[Situation]) -> list[Literal]:
    """The conditions to describe cases with: those of the rules, then plain facts of the hand."""
    simple = simple_conditions(event.reads)
    costs = {expr: cost for expr, (cost, _) in simple.items()}
    owners = {expr: tuple(mine) for expr, (_, mine) in simple.items()}
    names = [{wager.name for wager in settler.spec.wagers} for settler in event.settlers]
    wagers = sorted(frozenset[str].intersection(*map(frozenset, names)))
    more = [Fact("befallen", (), TRUTH), Fact("folded", (), TRUTH), Fact("acted", (), TRUTH)]
    more += [Fact("placed", (wager,), TRUTH) for wager in wagers]
    for expr, cost in simple_conditions([more]).items():
        costs.setdefault(expr, cost[0] + _HARD)
        owners.setdefault(expr, ())
    asked = _Masks(event, cases)
    masks: dict[Expr, int] = {}
    for fact, named, other in event.lists():
        for expr in [expr for expr in costs if fact in facts(expr)]:
            del costs[expr]
        masks |= _of_lists(event, asked, fact, named, other)
    costs |= {expr: _cost(expr) for expr in masks}
    return literals(costs, lambda expr: masks[expr] if expr in masks else asked.of(expr, owners[expr]))


def _cost(expr: Expr) -> int:
    return 1 if isinstance(expr, Compare) and expr.op == "=" else 2 if isinstance(expr, In | Compare) else 3


def _of_lists(event: Event, asked: "_Masks", fact: Fact, named: Sequence[int], other: int | None) -> dict[Expr, int]:
    """Every set of the values of a list that cases can be in, as a condition; `other` stands for what no rule names."""
    values = event.settlers[0].spec.vocabulary.lists[fact.type.of]
    tried = tuple(named) if other is None else (*named, other)
    single = {i: asked.of(Compare("=", fact, Constant(values[i], fact.type, i)), ()) for i in tried}
    found: dict[Expr, int] = {}
    for count in range(1, min(len(tried), _LISTED)):
        for some in combinations(tried, count):
            expr = _among(event, fact, named, other, frozenset(some))
            mask = 0
            for index in some:
                mask |= single[index]
            found[expr] = mask
    return found


def _among(event: Event, fact: Fact, named: Sequence[int], other: int | None, some: frozenset[int]) -> Expr:
    """That a fact has one of some values; said by the others where those that no rule names are among them."""
    values = event.settlers[0].spec.vocabulary.lists[fact.type.of]
    against = other in some
    shown = [i for i in named if (i in some) != against]
    parts = tuple(Constant(values[i], fact.type, i) for i in shown)
    if len(parts) == 1:
        return Compare("!=" if against else "=", fact, parts[0])
    return Not(In(fact, parts)) if against else In(fact, parts)


def tidied(expr: Expr, event: Event) -> Expr:
    """The condition with what it says of one list said once: `to in dealer | flop` for two conditions on `to`."""
    if isinstance(expr, Or):
        return Or(tuple(tidied(part, event) for part in expr.parts))
    if not isinstance(expr, And):
        return expr
    parts = list(expr.parts)
    for fact, named, other in event.lists():
        mine = [part for part in parts if _values_in(part, fact, named, other) is not None]
        if len(mine) < 2:
            continue
        tried = frozenset(named) if other is None else frozenset((*named, other))
        for part in mine:
            tried &= _values_in(part, fact, named, other) or frozenset()
        if tried:
            parts = [part for part in parts if part not in mine] + [_among(event, fact, named, other, tried)]
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _values_in(expr: Expr, fact: Fact, named: Sequence[int], other: int | None) -> frozenset[int] | None:
    """The values of a list that a condition on it leaves; None for a condition on something else."""
    tried = frozenset(named) if other is None else frozenset((*named, other))
    if isinstance(expr, Not):
        inside = _values_in(expr.body, fact, named, other)
        return None if inside is None else tried - inside
    if isinstance(expr, In) and expr.item == fact:
        return frozenset(one.index for one in expr.choices if isinstance(one, Constant)) & tried
    if isinstance(expr, Compare) and expr.left == fact and isinstance(expr.right, Constant):
        if expr.op == "=":
            return frozenset({expr.right.index})
        if expr.op == "!=":
            return tried - {expr.right.index}
    return None


class _Masks:
    """Which cases conditions hold in."""

    def __init__(self, event: Event, cases: Sequence[Situation]) -> None:
        self._cases = cases
        self._by_id = sorted(range(len(event.settlers)), key=lambda index: event.settlers[index].spec.id)
        self._known: dict[tuple[int, ...], list[Mapping[str, Any]]] = {}

    def of(self, expr: Expr, owners: Sequence[int]) -> int:
        """Asked of a spec that has the condition, else of the first by its id."""
        test, known = truth(expr), self._asked(tuple(owners))
        return mask_of((place for place, facts in enumerate(known) if test(facts) is True), len(known))

    def _asked(self, owners: tuple[int, ...]) -> list[Mapping[str, Any]]:
        """Of each case what the spec that is asked knows."""
        if owners not in self._known:
            asked = (*owners, *self._by_id)
            self._known[owners] = [next(c.facts[index] for index in asked if index in c.facts) for c in self._cases]
        return self._known[owners]
