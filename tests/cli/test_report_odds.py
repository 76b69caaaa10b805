"""`rulespec report --odds`, and the line that shows how far it is."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from gating import Terminal
from odds_specs import FOLDER

from rulespec.cli.main import run
from rulespec.cli.progress import at_once, watched
from rulespec.load.library import Library
from rulespec.odds.choices import choices
from rulespec.resources import folder


def test_a_terminal_shows_which_step_of_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    assert list(watched("ab", str.upper)) == ["a", "b"]
    assert shown.getvalue() == "\r\x1b[K1 of 2: A\r\x1b[K2 of 2: B\r\x1b[K"


def test_nothing_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(watched("ab", str.upper)) == ["a", "b"]
    assert capsys.readouterr().err == ""


def test_work_on_several_things_at_once_is_shown_and_gives_its_results_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    assert list(at_once(str.upper, ["a", "b", "c"], str)) == ["A", "B", "C"]
    assert shown.getvalue().startswith("\r\x1b[K1 of 3: a\r\x1b[K2 of 3: b")


def test_the_page_has_the_odds_of_a_small_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, specs = tmp_path / "page.html", tmp_path / "specs"
    shutil.copytree(FOLDER, specs)
    (specs / "lake").mkdir()
    text = (specs / "harbour" / "three-dice.yaml").read_text(encoding="utf-8")
    (specs / "lake" / "three-dice.yaml").write_text(text.replace("harbour/", "lake/"), encoding="utf-8")
    assert run(["report", "three-dice", "--odds", "--out", str(out), "--specs", str(specs)]) == 0
    page = out.read_text(encoding="utf-8")
    assert '<section id="odds"' in page
    assert "2.7778 %" in page  # 1/36 of a stake on small
    assert "\r" not in capsys.readouterr().err


def test_odds_are_of_the_page_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "harbour/three-dice", "--odds", "--specs", str(FOLDER), "--out", "x.xlsx"]) == 2
    assert "--odds is of the page" in capsys.readouterr().err


def test_an_option_bears_on_the_wagers_that_read_it() -> None:
    spec = Library(folder("specs")).load("crown-perth/ultimate-texas-holdem")
    found = [(one.option, one.value, one.wagers, one.whole, one.usual) for one in choices(spec)]
    assert found == [("trips_pay_table", str(each), ("trips",), False, each == 1) for each in (1, 2, 3, 4)]


@pytest.mark.slow
def test_the_page_of_a_family_has_its_odds(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert run(["report", "ultimate-texas-holdem", "--odds", "--out", str(out), "--specs", str(folder("specs"))]) == 0
    page = out.read_text(encoding="utf-8")
    section = page.split('<section id="odds"')[1].split('<section id="comparison"')[0]
    assert "2.1850 %" in section
    assert section.count('class="odds-grid"') == 3
    assert "pay table in use for Trips" in section
    assert not re.search(r"style=|Left out", section)
    worths = [float(each) for each in re.findall(r"<b>worth (?:[−+0-9.]+ to )?\+([0-9.]+)</b> more", page)]
    assert worths[0] == max(worths) > 0
