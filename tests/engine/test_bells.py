"""An invented game of cards: what becomes of each wager, each test named by the clause it is about."""
# ruff: noqa: E501 - a rule stands in one line

import re
from pathlib import Path
from typing import Any

import pytest
from invented import (
    BELLS,
    CLOSED,
    DEALER_WINS,
    FLUSH,
    PLAYER_WINS,
    STRAIGHT,
    TIE,
    bells,
    edited,
    refused,
    said,
    settle,
)

from rulespec.load.library import Library

ALL = {"first": 10, "second": 10, "side": 5, "lamp": 20}
FOLD = None


def wager(
    name: str, *args: Any, library: Library | None = None, **more: Any
) -> tuple[str, str | None, tuple[str, ...]]:
    """Result, net and clauses of one wager of a round."""
    return said(settle(bells(*args, **more), library))[name]


# One candidate, several, none.


def test_41a_the_better_hand_wins_where_the_dealer_opens() -> None:
    assert wager("first", PLAYER_WINS) == ("win", "10", ("4.1(a)", "1.7", "6.1"))


def test_41bii_the_lesser_hand_loses() -> None:
    assert wager("first", DEALER_WINS) == ("lose", "-10", ("4.1(b)(ii)", "1.7"))


def test_41c_a_dealer_who_does_not_open_stands_off() -> None:
    assert wager("first", CLOSED) == ("stand_off", "0", ("4.1(c)", "1.7"))


def test_41_says_nothing_of_a_tie() -> None:
    assert wager("first", TIE) == ("undetermined", None, ("4.1",))


def test_42_and_43_are_both_cited_where_both_are_silent() -> None:
    assert wager("second", TIE, ALL) == ("undetermined", None, ("4.2", "4.3"))


def test_42c_and_43_answer_differently() -> None:
    assert wager("second", CLOSED, ALL) == ("conflict", None, ("4.2(c)", "4.3", "1.7"))


def test_45c_and_46_agree_since_neither_is_a_result() -> None:
    assert wager("lamp", TIE, ALL) == ("invalid", "0", ("4.5(c)", "4.6"))


def test_rules_that_agree_are_all_cited(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"then: stand_off, cite: 4.7(c)}": "then: stand_off, cite: 4.7(c)}\n    - {when: player.hand > dealer.hand, then: win, cite: \"4.8\"}"})  # fmt: skip
    assert wager("raise", PLAYER_WINS, library=library) == ("win", "20", ("4.7(a)", "4.8", "3.2(b)", "6.1"))


def test_a_wager_with_no_rules_at_all_is_undetermined_by_its_own_clause(tmp_path: Path) -> None:
    text = '  lamp:\n    cite: "4.5"\n    rules:\n'
    library = edited(tmp_path, BELLS, {text: "  side lamp:\n    cite: \"4.9\"\n    rules: []\n  first second:\n    cite: \"4.5\"\n    rules:\n"})  # fmt: skip
    assert wager("lamp", PLAYER_WINS, ALL, library=library) == ("undetermined", None, ("4.9",))


# Folded hands.


def test_41bi_beats_the_other_limbs_of_its_rule() -> None:
    for deal in (PLAYER_WINS, DEALER_WINS, TIE, CLOSED):
        assert wager("first", deal, raised=FOLD) == ("lose", "-10", ("4.1(b)(i)", "3.4", "1.8(a)", "1.6(a)"))


def test_43_is_another_rule_than_the_fold_and_makes_a_conflict() -> None:
    assert wager("second", CLOSED, ALL, FOLD) == ("conflict", None, ("4.3", "1.7", "3.4", "1.8(a)", "1.6(a)"))
    assert wager("second", DEALER_WINS, ALL, FOLD) == ("lose", "-10", ("3.4", "1.8(a)", "1.6(a)"))


def test_44_compares_no_two_hands_and_so_reaches_a_folded_one() -> None:
    assert wager("side", PLAYER_WINS, ALL, FOLD)[:2] == ("win", "15")
    assert wager("side", DEALER_WINS, ALL, FOLD)[:2] == ("lose", "-5")


def test_45_compares_hands_and_so_leaves_a_folded_one_without_a_rule() -> None:
    assert wager("lamp", PLAYER_WINS, ALL, FOLD) == ("undetermined", None, ("4.5",))


