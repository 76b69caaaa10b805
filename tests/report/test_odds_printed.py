"""Odds as text, JSON and CSV, whole, in files to review; and what the formats promise of each other."""

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from made_odds import CLOSED, LEFT_OPEN

from rulespec.report.formats import formats, printer
from rulespec.report.odds_csv import odds_csv
from rulespec.report.odds_hands import RANKS, cell_name, grid, in_order, letters
from rulespec.report.odds_json import odds_json
from rulespec.report.odds_text import odds_text
from rulespec.report.text import columns

Golden = Callable[[str, str], None]


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_text_is_what_was_reviewed(columns: int, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = odds_text(CLOSED, reading="literal", hands=columns == 80)
    golden(f"golden/odds/closed-{columns}.txt", text + "\n")
    assert max(map(len, text.splitlines())) <= columns


@pytest.mark.parametrize("reading", ["worst", "interpreted"])
def test_an_interval_is_told_with_what_is_open(reading: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    golden(f"golden/odds/open-{reading}.txt", odds_text(LEFT_OPEN, reading=reading) + "\n")


def test_json_holds_every_number_as_fraction_and_decimal() -> None:
    said = json.loads(odds_json(LEFT_OPEN, {"name": "rulespec"}, "worst"))
    assert [play["reading"] for play in said["plays"]] == ["worst", "best", "interpreted"]
    assert said["plays"][0]["net"] == {"fraction": "-1/25", "decimal": "-0.0400000000"}
    assert len(said["plays"][0]["hands"]) == 169
    assert said["alone"][2]["linear"]["pot_meter"]["fraction"] == "19/6497400"
    assert json.loads(odds_json(CLOSED, {}))["alone"][0]["edge"] is None
    assert said["open_cases"][0]["cites"] == ["3.14"]
    assert said["shown"] == "worst"
    assert [one["reading"] for one in said["alone"]] == ["worst", "best", "literal"]
    assert said["beside"][0]["adds"]["fraction"] == "-1/300"


def test_csv_is_one_flat_table() -> None:
    rows = list(csv.DictReader(io.StringIO(odds_csv(CLOSED))))
    sections = {section: [row for row in rows if row["section"] == section] for section in {r["section"] for r in rows}}
    assert len(sections["hand"]) == 169
    assert len(sections["hand_act"]) == 2 * 169
    (game,) = sections["game"]
    assert Fraction(game["net"]) == CLOSED.plays[0].net
    assert game["net_decimal"] == "-0.0218497138"
    assert [row["wager"] for row in sections["wager"]] == ["first", "raise", "lamp", "pot", "guest"]
    assert sum(int(row["deals"]) for row in sections["hand"]) == 1326


def test_all_formats_print_the_same_odds() -> None:
    for form in formats("odds"):
        assert printer("odds", form)(CLOSED, {"name": "rulespec"}, reading="literal", hands=True)


def test_the_grid_has_suited_hands_above_the_diagonal() -> None:
    assert (cell_name(0, 0), cell_name(0, 1), cell_name(1, 0)) == ("AA", "AKs", "AKo")
    names = [[hand.name if hand else "" for hand in row] for row in grid(CLOSED.plays[0].hands)]
    assert names == [[cell_name(row, column) for column in range(13)] for row in range(13)]
    assert len(RANKS) == 13


def test_a_long_clause_does_not_reach_beyond_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = "\n".join(columns([("of all rounds", "[sch18:7(1)[ultimate_texas_holdem],"), ("net", "+1")], 4)).split("\n")
    assert max(map(len, lines)) <= 40


def test_no_two_acts_have_one_letter() -> None:
    assert letters(CLOSED.plays[0].hands) == {"bet 4": "4", "check": "C"}


def test_hands_are_told_from_the_highest_down() -> None:
    names = [hand.name for hand in in_order(sorted(CLOSED.plays[0].hands, key=lambda hand: hand.name))]
    assert names[:5] == ["AA", "AKs", "AKo", "AQs", "AQo"]
    assert names[-3:] == ["32s", "32o", "22"]
