"""A tree shown and read again is the same tree; how tightly the forms bind; no text does more than be refused."""

import typing
from collections.abc import Callable

import pytest
from expr_strategies import AMOUNTS, CONDITIONS, PERMITTED, SCOPE
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.lang.resolve import Unresolved, amount, amounts, condition, payout
from rulespec.lang.scope import Scope
from rulespec.lang.show import show, show_payout
from rulespec.lang.syntax import LONGEST, Problem
from rulespec.lang.trees import walk
from rulespec.model import expr as forms
from rulespec.model.expr import And, Compare, Expr, Fact, Number, Odds, Or, Prize

FORMS = [
    "always",
    "folded",
    "dealer.opens",
    "class(player.hand) >= flush",
    "placed_at(raise) in dawn | noon",
    "value between 1 and 4",
    "not gilded and (folded or always)",
    "any other player (folded)",
    "count of players with (folded) >= 2",
    "first + 2 * side > larger(side | 10 % of raise)",
]


def test_every_form_is_among_the_examples() -> None:
    seen = {type(node) for text in FORMS for node in walk(condition(text, SCOPE))}
    seen |= {type(node) for node in walk(amounts("3 * first | 4 * first", SCOPE))}
    assert seen == set(typing.get_args(forms.Expr))


@pytest.mark.parametrize("text", FORMS)
def test_an_example_is_shown_as_it_is_written(text: str) -> None:
    assert show(condition(text, SCOPE)) == text


@settings(max_examples=examples(250), deadline=None)
@given(CONDITIONS)
def test_a_condition_shown_and_read_is_the_same(tree: Expr) -> None:
    assert condition(show(tree), SCOPE) == tree


@settings(max_examples=examples(150), deadline=None)
@given(PERMITTED)
def test_amounts_shown_and_read_are_the_same(tree: Expr) -> None:
    assert amounts(show(tree), SCOPE) == tree


@settings(max_examples=examples(100), deadline=None)
@given(CONDITIONS)
def test_showing_again_changes_nothing(tree: Expr) -> None:
    text = show(tree)
    assert show(condition(text, SCOPE)) == text


@settings(max_examples=examples(100), deadline=None)
@given(AMOUNTS)
def test_a_prize_shown_and_read_is_the_same(tree: Expr) -> None:
    assert amount(show(tree), SCOPE) == tree
    if any(isinstance(node, Fact) or (isinstance(node, Number) and node.text[:1] == "$") for node in walk(tree)):
        assert payout(show_payout(Prize(tree)), SCOPE) == Prize(tree)
    else:
        with pytest.raises(Unresolved, match="a payout is odds or money"):
            payout(show_payout(Prize(tree)), SCOPE)


@given(st.integers(0, 500), st.integers(1, 20))
def test_odds_shown_and_read_are_the_same(pays: int, per: int) -> None:
    odds = payout(f"{pays} to {per}", SCOPE)
    assert isinstance(odds, Odds)
    assert odds.ratio * per == pays
    assert payout(show_payout(odds), SCOPE) == odds


@settings(max_examples=examples(200), deadline=None)
@given(CONDITIONS, st.data())
def test_blanks_mean_nothing(tree: Expr, data: st.DataObject) -> None:
    text = show(tree)
    spaced = "".join(data.draw(st.sampled_from(["  ", "\t", "\n"])) if c == " " else c for c in text)
    assert condition(f" {spaced} ", SCOPE) == tree


BINDING = {
    "not folded and gilded": "(not folded) and gilded",
    "folded and gilded or exposed": "(folded and gilded) or exposed",
    "folded or gilded and exposed": "folded or (gilded and exposed)",
    "not folded or gilded": "(not folded) or gilded",
    "not first > 3": "not (first > 3)",
    "first + side > 3 and gilded": "((first + side) > 3) and gilded",
    "first + 2 * side = 5": "first + (2 * side) = 5",
    "first - side - raise = 5": "(first - side) - raise = 5",
    "first / 2 * 3 = 5": "(first / 2) * 3 = 5",
    "10 % of first + side = 5": "(10 % of first) + side = 5",
    "10 % of first * 2 = 5": "(10 % of first) * 2 = 5",
    "first in 1 + 1 | 2 and gilded": "(first in (1 + 1) | 2) and gilded",
    "first between 1 and 2 and gilded": "(first between 1 and 2) and gilded",
    "not first between 1 and 2 or gilded": "(not (first between 1 and 2)) or gilded",
}


