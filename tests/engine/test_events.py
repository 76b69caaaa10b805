"""What irregularities do to rounds of an invented game: each rule of their reading with a round that just shows it."""
# ruff: noqa: E501 - tables are read row by row

from pathlib import Path
from typing import Any

import pytest
from invented import edited
from lamps import BASE, LAMPS, LOSES, cites, event, hand, outcome, play, settled, table

from rulespec.engine.session import Session

ON = {"first": ("win", "10", ""), "second": ("win", "10", ""), "raise": ("win", "10", "")}
OFF = ("void", "0", "")
BACK = ("void", "0", "returned")
OPEN = ("undetermined", None, "")
CONFLICT = ("conflict", None, "")
FULL = {"side": 5, "guest": 5, "pot_1": 5, "pot_2": 10}


def changed(folder: Path, changes: dict[str, str]) -> Session:
    return Session(edited(folder, LAMPS, changes).load)


# The round.


def test_a_void_round_is_void_for_every_wager_and_hand() -> None:
    found = settled(table(hand(1, side=5, guest=5), hand(2, LOSES), events=[event("gust", any_raise=False, dry=False)]))
    assert found.round == "void"
    for seat in (1, 2):
        assert set(outcome(found, seat).values()) == {OFF}
        assert cites(found, "first", seat) == ("7.1(c)", "1.6")


def test_a_round_that_goes_on_is_settled_as_usual_and_cites_the_clause() -> None:
    found = settled(table(hand(), events=[event("gust", "noon", any_raise=True)]))
    assert (found.round, outcome(found)) == ("settled", ON)
    assert cites(found, "first") == ("4.1(a)", "5.1", "7.1(a)")


def test_all_but_a_group_and_what_is_carried_to_the_next_round() -> None:
    found = play(hand(acts=(), **FULL), events=[event("gust", any_raise=False, dry=True)])
    pots = {"pot_1", "pot_2"}
    # What follows from a First bell that is returned is that the pots are: against what is carried.
    assert {name: said for name, said in found.items() if name not in pots} == dict.fromkeys(
        ("first", "second", "side", "guest"), BACK
    )
    assert {found[name] for name in pots} == {CONFLICT}


def test_the_clauses_of_groups_and_deeds_are_cited() -> None:
    found = settled(table(hand(acts=(), pot_1=5), events=[event("gust", any_raise=False, dry=True)]))
    assert cites(found, "pot_1") == ("7.1(b)", "1.5(b)", "8(a)")


def test_an_event_of_which_the_document_says_nothing_leaves_every_wager_open() -> None:
    found = settled(table(hand(acts=()), events=[event("fog")]))
    assert (found.round, set(outcome(found).values())) == ("stopped", {OPEN})


# One hand.


def test_a_hand_that_is_void_leaves_the_others_alone() -> None:
    found = settled(table(hand(1), hand(2), events=[event("stumble", seat=2, tide="high")]))
    assert outcome(found) == ON
    assert set(outcome(found, 2).values()) == {OFF}
    assert found.round == "settled"


def test_a_hand_taken_for_folded_is_settled_as_one_that_folded() -> None:
    found = play(hand(acts=("check",), side=5, pot_1=5), events=[event("stumble", "noon", seat=1, tide="low")])
    assert found["first"] == found["second"] == ("lose", "-10", "")
    # The Side bell is still won with a pair by the usual rule, against the clause that takes it.
    assert found["side"] == CONFLICT
    assert found["pot_1"] == ("lose", "-5", "")


def test_what_no_clause_of_the_event_speaks_of_is_a_gap_that_cites_its_table() -> None:
    found = settled(table(hand(1), hand(2), events=[event("stumble", seat=1, tide="slack")]))
    assert set(outcome(found).values()) == {OPEN}
    assert cites(found, "first") == ("7.3",)
    assert outcome(found, 2) == ON


def test_a_hand_that_is_not_exposed_is_compared_with_none() -> None:
    found = play(hand(pot_1=5), events=[event("shade", "noon", seat=1)])
    assert found["first"] == OPEN  # no limb of 4.1 speaks of such a hand
    assert found["pot_1"] == ("lose", "-5", "")  # 4.3(c)


