"""Counting every round that a shoe can give, exactly: whole numbers, cards never put back.

Cards of one kind are dealt as one, with the number of ways to pick them, so that a shoe of eight decks is no more work
than one. Where the order of the first cards within a hand tells rules nothing it is not kept; cards drawn later stand
behind them in their order.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from math import perm
from typing import Generic, TypeVar

from rulespec.domains.shoe_deal import Hands, Kind, Ruling, Tableau, ruling, with_card

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
) -> Counted[Cell]:
    """Every round from a shoe with so many cards of each kind, by what `tell` makes of its hands and rulings.

    With `in_order`, the first cards of a hand stand as they were dealt. `tell` is asked of rounds that the rules leave
    open too: their last ruling says so. Raises ValueError where the shoe may end before the round does.
    """
    held, longest = sum(shoe), tableau.longest
    if held < longest:
        raise ValueError(f"a round may take {longest} cards, and the shoe has {held}")
    weights: dict[Cell, int] = {}
    for hands, ways in _first(tableau, shoe, in_order).items():
        left = list(shoe)
        for hand in hands:
            for card in hand:
                left[card] -= 1
        for end, rulings, used, more in _rest(tableau, hands, left, 0, ()):
            # Cards that are not needed may come in any order, so that rounds of all lengths weigh alike.
            weight = ways * more * perm(held - used, longest - used)
            cell = tell(end, rulings)
            weights[cell] = weights.get(cell, 0) + weight
    return Counted(perm(held, longest), weights)


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


def _rest(
    tableau: Tableau, hands: Hands, left: list[int], place: int, said: tuple[Ruling, ...]
) -> Iterator[tuple[Hands, tuple[Ruling, ...], int, int]]:
    """The ends of a round from one of its steps on: hands, rulings, cards used, ways. `left` is put back."""
    for at in range(place, len(tableau.steps)):
        step = tableau.steps[at]
        now = ruling(step, hands)
        said = (*said, now)
        if now.says in ("silent", "conflict"):
            break
        if now.says == "draw":
            for card, there in enumerate(left):
                if there:
                    yield from _drawn(tableau, with_card(hands, step.hand, card), left, card, at + 1, said)
            return
    yield hands, said, sum(map(len, hands)), 1


def _drawn(
    tableau: Tableau, hands: Hands, left: list[int], card: Kind, place: int, said: tuple[Ruling, ...]
) -> Iterator[tuple[Hands, tuple[Ruling, ...], int, int]]:
    """The same after a card was drawn, for each way to draw it."""
    there = left[card]
    left[card] -= 1
    for end, rulings, used, ways in _rest(tableau, hands, left, place, said):
        yield end, rulings, used, ways * there
    left[card] += 1
