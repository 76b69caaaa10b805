"""The settings of a repository: where they are found, what may stand in them, and what comes before what."""

import json
import os
import re
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulespec.cli.config import Config, find_config
from rulespec.cli.levels import known_levels, leveled, refuse_unknown
from rulespec.cli.main import run
from rulespec.cli.options import LEVELS
from rulespec.compare.change_classes import CLASSES
from rulespec.compare.change_classes import LEVELS as CHANGES
from rulespec.documents.lint.rules import RULES as LINT
from rulespec.errors import UsageError
from rulespec.load.toml_door import read_toml
from rulespec.model.finding import SEVERITIES, Finding
from rulespec.model.place import Place
from rulespec.model.rules import RULES
from rulespec.resources import schema_path

SPECS = Path(__file__).parents[1] / "fixtures" / "specs"
SCHEMA = json.loads(schema_path("config").read_text(encoding="utf-8"))
NOTHING: dict[str, str] = {}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository, in which the test stands."""
    (tmp_path / ".git").mkdir()
    for name in ("RULESPEC_SPECS", "RULESPEC_SOURCES", "RULESPEC_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rulespec.toml").write_text(text, encoding="utf-8")


def shared(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(f'[project]\nname = "x"\n{text}', encoding="utf-8")


def refused(folder: Path) -> list[tuple[str, str, int]]:
    """Rule, message and line of all that is wrong with the settings."""
    with pytest.raises(UsageError) as caught:
        find_config(folder, NOTHING)
    return [(one.rule, one.message, one.place.line) for one in caught.value.findings]


WHOLE = """
specs = "rules"
sources = "texts"
cases = ["cases", "more/cases.jsonl"]
divergences = ["known.json"]
[check]
fail-on = "warning"
[gate]
base = "origin/main:rules"
show = "editorial"
fail-on = "undecided"
[levels]
dead = "note"
pay-lowered = "breaking"
[exemptions]
warn-days = 7
"""


def test_all_keys_are_read(repository: Path) -> None:
    own(repository, WHOLE)
    found = find_config(repository / ".", NOTHING)
    assert (found.file, found.specs, found.sources, found.note) == ("rulespec.toml", "rules", "texts", "")
    assert (found.cases, found.divergences) == (("cases", "more/cases.jsonl"), ("known.json",))
    assert found.check.fail_on == "warning"
    assert (found.gate.base, found.gate.show, found.gate.fail_on) == ("origin/main:rules", "editorial", "undecided")
    assert dict(found.levels) == {"dead": "note", "pay-lowered": "breaking"}
    assert found.exemptions.warn_days == 7


def test_the_same_keys_stand_in_the_shared_file(repository: Path) -> None:
    own(repository, WHOLE)
    expected = find_config(repository, NOTHING)
    (repository / "rulespec.toml").unlink()
    table = WHOLE.replace("[", "[tool.rulespec.").replace("= [tool.rulespec.", "= [")
    shared(repository, f"[tool.rulespec]{table}")
    found = find_config(repository, NOTHING)
    assert found.file == "pyproject.toml"
    assert (found.levels, found.gate, found.cases) == (expected.levels, expected.gate, expected.cases)


def test_the_page_shows_every_key_and_nothing_that_is_refused(repository: Path) -> None:
    page = (SPECS.parents[2] / "docs" / "ci.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    own(repository, block)
    refuse_unknown(find_config(repository, NOTHING).levels, "")
    shown = tomllib.loads(block)
    assert set(shown) == set(SCHEMA["properties"])
    for table in ("check", "gate", "exemptions"):
        assert set(shown[table]) == set(SCHEMA["properties"][table]["properties"])


def test_paths_are_those_of_the_file_from_wherever_one_stands(repository: Path) -> None:
    own(repository, 'specs = "rules"\n[gate]\nbase = "before"\n')
    (repository / "before").mkdir()
    below = repository / "a" / "b"
    below.mkdir(parents=True)
    found = find_config(below, NOTHING)
    assert found.specs == os.path.join("..", "..", "rules")
    assert found.gate.base == os.path.join("..", "..", "before")
    own(below, 'specs = "/elsewhere"')
    assert Path(below / find_config(below, NOTHING).specs).resolve() == Path("/elsewhere")


def test_nothing_above_the_repository_is_read(tmp_path: Path) -> None:
    own(tmp_path, 'specs = "rules"')
    inner = tmp_path / "inner"
    inner.mkdir()
    assert find_config(inner, NOTHING).file == os.path.join("..", "rulespec.toml")
    (inner / ".git").write_text("gitdir: elsewhere", encoding="utf-8")  # as a second working tree has it
    assert find_config(inner, NOTHING) == Config()


@pytest.mark.parametrize("nearer", ["own", "shared", "same"])
def test_the_own_file_holds_alone(nearer: str, repository: Path) -> None:
    below = repository / "below"
    own(below if nearer == "own" else repository, 'specs = "one"')
    shared(below if nearer == "shared" else repository, '[tool.rulespec]\nspecs = "two"\nsources = "three"')
    found = find_config(below if nearer != "same" else repository, NOTHING)
    assert (Path(found.specs).name, found.sources) == ("one", "")
    assert "`[tool.rulespec]` of `" in found.note
    assert "is not read" in found.note


@pytest.mark.parametrize("table", ["", "[tool.other]\nspecs = 1", "[tool.rulespec]", "tool = 3", "not [ toml"])
def test_a_file_without_settings_is_none(table: str, repository: Path) -> None:
    own(repository, 'specs = "one"')
    (repository / "pyproject.toml").write_text(table, encoding="utf-8")
    assert find_config(repository, NOTHING).note == ""


def test_no_settings_are_the_defaults(repository: Path) -> None:
    assert find_config(repository, NOTHING) == Config()
    shared(repository, "")
    assert find_config(repository, NOTHING) == Config()


def test_a_variable_names_the_file(repository: Path) -> None:
    own(repository, 'specs = "one"')
    own(repository / "other", 'specs = "two"')
    assert find_config(repository, {"RULESPEC_CONFIG": "other/rulespec.toml"}).specs == os.path.join("other", "two")
    assert find_config(repository, {"RULESPEC_CONFIG": "off"}) == Config()
    assert find_config(repository, {"RULESPEC_CONFIG": ""}).specs == "one"
    with pytest.raises(UsageError, match="there is no file `nothing`, which RULESPEC_CONFIG names"):
        find_config(repository, {"RULESPEC_CONFIG": "nothing"})


def keys(schema: Any = SCHEMA, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every key that the settings may have, with the tables that it stands in."""
    found = []
    for name, inner in schema.get("properties", {}).items():
        found += [(*path, name), *keys(inner, (*path, name))]
    return found


