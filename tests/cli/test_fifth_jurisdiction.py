"""A new jurisdiction is YAML alone: an invented document of an invented casino, from its text to a comparison.

Its drafters left one gap (an Ante on an equal hand, 3.4) and one contradiction (a Blind against a hand that does not
qualify, 3.6(b) and 3.7). Nothing else may be found, and nothing but the vocabulary is shared with other documents.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulespec.cli.main import run
from rulespec.load.library import Library
from rulespec.load.vocabulary import FILE_NAME as VOCABULARY
from rulespec.resources import folder

HERE = Path(__file__).parents[1] / "fixtures" / "fifth"
TEXTS = HERE / "text"
NEW = "lighthouse/ultimate-texas-holdem"
PERTH, QUEENSLAND = "crown-perth/ultimate-texas-holdem", "queensland/ultimate-texas-holdem"


@pytest.fixture(scope="module")
def specs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A specs folder of its own with the vocabulary of the program's."""
    root = Path(shutil.copytree(HERE / "specs", tmp_path_factory.mktemp("own") / "specs"))
    shutil.copy(folder("specs") / VOCABULARY, root)
    return root


def said(capsys: pytest.CaptureFixture[str], status: int, *args: object) -> str:
    """What a command prints; it must end with this status."""
    got = run([str(arg) for arg in args])
    printed = capsys.readouterr()
    assert got == status, printed.err
    return printed.out


def data(capsys: pytest.CaptureFixture[str], status: int, *args: object) -> Any:
    return json.loads(said(capsys, status, *args, "--format", "json"))


@pytest.mark.usefixtures("remembered")
def test_check_finds_the_gap_and_the_contradiction_and_nothing_else(
    specs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    every = data(capsys, 1, "check", NEW, "--specs", specs)["findings"]
    # What the limits of a table bring about together with wrong amounts stands in the text too, and is counted apart.
    found = [one for one in every if "amount(" not in one["condition"]]
    assert all(one["basis"] == "proved" for one in every)
    assert [(one["rule"], one["clauses"]) for one in found] == [
        ("gap", ["3.4"]),
        ("conflict", ["3.6(b)", "3.7", "1.1 Qualifies"]),
    ]
    assert all(one["witness"] for one in found)
    assert "read as `stand_off`" in said(capsys, 1, "check", NEW, "--specs", specs).replace("\n  ", " ")


def test_every_clause_of_the_text_is_accounted_for(specs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, 0, "doc", "lock", NEW, "--check", "--sources", TEXTS, "--specs", specs)
    assert "100.0 % of 107 clauses" in said(capsys, 0, "coverage", NEW, "--strict", "--min", "100", "--specs", specs)
    linted = said(capsys, 0, "doc", "lint", NEW, "--sources", TEXTS, "--specs", specs)
    assert "dangling-reference" not in linted


def test_rows_without_bars_at_the_ends_are_told(
    specs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    [text] = TEXTS.iterdir()
    open_ended = (line.removeprefix("| ").removesuffix(" |") for line in text.read_text(encoding="utf-8").splitlines())
    (tmp_path / text.name).write_text("\n".join(open_ended), encoding="utf-8")
    found = said(capsys, 1, "doc", "lint", NEW, "--rule", "dangling-reference", "--sources", tmp_path, "--specs", specs)
    assert "begin and end each line of Table 1 with `|`" in found.replace("\n  ", " ")


def test_cases_come_out_as_the_document_says(specs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "10 passed, 0 failed" in said(capsys, 0, "test", HERE / "rounds.jsonl", "--specs", specs)


@pytest.mark.parametrize(("reading", "result"), [("literal", "undetermined"), ("interpreted", "stand_off")])
def test_the_gap_is_read_by_custom_only_where_that_is_asked_for(
    specs: Path, capsys: pytest.CaptureFixture[str], reading: str, result: str
) -> None:
    args = ("settle", HERE / "rounds.jsonl", "--specs", specs, "--reading", reading)
    lines = said(capsys, 0, *args, "--format", "json")
    rounds = {one["id"]: one for one in map(json.loads, lines.splitlines())}
    assert rounds["tie"]["players"]["1"]["ante"]["result"] == result


@pytest.mark.parametrize("other", [PERTH, QUEENSLAND])
def test_it_compares_with_the_documents_that_came_with_the_program(
    specs: Path, capsys: pytest.CaptureFixture[str], other: str
) -> None:
    found = data(capsys, 0, "compare", NEW, other, "--specs", specs)["findings"]
    differing = {(clause, one["status"]) for one in found for clause in one["clauses"]}
    assert {("3.4", "silent"), ("3.6(b)", "differs"), ("Table 2[straight]", "differs")} <= differing


@pytest.mark.slow
@pytest.mark.usefixtures("remembered")
def test_a_spec_may_be_named_by_its_file_from_any_folder(
    specs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = specs / f"{NEW}.yaml"
    assert "uncovered" not in said(capsys, 1, "check", path)
    page = tmp_path / "page.html"
    said(capsys, 0, "report", path, PERTH, "--out", page, "--sources", TEXTS)
    text = page.read_text(encoding="utf-8")
    assert "Lighthouse Casino" in text
    assert "the round is a Spoilt Round" in text  # the clause's own words
    said(capsys, 0, "explain", "3.6(b)", "--specs", specs, "--sources", TEXTS)


def test_a_folder_of_its_own_is_offered_the_names_of_the_family(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(folder("specs") / VOCABULARY, tmp_path)
    said(capsys, 0, "new", "spec", NEW, "--family", "ultimate-texas-holdem", "--specs", tmp_path)
    text = (tmp_path / f"{NEW}.yaml").read_text(encoding="utf-8")
    assert "domain: community-poker" in text
    assert "left_out:\n  wagers: {wagers: ante blind trips play" in text
    assert Library(tmp_path).load(NEW).wagers == ()


def test_a_case_cannot_expect_what_is_not_looked_at(
    specs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = next(line for line in (HERE / "rounds.jsonl").read_text(encoding="utf-8").splitlines() if "royal" in line)
    wrong = {
        '"meters": {"jackpot_meter": "10001.2"}': '"meters": {"jackpot_meter": 10000}',
        '"meters"': '"metres"',
        '"expect": {': '"expect": {"round": "void", ',
        '"net": 20000': '"net": 20000, "excess": 1',
        '"net": 4000': '"net": 4000, "disposition": "returned"',
    }
    for old, new in wrong.items():
        assert old in line
        path = tmp_path / "wrong.jsonl"
        path.write_text(line.replace(old, new), encoding="utf-8")
        assert "0 passed, 1 failed" in said(capsys, 1, "test", path, "--specs", specs)
