"""Irregularities, what follows, and jackpots as flat rows: effects by wager, origins, ids and overrides."""

from pathlib import Path

import pytest
from invented import rulebook
from lamps import LAMPS, SHELF

from rulespec.lang.show import show
from rulespec.model.rows import Row, Rulebook, Table
from rulespec.tables.compile import compile_spec

ALL = ("first", "second", "side", "guest", "raise", "pot_1", "pot_2")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return compile_spec(SHELF.load(LAMPS))


def row(table: Table, clause: str) -> Row:
    (found,) = (row for row in table.rows if row.cites[0] == clause)
    return found


def test_groups_stand_for_their_wagers_and_are_cited(book: Rulebook) -> None:
    carried = row(book.events["gust"].table, "7.1(b)")
    effects = dict(carried.then.pairs)
    assert effects == {**dict.fromkeys(ALL[:5], "returned"), "pot_1": "carried", "pot_2": "carried"}
    assert carried.cites == ("7.1(b)", "1.5(b)")
    assert [(origin.via, origin.clause) for origin in carried.origins] == [("rule", "7.1(b)"), ("group", "1.5(b)")]


def test_a_deed_stands_for_what_it_does_and_is_cited(book: Rulebook) -> None:
    misdeal = row(book.events["gust"].table, "7.1(c)")
    assert misdeal.then.pairs == (("round", "void"),)
    assert misdeal.cites == ("7.1(c)", "1.6")
    assert misdeal.id == "7.1(c)/gust/void(round)"


def test_what_names_a_wager_itself_stands_whatever_comes_first(tmp_path: Path) -> None:
    for place, then in enumerate(("{all: lose, first: void}", "{first: void, all: lose}")):
        changed = rulebook(tmp_path / str(place), {"then: misdeal, cite: 7.1(c)": f"then: {then}, cite: 7.1(c)"}, LAMPS)
        effects = dict(row(changed.events["gust"].table, "7.1(c)").then.pairs)
        assert effects == {"first": "void", **dict.fromkeys(ALL[1:], "lose")}


def test_what_is_done_to_the_hand_is_kept_beside_the_wagers(book: Rulebook) -> None:
    folded = row(book.events["stumble"].table, "7.3(a)")
    effects = dict(folded.then.pairs)
    assert effects == {"hand": "folded", **dict.fromkeys(ALL[:5], "lose and continue")}
    assert folded.id == "7.3(a)/stumble/folded(hand)+lose_and_continue(first second side guest raise)"


def test_amounts_are_by_wager(book: Rulebook) -> None:
    mended = row(book.events["pot_short"].table, "7.7(a)")
    assert [(wager, show(amount)) for wager, amount in mended.then.amounts] == [
        ("pot_1", "event.due"),
        ("pot_2", "event.due"),
    ]


def test_overrides_are_ids_of_rows_of_the_event(book: Rulebook) -> None:
    assert row(book.events["two_tides"].table, "7.9(d)").overrides == ("7.9(c)/two_tides/lose(side)",)
    assert row(book.events["two_tides"].table, "7.9(c)").overrides == ()


def test_an_event_has_its_choices_and_what_shows_it(book: Rulebook) -> None:
    shown = book.events["no_second"]
    assert shown.choices == ("stay", "leave")
    assert shown.occurs is not None
    assert show(shown.occurs) == "dealt and not placed(second)"
    assert book.events["gust"].occurs is None
    assert set(book.events) == {"gust", "keeper_called", "stumble", "shade", "mercy", "no_second", "pot_short", "side_wet", "two_tides", "sparks"}  # fmt: skip  # noqa: E501


def test_a_table_s_own_condition_goes_into_each_row(tmp_path: Path) -> None:
    when = 'side_wet:\n    cite: "7.8"'
    changed = rulebook(tmp_path, {when: f"{when}\n    when: event.stage = noon"}, LAMPS)
    assert [show(one.when) for one in changed.events["side_wet"].table.rows] == ["event.stage = noon"]


def test_one_table_for_several_events(tmp_path: Path) -> None:
    changed = rulebook(tmp_path, {"  side_wet:\n": "  side_wet fog:\n"}, LAMPS)
    wet, fog = (changed.events[name].table for name in ("side_wet", "fog"))
    assert [one.id for one in wet.rows] == ["7.8/side_wet/continue(side)"]
    assert [one.id for one in fog.rows] == ["7.8/fog/continue(side)"]


def test_what_follows_is_one_table(book: Rulebook) -> None:
    assert book.follow is not None
    assert [(one.id, one.cites) for one in book.follow.rows] == [
        ("8(a)//returned(pot_1 pot_2)", ("8(a)", "1.5(b)")),
    ]


def test_definitions_that_rows_of_jackpots_use_are_cited(book: Rulebook) -> None:
    share = book.jackpots["pot_1"].share
    assert share is not None
    assert row(share, "9.6(a)").cites == ("9.6(a)", "9.2", "1.4(b)")
    assert row(share, "9.6(b)").cites[:2] == ("9.6(b)", "9.1(a)")
    assert row(share, "9.6(b)").id == "9.6(b)/pot_1/equally(near_shown)"


def test_it_is_the_wager_of_the_jackpot(book: Rulebook) -> None:
    for wager, meters in (("pot_1", ["near"]), ("pot_2", ["near", "far"])):
        adds = book.jackpots[wager].adds
        assert adds is not None
        assert [(meter, show(becomes)) for meter, becomes in adds.rows[0].then.amounts] == [
            (f"pools({name})", f"pools({name}) + pool_shares({name}) * stake({wager}) / 100") for name in meters
        ]


def test_all_further_tables_are_given(book: Rulebook) -> None:
    assert len(book.further_tables()) == len(book.events) + 1 + 6
    ids = [one.id for table in book.further_tables() for one in table.rows]
    assert all(ids)
