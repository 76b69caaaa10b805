"""Many cases in one condition: exact in every case, no longer than writing each case out, or a refusal."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.lang.evaluate import truth
from rulespec.lang.show import show
from rulespec.lang.trees import atoms, negated
from rulespec.model.expr import CLASS, HAND, TRUTH, Always, And, Compare, Constant, Expr, Fact, Not, Or
from rulespec.prove.describe import Literal, candidates, describe, literals, mask_of

NAMES = ("p", "q", "r", "s", "t")
FACTS = tuple(Fact(name, (), TRUTH) for name in NAMES)
PLAYER, DEALER = Fact("player.hand", (), HAND), Fact("dealer.hand", (), HAND)

Case = tuple[bool, ...]


def holds(expr: Expr, case: Case) -> bool:
    return truth(expr)(dict(zip(NAMES, case, strict=True))) is True


def told_by(cases: list[Case], exprs: list[Expr]) -> list[Literal]:
    def mask(expr: Expr) -> int:
        return sum(1 << place for place, case in enumerate(cases) if holds(expr, case))

    return literals(candidates(exprs), mask)


def length(expr: Expr) -> int:
    """How many simple conditions it is written with."""
    if isinstance(expr, And | Or):
        return sum(length(part) for part in expr.parts)
    return 0 if isinstance(expr, Always) else 1


@st.composite
def walks(draw: st.DrawFn) -> tuple[list[Case], list[int], list[Expr]]:
    """Cases, the places of those wanted, and the conditions to tell them apart with (not always enough)."""
    cases = draw(st.lists(st.tuples(*[st.booleans()] * len(NAMES)), min_size=1, max_size=20, unique=True))
    wanted = draw(st.lists(st.sampled_from(range(len(cases))), min_size=1, unique=True))
    exprs = draw(st.lists(st.sampled_from(FACTS), min_size=1, max_size=len(FACTS), unique=True))
    return cases, wanted, list(exprs)


@given(walks())
def test_a_description_holds_in_the_cases_wanted_and_in_no_other(
    walk: tuple[list[Case], list[int], list[Expr]],
) -> None:
    cases, wanted, exprs = walk
    known = told_by(cases, exprs)
    every, mask = (1 << len(cases)) - 1, sum(1 << place for place in wanted)
    read = [NAMES.index(show(expr)) for expr in exprs]
    seen = [tuple(case[place] for place in read) for case in cases]
    told_apart = {seen[place] for place in wanted}.isdisjoint(
        seen[place] for place in range(len(cases)) if place not in wanted
    )
    if not told_apart:
        with pytest.raises(ValueError, match="cannot be told apart"):
            describe(mask, every, known)
        return
    found = describe(mask, every, known)
    assert [place for place, case in enumerate(cases) if holds(found, case)] == sorted(wanted)
    assert length(found) <= len({seen[place] for place in wanted}) * len(exprs)
    assert set(atoms(found)) <= set(exprs)


@given(walks())
def test_cases_that_do_not_arise_may_come_out_either_way(walk: tuple[list[Case], list[int], list[Expr]]) -> None:
    """Told among fewer cases, a description is never longer."""
    cases, wanted, _ = walk
    known = told_by(cases, list(FACTS))
    every, mask = (1 << len(cases)) - 1, sum(1 << place for place in wanted)
    among = mask | (every & 0b1010101010101010101010)
    found = describe(mask, among, [Literal(one.expr, one.cases & among, one.cost) for one in known])
    arising = [place for place in range(len(cases)) if among >> place & 1]
    assert [place for place in arising if holds(found, cases[place])] == sorted(wanted)


def test_all_cases_are_always() -> None:
    assert describe(0b111, 0b111, []) == Always()


def test_one_condition_is_not_written_as_two() -> None:
    p, q, _, _, _ = FACTS
    cases = [(a, b, False, False, False) for a in (True, False) for b in (True, False)]
    found = describe(0b0011, 0b1111, told_by(cases, [p, q]))
    assert found == p


def test_the_opposite_of_a_condition_is_at_hand() -> None:
    p, q, _, _, _ = FACTS
    cases = [(a, b, False, False, False) for a in (True, False) for b in (True, False)]
    assert describe(0b1100, 0b1111, told_by(cases, [p, q])) == Not(p)
    assert describe(0b1000, 0b1111, told_by(cases, [p, q])) == And((Not(p), Not(q)))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("<", "player.hand < dealer.hand"),
        ("=", "player.hand = dealer.hand"),
        (">", "player.hand > dealer.hand"),
        ("<=", "player.hand <= dealer.hand"),
        ("=>", "player.hand >= dealer.hand"),
        ("<>", "player.hand != dealer.hand"),
    ],
)
def test_two_hands_are_held_against_each_other_in_one_way(wanted: str, said: str) -> None:
    """Told by `<` alone, any order of two hands is one comparison, not two."""
    orders: Mapping[str, Mapping[str, int]] = {
        "<": {"player.hand": 1, "dealer.hand": 2},
        "=": {"player.hand": 2, "dealer.hand": 2},
        ">": {"player.hand": 2, "dealer.hand": 1},
    }
    facts = list(orders.values())

    def mask(expr: Expr) -> int:
        return sum(1 << place for place, known in enumerate(facts) if truth(expr)(known) is True)

    known = literals(candidates([Compare("<", PLAYER, DEALER)]), mask)
    places = sum(1 << place for place, order in enumerate(orders) if order in wanted)
    assert show(describe(places, 0b111, known)) == said


def test_a_hand_against_a_kind_of_hand_is_not_turned() -> None:
    against = Compare(">=", DEALER, Constant("pair", CLASS, 1))
    assert set(candidates([against])) == {against, negated(against)}


@given(st.sets(st.integers(0, 300)), st.integers(0, 50))
def test_places_make_a_mask_with_a_bit_for_each(places: set[int], more: int) -> None:
    many = max(places, default=-1) + 1 + more
    assert mask_of(places, many) == sum(1 << place for place in places)
