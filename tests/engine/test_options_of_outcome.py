"""Options that have a value for each thing that can come up."""

from pathlib import Path
from typing import Any

import pytest

from rulespec.domains.base import RoundFault
from rulespec.engine.settle import Settler
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
wagers: {on_one: {title: On one, unit: dollars}}
facts:
  number: {title: the number, type: number, source: deal}
  stake:  {title: the stake of, type: amount, takes: wager, source: wagers}
options:
  boost: {title: boost of the number that came up, type: number, by: outcome}
  table: {title: pay table, type: number}
terms: {round: {title: one round of the game}}
"""
SPEC = """\
spec: nowhere/boosted
title: Boosted
family: boosted
domain: finite-outcome
document: {title: House rules, jurisdiction: Nowhere, publisher: The House, instrument: First, effective: 2020-01-01}
experiment:
  name: pocket
  cite: "1"
  outcomes: {"1": {number: 1}, "2": {number: 2}, "3": {number: 3}}
terms: {round: {means: round, cite: "1"}}
wagers:
  on_one: {placed: before_deal, cite: "3"}
options:
  table: {values: [1, 2], missing: error, example: 1, cite: "4"}
  boost: {missing: value, value: 0, requires: boost in 5 | 10 or table = 2, cite: "4"}
settle:
  on_one:
    cite: "5"
    rules:
    - {when: number = 1,       then: win,  cite: 5(a)}
    - {when: not (number = 1), then: lose, cite: 5(b)}
pay:
  on_one:
    cite: "6"
    rules:
    - {when: boost = 0, pay: 2 to 1, cite: 6(a)}
    - {when: boost > 0, pay: boost * stake(it), cite: 6(b)}
"""


@pytest.fixture(scope="module")
def settler(tmp_path_factory: pytest.TempPathFactory) -> Settler:
    folder: Path = tmp_path_factory.mktemp("specs")
    (folder / "nowhere").mkdir()
    (folder / "vocabulary.yaml").write_text(VOCABULARY, encoding="utf-8")
    (folder / "nowhere" / "boosted.yaml").write_text(SPEC, encoding="utf-8")
    return Settler(Library(folder).load("nowhere/boosted"))


def net(settler: Settler, pocket: str, **options: Any) -> Any:
    data = {
        "spec": "nowhere/boosted",
        "outcome": {"pocket": pocket},
        "options": {"table": 1, **options},
        "players": [{"seat": 1, "wagers": {"on_one": 10}}],
    }
    return settler.settle(read_round(data, Place("round")))[1].wagers["on_one"].net


def test_the_value_of_what_came_up_counts(settler: Settler) -> None:
    assert net(settler, "1") == 20
    assert net(settler, "1", boost={"1": 5, "2": 10}) == 50
    assert net(settler, "1", boost={"2": 10}) == 20  # the document's own value, for what is given none
    assert net(settler, "1", boost=10) == 100  # one for all
    assert net(settler, "2", boost={"2": 10}) == -10


def test_the_same_option_gives_each_outcome_its_own(settler: Settler) -> None:
    given = {"1": 5, "3": 10}
    assert [net(settler, pocket, boost=given) for pocket in "121"] == [50, -10, 50]


@pytest.mark.parametrize(
    ("boost", "message"),
    [
        ({"4": 5}, "`boost` is given for `4`, which cannot come up"),
        ({"1": "many"}, r"`boost\(1\)`"),
        ({"1": 7}, "the document does not allow this `boost`"),
        ({"1": 5, "2": 7}, "the document does not allow this `boost`"),
        (7, "the document does not allow this `boost`"),
    ],
)
def test_what_the_document_does_not_offer_is_refused(settler: Settler, boost: Any, message: str) -> None:
    with pytest.raises(RoundFault, match=message):
        net(settler, "1", boost=boost)
    if boost != {"4": 5} and boost != {"1": "many"}:
        assert net(settler, "1", table=2, boost=boost) in (50, 70)


def test_proofs_and_odds_read_it(settler: Settler) -> None:
    assert not [one for one in check(settler).findings if one.rule in ("gap", "conflict")]
    assert [one.net for one in odds(settler.spec, {}).alone] == [0]
    assert [one.net for one in odds(settler.spec, {"boost": {"1": 5, "2": 10}}).alone] == [1]
