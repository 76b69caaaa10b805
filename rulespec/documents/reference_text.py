"""References found in running words: where a document speaks of its own clauses, and where of other instruments.

A regular expression finds the places where a reference may begin; from there the grammar reads as far as it can
(`reference_lists`). What it cannot know, such as whether `rule 9 and 2 cards` ends at 9, is decided here by the words
around. The forms, each tested in `tests/documents/test_references.py`:

    one or a list    rule 4 | rules 7 | clause 13.4 | Rules 4.18, 4.19, 14.20 and 14.21 | ss 8 and 9 | section 8 or 9(d)
    a range          rules 4.1 to 4.3 inclusive | sections 16 to 21 | rules 18-20 | section 15(1) to (5)
    marks go on      section 14(2) and (3) | section 11(2)(a) or 11(2)(b)
    bare numbers     in accordance with 4.16 and 4.17 | as described at 12.5.2 or 12.5.4 | 3.14(b) | under 15(1) to (5)
    relative         subsection (1)(c) or 2(c) | paragraph (a) or (b) | subsections (1), (5) & (7) to (9) | this section
    composed         paragraph (a) of subsection (2) | section 6 of part 2 of schedule 1 | schedule 1 part 2, section 6
    captions         Table 2 or Table 3 | Table 4 or 5 | diagrams 1.1 or 1.2 | Diagram "A" | diagram 1(a) and 1(a).2
    other laws       section 81, 82 or 83A of the Crimes Act 1958 | sections 63 (Title) and 92 (Title) of the Act
    amendments       the first column of a table that is headed `Rule`: 3.22; 3.26; 3.29 to 3.33
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from rulespec.documents.clause import split_prefix, straight
from rulespec.documents.reference_lists import Entry, Step, goes_on, read_listing, targets_of
from rulespec.documents.references import Reference, ReferenceStyle, Unit

WINDOW = 1_000  # characters that one reference may be long; the longest real ones have about 100
_LOOK_BEHIND = 160  # characters before a reference in which the law's name may stand: `the Casino Act 1982, section 3`

_WORDS: dict[Unit, str] = {
    "subsection": r"sub-?(?:section|rule|clause)s?",
    "paragraph": r"(?:sub-?)?paragraphs?|paras?",
    "rule": r"rules?",
    "section": r"sections?",
    "clause": r"clauses?",
    "schedule": r"schedules?|sch",
    "part": r"parts?",
}
_CELL_HEADINGS = ("rule", "rules", "clause", "clauses", "section", "sections")
_DECIMAL = r"[1-9]\d{0,2}(?:\.[1-9]\d{0,2}){1,5}"
_MARKED = r"[1-9]\d{0,2}[A-Z]?\s?\([\da-z]{1,4}\)"
# A decimal (or, of sections, a number with a mark) behind these words is the number of a rule, and no amount.
_CUE = (
    r"(?:accordance|compliance|conformity)\s+(?:with|to)"
    r"|(?:described|specified|set\s+out|set\s+forth|referred\s+to|mentioned|stated|listed|outlined|defined"
    r"|provided(?:\s+for)?|required|permitted|detailed|contained|prescribed)\s+(?:in|at|under|by)"
    r"|(?:provisions|purposes?|operation|requirements)\s+of"
    r"|as\s+per|(?:pursuant|subject|according|contrary)\s+to|notwithstanding|despite|under|see"
)
# What may follow the last number of a list. A noun there means that the number counts: `rule 9 and 2 cards`.
_FOLLOWS = re.compile(
    r"\s*(?:$|[^\w\s]|(?:above|after|and|appl(?:y|ies|ied)|are|as|at|because|before|below|but|by|can|cannot|could|did"
    r"|do|does|during|equal|for|from|had|has|have|if|in|inclusive|into|is|may|must|not|of|on|only|or|prior|shall"
    r"|shows?|should|since|so|than|that|the|then|these|this|to|under|unless|until|was|were|when|where|which|will"
    r"|with|would)\b)",
    re.IGNORECASE,
)
_MEASURES = re.compile(
    r"\s*(?:to\s+\d|times\b|x\b|%|per\s?cent\b|points?\b|units?\b|seconds?\b|minutes?\b|hours?\b|days?\b|m{1,2}\b|cm\b)"
)
_NAMED_BEFORE = re.compile(
    r"(?:^|\s)((?:the|that)\s+(?:(?:[A-Z][\w'&.-]*|of|and|\([A-Z][A-Za-z]+\))\s+){0,12}?"
    r"(?:Act|Regulation)s?(?:\s+[12]\d{3})?(?:\s+\([A-Z][A-Za-z]+\))?)\s*,?\s*$"
)
_ENDS_IN_LAW = re.compile(r"(?:Act|Regulation)s?(?:\s+[12]\d{3})?(?:\s+\([A-Z][A-Za-z]+\))?\s*,?\s*$")
_TITLE = re.compile(r"\s*[-–—]\s*['\"]?[A-Z]")
_SPOKEN_OF = re.compile(
    r"(?:\b(?:also|and|as|at|by|for|from|in|of|on|or|per|see|to|under|with)\s+|[(,]\s*)$", re.IGNORECASE
)
_BEFORE_LOWER_TABLE = re.compile(r"\b(?:in|see|under|with|per)\s+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a reference may begin: its announcing `word` at `start`, and what that announces at `behind`.

    `this` marks `this section`, which announces nothing; `cell` the first cell of a table of amendments.
    """

    start: int
    behind: int
    unit: Unit
    word: str
    this: bool = False
    cell: bool = False


