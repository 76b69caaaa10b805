"""What runs in other people's CI: the action, the files that `init` writes, the GitLab template, the pre-commit hooks.

The scripts are taken out of their YAML and run by bash. What they do with a status, with inputs and with what is
missing is tried with a `rulespec` that only says what it was called with; what they find, with the program itself.
The steps that install the program are not run: it is there, first on PATH.
"""

import re
import shlex
import subprocess
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from runners import ROOT, Ran, bash, calls, filled, plain, program, scripts, steps, stub

import rulespec
from rulespec.cli.main import COMMANDS, cli, run

ACTION = plain(ROOT / "action.yml")
HOOKS = {hook["id"]: hook for hook in plain(ROOT / ".pre-commit-hooks.yaml")}
GITLAB = ROOT / "ci" / "gitlab.yml"
FAILS = [0, 1, 2, 3, 4, 70]
DEFAULTS = {f"inputs.{name}": entry["default"] for name, entry in ACTION["inputs"].items()}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """What `init` writes, for both runners."""
    for ci in ("gitlab", "github"):
        skip = [f"--skip={name}" for name in _names() if ci == "github"]
        assert run(["init", str(tmp_path / "repository"), "--ci", ci, *skip]) == 0
    return tmp_path / "repository"


def _names() -> list[str]:
    spec = "specs/example-house/lantern-wheel.yaml"
    others = ["rulespec.toml", "specs/vocabulary.yaml", spec, "cases/lantern-wheel.jsonl"]
    return [*others, ".pre-commit-config.yaml", ".gitignore", "README.md"]


def workflow(written: Path) -> Any:
    return plain(written / ".github/workflows/rulespec.yml")


def step(document: Any, name: str) -> Mapping[str, Any]:
    (found,) = [one for one in steps(document) if one.get("name") == name]
    return found


class Stubbed:
    """A folder in which scripts run with a `rulespec` that only says what it was called with."""

    def __init__(self, folder: Path) -> None:
        self.here = folder / "here"
        self.here.mkdir()
        self.path = stub(folder / "bin")
        self.log, self.page = folder / "calls", folder / "summary"
        self.env = {"CALLS": str(self.log), "GITHUB_STEP_SUMMARY": str(self.page), "RUNNER_TEMP": str(folder)}

    def run(self, script: str, ends: str = "", **environment: str) -> Ran:
        self.log.unlink(missing_ok=True)
        self.page.unlink(missing_ok=True)
        return bash(script, self.path, self.here, {**self.env, "STUB": ends, **environment})

    def action(self, ends: str = "", inputs: Mapping[str, str] | None = None, **environment: str) -> Ran:
        one = step(ACTION, "Check and gate")
        values = {**DEFAULTS, **{f"inputs.{name}": value for name, value in (inputs or {}).items()}}
        return self.run(one["run"], ends, **filled(one["env"], values), **environment)

    def calls(self) -> list[list[str]]:
        return calls(self.log)


@pytest.fixture
def stubbed(tmp_path: Path) -> Stubbed:
    return Stubbed(tmp_path)


# The action.


@pytest.mark.parametrize(("check", "gate"), [pair for pair in product(FAILS, FAILS) if 0 in pair or 1 in pair])
def test_the_action_ends_as_the_first_that_fails(check: int, gate: int, stubbed: Stubbed) -> None:
    """Whatever a status says, findings or a crash, it is never taken for nothing found."""
    ran = stubbed.action(f"check={check} gate={gate}", {"base": "main", "summary": "false"})
    assert ran.status == (check or gate)
    assert stubbed.calls() == [["check", "--format", "github"], ["gate", "--base=main", "--format", "github"]]


@pytest.mark.parametrize("one", ["check/markdown", "gate/markdown", "check/sarif", "gate/sarif"])
@pytest.mark.parametrize("status", [1, 70])
def test_what_fails_only_later_fails_too(one: str, status: int, stubbed: Stubbed) -> None:
    assert stubbed.action(f"{one}={status}", {"base": "main", "sarif": "x.sarif"}).status == status


