"""The sides of the gate: revisions, folders, and all that can be wrong with them, each said plainly."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from gating import BELLS, POCKETS, READINGS, Ran, Repository, copied, gate, house, repository

LOSES = {
    "colour = teal, then: lose, cite: 3(b)}": "colour = teal, then: win, cite: 3(b)}",
}
PLACE = ("specs/harbour/eight-pockets.yaml", 39, 8)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with two commits: the second lets the Hue win on teal."""
    found = repository(tmp_path_factory.mktemp("made") / "rules", POCKETS)
    found.git("tag", "v1")
    found.edit(POCKETS, LOSES)
    found.commit("teal wins")
    return found.root


@pytest.fixture
def repo(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A copy of that repository, in which the test stands."""
    for name in ("RULESPEC_SPECS", "RULESPEC_SOURCES", "RULESPEC_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in (("GIT_CONFIG_GLOBAL", os.devnull), ("GIT_CONFIG_NOSYSTEM", "1")):
        monkeypatch.setenv(name, value)
    root = copied(made, tmp_path / "rules")
    monkeypatch.chdir(root)
    return Repository(root)


def shows_teal(ran: Ran, place: tuple[str, int, int] = PLACE) -> None:
    assert (ran.status, ran.rules) == (1, ["settlement-raised"]), ran
    (found,) = ran.findings
    assert (found["file"], found["line"], found["column"]) == place


def refused(ran: Ran, status: int, *texts: str) -> None:
    """Refused with all of these texts in its last line, and nothing on standard output."""
    assert ran.status == status, ran
    assert ran.out == ""
    for text in texts:
        assert text in ran.why, ran.why


@pytest.mark.parametrize("base", ["v1", "main~1", "refs/tags/v1", "HEAD~1:./specs"])
def test_a_revision_is_named_as_git_names_it(repo: Repository, base: str) -> None:
    shows_teal(gate("--base", base))


def test_a_commit_is_named_by_its_beginning(repo: Repository) -> None:
    shows_teal(gate("--base", repo.git("rev-parse", "v1")[:9]))


def test_the_head_is_a_revision_too(repo: Repository) -> None:
    repo.edit(POCKETS, {"then: win, cite: 3(b)": "then: void, cite: 3(b)"})
    shows_teal(gate("--base", "v1", "--head", "HEAD"))
    assert gate("--base", "v1", "--head", "v1").rules == []
    assert gate("--base", "v1").rules == ["settlement-raised"]
    assert gate("--base", "HEAD", "--head", "specs").rules == ["settlement-lowered"]


def test_both_are_folders_without_git(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = house(tmp_path / "before" / "specs", POCKETS)
    monkeypatch.setenv("PATH", "")
    for base in (str(before), str(before.parent)):
        shows_teal(gate("--base", base))
        ran = gate("--base", base, "--head", str(before))
        assert (ran.status, ran.findings) == (0, [])


def test_from_a_folder_below(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo.root / "specs" / "harbour")
    shows_teal(gate("--base", "v1", "--specs", ".."), ("../harbour/eight-pockets.yaml", 39, 8))
    (repo.root / "rulespec.toml").write_text('specs = "specs"\n', encoding="utf-8")
    shows_teal(gate("--base", "v1"), ("../harbour/eight-pockets.yaml", 39, 8))


def test_a_folder_of_another_repository_is_held_against_its_own_history(repo: Repository, tmp_path: Path) -> None:
    other = repository(tmp_path / "other", POCKETS)
    other.edit(POCKETS, LOSES)
    assert gate("--base", "HEAD", "--specs", str(other.root / "specs")).rules == ["settlement-raised"]


def test_without_a_base(repo: Repository) -> None:
    refused(gate(), 2, "say what was before", "--base")
    refused(gate("--base", ""), 2, "say what was before")
    bare = gate("--base")
    assert (bare.status, bare.out) == (2, "")
    assert "--base" in bare.why


def test_outside_of_any_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    house(tmp_path / "specs", POCKETS)
    refused(gate("--base", "main"), 2, "`main`", "no folder of specs", "no git repository")


def test_a_branch_without_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = repository(tmp_path / "fresh", "")
    house(fresh.root / "specs", POCKETS)
    monkeypatch.chdir(fresh.root)
    refused(gate("--base", "HEAD"), 2, "no commit yet", "`HEAD`")


def test_a_shallow_clone_says_what_to_fetch(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.root}", str(tmp_path / "shallow"))
    monkeypatch.chdir(tmp_path / "shallow")
    refused(gate("--base", "HEAD~1"), 2, "`HEAD~1`", "shallow", "git fetch --unshallow")
    assert gate("--base", "origin/main").status == 0


@pytest.mark.parametrize(
    "name", ["README.md", "no-such-branch", "mian", "main~7", "v1^{tree}x", "a b", "é", "a\nb", "HEAD~99999"]
)
def test_what_is_no_revision(repo: Repository, name: str) -> None:
    (repo.root / "README.md").write_text("words\n", encoding="utf-8")
    ran = gate("--base", name)
    refused(ran, 2, "there is no revision")
    assert "\n" not in ran.err.rstrip("\n")
    assert "main" in gate("--base", "mian").why


@pytest.mark.parametrize("name", ["--all", "-n1", "-", "--output=x", "--help"])
def test_a_name_like_an_option(repo: Repository, name: str) -> None:
    ran = gate(f"--base={name}")
    refused(ran, 2, "no revision")
    assert not (repo.root / "x").exists()


def test_names_with_blanks_and_letters_of_any_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = repository(tmp_path / "règles du casino – 規則", POCKETS)
    found.git("branch", "größe/規則")
    (found.root / "mes specs").mkdir()
    (found.root / "specs").rename(found.root / "mes specs" / "spécs")
    found.commit()
    monkeypatch.chdir(found.root)
    ran = gate("--base", "größe/規則:specs", "--specs", "mes specs/spécs")
    assert (ran.status, ran.findings) == (0, [])
    found.edit(str(found.root / "mes specs/spécs/harbour/eight-pockets.yaml"), LOSES)
    shows_teal(
        gate("--base", "HEAD", "--specs", "mes specs/spécs"), ("mes specs/spécs/harbour/eight-pockets.yaml", 39, 8)
    )


def test_a_name_that_is_both_is_refused(repo: Repository) -> None:
    repo.git("branch", "specs", "v1")
    refused(gate("--base", "specs"), 2, "is a folder and a revision", "`./specs`", "`refs/heads/specs`")
    shows_teal(gate("--base", "refs/heads/specs"))
    assert gate("--base", "./specs").status == 0


def test_a_folder_of_the_revision_without_specs(repo: Repository) -> None:
    refused(gate("--base", "v1:rules"), 2, "`v1` has no specs in `rules`", "`v1:specs`")


@pytest.mark.parametrize(
    ("old", "new"), [("specs", "rules/specs"), ("specs", "."), ("rules/specs", "specs"), (".", "specs")]
)
def test_specs_that_moved_are_not_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    found = repository(tmp_path / "moving", "")
    house(found.root / old, POCKETS)
    found.commit()
    monkeypatch.chdir(found.root)
    (found.root / new).mkdir(parents=True, exist_ok=True)
    for name in ("vocabulary.yaml", "harbour"):
        (found.root / old / name).rename(found.root / new / name)
    (found.root / "keep").write_text("x", encoding="utf-8")
    refused(gate("--base", "HEAD", "--specs", new), 2, "has no specs in", f"`HEAD:{old}`")
    ran = gate("--base", f"HEAD:{old}", "--specs", new)
    assert (ran.status, ran.findings) == (0, [])


def test_a_base_without_specs(repo: Repository) -> None:
    repo.git("checkout", "-q", "--orphan", "new")
    repo.git("rm", "-rfq", ".")
    (repo.root / "README.md").write_text("words\n", encoding="utf-8")
    repo.commit("nothing yet")
    repo.git("checkout", "-q", "v1", "--", "specs")
    ran = gate("--base", "HEAD")
    assert (ran.status, [(one["rule"], one["level"]) for one in ran.findings]) == (0, [("spec-added", "compatible")])


def test_specs_without_their_vocabulary_are_not_absent(repo: Repository) -> None:
    words = repo.path("vocabulary").read_text(encoding="utf-8")
    repo.path("vocabulary").unlink()
    repo.commit("lost")
    repo.write("vocabulary", words)
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (4, ["spec-changed"]), ran


def test_a_spec_that_is_gone(repo: Repository) -> None:
    repo.path(POCKETS).unlink()
    house(repo.root / "specs", BELLS)
    ran = gate("--base", "HEAD")
    assert ran.status == 1
    assert sorted((one["rule"], one["level"]) for one in ran.findings) == [
        ("spec-added", "compatible"),
        ("spec-removed", "breaking"),
    ]
    gone = next(one for one in ran.findings if one["rule"] == "spec-removed")
    assert gone["witness"]
    assert gone["file"] == "HEAD:specs/harbour/eight-pockets.yaml"


def test_a_folder_without_any_spec_any_more(repo: Repository) -> None:
    repo.path(POCKETS).unlink()
    ran = gate("--base", "HEAD")
    assert ran.status == 1, ran
    assert ran.rules == ["spec-removed"]


def renamed(repo: Repository, more: str) -> None:
    text = (
        repo.path(POCKETS)
        .read_text(encoding="utf-8")
        .replace("spec: harbour/eight-pockets\n", f"spec: harbour/wheel\n{more}")
    )
    repo.path(POCKETS).unlink()
    repo.write("harbour/wheel", text)
    repo.path("harbour/interpretations/eight-pockets").unlink()


def test_a_spec_that_was_renamed(repo: Repository) -> None:
    renamed(repo, "renamed_from: harbour/eight-pockets\n")
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.rules) == (0, ["interpretation-removed", "spec-reworded"]), ran
    assert {one["spec"] for one in ran.findings} == {"harbour/wheel"}
    assert gate("--base", "v1").rules == ["settlement-raised", "interpretation-removed", "spec-reworded"]


def test_a_spec_that_was_renamed_without_saying_so(repo: Repository) -> None:
    renamed(repo, "")
    ran = gate("--base", "HEAD")
    assert (ran.status, sorted(ran.rules)) == (1, ["spec-added", "spec-removed"])


def test_two_specs_that_say_they_were_one(repo: Repository) -> None:
    renamed(repo, "renamed_from: harbour/eight-pockets\n")
    text = repo.path("harbour/wheel").read_text(encoding="utf-8")
    repo.write("harbour/copy", text.replace("spec: harbour/wheel", "spec: harbour/copy"))
    ran = gate("--base", "HEAD")
    assert {(one["rule"], one["spec"]) for one in ran.findings} >= {
        ("spec-reworded", "harbour/copy"),
        ("spec-added", "harbour/wheel"),
    }


# What cannot be read.

JUNK: dict[str, bytes] = {
    "binary": bytes(range(256)) * 40,
    "no text": b"\xff\xfe\x00spec",
    "a pointer of git-lfs": b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
    "empty": b"",
    "half": b"spec: harbour/eight-pockets\ntitle: Eight Pockets\nfamily: wheel\nsettle: {hue: [",
}


@pytest.mark.parametrize("junk", JUNK)
def test_what_cannot_be_read_now(repo: Repository, junk: str) -> None:
    repo.path(POCKETS).write_bytes(JUNK[junk])
    ran = gate("--base", "HEAD")
    assert ran.status == 3, ran
    assert ran.why == "rulespec: some specs cannot be loaded"
    assert {one["file"] for one in ran.findings} == {PLACE[0]}
    repo.commit()
    of_git = gate("--base", "HEAD~1", "--head", "HEAD")
    assert (of_git.status, of_git.findings) == (3, ran.findings)


@pytest.mark.parametrize("junk", JUNK)
def test_what_could_not_be_read_before(repo: Repository, junk: str) -> None:
    good = repo.path(POCKETS).read_bytes()
    repo.path(POCKETS).write_bytes(JUNK[junk])
    repo.commit()
    repo.path(POCKETS).write_bytes(good)
    ran = gate("--base", "HEAD")
    assert (ran.status, [(one["rule"], one["level"]) for one in ran.findings]) == (
        4,
        [("spec-changed", "undecided")],
    ), ran
    assert "cannot be loaded in the base" in ran.findings[0]["message"]
    repo.path(POCKETS).unlink()
    house(repo.root / "specs", BELLS)
    ran = gate("--base", "HEAD")
    assert (ran.status, sorted(ran.rules)) == (4, ["spec-added", "spec-removed"]), ran


def test_a_pointer_of_git_lfs_is_called_by_its_name(repo: Repository) -> None:
    repo.path(POCKETS).write_bytes(JUNK["a pointer of git-lfs"])
    assert any("git-lfs" in one["message"] + one["hint"] for one in gate("--base", "HEAD").findings)


def test_nothing_is_drafted_of_what_cannot_be_read(repo: Repository) -> None:
    house(repo.root / "specs", BELLS, POCKETS)
    repo.path(BELLS).write_bytes(b"junk: [")
    ran = gate("--base", "v1", "--write", "first")
    refused(ran, 3, "nothing is drafted", "some specs cannot be loaded")
    assert not (repo.root / "specs/harbour/amendments").exists()


def link(path: Path, to: str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(to)


def test_links_within_the_specs_are_followed(repo: Repository) -> None:
    repo.path(READINGS).rename(repo.root / "specs" / "hidden.yml")
    link(repo.path(READINGS), "../../hidden.yml")
    repo.commit()
    assert gate("--base", "HEAD~1", "--head", "HEAD").findings == []
    shows_teal(gate("--base", "v1", "--head", "HEAD"))


@pytest.mark.parametrize("to", ["../../outside.yaml", "/etc/hostname", "nothing.yaml"])
def test_links_that_lead_away_are_not_followed(repo: Repository, to: str) -> None:
    (repo.root / "outside.yaml").write_bytes(repo.path(POCKETS).read_bytes())
    link(repo.path(POCKETS), to)
    repo.commit()
    ran = gate("--base", "HEAD~1", "--head", "HEAD")
    assert ran.status in (1, 3), ran
    assert ran.rules != []
    ran = gate("--base", "HEAD", "--head", "v1")
    assert ran.status in (3, 4) or ran.rules == ["spec-added"], ran


@pytest.mark.parametrize("side", ["--base", "--head"])
def test_a_folder_behind_a_link_is_not_absent(repo: Repository, side: str) -> None:
    (repo.root / "specs" / "harbour").rename(repo.root / "elsewhere")
    link(repo.root / "specs" / "harbour", "../elsewhere")
    repo.commit()
    args = ["--base", "v1", "--head", "v1"]
    args[args.index(side) + 1] = "HEAD"
    refused(gate(*args), 2, "`specs/harbour`", "link to a folder")


def test_a_link_to_something_else_is_no_fault(repo: Repository) -> None:
    (repo.root / "README").write_text("words\n", encoding="utf-8")
    link(repo.root / "specs" / "README", "../README")
    repo.commit()
    shows_teal(gate("--base", "v1", "--head", "HEAD"))


@pytest.mark.parametrize("where", ["specs/harbour", "specs"])
def test_a_submodule_is_not_absent(repo: Repository, tmp_path: Path, where: str) -> None:
    other = repository(tmp_path / "other", POCKETS)
    repo.git("rm", "-rq", where)
    repo.git("submodule", "--quiet", "add", str(other.root), where)
    repo.commit()
    if where == "specs":
        house(repo.root / "mine", POCKETS)
        refused(gate("--base", "HEAD:specs", "--specs", "mine"), 2, "`specs`", "submodule")
    else:
        refused(gate("--base", "HEAD", "--head", "v1"), 2, f"`{where}`", "submodule")


def test_without_git(repo: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    refused(gate("--base", "v1"), 2, "there is no `git` here", "two folders")


def object_of(repo: Repository, name: str) -> Path:
    at = repo.git("rev-parse", name).strip()
    return repo.root / ".git" / "objects" / at[:2] / at[2:]


def damaged(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(b"junk")


@pytest.mark.parametrize("damage", [damaged, Path.unlink])
@pytest.mark.parametrize("what", ["v1:specs/harbour/eight-pockets.yaml", "v1:specs/harbour", "v1^{commit}"])
def test_objects_that_cannot_be_read(repo: Repository, what: str, damage: Callable[[Path], None]) -> None:
    path = object_of(repo, what)
    damage(path)
    ran = gate("--base", "v1")
    assert ran.status == 2, ran
    assert ran.out == ""
    assert "shallow" not in ran.why
    assert "git" in ran.why or "revision" in ran.why


def test_a_revision_that_is_no_commit(repo: Repository) -> None:
    refused(gate("--base", repo.git("rev-parse", "v1:specs").strip()), 2, "no revision")


def test_a_file_that_git_marks_as_executable_is_read(repo: Repository) -> None:
    repo.path(POCKETS).chmod(0o755)
    repo.commit()
    shows_teal(gate("--base", "v1", "--head", "HEAD"))


def test_specs_that_are_not_in_the_repository(repo: Repository, tmp_path: Path) -> None:
    apart = house(tmp_path / "apart", POCKETS)
    subprocess.run(["git", "init", "-q", str(tmp_path / "apart")], check=True)
    ran = gate("--base", "v1", "--specs", str(apart))
    assert ran.status == 2
    assert "`v1`" in ran.why


def test_a_name_with_a_nul(repo: Repository) -> None:
    refused(gate("--base", "a\0b"), 2, "no revision")
