"""What came of comparing specs: concept by concept, what each document says, by which clauses, and a round."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rulespec.model.expr import Expr
from rulespec.model.finding import Json
from rulespec.model.odds import PlayOdds, WagerOdds
from rulespec.model.spec import Document

AREAS = (
    "wager",
    "decision",
    "valid",
    "stake",
    "settlement",
    "pay",
    "irregularity",
    "jackpot",
    "option",
    "definition",
    "ranking",
    "provision",
    "term",
)
BY_CONCEPT = ("irregularity", "jackpot", "provision")  # areas in which much stands in one document only
STATUSES = ("agree", "differs", "silent")
WRITTEN, ENUMERATED, PROVED = BASES = ("written", "enumerated", "proved")
BY_CASES = ("decision", "valid", "stake", "settlement", "pay", "irregularity")  # areas that are played, case by case


@dataclass(frozen=True, slots=True)
class Said:
    """One rule in plain words: what it decides (`then`, "" where it only describes), when, and by which clauses.

    `id` is that of its row; "" for what stands in no row.
    """

    id: str
    then: str
    when: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """What one document says.

    `says` is the short answer (`stand_off`, `3 * main | 4 * main`, `8 to 1`); `state` how it comes about: `answered`,
    `undetermined` (no clause answers), `conflict` (two answer differently), `absent` (the document has no such
    concept), `not_offered` (the case cannot arise under this document).
    """

    spec: str
    says: str
    state: str
    clauses: tuple[str, ...] = ()
    rules: tuple[Said, ...] = ()


_NOTHING = (Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class Worth:
    """What a class of cases comes to under the best play of one document (`play`), per round and first wager.

    `share` is how often it comes up. `nets` are what the row's wager nets in these cases by each document's words, the
    same cards and acts: the worst and the best for the player, alike where the document settles them. A document that
    does not offer these acts is not there.
    """

    play: str
    share: Fraction
    nets: Mapping[str, tuple[Fraction, Fraction]]
    partly: Fraction = Fraction(0)  # of a payment: how often some documents have such a wager won and others do not

    def more(self, first: str, second: str) -> tuple[Fraction, Fraction] | None:
        """Between what bounds the player nets more by the second document than by the first; None without both."""
        if first not in self.nets or second not in self.nets:
            return None
        (low, high), (other_low, other_high) = self.nets[first], self.nets[second]
        return other_low - high, other_high - low

    @property
    def apart(self) -> tuple[str, str, tuple[Fraction, Fraction]] | None:
        """The two documents that may lie furthest apart, and what the player nets more by the second.

        The second is the one by which the player may net most more. Documents that leave the cases open between the
        same bounds do not lie apart for that. None where no two are priced.
        """
        pairs = [(one, other) for one in self.nets for other in self.nets if one != other]
        found = [
            (one, other, more if self.nets[one] != self.nets[other] else _NOTHING)
            for one, other in pairs
            if (more := self.more(one, other)) is not None
        ]
        return max(found, key=lambda each: each[2][1], default=None)

    @property
    def most(self) -> Fraction:
        """How far two documents may lie apart here."""
        return self.apart[2][1] if self.apart is not None else Fraction(0)


@dataclass(frozen=True, slots=True)
class Compared:
    """One concept in one class of cases. `id` is stable: area, subject and condition, never an order or a line.

    `status`: all documents answer alike (`agree`), two answer differently (`differs`), or they would agree but for
    some that are silent or have no such thing (`silent`). `condition` is in the language of conditions ("" where the
    concept has no cases), `words` the same in plain words. `share` is how often such a deal comes, whatever the player
    does; None where the deal plays no part. `over` names what that is the mean over, where a table chooses one of
    several wheels or numbers of decks. `witness` maps each spec to a round that shows what it says; `results` to what
    settling that round gives for the subject. `wagers` are those that a row on an irregularity is about.

    `basis`: by what it is known: the rules as they are `written`; every case walked (`enumerated`); a proof for any
    amounts and any values of the options (`proved`). A row that only a proof sees is of two documents, and has a side
    for these only.

    `case` is the condition itself. `worth` is what the row comes to in money, where the odds were asked for, and
    `unpriced` why it has none then.
    """

    id: str
    area: str
    subject: str
    title: str
    condition: str
    words: str
    status: str
    sides: tuple[Side, ...]
    share: Fraction | None = None
    witness: Mapping[str, Json] = field(default_factory=dict)
    results: Mapping[str, str] = field(default_factory=dict)
    wagers: tuple[str, ...] = ()
    basis: str = ENUMERATED
    case: Expr | None = field(default=None, compare=False, repr=False)
    worth: tuple[Worth, ...] = ()
    unpriced: str = ""
    over: str = ""

    @property
    def largest(self) -> Fraction:
        """The most that two documents differ by in money, under any of the plays; 0 where that is not known."""
        return max((one.most for one in self.worth), default=Fraction(0))

    @property
    def single(self) -> bool:
        """Whether it is a concept of an irregularity, a jackpot or a provision that one document has by itself."""
        return self.area in BY_CONCEPT and sum(side.state != "absent" for side in self.sides) == 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several specs compared. `scope` says in plain words what the comparison covers, and so what it does not.

    `readings` are the interpretations that every result rests on, `documents` what each spec encodes, in its edition.
    `plays` are the best plays that the rows' `worth` goes by, by spec; `odds_notes` what that takes for granted. Where
    cases that come up are open, `bounds` has what a round nets at least and at most, as they are read. Of two specs
    `further` has the odds of wagers beside these plays, by spec, wager and reading of open cases.
    """

    specs: tuple[str, ...]
    rows: tuple[Compared, ...]
    scope: str
    readings: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    plays: Mapping[str, PlayOdds] = field(default_factory=dict)
    bounds: Mapping[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    further: Mapping[str, Mapping[str, Mapping[str, WagerOdds]]] = field(default_factory=dict)
    odds_notes: tuple[str, ...] = ()

    def of(self, areas: Collection[str]) -> "Comparison":
        """The same comparison with the rows of these areas only."""
        return replace(self, rows=tuple(row for row in self.rows if row.area in areas))

    def divergences(self) -> tuple[Compared, ...]:
        """The rows in which not all documents say the same."""
        return tuple(row for row in self.rows if row.status != "agree")
