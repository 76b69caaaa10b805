"""Findings in every format: whole, in files to review; and what all formats have to say alike."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from finding_samples import (
    BREAKING,
    CHANGED,
    CHECK,
    CHECKED,
    CONFLICT,
    DECLARED,
    EXEMPTED,
    GAP,
    GATE,
    NOT_MADE,
    NOTE,
    PROGRAM,
    PROVING,
    SCOPE,
    UNDECIDED,
    UNPROVED,
    UNREADABLE,
)

from rulespec.model.finding import Finding
from rulespec.report.finding_words import counts, ordered, standing, summary, verdict
from rulespec.report.formats import formats, printer
from rulespec.report.run import Run, Suite

FORMATS = formats("findings")
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def test_formats_are_those_that_are_promised() -> None:
    assert FORMATS == ("text", "json", "sarif", "junit", "github", "markdown", "html")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("command", ["check", "gate"])
def test_what_is_printed_is_what_was_reviewed(
    command: str, form: str, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    printed = {
        "check": lambda: printer("findings", form)(CHECKED, PROGRAM, scope=SCOPE, proving=PROVING, run=CHECK),
        "gate": lambda: printer("findings", form)(CHANGED, PROGRAM, scope="Compared 3 areas.", run=GATE),
    }[command]()
    golden(f"report/golden/findings/{command}.{form}", STYLE.sub("<style></style>", printed) + "\n")


@pytest.mark.parametrize("form", FORMATS)
def test_nothing_found_is_said_and_valid(form: str) -> None:
    assert printer("findings", form)([], PROGRAM)


@pytest.mark.parametrize("form", FORMATS[2:])
def test_what_cannot_be_loaded_is_told_in_every_format(form: str) -> None:
    """Also where no finding says so, and only the run knows."""
    run = Run("check", (Suite("harbour/lost", "", (), "it is under water"),), "never", 3, "1 spec cannot be loaded")
    shown = printer("findings", form)([], PROGRAM, run=run)
    assert "harbour/lost" in shown
    assert "it is under water" in shown
    assert "1 spec cannot be loaded" in shown


@pytest.mark.parametrize(
    ("finding", "expected"),
    [
        (GAP, "fails"),
        (CONFLICT, "fails"),
        (EXEMPTED, "exempted"),
        (NOTE, "noted"),
        (UNPROVED, "open"),
        (UNREADABLE, "unread"),
        (replace(UNREADABLE, exempt=EXEMPTED.exempt), "unread"),
        (replace(GAP, severity="warning"), "noted"),
    ],
)
def test_how_a_finding_stands(finding: Finding, expected: str) -> None:
    assert standing(finding, CHECK) == expected


@pytest.mark.parametrize(
    ("finding", "level", "expected"),
    [
        (BREAKING, "breaking", True),
        (BREAKING, "editorial", True),
        (BREAKING, "never", False),
        (DECLARED, "editorial", False),
        (UNDECIDED, "breaking", False),
        (UNDECIDED, "undecided", True),
        (NOT_MADE, "breaking", True),
        (replace(NOT_MADE, severity="warning"), "editorial", False),
        (BREAKING, "error", True),
    ],
)
def test_changes_count_by_level(finding: Finding, level: str, expected: bool) -> None:
    assert counts(finding, level) is expected


@pytest.mark.parametrize(("level", "expected"), [("breaking", "open"), ("undecided", "fails"), ("never", "noted")])
def test_undecided_change_is_left_open_where_it_does_not_fail(level: str, expected: str) -> None:
    assert standing(UNDECIDED, replace(GATE, fail_on=level)) == expected


def test_worst_comes_first_and_what_is_allowed_last_of_its_level() -> None:
    rules = [(one.rule, one.change.declared if one.change else "") for one in ordered(CHANGED)]
    assert [rule for rule, _ in rules] == [
        "pay-lowered",
        "declared-not-made",
        "pay-lowered",
        "settlement-changed",
        "citation-reworded",
    ]
    assert rules[2][1]


def test_verdict_says_what_was_allowed() -> None:
    assert verdict([EXEMPTED], Run("check", (), "error")) == "nothing at or above `error`, 1 is exempted"
    assert verdict([DECLARED, DECLARED], Run("gate", (), "breaking")) == (
        "nothing at or above `breaking`, 2 are declared"
    )
    assert verdict([GAP], Run("check", (), "never")) == "nothing fails"


def test_summary_counts_changes_by_level() -> None:
    assert summary(CHANGED) == "4 changes (2 breaking, 1 undecided, 1 editorial), 1 declared-not-made"
    assert summary([]) == "Nothing found"
