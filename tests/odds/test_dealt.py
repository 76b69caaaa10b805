"""A million rounds of each shipped game, dealt at random, played as the program plays and settled by the engine.

`RULESPEC_ROUNDS` says how many, where a million are too many.
"""

import math
import os
import random
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from dealing import ERRORS, compared, shipped_game

import rulespec
from rulespec.domains.base import RoundFault
from rulespec.domains.cards import DECK, card_text
from rulespec.domains.community_poker import CommunityPoker
from rulespec.domains.finite_outcome import FiniteOutcome
from rulespec.domains.shoe import ShoeGame
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.model.odds import Odds, WagerOdds
from rulespec.model.round import Action, Amount, Player, Round, WagerOutcome
from rulespec.odds.selecting import selected
from rulespec.odds.setting import choose, setting

ROUNDS = int(os.environ.get("RULESPEC_ROUNDS", "1000000"))
SPECS = tuple(sorted(Library().ids()))
CARDS = tuple(name for name in SPECS if Library().load(name).domain == "community-poker")


def alone(found: Odds) -> dict[str, WagerOdds]:
    """The wagers on which no decision turns, with the odds by the recorded readings where anything is open."""
    by_reading = {(one.wager, one.reading): one for one in found.alone}
    settled = ("literal", "interpreted")
    return {name: one for (name, reading), one in by_reading.items() if reading in settled}


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDS)
def test_rounds_dealt_come_to_what_is_worked_out(name: str) -> None:
    game = shipped_game(name)
    assert isinstance(game.table.settler.game, CommunityPoker)
    found = rulespec.odds(name)
    play = found.play("interpreted") or found.play("literal")
    assert play is not None
    assert play.net == game.play.value()
    assert {wager.wager for wager in play.wagers} == set(game.grid.wagers)
    assert not compared(game, ROUNDS, seed=len(name), beside=alone(found))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SPECS if name not in CARDS])
def test_what_comes_up_comes_to_what_is_worked_out(name: str) -> None:
    """Wheels, dice and shoes: every wager that turns on no decision, placed in every round, wherever it may stand."""
    beside = alone(rulespec.odds(name))
    assert beside
    table = selected(Settler(Library().load(name)), {})
    options, _ = choose(table.settler, table.options)
    read = any(one.reading == "interpreted" for one in beside.values())
    settler = Settler(table.settler.spec, table.settler.rulebook, table.settler.game, read)
    wagers = setting(settler, options, frozenset(beside)).wagers
    chance, sums = random.Random(len(name)), dict.fromkeys(beside, Fraction(0))
    for _ in range(ROUNDS):
        for wager, outcome in settled(settler, wagers, options, chance).items():
            if wager in sums:
                assert outcome.net is not None, outcome
                sums[wager] += Fraction(outcome.net) / Fraction(wagers[wager])
    wrong = []
    for wager, one in beside.items():
        mean, error = float(sums[wager]) / ROUNDS, math.sqrt(one.deviation2 / ROUNDS)
        if abs(mean - float(one.net)) > ERRORS * error:
            wrong.append(f"{wager}: {mean:.6f} against {float(one.net):.6f}, {error:.6f} the error of one")
    assert not wrong


def settled(
    settler: Settler, wagers: Mapping[str, Amount], options: Mapping[str, Any], chance: random.Random
) -> Mapping[str, WagerOutcome]:
    """One round of what comes up by chance, settled by the engine."""
    game, spec = settler.game, settler.spec
    if isinstance(game, FiniteOutcome):
        (one,) = game.experiments
        every = list(one.outcomes.values())
        (came,) = chance.choices(every, [each.weight for each in every])
        outcome = {game.name: one.recorded(came), **({game.by: one.name} if game.by else {})}
        at = {
            place.wager: {place.by: chance.choice(place.offered(one.outcomes, one.name)).said}
            for place in game.positions
            if place.by
        }
        player = Player(1, None, wagers, (), positions=at)
        return settler.settle(Round("", spec.id, (player,), options, outcome=outcome))[1].wagers
    assert isinstance(game, ShoeGame)
    (decks,) = game.decks
    cards = [card_text(card) for card in chance.sample(DECK * decks, 12)]
    if game.shoe.apart:  # of the first cards alone, on which nothing is decided yet
        mine, dealers = cards[:2]
        acts = (Action("war_decision", "surrender"),) if mine[0] == dealers[0] else ()
        player = Player(1, mine, wagers, acts)
        return settler.settle(Round("", spec.id, (player,), options, dealer=dealers))[1].wagers
    for many in range(len(game.shoe.deal), len(cards)):  # as many as the rules ask for
        with suppress(RoundFault):
            player = Player(1, None, wagers, ())
            dealt = {"shoe": " ".join(cards[:many])}
            return settler.settle(Round("", spec.id, (player,), options, outcome=dealt))[1].wagers
    raise AssertionError(cards)
