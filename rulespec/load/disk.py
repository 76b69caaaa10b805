"""The door to the specs folder: every question that loading asks of the disk, and a record of the answers.

What was made of some files holds as long as the same questions get the same answers: which bytes a file has, which
files there are, where a path leads. `recording` notes both; a record can be kept, and asked again later. Without a
recording nothing is noted.
"""

import hashlib
import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Generic, TypeVar

Question = tuple[str, str, str]  # what is asked, of which path, and more precisely

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


def read(path: Path, most: int) -> bytes:
    """The bytes of a file, one more than `most` of a file that is longer. Raises OSError, and ValueError for a name
    that cannot be a file's."""
    question = ("bytes", str(path), str(most))
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        _note(question, _refusal(error))
        raise
    _note(question, hashlib.sha256(data).hexdigest())
    return data


def is_file(path: Path) -> bool:
    """Whether there is such a file; a name that is too long for the system is that of none."""
    try:
        found = path.is_file()
    except OSError:
        found = False
    _note(("is file", str(path), ""), str(found))
    return found


def files(folder: Path, pattern: str) -> list[Path]:
    """What there is below a folder by a pattern of names, sorted."""
    found = sorted(folder.glob(pattern))
    _note(("files", str(folder), pattern), _digest([str(path) for path in found]))
    return found


def resolved(path: Path) -> Path:
    """Where a path leads."""
    found = path.resolve()
    _note(("leads to", str(path), ""), str(found))
    return found


class Record:
    """Questions and their answers. It is `torn` where one question got two answers: a file changed meanwhile."""

    def __init__(self) -> None:
        self.answers: dict[Question, str] = {}
        self.torn = False

    def note(self, question: Question, answer: str) -> None:
        self.torn |= self.answers.setdefault(question, answer) != answer

    def take(self, other: "Record") -> None:
        """Notes all of another record."""
        self.torn |= other.torn
        for question, answer in other.answers.items():
            self.note(question, answer)


class Asking:
    """Questions of records asked again, each once."""

    def __init__(self) -> None:
        self._answers: dict[Question, str] = {}

    def same(self, answers: Sequence[tuple[Question, str]]) -> bool:
        """Whether each question gets the answer that it got."""
        return all(self._answer(question) == answer for question, answer in answers)

    def _answer(self, question: Question) -> str:
        if question not in self._answers:
            self._answers[question] = _ask(question)
        return self._answers[question]


def noted(answers: Iterable[tuple[Question, str]]) -> None:
    """Notes that questions were asked, with these answers, by whoever records now."""
    for question, answer in answers:
        _note(question, answer)


def same_in(record: Record, here: Path, there: Path) -> bool:
    """Whether all that was asked of a folder gets the same answers of another: what was made of it is made of both."""
    top = os.path.realpath(here)
    for kind, name, more in record.answers:
        folder, last = os.path.split(os.path.abspath(name))
        below = os.path.relpath(os.path.join(os.path.realpath(folder), last), top)
        if below.startswith(os.pardir):
            continue  # asked of no folder of the two
        mine, theirs = (_told_in(kind, root / below, more, root) for root in (here, there))
        if mine != theirs:
            return False
    return True


def _told_in(kind: str, path: Path, more: str, root: Path) -> str:
    """The answer to a question as whoever knows only names below a folder has it."""
    if kind == "files":
        return _digest(sorted(os.path.relpath(found, root) for found in path.glob(more)))
    if kind == "leads to":
        return os.path.relpath(os.path.realpath(path), os.path.realpath(root))
    return _ask((kind, str(path), more))


class Kept(Generic[K, V]):
    """What was made of files, by key, each made once; whoever asks for it is noted to have asked what that took."""

    def __init__(self) -> None:
        self._kept: dict[K, tuple[V, Record]] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        if key not in self._kept:
            with recording() as record:
                made = make()
            self._kept[key] = made, record
        made, record = self._kept[key]
        outer = _RECORD.get()
        if outer is not None:
            outer.take(record)
        return made


# Set only within `recording`, so that nothing of it outlives the load that it was made for.
_RECORD: ContextVar[Record | None] = ContextVar("record", default=None)


@contextmanager
def recording() -> Iterator[Record]:
    """A record of what is asked within; a recording around this one notes it too."""
    record, outer = Record(), _RECORD.get()
    token = _RECORD.set(record)
    try:
        yield record
    finally:
        _RECORD.reset(token)
        if outer is not None:
            outer.take(record)


def _note(question: Question, answer: str) -> None:
    record = _RECORD.get()
    if record is not None:
        record.note(question, answer)


def _ask(question: Question) -> str:
    kind, name, more = question
    with recording() as record:
        try:
            _ASK[kind](Path(name), more)
        except (OSError, ValueError) as error:
            return record.answers.get(question, _refusal(error))
    return record.answers[question]


_ASK: dict[str, Callable[[Path, str], Any]] = {
    "bytes": lambda path, most: read(path, int(most)),
    "is file": lambda path, _: is_file(path),
    "files": files,
    "leads to": lambda path, _: resolved(path),
}


def _refusal(error: Exception) -> str:
    return f"cannot be read: {error}"


def _digest(names: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(names).encode("utf-8", "surrogateescape")).hexdigest()