def find_references(text: str, style: ReferenceStyle, *, at: str = "") -> list[Reference]:
    """Every reference in `text`, the words of one clause, in order; they do not overlap.

    `at` is the id of that clause: its own name at the beginning of `text` (`Table 2 Option 1 ...`) is no reference.
    The time taken is linear in the length of `text`.
    """
    plain = straight(text)
    end = 0
    found: list[Reference] = []
    for place in _places(plain, style):
        if place.start < end:
            continue
        reference = _read(plain, text, place, style)
        if reference:
            end = reference.end
            if not (at and _names_itself(reference, plain, at)):
                found.append(reference)
    return found


def _names_itself(reference: Reference, text: str, at: str) -> bool:
    named = [str(target.first) for target in reference.targets]
    return named in ([at], [split_prefix(at)[1]]) and not text[: reference.start].strip()


# -- places where a reference may begin


def _places(text: str, style: ReferenceStyle) -> Iterator[_Place]:
    scanned = (_place(match, text, style) for match in _scanner(style).finditer(text))
    cells = _cells(text) if style.numbering == "decimal" else []
    places = [place for place in chain(scanned, cells) if place]
    return iter(sorted(places, key=lambda place: place.start))


def _place(match: re.Match[str], text: str, style: ReferenceStyle) -> _Place | None:
    group = match.lastgroup or ""
    if group in ("cue", "marked"):
        return _Place(match.end(), match.end(), "", "")
    unit: Unit = next(unit for unit in (*_WORDS, "table", "diagram") if unit == group.removeprefix("this_"))
    this = group.startswith("this_")
    if this and unit == "rule" and style.numbering == "sections":
        return None  # such a document calls the whole of itself "this rule"
    if unit == "table" and not _announces_table(match[group], text[max(0, match.start() - 40) : match.start()], style):
        return None
    return _Place(match.start(), match.end(), unit, match[group], this)


@lru_cache(maxsize=64)
def _scanner(style: ReferenceStyle) -> re.Pattern[str]:
    """Where references may begin, each kind in a group of its own: `this_section`, `section`, `table`, `cue`, ..."""
    units: dict[Unit, str] = dict(_WORDS)
    if style.numbering == "sections":
        units["section"] += r"|ss?"
    units["table"], units["diagram"] = re.escape(style.tables) + "s?", re.escape(style.diagrams) + "s?"
    this = "|".join(rf"(?P<this_{unit}>this\s+(?:{words}))(?!\w|\s+of\b)" for unit, words in _WORDS.items())
    announcing = "|".join(rf"(?P<{unit}>{words})" for unit, words in units.items())
    decimal = style.numbering == "decimal"
    marked = rf"|(?<![\w.$%,/])(?P<marked>)(?={_DECIMAL}\s?\([a-z]{{1,5}}\))" if decimal else ""
    return re.compile(
        rf"(?<![\w'.-])(?:{this}|(?:{announcing})(?:\s+(?=[\"']?[\dA-Z(])|(?=\())"
        rf"|(?P<cue>{_CUE})\s+(?={_DECIMAL if decimal else _MARKED})){marked}",
        re.IGNORECASE,
    )


def _announces_table(word: str, before: str, style: ReferenceStyle) -> bool:
    """Whether `word` speaks of a captioned table: not of a column (`Pay Table 1`) or furniture (`at table 5`)."""
    phrase = " ".join((before + word).lower().split())
    if any(phrase.endswith(column.lower()) for column in style.columns):
        return False
    lower = word[:1].islower() and style.tables[:1].isupper()
    return not lower or _BEFORE_LOWER_TABLE.search(before) is not None


