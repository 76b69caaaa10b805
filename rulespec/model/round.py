"""One round as it was played, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rulespec.model.finding import Finding

Amount = int | Fraction


@dataclass(frozen=True, slots=True)
class Action:
    """What a player did at a stage; `wager` and `amount` where the act places one."""

    stage: str
    act: str
    wager: str = ""
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A further wager of a kind, or one on another hand's area: `name` is what the outcome calls it.

    `position` is where on the layout it stands, as the round says it (`{"numbers": ["17", "20"]}`).
    """

    name: str
    wager: str
    amount: Amount
    area: int
    position: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Player:
    """One hand at the table: its seat, its cards as text, what was placed before the deal, what was done.

    `elsewhere` are its wagers on other hands' areas, and further ones of a kind; `played_blind` tells a hand that
    nobody may look at, such as a second hand of one player. `positions` says of wagers where on the layout they stand.
    """

    seat: int
    cards: str | None
    wagers: Mapping[str, Amount]
    actions: tuple[Action, ...]
    elsewhere: tuple["Placed", ...] = ()
    played_blind: bool = False
    positions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    """One round. Amounts are exact; `options` are the facts of the table as given; `date` is the day, "" where not."""

    id: str
    spec: str
    players: tuple[Player, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    board: str | None = None
    dealer: str | None = None
    outcome: Mapping[str, Any] | None = None
    events: tuple[Mapping[str, Any], ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a trace: what was decided about which wager, in plain words, and by which clauses."""

    subject: str
    text: str
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WagerOutcome:
    """What became of one wager. `net` is None for `undetermined` and `conflict`; `stake` where it is not settled.

    `rows` are the ids of the rows that decided it; `disposition` the finer word where there is one (`returned`).
    """

    result: str
    placed: Amount
    stake: Amount | None
    net: Amount | None
    cites: tuple[str, ...]
    excess: Amount = 0
    rows: tuple[str, ...] = ()
    disposition: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A round settled: `round` is `settled`, `void`, `stopped` or `error`; wagers by seat and name.

    `edition` is the id of the edition by which it was settled, "" where that is the current one.
    """

    id: str
    spec: str
    round: str
    players: Mapping[int, Mapping[str, WagerOutcome]]
    findings: tuple[Finding, ...] = ()
    trace: Mapping[int, tuple[Step, ...]] = field(default_factory=dict)
    meters: Mapping[str, Amount] = field(default_factory=dict)
    edition: str = ""
