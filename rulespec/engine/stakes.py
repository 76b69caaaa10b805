"""What is at risk: the amount placed where the document allows it, else what its clauses on wrong amounts say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.engine.acts import Decided
from rulespec.engine.decide import Decider, Decision, lacking
from rulespec.lang.evaluate import NEVER, Facts, Value, truth, value
from rulespec.model.round import Amount
from rulespec.model.rows import Row, Rulebook
from rulespec.model.spec import Wager
from rulespec.tables.clauses import distinct


@dataclass(frozen=True, slots=True)
class Stake:
    """The amount at risk, or why there is none: `problem` is then `undetermined` or `conflict`.

    `needs` are the keys of facts without which it cannot be told; `cites` are then the clauses that need them.
    """

    amount: Amount | None
    cites: tuple[str, ...]
    rows: tuple[str, ...] = ()
    problem: str = ""
    needs: tuple[str, ...] = ()


class Stakes:
    """The amounts of one game."""

    def __init__(self, rulebook: Rulebook, optional: frozenset[str]) -> None:
        self._tables = {name: Decider(table, optional) for name, table in rulebook.stake.items()}
        self._optional = optional
        self._wagers = {wager.name: wager for wager in rulebook.spec.wagers}
        self._equals = {w.name: value(w.equals) for w in rulebook.spec.wagers if w.equals is not None}
        self._allowed = {w.name: truth(w.allowed) for w in rulebook.spec.wagers if w.allowed is not None}
        self._limits: dict[str, Value] = {}
        self._permitted: dict[str, Value] = {}
        for table in rulebook.stake.values():
            for row in table.rows:
                if row.then.amount is not None:
                    self._limits[row.id] = value(row.then.amount)
        for table in rulebook.play.values():
            for row in table.rows:
                if row.then.amount is not None:
                    self._permitted[row.id] = value(row.then.amount)

    def of(self, wager: str, facts: Facts, decided: Decided | None) -> Stake:
        """The stake of a placed wager. `facts` hold the stakes that it is defined from."""
        placed: Amount = facts[f"amount({wager})"]
        decider = self._tables.get(wager)
        said = decider.ask(facts) if decider else Decision(())
        if said.open_rows:
            needs = lacking((row.when for row in said.open_rows), facts)
            return Stake(None, _cites(said.open_rows), _ids(said.open_rows), needs=needs)
        if said.rows:
            return self._by_rows(placed, said.rows, facts)
        return self._permitted_or_not(self._wagers[wager], placed, facts, decided, decider)

    def _by_rows(self, placed: Amount, rows: tuple[Row, ...], facts: Facts) -> Stake:
        """Several caps combine by the smallest; a cap that bites is against `as placed`."""
        as_placed = [row for row in rows if row.then.word == "as placed"]
        limits: list[tuple[Any, Row]] = []
        for row in rows:
            if row.then.word == "at most":
                limit = _one(self._limits[row.id](facts))
                if limit is None:
                    return Stake(None, row.cites, (row.id,), needs=lacking((row.then.amount,), facts))
                if limit is NEVER:  # a cap by another wager that is not there
                    return Stake(None, _cites(rows), _ids(rows), problem="undetermined")
                limits.append((limit, row))
        biting = [(limit, row) for limit, row in limits if limit < placed]
        if as_placed and biting:
            return Stake(None, _cites(rows), _ids(rows), problem="conflict")
        if biting:
            amount = min(limit for limit, _ in biting)
            deciding = tuple(row for limit, row in biting if limit == amount)
            return Stake(amount, _cites(deciding), _ids(deciding))
        return Stake(placed, _cites(rows), _ids(rows))

    def _permitted_or_not(
        self, wager: Wager, placed: Amount, facts: Facts, decided: Decided | None, decider: Decider | None
    ) -> Stake:
        cites, rows = wager.cites, tuple[str, ...]()
        allowed = self._allowed[wager.name](facts) if wager.name in self._allowed else True
        if allowed is False:
            pass  # no clause says what follows
        elif decided is not None:
            told = [(row, self._permitted[row.id](facts)) for row in decided.rows]
            permitting = next((row for row, permitted in told if placed in _many(permitted)), None)
            row = permitting or decided.rows[0]
            cites, rows = row.cites, (row.id,)
            if permitting is not None:
                return Stake(placed, cites, rows)
            for row, permitted in told:
                if permitted is None:
                    return Stake(None, row.cites, (row.id,), needs=lacking((row.then.amount,), facts))
        else:
            due = self._equals[wager.name](facts) if wager.name in self._equals else placed
            missing = lacking((wager.equals,), facts) if due is None else ()
            if missing and all(key.split("(")[0] in self._optional for key in missing):
                return Stake(placed, ())  # what it must equal is not in issue
            if due is None:
                return Stake(None, cites, needs=missing)
            if placed in _many(due) or due is NEVER:
                return Stake(placed, ())
        governing = decider.table.cites if decider else ()
        return Stake(None, distinct([*cites, *governing]), rows, problem="undetermined")


def _many(amounts: Any) -> tuple[Any, ...]:
    return amounts if isinstance(amounts, tuple) else (amounts,)


def _one(limit: Any) -> Any:
    """A cap is one amount; where a clause allows several, what is above the largest is too much."""
    if not isinstance(limit, tuple):
        return limit
    return max((amount for amount in limit if amount is not NEVER), default=NEVER)


def _cites(rows: tuple[Row, ...]) -> tuple[str, ...]:
    return distinct([clause for row in rows for clause in row.cites])


def _ids(rows: tuple[Row, ...]) -> tuple[str, ...]:
    return tuple(row.id for row in rows)


def with_stakes(facts: dict[str, Any], stakes: Mapping[str, Stake]) -> None:
    """Put stakes into the facts, for the wagers that are defined from them."""
    for wager, stake in stakes.items():
        facts[f"stake({wager})"] = stake.amount
