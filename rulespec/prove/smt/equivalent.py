"""Whether two specs mean the same: wager by wager, decision by decision, irregularity by irregularity.

What is asked of both is what a round shows: the result, the net and the stake of each wager, the acts and amounts that
a stage offers. A round counts where both documents allow it; what only one of them allows is a difference in what it
offers. Where a wager is settled alike in every state that irregularities can make of a hand, only what they do to
hands and wagers is compared; else what becomes of the wagers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.model.proof import FAILS, HOLDS, UNKNOWN, Verdict
from rulespec.prove.smt.afterwards import (
    Wagers,
    after_event,
    fates_apart,
    outcomes_differ,
    shared_wagers,
)
from rulespec.prove.smt.anyhow import made_irregular
from rulespec.prove.smt.as_written import (
    exprs_in,
    exprs_of,
    plays_alike,
    same_options,
    same_play,
    same_settlement,
    same_tables,
    speaks_of_others,
    with_lists,
)
from rulespec.prove.smt.logic import Formula, Logic, Unsupported
from rulespec.prove.smt.outcomes import Outcome, usual
from rulespec.prove.smt.pairs import LACKING, ONE_HAND, TOLD, Asked, Pair, answered, declared, holds, pair_of, verdict
from rulespec.prove.smt.prize_pairs import Winners, jackpot
from rulespec.prove.smt.risks import Risks, stakes_read
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.solving import OutOfWork, soon


def equivalent(first: Settler, second: Settler) -> list[Verdict]:
    """Whether two specs mean the same, subject by subject. Raises `Inconclusive` where a deal does not to both."""
    return list(compared(first, second))


def compared(
    first: Settler,
    second: Settler,
    wants: Callable[[str], bool] = lambda key: True,
    apart: Iterable[str] = (),
    known: Wagers | None = None,
) -> Iterator[Verdict]:
    """The same one after the other, for whoever needs no more than the first difference. Raises as `equivalent`.

    Only the subjects are asked about whose key is wanted. `apart` are wagers that are known to be settled differently;
    `known` is what is known of wagers from before, and takes what becomes known.
    """
    pair = pair_of(first, second)
    stages = dict.fromkeys([*first.rulebook.play, *second.rulebook.play])
    offers = []
    for one in _offers(pair, stages, wants):
        offers.append(one)
        yield one
    alike = len(offers) > len(stages) and all(one.status == HOLDS for one in offers)
    pair = replace(pair, offers_alike=alike)
    known = Wagers() if known is None else known
    known.apart |= set(apart)
    states = _States(pair)
    for name in shared_wagers(pair):
        if wants(f"wager/{name}"):
            yield with_lists(pair, _wager(states, name, known), [exprs_of(settler, name) for settler in pair.both])
    events = []
    for name in dict.fromkeys([*first.rulebook.events, *second.rulebook.events]):
        if wants(f"irregularity/{name}"):
            events.append(after_event(pair, name, known))
            yield events[-1]
    if first.rulebook.follow != second.rulebook.follow and wants("follow"):
        yield _follow(pair, events)
    winners = Winners(pair)
    for name in sorted(first.shared | second.shared):
        if wants(f"prize/{name}"):
            yield from jackpot(winners, name)
    if wants("prize_order"):
        yield declared(pair, "prize order", "prize_order", first.spec.prize_order, second.spec.prize_order)


def same_wager(first: Settler, second: Settler, name: str) -> bool:
    """Whether a wager comes to the same under two variants of one spec, in every state of a hand.

    Raises `Unsupported`, `OutOfWork` or `Inconclusive`.
    """
    pair = Pair(first, second, first.game)
    return holds(_States(pair).of_wager(name)) and holds(usual_play(pair, name))


def same_stage(first: Settler, second: Settler, stage: str) -> bool:
    """Whether a stage offers the same under two variants of one spec. Raises as `same_wager`."""
    return holds(_stage(Pair(first, second, first.game), stage, required=False))


def same_event(first: Settler, second: Settler, name: str) -> bool:
    """Whether an irregularity does the same to hands under two variants of one spec. Raises as `same_wager`."""
    rules = first.rulebook.events.get(name)
    several = rules is not None and any(speaks_of_others(row.when) for row in rules.table.rows)
    return holds(fates_apart(Pair(first, second, first.game), name, 2 if several else 1))


# What players may do.


def _offers(pair: Pair, stages: Iterable[str], wants: Callable[[str], bool]) -> Iterator[Verdict]:
    """The wagers that may be placed before the deal, and the acts and amounts of each stage."""
    first, second = ({w.name: (w.placed, w.required, w.per_area) for w in settler.spec.wagers} for settler in pair.both)
    if wants("wagers"):
        yield declared(pair, "wagers and when they are placed", "wagers", first, second)
    for stage in stages:
        mine, theirs = (settler.rulebook.play.get(stage) for settler in pair.both)
        title, key = pair.first.spec.vocabulary.stage(stage), f"decision/{stage}"
        if not wants(key):
            continue
        if mine is None or theirs is None:
            yield verdict(pair, title, key, FAILS, reason="one of them has no such stage")
            continue
        if same_tables(mine, theirs) and same_play(pair, before=stage):
            yield verdict(pair, title, key, HOLDS, basis="the same rules")
            continue
        with suppress(Unsupported, OutOfWork, Inconclusive), soon():  # else it is asked of lawful play
            if holds(_stage(pair, stage, required=False)):
                yield verdict(pair, title, key, HOLDS, assumptions=(ONE_HAND,))
                continue
        found = answered(pair, title, key, partial(_stage, pair, stage), (mine, theirs))
        if found.status == HOLDS:
            again = answered(pair, title, key, partial(_stage, pair, stage, False), (mine, theirs))
            found = again if again.status == HOLDS else replace(again, reason=LACKING)
        yield with_lists(pair, found, [[e for row in t.rows for e in exprs_in(row)] for t in (mine, theirs)])


def _stage(pair: Pair, stage: str, required: bool = True) -> Asked:
    """What a stage offers; without `required` also to a hand that an irregularity left without its first wagers."""
    every = () if required else (*pair.first.rulebook.events, *pair.second.rulebook.events)
    scene = Scene(pair.both, pair.game, required=required, until=stage, events=every)
    logic = scene.logic
    differ = []
    acts = [{(act.word, act.wager): act for act in side.hand.acts if act.stage == stage} for side in scene.sides]
    for key in dict.fromkeys([*acts[0], *acts[1]]):
        offered = [side[key].offered if key in side else logic.false for side in acts]
        allowed = [side[key].allowed if key in side else logic.false for side in acts]
        differ += [logic.no(logic.same(*offered)), logic.no(logic.same(*allowed))]
    return Asked(scene, [], logic.any(differ), [], (ONE_HAND,), acted=stage)


# What becomes of wagers.


def _wager(states: "_States", name: str, known: Wagers) -> Verdict:
    pair = states.pair
    title, key = f"the wager {pair.first.spec.vocabulary.title(name)}", f"wager/{name}"
    if same_settlement(pair, name) and plays_alike(pair, name) and same_options(pair):
        known.wide.add(name)
        return verdict(pair, title, key, HOLDS, basis="the same rules")
    with suppress(Unsupported, OutOfWork, Inconclusive), soon():  # else it is asked of lawful play
        if holds(states.of_wager(name)):
            known.wide.add(name)
            return verdict(pair, title, key, HOLDS, assumptions=(ONE_HAND, TOLD))
    found = answered(pair, title, key, lambda: usual_play(pair, name), ())
    if found.status == FAILS:
        known.apart.add(name)
    return found


@dataclass(frozen=True)
class _States:
    """Every state of a hand, as irregularities can make it: wagers missing, amended, folds, no exposure.

    The table is made once for all wagers.
    """

    pair: Pair

    def of_wager(self, name: str) -> Asked:
        """What becomes of a wager in any of these states."""
        scene, made, risks = self._table
        return _of_wager(scene, risks, name, made)

    @cached_property
    def _table(self) -> tuple[Scene, list[Formula], list[Risks]]:
        pair = self.pair
        every = [*pair.first.rulebook.events, *pair.second.rulebook.events]
        scene = Scene(pair.both, pair.game, required=False, stops=True, events=every)
        made = [formula for side in scene.sides for formula in made_irregular(side)]
        return scene, made, _risks(scene)


def usual_play(pair: Pair, name: str, counts: Callable[[Logic, Outcome], Formula] | None = None) -> Asked:
    """What becomes of a wager in lawful play; `counts` is which outcomes under the first are asked about, else all."""
    scene = Scene(pair.both, pair.game)
    return _of_wager(scene, _risks(scene), name, [], counts)


def _risks(scene: Scene) -> list[Risks]:
    return [scene.risks(place) for place in range(len(scene.sides))]


def _of_wager(
    scene: Scene,
    risks: Sequence[Risks],
    name: str,
    more: Sequence[Formula],
    counts: Callable[[Logic, Outcome], Formula] | None = None,
) -> Asked:
    logic = scene.logic
    parts, outcomes = list(more), []
    for side, told in zip(scene.sides, risks, strict=True):
        read = stakes_read(exprs_of(side.settler, name)) - {name}
        parts += [side.hand.placed(name), told.told(read)]
        outcomes.append(usual(side, told, name))
    differ = outcomes_differ(logic, outcomes, [told.of[name] for told in risks])
    if counts is not None:
        differ = logic.all([counts(logic, outcomes[0]), differ])
    exact = all(name not in side.settler.shared for side in scene.sides)  # what a jackpot pays is asked by itself
    return Asked(scene, parts, differ, [], (ONE_HAND, TOLD), wagers=(name,), exact=exact)


# What follows from results.


def _follow(pair: Pair, events: Sequence[Verdict]) -> Verdict:
    """What follows from what became of wagers: seen in each irregularity where the two differ at all."""
    title = "what follows from what became of wagers"
    worst = next((one for status in (FAILS, UNKNOWN) for one in events if one.status == status), None)
    return verdict(pair, title, "follow", HOLDS) if worst is None else replace(worst, subject=title, key="follow")
