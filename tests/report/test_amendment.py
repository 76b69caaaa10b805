"""The amendment report of an invented document: what it says, and that what others wrote is text in every form."""

import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from docx import Document
from docx.enum.section import WD_ORIENT
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from openpyxl import load_workbook
from page_reader import read
from sampling import examples

from rulespec.cli.amendment_report import amendment_report, printed
from rulespec.cli.main import run
from rulespec.load.library import Library
from rulespec.model.comparison import Compared, Comparison
from rulespec.model.comparison import Side as Said
from rulespec.model.finding import Change, Finding
from rulespec.model.place import Place
from rulespec.report.amendment import Given, Report, Side, lede
from rulespec.report.amendment_build import build
from rulespec.report.amendment_html import _minus
from rulespec.report.amendment_rules import Says, Version, position
from rulespec.report.amendment_tables import numbers
from rulespec.report.amendment_words import LEVEL_WORDS, kind_words
from rulespec.report.finding_words import OTHERWISE
from rulespec.report.matrix_xlsx import matrix_xlsx
from rulespec.report.office import plain
from rulespec.report.workbook import MOST, Sheet, Value, bounded, workbook
from rulespec.tables.compile import compile_spec

ROOT = Path(__file__).parents[2]
BEFORE, AFTER = "tests/fixtures/documents/specs", "tests/fixtures/amended/specs"
TEXTS = "tests/fixtures/documents/sources"
DAY = date(2022, 6, 3)
HOSTILE = "=1+1\x00\x1b[31m <script>alert(1)</script> {{ 7 * 7 }} | ` *a* \ud800 _x0041_ & \r\n# x"
SIDES = re.compile(r"\b(error|illegal|unfair|violation|solver|satisfiable|z3)\b", re.IGNORECASE)


@pytest.fixture(autouse=True)
def _at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("RULESPEC_SOURCES", raising=False)


@cache
def made(sources: str | None = TEXTS) -> Report:
    return amendment_report((), (BEFORE, AFTER), "", DAY, (sources, sources), BEFORE)


@cache
def hostile(text: str = HOSTILE) -> Report:
    report = made()
    says = Says((text,), text, (text,), (), "")
    items = [
        replace(item, title=text, case=text, before=says, after=says, reason=text, unknown=text, round=(text,),
                results=(("Before", text),), depends=(f"case: {text}",), level="undecided", value=text)
        for item in report.items
    ]  # fmt: skip
    parts = [replace(part, items=tuple(items)) for part in report.parts]
    amendments = [replace(one, because=text, approved=text) for one in report.amendments]
    return replace(report, title=text, parts=tuple(parts), amendments=tuple(amendments), wrong=(text,))


def command(*more: str) -> list[str]:
    return ["report", "--base", BEFORE, "--head", AFTER, "--date", DAY.isoformat(), "--sources", TEXTS, *more]


# What it says.


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_it_is_as_it_was_reviewed(form: str, golden: Callable[[str, str], None]) -> None:
    golden(f"report/golden/amendment.{'md' if form == 'markdown' else form}", printed(made(), form).decode())


@pytest.mark.parametrize("form", ["html", "markdown", "docx", "xlsx"])
def test_it_is_the_same_every_time(form: str) -> None:
    again = amendment_report((), (BEFORE, AFTER), "", DAY, (TEXTS, TEXTS), BEFORE)
    assert printed(again, form) == printed(made(), form)


def test_rows_stand_in_the_order_of_the_document() -> None:
    assert [item.after.clauses[:1] for item in made().items] == [("2.2",), ("3.1(c)",), ("3.3",), ()]


def test_each_change_is_declared_or_set_apart() -> None:
    report = made()
    assert [item.title for item in report.undeclared] == ["Colour"]
    assert [(one.id, one.items) for one in report.amendments] == [("harbour/third-edition", (1, 3, 4))]
    assert len(report.wrong) == 1
    assert "1 of them is declared by no amendment" in lede(report)


def test_clauses_that_no_row_names_are_told_and_the_others_counted() -> None:
    clauses = made().parts[0].clauses
    assert [(one.before, one.after, one.word) for one in clauses.unnamed] == [("1.1 Quiet Table", "", "taken out")]
    assert clauses.named + clauses.left_out == clauses.after