def test_a_folded_hand_has_no_raise() -> None:
    assert "raise" not in said(settle(bells(PLAYER_WINS, ALL, FOLD)))


# Overrides.


def test_44c_beats_44a_and_44a_is_not_cited() -> None:
    settled = settle(bells(FLUSH, ALL), explain=True)
    assert said(settled)["side"] == ("void", "0", ("4.4(c)", "1.4(b)", "2.9(a)"))
    assert settled.seats[1].wagers["side"].rows == ("4.4(c)/side/void",)
    aside = [step for step in settled.seats[1].trace if "set aside" in step.text]
    assert [(step.subject, step.text, step.cites) for step in aside] == [
        ("side", "set aside: win by 4.4(a) (except as)", ("4.4(a)", "4.4(c)", "1.4(b)"))
    ]


def test_without_the_override_the_two_are_a_conflict(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {", overrides: 4.4(a), ground: except_as": ""})
    assert wager("side", FLUSH, ALL, library=library) == ("conflict", None, ("4.4(a)", "4.4(c)", "1.4(b)", "2.9(a)"))


def test_an_override_needs_both_rows_to_hold(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"when: player.short >= flush": "when: player.short >= full_house"})
    assert wager("side", FLUSH, ALL, library=library)[0] == "win"


# Validity.


def test_29a_a_valid_wager_cites_why() -> None:
    assert wager("side", DEALER_WINS, ALL) == ("lose", "-5", ("4.4(b)", "2.9(a)"))


def test_29b_an_invalid_wager_has_no_stake_and_no_net() -> None:
    settled = settle(bells(PLAYER_WINS, {"first": 10, "side": 5}))
    assert said(settled)["side"] == ("invalid", "0", ("2.9(b)",))
    assert settled.seats[1].wagers["side"].stake is None


def test_29_says_nothing_of_a_large_one() -> None:
    assert wager("side", PLAYER_WINS, {"first": 10, "side": 200}) == ("undetermined", None, ("2.9",))


def test_29_may_answer_twice(tmp_path: Path) -> None:
    library = edited(
        tmp_path,
        BELLS,
        {"when: placed(second),                             then: valid": "when: amount(side) < 100, then: valid"},
    )
    assert wager("side", PLAYER_WINS, {"first": 10, "side": 5}, library=library) == (
        "conflict",
        None,
        ("2.9(a)", "2.9(b)"),
    )


# Stakes.


@pytest.mark.parametrize(
    ("raised", "at", "stake", "net", "clause"),
    [
        (30, "dawn", 30, "30", "3.1(b)(i)"),
        (40, "dawn", 40, "40", "3.1(b)(ii)"),
        (50, "dawn", 40, "40", "5.1(a)"),
        (20, "dawn", 20, "20", "5.1(b)"),
        (20, "noon", 20, "20", "3.2(b)"),
        (25, "noon", 20, "20", "5.1(c)"),
        (10, "dusk", 10, "10", "3.3(b)"),
    ],
)
def test_31_to_33_and_51_what_is_at_risk(raised: int, at: str, stake: int, net: str, clause: str) -> None:
    settled = settle(bells(PLAYER_WINS, None, raised, at))
    assert said(settled)["raise"] == ("win", net, ("4.7(a)", clause, "6.1"))
    found = settled.seats[1].wagers["raise"]
    assert (found.placed, found.stake, found.excess) == (raised, stake, raised - stake)


@pytest.mark.parametrize(("raised", "at", "clause"), [(35, "dawn", "3.1(b)(i)"), (15, "noon", "3.2(b)"), (15, "dusk", "3.3(b)")])  # fmt: skip
def test_51_an_amount_of_which_nothing_is_said_leaves_it_open(raised: int, at: str, clause: str) -> None:
    for deal in (PLAYER_WINS, DEALER_WINS):
        settled = settle(bells(deal, None, raised, at))
        assert said(settled)["raise"] == ("undetermined", None, (clause, "5.1", "5.2", "1.6(b)"))
        assert settled.seats[1].wagers["raise"].stake is None


