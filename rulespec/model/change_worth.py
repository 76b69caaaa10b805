"""What the changes of one spec are worth: nets and house edges before and after, at the same play and with another.

Where a version leaves cases open there is a figure for each reading of them (`PlayOdds`), under the play that is best
by that reading. What changes is told reading by reading, never from a figure of one to a figure of another.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

Bounds = tuple[Fraction, Fraction]  # the least and the most; the same where the document settles all
INTERPRETED = "interpreted"


@dataclass(frozen=True, slots=True)
class WagerNet:
    """What a wager comes to: mean stake and expected net, in units of the first wager, a round.

    `together` is what the whole round nets that is played best for this wager and the rest together; None for a wager
    that a hand needs, and for one that no decision touches.
    """

    staked: Fraction
    net: Fraction
    together: Fraction | None = None

    @property
    def edge(self) -> Fraction | None:
        """The house edge: expected loss per unit staked; None where nothing is ever staked."""
        return -self.net / self.staked if self.staked else None


@dataclass(frozen=True, slots=True)
class WagerChange:
    """A wager by one reading; None where a version has none such, or no play is known.

    `needed` says whether a hand needs it, or a decision places it: whether it is part of the round's net.
    """

    wager: str
    title: str
    needed: bool
    reading: str
    before: WagerNet | None
    after: WagerNet | None

    @property
    def change(self) -> Fraction | None:
        """What the player nets more after than before."""
        return None if self.before is None or self.after is None else self.after.net - self.before.net


@dataclass(frozen=True, slots=True)
class RoundChange:
    """The expected net of a round by one reading, per first wager.

    `same_play` is what all changes are worth to who plays on as was best before; None where it cannot be worked out.
    """

    reading: str
    before: Fraction | None
    after: Fraction | None
    same_play: Fraction | None = None

    @property
    def change(self) -> Fraction | None:
        """What a round nets the player more after than before."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def adapted(self) -> Fraction | None:
        """What is gained beside `same_play` by playing as is best after: together the change of the net."""
        return None if self.change is None or self.same_play is None else self.change - self.same_play


@dataclass(frozen=True, slots=True)
class VersionsWorth:
    """What a round of one spec and each of its wagers come to before and after, by each reading.

    Amounts are in units of the first wager (`unit`, its title). There is one reading, `literal`, where neither version
    leaves open anything that is played. `notes` say what is not known, and why, and what is taken for granted.
    """

    spec: str
    unit: str
    rounds: tuple[RoundChange, ...] = ()
    wagers: tuple[WagerChange, ...] = ()
    notes: tuple[str, ...] = ()


def bounds(values: Iterable[Fraction | None]) -> Bounds | None:
    """The least and the most of several figures; None without all of them."""
    every = list(values)
    known = [value for value in every if value is not None]
    return (min(known), max(known)) if known and len(known) == len(every) else None
