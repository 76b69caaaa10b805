"""What is at risk on a wager, as formulas: the symbolic twin of `engine.stakes`."""

from dataclasses import dataclass

from rulespec.lang.trees import facts as facts_in
from rulespec.model.expr import Expr
from rulespec.model.spec import Wager
from rulespec.prove.smt.answers import asked, not_given
from rulespec.prove.smt.hands import HandPlay, Hands, among, largest
from rulespec.prove.smt.logic import Formula, Sym, Term, Values
from rulespec.prove.smt.terms import alike


@dataclass(frozen=True, slots=True)
class Risk:
    """The amount at risk, where neither `undetermined` nor `conflict` holds."""

    amount: Term
    undetermined: Formula
    conflict: Formula

    def problem(self, word: str) -> Formula:
        return self.undetermined if word == "undetermined" else self.conflict


class Risks:
    """The amounts at risk of one hand. `enter` puts them into its facts, for the wagers that are defined from them."""

    def __init__(self, hands: Hands, hand: HandPlay) -> None:
        self._hands = hands
        self._hand = hand
        self._logic = hands.logic
        self.of: dict[str, Risk] = {}
        self.seen: dict[str, dict[str, Values]] = {}  # by wager: the facts by which its amount is judged
        wagers = hands.spec.wagers
        # All wagers placed before the deal are told before any is entered, so that their order has no meaning.
        for decided in (False, True):
            now = dict(hand.facts)
            found = {w.name: self._risk(w) for w in wagers if (w.placed == "decided") == decided}
            self.seen |= dict.fromkeys(found, now)
            self.of |= found
            for name, risk in found.items():
                never = self._logic.no(hand.placed(name))
                hand.facts[f"stake({name})"] = (Sym(risk.amount, never),)

    def told(self, wagers: "frozenset[str] | set[str]") -> Formula:
        """That the document says what is at risk on each of these, where it is placed."""
        logic = self._logic
        return logic.all(
            [
                logic.any([logic.no(self._hand.placed(name)), logic.no(logic.any([risk.undetermined, risk.conflict]))])
                for name, risk in self.of.items()
                if name in wagers
            ]
        )

    def _risk(self, wager: Wager) -> Risk:
        logic, hand = self._logic, self._hand
        placed = hand.amount(wager.name)
        table = self._hands.settler.rulebook.stake.get(wager.name)
        permitted = self._permitted(wager)
        if table is None:
            return Risk(placed, logic.no(permitted), logic.false)
        answer = asked(self._hands.terms, table, self._hands.settler.optional, hand.seat)
        as_placed, unlimited, biting = [], [], []
        stake = placed
        for one in answer.rows:
            if one.row.then.word == "as placed":
                as_placed.append(one.counts)
                continue
            assert one.row.then.amount is not None
            limit = largest(logic, self._hands.terms.values(one.row.then.amount, hand.seat))
            unlimited.append(logic.all([one.counts, limit.never]))
            bound, mine = alike(limit.value, placed)
            bites = logic.all([one.counts, logic.no(limit.never), bound < mine])
            biting.append(bites)
            stake = logic.choice(logic.all([bites, bound < stake]), bound, stake)
        without = logic.any(unlimited)
        conflict = logic.all([logic.no(without), logic.any(as_placed), logic.any(biting)])
        return Risk(stake, logic.any([without, logic.all([answer.silent, logic.no(permitted)])]), conflict)

    def _permitted(self, wager: Wager) -> Formula:
        """That the document allows the amount placed, so that no clause on wrong amounts is needed."""
        logic, hand = self._logic, self._hand
        parts = []
        if wager.allowed is not None:
            optional = self._hands.settler.optional
            parts.append(logic.no(self._hands.terms.certain(wager.allowed, hand.seat, optional, value=False)))
        if wager.placed == "decided":
            acts = [act for act in hand.acts if act.wager == wager.name]
            offers = [
                logic.all([act.done, offers, self._hands.permits(hand, row)])
                for act in acts
                for row, offers in act.rows
            ]
            parts.append(logic.any(offers))
        elif wager.equals is not None:
            parts.append(self._due(wager.name, wager.equals))
        return logic.all(parts)

    def _due(self, name: str, equals: Expr) -> Formula:
        logic, hand = self._logic, self._hand
        values = self._hands.terms.values(equals, hand.seat)
        free = [values[0].never] if len(values) == 1 else []
        free += not_given(self._hands.terms, equals, self._hands.settler.optional, hand.seat)
        return logic.any([among(logic, hand.amount(name), values), *free])


def stakes_read(exprs: "list[Expr]") -> frozenset[str]:
    """The wagers of whose stakes some conditions or amounts speak."""
    return frozenset(fact.args[0] for expr in exprs for fact in facts_in(expr) if fact.name == "stake")
