"""Three-valued evaluation against an oracle of its own, and what rewriting a tree does to its meaning."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from expr_strategies import AMOUNTS, CONDITIONS, OPENS, SCOPE, TESTS, VOCABULARY, completed, facts_for
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.lang.evaluate import NEVER, PLAYERS, exact, truth, value
from rulespec.lang.resolve import amounts, condition
from rulespec.lang.trees import about, atoms, both, compares_hands, definitions, facts, negated, walk
from rulespec.lang.types import type_of
from rulespec.lang.words import in_words
from rulespec.model.expr import (
    TRUTH,
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
    Or,
    Pick,
    Quantified,
)
from rulespec.model.vocabulary import Concept

# The oracle: yes is 1, no is 0, open is a half; `and` is the least, `or` the greatest, `not` the rest to 1.
HALF = Fraction(1, 2)
Facts = Mapping[str, Any]


def grade(expr: Expr, known: Facts) -> Fraction | int:
    match expr:
        case Always():
            return 1
        case Fact():
            return {True: 1, False: 0, None: HALF}[known.get(expr.key)]
        case Defined():
            return grade(expr.body, known)
        case Not():
            return 1 - grade(expr.body, known)
        case And():
            return min(grade(part, known) for part in expr.parts)
        case Or():
            return max(grade(part, known) for part in expr.parts)
        case Compare():
            return test(expr.op, expr.left, expr.right, known)
        case In():
            return max(test("in", expr.item, choice, known) for choice in expr.choices)
        case Between():
            return min(test(">=", expr.item, expr.low, known), test("<=", expr.item, expr.high, known))
        case Quantified():
            grades = [grade(expr.body, hand) for hand in hands(expr.other, known)]
            return {"every": min([1, *grades]), "any": max([0, *grades]), "no": 1 - max([0, *grades])}[expr.kind]
    raise AssertionError(expr)


def hands(other: bool, known: Facts) -> list[Facts]:
    return [hand for hand in known[PLAYERS] if not other or hand is not known]


def test(op: str, left: Expr, right: Expr, known: Facts) -> Fraction | int:
    kinds = {type_of(left).kind, type_of(right).kind}
    a, b = (number(side, known, as_class="class" in kinds) for side in (left, right))
    if a == [None] or b == [None] or None in a or None in b:
        return HALF
    if op != "in" and (NEVER in a or NEVER in b):
        return 0
    if op == "in":
        return int(a[0] is not NEVER and any(one is not NEVER and one == a[0] for one in b))
    x, y = a[0], b[0]
    answers = {"=": x == y, "!=": x != y, "<": x < y, "before": x < y, ">": x > y, "after": x > y}
    return int({**answers, "<=": x <= y, ">=": x >= y}[op])


def number(expr: Expr, known: Facts, as_class: bool = False) -> list[Any]:
    """The values of an amount, a hand or a listed value; [None] where a fact is missing."""
    match expr:
        case Number():
            return [expr.value]
        case Constant():
            return [expr.index]
        case ClassOf():
            return number(expr.hand, known, as_class=True)
        case Fact():
            found = known.get(expr.key)
            if found is not None and as_class and expr.type.kind == "hand":
                return [found // 3]
            return list(found) if isinstance(found, tuple) else [found]
        case Count():
            grades = [grade(expr.body, hand) for hand in hands(expr.other, known)]
            return [None] if HALF in grades else [sum(grades)]
        case Pick():
            every = [one for part in expr.parts for one in number(part, known)]
            if None in every or NEVER in every:
                return [None] if None in every else [NEVER]
            return [max(every) if expr.name in ("larger", "largest") else min(every)]
        case Arithmetic():
            left, right = number(expr.left, known), number(expr.right, known)
            if None in left or None in right:
                return [None]
            if NEVER in left or NEVER in right:
                return [NEVER]
            return [calculated(expr.op, Fraction(a), Fraction(b)) for a in left for b in right]
    raise AssertionError(expr)


def calculated(op: str, a: Fraction, b: Fraction) -> Fraction:
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "/":
        return a / b
    return a * b if op == "*" else a * b / 100


test.__test__ = False  # type: ignore[attr-defined]  # it is the oracle's, not pytest's

GRADES = {True: 1, False: 0, None: HALF}


@settings(max_examples=examples(250), deadline=None)
@given(CONDITIONS, st.data())
def test_conditions_come_out_as_the_oracle_says(tree: Expr, data: st.DataObject) -> None:
    known = data.draw(facts_for(tree))
    assert GRADES[truth(tree)(known)] == grade(tree, known)


@settings(max_examples=examples(150), deadline=None)
@given(AMOUNTS, st.data())
def test_amounts_come_out_as_the_oracle_says(tree: Expr, data: st.DataObject) -> None:
    known = data.draw(facts_for(tree))
    found = value(tree)(known)
    assert [found] == number(tree, known)
    assert not isinstance(found, Fraction) or found.denominator != 1
    assert not isinstance(found, float)


@settings(max_examples=examples(250), deadline=None)
@given(CONDITIONS, st.data())
def test_an_answer_stands_whatever_the_missing_facts_are(tree: Expr, data: st.DataObject) -> None:
    known = data.draw(facts_for(tree))
    answer = truth(tree)(known)
    full = truth(tree)(data.draw(completed(tree, known)))
    assert full is not None
    assert answer in (None, full)


@settings(max_examples=examples(250), deadline=None)
@given(CONDITIONS, st.data())
def test_the_negated_condition_is_the_opposite(tree: Expr, data: st.DataObject) -> None:
    known = data.draw(facts_for(tree))
    assert truth(negated(tree))(known) == truth(Not(tree))(known)


@settings(max_examples=examples(200), deadline=None)
@given(CONDITIONS, CONDITIONS, st.data())
def test_both_is_and_without_nesting(first: Expr, second: Expr, data: st.DataObject) -> None:
    joined = both(first, second)
    known = data.draw(facts_for(And((first, second))))
    assert truth(joined)(known) == truth(And((first, second)))(known)
    if isinstance(joined, And):
        own = [*(first.parts if isinstance(first, And) else ()), *(second.parts if isinstance(second, And) else ())]
        assert not any(isinstance(part, And) and part not in own for part in joined.parts)


@settings(max_examples=examples(150), deadline=None)
@given(CONDITIONS, st.data())
def test_atoms_are_all_that_a_condition_turns_on(tree: Expr, data: st.DataObject) -> None:
    known = data.draw(facts_for(tree))
    found = atoms(tree)
    assert len(set(found)) == len(found)
    assert not any(isinstance(atom, And | Or | Not | Always) for atom in found)
    answers = {atom: truth(atom)(known) for atom in found}

    def skeleton(expr: Expr) -> Fraction | int:
        match expr:
            case Always():
                return 1
            case Not():
                return 1 - skeleton(expr.body)
            case And():
                return min(map(skeleton, expr.parts))
            case Or():
                return max(map(skeleton, expr.parts))
        return GRADES[answers[expr]]

    assert skeleton(tree) == GRADES[truth(tree)(known)]


@settings(max_examples=examples(150), deadline=None)
@given(CONDITIONS, st.data())
def test_it_stands_for_the_wager(tree: Expr, data: st.DataObject) -> None:
    placed = about(tree, "first")
    assert not any("it" in fact.args for fact in facts(placed))
    known = data.draw(facts_for(placed))
    for hand in known[PLAYERS]:
        hand.update({key.replace("(first)", "(it)"): found for key, found in list(hand.items()) if "(first)" in key})
    assert truth(placed)(known) == truth(tree)(known)


def test_a_truth_that_is_an_option_is_said_in_its_own_words() -> None:
    told = Concept("late_bell", "option", "late bell", TRUTH, yes="the late bell is rung", no="no late bell is rung")
    vocabulary = replace(VOCABULARY, options={"late_bell": told})
    asked = Fact("late_bell", (), TRUTH)
    assert in_words(asked, vocabulary) == "the late bell is rung"
    assert in_words(Not(asked), vocabulary) == "no late bell is rung"


@settings(max_examples=examples(150), deadline=None)
@given(CONDITIONS | AMOUNTS)
def test_everything_can_be_said_in_words(tree: Expr) -> None:
    text = in_words(tree, VOCABULARY)
    assert text.strip() == text != ""
    assert "Fact(" not in text


@settings(max_examples=examples(200), deadline=None)
@given(TESTS)
def test_walking_finds_facts_and_definitions(tree: Expr) -> None:
    nodes = list(walk(tree))
    assert set(facts(tree)) == {node for node in nodes if isinstance(node, Fact)}
    assert set(definitions(tree)) == ({OPENS} if OPENS in nodes else set())


# Single points of the meaning, by example.


def answer(text: str, **known: Any) -> bool | None:
    return truth(condition(text, SCOPE))({key.replace("__", "."): found for key, found in known.items()})


def test_a_missing_fact_leaves_open_only_what_turns_on_it() -> None:
    assert answer("folded or gilded", gilded=True) is True
    assert answer("folded or gilded", gilded=False) is None
    assert answer("folded and gilded", gilded=False) is False
    assert answer("folded and gilded", gilded=True) is None
    assert answer("not folded") is None
    assert answer("folded or not folded") is None


def test_what_never_happened_compares_with_nothing() -> None:
    for text in ("= dawn", "!= dawn", "before dusk", "after dawn", "in dawn | noon | dusk", "between dawn and dusk"):
        assert answer(f"folded_at {text}", folded_at=NEVER) is False
        assert answer(f"not (folded_at {text})", folded_at=NEVER) is True
        assert answer(f"folded_at {text}") is None
    assert answer("folded_at != dawn", folded_at=1) is True


def test_never_goes_through_arithmetic() -> None:
    known = {"stake(side)": NEVER, "stake(first)": 10}
    for text in ("2 * side", "first + side", "larger(first | side)", "10 % of side", "side / 2"):
        assert value(amounts(text, SCOPE))(known) is NEVER
        assert truth(condition(f"first <= {text} or first > {text}", SCOPE))(known) is False


def test_hands_compare_by_value_and_against_a_kind_by_kind() -> None:
    known = {"player.hand": 31, "class(player.hand)": 1, "dealer.hand": 30, "class(dealer.hand)": 1}
    for text, holds in {
        "player.hand > dealer.hand": True,
        "class(player.hand) = class(dealer.hand)": True,
        "player.hand = pair": True,
        "pair >= player.hand": True,
        "player.hand in pair | flush": True,
        "player.hand between high_card and pair": True,
        "player.hand > pair": False,
    }.items():
        assert truth(condition(text, SCOPE))(known) is holds, text


@pytest.mark.parametrize("text", ["player.hand > dealer.hand", "class(player.hand) = class(dealer.hand)"])
def test_what_compares_two_hands(text: str) -> None:
    assert compares_hands(condition(f"not (folded or {text})", SCOPE))


def test_a_hand_in_or_between_hands_is_compared_with_them() -> None:
    assert compares_hands(condition("player.hand in dealer.hand | flush", SCOPE))
    assert compares_hands(condition("player.hand between dealer.hand and flush", SCOPE))


@pytest.mark.parametrize("text", ["player.hand > pair", "dealer.opens", "class(player.hand) in pair | flush", "folded"])
def test_what_compares_no_two_hands(text: str) -> None:
    assert not compares_hands(condition(text, SCOPE))


def test_the_opposite_is_written_as_one_would() -> None:
    assert negated(condition("player.hand >= straight", SCOPE)) == condition("player.hand < straight", SCOPE)
    assert negated(condition("colour = amber", SCOPE)) == condition("colour != amber", SCOPE)
    assert negated(condition("not folded", SCOPE)) == condition("folded", SCOPE)
    assert negated(condition("folded_at = dawn", SCOPE)) == condition("not folded_at = dawn", SCOPE)
    assert negated(condition("first > 3", SCOPE)) == condition("not first > 3", SCOPE)


def test_other_players_leave_out_the_hand_itself() -> None:
    everyone: list[dict[str, Any]] = []
    everyone += ({"folded": True, PLAYERS: everyone}, {"folded": False, PLAYERS: everyone})
    first, second = everyone
    assert truth(condition("any player (folded)", SCOPE))(first) is True
    assert truth(condition("any other player (folded)", SCOPE))(first) is False
    assert truth(condition("any other player (folded)", SCOPE))(second) is True
    assert truth(condition("no other player (folded)", SCOPE))(first) is True
    assert truth(condition("every player (folded)", SCOPE))(first) is False
    assert truth(condition("count of players with (folded) = 1", SCOPE))(first) is True
    assert truth(condition("count of other players with (folded) = 1", SCOPE))(first) is False


def test_numbers_are_exact() -> None:
    assert value(amounts("10 % of 1", SCOPE))({}) == Fraction(1, 10)
    assert value(amounts("0.1 + 0.2", SCOPE))({}) == Fraction(3, 10)
    assert value(amounts("1 / 3 * 3", SCOPE))({}) == 1
    assert exact(Fraction(4, 2)) == 2
    assert isinstance(exact(Fraction(4, 2)), int)


def test_lists_are_multiplied_one_by_one() -> None:
    known = {"raise_multiples(dawn)": (3, 4), "stake(first)": 10}
    assert value(amounts("first * raise_multiples(dawn)", SCOPE))(known) == (30, 40)
    assert value(amounts("first * raise_multiples(dawn) | 5", SCOPE))(known) == (30, 40, 5)
    assert value(amounts("largest(first * raise_multiples(dawn))", SCOPE))(known) == 40
    assert truth(condition("30 in first * raise_multiples(dawn)", SCOPE))(known) is True
    assert truth(condition("35 in first * raise_multiples(dawn)", SCOPE))(known) is False
