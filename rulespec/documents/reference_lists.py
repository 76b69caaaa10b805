"""The list that a reference begins with, read by `grammar/clause_ref.lark`, and the targets that it names."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lark import Token
from lark.exceptions import UnexpectedInput

from rulespec.documents.numbering import Alphabet, ordinal
from rulespec.documents.references import ClauseId, ReferenceStyle, Target, Thing, Unit, mark_value, number_of, parser

Join = Literal["", "and", "to", "comma"]

_START: dict[Unit, str] = {"table": "labels", "diagram": "labels", "schedule": "schedules", "part": "parts"}
_JOINS: dict[str, Join] = {"AND": "and", "TO": "to", "COMMA": "comma"}
_ALPHABETS: tuple[Alphabet, ...] = ("number", "roman", "letter")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list, `text[start:end]`; `join` is what leads to it from the one before.

    It has a `number` with `marks`, or marks alone, or (of a table or diagram) a `label`.
    """

    join: Join
    number: tuple[int, ...]
    suffix: str
    marks: tuple[str, ...]
    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Step:
    """The entries behind one word: both steps of `section 6 of schedule 1`, of which the second is `wider`."""

    unit: Unit
    wider: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """What stands behind an announcing word: its steps as written, and the other instrument they are of (or '')."""

    steps: tuple[Step, ...]
    instrument: str = ""
    instrument_end: int = 0


def read_listing(words: str, unit: Unit, offset: int) -> Listing:
    """The longest list that `words` begin with, by the grammar; without steps if they begin with none.

    `unit` is the word that announced it, `offset` the place of `words` in the text.
    """
    steps: list[Step] = []
    instrument, instrument_end = "", 0
    join: Join | None = ""
    for token in _tokens(words, _START.get(unit, "numbers")):
        start, end = offset + (token.start_pos or 0), offset + (token.end_pos or 0)
        match token.type:
            case "AND" | "TO" | "COMMA":
                join = _JOINS[token.type]
            case "IN_PART" | "IN_CLAUSE" | "OF_UNIT":
                steps.append(Step(_unit_of(token), token.type == "OF_UNIT", ()))
                join = ""
            case "NUMBER" | "LABEL" | "MARK":
                steps = steps or [Step(unit, False, ())]
                steps[-1] = _with_token(steps[-1], token, join, start, end)
                join = None
            case "INCLUSIVE":
                steps[-1] = _ending_at(steps[-1], end)
            case "INSTRUMENT":
                instrument, instrument_end = " ".join(token.split()[1:]), end
    return Listing(tuple(steps), instrument, instrument_end)


def targets_of(steps: Sequence[Step], style: ReferenceStyle) -> tuple[Target, ...]:
    """What `steps` name; of `schedule 1 part 2, section 6` that is `sch1:6`, of `paragraph (a) of rule 4` `4(a)`."""
    narrowed = [step for step in steps if not step.wider]
    leaf = narrowed[-1]
    around = [*(step for step in steps if step.wider), *reversed(narrowed[:-1])]
    prefix = next((_schedule(step.entries[-1], style) for step in around if step.unit == "schedule"), "")
    part = next((str(step.entries[-1].number[0]) for step in around if step.unit == "part" and _plain(step)), "")
    base = ClauseId(prefix)
    for step in reversed(around):
        if step.unit not in ("schedule", "part"):
            base = replace(base, number=step.entries[-1].number or base.number, suffix=step.entries[-1].suffix)
            base = base.child(*step.entries[-1].marks)
    targets: list[Target] = []
    before = base
    for entry in leaf.entries:
        named = _named(leaf.unit, entry, base, before, style)
        if entry.join == "to" and targets and targets[-1].last is None:
            targets[-1] = replace(targets[-1], last=named)
        else:
            targets.append(Target(named, part=part))
        before = named
    return tuple(targets)


def goes_on(before: tuple[str, ...], marks: tuple[str, ...]) -> tuple[str, ...] | None:
    """The marks that `marks` mean in a list after `before`: after `(3)(a)`, `(b)` is `(3)(b)` and `(4)` is `(4)`.

    None if they carry on none of the lists that `before` stands in.
    """
    for depth in range(len(before) - 1, -1, -1):
        for alphabet in _ALPHABETS:
            last, this = ordinal(alphabet, before[depth]), ordinal(alphabet, marks[0])
            if last and this and this > last:
                return (*before[:depth], *marks)
    return None


# -- tokens to steps


def _tokens(words: str, start: str) -> list[Token]:
    """The tokens of the longest beginning of `words` that is a whole list to the grammar."""
    reading = parser("numbers", "labels", "schedules", "parts").parse_interactive(words, start=start)
    lex: Callable[..., Iterator[Token]] = reading.lexer_thread.lex
    choices: Callable[[], Container[str]] = reading.choices
    tokens: list[Token] = []
    whole = 0
    try:
        for token in lex(reading.parser_state):
            reading.feed_token(token)
            tokens.append(token)
            if "$END" in choices():
                whole = len(tokens)
    except UnexpectedInput:
        pass  # the list ends where the grammar does not go on
    return tokens[:whole]


def _with_token(step: Step, token: Token, join: Join | None, start: int, end: int) -> Step:
    """`step` with one more number, label or mark; a mark goes with the entry before unless a `join` leads to it."""
    if token.type == "MARK" and join is None:
        last = step.entries[-1]
        last = replace(last, marks=(*last.marks, mark_value(token)), end=end)
        return replace(step, entries=(*step.entries[:-1], last))
    number, suffix = number_of(token) if token.type == "NUMBER" else ((), "")
    marks = (mark_value(token),) if token.type == "MARK" else ()
    label = token.strip("\"'") if token.type == "LABEL" else ""
    entry = Entry(join or "", number, suffix, marks, label, start, end)
    return Step(step.unit, step.wider, (*step.entries, entry))


def _ending_at(step: Step, end: int) -> Step:
    return replace(step, entries=(*step.entries[:-1], replace(step.entries[-1], end=end)))


def _unit_of(token: Token) -> Unit:
    word = token.lower()
    if "para" in word:
        return "paragraph"
    if "sub" in word:
        return "subsection"
    if "part" in word:
        return "part"
    return "schedule" if "sch" in word else "section"


# -- steps to targets


def _plain(step: Step) -> bool:
    return bool(step.entries[-1].number)


def _schedule(entry: Entry, style: ReferenceStyle) -> str:
    return str(ClauseId(style.schedules, entry.number, entry.suffix, entry.marks)).replace(":", "")


def _named(unit: Unit, entry: Entry, base: ClauseId, before: ClauseId, style: ReferenceStyle) -> ClauseId:
    """What one entry names: within `base`, and where it has marks alone, as a continuation of the one `before`."""
    if unit == "schedule":
        return ClauseId(_schedule(entry, style), kind="schedule")
    if unit == "part":
        return ClauseId(base.prefix, word="part", label=".".join(map(str, entry.number)), kind="part")
    if unit in ("table", "diagram"):
        word = style.tables if unit == "table" else style.diagrams
        kind: Thing = "table" if unit == "table" else "diagram"
        return ClauseId(base.prefix, word=word, label=entry.label, kind=kind)
    if entry.number:
        return ClauseId(base.prefix, entry.number, entry.suffix, entry.marks)
    if entry.join:
        return replace(before, marks=goes_on(before.marks, entry.marks) or entry.marks)
    return base.child(*entry.marks)
