"""What the rules of the lint look at, and what they say."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulespec.documents.clause import split_prefix, straight
from rulespec.documents.clauses import ClauseTexts
from rulespec.documents.fingerprint import own_text
from rulespec.documents.profile import Profile
from rulespec.documents.reference_text import find_references
from rulespec.documents.references import Reference, style_for
from rulespec.documents.resolve_references import Resolution, resolve
from rulespec.documents.tree import Clause, walk
from rulespec.model.document import DocumentEntry
from rulespec.model.place import Place

OUTSIDE = frozenset({"cover", "contents", "amendments"})
_BETWEEN = "\n\0\n"  # stands between two clauses of a body, so that nothing matches across them


@dataclass(frozen=True, slots=True)
class Said:
    """What a rule of the lint says of a clause: `line` is where, 0 for the clause's first line.

    `place` is where instead, for what is said of the document's entry.
    """

    clause: str
    message: str
    line: int = 0
    hint: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Naming:
    """A reference, the clause whose own words have it, and what each of its targets is."""

    clause: Clause
    reference: Reference
    targets: tuple[Resolution, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """The words of many clauses as one text in lower case: searched at once, which is much faster than one by one."""

    names: tuple[str, ...]
    starts: tuple[int, ...]
    text: str

    def search(self, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
        """Every match of `pattern`, with the id of the clause that has it, in order."""
        for match in pattern.finditer(self.text):
            yield self.names[bisect_right(self.starts, match.start()) - 1], match[0]


@dataclass(frozen=True)
class Document:
    """A document that is looked at.

    `classes` are the kinds of hand of the vocabulary, lowest first, by name; `pages` has the page of each line of the
    text, or nothing where the document has no pages; `entry` is None where the document has none.
    """

    texts: ClauseTexts
    profile: Profile
    classes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    entry: DocumentEntry | None = None

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
    def by_id(self) -> Mapping[str, Clause]:
        """Every clause by its id, the first one where an id stands twice."""
        return {chain[-1].id: chain[-1] for chain in reversed(self.chains)}

    @cached_property
    def references(self) -> tuple[Naming, ...]:
        """Every reference, and what it names."""
        return tuple(naming for chain in self.chains for naming in self.named_in(own_text(chain[-1]), chain[-1]))

    def named_in(self, text: str, clause: Clause) -> Iterator[Naming]:
        """The references in `text`, words of `clause`."""
        for reference in find_references(text, style_for(self.profile), at=clause.id):
            yield Naming(clause, reference, tuple(resolve(reference, clause.id, self.kinds)))

    @cached_property
    def definitions(self) -> tuple[tuple[Clause, str], ...]:
        """The definitions, with the term that each defines."""
        found = []
        for chain in self.chains:
            if chain[-1].kind == "definition":
                name = chain[-1].id.partition("#")[0]
                found.append((chain[-1], name.removeprefix(chain[-2].id).strip()))
        return tuple(found)

    @property
    def shared(self) -> str:
        """The prefix of the part whose terms hold in every part; '' where the document has one part only."""
        return self.profile.parts[0].prefix

    def body(self, clause: str, *, base: bool = False) -> Body:
        """The words of all clauses in which a term that `clause` defines may stand: its part, or all of them.

        A variant's part (sch8(a)) uses the terms of the part that it varies (sch8). With `base` also that part is
        looked at for a term of the variant, which may give a word of the part that it varies another meaning.
        """
        part = family(clause) if base else scope(clause)
        return self._bodies["" if scope(clause) == self.shared else part]

    @cached_property
    def _bodies(self) -> Mapping[str, Body]:
        parts: dict[str, list[tuple[str, str]]] = {"": []}
        for clause in self.clauses:
            said = clause.id, straight(own_text(clause)).casefold()
            parts[""].append(said)
            for part in filter(None, {family(clause.id), scope(clause.id)}):
                parts.setdefault(part, []).append(said)
        return {part: _body(said) for part, said in parts.items()}


def scope(clause: str) -> str:
    """The part of the document that a clause belongs to: its prefix."""
    return split_prefix(clause)[0]


def family(clause: str) -> str:
    """The part that a clause belongs to, where variants of a part belong to it: `sch8` for `sch8(a):3`."""
    return scope(clause).partition("(")[0]


def under(clause: Clause) -> Iterator[Clause]:
    """A clause with all that is in it, in order."""
    return (chain[-1] for chain in walk((clause,)))


def line_at(clause: Clause, offset: int) -> int:
    """The line on which the character `offset` of the own text of a clause stands, where each line is one part."""
    said = [part for part in clause.parts if isinstance(part, str)]
    if len(said) != len(clause.lines):
        return 0
    for line, words in zip(clause.lines, said, strict=True):
        offset -= len(words) + 1
        if offset < 0:
            return line
    return 0


def quoted(words: str) -> str:
    """Words of the document as a message shows them: on one line, between backticks."""
    return f"`{' '.join(words.split()).replace('`', chr(39))}`"


def _body(said: Sequence[tuple[str, str]]) -> Body:
    starts, place = [], 0
    for _, words in said:
        starts.append(place)
        place += len(words) + len(_BETWEEN)
    return Body(tuple(name for name, _ in said), tuple(starts), _BETWEEN.join(words for _, words in said))
