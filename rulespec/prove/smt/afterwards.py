"""What irregularities come to under two specs, and when two outcomes of a wager are not the same.

Where every wager is settled alike in every state that irregularities can make of a hand, only what they do to hands
and wagers is compared; else what becomes of the wagers. Of a wager that the two are known to settle differently, only
what they do differently because of the irregularity counts: that it fails by itself is said of the wager.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from rulespec.errors import Inconclusive
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.prove.smt.answers import ALIKE
from rulespec.prove.smt.as_written import exprs_of, same_options, same_play, same_tables, speaks_of_others
from rulespec.prove.smt.fates import HandFate
from rulespec.prove.smt.irregular import Irregular, irregular
from rulespec.prove.smt.logic import Formula, Logic, Unsupported
from rulespec.prove.smt.outcomes import CARRIED, Outcome
from rulespec.prove.smt.pairs import ONE_HAND, TOLD, Asked, Pair, answered, holds, verdict
from rulespec.prove.smt.risks import Risk, Risks, stakes_read
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.solving import OutOfWork, soon

BY_ITSELF = "how a wager that stays in play is settled is asked of it by itself"


@dataclass
class Wagers:
    """What is known of the wagers of two specs so far.

    `wide`: those that are settled alike in every state of a hand; `apart`: those that are settled differently in
    lawful play. `only` are those that are asked of irregularities whose rules are the same; None for all.
    """

    wide: set[str] = field(default_factory=set)
    apart: set[str] = field(default_factory=set)
    only: set[str] | None = None


def shared_wagers(pair: Pair) -> list[str]:
    """The wagers that both specs have."""
    known = {wager.name for wager in pair.second.spec.wagers}
    return [wager.name for wager in pair.first.spec.wagers if wager.name in known]


def after_event(pair: Pair, name: str, known: Wagers) -> Verdict:
    """Whether an irregularity comes to the same under both, and a round shows it by itself to both or to neither."""
    found = _after_alike(pair, name, known)
    if found.status != HOLDS or same_occurs(pair, name):
        return found
    shown = occurs_alike(pair, name)
    return found if shown.status == HOLDS else shown


def _after_alike(pair: Pair, name: str, known: Wagers) -> Verdict:
    title, key = pair.first.spec.vocabulary.title(name), f"irregularity/{name}"
    rules = [settler.rulebook.events.get(name) for settler in pair.both]
    wagers = shared_wagers(pair)
    settled_alike = all(wager in known.wide for wager in wagers)
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
    assumptions = [ONE_HAND if seats == 1 else "two hands at the table", "this irregularity and no other"]
    work = 0
    if settled_alike:
        with suppress(Unsupported, OutOfWork, Inconclusive), soon():  # else it is asked wager by wager
            if holds(fates_apart(pair, name, seats)):
                return verdict(pair, title, key, HOLDS, assumptions=tuple(assumptions))
    for wager in wagers if known.only is None or not same else [name for name in wagers if name in known.only]:
        found = answered(pair, title, key, partial(after_lot, pair, name, wager, seats, wager in known.apart), tables)
        if found.status != HOLDS:
            return found
        work += found.work
    if first is not None and second is not None and set(first.choices) != set(second.choices):
        return verdict(pair, title, key, FAILS, reason="they let players choose different things", work=work)
    told = [TOLD, *([BY_ITSELF] if known.apart & set(wagers) else [])]
    return verdict(pair, title, key, HOLDS, assumptions=(*assumptions, *told), work=work)


def same_occurs(pair: Pair, name: str) -> bool:
    """Whether both say alike, as it is written, when a round shows an irregularity by itself."""
    rules = (settler.rulebook.events.get(name) for settler in pair.both)
    first, second = (None if rule is None else rule.occurs for rule in rules)
    return first == second


def occurs_alike(pair: Pair, name: str) -> Verdict:
    """Whether a round shows an irregularity by itself to both or to neither: one without any other, then any round."""
    title, key = pair.first.spec.vocabulary.title(name), f"irregularity/{name}"
    rules = [settler.rulebook.events.get(name) for settler in pair.both]
    tables = tuple(rule.table for rule in rules if rule is not None)
    every = (*pair.first.rulebook.events, *pair.second.rulebook.events)
    found = answered(pair, title, key, partial(_occurs_apart, pair, name, True, (name,)), tables)
    if found.status != HOLDS:
        return found
    return answered(pair, title, key, partial(_occurs_apart, pair, name, False, every), tables)


def _occurs_apart(pair: Pair, name: str, required: bool, events: Sequence[str]) -> Asked:
    scene = Scene(pair.both, pair.game, required=required, events=events)
    logic = scene.logic
    shared, occurs = shared_wagers(pair), []
    parts: list[Formula] = []
    for side in scene.sides:
        placed = {one.name: side.hand.placed(one.name) for one in side.settler.spec.wagers}
        parts += [logic.no(formula) for wager, formula in placed.items() if wager not in shared]
        parts.append(logic.any([placed[wager] for wager in shared]))  # without any, no hand is dealt
        rules = side.settler.rulebook.events.get(name)
        when = None if rules is None else rules.occurs
        occurs.append(logic.false if when is None else side.terms.truth(when, 0))
    return Asked(scene, parts, logic.no(logic.same(*occurs)), [], (ONE_HAND,))


def fates_apart(pair: Pair, name: str, seats: int) -> Asked:
    """That an irregularity does not do the same to a hand and its wagers."""
    asked = irregular(pair.both, pair.game, [name], seats)
    logic, wagers = asked.logic, shared_wagers(pair)
    first, second = (fates.of[0] for fates in asked.fates)
    apart = [logic.no(logic.same(*both)) for both in _fate_terms(logic, first, second, wagers)]
    apart += _hands_apart(pair, asked)
    return Asked(asked.scene, [], logic.any(apart), [], (), irregular=asked)


def _hands_apart(pair: Pair, asked: Irregular) -> Iterator[Formula]:
    """That the hand is not left in the same state: folded or exposed, and with which amounts."""
    logic, hands = asked.logic, [side.hand for side in asked.scene.sides]
    for key in ("folded", "exposed"):
        yield logic.no(logic.same(*(hand.fact(key) for hand in hands)))
    for key in [*(f"amount({wager})" for wager in shared_wagers(pair)), "folded_at"]:
        yield logic.apart(*(hand.facts[key][0] for hand in hands))


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


def after_lot(
    pair: Pair,
    name: str,
    wager: str,
    seats: int,
    apart: bool,
    counts: Callable[[Logic, Outcome], Formula] | None = None,
) -> Asked:
    """What becomes of a wager after an irregularity.

    Of one that is settled differently anyhow (`apart`), where the irregularity does something else to it or its hand.
    `counts` is which outcomes under the first spec are asked about; without it, all.
    """
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
    voids = [fates.of[0].round_void for fates in asked.fates]
    differ = logic.any([outcomes_differ(logic, outcomes, risks), logic.no(logic.same(*voids))])
    if apart:
        differ = logic.all([differ, logic.any([*_lots_apart(asked, wager), *_hands_apart(pair, asked)])])
    if counts is not None:
        differ = logic.all([counts(logic, outcomes[0]), differ])
    return Asked(asked.scene, parts, differ, asked.events, (TOLD,), wagers=(wager,), irregular=asked)


def _lots_apart(asked: Irregular, wager: str) -> Iterator[Formula]:
    """That an irregularity does not do the same to a wager: to leave it alone, and to say that it goes on, are one."""
    logic = asked.logic
    first, second = (fates.of[0].lots[wager] for fates in asked.fates)
    plays = [logic.any([logic.no(lot.concerned), lot.goes_on]) for lot in (first, second)]
    yield logic.no(logic.same(*plays))
    yield logic.no(logic.same(first.undetermined(logic), second.undetermined(logic)))
    yield logic.no(logic.same(first.differ, second.differ))
    for word in dict.fromkeys([*first.said, *second.said]):
        yield logic.no(logic.same(first.said.get(word, logic.false), second.said.get(word, logic.false)))


# When two outcomes are not the same.


def outcomes_differ(logic: Logic, outcomes: Sequence[Outcome], risks: Sequence[Risk]) -> Formula:
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
