"""What else rests on what changed: interpretations of the spec, cases, and divergences that somebody has pinned."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulespec.lang.show import show
from rulespec.model.finding import Finding
from rulespec.model.spec import Reading, Spec

MOST = 5  # of one kind that are named


@dataclass(frozen=True, slots=True)
class FailedCase:
    """A case that came out as expected before and does not now: its name and place, and the wagers it fails on."""

    spec: str
    name: str
    wagers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pinned:
    """A divergence that somebody keeps: where, its id, area and subject, and the specs that it is about."""

    where: str
    id: str
    area: str
    subject: str
    specs: frozenset[str]


def with_dependents(
    changes: Iterable[Finding], specs: Mapping[str, Spec], cases: Sequence[FailedCase], pinned: Sequence[Pinned]
) -> list[Finding]:
    """The changes, each with what rests on what it changes, in plain words."""
    found = []
    for finding in changes:
        spec = specs.get(finding.spec)
        if finding.change is None or finding.change.level == "editorial" or spec is None:
            found.append(finding)
            continue
        depends = (
            *_named("interpretation", [_reading(one) for one in spec.readings if _concerns(finding, one)]),
            *_named("case", [one.name for one in cases if _fails_by(finding, one)]),
            *_named("pinned divergence", [f"`{one.id}` ({one.where})" for one in pinned if _is_about(finding, one)]),
        )
        found.append(replace(finding, change=replace(finding.change, depends=depends)))
    return found


def _named(what: str, names: Sequence[str]) -> list[str]:
    shown = [f"{what}: {name}" for name in names[:MOST]]
    more = len(names) - MOST
    return [*shown, f"{what}: {more} more"] if more > 0 else shown


def _reading(one: Reading) -> str:
    event = f" after {one.event}" if one.event else ""
    return f"{one.kind} of {' '.join(one.wagers)}{event} when `{show(one.when)}` ({one.place})"


def _words(finding: Finding) -> set[str]:
    """The names that a change is about: wagers, stages, irregularities."""
    return set(finding.subject.replace("+", "/").replace(".", "/").split("/"))


def _area(finding: Finding) -> str:
    return finding.rule.rpartition("-")[0]


def _concerns(finding: Finding, one: Reading) -> bool:
    words = _words(finding)
    if _area(finding) == "irregularity":
        return one.event in words
    if _area(finding) == "pay" and one.result != "win":
        return False
    return _area(finding) in ("settlement", "stake", "pay") and not one.event and bool(words & set(one.wagers))


def _fails_by(finding: Finding, one: FailedCase) -> bool:
    if one.spec != finding.spec:
        return False
    words = _words(finding)
    return (
        not one.wagers or bool(words & one.wagers) or _area(finding) in ("decision", "irregularity", "option", "spec")
    )


def _is_about(finding: Finding, one: Pinned) -> bool:
    return finding.spec in one.specs and one.area == _area(finding) and one.subject in _words(finding)
