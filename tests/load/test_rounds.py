"""Rounds from JSON: the fast reader against the schema, amounts, and lines that are no rounds."""
# ruff: noqa: E501 - tables are read row by row

import copy
import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.errors import LoadError
from rulespec.load.amounts import amount_of, shown
from rulespec.load.rounds import _Irregular, _round, parse_json, read_round
from rulespec.load.schema import validate_plain
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.round import Action, Placed, Player

HERE = Place("rounds.jsonl", 3, 1)

FULL: dict[str, Any] = {
    "id": "r1",
    "spec": "harbour/three-bells",
    "date": "2024-02-29",
    "options": {"side_table": 1, "raise_multiples": {"dawn": [3, 4]}},
    "board": "2c 9d Jh 4s 5s",
    "dealer": "Kh 7c",
    "players": [
        {
            "seat": 1,
            "cards": "Ah Kd",
            "wagers": {"first": 10, "side": "2.50"},
            "actions": [
                {"stage": "dawn", "do": "check"},
                {"stage": "noon", "do": "bet", "wager": "raise", "amount": 20},
            ],
        },
        {
            "seat": 4,
            "wagers": [{"wager": "first", "amount": 5}, {"wager": "first", "amount": 5, "as": "again", "area": 4}],
        },
    ],
    "events": [{"event": "bell_dropped", "stage": "noon", "seat": 4}],
    "expect": {"1": {"first": {"result": "win", "net": 10}}},
    "why": "for the sake of it",
    "note": ["anything"],
}
WHEEL: dict[str, Any] = {
    "spec": "harbour/eight-pockets",
    "outcome": {"pocket": "one", "spin": 3, "dice": [1, "2", Decimal("2.5")]},
    "players": [{"seat": 2, "wagers": {"hue": Decimal("0.5")}}],
}
AREAS: dict[str, Any] = {
    "spec": "harbour/lamp-and-tide",
    "players": [
        {"seat": 1, "cards": "Ah Kd", "wagers": {"first": 10}},
        {
            "seat": 2,
            "wagers": [
                {"wager": "first", "amount": 5, "area": 2},
                {"wager": "guest", "amount": "2.50", "area": 1},
                {"wager": "guest", "amount": Decimal("0.5"), "as": "own_guest", "area": 2},
                {"wager": "guest", "amount": 3, "as": "third"},
            ],
        },
    ],
    "events": [{"event": "stumble", "seats": [1, 2], "tide": "low", "elections": {"1": "stay"}}, {"event": "fog"}],
}


def accepted(data: Any, spec: str = "") -> bool:
    """Whether the fast reader takes a round."""
    try:
        _round(data, spec)
    except (_Irregular, ValueError, KeyError, TypeError, AttributeError):
        return False
    return True


def by_schema(data: Any) -> list[Finding]:
    return validate_plain(data, "round", HERE)


@pytest.mark.parametrize("data", [FULL, WHEEL, AREAS])
def test_a_full_round_is_read_by_both(data: dict[str, Any]) -> None:
    assert accepted(data)
    assert not by_schema(data)


def test_what_a_round_says_is_kept() -> None:
    read = read_round(FULL, HERE)
    assert (read.id, read.spec, read.board, read.dealer) == ("r1", "harbour/three-bells", "2c 9d Jh 4s 5s", "Kh 7c")
    assert (read.date, read_round(WHEEL, HERE).date) == ("2024-02-29", "")
    assert read.players == (
        Player(
            1,
            "Ah Kd",
            {"first": 10, "side": Fraction(5, 2)},
            (Action("dawn", "check"), Action("noon", "bet", "raise", 20)),
        ),
        Player(4, None, {"first": 5}, (), (Placed("again", "first", 5, 4),)),
    )
    assert read.events == (FULL["events"][0],)
    assert read_round(WHEEL, HERE).outcome == WHEEL["outcome"]
    assert read_round(FULL, HERE, "harbour/two-bells").spec == "harbour/two-bells"


def test_wagers_on_other_areas_are_kept_apart_from_a_hand_s_own() -> None:
    owner = read_round(AREAS, HERE).players[1]
    assert owner.wagers == {"first": 5}
    assert owner.elsewhere == (
        Placed("guest", "guest", Fraction(5, 2), 1),
        Placed("own_guest", "guest", Fraction(1, 2), 2),
        Placed("third", "guest", 3, 2),
    )


# Every place of a round, with something else put there: whatever the fast reader takes, the schema takes too.


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if isinstance(data, dict):
        found += [place for key in data for place in places(data[key], (*path, key))]
    elif isinstance(data, list):
        found += [place for number in range(len(data)) for place in places(data[number], (*path, number))]
    return found