def test_a_folded_hand_that_is_reinstated() -> None:
    found = play(hand(acts=("fold",)), events=[event("mercy", "noon", seat=1)])
    assert found == dict.fromkeys(BASE, ("stand_off", "0", ""))
    assert play(hand(), events=[event("mercy", "noon", seat=1)]) == ON


def test_effects_on_the_hand_do_nothing_to_hands_that_it_did_not_befall(tmp_path: Path) -> None:
    session = changed(tmp_path, {"{when: befallen, then: {hand: not_exposed}": "{when: always, then: {hand: folded}"})
    found = settled(table(hand(1), hand(2), events=[event("shade", "noon", seat=2)]), session)
    assert outcome(found) == ON
    assert outcome(found, 2)["first"] == ("lose", "-10", "")


def test_a_round_that_one_hand_makes_void_is_void_for_all(tmp_path: Path) -> None:
    session = changed(
        tmp_path,
        {
            "{when: befallen and event.tide = high, then: {hand: void}": "{when: befallen and event.tide = high, then: misdeal"
        },
    )
    found = settled(table(hand(1), hand(2), events=[event("stumble", seat=2, tide="high")]), session)
    assert found.round == "void"
    assert {said for seat in (1, 2) for said in outcome(found, seat).values()} == {OFF}


def test_several_hands_may_be_named() -> None:
    found = settled(table(hand(1), hand(2), hand(3), events=[event("stumble", seats=[1, 3], tide="high")]))
    assert [outcome(found, seat)["first"] for seat in (1, 2, 3)] == [OFF, ("win", "10", ""), OFF]


# Wagers.


def test_an_event_on_one_wager_leaves_the_others_as_they_are() -> None:
    found = settled(table(hand(side=5), events=[event("side_wet", "noon")]))
    assert outcome(found) == {**ON, "side": ("win", "5", "")}
    assert "7.8" in cites(found, "side")
    assert "7.8" not in cites(found, "first")


def test_an_event_on_one_wager_excuses_no_act() -> None:
    found = settled(table(hand(acts=(), side=5), events=[event("side_wet")]))
    assert [one.message for one in found.findings] == [
        "seat 1: no act is recorded at `dawn`, where the hand is still live"
    ]


def test_an_event_on_amounts_disposes_of_nothing() -> None:
    assert play(events=[event("uneven", seat=1, wager="first", least=20)]) == ON


@pytest.mark.parametrize("least", [20, "20", 20.5, "20.5"])
def test_a_limit_that_an_event_gives_is_an_option_of_the_round(least: Any) -> None:
    found = settled(table(hand(), events=[event("uneven", seat=1, wager="first", least=least)]))
    assert "2.7" in cites(found, "first")
    assert "2.7" not in cites(settled(table(hand(), events=[event("uneven", seat=1)])), "first")
    given = settled(table(hand(), events=[event("uneven", seat=1, least=least)], options={"house_minimum": least}))
    assert "2.7" in cites(given, "first")
    other = settled(table(hand(), events=[event("uneven", seat=1, least=least)], options={"house_minimum": 5}))
    assert "and the options `house_minimum: 5`" in other.findings[0].message


def test_two_clauses_that_differ_are_a_conflict_and_both_are_cited() -> None:
    found = settled(table(hand(), events=[event("two_tides", tide="high", favoured=[])]))
    assert outcome(found)["first"] == CONFLICT
    assert cites(found, "first") == ("7.9(a)", "7.9(b)")


def test_what_is_named_and_no_more_is_a_gap_that_cites_the_clause() -> None:
    found = settled(table(hand(), events=[event("two_tides", tide="slack", favoured=[])]))
    assert outcome(found)["second"] == OPEN
    assert cites(found, "second") == ("7.9(g)", "7.9")


def test_a_row_beats_another_on_its_own_wager_alone() -> None:
    happened = [event("two_tides", tide="slack", favoured=2)]
    found = settled(table(hand(1, side=5), hand(2, side=5), events=happened))
    assert (outcome(found)["side"], outcome(found, 2)["side"]) == (("lose", "-5", ""), BACK)
    assert cites(found, "side", 2) == ("7.9(d)",)


def test_paid_by_the_pay_table_or_by_odds() -> None:
    found = play(hand(guest=4, pot_1=5), events=[event("two_tides", tide="slack", favoured=[])])
    assert found["guest"] == ("win", "4", "")
    assert found["raise"] == ("win", "15", "")
    assert found["pot_1"] == ("invalid", "0", "")


