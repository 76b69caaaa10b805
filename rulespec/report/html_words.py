"""The page's words: what to call a document, a status, an answer, a date. No word of it takes sides."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from rulespec.model.comparison import AREAS, STATUSES
from rulespec.model.finding import ASSUMED, ENUMERATED, PROVED
from rulespec.model.spec import UNNAMED, Spec

Pieces = tuple[tuple[str, bool], ...]  # text, and whether it is in the language of specs

AREA_TITLES: Mapping[str, str] = {
    "wager": "Wagers",
    "decision": "Decisions",
    "valid": "Validity",
    "stake": "Wrong amounts",
    "settlement": "Settlement",
    "pay": "Pay",
    "irregularity": "Irregularities",
    "jackpot": "Jackpots",
    "option": "Options",
    "definition": "Definitions",
    "ranking": "Ranking",
    "provision": "Provisions",
    "term": "Terms",
}

# How a document's answer comes about: the word on its mark, and a sentence that says what the word means.
STATES: Mapping[str, tuple[str, str]] = {
    "answered": ("", ""),
    "undetermined": ("silent", "No clause of this document answers."),
    "conflict": ("answered twice", "Two clauses of this document answer differently, and none says which prevails."),
    "absent": ("nothing encoded", "The encoding of this document has no such thing."),
    "not_offered": ("does not arise", "This case cannot come about under this document."),
    "missing": ("not compared", "This comparison has nothing to say about this document here."),
}

_RESULTS = {
    "stand_off": "stand-off",
    "undetermined": "silent",
    "conflict": "answered twice",
    "surrendered": "half taken",
}
_NAME = re.compile(r"(?<![\w.])[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?![\w.])")
_MINUS = re.compile(r"(?<![\w-])-(?=\d)")
_MONTHS = (
    "January February March April May June July August September October November December".split()
)  # by hand: a page must not depend on the locale of whoever makes it


@dataclass(frozen=True, slots=True)
class Heading:
    """What a document is called on the page: `short` is unlike that of every other, `anchor` its own section."""

    spec: str
    short: str
    publisher: str
    title: str
    edition: str
    anchor: str


def headings(specs: Sequence[Spec]) -> Mapping[str, Heading]:
    """A heading for each spec: by publisher; by the game too where one publisher has several; else by its id."""
    publishers = [spec.document.known_as for spec in specs]
    longer = [f"{spec.document.known_as}, {spec.title}" for spec in specs]
    anchors = Anchors("document")
    found = {}
    for spec, publisher, long in zip(specs, publishers, longer, strict=True):
        short = publisher if publishers.count(publisher) == 1 else long
        if longer.count(long) > 1:
            short = spec.id
        found[spec.id] = Heading(spec.id, short, publisher, spec.title, edition(spec), anchors.take(spec.id))
    return found


class Anchors:
    """Names of places on the page: plain letters, each given once, the same on every run."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._taken: set[str] = set()

    def take(self, text: str, exact: bool = False) -> str:
        """A name for `text`. `exact`: with a few letters more, so that `a > b` and `a < b` keep their names apart."""
        plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-")
        if exact:
            plain += f"-{hashlib.sha256(text.encode()).hexdigest()[:6]}"
        name = base = f"{self._prefix}-{plain}" if plain else self._prefix
        number = 1
        while name in self._taken:
            number += 1
            name = f"{base}-{number}"
        self._taken.add(name)
        return name


def areas(present: Iterable[str]) -> tuple[str, ...]:
    """The areas that a comparison has, in the order of the model; ones it does not know come last."""
    found = dict.fromkeys(present)
    return (*(area for area in AREAS if area in found), *(area for area in found if area not in AREAS))


def area_title(area: str) -> str:
    return AREA_TITLES.get(area) or area.replace("_", " ").capitalize()


def status(text: str) -> str:
    """A status as the page shows it; what the model does not know is shown as differing, never as agreeing."""
    return text if text in STATUSES else "differs"


def edition(spec: Spec) -> str:
    """`RAG 1, in force 1 July 2024`: which edition of a document is meant, and whether it is an example."""
    until = f" until {long_date(spec.document.until)}" if spec.document.until else ""
    example = " (an example)" if spec.document.example else ""
    return f"{spec.document.edition}, {in_force(spec.document.effective)}{until}{example}"


def in_force(effective: str) -> str:
    """`in force 10 June 2022`; the words themselves where they are no date."""
    if effective in UNNAMED:
        return "date in force not stated"
    return f"in force {long_date(effective)}"


def long_date(text: str) -> str:
    """`10 June 2022` for `2022-06-10`: no reader can take day and month the wrong way round."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def answer(text: str, spec: Spec | None) -> str:
    """A short answer (`stand_off`, `3 * main | 4 * main`) as a person would write it."""

    def word(match: re.Match[str]) -> str:
        name = match.group()
        wager = spec.wager(name) if spec else None
        if wager and spec:
            return spec.vocabulary.title(name)
        return _RESULTS.get(name, name.replace("_", " "))

    plain = _MINUS.sub("−", text.replace(" * ", " × ").replace(" | ", " or "))
    return _NAME.sub(word, plain)


@dataclass(frozen=True, slots=True)
class Basis:
    """By what something on the page is known: a short mark, and a sentence that says what the mark means."""

    kind: str
    word: str
    meaning: str


def basis_mark(basis: str) -> Basis | None:
    """The mark of a basis; None for what stands in the spec for all to see."""
    if basis == PROVED:
        return Basis("proved", "proved", "Proved: in these cases and in no others, whatever the amounts and options.")
    if basis == ASSUMED:
        return Basis("assumed", "assumed", "Assumed: a reading that no clause gives, and that nothing here can prove.")
    if basis.startswith(ENUMERATED):
        over = basis.removeprefix(ENUMERATED).removeprefix(" over ")
        cases = f"every one of {over}" if over else "every case"
        meaning = f"Known by a walk over {cases}, each settled by the rules; no proof was asked of it."
        return Basis("walked", f"walked: {over}" if over else "walked", meaning)
    return None


def pieces(text: str) -> Pieces:
    """A message cut at its backticks, so that what stands between two of them can be set as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:  # a backtick without its fellow is only a character
        return ((text, False),)
    return tuple((part, number % 2 == 1) for number, part in enumerate(parts) if part)


def sentence(text: str) -> str:
    """A message as a sentence: with a capital, unless it begins with code."""
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def counted(number: int, one: str, many: str = "") -> str:
    """`1 gap`, `2 gaps`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
