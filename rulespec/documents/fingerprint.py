"""The fingerprint of a clause: what two conversions of the same words have in common."""

import hashlib
import re
import unicodedata

from rulespec.documents.tree import CELL, ENTRY, ROW, Clause

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
_QUOTES = {ord(char): "'" for char in '‘’‚‛′´`"“”„‟″«»‹›'}  # single for double and the like is no change
_NOTHING = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff•"))
_SENTENCE_END = re.compile(r"[.!?]\W*$")
_LEADERS = re.compile(r"[.…·]{2,}|…")
_BLANKS = re.compile(r"\s+")
_BETWEEN_FIGURES = re.compile(r"(?<=\d)\s+(?=\d)")  # 1 1/2 is not 11/2
_SETTLING = {
    "win": r"wins?",
    "lose": r"loses?",
    "paid": r"paid",
    "void": r"void",
    "returned": r"returned",
    "must": r"must",
    "shall": r"shall",
}
_SETTLES = re.compile(r"\b(?:" + "|".join(f"(?P<{word}>{form})" for word, form in _SETTLING.items()) + r")\b", re.I)


def own_text(clause: Clause) -> str:
    """The words that belong to a clause alone: its heading and its own sentences, without its number and children."""
    said = (part for part in clause.parts if isinstance(part, str))
    label = clause.label if clause.kind in ("table", "diagram", "heading") else ""
    return " ".join(piece for piece in (label, clause.heading, *said) if piece)


def normalised(text: str) -> str:
    """`text` without what conversions change: blanks, kinds of dashes and quotation marks, marks of entries.

    A blank between two figures stays: it tells two numbers from one.
    """
    text = unicodedata.normalize("NFKC", text.replace(ENTRY, ROW))
    text = text.translate(_DASHES).translate(_QUOTES).translate(_NOTHING)
    return _BLANKS.sub("", _BETWEEN_FIGURES.sub("_", text))


def fingerprint(clause: Clause) -> str:
    """The SHA-256, in hexadecimal, of a clause's own words, normalised. Clauses in it have their own.

    Which cells of a table say what is part of it. Contents lead to their page numbers as each conversion likes.
    """
    text = own_text(clause)
    if clause.kind == "row":
        text = f"{clause.label}{CELL}{text}"
    elif clause.kind in ("cover", "contents", "amendments"):
        text = _LEADERS.sub("", text.replace(CELL, " "))
    return hashlib.sha256(normalised(text).encode()).hexdigest()


def settling_words(text: str) -> tuple[str, ...]:
    """Which of the words that settle wagers or bind people stand in `text`, in the order of the fixed list."""
    found = {match.lastgroup for match in _SETTLES.finditer(text)}
    return tuple(word for word in _SETTLING if word in found)


def leads(clause: Clause) -> bool:
    """Whether a clause only leads to those in it: its sentence begins before them, and at most ends after them."""
    said = [part for part in clause.parts if isinstance(part, str)]
    if not clause.children or not said:
        return bool(clause.children)
    first, *tails = said
    opens = first is clause.parts[0] and _SENTENCE_END.search(first) is None
    return opens and all(not tail[:1].isupper() for tail in tails)
