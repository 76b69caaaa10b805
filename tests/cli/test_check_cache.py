"""`check` with what it remembers: the same answer as without, whatever changed, broke or was killed in between."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import pytest
from sampling import first

from rulespec.cli.main import run
from rulespec.documents import survey
from rulespec.load import remembered
from rulespec.load.disk import recording
from rulespec.load.library import Library
from rulespec.prove import examine
from rulespec.store import VARIABLE

ROOT = Path(__file__).parents[2]
FIXTURE = ROOT / "tests" / "fixtures" / "documents" / "specs"
SMALL, LARGE = "harbour/small-wheel", "harbour/large-wheel"
ACCOUNTS = "accounts"
EVERYTHING = [LARGE, SMALL, ACCOUNTS]

STAR = '  star:   {always: 20 to 1, cite: "3.3"}\n'
PARTS = """\
parts:
- {part: harbour/house, prevails: this, cite: "3"}

"""
PART = f"""\
part: harbour/house
title: What all games of the house share
pay:
{STAR}"""
BASED = f"""\
spec: {LARGE}
title: Large Wheel
family: wheel
domain: finite-outcome
document: {{entry: {SMALL}}}
base: {{spec: {SMALL}, prevails: this, cite: "3.4"}}
"""
READINGS = f"""\
interpretations: {SMALL}
readings:
- {{for: gap, wagers: colour, when: hue = gold, result: lose, because: So it is dealt., cite: "3.1"}}
"""


@dataclass
class Said:
    """What a check printed, and the specs and accounts that it had to work on for it."""

    status: int
    out: str
    err: str
    work: list[str] = field(default_factory=list, compare=False)


@dataclass
class Checking:
    """A specs folder with a base, a part and interpretations, a cache, and checks of them in this process."""

    specs: Path
    cache: Path
    work: list[str]
    capsys: pytest.CaptureFixture[str]

    def said(self, *args: str) -> Said:
        self.work.clear()
        status = run(["check", "--specs", str(self.specs), "--jobs", "1", *args])
        printed = self.capsys.readouterr()
        return Said(status, printed.out, printed.err, [*self.work])

    def right(self, *args: str) -> Said:
        """What a check says, which must be what it says without the cache."""
        cached = self.said(*args)
        assert cached == self.said("--no-cache", *args)
        return cached

    def entries(self) -> list[Path]:
        return sorted(self.cache.rglob("*.json"))


def make(root: Path) -> Path:
    """The fixture's specs folder with a base, a part and interpretations."""
    specs = Path(shutil.copytree(FIXTURE, root / "specs"))
    change(specs / f"{SMALL}.yaml", STAR, "")
    change(specs / f"{SMALL}.yaml", "experiment:\n", f"{PARTS}experiment:\n")
    for name, text in (("parts/house", PART), ("interpretations/small-wheel", READINGS), ("large-wheel", BASED)):
        path = specs / "harbour" / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return specs


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def checking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Checking:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    work: list[str] = []
    really, accounting = examine.examine, survey.account_findings

    def examined(shelf: examine.Library, name: str) -> examine.Examined:
        work.append(name)
        return really(shelf, name)

    def accounted(shelf: examine.Library, specs: list[survey.Encoding]) -> list[examine.Finding]:
        work.append(ACCOUNTS)
        return accounting(shelf, specs)

    monkeypatch.setattr(examine, "examine", examined)
    monkeypatch.setattr(survey, "account_findings", accounted)
    return Checking(make(tmp_path), tmp_path / "cache", work, capsys)


# The same answer, without the work.


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_did_not_change_is_not_checked_again(checking: Checking, form: str) -> None:
    args = ["--format", form, "--fail-on", "never"]
    cold, warm, without = checking.said(*args), checking.said(*args), checking.said(*args, "--no-cache")
    assert cold == warm == without
    assert "gap" in cold.out
    assert "uncovered" in cold.out
    assert cold.work == without.work == EVERYTHING
    assert warm.work == []


