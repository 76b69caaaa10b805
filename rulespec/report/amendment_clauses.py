"""The clauses of a document before and after: how many are as they were, and which changed without a row that says so.

What an approver fears most is a change that nobody marked: words that are not as they were, of which no rule tells.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from rulespec.documents.clause import without_row
from rulespec.documents.coverage import in_full
from rulespec.documents.drift import drift
from rulespec.report.amendment_rules import Version

_WORDS = {
    "added": "new",
    "removed": "taken out",
    "changed": "other words",
    "renumbered": "renumbered",
    "moved": "moved",
}


@dataclass(frozen=True, slots=True)
class Marked:
    """A clause that is not as it was: its number before and after, and what happened to it."""

    before: str
    after: str
    word: str


@dataclass(frozen=True, slots=True)
class ClauseCount:
    """How many clauses the document has before and after, and how many of these are in the spec's own part of it.

    `named` clauses stand in a row or in the list of wording; of the part, `left_out` do not, since no rule that cites
    them changed. `unnamed` have other words, or are new or gone, and no row names them. `compared`: both editions
    have a lock. `same_lock`: both have the same, though a row or the title block may tell of another edition.
    """

    before: int
    after: int
    part: int
    named: int
    left_out: int
    unnamed: tuple[Marked, ...]
    compared: bool
    same_lock: bool


def clause_count(before: Version | None, after: Version | None, here: Set[str], anywhere: Set[str]) -> ClauseCount:
    """What the locks of both editions say, held against the full ids of the clauses that changes name.

    `here` are those of this spec's changes, `anywhere` those of all specs of the document.
    """
    known = after or before
    prefix = known.spec.document.prefix if known is not None else ""
    first, second = (version.lock if version is not None else None for version in (before, after))
    old, new = (len(lock.clauses) if lock is not None else 0 for lock in (first, second))
    clauses = second.clauses if second is not None else {}
    own = {name for name in clauses if not prefix or name == prefix or name.startswith(f"{prefix}:")}
    mine = sum(name in here for name in clauses)
    left = own - here
    if first is None or second is None:
        return ClauseCount(old, new, len(own), mine, len(left), (), False, False)
    found = drift(first, second)
    unnamed = tuple(
        Marked(one.old, one.new, _WORDS[one.change])
        for one in found.entries
        if not {one.old, one.new, without_row(one.old), without_row(one.new)} & anywhere  # a table names its rows
    )
    left -= {one.after for one in unnamed}
    return ClauseCount(old, new, len(own), mine, len(left), unnamed, True, not found.entries)


def named_clauses(clauses: Iterable[str], prefix: str) -> set[str]:
    """The full ids of clauses that a spec cites, whose part of its document is `prefix`."""
    return {in_full(clause, prefix) for clause in clauses}
