"""The contract between the rules of a game and whoever plays it best: decisions, what they lead to, what that pays.

Nothing here knows a rule or a card. A *line* is one way to play a round to its end; a *node* is a point at which the
player chooses, knowing some of what is dealt; a *cell* is what is dealt, as far as the payments of all lines tell
deals apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from rulespec.model.expr import Expr

Cell = tuple[str, ...]
Cases = tuple[tuple[tuple[Expr, bool], ...], ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A decision. `shown` is how many shared cards the player sees; `moves` are where each act leads.

    A move is the place of a later node, or `~line` (negative) for an act after which nothing is decided. Of moves that
    are worth the same the first is taken. Where the cards seen decide which moves there are, `when` has for each move
    the cases in which it is there, by conditions and how they come out; it is empty where all always are.
    """

    shown: int
    moves: tuple[int, ...]
    when: "tuple[Cases, ...]" = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """All decisions of a round: the first node is the root, each leads to later nodes only; `lines` are counted."""

    nodes: tuple[Node, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What each line pays in each cell, in integers: the net is `tables[line][cell] / unit`, per first wager.

    `features` say what the values of a cell are (`poker_features`); a cell that is absent pays nothing. `hole` holds,
    for each line, what it pays beside that by the starting hand alone, by name and in the same unit, as a sum over
    `hole_scale` further deals.
    """

    features: tuple[str, ...]
    unit: int
    tables: tuple[Mapping[Cell, int], ...]
    hole: tuple[Mapping[str, int], ...] = ()
    hole_scale: int = 1


@dataclass(frozen=True, slots=True)
class StartingHand:
    """A class of starting hands: how many deals, and what each move of the root is worth (None where not offered)."""

    name: str
    deals: int
    values: tuple[Fraction, ...]

    @property
    def best(self) -> int:
        """The place of the move that is worth most, the first of several."""
        return max(range(len(self.values)), key=lambda place: (self.values[place], -place))


@dataclass(frozen=True, slots=True)
class Solved:
    """Best play: what it is worth and what comes of it.

    `value` is the expected net per first wager. `counts` says, for each line, in how many of `total` equally likely
    deals (cards and the order in which they are turned up) the line is taken and each cell comes up. `moves` says for
    each node how many of `total` deals take each of its moves. `hands` are the starting hands, where there are any.
    """

    value: Fraction
    total: int
    counts: tuple[Mapping[Cell, int], ...]
    moves: tuple[tuple[int, ...], ...]
    hands: tuple[StartingHand, ...] = ()


HOLE = "hole"  # the feature that is the starting hand, for which `Payoffs.hole` and `Solved.hands` have names


@dataclass(frozen=True, slots=True)
class DealtCell:
    """One combination of values of some features, its number of deals, and one of them as a round records it."""

    values: Cell
    weight: int
    deal: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tally:
    """All combinations of values of some features that can be dealt; the weights add up to `total`."""

    features: tuple[str, ...]
    total: int
    cells: tuple[DealtCell, ...]


@runtime_checkable
class Countable(Protocol):
    """A game whose deals can be counted by what rules read of them."""

    @property
    def settled_by(self) -> tuple[str, ...]:
        """The features of the cells in which `Payoffs` say what lines pay."""
        ...

    def reads(self, exprs: Sequence[Expr]) -> frozenset[str]:
        """The features that tell what these conditions and amounts read of a deal. Raises `Inconclusive`."""
        ...

    def tally(self, features: frozenset[str]) -> Tally:
        """The deals by these features, or by any where there are none. Raises `Inconclusive`."""
        ...

    def shown_with(self, feature: str) -> int | None:
        """How many shared cards must lie there for a player to know a feature; None where more is needed."""
        ...


@runtime_checkable
class Solvable(Protocol):
    """A game whose best play can be found."""

    def solve(self, tree: Tree, payoffs: Payoffs) -> Solved:
        """The best play of a tree with these payoffs. Raises `Inconclusive`."""
        ...


@runtime_checkable
class Sighted(Protocol):
    """A game in which the cards that a player sees may decide what can be done."""

    def sees(self, shown: int) -> frozenset[str]:
        """The facts that a player knows when so many cards lie face up."""
        ...


@runtime_checkable
class Spotted(Protocol):
    """A game in which what each act is worth can be told for certain cards."""

    def at(self, tree: Tree, payoffs: Payoffs, cards: str, board: str) -> Mapping[int, tuple[Fraction, ...]]:
        """What each move is worth to who holds these cards and sees this board, at each node taken there.

        Raises as `check_at`, and `Inconclusive` where the game cannot be solved.
        """
        ...

    def check_at(self, tree: Tree, cards: str, board: str) -> None:
        """Raises `ValueError` for texts that are no cards of a player and of a board on which something is decided."""
        ...


@runtime_checkable
class Selectable(Protocol):
    """A game that a table plays with one of several experiments: which of its wheels, how many of its cards."""

    def selections(self) -> Mapping[str, tuple[str, ...]]:
        """What there is to choose and what from, by names other than those of options; the first is the usual one."""
        ...

    def select(self, chosen: Mapping[str, str]) -> Any:
        """The game of a table that chose these; what is not named stays open."""
        ...