@pytest.mark.parametrize("text", BINDING)
def test_what_binds_tighter(text: str) -> None:
    assert condition(text, SCOPE) == condition(BINDING[text], SCOPE)
    assert show(condition(BINDING[text], SCOPE)) == text


def test_and_and_or_of_three_are_one_list() -> None:
    assert condition("folded and gilded and exposed", SCOPE) == And(
        tuple(condition(name, SCOPE) for name in ("folded", "gilded", "exposed"))
    )
    nested = condition("(folded or gilded) or exposed", SCOPE)
    assert isinstance(nested, Or)
    assert isinstance(nested.parts[0], Or)


def test_a_name_of_two_things_is_told_by_its_place() -> None:
    at, above = condition("placed_at(raise) = noon", SCOPE), condition("noon > 2", SCOPE)
    assert isinstance(at, Compare)
    assert isinstance(above, Compare)
    assert at.right == next(node for node in walk(condition("folded_at = noon", SCOPE)) if node == at.right)
    assert isinstance(above.left, Fact)
    assert above.left.key == "stake(noon)"
    assert condition("noon = amount(side)", SCOPE) == condition("stake(noon) = amount(side)", SCOPE)


def test_the_name_alone_is_the_stake() -> None:
    assert condition("first > 3", SCOPE) == condition("stake(first) > 3", SCOPE)
    assert show(condition("first > 3", SCOPE)) == "first > 3"
    assert show(condition("stake(first) > 3", SCOPE)) == "stake(first) > 3"


def test_words_of_the_language_within_names_are_names() -> None:
    with pytest.raises(Unresolved, match="`order_in`"):
        condition("order_in", SCOPE)
    assert isinstance(condition("not (folded)and(gilded)", SCOPE), And)


def test_a_number_knows_how_it_was_written() -> None:
    tree = condition("first = 1.50", SCOPE)
    assert tree == condition("first = 1.5", SCOPE)
    assert show(tree) == "first = 1.50"
    assert isinstance(tree, Compare)
    assert isinstance(tree.right, Number)


def problems_of(read: Callable[[str, Scope], object], text: str) -> tuple[Problem, ...]:
    """What a text is refused for; nothing where it is read. Any other error fails the test."""
    try:
        read(text, SCOPE)
    except Unresolved as refused:
        return refused.problems
    return ()


WORDS = "not and or ( ) | + - * / % of in between before after = != < <= > >= first side it noon dusk folded placed \
player.hand dealer.hand pair straight class any every no other player count of players with always 1 2.5 $3 to , : \
[ { . _ larger smallest raise_multiples colour amber value NOT é \t ' \" `".split()


@settings(max_examples=examples(600), deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (condition, amounts, amount, payout):
        for problem in problems_of(read, text):
            assert problem.message
            assert 0 <= problem.column <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 70 + "folded" + ")" * 70,
        "not\t" * 400 + "folded",
        "not(" * 50 + "folded" + ")" * 50 + " and folded" * 100 + "or not " * 60,
        "1" + "+1" * 900 + " = 3",
        "first = " + "2*" * 500 + "1",
        "any player(" * 59 + "not not folded" + ")" * 59 + "(",
        "folded and " * 300,
        "9" * (LONGEST + 1),
    ],
    ids=range(8),
)
def test_what_is_too_long_or_too_deep_is_refused(text: str) -> None:
    with pytest.raises(Unresolved):
        condition(text, SCOPE)


def test_long_lists_are_no_depth() -> None:
    tree = condition(" or ".join(["folded"] * 200), SCOPE)
    assert isinstance(tree, Or)
    assert len(tree.parts) == 200
