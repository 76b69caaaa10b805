"""What a new text changes: each kind of change by itself, and random changes to invented and published documents."""

import re
from functools import cache
from itertools import product
from random import Random
from textwrap import dedent

import pytest
from document_making import DECIMAL, REAL, SECTIONS, Made, changes, documents, locked, read, real
from document_mutations import MUTATIONS, verdict
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.documents.drift import Drift, Drifted, drift, locked_of
from rulespec.documents.lock import Lock, Locked
from rulespec.documents.printing import markdown
from rulespec.documents.profile import profile_from
from rulespec.documents.tree import Clause, walk

PROFILE = profile_from(DECIMAL)

OLD = dedent("""
    ## 1. WORDS

    1.1 In these rules:

    “**Anchor Bet**” means the first bet;

    “**Calm**” means:

    (a) neither won nor lost; or

    (b) not decided.

    ## 2. BETS

    ### Placing

    - 2.1 A bet stays where it lies.
    - 2.2 A Sail Bet shall:
      - (a) win if:
        - (i) the crew is aboard; and
        - (ii) the guest holds a sail;
      - (b) lose if the guest is late; or
      - (c) lose if the guest is late; or
      - (d) be calm.
    - 2.3 Bets are paid by the table below.

    | Sail | Prize |
    |------|-------|
    | Jib | 1 to 1 |
    | Main sail | 2 to 1 |

    Note: the harbour pays.

    ## 3. PRIZES

    - 3.1 A prize is due at once.
    - 3.2 Prizes are these:

    **Table 1 - Prizes of a tide**

    | Tide | Prize |
    |------|-------|
    | Spring | 5 to 1 |

    Plan 1
""")


def entries(*pairs: tuple[str, str], text: str = OLD) -> list[tuple[str, str, str, int]]:
    """What `drift` says where each first text of `pairs`, which stands once in `text`, becomes the second."""
    new = text
    for before, after in pairs:
        assert new.count(before) == 1, before
        new = new.replace(before, after)
    return changes(text, new, PROFILE)


