"""Wagers that stand at one of several places of a layout: read, settled, checked and priced."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.domains.base import RoundFault
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.odds.odds import odds
from rulespec.prove.check import check

VOCABULARY = """\
vocabulary: 1
lists: {}
stages: {}
acts: {}
classes: {}
wagers:
  pair: {title: Pair, unit: dollars}
  row:  {title: Row, unit: dollars}
  odd:  {title: Odd, unit: dollars}
  low:  {title: Low, unit: dollars}
facts:
  number:  {title: the number, type: number, source: deal}
  covered: {title: what came up is covered, type: truth, takes: wager, source: deal, yes: it is, no: it is not}
options: {}
terms: {round: {title: one round of the game}}
"""
SPEC = """\
spec: nowhere/small-wheel
title: Small Wheel
family: small-wheel
domain: finite-outcome
document: {title: House rules, jurisdiction: Nowhere, publisher: The House, instrument: First, effective: 2020-01-01}
experiment:
  name: pocket
  cite: "1"
  outcomes: {"0": {number: 0}, "1": {number: 1}, "2": {number: 2}, "3": {number: 3}, "4": {number: 4}}
positions:
  pair: {by: numbers, on: [1 2, 3 4, 1 3, 2 4, 0 1], cite: "2"}
  row:  {by: row, named: {left: 1 2, right: 3 4}, cite: "2"}
  low:  {on: [0 1], cite: "2"}
terms: {round: {means: round, cite: "1"}}
wagers:
  pair: {placed: before_deal, cite: "3"}
  row:  {placed: before_deal, cite: "3"}
  odd:  {placed: before_deal, cite: "3"}
  low:  {placed: before_deal, cite: "3"}
settle:
  pair:
    cite: "4"
    rules:
    - {when: covered(pair),     then: win,  cite: 4(a)}
    - {when: not covered(pair), then: lose, cite: 4(b)}
  row:
    cite: "5"
    rules:
    - {when: covered(row),                    then: win,  cite: 5(a)}
    - {when: not covered(row) and number > 0, then: lose, cite: 5(b)}
  odd:
    cite: "6"
    rules:
    - {when: number = 1 or number = 3,       then: win,  cite: 6(a)}
    - {when: not (number = 1 or number = 3), then: lose, cite: 6(b)}
  low:
    cite: "7"
    rules:
    - {when: covered(low),     then: win,  cite: 7(a)}
    - {when: not covered(low), then: lose, cite: 7(b)}
pay:
  low: {always: 1 to 1, cite: "7"}
  pair: {always: 3 to 2, cite: "7"}
  row:  {always: 1 to 1, cite: "7"}
  odd:  {always: 1 to 1, cite: "7"}
