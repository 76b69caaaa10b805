"""The HTML report: its structure, what it escapes, that it needs nothing but itself, and how it works in a browser."""

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from page_reader import Node, read
from report_samples import EQUAL, HARBOUR, HILL, HOSTILE, LAKE, ROWS, SPECS, hostile_page, page

from rulespec.model.comparison import Comparison
from rulespec.report.cards import SUIT_PATHS, faces, faces_or_none
from rulespec.report.html import render
from rulespec.report.html_words import Anchors, answer, headings, in_force, long_date, pieces


@pytest.fixture(scope="module")
def html() -> str:
    return render(page())


@pytest.fixture(scope="module")
def tree(html: str) -> Node:
    return read(html)


def rows(tree: Node) -> list[Node]:
    return [node for node in tree.all("tbody") if "row" in node.classes]


def by_class(node: Node, name: str) -> list[Node]:
    return [found for found in node.all() if name in found.classes]


def one_row(html: str, title: str, status: str) -> Node:
    """The row with this title and status that comes first."""
    found = [
        r for r in rows(read(html)) if r.attrs["data-status"] == status and by_class(r, "concept")[0].text == title
    ]
    return found[0]


# The whole page.


def test_page_is_as_it_was_reviewed(html: str, golden) -> None:
    golden("report/golden/report.html", html)


def test_page_is_the_same_every_time(html: str) -> None:
    assert render(page()) == html


def test_page_refers_to_nothing_outside_itself(html: str, tree: Node) -> None:
    assert not re.search(r"https?:|//[a-z]|\bsrc=|url\(|@import", html)
    assert {node.tag for node in tree.all()}.isdisjoint({"img", "iframe", "object", "embed", "video", "audio", "base"})
    for node in tree.all():
        assert node.attrs.get("href", "#").startswith("#") or node.attrs["href"] == "data:,"


def test_page_names_no_path_of_the_machine_it_was_made_on(html: str) -> None:
    assert "/somewhere" not in html
    assert f"{HARBOUR}.yaml, line 40" in html


def test_page_takes_no_side(tree: Node) -> None:
    text = tree.text.lower()
    assert not re.search(r"\b(error|illegal|unfair|wrong answer|violation|solver|satisfiable)\b", text)


def test_policy_lets_only_the_pages_own_script_run(html: str, tree: Node) -> None:
    policy = next(node.attrs["content"] for node in tree.all("meta") if "http-equiv" in node.attrs)
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/]{43}='", policy)
    assert len(list(tree.all("script"))) == 1


# Structure.


