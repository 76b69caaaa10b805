"""Counting every round that a shoe can give, exactly: whole numbers, cards never put back.

Cards of one kind are dealt as one, with the number of ways to pick them, so that a shoe of eight decks is no more work
than one. Which cards come first does not change how often a round comes, so a hand is dealt only when a rule reads it;
once it draws no more, all its deals that no rule tells apart go on together, whatever they leave in the shoe.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import factorial, perm, prod
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from rulespec.domains.shoe_deal import Hands, Kind, Ruling, Step, Tableau, ruling, with_card
from rulespec.errors import Inconclusive

Cell = TypeVar("Cell", bound=Hashable)
Numbers: TypeAlias = NDArray[Any]  # of int64 where the ways to deal a round fit it, or else of Python's own

_MOST = 30_000_000  # shoes gone through, about half a minute
_EACH = 20  # what handling some shoes at once costs, in shoes


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

    With `in_order`, the first cards of a hand stand as they were dealt; without it, they stand by kind. Hands with one
    `alike` are the same to all rules and to `tell`. `tell` is asked of rounds that the rules leave open too: their last
    ruling says so. Raises ValueError where the shoe may end before the round does, and `Inconclusive` where there are
    too many deals to go through.
    """
    held, longest = sum(shoe), tableau.longest
    if held < longest:
        raise ValueError(f"a round may take {longest} cards, and the shoe has {held}")
    total = perm(held, longest)
    counting = _Counting(tableau, len(shoe), in_order, alike or _itself)
    kind = np.int64 if total < 2**63 else object
    states = [_State(((),) * tableau.hands, (), np.array([shoe], dtype=kind), np.array([1], dtype=kind))]
    *parts, last = _parts(tableau)
    for part in parts:
        states = counting.merged(after for state in states for after in counting.played(part, state))
    weights: dict[Cell, int] = {}
    for played in (after for state in states for after in counting.played(last, state, last=True)):
        used = len(tableau.first) + sum(one.says == "draw" for one in played.said)
        # Cards that are not needed may come in any order, so that rounds of all lengths weigh alike.
        ways = sum(played.ways.tolist()) * perm(held - used, longest - used)
        cell = tell(played.hands, played.said)
        weights[cell] = weights.get(cell, 0) + ways
    return Counted(total, weights)


def _itself(hands: Hands) -> Hashable:
    return hands


@dataclass(frozen=True, slots=True)
class _First:
    """The first cards of a hand."""

    hand: int
    many: int


_Move: TypeAlias = _First | tuple[int, Step]  # a step stands with its place


def _parts(tableau: Tableau) -> Iterator[tuple[_Move, ...]]:
    """The moves of a round, each hand dealt as late as may be; a part ends where some hand gets no more cards."""
    shown: set[int] = set()
    part: list[_Move] = []
    last = {step.hand: place for place, step in enumerate(tableau.steps)}
    for place, step in (*enumerate(tableau.steps), (len(tableau.steps), None)):
        for hand in range(tableau.hands):
            if hand not in shown and (step is None or step.reads is None or hand in step.reads or hand == step.hand):
                shown.add(hand)
                part.append(_First(hand, tableau.first.count(hand)))
                if hand not in last:
                    yield tuple(part)
                    part = []
        if step is not None:
            part.append((place, step))
            if last[step.hand] == place:
                yield tuple(part)
                part = []


@dataclass(frozen=True, slots=True)
class _State:
    """Deals that are the same to the rules: hands of one of them, and the shoes that they leave, a row for each.

    `ways` tells for each row how many orders of the cards that were dealt leave it.
    """

    hands: Hands
    said: tuple[Ruling, ...]
    left: Numbers
    ways: Numbers

    @property
    def ended(self) -> bool:
        return bool(self.said) and self.said[-1].says in ("silent", "conflict")


@dataclass
class _Counting:
    tableau: Tableau
    kinds: int
    in_order: bool
    alike: Callable[[Hands], Hashable]
    known: dict[tuple[int, Hashable], Ruling] = field(default_factory=dict)
    done: int = 0

    def played(self, moves: Sequence[_Move], state: _State, last: bool = False) -> Iterator[_State]:
        """What some moves make of a state, card by card; where they are the `last`, nobody asks for the shoes left."""
        if not moves:
            yield state
            return
        move, *more = moves
        if isinstance(move, _First):
            for after in self._dealt(state, move.hand, move.many, ends=last and not more):
                ways = after.ways if self.in_order else after.ways * _orders(after.hands[move.hand])
                yield from self.played(more, replace(after, ways=ways), last)
            return
        if state.ended:
            yield from self.played(more, state, last)
            return
        place, step = move
        key = place, self.alike(state.hands)
        if key not in self.known:
            self.known[key] = ruling(step, state.hands)
        after = _State(state.hands, (*state.said, self.known[key]), state.left, state.ways)
        if self.known[key].says != "draw":
            yield from self.played(more, after, last)
            return
        for given in self._dealt(after, step.hand, 1, ends=last and not more):
            yield from self.played(more, given, last)

    def _dealt(self, state: _State, hand: int, many: int, least: Kind = 0, *, ends: bool) -> Iterator[_State]:
        """The states after a hand got so many cards, of a kind no less than `least`; the round may end with them."""
        if not many:
            yield state
            return
        if many == 1 and ends:
            self._work(len(state.ways))
            for card, ways in enumerate((state.ways @ state.left).tolist()):
                if ways and card >= least:
                    after = np.array([ways], dtype=state.ways.dtype)
                    yield _State(with_card(state.hands, hand, card), state.said, state.left[:0], after)
            return
        for card in range(least, self.kinds):
            given = self._given(state, hand, card)
            if len(given.ways):
                yield from self._dealt(given, hand, many - 1, 0 if self.in_order else card, ends=ends)

    def _given(self, state: _State, hand: int, card: Kind) -> _State:
        """The state after a hand got a card, without the shoes that had none of it."""
        self._work(len(state.ways))
        there = state.left[:, card]
        left, ways = state.left, state.ways * there
        if not there.all():
            left, ways = left[there > 0], ways[there > 0]
        else:
            left = left.copy()
        left[:, card] -= 1
        return _State(with_card(state.hands, hand, card), state.said, left, ways)

    def _work(self, shoes: int) -> None:
        self.done += _EACH + shoes
        if self.done > _MOST:
            message = "the hands of this shoe can be dealt in more ways than are counted"
            raise Inconclusive(f"{message}; measure less of each hand, or deal fewer hands or cards")

    def merged(self, states: Iterator[_State]) -> list[_State]:
        """One state for all that are the same to the rules from here on, and one row for each shoe that they leave."""
        found: dict[Hashable, tuple[_State, dict[tuple[int, ...], int]]] = {}
        for state in states:
            played = len(state.said)
            drawing = {step.hand for step in self.tableau.steps[played:]}
            live = tuple(hand for place, hand in enumerate(state.hands) if place in drawing)
            _, rows = found.setdefault((self.alike(state.hands), state.said, live), (state, {}))
            for row, ways in zip(map(tuple, state.left.tolist()), state.ways.tolist(), strict=True):
                rows[row] = rows.get(row, 0) + ways
        return [
            _State(
                state.hands,
                state.said,
                np.array([*rows], dtype=state.left.dtype),
                np.array([*rows.values()], dtype=state.ways.dtype),
            )
            for state, rows in found.values()
        ]


def _orders(cards: tuple[Kind, ...]) -> int:
    """In how many orders these cards may come."""
    return factorial(len(cards)) // prod(factorial(cards.count(card)) for card in set(cards))
