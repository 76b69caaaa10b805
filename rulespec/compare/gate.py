"""Two folders of specs held against each other: which specs there are in either, and what changed in each of them.

Specs are matched by id, then by `renamed_from`. What cannot be loaded is told of, and the others are compared.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, EDITORIAL, SEVERITY, UNDECIDED
from rulespec.compare.change_days import day_changes
from rulespec.compare.change_trials import plain_round
from rulespec.compare.changes import changes
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError, UsageError
from rulespec.load.disk import Record, recording, same_in
from rulespec.load.library import Library
from rulespec.model.document import Account
from rulespec.model.edition import is_edition
from rulespec.model.finding import Change, Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec
from rulespec.prove.pool import default_jobs, in_order


@dataclass(frozen=True)
class Side:
    """The specs of one side: those that can be loaded, with the accounts of their documents, and what is wrong.

    `unread` are the ids of specs that cannot be loaded, `records` what was asked of the folder `root` for the others.
    """

    settlers: Mapping[str, Settler]
    accounts: Mapping[str, Account]
    unread: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()
    root: Path = Path()
    records: Mapping[str, Record] = field(default_factory=dict)

    @property
    def specs(self) -> dict[str, Spec]:
        return {name: settler.spec for name, settler in self.settlers.items()}


@dataclass(frozen=True)
class Compared:
    """What changed: the changes of all specs, the ids of the specs that were compared, what could not be loaded.

    `aside` are the ids of specs that were not compared: those that nobody asked for, and those that cannot be loaded.
    """

    changes: tuple[Finding, ...]
    specs: tuple[str, ...]
    unread: tuple[Finding, ...] = ()
    aside: frozenset[str] = frozenset()


EMPTY = Side({}, {})


def side_of(shelf: Library, other: Side = EMPTY) -> Side:
    """All specs of a folder, and all editions of them, each loaded and compiled.

    A spec that is made of the same files on another side is that of the other side: nothing of it is read again.
    """
    settlers: dict[str, Settler] = {}
    accounts: dict[str, Account] = {}
    unread: set[str] = set()
    findings: list[Finding] = []
    records: dict[str, Record] = {}
    for name in _names(shelf):
        if name in other.settlers and same_in(other.records[name], other.root, shelf.root):
            settlers[name] = other.settlers[name]
            accounts |= {name: other.accounts[name]} if name in other.accounts else {}
            continue
        with recording() as records[name]:
            settler, account, wrong = _read(shelf, name)
        if wrong or settler is None:
            unread.add(name)
            findings += wrong
        else:
            settlers[name] = settler
            accounts |= {name: account} if account is not None else {}
    return Side(settlers, accounts, frozenset(unread), tuple(_each_once(findings)), shelf.root, records)


def _names(shelf: Library) -> Iterator[str]:
    """The ids of all specs and editions; one that cannot be read has none, and reading it tells why."""
    for name in shelf.ids():
        yield name
        with suppress(UsageError, LoadError):
            yield from shelf.editions(name)


def _read(shelf: Library, name: str) -> tuple[Settler | None, Account | None, list[Finding]]:
    """One spec, compiled, with the account of its document; or what is wrong with it."""
    place = Place(str(shelf.root / f"{name}.yaml"))
    try:
        spec, wrong = shelf.read(shelf.path(name))
        if spec is None or wrong:
            return None, None, wrong
        place = spec.places.get("document", spec.place)
        return Settler(spec), shelf.account(spec.document.entry) if spec.document.entry else None, []
    except LoadError as error:
        return None, None, list(error.findings) or [Finding("setup", "error", str(error), place, name)]
    except UsageError as error:  # a link that leads nowhere, a document without an entry
        return None, None, [Finding("setup", "error", str(error), place, name)]


def compare_sides(base: Side, head: Side, named: Iterable[str] = ()) -> Compared:
    """What changed from one folder of specs to another; of the specs in `named` alone, where some are."""
    wanted = set(named)
    looked_at: set[str] = set()
    before, after = {*base.settlers, *base.unread}, {*head.settlers, *head.unread}
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
    days = [day_changes(base.settlers, head.settlers, name) for name in sorted(looked_at) if not is_edition(name)]
    found = (*alone, *changed, *(finding for mine in days for finding in mine))
    specs = looked_at & {*base.settlers, *head.settlers}
    return Compared(found, tuple(sorted(specs)), head.findings, frozenset((before | after) - looked_at))


_Both = tuple[Spec, Spec, tuple[Account | None, Account | None]]  # what another process can be sent


def _on_both_sides(base: Side, head: Side, name: str, now: str) -> list[_Both]:
    """The two versions of a spec, where both sides have it and they are not one."""
    first, second = base.settlers.get(name), head.settlers.get(now)
    if first is None or second is None or first is second:
        return []
    return [(first.spec, second.spec, (base.accounts.get(name), head.accounts.get(now)))]


def _changes_of(both: _Both) -> list[Finding]:
    before, after, accounts = both
    return changes(Settler(before), Settler(after), accounts)


def _moved(head: Side, gone: set[str], before: set[str]) -> dict[str, str]:
    """The ids that are gone with those that specs have instead; of two that say so of one id, the first has it."""
    found: dict[str, str] = {}
    for name, settler in sorted(head.settlers.items()):
        if settler.spec.renamed_from in gone and name not in before:
            found.setdefault(settler.spec.renamed_from, name)
    return found


def _by_itself(base: Side, head: Side, name: str, moved: str) -> list[Finding]:
    """What is told of a spec as a whole; `moved` is the id that it has now, "" where it has none or the same."""
    before, after = base.settlers.get(name), head.settlers.get(moved or name)
    if after is None:
        return [_removed(before) if before is not None else _removed_unread(name, base)]
    if before is not None:
        return [_renamed(name, before.spec, after.spec)] if moved else []
    return [_unread_before(after.spec) if moved or name in base.unread else _added(after.spec)]


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


def _each_once(findings: Iterable[Finding]) -> list[Finding]:
    """What specs share, their vocabulary and a common base, once."""
    found: dict[tuple[Place, str], Finding] = {}
    for finding in findings:
        found.setdefault((finding.place, finding.message), finding)
    return list(found.values())
