"""What the changes of one spec are worth: nets and house edges before and after, at the same play and with another."""

from dataclasses import dataclass
from fractions import Fraction

Bounds = tuple[Fraction, Fraction]  # the worst and the best for the player; the same where the document settles all


@dataclass(frozen=True, slots=True)
class WagerNet:
    """What a wager comes to under best play: mean stake and expected net, in units of the first wager, a round."""

    staked: Fraction
    net: Bounds

    @property
    def edge(self) -> Bounds | None:
        """The house edge: expected loss per unit staked; None where nothing is ever staked."""
        low, high = self.net
        return (-high / self.staked, -low / self.staked) if self.staked else None


@dataclass(frozen=True, slots=True)
class WagerChange:
    """A wager under the best play of either version; None where that version has none such, or no play is known.

    `needed` says whether a hand needs it, or a decision places it: whether it is part of the round's net.
    """

    wager: str
    title: str
    needed: bool
    before: WagerNet | None
    after: WagerNet | None

    @property
    def change(self) -> Bounds | None:
        """Between what bounds the player nets more after than before."""
        if self.before is None or self.after is None:
            return None
        return more(self.before.net, self.after.net)


@dataclass(frozen=True, slots=True)
class VersionsWorth:
    """The expected net of a round of one spec before and after, per first wager (`unit`, its title), as bounds.

    `same_play` is what all changes are worth to who plays on as was best before, `adapted` what is gained beside that
    by playing as is best after: together the change of the net. Each is None where it cannot be worked out, and `notes`
    say why, and how what a document leaves open is read.
    """

    spec: str
    unit: str
    before: Bounds | None
    after: Bounds | None
    same_play: Bounds | None
    adapted: Bounds | None
    wagers: tuple[WagerChange, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def change(self) -> Bounds | None:
        """Between what bounds a round nets the player more after than before."""
        if self.same_play is not None and self.adapted is not None:
            return self.same_play[0] + self.adapted[0], self.same_play[1] + self.adapted[1]
        return None if self.before is None or self.after is None else more(self.before, self.after)


def more(first: Bounds, second: Bounds) -> Bounds:
    """Between what bounds the second is more than the first."""
    return second[0] - first[1], second[1] - first[0]
