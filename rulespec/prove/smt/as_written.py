"""What two specs have in common as it is written, which needs no proof: rules, acts, options, what settles a wager."""

from collections.abc import Sequence
from dataclasses import replace

from rulespec.engine.settle import Settler
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.model.expr import Count, Expr, Prize, Quantified
from rulespec.model.place import Place
from rulespec.model.proof import HOLDS, UNKNOWN, Verdict
from rulespec.model.rows import Row, Table
from rulespec.prove.smt.pairs import Pair

LISTED = "was taken as the rounds shown have it, and only one of the two leaves it to the table"

_COMES_TO = ("stake", "wins", "returned")  # facts of a wager that its own rules decide


def _meaning(row: Row) -> Row:
    """A row without what does not bear on what it decides."""
    return replace(row, cites=(), origins=(), place=Place(""), ground="")


def same_tables(first: Table, second: Table) -> bool:
    if first is second:
        return True
    return len(first.rows) == len(second.rows) and list(map(_meaning, first.rows)) == list(map(_meaning, second.rows))


def plays_alike(pair: Pair, wager: str = "") -> bool:
    """Whether a round that both allow leaves hands in the same states under both: with the same acts, or by a proof.

    Of a `wager` that is decided on, the rules of the acts must be the same: they also say which amounts are at risk.
    """
    declared = pair.first.spec.wager(wager)
    return same_play(pair) or (
        (pair.offers_alike or same_acts(pair)) and (declared is None or declared.placed != "decided")
    )


def same_acts(pair: Pair) -> bool:
    """Whether both know the same acts at the same stages, by whatever rules: what is done makes the same of a hand."""
    first, second = (
        [
            (stage, {(row.then.word, row.then.wager) for row in table.rows} if table is not None else None)
            for stage in settler.acts.stages
            for table in [settler.rulebook.play.get(stage)]
        ]
        for settler in pair.both
    )
    return first == second


def same_play(pair: Pair, before: str = "") -> bool:
    """Whether both offer the same acts by the same rules, at all stages or at those before one."""
    first, second = (settler.rulebook.play for settler in pair.both)
    if pair.first.acts.stages != pair.second.acts.stages:
        return False
    stages = pair.first.acts.stages
    stages = stages[: stages.index(before)] if before else stages
    return all(
        (one := first.get(stage)) is (other := second.get(stage))
        or (one is not None and other is not None and same_tables(one, other))
        for stage in stages
    )


def same_options(pair: Pair) -> bool:
    first, second = ([replace(o, cites=(), place=Place("")) for o in settler.spec.options] for settler in pair.both)
    return first == second


def same_settlement(pair: Pair, name: str, read: Sequence[Expr] = ()) -> bool:
    """Whether a wager is settled by the same rules, with all that it is settled by (`read_with`)."""
    first, second = ({one: tables_of(settler, one) for one in read_with(settler, name, read)} for settler in pair.both)
    return first == second


def read_with(settler: Settler, name: str, read: Sequence[Expr] = ()) -> set[str]:
    """A wager, those whose stakes or results its rules or `read` tell, and those whose theirs tell."""
    found: set[str] = set()
    new = {name, *_told_of(read)}
    while new:
        found |= new
        new = _told_of([expr for one in new for expr in exprs_of(settler, one)]) - found
    return found


def _told_of(exprs: Sequence[Expr]) -> set[str]:
    return {fact.args[0] for expr in exprs for fact in facts_in(expr) if fact.name in _COMES_TO}


def tables_of(settler: Settler, name: str) -> list[object]:
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


def exprs_in(row: Row) -> list[Expr]:
    """The condition and the amount of a row."""
    return [row.when, *([row.then.amount] if row.then.amount is not None else [])]


def exprs_of(settler: Settler, name: str) -> list[Expr]:
    """Every condition and amount that decides on a wager."""
    book, wager = settler.rulebook, settler.spec.wager(name)
    found: list[Expr] = []
    for section in (book.valid, book.stake, book.settle):
        table = section.get(name)
        for row in table.rows if table else ():
            found += exprs_in(row)
    for table in book.play.values():
        found += [row.then.amount for row in table.rows if row.then.wager == name and row.then.amount is not None]
    pay = book.pay.get(name)
    for pay_row in pay.rows if pay else ():
        found += [payout.amount for payout in pay_row.payouts if isinstance(payout, Prize)]
    found += [pay.at_most] if pay and pay.at_most is not None else []
    found += [expr for expr in (wager.equals, wager.allowed) if expr is not None] if wager is not None else []
    return found


def with_lists(pair: Pair, found: Verdict, exprs: Sequence[Sequence[Expr]]) -> Verdict:
    """A verdict that holds is none where only one of two specs reads an option that is a list of amounts.

    Such an option is taken as the rounds shown have it, and the other document may rule as that example happens to be.
    """
    lists = [
        {fact.name for expr in mine for fact in facts_in(expr)}
        & {o.name for o in s.spec.options if o.type.kind == "set"}
        for s, mine in zip(pair.both, exprs, strict=True)
    ]
    if found.status != HOLDS or lists[0] == lists[1]:
        return found
    names = ", ".join(f"`{name}`" for name in sorted(lists[0] ^ lists[1]))
    return replace(found, status=UNKNOWN, reason=f"{names} {LISTED}")


def speaks_of_others(expr: Expr) -> bool:
    return any(isinstance(node, Quantified | Count) for node in walk(expr)) and bool(facts_in(expr))
