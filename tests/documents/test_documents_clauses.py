"""Finding clauses in small documents of each way of numbering, with each kind of damage."""

import time

import pytest
from document_fixtures import (
    FOUR_LEVELS,
    FOUR_LEVELS_PROFILE,
    PLAIN_TITLES,
    PLAIN_TITLES_PROFILE,
    SECTIONS,
    SECTIONS_PROFILE,
    THREE_LEVELS,
    THREE_LEVELS_PROFILE,
    TWO_LEVELS,
    TWO_LEVELS_PROFILE,
    page,
)

from rulespec.documents.clause import normalise
from rulespec.documents.clauses import ClauseText, ClauseTexts, read_clauses
from rulespec.documents.profile import profile_from
from rulespec.documents.tree import walk, whole_text
from rulespec.errors import LoadError


def read(text, data, own=""):
    return read_clauses(text, profile_from(data), own)


def found(texts: ClauseTexts, clause: str) -> ClauseText:
    text = texts.text(clause)
    assert text is not None, clause
    return text


two = pytest.fixture(lambda: read(TWO_LEVELS, TWO_LEVELS_PROFILE), name="two")
plain = pytest.fixture(lambda: read(PLAIN_TITLES, PLAIN_TITLES_PROFILE), name="plain")
three = pytest.fixture(lambda: read(THREE_LEVELS, THREE_LEVELS_PROFILE), name="three")
four = pytest.fixture(lambda: read(FOUR_LEVELS, FOUR_LEVELS_PROFILE), name="four")
sections = pytest.fixture(lambda: read(SECTIONS, SECTIONS_PROFILE, "annex1"), name="sections")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("3.14.", "3.14"),
        (" 3.14 (b) (i.) ", "3.14(b)(i)"),
        ("3.14.(b)", "3.14(b)"),
        ("1.1. Crew’s Hand (a)", "1.1 Crew's Hand(a)"),
        ("sch1(a): 25(2)", "sch1(a):25(2)"),
        ("Table\u00a09", "Table 9"),
        ("3.15 [flush]", "3.15[flush]"),
        ("2 wager", "2 wager"),
    ],
)
def test_clauses_have_one_spelling(written, canonical):
    assert normalise(written) == canonical
    assert normalise(canonical) == canonical


class TestTwoLevels:
    def test_a_rule_shows_its_stem_and_its_limbs_in_order(self, two):
        assert found(two, "2.2").text == (
            "2.2 A Sail Bet shall: (a) win if; (i) the crew is aboard; and (ii) the guest holds a sail; "
            "(b) lose if; (i) the guest went overboard; (ii) the crew holds the better of the two sails; "
            "(c) be calm if; (i) nobody is aboard."
        )
        assert found(two, "2.2").own == "2.2 A Sail Bet shall:"

    def test_a_limb_shows_the_words_that_lead_to_it(self, two):
        limb = found(two, "2.2 (b)(i)")
        assert limb.own == limb.text == "(i) the guest went overboard;"
        assert limb.with_stem == "2.2 A Sail Bet shall: (b) lose if; (i) the guest went overboard;"

    def test_a_page_break_neither_ends_a_list_nor_a_sentence(self, two):
        assert found(two, "2.2(b)(ii)").text == "(ii) the crew holds the better of the two sails;"
        assert two.text("2.2(ii)") is None
        assert found(two, "2.2(c)").text.startswith("(c) be calm")

    def test_a_trailing_dot_makes_no_difference(self, two):
        assert found(two, "2.1").text == found(two, "2.1.").text == "2.1 An Anchor Bet stays where it lies."

    def test_definitions_are_found_by_their_term(self, two):
        assert found(two, "1.1 Anchor Bet").own == "“Anchor Bet” means the first bet of a guest;"
        assert found(two, "1.1 Calm").own.endswith("neither won nor lost.")
        assert found(two, "1.1 Crew's Hand (b)").own == "(b) the hatch and deck cards, for any other bet."
        assert two.text("1.1 anchor bet") is None

    def test_a_table_belongs_to_the_rule_before_it_and_a_row_shows_it(self, two):
        assert found(two, "2.3").text.split("\n") == [
            "2.3 Sail Bets are paid by this table:",
            "Sail Payouts",
            "Sail | Payout",
            "Jib | 3 to 2",
            "Main sail | 1 to 1",
        ]
        assert found(two, "2.3[jib]").text == "Jib | 3 to 2"
        assert found(two, "2.3[main_sail]").with_stem.endswith("by this table: Main sail | 1 to 1")
        assert found(two, "2.3[spinnaker]") == found(two, "2.3")

    def test_a_captioned_table_is_a_clause_of_its_own_too(self, two):
        assert found(two, "Table 1").own == "Table 1 - Tides\nTide | Prize\nSpring | 10% of the shown sum"
        assert "10% of the shown sum" in found(two, "2.6").text

    def test_a_tail_belongs_to_the_whole_rule(self, two):
        assert found(two, "2.4(b)(ii)").own == "(ii) without a tide"
        assert found(two, "2.4(a)").with_stem == (
            "2.4 A Tide Bet shall: (a) win with a tide in Table 1; or … regardless of the moon."
        )
        assert found(two, "2.4").text.endswith("regardless of the moon. The harbour master is told of any change.")

    def test_words_between_items_lead_to_the_later_ones(self, two):
        assert found(two, "2.5(b)").own == "(b) keep,"
        assert found(two, "2.5(d)").with_stem == "2.5 A guest shall not - at the quay - (d) a compass."

    def test_a_line_that_begins_with_a_reference_is_no_rule(self, two):
        assert found(two, "2.5").own.startswith("2.5 A guest")
        assert found(two, "2.7").text == "2.7 Rules 2.4 and 2.5 also bind the crew."

    def test_headings_and_what_follows_the_rules_belong_to_no_clause(self, two):
        assert all("Bet**" not in found(two, clause).text for clause in two.clauses)
        assert found(two, "2.3").line_end < found(two, "2.4").line_start
        assert two.clauses[-1] == "2.7"

    @pytest.mark.parametrize("clause", ["2.8", "2.2(d)", "2.2(b)(iii)", "Table 2", "1.1 Sail", "", "(", "x:2.1"])
    def test_what_the_document_has_not_is_not_guessed(self, two, clause):
        assert two.text(clause) is None

    def test_lines_are_counted_from_one(self, two):
        text = found(two, "2.2(b)(i)")
        assert TWO_LEVELS.split("\n")[text.line_start - 1].strip() == "- (i) the guest went overboard;"
        rule = found(two, "2.2")
        assert (rule.line_start, rule.line_end) == (text.line_start - 5, text.line_start + 6)


