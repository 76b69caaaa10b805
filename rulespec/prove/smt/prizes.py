"""Jackpots as formulas: what several winners get, what a prize takes from the meters, what wagers add to them.

Each prize is taken by itself, from the meters as it finds them: in which order prizes come is declared, not computed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.model.expr import Expr
from rulespec.model.rows import Row, Table
from rulespec.prove.smt.answers import Answer
from rulespec.prove.smt.logic import Formula, Sym
from rulespec.prove.smt.outcomes import Entry, together, wins
from rulespec.prove.smt.scene import Side


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


def winning(side: Side) -> None:
    """Put into the facts of every hand which jackpot wagers it wins, and the prize that is taken."""
    logic = side.terms.logic
    won = [(hand, name, wins(side, name, hand.seat)) for hand in side.hands.hands for name in side.settler.shared]
    for hand, name, formula in won:
        hand.facts[f"wins({name})"] = (logic.given(formula),)
    prize = logic.amount("prize")
    for hand in side.hands.hands:
        for wager in side.settler.spec.wagers:
            hand.facts.setdefault(f"wins({wager.name})", (logic.given(logic.false),))
        hand.facts["prize"] = (logic.given(prize),)


def share(side: Side, table: Table) -> Share:
    """What a table of `share` or `bonus` says of the first hand."""
    logic, answer = side.terms.logic, side.asked(table)
    ways: dict[tuple[str, Expr | None], list[Formula]] = {}
    words: dict[str, list[Formula]] = {}
    for one in answer.rows:
        ways.setdefault((one.row.then.word, one.row.then.amount), []).append(one.counts)
        words.setdefault(one.row.then.word, []).append(one.counts)
    names = ["", *dict.fromkeys(name for row in table.rows for name, _ in row.then.amounts)]
    return Share(
        answer.silent,
        logic.several([logic.any(parts) for parts in ways.values()]),
        {word: logic.any(parts) for word, parts in words.items()},
        {name: _amount(side, answer, name) for name in names},
    )


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
                    entries.append(Entry(one.counts, "changed", False, value.value))
                    never = logic.any([never, logic.all([one.counts, value.never])])
        words, value_ = together(logic, entries)
        found[name] = Meter(logic.any([one.present for one in entries]), words["conflict"], Sym(value_, never))
    return found