def test_words_that_are_the_same_though_the_rule_is_not_are_told() -> None:
    colour = made().items[1]
    assert colour.before.quoted[0][1].endswith("lose if the pocket is black.")
    assert colour.after.same_words
    assert not made().items[2].after.same_words


def test_without_texts_the_rules_stand_in_plain_words() -> None:
    report = made(None)
    assert report.items[1].before.rules == ("3.1(c): lose when the colour is black",)
    assert "were not supplied" in printed(report, "markdown").decode()


def test_texts_of_another_edition_are_not_shown_as_those_of_this_one(tmp_path: Path) -> None:
    (tmp_path / "small-wheel.txt").write_bytes(Path(TEXTS, "small-wheel-third.txt").read_bytes())
    shutil.copy(Path(TEXTS, "small-wheel-third.txt"), tmp_path)
    report = amendment_report((), (BEFORE, AFTER), "", DAY, (str(tmp_path), str(tmp_path)), BEFORE)
    star = report.items[2]
    assert not star.before.own
    assert star.before.short == "20 to 1"
    assert star.after.own


def test_what_only_rests_on_a_change_is_not_told_as_nothing() -> None:
    finding = Finding(
        "settlement-changed", "error", "Colour", Place("x", 1, 1), "harbour/small-wheel", ("3.1(b)",), subject="colour",
        change=Change("breaking", "mixed", clauses_before=("3.1(b)",), title="Result of Colour"),
    )  # fmt: skip
    shelf = Library(Path(BEFORE))
    spec = shelf.load("harbour/small-wheel")
    version = Version(spec, compile_spec(spec), shelf.account("harbour/small-wheel"))
    sides, versions = (Side("old"), Side("new")), {spec.id: (version, version)}
    told = build(Given("", sides, (finding,), (), (), versions, (spec.id,), "2022-06-03", "", {})).items[0]
    assert told.before.nothing == told.after.nothing == OTHERWISE
    assert told.before.rules == ("3.1(b): win when the colour is red",)


def test_nothing_is_said_of_worth_where_nothing_is_known() -> None:
    assert "Worth to the player" not in printed(made(), "markdown").decode()
    assert "Worth to the player, per first wager" in printed(hostile(), "markdown").decode()


def test_no_word_takes_sides() -> None:
    for form in ("html", "markdown"):
        assert not SIDES.search(re.sub(r"(?s)<style>.*?</style>", "", printed(made(), form).decode()))


def test_every_level_and_kind_has_words() -> None:
    from rulespec.compare.change_classes import CLASSES, LEVELS

    assert set(LEVEL_WORDS) == set(LEVELS)
    assert all(kind_words(one.id) for one in CLASSES)


def test_nothing_changed_is_a_report_too() -> None:
    report = amendment_report((), (BEFORE, BEFORE), "", DAY, (None, None), BEFORE)
    assert not report.items
    assert report.untouched == ("harbour/small-wheel",)
    for form in ("html", "markdown", "docx", "xlsx"):
        assert printed(report, form)


def test_cards_of_a_round_are_drawn(tmp_path: Path) -> None:
    old, new = "tests/fixtures/specs", tmp_path / "specs"
    shutil.copytree(old, new)
    spec = new / "harbour/lamp-and-tide.yaml"
    text = spec.read_text(encoding="utf-8")
    changed = re.sub(r"(\nsettle:\n(?:.*\n)*?.*then: )lose", r"\1stand_off", text, count=1)
    assert changed != text
    spec.write_text(changed, encoding="utf-8")
    report = amendment_report(("harbour/lamp-and-tide",), (old, str(new)), "", DAY, (None, None), str(new))
    figures = [item.figure for item in report.items if item.figure is not None]
    assert any(one.faces for figure in figures for one in figure.common)
    assert 'class="card' in printed(report, "html").decode()


def test_an_added_and_a_removed_spec_are_told(tmp_path: Path) -> None:
    new = tmp_path / "specs"
    shutil.copytree("tests/fixtures/specs", new)
    (new / "harbour/eight-pockets.yaml").rename(new / "harbour/eight-wells.yaml")
    text = (new / "harbour/eight-wells.yaml").read_text(encoding="utf-8")
    (new / "harbour/eight-wells.yaml").write_text(text.replace("harbour/eight-pockets", "harbour/eight-wells"))
    report = amendment_report((), ("tests/fixtures/specs", str(new)), "", DAY, (None, None), str(new))
    told = {(part.heading.spec, item.kind) for part in report.parts for item in part.items}
    assert told == {("harbour/eight-pockets", "taken out"), ("harbour/eight-wells", "new")}
    assert printed(report, "html")


