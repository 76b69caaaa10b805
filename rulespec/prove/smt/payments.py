"""What a win is paid, as formulas: the symbolic twin of `engine.pay`."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import exact
from rulespec.model.expr import Odds, Payout
from rulespec.model.spec import PayRow, PayTable
from rulespec.prove.payments import key_condition
from rulespec.prove.smt.logic import Formula, Logic, Sym, Term
from rulespec.prove.smt.terms import Terms, alike, rounded


@dataclass(frozen=True, slots=True)
class Payment:
    """The net of a win: `unpaid` where no clause gives one, `conflict` where two give different ones."""

    net: Term
    unpaid: Formula
    conflict: Formula


class Payments:
    """One wager's pay table over the hands of one question."""

    def __init__(self, settler: Settler, table: PayTable | None, terms: Terms) -> None:
        self._settler = settler
        self._table = table
        self._terms = terms
        self._logic: Logic = terms.logic

    def picks(self, seat: int) -> list[tuple[PayRow, Formula]]:
        """Each row, with when it says what is paid."""
        found = []
        for row in self._table.rows if self._table else ():
            key = row.when if row.when is not None else key_condition(self._settler, self._table.by, row.key)  # type: ignore[union-attr]
            found.append((row, self._logic.true if key is None else self._terms.truth(key, seat)))
        return found

    def is_paid(self, seat: int) -> Formula:
        """That some row says what is paid."""
        return self._logic.any([formula for _, formula in self.picks(seat)])

    def differ(self, seat: int) -> Formula:
        """That two rows hold and pay differently."""
        return self._differ(self.picks(seat))

    def of(self, stake: Term, seat: int) -> Payment:
        """What a win of this stake is paid."""
        logic, table = self._logic, self._table
        picks = self.picks(seat)
        if table is None or not picks:
            return Payment(logic.number(0), logic.true, logic.false)
        net, unpaid = logic.given(logic.number(0)), logic.no(self.is_paid(seat))
        for row, formula in reversed(picks):
            net = logic.choice_of(formula, self._paid(table, row, stake, seat), net)
        capped = self._capped(table, net, seat)
        return Payment(capped.value, logic.any([unpaid, capped.never]), self._differ(picks))

    def _differ(self, picks: Sequence[tuple[PayRow, Formula]]) -> Formula:
        """That two rows hold and pay differently."""
        by_payouts: dict[tuple[Payout, ...], list[Formula]] = {}
        for row, formula in picks:
            by_payouts.setdefault(row.payouts, []).append(formula)
        return self._logic.several([self._logic.any(parts) for parts in by_payouts.values()])

    def _paid(self, table: PayTable, row: PayRow, stake: Term, seat: int) -> Sym:
        logic = self._logic
        if not table.columns or len(set(row.payouts)) == 1:
            return self._payout(table, row.payouts[0], stake, seat)
        option = next(one for one in self._settler.spec.options if one.name == table.columns)
        chosen = self._terms.told(table.columns, seat)
        found = self._payout(table, row.payouts[-1], stake, seat)
        for text, payout in reversed(list(zip(option.values, row.payouts, strict=True))[:-1]):
            here = chosen.value == logic.number(exact(Fraction(text)))
            found = logic.choice_of(here, self._payout(table, payout, stake, seat), found)
        return Sym(found.value, logic.any([found.never, chosen.never]))

    def _payout(self, table: PayTable, payout: Payout, stake: Term, seat: int) -> Sym:
        logic = self._logic
        if not isinstance(payout, Odds):
            values = self._terms.values(payout.amount, seat)
            value, _ = alike(values[0].value, stake)
            return Sym(value, values[0].never)
        net = stake * logic.number(payout.ratio)
        if table.up_to is None:
            return logic.given(net)
        unit = self._terms.values(table.up_to, seat)[0]
        return logic.given(logic.choice(unit.never, net, rounded(logic, net, unit.value, up=True)))

    def _capped(self, table: PayTable, net: Sym, seat: int) -> Sym:
        if table.at_most is None:
            return net
        cap = self._terms.values(table.at_most, seat)[0]
        logic = self._logic
        bites = logic.all([logic.no(cap.never), net.value > cap.value])
        return Sym(logic.choice(bites, cap.value, net.value), net.never)
