"""A clause's own words, found in the text of a document."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulespec.documents.clause import normalise, split_prefix, without_row
from rulespec.documents.profile import Profile
from rulespec.documents.reading import read_tree
from rulespec.documents.tree import Clause, own_words, text_in_context, walk, whole_text


@dataclass(frozen=True, slots=True)
class ClauseText:
    """What a document says in one clause, cleaned of markup; rows of tables are on lines of their own.

    `clause` is the full id, `text` the clause with all that is in it, `own` without the clauses in it, `with_stem`
    the text after the words that lead to it. The lines count from 1 and include the clauses in it.
    """

    clause: str
    text: str
    own: str
    with_stem: str
    line_start: int
    line_end: int


@dataclass(frozen=True, slots=True)
class ClauseTexts:
    """The clauses of one document.

    `tree` has them in order. `repeated` are ids that the document uses more than once: they identify nothing.
    `unclaimed` are the numbers of the lines that were taken to belong to no clause, marked headings and the
    profile's furniture apart: titles that lost their markup, and what stands under a heading without a number.
    """

    tree: tuple[Clause, ...]
    repeated: tuple[str, ...]
    unclaimed: tuple[int, ...]
    _own: str
    _chains: Mapping[str, tuple[Clause, ...]]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The full ids of all clauses that can be looked up, in document order."""
        return tuple(self._chains)

    def text(self, clause: str) -> ClauseText | None:
        """The words of `clause`, in whatever spelling `normalise` accepts; None if the document has no such clause.

        A clause without prefix is looked up in the profile's own part, and a table's row as its table. An id that
        the document uses more than once gives None, since there is no telling which is meant.
        """
        chain = self._find(normalise(clause))
        if chain is None:
            return None
        found = chain[-1]
        return ClauseText(
            clause=found.id,
            text=whole_text(found),
            own=own_words(found),
            with_stem=text_in_context(chain),
            line_start=found.line_start,
            line_end=found.line_end,
        )

    def _find(self, clause: str) -> tuple[Clause, ...] | None:
        if self._own and not split_prefix(clause)[0]:
            clause = f"{self._own}:{clause}"
        for spelling in dict.fromkeys((clause, without_row(clause))):
            if spelling in self._chains:
                return self._chains[spelling]
        return None


def read_clauses(text: str, profile: Profile) -> ClauseTexts:
    """The clauses of the document `text`, numbered as `profile` says.

    LoadError if a part that the profile names does not begin anywhere in the text.
    """
    tree, unclaimed = read_tree(text, profile)
    chains: dict[str, tuple[Clause, ...]] = {}
    repeated: dict[str, None] = {}
    for chain in walk(tree):
        name = chain[-1].id
        if name in chains:
            repeated[name] = None
        chains[name] = chain
    for name in repeated:
        del chains[name]
    return ClauseTexts(tree, tuple(repeated), unclaimed, profile.own, chains)
