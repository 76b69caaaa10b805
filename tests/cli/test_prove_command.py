"""`rulespec prove`: questions, formats, exit statuses, what it writes, and what it says of a change."""

import ctypes
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from invented import BELLS, POCKETS, SPECS, edited
from sampling import first

from rulespec.cli import main
from rulespec.cli.main import run
from rulespec.model.proof import STATUSES
from rulespec.prove.questions import QUESTIONS

ROOT = Path(__file__).parents[2]
FIXTURES = ["--specs", str(SPECS)]
LAMP = "harbour/lamp-and-tide"
PERTH = "crown-perth/ultimate-texas-holdem"
OTHER = "harbour/four-bells"

Prove = Callable[..., tuple[int, list[dict[str, Any]], str]]


@pytest.fixture
def prove(capsys: pytest.CaptureFixture[str]) -> Prove:
    """Runs the command: exit status, verdicts, and the last line on standard error."""

    def ask(*args: str, specs: Path = SPECS) -> tuple[int, list[dict[str, Any]], str]:
        status = run(["prove", *args, "--format", "json", "--specs", str(specs)])
        found = capsys.readouterr()
        assert "Traceback" not in found.err
        last = found.err.splitlines()[-1] if found.err else ""
        return status, json.loads(found.out)["verdicts"] if found.out else [], last

    return ask


def program(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rulespec", "prove", *args],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        **more,
    )


# Questions and statuses.


@pytest.mark.parametrize(
    ("question", "status"),
    [("complete", 1), ("consistent", 1), ("total", 0), ("dead", 0), ("redundant", 0), ("all", 1)],
)
def test_every_question_of_a_spec(prove: Prove, question: str, status: int) -> None:
    name = BELLS if question == "total" else POCKETS
    found, verdicts, last = prove(question, name)
    assert found == status, last
    assert {one["question"] for one in verdicts} <= (set(QUESTIONS) if question == "all" else {question})
    assert {one["status"] for one in verdicts} <= set(STATUSES)
    failing = sum(one["status"] == "fails" for one in verdicts)
    assert last == ("" if not status else f"rulespec: {failing} of {len(verdicts)} claims do not hold") or failing == 1


def test_verdicts_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", "complete", POCKETS, "--format", "json", *FIXTURES]) == 1
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"verdicts", "summary", "program"}
    counted = {status: sum(one["status"] == status for one in found["verdicts"]) for status in STATUSES}
    assert {status: found["summary"][status] for status in STATUSES} == counted
    assert found["program"]["z3"]
    (failing,) = (one for one in found["verdicts"] if one["status"] == "fails")
    assert failing["witness"][POCKETS]["outcome"] == {"pocket": "seven"}
    assert failing["results"] == {POCKETS: "Hue: undetermined"}
    assert failing["clauses"] == ["3"]


@pytest.mark.parametrize("about", ["hue", "settle/hue"])
def test_one_subject(prove: Prove, about: str) -> None:
    status, verdicts, _ = prove("complete", POCKETS, "--about", about)
    assert status == 1
    assert all("hue" in one["key"].split("/") for one in verdicts)
    assert prove("complete", POCKETS, "--about", "star")[0] == 0


def test_several_subjects(prove: Prove) -> None:
    _, verdicts, _ = prove("complete", POCKETS, "--about", "hue", "--about", "star")
    assert {one["key"].split("/")[1] for one in verdicts} == {"hue", "star"}


def test_too_little_work_is_unknown(prove: Prove) -> None:
    status, verdicts, last = prove("consistent", BELLS, "--about", "settle/second", "--work", "1")
    assert status == 4
    assert [one["status"] for one in verdicts] == ["unknown"]
    assert "share of work" in verdicts[0]["reason"]
    assert last == "rulespec: 1 of 1 claim could be neither proved nor refuted"