class TestPlainTitles:
    def test_sections_without_markup_are_found(self, plain):
        assert found(plain, "2").own == "2 BETS"

    def test_a_list_may_begin_late_and_go_three_levels_down(self, plain):
        assert found(plain, "2.1(b)(i)(2)").with_stem == (
            "2.1 An Oar shall: (b) win if: (i) it is wet; then (2) the boat is paid; … regardless of the wind."
        )
        assert plain.text("2.1(a)") is None
        assert found(plain, "2.1(c)(i)").own == "(i) if it is dry."

    def test_titles_that_lost_their_markup_are_headings(self, plain):
        assert [chain[-1].label for chain in walk(plain.tree) if chain[-1].kind == "heading"] == ["Oars", "Boats"]
        assert found(plain, "2.1").text.endswith("regardless of the wind.")

    def test_a_definition_goes_on_over_a_line(self, plain):
        assert found(plain, "1.1 Oar").own == '"Oar" means a bet for a rower;'

    def test_tabs_make_rows(self, plain):
        assert found(plain, "Table 1").text.split("\n")[1:] == [
            "Boat | Payout",
            "Punt | 2 to 1 Level 2",
            "3 of them | 9 to 1",
        ]
        assert found(plain, "2.3").text == "2.3 A boat needs an Oar."


class TestThreeLevels:
    def test_contents_are_skipped(self, three):
        assert found(three, "1").line_start == 8
        assert found(three, "1.1 Lap bet(s)").own == "'Lap bet(s)' means bets on a lap."

    def test_a_heading_may_be_a_rule(self, three):
        assert found(three, "2.1").own == "2.1 The Start"
        assert found(three, "2.1.2(a)(ii)").with_stem == "2.1 The Start 2.1.2 Where it rains: (a) Will - (ii) wait."

    def test_i_after_h_is_a_letter_and_a_roman_elsewhere(self, three):
        assert found(three, "2.1.1(i)").own == "(i) nine is called by the marshal alone;"
        assert found(three, "2.1.1(j)").own == "(j) ten."
        assert found(three, "2.1.1(b)(i)").own == "(i) it is wet; or"
        assert three.text("2.1.1(h)(i)") is None

    def test_i_after_h_is_a_roman_where_ii_follows(self):
        texts = read(
            page("""
                ## 1. A
                1.1. Of these:
                - (a) a; (b) b
            """)
            + "".join(f"- ({letter}) {letter};\n" for letter in "bcdefg")
            + "- (h) where:\n- (i) first;\n- (ii) second;\n- (i) ninth.\n- (j) tenth.\n",
            {},
        )
        assert found(texts, "1.1(h)(ii)").own == "(ii) second;"
        assert found(texts, "1.1(i)").own == "(i) ninth."

    def test_the_numbers_in_a_footnote_are_no_clauses(self, three):
        assert "Act of the sea" not in found(three, "2").text
        assert found(three, "2.1.1(a)").own == "(a) one;"
        assert three.repeated == ()

    def test_a_note_in_a_tables_last_line_belongs_to_the_table(self, three):
        table = found(three, "Table 2")
        assert table.text.split("\n") == [
            "Table 2 Prizes of a Race",
            "Place | Prize",
            "First | 2 to 1*",
            "** Ties share.",
            "10.5 is no rule.",
        ]
        assert table.with_stem.startswith("2.2 The prizes are: Table 2")

    def test_furniture_is_in_no_clause(self, three):
        assert found(three, "3.1").text == "3.1 The race ends."


