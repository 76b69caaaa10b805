"""The comment, read back by a reader of Markdown and one of HTML: what others wrote is text and nothing else."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from finding_samples import CHANGED, CHECK, CHECKED, FINDINGS, GAP, GATE, HOSTILE, PROGRAM, PROVING, RUNS, SCOPE, spelt
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from sampling import examples

from rulespec.model.finding import Finding
from rulespec.report.findings_markdown import MOST, escaped, findings_markdown
from rulespec.report.run import Run, Suite

OURS = set("h3 h4 p table thead tbody tr th td br strong code details summary ul li span sub".split())
READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class Page(HTMLParser):
    """The rows of all tables, cell by cell, and all text of a page; only elements of ours may be in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.text = ""
        self._cell = False
        self.feed(READER.render(text))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in OURS
        assert not attrs
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")
        if tag in ("td", "th"):
            self._cell = tag == "td"
        if tag == "br":
            self.handle_data("\n")

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag != "td"

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._cell:
            self.rows[-1][-1] += data


def written(findings: Sequence[Finding], run: Run | None = None) -> str:
    shown = findings_markdown(findings, PROGRAM, SCOPE, PROVING, run)
    assert len(shown) <= MOST
    return shown


def rows(shown: str) -> list[list[str]]:
    return [row for row in Page(shown).rows if row]


@pytest.mark.parametrize(
    ("run", "mark"), [(CHECK, "check"), (GATE, "gate"), (Run("doc lint", (), "error"), "doc-lint")]
)
def test_first_line_is_what_a_program_finds_it_by(run: Run, mark: str) -> None:
    assert written(CHECKED, run).split("\n")[0] == f"<!-- rulespec:{mark} -->"


def test_each_finding_is_a_row() -> None:
    found = rows(written(CHECKED, CHECK))
    assert [row[0] for row in found] == ["1", "2", "3", "4", "5", "6"]
    assert sorted(row[1] for row in found) == [
        "cannot be read",
        "exempted",
        "fails",
        "fails",
        "left open",
        "noted",
    ]


def test_change_shows_before_and_after() -> None:
    shown = written(CHANGED, GATE)
    assert "3 to 2 → 6 to 5" in rows(shown)[0][2]
    assert "before, this round: win, net 15" in Page(shown).text


def test_long_comment_is_cut_at_whole_findings_and_says_so() -> None:
    many = [replace(GAP, message=f"{number}: {'word ' * 60}") for number in range(400)]
    shown = written(many)
    found = rows(shown)
    assert 20 < len(found) < 400
    assert f"{400 - len(found)} further findings left out" in Page(shown).text
    assert shown.count("<details>") == shown.count("</details>") == len(found)


def test_many_specs_that_cannot_be_loaded_are_counted() -> None:
    suites = tuple(Suite(f"a/{number}", "", (), "x" * 5_000) for number in range(50))
    shown = written([], Run("check", suites, "error", 3, "50 specs cannot be loaded"))
    assert "and 45 more" in shown


@pytest.mark.parametrize(
    "text", ["@team", "a@b.org", "see #12", "https://x.org", "www.x.org", ":smile:", "GH-1", "$a$"]
)
def test_nothing_means_anything_to_the_site(text: str) -> None:
    """Neither a mention, an issue, an address, a picture nor a formula: it is broken up where it would become one."""
    shown = re.sub("<span>\\$</span>", "", escaped(text))
    assert not re.search(r"@\w|#\d|://|www\.|:\w|GH-|\$", shown)
    assert Page(escaped(text)).text.strip() == text


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text(text: str) -> None:
    shown = " ".join(written([replace(GAP, message=f"a {text} b", when=None)]).split("\n"))
    assert "<script" not in shown
    (row,) = rows(written([replace(GAP, message=f"a {text} b", when=None)]))
    expected = spelt(" ".join(f"a {text} b".split("\n")))
    assert plain(expected) in plain(row[2])


def plain(text: str) -> str:
    """Without what a code span takes away: backquotes, and spaces that stand together."""
    return " ".join(text.replace("`", "").split())


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(FINDINGS, max_size=3), st.none() | RUNS)
def test_any_text_stays_in_its_cell(findings: list[Finding], run: Run | None) -> None:
    found = rows(written(findings, run))
    assert [row[0] for row in found] == [str(number) for number in range(1, len(findings) + 1)]
    assert {len(row) for row in found} <= {4}
    texts = [plain(row[2]) for row in found]
    for finding in findings:
        assert any(plain(spelt(" ".join(finding.message.split("\n")))) in text for text in texts)


@settings(max_examples=10, deadline=None)
@given(st.lists(FINDINGS, min_size=1, max_size=3), RUNS, st.sampled_from(("@", "$", ":x", "|", "\x00")))
def test_no_comment_is_too_long(findings: list[Finding], run: Run, mark: str) -> None:
    long = [replace(finding, message=mark * 3_000, hint=mark * 3_000, spec=mark * 3_000) for finding in findings]
    written(long * 20, replace(run, why=mark * 3_000, title=mark * 3_000))
