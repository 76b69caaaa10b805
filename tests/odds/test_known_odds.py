"""Wheels and dice with well known odds, settled outcome by outcome."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from invented import POCKETS
from invented import spec as invented
from odds_specs import FOLDER, files

from rulespec.errors import UsageError
from rulespec.load.layout.layout import lay_out
from rulespec.load.library import Library
from rulespec.model.odds import Odds
from rulespec.odds.odds import odds

SHELF = Library(FOLDER)
EDGES = {
    "single-zero": dict.fromkeys(("straight", "split", "dozen", "red"), Fraction(1, 37)),
    "double-zero": {**dict.fromkeys(("straight", "split", "dozen", "red"), Fraction(1, 19)), "line": Fraction(3, 38)},
    "three-dice": {
        **dict.fromkeys(("small", "big"), Fraction(1, 36)),
        **dict.fromkeys(("seven", "fourteen"), Fraction(21, 216)),
        "four": Fraction(8, 216),
    },
    "big-wheel": dict.fromkeys(("on_one", "on_three", "on_five", "on_eleven", "on_joker", "on_crest"), Fraction(1, 13)),
}


def of(name: str, options: Mapping[str, Any] | None = None, *wagers: str) -> Odds:
    return odds(SHELF.load(f"harbour/{name}"), options or {}, wagers)


@pytest.mark.parametrize("name", EDGES)
def test_the_house_edge_is_the_known_one(name: str) -> None:
    found = of(name)
    assert {wager.wager: wager.edge for wager in found.alone} == EDGES[name]
    assert found.plays == ()
    assert found.notes == ()


@pytest.mark.parametrize("name", EDGES)
def test_shares_add_up_and_make_the_net(name: str) -> None:
    for wager in of(name).alone:
        assert sum(one.share for one in wager.results) == 1
        assert sum(one.share * (one.net or 0) for one in wager.results) == wager.net
        assert sum(one.share * (one.net or 0) ** 2 for one in wager.results) - wager.net**2 == wager.deviation2


def test_a_win_tells_its_pay_row_and_its_clauses() -> None:
    (four,) = of("three-dice", None, "four").alone
    assert {one.row: (str(one.net), str(one.share * 216)) for one in four.results if one.result == "win"} == {
        "fours = 1": ("1", "75"),
        "fours = 2": ("2", "15"),
        "fours = 3": ("12", "1"),
    }
    assert all(one.cites for one in four.results)


def test_what_is_left_open_has_bounds() -> None:
    found = odds(invented(POCKETS), {"star_prize": "10"})
    assert {(one.wager, one.reading): str(one.net) for one in found.alone} == {
        ("hue", "worst"): "-2/9",
        ("hue", "best"): "2/9",
        ("low", "worst"): "-5/18",
        ("low", "best"): "0",
        ("star", "literal"): "1/3",
    }


def test_an_option_that_is_refused_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="`star_prize` is not an amount"):
        odds(invented(POCKETS), {"star_prize": "much"})


@pytest.mark.parametrize("path", files())
def test_the_files_are_those_that_are_made(path: str) -> None:
    assert (FOLDER / path).read_text(encoding="utf-8") == lay_out(files()[path], path)[0]