class TestFourLevels:
    def test_decimals_go_four_levels_down_whatever_the_indentation(self, four):
        assert found(four, "1.2.2.1(ii)").with_stem == (
            "1.2 Its terms include: 1.2.2 the prize, and 1.2.2.1 for a boat: (ii) its length."
        )
        assert found(four, "1.2.2.2(i)").own == "(i) its wood."

    def test_a_sentence_cut_by_a_page_break_goes_on(self, four):
        assert found(four, "1.1").text == "1.1 A draw may be held, and the prizes are shown on a board."

    def test_a_note_after_a_table_belongs_to_the_rule(self, four):
        assert found(four, "1.3").text.split("\n")[-2:] == [
            "first – alone | 2 to 1",
            "Note: “second” is never paid.",
        ]


class TestSections:
    def test_contents_are_skipped_and_parts_are_told_apart(self, sections):
        assert found(sections, "general:1").text == "1 Title — This is the Boat Rule."
        assert found(sections, "1").clause == "annex1:1"
        assert sections.text("annex2:1") is None
        assert found(sections, "annex1: 2 (1)").clause == "annex1:2(1)"

    def test_a_heading_without_words_of_its_own_ends_without_a_dash(self, sections):
        assert found(sections, "2").own == "2 Rowing"
        assert found(sections, "2(2)(b)").with_stem == (
            "2 Rowing — (2) A rower who has a winning stroke may— (b) stay;"
        )

    def test_running_headers_do_not_cut_a_section(self, sections):
        assert found(sections, "2(2)").own == "(2) A rower who has a winning stroke may—"

    def test_unnumbered_entries_stay_with_their_subsection(self, sections):
        assert found(sections, "2(1)").text == "(1) Ranks, lowest first, are—\n• bow\n• stroke."

    def test_definitions_in_bold_and_italics(self, sections):
        assert found(sections, "1 calm").own == "calm see section 3(2)."
        assert found(sections, "1 skiff's crew (b)").own == "(b) the stroke."
        assert found(sections, "1 tide").own == "tide, of a day, means a tide."

    def test_a_definition_in_a_subsection_does_not_end_the_section(self, sections):
        assert found(sections, "general:2(2) buoy").own == "buoy includes a float that is moored to the sea floor."
        assert found(sections, "general:2(3)").own == "(3) Others do not."
        assert found(sections, "general:2(1)").own == "(1) Words mean what they say."

    def test_two_headings_on_one_line(self, sections):
        assert found(sections, "3").own == "3 If the crew rests—results — All go home if it is—"

    def test_letters_with_a_dot_and_a_lone_connective(self, sections):
        assert found(sections, "3(a)").own == "(a) late; and"
        assert found(sections, "3(b)").own == "(b) dark."

    def test_letters_may_begin_at_d(self, sections):
        assert found(sections, "4(1)(d)").own == "(d) soon; or"
        assert found(sections, "4(1)(e)").with_stem == "4 How it ends — (1) It ends— (e) later."

    def test_a_row_split_by_a_page_break_and_a_sentence_after_the_table(self, sections):
        assert found(sections, "4(2)").text.split("\n") == [
            "(2) Prizes",
            "Crew | Prize",
            "bow | 1 to 1",
            "stroke | The greater of $1 or 2 to 1.",
            "Nobody is paid twice.",
        ]

    @pytest.mark.parametrize(("key", "missing"), [("begins", "Annex 7"), ("ends", "Annex 9 *")])
    def test_a_part_that_is_not_there_is_an_error(self, key, missing):
        part = {"prefix": "x", "begins": "Annex 1 Skiffs", key: missing}
        with pytest.raises(LoadError, match=r"no line `Annex \d.*the part `x` should"):
            read(SECTIONS, {"numbering": "sections", "parts": [part]})


