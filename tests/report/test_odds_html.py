"""The section of odds on a page: what is in it, that it needs nothing else, and that colour alone says nothing."""

import re
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from made_odds import CLOSED, LEFT_OPEN

from rulespec.model.odds import NotWorkedOut, OptionOdds, PlayOdds, ResultOdds
from rulespec.report.html import environment
from rulespec.report.odds_html import TONES, odds_section
from rulespec.report.odds_pays import KINDS
from rulespec.report.odds_text import odds_text

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FAR = replace(CLOSED, document=replace(CLOSED.document, publisher="The Far <House>"))
DEARER = replace(CLOSED, plays=(replace(CLOSED.plays[0], net=Fraction(-1, 10)),))
OPTIONS = (
    OptionOdds(CLOSED.spec, "side_table", "1", CLOSED),
    OptionOdds(CLOSED.spec, "side_table", "2", DEARER),
    OptionOdds(CLOSED.spec, "lamp_colour", "red", None),
)
SECTION = odds_section(
    (FAR, replace(LEFT_OPEN, spec="near/bells")), OPTIONS, (("best play of far/bells", "no reason"),)
)


def page(dark: bool = False, section: object = SECTION) -> str:
    templates = environment()
    styles = "".join(templates.get_template(name).render(stack=40) for name in ("style.css", "odds.css"))
    styles = styles.replace("(prefers-color-scheme: dark)", "all") if dark else styles
    body = templates.get_template("_odds.html").render(odds=section)
    head = f'<meta charset="utf-8"><title>Odds</title><style>{styles}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><main>{body}</main></body></html>'


def test_edges_stand_side_by_side_with_their_bounds() -> None:
    whole, first, *_ = SECTION["edges"]
    assert whole["cells"][0]["edge"] == "2.1850 %"
    assert (whole["cells"][1]["edge"], whole["cells"][1]["against"], whole["cells"][1]["read"]) == (
        "-1.0000 %",
        "4.0000 %",
        "2.0000 %",
    )
    assert first["wager"] == "first"
    side = next(row for row in SECTION["edges"] if row["wager"] == "side")
    assert side["cells"][0] is None
    assert SECTION["documents"] == ["The Far <House>", "The Harbour House"]


def test_an_edge_that_cannot_be_worked_out_is_not_one_of_a_wager_that_is_not_offered() -> None:
    every = ("first", "raise", "lamp", "pot", "guest", "side")
    lacks = (NotWorkedOut("", "too much is paid"), NotWorkedOut("side", "it turns on a second deal"))
    lacking = replace(CLOSED, plays=(), alone=CLOSED.alone[:1], beside=(), missing=lacks, wagers=(*every[:-2], "side"))
    section = odds_section((lacking, replace(CLOSED, spec="near/bells", wagers=every)))
    told = {
        row["wager"]: [cell and (cell["without"], cell["why"]) for cell in row["cells"]] for row in section["edges"]
    }
    assert told[""] == told["raise"] == [("not worked out", "too much is paid"), ("", "")]
    assert told["side"] == [("not worked out", "it turns on a second deal"), ("never at risk", "")]
    assert told["guest"] == [None, ("", "")]
    shown = page(section=section)
    assert '<span class="none">not worked out</span><span class="under">too much is paid</span>' in shown


def test_documents_of_one_publisher_are_told_by_their_specs() -> None:
    assert odds_section((CLOSED, replace(LEFT_OPEN, spec="near/bells")))["documents"] == [CLOSED.spec, "near/bells"]


def test_a_bar_is_as_long_as_its_part_of_the_highest_payment() -> None:
    table = next(one for one in SECTION["pays"] if one["wager"] == "raise")
    assert [(bar["net"], bar["length"]) for bar in table["rows"][0]["bars"]] == [("+3/2", "100.0")] * 2


def test_payments_that_are_alike_stand_in_one_bar() -> None:
    table = next(one for one in SECTION["pays"] if one["wager"] == "raise")
    assert table["rows"][0]["alike"] == 2
    assert "both alike" in page()


