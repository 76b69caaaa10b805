"""What becomes of a wager, as formulas: the symbolic twin of `engine.settlement`, for play without irregularities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.model.rows import Table
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.prove.smt.answers import ALIKE
from rulespec.prove.smt.logic import Formula, Logic, Term
from rulespec.prove.smt.risks import Risks
from rulespec.prove.smt.scene import Side

OPEN = ("undetermined", "conflict")
CARRIED = "carried"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a wager that is placed: for each word when it is that one (one of them is), and the net.

    The results without a result of the wager are one word. `net` has no meaning where the result is open.
    """

    words: Mapping[str, Formula]
    net: Term

    def word(self, logic: Logic, word: str) -> Formula:
        return self.words.get(word, logic.false)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that some clause says of a wager: when it does, the result, and the net.

    A wager that is carried over has no result either, and is told apart: `carried` is its word.
    """

    present: Formula
    word: str
    net: Term


def validity(side: Side, wager: str, seat: int = 0) -> Mapping[str, Formula]:
    """When a wager counts (`valid`), does not (`void`), or that is open."""
    logic, table = side.terms.logic, side.settler.rulebook.valid.get(wager)
    if table is None:
        return {"valid": logic.true}
    return exclusive(side, table, seat)


def exclusive(side: Side, table: Table, seat: int = 0) -> dict[str, Formula]:
    """The one result that a table gives: `undetermined` for none, `conflict` where two differ."""
    logic, answer = side.terms.logic, side.asked(table, seat)
    clear = logic.no(answer.conflict)
    words = {word: logic.all([formula, clear]) for word, formula in answer.words().items()}
    return {**words, "undetermined": answer.silent, "conflict": answer.conflict}


def wins(side: Side, wager: str, seat: int) -> Formula:
    """That a hand has placed a wager and wins it by the cards, whatever it is then paid."""
    logic, table = side.terms.logic, side.settler.rulebook.settle.get(wager)
    if table is None:
        return logic.false
    counts = validity(side, wager, seat).get("valid", logic.false)
    placed = side.hands.hands[seat].placed(wager)
    return logic.all([placed, counts, exclusive(side, table, seat).get("win", logic.false)])


def usual(side: Side, risks: Risks, wager: str) -> Outcome:
    """The outcome of a wager that no irregularity disposes of."""
    logic, risk = side.terms.logic, risks.of[wager]
    valid = validity(side, wager)
    counts = valid.get("valid", logic.false)
    told = logic.no(logic.any([risk.undetermined, risk.conflict]))
    table = side.settler.rulebook.settle.get(wager)
    settled = exclusive(side, table) if table else {"undetermined": logic.true}
    words = {word: logic.all([counts, told, formula]) for word, formula in settled.items()}
    words["undetermined"] = logic.any(
        [
            valid.get("undetermined", logic.false),
            logic.all([counts, risk.undetermined]),
            words.get("undetermined", logic.false),
        ]
    )
    words["conflict"] = logic.any(
        [valid.get("conflict", logic.false), logic.all([counts, risk.conflict]), words.get("conflict", logic.false)]
    )
    if valid.get(ALIKE) is not None:
        words[ALIKE] = logic.any([valid[ALIKE], words.get(ALIKE, logic.false)])
    return _paid(side, words, risk.amount, wager)


def _paid(side: Side, words: dict[str, Formula], stake: Term, wager: str) -> Outcome:
    """The same with the net: what a win is paid, where some clause says it."""
    logic, zero = side.terms.logic, side.terms.logic.number(0)
    net = logic.choice(words.get("lose", logic.false), -stake, zero)
    net = logic.choice(words.get("surrendered", logic.false), -stake / 2, net)
    win = words.get("win", logic.false)
    if win.eq(logic.false) or wager in side.settler.shared:  # a jackpot's prizes are told by its own clauses
        return Outcome(words, net)
    paid = side.payments(wager).of(stake, 0)
    clear = logic.no(logic.any([paid.unpaid, paid.conflict]))
    both = logic.all([paid.conflict, win])
    return Outcome(
        {
            **words,
            "win": logic.all([win, clear]),
            "undetermined": logic.any([words["undetermined"], logic.all([win, logic.no(paid.conflict), paid.unpaid])]),
            "conflict": logic.any([words["conflict"], both]),
        },
        logic.choice(win, paid.net, net),
    )


def together(logic: Logic, entries: Sequence[Entry]) -> tuple[dict[str, Formula], Term]:
    """Several clauses on one wager: their one result, or a conflict."""
    against = []
    for place, one in enumerate(entries):
        for other in entries[place + 1 :]:
            differ = logic.no(logic.same(one.net, other.net)) if one.word == other.word else logic.true
            against.append(logic.all([one.present, other.present, differ]))
    conflict = logic.any(against)
    words: dict[str, list[Formula]] = {}
    net = logic.number(0)
    for one in entries:
        words.setdefault(one.word, []).append(one.present)
        net = logic.choice(one.present, one.net, net)
    clear = logic.no(conflict)
    found = {word: logic.all([clear, logic.any(parts)]) for word, parts in words.items()}
    found["conflict"] = logic.any([conflict, logic.any(words.get("conflict", []))])
    return found, net


def alike(word: str) -> str:
    """The one word for results that say the same."""
    return ALIKE if word in WITHOUT_RESULT else word
