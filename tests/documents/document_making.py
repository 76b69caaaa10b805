"""Documents made at random from a few words, so that many sentences are the same, and the published ones if at hand."""

import os
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import strategies as st

from rulespec.documents.clauses import ClauseTexts, read_clauses
from rulespec.documents.drift import drift
from rulespec.documents.library import SOURCES_VARIABLE, find_document
from rulespec.documents.lock import Lock, lock_of
from rulespec.documents.profile import Profile, profile_from
from rulespec.documents.source import read_source
from rulespec.documents.survey import profile_of
from rulespec.load.library import Library

BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "sources"
REAL = (
    "crown-perth/ultimate-texas-holdem",
    "crown-perth/crown-holdem-poker",
    "crown-melbourne/wsop-bonus-texas-holdem",
    "nsw/texas-holdem-bonus",
    "queensland/casino-gaming-rule",
)
DECIMAL = {
    "items": ["(a)", "(i)"],
    "definitions": ["1.1"],
    "contents": ["CONTENTS"],
    "begins": "1. WORDS",
    "furniture": ["House rules of boats, edition *"],
    "diagrams": ["Plan *"],
    "notes": ["Note: *"],
}
SECTIONS = {
    "numbering": "sections",
    "items": ["(1)", "(a)", "(i)"],
    "definitions": ["Words*"],
    "parts": [{"prefix": "general", "begins": "Part 1 Opening"}, {"prefix": "annex{n}", "begins": "Annex {n} *"}],
    "furniture": ["House rules of boats, edition *"],
}
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_WORDS = "guest crew boat sail tide anchor bet the a of before harbour pays wins".split()
_TERMS = ("Anchor Bet", "Crew's Hand", "Sail", "Tide-Bet", "Half Sail", "Calm")
_TITLES = ("Boats", "Tides", "Sails and oars", "Harbour")
_CELLS = ("Jib", "Main sail", "Three of them", "Spring", "Oar")


@cache
def real(name: str) -> tuple[str, Profile]:
    """The text of a published document with its profile; skips the test where the reader has not the document."""
    entry = Library().document(name)
    folder = os.environ.get(SOURCES_VARIABLE)
    path = find_document(entry.source, Path(folder) if folder else BESIDE)
    if path is None:
        pytest.skip(f"the document {entry.source} is not at hand; name its folder in {SOURCES_VARIABLE}")
    return read_source(path).text, profile_of(entry)


@lru_cache(maxsize=4)  # most tests compare many new texts with one
def locked(text: str, profile: Profile) -> Lock:
    return lock_of(read_clauses(text, profile))


def changes(old: str, new: str, profile: Profile) -> list[tuple[str, str, str, int]]:
    """What `drift` says of two texts: each change with the old and new id and the number of clauses that went along."""
    found = drift(locked(old, profile), locked(new, profile))
    return [(entry.change, entry.old, entry.new, entry.below) for entry in found.entries]


def sentences(most: int = 7) -> st.SearchStrategy[str]:
    """A few words, often the same ones."""
    some = ("the crew wins", "the bet of the guest", "a sail before the tide", "the boat pays")
    return st.sampled_from(some) | st.lists(st.sampled_from(_WORDS), min_size=2, max_size=most).map(" ".join)


Made = tuple[str, Profile]


@st.composite
def documents(draw: st.DrawFn) -> Made:
    """A document that is numbered without a slip, in one of two ways of numbering, with its profile."""
    decimal = draw(st.booleans())
    lines = list(_decimal(draw) if decimal else _sections(draw))
    return "\n".join(lines) + "\n", profile_from(DECIMAL if decimal else SECTIONS)


def _decimal(draw: st.DrawFn) -> Iterator[str]:
    yield from ("# RULES OF BOATS", "", "CONTENTS", "", "1. Words\t1", "", "## 1. WORDS", "", "1.1 In these rules:", "")
    yield from _definitions(draw, "“**{}**” means")
    tables = 0
    for section in range(2, 2 + draw(st.integers(1, 3))):
        yield from (f"## {section}. {draw(st.sampled_from(_TITLES)).upper()}", "")
        for rule in range(1, 1 + draw(st.integers(1, 5))):
            if draw(st.integers(0, 4)) == 0:
                yield from (f"### {draw(st.sampled_from(_TITLES))}", "")
            shape = draw(st.sampled_from(("plain", "plain", "items", "items", "table", "captioned", "tail")))
            words = _capital(draw(sentences()))
            yield from (f"- {section}.{rule} {words}{'.' if shape in ('plain', 'tail') else ':'}", "")
            if shape == "items":
                yield from _items(draw, (_letters, _romans))
            elif shape == "captioned":
                tables += 1
                yield from (f"**Table {tables} - {_capital(draw(sentences(3)))}**", "")
            elif shape == "tail":
                yield from (f"{_capital(draw(sentences()))}.", "")
            if shape in ("table", "captioned"):
                yield from _table(draw)
    if draw(st.booleans()):
        yield from ("Plan 1", "")


def _sections(draw: st.DrawFn) -> Iterator[str]:
    for part in range(1 + draw(st.integers(1, 2))):
        yield from (f"## Annex {part} {draw(st.sampled_from(_TITLES))}" if part else "## Part 1 Opening", "")
        for number in range(1, 1 + draw(st.integers(1, 4))):
            words = draw(st.booleans()) and number == 1
            yield from (f"### **{number} {'Words of ours' if words else draw(st.sampled_from(_TITLES))}**", "")
            if words:
                yield from ("In these rules—", "")
                yield from _definitions(draw, "***{}*** means")
            elif draw(st.booleans()):
                yield from _items(draw, (_numbers, _letters, _romans))
            else:
                yield from (f"{_capital(draw(sentences()))}.", "")


def _definitions(draw: st.DrawFn, form: str) -> Iterator[str]:
    for term in draw(st.lists(st.sampled_from(_TERMS), min_size=1, max_size=4, unique=True)):
        listed = draw(st.integers(0, 3)) == 0
        yield from (f"{form.format(term)} {draw(sentences())}{':' if listed else ';'}", "")
        if listed:
            yield from _items(draw, (_letters,))


def _items(draw: st.DrawFn, ways: tuple[Callable[[int], str], ...], depth: int = 0) -> Iterator[str]:
    nested = len(ways) > 1
    for place in range(draw(st.integers(1, 4) if nested else st.integers(2, 5) | st.just(11))):
        listed = nested and draw(st.integers(0, 3)) == 0
        ending = ":" if listed else draw(st.sampled_from((";", "; or", ".")))
        yield f"{'  ' * depth}- {ways[0](place)} {draw(sentences())}{ending}"
        if listed:
            yield from _items(draw, ways[1:], depth + 1)
    yield from [""] * (depth == 0)


def _table(draw: st.DrawFn) -> Iterator[str]:
    yield from ("| Sail | Prize |", "|------|-------|")
    for cell in draw(st.lists(st.sampled_from(_CELLS), min_size=1, max_size=4, unique=True)):
        yield f"| {cell} | {draw(st.integers(1, 4))} to 1 |"
    yield ""


def _numbers(place: int) -> str:
    return f"({place + 1})"


def _letters(place: int) -> str:
    return f"({ascii_lowercase[place]})"


def _romans(place: int) -> str:
    return f"({ROMAN[place]})"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def read(text: str, profile: Profile) -> ClauseTexts:
    return read_clauses(text, profile)
