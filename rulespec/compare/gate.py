"""Two folders of specs held against each other: which specs there are in either, and what changed in each of them.

Specs are matched by id, then by `renamed_from`. What cannot be loaded is told of, and the others are compared.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, EDITORIAL, SEVERITY, UNDECIDED
from rulespec.compare.change_days import day_changes
from rulespec.compare.change_trials import plain_round
from rulespec.compare.changes import changes
from rulespec.compare.gate_sides import Side
from rulespec.engine.settle import Settler
from rulespec.model.document import Account
from rulespec.model.edition import is_edition
from rulespec.model.finding import Change, Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec
from rulespec.pool import default_jobs, in_order


@dataclass(frozen=True)
class Compared:
    """What changed: the changes of all specs, the ids of the specs that were compared, what could not be loaded.

    `aside` are the ids of specs that were not compared: those that nobody asked for, and those that cannot be loaded.
    """

    changes: tuple[Finding, ...]
    specs: tuple[str, ...]
    unread: tuple[Finding, ...] = ()
    aside: frozenset[str] = frozenset()


def compare_sides(base: Side, head: Side, named: Iterable[str] = ()) -> Compared:
    """What changed from one folder of specs to another; of the specs in `named` alone, where some are."""
    wanted = set(named)
    looked_at: set[str] = set()
    before, after = {*base.specs, *base.unread}, {*head.specs, *head.unread}
    moved = _moved(head, before - after, before)
    alone: list[Finding] = []
    both: list[_Both] = []
    for name in sorted(before | after):
        new = moved.get(name, "")
        if name in head.unread or (wanted and not {name, new} & wanted):
            continue
        looked_at |= {name, new} - {""}
        if name not in moved.values():
            alone += _by_itself(base, head, name, new)
            both += _on_both_sides(base, head, name, new or name)
    told = in_order(_changes_of, both, default_jobs() if len(both) > 1 else 1)
    changed = [finding for mine in told for finding in mine]
    days = [day_changes(base.specs, head.specs, name) for name in sorted(looked_at) if not is_edition(name)]
    found = (*alone, *changed, *(finding for mine in days for finding in mine))
    specs = looked_at & {*base.specs, *head.specs}
    return Compared(found, tuple(sorted(specs)), head.findings, frozenset((before | after) - looked_at))


_Both = tuple[Spec, Spec, tuple[Account | None, Account | None]]  # what another process can be sent


def _on_both_sides(base: Side, head: Side, name: str, now: str) -> list[_Both]:
    """The two versions of a spec, where both sides have it and they are not one."""
    first, second = base.specs.get(name), head.specs.get(now)
    if first is None or second is None or first is second:
        return []
    return [(first, second, (base.accounts.get(name), head.accounts.get(now)))]


def _changes_of(both: _Both) -> list[Finding]:
    before, after, accounts = both
    return changes(Settler(before), Settler(after), accounts)


def _moved(head: Side, gone: set[str], before: set[str]) -> dict[str, str]:
    """The ids that are gone with those that specs have instead; of two that say so of one id, the first has it."""
    found: dict[str, str] = {}
    for name, spec in sorted(head.specs.items()):
        if spec.renamed_from in gone and name not in before:
            found.setdefault(spec.renamed_from, name)
    return found


def _by_itself(base: Side, head: Side, name: str, moved: str) -> list[Finding]:
    """What is told of a spec as a whole; `moved` is the id that it has now, "" where it has none or the same."""
    before, after = base.specs.get(name), head.specs.get(moved or name)
    if after is None:
        return [_removed(before) if before is not None else _removed_unread(name, base)]
    if before is not None:
        return [_renamed(name, before, after)] if moved else []
    return [_unread_before(after) if moved or name in base.unread else _added(after)]


def _renamed(old: str, before: Spec, after: Spec) -> Finding:
    message = f"The spec's id: `{old}` becomes `{after.id}`"
    return _whole("spec-reworded", EDITORIAL, message, after, after.place, (old, after.id), before.place)


def _added(spec: Spec) -> Finding:
    return _whole(
        "spec-added", COMPATIBLE, f"The spec of {spec.title} is new", spec, spec.place, ("", spec.title), None
    )


def _removed(spec: Spec) -> Finding:
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


def _removed_unread(name: str, base: Side) -> Finding:
    message = "The spec is gone, and cannot be loaded in the base, so that what it said is not known"
    place = next((one.place for one in base.findings if one.spec == name), Place(f"{name}.yaml"))
    why = "the spec cannot be loaded as it was before"
    change = Change(UNDECIDED, "neutral", name, "", place_before=place, title="The spec as a whole", unknown=why)
    return Finding(
        "spec-removed", SEVERITY[UNDECIDED], message, place, name, subject="spec", basis="written", change=change
    )


def _whole(
    class_id: str, level: str, message: str, spec: Spec, place: Place, says: tuple[str, str], before: Place | None
) -> Finding:
    why = "the spec cannot be loaded as it was before" if level == UNDECIDED else ""
    change = Change(level, "neutral", *says, place_before=before, title="The spec as a whole", unknown=why)
    return Finding(class_id, SEVERITY[level], message, place, spec.id, subject="spec", basis="written", change=change)
