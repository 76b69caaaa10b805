"""The rules of the lint, each on documents that have its fault and on ones that come near it; waivers; the registry."""

import re
from pathlib import Path

import pytest
from lint_documents import BAD, ENTRY_FILE, GOOD, RANKED, TERMS, Bad, Good, pages, rules

from rulespec.documents.clauses import read_clauses
from rulespec.documents.lint.context import Document
from rulespec.documents.lint.histories import day_of
from rulespec.documents.lint.ranking import hand_name, rankings
from rulespec.documents.lint.rules import RULES, lint
from rulespec.documents.profile import profile_from
from rulespec.model.document import Waiver
from rulespec.model.finding import Finding
from rulespec.model.place import Place

DOCS = Path(__file__).parents[2] / "docs" / "lint.md"
CLASSES = ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "royal_flush")
IDS = [rule.id for rule in RULES]
FILE = "booklet.txt"


def document(one: Bad | Good) -> Document:
    profile = profile_from(one.profile)
    return Document(read_clauses(one.text, profile), profile, CLASSES, pages(one.text) if one.paged else (), one.entry)


def linted(one: Bad | Good, waivers: tuple[Waiver, ...] = ()) -> tuple[list[Finding], list[Finding]]:
    return lint(document(one), FILE, waivers)


def found(rule: str, one: Bad | Good) -> list[Finding]:
    return [finding for finding in linted(one)[0] if finding.rule == rule]


# -- each rule


@pytest.mark.parametrize(("rule", "one"), [(rule, one) for rule, ones in BAD.items() for one in ones])
def test_the_fault_is_found_where_it_is(rule: str, one: Bad) -> None:
    findings = found(rule, one)
    assert [finding.clauses for finding in findings] == [(clause,) for clause, _ in one.says]
    for finding, (_, message) in zip(findings, one.says, strict=True):
        assert message in finding.message
        if finding.place.file == ENTRY_FILE:
            assert one.entry is not None
            assert finding.place in {one.entry.place, *(each.place for each in one.entry.amendments)}
            continue
        lines = one.text.split("\n")
        assert 0 < finding.place.line <= len(lines)
        assert lines[finding.place.line - 1].strip()


@pytest.mark.parametrize(("rule", "one"), [(rule, one) for rule, ones in GOOD.items() for one in ones])
def test_what_comes_near_is_no_fault(rule: str, one: Good) -> None:
    assert found(rule, one) == []


@pytest.mark.parametrize(
    ("one", "line"),
    [
        (BAD["numbering-late"][0], "(b) it is first"),
        (BAD["numbering-repeats"][0], "(b) it is alone"),
        (BAD["numbering-skips"][1], "2.4 An Oar"),
        (BAD["amendment-unknown"][0], "| 2.7 "),
        (BAD["amendment-deleted"][0], "2.1 deleted"),
        (BAD["amendment-missing"][0], "| 2.1; 2.3 to 2.5"),
        (BAD["amendment-cover"][0], "Last amended by"),
        (BAD["list-missing"][1], "as follows:"),
        (BAD["row-repeated"][0], "jib | 4"),
        (BAD["contents-unknown"][0], "3. SAILS"),
        (BAD["term-unused"][0], "Quiet Oar"),
    ],
)
def test_the_line_is_the_one_to_look_at(one: Bad, line: str) -> None:
    rule = next(rule for rule, ones in BAD.items() if one in ones)
    places = {finding.place.line for finding in found(rule, one)}
    assert any(line in one.text.split("\n")[place - 1] for place in places)


def test_a_reference_with_a_digit_too_many_has_a_hint():
    (finding,) = found("dangling-reference", BAD["dangling-reference"][0])
    assert finding.hint == "there is 2.2: is it meant?"
    (other,) = found("dangling-reference", BAD["dangling-reference"][3])
    assert other.hint == ""


def test_what_is_said_of_the_entry_is_said_in_its_file():
    (differs,) = found("amendment-differs", BAD["amendment-differs"][0])
    assert str(differs.place) == f"{ENTRY_FILE}:12:3"
    line = int(differs.hint.removeprefix("the history says so on line "))
    assert "| 2.2 | 9 |" in BAD["amendment-differs"][0].text.split("\n")[line - 1]
    (unlisted,) = found("amendment-unlisted", BAD["amendment-unlisted"][0])
    assert str(unlisted.place) == f"{ENTRY_FILE}:10:3"
    (newer,) = found("amendment-newer", BAD["amendment-newer"][0])
    assert str(newer.place) == f"{ENTRY_FILE}:1:1"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("5/12/18", "2018-12-05"),
        ("05.12.1998", "1998-12-05"),
        ("13-8-20", "2020-08-13"),
        ("1/1/70", "1970-01-01"),
        ("10 June 2022", "2022-06-10"),
        ("on 3rd Sept., 2021", "2021-09-03"),
        ("2022-06-10", "2022-06-10"),
        ("31/2/2020", ""),
        ("8/13/2020", ""),
        ("3 Foo 2020", ""),
        ("June", ""),
        ("0/0/0000", ""),
    ],
)
def test_days_are_read_as_documents_write_them(text: str, day: str) -> None:
    assert day_of(text) == day


# -- what the rules of tables go by


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Three of a Kind", "3 of a kind"),
        ("three_of_a_kind", "3 of a kind"),
        ("3 of a kind - any three", "3 of a kind"),
        ("Two pairs. For example", "2 pair"),
        ("Full House (Full house Prize)", "full house"),
        ("Straight flush;", "straight flush"),
        ("", ""),
    ],
)
def test_kinds_of_hand_are_named_in_many_ways(text: str, name: str) -> None:
    assert hand_name(text) == name