def test_52_several_caps_combine_by_the_smallest() -> None:
    options = {"side_table": 1, "house_maximum": {"raise": 33}}
    settled = settle(bells(PLAYER_WINS, None, 50, "dawn", options))
    assert said(settled)["raise"] == ("win", "33", ("4.7(a)", "5.2(b)", "1.6(b)", "6.1"))
    assert settled.seats[1].wagers["raise"].excess == 17
    same = settle(bells(PLAYER_WINS, None, 50, "dawn", {"house_maximum": {"raise": 40}}))
    assert said(same)["raise"] == ("win", "40", ("4.7(a)", "5.1(a)", "5.2(b)", "1.6(b)", "6.1"))


def test_52_as_placed_against_a_cap_that_bites_is_a_conflict() -> None:
    found = wager("raise", PLAYER_WINS, None, 20, "dawn", {"house_maximum": {"raise": 15}})
    assert found == ("conflict", None, ("5.1(b)", "5.2(b)", "1.6(b)"))


def test_52_as_placed_agrees_with_a_cap_that_does_not_bite(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"amount(it) > house_maximum(it), then": "amount(it) >= 0, then"})
    found = wager("raise", PLAYER_WINS, None, 20, "dawn", {"house_maximum": 100}, library=library)
    assert found == ("win", "20", ("4.7(a)", "5.1(b)", "5.2(b)", "1.6(b)", "6.1"))


def test_27_a_limit_that_is_not_given_is_not_in_issue(tmp_path: Path) -> None:
    settled = settle(bells(PLAYER_WINS, ALL), explain=True)
    steps = [step for step in settled.seats[1].trace if "not in issue" in step.text]
    assert [(step.text, step.cites) for step in steps] == [
        (
            "not in issue, since the round does not give it: house_minimum, house_maximum, top_prize",
            ("2.7(a)", "2.7(b)", "2.8"),
        )
    ]
    library = edited(tmp_path, BELLS, {"amount(it) > house_maximum(it), then": "always, then"})
    assert wager("first", PLAYER_WINS, library=library)[:2] == ("win", "10")  # the amount needs it, so no such row


def test_27_a_limit_for_all_wagers_is_one_for_each() -> None:
    settled = settle(bells(PLAYER_WINS, ALL, 20, "noon", {"side_table": 1, "house_maximum": 8}))
    stakes = {name: found.stake for name, found in settled.seats[1].wagers.items()}
    assert stakes == {"first": 8, "second": 8, "side": 5, "lamp": 20, "raise": 8}


def test_22_an_amount_that_must_equal_another_and_does_not() -> None:
    assert wager("second", PLAYER_WINS, {"first": 10, "second": 8}) == ("undetermined", None, ("2.2", "5.2", "1.6(b)"))
    assert wager("second", PLAYER_WINS, {"first": 10, "second": 10})[0] == "stand_off"


@pytest.mark.parametrize(("lamp", "result"), [(20, "win"), (30, "win"), (25, "undetermined"), (10, "undetermined")])
def test_24_an_amount_that_must_equal_one_of_several(lamp: int, result: str) -> None:
    assert wager("lamp", PLAYER_WINS, {"first": 10, "lamp": lamp})[0] == result


def test_24_equal_to_what_an_option_says(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"equals: 2 * first | 3 * first": "equals: 2 * star_prize", "  side_table:    {values": "  star_prize: {missing: error, example: 5, cite: \"2.9\"}\n  side_table:    {values"})  # fmt: skip
    wagers = {"first": 10, "lamp": 20}
    assert wager("lamp", PLAYER_WINS, wagers, options={"star_prize": 10}, library=library)[0] == "win"
    assert wager("lamp", PLAYER_WINS, wagers, options={"star_prize": 11}, library=library)[0] == "undetermined"
    assert refused(settle(bells(PLAYER_WINS, wagers, options={}), library)) == [
        ("seat 1, lamp: the option `star_prize` is not given, and its outcome turns on it", ("2.4",))
    ]


