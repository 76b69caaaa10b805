"""What odds are worked out for: a spec's engine, the options of the table, the wagers placed before the deal."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import Any

from rulespec.domains.base import RoundFault
from rulespec.domains.play import Countable
from rulespec.engine.options import by_outcome, option_facts, whatever_comes_up
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, UsageError
from rulespec.lang.evaluate import PLAYERS, truth, value
from rulespec.lang.trees import atoms
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.types import type_of
from rulespec.load.amounts import shown
from rulespec.model.expr import TRUTH, Expr, Fact, Prize
from rulespec.model.round import Amount, Player, Round, WagerOutcome
from rulespec.model.spec import Spec
from rulespec.odds.limits import Limits, check_invariants
from rulespec.odds.tree import Walked, actions, walk
from rulespec.prove.states import State

SEAT = 1


@dataclass(frozen=True)
class Setting:
    """One player at a table of these options, with these wagers before the deal."""

    settler: Settler
    options: Mapping[str, Any]  # as a round gives them
    names: frozenset[str]

    @property
    def spec(self) -> Spec:
        return self.settler.spec

    @cached_property
    def game(self) -> Countable:
        """The game. Raises `Inconclusive` where its deals cannot be counted."""
        game = self.settler.game
        if not isinstance(game, Countable):
            raise Inconclusive(f"the deals of the domain `{self.spec.domain}` cannot be counted for odds")
        return game

    @cached_property
    def wagers(self) -> Mapping[str, Amount]:
        """The amounts of the wagers. Raises `UsageError` where the limits of the table leave none."""
        return self.limits.wagers(self.names)

    @cached_property
    def limits(self) -> Limits:
        return Limits(self.settler, self.options, whatever_comes_up(self.facts))

    @cached_property
    def first(self) -> str:
        """The wager that amounts are counted in: the first that a hand needs, else the first placed; "" for none."""
        placed = [wager for wager in self.spec.wagers if wager.name in self.names]
        return next((wager.name for wager in sorted(placed, key=lambda wager: not wager.required)), "")

    @property
    def unit(self) -> Amount:
        return self.wagers[self.first]

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the options. Raises `UsageError` for those that the document does not offer or no table has."""
        found, faults = option_facts(self.spec, self.options)
        if faults:
            raise UsageError("; ".join(fault.message for fault in faults))
        check_invariants(self.spec, whatever_comes_up(found))
        return found

    @cached_property
    def walked(self) -> Walked:
        """The decisions. Raises `Inconclusive` where the cards decide what is offered."""
        return walk(self.settler, self.wagers, by_outcome(self.facts), self.unit)

    def units(self, amount: Amount) -> Fraction:
        return Fraction(amount) / Fraction(self.unit)

    def settle(self, state: State, deal: Mapping[str, Any]) -> Mapping[str, WagerOutcome]:
        """What becomes of each wager of a line in a deal. Raises `Inconclusive` where the round cannot be settled."""
        positions = {name: at for name, at in deal.get("positions", {}).items() if name in state.wagers}
        player = Player(SEAT, deal.get("cards"), state.wagers, actions(state), positions=positions)
        board, dealer, outcome = deal.get("board"), deal.get("dealer"), deal.get("outcome")
        played = Round("", self.spec.id, (player,), self.options, board, dealer, outcome)
        try:
            return self.settler.settle(played)[SEAT].wagers
        except RoundFault as wrong:
            raise Inconclusive("; ".join(fault.message for fault in wrong.faults)) from None

    def dealt(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        """The facts of the options and of a deal."""
        return by_outcome({**self.facts, **self.settler.game.facts_of(deal)})

    def case(self, state: State, deal: Mapping[str, Any]) -> dict[str, Any]:
        """The facts by which a line's wagers are settled in a deal."""
        facts = {**self.dealt(deal), **state.facts}
        facts[PLAYERS] = [facts]
        return facts


def setting(settler: Settler, options: Mapping[str, Any], optional: AbstractSet[str] = frozenset()) -> Setting:
    """The wagers that a hand needs, and these beside them."""
    required = {wager.name for wager in settler.spec.wagers if wager.required}
    return Setting(settler, options, frozenset(required | optional))


def choose(settler: Settler, given: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The options that a table gives, and notes on those that stand for others of the operator's choice.

    An option without which a round cannot be settled, or from which prizes are paid, has its example.
    """
    paid_from = {fact.name for expr in _prizes(settler) for fact in facts_in(expr)}
    found, notes = dict(given), []
    for option in settler.spec.options:
        needed = option.missing == "error" or option.name in paid_from
        if option.name not in found and option.example is not None and needed:
            found[option.name] = option.example
            notes.append(f"`{option.name}` is {in_words(option.example)}, the spec's example; the operator chooses it")
    return found, tuple(notes)


def in_words(given: Any) -> str:
    """What an option is given as, as a person writes it: `level_1 100000, level_2 60000`."""
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, Mapping):
        return ", ".join(f"{name} {in_words(value)}" for name, value in given.items())
    if isinstance(given, list | tuple | set | frozenset):
        return " and ".join(map(in_words, given))
    return shown(given) if isinstance(given, int | Fraction) else str(given)


def _prizes(settler: Settler) -> Iterator[Expr]:
    for table in settler.rulebook.pay.values():
        yield from (payout.amount for row in table.rows for payout in row.payouts if isinstance(payout, Prize))


def read_by(settler: Settler, wager: str) -> Sequence[Expr]:
    """All that decides what becomes of a wager: conditions and amounts of its tables and of the readings of it."""
    return [expr for when, amounts in rules_of(settler, wager) for expr in (when, *amounts) if expr is not None]


def rules_of(settler: Settler, wager: str) -> Iterator[tuple[Expr | None, tuple[Expr, ...]]]:
    """The rules that decide what becomes of a wager: of each its condition, where it has one, and its amounts."""
    book = settler.rulebook
    jackpot = book.jackpots.get(wager)
    tables = [section.get(wager) for section in (book.valid, book.stake, book.settle)]
    tables += [jackpot.share, jackpot.bonus] if jackpot else []
    for table in tables:
        for row in table.rows if table else ():
            yield row.when, () if row.then.amount is None else (row.then.amount,)
    pay = book.pay.get(wager)
    if pay is not None:
        for paid in pay.rows:
            yield paid.when, tuple(payout.amount for payout in paid.payouts if isinstance(payout, Prize))
        yield None, tuple(expr for expr in (pay.at_most, pay.up_to) if expr is not None)
        if pay.by in settler.spec.vocabulary.facts:
            yield None, (Fact(pay.by, (), settler.spec.vocabulary.facts[pay.by].type),)
    for one in settler.spec.readings:
        if wager in one.wagers and not one.event:
            yield one.when, ()


@dataclass(frozen=True, slots=True)
class Told:
    """All that a wager turns on, told of a hand's facts: how each condition comes out, what each amount is.

    What turns on the deal alone is told apart from the rest: it is the same for every line.
    """

    of_deal: Callable[[Mapping[str, Any]], Hashable]
    rest: Callable[[Mapping[str, Any]], Hashable]


def told_by(settler: Settler, wagers: Iterable[str]) -> Told:
    """What some wagers turn on."""
    given = set(settler.game.gives())
    both: tuple[list[Callable[[Mapping[str, Any]], Any]], ...] = ([], [])
    for expr in dict.fromkeys(expr for wager in wagers for expr in read_by(settler, wager)):
        if isinstance(expr, Fact) and expr.type.kind == "hand":
            both[expr.key not in given].append(itemgetter(f"class({expr.key})"))
            continue
        for part in atoms(expr) if type_of(expr) == TRUTH else (expr,):
            tell = truth(part) if type_of(part) == TRUTH else value(part)
            both[not all(fact.key in given for fact in facts_in(part))].append(tell)
    of_deal, rest = both
    return Told(
        lambda facts: tuple([test(facts) for test in of_deal]), lambda facts: tuple([test(facts) for test in rest])
    )


def features_of(settler: Settler, game: Countable, wager: str) -> frozenset[str]:
    """The features of a deal that a wager turns on. Raises `Inconclusive`."""
    return game.reads(read_by(settler, wager))
