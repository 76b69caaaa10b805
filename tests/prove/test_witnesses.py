"""Every round that a finding shows is settled as the finding says, read from what the program prints."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from invented import SPECS
from sampling import first

from rulespec.cli.main import run
from rulespec.load.library import Library

CHECKED = [*((name, None) for name in Library().ids()), *((name, SPECS) for name in Library(SPECS).ids())]
RESULTS = {"gap": "undetermined", "conflict": "conflict"}


def of_folder(specs: Path | None) -> list[str]:
    return ["--specs", str(specs)] if specs else []


def findings(name: str, specs: Path | None, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    run(["check", name, "--format", "json", "--fail-on", "never", *of_folder(specs)])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["findings"]
    return found


@pytest.mark.usefixtures("remembered")
@pytest.mark.parametrize(("name", "specs"), first(CHECKED, 2), ids=[name for name, _ in CHECKED])
def test_every_gap_and_conflict_has_a_round_that_shows_it(
    name: str, specs: Path | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = [finding for finding in findings(name, specs, capsys) if finding["rule"] in RESULTS]
    assert shown, "each of these specs has a gap or a conflict"
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(f"{json.dumps(finding['witness'])}\n" for finding in shown), encoding="utf-8")
    assert run(["settle", "--format", "json", str(file), *of_folder(specs)]) == 0
    outcomes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for finding, outcome in zip(shown, outcomes, strict=True):
        assert outcome["id"] == finding["witness"]["id"]
        wager = outcome["players"]["1"][subject(finding)]
        assert wager["result"] == RESULTS[finding["rule"]], finding["message"]
        assert wager["net"] is None
        assert set(wager["cites"]) & set(finding["clauses"]), finding["message"]


@pytest.mark.slow
@pytest.mark.usefixtures("remembered")
def test_rounds_have_names_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    names = [
        finding["witness"]["id"]
        for name, specs in CHECKED
        for finding in findings(name, specs, capsys)
        if finding["witness"]
    ]
    assert len(names) > len(CHECKED)
    assert len(set(names)) == len(names)


def subject(finding: dict[str, Any]) -> str:
    """The wager of a finding, from the name of its round: `harbour-three-bells-gap-raise-dawn-amount`."""
    start = f"{finding['spec'].replace('/', '-')}-{finding['rule']}-"
    name: str = finding["witness"]["id"]
    assert name.startswith(start)
    if "events" in finding["witness"]:  # named after the event, then the wager
        (event,) = finding["witness"]["events"]
        return name.removeprefix(f"{start}{event['event']}-")
    return _wager(name.removeprefix(start), finding["witness"])


def _wager(rest: str, round_: dict[str, Any]) -> str:
    player = round_["players"][0]
    placed = [one["wager"] if isinstance(one, dict) else one for one in player["wagers"]]
    names = [*placed, *(action["wager"] for action in player["actions"] if "wager" in action)]
    return max((name for name in names if f"{rest}-".startswith(f"{name}-")), key=len)


def test_the_subject_of_a_finding_is_read_from_its_round() -> None:
    round_ = {"players": [{"wagers": {"first": 1}, "actions": [{"stage": "dawn", "do": "bet", "wager": "raise"}]}]}
    assert list(_subjects(round_)) == ["raise", "first", "first"]


def _subjects(round_: dict[str, Any]) -> Iterator[str]:
    yield from (_wager(rest, round_) for rest in ("raise-dawn-amount", "first-2", "first"))
