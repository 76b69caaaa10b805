"""Counting every round that a shoe can give, exactly: whole numbers, cards never put back.

Cards of one kind are dealt as one, with the number of ways to pick them, so that a shoe of eight decks is no more work
than one. Where the order of the first cards within a hand tells rules nothing it is not kept; cards drawn later stand
behind them in their order.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import perm
from typing import Generic, TypeVar

from rulespec.domains.shoe_deal import Hands, Ruling, Tableau, ruling, with_card

Cell = TypeVar("Cell", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Counted(Generic[Cell]):
    """How many orders of the cards give each cell; together they are `total`."""

    total: int
    weights: dict[Cell, int]


def count(
    tableau: Tableau,
    shoe: tuple[int, ...],
    tell: Callable[[Hands, tuple[Ruling, ...]], Cell],
    in_order: bool = False,
    alike: Callable[[Hands], Hashable] | None = None,
) -> Counted[Cell]:
    """Every round from a shoe with so many cards of each kind, by what `tell` makes of its hands and rulings.

    With `in_order`, the first cards of a hand stand as they were dealt. Rules are asked once of hands with one `alike`.
    `tell` is asked of rounds that the rules leave open too: their last ruling says so. Raises ValueError where the shoe
    may end before the round does.
    """
    alike = alike or _itself
    held, longest = sum(shoe), tableau.longest
    if held < longest:
        raise ValueError(f"a round may take {longest} cards, and the shoe has {held}")
    # Cards that are not needed may come in any order, so that rounds of all lengths weigh alike.
    unused = [perm(held - used, longest - used) for used in range(longest + 1)]
    weights: dict[Cell, int] = {}
    known: dict[tuple[int, Hashable], Ruling] = {}
    left: list[int] = []

    def play(hands: Hands, place: int, said: tuple[Ruling, ...], used: int, ways: int) -> None:
        """Go on from one of the steps with so many cards left, and put these back."""
        for at in range(place, len(tableau.steps)):
            step, key = tableau.steps[at], (at, alike(hands))
            if key not in known:
                known[key] = ruling(step, hands)
            said = (*said, known[key])
            if known[key].says in ("silent", "conflict"):
                break
            if known[key].says == "draw":
                for card, there in enumerate(left):
                    if there:
                        left[card] = there - 1
                        play(with_card(hands, step.hand, card), at + 1, said, used + 1, ways * there)
                        left[card] = there
                return
        cell = tell(hands, said)
        weights[cell] = weights.get(cell, 0) + ways * unused[used]

    for hands, ways in _first(tableau, shoe, in_order).items():
        left[:] = shoe
        for hand in hands:
            for card in hand:
                left[card] -= 1
        play(hands, 0, (), len(tableau.first), ways)
    return Counted(perm(held, longest), weights)


def _itself(hands: Hands) -> Hashable:
    return hands


def _first(tableau: Tableau, shoe: tuple[int, ...], in_order: bool) -> dict[Hands, int]:
    """The hands after the first deal, with the number of ways to each."""
    reached: dict[Hands, int] = {((),) * tableau.hands: 1}
    for owner in tableau.first:
        following: dict[Hands, int] = {}
        for hands, ways in reached.items():
            for card, there in enumerate(shoe):
                left = there - sum(hand.count(card) for hand in hands)
                if left > 0:
                    hand = (*hands[owner], card) if in_order else tuple(sorted((*hands[owner], card)))
                    after = (*hands[:owner], hand, *hands[owner + 1 :])
                    following[after] = following.get(after, 0) + ways * left
        reached = following
    return reached
