"""Each document by itself on the page: what it leaves unanswered, what it answers twice, and what was read into it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from rulespec.model.edition import spec_of
from rulespec.model.finding import Finding
from rulespec.model.spec import Spec
from rulespec.report.html_matrix import OwnWords, Supply, own_words
from rulespec.report.html_rounds import Figure, figures
from rulespec.report.html_words import Basis, Heading, Pieces, basis_mark, in_force, long_date, pieces, sentence

# Rule -> the heading of its group and what the group means; every other rule is about the encoding.
_GROUPS: Mapping[str, tuple[str, str]] = {
    "gap": ("Silent", "Cases that can come about, and that no clause of the document answers."),
    "conflict": ("Answered twice", "Cases that two clauses answer differently, with no word on which prevails."),
    "interpreted": ("Read into the document", "Readings that no clause gives and that every result here rests on."),
    "left-out": ("Not covered here", "Parts of the document that its encoding leaves out; nothing here covers them."),
    "": ("About the encoding", "What was noticed in the encoding of the document, not in the document itself."),
}


@dataclass(frozen=True, slots=True)
class Noted:
    """One finding; `name` is what was checked where the group does not say it, `place` where the encoding has it.

    Where the message tells many cases, `cases` are these, `message` what comes before them and `after` what after.
    """

    name: str
    message: Pieces
    cases: tuple[str, ...]
    after: Pieces
    basis: Basis | None
    hint: Pieces
    clauses: tuple[str, ...]
    place: str
    own: tuple[OwnWords, ...]
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Group:
    rule: str
    title: str
    meaning: str
    findings: tuple[Noted, ...]


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document in the header and in its own section. `checked`: whether the caller checked it by itself."""

    heading: Heading
    jurisdiction: str
    publisher: str
    document: str
    instrument: str
    effective: str
    iso: str
    until: str
    example: str
    spec: str
    fingerprint: str
    accounted: str
    base: str
    checked: bool
    groups: tuple[Group, ...]
    counts: Mapping[str, int]


def documents(
    findings: Mapping[str, Sequence[Finding]],
    fingerprints: Mapping[str, str],
    accounted: Mapping[str, str],
    supply: Supply,
) -> tuple[DocumentView, ...]:
    """A view of every document, in the order of the comparison."""
    return tuple(
        _document(spec, findings.get(name), fingerprints.get(name, ""), accounted.get(name, ""), supply)
        for name, spec in supply.specs.items()
    )


def _document(
    spec: Spec, findings: Sequence[Finding] | None, fingerprint: str, accounted: str, supply: Supply
) -> DocumentView:
    document = spec.document
    groups = tuple(_group(rule, findings or (), spec, supply) for rule in _GROUPS)
    dated = document.effective if long_date(document.effective) != document.effective else ""
    return DocumentView(
        heading=supply.names[spec.id],
        jurisdiction=document.jurisdiction,
        publisher=document.known_as,
        document=document.title,
        instrument=document.edition.removeprefix("instrument "),
        effective=long_date(document.effective)
        if dated
        else in_force(document.effective).removeprefix("date in force "),
        iso=dated,
        until=long_date(document.until),
        example=document.example,
        spec=spec.id,
        fingerprint=fingerprint,
        accounted=accounted,
        base=spec.base if spec_of(spec.base) != spec_of(spec.id) else "",
        checked=findings is not None,
        groups=groups,
        counts={group.rule or "other": len(group.findings) for group in groups},
    )


def _group(rule: str, findings: Sequence[Finding], spec: Spec, supply: Supply) -> Group:
    title, meaning = _GROUPS[rule]
    mine = [finding for finding in findings if (finding.rule if finding.rule in _GROUPS else "") == rule]
    return Group(rule or "other", title, meaning, tuple(_noted(finding, rule, spec, supply) for finding in mine))


def _noted(finding: Finding, rule: str, spec: Spec, supply: Supply) -> Noted:
    witness = {spec.id: finding.witness} if finding.witness else {}
    cases = finding.when.terms if finding.when is not None else ()
    message, after = finding.message, ""
    if finding.when is not None and cases:
        message, after = finding.around_when()
        after = f"that is `{finding.when.condition}`{after}"
    return Noted(
        name="" if rule else finding.rule.replace("-", " ").replace("_", " "),
        message=pieces(sentence(message.strip())),
        cases=cases,
        after=pieces(after),
        basis=basis_mark(finding.basis),
        hint=pieces(sentence(finding.hint)),
        clauses=finding.clauses,
        place=_place(finding),
        own=own_words(finding.clauses, supply.texts.get(spec.id)),
        figures=figures(witness, {}, supply.specs, supply.names),
    )


def _place(finding: Finding) -> str:
    """Folder, file and line of the encoding: what its author needs, and nothing of the machine that it was read on."""
    file = "/".join(PurePath(finding.place.file).parts[-2:])
    return f"{file}, line {finding.place.line}" if finding.place.line else file
