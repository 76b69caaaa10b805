"""The rounds that proofs show: the smallest that show it, with plain amounts, and the same ones every time."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import invented
import pytest
from playing import shipped
from sampling import first

from rulespec.domains.base import RoundFault
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.prove.event_proofs import event_report
from rulespec.prove.questions import ask

ROOT = Path(__file__).parents[2]
SPECS = tuple(sorted(Library().ids()))
EVENTS = 2  # irregularities of each spec in the fast form
KINDS = {"complete": "undetermined", "consistent": "conflict"}


def results(settler: Settler, round_: Mapping[str, Any]) -> Mapping[str, str]:
    """What becomes of the first hand's wagers; nothing where the round is refused."""
    try:
        seats = settler.settle(read_round(dict(round_), Place("round")))
    except (RoundFault, LoadError):
        return {}
    return {name: one.result for name, one in seats[min(seats)].wagers.items()}


def smaller(settler: Settler, round_: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The round without one thing: a wager that no hand must have, an act, an option, or a fact of an irregularity."""
    needed = {wager.name for wager in settler.spec.wagers if wager.required}
    for place, player in enumerate(round_["players"]):

        def changed(more: Mapping[str, Any], place: int = place, player: Mapping[str, Any] = player) -> dict[str, Any]:
            players = list(round_["players"])
            players[place] = {**player, **more}
            return {**round_, "players": players}

        for wager in player["wagers"].keys() - needed:
            yield wager, changed({"wagers": {name: one for name, one in player["wagers"].items() if name != wager}})
        for at, act in enumerate(player["actions"]):
            fewer = [other for other in player["actions"] if other is not act]
            yield f"act {at + 1}", changed({"actions": fewer})
    # Options that every round must give are given, and limits where a round is to show what becomes of it under limits.
    given = {option.name for option in settler.spec.options if option.missing == "error"}
    kept = set(round_.get("options", {})) if round_["id"].endswith("-limits") else given
    for option in round_.get("options", {}).keys() - kept:
        yield option, {**round_, "options": {key: one for key, one in round_["options"].items() if key != option}}
    for event in round_.get("events", ()):
        for key in event.keys() - {"event", "stage", "seat", "elections"}:
            fewer_facts = {name: one for name, one in event.items() if name != key}
            others = [fewer_facts if one is event else one for one in round_["events"]]
            yield f"event {key}", {**round_, "events": others}


def shown(settler: Settler, some: random.Random | None) -> Iterator[tuple[str, frozenset[str], Mapping[str, Any]]]:
    """The rounds of a spec's proofs, each with the wagers that it shows a problem of, and which."""
    for question, word in KINDS.items():
        for verdict in ask(settler, question, lambda key: key.split("/")[0] in ("valid", "settle", "pay", "stake")):
            for round_ in verdict.witness.values():
                yield word, frozenset([verdict.key.split("/")[1]]), round_
    events = list(settler.rulebook.events)
    for name in events if some is None else some.sample(events, EVENTS):
        for one in event_report(settler, [name]).classes:
            yield PROBLEMS[one.kind], frozenset(one.wagers), one.round


def amounts(round_: Mapping[str, Any]) -> Iterator[Fraction]:
    for player in round_["players"]:
        yield from (Fraction(str(amount)) for amount in player["wagers"].values())
        yield from (Fraction(str(act["amount"])) for act in player["actions"] if "amount" in act)


def assert_small(settler: Settler, some: random.Random | None) -> None:
    count = 0
    for word, wagers, round_ in shown(settler, some):
        found = results(settler, round_)
        assert all(found.get(wager) == word for wager in wagers), round_
        for what, fewer in smaller(settler, round_):
            less = results(settler, fewer)
            # What the acts tell of an irregularity need not be recorded, and is: a reader is spared to work it out.
            if not what.startswith("event "):
                assert not all(less.get(wager) == word for wager in wagers), f"without {what}: {json.dumps(round_)}"
        assert all((100 * amount).denominator == 1 for amount in amounts(round_)), round_
        count += 1
    assert count > 0


@pytest.mark.parametrize("name", first(SPECS, 1))
def test_nothing_can_be_taken_from_a_round_that_shows_a_problem(name: str) -> None:
    assert_small(shipped(name), random.Random(f"small {name}"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_nothing_can_be_taken_from_any_round_that_shows_a_problem(name: str) -> None:
    assert_small(shipped(name), None)


def test_most_amounts_are_the_usual_one() -> None:
    found = [amount for _, _, round_ in shown(shipped(SPECS[0]), random.Random(0)) for amount in amounts(round_)]
    assert sum(amount == 10 for amount in found) > len(found) / 3


# The same every time.

LAMP = "harbour/lamp-and-tide"
_SCRIPT = """
import sys, json
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.prove.questions import ask
from rulespec.report.verdicts import verdicts_json
from pathlib import Path
root, *names = sys.argv[1:]
shelf = Library(Path(root))
found = {}
for name in names:
    settler = Settler(shelf.load(name))
    for question in ("complete", "consistent"):
        found[name + question] = verdicts_json(ask(settler, question), {})
print(json.dumps(found, sort_keys=True))
"""


def proved(seed: int, *names: str) -> dict[str, str]:
    found = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(invented.SPECS), *names],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
    )
    loaded: dict[str, str] = json.loads(found.stdout)
    return loaded


@pytest.mark.slow
def test_the_same_bytes_in_every_process_whatever_was_proved_before() -> None:
    first, second = proved(1, LAMP, invented.BELLS), proved(2, invented.BELLS, LAMP, invented.POCKETS)
    for key, text in first.items():
        assert second[key] == text