def test_the_page_and_the_files_for_others(stubbed: Stubbed) -> None:
    assert stubbed.action("check=1 gate=1", {"base": "main", "sarif": "x.sarif"}).status == 1
    assert stubbed.page.read_text(encoding="utf-8") == "check as markdown\ngate as markdown\n"
    assert sorted(path.name for path in stubbed.here.iterdir()) == ["x.gate.sarif", "x.sarif"]


def test_no_page_where_none_is_wanted(stubbed: Stubbed) -> None:
    assert stubbed.action("", {"base": "main", "summary": "false"}).status == 0
    assert not stubbed.page.exists()


def test_levels_and_specs_are_passed_on(stubbed: Stubbed) -> None:
    inputs = {"base": "v1", "fail-on": "undecided", "check-fail-on": "warning", "summary": "false"}
    assert stubbed.action("", inputs).status == 0
    check, gate = stubbed.calls()
    assert check == ["check", "--fail-on=warning", "--format", "github"]
    assert gate == ["gate", "--base=v1", "--fail-on=undecided", "--format", "github"]


@pytest.mark.parametrize(
    ("base", "of_pull_request", "expected"),
    [("", "", None), ("", "main", "origin/main"), ("v1", "main", "v1"), ("", "a b", "origin/a b")],
)
def test_the_base_is_the_one_given_or_that_of_the_pull_request(
    base: str, of_pull_request: str, expected: str | None, stubbed: Stubbed
) -> None:
    ran = stubbed.action("", {"base": base, "summary": "false"}, GITHUB_BASE_REF=of_pull_request)
    assert ran.status == 0
    gates = [one[1] for one in stubbed.calls() if one[0] == "gate"]
    assert gates == ([] if expected is None else [f"--base={expected}"])
    assert ("the gate is not run" in ran.out) == (expected is None)