def test_31_an_amount_that_turns_on_an_option_not_given(tmp_path: Path) -> None:
    changes = {
        "amount: 2 * first, cite: 3.2(b)": "amount: first * raise_multiples(noon), cite: 3.2(b)",
        "placed_at(raise) = noon and amount(raise) > 2 * first, then": "folded, then",
        "  side_table:    {values": "  raise_multiples: {missing: error, example: {dawn: [1], noon: [2, 3], dusk: [1]}, cite: \"2.9\"}\n  side_table:    {values",
    }  # fmt: skip
    library = edited(tmp_path, BELLS, changes)
    for multiple, result in ((2, "win"), (3, "win"), (4, "undetermined")):
        options = {"raise_multiples": {"noon": [2, 3]}}
        assert wager("raise", PLAYER_WINS, None, 10 * multiple, options=options, library=library)[0] == result
    assert refused(settle(bells(PLAYER_WINS, options={}), library)) == [
        ("seat 1, raise: the option `raise_multiples(noon)` is not given, and its outcome turns on it", ("3.2(b)",))
    ]


def test_51_a_cap_that_turns_on_an_option_not_given(tmp_path: Path) -> None:
    changes = {
        "then: at most 2 * first, cite: 5.1(c)": "then: at most star_prize, cite: 5.1(c)",
        "  side_table:    {values": '  star_prize: {missing: error, example: 5, cite: "2.9"}\n  side_table:    {values',
    }
    library = edited(tmp_path, BELLS, changes)
    assert wager("raise", PLAYER_WINS, None, 30, options={"star_prize": 12}, library=library)[:2] == ("win", "12")
    assert refused(settle(bells(PLAYER_WINS, None, 30, options={}), library)) == [
        ("seat 1, raise: the option `star_prize` is not given, and its outcome turns on it", ("5.1(c)",))
    ]
    assert not settle(bells(PLAYER_WINS, None, 20, options={}), library).findings  # nothing turns on it


def test_51_an_amount_defined_by_a_wager_that_is_not_there(tmp_path: Path) -> None:
    permitted = edited(tmp_path / "a", BELLS, {"amount: 2 * first, cite: 3.2(b)": "amount: 2 * second, cite: 3.2(b)"})
    assert wager("raise", PLAYER_WINS, library=permitted) == ("undetermined", None, ("3.2(b)", "5.1", "5.2", "1.6(b)"))
    capped = edited(
        tmp_path / "b", BELLS, {"then: at most 2 * first, cite: 5.1(c)": "then: at most second, cite: 5.1(c)"}
    )
    assert wager("raise", PLAYER_WINS, None, 30, library=capped) == ("undetermined", None, ("5.1(c)",))


def test_a_stake_left_open_leaves_open_what_is_defined_by_it(tmp_path: Path) -> None:
    """Of the First bell nothing is said, so nothing can be said of a raise of twice the First bell."""
    library = edited(tmp_path, BELLS, {'required: true, cite: "2.1"': 'required: true, equals: 10, cite: "2.1"'})
    found = said(settle(bells(PLAYER_WINS, {"first": 12, "side": 5}, 24), library))
    assert found["first"] == ("undetermined", None, ("2.1", "5.2", "1.6(b)"))
    assert found["raise"] == ("undetermined", None, ("5.1(c)",))
    assert found["side"][0] == "invalid"


def test_a_result_that_turns_on_a_stake_left_open_is_open(tmp_path: Path) -> None:
    library = edited(
        tmp_path,
        BELLS,
        {
            'required: true, cite: "2.1"': 'required: true, equals: 10, cite: "2.1"',
            "when: player.hand > dealer.hand, then: win,       cite: 4.7(a)": "when: first > 5, then: win, cite: 4.7(a)",
            "amount: 2 * first, cite: 3.2(b)": "amount: 20, cite: 3.2(b)",
            "amount(raise) > 2 * first, then: at most 2 * first": "amount(raise) > 20, then: at most 20",
        },
    )
    assert wager("raise", PLAYER_WINS, {"first": 12}, library=library) == ("undetermined", None, ("4.7(a)", "3.2(b)"))
    assert wager("raise", PLAYER_WINS, {"first": 10}, library=library)[0] == "win"


# Payments.


def test_62_pays_by_the_kind_of_hand() -> None:
    assert wager("second", STRAIGHT, ALL) == ("win", "10", ("4.2(a)", "6.2", "6.2[straight]"))
    assert wager("second", FLUSH, ALL) == ("win", "15", ("4.2(a)", "6.2", "6.2[flush]"))


