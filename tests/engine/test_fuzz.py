"""Any line has exactly one outcome and raises nothing; a hand's outcome is its own."""
# ruff: noqa: E501 - a rule stands in one line

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented import BELLS, CLOSED, HERE, POCKETS, SPECS, TIE, bells, pockets
from sampling import examples

from rulespec.domains.cards import cards_text
from rulespec.engine.session import Session, Settled
from rulespec.load.library import Library
from rulespec.report.outcomes import outcome_json, outcome_text

SESSION = Session(Library(SPECS).load)
EXPLAINED = Session(Library(SPECS).load, explain=True)
RESULTS = {"win", "lose", "stand_off", "void", "invalid", "surrendered", "undetermined", "conflict"}
WITHOUT_NET = {"undetermined", "conflict"}


def sound(settled: Settled) -> None:
    """An outcome is by seat or an error that says why, and can be printed."""
    assert bool(settled.seats) != bool(settled.findings)
    for finding in settled.findings:
        assert finding.message
        assert finding.severity == "error"
        assert finding.place.file == HERE.file
    for seat in settled.seats.values():
        for wager in seat.wagers.values():
            assert wager.result in RESULTS
            assert (wager.net is None) == (wager.result in WITHOUT_NET)
            assert wager.cites
            assert len(set(wager.cites)) == len(wager.cites)
            assert wager.excess >= 0
            assert wager.stake is None or wager.stake + wager.excess == wager.placed
            assert wager.result != "lose" or wager.net == -(wager.stake or 0)
    printed = json.loads(outcome_json(settled))
    assert printed["round"] == ("error" if settled.findings else "settled")
    assert outcome_text(settled)


FULL = bells(TIE, {"first": 10, "second": "10", "side": 5, "lamp": 20}, 25, "noon", {"side_table": 2, "house_maximum": {"first": 8}, "top_prize": "100"})  # fmt: skip
FOLDED = bells(CLOSED, {"first": 5, "side": 5}, None)
WHEEL = pockets("eight", hue=10, low="2.5", star=1)
LISTED = {**WHEEL, "players": [{"seat": 2, "wagers": [{"wager": "hue", "amount": 1}, {"wager": "low", "amount": 2, "as": "low"}]}]}  # fmt: skip
BASES = [FULL, FOLDED, WHEEL, LISTED]

VALUES = st.sampled_from(
    [
        None, True, False, 0, 1, -1, 10, 1000, 10**30, 0.5, 1e308, "", " ", "10", "-1", "x", "first", "raise", "side", "hue",
        "dawn", "noon", "dusk", "check", "fold", "bet", "Ah Kd", "2c 3c 4c 5c 6c", "Zz", "one", "eight", "pocket", "flush",
        BELLS, POCKETS, "harbour/none", "a/" + "b" * 300, "../x/y", "\ud800/x", "a\0/b", [], [1], ["x"], {}, {"seat": 1},
        {"first": 10}, {"pocket": "one"}, {"dawn": [1, 2]}, [{"event": "x"}], [[[]]], {"wager": "first", "amount": 1},
    ]
)  # fmt: skip
KEYS = st.sampled_from(
    "id spec options board dealer outcome players events expect note seat cards wagers actions stage do wager amount as "
    "first second side lamp raise hue low star pocket side_table house_maximum top_prize star_prize x".split()
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        found += places(data[key], (*path, key))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    data = copy.deepcopy(draw(st.sampled_from(BASES)))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(data)))
        if not path:
            continue
        here = data
        for step in path[:-1]:
            here = here[step]
        how = draw(st.integers(0, 3))
        if how == 0:
            del here[path[-1]]
        elif how == 1 and isinstance(here[path[-1]], dict):
            here[path[-1]][draw(KEYS)] = copy.deepcopy(draw(VALUES))
        elif how == 2 and isinstance(here[path[-1]], list):
            here[path[-1]].append(copy.deepcopy(draw(st.sampled_from(here[path[-1]])) if here[path[-1]] else 1))
        else:
            here[path[-1]] = copy.deepcopy(draw(VALUES))
    return data


@settings(max_examples=examples(1_500), deadline=None)
@given(mutated())
def test_a_changed_round_has_one_outcome(data: Any) -> None:
    line = json.dumps(data)
    settled = SESSION.line(line, HERE)
    sound(settled)
    explained = EXPLAINED.line(line, HERE)
    sound(explained)
    assert bare(settled) == bare(explained)
    assert [f.message for f in settled.findings] == [f.message for f in explained.findings]


def bare(settled: Settled) -> dict[int, Any]:
    return {seat: dict(outcome.wagers) for seat, outcome in settled.seats.items()}


@settings(max_examples=examples(600), deadline=None)
@given(st.text(max_size=60) | st.sampled_from(BASES).map(json.dumps).flatmap(lambda text: st.builds(lambda at, put, cut: text[:at] + put + text[at + cut :], st.integers(0, len(text)), st.text(max_size=3) | st.sampled_from(["{", "}", "[", '"', "\\", "\ud800", "9" * 5000]), st.integers(0, 4))))  # fmt: skip
def test_any_line_has_one_outcome(line: str) -> None:
    sound(SESSION.line(line, HERE))


