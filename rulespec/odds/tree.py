"""The decisions of a round, from the spec's own stages and the acts that they offer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rulespec.domains.play import Cases, Node, Sighted, Tree
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import exact
from rulespec.lang.trees import atoms
from rulespec.lang.trees import facts as facts_in
from rulespec.load.amounts import shown
from rulespec.model.expr import Expr
from rulespec.model.round import Action, Amount
from rulespec.model.rows import Row
from rulespec.prove.states import Move, Needs, State, amounts

FOLD = "fold"
NOTHING = "nothing is offered"  # the move of who holds cards with which there is no act


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


def walk(settler: Settler, wagers: Mapping[str, Amount], options: Mapping[str, Any], unit: Amount) -> Walked:
    """The decisions after these first wagers. A stage that offers nothing or one thing is passed through.

    `options` are their facts, `unit` the amount that acts are told in multiples of. Of acts that are worth the same the
    one that stakes less is to be taken, and to go on rather than to fold. Raises `Inconclusive` where cards decide what
    is offered that are not seen yet, or how much.
    """
    walker = _Walker(settler, wagers, unit)
    walker.go(_Hand({**options, **settler.acts.start(wagers)}), (), (), 0)
    nodes = [Node(shown, tuple(moves), when) for shown, moves, when in walker.nodes]
    return Walked(Tree(tuple(nodes), len(walker.lines)), tuple(walker.choices), tuple(walker.lines), tuple(walker.ways))


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand on its way: its facts, what it did, and the conditions on cards by which that was offered."""

    facts: dict[str, Any]
    moves: tuple[Move, ...] = ()
    needs: Needs = ()


@dataclass(frozen=True, slots=True)
class _Offer:
    """A move (None where nothing is offered) and the cases in which it is there; no cases where it always is."""

    move: Move | None
    when: Cases = ()


@dataclass
class _Walker:
    settler: Settler
    wagers: Mapping[str, Amount]
    unit: Amount
    nodes: list[tuple[int, list[int], tuple[Cases, ...]]] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    lines: list[State] = field(default_factory=list)
    ways: list[tuple[tuple[int, int], ...]] = field(default_factory=list)

    def go(self, hand: _Hand, after: tuple[str, ...], way: tuple[tuple[int, int], ...], place: int) -> int:
        """Go on from a stage by its place; the node that comes next, or `~line`."""
        acts = self.settler.acts
        if place == len(acts.stages):
            self.lines.append(State(self.wagers, hand.moves, hand.facts, hand.needs))
            self.ways.append(way)
            return ~(len(self.lines) - 1)
        stage = acts.stages[place]
        offered = self._offered(stage, place, hand.facts)
        if len(offered) < 2:
            for one in offered:
                hand = self._done(hand, one)
            return self.go(hand, after, way, place + 1)
        node, words = len(self.nodes), tuple(self._words(one.move) for one in offered)
        leads: list[int] = []
        when = tuple(one.when for one in offered)
        self.nodes.append((acts.spec.stages[place].board, leads, when if any(when) else ()))
        self.choices.append(Choice(stage, after, words))
        for index, (one, word) in enumerate(zip(offered, words, strict=True)):
            leads.append(self.go(self._done(hand, one), (*after, word), (*way, (node, index)), place + 1))
        return node

    def _done(self, hand: _Hand, offer: _Offer) -> _Hand:
        needs = (*hand.needs, offer.when) if offer.when else hand.needs
        if offer.move is None:
            return _Hand(hand.facts, hand.moves, needs)
        after = dict(hand.facts)
        self.settler.acts.do(after, offer.move.stage, offer.move.row, offer.move.amount)
        return _Hand(after, (*hand.moves, offer.move), needs)

    def _offered(self, stage: str, place: int, facts: Mapping[str, Any]) -> list[_Offer]:
        decision = self.settler.acts.offers(stage, facts)
        if not decision.open_rows:
            return [_Offer(move) for move in _in_order(_moves(stage, decision.rows, facts))]
        seen = self._seen(place, decision.open_rows, facts)
        if not seen:
            raise _on_cards(stage, decision.open_rows[0])
        cases: dict[tuple[str, str, Amount | None] | None, list[tuple[tuple[Expr, bool], ...]]] = {}
        moves: dict[tuple[str, str, Amount | None] | None, Move | None] = {}
        for case in self.settler.game.reachable(seen).cases:
            known = {**facts, **case.facts}
            found = _moves(stage, self.settler.acts.offers(stage, known).rows, known)
            either: Sequence[Move | None] = found or (None,)
            for move in either:
                key = None if move is None else (move.row.then.word, move.row.then.wager, move.amount)
                moves.setdefault(key, move)
                cases.setdefault(key, []).append(tuple(zip(seen, case.truths, strict=True)))
        when = {key: tuple(each) for key, each in cases.items()}
        acts = _in_order([move for move in moves.values() if move is not None])
        told = [_Offer(one, when[one.row.then.word, one.row.then.wager, one.amount]) for one in acts]
        return [*([_Offer(None, when[None])] if None in when else []), *told]

    def _seen(self, place: int, rows: Sequence[Row], facts: Mapping[str, Any]) -> tuple[Expr, ...]:
        """The conditions on cards that decide what is offered; none where a player does not see all of these cards."""
        game, shown = self.settler.game, self.settler.spec.stages[place].board
        known = game.sees(shown) if isinstance(game, Sighted) else frozenset()
        asked = dict.fromkeys(
            atom
            for row in rows
            for atom in atoms(row.when)
            if any(facts.get(fact.key) is None for fact in facts_in(atom))
        )
        return tuple(asked) if all(fact.key in known for atom in asked for fact in facts_in(atom)) else ()

    def _words(self, move: Move | None) -> str:
        if move is None:
            return NOTHING
        act = f"{move.row.then.word} {move.row.then.wager}".strip()
        return act if move.amount is None else f"{act} {shown(exact(Fraction(move.amount) / Fraction(self.unit)))} x"


def _moves(stage: str, rows: Sequence[Row], facts: Mapping[str, Any]) -> list[Move]:
    """The moves that these rows offer a hand. Raises `Inconclusive` where the amount is not known."""
    found: dict[tuple[str, str, Amount | None], Move] = {}
    for row in rows:
        permitted = amounts(row, facts) if row.then.amount is not None else (None,)
        if not permitted:
            raise _on_cards(stage, row)
        for amount in permitted:
            found.setdefault((row.then.word, row.then.wager, amount), Move(stage, row, amount))
    return list(found.values())


def _in_order(moves: Sequence[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: (move.amount or 0, move.row.then.word == FOLD))


def _on_cards(stage: str, row: Row) -> Inconclusive:
    act, clauses = f"{row.then.word} {row.then.wager}".strip(), ", ".join(row.cites)
    what = f"whether or for how much `{act}` is offered at `{stage}` ({clauses})"
    return Inconclusive(f"{what} turns on more than the acts before it")