def test_the_formats_share_what_is_remembered(checking: Checking) -> None:
    checking.said()
    assert checking.right("--format", "json").work == []
    assert checking.right("--fail-on", "never").work == []


def test_specs_are_remembered_one_by_one(checking: Checking) -> None:
    assert checking.right(SMALL).work == [SMALL, ACCOUNTS]
    assert checking.right().work == [LARGE, ACCOUNTS]  # the accounts are those of all specs of a run
    assert checking.right(LARGE).work == [ACCOUNTS]
    assert checking.right(SMALL, LARGE, SMALL).work == [ACCOUNTS]
    assert checking.right(SMALL, LARGE, SMALL).work == []


def test_without_the_cache_nothing_is_kept(checking: Checking) -> None:
    checking.said("--no-cache")
    assert not checking.cache.exists()


def test_off_is_off(checking: Checking, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, "off")
    before = sorted(tmp_path.rglob("*"))
    assert checking.right().work == EVERYTHING
    assert checking.right().work == EVERYTHING
    assert sorted(tmp_path.rglob("*")) == before


def test_a_warm_check_imports_no_engine(checking: Checking) -> None:
    program = "import sys; from rulespec.cli.main import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", program, "check", "--specs", str(checking.specs)]
    cold, warm = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2))
    assert cold.stdout == warm.stdout
    heavy = {"rulespec.engine.settle", "rulespec.prove.check", "jsonschema", "multiprocessing", "jinja2", "numpy"}
    assert not heavy & {*warm.stderr.split()}
    assert {"rulespec.engine.settle", "jsonschema"} <= {*cold.stderr.split()}


# What changes is checked again, and nothing else.


def appended(name: str) -> Callable[[Path], object]:
    """A comment at the end of a file: nothing else than the bytes need change."""

    def append(specs: Path) -> None:
        path = specs / name
        path.write_text(f"{path.read_text(encoding='utf-8')}# changed\n", encoding="utf-8")

    return append


def written(name: str, text: str) -> Callable[[Path], object]:
    return lambda specs: (specs / name).write_text(text, encoding="utf-8")


DOCUMENT = "harbour/documents/small-wheel"
CHANGES: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "a spec, by a comment": (appended(f"{LARGE}.yaml"), [LARGE, ACCOUNTS]),
    "a spec, in what it says": (
        lambda specs: change(specs / f"{SMALL}.yaml", "hue = black, then", "hue = gold,  then"),
        EVERYTHING,
    ),
    "a base": (appended(f"{SMALL}.yaml"), EVERYTHING),
    "a part": (lambda specs: change(specs / "harbour/parts/house.yaml", "20 to 1", "30 to 1"), EVERYTHING),
    "the vocabulary": (appended("vocabulary.yaml"), EVERYTHING),
    "interpretations": (
        lambda specs: change(specs / f"harbour/interpretations/{SMALL.split('/')[1]}.yaml", '"3.1"', '"7.7"'),
        [SMALL, ACCOUNTS],
    ),
    "interpretations that go": (
        lambda specs: (specs / "harbour/interpretations/small-wheel.yaml").unlink(),
        [SMALL, ACCOUNTS],
    ),
    "interpretations that come": (
        written("harbour/interpretations/large-wheel.yaml", READINGS.replace(SMALL, LARGE)),
        [LARGE, ACCOUNTS],
    ),
    "provisions": (
        lambda specs: change(specs / DOCUMENT / "provisions.yaml", "1.1 Croupier", "1.1 Quiet Table"),
        [ACCOUNTS],
    ),
    "a file beside the provisions": (
        written(f"{DOCUMENT}/more.yaml", "not_encoded:\n- {reason: definition, clauses: 1.1 Quiet Table}\n"),
        [ACCOUNTS],
    ),
    "a document's words": (
        lambda specs: change(specs / DOCUMENT / "document.yaml", "Second edition\neff", "Third edition\neff"),
        EVERYTHING,
    ),
    "the history of amendments": (
        lambda specs: change(specs / DOCUMENT / "document.yaml", "2.1 to 2.3", "2.3 to 2.1"),
        EVERYTHING,
    ),
    "shared profiles": (appended("profiles.yaml"), EVERYTHING),
    "a lock": (lambda specs: change(specs / DOCUMENT / "clauses.lock", "  2.2\t", "  2.9\t"), [ACCOUNTS]),
    "a lock that goes": (lambda specs: (specs / DOCUMENT / "clauses.lock").unlink(), [ACCOUNTS]),
    "a spec that comes": (
        written("harbour/third-wheel.yaml", BASED.replace(LARGE, "harbour/third-wheel")),
        ["harbour/third-wheel", ACCOUNTS],
    ),
    "a spec that goes": (lambda specs: (specs / f"{LARGE}.yaml").unlink(), [ACCOUNTS]),
    "another folder of specs around it": (
        lambda specs: shutil.copy(specs / "vocabulary.yaml", specs / "harbour"),
        [LARGE, SMALL, "harbour/vocabulary"],  # none of which can be loaded there
    ),
}


