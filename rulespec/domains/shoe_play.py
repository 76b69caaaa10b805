"""Best play of a shoe's decisions, by who sees the first cards of all hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.domains.play import Cases, Cell, Payoffs, Solved, Tree
from rulespec.domains.shoe_deal import Hands
from rulespec.domains.shoe_drawn import Drawn
from rulespec.lang.evaluate import truth


def best_play(tree: Tree, payoffs: Payoffs, deals: Sequence[tuple[Drawn, Cell]], total: int) -> Solved:
    """The best play of all these deals, each with its cell. All cards seen by a decision must be told apart in them."""
    player = _Player(tree, payoffs, [{} for _ in range(tree.lines)], [[0] * len(node.moves) for node in tree.nodes])
    chosen = player.best(0 if tree.nodes else ~0, deals)
    player.take(chosen)
    return Solved(
        Fraction(chosen.worth, total * payoffs.unit),
        total,
        tuple(player.counts),
        tuple(tuple(each) for each in player.moves),
    )


@dataclass(frozen=True)
class _Line:
    """These deals, played to the end of a line."""

    worth: int
    line: int
    deals: Sequence[tuple[Drawn, Cell]]


@dataclass(frozen=True)
class _Choice:
    """These deals at a decision: what was seen of them, which move was taken, and what came of it."""

    worth: int
    node: int
    taken: Sequence[tuple[int, int, "_Line | _Choice"]]  # the move, the number of deals, what follows


@dataclass
class _Player:
    tree: Tree
    payoffs: Payoffs
    counts: list[dict[Cell, int]]
    moves: list[list[int]]

    def best(self, move: int, deals: Sequence[tuple[Drawn, Cell]]) -> _Line | _Choice:
        """The best play of these deals from a node, or from the end of a line, on."""
        if move < 0:
            table = self.payoffs.tables[~move]
            return _Line(sum(deal.weight * table.get(cell, 0) for deal, cell in deals), ~move, deals)
        node = self.tree.nodes[move]
        seen: dict[Hands, list[tuple[Drawn, Cell]]] = {}
        for one in deals:
            seen.setdefault(tuple(hand[: node.shown] for hand in one[0].hands), []).append(one)
        taken = []
        for group in seen.values():
            weight, facts = sum(deal.weight for deal, _ in group), group[0][0].facts
            there = [place for place in range(len(node.moves)) if not node.when or _is_there(node.when[place], facts)]
            ways = [(place, self.best(node.moves[place], group)) for place in there]
            place, way = max(ways, key=lambda one: (one[1].worth, -one[0]))
            taken.append((place, weight, way))
        return _Choice(sum(way.worth for _, _, way in taken), move, taken)

    def take(self, chosen: _Line | _Choice) -> None:
        """Count what comes of the play that was found best."""
        if isinstance(chosen, _Line):
            counts = self.counts[chosen.line]
            for deal, cell in chosen.deals:
                counts[cell] = counts.get(cell, 0) + deal.weight
            return
        for place, weight, way in chosen.taken:
            self.moves[chosen.node][place] += weight
            self.take(way)


def _is_there(cases: Cases, facts: Mapping[str, Any]) -> bool:
    """Whether the cards seen are such that a move is there to be taken."""
    return any(all((truth(expr)(facts) is True) is held for expr, held in case) for case in cases)
