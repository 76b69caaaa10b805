"""A clause's own words, found in the text of a document."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulespec.documents.clause import normalise, split_prefix, without_row
from rulespec.documents.profile import Profile
from rulespec.documents.reading import Dropped, read_tree
from rulespec.documents.tree import Clause, own_words, text_in_context, walk, whole_text

_OTHER = "[not the words of the edition encoded]"


@dataclass(frozen=True, slots=True)
class ClauseText:
    """What a document says in one clause, cleaned of markup; rows of tables are on lines of their own.

    `clause` is the full id, `text` the clause with all that is in it, `own` without the clauses in it, `with_stem`
    the text after the words that lead to it. `other_edition`: these are not the words of the edition encoded. The lines
    count from 1 and include the clauses in it.
    """

    clause: str
    text: str
    own: str
    with_stem: str
    line_start: int
    line_end: int
    other_edition: bool = False

    @property
    def shown(self) -> str:
        """`with_stem`, and before it a warning where the words are not those of the edition that is encoded."""
        return f"{_OTHER} {self.with_stem}" if self.other_edition else self.with_stem


@dataclass(frozen=True, slots=True)
class ClauseTexts:
    """The clauses of one document.

    `tree` has them in order, `dropped` the lines that belong to none. `repeated` are ids of numbered clauses that the
    document uses more than once. `own` is the prefix that a clause without one is meant to have. `differing` are the
    clauses whose words are not those of the edition that is encoded, where that is known.
    """

    tree: tuple[Clause, ...]
    dropped: tuple[Dropped, ...]
    repeated: tuple[str, ...]
    _chains: Mapping[str, tuple[Clause, ...]]
    own: str = ""
    differing: frozenset[str] = frozenset()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The full ids of all clauses that can be looked up, in document order."""
        return tuple(self._chains)

    def seen_from(self, prefix: str) -> "ClauseTexts":
        """The same clauses, where one without a prefix is meant to be in the part `prefix`."""
        return replace(self, own=prefix)

    def text(self, clause: str) -> ClauseText | None:
        """The words of `clause`, in whatever spelling `normalise` accepts; None if the document has no such clause.

        A clause without prefix is looked up in the part `own`, and a row that the table has not as its table. An id
        that the document uses more than once gives None, since there is no telling which is meant.
        """
        chain = self.find(clause)
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
            other_edition=bool(self.differing) and not self.differing.isdisjoint(_shown_with(chain)),
        )

    def find(self, clause: str) -> tuple[Clause, ...] | None:
        """A clause with all that it stands in before it; None as `text` gives it."""
        clause = normalise(clause)
        if self.own and not split_prefix(clause)[0]:
            clause = f"{self.own}:{clause}"
        found = (spelling for spelling in (clause, without_row(clause)) if spelling in self._chains)
        spelling = next(found, None)
        return None if spelling is None or spelling in self.repeated else self._chains[spelling]


def _shown_with(chain: tuple[Clause, ...]) -> set[str]:
    """The clauses whose words are shown with the last one of `chain`: those it stands in and those in it."""
    return {clause.id for clause in chain} | {inner[-1].id for inner in walk(chain[-1].children)}


def read_clauses(text: str, profile: Profile, own: str = "") -> ClauseTexts:
    """The clauses of the document `text`, numbered as `profile` says.

    LoadError if a part that the profile names does not begin anywhere in the text.
    """
    read = read_tree(text, profile)
    chains = {chain[-1].id: chain for chain in walk(read.tree)}
    return ClauseTexts(read.tree, read.dropped, read.repeated, chains, own)
