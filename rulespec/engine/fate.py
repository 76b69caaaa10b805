"""What irregularities did to one hand: which wagers they disposed of, which go on, which they left open."""

from dataclasses import dataclass, field
from typing import Any

from rulespec.load.events import odds_of
from rulespec.model.expr import Odds
from rulespec.model.round import Amount, Player
from rulespec.model.rows import Row, Table
from rulespec.model.spec import WITHOUT_RESULT, Reading

NOT_FINAL = ("none", "reinstated")


@dataclass(frozen=True, slots=True)
class Said:
    """What a row says of a wager: `word` is a final disposition."""

    word: str
    row: Row

    @property
    def kind(self) -> str:
        """What agrees with what: all dispositions without a result do, and all ways of being paid are told apart."""
        return "void" if self.word in WITHOUT_RESULT else self.word

    @property
    def odds(self) -> Odds | None:
        return odds_of(self.word)


@dataclass
class Fate:
    """One hand after the irregularities of its round.

    `said` are the final dispositions by wager, `goes_on` the rows by which a wager goes on, `named` those that name it
    and say nothing final, `tables` those that put it in question. `turns_on` are rows that turn on a decision which the
    document leaves to somebody and the round does not record.
    """

    said: dict[str, list[Said]] = field(default_factory=dict)
    goes_on: dict[str, list[Row]] = field(default_factory=dict)
    named: dict[str, list[Row]] = field(default_factory=dict)
    tables: dict[str, list[Table]] = field(default_factory=dict)
    turns_on: dict[str, list[Row]] = field(default_factory=dict)
    amended: dict[str, Amount] = field(default_factory=dict)  # wagers whose amounts rows change
    differ: dict[str, list[Row]] = field(default_factory=dict)  # rows that change a wager's amount differently
    earliest: int | None = None  # the stage of the first event that put a wager of this hand in question
    hand_goes_on: bool = False
    ended: bool = False  # the hand is void, folded or stays without acting, or the round is void
    hand_void: bool = False
    round_void: bool = False
    read: dict[str, Reading] = field(default_factory=dict)  # by wager: the interpretation that said what becomes of it
    events: list[str] = field(default_factory=list)  # those that were read, in their order

    def concerns(self, wager: str) -> bool:
        """Whether some event puts a wager in question."""
        return wager in self.tables

    def problem(self, wager: str) -> str:
        """`undetermined` where no row disposes of a wager in question, `conflict` where two do differently, else ""."""
        said, goes_on = self.said.get(wager, ()), self.goes_on.get(wager, ())
        if not said and not goes_on and not self.turns_on.get(wager):
            return "undetermined" if self.concerns(wager) else ""
        kinds = {one.kind for one in said}
        against_play = bool(kinds & {"void", "carried"}) and bool(goes_on)
        return "conflict" if len(kinds) > 1 or against_play else ""

    def is_returned(self, wager: str) -> bool:
        """Whether events leave a wager without a result, and say nothing else of it."""
        said = self.said.get(wager, [])
        return bool(said) and all(one.kind == "void" for one in said) and wager not in self.goes_on

    def rows_of(self, wager: str) -> list[tuple[str, Row]]:
        """What each row says of a wager, in the order in which the events happened."""
        found = [(one.word, one.row) for one in self.said.get(wager, ())]
        found += [("continue", row) for row in self.goes_on.get(wager, ())]
        found += [("none", row) for row in self.named.get(wager, ())]
        return found + [("turns on", row) for row in self.turns_on.get(wager, ())]

    def take(self, wager: str, words: str, row: Row) -> None:
        """What one row says of one wager."""
        for word in words.split(" and "):
            if word == "continue":
                self.goes_on.setdefault(wager, []).append(row)
            elif word in NOT_FINAL:
                self.named.setdefault(wager, []).append(row)
            else:
                self.said.setdefault(wager, []).append(Said(word, row))


@dataclass
class Hand:
    """One hand as events find it. `facts` are changed by them, `placed` where a wager is amended.

    `others` are the kinds of wagers that other players have on the hand.
    """

    player: Player
    facts: dict[str, Any]
    placed: dict[str, Amount]
    fate: Fate
    others: frozenset[str] = frozenset()

    @property
    def wagers(self) -> frozenset[str]:
        """The kinds of wagers on the hand, whoever placed them."""
        return self.others.union(self.placed)