def test_two_payments_of_one_wager_are_a_conflict() -> None:
    assert play(events=[event("two_tides", tide="low", favoured=[])])["raise"] == CONFLICT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("void", "returned"), BACK),
        (("returned", "retracted"), ("void", "0", "retracted, returned")),
        (("invalid", "invalid"), ("invalid", "0", "")),
        (("invalid", "returned"), BACK),
        (("carried", "carried"), ("void", "0", "carried")),
        (("carried", "returned"), CONFLICT),
        (("void", "stand_off"), CONFLICT),
        (("void", "lose"), CONFLICT),
        (("lose", "lose"), ("lose", "-10", "")),
        (("paid 1 to 1", "paid 2 to 2"), ("win", "10", "")),
        (("paid 1 to 1", "paid"), ("win", "10", "")),
        (("paid 1 to 1", "paid 3 to 2"), CONFLICT),
        (("continue", "returned"), CONFLICT),
        (("continue", "paid 1 to 1"), ("win", "10", "")),
        (("none", "returned"), BACK),
        (("reinstated", "none"), OPEN),
    ],
)
def test_which_dispositions_agree(words: tuple[str, str], said: tuple[str, str | None, str], tmp_path: Path) -> None:
    changes = {
        "{first: void},      cite: 7.9(b)": f"{{first: {words[1]}}}, cite: 7.9(b)",
        "{first: stand_off}, cite: 7.9(a)": f"{{first: {words[0]}}}, cite: 7.9(a)",
    }
    happened = [event("two_tides", "noon", tide="high", favoured=[])]
    assert outcome(settled(table(hand(), events=happened), changed(tmp_path, changes)))["first"] == said


def test_the_order_of_rows_has_no_meaning(tmp_path: Path) -> None:
    text = (edited(tmp_path, LAMPS, {}).path(LAMPS)).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if "cite: 7.9(" in line]
    turned = text.replace("\n".join(lines), "\n".join(reversed(lines)))
    (tmp_path / f"{LAMPS}.yaml").write_text(turned, encoding="utf-8")
    session = Session(edited(tmp_path / "b", LAMPS, {}).load)
    (tmp_path / f"b/{LAMPS}.yaml").write_text(turned, encoding="utf-8")
    for tide in ("low", "slack", "high"):
        round_ = table(hand(side=5, guest=4), events=[event("two_tides", tide=tide, favoured=1)])
        assert outcome(settled(round_, session)) == outcome(settled(round_))


# A row that is beaten does nothing at all.


@pytest.mark.parametrize(("count", "state"), [(3, "void"), (2, "settled"), (1, "settled")])
def test_a_row_that_is_beaten_makes_no_round_void(count: int, state: str) -> None:
    found = settled(table(hand(), events=[event("sparks", "noon", sparks=count, seat=1)]))
    assert found.round == state
    assert outcome(found) == (ON if state == "settled" else dict.fromkeys(ON, OFF))


# Several events.


def test_an_earlier_final_word_ends_a_wager() -> None:
    happened = [event("stumble", seat=1, tide="high"), event("two_tides", tide="high", favoured=[])]
    assert play(hand(acts=()), events=happened) == dict.fromkeys(BASE, OFF)


def test_a_later_final_word_ends_what_an_earlier_event_let_go_on() -> None:
    happened = [event("gust", "noon", any_raise=True), event("keeper_called", "noon", order="void")]
    found = settled(table(hand(), events=happened))
    assert (found.round, outcome(found)) == ("void", dict.fromkeys(ON, OFF))


def test_facts_of_an_event_do_not_reach_the_next(tmp_path: Path) -> None:
    session = changed(tmp_path, {"{when: event.order = void, ": "{when: event.order = void or event.tide = high, "})
    happened = [event("stumble", "noon", seat=2, tide="high"), event("keeper_called", "noon", order="go_on")]
    found = settled(table(hand(1), hand(2), events=happened), session)
    assert ["turns on `tide`" in finding.message for finding in found.findings] == [True]


def test_an_earlier_event_that_ends_a_wager_needs_no_facts_of_the_later() -> None:
    happened = [event("keeper_called", order="void"), event("gust"), event("stumble", seat=1), event("keeper_called")]
    assert play(hand(acts=()), events=happened) == dict.fromkeys(BASE, OFF)


