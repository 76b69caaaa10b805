"""Seats that an event names: hands that are not there, that hold nothing, or whose cards are not all dealt."""

from typing import Any

import pytest

from rulespec.domains.base import RoundFault
from rulespec.engine.settle import RoundOutcome, Settler
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.place import Place

UTH = "queensland/ultimate-texas-holdem"
EXPOSED = {"event": "dealer_hole_card_exposed", "any_play_wager": False}
WINNERS = {"board": "9h Th Jh 2c 3d", "cards": "8h 7h"}


def settled(spec: str, wagers: dict[str, int], event: dict[str, Any] | None, **more: Any) -> RoundOutcome:
    acts = more.pop("acts", [])
    player = {"seat": 1, "cards": more.pop("cards", "Kh Kc"), "wagers": wagers, "actions": acts}
    data = {"id": "r", "spec": spec, "dealer": "Kd 9s", "players": [player], **more}
    if event is not None:
        data["events"] = [event]
    settler = Settler(Library().load(spec))
    return settler.settle_round(read_round(data, Place("rounds")))


@pytest.mark.parametrize(
    ("stage", "board", "result"),
    [
        ("pre_flop", None, "void"),
        ("flop", "2h 3d 4c", "void"),
    ],
)
def test_a_hand_is_asked_what_it_is_as_far_as_it_was_dealt(stage: str, board: str | None, result: str) -> None:
    wagers = {"ante": 10, "blind": 10, "trips": 5}
    more = {"board": board} if board else {}
    outcome = settled(UTH, wagers, {**EXPOSED, "stage": stage}, **more)
    assert outcome.seats[1].wagers["trips"].result == result
    assert outcome.seats[1].wagers["ante"].result == "void"


@pytest.mark.parametrize("board", ["Ks 3d 4c", "Ks 3d 4c 5s"])
def test_what_a_winning_hand_is_paid_needs_all_its_cards(board: str) -> None:
    with pytest.raises(RoundFault, match=r"trips: .*is not known, and its outcome turns on it"):
        settled(UTH, {"ante": 10, "blind": 10, "trips": 5}, {**EXPOSED, "stage": "flop"}, board=board)


def test_at_the_last_stage_the_board_must_be_there() -> None:
    with pytest.raises(RoundFault, match=r"turns on `player\.hand`"):
        settled(UTH, {"ante": 10, "blind": 10, "trips": 5}, {**EXPOSED, "stage": "river"})


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"event": "player_not_present", "stage": "pre_flop", "seat": 9}, "befell seat 9, where there is no hand"),
        (
            {"event": "cards_dealt_without_both_wagers", "stage": "pre_flop", "any_player_looked": True}
            | {"seat": 4, "elections": {"1": "continue", "9": "retract"}},
            "seat 9 chose, and has no hand here",
        ),
    ],
)
def test_a_seat_without_a_hand_is_refused(event: dict[str, Any], told: str) -> None:
    acts = [{"stage": "pre_flop", "do": "bet", "wager": "play", "amount": 40}]
    with pytest.raises(RoundFault, match=told):
        settled(UTH, {"ante": 10, "blind": 10}, event, board="2h 3d 4c 5s 8s", acts=acts)


@pytest.mark.parametrize("count", [1.5, 1001, 1_000_000_000])
def test_wins_elsewhere_are_a_count_that_ends(count: float) -> None:
    options = {"jackpot_prize": 50000, "jackpot_reset": 10000, "linked_wins": {"straight_flush": count}}
    acts = [{"stage": "pre_flop", "do": "bet", "wager": "play", "amount": 40}]
    wagers = {"ante": 10, "blind": 10, "jackpot": 1}
    with pytest.raises(RoundFault, match="no count of them"):
        settled(UTH, wagers, None, **WINNERS, options=options, acts=acts)


def capped(limit: Any) -> RoundOutcome:
    event = {"event": "wager_above_maximum", "stage": "pre_flop", "seat": 1, "wager": "ante", "maximum": 5}
    acts = [{"stage": "pre_flop", "do": "bet", "wager": "play", "amount": 40}]
    more = {"board": "2h 3d 4c 5s 8s", "acts": acts, "options": {"table_maximum": limit}}
    return settled("crown-perth/ultimate-texas-holdem", {"ante": 10, "blind": 10}, event, **more)


@pytest.mark.parametrize("limit", [100, {"ante": 100}, "5.01"])
def test_a_limit_that_the_event_and_the_options_tell_differently_is_refused(limit: Any) -> None:
    with pytest.raises(RoundFault, match="says `maximum: 5`, and the options"):
        capped(limit)


@pytest.mark.parametrize("limit", [5, "5.00", {"ante": 5}, {"blind": 10, "ante": 5}])
def test_a_limit_that_both_tell_alike_holds(limit: Any) -> None:
    assert capped(limit).seats[1].wagers["ante"].stake == 5