"""
PAIRS = (("1", "2"), ("3", "4"), ("1", "3"), ("2", "4"), ("0", "1"))


def shelf(folder: Path, spec: str = SPEC) -> Library:
    (folder / "nowhere").mkdir(parents=True)
    (folder / "vocabulary.yaml").write_text(VOCABULARY, encoding="utf-8")
    (folder / "nowhere" / "small-wheel.yaml").write_text(spec, encoding="utf-8")
    return Library(folder)


@pytest.fixture(scope="module")
def settler(tmp_path_factory: pytest.TempPathFactory) -> Settler:
    return Settler(shelf(tmp_path_factory.mktemp("specs")).load("nowhere/small-wheel"))


def played(pocket: str | None, *wagers: dict[str, Any]) -> Any:
    outcome = {} if pocket is None else {"outcome": {"pocket": pocket}}
    data = {"spec": "nowhere/small-wheel", **outcome, "players": [{"seat": 1, "wagers": list(wagers)}]}
    return read_round(data, Place("round"))


def bet(wager: str, **more: Any) -> dict[str, Any]:
    return {"wager": wager, "amount": 10, **more}


def results(settler: Settler, pocket: str, *wagers: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    found = settler.settle(played(pocket, *wagers))[1].wagers
    return {name: (one.result, one.net) for name, one in found.items()}


@given(pocket=st.sampled_from("01234"), pair=st.sampled_from(PAIRS), row=st.sampled_from(["left", "right"]))
def test_a_wager_is_settled_by_where_it_stands(settler: Settler, pocket: str, pair: Any, row: str) -> None:
    mine = bet("pair", numbers=list(pair)), bet("row", row=row), bet("odd"), bet("low")
    covered = pocket in {"left": "12", "right": "34"}[row]
    assert results(settler, pocket, *mine) == {
        "pair": ("win", 15) if pocket in pair else ("lose", -10),
        "row": ("win", 10) if covered else ("undetermined", None) if pocket == "0" else ("lose", -10),
        "odd": ("win", 10) if pocket in "13" else ("lose", -10),
        "low": ("win", 10) if pocket in "01" else ("lose", -10),
    }


@given(pocket=st.sampled_from("01234"), pairs=st.lists(st.sampled_from(PAIRS), min_size=1, max_size=4))
def test_several_of_a_kind_are_settled_each_where_it_stands(settler: Settler, pocket: str, pairs: Any) -> None:
    first, *others = (bet("pair", numbers=list(reversed(pair))) for pair in pairs)
    listed = [first, *({**one, "as": f"pair {place}"} for place, one in enumerate(others))]
    found = results(settler, pocket, *listed)
    assert list(found.values()) == [("win", 15) if pocket in pair else ("lose", -10) for pair in pairs]


@pytest.mark.parametrize(
    ("wager", "message"),
    [
        (bet("pair"), "does not say where `pair` stands"),
        (bet("pair", numbers=["1", "4"]), "has no `pair` at 1 4"),
        (bet("pair", numbers=["1", "1"]), "has no `pair` at 1 1"),
        (bet("pair", numbers=["1", "2", "1"]), "has no `pair` at 1 2 1"),
        (bet("pair", numbers="1"), "has no `pair` at 1"),
        (bet("pair", nmbers=["1", "2"]), "`nmbers` does not say where `pair` stands"),
        (bet("pair", numbers=["1", "2"], row="left"), "`row` does not say where `pair` stands"),
        (bet("row", row="lefft"), "has no `row` at lefft"),
        (bet("odd", numbers=["1", "3"]), "`numbers` says nothing about a wager `odd`"),
        (bet("low", numbers=["0", "1"]), "`numbers` says nothing about a wager `low`"),
    ],
)
def test_a_place_that_the_layout_lacks_is_refused(settler: Settler, wager: Any, message: str) -> None:
    with pytest.raises(RoundFault, match=message):
        settler.settle(played("1", wager))
    again = {**wager, "as": "again"}
    with pytest.raises(RoundFault, match=message):
        settler.settle(played("1", bet("pair", numbers=["1", "2"]), bet("row", row="left"), bet("odd"), again))


def test_a_second_wager_of_a_kind_that_stands_nowhere_in_particular_is_refused(settler: Settler) -> None:
    with pytest.raises(RoundFault, match="stands only on the player's own area, and once"):
        settler.settle(played("1", bet("odd"), bet("odd", **{"as": "again"})))


def test_a_hole_is_found_and_its_round_says_where_the_wager_stands(settler: Settler) -> None:
    found = [one for one in check(settler).findings if one.rule == "gap"]
    assert [one.subject for one in found] == ["settle/row"]
    (witness,) = (one.witness for one in found)
    assert witness is not None
    assert witness["outcome"] == {"pocket": "0"}
    assert witness["players"][0]["wagers"] == [{"wager": "row", "amount": 10, "row": "left"}]
    again = settler.settle(read_round(json.loads(json.dumps(witness)), Place("witness")))
    assert again[1].wagers["row"].result == "undetermined"


def test_odds_are_those_of_a_place_like_any_other(settler: Settler) -> None:
    found = {(one.wager, one.reading): one.net for one in odds(settler.spec, {}).alone}
    assert found["pair", "literal"] == Fraction(2, 5) * Fraction(5, 2) - 1
    assert found["low", "literal"] == Fraction(2, 5) * 2 - 1
    assert found["odd", "literal"] == Fraction(2, 5) * 2 - 1
    assert (found["row", "worst"], found["row", "best"]) == (Fraction(2, 5) * 2 - 1, Fraction(3, 5) * 2 - 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("on: [1 2,", "on: [1 7,", "`7` is nothing that can come up"),
        ("on: [1 2,", "on: [3 4,", "stands here twice"),
        ("  row:  {by: row, named", "  rwo:  {by: row, named", "`rwo` is no wager of this spec"),
        ("{by: row, named: {left: 1 2, right: 3 4},", "{by: row,", "`row` has no positions"),
        ("{on: [0 1],", "{on: [0 1, 1 2],", "`low` has several positions"),
        ("0 1], cite", "0 1], only: {other: [2 3]}, cite", "`other` is no experiment of this spec"),
    ],
)
def test_positions_that_make_no_sense_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in SPEC
    library = shelf(tmp_path, SPEC.replace(old, new, 1))
    with pytest.raises(LoadError, match=message):
        Settler(library.load("nowhere/small-wheel"))
