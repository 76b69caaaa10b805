"""The cards that a round records, as facts of each hand: all in one order, or each hand's by itself."""

from collections.abc import Sequence
from typing import Any

from rulespec.domains.base import Dealt, Fault, RoundFault
from rulespec.domains.cards import Card, CardError, cards_text
from rulespec.domains.shoe_cards import read_shoe
from rulespec.domains.shoe_deal import Tableau, TooFewCards, deal
from rulespec.domains.shoe_drawn import clauses, drawn_of
from rulespec.domains.shoe_setup import DEALER, ORDER, OWN, Shoe
from rulespec.model.round import Player, Round

OUTCOME, CARDS = "outcome", "shoe"  # where a round records the cards of hands of the table
_ONE_ORDER = f"give all cards in dealing order as `{OUTCOME}: {{{CARDS}: ...}}`"
_EACH_HAND = "give each player's `cards` and those of the `dealer`"


def one_order(shoe: Shoe, tableau: Tableau, decks: int, played: Round) -> Sequence[Dealt]:
    """What each player sees of hands of the table, from all cards in order. Raises `RoundFault`."""
    faults = [
        Fault(f"all hands of this game are of the table, and `{where}` gives cards of one", where, _ONE_ORDER)
        for where, cards in (("board", played.board), ("dealer", played.dealer))
        if cards is not None
    ]
    faults += [
        Fault(
            f"seat {player.seat} holds cards, and all hands of this game are of the table",
            f"seat {player.seat}",
            _ONE_ORDER,
        )
        for player in played.players
        if player.cards is not None
    ]
    faults += [
        Fault(f"`{key}` is not what comes up in this game", OUTCOME, _ONE_ORDER)
        for key in played.outcome or {}
        if key != CARDS
    ]
    if faults:
        raise RoundFault(*faults)
    missing = f"all cards in dealing order (`{OUTCOME}: {{{CARDS}: ...}}`)"
    text = (played.outcome or {}).get(CARDS)
    if text is None:
        return [Dealt(None, missing, dict) for _ in played.players]
    (cards,) = _cards(decks, [(text, OUTCOME)])
    kinds = tuple(map(shoe.sorting.kind, cards))
    try:
        found = deal(tableau, kinds)
    except TooFewCards as few:
        needed = f"{missing}: at least {few.needed}, and {len(cards)} are there"
        return [Dealt((None, len(cards)), needed, dict) for _ in played.players]
    if found.told and found.used < len(cards) and not played.events:
        more = cards_text(cards[found.used :])
        message = f"the round ends after {found.used} cards, and `{more}` is recorded too"
        hint = "leave it out, or record the irregularity by which it came"
        raise RoundFault(Fault(message, OUTCOME, hint, clauses(shoe, found.rulings)))
    drawn = drawn_of(shoe, found.hands, found.rulings, 1)
    return [Dealt(tuple(drawn.facts.items()), "", lambda: drawn.facts) for _ in played.players]


def each_hand(shoe: Shoe, decks: int, played: Round) -> Sequence[Dealt]:
    """What each player sees of their own cards and the dealer's, as far as they were dealt. Raises `RoundFault`."""
    if played.board is not None or played.outcome is not None:
        where = "board" if played.board is not None else OUTCOME
        raise RoundFault(Fault(f"nothing of this game is recorded under `{where}`", where, _EACH_HAND))
    texts = [(played.dealer or "", DEALER), *((one.cards or "", f"seat {one.seat}") for one in played.players)]
    dealer, *own = _redealt(shoe, decks, played, _cards(decks, texts))
    for cards, where in ((dealer, DEALER), *zip(own, (f"seat {one.seat}" for one in played.players), strict=True)):
        most = shoe.deal.count(DEALER if where == DEALER else OWN)
        if len(cards) > most and not played.events:
            message = f"{where} has {len(cards)} cards, and a hand gets {most}"
            raise RoundFault(Fault(message, where, "record the irregularity by which there are more"))
    return [_hand(shoe, dealer, mine) for mine in own]


def _hand(shoe: Shoe, dealer: Sequence[Card], mine: Sequence[Card]) -> Dealt:
    facts: dict[str, Any] = {}
    for name, cards in ((OWN, mine), (DEALER, dealer)):
        kinds = tuple(map(shoe.sorting.kind, cards))
        told = shoe.facts(name, kinds)
        # What turns on a card that is not recorded is not known.
        facts |= {
            one.fact: told[one.fact]
            for one in shoe.measures
            if one.hand == name and (one.number or shoe.deal.count(name)) <= len(cards)
        }
    missing = [
        f"the {whose}'s cards ({len(cards)} of {shoe.deal.count(name)} {'is' if len(cards) == 1 else 'are'} there)"
        for whose, name, cards in (("hand", OWN, mine), ("dealer", DEALER, dealer))
        if len(cards) < shoe.deal.count(name)
    ]
    return Dealt(tuple(facts.items()), " and ".join(missing), lambda: facts)


def _cards(decks: int, texts: Sequence[tuple[Any, str]]) -> Sequence[tuple[Card, ...]]:
    """The cards of several texts, each with the place that it is recorded at. Raises `RoundFault`."""
    for text, where in texts:
        if not isinstance(text, str):
            raise RoundFault(Fault(f"`{where}`: cards are a text such as `2c Kd 3d`", where))
    try:
        return read_shoe([text for text, _ in texts], decks)
    except CardError as error:
        where = next((where for text, where in texts if error.token in text.split()), "")
        raise RoundFault(Fault(f"{where}: {error.message}", where)) from None


def _redealt(shoe: Shoe, decks: int, played: Round, cards: Sequence[tuple[Card, ...]]) -> Sequence[Sequence[Card]]:
    """The cards of the dealer and of each player, after irregularities that put them in order."""
    hands = [list(each) for each in cards]
    for event in played.events:
        start = dict(shoe.redealt).get(str(event.get("event")))
        if start is None or ORDER not in event:
            continue
        (order,) = _cards(decks, [(event[ORDER], str(event["event"]))])
        dealer, *own = hands
        # Those who get a card: who placed what the card is for; the dealer is last.
        taking = [one for one, player in zip(own, played.players, strict=True) if _takes(player, start)]
        for each in (*taking, dealer):
            del each[start - 1 :]
        every = [*((hand, OWN) for hand in taking), (dealer, DEALER)]
        for place, card in enumerate(order):
            hand, owner = every[place % len(every)]
            if len(hand) < shoe.deal.count(owner):
                hand.append(card)
    return hands


def _takes(player: Player, start: int) -> bool:
    """Whether a player's hand gets its card of that place: its first ones with a wager, later ones with another."""
    return bool(player.wagers) and (start == 1 or any(action.wager for action in player.actions))
