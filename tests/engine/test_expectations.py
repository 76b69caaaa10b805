"""What is said of a case whose `expect` cannot be met as it is written."""

from typing import Any

import pytest
from invented import pockets, settle

from rulespec.engine.cases import disagreements

RESULTS = "(win, lose, stand_off, void, invalid, surrendered, undetermined, conflict)"


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ({"1": {"hue": {"net": 10}}}, f"seat 1, hue: `result` is missing {RESULTS}"),
        ({"1": {"hue": {"result": "wins"}}}, f"seat 1, hue: `wins` is no result {RESULTS}"),
        ({"1": {"hue": {"result": "win", "net": "ten"}}}, "seat 1, hue: `net`: `ten` is no amount"),
        ({"1": {"hue": {"result": "win", "excess": []}}}, "seat 1, hue: `excess`: `[]` is no amount"),
        ({"1": {"heu": {"result": "win"}}}, "seat 1, heu: has no such wager (did you mean `hue`?)"),
        ({"1": {"quite_another": {"result": "win"}}}, "seat 1, quite_another: has no such wager"),
        ({"2": {"hue": {"result": "win"}, "low": {"result": "win"}}}, "seat 2: the round has no such seat"),
        ({"1": {"hue": {"result": "win", "net": 11}}}, "seat 1, hue: net 10, expected 11"),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_what_cannot_be_met_is_said_with_its_place(expect: dict[str, Any], said: str) -> None:
    assert disagreements(settle(pockets("one", hue=10) | {"expect": expect})) == [said]
