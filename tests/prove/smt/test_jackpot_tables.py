"""The tables of jackpots against their formulas: what several winners get, and what becomes of each meter."""

import random
from collections import Counter
from typing import Any

import pytest
from differential.jackpot_rounds import jackpot_rounds
from differential.rounds import option_sets
from pinning import At, Unspoken, at_round, completed, read
from test_usual_play import settler_of

from rulespec.engine.decide import Decider
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import NEVER, PLAYERS, value
from rulespec.load.library import Library
from rulespec.model.round import Round
from rulespec.model.rows import Table
from rulespec.prove.smt.logic import Unsupported
from rulespec.prove.smt.prizes import EACH, EQUALLY, Meter, Share, meters, share, winning
from rulespec.prove.smt.scene import Scene

SPECS = tuple(name for name in (*sorted(Library().ids()), "harbour/lamp-and-tide"))
ROUNDS, MANY = 8, 200
PRIZE = 700


def hands_of(settler: Settler, played: Round, wins: list[dict[str, bool]]) -> list[dict[str, Any]]:
    """The facts of all hands, with which jackpot wagers they win."""
    options, _ = option_facts(settler.spec, played.options)
    everyone: list[dict[str, Any]] = []
    for player, dealt, won in zip(played.players, settler.game.dealt(played), wins, strict=True):
        facts: dict[str, Any] = {**options, **dealt.facts}
        settler.acts.play(player, facts)
        facts |= {f"wins({name})": mine for name, mine in won.items()} | {"prize": PRIZE, PLAYERS: everyone}
        everyone.append(facts)
    return everyone


def said_of_winners(
    settler: Settler, table: Table, facts: dict[str, Any]
) -> tuple[set[tuple[str, Any]], dict[str, Any]]:
    rows = Decider(table, settler.optional).ask(facts).rows
    ways = {(row.then.word, row.then.amount) for row in rows}
    return ways, {"": None if not rows or rows[0].then.amount is None else value(rows[0].then.amount)(facts)}


def assert_share(settler: Settler, at: At, table: Table, formulas: Share, facts: dict[str, Any]) -> str:
    ways, amounts = said_of_winners(settler, table, facts)
    assert at.truth(formulas.silent) == (not ways)
    assert at.truth(formulas.conflict) == (len(ways) > 1)
    # What is divided equally among one alone is that one's: the formulas say which of the two it is.
    found = {EQUALLY if word == EACH else word for word, holds in formulas.ways.items() if at.truth(holds)}
    assert found == {EQUALLY if word == EACH else word for word, _ in ways}
    amount = amounts[""]
    if len(ways) == 1 and amount is not None:
        never = at.truth(formulas.amounts[""].never)
        assert never == (amount is NEVER)
        assert never or at.number(formulas.amounts[""].value) == amount
    return "silent" if not ways else "shared"


def assert_meters(settler: Settler, at: At, table: Table, formulas: dict[str, Meter], facts: dict[str, Any]) -> str:
    changes: dict[str, set[Any]] = {}
    for row in Decider(table, settler.optional).ask(facts).rows:
        for meter, becomes in row.then.amounts:
            changes.setdefault(meter, set()).add(value(becomes)(facts))
    for name, one in formulas.items():
        assert at.truth(one.changes) == (name in changes)
        told = changes.get(name, set())
        if None in told or not told:
            continue  # an option that is not given
        assert at.truth(one.conflict) == (len(told - {NEVER}) > 1)
        if len(told) == 1 and NEVER not in told:
            assert at.number(one.value.value) == next(iter(told))
    return "changed" if changes else "unchanged"


def held(name: str, count: int) -> Counter[str]:
    settler, found = settler_of(name), Counter[str]()
    chance = random.Random(f"jackpots of {name}")
    names = [option.name for option in settler.spec.options]
    options = list(option_sets(settler.spec, names))
    for wager, rules in settler.rulebook.jackpots.items():
        rounds = [
            one
            for given in chance.sample(options, min(3, len(options)))
            for one in jackpot_rounds(settler, wager, given)
        ]
        made: dict[int, tuple[Scene, dict[str, Any]]] = {}
        for data in chance.sample(rounds, min(count, len(rounds))):
            played = read(completed(settler, data))
            seats = len(played.players)
            if seats not in made:
                made[seats] = _formulas(settler, rules, seats)
            scene, formulas = made[seats]
            try:
                at = at_round(scene, played)
            except Unspoken:
                continue
            at.pinned.fix(scene.logic.amount("prize"), PRIZE)
            at.model = at.pinned.model()
            wins = [
                {one.name: at.truth(hand.facts[f"wins({one.name})"][0].value) for one in settler.spec.wagers}
                for hand in scene.sides[0].hands.hands
            ]
            facts = hands_of(settler, played, wins)[0]
            for section, mine in formulas.items():
                table = getattr(rules, section)
                check = assert_share if isinstance(mine, Share) else assert_meters
                found[check(settler, at, table, mine, facts)] += 1  # type: ignore[operator]
    return found


def _formulas(settler: Settler, rules: Any, seats: int) -> tuple[Scene, dict[str, Any]]:
    scene = Scene([settler], settler.game, seats)
    side = scene.sides[0]
    winning(side)
    found: dict[str, Any] = {}
    for section in ("share", "bonus", "takes", "adds"):
        table = getattr(rules, section)
        try:
            if table is not None:
                found[section] = (share if section in ("share", "bonus") else meters)(side, table)
        except Unsupported:
            continue
    return scene, found


WITH_JACKPOTS = [name for name in SPECS if settler_of(name).rulebook.jackpots]


@pytest.mark.parametrize("name", WITH_JACKPOTS)
def test_tables_of_jackpots_are_what_their_formulas_say(name: str) -> None:
    assert held(name, ROUNDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_JACKPOTS)
def test_tables_of_jackpots_are_what_their_formulas_say_of_many_rounds(name: str) -> None:
    assert held(name, MANY)["changed"] > 10
