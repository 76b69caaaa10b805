"""A rulebook written otherwise and meaning the same: random rewrites, each a small pure function.

Each takes a source of chance and a rulebook and gives a rulebook that decides every round alike, by other conditions,
amounts, rows or names; where it finds nothing to change, the same rulebook. Conventions are decided when tables are
compiled: a row's copies keep its `live_only`, `fold_limb`, `rule` and clauses. Some care is taken of what is told by
how it is written and not by what it comes to: two payouts, or two amounts of rows that both hold, agree where they are
the same tree, so that an amount is rewritten wherever it stands in a table.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from differential.places import (
    Site,
    Spot,
    all_spots,
    expr_at,
    pay_spots,
    rows_at,
    sites,
    spots,
    with_all,
    with_expr,
    with_exprs,
    with_pay,
    with_rows,
)
from differential.rewording import (
    Change,
    absorbing,
    anywhere,
    between_and,
    de_morgan,
    distributed,
    double_negation,
    folding,
    in_or,
    joined,
    multiple_sum,
    never_open,
    opposing,
    opposite,
    percent_share,
    reads,
    shuffled,
    turned,
    unfolded,
)
from rulespec.engine.options import optional_keys
from rulespec.lang.trees import atoms, definitions, rewrite
from rulespec.model.expr import And, Defined, Expr, Odds, OneOf, Or
from rulespec.model.rows import Row, Rulebook
from rulespec.tables.clauses import distinct

Rewrite = Callable[[random.Random, Rulebook], Rulebook]


def rewritten(chance: random.Random, rulebook: Rulebook, count: int) -> Rulebook:
    """The rulebook after `count` rewrites drawn at random, each that changes something."""
    done, tries = 0, 0
    while done < count and tries < 20 * count:
        after = chance.choice(REWRITES)(chance, rulebook)
        done, tries = done + (after is not rulebook), tries + 1
        rulebook = after
    return rulebook


# Conditions and amounts.


def _reworded(change: Callable[[Rulebook, Spot], Change], condition: bool, name: str) -> Rewrite:
    """A rewrite of one expression of one table, drawn among all that the change can make of them."""

    def run(chance: random.Random, rulebook: Rulebook) -> Rulebook:
        for spot in _any_order(chance, all_spots(rulebook)):
            ready = change(rulebook, spot)
            for site in _any_order(chance, sites(rulebook, spot)):
                if site.is_condition != condition:
                    continue
                old = expr_at(rulebook, site)
                found = [new for new in anywhere(old, lambda node, c=ready: c(chance, node)) if new != old]
                if found:
                    return _put(rulebook, site, old, chance.choice(found))
        return rulebook

    run.__name__ = name
    return run


def _any_order(chance: random.Random, some: Sequence) -> list:
    return chance.sample(list(some), len(some))


def _put(rulebook: Rulebook, site: Site, old: Expr, new: Expr) -> Rulebook:
    """One condition changed; an amount wherever it stands in the table."""
    if site.is_condition:
        return with_expr(rulebook, site, new)
    return with_exprs(rulebook, site.spot, lambda at, expr: new if expr == old and not at.is_condition else expr)


def _plain(change: Change) -> Callable[[Rulebook, Spot], Change]:
    return lambda rulebook, spot: change


def _absorbing(rulebook: Rulebook, spot: Spot) -> Change:
    return absorbing(_known_in(rulebook, spot))


def _opposing(rulebook: Rulebook, spot: Spot) -> Change:
    return opposing(optional_keys(rulebook.spec))


def _folding(rulebook: Rulebook, spot: Spot) -> Change:
    return folding(_new_name(rulebook))


def _known_in(rulebook: Rulebook, spot: Spot) -> list[Expr]:
    """Conditions that the table's rows read and that every round tells."""
    conditions = [expr_at(rulebook, site) for site in sites(rulebook, spot) if site.slot == "when"]
    return list(dict.fromkeys(atom for when in conditions for atom in atoms(when) if never_open(atom)))


def _new_name(rulebook: Rulebook) -> str:
    """A name that nothing of the rulebook is called by."""
    number = 1
    while f"case_{number}" in _defined(rulebook):
        number += 1
    return f"case_{number}"


def _defined(rulebook: Rulebook) -> dict[str, Defined]:
    """The definitions that the tables use, by their names."""
    every = [expr_at(rulebook, site) for spot in all_spots(rulebook) for site in sites(rulebook, spot)]
    return {one.name: one for expr in every for one in definitions(expr)}


def _both_kinds(change: Callable[[Rulebook, Spot], Change], name: str) -> Rewrite:
    """The same of conditions or of amounts."""
    of_conditions, of_amounts = _reworded(change, True, name), _reworded(change, False, name)

    def run(chance: random.Random, rulebook: Rulebook) -> Rulebook:
        first, second = chance.sample((of_conditions, of_amounts), 2)
        after = first(chance, rulebook)
        return after if after is not rulebook else second(chance, rulebook)

    run.__name__ = name
    return run


