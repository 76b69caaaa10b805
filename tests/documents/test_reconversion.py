"""Converting a document anew changes blanks, page headers, dashes, quotation marks and bullets, and no clause."""

import re
import textwrap
from collections.abc import Callable
from random import Random

import document_fixtures as fixtures
import pytest
from document_making import REAL, Made, changes, documents, real
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.documents.profile import Profile, profile_from

Way = Callable[[str, Profile, Random], str]

_QUOTES = str.maketrans("“”‘’", "\"\"''")
_MARKED = re.compile(r"\s*([#|<*]|[-•]\s)")  # a term may not be broken within its emphasis
_BREAKS = re.compile(r"^([-–—*•|#]|\(?\w{1,6}\.?\)|\d+\.)")  # a line that so begins is another paragraph


def doubled_blanks(text: str, _: Profile, random: Random) -> str:
    return re.sub(r"(?<=\S) (?=\S)", lambda _: " " * random.choice((1, 2, 3)), text)


def other_blanks(text: str, _: Profile, random: Random) -> str:
    return re.sub(r"(?<=\S) (?=\S)", lambda _: random.choice((" ", "\u00a0", "\u2009", "\u202f", "\u3000")), text)


def trailing_blanks(text: str, _: Profile, random: Random) -> str:
    return re.sub("\n", lambda _: random.choice(("\n", "  \n", "\u00a0\n", " \u00a0 \n")), text)


def indented(text: str, _: Profile, random: Random) -> str:
    return re.sub(r"(?m)^(?=\S)", lambda _: random.choice((" ", "\u00a0")) * random.choice((0, 1, 2, 4, 8)), text)


def not_indented(text: str, _: Profile, __: Random) -> str:
    return re.sub(r"(?m)^[ \u00a0]+(?=\S)", "", text)


def more_blank_lines(text: str, _: Profile, random: Random) -> str:
    return re.sub("\n\n", lambda _: "\n" * random.choice((2, 3, 4)), text)


def fewer_blank_lines(text: str, _: Profile, __: Random) -> str:
    return re.sub("\n\n+", "\n\n", text)


def carriage_returns(text: str, _: Profile, __: Random) -> str:
    return text.replace("\n", "\r\n")


def page_lines(text: str, profile: Profile, random: Random) -> str:
    """Running headers and page numbers between any two lines, and with blank lines only where there are some."""
    said = ["Page 3 of 12", "page 17", "- 4 -", "– 4 –"]
    said += [pattern.replace("*", "Words").replace("{n}", "3") for pattern in profile.furniture]
    lines: list[str] = []
    for line in text.split("\n"):
        lines.append(line)
        if random.random() < 0.2:
            lines += [random.choice(said)] + ([""] if not line.strip() else [])
    return "\n".join(lines)


def hyphens(text: str, _: Profile, __: Random) -> str:
    return re.sub("[–—]", "-", text)


def bars(text: str, _: Profile, random: Random) -> str:
    return re.sub("[–—]", lambda _: random.choice("–—―−"), text)


def hard_hyphens(text: str, _: Profile, __: Random) -> str:
    return re.sub(r"(?<=\w)-(?=\w)", "‑", text)


def straight_quotes(text: str, _: Profile, __: Random) -> str:
    return text.translate(_QUOTES)


def curly_quotes(text: str, _: Profile, __: Random) -> str:
    return re.sub(r'"([^"\n]*)"', r"“\1”", text).replace("'", "’")


def bullets(text: str, _: Profile, random: Random) -> str:
    kinds = "*•·▪◦●○‣∙\uf0b7"
    return re.sub(r"(?m)^(\s*)- (?!\d+ -$)", lambda found: f"{found[1]}{random.choice(kinds)} ", text)


def dash_bullets(text: str, _: Profile, __: Random) -> str:
    """A dash before a number or mark is a bullet too."""
    return re.sub(r"(?m)^(\s*)- (?=\(\w+\.?\) |\d+\.\d)", r"\1– ", text)


def wrapped(text: str, _: Profile, random: Random) -> str:
    """Lines of paragraphs without marks wrapped at some width, where no line then begins like another paragraph."""
    lines: list[str] = []
    for line in text.split("\n"):
        pieces = textwrap.wrap(line, random.randint(60, 100), break_long_words=False, break_on_hyphens=False)
        plain = pieces and not _MARKED.match(line) and "\t" not in line and "**" not in line
        lines += pieces if plain and not any(map(_BREAKS.match, pieces[1:])) else [line]
    return "\n".join(lines)


