"""The store of answers: what is put there comes back whole or not at all, whatever became of the folder meanwhile."""

import json
import os
import random
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.store import DRAFT_SECONDS, VARIABLE, Store, cache_folder

KEY, VALUE = "what was asked", {"found": ["a", 1, None, {"b": "ä\ud800\u2028"}], "none": ""}

texts = st.text(st.characters(), max_size=12)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "answers")


def files(store: Store) -> list[Path]:
    assert store.folder is not None
    return sorted(store.folder.iterdir()) if store.folder.is_dir() else []


def entry(store: Store, key: str = KEY, value: Any = VALUE) -> Path:
    """The file of an entry that is put anew."""
    for path in files(store):
        path.unlink()
    store.put(key, value)
    (path,) = files(store)
    return path


# Coming back.


@given(st.dictionaries(texts, values, max_size=4))
def test_what_is_put_comes_back(tmp_path_factory: pytest.TempPathFactory, contents: dict[str, Any]) -> None:
    store = Store(tmp_path_factory.mktemp("store"))
    for key, value in contents.items():
        assert store.get(key) is None
        store.put(key, "what was there before")
        store.put(key, value)
    for key, value in contents.items():
        found = Store(store.folder).get(key)
        assert found == value
        assert repr(found) == repr(value)  # 1, 1.0 and True are equal


def test_an_entry_is_one_file_of_json(store: Store) -> None:
    content = json.loads(entry(store).read_text(encoding="ascii"))
    assert content["entry"] == {"key": KEY, "value": VALUE}
    assert set(content) == {"sum", "entry"}


def test_the_folder_may_be_deleted_at_any_time(store: Store) -> None:
    path = entry(store)
    path.unlink()
    path.parent.rmdir()
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    assert store.get(KEY) == VALUE


def test_a_store_without_a_folder_keeps_nothing() -> None:
    store = Store(None)
    store.put(KEY, VALUE)
    assert store.get(KEY) is None


# Damage.


def expect_absent_and_replaceable(store: Store) -> None:
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    assert store.get(KEY) == VALUE
    assert len(files(store)) == 1


def test_an_entry_cut_short_anywhere_is_absent(store: Store) -> None:
    path = entry(store)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert store.get(KEY) is None, length
    expect_absent_and_replaceable(store)


def test_an_entry_with_any_byte_changed_is_absent(store: Store) -> None:
    path = entry(store)
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert store.get(KEY) is None, place
    expect_absent_and_replaceable(store)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\0" * 4_096, id="zeros"),
        pytest.param(bytes(range(256)) * 16, id="binary"),
        pytest.param(b"null", id="null"),
        pytest.param(b"[" * 100_000, id="deep"),
        pytest.param(b'{"sum": "", "entry": {}}\n', id="no sum"),
        pytest.param(
            b'{"sum": "' + b"0" * 64 + b'", "entry": {"key": "what was asked", "value": 1}}\n', id="wrong sum"
        ),
    ],
)
def test_junk_is_absent(store: Store, content: bytes) -> None:
    entry(store).write_bytes(content)
    expect_absent_and_replaceable(store)


def test_what_follows_an_entry_makes_it_absent(store: Store) -> None:
    path = entry(store)
    path.write_bytes(path.read_bytes() + b"\n")
    expect_absent_and_replaceable(store)


def test_an_entry_of_another_key_is_absent(store: Store) -> None:
    path = entry(store)
    other = entry(store, "what was not asked")
    other.rename(path)
    expect_absent_and_replaceable(store)


def test_a_folder_in_the_place_of_an_entry_is_absent(store: Store) -> None:
    path = entry(store)
    path.unlink()
    path.mkdir()
    expect_absent_and_replaceable(store)
    path.unlink()
    (path / "sub").mkdir(parents=True)  # not ours to remove
    assert store.get(KEY) is None
    store.put(KEY, VALUE)
    assert store.get(KEY) is None
    assert files(store) == [path]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_in_the_place_of_an_entry_is_absent(store: Store) -> None:
    path = entry(store)
    path.unlink()
    os.mkfifo(path)
    expect_absent_and_replaceable(store)


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_that_leads_nowhere_is_absent(store: Store) -> None:
    path = entry(store)
    path.unlink()
    path.symlink_to(path)
    expect_absent_and_replaceable(store)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="may read and write everything here")
def test_what_may_not_be_read_or_written_is_absent(store: Store) -> None:
    path = entry(store)
    path.chmod(0)
    expect_absent_and_replaceable(store)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        store.put("another", VALUE)
        assert store.get("another") is None
        assert store.get(KEY) == VALUE
    finally:
        path.parent.chmod(stat.S_IRWXU)


