"""What the odds of a game are: by wager, by decision, by starting hand. All numbers are exact."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from rulespec.model.spec import WITHOUT_RESULT, Document

# How the cases that a document leaves open are read: not at all, since there are none; against or for the player; as
# an interpretation on record has them.
LITERAL, WORST, BEST, INTERPRETED = "literal", "worst", "best", "interpreted"


def readings(sides: Iterable[Collection[str]]) -> tuple[str, ...]:
    """The readings that figures of both versions are told by, from those of each (none where it has no figure)."""
    there = [set(side) for side in sides if side]
    if all(LITERAL in side for side in there):
        return (LITERAL,) if there else ()
    read = any(INTERPRETED in side for side in there) and all(side & {INTERPRETED, LITERAL} for side in there)
    return (*([INTERPRETED] if read else []), WORST, BEST)


@dataclass(frozen=True, slots=True)
class ResultOdds:
    """One thing that may become of a wager: how often, and what it nets per unit staked.

    `row` is the pay row that says what a win is paid ("" for other results, and for a win that is always paid alike).
    `net` is None where nothing says it. `share` is out of all rounds. `cites` are the clauses that say so. `adds` is
    what it adds to the expected net of the wager, a round, in units of the first wager: with stakes that vary it is
    not `net` times `share`.
    """

    result: str
    row: str
    net: Fraction | None
    share: Fraction
    cites: tuple[str, ...] = ()
    adds: Fraction | None = None


@dataclass(frozen=True, slots=True)
class WagerOdds:
    """One wager: `staked` is the mean stake and `net` the expected net, both in units of the first wager, a round.

    `placed` is the share of rounds in which it is placed. `per_unit` is the expected net per unit staked, `edge` its
    negative; None where nothing is ever at risk. `deviation2` is the variance of the net, in squared units. `linear`
    is the expected net per unit as a linear function of the meters, for a wager that is paid from them: the part that
    does not depend on them under "", and the coefficient of each meter by its name; `break_even` is the amount on
    the meter at which the expected net is 0, where one meter alone decides it; meters are counted in stakes.
    `reading` says how what the document leaves open is read (`PlayOdds`).
    """

    wager: str
    placed: Fraction
    staked: Fraction
    net: Fraction
    deviation2: Fraction
    results: tuple[ResultOdds, ...]
    linear: Mapping[str, Fraction] = field(default_factory=dict)
    break_even: Fraction | None = None
    reading: str = "literal"

    @property
    def at_risk(self) -> bool:
        """Whether it is ever won or lost: what is void or invalid in every round is no even bet."""
        return bool(self.staked) and any(one.result not in WITHOUT_RESULT for one in self.results if one.share)

    @property
    def per_unit(self) -> Fraction | None:
        return self.net / self.staked if self.at_risk else None

    @property
    def edge(self) -> Fraction | None:
        return None if self.per_unit is None else -self.per_unit


@dataclass(frozen=True, slots=True)
class MoveOdds:
    """One act at one point of a round: `after` are the acts before it (`check`), `share` is out of all rounds."""

    stage: str
    after: tuple[str, ...]
    act: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class HandOdds:
    """A class of starting hands (`AKs`): its number of deals, the act that is worth most and what each is worth."""

    name: str
    deals: int
    act: str
    value: Fraction
    values: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class PlayOdds:
    """Optimal play under one reading of what the document leaves open.

    `reading`: `literal` (every case that is played is settled), `worst` or `best` for the player (each open case is
    read so), `interpreted` (by the recorded readings). `net`, `staked` and `deviation2` are of the whole round, per
    first wager: expected net, mean total stake, variance.
    """

    reading: str
    net: Fraction
    staked: Fraction
    deviation2: Fraction
    wagers: tuple[WagerOdds, ...]
    moves: tuple[MoveOdds, ...]
    hands: tuple[HandOdds, ...]

    @property
    def risk(self) -> Fraction:
        """The element of risk: expected net per unit of all that is staked, as a cost."""
        return -self.net / self.staked


@dataclass(frozen=True, slots=True)
class BesideOdds:
    """A wager that a player may add and that some acts forfeit: played for together with the rest.

    `net` is the expected net of the whole round under the play that is best for all of it, and `adds` what that is
    more than without the wager. `wager` is what becomes of the wager itself under that play. `within` is 0 where both
    are exact; else they may be too large by so much at most, since a player who knows more than is counted forfeits
    the wager a little less often or plays a little differently to keep it.
    """

    reading: str
    net: Fraction
    adds: Fraction
    wager: WagerOdds
    within: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class SpotOdds:
    """One decision with certain cards: `after` these acts, what each act is worth (net of the round), the best first.

    `reading` is that of the play that goes on from there.
    """

    reading: str
    stage: str
    after: tuple[str, ...]
    values: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Spots:
    """Every decision with certain cards: by a document, at a table of these options, in units of the wager `unit`."""

    spec: str
    document: Document
    options: Mapping[str, str]
    unit: str
    cards: str
    board: str
    decisions: tuple[SpotOdds, ...]


@dataclass(frozen=True, slots=True)
class OpenCase:
    """Cases that the document does not settle, or settles twice: of which wager, how often under the play shown."""

    wager: str
    state: str  # undetermined | conflict
    share: Fraction
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotWorkedOut:
    """A figure that was asked for and is not there: of which wager ("" for the whole round), and why."""

    wager: str
    reason: str


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a spec with its options. `unit` is the first wager that all amounts are counted in.

    `stakes` are the wagers placed before the deal, in units. One play has the reading `literal` where nothing that is
    played is open; otherwise there are `worst` and `best`, and `interpreted` where the recorded readings settle all.
    `alone` are wagers that turn on no decision, each by itself, whoever plays how (the side wagers). `beside` are those
    that an act may forfeit, each played for together with the stakes. `missing` are the figures that were asked for and
    cannot be worked out. `wagers` are all that the spec has, `amounts` how much is placed on each that is placed before
    the deal: limits and prizes of a table are amounts too. `currency` is what they are counted in ("" where not known).
    `row_words` are pay rows that are conditions, in plain words.
    """

    spec: str
    document: Document
    options: Mapping[str, str]
    unit: str
    stakes: Mapping[str, Fraction]
    plays: tuple[PlayOdds, ...]
    alone: tuple[WagerOdds, ...]
    open_cases: tuple[OpenCase, ...] = ()
    notes: tuple[str, ...] = ()
    beside: tuple[BesideOdds, ...] = ()
    missing: tuple[NotWorkedOut, ...] = ()
    wagers: tuple[str, ...] = ()
    amounts: Mapping[str, Fraction] = field(default_factory=dict)
    currency: str = ""
    row_words: Mapping[str, str] = field(default_factory=dict)

    def play(self, reading: str) -> PlayOdds | None:
        return next((play for play in self.plays if play.reading == reading), None)


@dataclass(frozen=True, slots=True)
class OptionOdds:
    """The odds of a spec with an option at one of its values, of the wagers that the option bears on at least.

    `odds` is None where they are those of the spec without it: the option bears on no wager.
    """

    spec: str
    option: str
    value: str
    odds: Odds | None
