"""Whether a change only ever favours the player, or only the house: monotone in the result and in the net.

The second spec is held against the first. It favours the player where in every round that both allow each wager comes
to a result and a net at least as good for the player, and every stage offers all that the first one does; the house
where it is the other way round. A case that only one of the two answers favours nobody, and counts against the claim.
"""

from functools import partial

from rulespec.engine.settle import Settler
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.model.rows import Table
from rulespec.prove.smt.answers import ALIKE
from rulespec.prove.smt.as_written import exprs_of, same_options, same_play, same_settlement, same_tables, tables_of
from rulespec.prove.smt.irregular import irregular
from rulespec.prove.smt.logic import Formula, Logic
from rulespec.prove.smt.outcomes import CARRIED, Outcome, usual
from rulespec.prove.smt.pairs import ONE_HAND, TOLD, Asked, Pair, answered, pair_of, verdict
from rulespec.prove.smt.prizes import winning
from rulespec.prove.smt.risks import Risks, stakes_read
from rulespec.prove.smt.scene import Scene

PLAYER, HOUSE = FAVOURED = ("player", "house")

_RANKS = {"lose": 0, "surrendered": 1, ALIKE: 2, CARRIED: 2, "stand_off": 2, "win": 3}


def implies(first: Settler, second: Settler, favoured: str) -> list[Verdict]:
    """Whether the second spec, held against the first, only ever favours the player or the house (`favoured`).

    Raises `Inconclusive` where a deal does not mean the same to both.
    """
    pair = pair_of(first, second, "implies")
    better = (0, 1) if favoured == PLAYER else (1, 0)  # the places of the side that may be worse, and of the other
    return [*_stages(pair, better), *_wagers(pair, better), *_events(pair, better)]


def _stages(pair: Pair, better: tuple[int, int]) -> list[Verdict]:
    found = []
    books = [settler.rulebook.play for settler in pair.both]
    for stage in dict.fromkeys([*books[0], *books[1]]):
        title, key = pair.first.spec.vocabulary.stage(stage), f"decision/{stage}"
        tables = [book.get(stage) for book in books]
        fewer, more = (tables[place] for place in better)
        if fewer is None:
            found.append(verdict(pair, title, key, HOLDS, basis="only one of them has it"))
        elif more is None:
            found.append(verdict(pair, title, key, FAILS, reason="one of them has no such stage"))
        elif same_tables(fewer, more) and same_play(pair):
            found.append(verdict(pair, title, key, HOLDS, basis="the same rules"))
        else:
            found.append(answered(pair, title, key, partial(stage_offers, pair, stage, better), (fewer, more)))
    return found


def stage_offers(pair: Pair, stage: str, better: tuple[int, int]) -> Asked:
    """That one side's stage offers an act or an amount that the other's does not; `better` are the places of both."""
    scene = Scene(pair.both, pair.game, until=stage)
    logic = scene.logic
    acts = [{(act.word, act.wager): act for act in side.hand.acts if act.stage == stage} for side in scene.sides]
    fewer, more = (acts[place] for place in better)
    missing = []
    for key, act in fewer.items():
        other = more.get(key)
        missing.append(logic.all([act.offered, logic.no(other.offered) if other else logic.true]))
        missing.append(logic.all([act.allowed, logic.no(other.allowed) if other else logic.true]))
    return Asked(scene, [], logic.any(missing), [], (ONE_HAND,), acted=stage)


def _wagers(pair: Pair, better: tuple[int, int]) -> list[Verdict]:
    found = []
    known = {wager.name for wager in pair.second.spec.wagers}
    for wager in pair.first.spec.wagers:
        if wager.name not in known:
            continue
        title, key = f"the wager {pair.first.spec.vocabulary.title(wager.name)}", f"wager/{wager.name}"
        if same_settlement(pair, wager.name) and same_play(pair) and same_options(pair):
            found.append(verdict(pair, title, key, HOLDS, basis="the same rules"))
            continue
        sources = [book.get(wager.name) for s in pair.both for book in (s.rulebook.settle, s.rulebook.stake)]
        cited = [table for table in sources if isinstance(table, Table)]
        found.append(answered(pair, title, key, partial(_wager, pair, wager.name, better), cited))
    return found


