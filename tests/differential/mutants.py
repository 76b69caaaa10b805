"""A rulebook with one thing changed at random: what a difference must be found in, wherever it shows."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from differential.places import (
    Spot,
    all_spots,
    expr_at,
    pay_spots,
    rows_at,
    sites,
    spots,
    with_all,
    with_expr,
    with_pay,
    with_pay_row,
    with_rows,
)
from differential.rewording import anywhere, is_truth, joined, opposite
from rulespec.lang.show import show, show_payout
from rulespec.lang.trees import definitions, rewrite
from rulespec.lang.types import type_of
from rulespec.model.expr import (
    Always,
    And,
    Arithmetic,
    Compare,
    Constant,
    Defined,
    Expr,
    Number,
    Odds,
    OneOf,
    Or,
    Prize,
)
from rulespec.model.rows import Row, Rulebook
from rulespec.model.spec import DISPOSITIONS, HAND_EFFECTS, RESULTS, ROUND_EFFECTS, Spec, Then

_NUMERIC = ("=", "!=", "<", "<=", ">", ">=")
_OPERATORS = {"stage": ("=", "!=", "before", "after"), "enum": ("=", "!="), "truth": ("=", "!="), "wager": ("=", "!=")}
_WORDS = {"result": RESULTS, "validity": ("valid", "invalid")}


@dataclass(frozen=True)
class Description:
    """What was changed: by which operator, in which table of which spec, in which row, and how."""

    spec: str
    operator: str
    table: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.spec}: {self.operator} in {self.table}, {self.row or 'whole table'}: {self.what}"


@dataclass(frozen=True)
class Found:
    """One mutation that a table allows: the row's id, what changes, and the rulebook with it made."""

    row: str
    what: str
    make: Callable[[], Rulebook]


Operator = Callable[[Spec, Rulebook, Spot], Iterator[Found]]


def mutant(chance: random.Random, spec: Spec, rulebook: Rulebook) -> tuple[Spec, Rulebook, Description]:
    """A variant with one thing changed: an operator is drawn, then a section where it has a place, a table, a place."""
    names = list(OPERATORS)
    chance.shuffle(names)
    for name in names:
        where, operator = OPERATORS[name]
        by_section: dict[str, list[tuple[Spot, list[Found]]]] = {}
        for spot in where(rulebook):
            if found := list(operator(spec, rulebook, spot)):
                by_section.setdefault(spot.section, []).append((spot, found))
        if by_section:
            spot, found = chance.choice(by_section[chance.choice(sorted(by_section))])
            one = chance.choice(found)
            changed = one.make()
            return changed.spec, changed, Description(spec.id, name, str(spot), one.row, one.what)
    raise ValueError(f"nothing of `{spec.id}` can be changed")


# Conditions and amounts.


def _in_exprs(change: Callable[[Spec, Expr], Sequence[Expr]], amounts: bool = True) -> Operator:
    """An operator on one node of an expression."""

    def run(spec: Spec, rulebook: Rulebook, spot: Spot) -> Iterator[Found]:
        for site in sites(rulebook, spot):
            if not site.is_condition and not amounts:
                continue
            old = expr_at(rulebook, site)
            row = _row_id(rulebook, spot, site.row)
            for new in anywhere(old, lambda node: change(spec, node)):
                what = f"{site.slot} `{show(old)}` -> `{show(new)}`"
                yield Found(row, what, lambda site=site, new=new: with_expr(rulebook, site, new))

    return run


def _row_id(rulebook: Rulebook, spot: Spot, place: int) -> str:
    if place < 0:
        return ""
    return rulebook.pay[spot.subject].rows[place].key if spot.section == "pay" else rows_at(rulebook, spot)[place].id


def _comparison(spec: Spec, node: Expr) -> Sequence[Expr]:
    if not isinstance(node, Compare) or type_of(node.right).kind == "set":
        return []
    known = _OPERATORS.get(type_of(node.left).kind, _NUMERIC)
    return [replace(node, op=op) for op in known if op != node.op]


def _constant(spec: Spec, node: Expr) -> Sequence[Expr]:
    if not isinstance(node, Constant):
        return []
    kinds = {"class": spec.setup.get("ranking", {}).get("order", ()), "stage": [stage.name for stage in spec.stages]}
    order = list(kinds.get(node.type.kind) or spec.vocabulary.lists.get(node.type.of, ()))
    if node.name not in order:
        return []
    place = order.index(node.name)
    near = [other for other in (place - 1, place + 1) if 0 <= other < len(order)]
    return [replace(node, name=order[other], index=other if node.index >= 0 else node.index) for other in near]


def _number(spec: Spec, node: Expr) -> Sequence[Expr]:
    if not isinstance(node, Number):
        return []
    others = {node.value + 1, node.value * 2, node.value - 1} - {node.value}
    return [Number(value, "") for value in sorted(others) if value > 0]


