"""The decisions of a round, from the spec's own stages and the acts that they offer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rulespec.domains.play import Node, Tree
from rulespec.engine.acts import Acts
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import exact
from rulespec.load.amounts import shown
from rulespec.model.round import Action, Amount
from rulespec.model.rows import Row
from rulespec.prove.states import Move, State, amounts

FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Choice:
    """A node in words: its stage, the acts before it that were chosen, the act of each of its moves."""

    stage: str
    after: tuple[str, ...]
    acts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Walked:
    """The tree of a round; for each node its words, for each line the hand that it makes and its way through the nodes.

    A way is the pairs (node, place of the move) from the root on.
    """

    tree: Tree
    choices: tuple[Choice, ...]
    lines: tuple[State, ...]
    ways: tuple[tuple[tuple[int, int], ...], ...]

    def root_move(self, line: int) -> int:
        """The place of the root's move by which a line begins; 0 where nothing is decided."""
        return self.ways[line][0][1] if self.ways[line] else 0


def actions(state: State) -> tuple[Action, ...]:
    """What a hand did, as a round records it."""
    return tuple(Action(move.stage, move.row.then.word, move.row.then.wager, move.amount) for move in state.moves)


def walk(acts: Acts, wagers: Mapping[str, Amount], options: Mapping[str, Any], unit: Amount) -> Walked:
    """The decisions after these first wagers. A stage that offers nothing or one thing is passed through.

    `options` are their facts, `unit` the amount that acts are told in multiples of. Of acts that are worth the same the
    one that stakes less is to be taken, and to go on rather than to fold. Raises `Inconclusive` where the cards decide
    what is offered or how much.
    """
    walker = _Walker(acts, wagers, unit)
    walker.go({**options, **acts.start(wagers)}, (), (), (), 0)
    nodes = [Node(shown, tuple(moves)) for shown, moves in walker.nodes]
    return Walked(Tree(tuple(nodes), len(walker.lines)), tuple(walker.choices), tuple(walker.lines), tuple(walker.ways))


@dataclass
class _Walker:
    acts: Acts
    wagers: Mapping[str, Amount]
    unit: Amount
    nodes: list[tuple[int, list[int]]] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    lines: list[State] = field(default_factory=list)
    ways: list[tuple[tuple[int, int], ...]] = field(default_factory=list)

    def go(
        self,
        facts: dict[str, Any],
        moves: tuple[Move, ...],
        after: tuple[str, ...],
        way: tuple[tuple[int, int], ...],
        place: int,
    ) -> int:
        """Go on from a stage by its place; the node that comes next, or `~line`."""
        if place == len(self.acts.stages):
            self.lines.append(State(self.wagers, moves, facts))
            self.ways.append(way)
            return ~(len(self.lines) - 1)
        stage = self.acts.stages[place]
        offered = self._offered(stage, facts)
        if len(offered) < 2:
            for move in offered:
                facts = self._done(facts, move)
                moves = (*moves, move)
            return self.go(facts, moves, after, way, place + 1)
        node, words = len(self.nodes), tuple(self._words(move) for move in offered)
        leads: list[int] = []
        self.nodes.append((self.acts.spec.stages[place].board, leads))
        self.choices.append(Choice(stage, after, words))
        for index, (move, word) in enumerate(zip(offered, words, strict=True)):
            done = self._done(facts, move)
            leads.append(self.go(done, (*moves, move), (*after, word), (*way, (node, index)), place + 1))
        return node

    def _done(self, facts: Mapping[str, Any], move: Move) -> dict[str, Any]:
        after = dict(facts)
        self.acts.do(after, move.stage, move.row, move.amount)
        return after

    def _offered(self, stage: str, facts: Mapping[str, Any]) -> list[Move]:
        decision = self.acts.offers(stage, facts)
        if decision.open_rows:
            raise _on_cards(stage, decision.open_rows[0])
        found: dict[tuple[str, str, Amount | None], Move] = {}
        for row in decision.rows:
            permitted = amounts(row, facts) if row.then.amount is not None else (None,)
            if not permitted:
                raise _on_cards(stage, row)
            for amount in permitted:
                found.setdefault((row.then.word, row.then.wager, amount), Move(stage, row, amount))
        return sorted(found.values(), key=lambda move: (move.amount or 0, move.row.then.word == FOLD))

    def _words(self, move: Move) -> str:
        act = f"{move.row.then.word} {move.row.then.wager}".strip()
        return act if move.amount is None else f"{act} {shown(exact(Fraction(move.amount) / Fraction(self.unit)))} x"


def _on_cards(stage: str, row: Row) -> Inconclusive:
    act, clauses = f"{row.then.word} {row.then.wager}".strip(), ", ".join(row.cites)
    what = f"whether or for how much `{act}` is offered at `{stage}` ({clauses})"
    return Inconclusive(f"{what} turns on more than the acts before it")