def test_a_row_with_a_condition_is_called_by_what_tells_it_from_the_others() -> None:
    names = ("flush", "straight")
    results = tuple(
        ResultOdds("win", f"table = 1 and own.hand = {name}", Fraction(2), Fraction(1, 9)) for name in names
    )
    odds = replace(CLOSED, alone=(replace(CLOSED.plays[0].wagers[0], wager="side", results=results),))
    table = next(one for one in odds_section((odds,))["pays"] if one["wager"] == "side")
    assert [row["row"] for row in table["rows"]] == ["flush", "straight"]


def test_a_condition_that_names_a_row_is_said_in_plain_words() -> None:
    key, words = "own.hand and (not lamp, lit)", "the hand is lit, and the lamp is not"
    win = ResultOdds("win", key, Fraction(2), Fraction(1, 9))
    side = replace(CLOSED.plays[0].wagers[0], wager="side", results=(win,))
    odds = replace(CLOSED, alone=(side,), row_words={key: words})
    table = next(one for one in odds_section((odds,))["pays"] if one["wager"] == "side")
    assert [row["row"] for row in table["rows"]] == [words]
    assert f"win where {words}" in odds_text(odds, reading="literal")


def test_edges_by_option_leave_out_what_the_option_does_not_change() -> None:
    (table,) = SECTION["options"]
    assert (table["option"], table["values"]) == ("side table", ["1", "2"])
    assert [row["wager"] for row in table["rows"]] == ["the whole round, per first wager"]
    assert [cell["edge"] for cell in table["rows"][0]["cells"]] == ["2.1850 %", "10.0000 %"]
    assert SECTION["idle"] == [{"document": "The Far <House>", "options": ["lamp colour"]}]


def test_wagers_and_options_are_called_by_their_titles_wherever_they_stand() -> None:
    titles = {"first": "First bell", "second": "Second bell", "raise": "Raise", "side_table": "table of the Side"}
    noted = replace(LEFT_OPEN, notes=("`side_table` is 1, the spec's example; `first_bell` is not known",))
    (play,) = CLOSED.plays
    dearer = replace(CLOSED, plays=(replace(play, wagers=(replace(play.wagers[0], net=Fraction(-1, 5)),)),))
    options = (OptionOdds(noted.spec, "side_table", "1", CLOSED), OptionOdds(noted.spec, "side_table", "2", dearer))
    idle = (OptionOdds(noted.spec, "raise", "1", None),)
    found = odds_section((noted,), (*options, *idle), (), lambda name: titles.get(name, name))
    assert [row["wager"] for row in found["edges"]][:3] == ["", "First bell", "Raise"]
    assert [table["wager"] for table in found["pays"]][:2] == ["First bell", "Raise"]
    assert [table["option"] for table in found["options"]] == ["table of the Side"]
    assert "First bell" in [row["wager"] for row in found["options"][0]["rows"]]
    assert found["idle"][0]["options"] == ["Raise"]
    assert [case["wager"] for case in found["open"][0]["cases"]] == ["Second bell", "First bell"]
    assert found["open"][0]["spans"][0]["wager"] == "the whole round, per first wager"
    assert found["tables"][0]["options"] == {"table of the Side": "1"}
    assert found["notes"][0]["notes"] == ["table of the Side is 1, the spec's example; first_bell is not known"]


def test_what_is_left_open_has_its_interval_its_point_and_its_clauses() -> None:
    (one,) = SECTION["open"]
    whole = one["spans"][0]
    assert (whole["edge"], whole["against"], whole["read"]) == ("-1.0000 %", "4.0000 %", "2.0000 %")
    assert (whole["x"], whole["length"], whole["at"], whole["nought"]) == ("0.00", "100.00", "60.00", "20.00")
    assert [(case["wager"], case["word"], case["clauses"]) for case in one["cases"]] == [
        ("second", "silent", ["3.14"]),
        ("first", "answered twice", []),
    ]
    assert one["cases"][0]["often"] == "in 1 of 27 rounds (3.7 %)"


