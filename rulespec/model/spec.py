"""One game of one document version, as its YAML says it, with every condition already a typed tree."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulespec.model.expr import Expr, Payout, Type
from rulespec.model.place import Place
from rulespec.model.vocabulary import Vocabulary

RESULTS = ("win", "lose", "stand_off", "void", "invalid", "surrendered")
GROUNDS = (
    "regardless_of",
    "except_as",
    "subject_to",
    "notwithstanding",
    "however",
    "otherwise",
    "still_eligible",
    "prevails",
    "narrower_limb",
)
# The sections that hold tables.
SECTIONS = ("hand", "draws", "valid", "play", "stake", "settle", "pay", "events", "follow")
# What is meant where several rows of a table hold, or none. `closed`: it has one answer, so that silence is a fault and
# rows that differ are a conflict. `open`: the same, but silence is meant, by a clause. `collect`: every row that holds
# contributes, so that several at once are no conflict and none is no gap.
CLOSED, OPEN, COLLECT = INTENTS = ("closed", "open", "collect")
# The sections and the tables of `jackpots` that may be other than `closed` and `open`: what each may be, its default
# first. Of acts a player chooses one, whatever is offered.
COLLECTING = {
    "play": (COLLECT,),
    "follow": (COLLECT, CLOSED, OPEN),
    "takes": (COLLECT, CLOSED, OPEN),
    "adds": (COLLECT, CLOSED, OPEN),
}
# What an irregularity does to a wager: go on with it as usual, a final disposition, or (`none`, `reinstated`) name it
# and say nothing final.
WITHOUT_RESULT = ("void", "returned", "retracted", "invalid")  # these say the same: the wager has no result
DISPOSITIONS = ("continue", *WITHOUT_RESULT, "carried", "lose", "paid", "stand_off", "none", "reinstated")
HAND_EFFECTS = ("continue", "void", "folded", "not_exposed", "stays", "reinstated")
ROUND_EFFECTS = ("continue", "void")
UNNAMED = ("", "unknown")  # what an entry says of what its document does not tell
SHARES = ("each", "equally", "in succession")
TOGETHER = "together"  # all prizes are worked out from the meters as the round found them


def default_intent(section: str) -> str:
    """What a table of a section, or a table of that name under `jackpots`, means where it does not say."""
    return COLLECTING.get(section, (CLOSED,))[0]


@dataclass(frozen=True, slots=True)
class Document:
    """The published document that a spec encodes, in one version.

    `entry` is the id of the document's own entry, where there is one; `prefix` that of the spec's part in a document
    whose numbering restarts; `accounts_for` the parts whose clauses must all be accounted for (none: its own, or all).
    `effective` is the day from which this version is in force, or `unknown`; `until` the last day that it names. Of a
    version whose text nobody has, `unseen` says why; `example` says why one is an example, and no real one.
    """

    title: str
    jurisdiction: str
    publisher: str
    instrument: str
    effective: str
    entry: str = ""
    prefix: str = ""
    accounts_for: tuple[str, ...] = ()
    until: str = ""
    unseen: str = ""
    example: str = ""

    @property
    def known_as(self) -> str:
        """Whose document it is: its publisher, or the jurisdiction where the document names none."""
        return self.jurisdiction if self.publisher in UNNAMED else self.publisher

    @property
    def edition(self) -> str:
        """The instrument by which it is in force, in words also where the document names none."""
        return "instrument not stated" if self.instrument in UNNAMED else self.instrument


@dataclass(frozen=True, slots=True)
class Group:
    """The wagers that a clause's words cover ("all wagers", "wagers other than ...")."""

    name: str
    members: tuple[str, ...]
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager of the game: when it is placed, whether a hand needs it, what its amount must equal and must meet.

    `before_deal` is when a wager that players decide on later is placed before the deal instead.
    `per_area` is how many of it, of several owners, may stand on one hand's area; 0 where only that hand's own may.
    """

    name: str
    placed: str  # before_deal | decided
    required: bool
    equals: Expr | None
    cites: tuple[str, ...]
    place: Place
    allowed: Expr | None = None
    per_area: int = 0
    before_deal: Expr | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the document leaves to the operator.

    `missing` says what a round without it means: `error`, or `not_in_issue` (rows that read it do not apply).
    `example` is the value that made-up rounds (witnesses) carry; `requires` is what the document demands of a value.
    `absent` is the value that a round without it has (`missing` is then `value`).
    """

    name: str
    type: Type
    by: str  # "" | wager | stage | class | a list | outcome (one value for each thing that can come up)
    values: tuple[str, ...]
    missing: str
    requires: Expr | None
    example: Any
    cites: tuple[str, ...]
    place: Place
    absent: Any = None


