"""What two versions have in common, so that it need not be asked of a proof again."""

import pytest
from playing import shipped

from rulespec.compare.versions import versions

PERTH = "crown-perth/ultimate-texas-holdem"


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("cards_dealt_without_both_wagers", "a round shows it by itself, by wagers that are missing"),
        ("jackpot_wager_below_required", "it changes what is at risk"),
        ("player_elects_hand_not_exposed", "it changes whether the hand is exposed"),
        ("no_such_irregularity", "neither version has it"),
    ],
)
def test_what_makes_a_hand_other_than_lawful_play_is_asked_about(event: str, why: str) -> None:
    assert not versions(shipped(PERTH), shipped(PERTH), (None, None)).leaves_lawful(event), why


@pytest.mark.parametrize("event", ["fraud", "game_disrupted", "card_exposed_during_initial_deal"])
def test_what_only_voids_or_goes_on_leaves_lawful_play(event: str) -> None:
    assert versions(shipped(PERTH), shipped(PERTH), (None, None)).leaves_lawful(event)