# Definitions.


def rename_definition(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """A definition called otherwise, wherever it is used."""
    known = sorted(_defined(rulebook))
    if not known:
        return rulebook
    old, new = chance.choice(known), _new_name(rulebook)

    def change(node: Expr) -> Expr | None:
        if isinstance(node, Defined):
            body = rewrite(node.body, change)
            return replace(node, name=new if node.name == old else node.name, body=body)
        return None

    return with_all(rulebook, lambda expr: rewrite(expr, change))


def rewrite_definition(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """The body of a definition written otherwise, wherever it is used."""
    known = _defined(rulebook)
    changes = (shuffled, de_morgan, double_negation, distributed, in_or, between_and, turned, multiple_sum)
    for name in _any_order(chance, sorted(known)):
        for each in _any_order(chance, changes):
            body = known[name].body
            found = [new for new in anywhere(body, lambda node, c=each: c(chance, node)) if new != body]
            if found:
                return _with_body(rulebook, name, chance.choice(found))
    return rulebook


def _with_body(rulebook: Rulebook, name: str, body: Expr) -> Rulebook:
    def change(node: Expr) -> Expr | None:
        return replace(node, body=body) if isinstance(node, Defined) and node.name == name else None

    return with_all(rulebook, lambda expr: rewrite(expr, change))


# Rows.


def reorder_rows(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """The rows of a table in another order."""
    for spot in _any_order(chance, all_spots(rulebook)):
        rows = rulebook.pay[spot.subject].rows if spot.section == "pay" else rows_at(rulebook, spot)
        order = tuple(_any_order(chance, rows))
        if order != rows and spot.section == "pay":
            return with_pay(rulebook, spot, replace(rulebook.pay[spot.subject], rows=order))
        if order != rows:
            return with_rows(rulebook, spot, order)
    return rulebook


def split_either(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """A row `a or b` as a row `a` and a row `b`."""
    optional = optional_keys(rulebook.spec)

    def cases(spot: Spot, row: Row) -> Sequence[Expr]:
        # A row asks once more without the options that it reads: what they leave open is then of each row by itself.
        # What winners elsewhere take is taken row by row, so that rows on it must not overlap.
        if not isinstance(row.when, Or) or reads(row.when, optional) or spot.section == "takes":
            return ()
        place = chance.randrange(1, len(row.when.parts))
        return joined(Or, row.when.parts[:place]), joined(Or, row.when.parts[place:])

    return _split(chance, rulebook, cases)


def split_by_case(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """A row `a` as a row `a and p` and a row `a and not p`, with something that the table reads and a round tells."""

    def cases(spot: Spot, row: Row) -> Sequence[Expr]:
        known = _known_in(rulebook, spot)
        if not known:
            return ()
        case = chance.choice(known)
        return joined(And, [row.when, case]), joined(And, [row.when, opposite(case)])

    return _split(chance, rulebook, cases)


def _split(chance: random.Random, rulebook: Rulebook, cases: Callable[[Spot, Row], Sequence[Expr]]) -> Rulebook:
    for spot in _any_order(chance, spots(rulebook)):
        for row in _any_order(chance, rows_at(rulebook, spot)):
            found = cases(spot, row)
            if found:
                return _in_place_of(rulebook, spot, row, [replace(row, when=when) for when in found])
    return rulebook


def split_amounts(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """An act with the amounts `x | y` as the act with `x` and the act with `y`."""
    for spot in _any_order(chance, _of_acts(rulebook)):
        for row in _any_order(chance, rows_at(rulebook, spot)):
            amount = row.then.amount
            if isinstance(amount, OneOf) and _of_wagers(rulebook, amount):
                rows = [replace(row, then=replace(row.then, amount=one)) for one in amount.parts]
                return _in_place_of(rulebook, spot, row, rows)
    return rulebook


def _of_acts(rulebook: Rulebook) -> list[Spot]:
    return [spot for spot in spots(rulebook) if spot.section == "play"]


def _of_wagers(rulebook: Rulebook, amount: Expr) -> bool:
    """Whether an amount turns on wagers alone: one that turns on an option is not known where that is not given."""
    return not reads(amount, frozenset(option.name for option in rulebook.spec.options))


def _in_place_of(rulebook: Rulebook, spot: Spot, old: Row, new: Sequence[Row]) -> Rulebook:
    """The rulebook with several rows in the place of one. What overrides it overrides all of them."""
    taken = {row.id for row in rulebook.rows()}
    named: list[Row] = []
    for row in new:
        number = 1
        while f"{old.id}~{number}" in taken:
            number += 1
        taken.add(f"{old.id}~{number}")
        named.append(replace(row, id=f"{old.id}~{number}"))
    ids = [row.id for row in named]
    rows: list[Row] = []
    for row in rows_at(rulebook, spot):
        if row is old:
            rows += named
        else:
            beaten = [other for each in row.overrides for other in (ids if each == old.id else [each])]
            rows.append(replace(row, overrides=distinct(beaten)))
    return with_rows(rulebook, spot, tuple(rows))


# Rows made one.


def merge_rows(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """Two rows that decide the same as one, with either condition."""
    optional = optional_keys(rulebook.spec)
    for spot in _any_order(chance, spots(rulebook)):
        rows = rows_at(rulebook, spot)
        pairs = [(a, b) for place, a in enumerate(rows) for b in rows[place + 1 :] if _alike(rows, a, b)]
        pairs = [pair for pair in pairs if not any(reads(row.when, optional) for row in pair)]
        if pairs:
            first, second = chance.choice(pairs)
            merged = replace(first, when=joined(Or, [first.when, second.when]))
            return _as_one(rulebook, spot, first, second, merged)
    return rulebook


def merge_amounts(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """Two rows that offer an act in one case, each for its own amounts, as one for all of them."""
    for spot in _any_order(chance, _of_acts(rulebook)):
        rows = rows_at(rulebook, spot)
        for first in _any_order(chance, rows):
            for second in (row for row in rows if row is not first and row.when == first.when):
                amounts = first.then.amount, second.then.amount
                if amounts[0] is None or amounts[1] is None or amounts[0] == amounts[1]:
                    continue
                same = replace(second, then=replace(second.then, amount=first.then.amount))
                if _alike(rows, first, same) and all(_of_wagers(rulebook, one) for one in amounts if one):
                    every = [part for one in amounts for part in (one.parts if isinstance(one, OneOf) else (one,))]
                    merged = replace(first, then=replace(first.then, amount=OneOf(tuple(every))))
                    return _as_one(rulebook, spot, first, second, merged)
    return rulebook


def _alike(rows: Sequence[Row], first: Row, second: Row) -> bool:
    """Whether two rows decide the same, by the same clauses, against the same rows, and are beaten by the same."""
    beaten_by = [frozenset(row.id for row in rows if one.id in row.overrides) for one in (first, second)]
    apart = first.id not in second.overrides and second.id not in first.overrides
    return beaten_by[0] == beaten_by[1] and apart and _kind(first) == _kind(second)


def _kind(row: Row) -> tuple[object, ...]:
    beats = frozenset(row.overrides)
    return row.subject, row.then, row.rule, row.cites, beats, row.ground, row.live_only, row.fold_limb


def _as_one(rulebook: Rulebook, spot: Spot, first: Row, second: Row, merged: Row) -> Rulebook:
    rows = []
    for row in rows_at(rulebook, spot):
        if row is first:
            rows.append(merged)
        elif row is not second:
            beaten = [first.id if each == second.id else each for each in row.overrides]
            rows.append(replace(row, overrides=distinct(beaten)))
    return with_rows(rulebook, spot, tuple(rows))


# Payments.


def scale_odds(chance: random.Random, rulebook: Rulebook) -> Rulebook:
    """`2 to 1` as `4 to 2`, wherever it stands in a pay table."""
    for spot in _any_order(chance, pay_spots(rulebook)):
        table = rulebook.pay[spot.subject]
        known = sorted({p for row in table.rows for p in row.payouts if isinstance(p, Odds)}, key=str)
        if known:
            old, times = chance.choice(known), chance.choice((Fraction(2), Fraction(3), Fraction(1, 2)))
            new = Odds(old.pays * times, old.per * times)
            rows = [
                replace(row, payouts=tuple(new if payout == old else payout for payout in row.payouts))
                for row in table.rows
            ]
            return with_pay(rulebook, spot, replace(table, rows=tuple(rows)))
    return rulebook


REWRITES: tuple[Rewrite, ...] = (
    reorder_rows,
    split_either,
    split_by_case,
    split_amounts,
    merge_rows,
    merge_amounts,
    scale_odds,
    rename_definition,
    rewrite_definition,
    _both_kinds(_plain(shuffled), "shuffle_operands"),
    _both_kinds(_plain(unfolded), "unfold"),
    _both_kinds(_folding, "fold"),
    _reworded(_plain(de_morgan), True, "de_morgan"),
    _reworded(_plain(double_negation), True, "double_negation"),
    _reworded(_plain(distributed), True, "distribute"),
    _reworded(_absorbing, True, "absorb"),
    _reworded(_plain(in_or), True, "in_or"),
    _reworded(_plain(between_and), True, "between_and"),
    _reworded(_plain(turned), True, "turn"),
    _reworded(_opposing, True, "oppose"),
    _both_kinds(_plain(multiple_sum), "multiple_sum"),
    _both_kinds(_plain(percent_share), "percent_share"),
)
