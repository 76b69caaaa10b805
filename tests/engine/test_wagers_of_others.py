"""Irregularities by the rules of Crown Hold'em Poker: wagers on other hands, forgotten bets, decisions."""

import json
from collections.abc import Mapping
from typing import Any

from rulespec.engine.session import Session, Settled
from rulespec.load.library import Library
from rulespec.model.place import Place

SPEC = "crown-perth/crown-holdem-poker"
SESSION = Session(Library().load)
CHECKED = [{"stage": "pre_flop", "do": "bet", "wager": "flop", "amount": 20}] + [
    {"stage": stage, "do": "check"} for stage in ("flop", "turn")
]


def hand(seat: int, cards: str, actions: Any = CHECKED, wagers: Any = None) -> dict[str, Any]:
    return {"seat": seat, "cards": cards, "wagers": wagers or {"ante": 10}, "actions": actions}


def extra(area: int, name: str) -> dict[str, Any]:
    return {"wager": "player_poker_extra", "amount": 5, "area": area, "as": name}


def settled(*players: Mapping[str, Any], **more: Any) -> Settled:
    data = {"id": "r", "spec": SPEC, "board": "2h 9h Jh 4c Ks", "dealer": "Kd 3c", "players": players, **more}
    return SESSION.line(json.dumps(data), Place("rounds", 1, 1))


def problem(found: Settled) -> str:
    return " / ".join(finding.message for finding in found.findings)


def test_no_more_wagers_stand_on_an_area_than_may() -> None:
    many = {"seat": 2, "wagers": [extra(1, name) for name in "abcd"]}
    assert "4 wagers `player_poker_extra` on the area of seat 1" in problem(settled(hand(1, "Ah 5h"), many))
    assert not settled(hand(1, "Ah 5h"), {"seat": 2, "wagers": many["wagers"][:3]}).findings


def test_who_forgot_the_flop_bet_may_not_place_a_later_one() -> None:
    forgot = {"event": "flop_wager_inadvertently_not_placed", "seat": 1}
    late = hand(1, "Ah 5h", [{"stage": "flop", "do": "bet", "wager": "turn", "amount": 10}])
    assert "does not offer `bet turn`" in problem(settled(late, events=[forgot]))
    assert "no act is recorded at `pre_flop`" in problem(settled(hand(1, "Ah 5h", CHECKED[1:])))
    assert settled(hand(1, "Ah 5h", CHECKED[1:]), events=[forgot]).round == "settled"


def test_whether_others_have_a_wager_on_a_hand_is_told_by_the_wagers() -> None:
    sweep = {"event": "player_elects_hand_not_exposed", "seat": 1, "stage": "river"}
    alone = settled(hand(1, "Ah 5h"), hand(2, "Qc Qd"), events=[sweep])
    watched = settled(hand(1, "Ah 5h"), {"seat": 2, "wagers": [extra(1, "x")]}, events=[sweep])
    assert alone.seats[1].wagers["ante"].result == "lose"
    assert watched.seats[1].wagers["ante"].result == "win"
    said = settled(hand(1, "Ah 5h"), events=[{**sweep, "others_on_hand": True}])
    assert "what the players did says otherwise" in problem(said)


def test_a_decision_recorded_in_one_word_is_nobody_elses() -> None:
    for word in ("operator_decision", "decision"):
        found = settled(hand(1, "Ah 5h"), events=[{"event": "fraud", "stage": "river", word: "continue"}])
        assert found.seats[1].wagers["ante"].result == "win"
    assert settled(hand(1, "Ah 5h"), events=[{"event": "fraud"}]).seats[1].wagers["ante"].result == "undetermined"


def test_an_event_may_come_after_all_decisions_and_at_no_unknown_stage() -> None:
    assert not settled(hand(1, "Ah 5h"), events=[{"event": "cards_not_cut", "stage": "river"}]).findings
    found = settled(hand(1, "Ah 5h"), events=[{"event": "cards_not_cut", "stage": "rivr"}])
    assert "there is no stage `rivr`" in problem(found)
