"""Acts, cards and options of a round held against what the document offers: each error names the clause."""
# ruff: noqa: E501 - a rule stands in one line

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from invented import BELLS, DEALER_WINS, PLAYER_WINS, bells, edited, refused, said, settle

CHECK = {"stage": "dawn", "do": "check"}
CHECK_NOON = {"stage": "noon", "do": "check"}
FOLD = {"stage": "dusk", "do": "fold"}


def bet(stage: str, amount: Any, wager: str = "raise") -> dict[str, Any]:
    return {"stage": stage, "do": "bet", "wager": wager, "amount": amount}


def acting(*acts: dict[str, Any]) -> dict[str, Any]:
    round_ = bells(PLAYER_WINS)
    round_["players"][0]["actions"] = list(acts)
    return round_


ACTS: dict[str, tuple[list[dict[str, Any]], str, tuple[str, ...], str]] = {
    "not offered": ([{"stage": "dawn", "do": "fold"}], "the document does not offer `fold` at `dawn`", ("3.1",), "the player may `check` or `bet raise` or `bet raise`"),
    "not offered any more": ([bet("dawn", 30), CHECK_NOON], "the document does not offer `check` at `noon`", ("3.2",), "no act is offered there to this hand"),
    "another wager": ([CHECK, bet("noon", 20, "side")], "the document does not offer `bet side` at `noon`", ("3.2",), "the player may `check` or `bet raise`"),
    "after the fold": ([CHECK, CHECK_NOON, FOLD, bet("dusk", 10)], "two acts at the stage `dusk`", ("3.3",), ""),
    "missing": ([CHECK], "no act is recorded at `noon`, where the hand is still live", ("3.2",), "the player may `check` or `bet raise`"),
    "missing at the end": ([CHECK, CHECK_NOON], "no act is recorded at `dusk`, where the hand is still live", ("3.3",), "the player may `fold` or `bet raise`"),
    "two at one stage": ([CHECK, CHECK], "two acts at the stage `dawn`", ("3.1",), ""),
    "in the wrong order": ([CHECK_NOON, CHECK, FOLD], "the act at `dawn` stands after a later one", (), ""),
    "unknown stage": ([{"stage": "non", "do": "check"}], "there is no stage `non`", (), "did you mean `noon`?"),
    "unknown act": ([{"stage": "dawn", "do": "chek"}], "the document does not offer `chek` at `dawn`", ("3.1",), None),
    "an amount where none is placed": ([{**CHECK, "amount": 5}], "`check` at `dawn` has an amount", (), ""),
    "no amount where one is placed": ([{"stage": "dawn", "do": "bet", "wager": "raise"}], "`bet` at `dawn` has no amount", (), ""),
}  # fmt: skip


@pytest.mark.parametrize("what", ACTS)
def test_an_act_that_cannot_stand(what: str) -> None:
    acts, message, clauses, hint = ACTS[what]
    settled = settle(acting(*acts))
    assert (f"seat 1: {message}", clauses) in refused(settled)
    fitting = next(finding for finding in settled.findings if finding.message == f"seat 1: {message}")
    assert hint is None or fitting.hint == hint
    assert (fitting.rule, fitting.severity) == ("round", "error")


def test_an_act_of_a_folded_hand(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"then: check,     cite: 3.2(a)": "then: fold, cite: 3.2(a)"})
    acts = [CHECK, {"stage": "noon", "do": "fold"}, bet("dusk", 10)]
    assert refused(settle(acting(*acts), library)) == [
        ("seat 1: `bet raise` at `dusk`, after the hand has folded", ("3.3",))
    ]
    assert said(settle(acting(*acts[:2]), library))["first"][0] == "lose"


def test_a_wager_is_not_placed_twice(tmp_path: Path) -> None:
    library = edited(
        tmp_path,
        BELLS,
        {
            "{when: not placed(raise), then: bet raise, amount: 2 * first": "{when: always, then: bet raise, amount: 2 * first"
        },
    )
    assert refused(settle(acting(bet("dawn", 30), bet("noon", 20)), library)) == [
        ("seat 1: `raise` is placed at `noon`, and it was placed before", ("3.2(b)",))
    ]


