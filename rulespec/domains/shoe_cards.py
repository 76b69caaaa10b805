"""The cards of a shoe: so many decks, read from text, and sorted into the kinds that the rules of a game tell apart.

Ranks of one value are one kind where only the count of points matters, and each rank is one where ranks are compared.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.domains.cards import RANKS, SUITS, Card, CardError, card_text, read_cards
from rulespec.domains.shoe_deal import Kind


@dataclass(frozen=True, slots=True)
class Sorting:
    """Which kind each rank is (in the order of `RANKS`), and the value of each kind."""

    kinds: tuple[Kind, ...]
    values: tuple[int, ...]

    def kind(self, card: Card) -> Kind:
        """The kind of a card."""
        return self.kinds[card // len(SUITS)]

    def shoe(self, decks: int) -> tuple[int, ...]:
        """How many cards of each kind so many decks have."""
        many = Counter(self.kinds)
        return tuple(many[kind] * len(SUITS) * decks for kind in range(len(self.values)))


def by_value(values: Mapping[str, int]) -> Sorting:
    """Ranks of one value are one kind, the least value first. Raises ValueError for a rank that has none."""
    _each_rank(values)
    order = sorted({values[rank] for rank in RANKS})
    return Sorting(tuple(order.index(values[rank]) for rank in RANKS), tuple(order))


def by_rank(values: Mapping[str, int]) -> Sorting:
    """Each rank is a kind. Raises ValueError for a rank that has no value."""
    _each_rank(values)
    return Sorting(tuple(range(len(RANKS))), tuple(values[rank] for rank in RANKS))


def read_shoe(texts: Sequence[str], decks: int) -> tuple[tuple[Card, ...], ...]:
    """The cards of each text, all from one shoe of so many decks.

    Raises `CardError` for a word that is no card, and for a card of which there are more than decks.
    """
    read = tuple(read_cards(text) for text in texts)
    for card, many in Counter(card for cards in read for card in cards).items():
        if many > decks:
            text = card_text(card)
            have = "one deck has it once" if decks == 1 else f"{decks} decks have it {decks} times"
            raise CardError(f"the card `{text}` is there {many} times, and {have}", text)
    return read


def _each_rank(values: Mapping[str, int]) -> None:
    without = [rank for rank in RANKS if rank not in values]
    if without:
        raise ValueError(f"the rank `{without[0]}` has no value")
