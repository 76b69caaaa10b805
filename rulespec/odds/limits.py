"""The amounts that are placed at a table of certain limits: a unit that lies within them, where there is one."""

from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, UsageError
from rulespec.lang.evaluate import exact, truth
from rulespec.lang.show import show
from rulespec.lang.trees import facts as facts_in
from rulespec.load.amounts import DECIMALS
from rulespec.load.nearest import joined
from rulespec.model.expr import Expr
from rulespec.model.round import Amount
from rulespec.model.spec import Spec
from rulespec.odds.tree import Walked, walk
from rulespec.prove.states import BASE, first_wagers
from rulespec.tables.clauses import distinct


def check_invariants(spec: Spec, facts: Mapping[str, Any]) -> None:
    """Raises `UsageError` for options of which an invariant of the spec says that no table has them together."""
    known = {option.name: option for option in spec.options}
    for one in spec.invariants:
        read = facts_in(one.holds)
        if all(fact.name in known for fact in read) and truth(one.holds)(facts) is False:
            cites = one.cites or tuple(clause for fact in read for clause in known[fact.name].cites)
            because = f"{one.because[:1].lower()}{one.because[1:].rstrip('.')}"
            broken = f"`{show(one.holds)}` does not hold of these options"
            raise UsageError(f"{broken}: {because} [{', '.join(distinct(list(cites)))}]")


class Limits:
    """What the options of a table say of the amounts of wagers."""

    def __init__(self, settler: Settler, options: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
        self._settler, self._options, self._facts = settler, options, facts
        self._names = {option.name for option in settler.spec.options if option.type.kind == "amount"}
        self._of = {wager.name: tuple(self._limiting(wager.name)) for wager in settler.spec.wagers}
        read = [fact for exprs in self._of.values() for expr, _ in exprs for fact in facts_in(expr)]
        amounts = {facts.get(fact.key) for fact in read}
        self._amounts = sorted(amount for amount in amounts if isinstance(amount, int | Fraction))

    def _limiting(self, wager: str) -> Iterator[tuple[Expr, bool]]:
        """The conditions that hold a wager against options, each with how it comes out for an amount out of limits."""
        declared = next(one for one in self._settler.spec.wagers if one.name == wager)
        if declared.allowed is not None and self._reads(declared.allowed):
            yield declared.allowed, False
        table = self._settler.rulebook.stake.get(wager)
        for row in table.rows if table is not None else ():
            if self._reads(row.when):
                yield row.when, True

    def _reads(self, expr: Expr) -> bool:
        return any(fact.name in self._names and fact.key in self._facts for fact in facts_in(expr))

    def wagers(self, names: Set[str]) -> Mapping[str, Amount]:
        """An amount for each of these first wagers: of those within the limits, if any, one whose bets lie there too.

        Raises `UsageError` where no amount is within the limits, `Inconclusive` where none is of a further wager.
        """
        spec = self._settler.spec
        needed = {wager.name for wager in spec.wagers if wager.required and wager.name in names}
        needed = needed or set(names)
        fitting = [placed for base in self._bases() if not self._outside(placed := self._placed(needed, base))]
        if not fitting and needed:
            raise UsageError(f"no amount of {_named(needed)} lies within the limits of the table: {self._told(needed)}")
        within = (placed for placed in fitting if not self.beyond(placed))
        found = dict(next(within, fitting[0] if fitting else {}))
        for wager in spec.wagers:
            if wager.name in names and wager.name not in found:
                found[wager.name] = self._beside(wager.name, found)
        return {wager.name: found[wager.name] for wager in spec.wagers if wager.name in found}

    def beyond(self, placed: Mapping[str, Amount]) -> tuple[str, ...]:
        """The wagers that some line of play places outside the limits, after these first wagers."""
        if not self._amounts or not placed:
            return ()
        walked = self._walked(placed)
        states = [state.facts for state in walked.lines] if walked is not None else []
        return tuple(name for name in self._of if any(self._out(name, state) for state in states))

    def _walked(self, placed: Mapping[str, Amount]) -> Walked | None:
        try:
            return walk(self._settler, placed, self._facts, next(iter(placed.values())))
        except Inconclusive:
            return None

    def _placed(self, names: Set[str], base: Amount) -> Mapping[str, Amount]:
        return first_wagers(self._settler.spec, names, self._options, base)

    def _beside(self, wager: str, placed: Mapping[str, Amount]) -> Amount:
        """The amount of a further wager beside those that a hand needs."""
        first = next(iter(placed.values()), BASE)
        for base in (first, *self._bases()):
            amount = first_wagers(self._settler.spec, {*placed, wager}, self._options, base)[wager]
            if wager not in self._outside({**placed, wager: amount}):
                return amount
        raise Inconclusive(f"no amount of {_named({wager})} lies within the limits of the table: {self._told({wager})}")

    def _bases(self) -> Iterator[Amount]:
        """The amounts that may be a unit: the usual one, the limits, and parts of them so that multiples fit too."""
        yield BASE
        yield from self._amounts
        for parts in range(2, _PARTS + 1):
            for amount in self._amounts:
                part = Fraction(amount) / parts
                if (part * 10**DECIMALS).denominator == 1:
                    yield exact(part)

    def _outside(self, placed: Mapping[str, Amount]) -> tuple[str, ...]:
        facts = self._settler.acts.start(placed)
        return tuple(name for name in placed if self._out(name, facts))

    def _out(self, wager: str, state: Mapping[str, Any]) -> bool:
        facts = {**self._facts, **state}
        return bool(facts[f"placed({wager})"]) and any(truth(expr)(facts) is out for expr, out in self._of[wager])

    def _told(self, names: Set[str]) -> str:
        return "; ".join(dict.fromkeys(f"`{show(expr)}`" for name in names for expr, _ in self._of[name]))


_PARTS = 20  # more than the times that a bet is of the first wager


def _named(names: Set[str]) -> str:
    return joined([f"`{name}`" for name in sorted(names)], "and")
