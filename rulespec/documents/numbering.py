"""The bracketed numbering below a rule: letters, romans and numbers, and which of them a mark such as `(i)` is."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Alphabet = Literal["letter", "roman", "number", "capital", "capital roman"]

_ROMAN = re.compile(r"x{0,3}(ix|iv|v?i{0,3})")
_ROMAN_VALUE = {"i": 1, "v": 5, "x": 10}
_MARK = re.compile(r"([(\[]?)([a-z]{1,6}\d?|[A-Z]{1,6}|\d{1,3}[A-Z]?)(\.?\)|\]|\.)(?:\s+|$)")
_PUT_IN = re.compile(r"([a-z])([a-z])|([a-z])(\d)|(\d{1,3})([A-Z])")  # (ba), (b1), (2A): after (b), (b), (2)
_GAP = 3  # marks that are left out at most where a list goes on rather than begins another below
_BACK = 1.5  # marks that a repetition or a new start counts for, against those left out otherwise
_BELOW = 0.5  # what a list below counts for, so that an open one goes on where both leave out as many
_SAMPLE = re.compile(r"([(\[]?)([aiAI1])(\.?\)|\]|\.)")
_SAMPLE_ALPHABET: Mapping[str, Alphabet] = {
    "a": "letter",
    "i": "roman",
    "1": "number",
    "A": "capital",
    "I": "capital roman",
}


@dataclass(frozen=True, slots=True)
class Style:
    """One way of writing marks, from its first one: `(a)`, `a.`, `(i)`, `(i.)`, `i)`, `(1)`, `[a]`, `(A)`, `I.`."""

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
    """What a mark may be: the item number `ordinal` (from 1) at nesting `level` (from 0).

    A mark that was put in later has a part of a number: `(ba)`, after `(b)`, is 2.01.
    """

    level: int
    ordinal: float
    alphabet: Alphabet = "letter"


def style(sample: str) -> Style:
    """The style whose first mark is `sample`. ValueError if that is no first mark."""
    match = _SAMPLE.fullmatch(sample.strip())
    if match is None:
        raise ValueError(
            f"`{sample}` is not the first mark of a list; write it as the document does: a, i, A, I or 1 in one or two "
            "brackets or with a dot, such as `(a)`, `i)`, `1.`, `[A]`"
        )
    return Style(match[1], _SAMPLE_ALPHABET[match[2]], match[3])


def find_mark(text: str) -> Mark | None:
    """The mark that `text` begins with, in any style."""
    match = _MARK.match(text)
    return Mark(match[1], match[2], match[3], text[match.end() :]) if match else None


def ordinal(alphabet: Alphabet, value: str) -> float | None:
    """The place of `value` in its list, from 1: `c` is 3, `aa` 27, `iv` 4, `ba` (put in after `b`) 2.01.

    None if the alphabet has no such mark.
    """
    if alphabet.startswith("capital"):
        if not value.isalpha() or not value.isupper():
            return None
        return ordinal("letter" if alphabet == "capital" else "roman", value.lower())
    put_in = _PUT_IN.fullmatch(value) if len(set(value)) > 1 else None
    if alphabet == "number":
        if put_in and put_in[5]:
            return int(put_in[5]) + (ord(put_in[6]) - ord("A") + 1) / 100
        return 1 if value == "l" else int(value) if value.isdigit() else None  # conversions take 1 for l
    if value.isdigit() or not value.islower():
        return None
    if alphabet == "letter" and put_in:
        base, after = put_in[1] or put_in[3], put_in[2] or put_in[4]
        step = int(after) if after.isdigit() else ord(after) - ord("a") + 1
        return ord(base) - ord("a") + 1 + step / 100
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
    possible: Sequence[Reading], opened: Mapping[int, float], following: Sequence[Reading], led: bool = True
) -> Reading | None:
    """The reading that carries on the lists `opened` (level -> last ordinal) or begins one below them, if any does.

    Where both hold, as for `(i)` after `(h)`, what the next mark can be (`following`) decides: a second item below
    means that a list was begun; otherwise the letters go on. So they do over a small gap, as for `(i)` after `(g)`
    or after another `(i)`, where the words before are a finished sentence, which leads to no list (`led`).
    """
    possible = _credible(possible, opened)
    deepest = max(opened, default=-1)
    goes_on = [r for r in possible if r.level in opened and _follows(r.ordinal, opened[r.level])]
    begins = [r for r in possible if r.ordinal == 1 and r.level > deepest]
    second = bool(begins) and any(r.ordinal == 2 and r.level == begins[0].level for r in following)
    if begins and not (second or led):
        goes_on = goes_on or [r for r in possible if r.level in opened and 0 <= r.ordinal - opened[r.level] <= _GAP]
    if goes_on and second:
        return begins[0]
    if goes_on:
        return max(goes_on, key=lambda r: r.level)
    return begins[0] if begins else None


def _follows(place: float, last: float) -> bool:
    """Whether an item comes next: 3 after 2 and after 2.01, 2.01 after 2."""
    return place == int(last) + 1 or (int(place) == int(last) and place > last)


def _credible(possible: Sequence[Reading], opened: Mapping[int, float]) -> list[Reading]:
    """Without items put in after one that is not there: `(or)` is no item after `(b)`."""
    return [r for r in possible if r.ordinal == int(r.ordinal) or int(opened.get(r.level, 0)) == int(r.ordinal)]


def irregular(possible: Sequence[Reading], opened: Mapping[int, float]) -> Reading | None:
    """The likeliest reading of a mark out of sequence: documents start lists at `(b)`, skip marks and start again.

    That is the reading that leaves out the fewest marks: a skip ahead in an open list, a list below it that starts
    late, or one that repeats a mark or goes back. A list around the open ones starts late too, where its first item,
    which they stood in, is gone.
    """
    possible = _credible(possible, opened)
    deepest = max(opened, default=-1)
    costs: list[tuple[float, int, Reading]] = []
    for reading in possible:
        last = opened.get(reading.level)
        if last is not None and reading.ordinal > last:
            costs.append((reading.ordinal - last - 1, reading.level, reading))
        elif last is not None:
            costs.append((_BACK if reading.ordinal in (1, last) else 2 * _BACK, reading.level, reading))
        elif reading.level > deepest or not any(level < reading.level for level in opened):
            costs.append((reading.ordinal - 1 + _BELOW, reading.level, reading))
    return min(costs)[2] if costs else None
