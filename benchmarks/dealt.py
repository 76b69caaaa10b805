"""Random dealt rounds of one family of games, as JSONL: cards from a shuffled deck, amounts and acts of every kind.

Written against what the documents offer, without the program that is measured.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PERTH = "crown-perth/ultimate-texas-holdem"
QUEENSLAND = "queensland/ultimate-texas-holdem"
MELBOURNE = "crown-melbourne/ultimate-texas-holdem"
GAMES = (PERTH, QUEENSLAND, MELBOURNE)

DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
AMOUNTS = (5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 100, 110, 120, 200, 500)
STAGES = ("pre_flop", "flop", "river")
MULTIPLES = {"pre_flop": (3, 4), "flop": (2,), "river": (1,)}
FOLDS = {PERTH: ("river",), MELBOURNE: ("river",), QUEENSLAND: STAGES}
WRONG_AMOUNTS = 0.05  # the share of bets that no stage offers


def rounds(
    count: int, seed: int = 1, games: tuple[str, ...] = GAMES, amounts: tuple[int, ...] = AMOUNTS
) -> Iterator[dict[str, Any]]:
    """The same rounds for the same seed."""
    chance = random.Random(seed)
    for number in range(count):
        yield _round(chance, f"r{number}", chance.choice(games), amounts)


def write(
    path: Path, count: int, seed: int = 1, games: tuple[str, ...] = GAMES, amounts: tuple[int, ...] = AMOUNTS
) -> Path:
    with path.open("w", encoding="utf-8") as handle:
        handle.writelines(f"{json.dumps(one)}\n" for one in rounds(count, seed, games, amounts))
    return path


def _round(chance: random.Random, name: str, game: str, amounts: tuple[int, ...]) -> dict[str, Any]:
    cards = chance.sample(DECK, 9)
    ante = chance.choice(amounts)
    wagers = {"ante": ante, "blind": ante}
    if chance.random() < 0.5:
        wagers["trips"] = chance.choice(amounts)
    player = {"seat": 1, "cards": " ".join(cards[7:]), "wagers": wagers, "actions": _acts(chance, game, ante)}
    shared = {"board": " ".join(cards[:5]), "dealer": " ".join(cards[5:7])}
    return {"id": name, "spec": game, "options": _options(chance, game), **shared, "players": [player]}


def _options(chance: random.Random, game: str) -> dict[str, Any]:
    if game == PERTH:
        return {"trips_pay_table": chance.randint(1, 4)}
    if game == MELBOURNE:
        return {"play_multiples": {stage: list(multiples) for stage, multiples in MULTIPLES.items()}}
    return {}


def _acts(chance: random.Random, game: str, ante: int) -> list[dict[str, Any]]:
    acts: list[dict[str, Any]] = []
    for stage in STAGES:
        offered = ["bet", *(["check"] if stage != "river" else []), *(["fold"] if stage in FOLDS[game] else [])]
        do = chance.choice(offered)
        if do == "bet":
            amount = ante * chance.choice(MULTIPLES[stage])
            if chance.random() < WRONG_AMOUNTS:
                amount = chance.randint(1, 5 * ante)
            acts.append({"stage": stage, "do": "bet", "wager": "play", "amount": amount})
        else:
            acts.append({"stage": stage, "do": do})
        if do != "check":
            break
    return acts
