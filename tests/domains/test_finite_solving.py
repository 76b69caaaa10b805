"""Best play of a game whose outcomes are listed, where nothing is seen before the decisions are made."""

from fractions import Fraction

import pytest
from invented import POCKETS, spec

from rulespec.domains.finite_outcome import FiniteOutcome
from rulespec.domains.play import Cell, DealtCell, Node, Payoffs, Tree
from rulespec.domains.registry import game_of
from rulespec.errors import Inconclusive


def _game() -> FiniteOutcome:
    found = game_of(spec(POCKETS))
    assert isinstance(found, FiniteOutcome)
    return found


GAME = _game()
CHOICE = Tree((Node(0, (~0, ~1)),), 2)


def test_every_outcome_is_listed_with_its_weight() -> None:
    tally = GAME.tally(frozenset())
    assert tally.cells[6] == DealtCell(("seven",), 2, {"outcome": {"pocket": "seven"}})
    assert sum(cell.weight for cell in tally.cells) == tally.total == 9


def test_the_line_that_is_worth_most_is_taken() -> None:
    gilded: dict[Cell, int] = {("true", "eight"): 10, ("false", "seven"): -1}
    seven: dict[Cell, int] = {("false", "seven"): 7}
    solved = GAME.solve(CHOICE, Payoffs(("gilded", "pocket"), 2, (gilded, seven)))
    assert solved.value == Fraction(7 * 2, 9 * 2)
    assert solved.total == 9
    assert solved.moves == ((0, 9),)
    assert solved.counts[0] == {}
    assert solved.counts[1]["false", "seven"] == 2
    assert sum(solved.counts[1].values()) == 9


def test_outcomes_with_the_same_features_are_one_cell() -> None:
    solved = GAME.solve(Tree((), 1), Payoffs(("gilded",), 1, ({("true",): 8, ("false",): -1},)))
    assert solved.counts == ({("false",): 8, ("true",): 1},)
    assert solved.value == 0


def test_what_does_not_come_up_cannot_be_paid_for() -> None:
    with pytest.raises(Inconclusive, match="`order` is nothing that comes up"):
        GAME.solve(Tree((), 1), Payoffs(("order",), 1, ({},)))
