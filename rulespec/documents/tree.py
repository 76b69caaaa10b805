"""A document's clauses as a tree, in the order of the document."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Kind = Literal[
    "cover", "contents", "amendments",  # what stands before and after the rules
    "schedule", "part", "section", "heading",  # what divides them
    "rule", "paragraph", "definition", "table", "row", "note", "diagram",  # what they say
]  # fmt: skip
ROW = "\n"
ENTRY = ROW + "• "
CELL = " | "
_DASH = " —"
TITLED = frozenset({"schedule", "part", "section"})  # their headings lead to no sentence


@dataclass(frozen=True, slots=True)
class Clause:
    """A unit of a document with everything in it.

    `id` is its full name (`3.14(b)`, `sch1:2 term`, `Table 9`, `3.15[flush]`), `label` what the document prints before
    it (a table's or diagram's whole caption, nothing for a definition, for a row which of its cells
    are filled, as `-xx`, where some are empty), `heading`
    the title of a section or of a rule that is a heading. `alphabet` is that of a paragraph's mark: `number`, `letter`
    or `roman`. `parts` are its own words and its children in their order; an entry of a list without marks, and a
    table's heading row, begin with a newline. `lines` are the numbers of the source lines that it alone owns,
    `line_start` and `line_end` include its children.
    """

    id: str
    kind: Kind
    label: str
    heading: str
    alphabet: str
    parts: tuple["str | Clause", ...]
    lines: tuple[int, ...]
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
    """The clause's label, heading and words without those of the clauses in it, but for the rows of its table."""
    rows = [_row_text(part) if isinstance(part, Clause) else part for part in clause.parts if _is_own(part)]
    return _join([*_head(clause), *rows]).removesuffix(_DASH)


def whole_text(clause: Clause) -> str:
    """The clause's label, heading and words with those of the clauses in it, in order."""
    if clause.kind == "row":
        return _row_text(clause).removeprefix(ROW)
    pieces = _head(clause)
    for part in clause.parts:
        if isinstance(part, str):
            pieces.append(part)
        else:
            pieces.append(_row_text(part) if part.kind == "row" else whole_text(part))
    return _join(pieces)


def text_in_context(chain: tuple[Clause, ...]) -> str:
    """The whole text of the last clause of `chain` as a sentence reads it: after the words that lead to it.

    Titles of sections do not lead to a rule and are left out. Words after the clause that go on with the sentence
    of one it stands in (they begin in lower case: "regardless of ...") follow behind an ellipsis.
    """
    before: list[str] = []
    after: list[str] = []
    for outer, inner in pairwise(chain):
        if outer.kind in TITLED:
            continue
        place = next(place for place, part in enumerate(outer.parts) if part is inner)
        before += [*_head(outer), *_sentences(outer.parts[:place])]
        tail = [words for words in _sentences(outer.parts[place + 1 :]) if words[:1].islower()]
        after = [*tail, *after]
    ending = ["…", " … ".join(after)] if after else []
    return _join([*before, whole_text(chain[-1]), *ending])


def _is_own(part: str | Clause) -> bool:
    return isinstance(part, str) or part.kind == "row"


def _row_text(row: Clause) -> str:
    return ROW + _join([part for part in row.parts if isinstance(part, str)])


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
