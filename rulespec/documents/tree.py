"""A document's clauses as a tree, in the order of the document."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Kind = Literal["section", "rule", "item", "definition", "table"]
ROW = "\n"
ENTRY = ROW + "• "
_DASH = " —"


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered unit of a document with everything in it.

    `id` is its full name (`3.14(b)`, `sch1:2 term`, `Table 9`), `label` what the document prints before it (a table's
    whole caption, nothing for a definition), `heading` the title of a section or of a rule that is a heading.
    `parts` are its own words and its children in their order; a row of a table is text that begins with a newline.
    """

    id: str
    kind: Kind
    label: str
    heading: str
    parts: tuple["str | Clause", ...]
    line_start: int
    line_end: int

    @property
    def children(self) -> tuple["Clause", ...]:
        return tuple(part for part in self.parts if isinstance(part, Clause))


def walk(roots: tuple[Clause, ...], above: tuple[Clause, ...] = ()) -> Iterator[tuple[Clause, ...]]:
    """For each clause, in document order: itself, with all that it stands in before it."""
    for clause in roots:
        chain = (*above, clause)
        yield chain
        yield from walk(clause.children, chain)


def own_words(clause: Clause) -> str:
    """The clause's label, heading and words without those of the clauses in it."""
    return _join([*_head(clause), *(part for part in clause.parts if isinstance(part, str))]).removesuffix(_DASH)


def whole_text(clause: Clause) -> str:
    """The clause's label, heading and words with those of the clauses in it, in order."""
    pieces = _head(clause)
    for part in clause.parts:
        pieces.append(part if isinstance(part, str) else whole_text(part))
    return _join(pieces)


def text_in_context(chain: tuple[Clause, ...]) -> str:
    """The whole text of the last clause of `chain` as a sentence reads it: after the words that lead to it.

    Titles of sections do not lead to a rule and are left out. Words after the clause that go on with the sentence
    of one it stands in (they begin in lower case: "regardless of ...") follow behind an ellipsis.
    """
    before: list[str] = []
    after: list[str] = []
    for outer, inner in pairwise(chain):
        if outer.kind == "section":
            continue
        place = next(place for place, part in enumerate(outer.parts) if part is inner)
        before += [*_head(outer), *_sentences(outer.parts[:place])]
        tail = [words for words in _sentences(outer.parts[place + 1 :]) if words[:1].islower()]
        after = [*tail, *after]
    ending = ["…", " … ".join(after)] if after else []
    return _join([*before, whole_text(chain[-1]), *ending])


def _head(clause: Clause) -> list[str]:
    dash = [_DASH.strip()] if clause.heading and clause.kind == "rule" and clause.parts else []
    return [piece for piece in (clause.label, clause.heading) if piece] + dash


def _sentences(parts: tuple[str | Clause, ...]) -> list[str]:
    return [part for part in parts if isinstance(part, str) and not part.startswith(ROW)]


def _join(pieces: list[str]) -> str:
    """The pieces with blanks between them; rows, entries and what comes after them stand on lines of their own."""
    joined: list[str] = []
    for place, piece in enumerate(pieces):
        if place and not piece.startswith(ROW):
            joined.append(ROW if ROW in pieces[place - 1] else " ")
        joined.append(piece)
    return "".join(joined).strip()
