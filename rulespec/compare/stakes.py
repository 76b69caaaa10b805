"""What is at risk when the amount placed is not the amount due."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from rulespec.compare.settlement import settled_as
from rulespec.compare.sides import absent, compared, full, side
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.engine.stakes import Stake
from rulespec.lang.evaluate import exact
from rulespec.lang.show import decimal
from rulespec.lang.trees import facts
from rulespec.load.amounts import shown
from rulespec.model.comparison import Compared, Side
from rulespec.model.finding import Json, enumerated
from rulespec.model.round import Amount
from rulespec.model.spec import Option
from rulespec.prove.amounts import Offer, due_amounts, named, offers, placed, sample
from rulespec.prove.states import BASE, State, examples, placements, states
from rulespec.prove.universe import deal_for
from rulespec.prove.witness import witness

Act = tuple[str, str, str]


@dataclass(frozen=True)
class _Case:
    """One amount: what each spec says is at risk (None where the case cannot arise), and the state that shows it.

    `named`: a clause names this very amount; otherwise it stands for all between two that are named. `limited`: a limit
    of the table is passed.
    """

    multiple: Fraction
    placed: Amount
    stakes: tuple[Stake | None, ...]
    states: tuple[State | None, ...]
    options: tuple[Mapping[str, Any], ...]
    named: bool = True
    limited: bool = False


def stake_rows(settlers: Sequence[Settler]) -> list[Compared]:
    """Amounts of decided wagers, then first wagers that must equal each other, then the limits of the table."""
    return [*_decided(settlers), *_equal(settlers), *_limits(settlers)]


# Decided wagers, stage by stage.


def _decided(settlers: Sequence[Settler]) -> list[Compared]:
    found = [_offers(settler) for settler in settlers]
    acts = list(dict.fromkeys(act for mine in found for act in mine))
    rows = []
    for act in acts:
        having = [mine.get(act) for mine in found]
        if sum(one is not None for one in having) < 2:
            continue
        points: set[Fraction] = set()
        for settler, one in zip(settlers, having, strict=True):
            if one is not None:
                points.update(named(settler, one))
        cases = [_decided_case(settlers, having, amount, amount in points) for amount in sample(points)]
        stage = settlers[0].spec.vocabulary.stages[act[0]].title
        title = f"{settlers[0].spec.vocabulary.title(act[2])} at {stage}{_condition(settlers, having)}"
        rows += _rows(settlers, act[2], title, act[0], cases, partial(_range, _unit(settlers[0])))
    return rows


def _condition(settlers: Sequence[Settler], having: Sequence[Offer | None]) -> str:
    """For which tables the rows about an act hold: the value, here, of the option that decides its amount."""
    told: dict[str, None] = {}
    for settler, offer in zip(settlers, having, strict=True):
        if offer is None:
            continue
        amounts = [row.then.amount for row in offer.rows if row.then.amount is not None]
        read = {fact.name for amount in amounts for fact in facts(amount)}
        for name, given in examples(settler.spec).items():
            if name in read:
                here = given.get(offer.move.stage, given) if isinstance(given, Mapping) else given
                told[f"{name} {' or '.join(map(str, here)) if isinstance(here, list) else here}"] = None
    return f" (where a table has {', '.join(told)})" if told else ""


def _offers(settler: Settler) -> dict[Act, Offer]:
    """For each act that places a wager, the first point of play at which it is offered."""
    found: dict[Act, Offer] = {}
    for offer in offers(settler):
        found.setdefault(offer.move.act, offer)
    return found


def _decided_case(
    settlers: Sequence[Settler], having: Sequence[Offer | None], amount: Amount, exact_point: bool
) -> _Case:
    bets = [None if one is None else placed(s, one, amount) for s, one in zip(settlers, having, strict=True)]
    return _Case(
        Fraction(amount, BASE),
        amount,
        tuple(None if bet is None else bet[1] for bet in bets),
        tuple(None if bet is None else bet[0] for bet in bets),
        tuple(examples(settler.spec) for settler in settlers),
        exact_point,
    )


def _unit(settler: Settler) -> str:
    """The wager that amounts are told in multiples of: the first that every hand has placed."""
    wagers = settler.spec.wagers
    return settler.spec.vocabulary.title(next((wager for wager in wagers if wager.required), wagers[0]).name)


def _range(unit: str, run: Sequence[_Case], every: Sequence[_Case]) -> str:
    """`more than 3 and less than 4 times the Main`: the amounts of a run, between named ones."""
    first, last = every.index(run[0]), every.index(run[-1])
    lower = "" if not first else _bound("at least", "more than", run[0], every[first - 1])
    upper = "" if last == len(every) - 1 else _bound("at most", "less than", run[-1], every[last + 1])
    if lower and upper and run[0] is run[-1] and run[0].named:
        return f"{run[0].multiple} times the {unit} is placed"
    bounds = " and ".join(filter(None, (lower, upper)))
    return f"{bounds} times the {unit} is placed" if bounds else "whatever is placed"


def _bound(inclusive: str, exclusive: str, case: _Case, beyond: _Case) -> str:
    return f"{inclusive} {case.multiple}" if case.named else f"{exclusive} {beyond.multiple}"


# First wagers that must equal one another.


def _equal(settlers: Sequence[Settler]) -> list[Compared]:
    names = dict.fromkeys(w.name for s in settlers for w in s.spec.wagers if w.equals and w.placed == "before_deal")
    rows = []
    for name in names:
        due = {amount for settler in settlers for amount in due_amounts(settler, name)}
        cases = [_first_case(settlers, name, amount, {}) for amount in sample(due) if amount not in due]
        title = f"{settlers[0].spec.vocabulary.title(name)} that is not what it must equal"
        rows += _rows(settlers, name, title, "equal", cases, lambda *_: "the amount placed differs from the one due")
    return rows


def _first_case(settlers: Sequence[Settler], name: str, amount: Amount, limit: Mapping[str, Any]) -> _Case:
    """A wager before the deal of this amount, under the examples and, where one is given, a limit of the table."""
    runs: list[list[State]] = []
    options = []
    for settler in settlers:
        given = {**examples(settler.spec), **limit}
        options.append(given)
        known = {option.name for option in settler.spec.options}
        wager = settler.spec.wager(name)
        having = wager is not None and wager.placed == "before_deal" and known.issuperset(limit)
        values, _ = option_facts(settler.spec, given)
        wagers = {**next(placements(settler.spec, [name])), name: amount}
        runs.append(list(states(settler, wagers, values)) if having else [])
    offering = Counter(state.acts for run in runs for state in run)

    def plainest(state: State) -> tuple[Any, ...]:  # the same acts under every spec, where they all offer them
        return -offering[state.acts], len(state.moves), state.acts

    chosen = [min(run, key=plainest, default=None) for run in runs]
    stakes = [
        None if state is None else settler.stakes.of(name, state.facts, None)
        for settler, state in zip(settlers, chosen, strict=True)
    ]
    return _Case(Fraction(amount, BASE), amount, tuple(stakes), tuple(chosen), tuple(options), limited=bool(limit))


def _plain(amount: Amount) -> Any:
    return amount if isinstance(amount, int) else shown(amount)


# The limits of the table.


def _limits(settlers: Sequence[Settler]) -> list[Compared]:
    options: dict[str, Option] = {}
    for settler in settlers:
        for option in settler.spec.options:
            if option.by == "wager" and option.type.kind == "amount":
                options.setdefault(option.name, option)
    rows = []
    for option in options.values():
        name = settlers[0].spec.wagers[0].name
        title = settlers[0].spec.vocabulary.title(option.name)
        # A wager of half the option's value and one of twice it: whichever is not allowed shows what follows.
        for multiple, word in ((Fraction(1, 2), "below"), (Fraction(2), "above")):
            case = _first_case(settlers, name, BASE, {option.name: _plain(exact(BASE / multiple))})
            if not any(stake is not None and (stake.rows or stake.problem) for stake in case.stakes):
                continue
            rows += _rows(settlers, option.name, f"A wager {word} the {title}", word, [case], lambda *_: "")
    return rows


# Rows.


def _rows(
    settlers: Sequence[Settler],
    subject: str,
    title: str,
    part: str,
    cases: Sequence[_Case],
    words: Callable[[Sequence[_Case], Sequence[_Case]], str],
) -> list[Compared]:
    """One row for each run of amounts about which every document says one thing."""
    runs: list[list[_Case]] = []
    for case in cases:
        if runs and _said(settlers, runs[-1][-1]) == _said(settlers, case):
            runs[-1].append(case)
        else:
            runs.append([case])
    rows = []
    for run in runs:
        middle = run[len(run) // 2]
        sides = _sides(settlers, middle)
        text = words(run, cases)
        rounds, results = _shown(settlers, subject if settlers[0].spec.wager(subject) else "", middle)
        heading = f"{title}: {text}" if text else title
        row = compared(
            settlers, "stake", subject, heading, sides, None, None, rounds, results, f"{part}/{text}".strip("/")
        )
        rows.append(replace(row, basis=enumerated(len(cases))))
    return rows


def _said(settlers: Sequence[Settler], case: _Case) -> tuple[tuple[str, str], ...]:
    return tuple((one.state, one.says) for one in _sides(settlers, case))


def _sides(settlers: Sequence[Settler], case: _Case) -> list[Side]:
    return [
        _side(settler, stake, case.placed, case.limited) for settler, stake in zip(settlers, case.stakes, strict=True)
    ]


def _side(settler: Settler, stake: Stake | None, placed: Amount, limited: bool) -> Side:
    if stake is None:
        return absent(settler)
    if stake.problem == "undetermined":
        return side(settler, "", "undetermined", full(settler, stake.cites))
    if stake.problem:
        return side(settler, "answered twice", "conflict", full(settler, stake.cites))
    rows = [row for table in settler.rulebook.stake.values() for row in table.rows if row.id in stake.rows]
    if stake.amount is None or stake.amount >= placed:  # a cap that does not bite changes nothing
        return side(settler, "the amount placed is at risk", "answered", full(settler, stake.cites), rows)
    times = Fraction(stake.amount, BASE)
    due = "the amount due" if times == 1 else f"{decimal(times)} times the {_unit(settler)}"
    says = f"only {'the amount of the limit' if limited else due} is at risk"
    return side(settler, says, "answered", full(settler, stake.cites), rows)


def _shown(settlers: Sequence[Settler], wager: str, case: _Case) -> tuple[dict[str, Json], dict[str, str]]:
    played = [state for state in case.states if state is not None]
    deal = deal_for(settlers[0], played) or settlers[0].game.reachable(()).cases[0].deal
    rounds: dict[str, Json] = {}
    results: dict[str, str] = {}
    for index, settler in enumerate(settlers):
        state = case.states[index]
        if state is None:
            continue
        subject = wager or next(iter(state.wagers))
        rounds[settler.spec.id] = witness(settler, f"{subject}-amount", deal, state, case.options[index])
        results[settler.spec.id] = settled_as(settler, rounds[settler.spec.id], subject)
    return rounds, results