@pytest.mark.parametrize(("changed", "work"), first(CHANGES.values(), 2), ids=CHANGES)
def test_what_a_change_concerns_is_checked_again(
    checking: Checking, changed: Callable[[Path], object], work: list[str]
) -> None:
    checking.said()
    assert checking.said().work == []
    changed(checking.specs)
    assert checking.right().work == work
    if ACCOUNTS in work:
        assert checking.right().work == []


def test_a_file_that_is_written_anew_as_it_was_is_no_change(checking: Checking) -> None:
    checking.said()
    for number, path in enumerate(sorted(checking.specs.rglob("*"))):
        if path.is_file():
            content = path.read_bytes()
            path.unlink()
            path.write_bytes(content)
        os.utime(path, (number, number))
    assert checking.right().work == []


def test_a_change_that_is_taken_back_is_right_again(checking: Checking) -> None:
    first = checking.said()
    path = checking.specs / f"{SMALL}.yaml"
    content = path.read_bytes()
    path.write_bytes(content.replace(b"hue = black, then", b"hue = gold,  then"))
    assert checking.right().out != first.out
    path.write_bytes(content)
    assert checking.right() == first


def test_another_program_checks_everything_again(checking: Checking, monkeypatch: pytest.MonkeyPatch) -> None:
    checking.said()
    monkeypatch.setattr(remembered, "program_identity", lambda: "another")
    assert checking.right().work == EVERYTHING
    assert checking.right().work == []


def test_a_program_that_cannot_be_read_remembers_nothing(checking: Checking, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> str:
        raise PermissionError(13, "no")

    monkeypatch.setattr(remembered, "program_identity", unreadable)
    for _ in range(2):
        assert checking.right().work == EVERYTHING
    assert not checking.cache.exists()


def test_places_are_shown_from_the_folder_of_each_run(checking: Checking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checking.specs.parent)
    inside = checking.right()
    assert "\nspecs/harbour" in f"\n{inside.out}"
    monkeypatch.chdir(ROOT)
    assert f"{checking.specs}/harbour" in checking.right().out
    monkeypatch.chdir(checking.specs.parent)
    assert checking.right() == inside


def test_a_file_named_by_its_path_is_remembered_too(checking: Checking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checking.specs.parent)
    monkeypatch.setenv("RULESPEC_SPECS", str(ROOT / "tests" / "fixtures" / "specs"))
    beside = "harbour/eight-pockets"
    named, full = f"specs/{SMALL}.yaml", str(checking.specs / f"{SMALL}.yaml")
    for name, work in ((named, [named, beside, ACCOUNTS]), (named, []), (full, [full]), (full, [])):
        args = ["check", "--jobs", "1", name, beside, "--fail-on", "never"]
        checking.work.clear()
        assert run(args) == 0
        assert checking.work == work
        cached = checking.capsys.readouterr()
        assert run([*args, "--no-cache"]) == 0
        assert checking.capsys.readouterr() == cached


def test_a_spec_that_cannot_be_loaded_is_read_each_time(checking: Checking) -> None:
    path = checking.specs / f"{LARGE}.yaml"
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace("family: wheel", "family: [wheel"), encoding="utf-8")
    first = checking.right()
    assert first.status == 3
    again = checking.right()
    assert again == first
    assert again.work == [LARGE]
    path.write_text(good, encoding="utf-8")
    assert checking.right().work == [LARGE, ACCOUNTS]