def test_a_figure_stands_under_the_reading_that_it_belongs_to() -> None:
    """Of one wager the edge may be less where cases are read against the player: its play is another."""
    worst, best, _ = LEFT_OPEN.plays
    plays = (_first_at(worst, Fraction(-1, 10)), _first_at(best, Fraction(-1, 5)))
    section = odds_section((replace(LEFT_OPEN, plays=plays),))
    bar = next(span for span in section["open"][0]["spans"] if span["wager"] == "first")
    assert (bar["edge"], bar["against"]) == ("20.0000 %", "10.0000 %")
    (cell,) = next(row for row in section["edges"] if row["wager"] == "first")["cells"]
    assert (cell["edge"], cell["against"]) == ("20.0000 %", "10.0000 %")
    assert Fraction(bar["length"]) > 0
    assert 0 <= Fraction(bar["x"]) <= 100 - Fraction(bar["length"])


def _first_at(play: PlayOdds, net: Fraction) -> PlayOdds:
    return replace(play, wagers=(replace(play.wagers[0], net=net),))


def test_a_wager_that_an_act_may_forfeit_says_what_it_adds_to_the_round() -> None:
    (once,) = next(row for row in odds_section((CLOSED,))["edges"] if row["wager"] == "guest")["cells"]
    assert (once["edge"], once["adds"]) == ("2.0000 %", "-0.0033")
    guest = CLOSED.beside[0].wager
    several = tuple(
        replace(CLOSED.beside[0], reading=reading, adds=adds, wager=replace(guest, reading=reading))
        for reading, adds in (("worst", Fraction(-1, 20)), ("best", Fraction(-1, 50)))
    )
    section = odds_section((replace(CLOSED, beside=several),))
    (cell,) = next(row for row in section["edges"] if row["wager"] == "guest")["cells"]
    assert cell["adds"] == "read for the player -0.0200, read against -0.0500"
    assert "what it adds is what the round then nets more" in environment().get_template("_odds.html").render(
        odds=section
    )


def test_one_act_has_one_colour_in_all_grids() -> None:
    first, second = SECTION["maps"]
    assert [(one["act"], one["kind"]) for one in first["legend"]] == [
        (one["act"], one["kind"]) for one in second["legend"]
    ]


def test_what_is_left_out_is_told_with_its_reason() -> None:
    assert "Left out: best play of far/bells, since no reason." in page()


def test_every_hand_has_a_letter_a_title_and_a_shade() -> None:
    for found in SECTION["maps"]:
        cells = [cell for row in found["rows"] for cell in row]
        assert len(cells) == 169
        assert {cell["sign"] for cell in cells} == {"4", "C"}
        assert {cell["tone"] for cell in cells} == set(range(TONES))
        assert all(0 <= cell["kind"] < KINDS for cell in cells)
        assert cells[0]["title"] == "AA: bet 4, worth +2.0000. Each act: bet 4 +2.0000, check +0.1000"


def test_the_section_needs_nothing_else() -> None:
    text = page()
    assert not re.search(r"https?://|url\(|<script|style=", text)
    assert "The Far &lt;House&gt;" in text
    assert text.count('class="odds-hand"') == 2 * 169


def test_of_no_odds_nothing_is_shown() -> None:
    text = environment().get_template("_odds.html").render(odds=odds_section(()))
    assert "There are no odds to show." in text


@pytest.mark.skipif(CHROMIUM is None, reason="needs a browser")
def test_a_browser_shows_the_section_without_sideways_scrolling(tmp_path: Path) -> None:
    sync = pytest.importorskip("playwright.sync_api")
    file = tmp_path / "odds.html"
    file.write_text(page(), encoding="utf-8")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for width in (380, 1200):
            shown = browser.new_page(viewport={"width": width, "height": 900})
            shown.goto(file.as_uri())
            assert shown.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        browser.close()
