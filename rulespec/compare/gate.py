"""Two folders of specs held against each other: which specs there are in either, and what changed in each of them.

Specs are matched by id, then by `renamed_from`. What cannot be loaded is told of, and the others are compared.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, EDITORIAL, UNDECIDED
from rulespec.compare.change_severity import SEVERITY
from rulespec.compare.change_trials import plain_round
from rulespec.compare.changes import changes
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.library import Library
from rulespec.model.document import Account
from rulespec.model.finding import Change, Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec


@dataclass(frozen=True)
class Side:
    """The specs of one side: those that can be loaded, with the accounts of their documents, and what is wrong.

    `unread` are the ids of specs that cannot be loaded.
    """

    specs: Mapping[str, Spec]
    accounts: Mapping[str, Account]
    unread: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Compared:
    """What changed: the changes of all specs, the ids of the specs that were compared, what could not be loaded."""

    changes: tuple[Finding, ...]
    specs: tuple[str, ...]
    unread: tuple[Finding, ...] = ()


EMPTY = Side({}, {})


def side_of(shelf: Library) -> Side:
    """All specs of a folder, each loaded and compiled."""
    specs: dict[str, Spec] = {}
    accounts: dict[str, Account] = {}
    unread: set[str] = set()
    findings: list[Finding] = []
    for name in shelf.ids():
        spec, wrong = shelf.read(shelf.path(name))
        if spec is not None:
            try:
                Settler(spec)
                if spec.document.entry:
                    accounts[name] = shelf.account(spec.document.entry)
            except LoadError as error:
                wrong = [*wrong, *(error.findings or [Finding("setup", "error", str(error), spec.place, name)])]
        if wrong or spec is None:
            unread.add(name)
            findings += wrong
        else:
            specs[name] = spec
    return Side(specs, accounts, frozenset(unread), tuple(_each_once(findings)))


def compare_sides(base: Side, head: Side, named: Iterable[str] = ()) -> Compared:
    """What changed from one folder of specs to another; of the specs in `named` alone, where some are."""
    wanted = set(named)
    found: list[Finding] = []
    renamed = {spec.renamed_from: name for name, spec in head.specs.items() if spec.renamed_from}
    for name in sorted({*base.specs, *base.unread, *head.specs, *head.unread}):
        if name in head.unread or (wanted and not {name, renamed.get(name, "")} & wanted):
            continue
        spec = head.specs.get(name)
        if spec is None:
            new = renamed.get(name, "")
            if new in head.specs and new not in {*base.specs, *base.unread} and name in base.specs:
                found += _renamed(base, head, name, new)
            elif name in base.specs:
                found.append(_removed(base.specs[name], head))
        elif name in base.specs:
            both = base.accounts.get(name), head.accounts.get(name)
            found += changes(base.specs[name], spec, both)
        elif name in base.unread:
            found.append(_unread_before(spec))
        elif spec.renamed_from not in base.specs or spec.renamed_from in {*head.specs, *head.unread}:
            found.append(_added(spec))
    return Compared(tuple(found), tuple(sorted({*base.specs, *head.specs})), (*head.findings,))


def _renamed(base: Side, head: Side, old: str, new: str) -> list[Finding]:
    spec = head.specs[new]
    place = spec.places.get("spec", spec.place)
    message = f"The spec's id: `{old}` becomes `{new}`"
    told = _whole("spec-reworded", EDITORIAL, message, spec, place, (old, new), base.specs[old].place)
    both = base.accounts.get(old), head.accounts.get(new)
    return [told, *changes(base.specs[old], spec, both)]


def _added(spec: Spec) -> Finding:
    return _whole(
        "spec-added", COMPATIBLE, f"The spec of {spec.title} is new", spec, spec.place, ("", spec.title), None
    )


def _removed(spec: Spec, head: Side) -> Finding:
    message = f"The spec of {spec.title} is gone; no round of it can be settled any more"
    finding = _whole("spec-removed", BREAKING, message, spec, spec.place, (spec.title, ""), spec.place)
    shown = plain_round(Settler(spec))
    if shown is None or finding.change is None:
        return finding
    round_, result = shown
    results = (("before", result), ("after", "refused: there is no such spec"))
    return replace(finding, witness=round_, change=replace(finding.change, results=results))


def _unread_before(spec: Spec) -> Finding:
    message = "The spec cannot be loaded in the base, so that what changed is not known"
    return _whole("spec-changed", UNDECIDED, message, spec, spec.place, ("", spec.title), None)


def _whole(
    class_id: str, level: str, message: str, spec: Spec, place: Place, says: tuple[str, str], before: Place | None
) -> Finding:
    change = Change(level, "neutral", *says, place_before=before)
    return Finding(class_id, SEVERITY[level], message, place, spec.id, subject="spec", basis="written", change=change)


def _each_once(findings: Iterable[Finding]) -> list[Finding]:
    """What specs share, their vocabulary and a common base, once."""
    found: dict[tuple[Place, str], Finding] = {}
    for finding in findings:
        found.setdefault((finding.place, finding.message), finding)
    return list(found.values())
