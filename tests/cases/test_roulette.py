"""Roulette as schedule 7 has it, on every wheel and pocket, against a reckoning of its own."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from sampling import first

from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.odds.odds import odds

SPEC = "queensland/roulette"
ZEROS = {"single_zero": ["0"], "double_zero": ["0", "00"], "triple_zero": ["0", "00", "000"]}
NUMBERS = [str(number) for number in range(1, 37)]
RED = {"1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"}
PAYS = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5}
SPINS = [(wheel, pocket) for wheel, zeros in ZEROS.items() for pocket in [*zeros, *NUMBERS]]


@pytest.fixture(scope="module")
def settler() -> Settler:
    return Settler(Library().load(SPEC))


def places(wheel: str) -> Iterator[tuple[str, list[str]]]:
    """Every place of the grid for a wager on numbers, from its rows of three."""
    yield from (("straight", [pocket]) for pocket in [*ZEROS[wheel], *NUMBERS])
    for number in range(1, 37):
        right, below = number % 3 != 0, number <= 33
        if right:
            yield "split", [str(number), str(number + 1)]
        if below:
            yield "split", [str(number), str(number + 3)]
        if right and below:
            yield "corner", [str(one) for one in (number, number + 1, number + 3, number + 4)]
        if number % 3 == 1:
            yield "street", [str(number + one) for one in range(3)]
        if number % 3 == 1 and below:
            yield "six_line", [str(number + one) for one in range(6)]


def expected(pocket: str) -> dict[str, bool]:
    """Whether each wager that stands at one place wins."""
    number = int(pocket) if pocket in NUMBERS else 0
    return {
        "low": 1 <= number <= 18,
        "high": 19 <= number <= 36,
        "even": number > 0 and number % 2 == 0,
        "odd": number % 2 == 1,
        "red": pocket in RED,
        "black": number > 0 and pocket not in RED,
    }


@pytest.mark.parametrize(("wheel", "pocket"), first(SPINS, 12))
def test_every_wager_on_every_place_is_settled_as_the_layout_has_it(settler: Settler, wheel: str, pocket: str) -> None:
    placed: list[dict[str, Any]] = []
    nets: dict[str, int] = {}
    for place, (wager, numbers) in enumerate(places(wheel)):
        name = f"{wager} {place}"
        placed.append({"wager": wager, "amount": 1, "numbers": numbers, "as": name})
        nets[name] = PAYS[len(numbers)] if pocket in numbers else -1
    for wager, wins in expected(pocket).items():
        placed.append({"wager": wager, "amount": 1})
        nets[wager] = 1 if wins else -1
    for third in (1, 2, 3):
        number = int(pocket) if pocket in NUMBERS else 0
        placed += [{"wager": kind, "amount": 1, kind: third, "as": f"{kind} {third}"} for kind in ("column", "dozen")]
        nets[f"column {third}"] = 2 if number and number % 3 == third % 3 else -1
        nets[f"dozen {third}"] = 2 if number and (number - 1) // 12 == third - 1 else -1
    if wheel != "single_zero":
        placed.append({"wager": "five_line", "amount": 1})
        nets["five_line"] = 6 if pocket in ("0", "00", "1", "2", "3") else -1
    data = {"spec": SPEC, "outcome": {"wheel": wheel, "pocket": pocket}, "players": [{"seat": 1, "wagers": placed}]}
    found = settler.settle(read_round(data, Place("round")))[1].wagers
    assert {name: one.net for name, one in found.items()} == nets


@pytest.mark.parametrize(("wheel", "zeros"), [(wheel, len(zeros)) for wheel, zeros in ZEROS.items()])
def test_the_house_edge_is_that_of_the_zeros(settler: Settler, wheel: str, zeros: int) -> None:
    pockets = 36 + zeros
    edges = {one.wager: one.edge for one in odds(settler.spec, {"wheel": wheel}).alone if one.wager != "five_line"}
    assert set(edges.values()) == {Fraction(zeros, pockets)}
    assert len(edges) == 13


def test_a_multiplier_is_paid_in_the_place_of_the_pay_table() -> None:
    boosted = Settler(Library().load("queensland/roulettex"))
    for table, plain, most in ((1, 28, 500), (2, 26, 1000)):
        for multipliers, net in (({}, plain), ({"17": most}, most), ({"18": most}, plain)):
            data = {
                "spec": "queensland/roulettex",
                "outcome": {"wheel": "single_zero", "pocket": "17"},
                "options": {"pay_table": table, "multipliers": multipliers},
                "players": [{"seat": 1, "wagers": [{"wager": "straight", "amount": 1, "numbers": ["17"]}]}],
            }
            assert boosted.settle(read_round(data, Place("round")))[1].wagers["straight"].net == net
