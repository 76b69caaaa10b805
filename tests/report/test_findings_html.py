"""The page of findings: what stands in it, by a reader of HTML, and how it looks, in Chromium."""

from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from finding_samples import CHANGED, CHECK, CHECKED, FINDINGS, GATE, HOSTILE, PROGRAM, PROVING, RUNS, SCOPE, spelt
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples
from test_html_browser import WEAK_TEXT, browser, visit  # noqa: F401  # fixtures

from rulespec.model.finding import Finding
from rulespec.report.findings_html import STANDS, findings_html
from rulespec.report.run import Run

VOID = {"meta", "link", "rect", "path", "use", "br"}


class Page(HTMLParser):
    """Text, ids and elements of a page whose elements all end where they should."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.ids, self.tags = "", [], []  # type: tuple[str, list[str], list[str]]
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [str(value) for name, value in attrs if name == "id"]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] != "style":
            self.text += data


def written(findings: Sequence[Finding], run: Run | None = None) -> Page:
    page = Page(findings_html(findings, PROGRAM, SCOPE, PROVING, run))
    assert len(set(page.ids)) == len(page.ids)
    assert "script" not in page.tags
    return page


def test_page_says_how_each_finding_stands_in_words() -> None:
    page = written(CHECKED, CHECK)
    for word, _, _ in STANDS.values():
        if word != "declared":
            assert word in page.text
    assert page.tags.count("article") == len(CHECKED)
    assert "Not passed: 1 spec cannot be loaded." in page.text
    assert "`harbour/köln` cannot be loaded".replace("`", "") in page.text


def test_page_of_changes_shows_both_sides_and_the_round() -> None:
    page = written(CHANGED, GATE)
    for said in ("3 to 2 [7(a)]", "6 to 5 [7(b)]", "win, net 15", "win, net 12", "possible in 1 of 27 deals", "Passed"):
        assert said in page.text or said == "Passed"
    assert page.text.count("A round that shows it") == 2


def test_page_of_nothing_says_so_with_what_it_covers() -> None:
    page = written([], Run("check", CHECK.suites[2:], "error"))
    assert "Nothing found." in page.text
    assert SCOPE in page.text
    assert "harbour/three-bells" in page.text


@settings(max_examples=examples(25), deadline=None)
@given(st.lists(FINDINGS, max_size=3), st.none() | RUNS)
def test_any_text_is_text(findings: list[Finding], run: Run | None) -> None:
    page = written(findings, run)
    text = page.text.replace("\n", " ")
    for finding in findings:
        if "`" not in finding.message:
            said = finding.message.strip()
            assert spelt(said[:1].upper() + said[1:]).replace("\\n", " ") in text.replace("\\n", " ")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = Path(tmp_path_factory.mktemp("findings")) / "findings.html"
    shown = [*CHANGED, *CHECKED, *(Finding("gap", "error", text, CHECKED[0].place) for text in HOSTILE)]
    text = findings_html(shown, PROGRAM, SCOPE, PROVING, CHECK)
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
    return path.as_uri()


@pytest.fixture
def tab(visit: Any) -> Any:  # noqa: F811
    return visit


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_page_is_never_wider_than_the_screen(tab: Any, width: int) -> None:
    assert tab(width).evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_enough_contrast(tab: Any, scheme: str) -> None:
    page = tab(color_scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = page.evaluate(WEAK_TEXT)
    assert found["seen"] > 100
    assert found["weak"] == []


def test_page_can_be_printed(tab: Any) -> None:
    page = tab()
    page.emulate_media(media="print")
    assert page.locator("article .round").first.is_visible()
    assert page.pdf(format="A4").startswith(b"%PDF")