def test_what_is_offered_may_turn_on_a_fact_that_is_missing(tmp_path: Path) -> None:
    changes = {
        "{when: not placed(raise), then: fold,      cite: 3.3(a)}": "{when: not placed(raise) and player.hand < pair, then: fold, cite: 3.3(a)}"
    }
    library = edited(tmp_path, BELLS, changes)
    round_ = acting(CHECK, CHECK_NOON, FOLD)
    assert refused(settle(round_, library)) == [("seat 1: the document does not offer `fold` at `dusk`", ("3.3",))]
    del round_["players"][0]["cards"]
    assert refused(settle(round_, library)) == [
        ("seat 1: what is offered at `dusk` depends on `player.hand`, which is not known", ("3.3(a)",))
    ]


def test_of_several_clauses_the_one_that_permits_the_amount_is_cited() -> None:
    assert "3.1(b)(i)" in said(settle(acting(bet("dawn", 30))))["raise"][2]
    assert "3.1(b)(ii)" in said(settle(acting(bet("dawn", 40))))["raise"][2]


# Wagers placed before the deal.


WAGERS: dict[str, tuple[dict[str, Any], str, tuple[str, ...], str]] = {
    "unknown": ({"first": 10, "sied": 5}, "this spec has no wager `sied`", (), "did you mean `side`?"),
    "of another game": ({"first": 10, "hue": 5}, "this spec has no wager `hue`", (), None),
    "decided later": ({"first": 10, "raise": 5}, "`raise` is placed by a decision, not before the deal", ("2.5",), "record it under `actions`"),
    "required": ({"second": 10}, "no `first` is placed, without which no hand is dealt", ("2.1",), None),
}  # fmt: skip


@pytest.mark.parametrize("what", WAGERS)
def test_a_wager_that_cannot_stand(what: str) -> None:
    wagers, message, clauses, hint = WAGERS[what]
    settled = settle(bells(PLAYER_WINS, wagers))
    assert refused(settled) == [(f"seat 1: {message}", clauses)]
    assert hint is None or settled.findings[0].hint == hint


@pytest.mark.parametrize("explain", [False, True])
def test_everything_wrong_with_all_hands_is_said_at_once(explain: bool) -> None:
    round_ = bells(PLAYER_WINS, {"first": 10, "sied": 5})
    round_["players"] += [{"seat": 2, "wagers": {}}, {**bells(DEALER_WINS)["players"][0], "seat": 3, "actions": []}]
    round_["players"][2]["cards"] = "7d 4s"
    assert [message for message, _ in refused(settle(round_, explain=explain))] == [
        "seat 1: this spec has no wager `sied`",
        "seat 2: no `first` is placed, without which no hand is dealt",
        "seat 3: no act is recorded at `dawn`, where the hand is still live",
    ]


# Options.


OPTIONS: dict[str, tuple[Any, str, tuple[str, ...]]] = {
    "unknown": ({"side_tabel": 1}, "there is no option `side_tabel`", ()),
    "not offered": ({"side_table": 3}, "`side_table` is not one of 1, 2", ("2.6",)),
    "not a number": ({"side_table": "one"}, "`side_table` is not an amount", ("2.6",)),
    "not one": ({"side_table": [1]}, "`side_table` is not an amount", ("2.6",)),
    "nothing": ({"side_table": None}, "`side_table` is not an amount", ("2.6",)),
    "true": ({"side_table": True}, "`side_table` is not an amount", ("2.6",)),
    "negative": ({"top_prize": -5}, "`top_prize` is not above 0", ("2.8",)),
    "of no wager": ({"house_maximum": {"sied": 5}}, "`house_maximum(sied)` is about no wager of this spec: did you mean `side`?", ("2.7(b)",)),
}  # fmt: skip


@pytest.mark.parametrize("what", OPTIONS)
def test_an_option_that_cannot_stand(what: str) -> None:
    options, message, clauses = OPTIONS[what]
    assert refused(settle(bells(PLAYER_WINS, options=options))) == [(message, clauses)]


def test_an_option_of_another_game_says_nothing() -> None:
    assert said(settle(bells(PLAYER_WINS, options={"star_prize": "whatever"})))["first"][0] == "win"


@pytest.mark.parametrize(("given", "fine"), [([3, 4], True), (3, True), ("3", True), ([], False), ([3, 11], False)])
def test_an_option_of_several_amounts(tmp_path: Path, given: Any, fine: bool) -> None:
    option = '  raise_multiples: {missing: error, requires: largest(raise_multiples(dawn)) <= 10, example: [3], cite: "2.9"}\n'
    library = edited(tmp_path, BELLS, {"  side_table:    {values": f"{option}  side_table:    {{values"})
    settled = settle(bells(PLAYER_WINS, options={"raise_multiples": {"dawn": given}}), library)
    if fine:
        assert said(settled)["first"][0] == "win"
    else:
        assert [clauses for _, clauses in refused(settled)] == [("2.9",)]


