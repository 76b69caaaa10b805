"""Experiments with finitely many outcomes that the spec lists: wheels, dice, draws from a bag.

A spec's `experiment` names what comes up (`name`, say `pocket`) and lists every outcome with its weight (1 where none
is given) and what is true of it. A round records `"outcome": {"pocket": "7"}`. The outcome itself is a fact under
that name, and so is everything the spec says of it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.domains.base import Case, Dealt, Fault, Reachable, RoundFault, SetupFault
from rulespec.domains.finite_play import told, unseen_play
from rulespec.domains.play import Cell, DealtCell, Payoffs, Solved, Tally, Tree
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.show import show
from rulespec.lang.trees import facts as facts_in
from rulespec.load.nearest import nearest
from rulespec.model.expr import Expr
from rulespec.model.round import Round
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
    return FiniteOutcome(name, {outcome.name: outcome for outcome in outcomes})


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
    """Facts: everything that the spec says of the outcome that came up."""

    name: str
    outcomes: Mapping[str, Outcome]

    def gives(self) -> tuple[str, ...]:
        return tuple(next(iter(self.outcomes.values())).facts)

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
        if played.outcome is None:
            return [Dealt(None, f"the outcome (`{self.name}`)", dict) for _ in played.players]
        outcome = self._outcome(played.outcome)
        return [Dealt(outcome.name, "", lambda: outcome.facts) for _ in played.players]

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
        return self._outcome(deal["outcome"]).facts

    def spread(self, count: int) -> Sequence[Mapping[str, Any]]:
        return [{"outcome": {self.name: name}} for name in self.outcomes][:count]

    def solve(self, tree: Tree, payoffs: Payoffs) -> Solved:
        """Best play where nothing that comes up is seen before all decisions are made.

        Features are the name of the experiment and the facts of its outcomes, values of cells their texts (of a value
        of a list its place). Raises `Inconclusive` for other features.
        """
        unknown = [name for name in payoffs.features if name not in (self.name, *self.gives())]
        if unknown or any(payoffs.hole):
            raise Inconclusive(f"`{unknown[0] if unknown else 'hole'}` is nothing that comes up in this game")
        outcomes = {one.name: one.weight for one in self.outcomes.values()}
        cells = told(outcomes, lambda name: self._cell(self.outcomes[name], payoffs.features))
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

    def _cell(self, outcome: Outcome, features: Sequence[str]) -> Cell:
        facts = {**outcome.facts, self.name: outcome.name}
        return tuple(_text(facts[name]) for name in features)

    def reachable(self, atoms: Sequence[Expr]) -> Reachable:
        known = set(self.gives())
        for atom in atoms:
            if not {fact.key for fact in facts_in(atom)} <= known:
                raise Inconclusive(f"`{show(atom)}` asks for more than what comes up")
        tests = [truth(atom) for atom in atoms]
        merged: dict[tuple[bool, ...], Case] = {}
        for outcome in self.outcomes.values():
            truths = tuple(test(outcome.facts) is True for test in tests)
            weight = merged[truths].weight if truths in merged else 0
            first = merged.get(truths) or Case(truths, 0, {"outcome": {self.name: outcome.name}}, outcome.facts)
            merged[truths] = Case(truths, weight + outcome.weight, first.deal, first.facts)
        return Reachable(sum(outcome.weight for outcome in self.outcomes.values()), tuple(merged.values()))

    # Counting what rules read, for the odds.

    @property
    def settled_by(self) -> tuple[str, ...]:
        return (self.name,)

    def reads(self, exprs: Sequence[Expr]) -> frozenset[str]:
        return frozenset(self.settled_by)

    def tally(self, features: frozenset[str]) -> Tally:
        every = self.outcomes.values()
        cells = tuple(DealtCell((one.name,), one.weight, {"outcome": {self.name: one.name}}) for one in every)
        return Tally(self.settled_by, sum(cell.weight for cell in cells), cells)

    def shown_with(self, feature: str) -> int | None:
        return None


def _text(fact: Any) -> str:
    return str(fact).lower() if isinstance(fact, bool) else str(fact)