class TestOneChange:
    def test_nothing(self):
        assert entries() == []

    def test_a_rule_is_added_at_the_end_of_a_section(self):
        more = "| Main sail | 2 to 1 |\n\nNote: the harbour pays.\n\n- 2.4 A bet is lost at sea.\n"
        assert entries(("| Main sail | 2 to 1 |\n\nNote: the harbour pays.\n", more)) == [("added", "", "2.4", 0)]

    def test_an_item_is_added_with_all_that_is_in_it(self):
        added = "be calm.\n  - (e) win if:\n    - (i) the sea is dry; and\n    - (ii) the moon is full.\n"
        assert entries(("be calm.\n", added)) == [("added", "", "2.2(e)", 2)]

    def test_an_item_is_added_in_between_and_the_others_move_down(self):
        inserted = (
            "  - (b) be void;\n  - (c) lose if the guest is late; or\n  - (d) lose if the guest is late; or\n  - (e)"
        )
        old = "  - (b) lose if the guest is late; or\n  - (c) lose if the guest is late; or\n  - (d)"
        assert entries((old, inserted)) == [
            ("added", "", "2.2(b)", 0),
            ("renumbered", "2.2(b)", "2.2(d)", 0),  # it says the same as (c), which so keeps its number
            ("renumbered", "2.2(d)", "2.2(e)", 0),
        ]

    def test_a_rule_is_removed(self):
        assert entries(("- 2.1 A bet stays where it lies.\n", "")) == [("removed", "2.1", "", 0)]

    def test_a_clause_is_removed_with_all_that_is_in_it(self):
        gone = OLD[OLD.index("  - (a) win") : OLD.index("  - (b) lose")]
        assert entries((gone, "")) == [("removed", "2.2(a)", "", 2)]

    def test_a_section_is_removed(self):
        gone = OLD[OLD.index("## 3. PRIZES") :]
        assert entries((gone, "")) == [("removed", "3", "", 5)]

    def test_a_clause_is_changed_and_what_is_in_it_is_not(self):
        assert entries(("(a) win if:", "(a) win when:")) == [("changed", "2.2(a)", "2.2(a)", 0)]

    def test_an_item_is_changed_and_what_it_stands_in_is_not(self):
        assert entries(("holds a sail", "holds an oar")) == [("changed", "2.2(a)(ii)", "2.2(a)(ii)", 0)]

    def test_a_full_stop_is_a_change(self):
        assert entries(("(d) be calm.", "(d) be calm;")) == [("changed", "2.2(d)", "2.2(d)", 0)]

    def test_capitals_are_a_change(self):
        assert entries(("A Sail Bet shall", "A sail bet shall")) == [("changed", "2.2", "2.2", 0)]

    def test_a_rule_is_renumbered(self):
        assert entries(("- 2.3 Bets", "- 2.5 Bets")) == [("renumbered", "2.3", "2.5", 3)]

    def test_a_parent_is_renumbered_and_its_children_are_counted_once(self):
        assert entries(("- 2.1 A bet stays where it lies.\n", ""), ("- 2.2 A", "- 2.1 A"), ("- 2.3 B", "- 2.2 B")) == [
            ("removed", "2.1", "", 0),
            ("renumbered", "2.2", "2.1", 6),
            ("renumbered", "2.3", "2.2", 3),
        ]

    def test_an_item_that_is_renumbered_and_reworded_is_another(self):
        assert entries(("  - (d) be calm.", "  - (e) be calm, or so.")) == [
            ("removed", "2.2(d)", "", 0),
            ("added", "", "2.2(e)", 0),
        ]

    def test_a_parent_is_renumbered_and_one_of_its_children_changed(self):
        assert entries(("- 2.3 Bets", "- 2.4 Bets"), ("Main sail | 2", "Main sail | 3")) == [
            ("renumbered", "2.3", "2.4", 2),
            ("changed", "2.3[main_sail]", "2.4[main_sail]", 0),
        ]

    def test_what_is_in_a_clause_tells_it_where_its_number_and_words_are_others(self):
        assert entries(("- 2.3 Bets are", "- 2.4 Bets shall be")) == [("changed", "2.3", "2.4", 0)]

    def test_a_rule_moves_to_another_section(self):
        moved = [("- 2.1 A bet stays where it lies.\n", ""), ("Prizes are these", "Prizes are those")]
        moved += [("- 3.1 A prize", "- 3.1 A bet stays where it lies.\n- 3.2 A prize"), ("- 3.2 P", "- 3.3 P")]
        assert entries(*moved) == [
            ("moved", "2.1", "3.1", 0),
            ("renumbered", "3.1", "3.2", 0),
            ("changed", "3.2", "3.3", 0),
        ]

    def test_an_item_moves_with_all_that_is_in_it(self):
        start, end = OLD.index("  - (a) win"), OLD.index("  - (b) lose")
        moved = OLD[:start] + OLD[end:]
        moved = moved.replace("- 3.1 A prize is due at once.", "- 3.1 A prize is due at once.\n" + OLD[start:end])
        assert changes(OLD, moved, PROFILE) == [("moved", "2.2(a)", "3.1(a)", 2)]

    def test_an_item_moves_to_another_outcome_of_its_rule(self):
        text = (
            "## 2. BETS\n\n2.1 A bet shall:\n(a) lose if:\n(i) it sinks;\n(ii) it burns.\n(b) win if:\n(i) it floats.\n"
        )
        new = text.replace("(ii) it burns.\n", "") + "(ii) it burns.\n"
        assert changes(text, new, profile_from({})) == [("moved", "2.1(a)(ii)", "2.1(b)(ii)", 0)]

    def test_a_rule_becomes_an_item_of_another(self):
        text = "## 2. BETS\n\n2.1 A bet shall:\n(a) lose.\n(b) win.\n\n2.2 The harbour pays.\n"
        new = text.replace("\n2.2 The harbour pays.\n", "(c) The harbour pays.\n")
        assert changes(text, new, profile_from({})) == [("moved", "2.2", "2.1(c)", 0)]

    def test_the_beginnings_of_two_items_change_places(self):
        text = "## 2. BETS\n\n2.1 A bet shall:\n(a) lose if:\n(i) it sinks.\n(b) win if:\n(i) it floats.\n"
        new = text.replace("lose", "-").replace("win", "lose").replace("-", "win")
        assert changes(text, new, profile_from({})) == [
            ("changed", "2.1(a)", "2.1(a)", 0),
            ("changed", "2.1(b)", "2.1(b)", 0),
        ]

    @pytest.mark.parametrize(
        ("was", "now"),
        [
            ("1 1/2 to 1", "11/2 to 1"),
            ("41 %", "4 1 %"),
            ("1<sup>1</sup>/2", "1<sup>3</sup>/2"),
            ("10<sup>2</sup>", "102"),
        ],
    )
    def test_figures_are_no_others_for_a_blank_or_a_raised_figure(self, was, now):
        text = "## 2. BETS\n\n2.1 A bet pays {}.\n"
        assert changes(text.format(was), text.format(now), profile_from({})) == [("changed", "2.1", "2.1", 0)]

    def test_two_items_change_places(self):
        items = ("(a) neither won nor lost; or\n\n(b) not decided.", "(a) not decided.\n\n(b) neither won nor lost; or")
        assert entries(items) == [
            ("renumbered", "1.1 Calm(b)", "1.1 Calm(a)", 0),
            ("renumbered", "1.1 Calm(a)", "1.1 Calm(b)", 0),
        ]


