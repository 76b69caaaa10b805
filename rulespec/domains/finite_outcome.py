"""Experiments with finitely many outcomes that the spec lists: wheels, dice, draws from a bag.

A spec's `experiment` names what comes up (`name`, say `pocket`) and lists every outcome with its weight (1 where none
is given) and what is true of it. A round records `"outcome": {"pocket": "7"}`. The outcome itself is a fact under
that name, and so is everything the spec says of it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any

from rulespec.domains.base import OF_HAND, Case, Dealt, Fault, Reachable, RoundFault, SetupFault
from rulespec.domains.finite_play import told, unseen_play
from rulespec.domains.play import Cell, DealtCell, Payoffs, Solved, Tally, Tree
from rulespec.domains.positions import Position, Positions, positions_of
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.show import show
from rulespec.lang.trees import facts as facts_in
from rulespec.load.nearest import nearest
from rulespec.model.expr import Expr
from rulespec.model.round import Player, Round
from rulespec.model.spec import Spec

_OUTCOMES = "experiment.outcomes"
_WHOLE = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True)
class Outcome:
    """One thing that can come up: its name, its weight, and the facts that hold of it."""

    name: str
    weight: int
    facts: Mapping[str, Any]


def game(spec: Spec) -> "FiniteOutcome":
    """The domain set up for a spec. Raises `SetupFault`."""
    experiment = spec.setup.get("experiment")
    if experiment is None:
        raise SetupFault("experiment", "the spec declares no experiment", "add `experiment`, with its outcomes")
    name = experiment.get("name", "outcome")
    faults: list[SetupFault] = []
    outcomes = [_outcome(spec, name, key, entry, faults) for key, entry in experiment["outcomes"].items()]
    for outcome in outcomes[1:] if not faults else ():
        odd = sorted(set(outcome.facts) ^ set(outcomes[0].facts))
        if odd:
            message = f"`{odd[0]}` is said of some outcomes and not of others (`{outcomes[0].name}`, `{outcome.name}`)"
            faults.append(SetupFault(f"{_OUTCOMES}.{outcome.name}", message, "say it of every outcome"))
    if faults:
        first, *more = faults
        raise SetupFault(first.section, str(first), first.hint, more)
    positions = positions_of(spec, frozenset(outcome.name for outcome in outcomes))
    return FiniteOutcome(name, {outcome.name: outcome for outcome in outcomes}, positions)


def _outcome(spec: Spec, experiment: str, name: str, entry: Mapping[str, str], faults: list[SetupFault]) -> Outcome:
    facts: dict[str, Any] = {}
    said = [(key, text, f".{key}") for key, text in entry.items() if key != "weight"]
    said += [(experiment, name, "")] if experiment in spec.vocabulary.facts else []
    for key, text, step in said:
        try:
            facts[key] = _fact_value(spec, key, text)
        except _Unfit as unfit:
            faults.append(SetupFault(f"{_OUTCOMES}.{name}{step}", str(unfit), unfit.hint))
    return Outcome(name, int(Fraction(entry.get("weight", "1"))), facts)


class _Unfit(Exception):
    """A value that a fact of the experiment cannot have."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def _fact_value(spec: Spec, key: str, text: str) -> Any:
    """The value that a text gives a fact. Raises `_Unfit`."""
    concept = spec.vocabulary.facts.get(key)
    if concept is None or concept.source != "deal" or concept.type.kind not in ("truth", "enum", "number", "amount"):
        dealt = [name for name, fact in spec.vocabulary.facts.items() if fact.source == "deal"]
        hint = nearest(key, dealt) or "declare it under `facts` in the vocabulary, with `source: deal`"
        raise _Unfit(f"`{key}` is no fact of what comes up", hint)
    if concept.type.kind == "truth":
        if text not in ("true", "false"):
            raise _Unfit(f"`{key}` is true or false, not `{text}`")
        return text == "true"
    if concept.type.kind == "enum":
        values = spec.vocabulary.lists[concept.type.of]
        if text not in values:
            raise _Unfit(f"`{text}` is no value of `{key}`", nearest(text, values) or f"one of {', '.join(values)}")
        return values.index(text)
    if not _WHOLE.fullmatch(text):
        raise _Unfit(f"`{key}` is a whole number, not `{text}`")
    return int(text)


