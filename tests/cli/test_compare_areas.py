"""`--area` of `compare` and `diff`: part of a comparison, and the table of the areas that stands before the whole."""

import json

import pytest

from rulespec.cli.main import run
from rulespec.model.comparison import AREAS
from rulespec.report.comparison import AREA_TITLES

PAIR = ("crown-perth/ultimate-texas-holdem", "queensland/ultimate-texas-holdem")


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert run(["diff", *PAIR, *args]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.slow
def test_the_areas_together_are_the_whole(capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(printed(capsys, "--format", "json", "--all"))["findings"]
    parts = [json.loads(printed(capsys, "--format", "json", "--all", "--area", area))["findings"] for area in AREAS]
    assert [row for part in parts for row in part] == whole
    assert all(row["rule"].startswith(f"{area}-") for area, part in zip(AREAS, parts, strict=True) for row in part)


@pytest.mark.slow
def test_the_table_counts_what_the_rows_are(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(printed(capsys, "--format", "json", "--all"))["findings"]
    text = printed(capsys)
    for area in AREAS:
        some = [row for row in rows if row["rule"].startswith(f"{area}-")]
        line = next((line for line in text.splitlines() if line.startswith(f"  {AREA_TITLES[area]}  ")), "")
        numbers = [0 if cell == "-" else int(cell) for cell in line.removeprefix(f"  {AREA_TITLES[area]}").split()]
        assert sum(numbers) == len(some)


@pytest.mark.slow
def test_rounds_of_irregularities_are_shown_where_they_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    short, long = printed(capsys, "--area", "irregularity"), printed(capsys)
    assert "event incorrect_number_of_cards" in short
    assert "event incorrect_number_of_cards" not in long
    assert "`--area irregularity` shows a round for each" in long


def test_an_area_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", *PAIR, "--area", "irregularities"]) == 2
    error = capsys.readouterr().err
    assert error.splitlines()[-1].startswith("rulespec: ")
    assert "irregularity" in error
