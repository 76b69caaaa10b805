"""Questions about irregularities: which wagers they leave without a word, or with two different ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulespec.domains.base import Game
from rulespec.engine.settle import Settler
from rulespec.lang.trees import atoms, facts
from rulespec.model.expr import Expr
from rulespec.prove.smt.answers import ALIKE
from rulespec.prove.smt.events import Event, bounds, happens
from rulespec.prove.smt.fates import Fates, HandFate
from rulespec.prove.smt.hands import HandPlay
from rulespec.prove.smt.logic import Formula, Logic, Sym, Values
from rulespec.prove.smt.outcomes import exclusive, validity
from rulespec.prove.smt.scene import Scene, Side


@dataclass
class Irregular:
    """A table at which irregularities happen, one after the other, and what they come to.

    `found` are the facts of the first hand as the last event finds them, with what is known of it; `after` those by
    which wagers are then settled.
    """

    scene: Scene
    events: list[Event]
    fates: list[Fates]  # by side
    rules: list[Formula]
    found: Mapping[str, Values] = field(default_factory=dict)
    after: Mapping[str, Values] = field(default_factory=dict)

    @property
    def logic(self) -> Logic:
        return self.scene.logic


def irregular(
    settlers: Sequence[Settler],
    game: Game,
    names: Sequence[str],
    seats: int = 1,
    read: Sequence[Sequence[int]] | None = None,
) -> Irregular:
    """The variables of some events in this order. Raises `Unsupported` where a rule has no formula.

    `read` are for each side the places of the events that it reads, all of them where it is left out. A side that does
    not read all is no round by itself, and may leave hands unfinished.
    """
    tables = [settler.rulebook.events.get(name) for settler in settlers for name in names]
    shows = any(rules is not None and rules.occurs is not None for rules in tables)
    scene = Scene(settlers, game, seats, required=not shows, stops=True, events=names)
    logic, first = scene.logic, scene.sides[0]
    events = [happens(first, name, order, seats, scene.sides[1:]) for order, name in enumerate(names)]
    rules = [rule for event in events for rule in event.rules]
    rules += [events[place].stage <= events[place + 1].stage for place in range(len(events) - 1)]
    all_fates = []
    found: dict[str, Values] = {}
    for place, side in enumerate(scene.sides):
        mine = [events[at] for at in (read[place] if read is not None else range(len(events)))]
        lawful = [dict(hand.facts) for hand in side.hands.hands]
        rules += [_recorded(logic, side, hand, events) for hand in side.hands.hands]
        rules += [part for event in events for part in bounds(side, event)]
        fates = Fates(side)
        for event in mine:
            if side is first and event is events[-1]:
                found = {**side.hand.facts, **event.of(logic, 0)}
            fates.read(event)
        fates.follow()
        rules += [
            finished(logic, side, hand, fate, before)
            for hand, fate, before in zip(side.hands.hands, fates.of, lawful, strict=True)
            if len(mine) == len(events)
        ]
        all_fates.append(fates)
    after = {**first.hand.facts, **events[-1].of(logic, 0)}
    return Irregular(scene, events, all_fates, rules, found, after)


def background(asked: Irregular) -> list[Formula]:
    """All that holds of such a round, to be asked for when all formulas are made. Raises `Inconclusive`."""
    return [*asked.rules, asked.scene.lawful_play(), asked.scene.deals.constraint()]


def _recorded(logic: Logic, side: Side, hand: HandPlay, events: Sequence[Event]) -> Formula:
    """What a round may record of a hand beside these events: acts up to the last of them; wagers that one is about.

    What the hand itself shows is one of them: else the round would show a further one, of which nothing is recorded.
    """
    last = len(side.settler.acts.stages)
    stop = logic.place(f"hand {hand.seat + 1}: stops before")
    parts = [stop >= 0, stop <= last, *(stop >= event.stage for event in events)]
    missing: dict[str, list[Formula]] = {}
    for event in events:
        rules = side.settler.rulebook.events.get(event.name)
        if rules is None or rules.occurs is None:
            continue
        concerned, occurs = event.concerned(logic, hand.seat), side.terms.truth(rules.occurs, hand.seat)
        alike = [other.concerned(logic, hand.seat) for other in events if other.name == event.name]
        parts += [logic.any([logic.no(concerned), occurs]), logic.any([logic.no(occurs), *alike])]
        for wager in {fact.args[0] for fact in facts(rules.occurs) if fact.name == "placed"}:
            missing.setdefault(wager, []).append(concerned)
    for declared in side.settler.spec.wagers:
        if declared.required:
            parts.append(logic.any([hand.placed(declared.name), *missing.get(declared.name, [])]))
    return logic.all(parts)


def finished(logic: Logic, side: Side, hand: HandPlay, fate: HandFate, lawful: Mapping[str, Values]) -> Formula:
    """That a round may leave a hand as it is: what it has not done, or not placed, an irregularity explains.

    The twin of what the engine refuses as unfinished.
    """
    names = [wager.name for wager in side.settler.spec.wagers]
    placed = {name: lawful[f"placed({name})"][0].value for name in names}
    lacks = logic.any([logic.no(placed[wager.name]) for wager in side.settler.spec.wagers if wager.required])
    waits_at = Sym(logic.at(0), logic.true)
    for index, stage in reversed(list(enumerate(side.settler.acts.stages))):
        waits = hand.waits.get(stage, logic.false)
        waits_at = logic.choice_of(waits, logic.given(logic.at(index)), waits_at)
    concerned = logic.all(
        [
            logic.any(list(placed.values())),
            *(logic.any([logic.no(placed[name]), fate.lots[name].concerned]) for name in names),
        ]
    )
    disposed = logic.all(
        [
            logic.any([logic.no(placed[name]), logic.all([lot.ended(logic), logic.no(lot.goes_on)])])
            for name, lot in fate.lots.items()
        ]
    )
    early = logic.all([logic.no(fate.earliest.never), logic.no(fate.earliest.value > waits_at.value)])
    explained = logic.all([early, logic.any([fate.ended, logic.all([concerned, logic.no(fate.goes_on)])])])
    return logic.all(
        [
            logic.any([logic.no(lacks), logic.no(fate.earliest.never)]),
            logic.any([waits_at.never, fate.void, logic.all([concerned, disposed]), explained]),
        ]
    )


# What is wrong with what becomes of a wager.


@dataclass(frozen=True, slots=True)
class Problem:
    """When something is wrong with what becomes of a wager.

    `by_event`: the rules on the event leave it without a word, or say two; `by_play`: it shows when the wager, which
    goes on, is settled as usual.
    """

    by_event: Formula
    by_play: Formula

    def formula(self, logic: Logic) -> Formula:
        return logic.any([self.by_event, self.by_play])


def problems(asked: Irregular, wager: str, settles: bool, place: int = 0) -> dict[str, Problem]:
    """When a wager of the first hand that is placed comes out without a word, or with two: by `gap` and `conflict`.

    `place` is that of the side that is asked. With `settles`, where events of this kind change the hand, what settles
    the wager is asked too. What is wrong with a hand that play by itself can make is not said again.
    """
    logic, side = asked.logic, asked.scene.sides[place]
    lot, placed = asked.fates[place].of[0].lots[wager], side.hand.placed(wager)
    gap, conflict = logic.all([placed, lot.undetermined(logic)]), logic.all([placed, lot.conflict(logic)])
    table = side.settler.rulebook.settle.get(wager)
    if not settles or table is None:
        return {"gap": Problem(gap, logic.false), "conflict": Problem(conflict, logic.false)}
    words = exclusive(side, table)
    counts = validity(side, wager).get("valid", logic.false)
    goes = logic.all([placed, logic.no(logic.any([gap, conflict])), lot.goes_on, counts])
    said, silent = lot.ended(logic), words["undetermined"]
    hidden = logic.no(logic.same(side.hand.fact("exposed"), asked.found["exposed"][0].value))
    alike = logic.any([logic.all([one, words.get(kind, logic.false)]) for kind, one in lot.said.items()])
    alone = logic.all([goes, logic.no(said), hidden])
    differ = logic.all([goes, said, logic.no(silent), logic.no(alike)])
    return {
        "gap": Problem(gap, logic.all([alone, silent])),
        "conflict": Problem(conflict, logic.any([logic.all([alone, words["conflict"]]), differ])),
    }


def shows(asked: Irregular, wager: str, kind: str) -> Formula:
    """That settling the round shows a problem: not so where play goes on, and comes to what the other clause says."""
    logic, side = asked.logic, asked.scene.sides[0]
    lot, table = asked.fates[0].of[0].lots[wager], side.settler.rulebook.settle.get(wager)
    if kind == "gap" or lot.goes_on.eq(logic.false):
        return logic.true
    words = exclusive(side, table) if table is not None else {}
    nothing = logic.any([words.get("undetermined", logic.true), words.get(ALIKE, logic.false)])
    valid = validity(side, wager)
    told = logic.all([valid.get("valid", logic.false), logic.no(nothing)])
    return logic.any([logic.no(lot.goes_on), valid.get("conflict", logic.false), told])


def told_by(settler: Settler, names: Sequence[str]) -> list[Expr]:
    """The conditions that the rules on these events read."""
    found: list[Expr] = []
    for name in names:
        rules = settler.rulebook.events.get(name)
        if rules is not None:
            found += [atom for row in rules.table.rows for atom in atoms(row.when)]
    return list(dict.fromkeys(found))
