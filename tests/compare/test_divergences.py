"""The differences between the shipped documents of one game, reviewed once and pinned.

`tests/golden/divergences-*.txt` says of each: where, what each document answers, by which clauses. One that is new,
gone or changed fails and shows itself; `--update-golden` writes the files anew for review.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations

import pytest
from playing import family
from sampling import first

from rulespec.compare.compare import compare
from rulespec.engine.settle import Settler
from rulespec.model.comparison import Comparison

FAMILY = "ultimate-texas-holdem"
GROUPS = {
    "-".join((FAMILY, *(settler.spec.id.split("/")[0] for settler in some))): some
    for count in (2, 3)
    for some in combinations(family(FAMILY), count)
}


@cache
def compared(name: str) -> Comparison:
    return compare(GROUPS[name])


def summed(comparison: Comparison) -> str:
    """The divergences in a form to review: ordered by id, each with a line for a document."""
    lines = []
    for row in sorted(comparison.divergences(), key=lambda row: row.id):
        lines.append(f"{row.id}: {row.status}{'' if row.share is None else f', {row.share}'}")
        for side in row.sides:
            says = side.says if side.state == "answered" else f"{side.state} {side.says}".strip()
            lines.append(f"  {side.spec.split('/')[0]}: {says} [{', '.join(side.clauses)}]")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", first(GROUPS, 3))
def test_the_divergences_are_those_reviewed(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"golden/divergences-{name}.txt", summed(compared(name)))


def test_all_shipped_pairs_are_pinned() -> None:
    assert len(GROUPS) == 4


@pytest.mark.parametrize("name", first([name for name, some in GROUPS.items() if len(some) == 2], 1))
def test_a_pair_read_from_the_other_side_says_the_same(name: str) -> None:
    first, second = GROUPS[name]
    there, back = said([first, second]), said([second, first])
    assert there == back


def said(settlers: list[Settler]) -> dict[tuple[str, str, str, str], object]:
    """Every row by area, subject, heading and what the two say; the condition and how often."""
    return {
        (row.area, row.subject, row.title, str(sorted((side.spec, side.state, side.says) for side in row.sides))): (
            row.status,
            row.condition,
            row.share,
            sorted(
                (side.spec, sorted(side.clauses), sorted(map(str, side.rules)), row.results.get(side.spec))
                for side in row.sides
            ),
        )
        for row in compare(settlers).rows
    }


@pytest.mark.parametrize("name", GROUPS)
def test_no_two_rows_have_one_id(name: str) -> None:
    ids = [row.id for row in compared(name).rows]
    assert len(set(ids)) == len(ids)
