"""A document printed clean reads as it did; every line of any text is accounted for, quickly and without an error."""

import time
from collections import Counter
from dataclasses import replace

import document_fixtures as fixtures
import pytest
from document_making import REAL, Made, documents, locked, read, real
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.documents.drift import drift
from rulespec.documents.lock import lock_of
from rulespec.documents.printing import markdown
from rulespec.documents.profile import Profile, profile_from
from rulespec.documents.tree import own_words, walk

FIXTURES = ("TWO_LEVELS", "PLAIN_TITLES", "THREE_LEVELS", "FOUR_LEVELS", "SECTIONS")
PROFILES = [
    profile_from(data)
    for data in (
        {},
        {
            "levels": 3,
            "definitions": ["1.1", "*words*"],
            "contents": ["CONTENTS"],
            "amendments": ["CHANGES"],
            "furniture": ["House rules, edition *"],
            "diagrams": ["Plan *"],
            "notes": ["Note: *"],
            "tails": ["and"],
        },
        {
            "numbering": "sections",
            "items": ["(1)", "(a) | a.", "(i)"],
            "definitions": ["Title*"],
            "divisions": ["Part {n} *"],
            "diagrams": ["Plan *"],
            "footnotes": "to_heading",
        },
    )
]
PIECES = (
    *("1.", "2.1", "2.1.1 The", "3", "(a)", "(i)", "(ii)", "(1)", "a.", "i)", "- ", "* ", "• ", "– ", "  ", "\t"),
    *("|", "|---|---|", "**", "***", "*", "#", "## ", "### 2 Title", "**3 Results**", "<sup>1</sup>", "<b>", "</b>"),
    *(
        "<br/>",
        "Table 1",
        "Plan 1",
        "Note: it",
        "“",
        "”",
        '"',
        "'",
        " means ",
        ":",
        ";",
        ".",
        "—",
        " and",
        "or",
        "\\$5",
    ),
    *(
        "2 to 1",
        "5%",
        "Part 1 Opening",
        "CONTENTS",
        "CHANGES",
        "Page 3 of 12",
        "- 4 -",
        "---",
        "House rules, edition 2",
    ),
    *(
        "wins",
        "the guest",
        "Crew",
        "under rule",
        "\n",
        "\n",
        "\n",
        "\n\n",
        "\u00a0",
        "\ufeff",
        "\u2028",
        "\x0b",
        "\x85",
    ),
)


def stable(text: str, profile: Profile) -> None:
    """Reading, printing and reading again gives the same clauses in the same order, and the same print."""
    first = read(text, profile)
    printed = markdown(first.tree, profile)
    again = read(printed, profile)
    assert [*lock_of(again).clauses.values()] == [*lock_of(first).clauses.values()]
    assert markdown(again.tree, profile) == printed


def accounted(text: str, profile: Profile) -> None:
    """Every line stands in exactly one clause, or in the list of what was dropped, with the reason."""
    found = read(text, profile)
    seen = Counter(line for chain in walk(found.tree) for line in chain[-1].lines)
    seen.update(one.line for one in found.dropped)
    assert seen == Counter(range(1, len(text.split("\n")) + 1))
    assert all(one.why for one in found.dropped)
    ids = [chain[-1].id for chain in walk(found.tree)]
    assert len(set(ids)) == len(ids)
    assert found.clauses == tuple(ids)
    for *_, clause in walk(found.tree):
        assert clause.id
        assert clause.line_start <= min(clause.lines, default=clause.line_start)
        assert clause.line_end >= max(clause.lines, default=clause.line_end)


@settings(max_examples=examples(60), deadline=None)
@given(documents())
def test_invented_documents(made: Made):
    stable(*made)
    accounted(*made)
    assert read(*made).repeated == ()


@pytest.mark.parametrize("name", FIXTURES)
def test_damaged_documents(name: str):
    """Where a part ends before the document does, the print ends with it, and says no more where."""
    text, profile = getattr(fixtures, name), profile_from(getattr(fixtures, f"{name}_PROFILE"))
    accounted(text, profile)
    parts = tuple(replace(part, ends="") for part in profile.parts)
    stable(markdown(read(text, profile).tree, profile), replace(profile, parts=parts))


def test_the_print_says_all_that_the_clauses_say():
    for name in FIXTURES:
        text, profile = getattr(fixtures, name), profile_from(getattr(fixtures, f"{name}_PROFILE"))
        first = read(text, profile)
        again = read(
            markdown(first.tree, profile), replace(profile, parts=tuple(replace(p, ends="") for p in profile.parts))
        )
        assert [own_words(c[-1]) for c in walk(again.tree)] == [own_words(c[-1]) for c in walk(first.tree)]


@pytest.mark.parametrize("name", REAL)
def test_published_documents(name: str):
    stable(*real(name))
    accounted(*real(name))


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.sampled_from(PROFILES))
def test_any_text_is_read_and_printed(text: str, profile: Profile):
    accounted(text, profile)
    read(markdown(read(text, profile).tree, profile), profile)
    locked(text, profile)


@settings(max_examples=examples(75), deadline=None)
@given(st.text(max_size=200), st.sampled_from(PROFILES))
def test_any_characters_are_read(text: str, profile: Profile):
    accounted(text.replace("\r", "\n"), profile)


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        *("- 1.1 a", "1.2", "- (a) x;", "(i)", "- (ii) y\n", "## T", "## 2 T", "**3 Results****4 Results**", "---"),
        *("| a | b |", "|(a|b|", "| |b|", "a\tb", "Table 1\n| a |", "<sup>1</sup> x", "**x** means y", "“a” means b"),
        *("- x", "x", "x\n", "*x\ny* z", "Plan 1\nx\n\ny\n", "Note: x", "under rule\n(a)", "Page 1 of 2", "- 4 -", ""),
    ],
)
@pytest.mark.parametrize("profile", PROFILES[1:], ids=("decimal", "sections"))
def test_reading_takes_time_as_the_text_is_long(line: str, profile: Profile):
    """A few hundredths of a second for 500 lines; a reader that looks back each time takes many seconds."""
    text = "## 1. WORDS\n\n1.1 a:\n" + f"{line}\n" * 500
    start = time.process_time()
    lock = locked(text, profile)
    drift(lock, lock)
    assert time.process_time() - start < 5


@pytest.mark.slow
@pytest.mark.parametrize("line", ["- (a) x;", "Table 1\n| a |"])
def test_long_documents_are_read_printed_and_compared_quickly(line: str):
    """20,000 of the lines that took longest: two seconds at most, where this was written."""
    text, profile = "## 1. WORDS\n\n1.1 a:\n" + f"{line}\n" * (20_000 // len(line.split("\n"))), PROFILES[1]
    start = time.process_time()
    found = read(text, profile)
    lock = lock_of(found)
    markdown(found.tree, profile)
    drift(lock, lock)
    assert time.process_time() - start < 60
