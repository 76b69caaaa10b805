"""A million rounds of each shipped game, dealt at random, played as the program plays and settled by the engine.

`RULESPEC_ROUNDS` says how many, where a million are too many.
"""

import os

import pytest
from dealing import compared, shipped_game

import rulespec
from rulespec.domains.community_poker import CommunityPoker
from rulespec.load.library import Library
from rulespec.model.odds import Odds, WagerOdds

ROUNDS = int(os.environ.get("RULESPEC_ROUNDS", "1000000"))
# Elsewhere what comes up is gone through to the last outcome, and held against counting by hand.
SPECS = tuple(name for name in sorted(Library().ids()) if Library().load(name).domain == "community-poker")


def alone(found: Odds) -> dict[str, WagerOdds]:
    """The wagers on which no decision turns, with the odds by the recorded readings where anything is open."""
    by_reading = {(one.wager, one.reading): one for one in found.alone}
    settled = ("literal", "interpreted")
    return {name: one for (name, reading), one in by_reading.items() if reading in settled}


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_rounds_dealt_come_to_what_is_worked_out(name: str) -> None:
    game = shipped_game(name)
    assert isinstance(game.table.settler.game, CommunityPoker)
    found = rulespec.odds(name)
    play = found.play("interpreted") or found.play("literal")
    assert play is not None
    assert play.net == game.play.value()
    assert {wager.wager for wager in play.wagers} == set(game.grid.wagers)
    assert not compared(game, ROUNDS, seed=len(name), beside=alone(found))
