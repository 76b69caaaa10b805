"""From a case that z3 found to a round with real cards: the smallest that shows it, with round amounts."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from rulespec.domains.base import hand_of, of_table
from rulespec.engine.happened import as_recorded
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import exact
from rulespec.load.amounts import amount_of, shown
from rulespec.prove.smt.events import Event
from rulespec.prove.smt.hands import HandPlay, placed_amount
from rulespec.prove.smt.logic import Formula, Logic, Term
from rulespec.prove.smt.scene import Scene, Side
from rulespec.prove.smt.solving import Asking, Model, is_true
from rulespec.prove.smt.terms import fraction
from rulespec.prove.states import BASE, examples

ROUND = (
    BASE,
    20,
    30,
    40,
    5,
    15,
    25,
    35,
    50,
    100,
    200,
    1,
    2,
    3,
    4,
    6,
    8,
    60,
    80,
)  # amounts that are tried, in this order
DEALS = 40  # cases of several hands together for which a deal is looked for


@dataclass(frozen=True, slots=True)
class Shown:
    """A case as a round in the round format, for each side of a question; `model` is the case itself."""

    rounds: tuple[Mapping[str, Any], ...]
    model: Model


class NoDeal(Exception):
    """No pack of cards deals what a case needs to all hands at the table."""


def smallest(asking: Asking, scene: Scene, case: Sequence[Formula], events: Sequence[Event], name: str) -> Shown | None:
    """A round for a case, the smallest by what is placed and done; None where there is none at all.

    Raises `OutOfWork`, and `NoDeal` where its hands cannot be dealt together.
    """
    with asking.assuming(*case):
        model = asking.model()
        if model is None:
            return None
        for matters, wishes in _wishes(scene, events):
            if not is_true(model, matters):
                continue
            for wish in wishes:
                better = model if is_true(model, wish) else asking.model([wish])
                if better is not None:
                    model = better
                    asking.add(wish)
                    break
        return _dealt(asking, scene, events, name)


def _wishes(scene: Scene, events: Sequence[Event]) -> Iterator[tuple[Formula, Iterable[Formula]]]:
    """What a small round has, one thing after the other: of each the first that is possible, where it matters."""
    logic, first = scene.logic, scene.sides[0]
    every = [(side, hand) for side in scene.sides for hand in reversed(side.hands.hands)]
    for side, hand in every:
        for wager in side.settler.spec.wagers:
            if wager.placed == "before_deal":
                yield logic.true, [logic.no(hand.start[f"placed({wager.name})"][0].value)]
    for event in events:
        if event.seat is not None:
            yield logic.true, [event.seat == seat for seat in range(event.seats + 1)]
        yield logic.true, [event.stage == stage for stage in range(len(first.settler.acts.stages))]
        for values in event.facts.values():
            yield logic.true, _values(logic, values[0].value)
        for side in scene.sides:
            yield from ((logic.true, [event.stage == hand.stop]) for hand in side.hands.hands if hand.stop is not None)
    for _, hand in every:
        yield from ((logic.true, wishes) for wishes in _few_acts(logic, hand))
    for side in scene.sides:
        yield from ((logic.true, [logic.no(setting.given)]) for setting in side.settings.read())
    yield from _in_cents(scene)
    for _, hand in every:  # amounts that the stages permit, where the case lets them be
        yield from ((act.done, [act.allowed]) for act in hand.acts if act.wager)
    for side, hand in every:
        for wager in side.settler.spec.wagers:
            yield hand.placed(wager.name), _values(logic, placed_amount(logic, hand, wager.name))
    for side in scene.sides:
        shown_options = examples(side.settler.spec)
        for setting in side.settings.read():
            example = shown_options.get(setting.option.name)
            if isinstance(example, Mapping):
                example = example.get(setting.part)
            plain = _place(side, setting.option, example)
            if plain is None and setting.option.type.kind == "number":
                plain = 1  # a count or a share, no sum of money
            yield setting.given, _values(logic, setting.variable, plain)


def _in_cents(scene: Scene) -> Iterator[tuple[Formula, Iterable[Formula]]]:
    """That all amounts are whole dollars, or else whole cents, before any is chosen: a round holds no other."""
    logic = scene.logic
    terms = [
        placed_amount(logic, hand, w.name) for s in scene.sides for hand in s.hands.hands for w in s.settler.spec.wagers
    ]
    terms += [one.variable for side in scene.sides for one in side.settings.read() if z3.is_real(one.variable)]
    yield logic.true, [logic.all([z3.IsInt(term * scale) for term in terms]) for scale in (1, 100)]


def _few_acts(logic: Logic, hand: HandPlay) -> Iterator[Iterable[Formula]]:
    """As few acts as can be: none at the last stages; then the first of those that a stage offers."""
    by_stage: dict[str, list[Formula]] = {}
    for act in hand.acts:
        by_stage.setdefault(act.stage, []).append(act.done)
    for done in reversed(by_stage.values()):
        yield [logic.no(logic.any(done))]
    for done in by_stage.values():
        yield done


def _place(side: Side, option: Any, example: Any) -> Any:
    if example is None or option.type.kind == "truth":
        return None
    if option.type.kind in ("amount", "number"):
        return amount_of(example) if example not in (0, "0") else 0
    order = (
        side.settler.spec.setup["ranking"]["order"]
        if option.type.kind == "class"
        else side.settler.spec.vocabulary.lists[option.type.of]
    )
    return list(order).index(example)


def _values(logic: Logic, term: Term, first: Any = None) -> Iterator[Formula]:
    """Values of a variable, the plainest first."""
    if z3.is_bool(term):
        yield logic.no(term)
        return
    if z3.is_int(term):
        yield from (term == value for value in ([first] if first is not None else [*range(6), BASE]))
        return
    for value in ([first] if first is not None else []) + list(ROUND):
        yield term == logic.number(value)
    yield z3.IsInt(term)
    yield z3.IsInt(term * 100)


# Cards.


def _dealt(asking: Asking, scene: Scene, events: Sequence[Event], name: str) -> Shown:
    """The same with the commonest deal that shows it."""
    if scene.deals.seats > 1:
        return _dealt_together(asking, scene, events, name)
    for case in sorted(scene.deals.reachable(0).cases, key=lambda one: -one.weight):
        model = asking.model([scene.deals.is_dealt(0, case)])
        if model is not None:
            return Shown(tuple(_round(scene, side, model, events, [case.deal], name) for side in scene.sides), model)
    raise NoDeal("its cards are not dealt")


def _dealt_together(asking: Asking, scene: Scene, events: Sequence[Event], name: str) -> Shown:
    """The same with a deal for all hands: what no pack deals to them together is left out, case by case."""
    for _ in range(DEALS):
        model = asking.model()
        if model is None:
            break
        deals = _together(scene, model)
        if deals is not None:
            return Shown(tuple(_round(scene, side, model, events, deals, name) for side in scene.sides), model)
        asked = [formula for each in scene.deals.asked for formula in each.values()]
        same = [scene.logic.same(one, scene.logic.true if is_true(model, one) else scene.logic.false) for one in asked]
        asking.add(scene.logic.no(scene.logic.all(same)))
    raise NoDeal("no deal for several hands together was found that shows it")


def _together(scene: Scene, model: Model) -> Sequence[Mapping[str, Any]] | None:
    """Deals for all hands at the table, as the model has them."""
    wanted = [
        (tuple(asked), tuple(is_true(model, formula) for formula in asked.values())) for asked in scene.deals.asked
    ]
    return scene.game.together(wanted)


# The round.


def _round(
    scene: Scene,
    side: Side,
    model: Model,
    events: Sequence[Event],
    deals: Sequence[Mapping[str, Any]],
    name: str,
) -> dict[str, Any]:
    options = _options(side, model)
    head: dict[str, Any] = {"id": name, "spec": side.settler.spec.id}
    if options:
        head["options"] = options
    head |= of_table(deals[0])
    head["players"] = [_player(side, hand, model, deal) for hand, deal in zip(side.hands.hands, deals, strict=True)]
    if events:
        head["events"] = [_record(scene.logic, side, event, model) for event in events]
    return head


def _player(side: Side, hand: HandPlay, model: Model, deal: Mapping[str, Any]) -> dict[str, Any]:
    logic = side.terms.logic
    first = [
        wager.name for wager in side.settler.spec.wagers if is_true(model, hand.start[f"placed({wager.name})"][0].value)
    ]
    placed = {wager: _amount(model, placed_amount(logic, hand, wager)) for wager in first}
    player: dict[str, Any] = {"seat": hand.seat + 1, **hand_of(deal, placed)}
    actions = []
    for act in hand.acts:
        if is_true(model, act.done):
            action: dict[str, Any] = {"stage": act.stage, "do": act.word}
            if act.wager:
                action |= {"wager": act.wager, "amount": _amount(model, placed_amount(logic, hand, act.wager))}
            actions.append(action)
    player["actions"] = actions
    return player


def _amount(model: Model, term: Term) -> Any:
    return _json(exact(fraction(model.eval(term, model_completion=True))))


def _json(number: int | Fraction) -> Any:
    return number if isinstance(number, int) else shown(number)


def _options(side: Side, model: Model) -> dict[str, Any]:
    """The options as a round gives them."""
    spec = side.settler.spec
    read = side.settings.read()
    told = {setting.option.name for setting in read}
    found: dict[str, Any] = {name: value for name, value in examples(spec).items() if name not in told}
    for setting in read:
        if not is_true(model, setting.given):
            continue
        kind, variable = setting.option.type.kind, setting.variable
        value: Any
        if kind == "truth":
            value = is_true(model, variable)
        elif kind in ("amount", "number"):
            value = _amount(model, variable)
        else:
            place = model.eval(variable, model_completion=True).as_long()
            order = spec.setup["ranking"]["order"] if kind == "class" else spec.vocabulary.lists[setting.option.type.of]
            value = order[place]
        if setting.part:
            found.setdefault(setting.option.name, {})[setting.part] = value
        else:
            found[setting.option.name] = value
    return found


def _record(logic: Logic, side: Side, event: Event, model: Model) -> dict[str, Any]:
    stages, vocabulary = side.settler.acts.stages, side.settler.spec.vocabulary
    record: dict[str, Any] = {"event": event.name}
    if stages:
        record["stage"] = stages[model.eval(event.stage, model_completion=True).as_long()]
    if event.seat is not None:
        record["seat"] = model.eval(event.seat, model_completion=True).as_long() + 1
    given: dict[str, Any] = {}
    for key, values in event.facts.items():
        term = values[0].value
        if z3.is_bool(term):
            given[key] = is_true(model, term)
        elif z3.is_int(term):
            given[key] = model.eval(term, model_completion=True).as_long()
        else:
            given[key] = _amount(model, term)
    record |= as_recorded(vocabulary, given)
    for name, named in event.of_seats.items():
        seat = next((place for place, one in enumerate(named) if is_true(model, one)), len(named))
        record[name] = seat + 1
    chosen = {
        str(place + 1): choice
        for place, choices in enumerate(event.chosen)
        for choice, one in choices.items()
        if not one.eq(logic.false) and is_true(model, one)
    }
    if chosen:
        record["elections"] = chosen
    return record


def without_idle_options(
    settler: Settler, round_: Mapping[str, Any], settled: Any, keep: Collection[str] = ()
) -> dict[str, Any]:
    """The round without the options that change nothing in what becomes of it, as `settled` tells, but for `keep`."""
    found = dict(round_)
    for option in [name for name in found.get("options", {}) if name not in keep]:
        rest = {key: value for key, value in found["options"].items() if key != option}
        fewer = {**found, "options": rest}
        if settled(settler, fewer) == settled(settler, found):
            found = fewer
    return {key: value for key, value in found.items() if key != "options" or value}
