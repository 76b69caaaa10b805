"""Records of irregularities that say something wrong, or too little: each is told what is wrong and what to do."""
# ruff: noqa: E501 - tables are read row by row

from typing import Any

import pytest
from lamps import event, hand, outcome, problems, settled, table

ORDERS = "is not one of go_on, void"
SEAT = "is not the number of a seat"


@pytest.mark.parametrize(
    ("record", "message", "hint"),
    [
        (event("gustt"), "there is no event `gustt`", "did you mean `gust`?"),
        (event("bell_dropped"), "there is no event `bell_dropped`", "the vocabulary lists the events under `events`"),
        (event("spin_stopped"), "the event `spin_stopped` cannot befall this game", "it belongs to another family"),
        (event("gust", "nooon"), "the event `gust`: there is no stage `nooon`", "did you mean `noon`?"),
        (event("gust", "pre_flop"), "the event `gust`: there is no stage `pre_flop`", "the stages are dawn, noon, dusk"),
        (
            event("gust", dri=True),
            "the event `gust`: `dri` is nothing that can be said of it; did you mean `dry`?",
            "",
        ),
        (
            event("gust", tide="low"),  # a fact of other events
            "the event `gust`: `tide` is nothing that can be said of it; it may say any_raise, dry, seat",
            "",
        ),
        (event("fog", note="x"), "the event `fog`: `note` is nothing that can be said of it; it may say nothing else", ""),
        (event("gust", dry="true"), "the event `gust`: `dry` is neither true nor false", ""),
        (event("gust", dry=1), "the event `gust`: `dry` is neither true nor false", ""),
        (event("gust", dry=None), "the event `gust`: `dry` is neither true nor false", ""),
        (event("keeper_called", order="stop"), f"the event `keeper_called`: `order` {ORDERS}", ""),
        (event("keeper_called", order=["void"]), f"the event `keeper_called`: `order` {ORDERS}", ""),
        (event("keeper_called", order=True), f"the event `keeper_called`: `order` {ORDERS}", ""),
        (event("stumble", seat="1"), f"the event `stumble`: `seat` {SEAT}", ""),
        (event("stumble", seat=0), f"the event `stumble`: `seat` {SEAT}", ""),
        (event("stumble", seat=True), f"the event `stumble`: `seat` {SEAT}", ""),
        (event("stumble", seat=1.5), f"the event `stumble`: `seat` {SEAT}", ""),
        (event("stumble", seats=[1, [2]]), f"the event `stumble`: `seats` {SEAT}", ""),
        (event("stumble", seats={"1": 2}), f"the event `stumble`: `seats` {SEAT}", ""),
        (event("two_tides", favoured="all"), f"the event `two_tides`: `favoured` {SEAT}", ""),
        (event("pot_short", seat=1, due="five"), "the event `pot_short`: `due` is not an amount", ""),
        (event("pot_short", seat=1, due=-5), "the event `pot_short`: `due` is not above 0", ""),
        (event("pot_short", seat=1, due=True), "the event `pot_short`: `due` is not an amount", ""),
        (event("pot_short", seat=1, due=0.00001), "the event `pot_short`: `due` has more than 4 decimals", ""),
        (event("pot_short", seat=1, due=10**12), "the event `pot_short`: `due` is above 1,000,000,000, more than any table takes", ""),
        (event("sparks", sparks="three"), "the event `sparks`: `sparks` is not a number", ""),
        (event("sparks", sparks=[3]), "the event `sparks`: `sparks` is neither a number nor a name", ""),
        (event("sparks", sparks=True), "the event `sparks`: `sparks` is neither a number nor a name", ""),
        (event("sparks", sparks=None), "the event `sparks`: `sparks` is neither a number nor a name", ""),
        (event("no_second", elections="stay"), "the event `no_second`: `elections` is not an object of seats and what they chose", ""),
        (event("no_second", elections=[]), "the event `no_second`: `elections` is not an object of seats and what they chose", ""),
        (event("no_second", elections={"one": "stay"}), "the event `no_second`: `elections` `one`: write a seat and what it chose", ""),
        (event("no_second", elections={"²": "stay"}), "the event `no_second`: `elections` `²`: write a seat and what it chose", ""),
        (event("no_second", elections={"٣": "stay"}), "the event `no_second`: `elections` `٣`: write a seat and what it chose", ""),
        (event("no_second", elections={"0": "stay"}), "the event `no_second`: `elections` `0`: write a seat and what it chose", ""),
        (event("no_second", elections={"1": 5}), "the event `no_second`: `elections` `1`: write a seat and what it chose", ""),
        (
            event("no_second", elections={"1": "stey"}),
            "the event `no_second`: `elections` `1`: `stey` is nothing that a player may choose; did you mean `stay`?",
            "",
        ),
        (
            event("no_second", seat=1, election="burn"),
            "the event `no_second`: `election` `1`: `burn` is nothing that a player may choose; it may be `stay`, `leave`",
            "",
        ),
        (
            event("no_second", election="stay"),
            "the event `no_second`: `election` does not say whose it is: add `seat`, or write `elections` by seat",
            "",
        ),
    ],
)  # fmt: skip
def test_a_record_that_is_wrong(record: dict[str, Any], message: str, hint: str) -> None:
    assert problems(events=[record]) == [(message, hint)]


