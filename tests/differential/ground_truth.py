"""Whether two variants of one spec differ in a case that can be dealt and played, told by walking every case.

Only tables that are not the same in both are walked, over all that the rules of either tell apart. What counts is what
a round shows: the acts and amounts offered, what is at risk, the result and what is paid, the state of the round and
the meters; not the clauses, nor which of the words it is that say a wager has no result. What is not walked: several
wrong amounts at once, several events, wagers on other hands, and options of any value.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any

from differential.jackpot_rounds import jackpot_rounds, options_named
from differential.rounds import in_substance, limit_sets, made, option_sets, outcomes, with_event
from rulespec.domains.base import Case, Game
from rulespec.engine.decide import agreed
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.engine.stakes import Stake
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import NEVER, value
from rulespec.lang.trees import atoms, facts, walk
from rulespec.model.expr import Expr, OneOf, Prize
from rulespec.model.rows import EventRules, Table
from rulespec.model.spec import WITHOUT_RESULT
from rulespec.prove import events as events_walked
from rulespec.prove.amounts import Offer, named, named_amounts, offers, placed, sample
from rulespec.prove.payments import key_condition
from rulespec.prove.states import BASE, State, amounts, examples, option_choices, placements, states
from rulespec.prove.universe import FOLDED, deal_atoms, table_atoms, together

_CHANGES_HANDS = {("hand", "folded"), ("hand", "not_exposed"), ("hand", "reinstated")}
_MANY = 20_000  # rounds of one event, told apart by what settles wagers too, beyond which these are not walked


def enumerated_difference(a: Settler, b: Settler) -> str:
    """A case in which two variants of a spec differ, in a few words; "" where every case comes out alike."""
    pair = _Pair(a, b)
    return next(chain(_offered(pair), _at_risk(pair), _settled(pair), _irregular(pair), _jackpots(pair)), "")


@dataclass(frozen=True)
class _Pair:
    a: Settler
    b: Settler

    @property
    def both(self) -> tuple[Settler, Settler]:
        return self.a, self.b

    def changed(self, section: str) -> list[str]:
        """What a section of tables says differently in the two."""
        first, second = (getattr(settler.rulebook, section) for settler in self.both)
        return [name for name in dict.fromkeys((*first, *second)) if first.get(name) != second.get(name)]

    @property
    def wagers(self) -> list[str]:
        """The wagers that are declared otherwise."""
        pairs = zip(self.a.spec.wagers, self.b.spec.wagers, strict=True)
        return [one.name for one, other in pairs if one != other]

    def tables(self, section: str, name: str) -> list[Table]:
        found = (getattr(settler.rulebook, section).get(name) for settler in self.both)
        return [table for table in found if table is not None]


def _names(exprs: Sequence[Expr]) -> list[str]:
    """The facts that are read, by their names; of a placed wager the wager's."""
    return sorted({fact.name for expr in exprs for fact in facts(expr)})


def _placed_in(exprs: Sequence[Expr]) -> list[str]:
    return sorted({fact.args[0] for expr in exprs for fact in facts(expr) if fact.name == "placed"})


def _read(tables: Sequence[Table]) -> list[Expr]:
    """Every condition and amount of some tables."""
    rows = [row for table in tables for row in table.rows]
    return [*(row.when for row in rows), *(row.then.amount for row in rows if row.then.amount is not None)]


# Decisions.


def _offered(pair: _Pair) -> Iterator[str]:
    if not pair.changed("play"):
        return
    tables = [table for name in pair.a.rulebook.play for table in pair.tables("play", name)]
    read, spec = _read(tables), pair.a.spec
    for options in option_choices(spec, _names(read)):
        known, _ = option_facts(spec, options)
        for wagers in _first_wagers(pair, _placed_in(read)):
            start = {**known, **pair.a.acts.start(wagers)}
            yield from _offers(pair, start, pair.a.acts.stages, f"{dict(wagers)} {options}")


