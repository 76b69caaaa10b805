"""Rounds to settle under two variants of a spec: the cases that are written down, and rounds drawn at random."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from differential.rounds import Json, Outcome, limit_sets, made, option_sets, outcomes, plain
from rulespec.domains.cards import DECK, cards_text
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import exact
from rulespec.prove.states import placements, states

CASES = Path(__file__).parents[1] / "cases" / "own.jsonl"
_FACTORS = (1, 1, 1, 2, 3, "0.5", "1.5")  # of an amount that is permitted


@cache
def written(spec: str) -> tuple[Json, ...]:
    """The written cases of a spec, with irregularities, jackpots and wrong amounts among them."""
    cases = (json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines() if line.strip())
    return tuple(case for case in cases if case["spec"] == spec)


def drawn(chance: random.Random, settler: Settler, count: int) -> Iterator[Json]:
    """Rounds of one hand with random cards, wagers, acts, amounts and options; some with something left out."""
    spec = settler.spec
    names = [option.name for option in spec.options]
    # The limits of all wagers at once, in every combination, are too many to list for each draw.
    given = [*_options(spec.id, settler), *list(limit_sets(spec, names[:3]))]
    for _ in range(count):
        options = chance.choice(given)
        known, _ = option_facts(spec, options)
        wagers = chance.choice(list(placements(spec, [wager.name for wager in spec.wagers])))
        wagers = {name: _times(chance, amount) for name, amount in wagers.items()}
        found = list(states(settler, wagers, known))
        cards = chance.sample(DECK, 9)
        deal = {"board": cards_text(cards[:5]), "dealer": cards_text(cards[5:7]), "cards": cards_text(cards[7:])}
        yield _disturbed(chance, made(settler, chance.choice(found), deal, options))


_KEPT: dict[str, list[Json]] = {}


def _options(name: str, settler: Settler) -> list[Json]:
    if name not in _KEPT:
        _KEPT[name] = list(option_sets(settler.spec, [option.name for option in settler.spec.options]))
    return _KEPT[name]


def _times(chance: random.Random, amount: Any) -> Any:
    return exact(Fraction(amount) * Fraction(chance.choice(_FACTORS)))


def _disturbed(chance: random.Random, round_: Json) -> Json:
    """The round with an amount that may be wrong, and now and then with something that is not recorded."""
    (player,) = round_["players"]
    actions = [dict(action) for action in player["actions"]]
    for action in actions:
        if "amount" in action:
            action["amount"] = plain(_times(chance, action["amount"]))
    found = {**round_, "players": [{**player, "actions": actions}]}
    if chance.random() < 0.2:
        found.pop(chance.choice(("board", "dealer", "options")), None)
    if chance.random() < 0.1 and "board" in found:
        found["board"] = found["board"][:8]
    return found


def differing(
    first: Settler,
    second: Settler,
    rounds: Iterable[Mapping[str, Any]],
    as_seen: Callable[[Outcome | None], Outcome | None] = lambda found: found,
) -> str:
    """The first round that does not come to the same, as it is seen, with what it comes to; "" where all do."""
    for round_ in rounds:
        said = [as_seen(found) for found in outcomes((first, second), round_)]
        if said[0] != said[1]:
            return f"{json.dumps(round_)}: {said[0]} against {said[1]}"
    return ""
