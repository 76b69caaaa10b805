"""The documents of a specs folder, their locks, and how far the specs account for them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from rulespec.documents.clause import normalise
from rulespec.documents.clauses import ClauseTexts
from rulespec.documents.coverage import Coverage, cover, coverage_findings, in_full
from rulespec.documents.drift import drift
from rulespec.documents.history import amendment_findings
from rulespec.documents.lock import Lock, lock_of, read_lock
from rulespec.documents.profile import Profile, profile_from
from rulespec.errors import LoadError
from rulespec.load.cites import Citations
from rulespec.load.disk import files as yaml_files
from rulespec.load.disk import is_file
from rulespec.load.document import FILE_NAME, LOCK_NAME
from rulespec.load.library import Library, by_library
from rulespec.load.nearest import nearest
from rulespec.load.unfinished import unfinished
from rulespec.model.document import DocumentEntry
from rulespec.model.edition import is_edition
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import Document


def profile_of(entry: DocumentEntry) -> Profile:
    """How a document numbers its clauses. Raises `LoadError`, with the place, where its profile cannot be used."""
    try:
        return profile_from(entry.profile)
    except ValueError as error:
        raise LoadError(f"{entry.place}: its `profile` cannot be used: {error}") from None


def lock_path(shelf: Library, document: str) -> Path:
    """Where the lock of a document is, or will be."""
    return shelf.folder_of(document) / LOCK_NAME


def lock_in(shelf: Library, document: str) -> Lock | None:
    """The lock of a document; None where it has none. Raises `LoadError` where it cannot be read."""
    path = lock_path(shelf, document)
    return read_lock(path) if is_file(path) else None


def other_clauses(lock: Lock | None, texts: ClauseTexts) -> tuple[str, ...]:
    """The clauses of a text that are not those of the lock: other words, another number or place, or gone, or new."""
    if lock is None:
        return ()
    entries = drift(lock, lock_of(texts)).entries
    return tuple(dict.fromkeys(name for entry in entries for name in (entry.old, entry.new) if name))


def specs_of(shelf: Library, document: str, also: Iterable[str] = ()) -> tuple[Citations, ...]:
    """What each spec of a document cites, and `also` what these editions of them do."""
    return tuple(shelf.citations(name) for name in dict.fromkeys((*shelf.encoding(document), *also)))


def survey(shelf: Library, document: str, also: Iterable[str] = ()) -> Coverage | None:
    """What accounts for the clauses of a document; None where it has no lock. Raises `LoadError`."""
    lock = lock_in(shelf, document)
    return None if lock is None else cover(lock, specs_of(shelf, document, also), shelf.account(document))


def claims(shelf: Library, document: str) -> tuple[str, ...] | None:
    """The parts of a document that its specs account for, () for all of it; None where it has no spec."""
    specs = specs_of(shelf, document)
    if not specs:
        return None
    claimed = [parts_of(spec) for spec in specs]
    return () if () in claimed else tuple(dict.fromkeys(part for parts in claimed for part in parts))


def parts_of(claim: Document | Citations) -> tuple[str, ...]:
    """The parts of its document that a spec accounts for; none for all of it."""
    return claim.accounts_for or ((claim.prefix,) if claim.prefix else ())


class Cites(Protocol):
    """Something that cites clauses of its spec's document."""

    @property
    def cites(self) -> tuple[str, ...]: ...

    @property
    def place(self) -> Place: ...


class Encoding(Protocol):
    """What must be known of a spec to account for its document; a `Spec` is one."""

    @property
    def id(self) -> str: ...

    @property
    def file(self) -> str: ...

    @property
    def place(self) -> Place: ...

    @property
    def base(self) -> str: ...

    @property
    def document(self) -> Document: ...

    @property
    def readings(self) -> Sequence[Cites]: ...