@pytest.mark.parametrize("key", keys(), ids=".".join)
@pytest.mark.parametrize("kind", ["name", "type"])
def test_each_wrong_key_and_each_wrong_type_is_told(key: tuple[str, ...], kind: str, repository: Path) -> None:
    *tables, last = key
    head = "".join(f"[{table}]\n" for table in tables)
    own(repository, f"# settings\n{head}{last}s_ = 1\n" if kind == "name" else f"# settings\n{head}{last} = 2.5\n")
    ((rule, message, line),) = refused(repository)
    assert rule == ("unknown-key" if kind == "name" else "wrong-type")
    assert (last in message, line) == (True, 3 if tables else 2)


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("[levels]\ngap = 'off'", "not-one-of", "`gap`"),
        ("[levels]\nGap = 'note'", "bad-key", "`Gap`"),
        ("[check]\nfail-on = 'warnings'", "not-one-of", "`fail-on`"),
        ("[gate]\nfail-on = 'error'", "not-one-of", "`fail-on`"),
        ("[exemptions]\nwarn-days = -1", "bad-form", "`warn-days`"),
        ("[exemptions]\nwarn-days = true", "wrong-type", "`warn-days`"),
        ("[exemptions]\nwarn-days = 2024-01-31", "wrong-type", "2024-01-31"),
        ("specs = ''", "bad-form", "`specs`"),
        ("cases = 'cases'", "wrong-type", "`cases`"),
        ("cases = ['a', 1]", "wrong-type", "entry 2 of `cases`"),
        ("check = 'error'", "wrong-type", "`check`"),
        ("specs = 'a'\nspecs = 'b'", "toml-syntax", "overwrite"),
        ("specs = ", "toml-syntax", "this is no TOML"),
        ("a = " + "[" * 5000, "toml-syntax", "this is no TOML"),
    ],
)
def test_what_cannot_be_set_is_refused(text: str, rule: str, said: str, repository: Path) -> None:
    own(repository, text)
    found = refused(repository)
    assert [one[0] for one in found] == [rule]
    assert said in found[0][1]


def test_a_shared_table_that_is_none_is_refused(repository: Path) -> None:
    shared(repository, "[tool]\nrulespec = 3")
    assert refused(repository)[0][0] == "wrong-type"


def test_what_is_no_text_is_refused(repository: Path) -> None:
    (repository / "rulespec.toml").write_bytes(b"specs = '\xff'")
    assert refused(repository)[0][0] == "not-text"


PIECES = ["[a]\n", "[[a]]\n", "[", "]", ".", "=", '"', "'", "#", "{", "}", "1", " ", "\\", "\r", "\n", "a", "b"]


@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    toml, findings = read_toml(text, "x.toml")
    assert (toml is None) == bool(findings)


def test_choices_are_those_of_the_program() -> None:
    properties = SCHEMA["properties"]
    assert tuple(properties["check"]["properties"]["fail-on"]["enum"]) == LEVELS
    assert tuple(properties["levels"]["additionalProperties"]["enum"]) == (*reversed(SEVERITIES), *CHANGES)
    assert tuple(SCHEMA["$defs"]["level"]["enum"]) == CHANGES
    assert tuple(properties["gate"]["properties"]["fail-on"]["enum"]) == (*CHANGES, "never")


