"""Dealing from a shoe by a table of draws: which hand gets a card, which hand then draws, and on what.

No game is known here. A tableau is data: whose each card of the first deal is, and in which order hands are then asked
whether they draw, by rules that either demand a card or forbid one. Nothing is filled in: where no rule speaks, or two
speak differently, the deal stops there and says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

# What a card is to the rules: its place in a list of kinds that the caller chose (values, ranks, or whole cards).
Kind: TypeAlias = int
Hands: TypeAlias = tuple[tuple[Kind, ...], ...]


@dataclass(frozen=True, slots=True)
class DrawRule:
    """A rule that demands (`draws`) or forbids a card where `when` holds of the hands so far.

    `overrides` are the places of rules of the same step that do not count where this one holds.
    """

    when: Callable[[Hands], bool]
    draws: bool
    overrides: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """The moment at which a hand takes one more card or does not; `reads` are the hands that its rules ask about.

    Without `reads` they may ask about all.
    """

    hand: int
    rules: tuple[DrawRule, ...]
    reads: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Tableau:
    """The first deal (the hand that each card goes to, in dealing order) and the steps after it."""

    hands: int
    first: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def longest(self) -> int:
        """The most cards that a round can take."""
        return len(self.first) + len(self.steps)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules of a step say, and which of them said it (their places)."""

    says: Literal["draw", "stay", "silent", "conflict"]
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """How a round was dealt: the hands, a ruling for each step that was reached, and how many cards that took.

    The last ruling is `silent` or `conflict` where the rules do not tell how to go on; the deal ends there.
    """

    hands: Hands
    rulings: tuple[Ruling, ...]
    used: int

    @property
    def told(self) -> bool:
        """Whether the rules told of every step what to do."""
        return all(ruling.says in ("draw", "stay") for ruling in self.rulings)


class TooFewCards(Exception):
    """The cards end before the round does; `hand` is the one that waits for a card, `needed` the least it takes."""

    def __init__(self, hand: int, needed: int) -> None:
        super().__init__(f"the round needs at least {needed} cards")
        self.hand = hand
        self.needed = needed


def ruling(step: Step, hands: Hands) -> Ruling:
    """What the rules of a step say of these hands."""
    held = [place for place, rule in enumerate(step.rules) if rule.when(hands)]
    beaten = frozenset[int]().union(*(step.rules[place].overrides for place in held))
    by = tuple(place for place in held if place not in beaten)
    said = {step.rules[place].draws for place in by}
    if len(said) == 1:
        return Ruling("draw" if True in said else "stay", by)
    return Ruling("conflict" if said else "silent", by)


def deal(tableau: Tableau, cards: Sequence[Kind]) -> Deal:
    """The round that these cards make, in dealing order. Cards left over are not looked at: `used` tells how many were.

    Raises `TooFewCards`.
    """
    if len(cards) < len(tableau.first):
        raise TooFewCards(tableau.first[len(cards)], len(tableau.first))
    hands: Hands = tuple(
        tuple(card for card, owner in zip(cards, tableau.first, strict=False) if owner == hand)
        for hand in range(tableau.hands)
    )
    used = len(tableau.first)
    rulings: list[Ruling] = []
    for step in tableau.steps:
        rulings.append(ruling(step, hands))
        if rulings[-1].says in ("silent", "conflict"):
            break
        if rulings[-1].says == "draw":
            if used == len(cards):
                raise TooFewCards(step.hand, used + 1)
            hands = with_card(hands, step.hand, cards[used])
            used += 1
    return Deal(hands, tuple(rulings), used)


def with_card(hands: Hands, hand: int, card: Kind) -> Hands:
    """The hands after one of them got a card."""
    return (*hands[:hand], (*hands[hand], card), *hands[hand + 1 :])


def points(values: Sequence[int], modulus: int | None) -> int:
    """The point count of cards with these values: their sum, or what it leaves when divided by `modulus`."""
    total = sum(values)
    return total if modulus is None else total % modulus