@pytest.mark.parametrize(
    "line",
    [
        "null",
        "[]",
        "{}",
        '"x"',
        "[" * 100_000,
        '{"players": [{"seat": 1, "wagers": {"first": ' + "[" * 900 + "]" * 900 + "}}]}",
        json.dumps({**FULL, "options": {"top_prize": json.loads("[" * 40 + "]" * 40)}}),
        json.dumps({**FULL, "spec": 5}),
        json.dumps({**FULL, "spec": ["harbour/three-bells"]}),
        json.dumps({**FULL, "players": [{"seat": 10**4000, "wagers": {}}]}),
        json.dumps({**FULL, "options": {"top_prize": {"a": 1}}}),
    ],
    ids=range(11),
)
def test_lines_that_are_no_rounds(line: str) -> None:
    settled = SESSION.line(line, HERE)
    sound(settled)
    assert settled.findings


def test_lines_are_numbered_and_blank_ones_passed_over() -> None:
    found = list(SESSION.lines(["", json.dumps(FULL), "  \n", "{", json.dumps(WHEEL)], "rounds.jsonl"))
    assert [(settled.id, settled.failed) for settled in found] == [("r1", False), ("line 4", True), ("w1", False)]
    assert found[1].findings[0].place.line == 4


def test_a_spec_that_cannot_be_loaded_is_an_error_of_each_of_its_rounds() -> None:
    found = list(SESSION.lines([json.dumps({**FULL, "spec": "harbour/three-bels"})] * 2, "rounds.jsonl"))
    assert [settled.findings[0].message for settled in found] == [
        "there is no spec `harbour/three-bels`: did you mean `harbour/three-bells`?"
    ] * 2


def test_a_spec_given_for_all_rounds_is_taken_for_each() -> None:
    session = Session(Library(SPECS).load, POCKETS)
    settled = session.line(json.dumps({**WHEEL, "spec": BELLS}), HERE)
    assert settled.spec == POCKETS
    assert not settled.findings


# A hand's outcome is its own: neither what was settled before nor who sits beside it has a part in it.


def dealt(rng: random.Random) -> dict[str, Any]:
    """A round of three hands with wagers, acts and amounts by chance; few ranks, so that hands tie and pair often."""
    deck = rng.sample([card for card in range(52) if card // 4 in (0, 3, 8, 9, 10, 11, 12)], 13)
    players = []
    for seat in (1, 2, 3):
        first = rng.choice([5, 10])
        raised = rng.choice([None, 1, 2, 3, 4, 5])
        wagers = {"first": first}
        for name, amount in (
            ("second", first),
            ("side", rng.choice([5, 150])),
            ("lamp", rng.choice([2, 3, 4]) * first),
        ):
            if rng.random() < 0.6:
                wagers[name] = amount
        at = rng.choice(["dawn", "noon", "dusk"])
        hand = bells({}, wagers, None if raised is None else raised * first, at)["players"][0]
        players.append({**hand, "seat": seat, "cards": cards_text(deck[7 + 2 * seat - 2 : 9 + 2 * seat - 2])})
    options = {"side_table": rng.choice([1, 2]), **rng.choice([{}, {"top_prize": 12}, {"house_maximum": 8}])}
    return {"id": "d", "spec": BELLS, "options": options, "board": cards_text(deck[:5]), "dealer": cards_text(deck[5:7]), "players": players}  # fmt: skip


def test_what_was_settled_before_and_who_sits_beside_has_no_part_in_it() -> None:
    rng = random.Random(20240229)
    remembering = Session(Library(SPECS).load)
    library = Library(SPECS)
    library.load(BELLS)
    seen = set()
    for _ in range(250):
        round_ = dealt(rng)
        found = bare(remembering.line(json.dumps(round_), HERE))
        assert set(found) == {1, 2, 3}
        seen |= {wager.result for wagers in found.values() for wager in wagers.values()}
        turned = {**round_, "players": rng.sample(round_["players"], 3)}
        assert bare(EXPLAINED.line(json.dumps(turned), HERE)) == found
        for player in round_["players"]:
            alone = {**round_, "players": [player]}
            assert bare(EXPLAINED.line(json.dumps(alone), HERE)) == {player["seat"]: found[player["seat"]]}
    assert seen == RESULTS


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulespec.engine.memory.KEPT", 3)
    session = Session(Library(SPECS).load)
    for amount in [*range(1, 20), *range(1, 20)]:
        assert session.line(json.dumps(pockets("one", hue=amount, low=5)), HERE).seats[1].wagers["hue"].net == amount
    memory = session.settler(POCKETS)._memory
    assert sum(len(parts) for parts in memory._kept.values()) <= 6
