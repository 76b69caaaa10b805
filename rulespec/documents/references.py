"""What clauses are called: their ids, read by `grammar/clause_ref.lark`, and the shape of a reference to them.

`reference_text` finds references in running words, `resolve_references` finds what they mean.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulespec.documents.clause import normalise, straight
from rulespec.documents.profile import Numbering, Profile
from rulespec.resources import folder

Thing = Literal["rule", "definition", "table", "diagram", "part", "schedule"]
Unit = Literal["rule", "section", "subsection", "paragraph", "schedule", "part", "table", "diagram", "clause", ""]

LONGEST_ID = 300  # characters; the longest real ones, with a defined term, have about 60

_EXPECTED = {
    "PREFIX": "a part's prefix such as `sch1:`",
    "SCHEDULE": "a schedule such as `sch1`",
    "ID_NUMBER": "a number such as `3.14`",
    "MARK": "a mark such as `(b)`",
    "TERM": "a space and a defined term",
    "ROW": "a row such as `[flush]`",
    "WORD": "`Table 9`",
    "LABEL": "the number of a table",
    "$END": "the end",
}


class ClauseIdError(ValueError):
    """A text that names no clause. `position` counts characters from 0; `str()` is a sentence for people."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


@dataclass(frozen=True, slots=True)
class ClauseId:
    """The name of one clause, by its pieces; `str()` is the canonical spelling that `clause.normalise` keeps.

    prefix      the part it stands in: `sch11(a)`; a schedule's id is a prefix alone
    number      its numbers, `(3, 14)`; empty for tables, parts and marks that are relative to some clause
    suffix      the letter after the number of a rule put in later: `A` in `10A`
    marks       what stands in brackets below it, `("b", "i")`
    term        the defined term, where it is a definition; `term_marks` are that definition's paragraphs
    word, label for tables, diagrams and parts: `Table` and `9`, `Diagram` and `A`, `part` and `2`
    row         a row of the table in it
    copy        2 for the second clause that a document gives this name (`14(1)#2`); 1 for the only one
    """

    prefix: str = ""
    number: tuple[int, ...] = ()
    suffix: str = ""
    marks: tuple[str, ...] = ()
    term: str = ""
    term_marks: tuple[str, ...] = ()
    word: str = ""
    label: str = ""
    row: str = ""
    copy: int = 1
    kind: Thing = "rule"

    def __str__(self) -> str:
        copy = f"#{self.copy}" if self.copy > 1 else ""
        if self.kind == "schedule":
            return self.prefix + copy
        row = (f"[{self.row}]" if self.row else "") + copy
        before = f"{self.prefix}:" if self.prefix else ""
        if self.word:
            return f"{before}{self.word} {self.label}{row}"
        term = f" {self.term}{_bracketed(self.term_marks)}" if self.term else ""
        return f"{before}{'.'.join(map(str, self.number))}{self.suffix}{_bracketed(self.marks)}{term}{row}"

    def parent(self) -> "ClauseId | None":
        """What it stands in directly: `3.14(b)` for `3.14(b)(i)`, `3` for `3.14`, `sch1` for `sch1:6`; None at the top.

        Only a prefix with a number names something by itself, so `general:3` is at the top too.
        """
        if self.copy > 1:
            return replace(self, copy=1).parent()
        if self.row:
            return replace(self, row="")
        if self.term_marks:
            return replace(self, term_marks=self.term_marks[:-1])
        if self.term:
            return replace(self, term="", kind="rule")
        if self.marks:
            return replace(self, marks=self.marks[:-1])
        if len(self.number) > 1:
            return replace(self, number=self.number[:-1], suffix="")
        if self.kind != "schedule" and re.search(r"\d", self.prefix):
            return ClauseId(prefix=self.prefix, kind="schedule")
        return None

    def child(self, *marks: str) -> "ClauseId":
        """The clause with `marks` below this one, in its definition if it is one."""
        if self.term:
            return replace(self, term_marks=self.term_marks + marks)
        return replace(self, marks=self.marks + marks)


