"""`clauses.lock`: every clause of a document by id and fingerprint, and none of its words.

A line a clause, in the order of the document, indented below the clause it stands in: id, kind, SHA-256 of its own
words normalised, and marks, with a tab between. The marks are `leads` for a clause whose sentence goes on in the
clauses in it, and those words of a fixed list that settle wagers or bind people.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from rulespec.documents.clauses import ClauseTexts
from rulespec.documents.fingerprint import fingerprint, leads, own_text, settling_words
from rulespec.documents.tree import Kind, walk
from rulespec.errors import LoadError
from rulespec.load.disk import read
from rulespec.load.nearest import shown
from rulespec.model.document import DocumentEntry

VERSION = 1
LEADS = "leads"
MOST_BYTES = 20_000_000
_VERSION_KEY = "rulespec clauses.lock"
_HEADER = re.compile(r"# (rulespec clauses\.lock|document|instrument): ?([^\t]*)")
_LINE = re.compile(r"( *)([^\t ][^\t]*)\t([a-z]+)\t([0-9a-f]{64})\t([a-z ]*)")
_INDENT = 2
_DEEPEST = 40  # no document has lists so deep
_KINDS = frozenset(get_args(Kind))


@dataclass(frozen=True, slots=True)
class Locked:
    """A clause as a lock has it. `above` is the id of the clause it stands in, "" for none."""

    id: str
    kind: str
    fingerprint: str
    marks: tuple[str, ...]
    above: str

    @property
    def leads(self) -> bool:
        return LEADS in self.marks

    @property
    def settling(self) -> tuple[str, ...]:
        """The words in it that settle wagers or bind people."""
        return tuple(mark for mark in self.marks if mark != LEADS)


@dataclass(frozen=True, slots=True)
class Lock:
    """The clauses of one edition of a document, by id, in its order."""

    document: str
    instrument: str
    clauses: Mapping[str, Locked]
    file: str = ""


def lock_of(texts: ClauseTexts, entry: DocumentEntry | None = None) -> Lock:
    """The lock of a document that has been read."""
    found = {}
    for chain in walk(texts.tree):
        clause = chain[-1]
        marks = (LEADS,) * leads(clause) + settling_words(own_text(clause))
        above = chain[-2].id if len(chain) > 1 else ""
        found[clause.id] = Locked(clause.id, clause.kind, fingerprint(clause), marks, above)
    return Lock(entry.id if entry else "", entry.instrument if entry else "", found)


def text_fingerprint(lock: Lock) -> str:
    """The fingerprint of a whole text: the SHA-256 of its clauses' ids and fingerprints, in their order."""
    lines = (f"{clause.id}\t{clause.fingerprint}\n" for clause in lock.clauses.values())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def write_lock(lock: Lock) -> str:
    """The text of a `clauses.lock`."""
    depth = {"": -1}
    lines = [
        f"# {_VERSION_KEY}: {VERSION}",
        f"# document: {lock.document}",
        f"# instrument: {' '.join(lock.instrument.split())}",
    ]
    for clause in lock.clauses.values():
        depth[clause.id] = depth[clause.above] + 1
        indent = " " * _INDENT * depth[clause.id]
        lines.append(f"{indent}{clause.id}\t{clause.kind}\t{clause.fingerprint}\t{' '.join(clause.marks)}")
    return "\n".join(lines) + "\n"


def read_lock(path: Path) -> Lock:
    """The lock in a file. LoadError, with the line, if it cannot be read or is no lock."""
    try:
        data = read(path, MOST_BYTES)
    except OSError as error:
        raise LoadError(f"the lock `{path}` cannot be read: {(error.strerror or str(error)).lower()}") from None
    if len(data) > MOST_BYTES:
        raise LoadError(f"the lock `{path}` is larger than 20 MB; make it again with `rulespec doc lock`")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _broken(str(path), line, "this is not UTF-8 text") from None
    return parse_lock(text.splitlines(), str(path))


def parse_lock(lines: Iterable[str], file: str) -> Lock:
    """The lock in `lines` of `file`. LoadError, with the line, if they are none."""
    head: dict[str, str] = {}
    clauses: dict[str, Locked] = {}
    path: list[str] = []
    for number, line in enumerate(lines, start=1):
        header = None if clauses else _HEADER.fullmatch(line)
        if header:
            head[header[1]] = header[2]
        if head.get(_VERSION_KEY) != str(VERSION):
            raise _broken(file, number, f"this is no lock of version {VERSION}")
        if header:
            continue
        match = _LINE.fullmatch(line)
        depth, odd = divmod(len(match[1]), _INDENT) if match else (0, 0)
        if match is None or odd or depth > min(len(path), _DEEPEST) or match[3] not in _KINDS:
            raise _broken(file, number, "this is no line of a lock")
        if match[2] in clauses:
            raise _broken(file, number, f"the id {shown(match[2])} stands twice")
        path = [*path[:depth], match[2]]
        above = path[depth - 1] if depth else ""
        clauses[match[2]] = Locked(match[2], match[3], match[4], tuple(match[5].split()), above)
    if not head:
        raise _broken(file, 1, f"this is no lock of version {VERSION}")
    return Lock(head.get("document", ""), head.get("instrument", ""), clauses, file)


def _broken(file: str, line: int, what: str) -> LoadError:
    return LoadError(f"{file}:{line}:1: {what}; make the lock again with `rulespec doc lock`")