HOSTILE = [
    '"; touch pwned; "',
    "$(touch pwned)",
    "`touch pwned`",
    "x\ntouch pwned",
    "--help",
    "*",
    "a b",
    "'",
    "${IFS}",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_an_input_is_never_part_of_a_script(text: str, stubbed: Stubbed) -> None:
    for summary in ("true", text):
        stubbed.action("", {**dict.fromkeys(ACTION["inputs"], text), "summary": summary})
        assert "pwned" not in {path.name for path in stubbed.here.iterdir()}
        assert [one[0] for one in stubbed.calls()] == ["check", "gate"] * (3 if summary == "true" else 2)
        assert all(len(one) <= 7 for one in stubbed.calls())
    stubbed.action("", {"base": text, "fail-on": text, "summary": "false"})
    assert stubbed.calls()[1] == ["gate", f"--base={text}", f"--fail-on={text}", "--format", "github"]


def test_no_script_has_a_value_put_into_it(written: Path) -> None:
    found = [*scripts(ACTION), *scripts(workflow(written)), *scripts(plain(GITLAB))]
    assert len(found) > 6
    assert not [script for script in found if "${{" in script]


def test_the_action_installs_itself() -> None:
    install = step(ACTION, "Install rulespec")
    assert install["env"] == {"ACTION_PATH": "${{ github.action_path }}"}
    assert '"$ACTION_PATH"' in install["run"]
    assert all(one.get("shell") == "bash" for one in steps(ACTION) if "run" in one)
    assert "fetch-depth 0" in ACTION["inputs"]["base"]["description"]


def test_every_input_is_used_and_every_value_is_one() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == set(ACTION["inputs"])
    assert all({"description", "default"} == set(entry) for entry in ACTION["inputs"].values())


# What `init` writes.


@pytest.mark.parametrize("status", FAILS)
def test_each_step_of_the_workflow_ends_as_the_program(status: int, written: Path, stubbed: Stubbed) -> None:
    document = workflow(written)
    for name, command in (("Check", "check"), ("Cases", "test"), ("Gate", "gate")):
        one = step(document, name)
        env = filled(one.get("env", {}), {"github.base_ref": "main"})
        assert stubbed.run(one["run"], f"{command}={status}", **env).status == status
        assert {call[0] for call in stubbed.calls()} == {command}
    assert all("--base=origin/main" in call for call in stubbed.calls())
    assert "github.event_name == 'pull_request'" in one["if"]


def test_the_workflow_fetches_what_the_gate_reads(written: Path) -> None:
    checkout = next(one for one in steps(workflow(written)) if one.get("uses", "").startswith("actions/checkout@"))
    assert checkout["with"]["fetch-depth"] == "0"
    assert workflow(written)["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("status", FAILS)
def test_each_job_of_gitlab_ends_as_the_program(status: int, written: Path, stubbed: Stubbed) -> None:
    for path in (GITLAB, written / ".gitlab-ci.yml"):
        document = plain(path)
        for command in ("check", "gate"):
            job = document[f"rulespec-{command}"]
            script = "\n".join(job["script"])
            for when in (command, f"{command}/junit"):
                ran = stubbed.run(script, f"{when}={status}", CI_MERGE_REQUEST_DIFF_BASE_SHA="abc")
                assert ran.status == status
            (page,) = job["artifacts"]["reports"].values()
            assert ["--output", page] in [call[-2:] for call in stubbed.calls()]
            assert job["artifacts"]["when"] == "always"
            assert document[job["extends"]]["variables"]["GIT_DEPTH"] == "0"
    assert all("--base=abc" in call for call in stubbed.calls())


def test_the_template_for_gitlab_is_that_of_init(written: Path) -> None:
    """But for the cases, which not every repository has."""
    own, shared = plain(written / ".gitlab-ci.yml"), plain(GITLAB)
    own["rulespec-check"]["script"] = [
        one.replace("note rulespec test\n", "") for one in own["rulespec-check"]["script"]
    ]
    assert own == shared
    assert own["variables"]["RULESPEC"] == f"rulespec=={rulespec.__version__}"


# The hooks of pre-commit.


@pytest.mark.parametrize("hook", sorted(HOOKS))
def test_hooks_are_for_the_files_of_specs(hook: str, written: Path) -> None:
    (local,) = plain(written / ".pre-commit-config.yaml")["repos"]
    own = {one["id"]: one for one in local["hooks"]}
    for entry in (HOOKS[hook], own[hook]):
        files = re.compile(entry["files"])
        assert files.search("specs/vocabulary.yaml")
        assert files.search("specs/some-state/documents/some-game/document.yaml")
        assert not files.search(".github/workflows/specs.yml")
        assert not files.search("docs/specs/page.md")
        assert bool(files.search("rulespec.toml")) == (hook == "rulespec-check")
        assert entry.get("pass_filenames", "true") == ("false" if hook == "rulespec-check" else "true")
    assert HOOKS[hook]["language"] == "python"
    assert own[hook]["language"] == "system"


# The same with the program itself.


laid_out = pytest.mark.skipif("fmt" not in COMMANDS, reason="without fmt")


def commands(written: Path) -> set[tuple[str, ...]]:
    """Every call of the program that a script makes, as far as it stands there word by word."""
    found = [*scripts(workflow(written)), *scripts(plain(GITLAB)), *scripts(plain(written / ".gitlab-ci.yml"))]
    lines = [line for script in found for line in script.splitlines()]
    lines += [entry["entry"] for entry in HOOKS.values()]
    words = [shlex.split(line.split(" >> ")[0]) for line in lines if "rulespec " in line and "pip" not in line]
    return {tuple(one[one.index("rulespec") + 1 :]) for one in words if "rulespec" in one}


@laid_out
def test_every_call_is_one_that_the_program_knows(written: Path) -> None:
    calls_ = commands(written)
    assert len(calls_) > 6
    for name, *args in sorted(calls_):
        command = cli.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None, name
        command.make_context(name, [arg.replace("$BASE", "main") for arg in args]).close()


def git(here: Path, *args: str) -> None:
    own = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *own, *args], cwd=here, check=True, capture_output=True)


@pytest.fixture
def repository(written: Path) -> Path:
    """A repository as `init` leaves it, committed on `main`."""
    git(written, "init", "-q", "-b", "main")
    git(written, "add", "-A")
    git(written, "commit", "-q", "-m", "Begin")
    return written


SPEC = "specs/example-house/lantern-wheel.yaml"
LOWERED = ("great: 10 to 1", "great: 9 to 1")  # breaks
LOSES = "    - {when: lantern_colour != gold, then: lose, cite: 3.3(b)}\n"
REWORDED = ("# An invented game, whole", "# An invented game, all of it")  # changes nothing


