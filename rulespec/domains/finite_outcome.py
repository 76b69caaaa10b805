"""Experiments with finitely many outcomes that the spec declares: wheels, dice, draws from a bag.

A spec's `experiment` names what comes up (`name`, say `pocket`) and lists every outcome with its weight (1 where none
is given) and what is true of it, or says how many dice are thrown and what is measured of a throw. With `by` (say
`wheel`) there are several, of which a round is played with one. A round records `"outcome": {"wheel": "small",
"pocket": "7"}`, or `{"dice": [1, 4, 4]}`. What came up and with which experiment are facts under those names, where
the vocabulary has them, and so is everything the spec says of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from math import lcm, prod
from typing import Any

from rulespec.domains.base import CAME_UP, OF_HAND, Case, Dealt, Fault, Reachable, RoundFault
from rulespec.domains.finite_experiment import OUTCOME, Experiment, Outcome
from rulespec.domains.finite_play import told, unseen_play
from rulespec.domains.finite_setup import read_experiments
from rulespec.domains.play import Cell, DealtCell, Payoffs, Solved, Tally, Tree
from rulespec.domains.positions import NOWHERE, Position, Positions, positions_of
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.show import show
from rulespec.lang.trees import facts as facts_in
from rulespec.load.nearest import listing, nearest
from rulespec.model.expr import Expr
from rulespec.model.round import Player, Round
from rulespec.model.spec import Spec


def game(spec: Spec) -> "FiniteOutcome":
    """The domain set up for a spec. Raises `SetupFault`."""
    name, by, experiments = read_experiments(spec)
    positions = positions_of(spec, {one.name: one.outcomes for one in experiments})
    return FiniteOutcome(name, by, experiments, positions)


@dataclass(frozen=True)
class _Drawn:
    """An outcome of one of the experiments, with its weight among the outcomes of all.

    `at` says where wagers stand, by the fact that tells whether the outcome is covered there.
    """

    experiment: Experiment
    outcome: Outcome
    weight: int
    at: Mapping[str, Position] = field(default_factory=dict)

    @property
    def facts(self) -> Mapping[str, Any]:
        covered = {fact: self.outcome.name in place.covers for fact, place in self.at.items()}
        return {CAME_UP: self.outcome.name, **self.outcome.facts, **covered}


@dataclass(frozen=True)
class FiniteOutcome:
    """Facts: everything that the spec says of the outcome that came up, and of the experiment; what positions cover.

    `name` is what rounds call the outcome, `by` what they call the experiment, "" where there is only one. Where
    several are counted together, each weighs as much as the other: nobody knows how often which is used. So it is with
    the `positions` of a wager.
    """

    name: str
    by: str
    experiments: tuple[Experiment, ...]
    positions: tuple[Positions, ...] = ()

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

    def _deal(self, drawn: _Drawn) -> Mapping[str, Any]:
        """The fields of a round that record an outcome; wagers stand where it says, or else at the first place."""
        experiment = {self.by: _written(drawn.experiment.name)} if self.by else {}
        found = {OUTCOME: {**experiment, self.name: drawn.experiment.recorded(drawn.outcome)}}
        places: dict[str, Any] = {}
        for one in self.positions:
            place = drawn.at.get(one.fact) or one.offered(drawn.experiment.outcomes, drawn.experiment.name)[0]
            places |= {one.wager: {one.by: place.said}} if one.by else {}
        return {**found, "positions": places} if places else found

    def _ways(self, exprs: Sequence[Expr]) -> Iterator[_Drawn]:
        """Every outcome, with each way in which the positions that conditions speak of may cover it or not."""
        keys = {fact.key for expr in exprs for fact in facts_in(expr)}
        return self._standing([one for one in self.positions if one.fact in keys])

    def _standing(self, asked: Sequence[Positions]) -> Iterator[_Drawn]:
        """Every outcome, with one of each kind of places: those that cover it, and those that do not."""
        if not asked:
            yield from self._drawn
            return
        offered = {one.name: [at.offered(one.outcomes, one.name) for at in asked] for one in self.experiments}
        ways = {name: prod(map(len, places)) for name, places in offered.items()}
        common = lcm(*ways.values())
        for drawn in self._drawn:
            name, outcome = drawn.experiment.name, drawn.outcome.name
            kinds = [
                [
                    kind
                    for covers in (True, False)
                    if (kind := [at for at in places if (outcome in at.covers) is covers])
                ]
                for places in offered[name]
            ]
            for chosen in product(*kinds):
                weight = drawn.weight * prod(map(len, chosen)) * (common // ways[name])
                at = {one.fact: kind[0] for one, kind in zip(asked, chosen, strict=True)}
                yield replace(drawn, weight=weight, at=at)

    def gives(self) -> tuple[str, ...]:
        return (*self._drawn[0].outcome.facts, *(one.fact for one in self.positions))

    def shared(self) -> frozenset[str]:
        return frozenset(self._drawn[0].outcome.facts)  # all players bet on one outcome

    def positioned(self) -> frozenset[str]:
        return frozenset(one.wager for one in self.positions)

    def outcomes(self) -> frozenset[str]:
        return frozenset(drawn.outcome.name for drawn in self._drawn)

    def together(self, wanted: Sequence[tuple[Sequence[Expr], Sequence[bool]]]) -> Sequence[Mapping[str, Any]] | None:
        hands = [list(self._meeting(*asked)) for asked in wanted]
        for first in hands[0]:
            others = [next((one for one in hand if _alike(one, first)), None) for hand in hands[1:]]
            if all(others):
                deals = [self._deal(one) for one in others if one is not None]
                return [self._deal(first), *({key: deal[key] for key in OF_HAND if key in deal} for deal in deals)]
        return None

    def _meeting(self, atoms: Sequence[Expr], values: Sequence[bool]) -> Iterator[_Drawn]:
        """What comes up and where wagers stand where these conditions have these values."""
        asked = [(truth(atom), value) for atom, value in zip(atoms, values, strict=True)]
        for drawn in self._ways(atoms):
            facts = drawn.facts
            if all((test(facts) is True) is value for test, value in asked):
                yield drawn

    def same_experiment(self, other: object) -> bool:
        if not isinstance(other, FiniteOutcome) or (self.name, self.by) != (other.name, other.by):
            return False
        mine, theirs = ({one.name: one for one in game.experiments} for game in (self, other))
        return mine == theirs and self._layout == other._layout

    def same_facts(self, other: object) -> bool:
        if not isinstance(other, FiniteOutcome) or (self.name, self.by) != (other.name, other.by):
            return False
        if self._layout != other._layout:
            return False
        mine, theirs = (
            {(one.experiment.name, one.outcome.name): one.outcome.facts for one in game._drawn}
            for game in (self, other)
        )
        return mine == theirs

    @property
    def _layout(self) -> Mapping[str, tuple[str, frozenset[Position]]]:
        """Where each wager may stand. Neither wagers nor places have an order, nor have experiments."""
        return {one.wager: (one.by, frozenset(one.places)) for one in self.positions}

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
        missing = f"the outcome (`{self.name}`)"
        if played.outcome is None:
            return [Dealt(None, missing, dict) for _ in played.players]
        experiment, outcome = self._read(played.outcome)
        given = played.outcome.get(self.name)
        if outcome is None and isinstance(given, list):
            missing += f" whole: {len(given)} of its dice {'is' if len(given) == 1 else 'are'} there"
        stand = [self._stands(player, experiment) for player in played.players]
        if outcome is None:
            return [Dealt((experiment.name, *at.items()), missing, lambda: experiment.facts) for at in stand]
        drawn = [_Drawn(experiment, outcome, 1, at) for at in stand]
        return [Dealt((experiment.name, outcome.name, *one.at.items()), "", partial(_facts, one)) for one in drawn]

    def _stands(self, player: Player, experiment: Experiment) -> Mapping[str, Position]:
        """Where the wagers of a hand stand, by the fact that tells what is covered. Raises `RoundFault`."""
        return {
            one.fact: one.at(player.positions.get(one.wager, {}), player.seat, experiment.outcomes, experiment.name)
            if one.wager in player.wagers
            else NOWHERE
            for one in self.positions
        }

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
        if outcome is None:
            return experiment.facts
        given = deal.get("positions", {})
        at = {
            one.fact: one.at(given.get(one.wager, {}), 1, experiment.outcomes, experiment.name)
            for one in self.positions
            if one.wager in given or not one.by
        }
        return _Drawn(experiment, outcome, 1, at).facts

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
        if not set(payoffs.features).isdisjoint(one.fact for one in self.positions):
            raise Inconclusive("best play is not worked out where what a hand needs stands at a place of a layout")
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
        facts = {**drawn.facts, **dict(self._names(drawn))}
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
        for drawn in self._ways(atoms):
            facts = drawn.facts
            truths = tuple(test(facts) is True for test in tests)
            first = merged.get(truths)
            if first is None:
                deal = self._deal(drawn)
                first = Case(truths, 0, deal, self.facts_of(deal))
            merged[truths] = replace(first, weight=first.weight + drawn.weight)
        return Reachable(sum(case.weight for case in merged.values()), tuple(merged.values()))

    # Counting what rules read, for the odds.

    @property
    def settled_by(self) -> tuple[str, ...]:
        return (self.by, self.name) if self.by else (self.name,)

    def reads(self, exprs: Sequence[Expr]) -> frozenset[str]:
        keys = {fact.key for expr in exprs for fact in facts_in(expr)}
        return frozenset((*self.settled_by, *(one.fact for one in self.positions if one.fact in keys)))

    def tally(self, features: frozenset[str]) -> Tally:
        asked = [one for one in self.positions if one.fact in features]
        names = (*self.settled_by, *(one.fact for one in asked))
        cells = tuple(
            DealtCell(self._cell(drawn, names), drawn.weight, self._deal(drawn)) for drawn in self._standing(asked)
        )
        return Tally(names, sum(cell.weight for cell in cells), cells)

    def shown_with(self, feature: str) -> int | None:
        return None


def _facts(drawn: _Drawn) -> Mapping[str, Any]:
    return drawn.facts


def _alike(one: _Drawn, other: _Drawn) -> bool:
    """Whether the same came up."""
    return (one.experiment.name, one.outcome.name) == (other.experiment.name, other.outcome.name)


def _text(fact: Any) -> str:
    return str(fact).lower() if isinstance(fact, bool) else str(fact)


def _written(name: str) -> int | str:
    """The name of an experiment as rounds give it: a number where it is one."""
    return int(name) if name.isdecimal() and str(int(name)) == name else name
