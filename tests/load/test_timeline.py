"""Days of editions: which is in force, where two are and where none is, held against a look at every single day."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.load.days import known_day, parse_day
from rulespec.load.timeline import HOLE, OVERLAP, UNDATED, days, edition_findings, in_force, spans
from rulespec.model.edition import Edition
from rulespec.model.place import Place
from rulespec.model.spec import Document

GAME = "harbour/game"
DOCUMENT = Document("Rules", "Nowhere", "The House", "First edition", "unknown")
START = date(2023, 12, 1)  # the days below go over a leap day
LENGTH = 120
ONE = timedelta(days=1)


def edition(name: str, first: date | None, until: date | None = None, example: str = "") -> Edition:
    document = replace(DOCUMENT, example=example)
    return Edition(f"{GAME}@{name}" if name else GAME, document, first, until, Place(f"{name or 'game'}.yaml", 1, 1))


def day(text: str) -> date:
    return parse_day(text)


@st.composite
def timelines(draw: st.DrawFn) -> list[Edition]:
    made = []
    for number in range(draw(st.integers(1, 6))):
        first = draw(st.none() | st.integers(0, 60))
        length = draw(st.none() | st.integers(0, 30))
        begins = None if first is None else START + first * ONE
        until = None if length is None or begins is None else begins + length * ONE
        made.append(edition("" if number == 0 else f"e{number}", begins, until))
    return made


def there(editions: list[Edition], on: date) -> list[Edition]:
    """By a look at each edition: it has begun, and neither its own last day nor a later edition has ended it."""
    found = []
    for one in editions:
        if one.first is None or one.first > on:
            continue
        if one.until is not None:
            ended = on > one.until
        else:
            ended = any(other.first is not None and one.first < other.first <= on for other in editions)
        found += [] if ended else [one]
    return found


@given(timelines())
def test_what_is_in_force_is_what_a_look_at_each_day_says(editions: list[Edition]) -> None:
    for number in range(-1, LENGTH):
        on = START + number * ONE
        covering = there(editions, on)
        latest = max((one.first for one in covering if one.first), default=None)
        assert {one.id for one in in_force(editions, on)} == {one.id for one in covering if one.first == latest}


@given(timelines())
def test_findings_are_there_just_where_a_day_has_two_editions_or_none(editions: list[Edition]) -> None:
    found = [one.rule for one in edition_findings(editions)]
    several = len(editions) > 1
    firsts = [one.first for one in editions if one.first]
    every = [START + number * ONE for number in range(LENGTH)]
    twice = any(len(there(editions, on)) > 1 for on in every)
    within = [on for on in every if firsts and min(firsts) <= on < max(firsts)]
    never = any(not there(editions, on) for on in within)
    assert (OVERLAP in found) == (several and twice)
    assert (HOLE in found) == (several and never)
    assert found.count(UNDATED) == (sum(one.first is None for one in editions) if several else 0)


@given(timelines())
def test_each_hole_is_told_once_and_whole(editions: list[Edition]) -> None:
    firsts = [one.first for one in editions if one.first]
    holes: list[tuple[date, date]] = []
    on = min(firsts, default=START)
    while firsts and on < max(firsts):
        if not there(editions, on):
            if holes and holes[-1][1] == on - ONE:
                holes[-1] = (holes[-1][0], on)
            else:
                holes.append((on, on))
        on += ONE
    told = [one.message for one in edition_findings(editions) if one.rule == HOLE]
    assert len(told) == (len(holes) if len(editions) > 1 else 0)
    assert all(days(*hole) in text for hole, text in zip(holes, told, strict=False))


# By name.


def test_an_edition_holds_on_its_first_and_its_last_day_and_on_no_other() -> None:
    editions = [edition("old", day("2024-02-29"), day("2024-03-31")), edition("", day("2024-04-01"))]
    expected = {"2024-02-28": [], "2024-02-29": ["old"], "2024-03-31": ["old"], "2024-04-01": [""], "2094-01-01": [""]}
    assert {text: [one.name for one in in_force(editions, day(text))] for text in expected} == expected
    assert edition_findings(editions) == []


def test_an_edition_without_a_last_day_ends_before_the_next() -> None:
    editions = [edition("", day("2024-03-01")), edition("old", day("2023-03-01"))]
    assert [(span.edition.name, span.last) for span in spans(editions)] == [("old", day("2024-02-29")), ("", None)]
    assert edition_findings(editions) == []


def test_one_edition_alone_has_no_findings() -> None:
    assert edition_findings([edition("", None)]) == []
    assert edition_findings([edition("", day("2024-01-01"), day("2024-01-02"))]) == []


def test_a_last_day_that_reaches_into_the_next_edition_is_an_overlap() -> None:
    (found,) = edition_findings([edition("old", day("2024-01-01"), day("2024-03-02")), edition("", day("2024-03-01"))])
    assert (found.rule, found.severity, found.spec) == (OVERLAP, "error", GAME)
    assert found.place.file == "old.yaml"
    assert "from 2024-03-01 to 2024-03-02" in found.message
    assert "`harbour/game@old`" in found.message


def test_equal_first_days_are_an_overlap_and_decide_nothing() -> None:
    editions = [edition("old", day("2024-01-01")), edition("", day("2024-01-01"))]
    (found,) = edition_findings(editions)
    assert "from 2024-01-01 on: both begin on 2024-01-01" in found.message
    assert len(in_force(editions, day("2024-01-01"))) == 2


def test_a_hole_of_one_day() -> None:
    (found,) = edition_findings([edition("old", day("2024-01-01"), day("2024-02-28")), edition("", day("2024-03-01"))])
    assert (found.rule, found.severity) == (HOLE, "error")
    assert "on 2024-02-29" in found.message


def test_an_edition_of_an_unknown_day_is_a_warning_and_never_in_force() -> None:
    editions = [edition("old", day("2024-01-01"), example="made up"), edition("", None)]
    (found,) = edition_findings(editions)
    assert (found.rule, found.severity, found.place.file) == (UNDATED, "warning", "game.yaml")
    assert [one.name for one in in_force(editions, day("2030-01-01"))] == ["old"]


def test_an_example_is_called_one_wherever_a_finding_names_it() -> None:
    editions = [edition("old", day("2024-01-01"), day("2024-02-28"), "made up"), edition("", day("2024-03-01"))]
    assert "`harbour/game@old` (an example)" in edition_findings(editions)[0].message


BAD = ["2022-6-1", "10/06/2022", "2023-02-30", "2023-02-29", "20220610", "2022-W23-5", "0000-01-01", "", "unknown"]
BAD += ["2022-06-10 ", "2022-06-10\n", "٢٠٢٢-٠٦-١٠", "2022-13-01", "2022-00-10", "+022-06-10", "2022-06-10T00:00"]


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(ValueError, match=r"no date: write year, month and day as `2022-06-10`|there is no day"):
        parse_day(text)
    assert known_day(text) is None


@given(st.dates())
def test_every_day_is_read_back(on: date) -> None:
    assert parse_day(on.isoformat()) == on
