"""Whether an amended document answers alike every round that the first one answers.

A case that the first answers not at all, or twice, may be answered by the second in any way: a gap that is filled
changes no round that could be settled. What a stage offered it must offer still; it may offer more.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.prove.smt.afterwards import after_lot, occurs_alike, same_occurs, shared_wagers
from rulespec.prove.smt.equivalent import usual_play
from rulespec.prove.smt.favours import stage_offers
from rulespec.prove.smt.logic import Formula, Logic
from rulespec.prove.smt.outcomes import OPEN, Outcome
from rulespec.prove.smt.pairs import Asked, Pair, answered, verdict


def offers_kept(pair: Pair, stage: str, backwards: bool = False) -> Verdict:
    """Whether a stage of the second offers all that the first does, and asks for no act where the first asks for none.

    `backwards`: whether the first offers all that the second does.
    """
    title, key = pair.first.spec.vocabulary.stage(stage), f"decision/{stage}"
    tables = [settler.rulebook.play.get(stage) for settler in pair.both]
    found = [table for table in tables if table is not None]
    if len(found) < len(tables):
        lost = tables[0] is not None or not backwards  # a stage that is new asks every hand in play for an act
        reason = "one of them has no such stage"
        return verdict(pair, title, key, FAILS if lost else HOLDS, reason=reason if lost else "")
    build = partial(stage_offers, pair, stage, (1, 0)) if backwards else partial(_offers_kept, pair, stage)
    return answered(pair, title, key, build, found)


def _offers_kept(pair: Pair, stage: str) -> Asked:
    asked = stage_offers(pair, stage, (0, 1))
    logic = asked.scene.logic
    before, after = (side.hand.offered.get(stage, logic.false) for side in asked.scene.sides)
    return replace(asked, differ=logic.any([asked.differ, logic.all([logic.no(before), after])]))


def wager_kept(pair: Pair, name: str) -> Verdict:
    """Whether the second settles a wager as the first does, in lawful play, wherever the first answers."""
    title, key = f"the wager {pair.first.spec.vocabulary.title(name)}", f"wager/{name}"
    return answered(pair, title, key, partial(usual_play, pair, name, _answered), ())


def event_kept(pair: Pair, name: str, apart: frozenset[str]) -> Verdict:
    """Whether after an irregularity the second does what the first does, wherever the first answers.

    `apart` are wagers that the two settle differently by themselves.
    """
    title, key = pair.first.spec.vocabulary.title(name), f"irregularity/{name}"
    last = verdict(pair, title, key, HOLDS)
    if not same_occurs(pair, name):
        last = occurs_alike(pair, name)
        if last.status != HOLDS:
            return last
    for wager in shared_wagers(pair):
        build = partial(after_lot, pair, name, wager, 1, wager in apart, _answered)
        last = answered(pair, title, key, build, ())
        if last.status != HOLDS:
            break
    return last


def _answered(logic: Logic, outcome: Outcome) -> Formula:
    return logic.no(logic.any(list(_open(logic, outcome))))


def _open(logic: Logic, outcome: Outcome) -> Iterator[Formula]:
    for word in OPEN:
        yield outcome.word(logic, word)