def test_a_number_used_twice_identifies_nothing():
    texts = read("## 1. A\n\n1.1 Of:\n\n- (a) one;\n- (b) two.\n\nThen:\n\n- (a) three.\n", {})
    assert texts.repeated == ("1.1(a)",)
    assert texts.text("1.1(a)") is None
    assert found(texts, "1.1").text == "1.1 Of: (a) one; (b) two. Then: (a) three."


def test_a_wrapped_line_that_begins_with_the_next_number_is_no_rule():
    texts = read("## 1. A\n\n1.1 One, under rule\n1.2 or so, goes on.\n\n1.2 Two ends bare\n\n- 1.3 three.\n", {})
    assert [found(texts, clause).own for clause in ("1.1", "1.2", "1.3")] == [
        "1.1 One, under rule 1.2 or so, goes on.",
        "1.2 Two ends bare",
        "1.3 three.",
    ]


def test_a_rule_whose_section_lost_its_heading_is_found():
    texts = read("## 1. A\n\n1.1 One.\n\n2.1 Two.\n", {})
    assert texts.clauses == ("1", "1.1", "2.1")


def test_a_rule_that_is_missing_does_not_hide_the_next():
    texts = read("## 1. A\n\n1.1 One.\n\n1.4 Four.\n\n## 3. C\n\n3.1 Three.\n", {})
    assert [found(texts, clause).own for clause in ("1.4", "3", "3.1")] == ["1.4 Four.", "3 C", "3.1 Three."]


@pytest.mark.parametrize("text", ["", "\n\n", "|||\n---\n\t\t\n", "- \n---\n"])
def test_text_without_words_has_no_clauses(text):
    assert read(text, {}).clauses == ()


@pytest.mark.parametrize("text", ["no clause at all", "(a) x\n2.1 y\n", "one\ttwo\n"])
def test_words_before_any_number_are_kept(text):
    assert read(text, {}).clauses[0] == "opening"
    whole = "".join(whole_text(root) for root in read(text, {}).tree)
    assert whole.replace(" | ", " ").split() == text.split()
    lines = [line for chain in walk(read(text, {}).tree) for line in chain[-1].lines]
    assert sorted(lines) == [number for number, line in enumerate(text.split("\n"), 1) if line]


@pytest.mark.parametrize(
    ("line", "furniture", "said"),
    [
        ("12", [], True),
        ("12", ["{n}"], False),
        ("- 12 -", [], False),
        ("Page 12", [], False),
        ("Page 12 of 30", [], False),
        ("Rules 2014, p. 12", ["Rules *, p. {n}"], False),
    ],
)
def test_a_bare_number_is_a_page_number_only_where_the_profile_says_so(line, furniture, said):
    read_text = read(f"## 1. WORDS\n\n1.1 The dealer shall\n\n{line}\n\ndraw.\n", {"furniture": furniture})
    assert found(read_text, "1.1").text == f"1.1 The dealer shall {f'{line} ' * said}draw."
    assert [left.text for left in read_text.dropped if left.text] == [line.removeprefix("- ")] * (not said)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("1<sup>1</sup>/<sub>2</sub> to 1", "1 1/2 to 1"),
        ("<sup>1</sup>/<sub>2</sub> of it", "1/2 of it"),
        ("10<sup>2</sup> cards", "10^2 cards"),
        ("the 3<sup>rd</sup> card<sup>1</sup>", "the 3rd card"),
        (r"3\. 5\(a\) \[x\]", "3. 5(a) [x]"),
        ("a stand\u00ad-off, a boat\u200bhouse", "a stand-off, a boathouse"),
    ],
)
def test_what_is_raised_or_escaped_keeps_its_meaning(written, said):
    assert found(read(f"## 1. WORDS\n\n1.1 It pays {written}.\n", {}), "1.1").text == f"1.1 It pays {said}."


@pytest.mark.parametrize("mark", ["a)", "(a)", "a.", "i)", "- a)", "- 1)"])
def test_a_tab_after_the_mark_of_an_item_makes_no_table(mark):
    profile = {"items": [f"{mark.removeprefix('- ')}"]}
    clauses = [read(f"## 1. WORDS\n\n1.1 A bet:\n{mark}{gap}wins.\n", profile).clauses for gap in (" ", "\t")]
    assert clauses[0] == clauses[1]
    assert len(clauses[0]) == 3


def test_a_wrapped_line_that_begins_with_a_term_defines_nothing():
    data = {"definitions": ["1.1"]}
    text = "## 1. WORDS\n\n1.1 In these rules:\n'Skiff' means a boat. The\n'Skiff' is moved.\n'Sail' is cloth.\n"
    assert read(text, data).clauses == ("1", "1.1", "1.1 Skiff", "1.1 Sail")