GONE = object()
OTHER = [
    GONE, None, True, False, 0, 1, -1, 7, 10**12, Decimal("1.5"), Decimal("1.0"), Decimal("-2"), Decimal("1E+5"),
    Decimal("1E-9"), Decimal("1E+999999"), "", " ", "x", "5", "-5", "+5", " 5", "5.", ".5", "1_0", "1e3", "٣", "NaN",
    "Infinity", "0", "0.00001", "a/b", "a b/c", "/a", "a/", [], {}, [1], ["x"], {"x": 1}, [[]], {"wager": "w", "amount": 1},
    [{"wager": "w", "amount": 1}], [{"wager": 5, "amount": 1}], [{"wager": "w"}], [{"event": "e", "stage": 5}], "Ah Kd",
]  # fmt: skip


def changed(data: Any, path: tuple[Any, ...], value: Any, key: str = "") -> Any:
    data = copy.deepcopy(data)
    if not path:
        return None if value is GONE else value
    here = data
    for step in path[:-1]:
        here = here[step]
    if value is GONE:
        del here[path[-1]]
    elif key and isinstance(here[path[-1]], dict):
        here[path[-1]][key] = value
    else:
        here[path[-1]] = value
    return data


@pytest.mark.parametrize("base", [FULL, WHEEL, AREAS])
def test_the_fast_reader_takes_nothing_that_the_schema_refuses(base: dict[str, Any]) -> None:
    taken = 0
    for path in places(base):
        for value in OTHER:
            data = changed(base, path, value)
            if accepted(data):
                taken += 1
                assert not by_schema(data), (path, value)
    assert taken > 100


KEYS = st.sampled_from(
    ["id", "spec", "seat", "cards", "wagers", "amount", "as", "area", "stage", "event", "x", "expect", ""]
)


@settings(max_examples=examples(400), deadline=None)
@given(st.sampled_from([FULL, WHEEL, AREAS]), st.data())
def test_the_fast_reader_takes_nothing_that_the_schema_refuses_after_several_changes(base: Any, data: Any) -> None:
    round_ = base
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(round_)))
        round_ = changed(round_, path, data.draw(st.sampled_from(OTHER)), data.draw(KEYS))
    if accepted(round_):
        assert not by_schema(round_)
    else:
        with pytest.raises(LoadError) as refused:
            read_round(round_, HERE)
        assert refused.value.findings
        assert all(finding.message and finding.place == HERE for finding in refused.value.findings)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("date",), "2023-02-29", "there is no day `2023-02-29`: write one of the calendar, as `2022-06-10`"),
        (("date",), "10/06/2022", "`date`: expected a day written as `2022-06-10`, found `10/06/2022`"),
        (("players", 0, "seat"), Decimal("1.0"), "the seat 1.0 is not written as a whole number"),
        (("players", 1, "seat"), 1, "two hands have the same `seat`"),
        (("spec",), GONE, "the round names no `spec`, and none is given by `--spec`"),
        (("players", 1, "wagers", 1, "as"), GONE, "`first` is listed twice; tell them apart with `as`"),
        (("players", 0, "wagers", "first"), 0, "the amount of `first` is not above 0"),
        (("players", 0, "wagers", "first"), 10**10, "the amount of `first` is above 1,000,000,000, more than any table takes"),
        (("players", 0, "actions", 1, "amount"), Decimal("0.00001"), "the amount of `raise` has more than 4 decimals"),
        (("players", 1, "wagers", 1, "area"), Decimal("1.0"), "the area 1.0 of `first` is not written as a whole number"),
    ],
)  # fmt: skip
def test_what_the_schema_cannot_say_is_said_too(path: Any, value: Any, message: str) -> None:
    with pytest.raises(LoadError) as refused:
        read_round(changed(FULL, path, value), HERE)
    assert [(finding.rule, finding.message) for finding in refused.value.findings] == [("bad-form", message)]


def test_what_a_wager_says_beside_its_amount_is_where_it_stands() -> None:
    split = {"wager": "split", "amount": 5, "numbers": [1, "2"]}
    further = {"wager": "split", "amount": 7, "numbers": [3, 4], "as": "other split"}
    player = read_round(changed(FULL, ("players", 1, "wagers"), [split, further]), HERE).players[1]
    assert player.wagers == {"split": 5}
    assert player.positions == {"split": {"numbers": [1, "2"]}}
    assert player.elsewhere == (Placed("other split", "split", 7, player.seat, {"numbers": [3, 4]}),)


@pytest.mark.parametrize("where", [{}, {"a": 1}, None, True, [[1]], [None]])
def test_where_a_wager_stands_is_a_text_a_number_or_a_list_of_them(where: Any) -> None:
    with pytest.raises(LoadError) as refused:
        read_round(changed(FULL, ("players", 1, "wagers"), [{"wager": "split", "amount": 5, "numbers": where}]), HERE)
    assert refused.value.findings