def _cells(text: str) -> list[_Place]:
    """The first cells below a table's heading `Rule | ...`: each is a list of rules without an announcing word."""
    places: list[_Place] = []
    headed, start = False, 0
    for line in text.split("\n") if "|" in text else ():
        first, bar, _ = line.partition("|")
        if bar and first.strip().lower() in _CELL_HEADINGS:
            headed = True
        elif not bar:
            headed = False
        elif headed and first.strip()[:1].isdigit():
            place = start + len(first) - len(first.lstrip())
            places.append(_Place(place, place, "", "", cell=True))
        start += len(line) + 1
    return places


# -- reading one reference


def _read(text: str, written: str, place: _Place, style: ReferenceStyle) -> Reference | None:
    """The reference at `place`, if there is one; `written` is `text` as the document has it, quotes and all."""
    if place.this:
        return Reference(place.start, place.behind, written[place.start : place.behind], place.unit, (), relative=True)
    listing = read_listing(text[place.behind : place.behind + WINDOW], place.unit, place.behind)
    steps, instrument, end = listing.steps, listing.instrument, listing.instrument_end
    if instrument and instrument.removeprefix("the ").lower() in (name.lower() for name in style.own_names):
        instrument = ""
    if not listing.instrument:
        steps = _credible(steps, text, place, style)
        instrument = _law_before(text, place) if steps else ""
    if not steps or _titles(text, place, steps):
        return None
    targets = targets_of(steps, style)
    end = max(end, steps[-1].entries[-1].end)
    relative = not instrument and _relative(steps)
    return Reference(place.start, end, written[place.start : end], place.unit, targets, relative, instrument)


def _titles(text: str, place: _Place, steps: Sequence[Step]) -> bool:
    """Whether this is a caption or a running header, `Schedule 2 - Dice`, that the words before do not speak of."""
    titled = place.unit in ("schedule", "part", "table", "diagram") and _TITLE.match(text, steps[-1].entries[-1].end)
    return bool(titled) and not _SPOKEN_OF.search(text[max(0, place.start - 20) : place.start])


def _relative(steps: Sequence[Step]) -> bool:
    """Whether `steps` name something only from where they stand; `subsection 2(c)` may mean `(2)(c)`."""
    if any(step.wider and step.entries[-1].number for step in steps):
        return False
    own = steps[0]
    return own.unit in ("subsection", "paragraph") or (not own.entries[0].number and not own.entries[0].label)


def _law_before(text: str, place: _Place) -> str:
    """The law that is named before its section: `the Act, section 62`; '' if there is none."""
    before = text[max(0, place.start - _LOOK_BEHIND) : place.start]
    if not place.unit or not _ENDS_IN_LAW.search(before):
        return ""
    match = _NAMED_BEFORE.search(before)
    return " ".join(match[1].split()) if match else ""


# -- where a list ends


def _credible(steps: tuple[Step, ...], text: str, place: _Place, style: ReferenceStyle) -> tuple[Step, ...]:
    """`steps` without the entries at the end that only look like more of the list; none if nothing is left."""
    if not steps or (not place.unit and not place.cell and not _bare(steps[0].entries[0], style)):
        return ()
    last = steps[-1]
    entries = list(last.entries)
    plural = len(steps) == 1 and place.word.lower().endswith("s")
    while len(entries) > 1 and not _belongs(entries, text, place, plural):
        entries.pop()
    if len(steps) == 1 and not _stands(entries, text, place):
        return ()
    if len(entries) == len(last.entries):
        return steps
    return (*steps[:-1], replace(last, entries=tuple(entries)))


def _bare(entry: Entry, style: ReferenceStyle) -> bool:
    """Whether the number of a clause looks like `entry` where no word announces it."""
    return 2 <= len(entry.number) <= style.levels if style.numbering == "decimal" else bool(entry.marks)


def _stands(entries: Sequence[Entry], text: str, place: _Place) -> bool:
    """Whether a list may stand as it is: bare numbers measure nothing, and a lone letter is no article."""
    end = entries[-1].end
    if not place.unit:
        return place.cell or bool(entries[-1].marks) or not _MEASURES.match(text, end)
    article = entries[0].label in ("A", "I") and text[entries[0].start] in "AI"
    return not (article and re.match(r"\s+[a-z]", text[end : end + 3]) and not _FOLLOWS.match(text, end))


def _belongs(entries: Sequence[Entry], text: str, place: _Place, plural: bool) -> bool:
    """Whether the last of `entries` is one of the list."""
    before, entry = entries[-2], entries[-1]
    if entry.marks and not entry.number:
        return bool(before.marks) and goes_on(before.marks, entry.marks) is not None
    if entry.join == "to" and entry.number <= before.number and not entry.label:
        return False
    if entry.marks or entry.suffix or len(entry.number) > 1 or re.search(r"[A-Z(.]", entry.label):
        return True
    if place.cell:
        return True
    if not place.unit or entry.join == "comma":
        return False
    return (plural and len(entries) == 2) or _FOLLOWS.match(text, entry.end) is not None