def account_findings(shelf: Library, specs: Sequence[Encoding]) -> list[Finding]:
    """What is still to be filled in, cited wrongly, or accounted for by nothing; each thing once."""
    found: dict[tuple[Place, tuple[str, ...], str], Finding] = {}
    for own, theirs in by_library(shelf, specs):
        for finding in _unfinished(own, theirs):
            found[(finding.place, (), finding.rule)] = finding
        for document in dict.fromkeys(spec.document.entry for spec in theirs if spec.document.entry):
            mine = [spec for spec in theirs if spec.document.entry == document and not spec.document.unseen]
            for finding in [one for spec in theirs if spec.document.entry == document for one in _unseen(spec)]:
                found[(finding.place, (finding.spec,), finding.rule)] = finding
            for finding in _of_document(own, document, mine) if mine else ():
                found.setdefault((finding.place, finding.clauses, finding.rule), finding)
    return list(found.values())


def _unseen(spec: Encoding) -> Iterator[Finding]:
    """That the clauses of an edition whose text nobody has cannot be looked up."""
    if spec.document.unseen:
        message = f"nobody has the text of this edition ({spec.document.unseen}), so its citations are not checked"
        yield Finding("no-lock", "note", message, spec.place, spec.id)


def _unfinished(shelf: Library, specs: Sequence[Encoding]) -> list[Finding]:
    """What the specs, and the files of their documents, still have to say."""
    documents = dict.fromkeys(spec.document.entry for spec in specs if spec.document.entry)
    files = [path for document in documents for path in yaml_files(shelf.folder_of(document), "*.yaml")]
    own = [one for spec in specs for one in unfinished(Path(spec.place.file), spec.id)]
    return [*own, *(one for path in files for one in unfinished(path))]


def _of_document(shelf: Library, document: str, specs: Sequence[Encoding]) -> list[Finding]:
    place = Place(str(shelf.folder_of(document) / FILE_NAME), 1, 1)
    entry = shelf.document(document)
    coverage = survey(shelf, document, [spec.id for spec in specs if is_edition(spec.id)])
    findings = amendment_findings(entry)
    if coverage is None:
        message = f"the document `{document}` has no `{LOCK_NAME}`, so its citations are not checked"
        hint = f"make it with `rulespec doc lock {document}`"
        return [*findings, Finding("no-lock", "note", message, place, hint=hint)]
    findings += _of_lock(coverage.lock, entry, place)
    files = {spec.place.file: spec.id for spec in specs}
    inherited = {base for spec in specs for base in (spec.base, *shelf.citations(spec.place.file).bases)}
    files = {str(shelf.path(base)): base for base in inherited if base} | files
    elsewhere = {str(shelf.path(name)) for name in (*shelf.ids(), *shelf.encoding(document))} - files.keys()
    wrong = [finding for finding in coverage.findings if finding.place.file not in elsewhere]
    findings += [replace(finding, spec=files.get(finding.place.file, "")) for finding in wrong]
    for spec in specs:
        for part in parts_of(spec.document):
            if not coverage.of([part]):
                message = f"`{document}` has no part or clause `{part}`, so nothing of it is accounted for"
                hint = "see `accounts_for` and `prefix` of the spec's document"
                findings.append(Finding("no-such-clause", "error", message, spec.place, spec.id, (part,), hint))
        findings += coverage_findings(coverage, parts_of(spec.document), place, spec.id)
        findings += _of_readings(coverage.lock, spec)
    return findings


def _of_readings(lock: Lock, spec: Encoding) -> Iterator[Finding]:
    """The clauses that a spec's interpretations cite and the document does not have. They account for no clause."""
    for reading in spec.readings:
        for clause in reading.cites:
            if normalise(in_full(clause, spec.document.prefix)) not in lock.clauses:
                message = f"the document has no clause `{clause}`"
                hint = nearest(clause, lock.clauses) or "see `rulespec doc parse`"
                yield Finding("no-such-clause", "error", message, reading.place, spec.id, (clause,), hint)


def _of_lock(lock: Lock, entry: DocumentEntry, place: Place) -> list[Finding]:
    """What is wrong with the entry of a document against its lock; its profile is read too.

    Raises `LoadError` where the profile cannot be used.
    """
    profile_of(entry)
    mine = (entry.id, " ".join(entry.instrument.split()))
    if (lock.document, lock.instrument) == mine:
        return []
    message = f"the lock is that of `{lock.document}`, {lock.instrument}; the entry is `{mine[0]}`, {mine[1]}"
    hint = f"make the lock again with `rulespec doc lock {entry.id}`, or correct the entry"
    return [Finding("other-lock", "error", message, place, hint=hint)]
