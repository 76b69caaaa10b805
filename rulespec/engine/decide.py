"""What a table says of one hand: which of its rows hold, which are beaten, and which a missing fact leaves open.

This is the one reading of a table. The engine asks it about rounds, the prover and the differ about every case.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from rulespec.lang.evaluate import NEVER, Facts, truth
from rulespec.lang.trees import facts as facts_in
from rulespec.model.expr import Expr
from rulespec.model.rows import Row, Table

# Words that say the same: the wager has no result.
_WITHOUT_RESULT = frozenset({"void", "invalid"})
_MANY = 8  # open rows up to which every combination is tried


@dataclass(frozen=True, slots=True)
class Beaten:
    """A row that holds but does not count, and the row that beats it."""

    row: Row
    by: Row


@dataclass(frozen=True, slots=True)
class Decision:
    """What a table says: `rows` hold and count, `beaten` hold and do not, `open_rows` depend on a missing fact."""

    rows: tuple[Row, ...]
    beaten: tuple[Beaten, ...] = ()
    open_rows: tuple[Row, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        return frozenset(row.then.word for row in self.rows)


def agreed(words: frozenset[str]) -> str:
    """The one result that several rows give: `undetermined` for none, `conflict` where they differ."""
    if not words:
        return "undetermined"
    if len(words) == 1 or words <= _WITHOUT_RESULT:
        return min(words)
    return "conflict"


def lacking(exprs: Iterable[Expr | None], facts: Facts) -> tuple[str, ...]:
    """The keys of the facts that some conditions or amounts speak of and that are not known."""
    keys = (fact.key for expr in exprs if expr is not None for fact in facts_in(expr))
    return tuple(dict.fromkeys(k for k in keys if facts.get(k) is None and facts.get(f"class({k})") is None))


class Decider:
    """A table ready to be asked. `optional` are the keys of options without which a row does not apply."""

    def __init__(self, table: Table, optional: frozenset[str]) -> None:
        self.table = table
        self._rows = [(row, truth(row.when), *_keys(row, optional)) for row in table.rows]
        self._simple = not any(row.overrides for row in table.rows) and not any(row.fold_limb for row in table.rows)

    def ask(self, facts: Facts) -> Decision:
        """What the table says of a hand. `facts` must hold `folded` and `exposed`."""
        live = not facts["folded"] and facts["exposed"]
        holding, open_rows = [], []
        for row, test, in_condition, in_amount in self._rows:
            if (row.live_only and not live) or any(key not in facts for key in in_amount):
                continue
            answer = test(facts)
            if answer is True:
                holding.append(row)
            elif answer is None:
                left_out = [key for key in in_condition if key not in facts]
                if not left_out:
                    open_rows.append(row)
                elif test({**facts, **dict.fromkeys(left_out, NEVER)}) is True:
                    holding.append(row)  # whatever the option compares with, nothing is said to be above or below it
        plain = self._simple or len(holding) < 2
        decision = Decision(tuple(holding)) if plain else _without_beaten(holding)
        if open_rows and self._matters(holding, open_rows):
            return Decision(decision.rows, decision.beaten, tuple(open_rows))
        return decision

    def not_in_issue(self, facts: Facts) -> tuple[Row, ...]:
        """The rows that do not apply because the round says nothing of the option they read."""
        return tuple(row for row, _, *keys in self._rows if any(key not in facts for each in keys for key in each))

    def _matters(self, holding: list[Row], open_rows: list[Row]) -> bool:
        """Whether some way for the open rows to come out changes what the table says."""
        if len(open_rows) > _MANY:
            return True
        known = _said(_without_beaten(holding))
        return any(
            _said(_without_beaten([*holding, *more])) != known
            for count in range(1, len(open_rows) + 1)
            for more in combinations(open_rows, count)
        )


def _said(decision: Decision) -> frozenset[tuple[str, object]]:
    return frozenset((row.then.word, row.then.amount) for row in decision.rows)


def _keys(row: Row, optional: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys of optional facts that a row's condition reads, and those that its amount reads."""
    both = (facts_in(row.when), facts_in(row.then.amount) if row.then.amount is not None else ())
    condition, amount = (tuple(fact.key for fact in read if fact.name in optional) for read in both)
    return condition, amount


def _without_beaten(holding: list[Row]) -> Decision:
    """Overrides first, between rows that both hold; then the fold limbs of each rule beat its other limbs."""
    beaten: dict[str, Beaten] = {}
    by_id = {row.id: row for row in holding}
    for row in holding:
        for other in row.overrides:
            if other in by_id:
                beaten.setdefault(other, Beaten(by_id[other], row))
    counting = [row for row in holding if row.id not in beaten]
    limbs = {row.rule: row for row in counting if row.fold_limb}
    for row in counting:
        limb = limbs.get(row.rule)
        if limb is not None and not row.fold_limb and row.then.word != limb.then.word:
            beaten[row.id] = Beaten(row, limb)
    rows = tuple(row for row in holding if row.id not in beaten)
    return Decision(rows, tuple(beaten.values()))
