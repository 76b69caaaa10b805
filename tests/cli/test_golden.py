"""What commands print, whole, in files that anyone can read: the command, its exit status, both its outputs.

One switch writes the files anew: `pytest --update-golden`. What it changes is to be reviewed like a change of rules.
"""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from rulespec.cli.main import COMMANDS, run

ROOT = Path(__file__).parents[2]
HERE = "tests/golden/cli"
FIXTURES = "--specs tests/fixtures/specs"
KNOWN = "--specs tests/fixtures/odds"  # games with well known odds
WHEEL = "--specs tests/fixtures/documents/specs"
TEXTS = "tests/fixtures/documents/sources"

# The file of each command, by its name without `.txt`.
SHOWN = {
    "help": "--help",
    "version": "--version",
    "settle-help": "settle --help",
    "list": "list",
    "list-json": "list --format json",
    "list-editions": "list --editions",
    "list-editions-json": "list --editions --format json",
    "list-as-of": "list --as-of 2022-06-09",
    "check": "check crown-perth/ultimate-texas-holdem",
    "check-json": f"check harbour/eight-pockets --format json {FIXTURES}",
    "check-never-fails": f"check harbour/eight-pockets --fail-on never {FIXTURES}",
    "prove": "prove complete crown-perth/ultimate-texas-holdem --about blind",
    "prove-cases": "prove consistent crown-perth/ultimate-texas-holdem --about play",
    "prove-json": "prove complete crown-perth/ultimate-texas-holdem --about settle/blind --format json",
    "prove-narrow": "prove complete crown-perth/ultimate-texas-holdem --about blind",
    "prove-unknown": "prove complete crown-perth/ultimate-texas-holdem --about blind --work 1000",
    "prove-equivalent": f"prove equivalent harbour/eight-pockets harbour/eight-pockets {FIXTURES}",
    "prove-implies": "prove implies crown-perth/ultimate-texas-holdem queensland/ultimate-texas-holdem "
    "--favours player --about ante --about flop",
    "prove-help": "prove --help",
    "settle": f"settle {HERE}/rounds.jsonl",
    "settle-explain": f"settle --explain {HERE}/rounds.jsonl",
    "settle-json": f"settle --format json {HERE}/rounds.jsonl",
    "settle-mixed": f"settle {HERE}/mixed.jsonl",
    "settle-mixed-json": f"settle --format json {HERE}/mixed.jsonl",
    "settle-dated": f"settle {HERE}/dated.jsonl",
    "settle-dated-json": f"settle --format json {HERE}/dated.jsonl",
    "settle-as-of": f"settle --as-of 2022-06-09 {HERE}/dated.jsonl",
    "settle-fail-on": f"settle --fail-on undetermined --fail-on conflict {HERE}/rounds.jsonl",
    "settle-other-spec": f"settle --spec queensland/ultimate-texas-holdem {HERE}/rounds.jsonl",
    "odds": f"odds harbour/three-dice {KNOWN}",
    "odds-narrow": f"odds harbour/three-dice --wager four {KNOWN}",
    "odds-json": f"odds harbour/big-wheel --wager on_joker --format json {KNOWN}",
    "odds-csv": f"odds harbour/single-zero --format csv {KNOWN}",
    "odds-open": f"odds harbour/eight-pockets --option star_prize=10 {FIXTURES}",
    "odds-help": "odds --help",
    "explain": "explain 3.14(b)",
    "explain-rule": "explain 3.20(a)/trips/win --format json",
    "explain-as-of": "explain 3.15 --spec crown-perth/ultimate-texas-holdem --as-of 2022-06-09",
    "explain-option": "explain 4.4 --spec crown-perth/ultimate-texas-holdem",
    "diff": "diff crown-perth/ultimate-texas-holdem queensland/ultimate-texas-holdem",
    "diff-editions": "diff crown-perth/ultimate-texas-holdem crown-perth/ultimate-texas-holdem@rag-568 --area pay "
    "--no-prove",
    "diff-editions-json": "diff crown-melbourne/wsop-bonus-texas-holdem@jackpot-option-1 "
    "crown-melbourne/wsop-bonus-texas-holdem@jackpot-option-2 --area pay --no-prove --format json",
    "diff-exit-code": "diff crown-perth/ultimate-texas-holdem queensland/ultimate-texas-holdem --area pay --exit-code",
    "compare": "compare ultimate-texas-holdem --area decision --area stake --area settlement --area pay",
    "compare-prizes": "compare ultimate-texas-holdem --area jackpot --area option --all",
    "coverage": f"coverage --min 96 {WHEEL}",
    "coverage-json": f"coverage harbour/small-wheel --strict --format json {WHEEL}",
    "doc-parse": f"doc parse {TEXTS}/small-wheel.txt {WHEEL}",
    "doc-parse-json": f"doc parse harbour/small-wheel --sources {TEXTS} --format json {WHEEL}",
    "doc-parse-markdown": f"doc parse {TEXTS}/small-wheel.txt --format markdown {WHEEL}",
    "doc-lint": f"doc lint {TEXTS}/small-wheel.txt {WHEEL}",
    "doc-lint-github": f"doc lint {TEXTS}/small-wheel.txt --format github {WHEEL}",
    "check-junit": f"check harbour/eight-pockets --format junit {FIXTURES}",
    "check-markdown": f"check harbour/eight-pockets --format markdown {FIXTURES}",
    "gate-help": "gate --help",
    "rules": "rules",
    "rules-one": "rules pay-order",
    "rules-json": "rules gap --format json",
    "error-unknown-rule": "rules gapp",
    "doc-lock": f"doc lock harbour/small-wheel --sources {TEXTS} --stdout {WHEEL}",
    "doc-lock-check": f"doc lock harbour/small-wheel --file {TEXTS}/small-wheel-third.txt --check {WHEEL}",
    "doc-drift": f"doc drift {TEXTS}/small-wheel-third.txt --document harbour/small-wheel --sources {TEXTS} {WHEEL}",
    "doc-drift-json": f"doc drift {TEXTS}/small-wheel-third.txt --document harbour/small-wheel --format json {WHEEL}",
    "doc-drift-none": f"doc drift {TEXTS}/small-wheel.txt {WHEEL}",
    "check-document": f"check {WHEEL}",
    "explain-sources": f"explain 3.1 --sources {TEXTS} {WHEEL}",
    "explain-provision": f"explain 2.3 --sources {TEXTS} {WHEEL}",
    "explain-json-sources": f"explain 3.2 --sources {TEXTS} --format json {WHEEL}",
    "settle-explain-sources": f"settle --explain --sources {TEXTS} {HERE}/wheel.jsonl {WHEEL}",
    "settle-json-sources": f"settle --explain --sources {TEXTS} --format json {HERE}/wheel.jsonl {WHEEL}",
    "list-documents": f"list --documents {WHEEL}",
    "init-help": "init --help",
    "fmt-help": "fmt --help",
    "fmt-check": f"fmt --check {HERE}/untidy.yaml",
    "fmt-diff": f"fmt --diff {HERE}/untidy.yaml",
    "completion-help": "completion --help",
    "new-help": "new spec --help",
    "error-new-there-already": f"new spec harbour/eight-pockets --family wheel {FIXTURES}",
    "test-of-no-case": f"test {HERE}/rounds.jsonl",
    "error-unknown-spec": "check crown-perth/ultimate-texas-holden",
    "error-unknown-command": "setle rounds.jsonl",
    "error-bad-option": "check --fail-on sometimes",
    "error-missing-argument": "diff crown-perth/ultimate-texas-holdem",
    "error-unreadable-file": "settle no-such-file.jsonl",
    "error-unknown-family": "compare ultimate-texas-holden",
    "error-unknown-clause": "explain 3.140",
    "error-no-specs-folder": "list --specs no-such-folder",
    "error-unlike-games": f"diff harbour/eight-pockets harbour/three-bells {FIXTURES}",
    "error-doc-without-entry": f"doc parse tests/fixtures/invented.py {WHEEL}",
    "error-doc-missing": f"doc parse no-such-file.txt --document harbour/small-wheel {WHEEL}",
    "error-as-of-no-day": "list --as-of 10/06/2022",
    "error-as-of-before-all": "check crown-perth/ultimate-texas-holdem --as-of 2020-08-12",
    "error-as-of-of-an-edition": "check crown-perth/ultimate-texas-holdem@rag-568 --as-of 2022-06-09",
    "error-unknown-edition": "check crown-perth/ultimate-texas-holdem@rag-567",
    "error-unseen-edition": "coverage crown-perth/ultimate-texas-holdem --as-of 2022-06-09",
    "error-odds-option": f"odds harbour/eight-pockets --option star_prise=10 {FIXTURES}",
    "error-odds-wager": f"odds harbour/three-dice --wager smal {KNOWN}",
    "error-with-itself": "diff queensland/ultimate-texas-holdem queensland/ultimate-texas-holdem",
}

COLUMNS = {"prove-narrow": "40", "odds-narrow": "40"}  # 100 for every other


def outcome(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """A command with all that comes of it, as its golden file holds it."""
    status = run(shlex.split(command))
    printed = capsys.readouterr()
    text = f"$ rulespec {command}\nexit status {status}\n"
    for title, content in (("standard output", printed.out), ("standard error", printed.err)):
        if content:
            text += f"\n--- {title}\n{content}" + ("" if content.endswith("\n") else "\n")
    return text


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize("name", SHOWN)
def test_what_a_command_prints_is_what_was_reviewed(
    name: str,
    golden: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", COLUMNS.get(name, "100"))
    monkeypatch.delenv("RULESPEC_SPECS", raising=False)
    golden(f"golden/cli/{name}.txt", outcome(SHOWN[name], capsys))


def test_every_file_is_the_outcome_of_a_command() -> None:
    files = {path.stem for path in (ROOT / HERE).glob("*.txt")}
    assert files == set(SHOWN)


def test_every_command_is_shown() -> None:
    """`report` writes a page, which has tests of its own."""
    assert {command.split()[0] for command in SHOWN.values()} >= set(COMMANDS) - {"report"}
