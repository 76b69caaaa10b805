"""Completion as a shell asks for it: bash itself, where there is one, else by what it would set."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulespec.cli.completion_command import SHELLS
from rulespec.cli.main import COMMANDS, run

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "tests" / "fixtures" / "specs"
WHEEL = ROOT / "tests" / "fixtures" / "documents" / "specs"
HEAVY = ("z3", "numpy", "jinja2", "multiprocessing")

ASK = """
source "$1"; shift
compopt() { :; }   # it may be called only where a key was pressed
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_rulespec_completion rulespec "${COMP_WORDS[COMP_CWORD]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The script for bash, beside a `rulespec` that is the program under test."""
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    assert run(["completion", "bash"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out, encoding="utf-8")
    program = tmp_path / "rulespec"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m rulespec "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return tmp_path


def asked(bash: Path, *words: str, **environment: str) -> list[str]:
    path = {"PATH": f"{bash}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    env = {**os.environ, **path, **environment}
    command = ["bash", "--norc", "-c", ASK, "bash", str(bash / "script"), "rulespec", *words]
    done = subprocess.run(command, env=env, cwd=bash, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ch"], ["check"]),
        (["check", "--fa"], ["--fail-on"]),
        (["check", "harbour/e"], ["harbour/eight-pockets"]),
        (["compare", "wh"], ["wheel"]),
        (["compare", "wheel", "--area", "set"], ["settlement"]),
    ],
    ids=str,
)
def test_bash_completes(words: list[str], offered: list[str], bash: Path) -> None:
    assert asked(bash, *words, RULESPEC_SPECS=str(SPECS)) == offered


def completed(words: list[str], monkeypatch: pytest.MonkeyPatch, specs: Path | None = SPECS) -> list[str]:
    """What the program answers to bash, the last of the words being the one that is typed."""
    monkeypatch.setenv("_RULESPEC_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["rulespec", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    monkeypatch.delenv("RULESPEC_SPECS", raising=False)
    if specs is not None:
        monkeypatch.setenv("RULESPEC_SPECS", str(specs))
    code = "import sys; from rulespec.cli.main import main; sys.argv = ['rulespec']; main()"
    heavy = f"import atexit, sys; atexit.register(lambda: print(*(set({HEAVY}) & set(sys.modules)), file=sys.stderr)); "
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", heavy + code], env=env, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["diff", "harbour/three-bells", "harbour/l"], ["plain,harbour/lamp-and-tide"]),
        (["check", "my-file"], ["file,my-file"]),
        (["settle", "rounds"], ["file,rounds"]),
        (["list", "--specs", "fol"], ["dir,fol"]),
        (["new", "spec", "x/y", "--domain", "fin"], ["plain,finite-outcome"]),
        (["compare", "harbour/three-bells", "--area", "jack"], ["plain,jackpot"]),
        (["explain", "--spec", "harbour/t"], ["plain,harbour/three-bells"]),
        (["no-such-command", "x"], []),
    ],
    ids=str,
)
def test_the_program_completes_without_what_is_heavy(
    words: list[str], offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert completed(words, monkeypatch) == offered


def test_documents_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(["doc", "lock", ""], monkeypatch, WHEEL) == ["plain,harbour/small-wheel"]


def test_settings_and_options_say_whose_specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "rulespec.toml").write_text(f'specs = "{WHEEL}"', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert completed(["check", "h"], monkeypatch, None) == ["plain,harbour/small-wheel"]
    chosen = completed(["check", "--specs", str(SPECS), "harbour/t"], monkeypatch, None)
    assert chosen == ["plain,harbour/three-bells"]
    (tmp_path / "rulespec.toml").write_text("spec = 1", encoding="utf-8")
    assert completed(["check", "--specs", str(SPECS), "harbour/t"], monkeypatch, None) == chosen
    assert completed(["compare", "--specs", "no-such-folder", ""], monkeypatch, None) == []


def test_commands_are_offered_without_importing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed([""], monkeypatch) == [f"plain,{name}" for name in COMMANDS]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert f"_RULESPEC_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, check=False)
        assert checked.returncode == 0, checked.stderr


def test_an_unknown_shell_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "tcsh"]) == 2
    assert "'tcsh' is not one of" in capsys.readouterr().err