def test_headings_descend_one_level_at_a_time(tree: Node) -> None:
    levels = [int(node.tag[1]) for node in tree.all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


def test_page_has_language_landmarks_and_a_skip_link(tree: Node) -> None:
    assert next(tree.all("html")).attrs["lang"] == "en"
    for landmark in ("header", "nav", "main", "footer"):
        assert len(list(tree.all(landmark))) == 1
    first = next(tree.all("a"))
    assert "skip" in first.classes
    assert first.attrs["href"] == "#comparison"


def test_ids_are_unique_and_every_reference_finds_one(tree: Node) -> None:
    ids = [node.attrs["id"] for node in tree.all() if "id" in node.attrs]
    assert len(ids) == len(set(ids))
    for node in tree.all():
        for name in ("href", "aria-labelledby", "aria-describedby", "for"):
            target = node.attrs.get(name, "").removeprefix("#")
            assert not target or target == "data:," or target in ids, f"{name}={target}"


def test_every_row_of_the_matrix_has_a_cell_for_each_document(tree: Node) -> None:
    assert len(rows(tree)) == len(ROWS)
    for row in rows(tree):
        cells = by_class(row, "answer")
        assert [cell.attrs["data-label"] for cell in cells] == ["Harbour Rooms", "Lake Commission", "Hill House"]
        assert len(list(row.all("details"))) >= 1


def test_every_status_is_a_word_and_not_only_a_colour(tree: Node) -> None:
    for row in rows(tree):
        assert row.attrs["data-status"] in by_class(row, "status")[0].text
    words = {tag.text[1:] if tag.text[0] in "∅–" else tag.text for tag in by_class(tree, "tag")}
    assert {"silent", "nothing encoded", "does not arise"} <= words


def test_rows_that_do_not_agree_come_first_the_most_frequent_ahead(tree: Node) -> None:
    area = next(node for node in tree.all("section") if node.attrs.get("id") == "area-settlement")
    shown = [by_class(row, "words")[0].text for row in rows(area)]
    assert shown == ["the player folded", "the player's hand equals the dealer's hand", "a rare thing happens"]


def test_agreeing_rows_are_folded_but_counted(tree: Node) -> None:
    folded = next(node for node in tree.all("details") if "agreeing" in node.classes)
    assert "open" not in folded.attrs
    assert "1 row in which all documents answer alike" in next(folded.all("summary")).text
    assert [row.attrs["data-status"] for row in rows(folded)] == ["agree"]


def test_areas_stand_in_the_order_of_the_model(tree: Node) -> None:
    found = [node.attrs["id"] for node in tree.all("section") if "area" in node.classes]
    assert found == ["area-wager", "area-stake", "area-settlement"]


def test_summary_counts_rows_and_states_its_scope(tree: Node) -> None:
    numbers = {item.classes[0]: by_class(item, "number")[0].text for item in next(tree.all("main")).all("li")
               if item.classes and item.classes[0] in ("differs", "silent", "agree")}  # fmt: skip
    assert numbers == {"differs": "3", "silent": "2", "agree": "1"}
    assert page().comparison.scope in by_class(tree, "scope")[0].text


def test_cards_are_named_for_those_who_cannot_see_them(tree: Node) -> None:
    cards = by_class(tree, "card")
    assert {"ace of hearts", "ten of diamonds", "two of clubs", "king of spades"} <= {
        card.attrs["aria-label"] for card in cards
    }
    assert all(card.attrs["role"] == "img" for card in cards)


# What rows and documents say.


def test_witness_that_documents_share_is_drawn_once(html: str) -> None:
    figures = [node.text for node in one_row(html, "Ante", "differs").all("figcaption")]
    assert figures == ["A round under Harbour Rooms, Lake Commission", "A round under Hill House"]


def test_witness_can_be_given_to_settle_as_it_stands(html: str) -> None:
    lines = [node.text for node in one_row(html, "Ante", "differs").all("pre")]
    assert [json.loads(line) for line in lines] == [EQUAL.witness[name] for name in (HARBOUR, LAKE, HILL)]
    assert not any("\n" in line for line in lines)


def test_result_and_acts_are_in_plain_words(html: str) -> None:
    text = " ".join(one_row(html, "Ante", "differs").text.split())
    assert "Decision after the flop bet: Raise 20" in text
    assert "stand-off, net 0" in text
    assert "lose, net −10" in text
    assert "pay table in use: 2" in text


def test_own_words_stand_beside_the_rules_with_their_edition(html: str) -> None:
    own = by_class(one_row(html, "Ante", "differs"), "own")
    assert len(own) == 1  # only one of the documents was supplied
    assert "the ante is returned to the player" in own[0].text
    assert "Instrument 7, in force 1 July 2024" in own[0].text


def test_rows_say_how_to_see_own_words_that_were_not_supplied(html: str) -> None:
    note = by_class(one_row(html, "Ante", "differs"), "unsupplied")[0].text
    assert "Lake Commission and Hill House" in note
    assert "--sources DIR" in note
    assert "This page holds no text of the documents" in render(page(clause_texts={}))


def test_answer_that_is_unlike_most_is_marked(html: str) -> None:
    cells = by_class(one_row(html, "Raise", "differs"), "answer")
    assert ["other" in cell.classes for cell in cells] == [False, False, True]


def test_document_that_was_not_checked_is_not_shown_as_without_findings(tree: Node) -> None:
    section = next(node for node in tree.all("section") if node.attrs.get("id") == "document-hill-meadow-poker")
    assert "not checked by itself" in section.text
    assert "None found" not in section.text


def test_none_found_is_said_with_what_was_covered(tree: Node) -> None:
    section = next(node for node in tree.all("section") if node.attrs.get("id") == "document-lake-meadow-poker-gap")
    assert "None found in what this check covers: one hand at a time" in section.text


def test_page_of_nothing_is_a_page() -> None:
    tree = read(render(page(comparison=Comparison((), (), ""), findings={}, specs=SPECS[:1], program={})))
    assert "Nothing was compared." in tree.text
    assert "1 published document says" in tree.text


def test_side_that_is_missing_is_not_compared() -> None:
    bare = replace(EQUAL, sides=EQUAL.sides[:1])
    html = render(page(comparison=Comparison((HARBOUR,), (bare,), "")))
    assert [cell.classes[1] for cell in by_class(rows(read(html))[0], "answer")] == ["answered", "missing", "missing"]


def test_round_of_another_experiment_is_shown_without_cards() -> None:
    round_ = {"id": "w", "spec": HARBOUR, "outcome": {"number": 17}, "players": [{"seat": 1, "wagers": {"ante": 5}}]}
    html = render(page(comparison=Comparison((HARBOUR,), (replace(EQUAL, witness={HARBOUR: round_}),), "")))
    figure = next(rows(read(html))[0].all("figure"))
    assert [node.text for node in figure.all("dt")] == ["number", "Harbour Rooms"]
    assert not by_class(figure, "card")


# Text that means harm.


def test_hostile_text_stays_text() -> None:
    html = render(hostile_page())
    tree = read(html)
    assert len(list(tree.all("script"))) == 1
    assert not list(tree.all("img"))
    assert not any(name.startswith("on") for node in tree.all() for name in node.attrs)
    assert "49" not in next(tree.all("title")).text
    assert next(tree.all("title")).text == HOSTILE


def test_unknown_status_is_never_shown_as_agreement() -> None:
    html = render(hostile_page())
    assert rows(read(html))[-1].attrs["data-status"] == "differs"


# Words.


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("stand_off", "stand-off"),
        ("3 * ante | 4 * ante", "3 × Ante or 4 × Ante"),
        ("lose / stand_off", "lose / stand-off"),
        ("8 to 1", "8 to 1"),
        ("undetermined", "silent"),
        ("win, net -2.50", "win, net −2.50"),
        ("3.14(b)-(c)", "3.14(b)-(c)"),
    ],
)
def test_answers_are_written_as_a_person_would(text: str, shown: str) -> None:
    assert answer(text, SPECS[0]) == shown


