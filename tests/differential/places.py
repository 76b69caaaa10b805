"""The tables of a rulebook as places that can be read and changed alike, whatever section they stand in."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulespec.model.expr import Expr, Payout, Prize
from rulespec.model.rows import JackpotRules, Row, Rulebook, Table
from rulespec.model.spec import PayRow, PayTable

OF_PLAY = ("valid", "play", "stake", "settle")
OF_JACKPOTS = ("share", "takes", "adds", "bonus")


@dataclass(frozen=True, order=True)
class Spot:
    """Where a table of rows stands: its section (`settle`, `events`, `takes`, ...) and what it decides about."""

    section: str
    subject: str

    def __str__(self) -> str:
        return f"{self.section} {self.subject}".strip()


@dataclass(frozen=True)
class Site:
    """Where an expression stands: in which table, in which of its rows (-1: of the table), in which slot.

    Slots are `when`, `amount`, `amounts 0`, and of a pay table also `payout 0`, `at_most`, `up_to`; of an event
    `occurs`.
    """

    spot: Spot
    row: int
    slot: str

    @property
    def is_condition(self) -> bool:
        return self.slot in ("when", "occurs")


# Tables of rows.


def spots(rulebook: Rulebook) -> list[Spot]:
    """Every table of rows; those of pay are no such tables."""
    found = [Spot(section, subject) for section in OF_PLAY for subject in getattr(rulebook, section)]
    found += [Spot("events", name) for name in rulebook.events]
    found += [Spot("follow", "")] if rulebook.follow else []
    for wager, rules in rulebook.jackpots.items():
        found += [Spot(name, wager) for name in OF_JACKPOTS if getattr(rules, name) is not None]
    return found


def table_at(rulebook: Rulebook, spot: Spot) -> Table:
    if spot.section in OF_PLAY:
        tables: Mapping[str, Table] = getattr(rulebook, spot.section)
        return tables[spot.subject]
    if spot.section == "events":
        return rulebook.events[spot.subject].table
    if spot.section == "follow":
        assert rulebook.follow is not None
        return rulebook.follow
    table: Table = getattr(rulebook.jackpots[spot.subject], spot.section)
    return table


def rows_at(rulebook: Rulebook, spot: Spot) -> tuple[Row, ...]:
    return table_at(rulebook, spot).rows


def with_rows(rulebook: Rulebook, spot: Spot, rows: tuple[Row, ...]) -> Rulebook:
    """The rulebook with other rows in one table."""
    table = replace(table_at(rulebook, spot), rows=rows)
    if spot.section in OF_PLAY:
        return _with(rulebook, spot.section, {**getattr(rulebook, spot.section), spot.subject: table})
    if spot.section == "events":
        rules = replace(rulebook.events[spot.subject], table=table)
        return replace(rulebook, events={**rulebook.events, spot.subject: rules})
    if spot.section == "follow":
        return replace(rulebook, follow=table)
    jackpot: JackpotRules = replace(rulebook.jackpots[spot.subject], **{spot.section: table})
    return replace(rulebook, jackpots={**rulebook.jackpots, spot.subject: jackpot})


def _with(rulebook: Rulebook, field: str, value: Any) -> Rulebook:
    return replace(rulebook, **{field: value})


# Pay tables.


def pay_spots(rulebook: Rulebook) -> list[Spot]:
    return [Spot("pay", wager) for wager in rulebook.pay]


def with_pay(rulebook: Rulebook, spot: Spot, table: PayTable) -> Rulebook:
    return replace(rulebook, pay={**rulebook.pay, spot.subject: table})


def with_pay_row(rulebook: Rulebook, spot: Spot, place: int, row: PayRow) -> Rulebook:
    table = rulebook.pay[spot.subject]
    return with_pay(rulebook, spot, replace(table, rows=(*table.rows[:place], row, *table.rows[place + 1 :])))


# Expressions.


def sites(rulebook: Rulebook, spot: Spot) -> list[Site]:
    """Every expression of one table."""
    return [site for site, _ in _sited(rulebook, spot)]


def expr_at(rulebook: Rulebook, site: Site) -> Expr:
    return next(expr for found, expr in _sited(rulebook, site.spot) if found == site)


def _sited(rulebook: Rulebook, spot: Spot) -> Iterator[tuple[Site, Expr]]:
    if spot.section == "pay":
        yield from _of_pay(rulebook.pay[spot.subject], spot)
        return
    if spot.section == "events":
        occurs = rulebook.events[spot.subject].occurs
        if occurs is not None:
            yield Site(spot, -1, "occurs"), occurs
    for place, row in enumerate(rows_at(rulebook, spot)):
        yield Site(spot, place, "when"), row.when
        if row.then.amount is not None:
            yield Site(spot, place, "amount"), row.then.amount
        for index, (_, amount) in enumerate(row.then.amounts):
            yield Site(spot, place, f"amounts {index}"), amount


def _of_pay(table: PayTable, spot: Spot) -> Iterator[tuple[Site, Expr]]:
    for slot, expr in (("at_most", table.at_most), ("up_to", table.up_to)):
        if expr is not None:
            yield Site(spot, -1, slot), expr
    for place, row in enumerate(table.rows):
        if row.when is not None:
            yield Site(spot, place, "when"), row.when
        for index, payout in enumerate(row.payouts):
            if isinstance(payout, Prize):
                yield Site(spot, place, f"payout {index}"), payout.amount


def with_exprs(rulebook: Rulebook, spot: Spot, change: Callable[[Site, Expr], Expr]) -> Rulebook:
    """The rulebook with every expression of one table changed."""
    if spot.section == "pay":
        return with_pay(rulebook, spot, _changed_pay(rulebook.pay[spot.subject], spot, change))
    if spot.section == "events":
        rules = rulebook.events[spot.subject]
        if rules.occurs is not None:
            rules = replace(rules, occurs=change(Site(spot, -1, "occurs"), rules.occurs))
            rulebook = replace(rulebook, events={**rulebook.events, spot.subject: rules})
    rows = tuple(_changed_row(row, spot, place, change) for place, row in enumerate(rows_at(rulebook, spot)))
    return with_rows(rulebook, spot, rows)


def _changed_row(row: Row, spot: Spot, place: int, change: Callable[[Site, Expr], Expr]) -> Row:
    then = row.then
    amount = None if then.amount is None else change(Site(spot, place, "amount"), then.amount)
    amounts = tuple(
        (key, change(Site(spot, place, f"amounts {index}"), each)) for index, (key, each) in enumerate(then.amounts)
    )
    when = change(Site(spot, place, "when"), row.when)
    return replace(row, when=when, then=replace(then, amount=amount, amounts=amounts))


def _changed_pay(table: PayTable, spot: Spot, change: Callable[[Site, Expr], Expr]) -> PayTable:
    def payout(place: int, index: int, given: Payout) -> Payout:
        if not isinstance(given, Prize):
            return given
        return Prize(change(Site(spot, place, f"payout {index}"), given.amount))

    rows = []
    for place, row in enumerate(table.rows):
        when = None if row.when is None else change(Site(spot, place, "when"), row.when)
        payouts = tuple(payout(place, index, given) for index, given in enumerate(row.payouts))
        rows.append(replace(row, when=when, payouts=payouts))
    at_most = None if table.at_most is None else change(Site(spot, -1, "at_most"), table.at_most)
    up_to = None if table.up_to is None else change(Site(spot, -1, "up_to"), table.up_to)
    return replace(table, rows=tuple(rows), at_most=at_most, up_to=up_to)


def with_expr(rulebook: Rulebook, site: Site, new: Expr) -> Rulebook:
    """The rulebook with one expression changed."""
    return with_exprs(rulebook, site.spot, lambda found, expr: new if found == site else expr)


def all_spots(rulebook: Rulebook) -> list[Spot]:
    return [*spots(rulebook), *pay_spots(rulebook)]


def with_all(rulebook: Rulebook, change: Callable[[Expr], Expr]) -> Rulebook:
    """The rulebook with every expression of every table changed."""
    for spot in all_spots(rulebook):
        rulebook = with_exprs(rulebook, spot, lambda _, expr: change(expr))
    return rulebook