class TestSiblingsThatSayTheSame:
    def test_the_one_that_was_reworded_is_named(self):
        for label in "bc":
            name = f"2.2({label})"
            assert entries((f"({label}) lose if the guest is late", f"({label}) lose if the crew is late")) == [
                ("changed", name, name, 0)
            ]

    def test_the_one_that_is_gone_is_named_where_the_others_keep_their_numbers(self):
        for label in "bc":
            gone = f"  - ({label}) lose if the guest is late; or\n"
            assert entries((gone, "")) == [("removed", f"2.2({label})", "", 0)]

    def test_one_more_is_added_behind_them(self):
        assert entries(("  - (d) be calm.", "  - (d) lose if the guest is late; or\n  - (e) be calm.")) == [
            ("added", "", "2.2(d)", 0),
            ("renumbered", "2.2(d)", "2.2(e)", 0),
        ]

    def test_a_number_that_stands_twice_is_told_apart(self):
        assert entries(("  - (c) lose", "  - (b) lose")) == [("renumbered", "2.2(c)", "2.2(b)#2", 0)]
        assert entries(("- 2.3 Bets", "- 2.2 Bets")) == [("renumbered", "2.3", "2.2#2", 3)]

    def test_a_rule_that_stands_twice_is_added(self):
        rule = "- 2.1 A bet stays where it lies.\n"
        assert entries((rule, rule * 2)) == [("added", "", "2.1#2", 0)]


