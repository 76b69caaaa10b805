"""What really changed between two versions of a spec: each change with its class, its level and a round that shows it.

What is written differently is looked at entry by entry. Where it could matter to a round, the two versions are walked
against each other (`compare`), and proofs (`prove.smt`) answer for all amounts, options and states of a hand at once:
what breaks has a round, what is proved the same is compatible, and what neither is found of is undecided.
"""

from collections.abc import Iterator

from rulespec.compare.change_declared import FEEDING, PLAYED_SECTIONS, declared_changes, told_changes
from rulespec.compare.change_drafts import Draft, finding_of
from rulespec.compare.change_played import played_changes
from rulespec.compare.versions import Versions, versions
from rulespec.engine.settle import Settler
from rulespec.model.document import Account
from rulespec.model.finding import Finding


def changes(
    before: Settler, after: Settler, accounts: tuple[Account | None, Account | None] = (None, None)
) -> list[Finding]:
    """The changes from one version of a spec to another, in the order of the areas; none where nothing changed.

    `accounts` are what the accounts of their documents say. Swapping rules, moving keys and editing comments is none.
    """
    two = versions(before, after, accounts)
    drafts = list(_drafts(two))
    return [finding_of(two, draft) for draft in drafts]


def _drafts(two: Versions) -> Iterator[Draft]:
    meant = two.differing("meaning")
    found: list[Draft] = []
    if any(key[0] in (*PLAYED_SECTIONS, *FEEDING) for key in meant) or not two.same_context():
        found += played_changes(two, meant)
    found += declared_changes(two, meant, found)
    yield from found
    yield from told_changes(two, meant, found)
