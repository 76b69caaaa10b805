"""The specs of two folders, each loaded and compiled: what is the same in both is read once, in several processes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from filecmp import cmp
from functools import partial
from pathlib import Path

from rulespec.engine.settle import Settler
from rulespec.errors import LoadError, UsageError
from rulespec.load.disk import recording, same_in
from rulespec.load.library import Library
from rulespec.model.document import Account
from rulespec.model.edition import is_edition, spec_of
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.spec import Spec
from rulespec.pool import default_jobs, in_order


@dataclass(frozen=True)
class Side:
    """The specs of one folder: those that can be loaded, with the accounts of their documents, and what is wrong.

    `unread` are the ids of specs that cannot be loaded. A spec that is made of the same files on two sides is one
    object.
    """

    specs: Mapping[str, Spec]
    accounts: Mapping[str, Account]
    unread: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read:
    """One spec with the account of its document, or what keeps it from being loaded."""

    spec: Spec | None
    account: Account | None = None
    findings: tuple[Finding, ...] = ()


_Both = tuple[str, _Read | None, _Read | None]  # a spec's id, what it is before, what it is after
_Shelves = tuple[Library | None, Library | None]
_Asked = tuple[str, bool, bool]  # a spec's id, and whether each side has it

_FEW = 4  # specs that are read before other processes would have begun


def sides_of(before: Library | None, after: Library | None) -> tuple[Side, Side]:
    """All specs of two folders, and all editions of them; None is a folder with nothing in it."""
    shelves = before, after
    names = [set(_names(shelf)) if shelf is not None else set() for shelf in shelves]
    asked = [(name, name in names[0], name in names[1]) for name in sorted(names[0] | names[1])]
    jobs = default_jobs() if len(asked) > _FEW else 1
    if after is not None:
        after.prepare()  # once for all processes
    shares = _shares(asked, [_cost(shelves, *one) for one in asked], jobs)
    found = [both for some in in_order(partial(_read_all, shelves), shares, jobs) for both in some]
    read = sorted(found, key=lambda both: both[0])
    return _side((name, mine) for name, mine, _ in read), _side((name, theirs) for name, _, theirs in read)


def _shares(asked: Sequence[_Asked], costs: Sequence[int], many: int) -> list[list[_Asked]]:
    """Shares of about equal cost: the dearest first, each to whoever has least. A spec and its editions are one."""
    together: dict[str, list[_Asked]] = {}
    cost: Counter[str] = Counter()
    for one, mine in zip(asked, costs, strict=True):
        together.setdefault(spec_of(one[0]), []).append(one)
        cost[spec_of(one[0])] += mine
    shares: list[list[_Asked]] = [[] for _ in range(many)]
    had = [0] * many
    for name, mine in cost.most_common():
        least = had.index(min(had))
        had[least] += mine
        shares[least] += together[name]
    return [share for share in shares if share]


def _cost(shelves: _Shelves, name: str, is_before: bool, is_after: bool) -> int:
    """About what it takes to read a spec: an edition has most from its base, which is read before."""
    return _times_read(shelves, name, is_before, is_after) * (1 if is_edition(name) else 2)


def _times_read(shelves: _Shelves, name: str, is_before: bool, is_after: bool) -> int:
    """How often a spec will be read: twice where its file is not the same on both sides."""
    if not (is_before and is_after):
        return 1
    first, second = (Path(shelf.root, f"{name.partition('@')[0]}.yaml") for shelf in shelves if shelf is not None)
    try:
        return 2 - cmp(first, second, shallow=False)
    except OSError:  # reading it will tell
        return 1


def _side(read: Iterable[tuple[str, _Read | None]]) -> Side:
    known = {name: one for name, one in read if one is not None}
    return Side(
        {name: one.spec for name, one in known.items() if one.spec is not None},
        {name: one.account for name, one in known.items() if one.account is not None},
        frozenset(name for name, one in known.items() if one.spec is None),
        tuple(_each_once(finding for one in known.values() for finding in one.findings)),
    )


def _names(shelf: Library) -> Iterator[str]:
    """The ids of all specs and editions; one that cannot be read has none, and reading it tells why."""
    for name in shelf.ids():
        yield name
        with suppress(UsageError, LoadError):
            yield from shelf.editions(name)


def _read_all(shelves: _Shelves, names: Sequence[_Asked]) -> list[_Both]:
    return [_read_both(shelves, *one) for one in names]


def _read_both(shelves: _Shelves, name: str, is_before: bool, is_after: bool) -> _Both:
    before, after = (shelf if has else None for shelf, has in zip(shelves, (is_before, is_after), strict=True))
    with recording() as record:
        theirs = _read(after, name) if after is not None else None
    if before is None or after is None or theirs is None:
        return name, (_read(before, name) if before is not None else None), theirs
    same = theirs.spec is not None and same_in(record, after.root, before.root)
    return name, theirs if same else _read(before, name), theirs


def _read(shelf: Library, name: str) -> _Read:
    place = Place(str(shelf.root / f"{name}.yaml"))
    try:
        spec, wrong = shelf.read(shelf.path(name))
        if spec is None or wrong:
            return _Read(None, findings=tuple(wrong))
        place = spec.places.get("document", spec.place)
        Settler(spec)  # what cannot be compiled cannot be compared
        return _Read(spec, shelf.account(spec.document.entry) if spec.document.entry else None)
    except LoadError as error:
        return _Read(None, findings=tuple(error.findings or [Finding("setup", "error", str(error), place, name)]))
    except UsageError as error:  # a link that leads nowhere, a document without an entry
        return _Read(None, findings=(Finding("setup", "error", str(error), place, name),))


def _each_once(findings: Iterable[Finding]) -> list[Finding]:
    """What specs share, their vocabulary and a common base, once."""
    found: dict[tuple[Place, str], Finding] = {}
    for finding in findings:
        found.setdefault((finding.place, finding.message), finding)
    return list(found.values())
