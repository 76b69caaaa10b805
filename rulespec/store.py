"""A folder of answers that took long to find: one file an entry, which may be deleted, damaged or locked at any time.

Nothing here raises because of what the folder holds or forbids: an entry that cannot be read whole is not there, and
one that cannot be written is not kept. An entry is written beside its place and moved there in one step, so that a run
that is killed leaves the old entry, the new one or none; its checksum tells what a disk or an editor made of it.
"""

import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

VARIABLE = "RULESPEC_CACHE"
OFF = "off"
MOST_FILES, MOST_BYTES = 1_000, 100_000_000
DRAFT_SECONDS = 3_600  # what is still unfinished after this has no one who finishes it

_HEAD, _MIDDLE, _TAIL = b'{"sum": "', b'", "entry": ', b"}\n"
_DIGITS = 64  # of a SHA-256
_ENTRY = re.compile(r"[0-9a-f]{64}\.json")
_DRAFT = re.compile(r"\.draft-[0-9A-Za-z_]+\.tmp")


def cache_folder() -> Path | None:
    """The user's folder for what may be found again; None where it is switched off, or the user has no home."""
    given = os.environ.get(VARIABLE, "")
    if given:
        return None if given == OFF else Path(given)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return Path(base) / "rulespec"
    try:
        return Path.home() / ".cache" / "rulespec"
    except RuntimeError:
        return None


class Store:
    """Entries by key, any text, in a folder that only this class writes to; without a folder it keeps nothing."""

    def __init__(self, folder: Path | None, most_files: int = MOST_FILES, most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self._most_files, self._most_bytes = most_files, most_bytes

    def get(self, key: str) -> Any:
        """What was put there under `key`; None where nothing was, or where it is not whole any more."""
        if self.folder is None:
            return None
        try:
            return _entry(_content(self.folder / _file_name(key)), key)
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep `value`, anything that JSON can say, instead of what was there. It may be gone by the next `get`."""
        if self.folder is None:
            return
        with suppress(OSError, ValueError):  # ValueError: a folder's name that cannot be one, a number of no end
            entry = json.dumps({"key": key, "value": value}, separators=(",", ":")).encode("ascii")
            content = _HEAD + _sum(entry) + _MIDDLE + entry + _TAIL
            self.folder.mkdir(parents=True, exist_ok=True)
            _replace(self.folder / _file_name(key), content)
            self._prune()

    def _prune(self) -> None:
        """Remove the oldest entries beyond the bounds, and the drafts of runs that were killed."""
        kept, size = 0, 0
        for made, bytes_, path in sorted(self._files(), reverse=True):
            if _DRAFT.fullmatch(path.name):
                if abs(time.time() - made) > DRAFT_SECONDS:  # a clock may have been set back
                    _remove(path)
                continue
            kept, size = kept + 1, size + bytes_
            if kept > self._most_files or size > self._most_bytes:
                _remove(path)

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """Our own files, with time and size; those of others that lie there are none of our business."""
        assert self.folder is not None
        with os.scandir(self.folder) as found:
            for one in found:
                if _ENTRY.fullmatch(one.name) or _DRAFT.fullmatch(one.name):
                    with suppress(OSError):  # another run has just removed it
                        status = one.stat(follow_symlinks=False)
                        if not stat.S_ISDIR(status.st_mode):
                            yield status.st_mtime, status.st_size, Path(one.path)


def _file_name(key: str) -> str:
    return f"{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}.json"


def _sum(entry: bytes) -> bytes:
    return hashlib.sha256(entry).hexdigest().encode("ascii")


def _content(path: Path) -> bytes:
    """The bytes of a plain file. Raises OSError for anything else: opening a pipe would wait for its other end."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("no file")
        return file.read(MOST_BYTES)


def _entry(content: bytes, key: str) -> Any:
    """The value in the content of a file. Raises ValueError where it is not the whole of one put under `key`."""
    start = len(_HEAD) + _DIGITS + len(_MIDDLE)
    entry = content[start : -len(_TAIL)]
    if content != _HEAD + _sum(entry) + _MIDDLE + entry + _TAIL:
        raise ValueError("not whole")
    found = json.loads(entry)
    if not isinstance(found, dict) or found.get("key") != key:
        raise ValueError("of another key")
    return found.get("value")


def _replace(path: Path, content: bytes) -> None:
    import tempfile  # seldom needed, and slow to import

    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        with suppress(OSError):
            path.rmdir()  # an empty folder may be in the way; of a file this removes nothing
        os.replace(draft, path)
    except BaseException:
        _remove(Path(draft))
        raise


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
