"""Deals that show a cell: real cards, written out whole."""

from rulespec.domains.cards import DECK, Card, cards_text
from rulespec.domains.poker_features import Deal

_STIRRED = tuple((23 * card + 7) % 52 for card in DECK)  # the deck in an order without pattern: 23 and 52 are coprime


def unused(*used: tuple[Card, ...]) -> list[Card]:
    """The cards of the deck that are in none of these hands, in no telling order."""
    gone = {card for cards in used for card in cards}
    return [card for card in _STIRRED if card not in gone]


def deal_of(
    flop: tuple[Card, ...],
    rest: tuple[Card, ...],
    player: tuple[Card, ...],
    dealer: tuple[Card, ...],
    other: tuple[Card, ...],
) -> Deal:
    """The deal as text; what is not given is filled from the unused cards."""
    spare = iter(unused(flop, rest, player, dealer, other))
    rest, dealer, other = (given or (next(spare), next(spare)) for given in (rest, dealer, other))
    board = (*sorted(flop, reverse=True), *rest)
    hands = [cards_text(tuple(sorted(hand, reverse=True))) for hand in (dealer, player, other)]
    return Deal(cards_text(board), *hands)
