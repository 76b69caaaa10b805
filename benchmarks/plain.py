"""The yardstick: one game settled by straightforward Python, with no trace, no clauses and no check of the round.

Crown Perth's Ultimate Texas Hold'em, for rounds as `dealt.py` writes them: `python plain.py ROUNDS` prints results and
nets, a line of JSON a round. It answers what the document leaves open with None.
"""

import json
import sys
from itertools import combinations
from typing import Any

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)
VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}
KINDS = {(2, 1, 1, 1): PAIR, (2, 2, 1): TWO_PAIR, (3, 1, 1): THREE, (3, 2): FULL_HOUSE, (4, 1): FOUR}
BLIND = {ROYAL_FLUSH: 500, STRAIGHT_FLUSH: 50, FOUR: 10, FULL_HOUSE: 3, FLUSH: 1.5, STRAIGHT: 1}
TRIPS = {
    ROYAL_FLUSH: (50, 50, 50, 50),
    STRAIGHT_FLUSH: (40, 40, 40, 40),
    FOUR: (30, 30, 30, 20),
    FULL_HOUSE: (9, 8, 8, 7),
    FLUSH: (7, 6, 7, 6),
    STRAIGHT: (4, 5, 4, 5),
    THREE: (3, 3, 3, 3),
}
MOST = {"pre_flop": 4, "flop": 2, "river": 1}

Hand = tuple[int, list[int]]
Result = tuple[str | None, float | None]


def five(cards: tuple[str, ...]) -> Hand:
    """The kind of five cards, and the values that order it within its kind."""
    values = [VALUES[card[0]] for card in cards]
    ordered = sorted(set(values), key=lambda value: (-values.count(value), -value))
    counts = tuple(values.count(value) for value in ordered)
    if counts in KINDS:
        return KINDS[counts], ordered
    flush = len({card[1] for card in cards}) == 1
    if ordered == [14, 5, 4, 3, 2]:
        ordered = [5]
    elif ordered[0] - ordered[4] != 4:
        return (FLUSH if flush else HIGH_CARD), ordered
    if flush:
        return (ROYAL_FLUSH if ordered[0] == 14 else STRAIGHT_FLUSH), ordered
    return STRAIGHT, ordered


def best(cards: list[str]) -> Hand:
    return max(five(chosen) for chosen in combinations(cards, 5))


def settle(game: dict[str, Any], player: dict[str, Any]) -> dict[str, Result]:
    board, wagers, last = game["board"].split(), player["wagers"], player["actions"][-1]
    mine, dealer = best(player["cards"].split() + board), best(game["dealer"].split() + board)
    ante, blind, trips = wagers["ante"], wagers["blind"], wagers.get("trips")
    folded, qualifies = last["do"] == "fold", dealer[0] >= PAIR
    found: dict[str, Result] = {}
    if folded:
        found["ante"] = found["blind"] = ("lose", -ante)
    elif not qualifies:
        found["ante"] = "stand_off", 0
        found["blind"] = ("win", BLIND[mine[0]] * blind) if mine[0] >= STRAIGHT else ("stand_off", 0)
    elif mine == dealer:
        found["ante"], found["blind"] = ("stand_off", 0), (None, None)
    elif mine < dealer:
        found["ante"], found["blind"] = ("lose", -ante), ("lose", -blind)
    else:
        found["ante"] = "win", ante
        found["blind"] = ("win", BLIND[mine[0]] * blind) if mine[0] >= STRAIGHT else ("stand_off", 0)
    if trips is not None:
        wins = mine[0] >= THREE
        found["trips"] = (
            ("win", TRIPS[mine[0]][game["options"]["trips_pay_table"] - 1] * trips) if wins else ("lose", -trips)
        )
    if not folded:
        stake = min(last["amount"], MOST[last["stage"]] * ante)
        net = stake if mine > dealer else -stake if mine < dealer else 0
        found["play"] = ("win" if net > 0 else "lose" if net < 0 else "stand_off"), net
    return found


def main(path: str) -> None:
    with open(path, encoding="utf-8") as handle:
        for line in handle:
            game = json.loads(line)
            seats = {player["seat"]: settle(game, player) for player in game["players"]}
            print(json.dumps({"id": game["id"], "players": seats}))


if __name__ == "__main__":
    main(sys.argv[1])
