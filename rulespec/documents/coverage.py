"""Which clauses of a document its specs cite, which are accounted for otherwise, and which nobody has thought of."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rulespec.documents.clause import normalise, split_prefix, without_row
from rulespec.documents.lock import Lock, Locked
from rulespec.documents.references import ClauseIdError, parse_clause_id
from rulespec.load.cites import Citations, Cited
from rulespec.load.nearest import nearest
from rulespec.model.document import OF_KIND, REASONS, Account
from rulespec.model.finding import Finding
from rulespec.model.place import Place

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Status = Literal["cited", "provision", "leads", "not_encoded", "uncovered"]


@dataclass(frozen=True, slots=True)
class Covered:
    """What a clause is: cited by a spec, a provision, one that only leads to such, not encoded by `reason`, or none."""

    clause: Locked
    status: Status
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The clauses of a document, in order, each with what accounts for it; and what is wrong with the citations."""

    lock: Lock
    clauses: tuple[Covered, ...]
    findings: tuple[Finding, ...]

    def of(self, parts: Sequence[str]) -> tuple[Covered, ...]:
        """The clauses of some parts (prefixes, or clauses with all in them); all of them where none are named."""
        if not parts:
            return self.clauses
        inside = {clause for part in parts for clause in within(self.lock, part)}
        return tuple(one for one in self.clauses if one.clause.id in inside)


def share(clauses: Iterable[Covered]) -> tuple[int, int]:
    """How many clauses are accounted for, and how many there are."""
    found = list(clauses)
    return sum(one.status != "uncovered" for one in found), len(found)


def tally(clauses: Iterable[Covered]) -> Counter[str]:
    """How many clauses there are of each status; those not encoded by their reason."""
    return Counter(one.reason or one.status for one in clauses)


def unread(clauses: Iterable[Covered]) -> tuple[Covered, ...]:
    """The clauses that no spec encodes although their words settle wagers or bind people, or they are rows of tables.

    Those that are yet to be encoded are not among them: they are known to say such things.
    """
    return tuple(
        one
        for one in clauses
        if one.status == "not_encoded" and one.reason != "pending" and (one.clause.settling or one.clause.kind == "row")
    )


def within(lock: Lock, part: str) -> Iterator[str]:
    """The clauses of a part (a prefix such as `sch1`), or a clause with all in it, in order."""
    name = normalise(part)
    inside = {name}
    for clause in lock.clauses.values():
        prefix, _ = split_prefix(clause.id)
        if clause.id == name or prefix == name or clause.above in inside:
            inside.add(clause.id)
            yield clause.id


def cover(lock: Lock, specs: Iterable[Citations], account: Account) -> Coverage:
    """What accounts for each clause, by what all specs of the document cite and by the document's own account."""
    ledger = _Ledger(lock)
    # What specs share is read once.
    for clause, cited in dict.fromkeys((in_full(one.clause, spec.prefix), one) for spec in specs for one in spec.cites):
        ledger.cite(clause, cited)
    ledger.check_rows()
    for provision in account.provisions:
        for clause in provision.cites:
            ledger.provide(normalise(clause), provision.place)
    for entry in account.not_encoded:
        for clause in entry.clauses:
            ledger.leave_out(clause, entry.reason, entry.place)
    ledger.check_reasons(account)
    return Coverage(lock, tuple(ledger.settle()), tuple(ledger.findings))


def in_full(clause: str, prefix: str) -> str:
    """The canonical id of a clause that a spec of the part `prefix` cites."""
    name = normalise(clause)
    return f"{prefix}:{name}" if prefix and not split_prefix(name)[0] else name


def _row_name(row: str) -> str:
    """A row's id as specs name rows: numbers in figures, and a wager by its name alone (`main` for `main_wager`)."""
    table, bracket, key = row.partition("[")
    words = [str(_NUMBERS.index(word)) if word in _NUMBERS else word for word in key.removesuffix("]").split("_")]
    return table + bracket + "_".join(words[:-1] if len(words) > 1 and words[-1] in ("wager", "bet") else words)


