"""Jackpots: what several winners get, what a prize takes from the meters, what wagers add to them.

Prizes are taken one after the other, in the order that the document gives, each from the meters as the one before has
left them; where it says that they are taken together, each is worked out from the meters as the round found them.
Wagers add to the meters when all prizes are taken: no clause says that a round's own wagers are won in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rulespec.domains.base import Fault, RoundFault
from rulespec.engine.decide import Decision, lacking
from rulespec.engine.meters import change, changed, ready
from rulespec.engine.pay import Payment
from rulespec.engine.settlement import Settlement
from rulespec.lang.evaluate import NEVER, exact
from rulespec.load.amounts import shown
from rulespec.model.round import Amount, WagerOutcome
from rulespec.model.rows import Row, Rulebook
from rulespec.model.spec import TOGETHER, Spec
from rulespec.tables.clauses import distinct

_ELSEWHERE = 1_000  # wins elsewhere that can take a prize in succession with those here

if TYPE_CHECKING:
    from rulespec.engine.settle import Settler


@dataclass
class _Win:
    """One wager that wins a prize of a jackpot."""

    settlement: Settlement
    wager: str
    outcome: WagerOutcome
    prize: Amount | None = None
    total: Amount | None = None  # what was taken from the meters for it, where it is shared
    equal: bool = False  # what was taken is one prize for all with such a hand
    cites: tuple[str, ...] = ()
    problem: str = ""
    payment: Payment | None = None
    rows: tuple[Row, ...] = ()
    untold: frozenset[str] = frozenset()  # meters of which nobody can tell what it takes

    @property
    def key(self) -> tuple[int, str]:
        return self.settlement.hand.player.seat, self.wager


class Jackpots:
    """The jackpots of one game."""

    def __init__(self, spec: Spec, rulebook: Rulebook, optional: frozenset[str]) -> None:
        self.spec = spec
        self._rules = {name: ready(rules, optional) for name, rules in rulebook.jackpots.items()}
        self.wagers = frozenset(self._rules)
        self.meters = tuple(
            dict.fromkeys(
                meter
                for rules in rulebook.jackpots.values()
                for table in rules.tables()
                for row in table.rows
                if row.then.kind == "meters"
                for meter, _ in row.then.amounts
            )
        )
        self._order = tuple(order for order in spec.prize_order if order.by != TOGETHER)
        self._together = tuple(clause for one in spec.prize_order if one.by == TOGETHER for clause in one.cites)
        self._wager_order = [wager.name for wager in spec.wagers]

    def pay(self, settlements: Sequence[Settlement], settler: "Settler") -> tuple[dict[str, Amount], list[Fault]]:
        """Put the prizes into the outcomes of the winning wagers. The meters after the round, and what is missing."""
        for settlement in settlements:
            results = {name: outcome.result for name, outcome in settlement.outcomes}
            for name in self._wager_order:
                settlement.facts[f"wins({name})"] = results.get(name) == "win"
        wins = [
            _Win(settlement, name, outcome)
            for settlement in settlements
            for name, outcome in settlement.outcomes
            if name in self._rules and outcome.result == "win" and name not in settlement.priced
        ]
        given = self.given(settlements[0].facts) if settlements else {}
        bonuses = [found for settlement in settlements for found in self._bonuses(settlement)]
        played = [(one, name, outcome) for one in settlements for name, outcome in one.outcomes]
        wins, meters = self._in_order(wins, given, settler)
        for win in wins:
            self._enter(win)
        for bonus in bonuses:
            self._enter_bonus(bonus)
        self._add(played, meters)
        return meters, [fault for settlement in settlements for fault in settlement.faults]

    def given(self, facts: Mapping[str, Any]) -> dict[str, Amount]:
        """The meters that a round gives."""
        return {meter: facts[meter] for meter in self.meters if facts.get(meter) is not None}

    def _in_order(
        self, wins: Sequence[_Win], meters: Mapping[str, Amount], settler: "Settler"
    ) -> tuple[list[_Win], dict[str, Amount]]:
        """The prizes taken one after the other, and the meters after them.

        Where no clause says which of several comes first, a prize or a meter that turns on it cannot be told.
        """
        order = sorted(wins, key=lambda win: (self._place(win), win.settlement.hand.player.seat))
        found, after = self._taken(order, meters, settler)
        for turned in self._turned(order):
            others, again = self._taken(turned, meters, settler)
            by_wager = {win.key: win for win in others}
            for win in found:
                if by_wager[win.key].prize != win.prize:
                    win.prize, win.problem = None, win.problem or "undetermined"
            after = {meter: amount for meter, amount in after.items() if again.get(meter) == amount}
        return found, after

    def _turned(self, order: Sequence[_Win]) -> list[list[_Win]]:
        """The same with those in another order of which no clause says which comes first: the other way, and turned."""
        groups = [list(group) for _, group in groupby(order, key=self._place)]
        if all(len(group) == 1 for group in groups):
            return []
        changes = (lambda group: group[::-1], lambda group: [*group[1:], group[0]])
        return [[win for group in groups for win in change(group)] for change in changes]

    def _taken(
        self, order: Sequence[_Win], given: Mapping[str, Amount], settler: "Settler"
    ) -> tuple[list[_Win], dict[str, Amount]]:
        wins, meters = [replace(win) for win in order], dict(given)
        found = dict(given) if self._together else None  # the meters as the round found them
        before: list[str] = []  # the clauses by which the prizes taken so far changed the meters
        for win in wins:
            self._take(win, wins, meters, found, before, settler)
        self._share(wins)
        untold = frozenset[str]().union(*(win.untold for win in wins))
        return wins, {meter: amount for meter, amount in meters.items() if meter not in untold}

    def _show(self, facts: dict[str, Any], meters: Mapping[str, Amount]) -> None:
        """Put the meters into facts; those that cannot be told are not known."""
        for meter in self.meters:
            facts.pop(meter, None)
        facts.update(meters)

    def _ordering(self, wins: Sequence[_Win]) -> list[str]:
        """The clauses that put these prizes in their order: those by which they differ."""
        places = [self._place(win) for win in wins]
        told = [one for place, one in enumerate(self._order) if len({keys[place] for keys in places}) > 1]
        return [clause for one in told for clause in one.cites]

    def _place(self, win: _Win) -> tuple[Any, ...]:
        keys = {
            "class": win.settlement.facts.get(self._class_key(win), 0),
            "wager": self._wager_order.index(win.wager),
            "seat": win.settlement.hand.player.seat,
        }
        return tuple(keys[order.by] for order in self._order)

    def _class_key(self, win: _Win) -> str:
        payer = win.settlement.settler.payers.get(win.wager)
        return f"class({payer.table.by})" if payer is not None else ""

    def _take(
        self,
        win: _Win,
        wins: Sequence[_Win],
        meters: dict[str, Amount],
        found: Mapping[str, Amount] | None,
        before: list[str],
        settler: "Settler",
    ) -> None:
        """One prize: what the wager is paid by itself, then what the clauses on several winners make of it.

        It is worked out from the `meters`, or from those `found`, and taken from the `meters`.
        """
        rules, facts = self._rules[win.wager], win.settlement.facts
        self._show(facts, meters if found is None else found)
        payer = settler.payers.get(win.wager)
        stake = win.outcome.stake
        if payer is None or stake is None:
            win.problem = "undetermined"
            return
        payment = payer.pay(stake, facts)
        win.prize, win.cites, win.payment = payment.net, payment.cites, payment
        shared = rules.share.ask(facts) if rules.share else Decision(())
        own = not shared.rows or any(row.then.word == "in succession" for row in shared.rows)
        if shared.open_rows:
            self._lacks(win, shared.open_rows)
        elif own and payment.missing:
            win.settlement._missing(win.wager, payment.missing, payment.cites)
            return
        elif shared.rows:
            self._by_clause(win, shared, facts)
        if win.prize is None and not win.problem:
            win.problem = payment.problem or "undetermined"
        together = self._together if len(wins) > 1 else ()
        win.cites = distinct([*win.cites, *self._ordering(wins), *together, *(before if found is None else ())])
        if rules.takes is not None:
            self._show(facts, meters)
            facts["prize"] = win.prize
            taken = rules.takes.ask(facts)
            win.rows = (*shared.rows, *taken.rows)
            for row in taken.rows:
                win.cites = distinct([*win.cites, *(row.cites if len(wins) > 1 and found is None else ())])
                before += row.cites
            if win.problem == "conflict":  # which prize is taken cannot be told
                win.untold = frozenset(meter for row in taken.rows for meter, _ in row.then.amounts)
            elif not self._is_taken(win, wins):
                change(meters, rules, rules.takes, taken, facts)

    def _is_taken(self, win: _Win, wins: Sequence[_Win]) -> bool:
        """Whether a prize that is divided equally was taken for another of the winners: it is one prize."""
        earlier = wins[: next(place for place, other in enumerate(wins) if other is win)]
        return win.equal and any(other.equal and self._kind(other) == self._kind(win) for other in earlier)

    def _kind(self, win: _Win) -> tuple[str, Any]:
        return win.wager, win.settlement.facts.get(self._class_key(win))

    def _by_clause(self, win: _Win, shared: Decision, facts: Mapping[str, Any]) -> None:
        """What the clauses on several winners say of one of them."""
        rules = self._rules[win.wager]
        ways = {(row.then.word, row.then.amount) for row in shared.rows}
        win.cites = distinct([*win.cites, *(clause for row in shared.rows for clause in row.cites)])
        if len(ways) > 1:
            win.problem, win.prize = "conflict", None
            return
        row = shared.rows[0]
        if row.then.word != "in succession":
            prize = rules.amounts[f"{row.id}"](facts)
            if prize is None:
                self._lacks(win, (row,))
            win.prize = None if prize is NEVER else prize
        if row.then.word in ("in succession", "equally"):
            win.total, win.equal = win.prize, row.then.word == "equally"
        least = rules.amounts.get(f"{row.id} at_least")
        if least is not None and win.prize is not None:
            floor = least(facts)
            if floor is None:
                self._lacks(win, (row,))
            elif floor is not NEVER and win.total is None:  # what is divided is held against it when it is divided
                win.prize = max(win.prize, floor)

    def _lacks(self, win: _Win, rows: Sequence[Row]) -> None:
        for row in rows:
            exprs = [row.when, row.then.amount, *(each for _, each in row.then.amounts)]
            win.settlement._missing(win.wager, lacking(exprs, win.settlement.facts), row.cites)

    def _share(self, wins: Sequence[_Win]) -> None:
        """Prizes that are shared equally: among the wagers of one kind that win with hands of one class."""
        groups: dict[tuple[str, Any], list[_Win]] = {}
        for win in wins:
            if win.total is not None and not win.problem:
                groups.setdefault(self._kind(win), []).append(win)
        for group in groups.values():
            self._divide(group)

    def _divide(self, group: Sequence[_Win]) -> None:
        rules = self._rules[group[0].wager]
        first = group[0].settlement.facts
        assert rules.share is not None
        row = rules.share.ask(first).rows[0]
        others = rules.amounts.get(f"{row.id} others")
        elsewhere = _counted(others(first)) if others is not None else 0
        if row.then.word == "equally":
            whole = Fraction(group[0].total or 0)
        else:
            whole = sum((Fraction(win.total or 0) for win in group), Fraction(0)) + self._further(group[-1], elsewhere)
        each = exact(whole / (len(group) + elsewhere))
        least = rules.amounts.get(f"{row.id} at_least")
        for win in group:
            floor = least(win.settlement.facts) if least is not None else None
            win.prize = max(each, floor) if floor is not None and floor is not NEVER else each

    def _further(self, last: _Win, count: int) -> Fraction:
        """What winners elsewhere take in succession behind the last one here."""
        rules, facts = self._rules[last.wager], dict(last.settlement.facts)
        payer = last.settlement.settler.payers[last.wager]
        taken = Fraction(0)
        for _ in range(count):
            for row in rules.takes.ask(facts).rows if rules.takes is not None else ():
                facts |= {meter: becomes(facts) for meter, becomes in rules.changes[row.id]}
            taken += Fraction(payer.pay(last.outcome.stake or 0, facts).net or 0)
        return taken

    def _enter(self, win: _Win) -> None:
        """Put a prize into the outcome of its wager."""
        result = win.problem or "win"
        net = win.prize if result == "win" else None
        outcome = replace(win.outcome, result=result, net=net, cites=distinct([*win.outcome.cites, *win.cites]))
        outcomes = win.settlement.outcomes
        outcomes[:] = [(name, outcome if name == win.wager else other) for name, other in outcomes]
        if win.settlement.tracer:
            win.settlement.tracer.prize(win.wager, outcome, win.payment, win.rows)

    # What a wager wins because of other hands.

    def _bonuses(self, settlement: Settlement) -> list[_Win]:
        """What the wagers of one hand win because of other hands, before any prize is taken."""
        found = []
        for name, outcome in settlement.outcomes:
            rules = self._rules.get(name)
            if rules is None or rules.bonus is None or not _at_risk(settlement, name, outcome):
                continue
            said, bonus = rules.bonus.ask(settlement.facts), _Win(settlement, name, outcome)
            if said.open_rows:
                self._lacks(bonus, said.open_rows)
            if said.rows:
                amounts = {rules.amounts[row.id](settlement.facts) for row in said.rows} - {NEVER}
                bonus.cites = distinct([clause for row in said.rows for clause in row.cites])
                bonus.prize = next(iter(amounts)) if len(amounts) == 1 else None
                bonus.problem = "conflict" if len(amounts) > 1 else ""
                found.append(bonus)
        return found

    def _enter_bonus(self, bonus: _Win) -> None:
        """Add what a wager wins by other hands to what it wins itself. A clause by which it loses is against it."""
        outcomes = bonus.settlement.outcomes
        own = next(outcome for name, outcome in outcomes if name == bonus.wager)
        silent = bonus.outcome.result == "undetermined"  # of its own hand nothing is said
        clauses = bonus.cites if silent else (*own.cites, *bonus.cites)
        bonus.outcome = replace(own, cites=distinct(clauses))
        bonus.problem = bonus.problem or ("conflict" if own.result in ("lose", "conflict") else "")
        open_prize = bonus.prize is None or (own.net is None and not silent)
        bonus.problem = bonus.problem or ("undetermined" if open_prize else "")
        if bonus.prize is not None and not silent:
            bonus.prize = exact(Fraction(bonus.prize) + Fraction(own.net or 0))
        self._enter(bonus)

    def _add(self, played: Sequence[tuple[Settlement, str, WagerOutcome]], meters: dict[str, Amount]) -> None:
        """What the wagers that were at risk add to the meters; a meter that cannot be told is not given.

        `played` are the wagers with what became of them before any prize was taken.
        """
        for settlement, name, outcome in played:
            rules = self._rules.get(name)
            if rules is None or outcome.result in ("void", "invalid", "stand_off"):
                continue
            self._show(settlement.facts, meters)
            told = outcome.result in ("win", "lose") or _at_risk(settlement, name, outcome)
            if rules.adds is None or not told:
                unknown = list(changed(rules))  # whether it takes or adds is not said
            else:
                added = rules.adds.ask(settlement.facts)
                unknown = [] if added.rows else list(changed(rules, rules.adds))
                if outcome.result == "undetermined" and rules.takes is not None:
                    taken = rules.takes.ask(settlement.facts)
                    unknown += [meter for row in (*taken.rows, *taken.open_rows) for meter, _ in rules.changes[row.id]]
                change(meters, rules, rules.adds, added, settlement.facts)
            for meter in unknown:
                meters.pop(meter, None)


def _counted(given: Amount | None) -> int:
    """How many won elsewhere. Raises `RoundFault` for what is no such count."""
    count = given or 0
    if count != int(count) or not 0 <= count <= _ELSEWHERE:
        message = f"{shown(count)} wins elsewhere at the same time are no count of them"
        raise RoundFault(Fault(message, "options", f"give a whole number up to {_ELSEWHERE:,}"))
    return int(count)


def _at_risk(settlement: Settlement, name: str, outcome: WagerOutcome) -> bool:
    """Whether a wager is in the round and valid, whatever its own hand makes of it."""
    ended = settlement.fate.concerns(name) and name not in settlement.fate.goes_on
    return outcome.stake is not None and outcome.result in ("win", "lose", "undetermined") and not ended
