"""The section of odds on a page: what is in it, that it needs nothing else, and that colour alone says nothing."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from made_odds import CLOSED, LEFT_OPEN

from rulespec.report.html import environment
from rulespec.report.odds_html import KINDS, TONES, odds_section

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FAR = replace(CLOSED, document=replace(CLOSED.document, publisher="The Far <House>"))
SECTION = odds_section((FAR, LEFT_OPEN))


def page(dark: bool = False) -> str:
    templates = environment()
    styles = "".join(templates.get_template(name).render(stack=40) for name in ("style.css", "odds.css"))
    styles = styles.replace("(prefers-color-scheme: dark)", "all") if dark else styles
    body = templates.get_template("_odds.html").render(odds=SECTION)
    head = f'<meta charset="utf-8"><title>Odds</title><style>{styles}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><main>{body}</main></body></html>'


def test_edges_stand_side_by_side_with_their_bounds() -> None:
    whole, first, *_ = SECTION["edges"]
    assert whole["cells"][0]["edge"] == "2.1850 %"
    assert (whole["cells"][1]["edge"], whole["cells"][1]["upper"], whole["cells"][1]["read"]) == (
        "-1.0000 %",
        "4.0000 %",
        "2.0000 %",
    )
    assert first["wager"] == "first"
    side = next(row for row in SECTION["edges"] if row["wager"] == "side")
    assert side["cells"][0] is None
    assert SECTION["documents"] == ["The Far <House>", "The Harbour House"]


def test_documents_of_one_publisher_are_told_by_their_specs() -> None:
    assert odds_section((CLOSED, replace(LEFT_OPEN, spec="near/bells")))["documents"] == [CLOSED.spec, "near/bells"]


def test_a_bar_is_as_long_as_its_part_of_the_highest_payment() -> None:
    table = next(one for one in SECTION["pays"] if one["wager"] == "raise")
    assert [(bar["net"], bar["length"]) for bar in table["rows"][0]["bars"]] == [("+3/2", "100.0")] * 2


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
