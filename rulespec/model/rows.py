"""Flat guarded rows: the one form of a spec's rules that engine, prover, odds and differ read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulespec.model.expr import Expr
from rulespec.model.place import Place
from rulespec.model.spec import CLOSED, PayTable, Spec, Then


@dataclass(frozen=True, slots=True)
class Origin:
    """One thing that went into a row: `via` is `rule deed group definition inheritance table`."""

    document: str
    clause: str
    via: str


@dataclass(frozen=True, slots=True)
class Row:
    """One rule about one subject.

    `id` is clause, subject and what it decides, with `#2` where the clause decides it once more, in another amount.
    `rule` is the clause without its limbs (`3.14` of `3.14(b)(i)`).
    `live_only`: the row compares hands and so does not apply to a folded or unexposed hand. `fold_limb`: a `lose` row
    built from fold and exposure alone, which beats the other limbs of its own rule.
    """

    id: str
    section: str
    subject: str
    when: Expr
    then: Then
    rule: str
    cites: tuple[str, ...]
    origins: tuple[Origin, ...]
    overrides: tuple[str, ...]
    ground: str
    live_only: bool
    fold_limb: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    """All rows that decide one subject in one section; `cites` are cited when they are silent.

    `intent` is `closed`, `open` (then `open_by` says by which clauses silence is meant) or `collect`. A `share` or
    `bonus` is asked only where a row of it holds: elsewhere the pay table alone says what a winner gets.
    """

    section: str
    subject: str
    cites: tuple[str, ...]
    rows: tuple[Row, ...]
    open_by: tuple[str, ...]
    place: Place
    intent: str = CLOSED


@dataclass(frozen=True, slots=True)
class EventRules:
    """What one irregularity does: its flat rows, when the round itself shows it, what players may choose."""

    table: Table
    occurs: Expr | None
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JackpotRules:
    """How a jackpot wager's prizes are shared and taken from meters, what it adds to them, what it wins by others."""

    share: Table | None
    takes: Table | None
    adds: Table | None
    bonus: Table | None

    def tables(self) -> tuple[Table, ...]:
        return tuple(table for table in (self.share, self.takes, self.adds, self.bonus) if table is not None)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A spec with its tables compiled: what every analysis reads."""

    spec: Spec
    valid: Mapping[str, Table]
    play: Mapping[str, Table]
    stake: Mapping[str, Table]
    settle: Mapping[str, Table]
    pay: Mapping[str, PayTable]
    events: Mapping[str, EventRules] = field(default_factory=dict)
    follow: Table | None = None
    jackpots: Mapping[str, JackpotRules] = field(default_factory=dict)
    draws: Mapping[str, Table] = field(default_factory=dict)  # by hand, in the order in which they are asked

    def tables(self) -> tuple[Table, ...]:
        """Every table of play without irregularities, in the order in which a round is read."""
        return (
            *self.valid.values(),
            *self.play.values(),
            *self.stake.values(),
            *self.settle.values(),
        )

    def further_tables(self) -> tuple[Table, ...]:
        """The tables on irregularities, on what follows from results, on jackpots, and on cards drawn."""
        return (
            *(rules.table for rules in self.events.values()),
            *((self.follow,) if self.follow else ()),
            *(table for rules in self.jackpots.values() for table in rules.tables()),
            *self.draws.values(),
        )

    def rows(self) -> tuple[Row, ...]:
        """Every row of every table."""
        return tuple(row for table in (*self.tables(), *self.further_tables()) for row in table.rows)
