"""Jackpots of two specs held against each other: prizes, what several winners get, what becomes of meters."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from rulespec.model.expr import Expr
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.model.rows import JackpotRules, Table
from rulespec.prove.smt.as_written import (
    exprs_in,
    plays_alike,
    same_options,
    same_settlement,
    same_tables,
    speaks_of_others,
)
from rulespec.prove.smt.logic import Formula, Logic, Sym
from rulespec.prove.smt.outcomes import exclusive, validity
from rulespec.prove.smt.pairs import HANDS, ONE_HAND, SEVERAL, Asked, Pair, answered, verdict
from rulespec.prove.smt.prizes import Meter, Share, meters, needed, share, winning
from rulespec.prove.smt.risks import Risks
from rulespec.prove.smt.scene import Scene, Side


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of some hands with the prizes that they win, and what is at risk on the first hand under each spec."""

    scene: Scene
    risks: tuple[Risks, ...]

    def won(self, name: str) -> list[Formula]:
        """That the first hand wins a jackpot wager under both specs."""
        return [side.terms.told(f"wins({name})", 0).value for side in self.scene.sides]


@dataclass(frozen=True)
class Winners:
    """The tables that questions on prizes are about, by their number of hands: each is made once for all questions."""

    pair: Pair
    _tables: dict[int, _Table] = field(default_factory=dict)

    def at(self, hands: int) -> _Table:
        """The table of so many hands."""
        if hands not in self._tables:
            scene = Scene(self.pair.both, self.pair.game, hands)
            self._tables[hands] = _Table(scene, tuple(winning(side)[0] for side in scene.sides))
        return self._tables[hands]


def jackpot(winners: Winners, name: str) -> Iterator[Verdict]:
    """Whether a jackpot wager's prizes are the same under both, and what they do to meters."""
    pair = winners.pair
    title = pair.first.spec.vocabulary.title(name)
    both = [settler.rulebook.jackpots.get(name) for settler in pair.both]
    first, second = both
    if first is None or second is None:
        yield verdict(pair, f"the prizes of {title}", f"prize/{name}", FAILS, reason="one of them has no such jackpot")
        return
    alike = same_options(pair) and plays_alike(pair)
    pays = [settler.rulebook.pay.get(name) for settler in pair.both]
    if pays[0] == pays[1] and alike and same_settlement(pair, name):
        yield verdict(pair, f"the prize of {title}", f"prize/{name}", HOLDS, basis="the same rules")
    else:
        yield answered(pair, f"the prize of {title}", f"prize/{name}", lambda: _prize(winners, name), ())
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
            yield verdict(pair, subject, key, FAILS, reason="one of them has no such rule")
        elif same_tables(mine, theirs) and alike and same_settlement(pair, name, _exprs(mine)):
            yield verdict(pair, subject, key, HOLDS, basis="the same rules")
        else:
            yield _fewest_hands(winners, subject, key, name, part, (mine, theirs))


def _exprs(table: Table) -> list[Expr]:
    return [expr for row in table.rows for expr in exprs_in(row)]


def _fewest_hands(
    winners: Winners, subject: str, key: str, name: str, part: str, tables: tuple[Table, Table]
) -> Verdict:
    """The verdict at tables of one hand, then two, and so on: the first at which the two differ."""
    pair = winners.pair
    others = any(speaks_of_others(row.when) for table in tables for row in table.rows)
    ask = _meters if part in ("takes", "adds") else _share
    found = answered(pair, subject, key, partial(ask, winners, name, part, 1), tables)
    for hands in range(2, HANDS + 1) if others else ():
        if found.status != HOLDS:
            break
        found = answered(pair, subject, key, partial(ask, winners, name, part, hands), tables)
    return found


def _prize(winners: Winners, name: str) -> Asked:
    table = winners.at(1)
    scene, logic = table.scene, table.scene.logic
    first, second = (side.payments(name).of(side.hand.amount(name), 0) for side in scene.sides)
    apart = [
        logic.no(logic.same(first.unpaid, second.unpaid)),
        logic.no(logic.same(first.conflict, second.conflict)),
        logic.all([logic.no(logic.any([first.unpaid, first.conflict])), logic.no(logic.same(first.net, second.net))]),
    ]
    return Asked(scene, table.won(name), logic.any(apart), [], (ONE_HAND,), wagers=(name,))


def _share(winners: Winners, name: str, part: str, seats: int) -> Asked:
    tables = [getattr(settler.rulebook.jackpots[name], part) for settler in winners.pair.both]
    table = winners.at(seats)
    scene = table.scene
    parts = [side.hand.placed(name) for side in scene.sides] if part == "bonus" else table.won(name)
    first, second = (
        share(side, table, _own(side, name) if part == "share" else None)
        for side, table in zip(scene.sides, tables, strict=True)
    )
    bound = SEVERAL if seats > 1 else ONE_HAND
    parts += [one for side in scene.sides for one in needed(side, name)]
    differ = _shares_differ(scene.logic, first, second, silence=part == "bonus")
    return Asked(scene, parts, differ, [], (bound,), wagers=(name,))


def _at_risk(side: Side, name: str) -> Formula:
    """That a wager is won or lost, and so adds to the meters."""
    table = side.settler.rulebook.settle.get(name)
    words = exclusive(side, table) if table is not None else {}
    counts = validity(side, name).get("valid", side.terms.logic.false)
    logic = side.terms.logic
    return logic.all([counts, logic.any([words.get(word, logic.false) for word in ("win", "lose")])])


def _own(side: Side, name: str) -> Sym:
    """What a wager wins where no clause shares it among several."""
    logic = side.terms.logic
    paid = side.payments(name).of(side.hand.amount(name), 0)
    return Sym(paid.net, logic.any([paid.unpaid, paid.conflict]))


def _shares_differ(logic: Logic, first: Share, second: Share, silence: bool) -> Formula:
    """That two hands are told different things; with `silence` also where only one is told anything."""
    apart = [logic.no(logic.same(first.conflict, second.conflict))]
    clear = logic.no(first.conflict)
    if silence:
        apart.append(logic.no(logic.same(first.silent, second.silent)))
        clear = logic.no(logic.any([first.silent, first.conflict]))
    for word in dict.fromkeys([*first.ways, *second.ways]):
        ways = [one.ways.get(word, logic.false) for one in (first, second)]
        apart.append(logic.all([clear, logic.no(logic.same(*ways))]))
    nothing = Sym(logic.number(0), logic.true)
    for name in dict.fromkeys([*first.amounts, *second.amounts]):
        values = [one.amounts.get(name, nothing) for one in (first, second)]
        apart.append(logic.all([clear, logic.apart(*values)]))
    return logic.any(apart)


def _meters(winners: Winners, name: str, part: str, seats: int) -> Asked:
    tables = [getattr(settler.rulebook.jackpots[name], part) for settler in winners.pair.both]
    table = winners.at(seats)
    scene = table.scene
    parts = [side.hand.placed(name) for side in scene.sides] if part == "adds" else table.won(name)
    for side, risks in zip(scene.sides, table.risks, strict=True):  # a meter shows only where all done to it is told
        rules: JackpotRules = side.settler.rulebook.jackpots[name]
        parts += needed(side, name)
        parts += [risks.told({name}), _at_risk(side, name)]
        if part == "takes" and rules.adds is not None:
            parts.append(scene.logic.no(side.asked(rules.adds).silent))
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
            logic.all([clear, logic.apart(mine.value, theirs.value)]),
        ]
    return Asked(scene, parts, logic.any(apart), [], (ONE_HAND if seats == 1 else SEVERAL,), wagers=(name,))
