"""Walking typed trees: their parts, their atoms, what they speak of, and simple rewriting."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulespec.model.expr import (
    Always,
    And,
    Arithmetic,
    Between,
    ClassOf,
    Compare,
    Count,
    Defined,
    Expr,
    Fact,
    In,
    Not,
    OneOf,
    Or,
    Pick,
    Quantified,
)


def parts(expr: Expr) -> tuple[Expr, ...]:
    """The trees directly inside `expr` (a definition's body included)."""
    match expr:
        case Compare() | Arithmetic():
            return expr.left, expr.right
        case In():
            return expr.item, *expr.choices
        case Between():
            return expr.item, expr.low, expr.high
        case Not() | Quantified() | Count() | Defined():
            return (expr.body,)
        case And() | Or() | Pick() | OneOf():
            return expr.parts
        case ClassOf():
            return (expr.hand,)
    return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """`expr` and everything inside it, outermost first."""
    yield expr
    for part in parts(expr):
        yield from walk(part)


def facts(expr: Expr) -> tuple[Fact, ...]:
    """Every fact that the tree speaks of, each once, in order."""
    return tuple(dict.fromkeys(node for node in walk(expr) if isinstance(node, Fact)))


def definitions(expr: Expr) -> tuple[Defined, ...]:
    """Every definition that the tree uses, each once, in order."""
    return tuple(dict.fromkeys(node for node in walk(expr) if isinstance(node, Defined)))


def atoms(expr: Expr) -> tuple[Expr, ...]:
    """The smallest conditions in it: what is left when `and`, `or` and `not` are taken away. Each once, in order."""
    match expr:
        case Always():
            return ()
        case And() | Or():
            return tuple(dict.fromkeys(atom for part in expr.parts for atom in atoms(part)))
        case Not():
            return atoms(expr.body)
    return (expr,)


def compares_hands(expr: Expr) -> bool:
    """Whether anything in it compares one hand with another, by value or by class."""

    def is_hand(side: Expr) -> bool:
        return isinstance(side, ClassOf) or (isinstance(side, Fact) and side.type.kind == "hand")

    compared = (parts(node) for node in walk(expr) if isinstance(node, Compare | In | Between))
    return any(is_hand(first) and any(map(is_hand, others)) for first, *others in compared)


def rewrite(expr: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """The tree with `change` applied from the outside in; where it answers None the parts are rewritten instead."""
    changed = change(expr)
    if changed is not None:
        return changed

    def inside(part: Expr) -> Expr:
        return rewrite(part, change)

    match expr:
        case Compare() | Arithmetic():
            return replace(expr, left=inside(expr.left), right=inside(expr.right))
        case In():
            return replace(expr, item=inside(expr.item), choices=tuple(map(inside, expr.choices)))
        case Between():
            return replace(expr, item=inside(expr.item), low=inside(expr.low), high=inside(expr.high))
        case Not() | Quantified() | Count() | Defined():
            return replace(expr, body=inside(expr.body))
        case And() | Or() | Pick() | OneOf():
            return replace(expr, parts=tuple(map(inside, expr.parts)))
        case ClassOf():
            return replace(expr, hand=inside(expr.hand))
    return expr


def about(expr: Expr, wager: str) -> Expr:
    """The tree with `it` standing for `wager`."""

    def change(node: Expr) -> Expr | None:
        if isinstance(node, Fact) and "it" in node.args:
            return replace(node, args=tuple(wager if arg == "it" else arg for arg in node.args))
        return None

    return rewrite(expr, change)


def both(first: Expr, second: Expr) -> Expr:
    """`first and second`, without an empty `always` and without nesting."""
    pieces: list[Expr] = []
    for expr in (first, second):
        if isinstance(expr, And):
            pieces += expr.parts
        elif not isinstance(expr, Always):
            pieces.append(expr)
    if not pieces:
        return Always()
    return pieces[0] if len(pieces) == 1 else And(tuple(pieces))


OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def negated(expr: Expr) -> Expr:
    """The opposite condition, in the form one would write it: `player.hand < straight` rather than `not ... >=`.

    Only for facts that always have a value: `folded_at` of a hand that never folded and the amount of a wager that is
    not there have none, and no comparison with them holds, so stages and amounts keep `not`.
    """
    if isinstance(expr, Not):
        return expr.body
    if isinstance(expr, Compare) and expr.op in OPPOSITE and not _may_be_absent(expr):
        return replace(expr, op=OPPOSITE[expr.op])
    return Not(expr)


def _may_be_absent(expr: Compare) -> bool:
    return any(isinstance(node, Fact) and node.type.kind in ("stage", "amount") for node in walk(expr))