def changed(repository: Path, change: tuple[str, str]) -> None:
    path = repository / SPEC
    text = path.read_text(encoding="utf-8")
    assert text.count(change[0]) == 1
    path.write_text(text.replace(*change), encoding="utf-8")
    git(repository, "commit", "-q", "-a", "-m", "Change")


def acted(repository: Path, **inputs: str) -> tuple[Ran, str]:
    """What the action does of the last commit, and the page that it writes."""
    here = repository.parent
    one = step(ACTION, "Check and gate")
    values = {**DEFAULTS, "inputs.base": "HEAD~1", **{f"inputs.{name}": value for name, value in inputs.items()}}
    page = here / "summary"
    env = {**filled(one["env"], values), "GITHUB_STEP_SUMMARY": str(page), "RUNNER_TEMP": str(here)}
    ran = bash(one["run"], program(here / "bin"), repository, env)
    return ran, page.read_text(encoding="utf-8") if page.exists() else ""


@pytest.mark.usefixtures("remembered")
def test_a_change_that_breaks_fails_the_action(repository: Path) -> None:
    changed(repository, LOWERED)
    ran, page = acted(repository, sarif="out.sarif")
    assert ran.status == 1, ran.err
    assert re.search(rf"^::error .*file={SPEC},.*line=\d+", ran.out, re.M)
    assert "4.2" in page
    assert (repository / "out.gate.sarif").read_text(encoding="utf-8").count(SPEC)


@pytest.mark.slow
@pytest.mark.usefixtures("remembered")
def test_a_change_that_changes_nothing_passes_the_action(repository: Path) -> None:
    changed(repository, REWORDED)
    ran, _ = acted(repository, summary="false")
    assert ran.status == 0, ran.err
    assert "::error" not in ran.out


@pytest.mark.slow
@pytest.mark.usefixtures("remembered")
def test_a_change_that_breaks_fails_the_gate_of_gitlab(repository: Path) -> None:
    changed(repository, LOWERED)
    job = plain(GITLAB)["rulespec-gate"]
    sha = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": "HEAD~1"}
    assert bash("\n".join(job["script"]), program(repository.parent / "bin"), repository, sha).status == 1
    assert "<failure" in (repository / "rulespec-gate.xml").read_text(encoding="utf-8")


@laid_out
@pytest.mark.usefixtures("remembered")
def test_the_hooks_and_the_check_hold_what_init_writes(repository: Path) -> None:
    path = program(repository.parent / "bin")
    ran = bash(f"{HOOKS['rulespec-fmt']['entry']} --check {SPEC} specs/vocabulary.yaml", path, repository, {})
    assert ran.status == 0, ran.err
    assert bash(HOOKS["rulespec-check"]["entry"], path, repository, {}).status == 0
    spec = repository / SPEC
    text = spec.read_text(encoding="utf-8")
    spec.write_text(
        text.replace("    - {when: lantern_colour != gold, then: lose, cite: 3.3(b)}\n", ""), encoding="utf-8"
    )
    assert bash(HOOKS["rulespec-check"]["entry"], path, repository, {}).status == 1
    junit = plain(GITLAB)["rulespec-check"]["script"]
    assert bash("\n".join(junit), path, repository, {}).status == 1
    assert "<failure" in (repository / "rulespec-check.xml").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.usefixtures("remembered")
def test_the_page_leads_to_a_gate_that_fails(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    walked = page[page.index("## From nothing") : page.index("## GitHub")]
    typed = re.findall(r"^\$ (.*)$", walked, re.MULTILINE)
    script = "\n".join(["set +e", *(f'{one}\necho "ended $?"' for one in typed)])
    who = {"GIT_AUTHOR_NAME": "A", "GIT_COMMITTER_NAME": "A"}
    who |= {"GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_EMAIL": "a@example.org"}
    ran = bash(script, program(tmp_path / "bin"), tmp_path, who)
    assert re.findall(r"^ended (\d+)$", ran.out, re.MULTILINE) == [*"000000", "1", "1"], ran.err
    assert "pay-lowered [4.2, 4.2[great]]" in ran.out
    assert re.search(r"^rulespec: 1 .*change", ran.err, re.MULTILINE), ran.err