def test_an_edition_that_changed_is_a_part_of_its_own(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    shutil.copytree("tests/fixtures/specs", old)
    edition = old / "harbour/editions/eight-pockets/first.yaml"
    edition.parent.mkdir(parents=True)
    edition.write_text(
        "spec: harbour/eight-pockets@first\n"
        "edition: {instrument: First, effective: 2020-01-01, fingerprint: none, because: it is an invented edition}\n"
        "base: {spec: harbour/eight-pockets}\n"
    )
    shutil.copytree(old, new)
    (new / "harbour/editions/eight-pockets/first.yaml").unlink()
    report = amendment_report((), (str(old), str(new)), "", DAY, (None, None), str(new))
    assert [(part.heading.spec, part.items[0].kind) for part in report.parts] == [
        ("harbour/eight-pockets@first", "taken out")
    ]


@pytest.mark.parametrize(
    ("items", "told"), [((), ""), ((3,), "3"), ((2, 1), "1, 2"), ((1, 2, 3, 5, 7, 8), "1 to 3, 5, 7, 8")]
)
def test_numbers_of_items_are_told_in_runs(items: tuple[int, ...], told: str) -> None:
    assert numbers(items) == told


def test_clauses_without_a_lock_go_by_their_numbers() -> None:
    clauses = ["3.14(b)", "10", "3.9", "1.1 Fold", "3.14(a)"]
    assert sorted(clauses, key=lambda one: position((one,), ())) == ["1.1 Fold", "3.9", "3.14(a)", "3.14(b)", "10"]


# What others wrote is text.


def test_html_holds_no_markup_of_others_and_needs_nothing_but_itself() -> None:
    text = printed(hostile(), "html").decode()
    tree = read(text)
    assert {node.tag for node in tree.all()}.isdisjoint({"script", "img", "iframe", "object", "embed"})
    assert not re.search(r"\bsrc=|url\(|@import", text)
    assert "{{ 7 * 7 }}" in tree.text


def test_html_has_an_anchor_for_each_link() -> None:
    tree = read(printed(made(), "html").decode())
    ids = {node.attrs["id"] for node in tree.all() if "id" in node.attrs}
    assert {node.attrs["href"][1:] for node in tree.all("a")} <= ids


@settings(max_examples=examples(25), deadline=None)
@given(st.text(max_size=40))
def test_markdown_tables_keep_their_columns(text: str) -> None:
    shown = printed(hostile(text), "markdown").decode()
    html = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(shown)
    tree = read(html)
    assert {node.tag for node in tree.all()} <= set(
        "h1 h2 h3 p ul li strong table thead tbody tr th td br span code em".split()
    )
    for table in tree.all("table"):
        rows = list(table.all("tr"))
        assert len({len([*row.all("th", "td")]) for row in rows}) == 1
    assert len(list(tree.all("h1"))) == 1


def test_markdown_is_no_longer_than_can_be_rendered() -> None:
    assert len(printed(hostile("long " * 2_000), "markdown")) <= 400_000


# Office files.


def test_docx_lies_across_and_repeats_its_heading_rows() -> None:
    document = Document(io.BytesIO(printed(made(), "docx")))
    section = document.sections[0]
    assert section.orientation == WD_ORIENT.LANDSCAPE
    assert section.page_width > section.page_height
    schedule = next(one for one in document.tables if one.cell(0, 0).text == "Item")
    assert [cell.text for cell in schedule.rows[0].cells][:3] == ["Item", "Current clause", "Current text"]
    assert len(schedule.rows) == 5
    for table in document.tables:
        assert table.rows[0]._tr.xpath("./w:trPr/w:tblHeader")
        assert not table._tbl.xpath(".//w:gridSpan | .//w:vMerge")
    styles = [one.style.name for one in document.paragraphs if one.style is not None]
    assert styles[:2] == ["Title", "Subtitle"]
    assert styles.count("Heading 1") >= 6
    assert document.tables[-1].cell(0, 1).text == "First reader"


def test_xlsx_has_its_three_sheets_first_and_none_of_its_cells_merged() -> None:
    book = load_workbook(io.BytesIO(printed(made(), "xlsx")))
    assert book.sheetnames[:3] == ["Schedule", "Summary by area", "What rests on it"]
    for sheet in book.worksheets:
        assert sheet.freeze_panes
        assert sheet.auto_filter.ref
        assert sheet.print_title_rows
        assert not sheet.merged_cells.ranges
        assert sheet.page_setup.orientation == "landscape"
    schedule = book["Schedule"]
    assert [cell.value for cell in schedule[4]][:4] == ["Item", "About", "Current clause", "Current text"]
    assert [schedule.cell(row, 1).value for row in (5, 6, 7)] == [1, 2, 3]
    summary = {row[0].value: row[1].value for row in book["Summary by area"].iter_rows()}
    assert summary["All areas"] == 4
    line = book["Rounds"]["C2"].value
    assert json.loads(line)["spec"] == "harbour/small-wheel"


def cells(data: bytes) -> Iterator[Any]:
    for sheet in load_workbook(io.BytesIO(data)).worksheets:
        for row in sheet.iter_rows():
            yield from row


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", HOSTILE])
def test_no_text_is_a_formula(text: str) -> None:
    data = printed(hostile(text), "xlsx")
    found = [cell for cell in cells(data) if cell.value is not None]
    assert {cell.data_type for cell in found} <= {"s", "n"}
    assert all(cell.quotePrefix for cell in found if str(cell.value).startswith(("=", "+", "-", "@")))
    assert bounded(text) in {cell.value for cell in found}
    assert all("<f>" not in part and "<f " not in part for part in parts(data))


def parts(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [archive.read(name).decode() for name in archive.namelist() if name.startswith("xl/worksheets/")]


@settings(max_examples=examples(25), deadline=None)
@given(st.text(st.characters(codec=None), max_size=30))
def test_any_text_comes_back_from_a_workbook(text: str) -> None:
    data = workbook([Sheet("Any", ("A",), (20.0,), ((Value(text),),))], text, "2022-06-03")
    sheet = load_workbook(io.BytesIO(data)).worksheets[0]
    assert (sheet["A2"].value or "") == bounded(text)


@settings(max_examples=examples(200), deadline=None)
@given(st.text(st.characters(codec=None), max_size=30))
def test_plain_text_is_what_xml_can_hold(text: str) -> None:
    import xml.etree.ElementTree as ElementTree
    from xml.sax.saxutils import escape

    shown = plain(text)
    assert ElementTree.fromstring(f"<a>{escape(shown)}</a>").text in (shown, None)
    assert plain(shown) == shown


def test_a_cell_holds_no_more_than_it_can() -> None:
    shown = bounded("x" * 50_000)
    assert len(shown) < 32_767
    assert shown.startswith("x" * MOST)
    assert shown.endswith("(18,000 characters more)")


def test_docx_holds_text_of_any_kind() -> None:
    document = Document(io.BytesIO(printed(hostile(), "docx")))
    assert any(plain(HOSTILE) == one.text for one in document.paragraphs)


# The matrix of a comparison.


def test_the_matrix_has_a_column_a_document_with_word_and_colour() -> None:
    from report_samples import ROWS, SPECS

    row = Compared(
        "settlement/raise/x", "settlement", "raise", "=Raise", "a = b", "they are equal", "silent",
        (Said(SPECS[0].id, "stand_off", "answered", ("1.2(a)",)), Said(SPECS[1].id, "", "undetermined", ("1.2",))),
        share=Fraction(1, 20),
    )  # fmt: skip
    comparison = Comparison(tuple(spec.id for spec in SPECS), (*ROWS, row), "One hand.")
    data = matrix_xlsx(comparison, SPECS, "Meadow Poker", {"version": "1", "date": "2022-06-03"})
    sheet = load_workbook(io.BytesIO(data))["Matrix"]
    head = [cell.value for cell in sheet[3]]
    assert head[:4] == ["Area", "Concept", "Case", "Status"]
    assert head[-2:] == ["Frequency", "Known by"]
    assert len(head) == 6 + len(SPECS)
    found = next(one for one in sheet.iter_rows(min_row=4) if one[1].value == "=Raise")
    assert [cell.value for cell in found[3:6]] == ["silent", "stand-off\n1.2(a)", "silent\n1.2"]
    assert found[6].value == "not compared"
    assert found[-2].value == "In 1 of 20 deals (5 %)"
    assert found[3].fill.fgColor.rgb == found[5].fill.fgColor.rgb == "00E8ECF6"
    assert sheet.freeze_panes == "E4"
    assert not sheet.merged_cells.ranges
    assert data == matrix_xlsx(comparison, SPECS, "Meadow Poker", {"version": "1", "date": "2022-06-03"})


# The command.


def ended(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = run(arguments)
    shown = capsys.readouterr()
    return status, shown.out, shown.err.strip().splitlines()[-1] if shown.err.strip() else ""


def test_the_files_ending_says_the_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending, start in (("html", b"<!doctype"), ("md", b"# Small"), ("docx", b"PK"), ("xlsx", b"PK")):
        out = tmp_path / "made" / f"report.{ending}"
        status, _, told = ended(command("--out", str(out)), capsys)
        assert (status, told) == (0, f"{out}: 4 changes, 1 not declared")
        assert out.read_bytes().startswith(start)


def test_without_a_file_it_is_markdown_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown, _ = ended(command(), capsys)
    assert status == 0
    assert shown == printed(made(), "markdown").decode()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (command("--out", "report.pdf"), "the ending of `report.pdf` says no form"),
        (command("--date", "3/6/2022"), "`3/6/2022` is no date"),
        (["report", "--base", "no-such-thing", "--specs", BEFORE], "no revision or folder"),
        (["report", "wheel", "--head", AFTER, "--out", "x.html"], "--head says what changed to what"),
        (["report", "--out", "x.html"], "name a family or specs"),
        (["report", "wheel", "--specs", BEFORE], "say what file to write"),
        (["report", "wheel", "--specs", BEFORE, "--out", "x.docx"], "this report has no form `docx`"),
        (["compare", "wheel", "--specs", BEFORE, "--report", "x.md"], "this report has no form `markdown`"),
    ],
)
def test_what_cannot_be_used_is_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _, last = ended(arguments, capsys)
    assert status == 2
    assert told in last
    assert not Path("x.html").exists()


def test_what_is_not_decided_is_told_and_ends_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new, out = tmp_path / "specs", tmp_path / "report.md"
    shutil.copytree(BEFORE, new)
    spec = new / "harbour/small-wheel.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("{hue: gold}", "{hue: red}"), encoding="utf-8")
    status, _, last = ended(["report", "--base", BEFORE, "--specs", str(new), "--out", str(out)], capsys)
    assert (status, last) == (4, "rulespec: 1 change could not be decided")
    shown = out.read_text(encoding="utf-8")
    assert "## Not decided" in shown
    assert "cannot be compared deal by deal" in shown
    assert "before/" not in shown
    assert "| not known |" in shown


@pytest.mark.parametrize("form", ["docx", "xlsx"])
def test_what_is_not_installed_is_named(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("docx", "openpyxl")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "docx", None)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    status, _, last = ended(command("--out", str(tmp_path / f"x.{form}")), capsys)
    assert status == 2
    assert "pip install 'rulespec[office]'" in last


def test_a_spec_that_cannot_be_loaded_leaves_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "specs"
    shutil.copytree(AFTER, new)
    (new / "harbour/small-wheel.yaml").write_text("spec: [", encoding="utf-8")
    status, _, last = ended(
        ["report", "--base", BEFORE, "--specs", str(new), "--out", str(tmp_path / "r.html")], capsys
    )
    assert status == 3
    assert "no report is written" in last
    assert not (tmp_path / "r.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize("form", ["docx", "xlsx"])
def test_an_office_program_opens_it(form: str, tmp_path: Path) -> None:
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("no LibreOffice on this machine: the file was not opened in an office program")
    (tmp_path / f"report.{form}").write_bytes(printed(made(), form))
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    asked = [program, home, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), f"report.{form}"]
    subprocess.run(asked, cwd=tmp_path, capture_output=True, timeout=120, check=True)
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_lost_has_a_minus_sign_and_a_day_keeps_its_hyphens() -> None:
    assert _minus("-0.26862 to -0.1, from 2020-01-01, -x") == "−0.26862 to −0.1, from 2020-01-01, -x"
