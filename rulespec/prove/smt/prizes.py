"""Jackpots as formulas: what several winners get, what a prize takes from the meters, what wagers add to them.

Each prize is taken by itself, from the meters as it finds them: in which order prizes come is declared, not computed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.lang.trees import facts
from rulespec.model.expr import Expr, Prize
from rulespec.model.rows import Row, Table
from rulespec.prove.payments import key_conditions
from rulespec.prove.smt.answers import Answer, not_given
from rulespec.prove.smt.logic import Formula, Sym
from rulespec.prove.smt.outcomes import Entry, together, wins
from rulespec.prove.smt.risks import Risks
from rulespec.prove.smt.scene import Side

EACH, EQUALLY = "each", "equally"


@dataclass(frozen=True, slots=True)
class Share:
    """What the clauses on several winners say of one: `silent` where none does, else one way with its amounts.

    `ways` are by word; `amounts` what is shared or given (""), and the further amounts by name (`at_least`, `others`).
    """

    silent: Formula
    conflict: Formula
    ways: Mapping[str, Formula]
    amounts: Mapping[str, Sym]


@dataclass(frozen=True, slots=True)
class Meter:
    """What becomes of one meter: whether it changes, whether two rows change it differently, and to what."""

    changes: Formula
    conflict: Formula
    value: Sym


def winning(side: Side) -> list[Risks]:
    """Put into the facts of every hand which jackpot wagers it wins, and the prize that is taken.

    Gives what is at risk on each hand: nothing is won of which nobody can say that.
    """
    logic = side.terms.logic
    won, risks = [], [Risks(side.hands, hand) for hand in side.hands.hands]
    for hand, told in zip(side.hands.hands, risks, strict=True):
        for name in sorted(side.settler.shared):
            won.append((hand, name, logic.all([wins(side, name, hand.seat), told.told({name})])))
    for hand, name, formula in won:
        hand.facts[f"wins({name})"] = (logic.given(formula),)
    prize = logic.amount("prize")
    for hand in side.hands.hands:
        for wager in side.settler.spec.wagers:
            hand.facts.setdefault(f"wins({wager.name})", (logic.given(logic.false),))
        hand.facts["prize"] = (logic.given(prize),)
    return risks


def share(side: Side, table: Table, own: Sym | None = None) -> Share:
    """What a table of `share` or `bonus` says of the first hand; `own` is what it wins where no clause shares."""
    logic, answer = side.terms.logic, side.asked(table)
    ways: dict[tuple[str, Expr | None], list[Formula]] = {}
    words: dict[str, list[Formula]] = {}
    for one in answer.rows:
        ways.setdefault((one.row.then.word, one.row.then.amount), []).append(one.counts)
        words.setdefault(one.row.then.word, []).append(one.counts)
    names = ["", *dict.fromkeys(name for row in table.rows for name, _ in row.then.amounts)]
    amounts = {name: _amount(side, answer, name) for name in names}
    found = {word: logic.any(parts) for word, parts in words.items()}
    if EQUALLY in found:  # what is divided among one alone is that one's
        others = amounts.get("others", Sym(logic.number(0), logic.true))
        nobody = logic.any([others.never, others.value == 0])
        single = logic.all([found[EQUALLY], alone(side, table.subject), nobody])
        found[EACH] = logic.any([found.get(EACH, logic.false), single])
        found[EQUALLY] = logic.all([found[EQUALLY], logic.no(single)])
    if own is not None:
        found[EACH] = logic.any([found.get(EACH, logic.false), answer.silent])
        amounts[""] = logic.choice_of(answer.silent, own, amounts[""])
    conflict = logic.several([logic.any(parts) for parts in ways.values()])
    return Share(answer.silent, conflict, found, amounts)


def needed(side: Side, wager: str, asked: Table | None = None) -> list[Formula]:
    """That every option is given which the amounts of a jackpot's rules and prizes need.

    Those that the conditions of the table `asked` read are left to these conditions.
    """
    logic, book = side.terms.logic, side.settler.rulebook
    told = {fact.name for row in asked.rows for fact in facts(row.when)} if asked is not None else set()
    optional = side.settler.optional - told
    amounts: list[Expr] = []
    for table in book.jackpots[wager].tables():
        for row in table.rows:
            amounts += [one for one in (row.then.amount, *(each for _, each in row.then.amounts)) if one is not None]
    pay = book.pay.get(wager)
    for pay_row in pay.rows if pay is not None else ():
        amounts += [payout.amount for payout in pay_row.payouts if isinstance(payout, Prize)]
    return [logic.no(one) for expr in amounts for one in not_given(side.terms, expr, optional, 0)]


def alone(side: Side, wager: str) -> Formula:
    """That no other hand at the table wins the wager with a hand of the same kind as the first hand's."""
    logic, pay = side.terms.logic, side.settler.rulebook.pay.get(wager)
    keys = key_conditions(side.settler, wager) if pay is not None else ()
    found = []
    for seat in range(1, len(side.hands.hands)):
        same = [logic.all([side.terms.truth(key, 0), side.terms.truth(key, seat)]) for key in keys]
        wins_too = side.terms.told(f"wins({wager})", seat).value
        found.append(logic.all([wins_too, logic.any(same) if keys else logic.true]))
    return logic.no(logic.any(found))


def _amount(side: Side, answer: Answer, name: str) -> Sym:
    logic = side.terms.logic
    found = Sym(logic.number(0), logic.true)
    for one in reversed(answer.rows):
        expr = _named(one.row, name)
        if expr is not None:
            value = side.terms.values(expr, 0)[0]
            found = logic.choice_of(one.counts, value, found)
    return found


def _named(row: Row, name: str) -> Expr | None:
    return row.then.amount if not name else dict(row.then.amounts).get(name)


def meters(side: Side, table: Table) -> dict[str, Meter]:
    """What a table of `takes` or `adds` does to each meter, for the first hand."""
    logic, answer = side.terms.logic, side.asked(table)
    found: dict[str, Meter] = {}
    for name in dict.fromkeys(meter for row in table.rows for meter, _ in row.then.amounts):
        entries, never = [], logic.false
        for one in answer.rows:
            for meter, becomes in one.row.then.amounts:
                if meter == name:
                    value = side.terms.values(becomes, 0)[0]
                    entries.append(Entry(one.counts, "changed", value.value))
                    never = logic.any([never, logic.all([one.counts, value.never])])
        words, value_ = together(logic, entries)
        found[name] = Meter(logic.any([one.present for one in entries]), words["conflict"], Sym(value_, never))
    return found
