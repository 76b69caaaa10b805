"""What the amounts of a rulebook have to do with one another: which wagers are settled apart, and what scales."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulespec.lang.trees import facts, parts, walk
from rulespec.model.expr import AMOUNT, AMOUNTS, Arithmetic, Between, Compare, Expr, Fact, In, OneOf, Pick, Prize
from rulespec.model.rows import Rulebook

_STAKES = ("amount", "stake")  # the facts that hold what a wager named in them is worth


@dataclass(frozen=True, slots=True)
class Part:
    """Wagers whose rules read amounts of each other and of no other wager.

    `scales`: its rules hold amounts only against multiples of amounts, so that a hand with every amount doubled comes
    out alike with every net doubled. `limits` are the options with amounts that they read; where a round gives one,
    nothing scales.
    """

    wagers: tuple[str, ...]
    scales: bool
    limits: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Read:
    """A condition or an amount that the rulebook reads, and the wagers on whose outcome it bears."""

    subjects: frozenset[str]
    expr: Expr
    is_amount: bool

    @property
    def joined(self) -> frozenset[str]:
        """The wagers whose amounts meet in it."""
        read = {wager for fact in facts(self.expr) if _is_stake(fact) for wager in fact.args}
        return self.subjects | read if read else frozenset()


def parts_of(rulebook: Rulebook) -> tuple[Part, ...]:
    """The wagers of a rulebook in parts."""
    names = [wager.name for wager in rulebook.spec.wagers]
    read = list(_read(rulebook))
    groups = [frozenset({name}) for name in names]
    for one in read:
        apart = [group for group in groups if not group & one.joined]
        groups = [*apart, one.joined.union(*(group for group in groups if group & one.joined))] if one.joined else apart
    options = frozenset(option.name for option in rulebook.spec.options)
    return tuple(
        _part(tuple(name for name in names if name in group), [one for one in read if one.subjects & group], options)
        for group in groups
    )


def _part(wagers: tuple[str, ...], read: list[_Read], options: frozenset[str]) -> Part:
    amounts = {fact for one in read for fact in facts(one.expr) if fact.type in (AMOUNT, AMOUNTS)}
    limits = frozenset(fact.name for fact in amounts if not _is_stake(fact))
    return Part(wagers, limits <= options and all(_scales(one) for one in read), limits)


def _read(rulebook: Rulebook) -> Iterator[_Read]:
    """Every condition and amount of the rulebook."""
    everything = frozenset(wager.name for wager in rulebook.spec.wagers)
    for section in (rulebook.valid, rulebook.stake, rulebook.settle):
        for wager, table in section.items():
            for row in table.rows:
                yield _Read(frozenset({wager}), row.when, False)
                if row.then.amount is not None:
                    yield _Read(frozenset({wager}), row.then.amount, True)
    for table in rulebook.play.values():
        for row in table.rows:
            yield _Read(everything, row.when, False)  # what a stage offers bears on all that follows
            if row.then.amount is not None:
                yield _Read(frozenset({row.then.wager}), row.then.amount, True)
    for wager, pay in rulebook.pay.items():
        amounts = [payout.amount for row in pay.rows for payout in row.payouts if isinstance(payout, Prize)]
        amounts += [pay.at_most] if pay.at_most is not None else []
        yield from (_Read(frozenset({wager}), amount, True) for amount in amounts)
    for declared in rulebook.spec.wagers:
        if declared.equals is not None:
            yield _Read(frozenset({declared.name}), declared.equals, True)
        if declared.allowed is not None:
            yield _Read(frozenset({declared.name}), declared.allowed, False)


def _is_stake(fact: Fact) -> bool:
    return fact.name in _STAKES and fact.type == AMOUNT


# Degrees: 1 for what doubles when all amounts double, 0 for what stays, None for anything else (`2 * main + 5`).


def _scales(read: _Read) -> bool:
    if read.is_amount:
        return _degree(read.expr) == 1
    return all(_even(node) for node in walk(read.expr))


def _even(node: Expr) -> bool:
    """Whether a comparison comes out alike when all amounts double."""
    if not isinstance(node, Compare | In | Between):
        return True
    degrees = {_degree(side) for side in parts(node)}
    return len(degrees) == 1 and None not in degrees


def _degree(expr: Expr) -> int | None:
    match expr:
        case Fact():
            return 1 if expr.type in (AMOUNT, AMOUNTS) else 0
        case Arithmetic():
            return _arithmetic(expr.op, _degree(expr.left), _degree(expr.right))
        case Pick() | OneOf():
            degrees = {_degree(part) for part in expr.parts}
            return degrees.pop() if len(degrees) == 1 else None
    return 0


def _arithmetic(op: str, left: int | None, right: int | None) -> int | None:
    if left is None or right is None:
        return None
    if op in "+-":
        return left if left == right else None
    return left - right if op == "/" else left + right
