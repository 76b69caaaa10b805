"""One hand as variables: what it places before the deal, what it does at each stage, and the facts that this gives.

Its acts are those that the stages offer it. Amounts are any above 0, also wrong ones: `lawful` says that they are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

from rulespec.engine.settle import Settler
from rulespec.lang.trees import walk
from rulespec.load.amounts import LARGEST
from rulespec.model.expr import Count, Quantified
from rulespec.model.rows import Row, Table
from rulespec.prove.smt.answers import asked
from rulespec.prove.smt.logic import Formula, Logic, Sym, Term, Unsupported, Values
from rulespec.prove.smt.terms import Terms, alike


@dataclass(frozen=True, slots=True)
class Act:
    """One act of one stage: when the hand does it, and the rows that offer it, each with when it does.

    `offered` is when the stage offers it, `allowed` when some row that offers it permits the amount.
    """

    stage: str
    word: str
    wager: str
    done: Formula
    offered: Formula
    allowed: Formula
    rows: tuple[tuple[Row, Formula], ...]


@dataclass
class HandPlay:
    """The play of one hand. `facts` are those after its acts; `rules` what must hold of it."""

    seat: int
    facts: dict[str, Values]
    start: dict[str, Values] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    rules: list[Formula] = field(default_factory=list)
    offered: dict[str, Formula] = field(default_factory=dict)  # by stage: that a live hand has an act to do there
    waits: dict[str, Formula] = field(default_factory=dict)  # by stage: that it does none of those offered
    before: dict[str, dict[str, Values]] = field(default_factory=dict)  # by stage: the facts that it finds
    stop: Term | None = None  # the stage before which its acts may end

    def fact(self, key: str) -> Term:
        """The value of a fact that every hand has."""
        return self.facts[key][0].value

    def placed(self, wager: str) -> Formula:
        """That a wager is placed in the end."""
        return self.fact(f"placed({wager})")

    def amount(self, wager: str) -> Term:
        """The amount that is placed on a wager, where it is."""
        return self.fact(f"amount({wager})")


class Hands:
    """The hands at one table under one spec. Two specs in one question share the variables of what is done."""

    def __init__(self, logic: Logic, settler: Settler, terms: Terms, every: list[dict[str, Values]]) -> None:
        self.logic = logic
        self.settler = settler
        self.spec = settler.spec
        self.terms = terms
        self._every = every
        self.hands = [HandPlay(seat, facts) for seat, facts in enumerate(every)]

    def play(self, required: bool = True, stops: bool = False, until: str = "") -> None:
        """Build the acts of all hands. With `stops` a hand's acts may end before any stage, as after an irregularity.

        With `required` every hand has the wagers without which none is dealt. With `until` nothing is done yet at that
        stage or later.
        """
        for hand in self.hands:
            self._begin(hand, required)
        for hand in self.hands:
            hand.stop = stop = self.logic.place(f"hand {hand.seat + 1}: stops before") if stops else None
            for index, stage in enumerate(self.settler.acts.stages):
                if stage == until:
                    self._stage(hand, index, stage, self.logic.false)
                    break
                self._stage(hand, index, stage, self.logic.true if stop is None else stop > index)

    def _name(self, hand: HandPlay, what: str) -> str:
        return f"hand {hand.seat + 1}: {what}"

    def _begin(self, hand: HandPlay, required: bool) -> None:
        logic, facts = self.logic, hand.facts
        plain = {"folded": False, "exposed": True, "acted": False, "dealt": True, "played_blind": False}
        facts.update({key: (logic.given(logic.true if value else logic.false),) for key, value in plain.items()})
        nothing = Sym(logic.at(0), logic.true)
        facts["folded_at"] = facts["acted_first"] = (nothing,)
        for wager in self.spec.wagers:
            name = wager.name
            placed = logic.false
            if wager.placed == "before_deal":
                placed = logic.true if wager.required and required else logic.bool(self._name(hand, f"places {name}"))
            amount = placed_amount(logic, hand, name)
            hand.rules.append(logic.any([logic.no(placed), logic.all([amount > 0, amount <= LARGEST])]))
            self._place(hand, name, placed, nothing)
            if wager.per_area:
                facts[f"placed_by_others({name})"] = (logic.given(logic.false),)
        hand.start = dict(facts)

    def _place(self, hand: HandPlay, wager: str, placed: Formula, at: Sym) -> None:
        logic, facts = self.logic, hand.facts
        amount = placed_amount(logic, hand, wager)
        facts[f"placed({wager})"] = (logic.given(placed),)
        facts[f"placed_at({wager})"] = (at,)
        facts[f"amount({wager})"] = facts[f"stake({wager})"] = (Sym(amount, logic.no(placed)),)

    def _stage(self, hand: HandPlay, index: int, stage: str, goes_on: Formula) -> None:
        logic, facts, table = self.logic, hand.facts, self.settler.rulebook.play.get(stage)
        hand.before[stage] = dict(facts)
        if table is None:
            return
        _of_one_hand(table)
        live = logic.no(hand.fact("folded"))
        acts: dict[tuple[str, str], list[tuple[Row, Formula]]] = {}
        for one in asked(self.terms, table, self.settler.optional, hand.seat).rows:
            then = one.row.then
            acts.setdefault((then.word, then.wager), []).append((one.row, logic.all([live, one.counts])))
        offered = logic.any([formula for rows in acts.values() for _, formula in rows])
        found = [self._act(hand, stage, word, wager, rows, goes_on) for (word, wager), rows in acts.items()]
        done = [act.done for act in found]
        hand.rules += [
            logic.no(logic.several(done)),
            logic.any([*done, logic.no(offered), logic.no(goes_on)]),
        ]
        hand.acts += found
        hand.offered[stage], hand.waits[stage] = offered, logic.all([offered, logic.no(logic.any(done))])
        self._do(hand, index, found)

    def _act(
        self,
        hand: HandPlay,
        stage: str,
        word: str,
        wager: str,
        rows: Sequence[tuple[Row, Formula]],
        goes_on: Formula,
    ) -> Act:
        logic = self.logic
        done = logic.bool(self._name(hand, f"{stage}: {word} {wager}".rstrip()))
        offered = logic.any([formula for _, formula in rows])
        free = logic.no(hand.placed(wager)) if wager else logic.true  # no wager is placed twice
        hand.rules.append(logic.any([logic.no(done), logic.all([offered, free, goes_on])]))
        allowed = logic.any([logic.all([formula, self.permits(hand, row)]) for row, formula in rows])
        return Act(stage, word, wager, done, offered, allowed, tuple(rows))

    def permits(self, hand: HandPlay, row: Row) -> Formula:
        """That a row of a stage permits the amount placed, as the facts now stand."""
        if row.then.amount is None or not row.then.wager:
            return self.logic.true
        amount = placed_amount(self.logic, hand, row.then.wager)
        return among(self.logic, amount, self.terms.values(row.then.amount, hand.seat))

    def _do(self, hand: HandPlay, index: int, acts: list[Act]) -> None:
        logic, facts = self.logic, hand.facts
        now = logic.given(logic.at(index))
        anything = logic.any([act.done for act in acts])
        first = logic.all([anything, logic.no(hand.fact("acted"))])
        facts["acted_first"] = (logic.choice_of(first, now, facts["acted_first"][0]),)
        facts["acted"] = (logic.given(logic.any([hand.fact("acted"), anything])),)
        fold = logic.any([act.done for act in acts if act.word == "fold"])
        facts["folded_at"] = (logic.choice_of(fold, now, facts["folded_at"][0]),)
        facts["folded"] = (logic.given(logic.any([hand.fact("folded"), fold])),)
        for wager in dict.fromkeys(act.wager for act in acts if act.wager):
            done = logic.any([act.done for act in acts if act.wager == wager])
            amount = hand.amount(wager)
            hand.rules.append(logic.any([logic.no(done), logic.all([amount > 0, amount <= LARGEST])]))
            at = logic.choice_of(done, now, facts[f"placed_at({wager})"][0])
            self._place(hand, wager, logic.any([hand.placed(wager), done]), at)


def placed_amount(logic: Logic, hand: HandPlay, wager: str) -> Term:
    """The amount that a player places on a wager, whatever an irregularity makes of it."""
    return logic.amount(f"hand {hand.seat + 1}: amount of {wager}")


def among(logic: Logic, amount: Term, values: Values) -> Formula:
    """That an amount is one of several."""
    found = []
    for one in values:
        a, b = alike(amount, one.value)
        found.append(logic.all([logic.no(one.never), a == b]))
    return logic.any(found)


def _of_one_hand(table: Table) -> None:
    if any(isinstance(node, Quantified | Count) for row in table.rows for node in walk(row.when)):
        raise Unsupported(f"what is offered at `{table.subject}` turns on other hands")


def largest(logic: Logic, values: Values) -> Sym:
    """The largest of the values that are there; none where none is."""

    def more(best: Sym, one: Sym) -> Sym:
        a, b = alike(best.value, one.value)
        better = logic.all([logic.no(one.never), logic.any([best.never, b > a])])
        return Sym(logic.choice(better, b, a), logic.all([best.never, one.never]))

    return reduce(more, values)
