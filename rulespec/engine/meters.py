"""The tables of a jackpot wager, ready to be asked, and what their rows do to the meters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.engine.decide import Decider, Decision
from rulespec.lang.evaluate import NEVER, Truth, Value, truth, value
from rulespec.model.round import Amount
from rulespec.model.rows import JackpotRules


@dataclass(frozen=True, slots=True)
class Rules:
    """One jackpot wager's tables, ready to be asked, and the amounts that their rows name."""

    share: Decider | None
    takes: Decider | None
    adds: Decider | None
    bonus: Decider | None
    amounts: Mapping[str, Value]
    changes: Mapping[str, Sequence[tuple[str, Value]]]
    holds: Mapping[str, Truth]


def change(meters: dict[str, Amount], rules: Rules, table: Decider, said: Decision, facts: Mapping[str, Any]) -> None:
    """What rows do to the meters, all told before any is changed; one that cannot be told is no longer there."""
    found: dict[str, set[Any]] = {}
    for row in said.rows:
        for meter, becomes in rules.changes[row.id]:
            found.setdefault(meter, set()).add(becomes(facts))
    silent = [row for row in table.not_in_issue(facts) if row not in said.rows]
    for row in (*said.open_rows, *(row for row in silent if rules.holds[row.id](facts) is not False)):
        for meter, _ in rules.changes[row.id]:
            found.setdefault(meter, set()).add(None)
    for meter, amounts in found.items():
        new = amounts.pop() if len(amounts) == 1 else None
        if new is None or new is NEVER:
            meters.pop(meter, None)
        else:
            meters[meter] = new


def changed(rules: Rules, table: Decider | None = None) -> frozenset[str]:
    """The meters that the rules on a jackpot wager speak of, or those of one table."""
    rows = [row.id for row in table.table.rows] if table is not None else list(rules.changes)
    return frozenset(meter for row_id in rows for meter, _ in rules.changes[row_id])


def ready(rules: JackpotRules, optional: frozenset[str]) -> Rules:
    """The tables of a jackpot wager; `optional` are the options without which a row does not apply."""
    every = (rules.share, rules.takes, rules.adds, rules.bonus)
    share, takes, adds, bonus = (None if table is None else Decider(table, optional) for table in every)
    amounts: dict[str, Value] = {}
    changes: dict[str, Sequence[tuple[str, Value]]] = {}
    for table in rules.tables():
        for row in table.rows:
            if row.then.amount is not None:
                amounts[row.id] = value(row.then.amount)
            if row.then.kind == "meters":
                changes[row.id] = [(meter, value(becomes)) for meter, becomes in row.then.amounts]
            else:
                amounts |= {f"{row.id} {name}": value(each) for name, each in row.then.amounts}
    holds = {row.id: truth(row.when) for table in rules.tables() for row in table.rows}
    return Rules(share, takes, adds, bonus, amounts, changes, holds)
