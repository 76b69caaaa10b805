"""The door to the specs folder: what a record holds, and when it does not hold any more."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sampling import first

from rulespec.load import disk
from rulespec.load.disk import Asking, Kept, Record, files, is_file, read, recording, resolved

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    (home / "a.yaml").write_text("a", encoding="utf-8")
    (home / "b.yaml").write_text("b", encoding="utf-8")
    (tmp_path / "link").symlink_to(home)
    return tmp_path


def ask_all(folder: Path) -> Record:
    home = folder / "home"
    with recording() as record:
        assert read(home / "a.yaml", 100) == b"a"
        assert read(home / "b.yaml", 0) == b"b"  # one more than is allowed tells that it is too long
        with pytest.raises(FileNotFoundError):
            read(home / "none.yaml", 100)
        with pytest.raises(IsADirectoryError):
            read(home, 100)
        assert is_file(home / "a.yaml")
        assert not is_file(home / "c.yaml")
        assert not is_file(home / ("x" * 5_000))
        assert files(home, "*.yaml") == [home / "a.yaml", home / "b.yaml"]
        assert resolved(folder / "link" / "a.yaml") == home.resolve() / "a.yaml"
    return record


def same(record: Record) -> bool:
    """Whether a record holds, after it was written down and read again."""
    written = json.loads(json.dumps([[*question, answer] for question, answer in record.answers.items()]))
    return Asking().same([(tuple(asked), answer) for *asked, answer in written])


def test_a_record_holds_while_nothing_changes(folder: Path) -> None:
    record = ask_all(folder)
    assert len(record.answers) == 9
    assert not record.torn
    assert same(record)
    (folder / "home" / "other.txt").write_text("x", encoding="utf-8")
    (folder / "home" / "a.yaml").write_text("a", encoding="utf-8")
    os.utime(folder / "home" / "b.yaml", (1, 1))
    assert same(record)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a file has other bytes": lambda at: (at / "home" / "a.yaml").write_text("A", encoding="utf-8"),
    "a file is gone": lambda at: (at / "home" / "b.yaml").unlink(),
    "a file appears": lambda at: (at / "home" / "c.yaml").write_text("", encoding="utf-8"),
    "a missing file is there": lambda at: (at / "home" / "none.yaml").write_text("", encoding="utf-8"),
    "a file is a folder": lambda at: ((at / "home" / "a.yaml").unlink(), (at / "home" / "a.yaml").mkdir()),
    "a link leads elsewhere": lambda at: ((at / "link").unlink(), (at / "link").symlink_to(at)),
    "the folder is gone": lambda at: (at / "home").rename(at / "elsewhere"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_record_does_not_hold_after(change: Callable[[Path], object], folder: Path) -> None:
    record = ask_all(folder)
    change(folder)
    assert not same(record)


def test_a_file_that_changes_meanwhile_tears_the_record(folder: Path) -> None:
    path = folder / "home" / "a.yaml"
    with recording() as record:
        read(path, 100)
        path.write_text("A", encoding="utf-8")
        read(path, 100)
    assert record.torn


def test_a_recording_around_another_has_all_of_it(folder: Path) -> None:
    home = folder / "home"
    with recording() as outer:
        is_file(home)
        with recording() as inner:
            read(home / "a.yaml", 100)
        is_file(home / "b.yaml")
    assert [path for _, path, _ in inner.answers] == [str(home / "a.yaml")]
    assert [path for _, path, _ in outer.answers] == [str(home), str(home / "a.yaml"), str(home / "b.yaml")]


def test_nothing_is_noted_after_a_recording(folder: Path) -> None:
    with pytest.raises(FileNotFoundError), recording() as record:
        read(folder / "none", 100)
    assert len(record.answers) == 1
    is_file(folder)
    assert len(record.answers) == 1
    assert disk._RECORD.get() is None


def test_what_is_kept_is_made_once_and_asked_by_all(folder: Path) -> None:
    kept: Kept[str, bytes] = Kept()
    made = []

    def make() -> bytes:
        made.append(1)
        return read(folder / "home" / "a.yaml", 100)

    assert kept.get("a", make) == b"a"  # without a recording
    records = []
    for _ in range(2):
        with recording() as record:
            assert kept.get("a", make) == b"a"
        records.append(record.answers)
    assert made == [1]
    assert records[0] == records[1]
    assert [path for _, path, _ in records[0]] == [str(folder / "home" / "a.yaml")]


# Nothing goes past the door.

_ASKS = {"is_file", "is_dir", "exists", "stat", "lstat", "glob", "rglob", "iterdir", "open", "resolve", "samefile"}
_ASKS |= {"read_text", "read_bytes", "listdir", "scandir", "walk", "readlink", "is_symlink", "absolute"}
_FINE = {
    "load/disk.py",  # the door
    "load/schema.py",  # the program's own schemas
    "load/library.py: is_dir",  # of the whole specs folder: `files` of it says as much
    "lang/syntax.py",  # the program's own grammar
    "documents/references.py",  # the program's own grammar
    "domains/poker_store.py",  # counts, which are the same wherever they come from
}
_LOADING = ("load", "lang", "model", "tables", "domains", "engine", "prove")
_ACCOUNTS = "survey coverage drift history lock profile references clauses clause numbering".split()


def test_whatever_decides_a_finding_asks_the_disk_through_the_door() -> None:
    program = ROOT / "rulespec"
    paths = [path for folder in _LOADING for path in sorted((program / folder).rglob("*.py"))]
    paths += [program / "documents" / f"{name}.py" for name in _ACCOUNTS]
    past = []
    for path in paths:
        name = path.relative_to(program).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            word = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if isinstance(called, ast.Name) and word != "open":
                continue  # `is_file` by itself is that of the door
            if word in _ASKS and not {name, f"{name}: {word}"} & _FINE:
                past.append(f"{name}:{called.lineno if called else 0}: {word}")
    assert not past


WATCHED = """
import json, os, sys
from pathlib import Path

root, name = sys.argv[1:]
seen = set()

def watch(event, args):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(args[0], (str, Path)):
        seen.add(os.path.abspath(args[0]))

sys.addaudithook(watch)
from rulespec.documents.survey import account_findings
from rulespec.load.disk import recording
from rulespec.load.library import Library
from rulespec.prove.examine import examine

with recording() as record:
    shelf = Library(Path(root))
    account_findings(shelf, [examine(shelf, name).claim])
asked = [(kind, os.path.abspath(path)) for kind, path, _ in record.answers]
print(json.dumps([sorted(seen), asked]))
"""


@pytest.mark.parametrize("name", first(["queensland/roulette", "crown-melbourne/ultimate-texas-holdem"], 1))
def test_every_file_that_a_check_opens_is_in_its_record(name: str) -> None:
    specs = str(ROOT / "specs")
    command = [sys.executable, "-c", WATCHED, specs, name]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    seen, asked = json.loads(done.stdout)
    read_ = {path for kind, path in asked if kind == "bytes"}
    listed = tuple(path for kind, path in asked if kind == "files")
    opened = {path for path in seen if path.startswith(specs) and Path(path).is_file()}
    assert f"{specs}/{name}.yaml" in opened
    assert opened <= read_
    folders = [path for path in seen if path.startswith(specs) and Path(path).is_dir()]
    assert all(path.startswith(listed) for path in folders)
