"""Which declared invariants proofs may take as given: those that lawful play meets.

What speaks of a player's acts must hold after every run of acts that the stages offer, in the amounts that they permit.
What speaks of the table alone, as of the limits that it displays, is the encoder's to know. Since each of them holds in
the rounds that are walked, all can hold at once: from a contradiction everything would follow.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.trees import facts
from rulespec.model.spec import Invariant
from rulespec.prove.invariants import breaking
from rulespec.prove.smt.hands import among, placed_amount
from rulespec.prove.smt.logic import Formula, Unsupported
from rulespec.prove.smt.scene import Scene, Side
from rulespec.prove.smt.solving import Asking, OutOfWork
from rulespec.prove.smt.witnesses import NoDeal, smallest


@dataclass(frozen=True)
class Trust:
    """The invariants that may be taken as given, and those that play breaks, each with a round if there is one."""

    taken: tuple[Invariant, ...]
    broken: tuple[tuple[Invariant, Mapping[str, Any] | None], ...] = ()


def trust(settler: Settler) -> Trust:
    """What of the invariants of a spec may be taken as given."""
    found = [_read(settler, one) for one in settler.spec.invariants]
    taken = tuple(one.invariant for one in found if one.holds)
    broken = tuple((one.invariant, one.round) for one in found if one.broken)
    return Trust(taken, broken)


def sound(settler: Settler, found: Trust) -> Settler:
    """The same without the invariants that may not be taken as given."""
    if found.taken == settler.spec.invariants:
        return settler
    return Settler(replace(settler.spec, invariants=found.taken), settler.rulebook, settler.game)


@dataclass(frozen=True)
class _Read:
    invariant: Invariant
    holds: bool
    broken: bool = False
    round: Mapping[str, Any] | None = None


def _read(settler: Settler, invariant: Invariant) -> _Read:
    """One invariant, walked through and then asked of a proof."""
    options = {option.name for option in settler.spec.options}
    try:
        scene = Scene([settler], settler.game)
        holds = scene.sides[0].terms.truth(invariant.holds, 0)
        if next(breaking(settler, invariant.holds), None) is not None:
            return _Read(invariant, holds=False, broken=True)
        if all(fact.name in options for fact in facts(invariant.holds)):
            return _Read(invariant, holds=True)
        permitted = _permitted(scene.sides[0])
        asking = Asking(scene.logic, [scene.lawful_play(), scene.deals.constraint(), permitted])
        if asking.model([scene.logic.no(holds)]) is None:
            return _Read(invariant, holds=True)
        name = f"{settler.spec.id.replace('/', '-')}-invariant"
        shown = smallest(asking, scene, [scene.logic.no(holds)], [], name)
        return _Read(invariant, holds=False, broken=True, round=shown.rounds[0] if shown else None)
    except NoDeal:
        return _Read(invariant, holds=False, broken=True)
    except (Unsupported, OutOfWork, Inconclusive):
        return _Read(invariant, holds=False)


def _permitted(side: Side) -> Formula:
    """That what a hand places is in the amounts that the document permits."""
    logic, hand = side.terms.logic, side.hand
    parts = [logic.any([logic.no(act.done), act.allowed]) for act in hand.acts if act.wager]
    for wager in side.settler.spec.wagers:
        lawful = []
        if wager.equals is not None:
            amount = placed_amount(logic, hand, wager.name)
            lawful.append(among(logic, amount, side.terms.values(wager.equals, hand.seat)))
        if wager.allowed is not None:
            lawful.append(side.terms.truth(wager.allowed, hand.seat))
        if lawful:
            parts.append(logic.any([logic.no(hand.placed(wager.name)), logic.all(lawful)]))
    return logic.all(parts)
