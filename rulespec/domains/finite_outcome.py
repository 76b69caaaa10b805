"""Experiments with finitely many outcomes that the spec declares: wheels, dice, draws from a bag.

A spec's `experiment` names what comes up (`name`, say `pocket`) and lists every outcome with its weight (1 where none
is given) and what is true of it, or says how many dice are thrown and what is measured of a throw. With `by` (say
`wheel`) there are several, of which a round is played with one. A round records `"outcome": {"wheel": "small",
"pocket": "7"}`, or `{"dice": [1, 4, 4]}`. What came up and with which experiment are facts under those names, where
the vocabulary has them, and so is everything the spec says of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from rulespec.domains.base import Case, Dealt, Fault, Reachable, RoundFault
from rulespec.domains.finite_experiment import OUTCOME, Experiment, Outcome
from rulespec.domains.finite_play import told, unseen_play
from rulespec.domains.finite_setup import read_experiments
from rulespec.domains.play import Cell, DealtCell, Payoffs, Solved, Tally, Tree
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.show import show
from rulespec.lang.trees import facts as facts_in
from rulespec.load.nearest import listing, nearest
from rulespec.model.expr import Expr
from rulespec.model.round import Round
from rulespec.model.spec import Spec


def game(spec: Spec) -> "FiniteOutcome":
    """The domain set up for a spec. Raises `SetupFault`."""
    return FiniteOutcome(*read_experiments(spec))


@dataclass(frozen=True)
class _Drawn:
    """An outcome of one of the experiments, with its weight among the outcomes of all."""

    experiment: Experiment
    outcome: Outcome
    weight: int


@dataclass(frozen=True)
class FiniteOutcome:
    """Facts: everything that the spec says of the outcome that came up, and of the experiment.

    `name` is what rounds call the outcome, `by` what they call the experiment, "" where there is only one. Where
    several are counted together, each weighs as much as the other: nobody knows how often which is used.
    """

    name: str
    by: str
    experiments: tuple[Experiment, ...]

    @cached_property
    def _drawn(self) -> tuple[_Drawn, ...]:
        """Every outcome of every experiment, their first outcomes first."""
        common = lcm(*(one.total for one in self.experiments))
        found = [
            (place, index, _Drawn(one, outcome, outcome.weight * (common // one.total)))
            for index, one in enumerate(self.experiments)
            for place, outcome in enumerate(one.outcomes.values())
        ]
        return tuple(drawn for _, _, drawn in sorted(found, key=lambda each: each[:2]))

    @cached_property
    def _total(self) -> int:
        return sum(drawn.weight for drawn in self._drawn)

    def _deal(self, drawn: _Drawn) -> Mapping[str, Any]:
        """The field of a round that records an outcome."""
        experiment = {self.by: _written(drawn.experiment.name)} if self.by else {}
        return {OUTCOME: {**experiment, self.name: drawn.experiment.recorded(drawn.outcome)}}

    def gives(self) -> tuple[str, ...]:
        return tuple(self._drawn[0].outcome.facts)

    def shared(self) -> frozenset[str]:
        return frozenset(self.gives())  # all players bet on one outcome

    def together(self, wanted: Sequence[tuple[Sequence[Expr], Sequence[bool]]]) -> Sequence[Mapping[str, Any]] | None:
        for case in self.reachable(tuple(wanted[0][0])).cases:
            facts = [truth(atom)(case.facts) is value for asked in wanted for atom, value in zip(*asked, strict=True)]
            if all(facts):
                return [case.deal, *({} for _ in wanted[1:])]
        return None

    def same_experiment(self, other: object) -> bool:
        return isinstance(other, FiniteOutcome) and self == other

    def same_facts(self, other: object) -> bool:
        if not isinstance(other, FiniteOutcome) or (self.name, self.by) != (other.name, other.by):
            return False
        mine, theirs = (
            {(one.experiment.name, one.outcome.name): one.outcome.facts for one in game._drawn}
            for game in (self, other)
        )
        return mine == theirs

    # Which experiment, where there are several: a choice of the table.

    def selections(self) -> Mapping[str, tuple[str, ...]]:
        return {self.by: tuple(one.name for one in self.experiments)} if self.by else {}

    def select(self, chosen: Mapping[str, str]) -> "FiniteOutcome":
        kept = tuple(one for one in self.experiments if one.name == chosen.get(self.by, one.name))
        return replace(self, experiments=kept)

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
        if played.outcome is None:
            return [Dealt(None, f"the outcome (`{self.name}`)", dict) for _ in played.players]
        experiment, outcome = self._read(played.outcome)
        if outcome is None:
            missing = f"the outcome (`{self.name}`)"
            return [Dealt((experiment.name,), missing, lambda: experiment.facts) for _ in played.players]
        return [Dealt((experiment.name, outcome.name), "", lambda: outcome.facts) for _ in played.players]

    def _read(self, given: Mapping[str, Any]) -> tuple[Experiment, Outcome | None]:
        """What a round says: with which experiment, and what came up, if it says that. Raises `RoundFault`."""
        keys = [self.by, self.name] if self.by else [self.name]
        unknown = [key for key in given if key not in keys]
        if unknown:
            hint = f"write {listing(keys, 'and')}"
            raise RoundFault(Fault(f"`{unknown[0]}` is not what comes up in this game", OUTCOME, hint))
        experiment = self._experiment(given)
        if self.name not in given and not self.by:
            raise RoundFault(Fault(f"the outcome does not say which `{self.name}` came up", OUTCOME))
        return experiment, experiment.read(given[self.name], self.name) if self.name in given else None

    def _experiment(self, given: Mapping[str, Any]) -> Experiment:
        if not self.by:
            return self.experiments[0]
        known = {one.name: one for one in self.experiments}
        offered = f"one of {', '.join(known)}"
        if self.by not in given:
            message = f"the outcome does not say which `{self.by}` was used"
            raise RoundFault(Fault(message, OUTCOME, f"add `{self.by}`, {offered}"))
        name = str(given[self.by])
        if name not in known:
            hint = nearest(name, known) or offered
            raise RoundFault(Fault(f"this game has no `{self.by}` called `{name}`", OUTCOME, hint))
        return known[name]

    def facts_of(self, deal: Mapping[str, Any]) -> Mapping[str, Any]:
        experiment, outcome = self._read(deal[OUTCOME])
        return outcome.facts if outcome is not None else experiment.facts

    def spread(self, count: int) -> Sequence[Mapping[str, Any]]:
        return [self._deal(drawn) for drawn in self._drawn[:count]]

    def solve(self, tree: Tree, payoffs: Payoffs) -> Solved:
        """Best play where nothing that comes up is seen before all decisions are made.

        Features are the names of outcome and experiment and the facts of the outcomes, values of cells their texts (of
        a value of a list its place). Raises `Inconclusive` for other features.
        """
        unknown = [name for name in payoffs.features if name not in (*self.settled_by, *self.gives())]
        if unknown or any(payoffs.hole):
            raise Inconclusive(f"`{unknown[0] if unknown else 'hole'}` is nothing that comes up in this game")
        weights = {place: drawn.weight for place, drawn in enumerate(self._drawn)}
        cells = told(weights, lambda place: self._cell(self._drawn[place], payoffs.features))
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

    def _cell(self, drawn: _Drawn, features: Sequence[str]) -> Cell:
        facts = {**drawn.outcome.facts, **dict(self._names(drawn))}
        return tuple(_text(facts[name]) for name in features)

    def _names(self, drawn: _Drawn) -> Iterator[tuple[str, str]]:
        """What tells an outcome from all others, by feature."""
        if self.by:
            yield self.by, drawn.experiment.name
        yield self.name, drawn.outcome.name

    def reachable(self, atoms: Sequence[Expr]) -> Reachable:
        known = set(self.gives())
        for atom in atoms:
            if not {fact.key for fact in facts_in(atom)} <= known:
                raise Inconclusive(f"`{show(atom)}` asks for more than what comes up")
        tests = [truth(atom) for atom in atoms]
        merged: dict[tuple[bool, ...], Case] = {}
        for drawn in self._drawn:
            facts = drawn.outcome.facts
            truths = tuple(test(facts) is True for test in tests)
            first = merged.get(truths) or Case(truths, 0, self._deal(drawn), facts)
            merged[truths] = replace(first, weight=first.weight + drawn.weight)
        return Reachable(self._total, tuple(merged.values()))

    # Counting what rules read, for the odds.

    @property
    def settled_by(self) -> tuple[str, ...]:
        return (self.by, self.name) if self.by else (self.name,)

    def reads(self, exprs: Sequence[Expr]) -> frozenset[str]:
        return frozenset(self.settled_by)

    def tally(self, features: frozenset[str]) -> Tally:
        cells = tuple(
            DealtCell(tuple(name for _, name in self._names(drawn)), drawn.weight, self._deal(drawn))
            for drawn in self._drawn
        )
        return Tally(self.settled_by, self._total, cells)

    def shown_with(self, feature: str) -> int | None:
        return None


def _text(fact: Any) -> str:
    return str(fact).lower() if isinstance(fact, bool) else str(fact)


def _written(name: str) -> int | str:
    """The name of an experiment as rounds give it: a number where it is one."""
    return int(name) if name.isdecimal() and str(int(name)) == name else name
