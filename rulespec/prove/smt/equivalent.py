"""Whether two specs mean the same: wager by wager, decision by decision, irregularity by irregularity.

What is asked of both is what a round shows: the result, the net and the stake of each wager, the acts and amounts that
a stage offers. A round counts where both documents allow it; what only one of them allows is a difference in what it
offers. Where a wager is settled alike in every state that irregularities can make of a hand, only what they do to
hands and wagers is compared; else what becomes of the wagers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.model.proof import FAILS, HOLDS, UNKNOWN, Verdict
from rulespec.model.rows import Table
from rulespec.prove.smt.answers import ALIKE
from rulespec.prove.smt.anyhow import made_irregular
from rulespec.prove.smt.fates import HandFate
from rulespec.prove.smt.irregular import irregular
from rulespec.prove.smt.logic import Formula, Logic, Unsupported
from rulespec.prove.smt.outcomes import CARRIED, Outcome, usual
from rulespec.prove.smt.pairs import (
    LACKING,
    ONE_HAND,
    TOLD,
    Asked,
    Pair,
    answered,
    declared,
    exprs_of,
    holds,
    plays_alike,
    same_options,
    same_play,
    same_tables,
    speaks_of_others,
    tables_of,
    verdict,
)
from rulespec.prove.smt.prize_pairs import jackpot
from rulespec.prove.smt.risks import Risk, Risks, stakes_read
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.solving import OutOfWork


def equivalent(first: Settler, second: Settler) -> list[Verdict]:
    """Whether two specs mean the same, subject by subject. Raises `Inconclusive` where a deal does not to both."""
    return list(compared(first, second))


def compared(first: Settler, second: Settler) -> Iterator[Verdict]:
    """The same one after the other, for whoever needs no more than the first difference. Raises as `equivalent`."""
    game = first.game if len(first.game.gives()) >= len(second.game.gives()) else second.game
    if not first.game.same_experiment(second.game):
        message = f"`{first.spec.id}` and `{second.spec.id}` cannot be compared deal by deal"
        raise Inconclusive(f"{message}: their cards or their rankings of hands differ")
    pair = Pair(first, second, game)
    offers = []
    for one in _offers(pair):
        offers.append(one)
        yield one
    pair = replace(pair, offers_alike=all(one.status == HOLDS for one in offers))
    wide: set[str] = set()
    for name in _shared_wagers(pair):
        yield from _wager(pair, name, wide)
    for name in dict.fromkeys([*first.rulebook.events, *second.rulebook.events]):
        yield _event(pair, name, wide)
    yield from _follow(pair, wide)
    for name in sorted(first.shared | second.shared):
        yield from jackpot(pair, name)
    yield declared(pair, "prize order", "prize_order", first.spec.prize_order, second.spec.prize_order)


def same_wager(first: Settler, second: Settler, name: str) -> bool:
    """Whether a wager comes to the same under two variants of one spec, in every state of a hand.

    Raises `Unsupported`, `OutOfWork` or `Inconclusive`.
    """
    pair = Pair(first, second, first.game)
    return holds(_irregular_state(pair, name)) and holds(_usual(pair, name))


def same_stage(first: Settler, second: Settler, stage: str) -> bool:
    """Whether a stage offers the same under two variants of one spec. Raises as `same_wager`."""
    return holds(_stage(Pair(first, second, first.game), stage, required=False))


def same_event(first: Settler, second: Settler, name: str) -> bool:
    """Whether an irregularity does the same to hands under two variants of one spec. Raises as `same_wager`."""
    rules = first.rulebook.events.get(name)
    several = rules is not None and any(speaks_of_others(row.when) for row in rules.table.rows)
    return holds(_fates(Pair(first, second, first.game), name, 2 if several else 1))


def _shared_wagers(pair: Pair) -> list[str]:
    known = {wager.name for wager in pair.second.spec.wagers}
    return [wager.name for wager in pair.first.spec.wagers if wager.name in known]


# What players may do.


def _offers(pair: Pair) -> Iterator[Verdict]:
    """The wagers that may be placed before the deal, and the acts and amounts of each stage."""
    first, second = ({w.name: (w.placed, w.required, w.per_area) for w in settler.spec.wagers} for settler in pair.both)
    yield declared(pair, "wagers and when they are placed", "wagers", first, second)
    tables = [settler.rulebook.play for settler in pair.both]
    for stage in dict.fromkeys([*tables[0], *tables[1]]):
        mine, theirs = (play.get(stage) for play in tables)
        title, key = pair.first.spec.vocabulary.stage(stage), f"decision/{stage}"
        if mine is None or theirs is None:
            yield verdict(pair, title, key, FAILS, reason="one of them has no such stage")
            continue
        if same_tables(mine, theirs) and same_play(pair, before=stage):
            yield verdict(pair, title, key, HOLDS, basis="the same rules")
            continue
        found = answered(pair, title, key, partial(_stage, pair, stage), (mine, theirs))
        if found.status == HOLDS:
            again = answered(pair, title, key, partial(_stage, pair, stage, False), (mine, theirs))
            found = again if again.status == HOLDS else replace(again, reason=LACKING)
        yield found


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


def _wager(pair: Pair, name: str, wide: set[str]) -> Iterator[Verdict]:
    title = f"the wager {pair.first.spec.vocabulary.title(name)}"
    tables = [tables_of(settler, name) for settler in pair.both]
    if tables[0] == tables[1] and plays_alike(pair, name) and same_options(pair):
        wide.add(name)
        yield verdict(pair, title, f"wager/{name}", HOLDS, basis="the same rules")
        return
    sources = tuple(table for side in tables for table in side if isinstance(table, Table))
    try:
        if holds(_irregular_state(pair, name)):
            wide.add(name)
    except (Unsupported, OutOfWork, Inconclusive):
        pass  # it is asked of lawful play then
    if name in wide:
        yield verdict(pair, title, f"wager/{name}", HOLDS, assumptions=(ONE_HAND, TOLD))
        return
    yield answered(pair, title, f"wager/{name}", lambda: _usual(pair, name), sources)


def _usual(pair: Pair, name: str) -> Asked:
    scene = Scene(pair.both, pair.game)
    return _of_wager(scene, name, [])


def _irregular_state(pair: Pair, name: str) -> Asked:
    """The same in every state of a hand, as irregularities can make it: wagers missing, amended, folds, no exposure."""
    every = [*pair.first.rulebook.events, *pair.second.rulebook.events]
    scene = Scene(pair.both, pair.game, required=False, stops=True, events=every)
    more: list[Formula] = []
    for side in scene.sides:
        more += made_irregular(side)
    return _of_wager(scene, name, more)


def _of_wager(scene: Scene, name: str, more: Sequence[Formula]) -> Asked:
    logic = scene.logic
    parts, outcomes, risks = list(more), [], []
    for side in scene.sides:
        told = Risks(side.hands, side.hand)
        read = stakes_read(exprs_of(side.settler, name)) - {name}
        parts += [side.hand.placed(name), told.told(read)]
        outcomes.append(usual(side, told, name))
        risks.append(told.of[name])
    return Asked(scene, parts, _differ(logic, outcomes, risks), [], (ONE_HAND, TOLD), wagers=(name,), exact=True)


def _differ(logic: Logic, outcomes: Sequence[Outcome], risks: Sequence[Risk]) -> Formula:
    """That two outcomes are not the same to anybody who reads them: the result, the net of a win, the stake."""
    first, second = outcomes
    words = dict.fromkeys([*first.words, *second.words])
    apart = [logic.no(logic.same(first.word(logic, word), second.word(logic, word))) for word in words]
    open_ = logic.any([first.word(logic, "undetermined"), first.word(logic, "conflict")])
    void = logic.any([first.word(logic, ALIKE), first.word(logic, CARRIED)])
    counted = logic.no(logic.any([open_, void]))
    nets = logic.all([logic.no(open_), logic.no(logic.same(first.net, second.net))])
    stakes = logic.all([counted, logic.no(logic.same(risks[0].amount, risks[1].amount))])
    return logic.any([*apart, nets, stakes])


# Irregularities.


def _event(pair: Pair, name: str, wide: set[str]) -> Verdict:
    title, key = pair.first.spec.vocabulary.title(name), f"irregularity/{name}"
    rules = [settler.rulebook.events.get(name) for settler in pair.both]
    wagers = _shared_wagers(pair)
    settled_alike = all(wager in wide for wager in wagers)
    first, second = rules
    same = first is not None and second is not None and same_tables(first.table, second.table)
    same = same and (first.occurs, set(first.choices)) == (second.occurs, set(second.choices))  # type: ignore[union-attr]
    if (
        same
        and settled_alike
        and same_play(pair)
        and same_options(pair)
        and pair.first.rulebook.follow == pair.second.rulebook.follow
    ):
        return verdict(pair, title, key, HOLDS, basis="the same rules")
    tables = tuple(rule.table for rule in rules if rule is not None)
    seats = 2 if any(speaks_of_others(row.when) for table in tables for row in table.rows) else 1
    assumptions = (ONE_HAND if seats == 1 else "two hands at the table", "this irregularity and no other")
    if settled_alike:
        try:
            if holds(_fates(pair, name, seats)):
                return verdict(pair, title, key, HOLDS, assumptions=assumptions)
        except (Unsupported, OutOfWork, Inconclusive):
            pass  # it is asked wager by wager then
    last = None
    for wager in wagers:
        last = answered(pair, title, key, partial(_after, pair, name, wager, seats), tables)
        if last.status != HOLDS:
            return last
    return last or verdict(pair, title, key, HOLDS, assumptions=assumptions)


def _fates(pair: Pair, name: str, seats: int) -> Asked:
    asked = irregular(pair.both, pair.game, [name], seats)
    logic, wagers = asked.logic, _shared_wagers(pair)
    first, second = (fates.of[0] for fates in asked.fates)
    parts = _fate_terms(logic, first, second, wagers)
    for key in ("folded", "exposed"):
        parts.append((asked.scene.sides[0].hand.fact(key), asked.scene.sides[1].hand.fact(key)))
    apart = [logic.no(logic.same(*pair_)) for pair_ in parts]
    for wager in wagers:
        amounts = [side.hand.facts[f"amount({wager})"][0] for side in asked.scene.sides]
        apart.append(logic.apart(amounts[0], amounts[1]))
    apart.append(logic.apart(*(side.hand.facts["folded_at"][0] for side in asked.scene.sides)))
    return Asked(asked.scene, [], logic.any(apart), [], (), irregular=asked)


def _fate_terms(
    logic: Logic, first: HandFate, second: HandFate, wagers: Sequence[str]
) -> list[tuple[Formula, Formula]]:
    parts = [
        (first.goes_on, second.goes_on),
        (first.ended, second.ended),
        (first.void, second.void),
        (first.round_void, second.round_void),
        (first.earliest.never, second.earliest.never),
    ]
    for wager in wagers:
        mine, theirs = first.lots[wager], second.lots[wager]
        parts += [(mine.concerned, theirs.concerned), (mine.goes_on, theirs.goes_on), (mine.differ, theirs.differ)]
        for word in dict.fromkeys([*mine.said, *theirs.said]):
            parts.append((mine.said.get(word, logic.false), theirs.said.get(word, logic.false)))
    return parts


def _after(pair: Pair, name: str, wager: str, seats: int) -> Asked:
    """What becomes of a wager after an irregularity."""
    asked = irregular(pair.both, pair.game, [name], seats)
    logic, parts = asked.logic, []
    outcomes, risks = [], []
    for side, fates in zip(asked.scene.sides, asked.fates, strict=True):
        told = Risks(side.hands, side.hand)
        read = stakes_read(exprs_of(side.settler, wager)) - {wager}
        parts += [side.hand.placed(wager), told.told(read)]
        outcomes.append(fates.outcome(told, wager))
        lot, risk = fates.of[0].lots[wager], told.of[wager]
        used = logic.any([lot.goes_on, logic.no(lot.concerned)])
        risks.append(Risk(logic.choice(used, risk.amount, side.hand.amount(wager)), logic.false, logic.false))
    differ = _differ(logic, outcomes, risks)
    return Asked(asked.scene, parts, differ, asked.events, (TOLD,), wagers=(wager,), irregular=asked)


def _follow(pair: Pair, wide: set[str]) -> Iterator[Verdict]:
    """What follows from what became of wagers: seen in each irregularity where the two differ at all."""
    first, second = (settler.rulebook.follow for settler in pair.both)
    if first == second:
        return
    names = dict.fromkeys([*pair.first.rulebook.events, *pair.second.rulebook.events])
    found = [_event(pair, name, wide) for name in names]
    worst = next((one for status in (FAILS, UNKNOWN) for one in found if one.status == status), None)
    title = "what follows from what became of wagers"
    if worst is None:
        yield verdict(pair, title, "follow", HOLDS)
    else:
        yield replace(worst, subject=title, key="follow")
