"""The page on specs is true: its examples are read, checked and settled as they are printed there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rulespec.cli.main import run
from rulespec.engine.cases import disagreements
from rulespec.engine.session import Session
from rulespec.engine.settle import Settler
from rulespec.load.amounts import DECIMALS, LARGEST
from rulespec.load.library import Library
from rulespec.load.nodes import Mapping
from rulespec.load.schema import validate
from rulespec.load.vocabulary import read_vocabulary
from rulespec.load.yaml_door import read_yaml
from rulespec.model.place import Place
from rulespec.prove.check import check

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "specs.md").read_text(encoding="utf-8")
HERE = Place("page", 1, 1)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def printed_rounds() -> list[dict[str, Any]]:
    (text,) = blocks("json")
    found, at = [], 0
    while text[at:].strip():
        data, at = json.JSONDecoder().raw_decode(text, at + len(text[at:]) - len(text[at:].lstrip()))
        found.append(data)
    return found


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The files that the page prints, in the folders that it names."""
    files = {
        block.split("\n")[0].removeprefix("# "): block for block in blocks("yaml") if block.startswith("# my-specs/")
    }
    assert len(files) == 2
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "my-specs"


def test_the_printed_wheel_settles_as_printed(wheel: Path) -> None:
    session = Session(Library(wheel).load)
    rounds = printed_rounds()
    assert len(rounds) == 3
    for data in rounds:
        settled = session.line(json.dumps(data), HERE)
        assert disagreements(settled) == []
        for seat, wagers in data["expect"].items():
            assert settled.seats[int(seat)].wagers.keys() == wagers.keys()


def test_the_printed_wheel_has_the_gap_that_the_page_speaks_of(wheel: Path) -> None:
    found = check(Settler(Library(wheel).load("some-casino/small-wheel"))).findings
    assert [(one.rule, one.clauses) for one in found] == [("gap", ("3.1",)), ("left-out", ("4",))]
    assert found[0].witness is not None
    assert found[0].witness["outcome"] == {"pocket": "star"}


def test_what_is_left_out_and_irregularities_are_refused(wheel: Path) -> None:
    session = Session(Library(wheel).load)
    plain = {**printed_rounds()[0], "expect": {}}
    comet = {**plain, "players": [{"seat": 1, "wagers": {"comet": 5}}]}
    (finding,) = session.line(json.dumps(comet), HERE).findings
    assert (finding.clauses, finding.hint) == (("4",), "not encoded yet")
    (events,) = re.findall(r"`\"events\": (\[.*?\])`", PAGE)
    (finding,) = session.line(json.dumps({**plain, "events": json.loads(events)}), HERE).findings
    assert "there is no event" in finding.message


def test_the_commands_of_the_first_spec_work(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(wheel.parent)
    lines = "".join(json.dumps(data) + "\n" for data in printed_rounds())
    Path("my-rounds.jsonl").write_text(lines, encoding="utf-8")
    commands = re.findall(r"`rulespec ([^`]*--specs my-specs[^`]*)`", PAGE.replace("\n    ", " "))
    assert {command.split()[0] for command in commands} >= {"list", "check", "explain", "test"}
    for command in commands:
        words = command.replace("some-game", "small-wheel").replace("'3.9(b)(i)'", "3.1(b)").split()
        assert run(words) == (1 if words[0] == "check" else 0), command


def test_the_vocabulary_with_each_kind_once_is_one(tmp_path: Path) -> None:
    (text,) = [block for block in blocks("yaml") if block.startswith("# each kind once")]
    path = tmp_path / "vocabulary.yaml"
    path.write_text(text, encoding="utf-8")
    vocabulary, findings, _ = read_vocabulary(path)
    assert findings == []
    kinds = ("lists", "wagers", "stages", "acts", "classes", "facts", "options", "terms")
    assert all(getattr(vocabulary, kind) for kind in kinds)


def test_every_other_piece_of_a_spec_has_the_form_of_one() -> None:
    """Pieces may leave out what stands around them (`{...}`), never what is inside."""
    for block in blocks("yaml"):
        node, findings = read_yaml(block.replace("{...}", "{flush: 7 to 1}"), "page")
        assert not findings
        assert isinstance(node, Mapping)
        if "vocabulary" not in node.keys():  # noqa: SIM118 - keys of a node
            kind = "interpretations" if "interpretations" in node.keys() else "spec"  # noqa: SIM118
            wrong = [one for one in validate(node, kind) if one.rule != "missing-key" or one.place.line > 1]
            assert all("flush" in one.message for one in wrong), [one.message for one in wrong]


def test_the_limits_of_amounts_are_those_of_the_program() -> None:
    assert f"at most {LARGEST:,} (1e9), and have at most {DECIMALS} decimals" in PAGE
    assert LARGEST == 10**9


def test_a_clause_for_a_shell_stands_in_quotes() -> None:
    assert re.findall(r"rulespec explain[^`\n]*`", PAGE)
    assert all("'3.9(b)(i)'" in text for text in re.findall(r"rulespec explain[^`\n]*`", PAGE))