def test_63_a_payment_above_the_greatest_of_the_house_is_cut() -> None:
    options = {"side_table": 1, "top_prize": 12}
    assert wager("second", FLUSH, ALL, options=options) == ("win", "12", ("4.2(a)", "6.2", "6.2[flush]", "6.3"))
    assert wager("second", STRAIGHT, ALL, options=options) == ("win", "10", ("4.2(a)", "6.2", "6.2[straight]"))
    assert wager("second", FLUSH, ALL, options={"side_table": 1, "top_prize": 15})[2][-1] == "6.2[flush]"


def test_63_a_greatest_payment_that_must_be_given(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"top_prize:     {missing: not_in_issue": "top_prize:     {missing: error, example: 100"})  # fmt: skip
    assert refused(settle(bells(FLUSH, ALL), library)) == [
        (
            "seat 1, second: the option `top_prize` is not given, and its outcome turns on it",
            ("6.2", "6.2[flush]", "6.3"),
        )
    ]
    assert not settle(bells(PLAYER_WINS, ALL), library).findings


def test_64_the_option_picks_the_column(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {", overrides: 4.4(a), ground: except_as": "", "when: player.short >= flush": "when: folded"})  # fmt: skip
    for table, net in ((1, "35"), (2, "30")):
        assert wager("side", FLUSH, ALL, options={"side_table": table}, library=library)[:2] == ("win", net)


def test_64_the_column_must_be_given_where_it_matters(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {", overrides: 4.4(a), ground: except_as": "", "when: player.short >= flush": "when: folded"})  # fmt: skip
    assert refused(settle(bells(FLUSH, ALL, options={}), library)) == [
        ("seat 1, side: the option `side_table` is not given, and its outcome turns on it", ("6.4",))
    ]
    assert wager("side", PLAYER_WINS, ALL, options={}, library=library)[:2] == ("win", "15")  # both columns say 3 to 1
    assert wager("side", DEALER_WINS, ALL, options={}, library=library)[:2] == ("lose", "-5")


def test_64_a_winning_hand_without_a_row_is_undetermined() -> None:
    assert wager("side", STRAIGHT, ALL) == ("undetermined", None, ("4.4(a)", "2.9(a)", "6.4"))


def test_65_a_prize_is_the_net_itself() -> None:
    assert wager("lamp", PLAYER_WINS, ALL) == ("win", "45", ("4.5(a)", "6.5"))


def test_65_a_prize_defined_by_a_wager_that_is_not_there(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"always: 2 * stake(it) + 5": "always: 2 * side"})
    assert wager("lamp", PLAYER_WINS, {"first": 10, "lamp": 20}, library=library) == (
        "undetermined",
        None,
        ("4.5(a)", "6.5"),
    )
    assert wager("lamp", PLAYER_WINS, ALL, library=library)[:2] == ("win", "10")


def test_45b_half_is_taken_exactly() -> None:
    assert wager("lamp", DEALER_WINS, ALL) == ("surrendered", "-10", ("4.5(b)",))
    assert wager("lamp", DEALER_WINS, {"first": "2.5", "lamp": 5}, 5)[:2] == ("surrendered", "-5/2")


def test_a_win_without_a_pay_table_is_undetermined_by_the_wagers_clause(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {'  lamp: {always: 2 * stake(it) + 5, cite: "6.5"}\n': ""})
    assert wager("lamp", PLAYER_WINS, ALL, library=library) == ("undetermined", None, ("4.5(a)", "2.4"))


def test_odds_of_fractions_stay_exact(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"  first: {always: 1 to 1": "  first: {always: 1 to 3"})
    assert wager("first", PLAYER_WINS, library=library)[1] == "10/3"


# What is not known.


def test_cards_that_nothing_turns_on_may_be_missing() -> None:
    folded = settle(bells({}, raised=FOLD))
    assert said(folded) == {"first": ("lose", "-10", ("4.1(b)(i)", "3.4", "1.8(a)", "1.6(a)"))}


def test_a_missing_card_is_said_with_the_rules_that_need_it() -> None:
    settled = settle(bells({"board": PLAYER_WINS["board"], "cards": "Ah Ks"}))
    message, clauses = refused(settled)[0]
    assert message == "seat 1, first: `dealer.hand` is not known, and its outcome turns on it"
    assert clauses == ("4.1(a)", "1.7", "4.1(b)(ii)", "4.1(c)")
    assert {finding.hint for finding in settled.findings} == {"record the dealer's two cards"}