@pytest.mark.parametrize(
    ("first", "second", "rules"),
    [
        ("1.1. two cards and", "1.2. two more.", ("1.1", "1.2")),
        ("1.1. as rules 1.3 or 1.4", "1.2. two more.", ("1.1", "1.2")),
        ("1.1. as rules 1.3 or", "1.2.", ("1.1",)),
        ("1.1 as rules 1.3 or", "1.2 say.", ("1.1",)),
        ("1.1. as rules 1.2 or", "1.3. and others.", ("1.1",)),
    ],
)
def test_a_rule_after_an_unfinished_one_is_told_by_its_dot(first, second, rules):
    assert read(f"## 1. WORDS\n\n{first}\n{second}\n", {}).clauses == ("1", *rules)


def test_a_list_whose_first_item_is_gone_goes_on_around_what_that_item_had():
    text = "1. W\n\n1.1 It says:\n(i) one;\n(ii) two.\n(b) Others of:\n(i) three.\n(c) Last.\n"
    ids = ("1", "1.1", "1.1(i)", "1.1(ii)", "1.1(b)", "1.1(b)(i)", "1.1(c)")
    assert read(text, {}).clauses == ids


@pytest.mark.parametrize("words", ["first", "first of all", "first (and last)"])
@pytest.mark.parametrize("bullet", ["", "- "])
def test_the_next_rule_stands_apart_whatever_the_last_one_ends_in(words, bullet):
    assert read(f"1. A\n\n{bullet}1.1 {words}\n\n{bullet}1.2 second\n", {}).clauses == ("1", "1.1", "1.2")


@pytest.mark.parametrize("around", ["", "|"])
@pytest.mark.parametrize("rule", ["--- | ---", ":-- | --:", "-|-"])
def test_a_table_needs_no_bars_at_its_edges(around, rule):
    rows = ("Hand | Pays", rule, "Flush | 3 to 2", "Pair | 1 to 1")
    table = "\n".join(f"{around}{row}{around}" for row in rows)
    texts = read(f"## 1. WORDS\n\n1.1 Pays:\n\n{table}\n\n1.2 One | two.\n\n--- | ---\n", {})
    assert texts.clauses == ("1", "1.1", "1.1[flush]", "1.1[pair]", "1.2")
    assert found(texts, "1.1[flush]").own == "Flush | 3 to 2"
    assert found(texts, "1.2").own.startswith("1.2 One | two.")


@pytest.mark.parametrize("pages", ["", " .... 2", " 2", "\t2"])
@pytest.mark.parametrize("case", [str, str.upper])
def test_the_rules_do_not_begin_in_the_contents(pages, case):
    titles = ("1 Meanings", "2 Bets", "3 Prizes")
    contents = "\n".join(f"{title}{pages}" for title in titles)
    rules = "\n\n".join(f"{case(title)}\n\n{title[0]}.1 A word is a word." for title in titles)
    data = {"contents": ["Contents"], "begins": "1 Meanings"}
    texts = read(f"Rules\n\nContents\n\n{contents}\n\n{rules}\n", data)
    assert texts.clauses == ("cover", "contents", "1", "1.1", "2", "2.1", "3", "3.1")
    assert texts.repeated == ()


def test_a_title_that_runs_at_the_head_of_pages_is_no_entry_of_the_contents():
    text = "Contents\n\n1 Meanings 2\n\n1 Meanings\n\n1.1 A word is a word.\n\n1 Meanings\n\n1.2 A bet is a bet.\n"
    assert "1.1" in read(text, {"contents": ["Contents"], "begins": "1 Meanings"}).clauses


@pytest.mark.parametrize("filler", ["*a ", "<b", ". ", "(a) ", "**x** ", "\u00a0", "| ", "- "])
def test_long_lines_are_read_quickly(filler):
    text = "## 1. A\n\n1.1 " + filler * (200_000 // len(filler)) + "\nx\n"
    start = time.perf_counter()
    read(text, {"furniture": ["a * b * c"], "definitions": ["1.1"]})
    assert time.perf_counter() - start < 5


def test_many_lines_are_read_quickly():
    rules = "".join(f"- 1.{number} A rule that says:\n  - (a) one; and\n  - (b) two.\n\n" for number in range(1, 999))
    text = "## 1. A\n\n" + rules * 3
    start = time.process_time()  # what other programs do meanwhile is not counted
    assert len(read(text, {}).clauses) > 2900
    assert time.process_time() - start < 2
