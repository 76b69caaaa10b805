"""Invariants held against lawful play: each that some lawful round breaks is told, with the round and what to write."""
# ruff: noqa: E501 - a condition stands in one line

from pathlib import Path

import pytest
from invented import BELLS, SPECS, edited, place_of, settle
from lamps import LAMPS

from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.model.finding import Finding
from rulespec.prove.check import check
from rulespec.prove.invariants import broken_invariants

SHIPPED = Library(Path(__file__).parents[2] / "specs")


def found(folder: Path, holds: str, more: str = "") -> list[Finding]:
    entry = f"\ninvariants:\n- {{holds: {holds}, because: So it is.{more}}}\n\nvalid:\n"
    return broken_invariants(Settler(edited(folder, BELLS, {"\nvalid:\n": entry}).load(BELLS)))


@pytest.mark.parametrize(
    "holds",
    [
        "placed(first)",
        "not placed(raise) or placed(first)",
        "not (folded and placed(raise))",
        "not folded or folded_at = dusk",
        "not placed(second) or amount(second) = amount(first)",
        "not placed_at(raise) = noon or amount(raise) = 2 * first",
        "not house_minimum(first) > house_maximum(first)",
        "not amount(raise) > 4 * first",
        "not placed(lamp) or amount(lamp) in 2 * first | 3 * first",
        "side_table in 1 | 2",
        "not top_prize < 0",
    ],
)
def test_what_holds_in_all_lawful_play_is_not_told(tmp_path: Path, holds: str) -> None:
    assert found(tmp_path, holds) == []


# What does not hold, where it is first seen not to, and what to write instead ("" where nothing comes of that).
BROKEN = [
    ("placed(raise)", "before any act", ""),
    ("placed(raise) or folded", "before any act", ""),
    ("placed(side)", "before any act", ""),
    ("not placed(side)", "before any act", ""),
    ("not folded", "after `fold` at `dusk`", ""),
    ("not placed(raise) or not placed_at(raise) = noon", "after `bet raise` at `noon`", ""),
    ("not amount(raise) > 3 * first", "after `bet raise` at `dawn`", ""),
    ("not amount(raise) = 3 * first", "after `bet raise` at `dawn`", ""),
    ("amount(first) = 10", "before any act", ""),
    ("amount(first) >= 10", "before any act", ""),
    ("not placed(side) or amount(side) = amount(first)", "before any act", ""),
    ("side_table = 1", "before any act", ""),
    ("house_minimum(first) <= house_maximum(first)", "before any act", "not house_minimum(first) > house_maximum(first)"),
    ("amount(raise) <= 4 * first", "before any act", "not amount(raise) > 4 * first"),
    ("placed(first) and top_prize != 5", "before any act", "placed(first) and not top_prize = 5"),
    ("amount(second) >= first", "before any act", "not amount(second) < first"),
]  # fmt: skip


@pytest.mark.parametrize(("holds", "where", "instead"), BROKEN, ids=[one[0] for one in BROKEN])
def test_what_some_lawful_round_breaks_is_told(tmp_path: Path, holds: str, where: str, instead: str) -> None:
    (one,) = found(tmp_path, holds, ", cite: 2.5")
    assert (one.rule, one.severity, one.clauses) == ("invariant", "error", ("2.5",))
    assert one.message.startswith(f"lawful play breaks the invariant `{holds}` (")
    assert one.message.endswith(f": it does not hold {where}")
    plain = "an invariant must hold in every lawful round; mend it, or take it out"
    better = f"no comparison holds with what is not given or not placed: write `{instead}`"
    assert one.hint == (better if instead else plain)
    assert (one.place.line, one.place.column) == place_of(tmp_path, BELLS, f"holds: {holds}, because")


@pytest.mark.parametrize("holds", [one[0] for one in BROKEN])
def test_the_round_that_breaks_it_is_a_lawful_one(tmp_path: Path, holds: str) -> None:
    (one,) = found(tmp_path, holds)
    assert one.witness is not None
    assert settle(one.witness, edited(tmp_path, BELLS, {})).findings == ()


@pytest.mark.parametrize("holds", [one[2] for one in BROKEN if one[2]])
def test_what_is_to_be_written_instead_holds(tmp_path: Path, holds: str) -> None:
    assert found(tmp_path, holds) == []


def test_each_wager_is_held_against_it(tmp_path: Path) -> None:
    broken = found(tmp_path, "not placed(it) or amount(it) = first", ", for: [first, second, side, lamp]")
    assert [one.message.split("`")[1] for one in broken] == [
        "not placed(side) or amount(side) = first",
        "not placed(lamp) or amount(lamp) = first",
    ]


def test_check_tells_it(tmp_path: Path) -> None:
    entry = "\ninvariants:\n- {holds: not folded, because: So it is.}\n\nvalid:\n"
    done = check(Settler(edited(tmp_path, BELLS, {"\nvalid:\n": entry}).load(BELLS)))
    assert [one.rule for one in done.findings].count("invariant") == 1


@pytest.mark.parametrize("name", SHIPPED.ids())
def test_no_lawful_round_breaks_one_of_a_shipped_spec(name: str) -> None:
    spec = SHIPPED.load(name)
    if not spec.invariants:
        pytest.skip(f"{name} takes nothing for granted")
    assert broken_invariants(Settler(spec)) == []


# Tables whose silence is meant.


def gaps(library: Library, name: str, *words: str) -> list[str]:
    messages = [one.message for one in check(Settler(library.load(name))).findings if one.rule == "gap"]
    return [message for message in messages if all(word in message for word in words)]


@pytest.mark.slow
def test_where_amounts_are_left_open_by_a_clause_they_are_no_gap(tmp_path: Path) -> None:
    opened = edited(tmp_path, BELLS, {'  raise:\n    cite: "5.1"\n': '  raise:\n    cite: "5.1"\n    open: "5.9"\n'})
    assert len(gaps(Library(SPECS), BELLS, "Raise", "at risk")) == 3
    assert gaps(opened, BELLS, "Raise", "at risk") == []
    assert gaps(opened, BELLS, "Lamp", "at risk")  # another table is as closed as before


@pytest.mark.slow
def test_where_an_event_is_left_open_by_a_clause_it_is_no_gap(tmp_path: Path) -> None:
    opened = edited(
        tmp_path, LAMPS, {'  stumble:\n    cite: "7.3"\n': '  stumble:\n    cite: "7.3"\n    open: "7.9"\n'}
    )
    now, before = (gaps(library, LAMPS) for library in (opened, Library(SPECS)))
    gone = [message for message in before if message not in now]
    assert gone
    assert all("stumble" in message for message in gone)
    assert [message for message in now if message not in before] == []
