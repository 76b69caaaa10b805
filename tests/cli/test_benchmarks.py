"""The benchmark measures what it says: its rounds can be settled, and its yardstick settles them alike."""

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulespec.engine.session import Session
from rulespec.load.library import Library
from rulespec.model.place import Place

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import dealt
import plain
import run

ROUNDS = 2_000


def test_the_rounds_can_all_be_settled_and_come_out_in_every_way() -> None:
    session, met = Session(Library().load), Counter[tuple[str, str]]()
    for settled in session.lines(map(json.dumps, dealt.rounds(ROUNDS)), "rounds"):
        assert not settled.findings, settled.findings
        met.update((settled.spec, wager.result) for seat in settled.seats.values() for wager in seat.wagers.values())
    assert {spec for spec, _ in met} == set(dealt.GAMES)
    assert {result for _, result in met} == {"win", "lose", "stand_off", "undetermined", "conflict"}


def test_the_rounds_are_the_same_every_time(tmp_path: Path) -> None:
    files = [dealt.write(tmp_path / name, 50).read_bytes() for name in ("a", "b")]
    assert files[0] == files[1]
    assert len(set(files[0].splitlines())) == 50


def test_the_yardstick_settles_as_the_program_does() -> None:
    session = Session(Library().load)
    for game in dealt.rounds(ROUNDS, games=(dealt.PERTH,)):
        settled = session.data(json.loads(json.dumps(game)), Place("rounds", 1, 1))
        for player in game["players"]:
            ours = settled.seats[player["seat"]].wagers
            theirs = plain.settle(game, player)
            assert {name: (one.result, one.net) for name, one in ours.items()} == {
                name: ("undetermined" if result is None else result, net) for name, (result, net) in theirs.items()
            }, game


@pytest.mark.parametrize(
    ("value", "target", "more_is_better", "kept"),
    [(1, 2, False, True), (3, 2, False, False), (3, 2, True, True), (1, 2, True, False), (9, None, True, True)],
)
def test_a_target_is_kept_or_missed(value: float, target: float | None, more_is_better: bool, kept: bool) -> None:
    measured = run.Measured("something", value, "s", target, more_is_better)
    assert measured.kept == kept
    assert ("MISSED" in measured.line()) != kept
