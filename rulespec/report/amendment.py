"""The amendment report: what changed from one state of the specs to another, as an approver reads and signs it.

What is here is the report before it has a form; HTML, Markdown, DOCX and XLSX are made of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.compare.change_classes import BREAKING, UNDECIDED
from rulespec.model.amendments import DeclaredAmendment
from rulespec.model.change_worth import VersionsWorth
from rulespec.model.finding import Finding
from rulespec.model.spec import Document
from rulespec.report.amendment_clauses import ClauseCount
from rulespec.report.amendment_rules import Says, Version
from rulespec.report.html_rounds import Figure
from rulespec.report.html_words import (
    Basis,
    Heading,
)
from rulespec.report.text import plural

NOT_DECLARED = "not declared"


@dataclass(frozen=True, slots=True)
class Side:
    """One state of the specs: `label` as it was named, `commit` where it is one of git."""

    label: str
    commit: str = ""

    @property
    def told(self) -> str:
        return f"{self.label} (commit {self.commit[:12]})" if self.commit else self.label


@dataclass(frozen=True, slots=True)
class Given:
    """What the report is made of. `versions` are by the id of a spec as findings name it: before and after.

    `changes` are as the gate judged them, `wrong` what it says of declarations. `amendments` are those that are new.
    `specs` are the ids of all specs that were compared. `date` is an ISO date. `worth` is what the changes of each spec
    come to in money, where that was asked for.
    """

    title: str
    sides: tuple[Side, Side]
    changes: tuple[Finding, ...]
    wrong: tuple[Finding, ...]
    amendments: tuple[DeclaredAmendment, ...]
    versions: Mapping[str, tuple[Version | None, Version | None]]
    specs: tuple[str, ...]
    date: str
    scope: str
    program: Mapping[str, str]
    worth: tuple[VersionsWorth, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of a document as the title block has it."""

    instrument: str
    in_force: str
    iso: str
    lock: str
    clauses: int
    file: str


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the comparison schedule. `title` is what it is about, `case` when it is so, in plain words."""

    number: int
    anchor: str
    title: str
    case: str
    condition: str
    area: str
    before: Says
    after: Says
    kind: str
    level: str
    level_word: str
    purpose: str
    effect: str
    value: str
    often: str
    basis: Basis | None
    reason: str
    declared: str
    exempt: str
    unknown: str
    round: tuple[str, ...]
    results: tuple[tuple[str, str], ...]
    figure: Figure | None
    json: str
    depends: tuple[str, ...]

    @property
    def undeclared(self) -> bool:
        return not self.declared and not self.exempt


@dataclass(frozen=True, slots=True)
class Editorial:
    """A change of words, numbers of clauses or dates."""

    title: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Part:
    """What changed in one spec: its document before and after, the schedule's rows, what is wording only.

    `worth` is what the changes come to in money; None where that was not asked for, or they bear on none.
    """

    heading: Heading
    document: Document
    before: Edition | None
    after: Edition | None
    items: tuple[Item, ...]
    editorial: tuple[Editorial, ...]
    clauses: ClauseCount
    sourced: tuple[bool, bool]
    worth: VersionsWorth | None = None


@dataclass(frozen=True, slots=True)
class AreaCount:
    """How many changes of an area there are: by level, and by whom they favour."""

    title: str
    levels: Mapping[str, int]
    effects: Mapping[str, int]
    total: int


@dataclass(frozen=True, slots=True)
class Amendment:
    """An amendment that is declared, and the rows of the schedule that it covers."""

    id: str
    instrument: str
    effective: str
    iso: str
    because: str
    approved: str
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report; `wrong` are sentences on declarations that do not fit what happened."""

    title: str
    sides: tuple[Side, Side]
    date: str
    made: str
    parts: tuple[Part, ...]
    areas: tuple[AreaCount, ...]
    amendments: tuple[Amendment, ...]
    wrong: tuple[str, ...]
    untouched: tuple[str, ...]
    scope: str
    program: Mapping[str, str]

    @property
    def items(self) -> tuple[Item, ...]:
        return tuple(item for part in self.parts for item in part.items)

    @property
    def undeclared(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.undeclared)

    @property
    def undecided(self) -> tuple[Item, ...]:
        return tuple(item for item in self.items if item.level == UNDECIDED)

    @property
    def has_values(self) -> bool:
        """Whether anything is known of what a change is worth: without that there is no column for it."""
        return any(item.value for item in self.items)

    def count(self, level: str) -> int:
        return sum(item.level == level for item in self.items)


def lede(report: Report) -> str:
    """What the report says, in a sentence."""
    total = len(report.items)
    if not total:
        return "Nothing changed that any round turns on."
    results = report.count(BREAKING)
    told = f"{plural(total, 'change')} of rules: {results} {'changes' if results == 1 else 'change'} a result"
    if report.undecided:
        told += f", {len(report.undecided)} could not be decided"
    undeclared = len(report.undeclared)
    if undeclared == total:
        return f"{told}. No amendment declares {'it' if total == 1 else 'any of them'}."
    if undeclared:
        return f"{told}. {undeclared} of them {'is' if undeclared == 1 else 'are'} declared by no amendment."
    return f"{told}. {'It is' if total == 1 else 'All are'} declared."
