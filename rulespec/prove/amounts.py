"""Stakes: the wrong amounts that no clause disposes of, or two clauses dispose of differently.

All amounts in conditions are linear, and a decided wager's are multiples of the others'. So with the other wagers
fixed, what the clauses say of a wager can change only at the amounts that they name; between two of these it is the
same everywhere. Every named amount and one amount in each interval are therefore all the cases there are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rulespec.engine.acts import Decided
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.engine.stakes import Stake
from rulespec.errors import InternalError
from rulespec.lang.evaluate import NEVER, exact, value
from rulespec.lang.show import show
from rulespec.lang.trees import walk
from rulespec.lang.when import when_of
from rulespec.model.expr import AMOUNT, STAGE, And, Compare, Constant, Expr, Fact, OneOf, Or
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.round import Amount
from rulespec.model.rows import Row
from rulespec.model.spec import OPEN
from rulespec.prove.interpretations import Acting, Asked, holding_in, with_readings
from rulespec.prove.states import BASE, Move, State, amounts, examples, placements, states
from rulespec.prove.universe import deal_for
from rulespec.prove.witness import replay, witness


@dataclass(frozen=True)
class Offer:
    """A decided wager at one point of play: a state in which it is placed, the move that does, the rows that offer it.

    Several clauses may offer one act, each for other amounts.
    """

    state: State
    move: Move
    rows: tuple[Row, ...]

    @property
    def wager(self) -> str:
        return self.move.row.then.wager


@dataclass(frozen=True)
class Bet:
    """One wager with one amount, and what is at risk by the document. `stage` is "" for what is placed before the deal.

    `points` are the amounts that clauses name for it, as they name them.
    """

    wager: str
    stage: str
    state: State
    amount: Amount
    stake: Stake
    points: Mapping[Fraction, Expr | None]


@dataclass(frozen=True, slots=True)
class StakeClaim:
    """A gap or a conflict among the amounts of a wager on a table without limits; no condition where none tells it.

    `cases` is how many amounts were walked for it, each at every point of play where it can be placed.
    """

    wager: str
    kind: str
    condition: Expr | None
    finding: Finding
    cases: int


def stake_findings(settler: Settler, readings: Acting) -> list[StakeClaim]:
    """The amounts of wagers that the document leaves open or answers twice."""
    found: dict[tuple[str, str], list[Bet]] = {}
    for bet in (*_first_bets(settler), *_decided_bets(settler)):
        found.setdefault((bet.wager, bet.stage), []).append(bet)
        if bet.stake.problem:
            readings.note(bet.wager, "", bet.stake.problem, bet.state.facts, stake=True)
    findings = []
    for bets in found.values():
        table = settler.rulebook.stake.get(bets[0].wager)
        meant = "undetermined" if table is not None and table.intent == OPEN else ""  # what a clause leaves open
        for problem in dict.fromkeys(bet.stake.problem for bet in bets if bet.stake.problem):
            if problem != meant:
                kind = "gap" if problem == "undetermined" else "conflict"
                condition = _condition(settler, bets, problem)
                finding = _finding(settler, bets, problem, condition)
                findings.append(StakeClaim(bets[0].wager, kind, condition, finding, len(bets)))
    return findings


def offers(settler: Settler) -> list[Offer]:
    """Every decided wager at every point of lawful play: no run of acts that no cards offer."""
    options, _ = option_facts(settler.spec, examples(settler.spec))
    found: dict[tuple[tuple[str, str, str], ...], Offer] = {}
    for state in states(settler, next(placements(settler.spec, [])), options):
        if state.needs and deal_for(settler, [state]) is None:
            continue
        for place, move in enumerate(state.moves):
            if move.row.then.wager:
                offer = found.get(state.acts[: place + 1]) or Offer(state, move, ())
                rows = tuple(dict.fromkeys((*offer.rows, move.row)))
                found[state.acts[: place + 1]] = replace(offer, rows=rows)
    return list(found.values())


def _decided_bets(settler: Settler) -> Iterator[Bet]:
    """Every decided wager at every point of play with every amount that the document's clauses can tell apart."""
    for offer in offers(settler):
        points = named(settler, offer)
        for amount in sample(points):
            state, stake = placed(settler, offer, amount)
            yield Bet(offer.wager, offer.move.stage, state, amount, stake, points)


