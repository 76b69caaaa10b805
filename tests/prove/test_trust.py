"""What proofs take as given: only invariants that lawful play meets."""
# ruff: noqa: E501 - a condition stands in one line

from pathlib import Path

import pytest
from invented import BELLS, edited
from sampling import first

from rulespec.engine.settle import Settler
from rulespec.lang.show import show
from rulespec.model.proof import FAILS
from rulespec.prove.asking import Scope, about_one
from rulespec.prove.check import check
from rulespec.prove.trust import sound, trust


def bells(folder: Path, *holds: str) -> Settler:
    entries = "".join(f"- {{holds: {one}, because: So it is.}}\n" for one in holds)
    return Settler(edited(folder, BELLS, {"\nvalid:\n": f"\ninvariants:\n{entries}\nvalid:\n"}).load(BELLS))


GOOD = "not placed(raise) or placed(first)"
LIMITS = "not house_minimum(first) > house_maximum(first)"


def test_what_lawful_play_meets_is_taken(tmp_path: Path) -> None:
    settler = bells(tmp_path, GOOD, LIMITS)
    found = trust(settler)
    assert (found.taken, found.broken) == (settler.spec.invariants, ())
    assert sound(settler, found) is settler


@pytest.mark.parametrize(
    "holds", first(["not folded", "placed(side)", "not amount(raise) = 3 * first", "not placed(side)", "amount(first) = 10", "amount(first) < 1000000"], 3)
)  # fmt: skip
def test_what_lawful_play_breaks_is_not_and_is_said_whatever_is_asked(tmp_path: Path, holds: str) -> None:
    settler = bells(tmp_path, GOOD, holds)
    found = trust(settler)
    assert [show(one.holds) for one in found.taken] == [GOOD]
    assert [show(one.holds) for one, _ in found.broken] == [holds]
    for question in ("complete", "consistent"):
        told = [one for one in about_one(settler, question, Scope(about=("stake/first",))) if one.key == "invariants"]
        assert [(one.status, f"`{holds}`" in one.subject) for one in told] == [(FAILS, True)]
    assert [one.severity for one in check(settler).findings if one.rule == "invariant"] == ["error"]


def test_a_proof_is_the_same_with_an_invariant_that_may_not_be_taken(tmp_path: Path) -> None:
    def answers(folder: Path, *holds: str) -> list[tuple[str, str]]:
        folder.mkdir()
        found = about_one(bells(folder, *holds), "complete", Scope(about=("raise",)))
        return [(one.key, one.status) for one in found if one.key != "invariants"]

    assert answers(tmp_path / "plain", GOOD) == answers(tmp_path / "broken", GOOD, "not placed(raise)")


def test_of_invariants_that_contradict_each_other_those_are_taken_that_play_meets(tmp_path: Path) -> None:
    found = trust(bells(tmp_path, GOOD, "placed(raise)", "not placed(raise)", "side_table > 1", "side_table < 2"))
    assert [show(one.holds) for one in found.taken] == [GOOD]
