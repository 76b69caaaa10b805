"""Editions on the command line: the day that each command takes, what `check` says of time, and what it remembers."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from invented import POCKETS, edited

from rulespec.cli.main import COMMANDS, run

ROOT = Path(__file__).parents[2]
DOCUMENTS = ROOT / "tests" / "fixtures" / "documents" / "specs"
WHEEL = "harbour/small-wheel"
OLD = f"{POCKETS}@old"
HOME = "harbour/editions/eight-pockets"
PAY = 'pay:\n  low: {by: colour, rows: {amber: 2 to 1, teal: 3 to 2}, cite: "8"}\n'
PLAYED = {"spec": POCKETS, "outcome": {"pocket": "one"}, "players": [{"seat": 1, "wagers": {"low": 10}}]}

# Commands that take no specs, or take them from revisions of a repository.
ELSEWHERE = {"doc", "new", "init", "completion", "fmt", "gate", "rules"}

Call = Callable[..., tuple[int, str, str]]


def edition(name: str = "old", time: str = "effective: 2019-01-01, until: 2019-12-31", more: str = "") -> str:
    head = f"spec: {POCKETS}@{name}\nedition: {{instrument: Rule {name}, {time}{more}}}\n"
    return f"{head}base: {{spec: {POCKETS}, replace: [pay.low]}}\n{PAY}"


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """A command of a folder with one spec and the editions that are written into it: status, output, errors."""
    edited(tmp_path, POCKETS, {}, {f"{HOME}/old": edition()})
    place(tmp_path, "rounds.jsonl", json.dumps({"id": "r", **PLAYED}) + "\n")

    def called(*args: str) -> tuple[int, str, str]:
        here = ["--jobs", "1"] if args[0] == "check" else []
        status = run([*args, *here, "--specs", str(tmp_path)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return called


def place(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def findings(call: Call, *args: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(call("check", "--format", "json", *args)[1])["findings"]
    return found


def on_time(call: Call, *args: str) -> list[tuple[object, object]]:
    return [(one["rule"], one["spec"]) for one in findings(call, *args) if str(one["rule"]).startswith("edition-")]


# The day that a command takes.


def test_every_command_that_takes_specs_takes_a_day(tmp_path: Path, call: Call) -> None:
    day = ["--as-of", "2019-05-01"]
    edited(tmp_path, "harbour/lamp-and-tide", {}, {})
    rounds = str(tmp_path / "rounds.jsonl")
    page = str(tmp_path / "page.html")
    other = place(tmp_path, "harbour/nine-pockets.yaml", renamed(tmp_path, "nine-pockets"))
    place(tmp_path, "harbour/editions/nine-pockets/old.yaml", edition().replace("eight-pockets", "nine-pockets"))
    said = {
        "settle": call("settle", rounds, *day),
        "check": call("check", POCKETS, "--no-cache", *day),
        "prove": call("prove", "dead", POCKETS, *day),
        "compare": call("compare", POCKETS, "harbour/nine-pockets", *day),
        "diff": call("diff", POCKETS, str(other), "--no-prove", *day),
        "report": call("report", POCKETS, "harbour/nine-pockets", "--out", page, *day),
        "explain": call("explain", "8", "--spec", POCKETS, *day),
        "odds": call("odds", POCKETS, *day),
        "list": call("list", *day),
    }
    for name, (status, out, err) in said.items():
        assert status in (0, 1), (name, err)
        shown = Path(page).read_text(encoding="utf-8") if name == "report" else out
        assert OLD in shown or (name == "check" and f"{HOME}/old.yaml" in shown) or name == "prove", name
    assert call("coverage", POCKETS, *day)[2].endswith(
        f"the document of `{OLD}` has no entry, so its clauses are not known\n"
    )
    case = {**PLAYED, "expect": {"1": {"low": {"result": "win", "net": 20}}}}
    cases = place(tmp_path, "cases.jsonl", json.dumps(case) + "\n")
    assert call("test", str(cases), *day)[:2] == (0, "1 passed, 0 failed\n")
    assert call("test", str(cases))[0] == 1
    asked = {*said, "coverage", "test"}
    assert {name for name in COMMANDS if name not in ELSEWHERE} == asked


def renamed(folder: Path, name: str) -> str:
    return (folder / f"{POCKETS}.yaml").read_text(encoding="utf-8").replace(POCKETS, f"harbour/{name}")


def test_a_day_before_all_editions_is_wrong_usage(call: Call) -> None:
    status, out, err = call("check", POCKETS, "--as-of", "2018-12-31")
    assert (status, out) == (2, "")
    assert err == (
        f"rulespec: no edition of `{POCKETS}` is in force on 2018-12-31: `{OLD}` from 2019-01-01 to 2019-12-31; "
        f"`{POCKETS}` from 2020-01-01 on\n"
    )


@pytest.mark.parametrize("day", ["2022-6-1", "10/06/2022", "2023-02-30", "today", ""])
def test_what_is_no_day_is_wrong_usage(day: str, call: Call) -> None:
    status, _, err = call("list", "--as-of", day)
    assert status == 2
    assert "as `2022-06-10`" in err


def test_an_edition_that_is_named_goes_without_a_day(tmp_path: Path, call: Call) -> None:
    for name in (OLD, str(tmp_path / f"{HOME}/old.yaml")):
        status, _, err = call("check", name, "--as-of", "2019-05-01")
        assert (status, "is an edition itself: leave `--as-of` out" in err) == (2, True)
    assert call("settle", "--spec", OLD, "--as-of", "2019-05-01", str(tmp_path / "rounds.jsonl"))[0] == 2


def test_all_specs_of_a_day_leave_out_what_is_not_in_force(tmp_path: Path, call: Call) -> None:
    place(tmp_path, "harbour/nine-pockets.yaml", renamed(tmp_path, "nine-pockets"))
    status, out, err = call("list", "--as-of", "2019-05-01")
    assert (status, OLD in out, "nine-pockets" in out) == (0, True, False)
    assert "left out, since no edition of it is known to be in force on 2019-05-01: `harbour/nine-pockets` from" in err
    assert call("list", "--as-of", "2018-05-01")[0] == 2
    assert call("compare", "wheel", "--as-of", "2019-05-01")[0] == 2  # one alone is no comparison


# Rounds.


def test_a_round_is_settled_by_the_edition_of_its_day(tmp_path: Path, call: Call) -> None:
    days = {"first": "2019-01-01", "last": "2019-12-31", "next": "2020-01-01", "none": None, "before": "2018-12-31"}
    lines = [json.dumps({"id": name, **({"date": day} if day else {}), **PLAYED}) for name, day in days.items()]
    file = str(place(tmp_path, "dated.jsonl", "\n".join(lines)))
    status, out, _ = call("settle", "--format", "json", file)
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 3
    nets = {one["id"]: one["players"]["1"]["low"]["net"] for one in told if one["players"]}
    assert nets == {"first": "20", "last": "20", "next": "10", "none": "10"}
    assert [one["id"] for one in told if "edition" in one] == ["first", "last"]
    assert told[0]["edition"]["id"] == OLD
    assert {one["spec"] for one in told} == {POCKETS}
    assert (told[-1]["round"], told[-1]["findings"][0]["rule"]) == ("error", "no-edition")
    again = [
        json.loads(line) for line in call("settle", "--format", "json", "--as-of", "2019-06-01", file)[1].splitlines()
    ]
    assert [one["id"] for one in again if "edition" in one] == ["first", "last", "none"]


def test_an_unknown_day_of_rounds_is_told_in_each_line(tmp_path: Path, call: Call) -> None:
    status, out, _ = call("settle", "--as-of", "2018-01-01", str(tmp_path / "rounds.jsonl"))
    assert (status, "cannot be settled: no edition of" in out) == (3, True)


# What `check` says of time.


def test_a_clean_timeline_has_no_findings(call: Call) -> None:
    assert on_time(call, POCKETS) == on_time(call, OLD) == []


TIMES = {
    "overlap": ("effective: 2019-01-01, until: 2020-01-01", [("edition-overlap", POCKETS)]),
    "equal": ("effective: 2020-01-01", [("edition-overlap", POCKETS)]),
    "hole": ("effective: 2019-01-01, until: 2019-12-30", [("edition-hole", POCKETS)]),
    "undated": ("effective: unknown", [("edition-undated", POCKETS)]),
}


@pytest.mark.parametrize(("time", "expected"), TIMES.values(), ids=TIMES)
def test_what_is_wrong_with_time_is_said_once(
    time: str, expected: list[tuple[str, str]], tmp_path: Path, call: Call
) -> None:
    place(tmp_path, f"{HOME}/old.yaml", edition(time=time))
    assert on_time(call, POCKETS, OLD) == on_time(call) == expected


@pytest.mark.usefixtures("remembered")
def test_what_is_remembered_of_time_is_what_the_files_say(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESPEC_CACHE", str(tmp_path / "cache"))
    assert on_time(call, POCKETS) == on_time(call, POCKETS) == []
    old = place(tmp_path, f"{HOME}/old.yaml", edition(time=TIMES["hole"][0]))
    assert on_time(call, POCKETS) == on_time(call, POCKETS) == TIMES["hole"][1]
    old.unlink()
    assert on_time(call, POCKETS) == []
    place(tmp_path, f"{HOME}/new.yaml", edition("new", "effective: 2020-01-01"))
    assert on_time(call, POCKETS) == TIMES["equal"][1]
    place(tmp_path, f"{HOME}/new.yaml", edition("new", "effective: 2021-01-01"))
    assert on_time(call) == []
    place(tmp_path, f"{HOME}/new.yaml", edition("new", "effective: 2021-01-01").replace("low", "lw"))
    assert call("check")[0] == 3
    place(tmp_path, f"{HOME}/new.yaml", edition("new", "effective: 2021-01-01"))
    assert call("check")[0] == 1


def test_a_check_of_all_loads_every_edition_and_says_so(tmp_path: Path, call: Call) -> None:
    assert "1 other edition was loaded and not analysed: name it, or say `--as-of`." in " ".join(
        call("check")[1].split()
    )
    place(tmp_path, f"{HOME}/older.yaml", edition("older", "effective: 2018-01-01"))
    summary = json.loads(call("check", "--format", "json")[1])["summary"]["scope"]
    assert summary.endswith("2 other editions were loaded and not analysed: name them, or say `--as-of`.")
    for args in ([POCKETS], [OLD], ["--as-of", "2019-05-01"]):
        assert "not analysed" not in call("check", *args)[1]


BROKEN = {
    "day": edition(time="effective: 2019-02-29"),
    "rule": edition().replace("teal", "tael"),
    "YAML": edition() + "pay: {}\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_an_edition_that_cannot_be_loaded_fails_a_check_of_all(text: str, tmp_path: Path, call: Call) -> None:
    place(tmp_path, f"{HOME}/old.yaml", text)
    status, out, err = call("check")
    assert (status, f"{HOME}/old.yaml:" in out) == (3, True)
    assert err.splitlines()[-1].endswith("1 spec cannot be loaded")
    assert sum(f"{HOME}/old.yaml:" in line for line in out.splitlines()) == 1


def test_an_edition_of_no_spec_fails_a_check_of_all(tmp_path: Path, call: Call) -> None:
    place(tmp_path, "harbour/editions/none/old.yaml", edition().replace("eight-pockets@", "none@"))
    status, out, _ = call("check")
    assert (status, "there is no spec `harbour/none`" in " ".join(out.split())) == (3, True)


def test_days_that_cannot_be_read_fail_a_check_of_the_spec(tmp_path: Path, call: Call) -> None:
    place(tmp_path, f"{HOME}/old.yaml", BROKEN["day"])
    status, out, _ = call("check", POCKETS)
    assert (status, "there is no day `2019-02-29`" in out) == (3, True)


def test_an_example_is_a_note_of_its_check(tmp_path: Path, call: Call) -> None:
    place(tmp_path, f"{HOME}/old.yaml", edition(more=", example: All of it is invented."))
    (note,) = [one for one in findings(call, OLD) if one["rule"] == "example"]
    assert (note["severity"], note["spec"]) == ("note", OLD)
    for args in (["prove", "dead", OLD], ["explain", "8", "--spec", OLD]):
        assert f"`{OLD}` is an example, and no real edition: All of it is invented." in call(*args)[2]
    for args in (["diff", POCKETS, OLD, "--no-prove"], ["list", "--editions"], ["list", "--as-of", "2019-05-01"]):
        assert "an example" in call(*args)[1]


# What a document's lock says of editions.


def test_an_edition_is_held_against_the_lock_of_its_document(tmp_path: Path, call: Call) -> None:
    specs = Path(shutil.copytree(DOCUMENTS, tmp_path / "documents"))
    rest = "replace: [pay.star]}\npay:\n  star: {always: 9 to 1, cite: '3.9'}\n"
    base = f"base: {{spec: {WHEEL}, {rest}"
    old = place(specs, "harbour/editions/small-wheel/old.yaml", f"spec: {WHEEL}@old\nedition: {{TIME}}\n{base}")
    written = old.read_text(encoding="utf-8")
    known = "instrument: Notice, effective: 2001-01-01"
    old.write_text(written.replace("TIME", known), encoding="utf-8")
    path = str(old)

    def rules(*args: str) -> list[str]:
        return [str(one["rule"]) for one in findings(call, *args)]

    assert "no-such-clause" in rules(path)
    assert "no-such-clause" not in rules(str(specs / f"{WHEEL}.yaml"))
    old.write_text(written.replace("TIME", known).replace("'3.9'", "'3.3'"), encoding="utf-8")
    assert not {"no-such-clause", "no-lock"} & {*rules(path)}
    old.write_text(written.replace("TIME", f"{known}, fingerprint: none, because: nobody kept it"), encoding="utf-8")
    assert "no-lock" in rules(path)
    assert "no-such-clause" not in rules(path)


def test_the_list_of_editions_tells_days_and_fingerprints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    specs = Path(shutil.copytree(DOCUMENTS, tmp_path / "documents"))
    base = f"base: {{spec: {WHEEL}}}\n"
    for name, time in {
        "notice": "{instrument: Notice, effective: 2001-01-01}",
        "lost": "{instrument: Lost, effective: 2000-01-01, fingerprint: none, because: nobody kept it}",
    }.items():
        place(specs, f"harbour/editions/small-wheel/{name}.yaml", f"spec: {WHEEL}@{name}\nedition: {time}\n{base}")
    assert run(["list", "--editions", "--format", "json", "--specs", str(specs)]) == 0
    listed = {one["edition"]: one for one in json.loads(capsys.readouterr().out)}
    assert list(listed) == ["lost", "notice", ""]
    assert (listed["lost"]["from"], listed["lost"]["until"]) == ("2000-01-01", "2000-12-31")
    assert listed["lost"]["fingerprint"] is None
    assert len(listed[""]["fingerprint"]) == 64
    assert listed["notice"]["fingerprint"] == listed[""]["fingerprint"]
    assert run(["list", "--editions", "--specs", str(specs)]) == 0
    text = capsys.readouterr().out
    assert f"text {listed['']['fingerprint'][:12]}" in text
    assert "no text: nobody kept it" in text


def test_a_document_of_its_own_accounts_for_an_edition(tmp_path: Path, call: Call) -> None:
    specs = Path(shutil.copytree(DOCUMENTS, tmp_path / "documents"))
    older = specs / "harbour/documents/older-wheel"
    shutil.copytree(specs / "harbour/documents/small-wheel", older)
    for file in older.iterdir():
        file.write_text(file.read_text(encoding="utf-8").replace(WHEEL, "harbour/older-wheel"), encoding="utf-8")
    entry = older / "document.yaml"
    day = next(line for line in entry.read_text(encoding="utf-8").splitlines() if line.startswith("effective"))
    entry.write_text(entry.read_text(encoding="utf-8").replace(day, "effective: 2000-01-01"), encoding="utf-8")
    text = f"spec: {WHEEL}@old\nedition: {{}}\ndocument: {{entry: harbour/older-wheel}}\nbase: {{spec: {WHEEL}}}\n"
    path = place(specs, "harbour/editions/small-wheel/old.yaml", text)
    mine, current = (
        [one["rule"] for one in findings(call, file)] for file in (str(path), str(specs / f"{WHEEL}.yaml"))
    )
    assert mine == current
    status = run(["coverage", "harbour/older-wheel", f"{WHEEL}@old", "--specs", str(specs)])
    assert status == 0
    assert run(["coverage", WHEEL, "--as-of", "2000-05-01", "--specs", str(specs)]) == 0