class TestWhatHasNoNumber:
    def test_a_section_is_inserted_and_all_that_follow_are_renumbered(self):
        shifted = [("## 3. PRIZES", "## 3. OARS\n\n- 3.1 An oar is wet.\n\n## 4. PRIZES")]
        shifted += [("- 3.1 A prize is", "- 4.1 A prize is"), ("- 3.2 Prizes are", "- 4.2 Prizes are")]
        assert entries(*shifted) == [("added", "", "3", 1), ("renumbered", "3", "4", 5)]

    def test_a_section_has_another_title(self):
        assert entries(("## 3. PRIZES", "## 3. THE PRIZES")) == [("changed", "3", "3", 0)]

    def test_a_heading_has_other_words(self):
        assert set(entries(("### Placing", "### Places"))) == {
            ("removed", "2 Placing", "", 0),
            ("added", "", "2 Places", 0),
        }

    def test_a_heading_is_gone(self):
        assert entries(("### Placing\n", "")) == [("removed", "2 Placing", "", 0)]

    def test_a_row_pays_otherwise(self):
        assert entries(("| Jib | 1 to 1 |", "| Jib | 3 to 2 |")) == [("changed", "2.3[jib]", "2.3[jib]", 0)]
        assert entries(("Spring | 5", "Spring | 6")) == [("changed", "Table 1[spring]", "Table 1[spring]", 0)]

    def test_a_row_is_added_and_one_is_gone(self):
        assert entries(("| Jib | 1 to 1 |\n", "")) == [("removed", "2.3[jib]", "", 0)]
        assert entries(("| Jib | 1 to 1 |\n", "| Jib | 1 to 1 |\n| Oar | 1 to 1 |\n")) == [("added", "", "2.3[oar]", 0)]

    def test_a_row_of_another_name_is_another(self):
        assert set(entries(("| Jib |", "| Oar |"))) == {("removed", "2.3[jib]", "", 0), ("added", "", "2.3[oar]", 0)}

    def test_a_row_in_another_place_has_moved(self):
        rows = "| Jib | 1 to 1 |\n| Main sail | 2 to 1 |\n"
        assert entries((rows, "| Main sail | 2 to 1 |\n| Jib | 1 to 1 |\n")) == [("moved", "2.3[jib]", "2.3[jib]", 0)]

    def test_the_heading_of_a_table_is_of_what_it_stands_in(self):
        assert entries(("| Sail | Prize |", "| Sail | Odds |")) == [("changed", "2.3", "2.3", 0)]

    def test_a_caption(self):
        assert entries(("Prizes of a tide", "Prizes of tides")) == [("changed", "Table 1", "Table 1", 0)]
        assert entries(("**Table 1 -", "**Table 2 -")) == [("changed", "Table 1", "Table 2", 0)]

    def test_a_definition(self):
        assert entries(("the first bet", "every bet")) == [("changed", "1.1 Anchor Bet", "1.1 Anchor Bet", 0)]
        assert entries(("not decided", "undecided")) == [("changed", "1.1 Calm(b)", "1.1 Calm(b)", 0)]
        assert entries(("“**Anchor Bet**” means the first bet;\n\n", "")) == [("removed", "1.1 Anchor Bet", "", 0)]
        oar = "“**Oar**” means a bet;\n\n“**Calm**”"
        assert entries(("“**Calm**”", oar)) == [("added", "", "1.1 Oar", 0)]

    def test_a_note_and_a_picture(self):
        assert entries(("the harbour pays", "the harbour owes")) == [("changed", "2.3 Note", "2.3 Note", 0)]
        assert entries(("Note: the harbour pays.\n", "")) == [("removed", "2.3 Note", "", 0)]
        assert entries(("Plan 1", "Plan 1 of the quay")) == [("changed", "Plan 1", "Plan 1", 0)]


def test_a_repeated_section_number_does_not_swallow_the_section():
    old = "## Part 1 Opening\n\n### 1 Boats\n\nOne.\n\n### 2 Tides\n\n- (1) Two.\n\n## Annex 1 Sails\n\n### 1 A\n\nB.\n"
    new = old.replace("### 2 Tides", "### 1 Tides")
    assert changes(old, new, profile_from(SECTIONS)) == [("renumbered", "general:2", "general:1#2", 1)]


def test_what_is_said_of_a_drift():
    found = drift(locked(OLD, PROFILE), locked(OLD.replace("(d) be calm.", "(d) win."), PROFILE))
    assert found.counts() == {"added": 0, "removed": 0, "changed": 1, "renumbered": 0, "moved": 0}
    assert locked_of(found, found.entries[0]).settling == ("win",)
    gone = drift(found.new, Lock("", "", {}))
    assert {locked_of(gone, entry).id for entry in gone.entries} == {"1", "2", "3"}


def flat_lock(words: str, first: int = 1) -> Lock:
    """A lock of rules that say a letter each."""
    clauses = [Locked(f"1.{place}", "rule", letter, (), "") for place, letter in enumerate(words, first)]
    return Lock("", "", {clause.id: clause for clause in clauses})


