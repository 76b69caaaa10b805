"""One game settled a second time in plain Python, from its rules and not from the spec, on thousands of deals."""

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

from phevaluator import evaluate_cards

from rulespec.domains.cards import cards_text
from rulespec.engine.session import Session
from rulespec.load.library import Library
from rulespec.model.place import Place

SPEC = "queensland/ultimate-texas-holdem"
ROUNDS = 3_000
Result = tuple[str, Fraction | None]

# The worst rank of each kind in the evaluator's order, in which 1 is the best hand of all.
KINDS = {
    1: "royal",
    10: "straight flush",
    166: "four",
    322: "full house",
    1599: "flush",
    1609: "straight",
    2467: "three",
}
BLIND = {"royal": 500, "straight flush": 50, "four": 10, "full house": 3, "flush": Fraction(3, 2), "straight": 1}
TRIPS = {"royal": 50, "straight flush": 40, "four": 30, "full house": 8, "flush": 7, "straight": 4, "three": 3}
DUE = {"pre_flop": (3, 4), "flop": (2, 2), "river": (1, 1)}


def kind(rank: int) -> str:
    return next((name for worst, name in KINDS.items() if rank <= worst), "less")


def at_risk(stage: str, ante: Fraction, placed: Fraction) -> Fraction | None:
    """What of a play wager is at risk; None where sections 18 and 27 leave it open."""
    least, most = (multiple * ante for multiple in DUE[stage])
    if placed in (least, most) or placed < least:
        return placed
    return most if placed > most else None


def times(result: str, stake: Fraction, odds: Fraction | int = 1) -> Result:
    return result, {"win": stake * odds, "lose": -stake}.get(result, Fraction(0))


def by_rank(player: int, dealer: int) -> str:
    return "win" if player < dealer else "lose" if player > dealer else "stand_off"


def plain(round_: dict[str, Any]) -> dict[str, Result]:
    """Sections 4 and 18 to 27, for the only hand of a round."""
    hand = round_["players"][0]
    wagers = {name: Fraction(str(amount)) for name, amount in hand["wagers"].items()}
    last = hand["actions"][-1]
    board = round_["board"].split()
    player = evaluate_cards(*board, *hand["cards"].split())
    dealer = evaluate_cards(*board, *round_["dealer"].split())
    ante, blind, trips = wagers["ante"], wagers["blind"], wagers.get("trips")
    found: dict[str, Result] = {}
    if last["do"] == "fold":  # section 4: the hand is closed, and its wagers are collected
        found = {name: times("lose", amount) for name, amount in wagers.items()}
        if trips and kind(player) in TRIPS:  # section 25(3) makes the same wager a winner
            found["trips"] = ("conflict", None)
    else:
        against = by_rank(player, dealer)
        found["ante"] = times(against if dealer <= 6185 else "stand_off", ante)  # the dealer qualifies with a pair
        paid = kind(player) in BLIND
        found["blind"] = times(
            "stand_off" if against == "win" and not paid else against, blind, BLIND.get(kind(player), 0)
        )
        if trips:
            won = kind(player) in TRIPS
            found["trips"] = times("win" if won else "lose", trips, TRIPS.get(kind(player), 0))
        stake = at_risk(last["stage"], ante, Fraction(str(last["amount"])))
        found["play"] = ("undetermined", None) if stake is None else times(against, stake)
    if blind != ante:
        found["blind"] = ("undetermined", None)
    return found


def dealt(rng: random.Random) -> dict[str, Any]:
    """A round by chance: any decision, now and then a wrong amount; half the deals from a short deck."""
    deck = rng.sample(range(52) if rng.random() < 0.5 else range(24, 52), 9)
    ante = rng.choice([5, 10, 25])
    wagers = {"ante": ante, "blind": ante if rng.random() < 0.95 else ante + 5}
    if rng.random() < 0.6:
        wagers["trips"] = rng.choice([5, 15])
    stage = rng.choice(list(DUE))
    passed = list(DUE)[: list(DUE).index(stage)]
    acts: list[dict[str, Any]] = [{"stage": name, "do": "check"} for name in passed]
    if rng.random() < 0.25:
        acts.append({"stage": stage, "do": "fold"})
    else:
        multiple = rng.choice([*DUE[stage], *DUE[stage], Fraction(1, 2), Fraction(7, 2), 5])
        acts.append({"stage": stage, "do": "bet", "wager": "play", "amount": str(float(multiple * ante))})
    player = {"seat": 1, "cards": cards_text(deck[:2]), "wagers": wagers, "actions": acts}
    return {"spec": SPEC, "board": cards_text(deck[4:]), "dealer": cards_text(deck[2:4]), "players": [player]}


def test_the_engine_and_plain_python_agree() -> None:
    rng = random.Random(11)
    session = Session(Library().load)
    seen: Counter[tuple[str, str]] = Counter()
    for number in range(ROUNDS):
        round_ = dealt(rng)
        settled = session.line(json.dumps(round_), Place("dealt", number, 1))
        assert not settled.findings, (round_, settled.findings)
        outcome = {name: (wager.result, wager.net) for name, wager in settled.seats[1].wagers.items()}
        assert outcome == plain(round_), round_
        seen.update((name, wager.result) for name, wager in settled.seats[1].wagers.items())
    results = {"ante": 3, "blind": 4, "play": 4, "trips": 3}
    assert {name: len([1 for wager, _ in seen if wager == name]) for name in results} == results
    assert min(seen.values()) > 20, seen
