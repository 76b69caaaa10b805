"""The contract of the command line: exit statuses, the last line that says why, JSON formats, terminals and pipes."""

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from invented import PLAYER_WINS, SPECS, bells, pockets

from rulespec.cli import main
from rulespec.cli.doc_command import DOC_COMMANDS
from rulespec.cli.main import run
from rulespec.cli.new_command import NEW_COMMANDS
from rulespec.engine import memory
from rulespec.engine.session import Session
from rulespec.errors import Inconclusive, InternalError
from rulespec.load.library import Library
from rulespec.prove.smt.solving import at_most
from rulespec.report.formats import formats, printer

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "rulespec"]
FIXTURES = ["--specs", str(SPECS)]
PERTH, QUEENSLAND = "crown-perth/ultimate-texas-holdem", "queensland/ultimate-texas-holdem"
PAY = ["--area", "pay", "--no-prove"]  # a part of a comparison that takes little time


def jsonl(path: Path, rounds: Sequence[Any]) -> str:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rounds), encoding="utf-8")
    return str(path)


def program(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """The program as a process of its own."""
    return subprocess.run([*PROGRAM, *args], capture_output=True, text=True, check=False, cwd=ROOT, **more)


# Exit statuses. The last line on standard error says why, whenever there is something to say.


def expect(status: int, args: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must end so; the last line on standard error."""
    assert run(list(args)) == status
    error = capsys.readouterr().err
    assert "Traceback" not in error
    if status == 0:
        assert error == ""
        return ""
    last = error.splitlines()[-1]
    assert last.startswith("rulespec: ")
    return last


@pytest.mark.parametrize(
    "args",
    [
        ["--version"],
        ["--help"],
        ["list"],
        ["explain", "3.14(b)(i)"],
        ["check", "harbour/eight-pockets", "--fail-on", "never", *FIXTURES],
        ["diff", PERTH, QUEENSLAND, *PAY],
        ["compare", "ultimate-texas-holdem", "--all", *PAY],
    ],
    ids=lambda args: args[0],
)
def test_nothing_to_report_is_0(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    expect(0, args, capsys)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["check", "harbour/eight-pockets", *FIXTURES], "2 findings at or above `error`"),
        (["check", "harbour/three-bells", "--fail-on", "note", *FIXTURES], "findings at or above `note`"),
        (["diff", PERTH, QUEENSLAND, "--exit-code", *PAY], "the specs differ in"),
        (["compare", PERTH, QUEENSLAND, "--exit-code", *PAY], "the specs differ in"),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
@pytest.mark.usefixtures("remembered")
def test_findings_are_1(args: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert why in expect(1, args, capsys)


def test_an_open_result_is_1_only_where_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = jsonl(tmp_path / "r.jsonl", [pockets("seven", hue=10), pockets("four", low=10), pockets("one", hue=10)])
    expect(0, ["settle", file, *FIXTURES], capsys)
    assert "1 undetermined" in expect(1, ["settle", file, "--fail-on", "undetermined", *FIXTURES], capsys)
    assert "1 conflict" in expect(1, ["settle", file, "--fail-on", "conflict", *FIXTURES], capsys)
    both = expect(1, ["settle", file, "--fail-on", "undetermined", "--fail-on", "conflict", *FIXTURES], capsys)
    assert "1 undetermined and 1 conflict" in both
    good = jsonl(tmp_path / "good.jsonl", [pockets("one", hue=10)])
    expect(0, ["settle", good, "--fail-on", "undetermined", "--fail-on", "conflict", *FIXTURES], capsys)


def test_cases_that_come_out_otherwise_are_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = pockets("one", hue=10) | {"expect": {"1": {"hue": {"result": "win", "net": 10}}}}
    wrong = pockets("two", hue=10) | {"expect": {"1": {"hue": {"result": "win", "net": 10}}}}
    expect(0, ["test", jsonl(tmp_path / "right.jsonl", [right]), *FIXTURES], capsys)
    assert "1 of 2 cases" in expect(1, ["test", jsonl(tmp_path / "both.jsonl", [right, wrong]), *FIXTURES], capsys)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["chek"], "did you mean `check`?"),
        (["check", "--format", "xml"], "'xml' is not one of"),
        (["check", "--no-such-option"], "No such option"),
        (["check", "crown-perth/ultimate-texas-holden"], "did you mean"),
        (["check", "no-such-file.yaml"], "there is no file `no-such-file.yaml`"),
        (["settle"], "Missing argument"),
        (["diff", PERTH], "Missing argument"),
        (["diff", PERTH, PERTH], "compared with itself"),
        (["compare", PERTH], "two specs or more"),
        (["compare", "ultimate"], "there is no family"),
        (["explain", "99.99"], "nothing in any spec cites `99.99`"),
        (["list", "--specs", "no-such-folder"], "there is no specs folder"),
        (["test", "no-such-folder"], "there is no file or folder"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_2(args: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert why in expect(2, args, capsys)


def test_a_folder_without_specs_is_no_folder_of_specs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing checked is not nothing found."""
    for args in (["check"], ["list"], ["compare", "ultimate-texas-holdem"]):
        assert "there is no spec in the folder" in expect(2, [*args, "--specs", str(tmp_path)], capsys)


def test_a_round_that_cannot_be_settled_is_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = jsonl(tmp_path / "r.jsonl", [pockets("one", hue=10), pockets("nine", hue=10)])
    assert "1 of 2 rounds cannot be settled" in expect(3, ["settle", file, *FIXTURES], capsys)


def test_a_file_that_cannot_be_read_is_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is a directory" in expect(3, ["settle", str(tmp_path)], capsys)
    assert "no such file" in expect(3, ["settle", str(tmp_path / "none.jsonl")], capsys)


def broken_specs(folder: Path) -> Path:
    (folder / "harbour").mkdir(parents=True)
    (folder / "vocabulary.yaml").write_text((SPECS / "vocabulary.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    text = (SPECS / "harbour/eight-pockets.yaml").read_text(encoding="utf-8")
    (folder / "harbour/eight-pockets.yaml").write_text(text, encoding="utf-8")
    other = text.replace("harbour/eight-pockets", "harbour/broken").replace("colour = amber", "colour = amper")
    (folder / "harbour/broken.yaml").write_text(other, encoding="utf-8")
    return folder


def test_a_spec_that_cannot_be_loaded_is_3_and_the_others_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    specs = ["--specs", str(broken_specs(tmp_path / "specs"))]
    assert run(["check", "--format", "json", *specs]) == 3
    printed = capsys.readouterr()
    rules = {(finding["spec"], finding["rule"]) for finding in json.loads(printed.out)["findings"]}
    assert ("harbour/broken", "condition") in rules
    assert ("harbour/eight-pockets", "gap") in rules
    assert printed.err.splitlines()[-1] == "rulespec: 1 spec cannot be loaded"
    for args in (["diff", "harbour/broken", "harbour/eight-pockets"], ["list"], ["explain", "3"]):
        assert "cannot be loaded" in expect(3, [*args, *specs], capsys)


def raising(error: BaseException) -> Callable[..., Any]:
    def function(*_: Any) -> Any:
        raise error

    return function


CHECK = ["check", "harbour/eight-pockets", *FIXTURES]


def test_what_cannot_be_concluded_is_4(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("rulespec.prove.check.check", raising(Inconclusive("these deals cannot be counted")))
    assert expect(4, CHECK, capsys) == "rulespec: these deals cannot be counted"


def with_work(work: int, args: Sequence[str], status: int, capsys: pytest.CaptureFixture[str]) -> tuple[str, Any]:
    """A check in which z3 may do so little that it answers nothing; the last line, and what is printed."""
    with at_most(work):
        assert run([*args, "--no-cache", "--jobs", "1", "--format", "json"]) == status
    printed = capsys.readouterr()
    return printed.err.splitlines()[-1], json.loads(printed.out)


def test_what_is_left_unproved_is_4_where_nothing_else_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["check", "harbour/eight-pockets", "--fail-on", "never", *FIXTURES]
    last, printed = with_work(1, args, 4, capsys)
    assert last.endswith("could be neither proved nor refuted")
    proofs = printed["summary"]["proofs"]
    assert proofs["unproved"] > 0
    assert proofs["proved"] == 0
    walked = [finding for finding in printed["findings"] if finding["basis"].startswith("enumerated over")]
    assert len(walked) == proofs["enumerated"] > 0


def test_a_finding_that_fails_is_1_whatever_is_left_unproved(capsys: pytest.CaptureFixture[str]) -> None:
    last, _ = with_work(1, ["check", "harbour/eight-pockets", *FIXTURES], 1, capsys)
    assert last == "rulespec: 2 findings at or above `error`"


def test_what_is_left_unproved_fails_at_no_level(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["check", "harbour/eight-pockets", "--fail-on", "warning", *FIXTURES]
    last, printed = with_work(1, args, 1, capsys)
    assert {finding["rule"] for finding in printed["findings"]} >= {"gap", "unproved"}
    assert last == "rulespec: 2 findings at or above `warning`"


def test_each_finding_that_is_not_proved_says_by_what_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    with at_most(1):
        run(["check", "harbour/eight-pockets", "--no-cache", "--jobs", "1", *FIXTURES])
    text = capsys.readouterr().out
    assert "known by: a walk over" in text
    assert "known by a walk alone" in " ".join(text.split())


def test_games_that_cannot_be_compared_are_4(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot be compared deal by deal" in expect(
        4, ["diff", "harbour/eight-pockets", "harbour/three-bells", *FIXTURES], capsys
    )


@pytest.mark.parametrize("error", [InternalError("a witness does not replay"), ZeroDivisionError("by nought")])
def test_a_fault_of_the_program_is_70(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulespec.prove.check.check", raising(error))
    last = expect(70, CHECK, capsys)
    assert last.startswith("rulespec: a fault of the program")
    assert str(error) in last


def test_only_debug_shows_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulespec.prove.check.check", raising(ZeroDivisionError("by nought")))
    with pytest.raises(ZeroDivisionError):
        run(["--debug", *CHECK])


def test_an_interruption_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("rulespec.prove.check.check", raising(KeyboardInterrupt()))
    assert expect(130, CHECK, capsys) == "rulespec: interrupted"


def test_the_process_ends_with_the_status(tmp_path: Path) -> None:
    done = program("settle", jsonl(tmp_path / "r.jsonl", [pockets("nine", hue=10)]), *FIXTURES)
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1].startswith("rulespec: 1 of 1 rounds")


# Formats.

TEXTS = {"type": "array", "items": {"type": "string"}}
AMOUNT = {"type": "string", "pattern": r"^-?\d+(\.\d+)?$"}
MAYBE_AMOUNT = {"anyOf": [AMOUNT, {"type": "null"}]}
RESULTS = ["win", "lose", "stand_off", "void", "invalid", "surrendered", "undetermined", "conflict"]
FINDING: dict[str, Any] = {
    "type": "object",
    "required": ["rule", "severity", "spec", "file", "line", "column", "clauses", "message", "basis", "witness"],
    "properties": {
        "rule": {"type": "string", "minLength": 1},
        "severity": {"enum": ["error", "warning", "note"]},
        "spec": {"type": "string"},
        "file": {"type": "string"},
        "line": {"type": "integer"},
        "column": {"type": "integer"},
        "clauses": TEXTS,
        "message": {"type": "string", "minLength": 1},
        "condition": {"type": "string"},
        "basis": {"type": "string", "pattern": r"^(proved|assumed|written|enumerated( over [\d,]+ cases?)?)?$"},
        "witness": {"type": ["object", "null"]},
    },
}
FINDINGS: dict[str, Any] = {
    "type": "object",
    "required": ["findings", "summary", "program"],
    "additionalProperties": False,
    "properties": {
        "findings": {"type": "array", "items": FINDING},
        "summary": {"type": "object"},
        "program": {"type": "object", "required": ["name", "version"]},
    },
}
WAGER: dict[str, Any] = {
    "type": "object",
    "required": ["result", "placed", "stake", "net", "cites"],
    "additionalProperties": False,
    "properties": {
        "result": {"enum": RESULTS},
        "placed": AMOUNT,
        "stake": MAYBE_AMOUNT,
        "net": MAYBE_AMOUNT,
        "cites": {**TEXTS, "minItems": 1},
        "excess": AMOUNT,
        "disposition": {"type": "string"},
    },
    "if": {"properties": {"result": {"enum": ["undetermined", "conflict"]}}},
    "then": {"properties": {"net": {"type": "null"}}},
    "else": {"properties": {"net": AMOUNT}},
}
OUTCOME: dict[str, Any] = {
    "type": "object",
    "required": ["id", "spec", "round", "players", "meters", "findings"],
    "properties": {
        "id": {"type": "string"},
        "spec": {"type": "string"},
        "round": {"enum": ["settled", "void", "stopped", "error"]},
        "players": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": WAGER}},
        "meters": {"type": "object"},
        "findings": {"type": "array", "items": FINDING},
        "trace": {"type": "object"},
    },
    "if": {"properties": {"round": {"const": "error"}}},
    "then": {"properties": {"findings": {"minItems": 1}, "players": {"maxProperties": 0}}},
    "else": {"properties": {"findings": {"maxItems": 0}, "players": {"minProperties": 1}}},
}


@pytest.mark.parametrize(
    "args",
    [
        pytest.param(["check"], marks=pytest.mark.slow),
        ["check", "harbour/three-bells", *FIXTURES],
        ["diff", PERTH, QUEENSLAND],
        ["compare", "ultimate-texas-holdem", "--all"],
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("remembered")
def test_findings_are_printed_by_the_contract(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    run([*args, "--format", "json"])
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, FINDINGS)
    assert len(found["findings"]) > 3
    assert found["program"]["name"] == "rulespec"
    assert all(one["line"] > 0 for one in found["findings"] if one["rule"] in ("gap", "conflict"))


@pytest.mark.parametrize("explain", [[], ["--explain"]], ids=["plain", "explained"])
def test_outcomes_are_printed_by_the_contract(explain: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    folder = ROOT / "tests/golden/cli"
    run(["settle", "--format", "json", *explain, str(folder / "rounds.jsonl"), str(folder / "mixed.jsonl")])
    outcomes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for outcome in outcomes:
        jsonschema.validate(outcome, OUTCOME)
    assert {outcome["round"] for outcome in outcomes} == {"settled", "error"}
    assert any("trace" in outcome for outcome in outcomes) == bool(explain)


def test_an_outcome_written_by_hand_is_the_one_that_a_json_library_writes(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines of outcomes are put together by hand, for speed."""
    run(["settle", "--format", "json", str(ROOT / "tests/golden/cli/rounds.jsonl")])
    for line in capsys.readouterr().out.splitlines():
        assert json.dumps(json.loads(line), ensure_ascii=False) == line


def test_names_and_clauses_of_any_text_stay_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ['a "quoted" name', "a\\b", "tab\there", "naïve ✓", "new\nline", "\u2028"]
    file = jsonl(tmp_path / "r.jsonl", [pockets("one", hue=10) | {"id": name} for name in names])
    assert run(["settle", "--format", "json", file, *FIXTURES]) == 0
    lines = capsys.readouterr().out.split("\n")
    assert [json.loads(line)["id"] for line in lines if line] == names


@pytest.mark.usefixtures("remembered")
def test_every_format_on_offer_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = jsonl(tmp_path / "r.jsonl", [pockets("one", hue=10)])
    commands = {"outcome": ["settle", file], "findings": CHECK[:2], "comparison": ["diff", PERTH, QUEENSLAND, *PAY]}
    for kind, args in commands.items():
        specs = [] if kind == "comparison" else FIXTURES
        for form in formats(kind):
            assert run([*args, *specs, "--format", form]) in (0, 1)
            assert capsys.readouterr().out.strip()


# Terminals and pipes.


@pytest.mark.parametrize(
    "args",
    [
        pytest.param(["check"], marks=pytest.mark.slow),
        pytest.param(["diff", PERTH, QUEENSLAND], marks=pytest.mark.slow),
        ["check", "harbour/three-bells", *FIXTURES],
        ["list"],
        ["explain", "3.14"],
        ["diff", PERTH, QUEENSLAND, *PAY],
        ["settle", "--explain", str(ROOT / "tests/golden/cli/rounds.jsonl")],
    ],
    ids=lambda args: args[0],
)
@pytest.mark.usefixtures("remembered")
def test_a_narrow_terminal_is_kept_to(
    args: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    run(args)
    narrow = capsys.readouterr().out
    too_long = [line for line in narrow.splitlines() if len(line) > 40 and _breakable(line)]
    assert too_long == []
    monkeypatch.setenv("COLUMNS", "100")
    run(args)
    wide = capsys.readouterr().out
    assert narrow.split() == wide.split()  # the same words, whatever the width


def _breakable(line: str) -> bool:
    """Whether a line too long for the terminal could have been broken: it is prose, and has a space to break at.

    Headings of findings and rules, one wager's result and its clauses, and words longer than a line stay whole.
    """
    text = line.strip()
    heading = text.startswith(("specs/", "seat ")) or ".yaml:" in text or "  " in text
    return not heading and " " in text and max(len(word) for word in text.split()) < 30


@pytest.mark.usefixtures("remembered")
def test_output_has_no_colours_and_is_the_same_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    env = {**os.environ, "COLUMNS": "100"}
    plain = program("check", PERTH, env=env).stdout
    assert program("check", PERTH, env={**env, "NO_COLOR": "1"}).stdout == plain
    assert "\x1b" not in plain
    assert len(plain.splitlines()) > 5


def test_output_is_utf_8_whatever_the_terminal_says(tmp_path: Path) -> None:
    file = jsonl(tmp_path / "r.jsonl", [pockets("one", hue=10)])
    Path(file).write_text(Path(file).read_text(encoding="utf-8").replace("w1", "né"), encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = subprocess.run([*PROGRAM, "settle", file, *FIXTURES], capture_output=True, check=False, cwd=ROOT, env=env)
    assert done.returncode == 0
    assert "né" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("many", [20_000])
def test_a_closed_pipe_is_no_fault(many: int, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "r.jsonl", [pockets("one", hue=10)] * many)
    with subprocess.Popen(
        [*PROGRAM, "settle", "--format", "json", file, *FIXTURES],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["round"] == "settled"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


def test_standard_input_is_read(tmp_path: Path) -> None:
    done = program("settle", "-", *FIXTURES, input=json.dumps(pockets("one", hue=10)))
    assert done.returncode == 0
    assert "hue      win" in done.stdout
    bad = program("settle", "-", "--format", "json", *FIXTURES, input="{\n")
    assert json.loads(bad.stdout)["findings"][0]["file"] == "<stdin>"


# Many rounds.


def test_outcomes_come_in_the_order_of_the_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad lines among them, blank lines, rounds of two specs and two files."""
    names = ["one", "nine", "two", "seven", "three"] * 40
    rounds = [pockets(name, hue=10) | {"id": f"r{number}"} for number, name in enumerate(names)]
    rounds[::7] = [bells(PLAYER_WINS) | {"id": f"b{number}"} for number in range(len(rounds[::7]))]
    first, second = jsonl(tmp_path / "1.jsonl", rounds[:100]), jsonl(tmp_path / "2.jsonl", rounds[100:])
    Path(second).write_text("\n\n" + Path(second).read_text(encoding="utf-8") + "not json\n", encoding="utf-8")
    assert run(["settle", "--format", "json", first, second, *FIXTURES]) == 3
    outcomes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [outcome["id"] for outcome in outcomes] == [*(one["id"] for one in rounds), "line 103"]
    bad = outcomes[-1]["findings"][0]
    assert (bad["file"], bad["line"]) == (second, 103)


@pytest.mark.slow
def test_a_stream_of_rounds_needs_constant_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds with amounts never seen before do not need more than what is kept at most."""
    monkeypatch.setattr(memory, "KEPT", 500)
    session, show = Session(Library(SPECS).load), printer("outcome", "json")
    # With cents, no two rounds are alike to what is kept.
    lines = (json.dumps(pockets("one", hue=f"{number}.01")) for number in count(1))
    settled = session.lines(lines, "stream")
    for one in islice(settled, 14_000):
        assert not one.findings
    tracemalloc.start()
    grown = []
    for _ in range(3):
        for one in islice(settled, 2_000):
            show(one)
        grown.append(tracemalloc.get_traced_memory()[0])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert abs(grown[2] - grown[0]) < 1_000_000
    assert peak < 4_000_000


WITHOUT_SPECS = {"init", "completion", "rules"}  # what reads none


@pytest.mark.parametrize("name", sorted(main.COMMANDS))
def test_every_command_has_help_with_what_it_takes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    groups = {"doc": DOC_COMMANDS, "new": NEW_COMMANDS}
    for words in [[name, sub] for sub in groups[name]] if name in groups else [[name]]:
        assert run([*words, "--help"]) == 0
        printed = capsys.readouterr().out
        assert printed.startswith(f"Usage: rulespec {' '.join(words)}")
        assert ("--specs" in printed) == (name not in WITHOUT_SPECS)
