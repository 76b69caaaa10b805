"""The contract of a domain. Everything outside this package knows domains only by it.

A domain sets a `Game` up for one spec. A game turns what a round records into facts, and says which combinations of
conditions can come up at all, how often, and by which deal.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rulespec.model.expr import Expr
from rulespec.model.round import Round
from rulespec.model.rows import Row
from rulespec.model.spec import Reading, Spec


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a round: what, where in it, what to do, and the clauses it goes against."""

    message: str
    where: str = ""
    hint: str = ""
    clauses: tuple[str, ...] = ()


class RoundFault(Exception):
    """A round that cannot be read or settled; `faults` say why."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


class SetupFault(Exception):
    """A spec that the domain cannot be set up for.

    `section` is the part of the spec at fault, with dots down to the entry (`hands.player.hand`); `more` are further
    faults of the spec.
    """

    def __init__(self, section: str, message: str, hint: str = "", more: "Sequence[SetupFault]" = ()) -> None:
        super().__init__(message)
        self.section = section
        self.hint = hint
        self.more = tuple(more)


CAME_UP = "came up"  # the fact that is the name of what came up, as rounds give it; no condition can ask for it
DEALING = "dealing"  # the fact that is the `Ruled` of a round dealt by rules; no condition can ask for it
NO_KIND = -1  # the kind of a hand that is not made yet: below all of them


def so_far(hand: str) -> str:
    """The fact that tells the kind of an unfinished hand: that of the cards dealt so far, or `NO_KIND`."""
    return f"so far {hand}"


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the rules say of how a round is dealt: the clauses that dealt it, or that leave it open.

    `problem` is `undetermined` or `conflict` where they do not tell how to go on, and "" where they do.
    """

    problem: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """Deals of `weight` among `total` that rules leave open: whose card it is (`hand`), by which rows, and one deal."""

    hand: str
    ruled: Ruled
    rows: tuple[str, ...]
    weight: int
    total: int
    deal: Mapping[str, Any]


@runtime_checkable
class ByRules(Protocol):
    """A game whose cards are dealt by rules of its document, which may leave a deal open."""

    def open_deals(self) -> Sequence[OpenDeal]:
        """The deals that the rules leave open, alike ones together. `Game.reachable` leaves them out."""
        ...

    def told_apart(self) -> int:
        """How many deals there are, those that nothing tells apart counted as one."""
        ...

    def unused(self) -> Sequence[Row | Reading]:
        """The rules that hold in no deal, and the interpretations that decide none."""
        ...

    def beaten(self) -> frozenset[tuple[str, str]]:
        """The pairs of rules, by their ids, of which both hold in some deal and the first beats the second."""
        ...

    def as_read(self) -> "Game":
        """The game in which the recorded interpretations decide what the rules leave open."""
        ...


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a round's cards or outcome say of one hand.

    Two hands with the same `signature` meet exactly the same conditions. `missing` tells in plain words what was not
    recorded. `tell` works the facts out when they are asked for: a hand like one seen before needs none.
    """

    signature: Hashable
    missing: str
    tell: Callable[[], Mapping[str, Any]]

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts, keyed as conditions ask for them; one that the record does not give is absent."""
        return self.tell()


# The fields of a deal that are of one hand: its cards, and by wager where on the layout each would stand.
OF_HAND = ("cards", "positions")


def hand_of(deal: Mapping[str, Any], wagers: Mapping[str, Any]) -> dict[str, Any]:
    """A hand as a round records it: what a deal says of it, and these wagers with their amounts, placed before."""
    positions = deal.get("positions", {})
    found: dict[str, Any] = {"cards": deal["cards"]} if "cards" in deal else {}
    if positions.keys().isdisjoint(wagers):
        return {**found, "wagers": dict(wagers)}
    listed = [{"wager": name, "amount": amount, **positions.get(name, {})} for name, amount in wagers.items()]
    return {**found, "wagers": listed}


def of_table(deal: Mapping[str, Any]) -> dict[str, Any]:
    """What a deal says of the whole table."""
    return {key: value for key, value in deal.items() if key not in OF_HAND}


@dataclass(frozen=True, slots=True)
class Case:
    """One combination of truth values of the atoms asked about: its weight, a deal that shows it, that deal's facts.

    `deal` holds the fields of a round that record it for one hand: `board`, `dealer`, `outcome`, and of `OF_HAND`.
    """

    truths: tuple[bool, ...]
    weight: int
    deal: Mapping[str, Any]
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reachable:
    """Every combination that can come up; the weights add up to `total`. A combination not here cannot be dealt."""

    total: int
    cases: tuple[Case, ...]


class Game(Protocol):
    """A domain set up for one spec."""

    def dealt(self, played: Round) -> Sequence[Dealt]:
        """The facts of each hand, in the order of `played.players`. Raises `RoundFault`."""
        ...

    def reachable(self, atoms: Sequence[Expr]) -> Reachable:
        """The combinations of these conditions' truth values that can come up.

        The atoms speak of what is dealt and of nothing else. Raises `Inconclusive` where they cannot be counted.
        """
        ...

    def same_experiment(self, other: "Game") -> bool:
        """Whether a deal means the same to both, so that their specs can be compared deal by deal."""
        ...

    def same_facts(self, other: "Game") -> bool:
        """Whether the same can come up for both, with the same facts, however often it does."""
        ...

    def facts_of(self, deal: Mapping[str, Any]) -> Mapping[str, Any]:
        """The facts of the one hand of a case's deal."""
        ...

    def spread(self, count: int) -> Sequence[Mapping[str, Any]]:
        """At most so many deals as they come, the same at every call: for what no condition tells apart."""
        ...

    def gives(self) -> tuple[str, ...]:
        """The names of the facts that this game gives."""
        ...

    def shared(self) -> frozenset[str]:
        """Those of them that are the same for every hand at the table."""
        ...

    def positioned(self) -> frozenset[str]:
        """The wagers that stand at one of several places of a layout, of which a round says which (`positions`)."""
        ...

    def outcomes(self) -> frozenset[str]:
        """All that can come up, by the names that rounds give it; nothing where it has none."""
        ...

    def together(self, wanted: Sequence[tuple[Sequence[Expr], Sequence[bool]]]) -> Sequence[Mapping[str, Any]] | None:
        """Deals for several hands at one table, each with conditions that have these truth values for it.

        The first holds all fields of a deal, the others those of their hands alone. None where none was found, which
        proves nothing.
        """
        ...


class Domain(Protocol):
    """A kind of random experiment."""

    def game(self, spec: Spec) -> Game:
        """The domain set up for a spec. Raises `SetupFault`."""
        ...
