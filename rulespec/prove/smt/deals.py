"""What can be dealt: the conditions on cards of one question, and which of their combinations come up.

A condition on cards is a yes/no variable for each hand; one on what all hands share (the dealer's cards) is one for the
table. Which combinations can be dealt the domain counts exactly. Each hand at a table is held to them by itself: that
allows for tables of several hands that no pack can deal, so that a proof holds a fortiori, and a round that is to show
something is dealt with real cards before it counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulespec.domains.base import Case, Game, Reachable
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.show import show
from rulespec.lang.trees import facts, walk
from rulespec.model.expr import Count, Expr, Fact, Quantified
from rulespec.prove.smt.logic import Formula, Logic, Sym, Unsupported, Values
from rulespec.prove.universe import fact_sources, with_options

_PLAIN = frozenset({"deal"})


@dataclass
class Deals:
    """The conditions on cards that the formulas of one question have asked for, hand by hand."""

    logic: Logic
    game: Game
    seats: int
    asked: list[dict[Expr, Formula]] = field(init=False)

    def __post_init__(self) -> None:
        self.asked = [{} for _ in range(self.seats)]
        self._shared = self.game.shared() if self.seats > 1 else frozenset[str]()

    def holds(self, expr: Expr, seat: int) -> Formula:
        """The variable of a condition that speaks of cards alone."""
        known = self.asked[seat]
        if expr not in known:
            common = self.seats > 1 and all(fact.name in self._shared for fact in facts(expr))
            where = "table" if common else f"hand {seat + 1}"
            known[expr] = self.logic.bool(f"{where}: {show(expr)}")
        return known[expr]

    def constraint(self) -> Formula:
        """What can be dealt to each hand. Raises `Inconclusive` where it cannot be counted.

        Conditions that cannot be counted together are held to what can be dealt in parts. That allows for more than a
        pack does, so that what is proved holds, and for what is not proved no deal can be found.
        """
        return self.logic.all([self._of(seat) for seat in range(self.seats)])

    def _of(self, seat: int) -> Formula:
        if not self.asked[seat]:
            return self.logic.true
        return self.logic.all([self._counted(seat, part) for part in self._parts(seat)])

    def _counted(self, seat: int, part: Sequence[Expr]) -> Formula:
        variables = [self.asked[seat][expr] for expr in part]
        return _among(self.logic, variables, [case.truths for case in self.game.reachable(tuple(part)).cases])

    def _parts(self, seat: int) -> list[list[Expr]]:
        """The conditions in parts that can be counted: one, wherever that is possible."""
        every = list(self.asked[seat])
        if self._countable(every):
            return [every]
        parts: list[list[Expr]] = []
        for expr in every:
            part = next((part for part in parts if self._countable([*part, expr])), None)
            if part is None:
                self.game.reachable((expr,))  # by itself it must be countable
                parts.append([expr])
            else:
                part.append(expr)
        return parts

    def _countable(self, exprs: Sequence[Expr]) -> bool:
        try:
            self.game.reachable(tuple(exprs))
        except Inconclusive:
            return False
        return True

    def reachable(self, seat: int) -> Reachable:
        """Every combination that can be dealt to a hand, with its weight and a deal."""
        return self.game.reachable(tuple(self.asked[seat]))

    def is_dealt(self, seat: int, case: Case) -> Formula:
        """That a hand is dealt this case."""
        variables = self.asked[seat].values()
        return self.logic.all(
            [one if true else self.logic.no(one) for one, true in zip(variables, case.truths, strict=True)]
        )


def _among(logic: Logic, variables: Sequence[Formula], rows: Sequence[Sequence[bool]]) -> Formula:
    """That the variables have one of these combinations of values: a tree, each shared beginning once."""
    if not variables:
        return logic.true if rows else logic.false
    parts = []
    for value in (True, False):
        rest = [row[1:] for row in rows if row[0] is value]
        if rest:
            mine = variables[0] if value else logic.no(variables[0])
            parts.append(logic.all([mine, _among(logic, variables[1:], rest)]))
    return logic.any(parts)


class DealtOf:
    """The formulas of one spec's conditions on cards, with the values of the options in them."""

    def __init__(self, settler: Settler, deals: Deals, options: Mapping[str, Values], read: set[str]) -> None:
        self._settler = settler
        self._deals = deals
        self._options = options
        self._read = read
        self._sources: dict[Expr, frozenset[str]] = {}

    def __call__(self, expr: Expr, seat: int) -> Formula | None:
        """The formula of a condition; None where it does not speak of cards."""
        if expr not in self._sources:
            others = any(isinstance(node, Count | Quantified) for node in walk(expr))  # they are asked hand by hand
            self._sources[expr] = frozenset() if others else fact_sources(self._settler, expr)
        sources = self._sources[expr]
        if "deal" not in sources:
            return None
        if sources == _PLAIN:
            return self._deals.holds(expr, seat)
        if sources - {"deal", "options"}:
            raise Unsupported(f"`{show(expr)}` mixes cards with what is no option")
        return self._by_option(expr, seat)

    def _by_option(self, expr: Expr, seat: int) -> Formula:
        """A condition on cards that an option decides with: one condition for each value of the option."""
        known = self._settler.spec.vocabulary.options
        option = next(fact for fact in facts(expr) if fact.name in known)
        logic, given = self._deals.logic, self._options[option.key]
        self._read.add(option.key)
        values = self._values(option)
        if len(given) != 1 or not values:
            raise Unsupported(f"`{show(expr)}` turns on an option without listed values")
        chosen: Sym = given[0]
        parts = []
        for value in values:
            plain = with_options(self._settler, expr, {option.key: value})
            formula = self(plain, seat)
            assert formula is not None
            parts.append(logic.all([logic.no(chosen.never), chosen.value == value, formula]))
        return logic.any(parts)

    def _values(self, option: Fact) -> Sequence[Any]:
        declared = next((one for one in self._settler.spec.options if one.name == option.name), None)
        if declared is None or not declared.values or option.type.kind != "class":
            return ()
        order = self._settler.spec.setup["ranking"]["order"]
        return [order.index(value) for value in declared.values]
