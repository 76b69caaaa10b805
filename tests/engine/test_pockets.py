"""An invented wheel, written in YAML alone: settled pocket by pocket, each test named by the clause it is about."""
# ruff: noqa: E501 - a rule stands in one line

from pathlib import Path

import pytest
from invented import POCKETS, edited, pockets, refused, said, settle

NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight")


@pytest.mark.parametrize("pocket", ["one", "three", "five"])
def test_3a_amber_wins_even_money(pocket: str) -> None:
    assert said(settle(pockets(pocket, hue=10)))["hue"] == ("win", "10", ("3(a)", "7"))


@pytest.mark.parametrize("pocket", ["two", "four", "six"])
def test_3b_teal_loses(pocket: str) -> None:
    assert said(settle(pockets(pocket, hue=10)))["hue"] == ("lose", "-10", ("3(b)",))


def test_3c_the_gilded_pocket_voids() -> None:
    assert said(settle(pockets("eight", hue=10)))["hue"] == ("void", "0", ("3(c)",))


def test_3_says_nothing_of_a_plain_slate_pocket() -> None:
    settled = settle(pockets("seven", hue=10))
    assert said(settled)["hue"] == ("undetermined", None, ("3",))
    assert settled.seats[1].wagers["hue"].stake == 10


def test_4a_and_8_low_pays_by_colour() -> None:
    assert said(settle(pockets("three", low="2.5")))["low"] == ("win", "5/2", ("4(a)", "8", "8[amber]"))
    assert said(settle(pockets("two", low=5)))["low"] == ("win", "15/2", ("4(a)", "8", "8[teal]"))


def test_4a_and_5_answer_twice_for_the_four() -> None:
    assert said(settle(pockets("four", low=10)))["low"] == ("conflict", None, ("4(a)", "5"))


def test_4b_and_5_agree_on_the_eight_and_both_are_cited() -> None:
    assert said(settle(pockets("eight", low=10)))["low"] == ("lose", "-10", ("4(b)", "5"))


def test_9_the_star_pays_odds_or_the_prize_of_the_house() -> None:
    assert said(settle(pockets("seven", star=10)))["star"] == ("win", "40", ("6(a)", "9", "9[seven]"))
    assert said(settle(pockets("eight", star=10)))["star"] == ("win", "50", ("6(a)", "9", "9[eight]"))


def test_7_the_prize_must_be_given_where_it_is_won() -> None:
    settled = settle(pockets("eight", {}, star=10))
    assert refused(settled) == [
        ("seat 1, star: the option `star_prize` is not given, and its outcome turns on it", ("9", "9[eight]"))
    ]
    assert settled.findings[0].hint == "give the option `star_prize`; the document leaves it to the operator"
    for pocket in NAMES[:7]:
        assert not settle(pockets(pocket, {}, star=10)).findings


@pytest.mark.parametrize("pocket", NAMES)
def test_every_pocket_settles_every_wager(pocket: str) -> None:
    found = said(settle(pockets(pocket, hue=1, low=1, star=1)))
    assert list(found) == ["hue", "low", "star"]
    assert all(cites for _, _, cites in found.values())


def test_a_round_without_an_outcome_says_what_is_missing() -> None:
    settled = settle(pockets(None, hue=10))
    assert [message for message, _ in refused(settled)] == [
        "seat 1, hue: `colour` and `gilded` are not known, and its outcome turns on them"
    ]
    assert {finding.hint for finding in settled.findings} == {"record the outcome (`pocket`)"}


@pytest.mark.parametrize(
    ("more", "message", "hint"),
    [
        ({"outcome": {"pocket": "nin"}}, "`nin` cannot come up as `pocket`", None),
        ({"outcome": {"pocket": "sevn"}}, "`sevn` cannot come up as `pocket`", "did you mean `seven`?"),
        ({"outcome": {"pocket": 7}}, "`7` cannot come up as `pocket`", None),
        ({"outcome": {"poket": "one"}}, "`poket` is not what comes up in this game", "write `pocket`"),
        ({"board": "2c"}, "this game has no cards, and `board` gives some", ""),
        ({"dealer": "2c 3c"}, "this game has no cards, and `dealer` gives some", ""),
    ],
)
def test_what_cannot_come_up_is_refused(more: dict[str, object], message: str, hint: str | None) -> None:
    settled = settle({**pockets("one", hue=10), **more})
    assert [found for found, _ in refused(settled)] == [message]
    assert hint is None or settled.findings[0].hint == hint


def test_a_player_holds_no_cards() -> None:
    round_ = pockets("one", hue=10)
    round_["players"][0]["cards"] = "Ah Kd"
    assert refused(settle(round_)) == [("this game has no cards, and seat 1 holds some", ())]


def test_an_act_is_offered_nowhere() -> None:
    round_ = pockets("one", hue=10)
    round_["players"][0]["actions"] = [{"stage": "dawn", "do": "check"}]
    assert refused(settle(round_)) == [("seat 1: there is no stage `dawn`", ())]


def test_another_wager_is_yaml_alone(tmp_path: Path) -> None:
    """A fourth wager, on even values, in four lines."""
    library = edited(
        tmp_path,
        POCKETS,
        {
            "  star: {placed: before_deal, cite: 2(c)}": "  star: {placed: before_deal, cite: 2(c)}\n"
            "  side: {placed: before_deal, cite: 2(d)}",
            '  star:\n    cite: "6"': '  side:\n    cite: "10"\n    rules:\n'
            "    - {when: value in 2 | 4 | 6 | 8, then: win, cite: 10(a)}\n"
            '    - {when: not value in 2 | 4 | 6 | 8, then: lose, cite: 10(b)}\n  star:\n    cite: "6"',
            '  hue: {always: 1 to 1, cite: "7"}': '  hue: {always: 1 to 1, cite: "7"}\n  side: {always: 1 to 1, cite: "11"}',
        },
    )
    for number, pocket in enumerate(NAMES, 1):
        result = said(settle(pockets(pocket, side=1), library))["side"][0]
        assert result == ("lose" if number % 2 else "win")