def _wager(pair: Pair, name: str, better: tuple[int, int]) -> Asked:
    scene = Scene(pair.both, pair.game)
    logic, parts, outcomes = scene.logic, [], []
    for side in scene.sides:
        told = Risks(side.hands, side.hand)
        parts += [side.hand.placed(name), told.told(stakes_read(exprs_of(side.settler, name)) - {name})]
        outcome = usual(side, told, name)
        if name in side.settler.shared:  # a jackpot's prize, as it is by itself
            winning(side)
            paid = side.payments(name).of(told.of[name].amount, 0)
            win = outcome.word(logic, "win")
            clear = logic.no(logic.any([paid.unpaid, paid.conflict]))
            words = {**outcome.words, "win": logic.all([win, clear])}
            words["undetermined"] = logic.any([outcome.word(logic, "undetermined"), logic.all([win, logic.no(clear)])])
            outcome = Outcome(words, logic.choice(win, paid.net, outcome.net))
        outcomes.append(outcome)
    worse, than = (outcomes[place] for place in better)
    return Asked(scene, parts, _not_better(logic, worse, than), [], (ONE_HAND, TOLD), wagers=(name,), exact=True)


def _not_better(logic: Logic, first: Outcome, second: Outcome) -> Formula:
    """That the second outcome is not at least as good for the player as the first."""
    opens = [logic.any([one.word(logic, word) for word in ("undetermined", "conflict")]) for one in (first, second)]
    told = logic.no(logic.any(opens))
    apart = [logic.no(logic.same(*opens))]
    for word, rank in _RANKS.items():
        for other, lower in _RANKS.items():
            if lower < rank:
                apart.append(logic.all([first.word(logic, word), second.word(logic, other)]))
    return logic.any([*apart, logic.all([told, second.net < first.net])])


def _events(pair: Pair, better: tuple[int, int]) -> list[Verdict]:
    found = []
    books = [settler.rulebook.events for settler in pair.both]
    known = {wager.name for wager in pair.second.spec.wagers}
    wagers = [wager.name for wager in pair.first.spec.wagers if wager.name in known]
    settled = all(tables_of(pair.first, name) == tables_of(pair.second, name) for name in wagers)
    for name in dict.fromkeys([*books[0], *books[1]]):
        title, key = pair.first.spec.vocabulary.title(name), f"irregularity/{name}"
        rules = [book.get(name) for book in books]
        first, second = rules
        same = first is not None and second is not None and same_tables(first.table, second.table)
        if same and settled and same_play(pair) and same_options(pair):
            found.append(verdict(pair, title, key, HOLDS, basis="the same rules"))
            continue
        tables = [one.table for one in rules if one is not None]
        last = verdict(pair, title, key, HOLDS, assumptions=(ONE_HAND, "this irregularity and no other"))
        for wager in wagers:
            last = answered(pair, title, key, partial(_after, pair, name, wager, better), tables)
            if last.status != HOLDS:
                break
        found.append(last)
    return found


def _after(pair: Pair, name: str, wager: str, better: tuple[int, int]) -> Asked:
    asked = irregular(pair.both, pair.game, [name])
    logic, parts, outcomes = asked.logic, [], []
    for side, fates in zip(asked.scene.sides, asked.fates, strict=True):
        told = Risks(side.hands, side.hand)
        parts += [side.hand.placed(wager), told.told(stakes_read(exprs_of(side.settler, wager)) - {wager})]
        outcomes.append(fates.outcome(told, wager))
    worse, than = (outcomes[place] for place in better)
    assumptions = (ONE_HAND, "this irregularity and no other", TOLD)
    return Asked(
        asked.scene, parts, _not_better(logic, worse, than), asked.events, assumptions, wagers=(wager,), irregular=asked
    )