def test_an_event_reads_what_the_one_before_has_left() -> None:
    """A hand taken for folded is a folded hand to the next event."""
    happened = [event("stumble", "noon", seat=1, tide="low"), event("mercy", "noon", seat=1)]
    found = settled(table(hand(acts=("check",), pot_1=5), events=happened))
    assert "7.5(a)" in cites(found, "pot_1")


# What the round itself shows.


def test_a_missing_wager_is_shown_by_the_round() -> None:
    found = settled(table(hand(1, second=None, acts=()), hand(2), events=[]))
    assert found.findings  # what the other player chose is not recorded
    assert "turns on `chose(stay)`, `chose(leave)`" in found.findings[0].message
    assert found.findings[0].clauses == ("7.6(b)", "7.6(c)", "1.5(b)")
    assert found.findings[0].hint == "record the event `no_second` with what is known of it"


def test_a_recorded_event_confirms_what_the_round_shows() -> None:
    happened = [event("no_second", seat=1, elections={"2": "stay", "3": "leave"})]
    found = settled(table(hand(1, second=None, acts=(), side=5), hand(2), hand(3), events=happened))
    assert outcome(found) == {"first": OFF, "side": OFF}
    assert outcome(found, 2) == ON
    assert "7.6(b)" in cites(found, "first", 2)
    assert outcome(found, 3) == dict.fromkeys(ON, ("void", "0", "retracted"))


def test_the_hands_that_show_it_are_one_event() -> None:
    seats = [hand(1, second=None, acts=()), hand(2, second=None, acts=())]
    for order in (seats, seats[::-1]):
        found = settled(table(*order))
        assert [outcome(found, seat) for seat in (1, 2)] == [{"first": OFF}] * 2
        assert cites(found, "first", 1) == cites(found, "first", 2)


def test_a_hand_that_shows_it_and_is_not_named_is_befallen_too() -> None:
    """What befell the hand that is named (it was mended) says nothing of the other."""
    found = settled(
        table(
            hand(1, pot_1=4),
            hand(2, pot_1=4),
            events=[event("pot_short", "noon", seat=1, mended=True, due=5)],
            options=POTS,
        )
    )
    assert [finding.message for finding in found.findings] == [
        "seat 2: a pot wager is too small, and what follows turns on `event.mended`, which is not known"
    ]


def test_a_missing_wager_without_an_event_is_a_fault() -> None:
    found = settled(table(hand(first=None)))
    assert "no `first` is placed" in found.findings[0].message
    assert found.findings[0].clauses == ("2.1",)


def test_a_seat_without_a_hand_shows_nothing() -> None:
    found = settled(table(hand(1), {"seat": 2, "wagers": [{"wager": "guest", "amount": 4, "area": 1}]}))
    assert outcome(found) == ON
    assert outcome(found, 2) == {"guest": ("win", "4", "")}


# Amounts.


POTS = {"pot_price": 5}


def test_an_amount_that_is_put_right_is_the_stake() -> None:
    happened = [event("pot_short", "noon", seat=1, mended=True, due=5)]
    found = settled(table(hand(pot_1=4), events=happened, options=POTS))
    pot = found.seats[1].wagers["pot_1"]
    assert (pot.result, pot.stake, pot.net) == ("lose", 5, -5)
    assert set(pot.cites) >= {"4.3(b)", "7.7(a)", "1.5(b)"}


def test_an_amount_that_is_not_put_right() -> None:
    happened = [event("pot_short", "noon", seat=1, mended=False)]
    assert play(hand(pot_1=4), events=happened, options=POTS) == {**ON, "pot_1": ("invalid", "0", "")}


def test_an_amount_that_is_not_recorded_is_asked_for() -> None:
    found = settled(table(hand(pot_1=4), events=[event("pot_short", seat=1, mended=True)], options=POTS))
    assert ["`due`" in finding.message for finding in found.findings] == [True]
    assert found.findings[0].hint == "add `due` to the event"