def test_a_lock_that_cannot_be_read_is_told_each_time(checking: Checking) -> None:
    checking.said()
    (checking.specs / DOCUMENT / "clauses.lock").write_text("no lock\n", encoding="utf-8")
    for _ in range(2):
        found = checking.right()
        assert (found.status, found.work) == (3, [ACCOUNTS])


# Specs themselves are remembered too, for whatever command asks for them.


@pytest.mark.parametrize("changed", first([changed for changed, _ in CHANGES.values()], 4), ids=CHANGES)
def test_specs_are_what_their_files_say(checking: Checking, changed: Callable[[Path], object]) -> None:
    def loaded(memory: remembered.Remembered) -> list[object]:
        shelf = Library(checking.specs, memory)
        return [shelf.read(checking.specs / f"{name}.yaml") for name in (SMALL, LARGE) if shelf.locate(name)]

    before = [loaded(remembered.remembered()) for _ in range(2)]
    changed(checking.specs)
    after = [loaded(remembered.remembered()) for _ in range(2)]
    assert before[0] == before[1]
    assert after[0] == after[1] == loaded(remembered.Remembered(None))


def test_what_is_known_is_not_read_again(checking: Checking, monkeypatch: pytest.MonkeyPatch) -> None:
    def library() -> Library:
        return Library(checking.specs, remembered.remembered())

    spec = library().load(LARGE)
    for name in ("read_spec", "read_vocabulary"):
        monkeypatch.setattr(import_module("rulespec.load.library"), name, lambda *args: pytest.fail("read again"))
    with recording() as record:
        assert library().load(LARGE) == spec
    asked = {Path(name).name for kind, name, _ in record.answers if kind == "bytes"}
    assert {"large-wheel.yaml", "small-wheel.yaml", "house.yaml", "vocabulary.yaml", "document.yaml"} <= asked


# A cache that is not as it should be.


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "another number": lambda path: path.write_bytes(path.read_bytes().replace(b"1", b"2")),
    "junk": lambda path: path.write_bytes(b"\xff\0" * 1_000),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "gone": lambda path: path.unlink(),
    "all gone": lambda path: shutil.rmtree(path.parent, ignore_errors=True),
}


@pytest.mark.parametrize("damage", first(DAMAGE.values(), 3), ids=DAMAGE)
def test_damaged_entries_are_found_out_again_and_mended(checking: Checking, damage: Callable[[Path], object]) -> None:
    first = checking.said()
    for path in checking.entries():
        if path.exists():
            damage(path)
    again = checking.right()
    assert again == first
    assert again.work == EVERYTHING
    assert checking.right().work == []


STRANGE = [None, 5, [], {}, {"asked": 5}, {"asked": [], "found": 5}, {"asked": [["?", "", "", ""]], "found": []}]


