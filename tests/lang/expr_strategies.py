"""Typed trees of every form, generated over a small scope, and facts to try them on."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import invented
from hypothesis import strategies as st

from rulespec.lang.evaluate import NEVER, PLAYERS
from rulespec.lang.resolve import condition
from rulespec.lang.scope import Scope
from rulespec.lang.trees import walk
from rulespec.lang.types import type_of
from rulespec.model.expr import (
    CLASS,
    HAND,
    STAGE,
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
    OneOf,
    Or,
    Pick,
    Quantified,
    Type,
)

_SPEC = invented.spec()
VOCABULARY = _SPEC.vocabulary
CLASSES = tuple(_SPEC.setup["ranking"]["order"])
STAGES = ("dawn", "noon", "dusk")
WAGERS = ("first", "side", "raise", "noon")  # one is called like a stage, and means one or the other by its place
_PLAIN = Scope(VOCABULARY.facts, VOCABULARY.options, frozenset(WAGERS), STAGES, CLASSES, VOCABULARY.lists)
OPENS = Defined("dealer.opens", condition("dealer.hand >= pair", _PLAIN), ("1.7",), TRUTH)
SCOPE = Scope(
    VOCABULARY.facts,
    VOCABULARY.options,
    frozenset(WAGERS),
    STAGES,
    CLASSES,
    VOCABULARY.lists,
    {"dealer.opens": OPENS},
)

ORDER_OPS = ("=", "!=", "<", "<=", ">", ">=")


def _fact(name: str, *args: str) -> Fact:
    concept = VOCABULARY.facts.get(name) or VOCABULARY.options[name]
    return Fact(name, args, concept.type)


def _number(text: str) -> Number:
    return Number(Fraction(text.removeprefix("$")), text)


def _constants(names: tuple[str, ...], kind: Type) -> list[Constant]:
    return [Constant(name, kind, index) for index, name in enumerate(names)]


def _is_number(expr: Expr) -> bool:
    return type_of(expr).kind == "number"


NUMBERS = st.sampled_from(["0", "1", "2", "3", "10", "0.5", "1.50", "$4", "$2.5"]).map(_number)
POSITIVE = st.sampled_from(["1", "2", "4", "2.5"]).map(_number)
WAGER_OR_IT = st.sampled_from([*WAGERS, "it"])
HANDS = st.sampled_from([_fact("player.hand"), _fact("dealer.hand"), _fact("player.short")])
KINDS_OF_HAND = st.sampled_from(_constants(CLASSES, CLASS))
STAGE_NAMES = st.sampled_from(_constants(STAGES, STAGE))
STAGE_FACTS = st.one_of(st.just(_fact("folded_at")), WAGER_OR_IT.map(lambda w: _fact("placed_at", w)))
MULTIPLES = st.sampled_from([_fact("raise_multiples", stage) for stage in STAGES])
AMOUNT_LEAVES = st.one_of(
    NUMBERS,
    st.sampled_from(WAGERS).map(lambda w: Fact("stake", (w,), VOCABULARY.facts["stake"].type, bare=True)),
    WAGER_OR_IT.map(lambda w: _fact("amount", w)),
    WAGER_OR_IT.map(lambda w: _fact("house_minimum", w)),
    st.sampled_from([_fact("star_prize"), _fact("value"), _fact("side_table")]),
)


def _larger_amounts(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    numbers = st.one_of(NUMBERS, inner.filter(_is_number))
    pairs = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Arithmetic, st.sampled_from("+-"), inner, inner),
        st.builds(Arithmetic, st.just("*"), inner, numbers),
        st.builds(Arithmetic, st.just("*"), numbers, inner),
        st.builds(Arithmetic, st.just("/"), inner, POSITIVE),
        st.builds(Arithmetic, st.just("% of"), st.sampled_from(["10", "2.5"]).map(_number), inner),
        st.builds(Pick, st.sampled_from(["larger", "smaller"]), pairs),
        st.builds(Pick, st.sampled_from(["largest", "smallest"]), MULTIPLES.map(lambda m: (m,))),
        st.builds(
            lambda name, many, one: Pick(name, (Arithmetic("*", many, one), one)),
            st.sampled_from(["largest", "smallest"]),
            MULTIPLES,
            inner,
        ),
    )


AMOUNTS = st.recursive(AMOUNT_LEAVES, _larger_amounts, max_leaves=4)
LISTS = st.one_of(MULTIPLES, st.builds(lambda m, n: Arithmetic("*", m, n), MULTIPLES, AMOUNT_LEAVES))
PERMITTED = st.one_of(
    AMOUNTS, LISTS, st.lists(st.one_of(AMOUNTS, LISTS), min_size=2, max_size=3).map(lambda p: OneOf(tuple(p)))
)

_LISTED = {"pocket": "pockets", "colour": "colours"}


def _values(fact: str) -> list[Constant]:
    return _constants(VOCABULARY.lists[_LISTED[fact]], Type("enum", _LISTED[fact]))


def _of_list(build: Any) -> st.SearchStrategy[Expr]:
    return st.one_of(*(build(_fact(name), st.sampled_from(_values(name))) for name in _LISTED))


def _some(values: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, min_size=1, max_size=3).map(tuple)


def _class_of(hands: st.SearchStrategy[Any]) -> st.SearchStrategy[ClassOf]:
    return hands.map(ClassOf)


ORDERS = st.sampled_from(ORDER_OPS)
SAMES = st.sampled_from(["=", "!="])
TESTS: st.SearchStrategy[Expr] = st.one_of(
    st.just(Always()),
    st.just(OPENS),
    st.sampled_from([_fact("folded"), _fact("exposed"), _fact("gilded")]),
    WAGER_OR_IT.map(lambda w: _fact("placed", w)),
    st.builds(Compare, ORDERS, AMOUNTS, AMOUNTS),
    st.builds(Compare, ORDERS, HANDS, st.one_of(HANDS, KINDS_OF_HAND)),
    st.builds(Compare, ORDERS, KINDS_OF_HAND, HANDS),
    st.builds(Compare, ORDERS, _class_of(HANDS), st.one_of(_class_of(HANDS), KINDS_OF_HAND)),
    st.builds(Compare, st.sampled_from(["=", "!=", "before", "after"]), STAGE_FACTS, STAGE_NAMES),
    st.builds(Compare, st.sampled_from(["=", "before"]), STAGE_FACTS, STAGE_FACTS),
    _of_list(lambda fact, values: st.builds(Compare, ORDERS, st.just(fact), values)),
    st.builds(In, AMOUNTS, _some(st.one_of(AMOUNTS, LISTS))),
    st.builds(In, HANDS, _some(KINDS_OF_HAND)),
    st.builds(In, STAGE_FACTS, _some(STAGE_NAMES)),
    _of_list(lambda fact, values: st.builds(In, st.just(fact), _some(values))),
    st.builds(Between, AMOUNTS, AMOUNTS, AMOUNTS),
    st.builds(Between, HANDS, KINDS_OF_HAND, KINDS_OF_HAND),
    st.builds(Between, STAGE_FACTS, STAGE_NAMES, STAGE_NAMES),
)


def _larger_conditions(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    counts = st.builds(Count, st.booleans(), inner)
    return st.one_of(
        inner.map(Not),
        several.map(And),
        several.map(Or),
        st.builds(Quantified, st.sampled_from(["any", "no", "every"]), st.booleans(), inner),
        st.builds(Compare, ORDERS, counts, NUMBERS),
        st.builds(lambda count, one: Compare(">", Arithmetic("*", count, one), one), counts, AMOUNT_LEAVES),
    )


CONDITIONS = st.recursive(TESTS, _larger_conditions, max_leaves=5)


# Facts.

_MISSING = object()


def _possible(fact: Fact) -> list[Any]:
    """A few values of every sort that a fact can have."""
    kind = fact.type.kind
    if kind == "truth":
        return [True, False]
    if kind == "stage":
        return [0, 1, 2, NEVER]
    if kind == "amount":
        return [0, 3, Fraction(5, 2), NEVER]
    if kind == "set":
        return [(1,), (2, 3)]
    if kind == "hand":
        return [0, 4, 13, 29]  # three hands of each kind
    return [0, 1, 2]


def _keys(expr: Expr) -> dict[str, Fact]:
    found = {}
    for node in walk(expr):
        if isinstance(node, Fact):
            found[node.key] = node
    return found


@st.composite
def facts_for(draw: st.DrawFn, expr: Expr, missing: bool = True) -> dict[str, Any]:
    """Facts of a hand for a tree, with those of another hand at the table; some facts are missing."""
    everyone: list[dict[str, Any]] = []
    for _ in range(2):
        facts: dict[str, Any] = {}
        for key, fact in _keys(expr).items():
            value = draw(st.sampled_from([*_possible(fact), *([_MISSING] if missing else [])]))
            if value is not _MISSING:
                facts[key] = value
                if fact.type == HAND:
                    facts[f"class({key})"] = value // 3
        facts[PLAYERS] = everyone
        everyone.append(facts)
    return everyone[0]


@st.composite
def completed(draw: st.DrawFn, expr: Expr, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The same facts of both hands with every missing one filled in."""
    everyone: list[dict[str, Any]] = []
    for hand in facts[PLAYERS]:
        full = dict(hand)
        for key, fact in _keys(expr).items():
            if key not in full:
                full[key] = draw(st.sampled_from(_possible(fact)))
                if fact.type == HAND:
                    full[f"class({key})"] = full[key] // 3
        full[PLAYERS] = everyone
        everyone.append(full)
    return everyone[0]