def test_amounts_are_told_before_any_is_changed(tmp_path: Path) -> None:
    changes = {
        "{when: always, then: {side: continue}, cite": "{when: always, then: {side first second: continue}, stake: {first: 2 * first, second: 2 * first, side: first}, cite"
    }
    for order in (
        changes,
        {
            key: text.replace(
                "first: 2 * first, second: 2 * first, side: first", "side: first, second: 2 * first, first: 2 * first"
            )
            for key, text in changes.items()
        },
    ):
        found = settled(
            table(hand(side=5, acts=()), events=[event("side_wet"), event("keeper_called", order="void")]),
            changed(tmp_path, order),
        )
        assert {name: wager.placed for name, wager in found.seats[1].wagers.items()} == {
            "first": 20,
            "second": 20,
            "side": 10,
        }


def test_two_clauses_that_change_an_amount_differently_are_a_conflict(tmp_path: Path) -> None:
    more = "{when: always, then: {side: continue}, stake: {side: 7}, cite: 7.8(a)}\n    - {when: event.stage = noon, then: {side: continue}, stake: {side: 8}, cite: 7.8(b)}\n    - "
    session = changed(
        tmp_path, {"{when: always, then: {side: continue}": more + "{when: always, then: {side: continue}"}
    )
    found = settled(table(hand(side=5), events=[event("side_wet", "noon")]), session)
    assert outcome(found)["side"] == CONFLICT
    assert cites(found, "side") == ("7.8(a)", "7.8(b)")
    found = settled(table(hand(side=5), events=[event("side_wet", "dawn")]), session)
    assert outcome(found)["side"] == ("win", "7", "")


def test_an_amount_alone_may_matter(tmp_path: Path) -> None:
    rows = "{when: event.stage = dawn, then: {side: continue}, stake: {side: 7}, cite: 7.8(a)}\n    - "
    session = changed(
        tmp_path, {"{when: always, then: {side: continue}": rows + "{when: always, then: {side: continue}"}
    )
    found = settled(table(hand(side=5), events=[event("side_wet", None)]), session)
    assert ["`stage`" in finding.message for finding in found.findings] == [True]


# What follows.


def test_what_follows_from_a_wager_that_is_returned() -> None:
    found = settled(table(hand(acts=(), pot_1=5), events=[event("keeper_called", order="void")]))
    assert outcome(found)["pot_1"] == BACK
    assert cites(found, "pot_1") == ("7.2(a)", "8(a)", "1.5(b)")


def test_nothing_follows_where_it_goes_on() -> None:
    assert play(hand(pot_1=5), events=[event("keeper_called", order="go_on")])["pot_1"] == ("lose", "-5", "")


def test_rows_on_what_follows_have_no_order(tmp_path: Path) -> None:
    row = "{when: returned(first), then: {pots: returned}, cite: 8(a)}"
    other = "{when: returned(first), then: {pots: lose}, cite: 8(b)}"
    found = []
    for name, rows in (("a", (row, other)), ("b", (other, row))):
        session = changed(tmp_path / name, {row: "\n  - ".join(rows)})
        found.append(
            outcome(settled(table(hand(acts=(), pot_1=5), events=[event("stumble", seat=1, tide="high")]), session))
        )
    assert found[0] == found[1]
    assert found[0]["pot_1"] == CONFLICT


def test_what_follows_from_another_hand_does_not_turn_on_the_seats(tmp_path: Path) -> None:
    session = changed(tmp_path, {"{when: returned(first), then": "{when: any other player (returned(first)), then"})
    happened = [event("stumble", "noon", seat=2, tide="high")]
    for seats in ((hand(1, pot_1=5), hand(2)), (hand(2), hand(1, pot_1=5))):
        assert outcome(settled(table(*seats, events=happened), session))["pot_1"] == BACK


# Rounds that were not played to their end.


@pytest.mark.parametrize(
    ("acts", "stage", "fine"),
    [((), "dawn", True), ((), "noon", True), (("check",), "noon", True), (("check",), "dawn", True)],
)
def test_acts_may_be_missing_from_where_the_round_ended(acts: tuple[str, ...], stage: str, fine: bool) -> None:
    found = settled(table(hand(acts=acts), events=[event("keeper_called", stage, order="void")]))
    assert (not found.findings) == fine
    assert fine or "no act is recorded at `dawn`" in found.findings[0].message


def test_acts_may_not_be_missing_where_the_round_went_on() -> None:
    found = settled(table(hand(acts=()), events=[event("keeper_called", order="go_on")]))
    assert "no act is recorded at `dawn`" in found.findings[0].message