def test_an_option_that_is_a_kind_of_hand(tmp_path: Path) -> None:
    changes = {
        "  side_table:    {values": '  lowest_kind: {values: [pair, flush], missing: error, example: pair, cite: "2.9"}\n  side_table:    {values',
        "when: player.hand > dealer.hand, then: win,       cite: 4.7(a)": "when: player.hand >= lowest_kind, then: win, cite: 4.7(a)",
    }
    library = edited(tmp_path, BELLS, changes)
    for kind, result in (("pair", "win"), ("flush", "undetermined")):
        assert said(settle(bells(PLAYER_WINS, options={"lowest_kind": kind}), library))["raise"][0] == result
    assert refused(settle(bells(PLAYER_WINS, options={"lowest_kind": "straight"}), library)) == [
        ("`lowest_kind` is not one of pair, flush", ("2.9",))
    ]
    assert refused(settle(bells(PLAYER_WINS, options={"lowest_kind": ["pair"]}), library))


# Cards.


def change(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda round_: round_.update(fields)


def cards(text: str) -> Callable[[dict[str, Any]], None]:
    return lambda round_: round_["players"][0].update(cards=text)


CARDS: dict[str, tuple[Callable[[dict[str, Any]], None], list[str]]] = {
    "no card": (change(board="Kc Kd 8h 3s 1c"), ["board: `1c` is no card: `1` is no rank, which is one of `23456789TJQKA`"]),
    "ten": (change(dealer="10c 5d"), ["dealer: `10c` is no card: write ten as `T`: `Tc`"]),
    "twice in one place": (cards("Ah Ah"), ["seat 1: the card `Ah` is there twice"]),
    "twice in two places": (cards("Kc Ah"), ["the card `Kc` is at board and at seat 1"]),
    "dealer's and player's": (change(dealer="Ah 5d"), ["the card `Ah` is at dealer and at seat 1"]),
    "one card": (cards("Ah"), ["the hand at seat 1 has 1 card, not 2"]),
    "three cards": (change(dealer="8c 5d 4d"), ["the dealer has 3 cards, not 2"]),
    "four shared cards": (change(board="Kc Kd 8h 3s"), ["the board has 4 cards, and at each stage it has one of 0, 3, 5"]),
    "six shared cards": (change(board="Kc Kd 8h 3s 2c 2d"), ["the board has 6 cards, and at each stage it has one of 0, 3, 5"]),
    "an outcome": (change(outcome={"pocket": "one"}), ["this game is played with cards and has no `outcome`"]),
    "all at once": (
        change(board="Kc", dealer="Kc", outcome={}),
        [
            "this game is played with cards and has no `outcome`",
            "the board has 1 card, and at each stage it has one of 0, 3, 5",
            "the dealer has 1 card, not 2",
            "the card `Kc` is at board and at dealer",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CARDS)
def test_cards_that_cannot_stand(what: str) -> None:
    alter, messages = CARDS[what]
    round_ = bells(PLAYER_WINS)
    alter(round_)
    assert [message for message, _ in refused(settle(round_))] == messages


def test_two_hands_do_not_share_a_card() -> None:
    round_ = bells(PLAYER_WINS)
    round_["players"].append({**bells(DEALER_WINS)["players"][0], "seat": 2, "cards": "Ah 4s"})
    assert refused(settle(round_)) == [("the card `Ah` is at seat 1 and at seat 2", ())]


def test_cards_of_the_stage_reached_are_enough() -> None:
    """Three shared cards make the first five; whatever needs five shared cards is said to."""
    round_ = bells({**PLAYER_WINS, "board": "Kc Kd 8h"}, {"first": 10}, None)
    assert said(settle(round_))["first"][0] == "lose"
    round_ = bells({**PLAYER_WINS, "board": "Kc Kd 8h"})
    settled = settle(round_)
    assert refused(settled)
    assert settled.findings[0].hint == "record 2 of the 5 board cards"


def test_an_event_that_the_vocabulary_lacks_is_said() -> None:
    round_ = bells(PLAYER_WINS, events=[{"event": "bell_dropped"}])
    assert refused(settle(round_)) == [("there is no event `bell_dropped`", ())]
