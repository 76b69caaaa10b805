"""Every rule that a finding can name: those of specs, those of `doc lint`, and the classes of changes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulespec.compare.change_classes import CLASSES, ChangeClass
from rulespec.documents.lint.rules import RULES as LINT
from rulespec.model import rules

LINTED, CHANGES = "lint", "changes"

# Group -> the heading that it is listed under, and the page that tells of its rules.
GROUPS = {
    rules.ANALYSIS: ("What a document leaves open or answers twice (check)", "docs/rules.md"),
    rules.LOADING: ("What keeps a file from being read", "docs/rules.md"),
    rules.ACCOUNTS: ("Whether every clause is accounted for (check, coverage)", "docs/rules.md"),
    rules.EXEMPTIONS: ("Exemptions", "docs/rules.md"),
    rules.AMENDMENTS: ("Declarations of amendments (gate)", "docs/rules.md"),
    CHANGES: ("Classes of changes (gate)", "docs/rules.md"),
    LINTED: ("A document by itself (doc lint)", "docs/lint.md"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule: its id, its group, the severity (of a class of changes: the level) of what it finds, what it is for.

    `more` are further particulars by name.
    """

    id: str
    group: str
    level: str
    purpose: str
    more: tuple[tuple[str, str], ...] = ()

    @property
    def documented(self) -> str:
        """Where it is documented: a page of the program's own, and the place there."""
        return f"{GROUPS[self.group][1]}#{self.id}"


def catalogue() -> tuple[Entry, ...]:
    """Every rule, group by group, each group in its own order."""
    found = [*(Entry(rule.id, rule.group, rule.severity, rule.purpose) for rule in rules.RULES), *_changes()]
    found += [Entry(rule.id, LINTED, rule.severity, rule.purpose) for rule in LINT]
    found.append(Entry("waiver-unused", LINTED, "warning", "a waiver that waives nothing"))
    order = list(GROUPS)
    return tuple(sorted(found, key=lambda entry: order.index(entry.group)))


def grouped(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The rules of each group that has any."""
    return {group: mine for group in GROUPS if (mine := [entry for entry in entries if entry.group == group])}


def _changes() -> Iterator[Entry]:
    for one in CLASSES:
        yield Entry(one.id, CHANGES, one.level, one.purpose, _more(one))


def _more(one: ChangeClass) -> tuple[tuple[str, str], ...]:
    return ("area", one.area), ("kind", one.kind), ("favours", one.direction)
