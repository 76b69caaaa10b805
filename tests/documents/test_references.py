"""Clause ids, references in running words and what they mean, on sentences made up for the purpose."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.documents.clause import normalise
from rulespec.documents.profile import Profile
from rulespec.documents.reference_text import find_references
from rulespec.documents.references import (
    ClauseId,
    ClauseIdError,
    Reference,
    ReferenceStyle,
    parse_clause_id,
    style_for,
)
from rulespec.documents.resolve_references import resolve

DECIMAL = ReferenceStyle(levels=4)
SECTIONS = ReferenceStyle("sections")


# -- ids

CANONICAL = [
    ("3", ClauseId(number=(3,))),
    ("3.14(b)(i)", ClauseId(number=(3, 14), marks=("b", "i"))),
    ("11.9.1", ClauseId(number=(11, 9, 1))),
    ("10A(1)", ClauseId(number=(10,), suffix="A", marks=("1",))),
    ("sch11(a):25(2)(c)", ClauseId("sch11(a)", (25,), marks=("2", "c"))),
    ("general:16(e)", ClauseId("general", (16,), marks=("e",))),
    ("sch18:2 prize wager", ClauseId("sch18", (2,), term="prize wager", kind="definition")),
    ("1.1 Fold", ClauseId(number=(1, 1), term="Fold", kind="definition")),
    ("1.1 Pilot's Cards(a)", ClauseId(number=(1, 1), term="Pilot's Cards", term_marks=("a",), kind="definition")),
    ("1.1 First Wager(s)", ClauseId(number=(1, 1), term="First Wager(s)", kind="definition")),
    ("1.1 First Wager(s)(b)", ClauseId(number=(1, 1), term="First Wager(s)", term_marks=("b",), kind="definition")),
    ("2 4 of a kind", ClauseId(number=(2,), term="4 of a kind", kind="definition")),
    ("4(4) device", ClauseId(number=(4,), marks=("4",), term="device", kind="definition")),
    ("3.15[top_row]", ClauseId(number=(3, 15), row="top_row")),
    ("Table 9", ClauseId(word="Table", label="9", kind="table")),
    ("Table 9[top_row]", ClauseId(word="Table", label="9", row="top_row", kind="table")),
    ("Diagram A", ClauseId(word="Diagram", label="A", kind="diagram")),
    ("sch1:Diagram 1(a).2", ClauseId("sch1", word="Diagram", label="1(a).2", kind="diagram")),
    ("sch1:part 2", ClauseId("sch1", word="part", label="2", kind="part")),
    ("sch11(a)", ClauseId("sch11(a)", kind="schedule")),
    ("14(1)(a)#2", ClauseId(number=(14,), marks=("1", "a"), copy=2)),
]


@pytest.mark.parametrize(("text", "expected"), CANONICAL)
def test_an_id_is_read_and_spelled(text, expected):
    assert parse_clause_id(text) == expected
    assert str(expected) == text == normalise(text)


@pytest.mark.parametrize(
    ("sloppy", "canonical"),
    [
        ("3.14.", "3.14"),
        (" 3.14 (b)(i.) ", "3.14(b)(i)"),
        ("14.7.11.4 i)", "14.7.11.4(i)"),
        ("14.7.11.4. ii.)", "14.7.11.4(ii)"),
        ("sch1: 2", "sch1:2"),
        ("1.1. Fold", "1.1 Fold"),
        ("1.1 Pilot’s  Cards (a)", "1.1 Pilot's Cards(a)"),
        ("3.14\u00a0(b)", "3.14(b)"),
        ("table 9", "Table 9"),
        ("Diagram “A”", "Diagram A"),
        ("sch1:Part 2", "sch1:part 2"),
    ],
)
def test_sloppy_spellings_are_read(sloppy, canonical):
    assert str(parse_clause_id(sloppy)) == canonical


def test_captions_have_the_words_of_the_document():
    assert parse_clause_id("List 3", tables="List").kind == "table"
    with pytest.raises(ClauseIdError, match="`Table` is no kind of clause"):
        parse_clause_id("Table 3", tables="List")


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("fold", 0),
        ("3.14(b", 4),
        ("3.14xyz", 4),
        ("3.05", 2),
        ("  3.14(b))", 9),
        ("3.14 and 3.15", 5),
        ("Chart 9", 0),
        ("sch1:", 5),
        ("3.14[", 4),
    ],
)
def test_what_names_no_clause_is_refused_with_its_place(text, position):
    with pytest.raises(ClauseIdError) as error:
        parse_clause_id(text)
    assert isinstance(error.value, ValueError)
    assert error.value.position == position
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "parents"),
    [
        ("3.14(b)(i)", ["3.14(b)", "3.14", "3"]),
        ("sch1:6(2)", ["sch1:6", "sch1"]),
        ("1.1 Pilot's Cards(a)", ["1.1 Pilot's Cards", "1.1", "1"]),
        ("Table 9[top_row]", ["Table 9"]),
        ("general:3", []),
        ("3.14A", ["3"]),
        ("14(1)(a)#2", ["14(1)", "14"]),
    ],
)
def test_what_a_clause_stands_in(text, parents):
    found, above = [], parse_clause_id(text).parent()
    while above:
        found.append(str(above))
        above = above.parent()
    assert found == parents


MARKS = st.lists(st.sampled_from(["a", "b", "i", "iv", "bb", "1", "12", "s"]), max_size=4).map(
    lambda marks: "".join(f"({mark})" for mark in marks)
)
NUMBERS = st.lists(st.integers(1, 999), min_size=1, max_size=5).map(lambda numbers: ".".join(map(str, numbers)))
PREFIXES = st.sampled_from(["", "sch1:", "sch11(a):", "general:"])
TERMS = st.sampled_from(["", " Fold", " Pilot's Cards", " First Wager(s)", " 2 pairs", " turn or turn card"])
ROWS = st.sampled_from(["", "[flush]", "[two_pair]", "[7]"])
IDS = st.tuples(PREFIXES, NUMBERS, MARKS, TERMS, ROWS).map("".join)


@given(IDS)
def test_valid_ids_are_spelled_as_normalise_spells_them(text):
    assert str(parse_clause_id(text)) == normalise(text) == text


@given(IDS, st.sampled_from(["", " ", "\u00a0"]), st.booleans(), st.booleans())
def test_reading_is_stable(text, space, dotted, curly):
    sloppy = text.replace("(", space + "(") if ":" not in text else text
    sloppy = sloppy.replace("i)", "i.)") if dotted else sloppy
    sloppy = sloppy.replace("'", "’") if curly else sloppy
    once = parse_clause_id(sloppy)
    assert parse_clause_id(str(once)) == once
    assert str(once) == text


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        once = parse_clause_id(text)
    except ClauseIdError:
        return
    assert parse_clause_id(str(once)) == once


# -- references


def shown(reference: Reference) -> str:
    targets = ", ".join(f"{t.first}..{t.last}" if t.last else str(t.first) for t in reference.targets)
    return f"{reference.unit}: {targets}" + (f" of {reference.external}" if reference.external else "")


def found(text: str, style: ReferenceStyle = DECIMAL) -> list[str]:
    return [shown(reference) for reference in find_references(text, style)]


IN_DECIMAL = [
    ("Cards are shuffled as rule 4 says.", ["rule: 4"]),
    ("After the deal under rules 7, a pilot may look.", ["rule: 7"]),
    ("By clause 13.4, the terms", ["clause: 13.4"]),
    ("Rules 2.8, 2.9, 12.3 and 12.4 come before it", ["rule: 2.8, 2.9, 12.3, 12.4"]),
    ("against rules 5.7, 8.1.4, 8.2.6 or 8.3.1", ["rule: 5.7, 8.1.4, 8.2.6, 8.3.1"]),
    ("rules 4.1 to 4.3 inclusive are left out", ["rule: 4.1..4.3"]),
    ("as Rules 5.7 to 5.10 have it", ["rule: 5.7..5.10"]),
    ("Rules 9 and 10 or Rule 11.13 also", ["rule: 9, 10", "rule: 11.13"]),
    ("under Rule 9 and 10 or Rule 11.13", ["rule: 9, 10", "rule: 11.13"]),
    ("Rule 9 and this Rule:", ["rule: 9", "rule: "]),
    ("paid in accordance with 4.16 and 4.17, and the order", [": 4.16, 4.17"]),
    ("as described in 11.6.1.", [": 11.6.1"]),
    ("a turn as described at 11.3.6 or 11.3.9 ends", [": 11.3.6, 11.3.9"]),
    ("despite 5.12, they", [": 5.12"]),
    ("limb 3.14(b)(i) or (ii) wins", [": 3.14(b)(i), 3.14(b)(ii)"]),
    ("rule 8.1(a) to (c)", ["rule: 8.1(a)..8.1(c)"]),
    ("listed in Table 1 or Table 2; or", ["table: Table 1", "table: Table 2"]),
    ("per Table 4 or 5 (by option)", ["table: Table 4, Table 5"]),
    ("seed of Rule 9.3 (Table 2 or Table 3 by option)", ["rule: 9.3", "table: Table 2", "table: Table 3"]),
    ("the layout of Diagram A, and", ["diagram: Diagram A"]),
    ("as in diagram “A” with:", ["diagram: Diagram A"]),
    ("see Table 3 - Prizes", ["table: Table 3"]),
    ("Rule 3.10 and rule 3.1", ["rule: 3.10", "rule: 3.1"]),
]

IN_SECTIONS = [
    ("turn card see section 17(3).", ["section: 17(3)"]),
    ("a direction under section 8 or 10(d).", ["section: 8, 10(d)"]),
    ("section 15(1) to (5) is changed", ["section: 15(1)..15(5)"]),
    ("the operation of 15(1) to (5) is changed", [": 15(1)..15(5)"]),
    ("Section 14(2) and (3) applies", ["section: 14(2), 14(3)"]),
    ("by section 11(2)(a) or 11(2)(b).", ["section: 11(2)(a), 11(2)(b)"]),
    ("a fee of section 11 or 12) may", ["section: 11, 12"]),
    ("section 16 to 21, and sections 23 to 25", ["section: 16..21", "section: 23..25"]),
    ("use of ss 8 and 9 if unfair", ["section: 8, 9"]),
    ("under rules 18-20;", ["rule: 18..20"]),
    ("void under subsection (1)(c) or 2(c) is", ["subsection: (1)(c), 2(c)"]),
    ("subsection (3)(a) or (b) would", ["subsection: (3)(a), (3)(b)"]),
    ("subsections (1), (5) & (7) to (10) apply", ["subsection: (1), (5), (7)..(10)"]),
    ("subsections (14)(e)(ii) or (15)(b), the", ["subsection: (14)(e)(ii), (15)(b)"]),
    ("subsection 20(1) and (2) the", ["subsection: 20(1), 20(2)"]),
    ("under subsection (3) and 4(d)(ii); and", ["subsection: (3), 4(d)(ii)"]),
    ("win under paragraph (a) or (b).", ["paragraph: (a), (b)"]),
    ("paragraph (a) of subsection (2)", ["paragraph: (2)(a)"]),
    ("paragraph (b) of section 8", ["paragraph: 8(b)"]),
    ("In this section—", ["section: "]),
    ("In this schedule, and by this part;", ["schedule: ", "part: "]),
    ("subject to schedule 1 part 2, section 6, more than 3", ["schedule: sch1:6"]),
    ("Schedule 1 part 2 section 6 more", ["schedule: sch1:6"]),
    ("Schedule 12, Part 5, Section 21 are", ["schedule: sch12:21"]),
    ("section 6 of part 2 of schedule 1", ["section: sch1:6"]),
    ("sections 15(3) and 16 of schedule 11 apply", ["section: sch11:15(3), sch11:16"]),
    ("Schedule 8 , section 12 with", ["schedule: sch8:12"]),
    ("section 8 and Schedule 17 part 6 only 1 box", ["section: 8", "schedule: sch17:part 6"]),
    ("placed as per Schedule 17.", ["schedule: sch17"]),
    ("Definitions for sch 11(a)", ["schedule: sch11(a)"]),
    ("Schedule 2 - Dice", []),
    ("as shown in diagrams 1.1 or 1.2, or", ["diagram: Diagram 1.1, Diagram 1.2"]),
    ("diagram 1(a) and 1(a).2 or as", ["diagram: Diagram 1(a), Diagram 1(a).2"]),
    ("diagrams 7.4, 7.5 or 7.6 or", ["diagram: Diagram 7.4, Diagram 7.5, Diagram 7.6"]),
    ("only when pay table 1 is in use (section 17)", ["section: 17"]),
]


@pytest.mark.parametrize(("text", "expected"), IN_DECIMAL)
def test_references_of_documents_with_decimals(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(("text", "expected"), IN_SECTIONS)
def test_references_of_documents_with_sections(text, expected):
    assert found(text, SECTIONS) == expected


@pytest.mark.parametrize("style", [DECIMAL, SECTIONS])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("signs by section 66 of the Gaming Act 1991.", "section: 66 of the Gaming Act 1991"),
        ("section 81, 82, 83 or 83A of the Felonies Act 1958 or", "section: 81, 82, 83, 83A of the Felonies Act 1958"),
        (
            "sections 63 (Casino games) and 92 (Entry to a casino) of the Act.",
            "section: 63, 92 of the Act",
        ),
        ("section 64(1)(d) of that Act", "section: 64(1)(d) of that Act"),
        ("section 28 of the Gaming Regulation 1999.", "section: 28 of the Gaming Regulation 1999"),
        ("Section 22 of the\nGaming and Liquor Act 1984", "section: 22 of the Gaming and Liquor Act 1984"),
        ("under section 5 of the Fair Trading Act 1999 (Vic) and", "section: 5 of the Fair Trading Act 1999 (Vic)"),
        ("the Gaming Act 1982, section 62, says", "section: 62 of the Gaming Act 1982"),
        ("Part 4 of the Act applies", "part: part 4 of the Act"),
        ("schedule 2 of the Gaming Rules 2001", "schedule: sch2 of the Gaming Rules 2001"),
    ],
)
def test_other_instruments_are_told_apart(style, text, expected):
    assert found(text, style) == [expected]


def test_a_document_may_be_named_like_another_instrument():
    style = ReferenceStyle("sections", own_names=("Gaming Rule 2001",))
    assert found("section 5 of the Gaming Rule 2001", style) == ["section: 5"]


@pytest.mark.parametrize("style", [DECIMAL, SECTIONS])
@pytest.mark.parametrize(
    "text",
    [
        "coins of $1.00 or $2.00",
        "odds of 3 to 2, 500 to 1 or 7.5 to 1",
        "a rate of 23.50% and 9.500%j + 0.500%r",
        "Version 10.0 of 1.10.2016, amended 10/06/2022",
        "the 2016 RULES OF the game",
        "a Level 1 or Level 2 wager",
        "a 52 card deck, a 5-card hand, 10, 9, 8 and 7",
        "5/4/3/2/Ace at 5,000 times the wager",
        "Pay Table 1 | Pay Table 2 | Payout odds Table 3",
        "a wheel 1.5m across, at table 5 players sit",
        "the player's 3 cards and players 2 to 5",
        "these Rules, the rules of the game and rules for dealing",
        "taking part in this part of the game",
        "the following table layouts",
        "as per 1.5 times the wager, under 2.5 to 1",
        "TABLE OF CONTENTS",
        "every table A player sits at",
    ],
)
def test_numbers_that_are_no_references(style, text):
    assert found(text, style) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("under rule 9 and 2 cards are dealt", "rule 9"),
        ("by rule 5.2, 3 cards are burnt", "rule 5.2"),
        ("under section 8, 10 players may", "section 8"),
        ("see rule 4 to 2 decimal places", "rule 4"),
        ("by rule 5.2 and (b) the pilot", "rule 5.2"),
        ("Table 2 or 3 wagers", "Table 2"),
        ("rule 4, and if", "rule 4"),
        ("rule 9 and 10% of it", "rule 9"),
    ],
)
def test_a_list_ends_where_numbers_count_something(text, words):
    assert [reference.words for reference in find_references(text, DECIMAL)] == [words]


def test_a_plural_announces_two():
    assert found("sections 10 and 11 players know") == ["section: 10, 11"]


def test_decimals_longer_than_the_document_has_are_no_bare_references():
    assert found("under 3.1.4 it is", ReferenceStyle(levels=2)) == []
    assert found("under rule 3.1.4 it is", ReferenceStyle(levels=2)) == ["rule: 3.1.4"]


def test_this_rule_is_the_whole_of_a_document_with_sections():
    assert found("in this rule and this section", SECTIONS) == ["section: "]
    assert found("in this rule and this section") == ["rule: ", "section: "]


def test_the_name_of_the_clause_itself_is_no_reference():
    text = "Table 2  Option 1 (to be used with Table 4 only)"
    assert [r.words for r in find_references(text, DECIMAL, at="Table 2")] == ["Table 4"]
    assert [r.words for r in find_references(text, DECIMAL, at="sch1:Table 2")] == ["Table 4"]


def test_a_table_headed_rule_lists_rules():
    text = "Rule | No. | Date\n2.11; 2.14; 2.17 to 2.21 | 88 | 1/4/2009\n4.20 | 88 | 13/8/10\n3.27, 3.29 | 1 | 2"
    assert found(text) == [": 2.11, 2.14, 2.17..2.21", ": 4.20", ": 3.27, 3.29"]
    assert found("Seed | Rate\n3.22 | 4.10") == []


def test_words_and_spans_are_those_of_the_text():
    text = "as in diagram “A” or rules 4.1 to 4.3 inclusive."
    references = find_references(text, DECIMAL)
    assert [text[r.start : r.end] for r in references] == [r.words for r in references]
    assert [r.words for r in references] == ["diagram “A”", "rules 4.1 to 4.3 inclusive"]


def test_what_depends_on_the_clause_is_relative():
    texts = ["subsection (1)", "paragraph (c)", "this section", "section 3", "paragraph (b) of section 8", "Table 2"]
    relative = [find_references(text, SECTIONS)[0].relative for text in texts]
    assert relative == [True, True, True, False, False, False]


def test_captions_have_the_words_of_the_style():
    style = ReferenceStyle(tables="List", diagrams="Picture")
    assert found("see List 3 and Picture B, not Table 4", style) == ["table: List 3", "diagram: Picture B"]


def test_the_style_comes_from_the_profile():
    style = style_for(Profile(numbering="sections", tables="List"), own_names=["Gaming Rule 2001"])
    assert (style.numbering, style.tables, style.own_names) == ("sections", "List", ("Gaming Rule 2001",))


WORDS = st.lists(
    st.sampled_from(
        "rule section this of the Act 1991 3 3.14 (a) ( ) and to , schedule part Table A subsection (1) see | ’ 2(c)"
        " inclusive - in accordance with".split()
    ),
    max_size=40,
)


@given(WORDS, st.sampled_from(["", " "]))
def test_any_words_are_read(words, space):
    text = space.join(words)
    for style in (DECIMAL, SECTIONS):
        end = 0
        for reference in find_references(text, style):
            assert end <= reference.start < reference.end <= len(text)
            assert text[reference.start : reference.end] == reference.words
            end = reference.end
            assert resolve(reference, "3.14(a)", {"3.14(a)": "paragraph"})


@pytest.mark.parametrize(
    "text",
    [
        "section " + "(" * 100_000,
        "section 1" + "(a" * 50_000 + ")" * 50_000,
        "3." * 50_000,
        "3.1(a) " * 15_000,
        "rules " + "1.1, " * 20_000,
        "section 1 of the " + "Aa " * 30_000,
        "section 1 (A" + "a" * 100_000,
        "Table A " * 12_500,
        "the Act " * 12_500,
        "Rule | x\n" + "1.1 | x\n" * 12_500,
        "(1.2)" * 20_000,
    ],
)
def test_time_is_linear_and_nothing_goes_deep(text):
    for style in (DECIMAL, SECTIONS):
        start = time.process_time()
        find_references(text, style)
        assert time.process_time() - start < 60  # some 0.01 to 0.8 s on a quiet machine; quadratic ones take minutes


# -- what they mean

BOOK = {
    "3": "section",
    "3.14": "rule",
    **dict.fromkeys(["3.14(a)", "3.14(b)", "3.14(b)(i)", "3.14(b)(ii)", "3.14(c)"], "paragraph"),
    "3.15": "rule",
    "3.15[flush]": "row",
    "9": "section",
    **dict.fromkeys(["9.1", "9.2", "9.5", "9.5.1", "9.6"], "rule"),
    "Table 2": "table",
    "10": "section",
    "Diagram A": "diagram",
}
SCHEDULES = {
    "general:3": "section",
    "sch1": "schedule",
    "sch1:part 1": "part",
    "sch1:2": "section",
    "sch1:2 wager": "definition",
    "sch1:2 wager(a)": "paragraph",
    "sch1:part 2": "part",
    "sch1:6": "section",
    **dict.fromkeys(["sch1:6(1)", "sch1:6(1)(c)", "sch1:6(2)", "sch1:6(2)(c)", "sch1:6(2)(d)"], "paragraph"),
    "sch1:7": "section",
    **dict.fromkeys(["sch1:7(a)", "sch1:7(b)"], "paragraph"),
    "sch1:Diagram 1.1": "diagram",
    "sch1:Diagram 1(a)(2)": "diagram",
    "sch2": "schedule",
    "sch2:6": "section",
}


def meant(text: str, at: str, ids: dict[str, str], style: ReferenceStyle) -> list[str]:
    results = [result for r in find_references(text, style) for result in resolve(r, at, ids)]
    return [f"{r.id} {r.status}" + (f" {r.kind}" if r.status == "wrong_kind" else "") for r in results]


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("rules 3.14 and 14.20", "9.1", ["3.14 found", "14.20 missing"]),
        ("Rule 9 is kept", "3.14", ["9 found"]),
        ("rules 9.1 to 9.5", "3.14", ["9.1 found", "9.2 found", "9.5 found"]),
        ("rules 9.1 to 9.9", "3.14", ["9.1 found", "9.9 missing"]),
        ("rule 3.14(b)(i) to (ii)", "9.1", ["3.14(b)(i) found", "3.14(b)(ii) found"]),
        ("recorded by this Rule", "9.5.1", ["9 found"]),
        ("paragraph (c) holds", "3.14(b)(i)", ["3.14(c) found"]),
        ("paragraph (ii) holds", "3.14(b)(i)", ["3.14(b)(ii) found"]),
        ("paragraph (b) holds", "3.14", ["3.14(b) found"]),
        ("paragraph (d) holds", "3.14(b)", ["3.14(d) missing"]),
        ("Table 2 or Table 3", "3.14", ["Table 2 found", "Table 3 missing"]),
        ("Table A, then", "3.14", ["Diagram A wrong_kind diagram"]),
        ("Diagram 2 shows", "3.14", ["Table 2 wrong_kind table"]),
        ("section 66 of the Gaming Act 1991", "3.14", ["66 external"]),
        ("this rule", "Table 2", ["9 found"]),
    ],
)
def test_meaning_in_documents_with_decimals(text, at, expected):
    assert meant(text, at, BOOK, DECIMAL) == expected


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("section 6 says", "sch1:2", ["sch1:6 found"]),
        ("section 6 says", "sch2:6", ["sch2:6 found"]),
        ("section 3 says", "sch1:2", ["sch1:3 missing"]),
        ("schedule 1 part 2, section 6", "sch2:6", ["sch1:6 found"]),
        ("Schedule 1 and Schedule 17", "sch2:6", ["sch1 found", "sch17 missing"]),
        ("Schedule 1 part 2", "sch2:6", ["sch1:part 2 found"]),
        ("Part 3 says", "sch1:6", ["sch1:part 3 missing"]),
        ("subsection (1)(c) or 2(c) is", "sch1:6(2)(d)", ["sch1:6(1)(c) found", "sch1:6(2)(c) found"]),
        ("subsection 6(1) and (2)", "sch1:7(a)", ["sch1:6(1) found", "sch1:6(2) found"]),
        ("subsection (3)", "sch1:6(2)(d)", ["sch1:6(3) missing"]),
        ("subsections (a) and (b)", "sch1:7", ["sch1:7(a) wrong_kind paragraph", "sch1:7(b) wrong_kind paragraph"]),
        ("subsection (c)", "sch1:6(2)(d)", ["sch1:6(2)(c) wrong_kind paragraph"]),
        ("paragraph (2)", "sch1:6", ["sch1:6(2) wrong_kind subsection"]),
        ("paragraph (c)", "sch1:6(2)(d)", ["sch1:6(2)(c) found"]),
        ("paragraph (a)", "sch1:2 wager", ["sch1:2 wager(a) found"]),
        ("this section", "sch1:6(2)(d)", ["sch1:6 found"]),
        ("this subsection", "sch1:6(2)(d)", ["sch1:6(2) found"]),
        ("this paragraph", "sch1:6(2)(d)", ["sch1:6(2)(d) found"]),
        ("this schedule", "sch1:6(2)(d)", ["sch1 found"]),
        ("this part", "sch1:6(2)(d)", ["sch1:part 2 found"]),
        ("this part", "sch2:6", ["this part missing"]),
        ("this section", "cover", ["this section missing"]),
        ("subsection (1)", "cover", ["(1) missing"]),
        ("diagram 1.1 or 1.2, or", "sch1:2", ["sch1:Diagram 1.1 found", "sch1:Diagram 1.2 missing"]),
        ("diagram 1(a)2.", "sch1:2", ["sch1:Diagram 1(a)(2) found"]),
    ],
)
def test_meaning_in_documents_with_sections(text, at, expected):
    assert meant(text, at, SCHEDULES, SECTIONS) == expected


def test_what_is_odd_about_a_clause_that_is_found_is_noted():
    wrong_part = find_references("schedule 1 part 1, section 6", SECTIONS)[0]
    assert resolve(wrong_part, "sch2:6", SCHEDULES)[0].note == "stands in part 2, not in part 1"
    other_spelling = find_references("diagram 1(a)2", SECTIONS)[0]
    assert resolve(other_spelling, "sch1:2", SCHEDULES)[0].note == "written `Diagram 1(a)(2)` there"


def test_an_id_of_another_kind_is_told():
    rule = find_references("rule 9", DECIMAL)[0]
    assert [(r.status, r.kind) for r in resolve(rule, "3", {"9": "contents"})] == [("wrong_kind", "contents")]


def test_a_document_without_listed_parts_is_not_blamed_for_this_part():
    this = find_references("under this part", SECTIONS)[0]
    assert resolve(this, "sch1:6", {"sch1:6": "section"})[0].status == "found"
