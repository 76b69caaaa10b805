"""The types of typed trees: what may be joined, and what may be compared with what."""

from rulespec.model.expr import (
    AMOUNT,
    CLASS,
    NUMBER,
    TRUTH,
    Arithmetic,
    ClassOf,
    Constant,
    Count,
    Defined,
    Expr,
    Fact,
    Number,
    OneOf,
    Pick,
    Type,
)


def type_of(expr: Expr) -> Type:
    """The type of a typed tree."""
    match expr:
        case Number() | Count():
            return NUMBER
        case Constant() | Fact() | Defined():
            return expr.type
        case ClassOf():
            return CLASS
        case Arithmetic():
            return arithmetic_type(expr.op, type_of(expr.left), type_of(expr.right)) or NUMBER
        case Pick():
            return AMOUNT if AMOUNT in map(single, map(type_of, expr.parts)) else NUMBER
        case OneOf():
            return Type("set", "amount" if AMOUNT in map(single, map(type_of, expr.parts)) else "number")
    return TRUTH


def single(kind: Type) -> Type:
    """The type of one of the values of a list; any other type as it is."""
    return Type(kind.of) if kind.kind == "set" else kind


def arithmetic_type(op: str, left: Type, right: Type) -> Type | None:
    """The type of an operation, or None where it has no meaning. Everything stays linear in amounts."""
    kinds = {"amount": 1, "number": 0}
    inner = [single(left), single(right)]
    if any(t.kind not in kinds for t in inner):
        return None
    money = [kinds[t.kind] for t in inner]
    result: Type | None
    if op in "+-":
        # A plain number beside an amount is an amount too: `table_minimum(it) + 5`.
        result = AMOUNT if any(money) else NUMBER
    elif op == "/":
        result = None if money[1] else inner[0]
    else:
        result = None if all(money) else (AMOUNT if any(money) else NUMBER)
    if result is not None and "set" in (left.kind, right.kind):
        return Type("set", result.kind)
    return result


def comparable(left: Type, right: Type) -> bool:
    money = {"amount", "number"}
    if left.kind in money and right.kind in money:
        return True
    if {left.kind, right.kind} == {"hand", "class"}:
        return True
    return left == right and left.kind not in ("set", "wager")
