"""The cards of one 52-card deck, as text and as small integers.

A card is written as its rank, one of `23456789TJQKA`, and its suit, one of `cdhs`: `Ah`, `Td`. In memory it is an
integer from 0 to 51, `4 * rank + suit`, so that the higher of two cards by rank is the larger by number.
"""

from typing import NoReturn, TypeAlias

Card: TypeAlias = int

RANKS = "23456789TJQKA"  # lowest first
SUITS = "cdhs"

_TEXTS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS: dict[str, Card] = {text: card for card, text in enumerate(_TEXTS)}
_CARD = _CARDS.__getitem__

DECK: tuple[Card, ...] = tuple(range(52))


class CardError(ValueError):
    """A text that is not a list of cards. `token` is the word at fault, `message` what is wrong with it."""

    def __init__(self, message: str, token: str) -> None:
        super().__init__(message)
        self.message = message
        self.token = token


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `Ah Kd`, in its order; none for an empty text.

    Raises CardError for the first word that is no card, and for a card that stands in the text twice.
    """
    cards = read_cards(text)
    if len(set(cards)) != len(cards):
        words = text.split()
        again = next(word for place, word in enumerate(words) if word in words[:place])
        raise CardError(f"the card `{again}` is there twice", again)
    return cards


def read_cards(text: str) -> tuple[Card, ...]:
    """The same for those who look for repeated cards themselves, over more than one text."""
    words = text.split()
    try:
        return tuple(map(_CARD, words))
    except KeyError:
        _refuse(words)


def card_text(card: Card) -> str:
    """One card as text: `Ah`."""
    return _TEXTS[card]


def cards_text(cards: tuple[Card, ...] | list[Card]) -> str:
    """Cards as text, in their order, separated by a space: `Ah Kd`."""
    return " ".join([_TEXTS[card] for card in cards])


def _refuse(words: list[str]) -> NoReturn:
    """Raise the error for the first word that is no card."""
    word = next(word for word in words if word not in _CARDS)
    raise CardError(f"`{word}` is no card: {_fault(word)}", word)


def _fault(word: str) -> str:
    """What is wrong with a word that is no card, and how to write what was probably meant."""
    if word.startswith("10"):
        return f"write ten as `T`: `T{word[2:]}`"
    pieces = [word[at : at + 2] for at in range(0, len(word), 2)]
    if len(pieces) > 1 and all(piece in _CARDS for piece in pieces):
        return f"put a space between cards: `{' '.join(pieces)}`"
    pieces = word.replace(",", " ").replace(";", " ").split()
    if all(piece in _CARDS for piece in pieces) and pieces:
        return f"separate cards by a space and nothing else: `{' '.join(pieces)}`"
    if len(word) != 2:
        return "a card is one character for the rank and one for the suit, as in `Ah`"
    rank, suit = word[0], word[1]
    if rank in SUITS and suit.upper() in RANKS:
        return f"write the rank before the suit: `{suit.upper()}{rank}`"
    if rank not in RANKS and rank.upper() in RANKS:
        return f"write the rank as a capital: `{rank.upper()}{suit}`"
    if rank not in RANKS:
        return f"`{rank}` is no rank, which is one of `{RANKS}`"
    if suit.lower() in SUITS:
        return f"write the suit in lower case: `{rank}{suit.lower()}`"
    return f"`{suit}` is no suit, which is one of `{SUITS}`"
