"""What a line's words are signs of: numbers of sections and rules, captions, defined terms, unfinished sentences."""

import re
from collections.abc import Sequence
from typing import Literal

from rulespec.documents.lines import Line, clean

_SECTION = re.compile(r"(\d{1,3}[A-Z]{0,2})\.?\s+(\S.*)")
_RULE = re.compile(r"(\d{1,3}(?:\.\d{1,4})+[A-Z]{0,2})\.?(?:\s+(.*))?")
_QUOTED_TERM = re.compile(r'"\**([^"]+?)\**"')
_SINGLE_TERM = re.compile(r"'\**(.{1,80}?)\**'\**\s+(?:means?|includes?|is|are|has|have|see)\b")
_MARKED_TERM = re.compile(r"(\*{1,3})(?=[^\s*])([^*]+)\1(.*)")
_SAYS = re.compile(r"[\s,]+(?:means|includes|is|see)$|[\s,]+$")
_MEANS = re.compile(r"\b(?:means?|includes?)\b")
_OPEN_END = re.compile(r"[:‐‑‒–—―−-]$")
_FINISHED_END = re.compile(r"[.;!?]\W*(?:(?:and|or|then)\W*)*$", re.IGNORECASE)
_REFERS = re.compile(r"\b(?:rules?|clauses?|(?:sub)?sections?|(?:sub)?paragraphs?|parts?|items?)$", re.IGNORECASE)
_HANGS = re.compile(
    r"(?:,|\b(?:rules?|clauses?|(?:sub)?sections?|(?:sub)?paragraphs?|parts?|items?|of|in|on|at|by|to|for|from|with|under|"
    r"than|as|if|and|or|nor|the|an?|is|are|be|not|which|that|each|any|every|per))$",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(r"(?:and|or|and\s?/\s?or)\W*", re.IGNORECASE)
_ENDING = 80  # characters; enough for the last words, few enough for any line to be searched quickly
_HEADROOM = 160  # characters; a term, and for what it is defined, come before its meaning
_LONGEST_TITLE = 8  # words
_LARGEST_SKIP = 3  # sections that a document may lack before a number is no longer taken for a section's


def place_of(number: str) -> float:
    """Where a number stands in the count: `5` at 5, `5A`, which was put in after it, at 5.01."""
    digits = number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    letters = number[len(digits) :]
    return int(digits) + sum((ord(letter) - ord("A") + 1) * 0.01 ** (n + 1) for n, letter in enumerate(letters))


def section_number(line: Line, last: float, *, after_gap: bool) -> tuple[str, str] | None:
    """The number and title of the section that `line` opens after section `last`.

    A line with marks of a heading may skip numbers; one without must be the very next and look like a title.
    """
    match = _SECTION.fullmatch(line.text)
    if match is None:
        return None
    number, title = place_of(match[1]), match[2]
    marked = line.heading or (not line.bullet and re.fullmatch(r"\d+\.?\s+\*\*[^*]+\*\*", line.marked) is not None)
    if marked and max(last, 1) <= number <= last + _LARGEST_SKIP:
        return match[1], title
    if number == int(last) + 1 and after_gap and title_like(line, title):
        return match[1], title
    return None


def rule_number(text: str, levels: int) -> tuple[str, str] | None:
    """The number of the rule that `text` begins with, as `3.14` or `3.14A`, and the words after it."""
    match = _RULE.fullmatch(text)
    if match is None:
        return None
    return (match[1], match[2] or "") if match[1].count(".") < levels else None


def succeeds(number: Sequence[float], last: Sequence[float]) -> bool:
    """Whether `number` is what comes after `last` in a complete count: 3.14 or 3.13.1 after 3.13, 4.1 after 3.13.

    First children may be skipped down to (3.14.1 after 3.13), for a rule may begin with its list.
    """
    for size in range(len(last) + 1):
        shared, rest = tuple(last[:size]), tuple(number[size:])
        if tuple(number[:size]) != shared or not rest:
            continue
        following = int(last[size]) + 1 if size < len(last) else 1
        if rest[0] == following and all(piece == 1 for piece in rest[1:]):
            return True
    return False


def table_caption(text: str, word: str) -> str | None:
    """The number of the table whose caption `text` is: `2` of `Table 2 - Prizes`."""
    match = re.match(rf"{re.escape(word)}\s+(\d+[A-Za-z]?)(?=[\s.:–-]|$)", text)
    return match[1] if match else None


def defined_term(line: Line) -> str | None:
    """The term that `line` defines, if it begins with one in quotes, bold or italics."""
    quoted = _QUOTED_TERM.match(line.marked)
    if quoted:
        return _SAYS.sub("", clean(quoted[1]))
    single = _SINGLE_TERM.match(line.marked)
    if single:
        return clean(single[1]).strip()
    match = _MARKED_TERM.match(line.marked)
    if match is None:
        return None
    term = clean(match[2]).strip("'\"").strip()
    if not match[3].strip() and _SAYS.sub("", term) == term:
        return None  # a line of emphasis that says nothing of what it marks is a heading
    return _SAYS.sub("", term)


def tells_meaning(line: Line) -> bool:
    """Whether a line that begins with an emphasised term goes on to say what it means."""
    return _MEANS.search(line.text[:_HEADROOM]) is not None


def ending(words: str) -> Literal["open", "finished", "unfinished"]:
    """How `words` end: `open` for a list to follow, `finished` (also before "and" and "or"), or `unfinished`."""
    words = words[-_ENDING:]
    if _OPEN_END.search(words):
        return "open"
    return "finished" if _FINISHED_END.search(words) else "unfinished"


def hangs(words: str) -> bool:
    """Whether `words` end so that the sentence must go on: "... in accordance with", "... and the"."""
    return _HANGS.search(words[-_ENDING:]) is not None


def refers(words: str) -> bool:
    """Whether `words` end so that the number of another clause must follow: "... under rule"."""
    return _REFERS.search(words[-_ENDING:]) is not None


def connects(words: str) -> bool:
    """Whether `words` are nothing but the "and" or "or" that joins an item to the next."""
    return _CONNECTIVE.fullmatch(words) is not None


def title_like(line: Line, title: str | None = None) -> bool:
    """Whether a line (or the `title` in it) without markup may be a heading: a few words, and no sentence."""
    words = line.text if title is None else title
    if line.bullet or len(words.split()) > _LONGEST_TITLE or not words[:1].isupper():
        return False
    return ending(words) == "unfinished" and not words.endswith(",")
