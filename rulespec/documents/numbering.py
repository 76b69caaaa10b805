"""The bracketed numbering below a rule: letters, romans and numbers, and which of them a mark such as `(i)` is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Alphabet = Literal["letter", "roman", "number"]

_ROMAN = re.compile(r"x{0,3}(ix|iv|v?i{0,3})")
_ROMAN_VALUE = {"i": 1, "v": 5, "x": 10}
_MARK = re.compile(r"(\(?)([a-z]{1,6}|\d{1,3})(\.?\)|\.)(?:\s+|$)")
_GAP = 3  # marks that are left out at most where a list goes on rather than begins another below
_BACK = 1.5  # marks that a repetition or a new start counts for, against those left out otherwise
_BELOW = 0.5  # what a list below counts for, so that an open one goes on where both leave out as many
_SAMPLE = re.compile(r"(\(?)([ai1])(\.?\)|\.)")
_SAMPLE_ALPHABET: Mapping[str, Alphabet] = {"a": "letter", "i": "roman", "1": "number"}


@dataclass(frozen=True, slots=True)
class Style:
    """One way of writing marks, from its first one: `(a)`, `a.`, `(i)`, `(i.)`, `i)`, `(1)`."""

    opening: str
    alphabet: Alphabet
    closing: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as a line begins with it: `value` between `opening` and `closing`, before `rest` of the line."""

    opening: str
    value: str
    closing: str
    rest: str


@dataclass(frozen=True, slots=True, order=True)
class Reading:
    """What a mark may be: the item number `ordinal` (from 1) at nesting `level` (from 0)."""

    level: int
    ordinal: int
    alphabet: Alphabet = "letter"


def style(sample: str) -> Style:
    """The style whose first mark is `sample`. ValueError if that is no first mark."""
    match = _SAMPLE.fullmatch(sample.strip())
    if match is None:
        raise ValueError(
            f"`{sample}` is not the first mark of a list; write it as the document does: `(a)`, `i)`, `1.`"
        )
    return Style(match[1], _SAMPLE_ALPHABET[match[2]], match[3])


def find_mark(text: str) -> Mark | None:
    """The mark that `text` begins with, in any style."""
    match = _MARK.match(text)
    return Mark(match[1], match[2], match[3], text[match.end() :]) if match else None


def ordinal(alphabet: Alphabet, value: str) -> int | None:
    """The place of `value` in its list, from 1: `c` is 3, `aa` 27, `iv` 4; None if the alphabet has no such mark."""
    if alphabet == "number":
        return 1 if value == "l" else int(value) if value.isdigit() else None  # conversions take 1 for l
    if value.isdigit():
        return None
    if alphabet == "letter":
        once = ord(value[0]) - ord("a") + 1
        return once + 26 * (len(value) - 1) if len(set(value)) == 1 and len(value) <= 2 else None
    if not _ROMAN.fullmatch(value):
        return None
    values = [_ROMAN_VALUE[char] for char in value]
    return sum(-v if any(later > v for later in values[i + 1 :]) else v for i, v in enumerate(values))


def readings(mark: Mark, items: Sequence[Sequence[Style]]) -> list[Reading]:
    """Everything that `mark` can be where a rule's items are written in the styles `items`, outermost level first."""
    found = []
    for level, styles in enumerate(items):
        for way in styles:
            if (way.opening, way.closing) != (mark.opening, mark.closing):
                continue
            place = ordinal(way.alphabet, mark.value)
            if place:
                found.append(Reading(level, place, way.alphabet))
    return found


def regular(
    possible: Sequence[Reading], opened: Mapping[int, int], following: Sequence[Reading], led: bool = True
) -> Reading | None:
    """The reading that carries on the lists `opened` (level -> last ordinal) or begins one below them, if any does.

    Where both hold, as for `(i)` after `(h)`, what the next mark can be (`following`) decides: a second item below
    means that a list was begun; otherwise the letters go on. So they do over a small gap, as for `(i)` after `(g)`,
    where the words before are a finished sentence, which leads to no list (`led`).
    """
    deepest = max(opened, default=-1)
    goes_on = [r for r in possible if opened.get(r.level) == r.ordinal - 1]
    begins = [r for r in possible if r.ordinal == 1 and r.level > deepest]
    second = bool(begins) and any(r.ordinal == 2 and r.level == begins[0].level for r in following)
    if begins and not (second or led):
        goes_on = goes_on or [r for r in possible if 0 < r.ordinal - opened.get(r.level, r.ordinal) <= _GAP]
    if goes_on and second:
        return begins[0]
    if goes_on:
        return max(goes_on, key=lambda r: r.level)
    return begins[0] if begins else None


def irregular(possible: Sequence[Reading], opened: Mapping[int, int]) -> Reading | None:
    """The likeliest reading of a mark out of sequence: documents start lists at `(b)`, skip marks and start again.

    That is the reading that leaves out the fewest marks: a skip ahead in an open list, a list below it that starts
    late, or one that repeats a mark or goes back.
    """
    deepest = max(opened, default=-1)
    costs: list[tuple[float, int, Reading]] = []
    for reading in possible:
        last = opened.get(reading.level)
        if last is not None and reading.ordinal > last:
            costs.append((reading.ordinal - last - 1, reading.level, reading))
        elif last is not None:
            costs.append((_BACK if reading.ordinal in (1, last) else 2 * _BACK, reading.level, reading))
        elif reading.level > deepest:
            costs.append((reading.ordinal - 1 + _BELOW, reading.level, reading))
    return min(costs)[2] if costs else None