def test_dates_cannot_be_read_the_wrong_way_round() -> None:
    assert long_date("2022-04-03") == "3 April 2022"
    assert long_date("spring 2022") == "spring 2022"
    assert in_force("unknown") == "date in force not stated"


def test_documents_of_one_publisher_are_told_apart() -> None:
    same = (SPECS[0], replace(SPECS[0], id="harbour/brook", title="Brook Poker"), SPECS[1])
    assert [one.short for one in headings(same).values()] == [
        "Harbour Rooms, Meadow Poker",
        "Harbour Rooms, Brook Poker",
        "Lake Commission",
    ]
    twins = (SPECS[0], replace(SPECS[0], id="harbour/old"))
    assert [one.short for one in headings(twins).values()] == [HARBOUR, "harbour/old"]


def test_anchors_are_plain_unique_and_do_not_hang_on_order() -> None:
    anchors = Anchors("row")
    assert anchors.take("a > b", exact=True) != anchors.take("a < b", exact=True)
    assert anchors.take("a > b") == "row-a-b"
    assert anchors.take("a > b") == "row-a-b-2"
    assert Anchors("row").take("…") == "row"


def test_code_is_cut_out_of_messages() -> None:
    assert pieces("when `a` holds") == (("when ", False), ("a", True), (" holds", False))
    assert pieces("a lone ` sign") == (("a lone ` sign", False),)


def test_cards_have_a_name_a_colour_and_a_shape() -> None:
    ten, king = faces("Th Ks")
    assert (ten.rank, ten.name, ten.red) == ("10", "ten of hearts", True)
    assert (king.rank, king.name, king.red) == ("K", "king of spades", False)
    assert {ten.suit, king.suit} < set(SUIT_PATHS)
    assert faces_or_none("Ah Xx") == ()
    assert faces_or_none(None) == ()
    with pytest.raises(ValueError, match="is no card"):
        faces("Xx")