def test_two_irregularities_and_two_hands(prove: Prove) -> None:
    for more in (["--events", "2", "--about", "irregularity/shade/mercy"], ["--players", "2", "--about", "mercy"]):
        status, verdicts, last = prove("consistent", LAMP, *more)
        assert status in (0, 1), last
        assert verdicts
        assert all(one["key"].startswith("irregularity/") for one in verdicts)


WRONG = {
    "no question": (["prove"], "QUESTION"),
    "another question": (["prove", "sound"], "sound"),
    "one spec of two": (["prove", "equivalent", BELLS], "asked of two specs, not of 1"),
    "three specs": (["prove", "implies", BELLS, BELLS, BELLS, "--favours", "house"], "asked of two specs, not of 3"),
    "nobody favoured": (["prove", "implies", BELLS, BELLS], "whom the change must favour"),
    "somebody else favoured": (["prove", "implies", BELLS, BELLS, "--favours", "dealer"], "dealer"),
    "favours without implies": (["prove", "complete", BELLS, "--favours", "house"], "goes with `implies` only"),
    "favours with equivalent": (
        ["prove", "equivalent", BELLS, BELLS, "--favours", "house"],
        "goes with `implies` only",
    ),
    "several events of two": (["prove", "equivalent", BELLS, BELLS, "--events", "2"], "do not go with `equivalent`"),
    "several hands of two": (
        ["prove", "implies", BELLS, BELLS, "--favours", "house", "--players", "2"],
        "do not go with `implies`",
    ),
    "no event": (["prove", "complete", BELLS, "--events", "0"], "0"),
    "four events": (["prove", "complete", BELLS, "--events", "4"], "4"),
    "no work": (["prove", "complete", BELLS, "--work", "0"], "0"),
    "unknown subject": (["prove", "complete", BELLS, "--about", "trips"], "nothing called `trips`"),
    "unknown spec": (["prove", "complete", "harbour/none"], "harbour/none"),
    "unknown format": (["prove", "complete", BELLS, "--format", "sarif"], "sarif"),
}


@pytest.mark.parametrize(("args", "why"), WRONG.values(), ids=WRONG)
def test_wrong_usage_is_2(args: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*args, *FIXTURES]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert why in found.err
    assert "Traceback" not in found.err


def test_a_spec_that_cannot_be_loaded_is_3(tmp_path: Path, prove: Prove) -> None:
    edited(tmp_path, POCKETS, {"then: win,  cite: 3(a)}": "then: wins, cite: 3(a)}"})
    status, verdicts, last = prove("complete", POCKETS, specs=tmp_path)
    assert (status, verdicts) == (3, [])
    assert last.startswith("rulespec: ")


def test_specs_of_different_experiments_cannot_be_compared(prove: Prove) -> None:
    for more in (["equivalent"], ["implies", "--favours", "house"]):
        status, verdicts, last = prove(more[0], BELLS, POCKETS, *more[1:])
        assert (status, verdicts) == (4, [])
        assert "cannot be compared deal by deal" in last


def test_a_spec_that_encodes_nothing(tmp_path: Path, prove: Prove, capsys: pytest.CaptureFixture[str]) -> None:
    edited(tmp_path, POCKETS, {})
    head = (tmp_path / f"{POCKETS}.yaml").read_text(encoding="utf-8").split("terms:")[0]
    empty = head.replace("spec: harbour/eight-pockets", "spec: harbour/none-yet")
    (tmp_path / "harbour" / "none-yet.yaml").write_text(empty, encoding="utf-8")
    status, verdicts, last = prove("complete", "harbour/none-yet", specs=tmp_path)
    assert verdicts == []
    assert status in (2, 3), last


# How it is shown.


def test_a_narrow_terminal() -> None:
    found = program("complete", POCKETS, *FIXTURES, env={**os.environ, "COLUMNS": "40"})
    assert found.returncode == 1
    assert max(map(len, found.stdout.splitlines())) <= 40


