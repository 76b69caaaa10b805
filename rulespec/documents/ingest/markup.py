"""Styled words into lines of the markup that the reader of documents understands."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PLAIN, ITALIC, BOLD = 0, 1, 2  # added up; as many stars stand around the words

# Signs that mean nothing to a clause but would tell two copies of it apart. Soft hyphens are only where a line may
# break; U+0002 is what PDFium gives for a hyphen at a line's end that belongs to no word.
_SIGNS = str.maketrans({"\u00ad": None, "\u200b": None, "\ufeff": None, "\u0002": None, "\u2011": "-"})
_BLANKS = re.compile(r"[ \u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NOTE = re.compile(r"<sup>\d+</sup>")
_MARK = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})+\.?|\([a-z]{1,6}\.?\)|\(\d{1,3}\)|[a-z]{1,4}\.?\))(?=\s|$)")
_BULLET = re.compile(r"[•◦▪‣·●○■□–—\uf0b7\uf0a7\uf02d\uf06f-]\s+")
_CONTENTS = re.compile(r"\s*(?:\.\s?){4,}\s*(?=[\divxlc]{1,6}$)")


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of words in one style (PLAIN, ITALIC, BOLD or the sum); `raw` is markup already, not to be escaped."""

    text: str
    style: int = PLAIN
    raw: bool = False


def note_mark(number: int) -> str:
    return f"<sup>{number}</sup>"


def plain(text: str) -> str:
    """`text` with ordinary hyphens and blanks, and without signs that print nothing; tabs and newlines stay."""
    return _BLANKS.sub(" ", _CONTROL.sub("", text.translate(_SIGNS)))


def escaped(text: str) -> str:
    """`text` with its own stars escaped, which would be read as emphasis."""
    return text.replace("*", "\\*")


def marked(words: Iterable[Words], *, heading: int = 0) -> str:
    """One line: `words` with their emphasis, as a heading of level `heading` (from 1; 0 for none).

    Words of one style side by side are marked once, whatever runs the file cut them into. A line that begins with
    the number of a rule or the mark of an item is no heading, however it is printed: whole rules are printed bold.
    """
    merged = _merged(words)
    text = "".join(piece.text for piece in merged).strip()
    if not text:
        return ""
    if _MARK.match(text):
        return _emphasised(_calmed(merged)) if _wholly(merged, BOLD) else _emphasised(merged)
    bullet = _BULLET.match(text)
    if bullet and not heading:
        return "- " + _emphasised(_dropped(merged, bullet.end()))
    if heading:
        return "#" * min(heading, 6) + " " + _emphasised(_calmed(merged))
    line = _emphasised(merged)
    return "\\" + line if line.startswith(("#", "|")) else line


def begins_with_mark(text: str) -> bool:
    """Whether `text` begins with the number of a rule, the mark of an item or a bullet."""
    return _MARK.match(text) is not None or _BULLET.match(text) is not None


def mark_end(text: str) -> int:
    """How many characters of `text` the number, mark or bullet takes that it begins with; 0 if there is none."""
    found = _MARK.match(text)
    if found:
        return found.end()
    bullet = _BULLET.match(text)
    return len(bullet[0].rstrip()) if bullet else 0


def contents_row(text: str) -> str:
    """`text` with a tab in place of the dots that lead to a page number at its end."""
    return _CONTENTS.sub("\t", text)


def row(cells: Sequence[str]) -> str:
    """One row of a table: its cells with tabs between, empty ones too, so that each keeps its column."""
    cleaned = [" ".join(plain(cell).split()) for cell in cells]
    if len(cleaned) == 1:
        return f"| {cleaned[0]} |" if cleaned[0] else ""
    return "\t".join(cleaned) if any(cleaned) else ""


def _merged(words: Iterable[Words]) -> list[Words]:
    merged: list[Words] = []
    for piece in words:
        text = piece.text if piece.raw else escaped(plain(piece.text))
        if not text:
            continue
        last = merged[-1] if merged else None
        # Blanks and note marks have no style to see: they take that of the words before them.
        style = last.style if last and (not text.strip() or piece.raw) else piece.style
        if last and last.style == style:
            merged[-1] = Words(last.text + text, style)
        else:
            merged.append(Words(text, style))
    return merged


def _wholly(words: Sequence[Words], style: int) -> bool:
    return all(piece.style & style for piece in words if piece.text.strip())


def _calmed(words: Sequence[Words]) -> list[Words]:
    return [Words(piece.text) for piece in words]


def _dropped(words: Sequence[Words], count: int) -> list[Words]:
    """`words` without their first `count` characters."""
    left = []
    for piece in words:
        taken = min(count, len(piece.text))
        count -= taken
        left.append(Words(piece.text[taken:], piece.style))
    return left


def _emphasised(words: Sequence[Words]) -> str:
    line = []
    for piece in words:
        core = piece.text.strip()
        stars = "*" * piece.style if core else ""
        note = _NOTE.search(core)
        if stars and note and note.end() == len(core):
            core = core[: note.start()] + stars + note[0]  # the mark of a note is no part of what is emphasised
            shown = stars + core
        else:
            shown = stars + core + stars
        before = piece.text[: len(piece.text) - len(piece.text.lstrip())] if core else piece.text
        after = piece.text[len(piece.text.rstrip()) :] if core else ""
        line.append(before + shown + after)
    return _BLANKS.sub(" ", "".join(line)).strip()
