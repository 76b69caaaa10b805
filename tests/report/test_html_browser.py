"""The HTML report in Chromium: it works with and without its script, by keyboard, on a phone, in the dark, on paper."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from report_samples import hostile_page, page

from rulespec.report.html import render

pytestmark = pytest.mark.slow  # the pages of findings and amendments are looked at in the fast suite

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

# Every visible piece of text with less contrast than WCAG AA asks of it: its words, colours and ratio.
WEAK_TEXT = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (c) => {
    const [r, g, b] = c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const c = rgb(getComputedStyle(at).backgroundColor);
      if (c[3] === 255) return c;
      if (c[3] > 0) throw new Error("half transparent: " + at.className);
    }
    return [255, 255, 255];
  };
  const weak = [];
  let seen = 0;
  for (const node of document.body.querySelectorAll("*")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!own || !node.checkVisibility() || node.closest("script, style")) continue;
    const card = node.closest("svg.card");
    const style = getComputedStyle(node);
    const ink = rgb(card ? style.fill : style.color);
    const paper = card ? rgb(getComputedStyle(card.querySelector("rect")).fill) : behind(node);
    const [low, high] = [light(ink), light(paper)].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    seen += 1;
    if (ratio < 4.5) weak.push([node.textContent.trim().slice(0, 40), style.color, paper.join(), ratio.toFixed(2)]);
  }
  return {seen, weak};
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: the report was not tried in a browser")
    sync = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: no test in a browser")
    with sync.sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = Path(tmp_path_factory.mktemp("report")) / "report.html"
    path.write_text(render(page()), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Any]:
    """Opens the page; whatever it complains of, or asks the network for, fails the test."""
    complaints: list[str] = []
    opened: list[Any] = []

    def start(width: int = 1280, hash_: str = "", url: str = "", **context: Any) -> Any:
        found = browser.new_context(viewport={"width": width, "height": 800}, **context)
        opened.append(found)
        tab = found.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda asked: asked.url.startswith(("file:", "data:")) or complaints.append(asked.url))
        tab.goto((url or address) + hash_)
        return tab

    yield start
    for found in opened:
        found.close()
    assert complaints == []


def visible_rows(tab: Any) -> int:
    count: int = tab.evaluate("document.querySelectorAll('tbody.row:not([hidden])').length")
    return count


@pytest.mark.parametrize("width", [320, 360, 480, 768, 1024, 1280, 1920])
def test_page_is_never_wider_than_the_screen(visit: Any, width: int) -> None:
    tab = visit(width)
    tab.click("#open-all")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_narrow_rows_are_cards_that_name_each_document(visit: Any) -> None:
    tab = visit(360)
    assert tab.evaluate("getComputedStyle(document.querySelector('td.answer')).display") == "grid"
    assert "Harbour Rooms" in tab.evaluate("getComputedStyle(document.querySelector('td.answer'), '::before').content")


def test_filter_works_by_keyboard(visit: Any) -> None:
    tab = visit()
    tab.focus("#find")
    tab.keyboard.type("rare thing")
    assert tab.inner_text("#shown") == "1 of 6 rows"
    assert visible_rows(tab) == 1
    tab.keyboard.press("Control+A")
    tab.keyboard.type("1.2(b)")
    assert visible_rows(tab) == 2
    tab.keyboard.press("Control+A")
    tab.keyboard.press("Delete")
    assert tab.inner_text("#shown") == "6 rows"
    tab.keyboard.press("Tab")
    tab.keyboard.press("Space")
    assert tab.inner_text("#shown") == "3 of 6 rows"


def test_filter_finds_rows_that_are_folded(visit: Any) -> None:
    tab = visit()
    tab.fill("#find", "ante before the deal 1.1")
    assert tab.locator("details.agreeing[open]").count() == 1
    tab.fill("#find", "")
    assert tab.locator("details.agreeing[open]").count() == 0


def test_filter_that_finds_nothing_says_so_and_can_be_undone(visit: Any) -> None:
    tab = visit()
    tab.fill("#find", "no such thing anywhere")
    assert tab.is_visible("#nothing")
    tab.click("#reset")
    assert visible_rows(tab) == 6


def test_filter_is_kept_in_the_address(visit: Any) -> None:
    tab = visit()
    tab.fill("#find", "equals")
    assert tab.evaluate("location.hash") == "#?find=equals"
    assert visible_rows(visit(hash_="#?find=equals&show=differs")) == 2
    assert visible_rows(visit(hash_="#?show=silent")) == 2


def test_count_in_the_summary_shows_its_rows(visit: Any) -> None:
    tab = visit()
    tab.click("a[data-only=silent]")
    tab.wait_for_function("document.querySelectorAll('tbody.row:not([hidden])').length === 2")


def test_filter_stays_in_sight_when_little_is_left(visit: Any) -> None:
    tab = visit()
    tab.click("#open-all")
    tab.evaluate("scrollTo({top: document.querySelector('#area-settlement').offsetTop + 900, behavior: 'instant'})")
    tab.fill("#find", "pairs")
    assert tab.evaluate("document.querySelector('#filter').getBoundingClientRect().top") >= 0


def test_rows_open_by_keyboard(visit: Any) -> None:
    tab = visit()
    summary = tab.locator("tbody.row.differs summary").first
    summary.focus()
    tab.keyboard.press("Enter")
    assert tab.locator("tbody.row.differs details[open]").count() == 1
    tab.keyboard.press("Space")
    assert tab.locator("tbody.row.differs details[open]").count() == 0


def test_focus_can_be_seen(visit: Any) -> None:
    tab = visit()
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Tab")
    assert tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_link_to_a_row_opens_it(visit: Any) -> None:
    row = visit().evaluate("document.querySelector('details.agreeing tbody.row').id")
    tab = visit(hash_=f"#{row}")
    assert tab.locator("details.agreeing[open]").count() == 1
    assert tab.locator(f"#{row} .detail").is_visible()


def test_round_can_be_copied(visit: Any) -> None:
    tab = visit(permissions=["clipboard-read", "clipboard-write"])
    tab.click("#open-all")
    tab.locator("tbody.differs details.json summary").first.click()
    tab.get_by_label("Copy the round for Harbour Rooms").first.click()
    copied = tab.evaluate("navigator.clipboard.readText()")
    assert copied == tab.locator("tbody.differs pre[data-copy]").first.inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_enough_contrast(visit: Any, scheme: str) -> None:
    tab = visit(color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = tab.evaluate(WEAK_TEXT)
    assert found["seen"] > 200
    assert found["weak"] == []


def test_dark_scheme_is_dark(visit: Any) -> None:
    light, dark = (
        visit(color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    )
    assert light == "rgb(252, 251, 248)"
    assert dark == "rgb(21, 24, 27)"


def test_without_script_everything_is_there(visit: Any) -> None:
    tab = visit(java_script_enabled=False)
    assert tab.locator("tbody.row").count() == 6
    assert not tab.is_visible("#filter")
    tab.locator("tbody.row.differs summary").first.click()
    assert tab.locator("tbody.row.differs .detail").first.is_visible()


def test_paper_shows_rounds_and_no_controls(visit: Any) -> None:
    tab = visit()
    tab.emulate_media(media="print")
    assert not tab.is_visible("#filter")
    assert not tab.is_visible(".masthead nav")
    assert tab.locator("tbody.row.differs .round").first.is_visible()
    assert tab.evaluate("getComputedStyle(document.querySelector('.matrix thead th')).position") == "static"
    assert tab.evaluate("getComputedStyle(document.querySelector('.matrix td.answer')).display") == "table-cell"
    assert tab.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("width", [360, 400, 800])
def test_page_is_never_wider_than_the_sheet(visit: Any, width: int) -> None:
    tab = visit(width)
    tab.emulate_media(media="print")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_reader_who_wants_no_motion_gets_none(visit: Any) -> None:
    tab = visit(reduced_motion="reduce")
    assert tab.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_hostile_text_does_nothing(visit: Any, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(render(hostile_page()), encoding="utf-8")
    tab = visit(360, url=path.as_uri())
    tab.click("#open-all")
    assert tab.evaluate("window.hacked") is None
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