@pytest.mark.parametrize(
    ("happened", "acts", "state"),
    [
        (event("keeper_called", order="void"), (), "void"),
        (event("keeper_called", "noon", order="void"), ("check", "raise"), "void"),
        (event("stumble", seat=1, tide="high"), (), "settled"),
        (event("stumble", seat=1, tide="slack"), (), "stopped"),
        (event("stumble", seat=1, tide="slack"), ("check", "fold"), "settled"),
        (event("keeper_called"), (), "stopped"),
        (event("gust", any_raise=False, dry=True), (), "settled"),
    ],
)
def test_the_state_of_a_round(happened: dict[str, Any], acts: tuple[str, ...], state: str) -> None:
    assert settled(table(hand(acts=acts), events=[happened])).round == state


# Decisions.


@pytest.mark.parametrize("acts", [(), ("check", "raise"), ("check", "fold")])
def test_a_decision_that_is_not_recorded_is_never_guessed(acts: tuple[str, ...]) -> None:
    found = settled(table(hand(acts=acts), events=[event("keeper_called")]))
    assert set(outcome(found).values()) == {OPEN}
    assert cites(found, "first") == ("7.2(a)", "7.2(b)")


def test_a_decision_that_changes_nothing_is_not_asked_for(tmp_path: Path) -> None:
    session = changed(tmp_path, {"then: {round: continue}, cite: 7.2(b)": "then: {round: void}, cite: 7.2(b)"})
    rows = {"{when: event.order = void,  then": "{when: event.order = void or event.order = go_on, then"}
    session = changed(
        tmp_path / "b",
        {
            **rows,
            "    - {when: event.order = go_on, then: {round: continue}, cite: 7.2(b)}\n": "    - {when: not event.order = go_on, then: {round: void}, cite: 7.2(b)}\n",
        },
    )
    found = settled(table(hand(acts=()), events=[event("keeper_called")]), session)
    assert found.round in ("stopped", "void")


# Wagers on other hands.


def listed(**areas: int) -> list[dict[str, Any]]:
    own = [{"wager": name, "amount": amount} for name, amount in BASE.items()]
    return [*own, *({"wager": "guest", "amount": 4, "as": name, "area": area} for name, area in areas.items())]


def test_a_wager_on_another_hand_reads_that_hand_and_pays_its_owner() -> None:
    guest = {**hand(2, LOSES), "wagers": listed(on_one=1, on_self=2)}
    found = settled(table(hand(1), guest))
    assert outcome(found, 2)["on_one"] == ("win", "4", "")
    assert outcome(found, 2)["on_self"] == ("lose", "-4", "")
    assert "on_one" not in outcome(found)


def test_a_wager_on_another_hand_shares_its_fate() -> None:
    guest = {**hand(2, LOSES), "wagers": listed(on_one=1)}
    found = settled(table(hand(1, guest=4), guest, events=[event("stumble", "noon", seat=1, tide="high")]))
    assert outcome(found, 2)["on_one"] == OFF
    assert outcome(found, 2)["first"] == ("lose", "-10", "")


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (
            [hand(1), {**hand(2), "wagers": listed(there=3)}],
            "seat 2: `there` stands on the area of seat 3, which has no hand here",
        ),
        ([hand(1, guest=4), {**hand(2), "wagers": listed(a=1, b=1)}], "seat 2: 3 wagers `guest` on the area of seat 1"),
        (
            [{**hand(1), "wagers": [*listed(), {"wager": "side", "amount": 4, "area": 2}]}, hand(2)],
            "seat 1: `side` stands only on the player's own area, and once",
        ),
        (
            [{**hand(1), "wagers": [*listed(), {"wager": "raise", "amount": 4, "area": 2}]}, hand(2)],
            "seat 1: this spec has no first wager `raise`",
        ),
        (
            [{**hand(1), "wagers": [*listed(), {"wager": "nothing", "amount": 4, "area": 2}]}, hand(2)],
            "seat 1: this spec has no first wager `nothing`",
        ),
    ],
)
def test_what_may_not_stand_on_an_area(seats: list[dict[str, Any]], message: str) -> None:
    assert [finding.message for finding in settled(table(*seats)).findings] == [message]