def _first_wagers(pair: _Pair, optional: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """All first wagers; where an event by which play may go on is that one is missing, without it too."""
    whole = list(placements(pair.a.spec, optional))
    yield from whole
    every = [rules for settler in pair.both for rules in settler.rulebook.events.values() if rules.occurs is not None]
    going = [r for r in every if any(word == "continue" for row in r.table.rows for _, word in row.then.pairs)]
    missing = {f.args[0] for rules in going for f in facts(rules.occurs) if f.name == "placed"}
    for wager in sorted(missing):
        yield from ({name: amount for name, amount in one.items() if name != wager} for one in whole if wager in one)


def _offers(pair: _Pair, known: dict[str, Any], stages: Sequence[str], where: str) -> Iterator[str]:
    """The stages one after the other: what each variant offers, and then what comes of each act."""
    if not stages:
        return
    stage, *later = stages
    said = [_acts(settler, stage, known) for settler in pair.both]
    if said[0] != said[1]:
        yield f"{stage} {where}: {said[0]} against {said[1]}"
    acts = pair.a.acts.offers(stage, known).rows
    if not acts:
        yield from _offers(pair, known, later, where)
    for row in acts:
        found = amounts(row, known)
        for amount in {min(found, default=None), max(found, default=None)}:
            after = dict(known)
            pair.a.acts.do(after, stage, row, amount)
            yield from _offers(pair, after, later, f"{where} {stage} {row.then.word} {amount or ''}")


def _acts(settler: Settler, stage: str, known: Mapping[str, Any]) -> dict[tuple[str, str, bool], set[Any]]:
    """The acts that a stage offers, with the amounts permitted; those that turn on what is not known apart."""
    decision = settler.acts.offers(stage, known)
    found: dict[tuple[str, str, bool], set[Any]] = {}
    for some, is_open in ((decision.rows, False), (decision.open_rows, True)):
        for row in some:
            found.setdefault((row.then.word, row.then.wager, is_open), set()).update(amounts(row, known))
    return found


# Amounts.


def _at_risk(pair: _Pair) -> Iterator[str]:
    changed = {*pair.changed("stake"), *pair.wagers}
    tables = [table for name in pair.changed("play") for table in pair.tables("play", name)]
    acts = {row.then.wager for table in tables for row in table.rows}
    for wager in sorted((changed | acts) - {""}):
        read = _read(pair.tables("stake", wager))
        read += [e for s in pair.both for w in s.spec.wagers if w.name == wager for e in (w.equals, w.allowed) if e]
        for options in limit_sets(pair.a.spec, _names(read)):
            known, _ = option_facts(pair.a.spec, options)
            yield from _first_stakes(pair, wager, known, str(options))
            yield from _decided_stakes(pair, wager, known, str(options))


def _first_stakes(pair: _Pair, wager: str, known: Mapping[str, Any], where: str) -> Iterator[str]:
    declared = [settler.spec.wager(wager) for settler in pair.both]
    if any(one is None or one.placed != "before_deal" for one in declared):
        return
    for wagers in placements(pair.a.spec, [wager.name for wager in pair.a.spec.wagers]):
        if wager not in wagers:
            continue
        start = {**known, **pair.a.acts.start(wagers)}
        exprs = [part for one in declared if one and one.equals for part in _each(one.equals)]
        exprs += [expr for settler in pair.both for expr in named_amounts(settler, wager)]
        for amount in sample({*_points(exprs, start), Fraction(BASE)}):
            at = {**known, **pair.a.acts.start({**wagers, wager: amount})}
            said = [_said(settler.stakes.of(wager, at, None)) for settler in pair.both]
            if said[0] != said[1]:
                yield f"stake of {wager} {amount} beside {dict(wagers)} {where}: {said[0]} against {said[1]}"


def _each(permitted: Expr) -> tuple[Expr, ...]:
    return permitted.parts if isinstance(permitted, OneOf) else (permitted,)


def _points(exprs: Sequence[Expr], known: Mapping[str, Any]) -> Iterator[Fraction]:
    """The amounts above 0 that expressions give."""
    for expr in exprs:
        given = value(expr)(known)
        for amount in given if isinstance(given, tuple) else (given,):
            if amount is not None and amount is not NEVER and amount > 0:
                yield Fraction(amount)


def _decided_stakes(pair: _Pair, wager: str, known: Mapping[str, Any], where: str) -> Iterator[str]:
    there = [{one.state.acts[: _place(one)]: _knowing(one, known) for one in offers(s)} for s in pair.both]
    for path in [path for path in there[0] if path in there[1] and there[0][path].wager == wager]:
        first, second = there[0][path], there[1][path]
        points = {*named(pair.a, first), *named(pair.b, second)}
        for amount in sample(points):
            said = [_said(placed(s, one, amount)[1]) for s, one in zip(pair.both, (first, second), strict=True)]
            if said[0] != said[1]:
                yield f"stake of {wager} {amount} by {path} {where}: {said[0]} against {said[1]}"


def _place(offer: Offer) -> int:
    return next(place for place, move in enumerate(offer.state.moves, 1) if move is offer.move)


def _knowing(offer: Offer, known: Mapping[str, Any]) -> Offer:
    state = offer.state
    return replace(offer, state=State(state.wagers, state.moves, {**state.facts, **known}))


def _said(stake: Stake) -> tuple[Any, ...]:
    return stake.amount, stake.problem, bool(stake.needs)


# Results and payments.


def _settled(pair: _Pair) -> Iterator[str]:
    for wager in [wager.name for wager in pair.a.spec.wagers]:
        if any(wager in pair.changed(section) for section in ("valid", "settle", "pay")):
            yield from _results(pair, wager)
            yield from _after_events(pair, wager)


def _conditions(pair: _Pair, wager: str) -> tuple[Expr, ...]:
    """What tells the cases of a wager apart under either variant: its rows, those on its validity, those that pay."""
    tables = [*pair.tables("settle", wager), *pair.tables("valid", wager)]
    return tuple(dict.fromkeys((FOLDED, *table_atoms([r for t in tables for r in t.rows]), *_paying(pair, wager))))


def _paying(pair: _Pair, wager: str) -> Iterator[Expr]:
    for settler in pair.both:
        table = settler.rulebook.pay.get(wager)
        for row in table.rows if table else ():
            assert table is not None
            key = key_condition(settler, table.by, row.key) if row.when is None else None
            yield from (*([key] if key is not None else []), *(atoms(row.when) if row.when is not None else ()))


def _paid_by(pair: _Pair, wager: str) -> list[Expr]:
    """The amounts that a wager is paid."""
    tables = [settler.rulebook.pay[wager] for settler in pair.both if wager in settler.rulebook.pay]
    found = [payout.amount for t in tables for row in t.rows for payout in row.payouts if isinstance(payout, Prize)]
    return found + [expr for t in tables for expr in (t.at_most, t.up_to) if expr is not None]


def _results(pair: _Pair, wager: str) -> Iterator[str]:
    read, spec = _conditions(pair, wager), pair.a.spec
    tables = [settler.rulebook.pay[wager] for settler in pair.both if wager in settler.rulebook.pay]
    columns = [table.columns for table in tables if table.columns]
    for options in option_sets(spec, [*_names([*read, *_paid_by(pair, wager)]), *columns]):
        known, _ = option_facts(spec, options)
        cases = _cases(pair.a.game, deal_atoms(pair.a, read, known))
        for state in _states(pair, [wager, *_placed_in(read)], known):
            for case in cases if state.facts.get(f"placed({wager})") else ():
                at = together(state, case)
                said = [_word(settler, wager, at) for settler in pair.both]
                if said[0] != said[1]:
                    yield f"{wager} {case.deal} {state.acts} {options}: {said[0]} against {said[1]}"


def _states(pair: _Pair, optional: Sequence[str], known: Mapping[str, Any]) -> Iterator[State]:
    settlers = pair.both if pair.changed("play") else (pair.a,)
    for settler in settlers:
        for wagers in placements(settler.spec, sorted(set(optional))):
            yield from states(settler, wagers, known)


@lru_cache(maxsize=256)
def _cases(game: Game, exprs: tuple[Expr, ...]) -> tuple[Case, ...]:
    return game.reachable(exprs).cases


def _word(settler: Settler, wager: str, known: Mapping[str, Any]) -> tuple[Any, ...]:
    """What becomes of a wager that is placed as it must be: its result, and what a win is paid."""
    valid = settler.valid.get(wager)
    counts = agreed(valid.ask(known).words) if valid else "valid"
    if counts != "valid":
        return ("void" if counts in WITHOUT_RESULT else counts,)
    table = settler.settling.get(wager)
    word = agreed(table.ask(known).words) if table else "undetermined"
    word = "void" if word in WITHOUT_RESULT else word
    payer = settler.payers.get(wager)
    if word != "win" or payer is None:
        return ("undetermined" if word == "win" else word,)
    paid = payer.pay(known[f"stake({wager})"], known)
    if paid.missing:
        return "win", "missing"
    return (word, paid.net) if paid.net is not None else (paid.problem or "undetermined",)


# Irregularities.


def _irregular(pair: _Pair) -> Iterator[str]:
    follow = pair.a.rulebook.follow != pair.b.rulebook.follow
    changed = pair.changed("events")
    for name in pair.a.rulebook.events:
        if follow or name in changed:
            yield from _of_event(pair, name, _parts(pair, name))


def _parts(pair: _Pair, name: str) -> list[tuple[Expr, ...]]:
    """What settles wagers, in parts: told apart only where the event changes the hand that is settled."""
    wagers = pair.a.spec.wagers if _changes_hands(pair, name) else ()
    return list(dict.fromkeys([(), *(_conditions(pair, wager.name) for wager in wagers)]))


def _changes_hands(pair: _Pair, name: str) -> bool:
    rules = [settler.rulebook.events[name] for settler in pair.both if name in settler.rulebook.events]
    return any(pair in _CHANGES_HANDS for one in rules for row in one.table.rows for pair in row.then.pairs)


def _after_events(pair: _Pair, wager: str) -> Iterator[str]:
    """A wager that is settled otherwise, in hands as only events make them."""
    for name in pair.a.rulebook.events:
        if _changes_hands(pair, name):
            yield from _of_event(pair, name, [_conditions(pair, wager)])


def _of_event(pair: _Pair, name: str, parts: Sequence[tuple[Expr, ...]]) -> Iterator[str]:
    rules = [settler.rulebook.events[name] for settler in pair.both]
    read = tuple(dict.fromkeys(atom for one in rules for row in one.table.rows for atom in atoms(row.when)))
    follow = [settler.rulebook.follow for settler in pair.both if settler.rulebook.follow]
    read = tuple(dict.fromkeys((*read, *(atom for t in follow for atom in table_atoms(t.rows)))))
    alike = (rules[0].occurs, rules[0].choices) == (rules[1].occurs, rules[1].choices)
    both_ways = 1 if alike and not pair.changed("play") else 2  # the hands that it can befall are then the same
    for settled in parts:
        for settler, one in list(zip(pair.both, rules, strict=True))[:both_ways]:
            yield from _happening(pair, settler, name, one, read, settled)


def _happening(
    pair: _Pair, settler: Settler, name: str, rules: EventRules, read: Sequence[Expr], settled: Sequence[Expr]
) -> Iterator[str]:
    """Every situation of an event under one variant, as rounds that are settled under both."""
    known, _ = option_facts(settler.spec, examples(settler.spec))
    try:
        cases = _cases(settler.game, deal_atoms(settler, tuple(dict.fromkeys((*read, *settled))), known))
    except Inconclusive:  # some deals cannot be told apart by all of it at once
        return
    told = tuple(atom for atom in read if not _of_results(atom))
    found = [
        (state, record, befallen)
        for befallen, state, stage, _ in events_walked._states(settler, rules, told, known, settled)
        for record, _ in events_walked._records(settler, name, rules, told, befallen, stage)
    ]
    if settled and len(found) * len(cases) > _MANY:
        return
    for state, record, befallen in found:
        beside = None if befallen or "seat" not in record else state
        for case in cases:
            round_ = with_event(made(settler, state, case.deal, examples(settler.spec)), record, beside)
            said = [in_substance(found) for found in outcomes(pair.both, round_)]
            if said[0] != said[1] and None not in said:
                yield f"{record} {case.deal} {state.acts}: {said[0]} against {said[1]}"


def _of_results(expr: Expr) -> bool:
    """Whether a condition speaks of what became of wagers, which an event does not find."""
    return any(getattr(node, "name", "") in ("returned", "hand_void") for node in walk(expr))


# Jackpots.


def _jackpots(pair: _Pair) -> Iterator[str]:
    for wager in {*pair.changed("jackpots"), *(set(pair.changed("pay")) & set(pair.a.rulebook.jackpots))}:
        tables = [table for s in pair.both for table in s.rulebook.jackpots[wager].tables()]
        rows = [row for table in tables for row in table.rows]
        read = [*_read(tables), *(each for row in rows for _, each in row.then.amounts), *_paid_by(pair, wager)]
        options = [option.name for option in pair.a.spec.options if option.name in _names(read)]
        sets = option_sets(pair.a.spec, options)
        every = (more for given in sets for more in (given, *options_named(pair.a, read, given)))
        for given in every:
            for round_ in jackpot_rounds(pair.a, wager, given):
                said = [in_substance(found) for found in outcomes(pair.both, round_)]
                if said[0] != said[1] and None not in said:
                    yield f"{round_}: {said[0]} against {said[1]}"