@pytest.mark.parametrize("refused", [PermissionError(13, "no"), OSError(28, "full"), OSError(30, "read-only")])
def test_where_nothing_can_be_written_nothing_is_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch, refused: OSError
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise refused

    for name in ("os.replace", "tempfile.mkstemp", "pathlib.Path.mkdir", "os.open"):
        with monkeypatch.context() as patched:
            patched.setattr(name, refuse)
            store.put(KEY, VALUE)
            assert store.get(KEY) is None
        assert files(store) == []  # no draft is left behind


@pytest.mark.parametrize("folder", ["a file", "a file/below", "\0", "x" * 5_000])
def test_a_folder_that_cannot_be_one_keeps_nothing(tmp_path: Path, folder: str) -> None:
    (tmp_path / "a file").write_text("text", encoding="utf-8")
    store = Store(tmp_path / folder)
    store.put(KEY, VALUE)
    assert store.get(KEY) is None
    assert [path.name for path in tmp_path.iterdir()] == ["a file"]


# Bounds.


def aged(path: Path, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def filled(store: Store, count: int) -> list[str]:
    """Keys of entries, the oldest first."""
    keys = [f"key {number}" for number in range(count)]
    before: set[Path] = set()
    for number, key in enumerate(keys):
        store.put(key, VALUE)
        for path in set(files(store)) - before:
            aged(path, 1_000 - number)
        before = set(files(store))
    return keys


def test_the_oldest_entries_go_where_there_are_too_many(tmp_path: Path) -> None:
    keys = filled(Store(tmp_path), 6)
    store = Store(tmp_path, most_files=4)
    store.put(KEY, VALUE)
    assert [key for key in keys if store.get(key) is not None] == keys[3:]
    assert store.get(KEY) == VALUE


def test_the_oldest_entries_go_where_they_are_too_large(tmp_path: Path) -> None:
    keys = filled(Store(tmp_path), 6)
    size = files(Store(tmp_path))[0].stat().st_size
    store = Store(tmp_path, most_bytes=4 * size + 50)
    store.put(KEY, VALUE)
    assert [key for key in keys if store.get(key) is not None] == keys[3:]


def test_old_drafts_go_and_new_ones_and_the_files_of_others_stay(store: Store) -> None:
    folder = entry(store).parent
    names = [".draft-abcd1234.tmp", ".draft-efgh5678.tmp", "notes.json", "old.tmp", f"{'0' * 63}.json"]
    for name in names:
        (folder / name).write_text("x", encoding="utf-8")
        aged(folder / name, 2 * DRAFT_SECONDS)
    aged(folder / names[1], DRAFT_SECONDS / 2)
    Store(folder, most_files=1, most_bytes=10_000).put(KEY, VALUE)
    left = {path.name for path in files(store)}
    assert left >= {*names[1:]}
    assert names[0] not in left


# Several at once.


WRITER = """
import sys
from pathlib import Path
from rulespec.store import Store

store = Store(Path(sys.argv[1]), most_files=3)
for number in range(150):
    for key in ("a", "b", "c", "d"):
        value = [key, sys.argv[2], number] * 50
        store.put(key, value)
        found = store.get(key)
        assert found is None or (found[0] == key and found == found[:3] * 50), found
"""


def test_several_may_write_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    writers = [subprocess.Popen([*command, name], stderr=subprocess.PIPE) for name in ("one", "other")]
    for writer in writers:
        _, error = writer.communicate(timeout=60)
        assert writer.returncode == 0, error.decode()
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


ENDLESS = """
import sys
from pathlib import Path
from rulespec.store import Store

store = Store(Path(sys.argv[1]))
print("begun", flush=True)
while True:
    for number in range(5):
        store.put("key", [number] * 200_000)
"""


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_a_writer_that_is_killed_leaves_whole_entries_only(tmp_path: Path) -> None:
    moments = random.Random(7)
    for _ in range(8):
        writer = subprocess.Popen([sys.executable, "-c", ENDLESS, str(tmp_path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"begun\n"
        time.sleep(moments.uniform(0.03, 0.15))
        writer.kill()
        writer.communicate(timeout=20)
        found = Store(tmp_path).get("key")
        assert found is None or found == found[:1] * 200_000
    for path in tmp_path.glob("*.tmp"):
        aged(path, 2 * DRAFT_SECONDS)
    Store(tmp_path).put(KEY, VALUE)
    Store(tmp_path).put("key", [0])  # on a slow machine no writer may have come to the end of a single entry
    assert [path.suffix for path in files(Store(tmp_path))] == [".json", ".json"]


# Where.


def test_the_folder_is_the_one_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"
    monkeypatch.setenv(VARIABLE, "off")
    assert cache_folder() is None
    for unnamed in (lambda: monkeypatch.setenv(VARIABLE, ""), lambda: monkeypatch.delenv(VARIABLE)):
        unnamed()
        assert cache_folder() == tmp_path / "xdg" / "rulespec"


def test_without_one_it_is_in_the_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # which the convention says to pass over
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder() == tmp_path / ".cache" / "rulespec"

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    assert cache_folder() is None
