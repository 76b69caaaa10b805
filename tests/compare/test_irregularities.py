"""Comparing irregularities of an invented game: a copy has no divergence, and each thing changed is seen as it is."""

import re
from pathlib import Path

import pytest
from invented import SPECS, edited

from rulespec.compare.compare import compare
from rulespec.compare.event_answers import kind_of
from rulespec.compare.irregularities import irregularity_rows
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.comparison import Compared
from rulespec.model.place import Place
from rulespec.report.comparison import comparison_text

TIDES = "harbour/lamp-and-tide"
COPY = "harbour/copied-tide"


def copied(folder: Path, *changes: tuple[str, str]) -> list[Settler]:
    """The game and its copy under another name, with texts changed in the copy; a text may go over lines."""
    text = (SPECS / f"{TIDES}.yaml").read_text(encoding="utf-8").replace(f"spec: {TIDES}", f"spec: {COPY}")
    for old, new in changes:
        found = re.findall(old, text)
        assert len(found) == 1, (old, len(found))
        text = re.sub(old, lambda _, new=new: new, text)  # type: ignore[misc]
    return [Settler(spec) for spec in edited(folder, TIDES, {}, {COPY: text}).load_all([TIDES, COPY])]


def rows(settlers: list[Settler], event: str) -> list[Compared]:
    return [row for row in irregularity_rows(settlers) if row.subject == event]


def without(event: str) -> tuple[str, str]:
    """A change by which an event is gone."""
    return rf"  {event}:\n(?:    .*\n|  #.*\n)+", ""


def test_a_copy_has_no_divergence_and_all_its_events(tmp_path: Path) -> None:
    settlers = copied(tmp_path)
    found = irregularity_rows(settlers)
    assert {row.status for row in found} == {"agree"}
    assert {row.subject for row in found} == set(settlers[0].rulebook.events)
    assert [row.id for row in compare(settlers).divergences()] == []


def test_every_answer_has_a_round_that_comes_out_so(tmp_path: Path) -> None:
    settlers = {settler.spec.id: settler for settler in copied(tmp_path)}
    for row in irregularity_rows(list(settlers.values())):
        for side in row.sides:
            assert (side.spec in row.witness) == (side.state not in ("absent", "not_offered")), row.id
            if side.spec in row.witness:
                outcomes = settlers[side.spec].settle(read_round(dict(row.witness[side.spec]), Place("row")))[1].wagers
                mine = [outcomes[wager].result for wager in row.wagers if wager in outcomes]
                if side.state in ("undetermined", "conflict"):
                    assert set(mine) == {side.state}, row.id


DRY = r"not event\.any_raise and not event\.dry, then: "
ORDER = r"event\.order = void,  then: \{round: void\}"
# What is changed, the event whose rows must say so, and how: status, what the copy says, in which case.
CHANGES = {
    "another effect": (
        (DRY + "misdeal", "not event.any_raise and not event.dry, then: {round: continue}"),
        "gust",
        ("differs", "as usual", "not event.any_raise and not event.dry"),
    ),
    "folded instead of void": (
        (r"event\.tide = high, then: \{hand: void\}", "event.tide = high, then: {hand: folded}"),
        "stumble",
        ("differs", "settled as folded", "not folded and event.tide = high"),
    ),
    "a row that is gone": (
        (r"    - \{when: event\.sparks >= 3.*\n", ""),
        "sparks",
        ("silent", "", "event.sparks >= 3"),
    ),
    "lost instead of settled": ((r"\{side: continue\}", "{side: lose}"), "side_wet", ("differs", "lost", "")),
    "carried is not void": (
        (ORDER, "event.order = void, then: {all: carried}"),
        "keeper_called",
        ("differs", "carried to the next round", "event.order = void"),
    ),
}


