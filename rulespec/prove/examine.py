"""Specs loaded and checked, each in a process of its own where there are several, or found in what is remembered.

An entry of what is remembered holds the findings and counts of one spec, or those on the documents of all specs of a
run. What cannot be loaded or concluded is never remembered.
"""

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from rulespec.errors import LoadError
from rulespec.load.disk import Record, recording
from rulespec.load.library import Library
from rulespec.load.remembered import Remembered
from rulespec.load.timeline import edition_findings
from rulespec.model.edition import spec_of
from rulespec.model.finding import Finding
from rulespec.model.packing import Packed, pack, pack_finding, unpack, unpack_finding
from rulespec.model.place import Place
from rulespec.model.spec import Document, Spec


@dataclass(frozen=True, slots=True)
class CitedAt:
    """The clauses that an interpretation cites, and where."""

    cites: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Claim:
    """What a spec says of its document, as far as the accounts of documents need it; it stands for the spec there."""

    id: str
    place: Place
    base: str
    document: Document
    readings: tuple[CitedAt, ...]

    @property
    def file(self) -> str:
        return self.place.file


@dataclass(frozen=True, slots=True)
class Examined:
    """What a check of one spec found, and what it covered: tables, cases walked, questions put to z3; in words.

    `invariants` is how many it declares, `z3` the version that answered.
    """

    findings: tuple[Finding, ...]
    tables: int
    cases: int
    questions: int
    scope: str
    claim: Claim
    invariants: int
    z3: str


def examine(shelf: Library, name: str) -> Examined:
    """One spec loaded and checked. Raises as `Library.load` and `check` do."""
    from rulespec.engine.settle import Settler
    from rulespec.prove.check import check, scope_of
    from rulespec.prove.smt.solving import version

    spec = shelf.load(name)
    done = check(Settler(spec))
    walked = done.tables, done.cases, done.questions
    return Examined(done.findings, *walked, scope_of(spec), claim_of(spec), len(spec.invariants), version())


def claim_of(spec: Spec) -> Claim:
    """What a spec says of its document."""
    readings = tuple(CitedAt(reading.cites, reading.place) for reading in spec.readings)
    return Claim(spec.id, spec.place, spec.base, spec.document, readings)


def examine_all(
    shelf: Library, names: Sequence[str], memory: Remembered, jobs: int | None
) -> list[Examined | LoadError]:
    """Each of the specs examined, or why it cannot be loaded, in their order; `jobs` of them at a time.

    Raises any other error of the first spec that has one.
    """
    found: dict[str, Examined | LoadError] = {}
    for name in dict.fromkeys(names):
        known = memory.find(_about(shelf, name), _unpack)
        if known is not None:
            found[name] = known
    missing = [name for name in dict.fromkeys(names) if name not in found]
    with closing(_examined(shelf, missing, jobs)) as examined:
        for name, (one, record) in zip(missing, examined, strict=True):
            found[name] = one
            if isinstance(one, Examined):
                memory.keep(_about(shelf, name), record, partial(_pack, one))
    return [found[name] for name in names]


def accounts(shelf: Library, done: Sequence[Examined], memory: Remembered) -> list[Finding]:
    """What is wrong with the accounts of the specs' documents. Raises as `account_findings` does."""
    claims = [one.claim for one in done]
    question = ["accounts", str(shelf.root), [_pack_claim(claim) for claim in claims]]
    known = memory.find(question, _unpack_findings)
    if known is not None or not claims:
        return known or []
    from rulespec.documents.survey import account_findings

    with recording() as record:
        found = account_findings(shelf, claims)
    memory.keep(question, record, partial(_pack_findings, found))
    return found


