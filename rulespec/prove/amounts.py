"""Stakes: the wrong amounts that no clause disposes of, or two clauses dispose of differently.

All amounts in conditions are linear, and a decided wager's are multiples of the others'. So with the first wagers
fixed, what the clauses say of a wager can change only at the amounts that they name; between two of these it is the
same everywhere. Every named amount and one amount in each interval are therefore all the cases there are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rulespec.engine.acts import Decided
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.engine.stakes import Stake
from rulespec.lang.evaluate import NEVER, exact, value
from rulespec.lang.show import show
from rulespec.lang.trees import walk
from rulespec.model.expr import AMOUNT, STAGE, And, Compare, Constant, Expr, Fact, OneOf
from rulespec.model.finding import Finding
from rulespec.model.round import Amount
from rulespec.prove.states import BASE, Move, State, amounts, examples, placements, states
from rulespec.prove.witness import replay, witness


@dataclass(frozen=True)
class Bet:
    """One decided wager at one stage with one amount, and what is at risk by the document."""

    wager: str
    state: State
    move: Move
    amount: Amount
    stake: Stake


def stake_findings(settler: Settler) -> list[Finding]:
    """The amounts of decided wagers that the document leaves open or answers twice."""
    found: dict[tuple[str, str, str], list[Bet]] = {}
    for bet in all_bets(settler):
        if bet.stake.problem:
            found.setdefault((bet.wager, bet.move.stage, bet.stake.problem), []).append(bet)
    return [_finding(settler, bets, problem) for (_, _, problem), bets in found.items()]


def all_bets(settler: Settler) -> Iterator[Bet]:
    """Every decided wager at every stage with every amount that the document's clauses can tell apart."""
    options, _ = option_facts(settler.spec, examples(settler.spec))
    wagers = next(placements(settler.spec, []))
    for state in states(settler, wagers, options):
        for move in state.moves:
            if move.row.then.wager:
                for amount in sample(named(settler, move.row.then.wager, move, state.facts)):
                    yield placed(settler, state, move, amount)


def placed(settler: Settler, state: State, move: Move, amount: Amount) -> Bet:
    """The same state with another amount on its decided wager."""
    wager = move.row.then.wager
    known = {**state.facts, f"amount({wager})": amount, f"stake({wager})": amount}
    changed = replace(move, amount=amount)
    after = State(state.wagers, tuple(changed if m is move else m for m in state.moves), known)
    stake = settler.stakes.of(wager, known, Decided(wager, amount, move.row))
    return Bet(wager, after, changed, amount, stake)


def named(settler: Settler, wager: str, move: Move, known: Mapping[str, Any]) -> set[Fraction]:
    """The amounts that a clause names for this wager: those permitted, and those that its conditions compare with."""
    points = {Fraction(amount) for amount in amounts(move.row, known)}
    for expr in named_amounts(settler, wager):
        found = value(expr)(known)
        for amount in found if isinstance(found, tuple) else (found,):
            if amount is not None and amount is not NEVER and amount > 0:
                points.add(Fraction(amount))
    return points


def sample(points: set[Fraction]) -> list[Amount]:
    """Every named amount, one between each two, one below and one above them all; none for no named amount."""
    if not points:
        return []
    ordered = sorted(points)
    between = [(low + high) / 2 for low, high in pairwise(ordered)]
    return [exact(amount) for amount in sorted({*ordered, *between, ordered[0] / 2, ordered[-1] + BASE})]


def named_amounts(settler: Settler, wager: str) -> list[Expr]:
    """The amounts that a wager's clauses compare it with: all that do not speak of the wager itself."""
    table = settler.rulebook.stake.get(wager)
    found: dict[str, Expr] = {}
    for row in table.rows if table else ():
        for node in walk(row.when):
            if isinstance(node, Compare) and any(_is_amount(side, wager) for side in (node.left, node.right)):
                for side in (node.left, node.right):
                    if not _is_amount(side, wager):
                        found.setdefault(show(side), side)
        if row.then.amount is not None:
            found.setdefault(show(row.then.amount), row.then.amount)
    return list(found.values())


def _is_amount(expr: Expr, wager: str) -> bool:
    return isinstance(expr, Fact) and expr.name == "amount" and expr.args == (wager,)


def _finding(settler: Settler, bets: Sequence[Bet], problem: str) -> Finding:
    spec, bet = settler.spec, bets[len(bets) // 2]
    title, stage = spec.vocabulary.title(bet.wager), spec.vocabulary.title(bet.move.stage)
    condition = _condition(settler, bets)
    when = f"`{show(condition)}`" if condition else f"{_example(bet)} is placed"
    rule = "gap" if problem == "undetermined" else "conflict"
    said = "no clause says what is at risk" if rule == "gap" else "two clauses say differently what is at risk"
    message = f"{title} at {stage}: {said} when {when}"
    table = settler.rulebook.stake.get(bet.wager)
    place = table.place if table else bet.move.row.place
    name = f"{spec.id.replace('/', '-')}-{rule}-{bet.wager}-{bet.move.stage}-amount"
    deal = settler.game.reachable(()).cases[0].deal
    round_ = witness(settler, name, deal, bet.state, examples(spec))
    replay(settler, round_, bet.wager, problem)
    hint = (
        "a clause on this amount is missing" if rule == "gap" else "say which clause prevails, by the document's words"
    )
    return Finding(rule, "error", message, place, spec.id, bet.stake.cites, hint, round_)


def _example(bet: Bet) -> str:
    return f"{exact(Fraction(bet.amount, BASE))} times the first wager"


def _condition(settler: Settler, bets: Sequence[Bet]) -> Expr | None:
    """`amount(play) > 3 * main and amount(play) < 4 * main`, where the amounts lie in one interval of named ones."""
    bet = bets[0]
    known = bet.state.facts
    points: dict[Fraction, Expr] = {}
    permitted = bet.move.row.then.amount
    exprs = [*(permitted.parts if isinstance(permitted, OneOf) else ()), *named_amounts(settler, bet.wager)]
    for expr in exprs:
        found = value(expr)(known)
        if isinstance(found, int | Fraction):
            points.setdefault(Fraction(found), expr)
    low, high = min(bet.amount for bet in bets), max(bet.amount for bet in bets)
    below = max((amount for amount in points if amount <= low), default=None)
    above = min((amount for amount in points if amount >= high), default=None)
    it = Fact("amount", (bet.wager,), AMOUNT)
    index = settler.acts.stages.index(bet.move.stage)
    stage = Constant(bet.move.stage, STAGE, index)
    parts: list[Expr] = [Compare("=", Fact("placed_at", (bet.wager,), STAGE), stage)]
    if below is not None:
        parts.append(Compare(">" if below < low else ">=", it, points[below]))
    if above is not None:
        parts.append(Compare("<" if above > high else "<=", it, points[above]))
    return And(tuple(parts)) if len(parts) > 1 else None
