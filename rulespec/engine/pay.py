"""What a winning wager is paid."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from rulespec.engine.decide import lacking
from rulespec.engine.options import optional_keys
from rulespec.lang.evaluate import NEVER, Facts, Value, exact, truth, value
from rulespec.lang.trees import facts as facts_in
from rulespec.load.amounts import shown
from rulespec.model.expr import Odds, Payout, Prize
from rulespec.model.round import Amount
from rulespec.model.spec import PayRow, PayTable, Spec


@dataclass(frozen=True, slots=True)
class Payment:
    """The net of a win, and the clauses that give it; `net` None where the document gives none or a fact is missing.

    `missing` are the keys of the facts without which it cannot be told; `problem` is `conflict` where two rows that are
    told by conditions both hold and pay differently; `payout` is the prize that was paid, where it was one.
    """

    net: Amount | None
    cites: tuple[str, ...]
    text: str = ""
    missing: tuple[str, ...] = ()
    problem: str = ""
    payout: Payout | None = None


class Payer:
    """One wager's pay table, ready to be asked."""

    def __init__(self, spec: Spec, table: PayTable) -> None:
        self.table = table
        self._rows = {self._index(spec, row.key): row for row in table.rows if row.when is None}
        self._rules = [(row, truth(row.when)) for row in table.rows if row.when is not None]
        self._key = self._fact_key(spec)
        options = {option.name: option for option in spec.options}
        self._columns = [exact(Fraction(v)) for v in options[table.columns].values] if table.columns else []
        self._cap = value(table.at_most) if table.at_most is not None else None
        self._unit = value(table.up_to) if table.up_to is not None else None
        capped_by = {fact.name for fact in facts_in(table.at_most)} if table.at_most is not None else set()
        self._cap_in_issue = not capped_by & optional_keys(spec)
        self._prizes: dict[int, Value] = {
            id(payout): value(payout.amount)
            for row in table.rows
            for payout in row.payouts
            if isinstance(payout, Prize)
        }

    def _fact_key(self, spec: Spec) -> str:
        concept = spec.vocabulary.facts.get(self.table.by)
        return f"class({self.table.by})" if concept is not None and concept.type.kind == "hand" else self.table.by

    def _index(self, spec: Spec, key: str) -> object:
        if not key:
            return None
        concept = spec.vocabulary.facts[self.table.by]
        if concept.type.kind == "hand":
            return spec.setup["ranking"]["order"].index(key)
        return spec.vocabulary.lists[concept.type.of].index(key)

    def row_of(self, facts: Facts) -> PayRow | None:
        """The row that a hand's facts pick; None where the table has none for it."""
        return next(iter(self.rows_of(facts)), None)

    def rows_of(self, facts: Facts) -> list[PayRow]:
        """The row that the value of `by` picks, and those whose condition holds."""
        picked = self._rows.get(facts.get(self._key) if self.table.by else None)
        return [*([picked] if picked else []), *(row for row, holds in self._rules if holds(facts) is True)]

    def _told(self, cites: tuple[str, ...], facts: Facts) -> Payment | None:
        """What keeps the rows that are told by conditions from giving one payment; None where nothing does."""
        holding = self.rows_of(facts)
        open_rows = [row for row, holds in self._rules if holds(facts) is None]
        if open_rows and not holding:
            return Payment(None, cites, missing=lacking((row.when for row in open_rows), facts))
        if len({row.payouts for row in holding}) > 1:
            every = (*cites, *(clause for row in holding for clause in row.cites))
            return Payment(None, every, problem="conflict")
        return None

    def pay(self, stake: Amount, facts: Facts) -> Payment:
        """The net of a win of this stake. Odds are paid on the stake; a prize is the net itself."""
        cites = (*self.table.cites, *self.table.inherited)
        if self.table.by and facts.get(self._key) is None:
            return Payment(None, cites, missing=(self._key,))
        told = self._told(cites, facts) if self._rules else None
        if told is not None:
            return told
        row = self.row_of(facts)
        if row is None:
            return Payment(None, cites)
        column = 0
        if self.table.columns:
            chosen = facts.get(self.table.columns)
            if chosen is None and len(set(row.payouts)) > 1:
                return Payment(None, cites, missing=(self.table.columns,))
            column = self._columns.index(chosen) if chosen is not None else 0
        payment = self._paid(row.payouts[column], stake, (*cites, *row.cites), facts)
        return replace(payment, payout=row.payouts[column]) if isinstance(row.payouts[column], Prize) else payment

    def each(self, stake: Amount, facts: Facts) -> tuple[Amount, ...]:
        """What each of the rows that hold would pay by itself, where several do and pay differently."""
        column = self._columns.index(facts[self.table.columns]) if facts.get(self.table.columns) in self._columns else 0
        paid = [self._paid(row.payouts[column], stake, (), facts).net for row in self.rows_of(facts)]
        return tuple(net for net in paid if net is not None)

    def highest(self, stake: Amount) -> Amount | None:
        """The most that any row pays by odds on a stake; None where none does."""
        odds = [payout.ratio for row in self.table.rows for payout in row.payouts if isinstance(payout, Odds)]
        return exact(stake * max(odds)) if odds else None

    def _paid(self, payout: Payout, stake: Amount, cites: tuple[str, ...], facts: Facts) -> Payment:
        if isinstance(payout, Odds):
            return self._rounded(exact(stake * payout.ratio), str(payout), cites, facts)
        prize = self._prizes[id(payout)](facts)
        if prize is None:
            return Payment(None, cites, missing=lacking((payout.amount,), facts))
        return Payment(None, cites) if prize is NEVER else self._capped(prize, "a prize", cites, facts)

    def _rounded(self, net: Amount, text: str, cites: tuple[str, ...], facts: Facts) -> Payment:
        """A payment by odds, made a multiple of the unit in which it can be paid, where the round gives one."""
        unit = self._unit(facts) if self._unit is not None else None
        if unit is None or unit is NEVER or Fraction(net) % Fraction(unit) == 0:
            return self._capped(net, text, cites, facts)
        up = exact(ceil(Fraction(net) / Fraction(unit)) * Fraction(unit))
        return self._capped(up, f"{text}, up to the next {shown(unit)}", (*cites, *self.table.unit_cites), facts)

    def _capped(self, net: Amount, text: str, cites: tuple[str, ...], facts: Facts) -> Payment:
        if self._cap is None:
            return Payment(net, cites, text)
        cap = self._cap(facts)
        if cap is None and self._cap_in_issue:
            return Payment(None, (*cites, *self.table.cap_cites), missing=lacking((self.table.at_most,), facts))
        if cap is None or cap is NEVER or net <= cap:
            return Payment(net, cites, text)
        return Payment(cap, (*cites, *self.table.cap_cites), f"{text}, up to the maximum payout")
