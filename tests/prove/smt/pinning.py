"""Formulas at one concrete round: every variable of a scene is given the round's value, so that each formula has one.

What the engine settles is then held against what the formulas say. A round of which a scene cannot speak (cards that
are not recorded, a hand played blind) is none of its business: `Unspoken` says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import z3

from rulespec.engine.happened import Happened
from rulespec.engine.options import keys_of, option_facts
from rulespec.engine.settle import Settler, _with_given
from rulespec.lang.evaluate import PLAYERS, exact, truth
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.model.round import Player, Round
from rulespec.model.spec import Option
from rulespec.prove.smt.events import Event
from rulespec.prove.smt.hands import HandPlay, placed_amount
from rulespec.prove.smt.logic import Formula, Logic
from rulespec.prove.smt.scene import Scene, Side
from rulespec.prove.smt.settings import offered_values
from rulespec.prove.smt.terms import fraction
from rulespec.prove.states import examples


class Unspoken(Exception):
    """A round that is outside of what a scene speaks of."""


@dataclass
class Pinned:
    """A scene at one round. `possible` is false where the round gives a variable two values, or a constant another."""

    logic: Logic
    values: dict[str, tuple[Any, Any]] = field(default_factory=dict)  # by name: the variable and its value
    possible: bool = True

    def fix(self, term: Any, value: Any) -> None:
        """Give a variable its value; what is no variable must have it already."""
        wanted = _constant(self.logic, term, value)
        if not z3.is_const(term) or term.decl().kind() != z3.Z3_OP_UNINTERPRETED:
            self.possible = self.possible and z3.is_true(z3.simplify(term == wanted))
            return
        name = term.decl().name()
        if name in self.values and not self.values[name][1].eq(wanted):
            self.possible = False
        self.values[name] = term, wanted

    def model(self) -> z3.ModelRef:
        solver = z3.Solver(ctx=self.logic.context)
        solver.add(*(term == value for term, value in self.values.values()))
        assert solver.check() == z3.sat
        return solver.model()


@dataclass
class At:
    """Formulas read at a round."""

    pinned: Pinned
    model: z3.ModelRef

    def truth(self, formula: Formula) -> bool:
        found = self.model.eval(formula)
        assert z3.is_true(found) or z3.is_false(found), f"the round leaves open: {found}"
        return z3.is_true(found)

    def number(self, term: Any) -> Fraction | int:
        return exact(fraction(z3.simplify(self.model.eval(term))))


def _constant(logic: Logic, term: Any, value: Any) -> Any:
    if z3.is_bool(term):
        return logic.true if value else logic.false
    return logic.at(int(value)) if z3.is_int(term) else logic.number(value)


def read(data: Mapping[str, Any]) -> Round:
    return read_round({key: value for key, value in data.items() if key != "expect"}, Place("round"))


def at_round(scene: Scene, played: Round, events: Sequence[Event] = (), recorded: Sequence[Happened] = ()) -> At:
    """The scene of one spec at a round. Raises `Unspoken`. To be called when all formulas are made."""
    (side,) = scene.sides
    settler = side.settler
    if len(played.players) != len(side.hands.hands):
        raise Unspoken("as many hands")
    if any(player.elsewhere or player.played_blind for player in played.players):
        raise Unspoken("wagers on other hands, hands played blind")
    pinned = Pinned(scene.logic)
    given = _with_given(settler.spec, played.options, recorded)
    options, wrong = option_facts(settler.spec, given)
    pinned.possible = not wrong
    _options(pinned, side, options, given)
    hands = [
        {**options, **dealt.facts, **settler.acts.start(player.wagers)}
        for dealt, player in zip(settler.game.dealt(played), played.players, strict=True)
    ]
    for seat, hand in enumerate(side.hands.hands):
        _hand(pinned, side, hand, played.players[seat], hands[seat])
        _deal(pinned, scene, seat, hands[seat])
    for event, happened in zip(events, recorded, strict=True):
        _event(pinned, side, event, happened, played)
    return At(pinned, pinned.model())


def _options(pinned: Pinned, side: Side, facts: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    for key, value in side.settings.fixed.items():
        if facts.get(key) != value:
            raise Unspoken("lists of amounts are taken as the rounds shown have them")
    for setting in side.settings.settings.values():
        mine = given.get(setting.option.name)
        told = mine is not None and (not isinstance(mine, dict) or setting.part in mine)
        if not told and setting.option.missing == "error":
            raise Unspoken("an option that the scene takes as given")
        pinned.fix(setting.given, told)
        value = facts.get(setting.key) if told else None
        pinned.fix(setting.variable, value if value is not None else _offered(side, setting.option))


def _offered(side: Side, option: Option) -> Any:
    """Some value that the document offers, which an option that is not given has in its variable."""
    if option.type.kind in ("amount", "number"):
        return Fraction(option.values[0]) if option.values else 1
    return False if option.type.kind == "truth" else offered_values(side.settler.spec, option)[0]


def _hand(pinned: Pinned, side: Side, hand: HandPlay, player: Player, facts: Mapping[str, Any]) -> None:
    logic = pinned.logic
    amounts = {**player.wagers, **{act.wager: act.amount for act in player.actions if act.amount is not None}}
    for wager in side.settler.spec.wagers:
        name = wager.name
        if wager.placed != "before_deal" and name in player.wagers:
            raise Unspoken("a wager of a decision, placed before the deal")
        if wager.placed == "before_deal":
            pinned.fix(hand.start[f"placed({name})"][0].value, name in player.wagers)
        pinned.fix(placed_amount(logic, hand, name), amounts.get(name, 0))
    done = {(act.stage, act.act, act.wager) for act in player.actions}
    if len(done) != len(player.actions):
        raise Unspoken("an act that is repeated")
    for act in hand.acts:
        pinned.fix(act.done, (act.stage, act.word, act.wager) in done)
    known = {(act.stage, act.word, act.wager) for act in hand.acts}
    pinned.possible = pinned.possible and done <= known
    stages = side.settler.acts.stages
    facts = dict(facts)
    stops = side.settler.acts.play(player, facts)[0].waits_at
    pinned.fix(logic.place(f"hand {hand.seat + 1}: stops before"), len(stages) if stops is None else stops)


def _deal(pinned: Pinned, scene: Scene, seat: int, facts: dict[str, Any]) -> None:
    facts[PLAYERS] = [facts]
    for expr, variable in scene.deals.asked[seat].items():
        holds = truth(expr)(facts)
        if holds is None:
            raise Unspoken("cards that are not recorded")
        pinned.fix(variable, holds)


def _event(pinned: Pinned, side: Side, event: Event, happened: Happened, played: Round) -> None:
    stages = side.settler.acts.stages
    if not happened.stage_told and stages:
        raise Unspoken("an irregularity without its stage")
    if happened.stage >= max(len(stages), 1):
        raise Unspoken("an irregularity behind the last stage")
    pinned.fix(event.stage, happened.stage)
    seats = [player.seat for player in played.players]
    if event.seat is not None:
        if len(happened.seats) != 1:
            raise Unspoken("an irregularity to several hands or to none")
        (seat,) = happened.seats
        pinned.fix(event.seat, seats.index(seat) if seat in seats else len(seats))
    elif happened.seats:
        raise Unspoken("an irregularity of no hand, to one")
    for key, values in event.facts.items():
        value = happened.facts.get(key.removeprefix("event."))
        if value is None:
            raise Unspoken("a fact of an irregularity that is not recorded")
        if isinstance(value, str):
            raise Unspoken("a name")
        if z3.is_int(values[0].value) and value != int(value):
            raise Unspoken("a part of a card")
        pinned.fix(values[0].value, value)
    for name, named in event.of_seats.items():
        if name not in happened.seat_facts:
            raise Unspoken("a fact of an irregularity that is not recorded")
        for place, one in enumerate(named):
            pinned.fix(one, seats[place] in happened.seat_facts[name])
    for place, choices in enumerate(event.chosen):
        mine = happened.elections.get(seats[place])
        open_ = [choice for choice, one in choices.items() if not one.eq(pinned.logic.false)]
        if open_ and mine is None:
            raise Unspoken("a choice that is not recorded")
        for choice in open_:
            pinned.fix(choices[choice], choice == mine)
        pinned.possible = pinned.possible and (mine is None or not open_ or mine in open_)


def one_word(at: At, words: Mapping[str, Formula]) -> str:
    """The one result of an outcome."""
    found = [word for word, formula in words.items() if at.truth(formula)]
    assert len(found) == 1, f"the outcome is {found}"
    return found[0]


def completed(settler: Settler, round_: Mapping[str, Any]) -> dict[str, Any]:
    """The round with every option that a scene takes as given: the examples, and something for each further part."""
    spec, given = settler.spec, dict(round_.get("options") or {})
    shown = examples(spec)
    for option in spec.options:
        if option.missing != "error":
            continue
        mine = given.get(option.name, shown.get(option.name))
        if option.by and option.type.kind == "amount" and (mine is None or isinstance(mine, dict)):
            mine = {part: 100 for _, part in keys_of(spec, option)} | (mine or {})
        if mine is not None:
            given[option.name] = mine
    return {**round_, **({"options": given} if given else {})}