def test_a_seat_of_thousands_of_digits_is_no_seat() -> None:
    (problem,) = problems(events=[event("no_second", elections={"9" * 5000: "stay"})])
    assert "write a seat and what it chose" in problem[0]


def test_everything_wrong_with_all_records_is_said_at_once() -> None:
    records = [event("gustt"), event("gust", "none", dry=2, dri=1), event("stumble", seat="x", tide=3)]
    assert len(problems(events=records)) == 6


@pytest.mark.parametrize("record", [{}, {"event": ""}, {"event": 5}, {"event": "gust", "stage": 3}, "gust", None, []])
def test_what_is_no_record_is_no_round(record: Any) -> None:
    found = settled(table(hand(), events=[record]))
    assert found.findings
    assert not found.seats


def test_a_list_of_thousands_of_events_and_seats() -> None:
    many = [event("side_wet", "noon")] * 3000
    assert outcome(settled(table(hand(side=5), events=many)))["side"] == ("win", "5", "")
    seats = list(range(2, 60_000))
    assert (
        outcome(settled(table(hand(1), hand(2), events=[event("stumble", seats=seats, tide="high")])))["first"][0]
        == "win"
    )


def test_a_choice_that_the_event_does_not_offer() -> None:
    found = settled(
        table(hand(1, second=None, acts=()), hand(2), events=[event("no_second", seat=1, elections={"2": "flee"})])
    )
    assert "`flee`" in found.findings[0].message


# Facts that are missing.


def missing(
    *hands: dict[str, Any], events: list[dict[str, Any]], **more: Any
) -> list[tuple[str, str, tuple[str, ...]]]:
    found = settled(table(*(hands or (hand(),)), events=events, **more))
    assert found.findings
    return [(finding.message, finding.hint, finding.clauses) for finding in found.findings]


def test_a_fact_is_asked_for_with_the_clauses_that_need_it() -> None:
    assert missing(hand(acts=("fold",)), events=[event("gust")]) == [
        (
            "seat 1: a gust scatters the cards, and what follows turns on `dry`, which is not known",
            "add `dry` to the event",
            ("7.1(b)", "1.5(b)", "7.1(c)", "1.6"),
        )
    ]


def test_a_fact_is_asked_for_only_where_it_matters() -> None:
    assert outcome(settled(table(hand(), events=[event("gust", "noon", any_raise=True)])))["first"][0] == "win"
    found = settled(table(hand(2), hand(1), events=[event("stumble", "noon", seat=2, tide="low")]))
    assert outcome(found)["first"][0] == "win"


def test_which_hand_it_befell_is_asked_for() -> None:
    (problem,) = missing(events=[event("stumble", tide="high")])
    assert problem[:2] == (
        "seat 1: a player stumbles, and what follows turns on which hand it befell, which is not known",
        "add `seat` to the event",
    )
    (problem,) = missing(hand(1), hand(2), events=[event("stumble", tide="high")])
    assert problem == ("the event `stumble` does not say which hand it befell", "add `seat` to the event", ("7.3",))


def test_what_a_player_chose_is_asked_for() -> None:
    (problem,) = missing(hand(1, second=None, acts=()), hand(2), events=[event("no_second", seat=1)])
    assert problem[0].startswith("seat 2: no Second bell is placed, and what follows turns on what the player chose")
    assert problem[1] == 'add `"elections": {"2": ...}` to the event'


# What the acts say of an event.


@pytest.mark.parametrize(
    ("stage", "acts", "said", "result"),
    [
        ("noon", ("raise",), None, "win"),  # a Raise was placed before noon: the round knows
        ("noon", ("raise",), True, "win"),
        ("noon", ("raise",), False, "says `any_raise: false`"),
        ("noon", ("check", "raise"), True, "win"),  # at noon itself, before or after the event
        ("noon", ("check", "raise"), False, "turns on `dry`"),
        ("noon", ("check", "raise"), None, "turns on `any_raise`, `dry`"),
        ("noon", ("check", "fold"), True, "says `any_raise: true`"),
        ("noon", ("check", "fold"), False, "turns on `dry`"),
        ("noon", ("check", "fold"), None, "turns on `dry`"),
        ("dawn", ("raise",), None, "turns on `any_raise`, `dry`"),
    ],
)
def test_a_fact_that_the_acts_tell_or_contradict(
    stage: str, acts: tuple[str, ...], said: bool | None, result: str
) -> None:
    record = event("gust", stage, **({} if said is None else {"any_raise": said}))
    found = settled(table(hand(acts=acts), events=[record]))
    if result == "win":
        assert outcome(found)["first"][0] == "win"
    else:
        assert [result in finding.message for finding in found.findings] == [True]


def test_what_the_others_did_counts_wherever_they_sit() -> None:
    for seats in ((hand(1, acts=("raise",)), hand(2)), (hand(2), hand(1, acts=("raise",)))):
        assert outcome(settled(table(*seats, events=[event("gust", "noon")])))["first"][0] == "win"


def test_a_stage_that_is_not_recorded_is_not_guessed() -> None:
    found = settled(table(hand(1), hand(2, acts=("fold",)), events=[event("stumble", None, seat=1, tide="low")]))
    assert outcome(found)["first"] == ("lose", "-10", "")
