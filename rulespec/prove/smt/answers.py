"""What a table says of a hand, as formulas: which rows hold and count. The symbolic twin of `engine.decide`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.lang.trees import facts as facts_in
from rulespec.model.expr import Expr
from rulespec.model.rows import Row, Table
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.prove.smt.logic import Formula, Logic
from rulespec.prove.smt.terms import Terms

ALIKE = "void"  # the one word for results that say the same: the wager has none


@dataclass(frozen=True, slots=True)
class Counted:
    """A row with the formula that it holds, and the formula that it holds and no other row beats it."""

    row: Row
    holds: Formula
    counts: Formula


@dataclass(frozen=True, slots=True)
class Answer:
    """What a table says of one hand."""

    logic: Logic
    rows: tuple[Counted, ...]

    def words(self) -> dict[str, Formula]:
        """For each result that some row gives, when a counting row gives it. Those that say the same are one."""
        found: dict[str, list[Formula]] = {}
        for one in self.rows:
            word = one.row.then.word
            found.setdefault(ALIKE if word in WITHOUT_RESULT else word, []).append(one.counts)
        return {word: self.logic.any(parts) for word, parts in found.items()}

    @property
    def silent(self) -> Formula:
        """That no row counts."""
        return self.logic.no(self.logic.any([one.counts for one in self.rows]))

    @property
    def conflict(self) -> Formula:
        """That two rows count and say differently."""
        return self.logic.several(list(self.words().values()))


def asked(terms: Terms, table: Table, optional: frozenset[str], seat: int) -> Answer:
    """What a table says of the hand at place `seat`. Raises `Unsupported` where a row has no formula."""
    logic, facts = terms.logic, terms.seats[seat]
    live = logic.all([logic.no(facts["folded"][0].value), facts["exposed"][0].value])
    holds: list[Formula] = []
    for row in table.rows:
        parts = [terms.truth(row.when, seat)]
        if row.live_only:
            parts.append(live)
        if row.then.amount is not None:  # a row that needs an option which is not given does not apply
            parts += [logic.no(never) for never in not_given(terms, row.then.amount, optional, seat)]
        holds.append(logic.all(parts))
    counts = _counting(logic, table.rows, holds)
    return Answer(logic, tuple(Counted(*each) for each in zip(table.rows, holds, counts, strict=True)))


def not_given(terms: Terms, expr: Expr, optional: frozenset[str], seat: int) -> list[Formula]:
    """For each option that an expression reads and a round may leave out: that it does."""
    read = [fact for fact in facts_in(expr) if fact.name in optional]
    terms.read.update(fact.key for fact in read)
    return [one.never for fact in read for one in terms.seats[seat].get(fact.key, ())]


def _counting(logic: Logic, rows: Sequence[Row], holds: Sequence[Formula]) -> list[Formula]:
    """Overrides first, between rows that both hold; then the fold limbs of each rule beat its other limbs."""
    by_id = {row.id: formula for row, formula in zip(rows, holds, strict=True)}
    beaten: dict[str, list[Formula]] = {}
    for row in rows:
        for other in row.overrides:
            if other in by_id:
                beaten.setdefault(other, []).append(by_id[row.id])
    first = [logic.all([by_id[row.id], logic.no(logic.any(beaten.get(row.id, [])))]) for row in rows]
    limbs: Mapping[str, list[Formula]] = _fold_limbs(rows, first)
    return [
        one
        if row.fold_limb or row.rule not in limbs or row.then.word == "lose"
        else logic.all([one, logic.no(logic.any(limbs[row.rule]))])
        for row, one in zip(rows, first, strict=True)
    ]


def _fold_limbs(rows: Sequence[Row], counting: Sequence[Formula]) -> dict[str, list[Formula]]:
    found: dict[str, list[Formula]] = {}
    for row, formula in zip(rows, counting, strict=True):
        if row.fold_limb:
            found.setdefault(row.rule, []).append(formula)
    return found
