"""The ranking of hands that a document itself gives, and how it names them."""

import re
from collections.abc import Iterator

from rulespec.documents.clause import straight
from rulespec.documents.fingerprint import own_text
from rulespec.documents.lint.context import Document
from rulespec.documents.lint.terms import NUMBERS
from rulespec.documents.tree import CELL, ENTRY, Clause

_RANKS = re.compile(r"\b(?:rank(?:ing)?s?|order)\b[^.]{0,40}\bhands?\b", re.IGNORECASE)
_RISING = re.compile(r"\blowest\b.{0,20}\bto\b.{0,20}\bhighest\b|\bascending\b", re.IGNORECASE)
_FALLING = re.compile(r"\bhighest\b.{0,20}\bto\b.{0,20}\blowest\b|\bdescending\b", re.IGNORECASE)
_LEAST = 5  # kinds of hand that a list must name before it is taken for a ranking
_LONGEST = 5  # words of a kind of hand; a list of sentences is no ranking


def hand_name(text: str) -> str:
    """A kind of hand as it is compared: `Three of a Kind (any)`, `3 of a kind - ...` and `three_of_a_kind` are one."""
    text = re.sub(r"\([^()]*\)", " ", straight(text).replace("_", " ").casefold())
    words = re.findall(r"[a-z0-9]+", re.split(r"[.,;:—–]|\s-\s", text.strip(), maxsplit=1)[0])
    words = [str(NUMBERS.index(word)) if word in NUMBERS else word for word in words]
    return " ".join(re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", word) for word in words)


def rankings(document: Document) -> tuple[tuple[Clause, tuple[str, ...]], ...]:
    """The rankings that a document gives, each with the clause that gives it: names of hands, lowest first."""
    found = []
    for clause in document.clauses:
        words = straight(own_text(clause))
        rising, falling = _RISING.search(words), _FALLING.search(words)
        if not _RANKS.search(words) or bool(rising) == bool(falling):
            continue
        names = tuple(dict.fromkeys(hand_name(entry) for entry in _entries(clause)))
        if len(names) >= _LEAST and all(0 < len(name.split()) <= _LONGEST for name in names):
            found.append((clause, names if rising else names[::-1]))
    return tuple(found)


def _entries(clause: Clause) -> Iterator[str]:
    """The entries of the list in a clause: marked ones, ones with a bullet, or rows of its table."""
    for part in clause.parts:
        if isinstance(part, str):
            if part.startswith(ENTRY):
                yield part.removeprefix(ENTRY)
        elif part.kind in ("paragraph", "row"):
            said = " ".join(word for word in part.parts if isinstance(word, str)).strip()
            yield said.split(CELL)[0]
