"""The published documents themselves, where the reader has them: every clause found, and well known ones by sight.

The documents are not part of this repository. They are looked for in the folder RULESPEC_SOURCES, else in
`../shared/sources` beside the repository; without them these tests are skipped.
"""

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulespec.documents.clauses import ClauseTexts, read_clauses
from rulespec.documents.library import SOURCES_VARIABLE, find_document
from rulespec.documents.source import read_source
from rulespec.documents.survey import profile_of
from rulespec.documents.tree import walk
from rulespec.load.library import Library

BESIDE = Path(__file__).resolve().parents[2].parent / "shared" / "sources"
DOCUMENTS = {
    "perth": ("crown-perth/ultimate-texas-holdem", ""),
    "perth-holdem": ("crown-perth/crown-holdem-poker", ""),
    "melbourne": ("crown-melbourne/wsop-bonus-texas-holdem", ""),
    "nsw": ("nsw/texas-holdem-bonus", ""),
    "qld": ("queensland/casino-gaming-rule", "sch11(a)"),
    "qld-bonus": ("queensland/casino-gaming-rule", "sch11"),
}


def document(key: str) -> str:
    name = Library().document(DOCUMENTS[key][0]).source
    path = find_document(name, Path(os.environ[SOURCES_VARIABLE]) if os.environ.get(SOURCES_VARIABLE) else BESIDE)
    if path is None:
        pytest.skip(f"the document {name} is not at hand; name its folder in {SOURCES_VARIABLE}")
    return read_source(path).text


@cache
def _read(key: str, text: str) -> ClauseTexts:
    document, own = DOCUMENTS[key]
    return read_clauses(text, profile_of(Library().document(document)), own)


def clauses_of(key: str) -> ClauseTexts:
    return _read(key, document(key))


def counts(texts: ClauseTexts, prefix: str) -> dict[str, int]:
    """How many clauses there are of each kind: rules by how many numbers they have, items by their alphabet."""
    found: Counter[str] = Counter()
    for *_, clause in walk(texts.tree):
        if (clause.id.partition(":")[0] if ":" in clause.id else "") != prefix:
            continue
        if clause.kind == "rule":
            found[f"rule{clause.label.count('.') + 1}"] += 1
        elif clause.kind == "paragraph":
            found[clause.alphabet] += 1
        else:
            found[clause.kind] += 1
    return dict(found)


# Counted by hand. Three differ by one from earlier hand counts: NSW defines 30 terms, Melbourne has 121 letters,
# Queensland's section 3 defines 29 terms.
COUNTED = [
    ("perth", "", {"section": 6, "rule2": 96, "letter": 85, "roman": 17, "definition": 44}),
    ("perth-holdem", "", {"section": 6, "rule2": 97, "letter": 100, "roman": 28, "number": 4, "definition": 43}),
    (
        "nsw",
        "",
        {"section": 15, "rule2": 102, "rule3": 116, "rule4": 25, "letter": 10, "roman": 17, "definition": 30},
    ),
    ("melbourne", "", {"section": 14, "rule2": 85, "rule3": 122, "letter": 121, "roman": 52, "definition": 31}),
    ("qld", "general", {"rule1": 17, "number": 26, "letter": 47, "roman": 2, "definition": 31}),
    ("qld", "sch11(a)", {"rule1": 34, "number": 55, "letter": 94, "definition": 26}),
    ("qld", "sch11", {"rule1": 33, "number": 53, "letter": 84, "roman": 6, "definition": 26}),
    ("qld", "sch18", {"rule1": 22, "number": 48, "letter": 44, "roman": 10, "definition": 5}),
]


@pytest.mark.parametrize(("key", "prefix", "expected"), COUNTED)
def test_every_numbered_clause_is_found(key, prefix, expected):
    found = counts(clauses_of(key), prefix)
    assert {kind: found.get(kind, 0) for kind in expected} == expected
    numbered = {"rule1", "rule2", "rule3", "rule4", "number", "letter", "roman"}
    assert {kind for kind in found if kind in numbered} == {kind for kind in expected if kind in numbered}


@pytest.mark.parametrize("key", DOCUMENTS)
def test_every_line_is_in_one_clause_or_dropped_with_a_reason(key):
    texts = clauses_of(key)
    seen = Counter(line for chain in walk(texts.tree) for line in chain[-1].lines)
    seen.update(one.line for one in texts.dropped)
    lines = document(key).split("\n")
    assert seen == Counter(range(1, len(lines) + 1))
    assert all(one.why in ("blank", "running header", "page number") for one in texts.dropped)
    said = [one.text for one in texts.dropped if one.why != "blank"]
    assert set(said) <= {
        "Casino Gaming Rule",
        *(text for text in said if text.startswith(("Schedule 1", "2014", "Schedule 2"))),
    }


# Queensland's numbering slips: each of these stands twice in the document itself.
REPEATED = (
    *("sch1(a):3(a)", "sch1(a):3(b)", "sch2(c):14(1)(a)", "sch2(c):14(1)(b)", "sch8:10(1)(a)(i)", "sch9:2(2)"),
    *("sch10:2 hand(a)", "sch10:4(3)(b)(i)", "sch12:21(2)(d)", "sch12:21(2)"),
)


@pytest.mark.parametrize("key", DOCUMENTS)
def test_no_clause_is_found_twice(key):
    texts = clauses_of(key)
    assert texts.repeated == (REPEATED if key.startswith("qld") else ())


