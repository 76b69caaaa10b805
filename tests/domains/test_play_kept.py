"""Best plays kept between runs: the same again, and nothing else."""

from fractions import Fraction

import pytest

from rulespec.domains.play import Node, Payoffs, Solved, StartingHand, Tree
from rulespec.domains.play_kept import kept
from rulespec.store import VARIABLE

TREE = Tree((Node(0, (~0, ~1)),), 2)
ASKED = Payoffs(("one",), 2, ({("a",): 1}, {("a",): -1}))
FOUND = Solved(
    Fraction(1, 3),
    10**30,
    ({("a", "b", "<"): 2**70}, {}),
    ((1, 2), (3,)),
    (StartingHand("AA", 6, (Fraction(1, 7), Fraction(-2))),),
)
OTHERS = [
    ("deals of another kind", TREE, ASKED),
    ("deals", Tree((Node(3, (~0, ~1)),), 2), ASKED),
    ("deals", Tree((Node(0, (~1, ~0)),), 2), ASKED),
    ("deals", TREE, Payoffs(("one",), 1, ASKED.tables)),
    ("deals", TREE, Payoffs(("two",), 2, ASKED.tables)),
    ("deals", TREE, Payoffs(("one",), 2, ({("a",): 2}, {("a",): -1}))),
    ("deals", TREE, Payoffs(("one",), 2, ASKED.tables, ({"AA": 1}, {}))),
    ("deals", TREE, Payoffs(("one",), 2, ASKED.tables, (), 5)),
]


def never() -> Solved:
    raise AssertionError("worked out again")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))


def test_what_was_found_is_found_again_whole():
    assert kept("deals", TREE, ASKED, lambda: FOUND) is FOUND
    assert kept("deals", TREE, ASKED, never) == FOUND


@pytest.mark.parametrize("asked", OTHERS)
def test_another_question_is_worked_out(asked):
    kept("deals", TREE, ASKED, lambda: FOUND)
    other = Solved(Fraction(9), 1, ({},), ())
    assert kept(*asked, lambda: other) is other
    assert kept("deals", TREE, ASKED, never) == FOUND


def test_what_is_damaged_is_worked_out_anew(tmp_path):
    kept("deals", TREE, ASKED, lambda: FOUND)
    for path in tmp_path.rglob("*.json"):
        path.write_bytes(path.read_bytes().replace(b"1/3", b"1/4"))
    assert kept("deals", TREE, ASKED, lambda: FOUND) is FOUND


def test_nothing_is_kept_where_that_is_switched_off(monkeypatch):
    monkeypatch.setenv(VARIABLE, "off")
    kept("deals", TREE, ASKED, lambda: FOUND)
    with pytest.raises(AssertionError):
        kept("deals", TREE, ASKED, never)