@dataclass(frozen=True)
class FiniteOutcome:
    """Facts: everything that the spec says of the outcome that came up, and whether a wager's position covers it."""

    name: str
    outcomes: Mapping[str, Outcome]
    positions: tuple[Positions, ...] = ()

    def gives(self) -> tuple[str, ...]:
        return (*self._said(), *(one.fact for one in self.positions))

    def shared(self) -> frozenset[str]:
        return frozenset(self._said())  # all players bet on one outcome

    def positioned(self) -> frozenset[str]:
        return frozenset(one.wager for one in self.positions)

    def _said(self) -> tuple[str, ...]:
        return tuple(next(iter(self.outcomes.values())).facts)

    def together(self, wanted: Sequence[tuple[Sequence[Expr], Sequence[bool]]]) -> Sequence[Mapping[str, Any]] | None:
        for case in self.reachable(tuple(wanted[0][0])).cases:
            hands = [self._hand_at(self._outcome(case.deal["outcome"]), *asked) for asked in wanted]
            if all(hand is not None for hand in hands):
                first, *others = (hand or {} for hand in hands)
                return [first, *({key: hand[key] for key in OF_HAND if key in hand} for hand in others)]
        return None

    def _hand_at(self, outcome: Outcome, atoms: Sequence[Expr], values: Sequence[bool]) -> Mapping[str, Any] | None:
        """A deal of this outcome with a hand of which these conditions have these values; None where there is none."""
        for one, at, _ in self._ways(self._read(atoms)):
            facts = _facts(one, at.items())
            if one == outcome and all(
                (truth(atom)(facts) is True) is value for atom, value in zip(atoms, values, strict=True)
            ):
                return self._deal(outcome.name, at)
        return None

    def same_experiment(self, other: object) -> bool:
        return isinstance(other, FiniteOutcome) and self == other

    def same_facts(self, other: object) -> bool:
        if not isinstance(other, FiniteOutcome) or self.name != other.name:
            return False
        mine, theirs = ({name: one.facts for name, one in game.outcomes.items()} for game in (self, other))
        return mine == theirs

    def dealt(self, played: Round) -> Sequence[Dealt]:
        faults = [
            Fault(f"this game has no cards, and `{where}` gives some", where)
            for where, cards in (("board", played.board), ("dealer", played.dealer))
            if cards is not None
        ]
        faults += [
            Fault(f"this game has no cards, and seat {player.seat} holds some", f"seat {player.seat}")
            for player in played.players
            if player.cards is not None
        ]
        if faults:
            raise RoundFault(*faults)
        stands = [self._stands(player) for player in played.players]
        if played.outcome is None:
            return [Dealt(tuple(at), f"the outcome (`{self.name}`)", dict) for at in stands]
        outcome = self._outcome(played.outcome)
        return [Dealt((outcome.name, *at), "", partial(_facts, outcome, at)) for at in stands]

    def _stands(self, player: Player) -> tuple[tuple[str, Position], ...]:
        """Where the wagers of a hand stand, each by the fact that tells what is covered. Raises `RoundFault`."""
        return tuple(
            (one.fact, one.at(player.positions.get(one.wager, {}), player.seat, frozenset(self.outcomes)))
            for one in self.positions
            if one.wager in player.wagers
        )

    def _outcome(self, given: Mapping[str, Any]) -> Outcome:
        unknown = [key for key in given if key != self.name]
        if unknown:
            raise RoundFault(
                Fault(f"`{unknown[0]}` is not what comes up in this game", "outcome", f"write `{self.name}`")
            )
        name = str(given.get(self.name, ""))
        if name not in self.outcomes:
            hint = nearest(name, self.outcomes) or f"one of {', '.join(self.outcomes)}"
            raise RoundFault(Fault(f"`{name}` cannot come up as `{self.name}`", "outcome", hint))
        return self.outcomes[name]

    def facts_of(self, deal: Mapping[str, Any]) -> Mapping[str, Any]:
        given, every = deal.get("positions", {}), frozenset(self.outcomes)
        at = tuple((one.fact, one.at(given[one.wager], 1, every)) for one in self.positions if one.wager in given)
        return _facts(self._outcome(deal["outcome"]), at)

    def spread(self, count: int) -> Sequence[Mapping[str, Any]]:
        return [self._deal(name, {}) for name in self.outcomes][:count]

    def _deal(self, outcome: str, at: Mapping[str, Position]) -> dict[str, Any]:
        """A round's record of an outcome, with all wagers at these positions, or else at the first there is."""
        record: dict[str, Any] = {"outcome": {self.name: outcome}}
        every = frozenset(self.outcomes)
        places = {one.wager: (one.by, at.get(one.fact) or one.offered(every)[0]) for one in self.positions}
        if places:
            record["positions"] = {wager: {by: place.said} for wager, (by, place) in places.items()}
        return record

    def _ways(self, asked: Sequence[Positions]) -> "Iterator[tuple[Outcome, Mapping[str, Position], int]]":
        """Every outcome with where wagers may stand, as far as it is told apart: one of each, with its weight.

        A wager is as often at one of its positions as at any other.
        """
        every = frozenset(self.outcomes)
        offered = [one.offered(every) for one in asked]
        for outcome in self.outcomes.values():
            parts = [
                [
                    (one.fact, same[0], len(same))
                    for covers in (True, False)
                    if (same := [place for place in places if (outcome.name in place.covers) is covers])
                ]
                for one, places in zip(asked, offered, strict=True)
            ]
            for chosen in product(*parts):
                weight = outcome.weight * prod(times for _, _, times in chosen)
                yield outcome, {fact: place for fact, place, _ in chosen}, weight

    def solve(self, tree: Tree, payoffs: Payoffs) -> Solved:
        """Best play where nothing that comes up is seen before all decisions are made.

        Features are the name of the experiment and the facts of its outcomes, values of cells their texts (of a value
        of a list its place). Raises `Inconclusive` for other features.
        """
        unknown = [name for name in payoffs.features if name not in (self.name, *self.gives())]
        if unknown or any(payoffs.hole):
            raise Inconclusive(f"`{unknown[0] if unknown else 'hole'}` is nothing that comes up in this game")
        if not set(payoffs.features).isdisjoint(one.fact for one in self.positions):
            raise Inconclusive("best play is not worked out for wagers that a hand needs and that stand somewhere")
        outcomes = {one.name: one.weight for one in self.outcomes.values()}
        cells = told(outcomes, lambda name: self._cell(self.outcomes[name].facts, name, payoffs.features))
        total = sum(cells.values())
        paid = [sum(weight * table.get(cell, 0) for cell, weight in cells.items()) for table in payoffs.tables]
        worth = [Fraction(each, total * payoffs.unit) for each in paid]
        line, taken = unseen_play(tree, worth)
        return Solved(
            worth[line],
            total,
            tuple(dict(cells) if place == line else {} for place in range(tree.lines)),
            tuple(
                tuple(total if taken.get(place) == move else 0 for move in range(len(node.moves)))
                for place, node in enumerate(tree.nodes)
            ),
        )

    def _cell(self, facts: Mapping[str, Any], outcome: str, features: Sequence[str]) -> Cell:
        known = {**facts, self.name: outcome}
        return tuple(_text(known[name]) for name in features)

    def reachable(self, atoms: Sequence[Expr]) -> Reachable:
        known = set(self.gives())
        for atom in atoms:
            if not {fact.key for fact in facts_in(atom)} <= known:
                raise Inconclusive(f"`{show(atom)}` asks for more than what comes up")
        tests = [truth(atom) for atom in atoms]
        merged: dict[tuple[bool, ...], Case] = {}
        for outcome, at, weight in self._ways(self._read(atoms)):
            facts = _facts(outcome, at.items())
            truths = tuple(test(facts) is True for test in tests)
            first = merged.get(truths)
            if first is None:
                deal = self._deal(outcome.name, at)
                first = Case(truths, 0, deal, self.facts_of(deal))
            merged[truths] = Case(truths, first.weight + weight, first.deal, first.facts)
        return Reachable(sum(case.weight for case in merged.values()), tuple(merged.values()))

    def _read(self, exprs: Sequence[Expr]) -> tuple[Positions, ...]:
        """The positions that conditions speak of."""
        keys = {fact.key for expr in exprs for fact in facts_in(expr)}
        return tuple(one for one in self.positions if one.fact in keys)

    # Counting what rules read, for the odds.

    @property
    def settled_by(self) -> tuple[str, ...]:
        return (self.name,)

    def reads(self, exprs: Sequence[Expr]) -> frozenset[str]:
        return frozenset((*self.settled_by, *(one.fact for one in self._read(exprs))))

    def tally(self, features: frozenset[str]) -> Tally:
        asked = tuple(one for one in self.positions if one.fact in features)
        names = (*self.settled_by, *(one.fact for one in asked))
        cells = tuple(
            DealtCell(
                self._cell(_facts(outcome, at.items()), outcome.name, names), weight, self._deal(outcome.name, at)
            )
            for outcome, at, weight in self._ways(asked)
        )
        return Tally(names, sum(cell.weight for cell in cells), cells)

    def shown_with(self, feature: str) -> int | None:
        return None


def _facts(outcome: Outcome, at: Iterable[tuple[str, Position]]) -> Mapping[str, Any]:
    """The facts of what came up, and whether each position covers it."""
    return {**outcome.facts, **{fact: outcome.name in place.covers for fact, place in at}}


def _text(fact: Any) -> str:
    return str(fact).lower() if isinstance(fact, bool) else str(fact)
