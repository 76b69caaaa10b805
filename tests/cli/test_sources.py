"""The document's own words beside the rules, and what is said where they are of another edition or not at hand."""

import json
import shutil
from pathlib import Path

import pytest

import rulespec
from rulespec.cli.main import run

HERE = Path(__file__).parents[1] / "fixtures" / "documents"
SPECS, TEXTS = HERE / "specs", HERE / "sources"
ROUND = {
    "id": "star",
    "spec": "harbour/small-wheel",
    "outcome": {"pocket": "star"},
    "players": [{"seat": 1, "wagers": {"star": 5}}],
}


@pytest.fixture(name="newer")
def _newer(tmp_path: Path) -> Path:
    """A folder that has the next edition under the name of the one that is encoded."""
    shutil.copy(TEXTS / "small-wheel-third.txt", tmp_path / "small-wheel.txt")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[str, str]:
    assert run([str(word) for word in words]) == 0
    printed = capsys.readouterr()
    return printed.out, printed.err


def test_a_clause_of_another_edition_is_told_as_such(newer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, "explain", "3.3", "--specs", SPECS, "--sources", newer)
    assert "[not the words of the edition encoded] 3.3" in out
    assert "clauses from the edition encoded (Second edition)" in err


def test_a_clause_that_is_the_same_in_both_is_shown_without_a_warning(
    newer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, _ = said(capsys, "explain", "3.2", "--specs", SPECS, "--sources", newer)
    assert "the document: 3.2 A Star Wager" in out
    assert "not the words" not in out


def test_a_trace_marks_what_is_of_another_edition(
    newer: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_text(json.dumps(ROUND), encoding="utf-8")
    out, _ = said(capsys, "settle", "--explain", "--specs", SPECS, "--sources", newer, rounds)
    assert "[not the words of the edition encoded] 3.3" in out
    assert "the document: 3.2 A Star Wager" in out


def test_words_are_shown_with_the_reasons_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = tmp_path / "rounds.jsonl"
    rounds.write_text(json.dumps(ROUND), encoding="utf-8")
    plain, _ = said(capsys, "settle", "--specs", SPECS, rounds)
    with_folder, _ = said(capsys, "settle", "--specs", SPECS, "--sources", TEXTS, rounds)
    assert with_folder == plain


def test_without_the_text_only_the_ids_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, "explain", "3.2", "--specs", SPECS, "--sources", tmp_path)
    assert "the document:" not in out
    assert "has no `small-wheel.txt`" in err


def test_a_document_may_be_supplied_as_another_kind_of_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(TEXTS / "small-wheel.txt", tmp_path / "small-wheel.md")
    out, err = said(capsys, "explain", "3.2", "--specs", SPECS, "--sources", tmp_path)
    assert "the document: 3.2 A Star Wager" in out
    assert err == ""


def test_the_python_check_finds_forgotten_clauses_too() -> None:
    found = rulespec.check(rulespec.load(str(SPECS / "harbour" / "small-wheel.yaml")))
    assert ("uncovered", ("1.1 Quiet Table",)) in [(one.rule, one.clauses) for one in found]


@pytest.mark.parametrize("command", ["parse", "lint", "drift"])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"\0\1\2", "is not plain text"),
        (b"%PDF-1.7 cut off", "cut off"),
        (b"PK\3\4junk", ""),
        (b"(" * 100_001, "line"),
        (b"x" * 20_000_001, "20 MB"),
        (b"a\n" * 200_001, "lines"),
        (b"no rules here", "no line `1. DEFINITIONS`"),
    ],
)
def test_what_is_no_document_ends_in_one_clear_line(
    command: str, content: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small-wheel.txt"
    path.write_bytes(content)
    assert run(["doc", command, str(path), "--specs", str(SPECS)]) == 3
    printed = capsys.readouterr()
    # A lint tells it as a finding too, for whoever reads findings alone.
    assert ("error unreadable-file" in printed.out) == (command == "lint")
    (line,) = printed.err.strip().splitlines()
    assert line.startswith("rulespec: ")
    assert words in line