def test_a_spec_given_from_outside_stands_in_for_none() -> None:
    assert read_round(changed(FULL, ("spec",), GONE), HERE, "harbour/two-bells").spec == "harbour/two-bells"


# Amounts.


@pytest.mark.parametrize(
    ("given", "amount"),
    [
        (1, 1),
        ("10", 10),
        ("2.50", Fraction(5, 2)),
        (Decimal("0.0001"), Fraction(1, 10_000)),
        (Decimal("1E+3"), 1000),
        (Decimal("5.0000000"), 5),
        (10**9, 10**9),
        (0.1, Fraction(1, 10)),
    ],
)
def test_amounts_are_exact(given: Any, amount: Any) -> None:
    assert amount_of(given) == amount
    assert type(amount_of(given)) is type(amount)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (0, "is not above 0"),
        (-1, "is not above 0"),
        (Decimal("-0.0"), "is not above 0"),
        ("0.00", "is not above 0"),
        (10**9 + 1, "is above"),
        ("9" * 21, "is above"),
        ("9" * 5000, "is out of all bounds"),
        (Decimal("1E+999999"), "is out of all bounds"),
        (Decimal("1E-999999"), "is out of all bounds"),
        (Decimal("0.00001"), "has more than 4 decimals"),
        (Decimal("NaN"), "is not an amount"),
        (Decimal("Infinity"), "is not an amount"),
        (float("nan"), "is not an amount"),
        *(
            (text, "is not an amount")
            for text in ("", " 5", "5 ", "+5", "-5", "1_0", "1e3", "NaN", "٣", "5.", ".5", "$5")
        ),
        *((other, "is not an amount") for other in (True, None, [], {}, [5])),
    ],
)
def test_what_is_no_amount(given: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        amount_of(given)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (10, "10"),
        (-10, "-10"),
        (0, "0"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(1, 3), "0.33"),
        (Fraction(2, 3), "0.67"),
        (Fraction(-2, 3), "-0.67"),
        (Fraction(1, 3000), "0.00"),
        (Fraction(-1, 3000), "0.00"),
        (Fraction(1, 1_000_000), "0.000001"),
        (Fraction(35, 3), "11.67"),
    ],
)
def test_amounts_are_shown_exactly_or_to_the_cent(amount: Any, text: str) -> None:
    assert shown(amount) == text


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=9999))
def test_an_amount_shown_is_within_half_a_cent(amount: Fraction) -> None:
    assert abs(Fraction(shown(amount)) - amount) <= Fraction(1, 200)


# JSON.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON: expecting value at column 1"),
        ("{", "not JSON: expecting property name"),
        ('{"id": "a", "id": "b"}', "the key `id` stands twice in one object"),
        ('{"players": [{"seat": 1, "seat": 2}]}', "the key `seat` stands twice in one object"),
        ('{"a": NaN}', "`NaN` is not a number"),
        ('{"a": -Infinity}', "`-Infinity` is not a number"),
        ("[" * 200_000, "nested too deeply"),
        ("[" * 51 + "]" * 51, "nested too deeply"),
        ('{"a": ' * 60 + "1" + "}" * 60, "nested too deeply"),
        ("9" * 5000, "a number is out of all bounds"),
        ("1e99999999999999999999", "a number is out of all bounds"),
        ('"' + "x" * 1_000_000 + '"', "longer than 1,000,000 characters"),
        ('{"id": "\\ud800"}', "it holds a character that is none"),
        ('{"id": "\udcff"}', "it holds a character that is none"),
        ('{"\\udfff": [1]}', "it holds a character that is none"),
        ("{} {}", "not JSON: extra data at column 4"),
    ],
)
def test_what_is_no_json(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        parse_json(text)
    assert str(refused.value).startswith(said)


def test_json_numbers_are_exact() -> None:
    assert parse_json("[0.1, 1, 1e2, 1e999999]") == [Decimal("0.1"), 1, Decimal("1e2"), Decimal("1e999999")]


def test_characters_written_by_escapes_are_characters() -> None:
    assert parse_json('["\\u00e9", "\\ud83c\\udccf", "é"]') == ["é", "\U0001f0cf", "é"]


def test_many_objects_beside_one_another_are_not_deep() -> None:
    assert len(parse_json(json.dumps([{"seat": n} for n in range(500)]))) == 500


@settings(max_examples=examples(200), deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda v: st.lists(v) | st.dictionaries(st.text(max_size=5), v)))  # fmt: skip
def test_any_json_is_a_round_or_refused(data: Any) -> None:
    parsed = parse_json(json.dumps(data))
    assert parsed == data
    with pytest.raises(LoadError) as refused:
        read_round(parsed, HERE, "harbour/three-bells")
    assert refused.value.findings