def _first_bets(settler: Settler) -> Iterator[Bet]:
    """The same of wagers placed before the deal that must equal others."""
    options, _ = option_facts(settler.spec, examples(settler.spec))
    for wager in settler.spec.wagers:
        if wager.equals is None or wager.placed != "before_deal":
            continue
        wagers = next(placements(settler.spec, [wager.name]))
        due = next(states(settler, wagers, options)).facts
        points = _points([*each_amount(wager.equals), *named_amounts(settler, wager.name)], due)
        for amount in sample(points):
            state = next(states(settler, {**wagers, wager.name: amount}, options))
            yield Bet(wager.name, "", state, amount, settler.stakes.of(wager.name, state.facts, None), points)


def due_amounts(settler: Settler, name: str) -> tuple[Fraction, ...]:
    """What a wager placed before the deal must equal one of, beside others of the base amount."""
    wager = settler.spec.wager(name)
    if wager is None or wager.equals is None:
        return ()
    options, _ = option_facts(settler.spec, examples(settler.spec))
    state = next(states(settler, next(placements(settler.spec, [name])), options))
    return tuple(_points(each_amount(wager.equals), state.facts))


def placed(settler: Settler, offer: Offer, amount: Amount) -> tuple[State, Stake]:
    """The state of an offer with another amount on its wager, and what is then at risk."""
    wager, state, move = offer.wager, offer.state, offer.move
    known = {**state.facts, f"amount({wager})": amount, f"stake({wager})": amount}
    row = next((row for row in offer.rows if amount in amounts(row, known)), offer.rows[0])
    changed = replace(move, amount=amount, row=row)
    after = State(state.wagers, tuple(changed if m is move else m for m in state.moves), known, state.needs)
    return after, settler.stakes.of(
        wager, known, Decided(wager, amount, (row, *(one for one in offer.rows if one is not row)))
    )


def named(settler: Settler, offer: Offer) -> dict[Fraction, Expr | None]:
    """The amounts that a clause names for this wager: those permitted, and those that its conditions compare with."""
    permitted = [part for row in offer.rows if row.then.amount is not None for part in each_amount(row.then.amount)]
    return _points([*permitted, *named_amounts(settler, offer.wager)], offer.state.facts)


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


def each_amount(permitted: Expr) -> tuple[Expr, ...]:
    """The amounts that a clause permits, each by itself."""
    return permitted.parts if isinstance(permitted, OneOf) else (permitted,)


def _points(exprs: Iterable[Expr], known: Mapping[str, Any]) -> dict[Fraction, Expr | None]:
    """The amounts above 0 that expressions give, each with the first that gives it alone."""
    found: dict[Fraction, Expr | None] = {}
    for expr in exprs:
        given = value(expr)(known)
        for amount in given if isinstance(given, tuple) else (given,):
            if amount is not None and amount is not NEVER and amount > 0:
                alone = None if isinstance(given, tuple) else expr
                found[Fraction(amount)] = found.get(Fraction(amount)) or alone
    return found


def sample(points: Iterable[Fraction]) -> list[Amount]:
    """Every named amount, one between each two, one below and one above them all; none for no named amount."""
    ordered = sorted(points)
    if not ordered:
        return []
    between = [(low + high) / 2 for low, high in pairwise(ordered)]
    return [exact(amount) for amount in sorted({*ordered, *between, ordered[0] / 2, ordered[-1] + BASE})]


def _is_amount(expr: Expr, wager: str) -> bool:
    return isinstance(expr, Fact) and expr.name == "amount" and expr.args == (wager,)


# Findings.