def test_through_a_pipe_there_is_no_colour() -> None:
    found = program("complete", POCKETS, *FIXTURES, env={**os.environ, "TERM": "xterm-256color"})
    assert "\x1b" not in found.stdout + found.stderr


def test_on_a_terminal_without_colour() -> None:
    shown_on, other = pty.openpty()
    more = {**os.environ, "NO_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "80"}
    command = [sys.executable, "-m", "rulespec", "prove", "complete", POCKETS, *FIXTURES]
    process = subprocess.Popen(command, stdout=other, stderr=subprocess.DEVNULL, cwd=ROOT, env=more)
    os.close(other)
    shown = b""
    while True:
        try:
            part = os.read(shown_on, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(shown_on)
    assert process.wait() == 1
    assert b"fails: the result of Hue" in shown
    assert b"\x1b" not in shown


def test_a_reader_that_goes_away() -> None:
    command = f"{sys.executable} -m rulespec prove all {POCKETS} --specs {SPECS} | head -n 1"
    found = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "Traceback" not in found.stderr
    assert found.stdout.startswith("fails: ")


@pytest.mark.parametrize("after", first([0.3, 2.0, 3.1], 1))
def test_an_interruption_is_130(after: float) -> None:
    """Also where z3 is at work."""
    command = [sys.executable, "-m", "rulespec", "prove", "consistent", PERTH, "--events", "2"]
    starting = True
    while starting:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
        waited, after = after, after + 0.1
        # Of Python itself, and of what it loads, an interruption says nothing of the program, and may be lost there.
        starting = "init_import_site" in error or (waited < 1 and process.returncode == 0)
    assert process.returncode in ((130,) if waited > 1 else (130, -signal.SIGINT)), error
    assert out == ""
    if waited > 1:
        assert "Traceback" not in error
        assert error.splitlines()[-1].startswith("rulespec: ")


@pytest.mark.parametrize("within", ["a call into C", "the making of a class"])
def test_an_interruption_in_another_form_is_one(
    within: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It comes as a fault of an argument, or as the cause of what Python says of the class."""

    def interrupted(*args: object, **more: object) -> None:
        if within == "a call into C":
            raise ctypes.ArgumentError("argument 1: KeyboardInterrupt: ")
        raise RuntimeError("Error calling __set_name__ on 'Some' instance 'other'") from KeyboardInterrupt()

    monkeypatch.setattr(main.cli, "main", interrupted)
    assert run(["prove", "complete", BELLS, *FIXTURES]) == 130
    assert capsys.readouterr().err == "rulespec: interrupted\n"


# What it writes.


@pytest.mark.parametrize(("name", "question"), [(BELLS, "complete"), (POCKETS, "all"), (LAMP, "consistent")])
def test_the_rounds_it_saves_are_cases_that_pass(
    tmp_path: Path, prove: Prove, capsys: pytest.CaptureFixture[str], name: str, question: str
) -> None:
    file = tmp_path / "cases.jsonl"
    status, _, _ = prove(question, name, "--save", str(file))
    assert status == 1
    saved = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert saved
    assert len({case["id"] for case in saved}) == len(saved)
    assert all(case["why"] and case["expect"] for case in saved)
    assert run(["test", str(file), *FIXTURES]) == 0, capsys.readouterr()


def test_a_file_that_cannot_be_written(tmp_path: Path, prove: Prove) -> None:
    for place in (tmp_path / "none" / "cases.jsonl", tmp_path):
        status, _, last = prove("complete", POCKETS, "--save", str(place))
        assert status == 2
        assert str(place) in last
        assert "cannot be written" in last


# Changes.


def two(folder: Path, changes: Mapping[str, str], name: str = BELLS) -> list[str]:
    """A spec and another one that is the same but for these changes."""
    text = (SPECS / f"{name}.yaml").read_text(encoding="utf-8")
    other = f"harbour/other-{name.split('/')[1]}"
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    edited(folder, name, {}, {other: text.replace(f"spec: {name}", f"spec: {other}")})
    return [name, other]


def statuses(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {one["key"]: one["status"] for one in verdicts}


PAID = "      flush:          3 to 2\n      straight:       1 to 1\n"
RAISED = {PAID: PAID.replace("3 to 2", "2 to 1")}
LOWERED = {PAID: PAID.replace("3 to 2", "6 to 5")}
BOTH = {PAID: PAID.replace("3 to 2", "2 to 1").replace("1 to 1", "1 to 2")}
ANSWERED = {
    "    - {when: not dealer.opens,                           then: stand_off, cite: 4.1(c)}\n": (
        "    - {when: not dealer.opens,                           then: stand_off, cite: 4.1(c)}\n"
        "    - {when: dealer.opens and player.hand = dealer.hand and not folded, then: stand_off, cite: 4.1(d)}\n"
    )
}


@pytest.mark.parametrize(
    ("changes", "player", "house"),
    [({}, 0, 0), (RAISED, 0, 1), (LOWERED, 1, 0), (BOTH, 1, 1), (ANSWERED, 1, 1)],
    ids=["the same", "raised", "lowered", "raised and lowered", "a gap filled"],
)
def test_whom_a_change_favours(
    tmp_path: Path, prove: Prove, changes: Mapping[str, str], player: int, house: int
) -> None:
    names = two(tmp_path, changes)
    assert prove("equivalent", *names, specs=tmp_path)[0] == (1 if changes else 0)
    for favoured, status in (("player", player), ("house", house)):
        found, verdicts, last = prove("implies", *names, "--favours", favoured, specs=tmp_path)
        assert found == status, (favoured, last, statuses(verdicts))
        wager = "wager/first" if changes is ANSWERED else "wager/second"
        failing = {key for key, one in statuses(verdicts).items() if one != "holds"}
        assert failing == ({wager} if status else set())
        for one in verdicts:
            if one["status"] == "fails":
                assert len(set(one["results"].values())) == 2, one["results"]


def test_the_other_way_round_it_favours_the_other(tmp_path: Path, prove: Prove) -> None:
    names = two(tmp_path, RAISED)
    assert prove("implies", *reversed(names), "--favours", "house", specs=tmp_path)[0] == 0
    assert prove("implies", *reversed(names), "--favours", "player", specs=tmp_path)[0] == 1


def test_a_raised_row_differs_where_it_pays(tmp_path: Path, prove: Prove) -> None:
    names = two(tmp_path, RAISED)
    _, verdicts, _ = prove("equivalent", *names, specs=tmp_path)
    (failing,) = (one for one in verdicts if one["status"] == "fails")
    assert "second" in failing["key"]
    assert sorted(failing["results"]) == sorted(names)
    nets = {result.split("net ")[1].split(";")[0] for result in failing["results"].values()}
    assert nets == {"15", "20"}


@pytest.mark.parametrize("favoured", ["player", "house"])
def test_a_stage_that_offers_more(tmp_path: Path, prove: Prove, favoured: str) -> None:
    """More to choose from is good for the player; the amounts that it adds are settled by one of the two alone."""
    more = "    - {when: not placed(raise), then: bet raise, amount: first, cite: 3.3(b)}\n"
    names = two(tmp_path, {more: more + "    - {when: not placed(raise), then: check, cite: 3.3(c)}\n"})
    _, verdicts, _ = prove("implies", *names, "--favours", favoured, specs=tmp_path)
    assert statuses(verdicts)["decision/dusk"] == ("holds" if favoured == "player" else "fails")


def test_an_irregularity_that_is_changed(tmp_path: Path, prove: Prove) -> None:
    names = two(tmp_path, {}, LAMP)
    status, verdicts, last = prove("equivalent", *names, specs=tmp_path)
    assert status == 0, (last, statuses(verdicts))