def times(shelf: Library, names: Sequence[str], memory: Remembered) -> tuple[list[Finding], list[Finding]]:
    """On which days two editions of a spec are in force, or none is, for each spec of which some edition is named.

    And what keeps the days of some from being read; what is said of those is never remembered.
    """
    whose = list(dict.fromkeys(spec_of(shelf.id_of(name)) for name in names))
    question = ["times", str(shelf.root), whose]
    known = memory.find(question, _unpack_findings)
    if known is not None or not whose:
        return known or [], []
    found: list[Finding] = []
    wrong: list[Finding] = []
    with recording() as record:
        for name in names:
            try:
                found += edition_findings(shelf.timeline(name))
            except LoadError as error:
                wrong += error.findings
    found = _each_once(found)
    if not wrong:
        memory.keep(question, record, partial(_pack_findings, found))
    return found, _each_once(wrong)


def other_editions(shelf: Library, memory: Remembered) -> tuple[int, list[Finding]]:
    """How many editions there are beside the current specs that can be loaded, and what is wrong with the others."""
    question = ["editions", str(shelf.root)]
    known = memory.find(question, _unpack_loaded)
    if known is not None:
        return known, []
    with recording() as record:
        wrong = [_wrong_with(shelf, path) for path in shelf.edition_files()]
    loaded = sum(not findings for findings in wrong)
    if loaded == len(wrong):
        memory.keep(question, record, lambda: {"loaded": loaded})
    return loaded, _each_once([one for findings in wrong for one in findings])


def _each_once(findings: Sequence[Finding]) -> list[Finding]:
    return list({(one.place, one.message): one for one in findings}.values())


def _unpack_loaded(packed: Packed) -> int:
    loaded = packed["loaded"]
    if type(loaded) is not int:
        raise ValueError("not how many were loaded")
    return loaded


def _wrong_with(shelf: Library, path: Path) -> Sequence[Finding]:
    from rulespec.tables.compile import compile_spec

    spec, findings = shelf.read(path)
    if spec is None:
        return findings
    try:
        compile_spec(spec)
    except LoadError as error:
        return error.findings
    return ()


def _about(shelf: Library, name: str) -> Packed:
    return ["spec", str(shelf.root), name]


# Examining, with the record of what was read for it.

_Recorded = tuple[Examined | LoadError, Record]


def _examined(shelf: Library, names: Sequence[str], jobs: int | None) -> Generator[_Recorded, None, None]:
    if not names or jobs == 1:
        for name in names:
            yield _recorded(shelf, name)
        return
    import rulespec.prove.check  # noqa: F401  # once for all processes, as the vocabulary is
    from rulespec.pool import default_jobs, in_order

    if len(names) > 1:
        shelf.prepare()
    yield from in_order(partial(_recorded, shelf), names, jobs or default_jobs())


def _recorded(shelf: Library, name: str) -> _Recorded:
    with recording() as record:
        try:
            return examine(shelf, name), record
        except LoadError as error:
            return error, record


# As plain JSON, and back.


def _pack(one: Examined) -> Packed:
    walked = [one.tables, one.cases, one.questions]
    return [_pack_findings(one.findings), walked, one.scope, _pack_claim(one.claim), one.invariants, one.z3]


def _unpack(packed: Packed) -> Examined:
    findings, (tables, cases, questions), scope, claim, invariants, z3 = packed
    found = tuple(_unpack_findings(findings))
    return Examined(found, tables, cases, questions, scope, _unpack_claim(claim), invariants, z3)


def _pack_findings(findings: Sequence[Finding]) -> Packed:
    return [pack_finding(finding) for finding in findings]


def _unpack_findings(packed: Packed) -> list[Finding]:
    return [unpack_finding(one) for one in packed]


def _pack_claim(claim: Claim) -> Packed:
    readings = [(one.cites, one.place) for one in claim.readings]
    return pack([claim.id, claim.place, claim.base, asdict(claim.document), readings])


def _unpack_claim(packed: Packed) -> Claim:
    name, place, base, document, readings = unpack(packed)
    return Claim(name, place, base, Document(**document), tuple(CitedAt(*one) for one in readings))