@pytest.mark.parametrize("value", STRANGE, ids=json.dumps)
def test_entries_of_another_form_are_found_out_again(
    checking: Checking, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = checking.said()
    with monkeypatch.context() as patched:
        patched.setattr("rulespec.store.Store.get", lambda store, key: value)
        again = checking.said()
    assert again == first
    assert again.work == EVERYTHING


def test_a_cache_that_cannot_be_used_is_done_without(
    checking: Checking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("x" * 5_000)):
        monkeypatch.setenv(VARIABLE, str(folder))
        assert checking.right().work == EVERYTHING


# Several at a time, and runs that are ended.


def program(specs: Path, *args: str) -> list[str]:
    return [sys.executable, "-m", "rulespec", "check", "--specs", str(specs), *args]


def whole(specs: Path, *args: str) -> Said:
    """What a check says as a process of its own."""
    done = subprocess.run(program(specs, *args), capture_output=True, text=True, check=False, cwd=ROOT)
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
def test_any_number_of_processes_says_the_same(checking: Checking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    written("harbour/broken.yaml", "spec: [\n")(checking.specs)
    one = whole(checking.specs, "--jobs", "1")
    assert one.status == 3
    assert one.out.count("gap") > 1
    assert all(whole(checking.specs, *jobs) == one for jobs in ([], ["--jobs", "2"], ["--jobs", "9"]))
    unknown = [whole(checking.specs, SMALL, "harbour/none", LARGE, "--jobs", jobs) for jobs in "12"]
    assert unknown[0] == unknown[1]
    assert unknown[0].status == 2


def test_no_process_is_wrong_usage(checking: Checking) -> None:
    assert checking.said("--jobs", "0").status == 2


@pytest.mark.slow
def test_all_specs_of_the_program_come_out_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    args = ["--format", "json", "--fail-on", "never"]
    cold, warm = whole(ROOT / "specs", *args), whole(ROOT / "specs", *args)
    assert cold == warm == whole(ROOT / "specs", "--no-cache", *args)


ENDLESS = """
import os, sys, time
from pathlib import Path
import rulespec.prove.check as prove
from rulespec.cli.main import main

def check(settler):
    Path(sys.argv[3], str(os.getpid())).touch()
    time.sleep(60)

prove.check = check
main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are copies of the first only there")
@pytest.mark.parametrize("end", ["from the terminal", "to the first process", "by force"])
def test_whatever_ends_the_first_process_ends_all(tmp_path: Path, end: str) -> None:
    specs, marks = make(tmp_path / "made"), tmp_path / "marks"
    marks.mkdir()
    command = [sys.executable, "-c", ENDLESS.replace("sys.argv[3]", repr(str(marks))), "check", "--specs", str(specs)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([*command, "--jobs", "2"], text=True, start_new_session=True, **pipes)
    began = time.monotonic()
    while len([*marks.iterdir()]) < 2:
        assert time.monotonic() < began + 30
        time.sleep(0.02)
    if end == "from the terminal":
        os.killpg(process.pid, signal.SIGINT)
    else:
        os.kill(process.pid, signal.SIGKILL if end == "by force" else signal.SIGINT)
    _, error = process.communicate(timeout=30)  # which returns when the last that holds the pipes has ended
    if end == "by force":
        assert (process.returncode, error) == (-signal.SIGKILL, "")
    else:
        assert (process.returncode, error.strip()) == (130, "rulespec: interrupted")


def killed(specs: Path, seed: int, times: int, longest: float) -> None:
    """Checks that are killed at random moments, one after the other."""
    moments = random.Random(seed)
    for _ in range(times):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(program(specs, "--jobs", "2"), start_new_session=True, cwd=ROOT, **quiet)
        time.sleep(moments.uniform(0.1, longest))
        process.kill()
        process.wait(timeout=20)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such signals there")
def test_runs_that_are_killed_leave_no_wrong_answer(checking: Checking) -> None:
    for seed in range(2):
        killed(checking.specs, seed, 2, 1.0)
        assert whole(checking.specs) == whole(checking.specs, "--no-cache")
        appended(f"{SMALL}.yaml")(checking.specs)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such signals there")
def test_many_runs_that_are_killed_leave_no_wrong_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    specs = Path(shutil.copytree(ROOT / "specs", tmp_path / "specs"))
    names = sorted(path.relative_to(specs).as_posix() for path in specs.rglob("*.yaml"))
    changes = random.Random(0)
    for seed in range(12):
        killed(specs, seed, 4, 6.0)
        assert whole(specs) == whole(specs, "--no-cache")
        appended(changes.choice(names))(specs)
