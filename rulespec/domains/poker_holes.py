"""Starting hands: two cards up to suits. There are 169, written `AKs` (of one suit), `AKo` (of two) and `AA`."""

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any

from rulespec.domains.cards import RANKS, Card

COUNT = 169

# What a condition may ask of a player's two cards. High and low are places in the vocabulary's list of card values.
FACTS: Mapping[str, str] = {
    "player.hole_pair": "truth",
    "player.hole_suited": "truth",
    "player.hole_high": "enum",
    "player.hole_low": "enum",
}


def place_of(hole: Sequence[Card]) -> int:
    """The place of two cards' starting hand in NAMES."""
    low, high = sorted(hole)
    top, suited = high >> 2, (low & 3) == (high & 3)
    return top * top + 2 * (low >> 2) + suited  # below `top` are squares; a pair comes after its suited neighbours


def parts_of(place: int) -> tuple[int, int, bool]:
    """The higher rank, the lower rank, and whether both cards are of one suit."""
    high = isqrt(place)
    low, suited = divmod(place - high * high, 2)
    return high, low, bool(suited)


def ways(place: int) -> int:
    """How many pairs of cards are this starting hand: 6, 4 or 12."""
    high, low, suited = parts_of(place)
    return 6 if high == low else 4 if suited else 12


def facts_of(place: int) -> Mapping[str, Any]:
    """The facts of a starting hand, keyed as conditions ask for them."""
    high, low, suited = parts_of(place)
    return dict(zip(FACTS, (high == low, suited, high, low), strict=True))


def _name(place: int) -> str:
    high, low, suited = parts_of(place)
    return RANKS[high] + RANKS[low] + ("" if high == low else "s" if suited else "o")


NAMES: tuple[str, ...] = tuple(map(_name, range(COUNT)))  # by place
PLACES: Mapping[str, int] = {name: place for place, name in enumerate(NAMES)}
