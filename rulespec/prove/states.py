"""The states of a hand that lawful play can make: what is placed before the deal, and every run of decisions."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

from rulespec.engine.acts import Acts
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import NEVER, truth, value
from rulespec.load.amounts import amount_of
from rulespec.model.expr import Expr
from rulespec.model.round import Amount
from rulespec.model.rows import Row
from rulespec.model.spec import Option, Spec

BASE = 10  # what every wager placed before the deal is in made-up rounds


# Conditions on cards and how they come out: of each entry one of several cases.
Needs = tuple[tuple[tuple[tuple[Expr, bool], ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One decision: the row of the stage that offers it, and the amount where it places a wager."""

    stage: str
    row: Row
    amount: Amount | None = None

    @property
    def act(self) -> tuple[str, str, str]:
        return self.stage, self.row.then.word, self.row.then.wager


@dataclass(frozen=True)
class State:
    """A hand after all its decisions: its first wagers, its moves, and the facts that they give (no cards).

    `needs` are the cases of cards in which it was offered these moves, at each stage where cards decide that.
    """

    wagers: Mapping[str, Amount]
    moves: tuple[Move, ...]
    facts: Mapping[str, Any]
    needs: Needs = ()

    def fits(self, dealt: Mapping[str, Any]) -> bool:
        """Whether a hand with these cards was offered its moves."""
        known = {**self.facts, **dealt}
        return all(
            any(all((truth(expr)(known) is True) is held for expr, held in case) for case in cases)
            for cases in self.needs
        )

    @cached_property
    def acts(self) -> tuple[tuple[str, str, str], ...]:
        return tuple(move.act for move in self.moves)


def placements(spec: Spec, optional: Sequence[str]) -> Iterator[dict[str, Amount]]:
    """Every lawful choice of first wagers: those that are required, with and without each of `optional`."""
    required = [wager.name for wager in spec.wagers if wager.required]
    free = [wager.name for wager in spec.wagers if wager.placed == "before_deal" and wager.name in optional]
    free = [name for name in free if name not in required]
    for count in range(len(free), -1, -1):
        for chosen in combinations(free, count):
            yield first_wagers(spec, {*required, *chosen}, examples(spec))


def first_wagers(spec: Spec, names: Set[str], given: Mapping[str, Any], base: Amount = BASE) -> dict[str, Amount]:
    """These wagers, each of an amount that it may have beside the others: the base amount where that is one."""
    placed: dict[str, Amount] = {wager.name: base for wager in spec.wagers if wager.name in names}
    options, _ = option_facts(spec, given)
    for wager in spec.wagers:
        if wager.name in names and wager.equals is not None:
            stakes = {f"stake({name})": amount for name, amount in placed.items()}
            due = value(wager.equals)({**options, **stakes})
            permitted = [amount for amount in (due if isinstance(due, tuple) else (due,)) if amount is not None]
            if permitted and base not in permitted:
                placed[wager.name] = permitted[0]
    return placed


def states(settler: Settler, wagers: Mapping[str, Amount], options: Mapping[str, Any]) -> Iterator[State]:
    """Every state that decisions can make of these first wagers, with the conditions on cards of each."""
    facts = {**options, **settler.acts.start(wagers)}
    yield from _continued(settler.acts, wagers, facts, (), (), settler.acts.stages)


def _continued(
    acts: Acts,
    wagers: Mapping[str, Amount],
    facts: dict[str, Any],
    moves: tuple[Move, ...],
    needs: Needs,
    stages: Sequence[str],
) -> Iterator[State]:
    if not stages:
        yield State(wagers, moves, facts, needs)
        return
    stage, *later = stages
    decision = acts.offers(stage, facts)
    if not decision.rows:  # whatever the cards decide on is not offered
        without = tuple((row.when, False) for row in decision.open_rows)
        yield from _continued(acts, wagers, facts, moves, (*needs, (without,)) if without else needs, later)
    for row in (*decision.rows, *decision.open_rows):
        after = dict(facts)
        amount = first_amount(row, facts)
        acts.do(after, stage, row, amount)
        with_it = ((((row.when, True),),),) if row in decision.open_rows else ()
        yield from _continued(acts, wagers, after, (*moves, Move(stage, row, amount)), (*needs, *with_it), later)


def amounts(row: Row, facts: Mapping[str, Any]) -> tuple[Amount, ...]:
    """The amounts that an act's row permits a hand with these facts."""
    if row.then.amount is None:
        return ()
    found = value(row.then.amount)(facts)
    some = found if isinstance(found, tuple) else (found,)
    return tuple(each for each in some if each is not None and each is not NEVER)


def first_amount(row: Row, facts: Mapping[str, Any]) -> Amount | None:
    """The largest amount permitted, the usual choice; None for an act that places nothing."""
    return max(amounts(row, facts), default=None)


def examples(spec: Spec) -> dict[str, Any]:
    """The options that a made-up round carries: the example of each that must be given."""
    return {option.name: option.example for option in spec.options if option.example is not None}


def option_choices(spec: Spec, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The example options, with every combination of the values of those in `names`."""
    listed: list[Option] = [
        option for option in spec.options if option.name in names and option.values and not option.by
    ]
    for values in product(*(option.values for option in listed)):
        chosen = {option.name: _natural(option, text) for option, text in zip(listed, values, strict=True)}
        yield {**examples(spec), **chosen}


def _natural(option: Option, text: str) -> Any:
    if option.type.kind == "truth":
        return text == "true"
    return text if option.type.kind in ("class", "enum") else amount_of(text)