def test_a_ranking_is_read_from_items_bullets_and_tables_lowest_first():
    lowest_first = ("calm", "ripple", "surge", "wave", "swell", "crest")
    hands = [name.capitalize() for name in lowest_first]
    bullets = "2.1 The order of hands, lowest to highest, is—\n\n" + "\n".join(f"    - {hand}" for hand in hands)
    table = "2.1 The ranking of hands in descending order:\n\n| Hands |\n|---|\n"
    table += "\n".join(f"| {hand} |" for hand in reversed(hands))
    for text in (RANKED, bullets, table):
        assert [names for _, names in rankings(document(Good(rules(text))))] == [lowest_first]


@pytest.mark.parametrize(
    "text", ["2.1 The ranking of hands is posted, highest to lowest.", "2.1 Hands rank as they fall."]
)
def test_a_sentence_about_ranks_is_no_ranking(text: str) -> None:
    assert rankings(document(Good(rules(text)))) == ()


# -- the registry


def test_every_rule_has_an_example_of_its_fault_and_one_that_comes_near():
    assert sorted(BAD) == sorted(IDS)
    assert sorted(GOOD) == sorted(IDS)


def test_every_rule_has_a_name_a_severity_and_a_purpose_of_its_own():
    assert len(set(IDS)) == len(IDS)
    assert len({rule.purpose for rule in RULES}) == len(RULES)
    assert len({rule.find for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.id)
        assert rule.severity in ("error", "warning", "note")
        assert rule.purpose
        assert not rule.purpose.endswith(".")
        assert rule.find.__doc__


def test_the_ids_are_kept():
    """Entries of documents waive findings by these names: adding one is fine, changing one breaks them."""
    assert set(IDS) >= set(
        """dangling-reference reference-kind amendment-unknown numbering-late numbering-skips numbering-repeats
        numbering-restarts numbering-misprint diagram-lost term-unused term-undefined term-twice term-two-names
        contents-title contents-unknown contents-omits contents-page row-repeated pay-order""".split()
    )


# -- the findings together

MANY = Bad(
    rules(
        "2.1 A Skiff wins if;\n\n- (b) it is under rule 2.9;\n- (c) it is alone.",
        "2.2 A Raft wins under Table 5, and as follows:",
        "2.4 The end.",
        terms=TERMS + "“**Quiet Oar**” means a bet.\n\n",
    ),
    [],
)


def test_findings_come_in_the_order_of_the_document():
    findings, waived = linted(MANY)
    assert waived == []
    assert [finding.place.line for finding in findings] == sorted(finding.place.line for finding in findings)
    assert len({finding.rule for finding in findings}) >= 5
    assert all(finding.place.file == FILE and finding.spec == "" for finding in findings)
    assert linted(MANY)[0] == findings


def test_a_fault_that_stands_twice_in_one_clause_is_said_once():
    text = rules("2.1 See rule 2.9, and rule 2.9 again.", "2.2 A Skiff wins.")
    assert len(found("dangling-reference", Bad(text, []))) == 1


def test_a_document_without_clauses_has_no_faults():
    empty = Document(read_clauses("\n", profile_from({})), profile_from({}))
    assert lint(empty, FILE) == ([], [])


# -- waivers


def waiver(rule: str, clause: str) -> Waiver:
    return Waiver(rule, clause, "we know", Place("document.yaml", 9, 3))


def test_a_waived_finding_is_counted_apart():
    findings, waived = linted(MANY, (waiver("numbering-late", "2.1(b)"),))
    assert [(one.rule, one.clauses) for one in waived] == [("numbering-late", ("2.1(b)",))]
    assert not [one for one in findings if one.rule in ("numbering-late", "waiver-unused")]


@pytest.mark.parametrize(
    ("rule", "clause"), [("numbering-late", "2.1(c)"), ("numbering-skips", "2.1(b)"), ("no-such-rule", "2.1(b)")]
)
def test_a_waiver_of_another_rule_or_clause_waives_nothing_and_is_said(rule: str, clause: str) -> None:
    findings, waived = linted(MANY, (waiver(rule, clause),))
    assert waived == []
    assert [one for one in findings if one.rule == "numbering-late"]
    (unused,) = [one for one in findings if one.rule == "waiver-unused"]
    assert (unused.severity, str(unused.place), unused.clauses) == ("warning", "document.yaml:9:3", (clause,))


def test_one_waiver_covers_all_that_a_rule_says_of_a_clause():
    text = rules("2.1 See rules 2.8 and 2.9.", "2.2 A Skiff wins.")
    findings, waived = linted(Bad(text, []), (waiver("dangling-reference", "2.1"),))
    assert len(waived) == 2
    assert not [one for one in findings if one.rule == "dangling-reference"]


# -- the page that explains them


def entries() -> dict[str, str]:
    """The entries of the page on the lint: by their headings, which are rule ids in backticks."""
    parts = re.split(r"^### `([a-z-]+)`.*$", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_rule_has_its_entry_in_the_docs():
    assert sorted(set(entries()) - {"waiver-unused"}) == sorted(IDS)
    assert "waiver-unused" in entries()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_an_entry_says_how_bad_it_is_shows_an_example_and_what_to_do(rule) -> None:
    entry = entries()[rule.id]
    assert f"**{rule.severity}**" in entry
    assert "```" in entry
    assert "**What to do.**" in entry
    assert max(len(line) for line in entry.split("\n")) <= 120