@given(st.text("ab", max_size=12), st.text("ab", max_size=12), st.integers(1, 3))
def test_each_of_many_that_say_the_same_is_spoken_of_once(old, new, first):
    found: Drift = drift(flat_lock(old), flat_lock(new, first))
    counts = found.counts()
    assert counts["added"] - counts["removed"] == len(new) - len(old)
    assert counts["changed"] + counts["removed"] <= len(old)
    if (old, 1) == (new, first):
        assert found.entries == ()
    for ids in ([one.old for one in found.entries if one.old], [one.new for one in found.entries if one.new]):
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("words", ["a" * 1500, "ab" * 750, "abc" * 500])
def test_very_many_clauses_that_say_the_same_are_compared_quickly(words):
    before, after = flat_lock(words), flat_lock("z" + words)
    found = drift(before, after).entries
    assert drift(before, before).entries == ()
    assert [one for one in found if one.change == "added"] == [Drifted("added", "", "1.1", "rule")]
    assert {one.change for one in found} == {"added", "renumbered"}


# Random changes, printed clean


OUTCOMES = ("exact", "equivalent", "none")


@settings(max_examples=examples(40), deadline=None)
@given(documents(), st.sampled_from(MUTATIONS), st.integers(0, 1_000_000))
def test_a_change_to_an_invented_document_is_seen_and_blamed_on_no_other_clause(made: Made, how, seed):
    text, profile = made
    tree = read(text, profile).tree
    assert verdict(tree, locked(text, profile), profile, Random(seed), how) in OUTCOMES


@cache
def clean(name: str) -> tuple[tuple[Clause, ...], Lock]:
    text, profile = real(name)
    printed = markdown(read(text, profile).tree, profile)
    return read(printed, profile).tree, locked(printed, profile)


@pytest.mark.parametrize(("name", "how"), [*product(REAL[:-1], MUTATIONS), *product(REAL[-1:], MUTATIONS[1:2])])
def test_a_change_to_a_published_document_is_seen_and_blamed_on_no_other_clause(name, how):
    profile, (tree, old) = real(name)[1], clean(name)
    assert verdict(tree, old, profile, Random(f"{name} {how}"), how) in OUTCOMES


# Random changes to the lines of the source


@settings(max_examples=examples(30), deadline=None)
@given(documents(), st.sampled_from(("gone", "twice", "word")), st.integers(0, 1_000_000))
def test_a_change_to_the_lines_of_an_invented_document(made: Made, how, seed):
    text, profile = made
    change_lines(text, locked(text, profile), made, how, Random(seed))


@pytest.mark.parametrize(("name", "how"), [*product(REAL[:-1], ["gone", "twice", "word"]), (REAL[-1], "gone")])
def test_a_change_to_the_lines_of_a_published_document(name, how):
    text, profile = real(name)
    old, random = locked(text, profile), Random(f"{name} {how}")
    for _ in range(1 if len(old.clauses) > 1000 else 2):
        change_lines(text, old, (text, profile), how, random)


def change_lines(text: str, old: Lock, made: Made, how: str, random: Random) -> None:
    """Delete, double or reword the lines of one clause that has no others in it, and see what is said."""
    lines, profile = text.split("\n"), made[1]
    clauses = [chain[-1] for chain in walk(read(text, profile).tree) if not chain[-1].children]
    numbered = [clause for clause in clauses if clause.kind in ("rule", "paragraph") and "#" not in clause.id]
    if not numbered:
        return
    clause = random.choice(numbered)
    own = [line - 1 for line in clause.lines]
    if how == "gone":
        new = [line for place, line in enumerate(lines) if place not in own]
    elif how == "twice":
        new = [*lines[: own[-1] + 1], *(lines[place] for place in own), *lines[own[-1] + 1 :]]
    else:
        words = re.findall(r"(?<![(\w])[a-z]{4,}", lines[own[0]])
        if not words:
            return
        new = [*lines[: own[0]], lines[own[0]].replace(words[-1], "zebra"), *lines[own[0] + 1 :]]
    found = drift(old, locked("\n".join(new), profile)).entries
    assert len(found) == 1, (clause.id, found)
    (entry,) = found
    assert entry.change == {"gone": "removed", "twice": "added", "word": "changed"}[how]
    named = entry.old or entry.new.partition("#")[0]
    alike = {name for name, one in old.clauses.items() if one.fingerprint == old.clauses[clause.id].fingerprint}
    assert named in alike | {clause.id}
