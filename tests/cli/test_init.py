"""`rulespec init`: a repository that is whole from its first minute, or nothing at all."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from rulespec.cli.init_command import CI_FILES, EXAMPLE, FILES, TEMPLATES
from rulespec.cli.main import run
from rulespec.load.library import Library
from rulespec.load.yaml_door import read_yaml_file
from rulespec.resources import folder

ALL = {name.format(spec=EXAMPLE, game=EXAMPLE.rpartition("/")[2]) for name in FILES.values()}
GITHUB, GITLAB = ".github/workflows/rulespec.yml", ".gitlab-ci.yml"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository, in which the test stands."""
    (tmp_path / ".git").mkdir()
    for name in ("RULESPEC_SPECS", "RULESPEC_SOURCES", "RULESPEC_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(place: Path) -> dict[str, str]:
    found = (path for path in place.rglob("*") if path.is_file())
    return {path.relative_to(place).as_posix(): path.read_text(encoding="utf-8") for path in found}


def test_what_is_written_is_whole(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init"]) == 0
    told = capsys.readouterr().out
    assert set(re.findall(r"^wrote (.*)$", told, re.M)) == set(files(here)) == ALL | {GITHUB}
    commands = re.findall(r"^  rulespec (.*)$", told, re.M)
    assert [one.split()[0] for one in commands] == ["check", "test", "explain"]
    for one in commands:
        assert run(one.split()) == 0, one
    assert "4 passed, 0 failed" in capsys.readouterr().out
    assert run(["check", "--fail-on", "note"]) == 0  # not even something to note
    (wrong,) = [text for text in files(here).values() if re.search("@[A-Z]+@", text)] or [""]
    assert not wrong


def test_cases_hold_the_pay_table(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init"]) == 0
    spec = here / f"specs/{EXAMPLE}.yaml"
    text = spec.read_text(encoding="utf-8")
    assert text.count("great: 10 to 1") == 1
    spec.write_text(text.replace("great: 10 to 1", "great: 9 to 1"), encoding="utf-8")
    assert run(["check"]) == 0
    assert run(["test"]) == 1
    assert "great lantern" in capsys.readouterr().out


def test_every_row_of_the_example_is_held_by_a_case(here: Path) -> None:
    """Each clause that settles or pays is cited by what some case expects, but the other colour's."""
    assert run(["init"]) == 0
    lines = (here / "cases/lantern-wheel.jsonl").read_text(encoding="utf-8").splitlines()
    cited = {cite for line in lines for cite in re.findall(r"\d\.\d\S*?(?=\")", json.dumps(json.loads(line)["expect"]))}
    assert cited == {"3.1(a)", "3.1(b)", "3.2(b)", "3.3(a)", "4.1", "4.2", "5.1"}


def test_the_id_of_the_example_is_ones_own(here: Path) -> None:
    assert run(["init", "rules", "--spec", "some-state/small-game"]) == 0
    shelf = Library(here / "rules/specs")
    assert shelf.ids() == ("some-state/small-game",)
    assert shelf.load("some-state/small-game").title == "Small Game"
    assert (here / "rules/cases/small-game.jsonl").is_file()


def test_a_spec_of_ones_own_can_be_begun(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a game of cards, and of the example's family; both load, and what is left to say is all that is found."""
    assert run(["init"]) == 0
    assert run(["new", "spec", "a-state/a-game", "--family", "a-game", "--domain", "community-poker"]) == 0
    assert run(["new", "spec", "b-state/a-game", "--family", "lantern-wheel"]) == 0
    assert "--specs" not in capsys.readouterr().out  # the settings name the folder
    assert run(["check", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    assert {one["rule"] for one in found} == {"left-out", "to-fill-in", "no-lock"}
    assert not any(EXAMPLE in one["file"] for one in found)


@pytest.mark.parametrize(("ci", "more"), [("github", {GITHUB}), ("gitlab", {GITLAB}), ("none", set())])
def test_runners_get_their_own_file(ci: str, more: set[str], here: Path) -> None:
    assert run(["init", "--ci", ci]) == 0
    assert set(files(here)) == ALL | more


@pytest.mark.parametrize("there", sorted(ALL | {GITHUB}))
def test_nothing_is_written_over(there: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / there).parent.mkdir(parents=True, exist_ok=True)
    (here / there).write_text("mine", encoding="utf-8")
    assert run(["init"]) == 2
    assert f"`{there}` is there already, so nothing was written" in capsys.readouterr().err
    assert files(here) == {there: "mine"}
    assert run(["init", "--skip", there]) == 0
    assert files(here)[there] == "mine"
    assert set(files(here)) == ALL | {GITHUB}


def test_a_folder_or_a_dead_link_is_there_too(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "README.md").symlink_to("nowhere")
    (here / "rulespec.toml").mkdir()
    assert run(["init"]) == 2
    assert "`rulespec.toml` and `README.md` are there already" in capsys.readouterr().err
    assert files(here) == {}


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--spec", "lantern"], "is no id of a spec"),
        (["--spec", "../x"], "is no id of a spec"),
        (["--branch", "a b"], "is no name of a branch"),
        (["--branch", "x]\n"], "is no name of a branch"),
        (["--skip", "readme"], "is none of the files that are written"),
        (["--ci", "jenkins"], "'jenkins' is not one of"),
        (["file"], "cannot be written"),
    ],
)
def test_what_cannot_be_is_refused(args: list[str], why: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "file").write_text("", encoding="utf-8")
    assert run(["init", *args]) == 2
    assert why in capsys.readouterr().err
    assert files(here) == {"file": ""}


def test_a_folder_inside_a_repository_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "rules"]) == 0
    assert f"only at the root of the repository, `{here}`" in capsys.readouterr().err
    assert run(["init"]) == 0
    assert capsys.readouterr().err == ""


def test_settings_above_that_cannot_be_used_are_no_hindrance(here: Path) -> None:
    (here / "rulespec.toml").write_text("spec = 1", encoding="utf-8")
    assert run(["init", "rules"]) == 0


def test_every_template_is_written_by_someone() -> None:
    names = {path.name for path in (folder(TEMPLATES) / "init").iterdir()}
    assert names == set(FILES) | {name for of in CI_FILES.values() for name in of}


@pytest.mark.parametrize("ci", sorted(CI_FILES))
def test_what_is_yaml_can_be_read(ci: str, here: Path) -> None:
    assert run(["init", "--ci", ci]) == 0
    for name in files(here):
        if name.endswith((".yml", ".yaml")):
            assert read_yaml_file(here / name)[1] == [], name


def test_a_base_that_the_settings_name_and_is_not_there_is_told_as_theirs(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init"]) == 0
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], check=True)
    capsys.readouterr()
    assert run(["gate"]) == 2
    told = capsys.readouterr().err
    assert "`base` of `rulespec.toml` says so" in told
    assert "--base HEAD~1" in told
    assert run(["gate", "--base", "no-such-thing"]) == 2
    assert "rulespec.toml" not in capsys.readouterr().err