def wrapped_items(text: str, _: Profile, random: Random) -> str:
    """The same for items with bullets."""
    lines: list[str] = []
    for line in text.split("\n"):
        pieces = textwrap.wrap(line, random.randint(60, 100), break_long_words=False, break_on_hyphens=False)
        plain = re.match(r"\s*- ", line) and "\t" not in line and "**" not in line and "Schedule" not in line
        lines += pieces if plain and not any(map(_BREAKS.match, pieces[1:])) else [line]
    return "\n".join(lines)


WAYS: tuple[Way, ...] = (
    *(doubled_blanks, other_blanks, trailing_blanks, indented, not_indented, more_blank_lines, fewer_blank_lines),
    *(carriage_returns, page_lines, hyphens, bars, hard_hyphens, straight_quotes, curly_quotes, bullets, dash_bullets),
    *(wrapped, wrapped_items),
)


@settings(max_examples=examples(50), deadline=None)
@given(documents(), st.lists(st.sampled_from(WAYS), min_size=1, max_size=4), st.integers(0, 1_000_000))
def test_an_invented_document_converted_anew_is_the_same(made: Made, ways: list[Way], seed: int):
    text, profile = made
    again = text
    for way in sorted(ways, key=WAYS.index):
        again = way(again, profile, Random(seed))
    assert changes(text, again, profile) == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["TWO_LEVELS", "PLAIN_TITLES", "THREE_LEVELS", "FOUR_LEVELS", "SECTIONS"])
def test_a_damaged_document_converted_anew_is_the_same(name: str, way: Way):
    text, profile = getattr(fixtures, name), profile_from(getattr(fixtures, f"{name}_PROFILE"))
    for seed in range(4):
        assert changes(text, way(text, profile, Random(seed)), profile) == []


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", REAL[:-1])
def test_a_published_document_converted_anew_is_the_same(name: str, way: Way):
    text, profile = real(name)
    assert changes(text, way(text, profile, Random(f"{name} {way.__name__}")), profile) == []


@pytest.mark.parametrize("number", range(3))
def test_a_long_document_converted_anew_in_many_ways_is_the_same(number: int):
    """Every third way one after the other, since each takes a while by itself."""
    text, profile = real(REAL[-1])
    again = text
    for way in WAYS[number::3]:
        again = way(again, profile, Random(number))
    assert changes(text, again, profile) == []


PROFILE = profile_from(
    {"items": ["(a)", "(i)"], "furniture": ["Boats – *"], "diagrams": ["Plan *"], "begins": "1. WORDS"}
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- 1.1 A bet is laid down.", "- 1.1 A bet is laid\n\nBoats - edition 2\n\ndown."),
        ("- 1.1 A bet is laid down.", "- 1.1 A bet is laid\nPage 3 of 12\ndown."),
        ("- 1.1 A bet\n\nA word\n\n1.2 x.", "- 1.1 A bet\n\n- 4 -\nA word\n\n1.2 x."),
        ("- 1.1 Under the *Boats Act 1999* it is.", "- 1.1 Under the *Boats\nAct 1999* it is."),
        ("- 1.1 Bets (*sail bets*) are.", "- 1.1 Bets (*sail\nbets*) are."),
        ("- 1.1 It is drawn in plan 1 here.", "- 1.1 It is drawn in\nplan 1 here."),
        ("- 1.1 As said in rule 1.2.\n- 1.2 x.", "- 1.1 As said in rule\n1.2.\n- 1.2 x."),
        ("- 1.1 Under paragraph (a) it is.", "- 1.1 Under paragraph\n(a) it is."),
        ("- 1.1 Of:\n  - one kind or\nthe other\n  - two.", "- 1.1 Of:\n  - one kind or the other\n  - two."),
        ("Plan 1 of the tables for boats", "Plan 1 of the tables\nfor boats"),
        ("- 1.1 If the bet is lost –", "- 1.1 If the bet is lost\n–"),
        ("- 1.1 Of: –\n- (a) one.", "- 1.1 Of: ―\n– (a) one."),
    ],
)
def test_careful_readers_are_not_misled(old: str, new: str):
    head = "## 1. WORDS\n\n"
    assert changes(head + old + "\n", head + new + "\n", PROFILE) == []
