"""Rules that never come into play.

A rule is dead when it holds in no case at all: not in lawful play, and not in any state that an irregularity could
make either (a wager missing, a fold where none is offered, a hand not exposed).
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import NEVER, PLAYERS, truth
from rulespec.lang.trees import facts
from rulespec.model.finding import Finding
from rulespec.model.rows import Row, Table
from rulespec.prove.states import BASE, option_choices
from rulespec.prove.universe import deal_atoms, table_atoms


def dead_rules(settler: Settler, used: set[str]) -> list[Finding]:
    """A finding for every rule, as written, none of whose rows ever holds. `used` are rows already seen to hold."""
    rows = [row for table in settler.rulebook.tables() for row in table.rows]
    alive = {row.place for row in rows if row.id in used}
    findings = []
    for table in settler.rulebook.tables():
        for row in table.rows:
            if row.place in alive or _reads_amounts(row):
                continue
            if _ever_holds(settler, table, row):
                alive.add(row.place)
    reported = set()
    for row in rows:
        if row.place not in alive and not _reads_amounts(row) and row.place not in reported:
            reported.add(row.place)
            message = f"rule {row.cites[0]} never comes into play: its condition holds in no case"
            hint = "check the condition against the clause"
            findings.append(Finding("dead", "error", message, row.place, settler.spec.id, (row.cites[0],), hint))
    return findings


def _reads_amounts(row: Row) -> bool:
    """Whether the condition turns on amounts, which have no finite list of cases here."""
    return any(fact.type.kind == "amount" for fact in facts(row.when))


def _ever_holds(settler: Settler, table: Table, row: Row) -> bool:
    test = truth(row.when)
    read = table_atoms([row])
    names = sorted({fact.name for fact in facts(row.when)})
    for options in option_choices(settler.spec, names):
        values, _ = option_facts(settler.spec, options)
        reachable = settler.game.reachable(deal_atoms(settler, read, values))
        for state in _all_states(settler, row):
            for case in reachable.cases:
                known = {**values, **state, **case.facts}
                known[PLAYERS] = [known]
                live = not known["folded"] and known["exposed"]
                if (live or not row.live_only) and test(known) is True:
                    return True
    return False


def _all_states(settler: Settler, row: Row) -> Iterator[Mapping[str, Any]]:
    """Every state of a hand that the condition can tell apart, lawful or not."""
    spec = settler.spec
    read = {fact.key for fact in facts(row.when)} | ({"folded"} if row.live_only else set())
    stages = range(len(spec.stages))
    names = [wager.name for wager in spec.wagers]
    told = [name for name in names if any(f"({name})" in key for key in read)]
    folds: list[Any] = [NEVER, *stages] if read & {"folded", "folded_at"} else [NEVER]
    exposures = [True, False] if "exposed" in read else [True]
    for count in range(len(told) + 1):
        for placed in combinations(told, count):
            times = [[NEVER, *stages] if f"placed_at({name})" in read else [NEVER] for name in placed]
            for folded_at, exposed, at in product(folds, exposures, product(*times)):
                facts_ = settler.acts.start(dict.fromkeys(placed, BASE))
                facts_ |= {"folded": folded_at is not NEVER, "folded_at": folded_at, "exposed": exposed}
                yield facts_ | {f"placed_at({name})": when for name, when in zip(placed, at, strict=True)}
