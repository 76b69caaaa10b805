"""A hand in any state, lawful or not, as irregularities might leave it: every fact of it is free."""

from collections.abc import Sequence

from rulespec.domains.base import Game
from rulespec.engine.settle import Settler
from rulespec.prove.smt.hands import HandPlay
from rulespec.prove.smt.logic import Formula, Logic, Sym, Term
from rulespec.prove.smt.scene import Scene, Side


def any_state(settlers: Sequence[Settler], game: Game) -> Scene:
    """A table with one hand that may have done, placed and lost anything. Two specs share what they both know of."""
    scene = Scene(settlers, game, acts=False)
    for side in scene.sides:
        _free(scene.logic, side, side.hand)
    return scene


def made_irregular(side: Side) -> list[Formula]:
    """What irregularities can make of a hand that has been played: folded or not, exposed or not, amounts amended.

    What then must hold is given.
    """
    logic, hand = side.terms.logic, side.hand
    for key in ("folded", "exposed"):
        hand.facts[key] = (logic.given(logic.bool(key)),)
    hand.facts["folded_at"] = (_stage(logic, side, "folded at", logic.bool("folded")),)
    rules = []
    for wager in side.settler.spec.wagers:
        amount = logic.amount(f"amended {wager.name}")
        rules.append(amount > 0)
        value = Sym(amount, logic.no(hand.placed(wager.name)))
        hand.facts[f"amount({wager.name})"] = hand.facts[f"stake({wager.name})"] = (value,)
    return rules


def _free(logic: Logic, side: Side, hand: HandPlay) -> None:
    facts = hand.facts
    for key in ("folded", "exposed", "acted", "played_blind"):
        facts[key] = (logic.given(logic.bool(key)),)
    facts["folded_at"] = (_stage(logic, side, "folded at", logic.bool("folded")),)
    facts["acted_first"] = (_stage(logic, side, "acted first at", logic.bool("acted")),)
    for wager in side.settler.spec.wagers:
        name = wager.name
        placed, decided = logic.bool(f"placed {name}"), logic.bool(f"decided {name}")
        amount: Term = logic.amount(f"amount of {name}")
        hand.rules += [amount > 0]
        facts[f"placed({name})"] = (logic.given(placed),)
        facts[f"placed_at({name})"] = (_stage(logic, side, f"{name} placed at", logic.all([placed, decided])),)
        facts[f"amount({name})"] = facts[f"stake({name})"] = (Sym(amount, logic.no(placed)),)
        if wager.per_area:
            facts[f"placed_by_others({name})"] = (logic.given(logic.bool(f"others place {name}")),)


def _stage(logic: Logic, side: Side, name: str, happened: Formula) -> Sym:
    """The stage at which something happened, which two specs know by the same name, as its place in this one's order."""
    stages = side.settler.acts.stages
    chosen = [logic.bool(f"{name} {stage}") for stage in stages]
    side.hand.rules.append(logic.no(logic.several(chosen)))
    if chosen:
        side.hand.rules.append(logic.any([*chosen, logic.no(happened)]))
    term = logic.at(0)
    for place, one in enumerate(chosen):
        term = logic.choice(one, logic.at(place), term)
    return Sym(term, logic.no(happened))
