"""Playing cards for a page: what each card shows, how it is read aloud, and the shapes of the suits."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.domains.cards import CardError, card_text, parse_cards

_RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"} | dict(
    zip("23456789", "two three four five six seven eight nine".split(), strict=True)
)
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

# One closed shape a suit, in a square of 20 by 20: told apart by form, with colour only on top of it.
SUIT_PATHS: Mapping[str, str] = {
    "clubs": (
        "M10 .8a4.3 4.3 0 0 1 3.5 6.8A4.3 4.3 0 1 1 11 14.4c.2 1.9.8 3.4 2 4.8H7c1.2-1.4 1.8-2.9 2-4.8"
        "a4.3 4.3 0 1 1-2.5-6.8A4.3 4.3 0 0 1 10 .8z"
    ),
    "diamonds": "M10 .5 16.8 10 10 19.5 3.2 10z",
    "hearts": (
        "M10 18.8C4.5 14 .8 10.8.8 6.7.8 3.8 3 1.6 5.7 1.6c1.8 0 3.4 1 4.3 2.6"
        ".9-1.6 2.5-2.6 4.3-2.6 2.7 0 4.9 2.2 4.9 5.1 0 4.1-3.7 7.3-9.2 12.1z"
    ),
    "spades": (
        "M10 .6c2.3 4.2 8.7 6.9 8.7 11.3 0 2.5-1.9 4.2-4.1 4.2-1.5 0-2.8-.7-3.6-1.8.2 2 .8 3.5 2 4.9H7"
        "c1.2-1.4 1.8-2.9 2-4.9-.8 1.1-2.1 1.8-3.6 1.8-2.2 0-4.1-1.7-4.1-4.2C1.3 7.5 7.7 4.8 10 .6z"
    ),
}


@dataclass(frozen=True, slots=True)
class Face:
    """One card: `Th` shows `10` and hearts, is read as `ten of hearts`, and is red."""

    text: str
    rank: str
    suit: str
    name: str
    red: bool


def faces(text: str) -> tuple[Face, ...]:
    """The cards of a text such as `Ah Kd`, in its order. Raises `ValueError` for what is no list of cards."""
    return tuple(_face(card_text(card)) for card in parse_cards(text))


def faces_or_none(text: object) -> tuple[Face, ...]:
    """The same, but nothing where the text cannot be drawn, so that a page can fall back to the text itself."""
    if not isinstance(text, str):
        return ()
    try:
        return faces(text)
    except CardError:
        return ()


def _face(text: str) -> Face:
    rank, suit = text[0], _SUITS[text[1]]
    return Face(text, rank.replace("T", "10"), suit, f"{_RANKS[rank]} of {suit}", suit in ("diamonds", "hearts"))
