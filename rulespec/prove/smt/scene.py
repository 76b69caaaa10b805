"""All variables of one question: a table under one spec, or the same table under two."""

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec.domains.base import Game
from rulespec.engine.settle import Settler
from rulespec.model.rows import Table
from rulespec.prove.smt.answers import Answer, asked
from rulespec.prove.smt.deals import DealtOf, Deals
from rulespec.prove.smt.hands import HandPlay, Hands
from rulespec.prove.smt.logic import Formula, Logic, Values
from rulespec.prove.smt.payments import Payments
from rulespec.prove.smt.risks import Risks
from rulespec.prove.smt.settings import Settings
from rulespec.prove.smt.terms import Terms


@dataclass(frozen=True, slots=True)
class Side:
    """One spec's reading of the table."""

    settler: Settler
    settings: Settings
    terms: Terms
    hands: Hands

    @property
    def hand(self) -> HandPlay:
        """The first hand, which questions are about."""
        return self.hands.hands[0]

    def asked(self, table: Table, seat: int = 0) -> Answer:
        """What a table says of a hand."""
        return asked(self.terms, table, self.settler.optional, seat)

    def payments(self, wager: str) -> Payments:
        """The pay table of a wager."""
        return Payments(self.settler, self.settler.rulebook.pay.get(wager), self.terms)

    def rules(self) -> Formula:
        """What holds of every table in lawful play: its options are offered, its hands do what the stages offer."""
        logic = self.terms.logic
        parts = [self.settings.constraint(self.terms)]
        return logic.all([*parts, *(rule for hand in self.hands.hands for rule in hand.rules)])


class Scene:
    """A table of `seats` hands. The sides are the specs that rule on it.

    With `required` every hand has the wagers without which none is dealt; with `stops` its acts may end at any stage.
    """

    def __init__(
        self, settlers: Sequence[Settler], game: Game, seats: int = 1, required: bool = True, stops: bool = False
    ) -> None:
        self.logic = Logic()
        self.game = game
        self.deals = Deals(self.logic, game, seats)
        self.sides = [self._side(settler, seats, required, stops) for settler in settlers]

    def _side(self, settler: Settler, seats: int, required: bool, stops: bool) -> Side:
        read: set[str] = set()
        settings = Settings(self.logic, settler, read)
        every: list[dict[str, Values]] = [dict(settings.facts) for _ in range(seats)]
        terms = Terms(self.logic, every, DealtOf(settler, self.deals, settings.facts, read), read)
        hands = Hands(self.logic, settler, terms, every)
        hands.play(required, stops)
        return Side(settler, settings, terms, hands)

    def lawful_play(self) -> Formula:
        """What holds of every table in play as the documents offer it, to be asked for when all formulas are made."""
        return self.logic.all([side.rules() for side in self.sides])

    def risks(self, place: int = 0) -> Risks:
        """What is at risk on the wagers of the first hand. It is entered into the hand's facts."""
        side = self.sides[place]
        return Risks(side.hands, side.hand)