@pytest.mark.parametrize("key", DOCUMENTS)
def test_no_markup_and_no_running_header_is_left(key):
    texts = clauses_of(key)
    for clause in texts.clauses:
        text = texts.text(clause)
        damaged = key.startswith("qld") and not clause.startswith(("general:", "sch11", "sch18:"))
        if text is None or damaged or clause in ("cover", "contents", "amendments"):
            continue
        assert not any(mark in text.own for mark in ("<b>", "<br", "<sup>", "\t", "\u00a0", "\\$", "# "))
        assert "**" not in text.own.replace("Payout**", "").replace("**Maximum", "")
        assert "Casino Gaming Rule\n" not in text.own


WORDS = {
    "perth": {
        "1.1 Fold": "“Fold” means if a",
        "1.1 Player's Hand (a)": "(a) and the three",
        "2.1": "2.1 The game shall",
        "3.9(b)": "(b) lose if",
        "3.14": "3.14 A Blind Wager",
        "3.14(b)(i)": "(i) the Player's Hand is folded",
        "3.14(b)(ii)": "(ii) the Dealer qualifies and",
        "3.14(c)": "(c) be a standoff",
        "3.15": "3.15 All winning Blind",
        "3.15[royal_flush]": "Royal Flush | 500 to 1",
        "3.20(b)(ii)": "(ii) the Player's Hand does",
        "3.21": "3.21 All winning Trips",
        "5.5(f)": "(f) If the Play Wager",
        "5.17": "5.17 The Casino Operator has",
        "6.8(g)": "(g) changing the probabilities",
        "Table 1": "Table 1 - Jackpot Prizes",
    },
    "melbourne": {
        "1.1 Initial Wager(s)": "'Initial Wager(s)' means",
        "3.6.1(e)": "(e) Straight - any",
        "3.6.1(i)": "(i) Straight Flush",
        "7.4.2(c)": "(c) Before the cards",
        "9.1.1(b)(i)": "(i) the same qualifying",
        "9.1.1(i)": "(i) A prize meter",
        "11.4.2": "11.4.2 Where the correct",
        "11.11.1": "11.11.1 More than the",
        "12.2.1 Blind": "‘Blind’ means an",
        "12.4.4(b)(ii)": "(ii) The player elects",
        "12.6.2(a)": "(a) Refund all",
        "13.4.2(a)(v)": "(v) Where a tournament",
        "Table 1": "Table 1 Odds Payable",
        "Table 9": "Table 9 Odds Payable",
        "Table 10": "Table 10 Odds Payable",
    },
    "qld": {
        "2 wager": "wager means an ante",
        "2 dealer's hand (c)": "(c) the 5 community",
        "4(a)": "(a) collecting the player's",
        "8(2)": "(2) Each poker hand",
        "17(3)(d)": "(d) the community cards",
        "18(2)": "(2) If a player folds",
        "19(5)": "(5) After all continuing",
        "23": "23 If dealer's hand does not qualify — All",
        "25(2)(c)": "(c) push when the",
        "26(3)": "(3) The payment odds",
        "27": "27 Play wager does",
        "27(b)": "(b) less than the",
        "30(5)(c)": "(c) all players at",
        "general:3 stand-off": "stand-off means a",
        "general:4(4) device": "device includes a",
        "general:16(e)": "(e) cutting cards are",
        "sch18:2 jackpot wager": "jackpot wager means",
        "sch18:12(2)(d)(ii)": "(ii) for jackpot wins",
        "sch18:17(4)": "(4) Pay Table 3",
    },
    "qld-bonus": {"7(1)": "(1) The poker hands", "15(3)(a)(iv)": "(iv) a second card", "33(b)": "(b) the round"},
    "perth-holdem": {"5.5(c)(iii)(4)": "(4) all Dealer Poker", "4.16(b)(ii)": "(ii) each of the"},
    "nsw": {"14.7.11.2(iv)": "(iv) whether", "2.2.1.5": "2.2.1.5 for Ante Bonus", "8.1(i)": "(i) One Pair"},
}


@pytest.mark.parametrize(("key", "clause"), [(key, clause) for key, words in WORDS.items() for clause in words])
def test_well_known_clauses_begin_with_their_words(key, clause):
    text = clauses_of(key).text(clause)
    assert text is not None
    assert text.own.startswith(WORDS[key][clause])
    assert text.text.startswith(WORDS[key][clause])


@pytest.mark.parametrize(
    ("key", "clause", "ending"),
    [
        ("perth", "3.15", "Straight | 1 to 1"),
        ("perth", "3.21", "3 to 1 | 3 to 1 | 3 to 1 | 3 to 1"),
        ("perth", "3.25", "the Dealer's Hand."),
        ("perth", "3.39", "odds of 1 to 1."),
        ("melbourne", "6.3", "."),
        ("qld", "26(3)", "trips | 3 to 1"),
        ("qld", "34(b)", "in the usual way."),
        ("qld-bonus", "21(6)", "sections 23 and 24."),
        ("qld-bonus", "33(a)", "layout; and"),
        ("qld-bonus", "33", "in the usual way."),
    ],
)
def test_clauses_end_where_they_end(key, clause, ending):
    text = clauses_of(key).text(clause)
    assert text is not None
    assert text.text.endswith(ending)


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("perth", "3.40"),
        ("perth", "14.20"),
        ("perth", "3.14(d)"),
        ("melbourne", "10.0"),
        ("melbourne", "9.1.1(h)(i)"),
        ("qld", "35"),
        ("qld", "sch99:1"),
        ("qld", "general:18"),
        ("perth-holdem", "3.12(a)"),
    ],
)
def test_clauses_that_are_not_there_are_not_found(key, clause):
    assert clauses_of(key).text(clause) is None