def test_no_rule_is_called_as_a_class_of_changes() -> None:
    rules = {rule.id for rule in RULES} | {rule.id for rule in LINT}
    assert not rules & {one.id for one in CLASSES}
    assert set(known_levels()) == rules | {one.id for one in CLASSES}


@pytest.mark.parametrize("given_by", list(product([False, True], repeat=4)), ids=str)
def test_what_comes_before_what(
    given_by: tuple[bool, ...],
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every way in which the folder of specs may be given at once: the first that is there holds."""
    ways = ("option", "variable", "own", "shared")
    for way in ways:
        (repository / way).mkdir()
    option, variable, file, table = given_by
    if variable:
        monkeypatch.setenv("RULESPEC_SPECS", "variable")
    if file:
        own(repository, 'specs = "own"')
    if table:
        shared(repository, '[tool.rulespec]\nspecs = "shared"')
    status = run(["list", *(["--specs", "option"] if option else [])])
    first = next((way for way, there in zip(ways, given_by, strict=True) if there), "")
    err = capsys.readouterr().err
    assert status == (2 if first else 0)
    assert (f"there is no spec in the folder `{first}`" in err) == bool(first)
    assert ("is not read" in err) == (file and table)


def test_the_settings_of_check(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own(repository, f'specs = "{SPECS}"\n[check]\nfail-on = "never"')
    assert run(["check", "harbour/eight-pockets", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["summary"]["error"] == 2
    assert run(["check", "harbour/eight-pockets", "--fail-on", "error"]) == 1
    own(repository, f'specs = "{SPECS}"\n[levels]\ngap = "note"\nconflict = "warning"')
    capsys.readouterr()
    assert run(["check", "harbour/eight-pockets", "--format", "json"]) == 0
    assert {one["severity"] for one in json.loads(capsys.readouterr().out)["findings"]} == {"note", "warning"}


def test_a_level_of_changes_is_no_severity() -> None:
    found = [Finding("gap", "error", "x", Place("f")), Finding("other", "note", "y", Place("f"))]
    assert leveled(found, {"gap": "breaking", "elsewhere": "note"}) == found
    assert [one.severity for one in leveled(found, {"other": "error"})] == ["error", "error"]


@pytest.mark.parametrize(
    ("levels", "why"),
    [
        ("gaps = 'note'", "there is no rule or class of changes `gaps`, as `levels` names: did you mean `gap`?"),
        ("gap = 'breaking'", "`gap` of `levels` takes `error`, `warning` or `note`, not `breaking`"),
        ("numbering-skip = 'note'", "did you mean `numbering-skips`?"),
        ("pay-lower = 'editorial'", "did you mean `pay-lowered`?"),
        ("pay-lowered = 'note'", "takes `breaking`, `undecided`, `compatible` or `editorial`, not `note`"),
    ],
)
def test_a_level_of_what_there_is_not_is_refused(
    levels: str, why: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own(repository, f'specs = "{SPECS}"\n[levels]\n{levels}')
    assert run(["list"]) == 2
    assert why in capsys.readouterr().err


def test_the_lint_of_documents_has_levels_too(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = SPECS.parent / "documents"
    own(repository, f'specs = "{documents / "specs"}"\n')
    text = str(documents / "sources" / "small-wheel.txt")
    assert run(["doc", "lint", text, "--format", "json"]) == 1
    rules = {one["rule"] for one in json.loads(capsys.readouterr().out)["findings"]}
    own(repository, f'specs = "{documents / "specs"}"\n[levels]\n' + "".join(f"{rule} = 'note'\n" for rule in rules))
    assert run(["doc", "lint", text, "--format", "json"]) == 0
    assert {one["severity"] for one in json.loads(capsys.readouterr().out)["findings"]} == {"note"}


def test_cases_are_those_of_the_settings(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own(repository, f'specs = "{SPECS}"\ncases = ["my.jsonl"]')
    player = {"seat": 1, "wagers": {"hue": 10}}
    case = {"id": "c", "spec": "harbour/eight-pockets", "outcome": {"pocket": "one"}, "players": [player]}
    expect = {"1": {"hue": {"result": "win"}}}
    text = json.dumps({**case, "options": {"star_prize": 50}, "expect": expect})
    (repository / "my.jsonl").write_text(text, encoding="utf-8")
    assert run(["test"]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


@pytest.mark.parametrize("command", [["list"], ["list", "--specs", str(SPECS)], ["doc", "lint", "x"], ["check"]])
def test_settings_that_cannot_be_used_end_every_command(
    command: list[str], repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own(repository, "spec = 'x'")
    assert run(command) == 2
    err = capsys.readouterr().err
    assert "rulespec.toml:1:1: error unknown-key" in err
    assert err.endswith("rulespec: the settings in `rulespec.toml` cannot be used: 1 problem\n")
    assert run([*command, "--help"]) == 0


def test_a_folder_that_the_settings_name_and_is_not_there(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own(repository, 'specs = "rules"')
    assert run(["check"]) == 2
    assert "there is no specs folder `rules`, which `rulespec.toml` names" in capsys.readouterr().err
