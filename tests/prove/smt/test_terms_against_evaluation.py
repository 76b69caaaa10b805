"""Formulas against the interpreter of conditions: under the same facts both say the same.

The facts are those of one to three hands, with things that never happened among them, lists, and options left out.
"""

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import z3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampling import examples

sys.path.insert(0, str(Path(__file__).parents[2] / "lang"))

from expr_strategies import AMOUNT_LEAVES, AMOUNTS, CONDITIONS, ORDERS, PERMITTED, VOCABULARY

from rulespec.lang.evaluate import NEVER, PLAYERS, exact, truth, value
from rulespec.lang.scope import ROUNDED
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.model.expr import HAND, TRUTH, And, Compare, Count, Expr, Fact, Number, OneOf, Or, Pick, Quantified
from rulespec.prove.smt.logic import Formula, Logic, Sym, Values
from rulespec.prove.smt.terms import Terms, fraction

OPTIONS = frozenset(VOCABULARY.options)
FAST = settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=examples(8_000), deadline=None, suppress_health_check=list(HealthCheck))

ROUNDINGS = st.builds(lambda name, *parts: Pick(name, parts), st.sampled_from(sorted(ROUNDED)), AMOUNTS, AMOUNT_LEAVES)
ROUNDED_TESTS = st.builds(Compare, ORDERS, ROUNDINGS, AMOUNTS)
TESTS = st.one_of(CONDITIONS, CONDITIONS, ROUNDED_TESTS)
AMOUNTS_OF_ANY_KIND = st.one_of(PERMITTED, ROUNDINGS)


def possible(fact: Fact) -> list[Any]:
    match fact.type.kind:
        case "truth":
            return [True, False]
        case "stage":
            return [0, 1, 2, NEVER]
        case "amount":
            return [0, 3, Fraction(5, 2), Fraction(1, 3), -4, NEVER]
        case "set":
            return [(1,), (2, 3), (Fraction(1, 2), 3, 10)]
        case "hand":
            return [0, 4, 13, 29]
    return [0, 1, 2]


@st.composite
def tables(draw: st.DrawFn, expr: Expr, left_out: bool = False) -> list[dict[str, Any]]:
    """The facts of one to three hands; with `left_out` some options are not given."""
    everyone: list[dict[str, Any]] = []
    read = {fact.key: fact for fact in facts_in(expr)}
    # What a round leaves out it leaves out for every hand; lists are always given.
    missing = {
        key
        for key, fact in read.items()
        if left_out and fact.name in OPTIONS and fact.type.kind != "set" and draw(st.booleans())
    }
    for _ in range(draw(st.integers(1, 3))):
        facts: dict[str, Any] = {PLAYERS: everyone}
        for key, fact in read.items():
            if key not in missing:
                values = [one for one in possible(fact) if one is not NEVER or fact.name not in OPTIONS]
                facts[key] = draw(st.sampled_from(values))
                if fact.type == HAND:
                    facts[f"class({key})"] = facts[key] // 3
        everyone.append(facts)
    return everyone


class Symbolic:
    """The language over variables, each of which then has the value of a fact."""

    def __init__(self, expr: Expr, hands: Sequence[Mapping[str, Any]]) -> None:
        self.logic = Logic()
        self.solver = z3.Solver(ctx=self.logic.context)
        self.hands = hands
        read = {fact.key: fact for fact in facts_in(expr) if fact.type != HAND}
        seats = [
            {key: self._values(f"{seat} {key}", fact, hand.get(key)) for key, fact in read.items()}
            for seat, hand in enumerate(hands)
        ]
        self.terms = Terms(self.logic, seats, self._dealt)

    def _values(self, name: str, fact: Fact, given: Any) -> Values:
        several = given if isinstance(given, tuple) else (given,)
        return tuple(self._symbol(f"{name} {place}", fact, one) for place, one in enumerate(several))

    def _symbol(self, name: str, fact: Fact, given: Any) -> Sym:
        logic, kind = self.logic, fact.type.kind
        if kind == "truth":
            variable, shown = logic.bool(name), logic.true if given else logic.false
        elif kind in ("amount", "number", "set"):
            variable, shown = logic.amount(name), logic.number(given if given not in (None, NEVER) else 7)
        else:
            variable, shown = logic.place(name), logic.at(given if given not in (None, NEVER) else 1)
        never = logic.bool(f"{name} never")
        self.solver.add(variable == shown, never == (logic.true if given in (None, NEVER) else logic.false))
        return Sym(variable, never)

    def _dealt(self, expr: Expr, seat: int) -> Formula | None:
        """Cards are dealt: what speaks of them is plainly true or false."""
        others = any(isinstance(node, Count | Quantified) for node in walk(expr))
        if others or not any(fact.type == HAND for fact in facts_in(expr)):
            return None
        variable = self.logic.bool(f"{seat} {hash(expr)}")
        self.solver.add(variable if truth(expr)(self.hands[seat]) else z3.Not(variable))
        return variable

    def model(self) -> z3.ModelRef:
        assert self.solver.check() == z3.sat
        return self.solver.model()