def _negated(spec: Spec, node: Expr) -> Sequence[Expr]:
    return [opposite(node)] if is_truth(node) and not isinstance(node, Always) else []


def _dropped(spec: Spec, node: Expr) -> Sequence[Expr]:
    if not isinstance(node, And | Or):
        return []
    return [joined(type(node), node.parts[:place] + node.parts[place + 1 :]) for place in range(len(node.parts))]


def _other_joint(spec: Spec, node: Expr) -> Sequence[Expr]:
    return [(Or if isinstance(node, And) else And)(node.parts)] if isinstance(node, And | Or) else []


def _definition(spec: Spec, rulebook: Rulebook, spot: Spot) -> Iterator[Found]:
    """The body of a definition that the table uses, changed wherever it is used."""
    used = {one.name: one for site in sites(rulebook, spot) for one in definitions(expr_at(rulebook, site))}
    for name, old in used.items():
        for change in (_comparison, _constant, _number, _other_joint):
            for body in anywhere(old.body, lambda node, change=change: change(spec, node)):
                what = f"`{name}` as `{show(body)}`"
                yield Found("", what, lambda name=name, body=body: _redefined(rulebook, name, body))


def _redefined(rulebook: Rulebook, name: str, body: Expr) -> Rulebook:
    def change(node: Expr) -> Expr | None:
        return replace(node, body=body) if isinstance(node, Defined) and node.name == name else None

    return with_all(rulebook, lambda expr: rewrite(expr, change))


# Rows.


def _on_rows(change: Callable[[Row], Iterator[tuple[str, Row | None]]]) -> Operator:
    """An operator on one row: what it becomes, or None where it goes."""

    def run(spec: Spec, rulebook: Rulebook, spot: Spot) -> Iterator[Found]:
        for row in rows_at(rulebook, spot):
            for what, new in change(row):
                yield Found(row.id, what, lambda row=row, new=new: _with_row(rulebook, spot, row, new))

    return run


def _with_row(rulebook: Rulebook, spot: Spot, old: Row, new: Row | None) -> Rulebook:
    rows = rows_at(rulebook, spot)
    if new is None:
        left = tuple(row for row in rows if row is not old)
        return with_rows(
            rulebook,
            spot,
            tuple(replace(row, overrides=tuple(one for one in row.overrides if one != old.id)) for row in left),
        )
    return with_rows(rulebook, spot, tuple(new if row is old else row for row in rows))


def _gone(row: Row) -> Iterator[tuple[str, Row | None]]:
    yield "gone", None


def _result(row: Row) -> Iterator[tuple[str, Row | None]]:
    then = row.then
    words = _WORDS.get(then.kind, ())
    if then.kind == "act" and not then.wager:
        words = ("check", "fold")
    if then.kind == "prize" and then.amount is not None:
        words = ("each", "equally")
    for word in words:
        if word != then.word:
            yield f"{then.word} -> {word}", replace(row, then=replace(then, word=word))
    if then.kind == "stake" and then.word == "at most":
        yield "at most -> as placed", replace(row, then=replace(then, word="as placed", amount=None))


def _effect(row: Row) -> Iterator[tuple[str, Row | None]]:
    for place, (about, words) in enumerate(row.then.pairs):
        known = {"round": ROUND_EFFECTS, "hand": HAND_EFFECTS}.get(about, DISPOSITIONS)
        for word in known:
            if word != words:
                yield f"{about}: {words} -> {word}", _with_pair(row, place, ((about, word),))


def _no_effect(row: Row) -> Iterator[tuple[str, Row | None]]:
    for place, (about, words) in enumerate(row.then.pairs):
        yield f"{about}: {words} gone", _with_pair(row, place, ())


def _with_pair(row: Row, place: int, new: tuple[tuple[str, str], ...]) -> Row:
    pairs = row.then.pairs
    return replace(row, then=replace(row.then, pairs=(*pairs[:place], *new, *pairs[place + 1 :])))


def _act_amount(row: Row) -> Iterator[tuple[str, Row | None]]:
    amount = row.then.amount
    if amount is None:
        return
    some: list[Expr] = []
    if isinstance(amount, OneOf):
        some += [OneOf(amount.parts[:n] + amount.parts[n + 1 :]) for n in range(len(amount.parts))]
        some += [OneOf((*amount.parts, _doubled(amount.parts[-1])))]
    else:
        some += [_doubled(amount), OneOf((amount, _doubled(amount)))]
    for new in some:
        yield f"`{show(amount)}` -> `{show(new)}`", replace(row, then=replace(row.then, amount=new))


def _doubled(amount: Expr) -> Expr:
    return Arithmetic("*", Number(Fraction(2), "2"), amount)