def test_what_is_missing_is_said_once_for_each_wager() -> None:
    messages = [message for message, _ in refused(settle(bells({}, ALL)))]
    assert len(messages) == len(set(messages))
    assert len({message.partition(": ")[0] for message in messages}) == len(messages)
    assert any(re.search("`player.hand`.* not known, and its outcome turns on", message) for message in messages)
    assert all(message.startswith("seat 1, ") for message in messages)


def test_a_missing_hand_of_another_seat_is_said(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"when: player.hand = dealer.hand,               then: invalid": "when: any other player (player.hand >= flush), then: invalid"})  # fmt: skip
    round_ = bells(PLAYER_WINS, ALL)
    round_["players"].append({**bells({}, {"first": 5}, FOLD)["players"][0], "seat": 2})
    assert refused(settle(round_, library)) == [
        ("seat 1, lamp: something of another hand is not known, and its outcome turns on it", ("4.6",))
    ]


# Other hands.


def test_hands_are_settled_each_by_itself() -> None:
    round_ = bells(PLAYER_WINS, ALL)
    round_["players"].append({**bells(DEALER_WINS, ALL)["players"][0], "seat": 3, "cards": "7d 4s"})
    settled = settle(round_)
    assert said(settled, 1)["first"][0] == "win"
    assert said(settled, 3)["first"][0] == "lose"


def test_a_rule_about_the_other_hands_sees_them_all(tmp_path: Path) -> None:
    library = edited(tmp_path, BELLS, {"  lamp: {always: 2 * stake(it) + 5": "  lamp: {always: 10 * count of players with (not folded)"})  # fmt: skip
    round_ = bells(PLAYER_WINS, ALL)
    assert said(settle(round_, library))["lamp"][1] == "10"
    round_["players"] += [
        {**bells(PLAYER_WINS)["players"][0], "seat": 2, "cards": "8d 5s"},
        {**bells(PLAYER_WINS, raised=FOLD)["players"][0], "seat": 5, "cards": "7d 4s"},
    ]
    assert said(settle(round_, library))["lamp"][1] == "20"
    round_["players"].reverse()
    assert said(settle(round_, library))["lamp"][1] == "20"


def test_a_stake_by_the_other_hands_does_not_turn_on_the_order_of_seats(tmp_path: Path) -> None:
    """Each hand's Lamp counts only as long as no other hand's First bell is above 8; a cap makes it 8."""
    changes = {
        "  table:\n    cite: \"5.2\"": "  lamp:\n    cite: \"5.3\"\n    rules:\n    - {when: any other player (first > 8), then: at most 1, cite: \"5.3\"}\n  table:\n    cite: \"5.2\"",
    }  # fmt: skip
    library = edited(tmp_path, BELLS, changes)
    round_ = bells(PLAYER_WINS, {"first": 10, "lamp": 20}, options={"house_maximum": {"first": 8}})
    round_["players"].append({**round_["players"][0], "seat": 2, "cards": "8d 5s"})
    found = {seat: settle(round_, library).seats[seat].wagers["lamp"].stake for seat in (1, 2)}
    round_["players"].reverse()
    turned = {seat: settle(round_, library).seats[seat].wagers["lamp"].stake for seat in (1, 2)}
    assert found == turned == {1: 1, 2: 1}


# The trace.


def test_a_trace_says_in_words_what_was_decided_and_why() -> None:
    settled = settle(bells(PLAYER_WINS, {"first": 10}, 50, "dawn"), explain=True)
    steps = {(step.subject, step.text) for step in settled.seats[1].trace}
    assert ("first", "First bell wins, net +10.") in steps
    assert (
        "first",
        "win: the dealer's hand is one pair or better, and the player's hand is higher than the dealer's hand",
    ) in steps
    assert ("raise", "10 of the 50 placed is handed back") in steps
    assert ("raise", "paid 1 to 1 on 40") in steps


def test_a_trace_changes_no_outcome() -> None:
    for deal in (PLAYER_WINS, DEALER_WINS, TIE, CLOSED, STRAIGHT, FLUSH):
        for raised in (FOLD, 20, 25):
            assert said(settle(bells(deal, ALL, raised), explain=True)) == said(settle(bells(deal, ALL, raised)))
