"""All variables of one question: a table under one spec, or the same table under two."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulespec.domains.base import Game
from rulespec.engine.settle import Settler
from rulespec.model.rows import Table
from rulespec.prove.smt.answers import Answer, asked
from rulespec.prove.smt.deals import Deals, DealtOf
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
    happens: list[Formula] = field(default_factory=list)  # what is said of the irregularities of the round

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

    def nothing_occurs(self, but: Sequence[str] = ()) -> Formula:
        """That no round shows an irregularity by itself, those in `but` left out. To be asked for before any is read."""
        logic = self.terms.logic
        occurs = [
            self.terms.truth(rules.occurs, hand.seat)
            for name, rules in self.settler.rulebook.events.items()
            if rules.occurs is not None and name not in but
            for hand in self.hands.hands
        ]
        return logic.no(logic.any(occurs))

    def rules(self) -> Formula:
        """What holds of every table: its options are offered, its hands do what the stages offer."""
        logic = self.terms.logic
        parts = [self.settings.constraint(self.terms), *self.happens]
        return logic.all([*parts, *(rule for hand in self.hands.hands for rule in hand.rules)])


class Scene:
    """A table of `seats` hands. The sides are the specs that rule on it.

    With `required` every hand has the wagers without which none is dealt; with `stops` its acts may end at any stage;
    with `until` none is done yet at that stage or later. Of irregularities that a round shows by itself only those in
    `events` may. Without `acts` the hands are bare, for the caller to fill in their facts.
    """

    def __init__(
        self,
        settlers: Sequence[Settler],
        game: Game,
        seats: int = 1,
        required: bool = True,
        stops: bool = False,
        until: str = "",
        events: Sequence[str] = (),
        acts: bool = True,
    ) -> None:
        self.logic = Logic()
        self.game = game
        self.deals = Deals(self.logic, game, seats)
        self.sides = [self._side(settler, seats) for settler in settlers]
        for side in self.sides if acts else ():
            side.hands.play(required, stops, until)
            side.happens.append(side.nothing_occurs(events))

    def _side(self, settler: Settler, seats: int) -> Side:
        read: set[str] = set()
        settings = Settings(self.logic, settler, read)
        every: list[dict[str, Values]] = [dict(settings.facts) for _ in range(seats)]
        terms = Terms(self.logic, every, DealtOf(settler, self.deals, settings.facts, read), read)
        hands = Hands(self.logic, settler, terms, every)
        return Side(settler, settings, terms, hands)

    def lawful_play(self) -> Formula:
        """What holds of every table in play as the documents offer it, to be asked for when all formulas are made."""
        return self.logic.all([*(side.rules() for side in self.sides), *self._alike()])

    def _alike(self) -> Iterator[Formula]:
        """Under two specs: that nothing is done which one of them does not know."""
        for seat in range(self.deals.seats):
            known = [{act.done.get_id(): act.done for act in side.hands.hands[seat].acts} for side in self.sides]
            for one in known:
                yield from (
                    self.logic.no(done) for key, done in one.items() if any(key not in other for other in known)
                )

    def risks(self, place: int = 0) -> Risks:
        """What is at risk on the wagers of the first hand. It is entered into the hand's facts."""
        side = self.sides[place]
        return Risks(side.hands, side.hand)
