"""Whether two specs mean the same: wager by wager, decision by decision, irregularity by irregularity.

What is asked of both is what a round shows: the result, the net and the stake of each wager, the acts and amounts that
a stage offers. A round counts where both documents allow it; what only one of them allows is a difference in what it
offers. Where a wager is settled alike in every state that irregularities can make of a hand, only what they do to
hands and wagers is compared; else what becomes of the wagers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulespec.domains.base import Game, RoundFault
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, LoadError
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.load.amounts import shown as amount_text
from rulespec.load.rounds import read_round
from rulespec.model.expr import Count, Expr, Prize, Quantified
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, HOLDS, UNKNOWN, Verdict
from rulespec.model.rows import Row, Table
from rulespec.prove.smt.answers import ALIKE
from rulespec.prove.smt.anyhow import made_irregular
from rulespec.prove.smt.fates import HandFate
from rulespec.prove.smt.irregular import Irregular, background, irregular
from rulespec.prove.smt.logic import Formula, Logic, Sym, Unsupported
from rulespec.prove.smt.outcomes import Outcome, usual
from rulespec.prove.smt.prizes import Meter, Share, meters, share, winning
from rulespec.prove.smt.risks import Risk, Risks, stakes_read
from rulespec.prove.smt.scene import Scene
from rulespec.prove.smt.solving import Asking, OutOfWork
from rulespec.prove.smt.witnesses import NoDeal, smallest
from rulespec.tables.clauses import distinct

PLAYERS = 3  # hands at a table where rules speak of several

TOLD = "what is at risk on the wagers that this one is worked out from is told by both"
ONE_HAND = "one hand at the table"
SEVERAL = f"up to {PLAYERS} hands at the table"


@dataclass(frozen=True)
class Pair:
    """Two specs of one experiment."""

    first: Settler
    second: Settler
    game: Game

    @property
    def both(self) -> tuple[Settler, Settler]:
        return self.first, self.second

    @property
    def ids(self) -> tuple[str, ...]:
        return self.first.spec.id, self.second.spec.id


def equivalent(first: Settler, second: Settler) -> list[Verdict]:
    """Whether two specs mean the same, subject by subject. Raises `Inconclusive` where a deal does not to both."""
    game = first.game if len(first.game.gives()) >= len(second.game.gives()) else second.game
    if not first.game.same_experiment(second.game):
        message = f"`{first.spec.id}` and `{second.spec.id}` cannot be compared deal by deal"
        raise Inconclusive(f"{message}: their cards or their rankings of hands differ")
    pair = Pair(first, second, game)
    found = [*_offers(pair)]
    wide: set[str] = set()
    for name in _shared_wagers(pair):
        found += _wager(pair, name, wide)
    for name in dict.fromkeys([*first.rulebook.events, *second.rulebook.events]):
        found.append(_event(pair, name, wide))
    found += _follow(pair, wide)
    for name in sorted(first.shared | second.shared):
        found += _jackpot(pair, name)
    found.append(_declared(pair, "prize order", "prize_order", first.spec.prize_order, second.spec.prize_order))
    return found


def same_wager(first: Settler, second: Settler, name: str) -> bool:
    """Whether a wager comes to the same under two variants of one spec, in every state of a hand.

    Raises `Unsupported`, `OutOfWork` or `Inconclusive`.
    """
    pair = Pair(first, second, first.game)
    return _holds(_irregular_state(pair, name)) and _holds(_usual(pair, name))


def same_stage(first: Settler, second: Settler, stage: str) -> bool:
    """Whether a stage offers the same under two variants of one spec. Raises as `same_wager`."""
    return _holds(_stage(Pair(first, second, first.game), stage))


def same_event(first: Settler, second: Settler, name: str) -> bool:
    """Whether an irregularity does the same to hands and wagers under two variants of one spec. Raises as `same_wager`."""
    rules = first.rulebook.events.get(name)
    several = rules is not None and any(_speaks_of_others(row.when) for row in rules.table.rows)
    return _holds(_fates(Pair(first, second, first.game), name, 2 if several else 1))


def _shared_wagers(pair: Pair) -> list[str]:
    known = {wager.name for wager in pair.second.spec.wagers}
    return [wager.name for wager in pair.first.spec.wagers if wager.name in known]


# What players may do.


def _offers(pair: Pair) -> Iterator[Verdict]:
    """The wagers that may be placed before the deal, and the acts and amounts of each stage."""
    first, second = ({w.name: (w.placed, w.required, w.per_area) for w in settler.spec.wagers} for settler in pair.both)
    yield _declared(pair, "wagers and when they are placed", "wagers", first, second)
    tables = [settler.rulebook.play for settler in pair.both]
    for stage in dict.fromkeys([*tables[0], *tables[1]]):
        mine, theirs = (play.get(stage) for play in tables)
        title, key = f"the decision at {pair.first.spec.vocabulary.title(stage)}", f"decision/{stage}"
        if mine is None or theirs is None:
            yield _verdict(pair, title, key, FAILS, reason="one of them has no such stage")
            continue
        if _same_tables(mine, theirs) and _same_play(pair, before=stage):
            yield _verdict(pair, title, key, HOLDS, basis="the same rules")
            continue
        yield _answered(pair, title, key, lambda stage=stage: _stage(pair, stage), (mine, theirs))


def _stage(pair: Pair, stage: str) -> "_Asked":
    scene = Scene(pair.both, pair.game, until=stage)
    logic = scene.logic
    differ = []
    acts = [{(act.word, act.wager): act for act in side.hand.acts if act.stage == stage} for side in scene.sides]
    for key in dict.fromkeys([*acts[0], *acts[1]]):
        offered = [side[key].offered if key in side else logic.false for side in acts]
        allowed = [side[key].allowed if key in side else logic.false for side in acts]
        differ += [logic.no(logic.same(*offered)), logic.no(logic.same(*allowed))]
    return _Asked(scene, [], logic.any(differ), [], (ONE_HAND,), acted=stage)


# What becomes of wagers.


def _wager(pair: Pair, name: str, wide: set[str]) -> Iterator[Verdict]:
    title = f"the wager {pair.first.spec.vocabulary.title(name)}"
    tables = [_tables_of(settler, name) for settler in pair.both]
    if tables[0] == tables[1] and _same_play(pair) and _same_options(pair):
        wide.add(name)
        yield _verdict(pair, title, f"wager/{name}", HOLDS, basis="the same rules")
        return
    sources = tuple(table for side in tables for table in side if isinstance(table, Table))
    try:
        if _holds(_irregular_state(pair, name)):
            wide.add(name)
    except (Unsupported, OutOfWork, Inconclusive):
        pass  # it is asked of lawful play then
    if name in wide:
        yield _verdict(pair, title, f"wager/{name}", HOLDS, assumptions=(ONE_HAND, TOLD))
        return
    yield _answered(pair, title, f"wager/{name}", lambda: _usual(pair, name), sources)


def _usual(pair: Pair, name: str) -> "_Asked":
    scene = Scene(pair.both, pair.game)
    return _of_wager(scene, name, [])


def _irregular_state(pair: Pair, name: str) -> "_Asked":
    """The same in every state of a hand, as irregularities can make it: wagers missing, amended, folds, no exposure."""
    every = [*pair.first.rulebook.events, *pair.second.rulebook.events]
    scene = Scene(pair.both, pair.game, required=False, stops=True, events=every)
    more: list[Formula] = []
    for side in scene.sides:
        more += made_irregular(side)
    return _of_wager(scene, name, more)


def _of_wager(scene: Scene, name: str, more: Sequence[Formula]) -> "_Asked":
    logic = scene.logic
    parts, outcomes, risks = list(more), [], []
    for side in scene.sides:
        told = Risks(side.hands, side.hand)
        read = stakes_read(_exprs(side.settler, name)) - {name}
        parts += [side.hand.placed(name), told.told(read)]
        outcomes.append(usual(side, told, name))
        risks.append(told.of[name])
    return _Asked(scene, parts, _differ(logic, outcomes, risks), [], (ONE_HAND, TOLD), wagers=(name,))


def _differ(logic: Logic, outcomes: Sequence[Outcome], risks: Sequence[Risk]) -> Formula:
    """That two outcomes are not the same to anybody who reads them: the result, the net of a win, the stake."""
    first, second = outcomes
    words = dict.fromkeys([*first.words, *second.words])
    apart = [logic.no(logic.same(first.word(logic, word), second.word(logic, word))) for word in words]
    open_ = logic.any([first.word(logic, "undetermined"), first.word(logic, "conflict")])
    void = first.word(logic, ALIKE)
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
    same = first is not None and second is not None and _same_tables(first.table, second.table)
    same = same and (first.occurs, set(first.choices)) == (second.occurs, set(second.choices))  # type: ignore[union-attr]
    if same and settled_alike and _same_play(pair) and pair.first.rulebook.follow == pair.second.rulebook.follow:
        return _verdict(pair, title, key, HOLDS, basis="the same rules")
    tables = tuple(rule.table for rule in rules if rule is not None)
    seats = 2 if any(_speaks_of_others(row.when) for table in tables for row in table.rows) else 1
    assumptions = (ONE_HAND if seats == 1 else "two hands at the table", "this irregularity and no other")
    if settled_alike:
        try:
            if _holds(_fates(pair, name, seats)):
                return _verdict(pair, title, key, HOLDS, assumptions=assumptions)
        except (Unsupported, OutOfWork, Inconclusive):
            pass  # it is asked wager by wager then
    last = None
    for wager in wagers:
        last = _answered(pair, title, key, lambda wager=wager: _after(pair, name, wager, seats), tables)
        if last.status != HOLDS:
            return last
    return last or _verdict(pair, title, key, HOLDS, assumptions=assumptions)


def _fates(pair: Pair, name: str, seats: int) -> "_Asked":
    asked = irregular(pair.both, pair.game, [name], seats)
    logic, wagers = asked.logic, _shared_wagers(pair)
    first, second = (fates.of[0] for fates in asked.fates)
    parts = _fate_terms(logic, first, second, wagers)
    for key in ("folded", "exposed"):
        parts.append((asked.scene.sides[0].hand.fact(key), asked.scene.sides[1].hand.fact(key)))
    apart = [logic.no(logic.same(*pair_)) for pair_ in parts]
    for wager in wagers:
        amounts = [side.hand.facts[f"amount({wager})"][0] for side in asked.scene.sides]
        apart.append(_values_differ(logic, amounts[0], amounts[1]))
    apart.append(_values_differ(logic, *(side.hand.facts["folded_at"][0] for side in asked.scene.sides)))
    return _Asked(asked.scene, [], logic.any(apart), [], (), irregular=asked)


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


def _values_differ(logic: Logic, first: Sym, second: Sym) -> Formula:
    there = logic.no(logic.any([first.never, second.never]))
    apart = logic.all([there, logic.no(logic.same(first.value, second.value))])
    return logic.any([logic.no(logic.same(first.never, second.never)), apart])


def _after(pair: Pair, name: str, wager: str, seats: int) -> "_Asked":
    """What becomes of a wager after an irregularity."""
    asked = irregular(pair.both, pair.game, [name], seats)
    logic, parts = asked.logic, []
    outcomes, risks = [], []
    for side, fates in zip(asked.scene.sides, asked.fates, strict=True):
        told = Risks(side.hands, side.hand)
        read = stakes_read(_exprs(side.settler, wager)) - {wager}
        parts += [side.hand.placed(wager), told.told(read)]
        outcomes.append(fates.outcome(told, wager))
        lot, risk = fates.of[0].lots[wager], told.of[wager]
        used = logic.any([lot.goes_on, logic.no(lot.concerned)])
        risks.append(Risk(logic.choice(used, risk.amount, side.hand.amount(wager)), logic.false, logic.false))
    differ = _differ(logic, outcomes, risks)
    return _Asked(asked.scene, parts, differ, asked.events, (TOLD,), wagers=(wager,), irregular=asked)


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
        yield _verdict(pair, title, "follow", HOLDS)
    else:
        yield replace(worst, subject=title, key="follow")


# Jackpots.


def _jackpot(pair: Pair, name: str) -> Iterator[Verdict]:
    title = pair.first.spec.vocabulary.title(name)
    both = [settler.rulebook.jackpots.get(name) for settler in pair.both]
    first, second = both
    if first is None or second is None:
        yield _verdict(pair, f"the prizes of {title}", f"prize/{name}", FAILS, reason="one of them has no such jackpot")
        return
    alike = _same_options(pair) and _same_play(pair) and _same_settlement(pair, name)
    pays = [settler.rulebook.pay.get(name) for settler in pair.both]
    if pays[0] == pays[1] and alike:
        yield _verdict(pair, f"the prize of {title}", f"prize/{name}", HOLDS, basis="the same rules")
    else:
        yield _answered(pair, f"the prize of {title}", f"prize/{name}", lambda: _prize(pair, name), ())
    for part, what in (
        ("share", "what several winners of {} get"),
        ("bonus", "what {} wins by other hands"),
        ("takes", "what a prize of {} takes from the meters"),
        ("adds", "what {} adds to the meters"),
    ):
        mine, theirs = getattr(first, part), getattr(second, part)
        if mine is None and theirs is None:
            continue
        subject, key = what.format(title), f"{part}/{name}"
        if mine is None or theirs is None:
            yield _verdict(pair, subject, key, FAILS, reason="one of them has no such rule")
        elif _same_tables(mine, theirs) and alike:
            yield _verdict(pair, subject, key, HOLDS, basis="the same rules")
        else:
            ask = _meters if part in ("takes", "adds") else _share
            yield _answered(pair, subject, key, lambda ask=ask, part=part: ask(pair, name, part), (mine, theirs))


def _won(pair: Pair, name: str, seats: int) -> tuple[Scene, list[Formula]]:
    """A table at which the first hand wins a jackpot wager under both specs."""
    scene = Scene(pair.both, pair.game, seats)
    parts = []
    for side in scene.sides:
        winning(side)
        parts.append(side.terms.told(f"wins({name})", 0).value)
    return scene, parts


def _prize(pair: Pair, name: str) -> "_Asked":
    scene, parts = _won(pair, name, 1)
    logic = scene.logic
    first, second = (side.payments(name).of(side.hand.amount(name), 0) for side in scene.sides)
    apart = [
        logic.no(logic.same(first.unpaid, second.unpaid)),
        logic.no(logic.same(first.conflict, second.conflict)),
        logic.all([logic.no(logic.any([first.unpaid, first.conflict])), logic.no(logic.same(first.net, second.net))]),
    ]
    return _Asked(scene, parts, logic.any(apart), [], (ONE_HAND,), wagers=(name,))


def _share(pair: Pair, name: str, part: str) -> "_Asked":
    tables = [getattr(settler.rulebook.jackpots[name], part) for settler in pair.both]
    seats = PLAYERS if any(_speaks_of_others(row.when) for table in tables for row in table.rows) else 1
    scene, parts = _won(pair, name, seats)
    if part == "bonus":
        parts = [side.hand.placed(name) for side in scene.sides]
    first, second = (share(side, table) for side, table in zip(scene.sides, tables, strict=True))
    bound = SEVERAL if seats > 1 else ONE_HAND
    return _Asked(scene, parts, _shares_differ(scene.logic, first, second), [], (bound,), wagers=(name,))


def _shares_differ(logic: Logic, first: Share, second: Share) -> Formula:
    apart = [
        logic.no(logic.same(first.silent, second.silent)),
        logic.no(logic.same(first.conflict, second.conflict)),
    ]
    clear = logic.no(logic.any([first.silent, first.conflict]))
    for word in dict.fromkeys([*first.ways, *second.ways]):
        ways = [one.ways.get(word, logic.false) for one in (first, second)]
        apart.append(logic.all([clear, logic.no(logic.same(*ways))]))
    nothing = Sym(logic.number(0), logic.true)
    for name in dict.fromkeys([*first.amounts, *second.amounts]):
        values = [one.amounts.get(name, nothing) for one in (first, second)]
        apart.append(logic.all([clear, _values_differ(logic, *values)]))
    return logic.any(apart)


def _meters(pair: Pair, name: str, part: str) -> "_Asked":
    tables = [getattr(settler.rulebook.jackpots[name], part) for settler in pair.both]
    seats = PLAYERS if any(_speaks_of_others(row.when) for table in tables for row in table.rows) else 1
    scene, parts = _won(pair, name, seats)
    if part == "adds":
        parts = [side.hand.placed(name) for side in scene.sides]
    logic = scene.logic
    first, second = (meters(side, table) for side, table in zip(scene.sides, tables, strict=True))
    nothing = Meter(logic.false, logic.false, Sym(logic.number(0), logic.true))
    apart = []
    for meter in dict.fromkeys([*first, *second]):
        mine, theirs = first.get(meter, nothing), second.get(meter, nothing)
        clear = logic.all([mine.changes, logic.no(mine.conflict)])
        apart += [
            logic.no(logic.same(mine.changes, theirs.changes)),
            logic.no(logic.same(mine.conflict, theirs.conflict)),
            logic.all([clear, _values_differ(logic, mine.value, theirs.value)]),
        ]
    return _Asked(scene, parts, logic.any(apart), [], (ONE_HAND if seats == 1 else SEVERAL,), wagers=(name,))


# Asking.


@dataclass(frozen=True)
class _Asked:
    """A question made into formulas: the claim is that `differ` holds in no case of the scene with these `parts`.

    `wagers` are those in whose outcomes the difference shows; `acted` the stage at which it is what is offered.
    """

    scene: Scene
    parts: Sequence[Formula]
    differ: Formula
    events: Sequence[Any]
    assumptions: tuple[str, ...]
    wagers: tuple[str, ...] = ()
    acted: str = ""
    irregular: Irregular | None = None

    def asking(self) -> Asking:
        if self.irregular is not None:
            return Asking(self.scene.logic, [*background(self.irregular), *self.parts])
        return Asking(self.scene.logic, [self.scene.lawful_play(), self.scene.deals.constraint(), *self.parts])


def _holds(asked: _Asked) -> bool:
    if asked.differ.eq(asked.scene.logic.false):
        return True
    return asked.asking().model([asked.differ]) is None


def _answered(pair: Pair, title: str, key: str, build: Any, tables: Sequence[Table]) -> Verdict:
    """The verdict of one question, with the smallest round where the two differ."""
    clauses = distinct([clause for table in tables for clause in table.cites])
    try:
        asked: _Asked = build()
        asking = asked.asking()
        if asking.model([asked.differ]) is None:
            return _verdict(pair, title, key, HOLDS, assumptions=asked.assumptions, work=asking.work)
        shown = smallest(asking, asked.scene, [asked.differ], asked.events, key.replace("/", "-"))
    except Unsupported as error:
        return _verdict(pair, title, key, UNKNOWN, reason=str(error))
    except OutOfWork as error:
        return _verdict(pair, title, key, UNKNOWN, reason=f"z3 gave no answer within its share of work ({error})")
    except Inconclusive as error:
        return _verdict(pair, title, key, UNKNOWN, reason=str(error))
    except NoDeal:
        return _verdict(pair, title, key, UNKNOWN, reason="no deal for several hands together was found that shows it")
    assert shown is not None
    rounds = (
        dict(zip(pair.ids, shown.rounds, strict=True))
        if pair.ids[0] != pair.ids[1]
        else {
            pair.ids[0]: shown.rounds[0],
            f"{pair.ids[1]} (2)": shown.rounds[1],
        }
    )
    results = {
        name: _told(settler, round_, asked.wagers)
        for settler, (name, round_) in zip(pair.both, rounds.items(), strict=True)
    }
    return replace(
        _verdict(pair, title, key, FAILS, assumptions=asked.assumptions, work=asking.work),
        clauses=clauses,
        witness=rounds,
        results=results,
    )


def _told(settler: Settler, round_: Mapping[str, Any], wagers: Sequence[str]) -> str:
    """What settling a round gives for the wagers in question, in a few words."""
    try:
        seats = settler.settle(read_round(dict(round_), Place("round")))
    except (RoundFault, LoadError) as error:
        return f"refused: {error}"
    found = []
    for name in wagers or seats[1].wagers:
        outcome = seats[1].wagers.get(name)
        if outcome is not None:
            net = "" if outcome.net is None else f", net {amount_text(outcome.net)}"
            found.append(f"{settler.spec.vocabulary.title(name)}: {outcome.disposition or outcome.result}{net}")
    return "; ".join(found)


def _verdict(
    pair: Pair,
    title: str,
    key: str,
    status: str,
    reason: str = "",
    assumptions: tuple[str, ...] = (),
    basis: str = "proved",
    work: int = 0,
) -> Verdict:
    return Verdict("equivalent", pair.ids, title, key, status, reason, assumptions=assumptions, basis=basis, work=work)


def _declared(pair: Pair, title: str, key: str, first: object, second: object) -> Verdict:
    if first == second:
        return _verdict(pair, title, key, HOLDS, basis="the same declaration")
    return _verdict(pair, title, key, FAILS, reason="they are declared differently")


# What is the same as it is written.


def _meaning(row: Row) -> Row:
    """A row without what does not bear on what it decides."""
    return replace(row, cites=(), origins=(), place=Place(""), ground="")


def _same_tables(first: Table, second: Table) -> bool:
    if first is second:
        return True
    return len(first.rows) == len(second.rows) and list(map(_meaning, first.rows)) == list(map(_meaning, second.rows))


def _same_play(pair: Pair, before: str = "") -> bool:
    """Whether both offer the same acts by the same rules, at all stages or at those before one."""
    first, second = (settler.rulebook.play for settler in pair.both)
    if pair.first.acts.stages != pair.second.acts.stages:
        return False
    stages = pair.first.acts.stages
    stages = stages[: stages.index(before)] if before else stages
    return all(
        (one := first.get(stage)) is (other := second.get(stage))
        or (one is not None and other is not None and _same_tables(one, other))
        for stage in stages
    )


def _same_options(pair: Pair) -> bool:
    first, second = ([replace(o, cites=(), place=Place("")) for o in settler.spec.options] for settler in pair.both)
    return first == second


def _same_settlement(pair: Pair, name: str) -> bool:
    first, second = (_tables_of(settler, name) for settler in pair.both)
    return first == second


def _tables_of(settler: Settler, name: str) -> list[object]:
    """All that settles a wager, without what does not bear on it: its tables, its declaration, its pay table."""
    book = settler.rulebook
    tables = [section.get(name) for section in (book.valid, book.stake, book.settle)]
    found: list[object] = [[_meaning(row) for row in table.rows] if table else None for table in tables]
    pay, wager = book.pay.get(name), settler.spec.wager(name)
    pays = pay and [
        replace(pay, place=Place(""), cites=(), rows=()),
        *(replace(r, place=Place(""), cites=()) for r in pay.rows),
    ]
    return [*found, pays, wager and replace(wager, place=Place(""), cites=())]


def _exprs(settler: Settler, name: str) -> list[Expr]:
    """Every condition and amount that decides on a wager."""
    book, wager = settler.rulebook, settler.spec.wager(name)
    found: list[Expr] = []
    for section in (book.valid, book.stake, book.settle):
        table = section.get(name)
        for row in table.rows if table else ():
            found += [row.when, *([row.then.amount] if row.then.amount is not None else [])]
    for table in book.play.values():
        found += [row.then.amount for row in table.rows if row.then.wager == name and row.then.amount is not None]
    pay = book.pay.get(name)
    for pay_row in pay.rows if pay else ():
        found += [payout.amount for payout in pay_row.payouts if isinstance(payout, Prize)]
    found += [pay.at_most] if pay and pay.at_most is not None else []
    found += [expr for expr in (wager and wager.equals, wager and wager.allowed) if expr is not None]
    return found


def _speaks_of_others(expr: Expr) -> bool:
    return any(isinstance(node, Quantified | Count) for node in walk(expr)) and bool(facts_in(expr))
