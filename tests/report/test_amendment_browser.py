"""The amendment report in Chromium: as wide as the screen, readable in the light and in the dark, on paper across."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from test_html_browser import WEAK_TEXT

from rulespec.cli.amendment_report import amendment_report
from rulespec.report.amendment_html import render

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TESTS = Path(__file__).parents[1]
BEFORE, AFTER, TEXTS = (
    str(TESTS / "fixtures" / name) for name in ("documents/specs", "amended/specs", "documents/sources")
)


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: the report was not tried in a browser")
    sync = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no test in a browser")
    path = Path(tmp_path_factory.mktemp("amendment")) / "report.html"
    report = amendment_report((), (BEFORE, AFTER), "", date(2022, 6, 3), (TEXTS, TEXTS), BEFORE)
    path.write_text(render(report), encoding="utf-8")
    complaints: list[str] = []
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        found = browser.new_page(java_script_enabled=True)
        found.on("console", lambda message: complaints.append(message.text))
        found.on("request", lambda asked: asked.url.startswith(("file:", "data:")) or complaints.append(asked.url))
        found.goto(path.as_uri())
        yield found
        browser.close()
    assert complaints == []


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1280, 1920])
def test_it_is_never_wider_than_the_screen(tab: Any, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_paper(tab: Any, scheme: str, width: int) -> None:
    tab.emulate_media(color_scheme=scheme)
    tab.set_viewport_size({"width": width, "height": 800})
    found = tab.evaluate(WEAK_TEXT)
    assert found["seen"] > 100
    assert found["weak"] == []


def test_narrow_rows_are_cards_that_name_each_column(tab: Any) -> None:
    tab.set_viewport_size({"width": 390, "height": 800})
    shown = tab.evaluate("getComputedStyle(document.querySelector('.schedule td'), '::before').content")
    assert "Current clause" in shown


def test_it_prints_across(tab: Any) -> None:
    pdfium = pytest.importorskip("pypdfium2", reason="pypdfium2 is not installed: the printed page was not looked at")
    document = pdfium.PdfDocument(tab.pdf(prefer_css_page_size=True))
    width, height = document[0].get_size()
    assert (round(width), round(height)) == (842, 595)
    assert len(document) <= 6
