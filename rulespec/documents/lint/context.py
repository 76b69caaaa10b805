"""What the rules of the lint look at, and what they say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulespec.documents.clause import split_prefix
from rulespec.documents.clauses import ClauseTexts
from rulespec.documents.fingerprint import own_text
from rulespec.documents.profile import Profile
from rulespec.documents.reference_text import find_references
from rulespec.documents.references import Reference, style_for
from rulespec.documents.tree import Clause, walk

OUTSIDE = frozenset({"cover", "contents", "amendments"})


@dataclass(frozen=True, slots=True)
class Said:
    """What a rule of the lint says of a clause: `line` is where, 0 for the clause's first line."""

    clause: str
    message: str
    line: int = 0
    hint: str = ""


@dataclass(frozen=True)
class Document:
    """A document that is looked at.

    `classes` are the kinds of hand of the vocabulary, lowest first, by name; `pages` has the page of each line of the
    text, or nothing where the document has no pages.
    """

    texts: ClauseTexts
    profile: Profile
    classes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()

    @cached_property
    def chains(self) -> tuple[tuple[Clause, ...], ...]:
        """Every clause, with all that it stands in before it, in order."""
        return tuple(walk(self.texts.tree))

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rules themselves, in order."""
        return tuple(chain[-1] for chain in self.chains if chain[-1].kind not in OUTSIDE)

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """Every id with its kind, in order."""
        return {chain[-1].id: chain[-1].kind for chain in self.chains}

    @cached_property
    def references(self) -> tuple[tuple[Clause, Reference], ...]:
        """Every reference, with the clause whose own words have it."""
        style = style_for(self.profile)
        return tuple(
            (chain[-1], reference)
            for chain in self.chains
            for reference in find_references(own_text(chain[-1]), style, at=chain[-1].id)
        )

    def definitions(self) -> Iterator[tuple[Clause, str]]:
        """The definitions, with the term that each defines."""
        for chain in self.chains:
            if chain[-1].kind == "definition":
                name = chain[-1].id.partition("#")[0]
                yield chain[-1], name.removeprefix(chain[-2].id).strip()


def scope(clause: str) -> str:
    """The part of the document that a clause belongs to: its prefix."""
    return split_prefix(clause)[0]