def _not_overriding(row: Row) -> Iterator[tuple[str, Row | None]]:
    if row.overrides:
        yield f"no longer overrides {', '.join(row.overrides)}", replace(row, overrides=(), ground="")


def _convention(row: Row) -> Iterator[tuple[str, Row | None]]:
    if row.section == "settle":
        said = "for live hands only" if not row.live_only else "for all hands"
        yield said, replace(row, live_only=not row.live_only)


def _swapped(spec: Spec, rulebook: Rulebook, spot: Spot) -> Iterator[Found]:
    rows = rows_at(rulebook, spot)
    for place, first in enumerate(rows):
        for second in rows[place + 1 :]:
            if first.then != second.then:
                what = f"its result for that of {second.id}"
                yield Found(first.id, what, lambda pair=(first, second): _with_swapped(rulebook, spot, *pair))


def _with_swapped(rulebook: Rulebook, spot: Spot, first: Row, second: Row) -> Rulebook:
    thens: dict[str, Then] = {first.id: second.then, second.id: first.then}
    rows = tuple(replace(row, then=thens.get(row.id, row.then)) for row in rows_at(rulebook, spot))
    return with_rows(rulebook, spot, rows)


# Payments.


def _unpaid(spec: Spec, rulebook: Rulebook, spot: Spot) -> Iterator[Found]:
    table = rulebook.pay[spot.subject]
    for place, row in enumerate(table.rows):
        rows = table.rows[:place] + table.rows[place + 1 :]
        yield Found(row.key, "gone", lambda rows=rows: with_pay(rulebook, spot, replace(table, rows=rows)))


def _odds(spec: Spec, rulebook: Rulebook, spot: Spot) -> Iterator[Found]:
    for place, row in enumerate(rulebook.pay[spot.subject].rows):
        for column, payout in enumerate(row.payouts):
            for new in _other_payouts(payout):
                payouts = (*row.payouts[:column], new, *row.payouts[column + 1 :])
                changed = replace(row, payouts=payouts)
                what = f"{show_payout(payout)} -> {show_payout(new)}"
                yield Found(
                    row.key, what, lambda place=place, changed=changed: with_pay_row(rulebook, spot, place, changed)
                )


def _other_payouts(payout: Odds | Prize) -> Sequence[Odds | Prize]:
    if isinstance(payout, Odds):
        return [Odds(payout.pays + 1, payout.per), Odds(payout.pays, payout.per + 1)]
    return [Prize(_doubled(payout.amount))]


# Wagers.


def _of_wagers(rulebook: Rulebook) -> list[Spot]:
    return [Spot("wagers", wager.name) for wager in rulebook.spec.wagers if wager.equals is not None]


def _equals(spec: Spec, rulebook: Rulebook, spot: Spot) -> Iterator[Found]:
    wager = spec.wager(spot.subject)
    assert wager is not None
    old = wager.equals
    assert old is not None
    numbers = list(anywhere(old, lambda node: _number(spec, node)))
    for new in (None, _doubled(old), OneOf((old, _doubled(old))), *numbers):
        what = f"equals `{show(old)}` -> `{show(new) if new is not None else 'nothing'}`"
        wagers = tuple(replace(one, equals=new) if one is wager else one for one in spec.wagers)
        changed = replace(spec, wagers=wagers)
        yield Found("", what, lambda changed=changed: replace(rulebook, spec=changed))


def _in(*sections: str) -> Callable[[Rulebook], list[Spot]]:
    return lambda rulebook: [spot for spot in spots(rulebook) if spot.section in sections]


OPERATORS: dict[str, tuple[Callable[[Rulebook], list[Spot]], Operator]] = {
    "comparison": (all_spots, _in_exprs(_comparison)),
    "constant": (all_spots, _in_exprs(_constant)),
    "number": (all_spots, _in_exprs(_number)),
    "negation": (all_spots, _in_exprs(_negated, amounts=False)),
    "dropped operand": (all_spots, _in_exprs(_dropped)),
    "and for or": (all_spots, _in_exprs(_other_joint)),
    "definition": (all_spots, _definition),
    "row gone": (spots, _on_rows(_gone)),
    "result": (spots, _on_rows(_result)),
    "effect": (_in("events", "follow"), _on_rows(_effect)),
    "effect gone": (_in("events", "follow"), _on_rows(_no_effect)),
    "results swapped": (spots, _swapped),
    "amount of an act": (_in("play"), _on_rows(_act_amount)),
    "pay row gone": (pay_spots, _unpaid),
    "odds": (pay_spots, _odds),
    "equals": (_of_wagers, _equals),
    "override gone": (spots, _on_rows(_not_overriding)),
    "convention": (_in("settle"), _on_rows(_convention)),
    "jackpot row gone": (_in("share", "takes", "adds", "bonus"), _on_rows(_gone)),
}