@dataclass
class _Ledger:
    """Takes what the specs and the account say of each clause."""

    lock: Lock
    findings: list[Finding] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    paying: set[str] = field(default_factory=set)  # cited as pay tables alone: their rows must be named
    provided: set[str] = field(default_factory=set)
    reasons: dict[str, str] = field(default_factory=dict)
    _missing: set[tuple[str, Place]] = field(default_factory=set)
    _below: dict[str, list[str]] = field(default_factory=dict)
    _rows: dict[str, list[str]] = field(default_factory=dict)
    _named_rows: set[str] = field(default_factory=set)  # by a spec's rows, not only by what its table is about
    _unknown_rows: list[tuple[str, str, Place]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for clause in self.lock.clauses.values():
            self._below.setdefault(clause.above, []).append(clause.id)
            if clause.kind == "row":
                self._rows.setdefault(_row_name(clause.id), []).append(clause.id)

    def cite(self, clause: str, cited: Cited) -> None:
        if cited.kind == "row":
            self._cite_row(clause, cited)
        elif self._known(clause, cited.place):
            if cited.kind == "left_out":
                self._take_reason(clause, "pending")
            else:
                (self.paying if cited.kind == "pay" else self.cited).add(clause)

    def _cite_row(self, row: str, cited: Cited) -> None:
        """A row of a pay table, which the document may call otherwise; a warning where it has none of that name."""
        found = self._rows.get(_row_name(row), ())
        self.cited.update(found)
        self._named_rows.update(found if cited.sure else ())
        table = without_row(row)
        has_rows = any(self.lock.clauses[one].kind == "row" for one in self._below.get(table, ()))
        if not found and cited.sure and has_rows:
            self._unknown_rows.append((table, row, cited.place))

    def check_rows(self) -> None:
        """The rows that specs have and no table does; told last, when it is known which rows of it are left."""
        for table, row, place in self._unknown_rows:
            message = f"the table of clause {table} has no row `{row[len(table) + 1 : -1]}`"
            rows = [
                one
                for one in self._below[table]
                if self.lock.clauses[one].kind == "row" and one not in self._named_rows
            ]
            left = ", ".join(f"`{one[len(table) + 1 : -1]}`" for one in rows)
            hint = f"its rows that no spec names: {left}" if left else "each of its rows is named by a spec"
            self.findings.append(Finding("no-such-row", "warning", message, place, "", (table,), hint))

    def provide(self, clause: str, place: Place) -> None:
        if self._known(clause, place):
            self.provided.add(clause)

    def leave_out(self, clauses: str, reason: str, place: Place) -> None:
        first, separator, last = (normalise(end) for end in clauses.partition(" to "))
        ends = [first, last] if separator else [first]
        self._check_reason(ends, reason, place)
        known = [self._known(end, place) for end in ends]  # each is looked at, so that each that is missing is told
        if not all(known):
            return
        if len(ends) == 1:
            self._take_reason(first, reason)
            return
        ids = list(self.lock.clauses)
        run = ids[ids.index(first) : ids.index(last) + 1]
        if not run:
            message = f"`{clauses}`: the first of them comes after the last in the document"
            self.findings.append(Finding("bad-range", "error", message, place, "", tuple(ends)))
        for clause in run:
            self._take_reason(clause, reason)

    def _check_reason(self, clauses: Sequence[str], reason: str, place: Place) -> None:
        """The reasons that a clause's kind gives are for clauses of that kind alone."""
        for name in clauses:
            kind = self.lock.clauses[name].kind if name in self.lock.clauses else ""
            if kind and reason in OF_KIND.values() and OF_KIND.get(kind) != reason:
                message = f"clause {name} is a {kind}, so that `{reason}` ({REASONS[reason]}) is no reason for it"
                hint = "give one of the other reasons, or make it a provision"
                self.findings.append(Finding("reason-unfit", "error", message, place, "", (name,), hint))

    def check_reasons(self, account: Account) -> None:
        """A clause that is listed as not encoded, and that a spec or provision cites after all."""
        for entry in account.not_encoded:
            for clause in map(normalise, entry.clauses):
                if clause in self.cited | self.provided:
                    message = f"clause {clause} is listed as not encoded ({REASONS[entry.reason]}), but it is cited"
                    hint = "take it off the list, or list only those of its clauses that are not encoded"
                    self.findings.append(
                        Finding("encoded-after-all", "warning", message, entry.place, "", (clause,), hint)
                    )

    def settle(self) -> Iterator[Covered]:
        used = self._with_below(self.cited | self.provided | self.paying)
        for clause in self.lock.clauses.values():
            yield self._status(clause, used)

    def _status(self, clause: Locked, used: set[str]) -> Covered:
        name = clause.id
        if name in self.cited or name in self.paying:
            return Covered(clause, "cited")
        if name in self.provided:
            return Covered(clause, "provision")
        if clause.kind == "row" and clause.above in self.cited | self.provided and clause.above not in self.paying:
            return Covered(clause, "cited")
        if name in self.reasons:
            return Covered(clause, "not_encoded", self.reasons[name])
        if clause.kind in OF_KIND:
            return Covered(clause, "not_encoded", OF_KIND[clause.kind])
        return Covered(clause, "leads" if clause.leads and name in used else "uncovered")

    def _with_below(self, names: set[str]) -> set[str]:
        """All clauses that have one of `names` somewhere in them."""
        found: set[str] = set()
        for name in names:
            above = self.lock.clauses[name].above
            while above and above not in found:
                found.add(above)
                above = self.lock.clauses[above].above
        return found

    def _take_reason(self, clause: str, reason: str) -> None:
        self.reasons.setdefault(clause, reason)
        for name in self._below.get(clause, ()):
            self._take_reason(name, reason)

    def _known(self, clause: str, place: Place) -> bool:
        if clause in self.lock.clauses:
            return True
        if (clause, place) not in self._missing:
            self._missing.add((clause, place))
            near = self._nearest(clause)
            message = f"the document has no clause `{clause}`"
            self.findings.append(Finding("no-such-clause", "error", message, place, "", (clause,), near))
        return False

    def _nearest(self, clause: str) -> str:
        table = without_row(clause)
        if table != clause and table in self.lock.clauses:
            rows = [one.id for one in self.lock.clauses.values() if one.above == table and one.kind == "row"]
            return nearest(clause, rows) or f"the rows of `{table}` are {', '.join(rows) or 'not told apart'}"
        try:
            parse_clause_id(clause)
        except ClauseIdError as error:
            return str(error)
        return nearest(clause, self.lock.clauses) or "see `rulespec doc parse`"


def coverage_findings(coverage: Coverage, parts: Sequence[str], place: Place, spec: str) -> list[Finding]:
    """The clauses of `parts` that nothing accounts for: a finding, at `place`, for each part that has some."""
    hint = "cite them where they are encoded, make them provisions, or list them under `not_encoded` with the reason"
    forgotten: dict[str, list[str]] = {}
    for one in coverage.of(parts):
        if one.status == "uncovered":
            forgotten.setdefault(part_of(coverage.lock, one.clause.id), []).append(one.clause.id)
    findings = []
    for part, clauses in forgotten.items():
        count = "1 clause" if len(clauses) == 1 else f"{len(clauses)} clauses"
        message = f"nothing accounts for {count} of part {part}"
        findings.append(Finding("uncovered", "error", message, place, spec, tuple(clauses), hint))
    return findings


def part_of(lock: Lock, clause: str) -> str:
    """The part that a clause is counted in: its prefix, or else the outermost clause that it stands in."""
    prefix, _ = split_prefix(clause)
    while not prefix and lock.clauses[clause].above:
        clause = lock.clauses[clause].above
    return prefix or clause