@dataclass(frozen=True, slots=True)
class Deed:
    """A defined word that acts: what doing it means for the wagers. Rows that use it cite it too."""

    name: str
    then: tuple[tuple[str, str], ...]  # (subject, result)
    cites: tuple[str, ...]
    also: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Then:
    """What a row decides. `kind` is `result validity stake act deed effects prize meters`; the fields follow from it.

    result, validity: `word`. stake: `word` is `as placed` or `at most`, with `amount`. act: `word` is the act, with
    `wager` and `amount` (what the clause permits) when it is a bet. deed: `word` names it. effects: `pairs` of
    (subject, words), with `amounts` of (wager, what its amount becomes). prize: `word` is `each`, `equally` or
    `in succession`, with `amount`, and `amounts` may hold an `at_least`. meters: `amounts` of (meter, what it becomes).
    """

    kind: str
    word: str = ""
    wager: str = ""
    amount: Expr | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    amounts: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One row of a table as written: `{when, then, cite, overrides, ground}`."""

    when: Expr
    then: Then
    cites: tuple[str, ...]
    overrides: tuple[str, ...]
    ground: str
    place: Place


@dataclass(frozen=True, slots=True)
class RuleTable:
    """One table as written. `subject` is what it decides about (wagers, groups, a stage); `when` goes into each row.

    `intent` says what is meant where several rows hold, or none; `open_by` names the clause that makes silence intended
    where it is `open`. `inherited` carries the clauses by which a base's table applies here, `heir` the spec for which
    they do: the editions of it that change nothing in the table have it as it is there.
    """

    section: str
    subject: str
    cites: tuple[str, ...]
    when: Expr
    rows: tuple[RuleRow, ...]
    open_by: tuple[str, ...]
    place: Place
    inherited: tuple[str, ...] = ()
    document: str = ""
    intent: str = CLOSED
    heir: str = ""


@dataclass(frozen=True, slots=True)
class EventTable:
    """What an irregularity does to the round, to hands and to wagers.

    `occurs` tells it from the round itself, so that it need not be recorded; `choices` are what players may choose
    under it. The rows of `table` are read once for each hand; their effects name `round`, `hand`, wagers and groups.
    """

    events: tuple[str, ...]
    occurs: Expr | None
    choices: tuple[str, ...]
    table: RuleTable


@dataclass(frozen=True, slots=True)
class Jackpot:
    """How the prizes of jackpot wagers are taken from meters: tables of rows, each None where the spec has none.

    `share` says what several winners get, `takes` what a prize does to the meters, `adds` what a wager does to them,
    `bonus` what a wager wins because of other hands.
    """

    subject: str
    share: RuleTable | None
    takes: RuleTable | None
    adds: RuleTable | None
    bonus: RuleTable | None
    place: Place


@dataclass(frozen=True, slots=True)
class PrizeOrder:
    """In which order prizes are taken, lowest first: `by` is `class`, `wager` or `seat`."""

    by: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PayRow:
    """One row of a pay table: a class of hand (or "" for every win) and what is paid, one payout a column.

    `when` is the condition of a row that is told by one; its `key` is then the condition's text.
    """

    key: str
    payouts: tuple[Payout, ...]
    cites: tuple[str, ...]
    place: Place
    when: Expr | None = None


@dataclass(frozen=True, slots=True)
class PayTable:
    """What a winning wager is paid.

    `by` is the hand whose class picks the row, `columns` the option that picks the column. `at_most` caps the payment
    (a maximum payout), by the clauses `cap_cites`; `up_to` is the unit to which it is rounded up (a chip), by
    `unit_cites`.
    """

    subject: str
    by: str
    columns: str
    rows: tuple[PayRow, ...]
    at_most: Expr | None
    cap_cites: tuple[str, ...]
    cites: tuple[str, ...]
    place: Place
    inherited: tuple[str, ...] = ()
    up_to: Expr | None = None
    unit_cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """A point at which players decide. `board` is how many community cards, or cards of each hand, they then see."""

    name: str
    board: int
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A recorded reading that no document gives: what for, what it decides, why, and when it applies."""

    about: str
    result: str
    because: str
    applies: str  # always | asked
    approved: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Invariant:
    """What is taken for granted of one hand in lawful play: `holds` in every round without an irregularity, and why.

    It speaks of acts, wagers and options alone. No round is settled by it; `cites` may be empty.
    """

    holds: Expr
    because: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Reading:
    """An interpretation that is applied only when it is asked for: what a gap or a conflict (`kind`) is read as.

    `event` is the irregularity in which it holds, "" for play without any; `result` is then what the event does.
    `draws` is the hand of which it decides whether it takes one more card, "" where it is about wagers. `approved`
    says who approved it and when, "" where nobody has.
    """

    kind: str
    wagers: tuple[str, ...]
    event: str
    when: Expr
    result: str
    because: str
    approved: str
    cites: tuple[str, ...]
    place: Place
    draws: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the document and the concept that it means."""

    word: str
    concept: str
    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What the document rules and the spec does not encode; `wagers` are those that its rounds may not have.

    `events`: it is what the document says of irregularities, so that its rounds may not record any.
    """

    name: str
    wagers: tuple[str, ...]
    because: str
    cites: tuple[str, ...]
    place: Place
    events: bool = False


@dataclass(frozen=True, slots=True)
class Spec:
    """One game of one document version, base and inheritance already merged."""

    id: str
    title: str
    family: str
    domain: str
    document: Document
    vocabulary: Vocabulary
    setup: Mapping[str, Any]  # what the domain needs: deck, ranking, hands, experiment
    stages: tuple[Stage, ...]
    groups: tuple[Group, ...]
    deeds: tuple[Deed, ...]
    wagers: tuple[Wager, ...]
    options: tuple[Option, ...]
    tables: tuple[RuleTable, ...]
    pays: tuple[PayTable, ...]
    terms: tuple[Term, ...]
    interpretations: tuple[Interpretation, ...]
    place: Place
    base: str = ""
    base_cites: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    events: tuple[EventTable, ...] = ()
    follow: RuleTable | None = None
    jackpots: tuple[Jackpot, ...] = ()
    prize_order: tuple[PrizeOrder, ...] = ()
    readings: tuple[Reading, ...] = ()
    event_bounds: tuple[tuple[str, Expr], ...] = ()  # what the whole round says of facts of events
    invariants: tuple[Invariant, ...] = ()
    renamed_from: str = ""  # the id that it had before
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)  # `define.name`, `settle.main`: its key

    @property
    def file(self) -> str:
        return self.place.file

    def wager(self, name: str) -> Wager | None:
        return next((w for w in self.wagers if w.name == name), None)
