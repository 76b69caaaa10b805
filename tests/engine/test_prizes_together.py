"""Prizes that the document has taken at the same time, and what they and the wagers do to the meter."""

from fractions import Fraction
from typing import Any

import pytest

from rulespec.engine.session import settle_one
from rulespec.load.library import Library
from rulespec.model.round import Outcome
from rulespec.resources import folder

SPEC = "crown-melbourne/wsop-bonus-texas-holdem"
PLAY = [
    {"stage": "pre_flop", "do": "bet", "wager": "flop", "amount": 20},
    {"stage": "flop", "do": "check"},
    {"stage": "turn", "do": "check"},
]
SEEDS = (10000, 20000, 30000, 40000, 50000, 60000, 75000)
RATES = {
    1: ("34.06", "32.51", "30.94", "29.36", "27.76", "26.12", "23.50"),
    2: ("31.02", "29.47", "27.90", "26.32", "24.70", "23.02", "20.28"),
}


def settled(board: str, hands: list[str], stake: int, meter: int, seed: int, option: int = 1) -> Outcome:
    options = {"ante_option": "flush", "jackpot_option": option, "jackpot_meter": meter, "jackpot_seed": seed}
    players = [
        {"seat": seat, "cards": cards, "wagers": {"ante": 10, "jackpot": stake}, "actions": PLAY}
        for seat, cards in enumerate(hands, 1)
    ]
    played: dict[str, Any] = {"id": "one", "options": options, "board": board, "dealer": "3s 2c", "players": players}
    return settle_one(Library(folder("specs")).load(SPEC), {**played, "spec": SPEC})


def prizes(outcome: Outcome) -> list[Any]:
    return [wagers["jackpot"].net for wagers in outcome.players.values()]


@pytest.mark.parametrize("hands", [["3h 4h", "8h 9h"], ["8h 9h", "3h 4h"]])
def test_table_8_two_straight_flushes_read_the_same_meter(hands: list[str]) -> None:
    outcome = settled("5h 6h 7h Kc 2s", hands, 1, 100000, 10000)
    assert prizes(outcome) == [9550, 9550]
    assert outcome.meters == {"jackpot_meter": Fraction("80900.6812")}  # less 19,100, plus 34.06 % of 2


def test_10_3_1_a_royal_and_a_straight_flush_empty_the_meter_and_9_4_resets_it() -> None:
    outcome = settled("Th Jh Qh 3c 3d", ["Kh Ah", "8h 9h"], 2, 110000, 20000)
    assert prizes(outcome) == [100000, 10000]
    assert outcome.meters == {"jackpot_meter": Fraction("20001.3624")}


def test_9_4_the_meter_never_shows_less_than_the_seed() -> None:
    outcome = settled("Th Jh Qh 3c 3d", ["8h 9h"], 2, 21000, 20000)
    assert prizes(outcome) == [2100]
    assert outcome.meters == {"jackpot_meter": Fraction("20000.6812")}


def test_9_3_3_bonus_payouts_take_nothing_from_the_meter() -> None:
    outcome = settled("2h 9h Jh 4c Ks", ["Ah 5h"], 2, 50000, 20000)
    assert prizes(outcome) == [200]
    assert outcome.meters == {"jackpot_meter": Fraction("50000.6812")}


@pytest.mark.parametrize("option", [1, 2])
@pytest.mark.parametrize("place", range(7))
def test_tables_2_and_3_the_rate_goes_by_the_seed(option: int, place: int) -> None:
    outcome = settled("2h 9s Jc 4c Ks", ["Ah 5d"], 100, 800000, SEEDS[place] * 100, option)
    assert outcome.meters["jackpot_meter"] == 800000 + Fraction(RATES[option][place])


def test_a_seed_of_neither_table_leaves_the_meter_untold() -> None:
    assert settled("2h 9s Jc 4c Ks", ["Ah 5d"], 2, 50000, 12345).meters == {}
