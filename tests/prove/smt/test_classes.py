"""Conditions made of cases: equal to their cause, without a part that could go, and the same every time."""

import random
from collections.abc import Callable, Sequence
from itertools import product

import pytest

from rulespec.lang.evaluate import truth
from rulespec.model.expr import TRUTH, Always, And, Expr, Fact, Not, Or
from rulespec.prove.smt.classes import Plain, condition, plain_conditions, proved_equal
from rulespec.prove.smt.logic import Formula, Logic
from rulespec.prove.smt.solving import Asking
from rulespec.prove.smt.terms import Terms

NAMES = tuple("pqrstu")
SEEDS = 40
MANY = 1_500
Test = Callable[[Expr, dict[str, bool]], bool]


def random_cause(chance: random.Random, depth: int) -> Expr:
    if depth == 0 or chance.random() < 0.15:
        fact = Fact(chance.choice(NAMES), (), TRUTH)
        return Not(fact) if chance.random() < 0.5 else fact
    parts = tuple(random_cause(chance, depth - 1) for _ in range(chance.choice((2, 2, 3))))
    return And(parts) if chance.random() < 0.5 else Or(parts)


def asked(seed: int) -> tuple[Expr, list[Expr], Expr | None, Expr]:
    """A random cause, the literals it may be told by, the background, and what it is told as."""
    chance = random.Random(seed)
    cause, given = random_cause(chance, 3), random_cause(chance, 1)
    literals: dict[Expr, int] = {}
    for name in NAMES:
        fact = Fact(name, (), TRUTH)
        literals |= {fact: chance.randrange(1, 4), Not(fact): chance.randrange(1, 4)}
    for _ in range(3):  # some that are conditions of several facts, and one that says what another does
        literals[random_cause(chance, 1)] = chance.randrange(1, 4)
    logic, terms = _language()
    asking = Asking(logic, [terms.truth(given, 0)])
    if asking.model() is None:
        return cause, list(literals), None, given
    simple = plain_conditions(literals, lambda expr: terms.truth(expr, 0))
    return cause, list(literals), condition(asking, terms.truth(cause, 0), simple), given


def _language() -> tuple[Logic, Terms]:
    logic = Logic()
    facts = {name: (logic.given(logic.bool(name)),) for name in NAMES}
    return logic, Terms(logic, [facts], lambda expr, seat: None)


def cases(given: Expr) -> list[dict[str, bool]]:
    """Every case of the background."""
    every = (dict(zip(NAMES, values, strict=True)) for values in product((True, False), repeat=len(NAMES)))
    return [case for case in every if truth(given)(case)]


def terms_of(expr: Expr) -> Sequence[Expr]:
    return expr.parts if isinstance(expr, Or) else (expr,)


def check(seed: int) -> bool:
    """Whether a condition is found; that it is what it should be is asserted."""
    cause, literals, told, given = asked(seed)
    if told is None:
        return False
    every, holds, says = cases(given), truth(cause), truth(told)
    assert [holds(case) for case in every] == [says(case) for case in every], (seed, cause, told)
    if told == Always() or (isinstance(told, Or) and told in literals):
        return True
    if told in literals:
        return True
    terms = terms_of(told)
    for term in terms:
        parts = term.parts if isinstance(term, And) and term not in literals else (term,)
        for place in range(len(parts)):
            fewer = parts[:place] + parts[place + 1 :]
            wider = truth(And(fewer)) if fewer else truth(Always())
            assert any(wider(case) and not holds(case) for case in every), (seed, told, parts[place])
        others = [other for other in terms if other is not term]
        if others:
            assert any(holds(case) and not any(truth(one)(case) for one in others) for case in every), (seed, told)
    return True


def test_a_condition_is_its_cause_and_can_lose_no_part() -> None:
    assert sum(check(seed) for seed in range(SEEDS)) > SEEDS / 2


@pytest.mark.slow
def test_many_conditions_are_their_causes_and_can_lose_no_part() -> None:
    assert sum(check(seed) for seed in range(10_000, 10_000 + MANY)) > MANY / 2


def test_a_condition_is_the_same_every_time() -> None:
    for seed in range(10):
        assert asked(seed)[2] == asked(seed)[2]


def test_a_cause_that_no_literal_tells_has_no_condition() -> None:
    logic, terms = _language()
    cause: Formula = terms.truth(Fact("p", (), TRUTH), 0)
    others = plain_conditions({Fact("q", (), TRUTH): 1}, lambda expr: terms.truth(expr, 0))
    assert condition(Asking(logic, []), cause, others) is None


def test_all_cases_are_always() -> None:
    logic, terms = _language()
    p, q = (terms.truth(Fact(name, (), TRUTH), 0) for name in "pq")
    asking = Asking(logic, [p])
    assert condition(asking, p, []) == Always()
    assert proved_equal(asking, p, logic.true)
    assert not proved_equal(asking, q, logic.true)


def test_conditions_with_one_formula_are_one() -> None:
    _, terms = _language()
    p = Fact("p", (), TRUTH)
    found = plain_conditions({p: 2, And((p, p)): 1, Or((p,)): 1}, lambda expr: terms.truth(expr, 0))
    assert [type(one) for one in found] == [Plain] * len(found)
    assert len({one.formula.get_id() for one in found}) == len(found)
