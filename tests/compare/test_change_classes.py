"""The table of the classes of changes: whole, in pairs, and told on a page as it is."""

import ast
import inspect
from pathlib import Path

import pytest

from rulespec.compare import change_classes, change_declared, change_drafts, change_played, change_rows, gate
from rulespec.compare.change_classes import (
    AREAS,
    BY_ID,
    CLASSES,
    DIRECTIONS,
    KINDS,
    LEVELS,
    MIRRORS,
    OPPOSITE,
    SEVERITY,
    ChangeClass,
    rank,
)
from rulespec.model.finding import SEVERITIES
from rulespec.model.rules import BY_ID as RULES
from rulespec.report.change_page import change_page, mirror_of

PAGE = Path(__file__).parents[2] / "docs" / "changes.md"
IDS = [one.id for one in CLASSES]


def test_ids_are_unique_and_no_rule_has_one() -> None:
    assert len(IDS) == len(BY_ID) == len({*IDS})
    assert not {*IDS} & {*RULES}


@pytest.mark.parametrize("one", CLASSES, ids=IDS)
def test_each_is_made_of_what_there_is(one: ChangeClass) -> None:
    assert one.area in AREAS
    assert one.kind in KINDS
    assert one.level in LEVELS
    assert one.direction in DIRECTIONS
    assert one.purpose == one.purpose.strip()
    assert one.purpose
    assert "|" not in one.purpose + one.waiver


@pytest.mark.parametrize("one", CLASSES, ids=IDS)
def test_each_has_its_mirror_or_says_why_it_has_none(one: ChangeClass) -> None:
    """A waiver of a class that has a mirror is stale, and fails as one that is missing does."""
    mirror = mirror_of(one)
    assert (mirror is None) == bool(one.waiver)
    if mirror is not None:
        assert mirror_of(mirror) == one
        assert mirror.direction == OPPOSITE[one.direction]


def test_mirrors_are_of_kinds_and_of_directions() -> None:
    assert {*MIRRORS, *MIRRORS.values()} <= {*KINDS}
    assert {OPPOSITE[OPPOSITE[one]] for one in DIRECTIONS} == {*DIRECTIONS}
    assert {one.kind for one in CLASSES} == {*KINDS}
    assert {one.area for one in CLASSES} == {*AREAS}


def test_levels_have_their_ranks_and_severities() -> None:
    assert [rank(level) for level in LEVELS] == [3, 2, 1, 0]
    assert {*SEVERITY} == {*LEVELS}
    ranked = [SEVERITIES.index(SEVERITY[level]) for level in LEVELS]
    assert ranked == sorted(ranked, reverse=True)


@pytest.mark.parametrize("module", [change_drafts, change_rows, change_played, change_declared, gate])
def test_every_class_that_is_named_in_the_code_is_there(module: object) -> None:
    """Texts that are made like an id of a class are one; which of them is told is tried by the tests of changes."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    named = {text for text in texts if text.partition("-")[0] in AREAS and text.rpartition("-")[2] in KINDS}
    assert named <= {*IDS} | {*AREAS}


@pytest.mark.parametrize("area", change_classes.AREAS)
def test_areas_that_proofs_tell_of_have_every_kind_that_they_tell(area: str) -> None:
    told = {"raised", "lowered", "changed", "added", "reworded"} if area in change_played.RANKED else {"changed"}
    played = area in ("settlement", "pay", "stake", "irregularity", "jackpot", "wager", "decision")
    assert not played or {f"{area}-{kind}" for kind in told} <= {*IDS}
    if area in change_rows.ANSWERED:
        answered = {"added", "removed", "widened", "narrowed", "changed"}
        assert {f"{area}-{kind}" for kind in answered} <= {*IDS}


def test_the_page_is_made_from_the_table(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        PAGE.write_text(change_page(), encoding="utf-8", newline="\n")
    assert PAGE.read_text(encoding="utf-8") == change_page(), "write it anew with --update-golden"
    assert change_page().count("\n| `") - 4 == len(CLASSES)
