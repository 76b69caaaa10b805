"""What the lint says of the published documents, where the reader has them; skipped otherwise.

Every finding was read against the document when this was written. One that comes or goes is to be read too.
"""

import time
from functools import cache

import pytest
from test_documents_real import DOCUMENTS, clauses_of

from rulespec.documents.lint.context import Document
from rulespec.documents.lint.rules import lint
from rulespec.documents.survey import profile_of
from rulespec.load.library import Library

SECONDS = 5  # for the longest document, several times what it takes

FINDINGS: dict[str, dict[str, list[str]]] = {
    "perth": {
        "dangling-reference": ["3.26", "3.26"],
        "list-missing": ["3.30"],
        "list-unjoined": ["3.9(b)", "3.14(a)", "3.14(b)"],
        "term-undefined": ["2.6(b)"],
        "term-two-names": ["1.1 Qualifies", "4.22"],
        "term-spelling": ["3.9(a)", "3.9(c)"],
        "text-unnumbered": ["3.22"],
    },
    "perth-holdem": {
        "dangling-reference": ["3.13", "3.13"],
        "amendment-deleted": ["amendments"],
        "numbering-late": ["3.12(b)", "5.5(b)"],
        "list-missing": ["3.17"],
        "list-unjoined": ["3.42(b)"],
        "term-unused": ["1.1 Initial Deal"],
        "term-alike": ["1.1 Player Poker Extra Wager"],
        "term-two-names": ["4.20"],
        "term-spelling": ["3.44[5_odd_cards]", "5.3", "5.3"],
        "table-damaged": ["Table 1[royal_flush]", "Table 1[straight_flush]"],
        "text-unnumbered": ["3.8"],
    },
    "nsw": {"term-unused": ["1.1 Fixed Jackpot"], "term-spelling": ["10.11"]},
    "melbourne": {
        "reference-word": ["13.2.1"],
        "list-unjoined": ["5.7.2"],
        "term-undefined": ["2.4", "13.2.1", "13.2.3"],
    },
    "qld": {
        "dangling-reference": [
            "sch2:2 original wager",
            "sch2:35(1)",
            "sch2(d):Diagram 2(d)",
            "sch6:Diagram 6.4",
            "sch9:17(5)",
            "sch9:20(5)",
            "sch10:40(5)",
            "sch11(a):10(3)",
            "sch18:3(2)",
        ],
        "reference-kind": ["sch2(a):5(2)(e)", "sch18:12(2)(d)", "sch18:18(2)(d)"],
        "reference-self": ["sch10:40(2)"],
        "reference-heading": ["sch9:12"],
        "reference-spelling": ["sch8(a):3(2)(c)"],
        "reference-word": ["sch11(a):2 play wager"],
        "numbering-late": [
            "sch1:12(5)",
            "sch2:14(3)(h)",
            "sch3:10(4)(c)",
            "sch10:11(1)(b)(ii)",
            "sch10:40(2)",
            "sch11(a):17(3)(d)",
            "sch12:21(4)(f)",
            "sch17:60(3)(d)",
        ],
        "numbering-repeats": [
            "sch8:10(1)(a)(i)#2",
            "sch9:2(2)#2",
            "sch10:4(3)(b)(i)#2",
            "sch12:21(2)(d)#2",
            "sch12:21(2)#2",
        ],
        "numbering-restarts": ["sch1(a):3(a)#2", "sch2(c):14(1)(a)#2", "sch10:2 hand(a)#2"],
        "numbering-misprint": ["sch5:12(1)", "sch17:12(1)"],
        "list-missing": ["sch4:5(4)"],
        "diagram-lost": ["sch9:2(2)#2", "sch9:17(3)", "sch9:20(3)"],
        "diagram-caption": ["sch8(a):Diagram 8(a)", "sch9:Diagram 9.2"],
        "term-unused": [
            "sch1:2 initial deal",
            "sch4:4(2) 10 in the hardway",
            "sch14:2 3-3-3 Off Suit",
            "sch14:2 3-3-3 Suited",
            "sch14:2 lucky 7",
            "sch14:2 lucky 8",
            "sch14:2 lucky 9",
            "sch15:2 continuing player",
            "sch17:2 standoff for dragon bonus",
            "sch18:2 minor jackpot",
        ],
        "term-redefined": [
            "sch6:2 shuffle",
            "sch6:2 standoff",
            "sch11:2 stand off",
            "sch11(a):2 stand off",
            "sch12:2 stand off",
            "sch14:2 dealer",
            "sch15:2 stand-off",
            "sch15:2 void",
        ],
        "term-alike": ["sch1:2 player's hand"],
        "term-spelling": [
            "general:3 void",
            "sch1:16(5)(b)",
            "sch11(a):2 blind wager",
            "sch11(a):2 blind wager",
            "sch11(a):7",
            "sch11(a):23",
            "sch12:21(2)(d)",
            "sch15:17",
            "sch17:2 standoff for dragon bonus",
        ],
        "contents-title": [
            "sch3:part 4",
            "sch3:part 5",
            "sch10",
            "sch11:part 5",
            "sch11(a):part 5",
            "sch12:part 4",
            "sch12:part 5",
            "sch15:part 5",
        ],
        "contents-omits": ["sch11(a):part 1", "sch18:part 1"],
        "ranking-gap": ["sch12:9(1)"],
        "text-unnumbered": ["sch2(b):5(2)", "sch2(c):14(1)"],
        "text-loose": ["sch2(a):part 4 Example -", "sch7:part 4 LEGEND"],
    },
}


def document(key: str) -> Document:
    shelf = Library()
    entry = shelf.document(DOCUMENTS[key][0])
    return Document(clauses_of(key), profile_of(entry), shelf.classes(), entry=entry)


@cache
def said(key: str) -> tuple[tuple[str, str, str], ...]:
    findings, _ = lint(document(key), "document.txt")
    return tuple((finding.rule, finding.clauses[0], finding.message) for finding in findings)


@pytest.mark.parametrize("key", FINDINGS)
def test_the_findings_are_those_that_were_read(key: str) -> None:
    found = sorted((rule, clause) for rule, clause, _ in said(key))
    assert found == sorted((rule, clause) for rule, clauses in FINDINGS[key].items() for clause in clauses)


@pytest.mark.parametrize(
    ("key", "rule", "clause", "words"),
    [
        ("perth", "dangling-reference", "3.26", "refers to 14.20"),
        ("perth", "dangling-reference", "3.26", "refers to 14.21"),
        ("perth-holdem", "dangling-reference", "3.13", "refers to 14.18"),
        ("perth-holdem", "dangling-reference", "3.13", "refers to 14.19"),
        ("perth-holdem", "numbering-late", "3.12(b)", "starts at (b)"),
        ("perth-holdem", "numbering-late", "5.5(b)", "starts at (b)"),
        ("perth-holdem", "amendment-deleted", "amendments", "calls 4.19 deleted"),
        ("qld", "numbering-late", "sch11(a):17(3)(d)", "starts at (d)"),
        ("qld", "dangling-reference", "sch10:40(5)", "refers to sch10:40(1)"),
        ("qld", "ranking-gap", "sch12:9(1)", "leaves out `3 of a kind`"),
    ],
)
def test_well_known_faults_are_found(key: str, rule: str, clause: str, words: str) -> None:
    assert any((one, at) == (rule, clause) and words in message for one, at, message in said(key))


def test_the_longest_document_is_looked_at_in_seconds():
    looked_at = document("qld")
    start = time.perf_counter()
    lint(looked_at, "document.txt")
    assert time.perf_counter() - start < SECONDS
