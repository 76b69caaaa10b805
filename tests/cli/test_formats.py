"""`--format` and `--output` of the commands that print findings, and `rules`."""

import json
import os
import stat
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from invented import SPECS

from rulespec.cli.main import run
from rulespec.compare.change_classes import CLASSES
from rulespec.documents.lint.rules import RULES as LINT
from rulespec.model.rules import RULES
from rulespec.report.catalogue import GROUPS, catalogue
from rulespec.report.formats import formats

ROOT = Path(__file__).parents[2]
FIXTURES = ["--specs", str(SPECS)]
CHECK = ["check", "harbour/eight-pockets", *FIXTURES]
WHEEL = ROOT / "tests/fixtures/documents"
LINT_WHEEL = ["doc", "lint", str(WHEEL / "sources/small-wheel.txt"), "--specs", str(WHEEL / "specs")]
FORMATS = formats("findings")


def last(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err.splitlines()[-1]


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("args", [CHECK, LINT_WHEEL], ids=["check", "lint"])
def test_file_holds_what_would_have_been_printed(
    args: list[str], form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run([*args, "--format", form])
    printed = capsys.readouterr().out
    out = tmp_path / "findings"
    assert run([*args, "--format", form, "--output", str(out)]) == status
    told = capsys.readouterr()
    assert out.read_text(encoding="utf-8") == printed
    assert told.out == ""
    assert f"written to `{out}`" in told.err
    assert os.listdir(tmp_path) == ["findings"]


@pytest.mark.usefixtures("remembered")
def test_file_that_is_there_is_replaced_and_keeps_its_rights(tmp_path: Path) -> None:
    out, link = tmp_path / "findings.json", tmp_path / "link.json"
    out.write_text("old" * 10_000, encoding="utf-8")
    out.chmod(0o640)
    link.symlink_to(out)
    assert run([*CHECK, "--format", "json", "--output", str(link)]) == 1
    assert json.loads(out.read_text(encoding="utf-8"))["findings"]
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert link.is_symlink()


@pytest.mark.usefixtures("remembered")
def test_what_is_no_plain_file_stays_what_it_is() -> None:
    assert run([*CHECK, "--output", os.devnull]) == 1
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize(
    ("name", "why"),
    [("lost/findings.json", "there is no folder"), ("", "it is a folder")],
)
def test_file_that_cannot_be_written_is_wrong_usage(
    name: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*CHECK, "--output", f"{tmp_path}/{name}"]) == 2
    told = capsys.readouterr()
    assert why in told.err.splitlines()[-1]
    assert told.out == ""


@pytest.mark.parametrize("form", FORMATS)
def test_spec_that_cannot_be_loaded_is_in_every_format(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "vocabulary.yaml").write_bytes((SPECS / "vocabulary.yaml").read_bytes())
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour/broken.yaml").write_text("a: [1\n", encoding="utf-8")
    assert run(["check", "--specs", str(tmp_path), "--format", form]) == 3
    told = capsys.readouterr()
    assert "yaml-syntax" in told.out
    assert "harbour/broken.yaml" in told.out
    assert told.err.splitlines()[-1] == "rulespec: 1 spec cannot be loaded"
    if form == "junit":
        assert int(str(ET.fromstring(told.out).get("errors"))) > 0
    if form == "sarif":
        (one,) = json.loads(told.out)["runs"]
        assert one["invocations"][0]["executionSuccessful"] is False
        assert one["results"]


@pytest.mark.parametrize("form", FORMATS)
def test_document_that_cannot_be_read_is_in_every_format(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = str(tmp_path / "lost.txt")
    args = ["doc", "lint", lost, "--document", "harbour/small-wheel", "--specs", str(WHEEL / "specs")]
    assert run([*args, "--format", form]) == 3
    told = capsys.readouterr()
    assert "unreadable-file" in told.out
    assert "lost.txt" in told.out
    assert "lost.txt" in told.err.splitlines()[-1]


def test_every_rule_is_listed_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--format", "json"]) == 0
    listed = [one["id"] for one in json.loads(capsys.readouterr().out)["rules"]]
    assert len(set(listed)) == len(listed)
    assert set(listed) >= {*(rule.id for rule in RULES), *(rule.id for rule in LINT), "waiver-unused"}
    assert run(["rules"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {name}" in printed for name in listed)


def test_every_rule_is_documented_where_the_list_says() -> None:
    for entry in catalogue():
        page, _, place = entry.documented.partition("#")
        assert f"### `{place}`" in (ROOT / page).read_text(encoding="utf-8"), entry.id


def test_page_of_rules_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Made with `rulespec rules --format markdown > docs/rules.md`."""
    assert run(["rules", "--format", "markdown"]) == 0
    assert (ROOT / "docs/rules.md").read_text(encoding="utf-8") == capsys.readouterr().out


def test_classes_of_changes_are_listed_with_what_they_are() -> None:
    found = {entry.id: entry for entry in catalogue() if entry.group == "changes"}
    assert set(found) == {one.id for one in CLASSES}
    assert dict(found["pay-lowered"].more) == {"area": "pay", "kind": "lowered", "favours": "house"}
    assert {entry.group for entry in catalogue()} == set(GROUPS)


def test_rule_that_is_not_there_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "dangling-referense"]) == 2
    assert last(capsys).endswith("did you mean `dangling-reference`?")


def two_versions(folder: Path) -> list[str]:
    """Specs before and after a change of one result, as arguments of the gate."""
    for name in ("before", "after"):
        (folder / name / "harbour").mkdir(parents=True)
        (folder / name / "vocabulary.yaml").write_bytes((SPECS / "vocabulary.yaml").read_bytes())
        text = (SPECS / "harbour/eight-pockets.yaml").read_text(encoding="utf-8")
        changed = text if name == "before" else text.replace("then: win,  cite: 3(a)", "then: lose, cite: 3(a)")
        (folder / name / "harbour/eight-pockets.yaml").write_text(changed, encoding="utf-8")
    return ["gate", "--base", str(folder / "before"), "--specs", str(folder / "after")]


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize("form", FORMATS)
def test_gate_prints_changes_in_every_format(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*two_versions(tmp_path), "--format", form, "--output", "found"]) == 1
    printed = (tmp_path / "found").read_text(encoding="utf-8")
    assert "settlement-lowered" in printed
    assert "net -10" in printed.replace("\N{MINUS SIGN}", "-")
    assert last(capsys).startswith("rulespec: 1 change at or above `breaking` is not declared")
    if form == "junit":
        root = ET.fromstring(printed)
        assert (root.get("failures"), root.get("errors")) == ("1", "0")
        assert root.find(".//testcase[@name='pay']") is not None
        assert root.find(".//testcase[@name='settlement']") is None


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize("form", FORMATS)
def test_amendment_that_cannot_be_read_is_in_every_format(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    args = two_versions(tmp_path)
    (tmp_path / "after/harbour/amendments").mkdir()
    (tmp_path / "after/harbour/amendments/first.yaml").write_text("a: [1\n", encoding="utf-8")
    assert run([*args, "--format", form]) == 3
    told = capsys.readouterr()
    assert "yaml-syntax" in told.out
    assert "first.yaml" in told.out
    assert told.err.splitlines()[-1] == "rulespec: amendments or exemptions cannot be read"