@pytest.mark.parametrize(("change", "event", "expected"), CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_seen_in_its_case(
    tmp_path: Path, change: tuple[str, str], event: str, expected: tuple[str, str, str]
) -> None:
    found = rows(copied(tmp_path, change), event)
    unlike = [row for row in found if row.status != "agree"]
    assert expected in [(row.status, row.sides[1].says, row.condition) for row in unlike]
    assert all(row.subject == event for row in unlike)


def test_void_and_returned_are_alike_in_effect_and_shown_as_they_are(tmp_path: Path) -> None:
    settlers = copied(tmp_path, (ORDER, "event.order = void, then: {all: returned}"))
    found = [row for row in rows(settlers, "keeper_called") if row.condition == "event.order = void"]
    first = next(row for row in found if "first" in row.wagers)
    assert [side.says for side in first.sides] == ["void", "returned"]
    assert {row.status for row in found} == {"agree"}
    assert kind_of("returned and void") == kind_of("invalid") == "void"
    assert kind_of("carried to the next round") != "void"


def test_an_event_of_which_one_document_says_nothing_is_silent_there(tmp_path: Path) -> None:
    found = rows(copied(tmp_path, without("keeper_called")), "keeper_called")
    assert found
    for row in found:
        assert row.sides[1].state == "undetermined"
        assert row.sides[1].clauses == ()
        assert row.results[COPY].endswith("undetermined")
        assert row.status == "silent"
        assert not row.single


def test_an_event_about_named_wagers_is_nothing_where_no_rule_names_them(tmp_path: Path) -> None:
    (row,) = rows(copied(tmp_path, without("side_wet")), "side_wet")
    assert [side.state for side in row.sides] == ["answered", "absent"]
    assert row.single


def test_a_spec_that_leaves_irregularities_out_has_nothing_encoded(tmp_path: Path) -> None:
    change = (r"\nevents:\n(?:  .*\n)+", '\nleft_out:\n  irregularities: {events: true, because: later, cite: "7"}\n\n')
    found = irregularity_rows(copied(tmp_path, change))
    assert found
    assert all(row.sides[1].state == "absent" and row.single for row in found)


def test_wagers_with_the_same_answers_share_a_row(tmp_path: Path) -> None:
    found = rows(copied(tmp_path), "gust")
    by_wagers = {row.wagers for row in found}
    assert len(by_wagers) == 2
    assert ("pot_1", "pot_2") in by_wagers  # they are carried in one case
    heading = "A gust scatters the cards"
    assert {row.title for row in found} == {
        f"{heading}: all wagers but Near pot, Far pot",
        f"{heading}: Near pot, Far pot",
    }


def test_a_choice_that_a_document_does_not_offer_does_not_arise_there(tmp_path: Path) -> None:
    changes = (
        (r"choices: \[stay, leave\]", "choices: [stay]"),
        (r"    - \{when: not befallen and chose\(leave\).*\n", ""),
    )
    found = rows(copied(tmp_path, *changes), "no_second")
    leaving = [row for row in found if "chose(leave)" in row.condition and "not chose" not in row.condition]
    assert leaving
    assert all(row.sides[1].state in ("not_offered", "absent") for row in leaving)


def test_the_order_of_the_specs_changes_nothing_but_the_order(tmp_path: Path) -> None:
    settlers = copied(tmp_path, (r"\{side: continue\}", "{side: lose}"), without("keeper_called"))
    there = {(row.id, row.status) for row in irregularity_rows(settlers)}
    back = {(row.id, row.status) for row in irregularity_rows(settlers[::-1])}
    assert there == back


# Jackpots.


def test_what_a_jackpot_says_is_compared_part_by_part(tmp_path: Path) -> None:
    share = r"pools\(near\): pools\(near\) \+ pool_shares\(near\) \* stake\(it\) / 100\}, cite: 9\.3\(a\)"
    change = (share, "pools(near): pools(near) + 2 % of stake(it)}, cite: 9.3(a)")
    found = {row.id: row for row in compare(copied(tmp_path, change)).rows if row.area == "jackpot"}
    adds = found["jackpot/pot_1/adds"]
    assert adds.status == "differs"
    assert adds.sides[1].says.endswith("grows by 2 % of the amount at risk (Near pot)")
    assert {row.status for row in found.values() if row is not adds} == {"agree"}
    assert "jackpot/order" in found
    assert found["jackpot/order"].sides[0].says.startswith("by kind of hand, lowest first, then by wager")
    share = found["jackpot/pot_1/share"].sides[0]
    assert "the winners share" in share.says
    assert share.rules[0].clauses


def test_what_stands_in_one_document_only_is_counted_and_shown_with_all(tmp_path: Path) -> None:
    settlers = copied(tmp_path, (r"\nprize_order:\n(?:- .*\n)+", "\n"))
    found = compare(settlers)
    (order,) = [row for row in found.rows if row.id == "jackpot/order"]
    assert order.single
    short = comparison_text(found, {})
    assert "1 more stands in one document only: `--all` shows it" in short
    assert "Order in which prizes" not in short
    assert "Order in which prizes" in comparison_text(found, {}, everything=True)


@pytest.mark.slow
def test_specs_of_two_families_are_compared_with_the_events_that_each_can_have() -> None:
    shelf = Library()
    settlers = [Settler(shelf.load(f"crown-perth/{game}")) for game in ("ultimate-texas-holdem", "crown-holdem-poker")]
    for order in (settlers, settlers[::-1]):
        rows = [row for row in irregularity_rows(order) if row.subject == "flop_wager_inadvertently_not_placed"]
        assert rows
        for row in rows:
            assert [side.state == "absent" for side in row.sides] == [s.spec.family != "holdem-bonus" for s in order]