@dataclass(frozen=True, slots=True)
class ReferenceStyle:
    """How one document refers to itself: data about the document, most of it from its profile.

    numbering  as in the profile. With `sections`, `this rule` is the whole document and a decimal is no clause
    levels     for decimal numbering: how many numbers the longest rule number has
    tables     the word of its tables' captions; `diagrams` likewise
    schedules  what stands before a schedule's number in the prefixes of its clauses
    columns    phrases that end in the word for tables but name something else: a column of pay odds
    own_names  what the document calls itself where that looks like another instrument (`Gaming Rule 2001`)
    """

    numbering: Numbering = "decimal"
    levels: int = 2
    tables: str = "Table"
    diagrams: str = "Diagram"
    schedules: str = "sch"
    columns: tuple[str, ...] = ("pay table", "pay tables", "odds table", "odds tables")
    own_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """One thing a reference names: a clause, or with `last` a range from `first` to `last`.

    A relative one has marks without a number. `part` is the part that the words put it in (`part 2, section 6`).
    """

    first: ClauseId
    last: ClauseId | None = None
    part: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a text that names clauses: `text[start:end]` is `words`.

    unit      the word that announces it, in the singular; '' for bare numbers (`in accordance with 4.16 and 4.17`)
    targets   what it names, in order; empty for `this section` and the like
    relative  whether it depends on the clause where it stands: `paragraph (c)`, `this section`
    external  the other instrument that it refers to, as written (`the Act`); '' for the document itself
    """

    start: int
    end: int
    words: str
    unit: Unit
    targets: tuple[Target, ...]
    relative: bool = False
    external: str = ""


def style_for(profile: Profile, *, own_names: Sequence[str] = ()) -> ReferenceStyle:
    """The style of references in a document that is numbered as `profile` says."""
    return ReferenceStyle(profile.numbering, profile.levels, profile.tables, own_names=tuple(own_names))


def parse_clause_id(text: str, *, tables: str = "Table", diagrams: str = "Diagram") -> ClauseId:
    """The clause that `text` names, in any spelling that documents and specs use: `3.14 (b)(i.)` is `3.14(b)(i)`.

    `tables` and `diagrams` are the words of the document's captions. In a defined term a final `(s)` is the plural,
    other marks at its end are paragraphs of the definition. ClauseIdError if `text` names no clause.
    """
    if not text.strip():
        raise ClauseIdError("no clause is named here; write it as the document numbers it: `3.14(b)`", 0)
    if len(text) > LONGEST_ID:
        raise ClauseIdError(
            f"a clause's name has at most {LONGEST_ID} characters, and this has {len(text)}", LONGEST_ID
        )
    source = straight(text).strip()
    offset = len(text) - len(text.lstrip())
    try:
        tokens = parser("clause_id").parse(source).children
    except UnexpectedInput as error:
        raise _id_error(error, source, offset) from None
    return _id_from([token for token in tokens if isinstance(token, Token)], tables, diagrams, offset)


@lru_cache(maxsize=2)
def parser(*starts: str) -> Lark:
    """The parser of the rules `starts` of the grammar, with no other tokens than theirs to try."""
    path = folder("grammar") / "clause_ref.lark"
    return Lark(path.read_text(encoding="utf-8"), parser="lalr", start=list(starts), maybe_placeholders=False)


def mark_value(token: str) -> str:
    """The value of a mark as written: `b` of `(b)`, `( b. )` and `b)`."""
    return token.strip("(). \t\n")


def number_of(written: str) -> tuple[tuple[int, ...], str]:
    """The numbers and the suffix of a number as written: `3.14` is `((3, 14), "")`, `83A` is `((83,), "A")`."""
    digits = written.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return tuple(int(piece) for piece in digits.split(".")), written[len(digits) :]


def _id_from(tokens: Sequence[Token], tables: str, diagrams: str, offset: int) -> ClauseId:
    found = ClauseId()
    for token in tokens:
        match token.type:
            case "PREFIX":
                found = replace(found, prefix=token[:-1])
            case "SCHEDULE":
                found = replace(found, prefix=str(token), kind="schedule")
            case "ID_NUMBER":
                number, suffix = number_of(token)
                found = replace(found, number=number, suffix=suffix)
            case "MARK" | "CLOSED_MARK":
                found = found.child(mark_value(token))
            case "TERM":
                found = replace(found, term=normalise(token), kind="definition")
            case "WORD":
                word, kind = _caption_word(token, tables, diagrams, offset)
                found = replace(found, word=word, kind=kind)
            case "LABEL":
                found = replace(found, label=token.strip("\"'"))
            case "COPY":
                found = replace(found, copy=int(token[1:]))
            case "ROW":
                found = replace(found, row=" ".join(token[1:-1].split()))
    return found


def _caption_word(token: Token, tables: str, diagrams: str, offset: int) -> tuple[str, Thing]:
    known: dict[str, tuple[str, Thing]] = {
        diagrams.lower(): (diagrams, "diagram"),
        tables.lower(): (tables, "table"),
        "part": ("part", "part"),
    }
    word = " ".join(token.split()).lower()
    if word not in known:
        names = f"`{tables} 9`, `{diagrams} A` or `part 2`"
        position = offset + (token.start_pos or 0)
        raise ClauseIdError(f"`{token}` is no kind of clause; it may be a number such as `3.14`, or {names}", position)
    return known[word]


def _id_error(error: UnexpectedInput, source: str, offset: int) -> ClauseIdError:
    if isinstance(error, UnexpectedToken):
        place = len(source) if error.token.type == "$END" else error.token.start_pos or 0
        names = error.accepts or error.expected
    else:
        place = error.pos_in_stream or 0
        names = error.allowed or set() if isinstance(error, UnexpectedCharacters) else set()
    expected = [_EXPECTED[name] for name in sorted(names) if name in _EXPECTED]
    wanted = f": expected {' or '.join(expected)}" if expected else ""
    what = f"`{source[place : place + 20]}` has no meaning here" if place < len(source) else "it ends too early"
    return ClauseIdError(f"`{source}` names no clause: {what} (character {offset + place + 1}){wanted}", offset + place)


def _bracketed(marks: tuple[str, ...]) -> str:
    return "".join(f"({mark})" for mark in marks)
