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

    settlers: Mapping[str, Settler]
    accounts: Mapping[str, Account]
    unread: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()

    @property
    def specs(self) -> dict[str, Spec]:
        return {name: settler.spec for name, settler in self.settlers.items()}


@dataclass(frozen=True)
class Compared:
    """What changed: the changes of all specs, the ids of the specs that were compared, what could not be loaded."""

    changes: tuple[Finding, ...]
    specs: tuple[str, ...]
    unread: tuple[Finding, ...] = ()


EMPTY = Side({}, {})


def side_of(shelf: Library) -> Side:
    """All specs of a folder, and all editions of them, each loaded and compiled."""
    settlers: dict[str, Settler] = {}
    accounts: dict[str, Account] = {}
    unread: set[str] = set()
    findings: list[Finding] = []
    for name in [one for spec in shelf.ids() for one in (spec, *shelf.editions(spec))]:
        spec, wrong = shelf.read(shelf.path(name))
        if spec is not None:
            try:
                settlers[name] = Settler(spec)
                if spec.document.entry:
                    accounts[name] = shelf.account(spec.document.entry)
            except LoadError as error:
                wrong = [*wrong, *(error.findings or [Finding("setup", "error", str(error), spec.place, name)])]
        if wrong or spec is None:
            unread.add(name)
            findings += wrong
            settlers.pop(name, None)
    return Side(settlers, accounts, frozenset(unread), tuple(_each_once(findings)))


def compare_sides(base: Side, head: Side, named: Iterable[str] = ()) -> Compared:
    """What changed from one folder of specs to another; of the specs in `named` alone, where some are."""
    wanted = set(named)
    found: list[Finding] = []
    renamed = {one.spec.renamed_from: name for name, one in head.settlers.items() if one.spec.renamed_from}
    before, after = {*base.settlers, *base.unread}, {*head.settlers, *head.unread}
    for name in sorted(before | after):
        new = renamed.get(name, "")
        if name not in head.unread and (not wanted or {name, new} & wanted):
            moved = new if name not in after and new not in before else ""
            found += _of_spec(base, head, name, moved)
    specs = {*base.settlers, *head.settlers}
    return Compared(tuple(found), tuple(sorted(specs & wanted if wanted else specs)), head.findings)


def _of_spec(base: Side, head: Side, name: str, moved: str) -> list[Finding]:
    """What changed of the spec with an id; `moved` is the id that it has now, "" where it has none or the same."""
    before, after = base.settlers.get(name), head.settlers.get(moved or name)
    if after is None:
        return [_removed(before)] if before is not None else []
    if before is not None:
        told = [_renamed(name, before.spec, after.spec)] if moved else []
        return [*told, *changes(before, after, (base.accounts.get(name), head.accounts.get(moved or name)))]
    if moved or name in base.unread:
        return [_unread_before(after.spec)]
    old = after.spec.renamed_from
    if old in {*base.settlers, *base.unread} and old not in {*head.settlers, *head.unread}:
        return []  # told under the id that it had
    return [_added(after.spec)]


def _renamed(old: str, before: Spec, after: Spec) -> Finding:
    message = f"The spec's id: `{old}` becomes `{after.id}`"
    return _whole("spec-reworded", EDITORIAL, message, after, after.place, (old, after.id), before.place)


def _added(spec: Spec) -> Finding:
    return _whole(
        "spec-added", COMPATIBLE, f"The spec of {spec.title} is new", spec, spec.place, ("", spec.title), None
    )


def _removed(settler: Settler) -> Finding:
    spec = settler.spec
    message = f"The spec of {spec.title} is gone; no round of it can be settled any more"
    finding = _whole("spec-removed", BREAKING, message, spec, spec.place, (spec.title, ""), spec.place)
    shown = plain_round(settler)
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
    why = "the spec cannot be loaded as it was before" if level == UNDECIDED else ""
    change = Change(level, "neutral", *says, place_before=before, title="The spec as a whole", unknown=why)
    return Finding(class_id, SEVERITY[level], message, place, spec.id, subject="spec", basis="written", change=change)


def _each_once(findings: Iterable[Finding]) -> list[Finding]:
    """What specs share, their vocabulary and a common base, once."""
    found: dict[tuple[Place, str], Finding] = {}
    for finding in findings:
        found.setdefault((finding.place, finding.message), finding)
    return list(found.values())
