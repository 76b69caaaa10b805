"""Games dealt from a shoe of several decks: hands of a table that draw by rules, or players against a dealer.

A spec's `shoe` says how many decks there are, what cards are worth, whose each card of the first deal is and what is
measured of the hands; its tables `draws` say which hand then takes one more card. A round records all cards in the
order in which they came (`"outcome": {"shoe": "2c Kd 3d 3s 8h"}`), and the rules say who got them; where each player
has cards of their own, it records those and the dealer's. Everything is counted exactly, without replacement.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import lcm
from typing import Any

from rulespec.domains.base import DEALING, Case, Dealt, OpenDeal, Reachable
from rulespec.domains.cards import RANKS, SUITS, Card, cards_text
from rulespec.domains.play import Cell, DealtCell, Payoffs, Solved, Tally, Tree
from rulespec.domains.shoe_deal import Kind, Tableau
from rulespec.domains.shoe_drawn import Drawn, Measured, counted, tableau_of
from rulespec.domains.shoe_play import best_play
from rulespec.domains.shoe_rounds import CARDS, OUTCOME, each_hand, one_order
from rulespec.domains.shoe_setup import DEALER, OWN, Shoe, read_shoe
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth, value
from rulespec.lang.show import show
from rulespec.lang.trees import atoms, rewrite
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.types import type_of
from rulespec.model.expr import TRUTH, Defined, Expr, Prize
from rulespec.model.round import Player, Round
from rulespec.model.rows import Row, Rulebook
from rulespec.model.spec import Reading, Spec
from rulespec.tables.compile import compile_spec

DECKS = "decks"  # what a table chooses of the shoe


def game(spec: Spec) -> "ShoeGame":
    """The domain set up for a spec. Raises `SetupFault`."""
    shoe = read_shoe(spec)
    found = ShoeGame(shoe, shoe.decks)
    found.reads(tuple(_exprs(compile_spec(spec))))
    return found


def _exprs(book: Rulebook) -> Iterator[Expr]:
    """All conditions and amounts by which wagers are settled."""
    for row in (row for table in book.tables() for row in table.rows):
        yield from (row.when, *([row.then.amount] if row.then.amount is not None else []))
    for pay in book.pay.values():
        for paid in pay.rows:
            yield from ([paid.when] if paid.when is not None else [])
            yield from (one.amount for one in paid.payouts if isinstance(one, Prize))
        yield from (one for one in (pay.at_most, pay.up_to) if one is not None)
    yield from (one.when for one in book.spec.readings if not one.event and not one.draws)


@dataclass(frozen=True)
class ShoeGame:
    """Facts: what the spec measures of each hand. `decks` are the numbers of decks that are counted together.

    Where there are several, each weighs as much as the other: nobody knows how often which is used. With `read` the
    recorded interpretations decide what the rules on drawing leave open.
    """

    shoe: Shoe
    decks: tuple[int, ...]
    read: bool = False
    _named: dict[str, Expr] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def _tableau(self) -> Tableau:
        return tableau_of(self.shoe, Measured(self.shoe), self.read)

    def gives(self) -> tuple[str, ...]:
        return tuple(one.fact for one in self.shoe.measures)

    def shared(self) -> frozenset[str]:
        return frozenset(one.fact for one in self.shoe.measures if one.hand != OWN)

    def positioned(self) -> frozenset[str]:
        return frozenset()

    def outcomes(self) -> frozenset[str]:
        return frozenset()

    def same_experiment(self, other: object) -> bool:
        return isinstance(other, ShoeGame) and self._meaning == other._meaning

    def same_facts(self, other: object) -> bool:
        return isinstance(other, ShoeGame) and self._meaning[1:] == other._meaning[1:]

    @property
    def _meaning(self) -> tuple[Hashable, ...]:
        """All that decides which deals there are and what is told of them; how the rules are cited does not.

        Facts, the rows of a table and readings have no order.
        """
        shoe = self.shoe
        read = (
            frozenset((one.draws, one.kind, _undefined(one.when), one.result) for one in shoe.readings)
            if self.read
            else frozenset()
        )
        draws = tuple((hand, frozenset(_meanings(rows))) for hand, rows, _ in shoe.draws)
        measures, redealt = frozenset(shoe.measures), frozenset(shoe.redealt)
        return self.decks, shoe.sorting, shoe.last_digit, shoe.deal, measures, draws, read, redealt

    # Rounds.

    def dealt(self, played: Round) -> Sequence[Dealt]:
        if self.shoe.apart:
            return each_hand(self.shoe, max(self.decks), played)
        return one_order(self.shoe, self._tableau, max(self.decks), played)

    def facts_of(self, deal: Mapping[str, Any]) -> Mapping[str, Any]:
        player = Player(1, deal.get("cards"), {}, ())
        return self.dealt(Round("", "", (player,), {}, None, deal.get(DEALER), deal.get(OUTCOME)))[0].facts

    # Counting.

    @cached_property
    def _all(self) -> tuple[Drawn, ...]:
        """Every deal of every number of decks, those that nothing tells apart together."""
        every = [counted(self.shoe, decks, self.read) for decks in self.decks]
        common = lcm(*(one.total for one in every))
        merged: dict[Hashable, Drawn] = {}
        for one in every:
            for key, drawn in one.deals.items():
                weight = drawn.weight * (common // one.total)
                known = merged.get(key)
                merged[key] = replace(drawn, weight=weight + (known.weight if known else 0))
        return tuple(merged.values())

    @cached_property
    def _told(self) -> tuple[Drawn, ...]:
        return tuple(drawn for drawn in self._all if not drawn.is_open)

    @cached_property
    def _columns(self) -> dict[Expr, Sequence[bool]]:
        return {}

    @cached_property
    def _total(self) -> int:
        return sum(drawn.weight for drawn in self._all)

    def _recorded(self, drawn: Drawn, taken: dict[Kind, int] | None = None) -> Mapping[str, Any]:
        """The fields of a round that record a deal; `taken` is the last card of each kind that others have."""
        taken = {} if taken is None else taken
        hands, left = self.shoe.hands, [list(hand) for hand in drawn.hands]
        order = [(owner, self._next(left[hands.index(owner)].pop(0), taken)) for owner in self.shoe.deal]
        if self.shoe.apart:
            mine, dealers = ([each for owner, each in order if owner == name] for name in (OWN, DEALER))
            return {"cards": cards_text(mine), DEALER: cards_text(dealers)}
        for hand, _, _ in self.shoe.draws:
            at = left[hands.index(hand)]
            if at:
                order.append((hand, self._next(at.pop(0), taken)))
        return {OUTCOME: {CARDS: cards_text([each for _, each in order])}}

    def _next(self, kind: Kind, taken: dict[Kind, int]) -> Card:
        """A card of a kind, each of them once before any of another deck."""
        same = [rank for rank in range(len(RANKS)) if self.shoe.sorting.kinds[rank] == kind]
        place = taken[kind] = taken.get(kind, -1) + 1
        return same[place // len(SUITS) % len(same)] * len(SUITS) + place % len(SUITS)

    def spread(self, count: int) -> Sequence[Mapping[str, Any]]:
        often = sorted(self._told, key=lambda drawn: -drawn.weight)
        return [self._recorded(drawn) for drawn in often[:count]]

    def open_deals(self) -> Sequence[OpenDeal]:
        found: dict[tuple[Hashable, ...], OpenDeal] = {}
        for drawn in sorted(self._all, key=lambda one: -one.weight):
            if drawn.is_open and drawn.ruled is not None:
                first = OpenDeal(drawn.at, drawn.ruled, drawn.rows, 0, self._total, self._recorded(drawn))
                one = found.setdefault((drawn.at, drawn.ruled.problem, drawn.rows), first)
                found[(drawn.at, drawn.ruled.problem, drawn.rows)] = replace(one, weight=one.weight + drawn.weight)
        return tuple(found.values())

    def told_apart(self) -> int:
        return len(self._all)

    def unused(self) -> Sequence[Row | Reading]:
        found: list[Row | Reading] = []
        held = {where for decks in self.decks for where in counted(self.shoe, decks, bool(self.shoe.readings)).held}
        for step, (hand, rows, _) in enumerate(self.shoe.draws):
            every: list[Row | Reading] = [*rows, *self.shoe.readings_of(hand)]
            found += [one for place, one in enumerate(every) if (step, place) not in held]
        return found

    def beaten(self) -> frozenset[tuple[str, str]]:
        every = (counted(self.shoe, decks, bool(self.shoe.readings)).beaten for decks in self.decks)
        return frozenset[tuple[str, str]]().union(*every)

    def as_read(self) -> "ShoeGame":
        return replace(self, read=True) if self.shoe.readings else self

    def reachable(self, asked: Sequence[Expr]) -> Reachable:
        known = set(self.gives())
        for atom in asked:
            if not {fact.key for fact in facts_in(atom)} <= known:
                raise Inconclusive(f"`{show(atom)}` asks for more than the cards of the hands")
        tests = [self._column(atom) for atom in asked]
        merged: dict[tuple[bool, ...], tuple[int, Drawn]] = {}
        for place, drawn in enumerate(self._told):
            truths = tuple([test[place] for test in tests])
            weight, first = merged.get(truths, (0, drawn))
            merged[truths] = weight + drawn.weight, first
        cases = []
        for truths, (weight, first) in merged.items():
            deal = self._recorded(first)
            cases.append(Case(truths, weight, deal, first.facts))
        return Reachable(self._total, tuple(cases))

    def _column(self, atom: Expr) -> Sequence[bool]:
        """How a condition comes out in each deal that the rules do not leave open."""
        if atom not in self._columns:
            test = truth(atom)
            self._columns[atom] = [test(drawn.facts) is True for drawn in self._told]
        return self._columns[atom]

    def together(self, wanted: Sequence[tuple[Sequence[Expr], Sequence[bool]]]) -> Sequence[Mapping[str, Any]] | None:
        tests = [[(truth(atom), held) for atom, held in zip(*one, strict=True)] for one in wanted]

        def fits(drawn: Drawn, hand: int) -> bool:
            return all((test(drawn.facts) is True) is held for test, held in tests[hand])

        for first in sorted((one for one in self._told if fits(one, 0)), key=lambda one: -one.weight)[:_TRIED]:
            alike = [one for one in self._told if self._common(one) == self._common(first)]
            others = [next((one for one in alike if fits(one, hand)), None) for hand in range(1, len(wanted))]
            found = self._at_one_table([first, *(one for one in others if one is not None)])
            if all(one is not None for one in others) and found is not None:
                return found
        return None

    def _at_one_table(self, deals: Sequence[Drawn]) -> Sequence[Mapping[str, Any]] | None:
        """Deals with the same hand of the dealer as those of several players; None where a shoe has too few cards."""
        if not self.shoe.apart:
            return [self._recorded(deals[0]), *({} for _ in deals[1:])]
        own, every = self.shoe.hands.index(OWN), [card for hand in deals[0].hands for card in hand]
        every += [card for deal in deals[1:] for card in deal.hands[own]]
        held = self.shoe.sorting.shoe(max(self.decks))
        if any(every.count(card) > held[card] for card in set(every)):
            return None
        taken: dict[Kind, int] = {}
        found = [self._recorded(deals[0], taken)]
        return [
            *found,
            *({"cards": cards_text([self._next(card, taken) for card in deal.hands[own]])} for deal in deals[1:]),
        ]

    def _common(self, drawn: Drawn) -> tuple[Any, ...]:
        """What all hands at a table have in common."""
        if not self.shoe.apart:
            return drawn.hands
        return tuple(hand for name, hand in zip(self.shoe.hands, drawn.hands, strict=True) if name != OWN)

    # Which shoe: a choice of the table.

    def selections(self) -> Mapping[str, tuple[str, ...]]:
        return {DECKS: tuple(map(str, self.decks))}

    def select(self, chosen: Mapping[str, str]) -> "ShoeGame":
        return replace(self, decks=tuple(one for one in self.decks if str(one) == chosen.get(DECKS, str(one))))

    # Odds.

    @property
    def settled_by(self) -> tuple[str, ...]:
        return tuple(self._named)

    def reads(self, exprs: Sequence[Expr]) -> frozenset[str]:
        """Conditions on the cards are features by themselves, so that few deals are told apart."""
        known = set(self.gives())
        found: dict[Expr, None] = {}  # in their order, so that every run tells the same
        for expr in exprs:
            for part in atoms(expr) if type_of(expr) == TRUTH else (expr,):
                dealt = [fact for fact in facts_in(part) if fact.key in known]
                whole = dealt and all(fact.key in known for fact in facts_in(part))
                found |= dict.fromkeys((part,) if whole else dealt)
        self._named.update({show(part): part for part in found})
        return frozenset(show(part) for part in found)

    def tally(self, features: frozenset[str]) -> Tally:
        names = tuple(name for name in self._named if name in features)
        cells: dict[Cell, DealtCell] = {}
        tests = [self._test(name) for name in names]
        for drawn in self._all:
            values = (*(test(drawn.facts) for test in tests), *self._open(drawn))
            known = cells.get(values)
            deal = known.deal if known else self._recorded(drawn)
            cells[values] = DealtCell(values, drawn.weight + (known.weight if known else 0), deal)
        more = (DEALING,) if self.shoe.draws else ()
        return Tally((*names, *more), self._total, tuple(cells.values()))

    def _test(self, name: str) -> Any:
        expr = self._named[name]
        tell = truth(expr) if type_of(expr) == TRUTH else value(expr)
        return lambda facts: str(tell(facts)).lower()

    def _open(self, drawn: Drawn) -> tuple[str, ...]:
        if not self.shoe.draws:
            return ()
        return (f"{drawn.at}: {drawn.ruled.problem}" if drawn.ruled is not None and drawn.is_open else "",)

    def shown_with(self, feature: str) -> int | None:
        fact_keys = {fact.key for fact in facts_in(self._named[feature])} if feature in self._named else {feature}
        return next((shown for shown in range(len(self.shoe.deal) + 1) if fact_keys <= self.sees(shown)), None)

    def sees(self, shown: int) -> frozenset[str]:
        if not self.shoe.apart:
            return frozenset()
        return frozenset(one.fact for one in self.shoe.measures if one.number and one.number <= shown)

    def solve(self, tree: Tree, payoffs: Payoffs) -> Solved:
        """Best play by who sees the first cards of all hands, as many as each decision says.

        Raises `Inconclusive` where hands draw by rules, where what is dealt is told by more than conditions on cards,
        and where a card is seen that no fact tells: deals that are counted as one would then be played as one.
        """
        if self.shoe.draws or any(payoffs.hole):
            raise Inconclusive("best play is not worked out where hands draw by rules")
        told = {(one.hand, one.number) for one in self.shoe.measures if one.what == "card"}
        shown = max((node.shown for node in tree.nodes), default=0)
        for hand in self.shoe.hands:
            for number in range(1, min(shown, self.shoe.deal.count(hand)) + 1):
                if (hand, number) not in told:
                    raise Inconclusive(f"card {number} of `{hand}` is seen before a decision, and no fact tells it")
        tests = [self._test(name) for name in payoffs.features]
        dealt = [(one, tuple(test(one.facts) for test in tests)) for one in self._all]
        return best_play(tree, payoffs, dealt, self._total)


def _meanings(rows: Sequence[Row]) -> Iterator[tuple[Hashable, ...]]:
    """What rules decide, when and over which others, without the clauses that say so."""
    meant = {row.id: (_undefined(row.when), row.then) for row in rows}
    for row in rows:
        yield *meant[row.id], frozenset(meant[name] for name in row.overrides if name in meant)


def _undefined(expr: Expr) -> Expr:
    """A condition with what each defined name stands for in its place."""
    return rewrite(expr, lambda node: _undefined(node.body) if isinstance(node, Defined) else None)


_TRIED = 200  # deals of the first hand beside which others are looked for
