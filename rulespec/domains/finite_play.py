"""Declared random experiments as exact distributions: outcomes with integer weights, that add up to how many there are.

A distribution is a mapping outcome -> weight; the chance of an outcome is its weight over the sum of all. Weights are
above 0. Everything here is a pure function, and counts without approximation.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TypeVar

from rulespec.domains.play import Tree

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)


def independent(parts: Sequence[Mapping[T, int]]) -> dict[tuple[T, ...], int]:
    """Several parts that know nothing of each other (dice): what each shows, in the order of the parts."""
    found: dict[tuple[T, ...], int] = {(): 1}
    for part in parts:
        found = {(*shown, one): weight * of for shown, weight in found.items() for one, of in part.items()}
    return found


def summed(parts: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """The sum of independent numbers, without listing what each part shows; in rising order."""
    found = {0: 1}
    for part in parts:
        more: dict[int, int] = {}
        for total, weight in found.items():
            for number, of in part.items():
                more[total + number] = more.get(total + number, 0) + weight * of
        found = more
    return dict(sorted(found.items()))


def in_turn(stock: Mapping[T, int], draws: int) -> dict[tuple[T, ...], int]:
    """Draws without replacement from a stock of so many of each kind, in the order drawn.

    The weights count the ways to draw single pieces: n (n-1) ... for n pieces. Raises ValueError where the stock is
    too small.
    """
    _enough(stock, draws)
    found: dict[tuple[T, ...], int] = {(): 1}
    for _ in range(draws):
        found = {
            (*shown, kind): weight * left
            for shown, weight in found.items()
            for kind, count in stock.items()
            if (left := count - shown.count(kind)) > 0
        }
    return found


def at_once(stock: Mapping[T, int], draws: int) -> dict[tuple[T, ...], int]:
    """The same where the order drawn does not matter: each kind as often as drawn, in the order of the stock.

    The weights count the sets of single pieces: C(n, draws) for n pieces. Raises ValueError as `in_turn`.
    """
    _enough(stock, draws)
    found: dict[tuple[T, ...], int] = {(): 1}
    for kind, count in stock.items():
        found = {
            (*shown, *(kind,) * taken): weight * comb(count, taken)
            for shown, weight in found.items()
            for taken in range(min(count, draws - len(shown)) + 1)
        }
    return {shown: weight for shown, weight in found.items() if len(shown) == draws}


def told(outcomes: Mapping[T, int], tell: Callable[[T], S]) -> dict[S, int]:
    """What `tell` says of each outcome, with the weights of outcomes that are told alike put together."""
    found: dict[S, int] = {}
    for outcome, weight in outcomes.items():
        said = tell(outcome)
        found[said] = found.get(said, 0) + weight
    return found


def mean(outcomes: Mapping[T, int], value: Callable[[T], int | Fraction]) -> Fraction:
    """The mean of a value over all outcomes, exact. Raises ValueError where there are no outcomes."""
    total = sum(outcomes.values())
    if not total:
        raise ValueError("there is no outcome to take the mean of")
    return sum((value(outcome) * Fraction(weight) for outcome, weight in outcomes.items()), Fraction(0)) / total


def unseen_play(tree: Tree, worth: Sequence[Fraction]) -> tuple[int, dict[int, int]]:
    """The line of a tree that is best for who learns nothing between decisions, and the move taken at each node met.

    `worth` is what each line is worth. Of moves that are worth the same the first is taken.
    """
    if not tree.nodes:
        return 0, {}
    values: dict[int, Fraction] = {}

    def of(move: int) -> Fraction:
        return worth[~move] if move < 0 else values[move]

    best: dict[int, int] = {}
    for place in reversed(range(len(tree.nodes))):  # a node leads to later nodes only
        moves = tree.nodes[place].moves
        best[place] = max(range(len(moves)), key=lambda one: (of(moves[one]), -one))
        values[place] = of(moves[best[place]])
    at, taken = 0, {}
    while at >= 0:
        taken[at] = best[at]
        at = tree.nodes[at].moves[best[at]]
    return ~at, taken


def _enough(stock: Mapping[T, int], draws: int) -> None:
    pieces = sum(stock.values())
    if not 0 <= draws <= pieces:
        raise ValueError(f"{draws} cannot be drawn from a stock of {pieces}")