def assert_same_truth(expr: Expr, hands: Sequence[Mapping[str, Any]]) -> None:
    at = Symbolic(expr, hands)
    for seat, hand in enumerate(hands):
        formula = at.terms.truth(expr, seat)
        assert z3.is_true(at.model().eval(formula, model_completion=True)) is truth(expr)(hand)


def assert_same_value(expr: Expr, hands: Sequence[Mapping[str, Any]]) -> None:
    at = Symbolic(expr, hands)
    for seat, hand in enumerate(hands):
        values, model = at.terms.values(expr, seat), at.model()
        said = value(expr)(hand)
        found = [
            NEVER
            if z3.is_true(model.eval(one.never, model_completion=True))
            else exact(fraction(z3.simplify(model.eval(one.value, model_completion=True))))
            for one in values
        ]
        many = list(said) if isinstance(said, tuple) else [said]
        # A list times what never happened is nothing for the one, and nothing several times for the other.
        assert [one for one in found if one is not NEVER] == [one for one in many if one is not NEVER]
        assert (NEVER in found) is (NEVER in many)


def counts_by_options(expr: Expr) -> bool:
    """Whether hands are counted by what reads an option: such a count is taken as open where the option is not given.

    The engine knows it too where nothing turns on the option.
    """
    counts = (node for node in walk(expr) if isinstance(node, Count))
    return any(fact.name in OPTIONS for node in counts for fact in facts_in(node))


def assert_same_certainty(expr: Expr, hands: Sequence[Mapping[str, Any]]) -> None:
    at = Symbolic(expr, hands)
    for seat, hand in enumerate(hands):
        answer = truth(expr)(hand)
        for wanted in (True, False):
            formula = at.terms.certain(expr, seat, OPTIONS, wanted)
            assert z3.is_true(at.model().eval(formula, model_completion=True)) is (answer is wanted), (answer, wanted)


@FAST
@given(st.data())
def test_a_condition_holds_where_its_formula_does(data: st.DataObject) -> None:
    expr = data.draw(TESTS)
    assert_same_truth(expr, data.draw(tables(expr)))


@FAST
@given(st.data())
def test_an_amount_is_what_its_formula_comes_to(data: st.DataObject) -> None:
    expr = data.draw(AMOUNTS_OF_ANY_KIND)
    assert_same_value(expr, data.draw(tables(expr)))


@FAST
@given(st.data())
def test_what_is_certain_is_what_the_three_valued_reading_says(data: st.DataObject) -> None:
    expr = data.draw(TESTS.filter(lambda one: not counts_by_options(one)))
    assert_same_certainty(expr, data.draw(tables(expr, left_out=True)))


@pytest.mark.slow
@MANY
@given(st.data())
def test_many_conditions_hold_where_their_formulas_do(data: st.DataObject) -> None:
    expr = data.draw(TESTS)
    assert_same_truth(expr, data.draw(tables(expr)))
    amount = data.draw(AMOUNTS_OF_ANY_KIND)
    assert_same_value(amount, data.draw(tables(amount)))


@pytest.mark.slow
@MANY
@given(st.data())
def test_much_that_is_certain_is_what_the_three_valued_reading_says(data: st.DataObject) -> None:
    expr = data.draw(TESTS.filter(lambda one: not counts_by_options(one)))
    assert_same_certainty(expr, data.draw(tables(expr, left_out=True)))


def test_one_of_several_amounts() -> None:
    """Lists within lists are one list."""
    expr = OneOf((Fact("raise_multiples", ("dawn",), VOCABULARY.options["raise_multiples"].type),))
    assert_same_value(expr, [{"raise_multiples(dawn)": (1, 2)}])


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("kind", ["any", "no", "every"])
def test_one_hand_may_decide_whatever_an_option_is(kind: str, other: bool) -> None:
    """Of several hands, also where what the others come to turns on an option that is not given."""
    prize = Compare(">", Fact("star_prize", (), VOCABULARY.options["star_prize"].type), Number(Fraction(1), "1"))
    folded = Fact("folded", (), TRUTH)
    for body in (Or((folded, prize)), And((folded, prize))):
        for first, second in ((True, True), (True, False), (False, True), (False, False)):
            hands: list[dict[str, Any]] = []
            hands += [{"folded": first, PLAYERS: hands}, {"folded": second, PLAYERS: hands}]
            assert_same_certainty(Quantified(kind, other, body), hands)
