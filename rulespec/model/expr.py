"""The typed tree of a condition or an amount: what every other layer reads instead of text.

A name has been resolved when a tree exists: `Fact` is something a round has a value for, `Constant` a named value of an
ordered or unordered list, `Defined` a name that the spec itself defines. `start` is the column within the source text
(from 0) and takes no part in equality, so that two spellings of one meaning are one tree.
"""

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Type:
    """What a value is: `truth amount number hand class stage wager enum`, or a `set` of one of them.

    `of` names the list a `class`, `stage` or `enum` value comes from, and for a set what it holds.
    """

    kind: str
    of: str = ""

    def __str__(self) -> str:
        words = {
            "truth": "a yes/no fact",
            "amount": "an amount",
            "number": "a number",
            "hand": "a hand",
            "class": "a kind of hand",
            "stage": "a stage",
            "wager": "a wager",
        }
        if self.kind == "set":
            return f"a list of {self.of}s"
        return words.get(self.kind, f"a value of `{self.of}`")


TRUTH = Type("truth")
AMOUNT = Type("amount")
NUMBER = Type("number")
HAND = Type("hand")
CLASS = Type("class")
STAGE = Type("stage")
WAGER = Type("wager")
AMOUNTS = Type("set", "amount")
NUMBERS = Type("set", "number")
SEATS = TRUTH  # of seats that a round names a condition asks whether this hand is among them


@dataclass(frozen=True, slots=True)
class Always:
    """The condition that every case meets."""


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number; `text` is how it was written."""

    value: Fraction
    text: str = field(compare=False)
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """A named value of a list: `straight`, `river`, `red`. `index` is its place in an ordered list, else -1."""

    name: str
    type: Type
    index: int = field(default=-1, compare=False)
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that the round gives. `key` (`placed(play)`) is what an engine looks it up by.

    A bare wager name in arithmetic is the fact `stake` of that wager; `bare` remembers the spelling.
    """

    name: str
    args: tuple[str, ...]
    type: Type
    bare: bool = field(default=False, compare=False)
    start: int = field(default=0, compare=False)

    @property
    def key(self) -> str:
        return f"{self.name}({' | '.join(self.args)})" if self.args else self.name


@dataclass(frozen=True, slots=True)
class Defined:
    """A name that the spec defines, with the tree it stands for and the clauses that define it."""

    name: str
    body: "Expr"
    cites: tuple[str, ...]
    type: Type
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ClassOf:
    """`class(player.hand)`: the kind of a hand, without the values of its cards."""

    hand: "Expr"
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """`left op right`; `op` is one of `= != < <= > >= before after`."""

    op: str
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class In:
    """`item in a | b`."""

    item: "Expr"
    choices: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Between:
    """`item between low and high`, both ends included."""

    item: "Expr"
    low: "Expr"
    high: "Expr"


@dataclass(frozen=True, slots=True)
class Not:
    body: "Expr"


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """`any player (...)`, `no other player (...)`, `every player (...)`."""

    kind: str
    other: bool
    body: "Expr"


@dataclass(frozen=True, slots=True)
class Count:
    """`count of players with (...)`: how many hands at the table meet the condition."""

    other: bool
    body: "Expr"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left op right` on amounts and numbers; `op` is one of `+ - * / % of`."""

    op: str
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True)
class Pick:
    """`larger(a | b)`, `smaller(a | b)`, `largest(set)`, `smallest(set)`."""

    name: str
    parts: tuple["Expr", ...]
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class OneOf:
    """`3 * main | 4 * main`: the amounts that a clause permits."""

    parts: tuple["Expr", ...]


Expr = (
    Always
    | Number
    | Constant
    | Fact
    | Defined
    | ClassOf
    | Compare
    | In
    | Between
    | Not
    | And
    | Or
    | Quantified
    | Count
    | Arithmetic
    | Pick
    | OneOf
)


@dataclass(frozen=True, slots=True)
class Odds:
    """`3 to 2`: a win is paid `pays` for each `per` staked."""

    pays: Fraction
    per: Fraction

    @property
    def ratio(self) -> Fraction:
        return self.pays / self.per

    def __str__(self) -> str:
        return f"{self.pays} to {self.per}"


@dataclass(frozen=True, slots=True)
class Prize:
    """An amount that is paid as it stands, whatever was staked."""

    amount: Expr


Payout = Odds | Prize
