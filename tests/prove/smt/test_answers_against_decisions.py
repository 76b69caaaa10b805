"""Which rows of a table hold and count: the formulas against the one reading of a table, for every table of a wager."""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from differential.rewrites import rewritten
from pinning import Unspoken, at_round, completed, read
from sampling import first
from test_usual_play import SPECS, sample, settled, settler_of

from rulespec.domains.base import RoundFault
from rulespec.engine.decide import Decider
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.lang.evaluate import PLAYERS
from rulespec.model.rows import Table
from rulespec.prove.smt.answers import Answer
from rulespec.prove.smt.scene import Scene

ROUNDS, MANY = 25, 600


@cache
def read_as(name: str, changed: bool) -> tuple[Settler, Scene, list[tuple[Table, Answer]]]:
    """A spec, or it with many rows split, merged and put under one another, with the formulas of its tables."""
    settler = settler_of(name)
    if changed:
        settler = Settler(settler.spec, rewritten(random.Random(name), settler.rulebook, 30))
    scene = Scene([settler], settler.game)
    book = settler.rulebook
    tables = [table for section in (book.valid, book.settle) for table in section.values()]
    return settler, scene, [(table, scene.sides[0].asked(table)) for table in tables]


def held(name: str, changed: bool, count: int) -> Counter[str]:
    found = Counter[str]()
    settler, scene, answers = read_as(name, changed)
    for data in sample(name, count):
        try:
            played = read(completed(settler, data))
            at = at_round(scene, played)
        except (LoadError, RoundFault, Unspoken):
            continue
        if isinstance(settled(settler, played), str):
            continue
        options, _ = option_facts(settler.spec, played.options)
        facts: dict[str, Any] = {**options, **settler.game.dealt(played)[0].facts}
        settler.acts.play(played.players[0], facts)
        facts[PLAYERS] = [facts]
        for table, answer in answers:
            said = Decider(table, settler.optional).ask(facts)
            counting = {one.row.id for one in answer.rows if at.truth(one.counts)}
            holding = {one.row.id for one in answer.rows if at.truth(one.holds)}
            assert counting == {row.id for row in said.rows}, (table.section, table.subject, data)
            assert holding == counting | {one.row.id for one in said.beaten}, (table.section, table.subject, data)
            found["beaten" if said.beaten else "plain"] += 1
    return found


@pytest.mark.parametrize("changed", first([True, False], 1), ids=["rewritten", "shipped"])
@pytest.mark.parametrize("name", SPECS)
def test_rows_count_where_their_formulas_say(name: str, changed: bool) -> None:
    assert held(name, changed, ROUNDS)["plain"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("changed", first([True, False], 1), ids=["rewritten", "shipped"])
@pytest.mark.parametrize("name", SPECS)
def test_rows_count_where_their_formulas_say_in_many_rounds(name: str, changed: bool) -> None:
    assert held(name, changed, MANY)["plain"] > 100
