"""Writing several files so that all of them are there afterwards, or none."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rulespec.errors import UsageError


def write_all(files: Mapping[Path, str]) -> None:
    """Write each text to its file, making the folders above it. Raises `UsageError`, and then nothing has changed."""
    folders: list[Path] = []
    written: dict[Path, bytes | None] = {}  # what stood there before
    waiting: dict[Path, Path] = {}
    at = Path()
    try:
        for at, text in files.items():
            _make(at.parent, folders)
            handle, name = tempfile.mkstemp(prefix=f".{at.name}.", dir=at.parent)
            waiting[at] = Path(name)
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
                out.write(text)
            mode = at.stat().st_mode if at.exists() else 0o666 & ~_umask()
            waiting[at].chmod(mode & 0o777)
        for at in files:
            before = at.read_bytes() if at.exists() else None
            waiting[at].replace(at)
            written[at] = before
    except BaseException as error:
        _undo(written, waiting, folders)
        if isinstance(error, OSError):
            why = os.strerror(error.errno).lower() if error.errno else str(error)
            raise UsageError(f"`{at}` cannot be written: {why}; nothing was written") from None
        raise


def _make(folder: Path, made: list[Path]) -> None:
    if not folder.is_dir():
        _make(folder.parent, made)
        folder.mkdir()
        made.append(folder)


def _undo(written: Mapping[Path, bytes | None], waiting: Mapping[Path, Path], folders: list[Path]) -> None:
    for path, before in written.items():
        with suppress(OSError):
            path.unlink() if before is None else path.write_bytes(before)
    for path in waiting.values():
        with suppress(OSError):
            path.unlink(missing_ok=True)
    for folder in reversed(folders):
        with suppress(OSError):
            folder.rmdir()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