def _finding(settler: Settler, bets: Sequence[Bet], problem: str, condition: Expr | None) -> Finding:
    """One finding for all amounts of one wager, at one stage, with one problem."""
    spec = settler.spec
    wrong = [bet for bet in bets if bet.stake.problem == problem]
    bet = wrong[len(wrong) // 2]
    title = spec.vocabulary.title(bet.wager) + (f" at {spec.vocabulary.title(bet.stage)}" if bet.stage else "")
    case = when_of(condition, spec.vocabulary) if condition else None
    when = case.told if case else f"{_example(bet)} is placed"
    rule = "gap" if problem == "undetermined" else "conflict"
    said = "no clause says what is at risk" if rule == "gap" else "two clauses say differently what is at risk"
    message = f"{title}: {said} when {when}"
    name = "-".join(filter(None, (spec.id.replace("/", "-"), rule, bet.wager, bet.stage, "amount")))
    deal = deal_for(settler, [bet.state])
    if deal is None:
        raise InternalError(f"no cards offer the acts of the witness `{name}`")
    round_ = witness(settler, name, deal, bet.state, examples(spec))
    replay(settler, round_, bet.wager, problem)
    hint = (
        "a clause on this amount is missing" if rule == "gap" else "say which clause prevails, by the document's words"
    )
    place, clauses = place_of(settler, bet.wager), bet.stake.cites
    subject = "/".join(filter(None, ("stake", bet.wager, bet.stage)))
    found = Finding(rule, "error", message, place, spec.id, clauses, hint, round_, when=case, subject=subject)
    return with_readings(found, (bet.wager,), holding_in(spec, bet.state.facts), Asked(stake=True))


def place_of(settler: Settler, wager: str) -> Place:
    """Where the clauses on a wager's amounts stand; where there are none, the act or the wager itself."""
    table, declared = settler.rulebook.stake.get(wager), settler.spec.wager(wager)
    if table is not None:
        return table.place
    rows = (row for play in settler.rulebook.play.values() for row in play.rows)
    act = next((row for row in rows if row.then.wager == wager), declared)
    return act.place if act else settler.spec.place


def _example(bet: Bet) -> str:
    return f"{exact(Fraction(bet.amount, BASE))} times the first wager"


def _condition(settler: Settler, bets: Sequence[Bet], problem: str) -> Expr | None:
    """`amount(play) > 3 * main and amount(play) < 4 * main`: the amounts with a problem, between named ones.

    None where the amount alone does not tell, or a bound has no expression of its own.
    """
    bet = bets[0]
    wrong = {Fraction(one.amount) for one in bets if one.stake.problem == problem}
    if wrong & {Fraction(one.amount) for one in bets if one.stake.problem != problem}:
        return None
    points = {amount: expr for one in bets for amount, expr in one.points.items()}
    bounds = [_bounds(run, points) for run in _runs({Fraction(one.amount) for one in bets}, wrong)]
    if not all(points.get(amount) for bound in bounds for _, amount in bound):
        return None
    it = Fact("amount", (bet.wager,), AMOUNT)
    match bounds:
        case [[("<", low)], [(">", high)]] if low == high:  # every amount but one
            bounds = [[("!=", low)]]
    ranges = [[Compare(op, it, points[amount]) for op, amount in bound] for bound in bounds]  # type: ignore[arg-type]
    if not bet.stage:
        return _either([_both(parts) for parts in ranges])
    index = settler.acts.stages.index(bet.stage)
    at = Compare("=", Fact("placed_at", (bet.wager,), STAGE), Constant(bet.stage, STAGE, index))
    return _both([at, *ranges[0]]) if len(ranges) == 1 else _both([at, _either([_both(parts) for parts in ranges])])


def _runs(every: set[Fraction], wrong: set[Fraction]) -> list[tuple[Fraction | None, list[Fraction], Fraction | None]]:
    """The wrong amounts, in runs without another between them; each with the amounts before and after it."""
    ordered = sorted(every)
    ends = [None, *ordered], [*ordered[1:], None]
    runs: list[tuple[Fraction | None, list[Fraction], Fraction | None]] = []
    for before, amount, after in zip(ends[0], ordered, ends[1], strict=False):
        if amount in wrong and runs and runs[-1][1][-1] == before:
            runs[-1] = (runs[-1][0], [*runs[-1][1], amount], after)
        elif amount in wrong:
            runs.append((before, [amount], after))
    return runs


def _bounds(
    run: tuple[Fraction | None, list[Fraction], Fraction | None], points: Mapping[Fraction, Expr | None]
) -> list[tuple[str, Fraction]]:
    """A run by the amounts that clauses name: `> 3 * main`, `<= 4 * main`."""
    before, amounts_, after = run
    if len(amounts_) == 1 and amounts_[0] in points:
        return [("=", amounts_[0])]
    low = (">=", amounts_[0]) if amounts_[0] in points else (">", before)
    high = ("<=", amounts_[-1]) if amounts_[-1] in points else ("<", after)
    return [(op, amount) for op, amount in (low, high) if amount is not None]


def _both(parts: Sequence[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _either(parts: Sequence[Expr]) -> Expr:
    return parts[0] if len(parts) == 1 else Or(tuple(parts))
