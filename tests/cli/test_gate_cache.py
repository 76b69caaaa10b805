"""What the gate remembers: the same bytes a second time, and nothing that is not so any more."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from gating import DOCUMENT, POCKETS, READINGS, Repository, gate, repository, rulespec
from sampling import first

from rulespec.cli import gate_command

TEAL = {"colour = teal, then: lose": "colour = teal, then: win"}
CASE = {
    "id": "teal",
    "spec": POCKETS,
    "outcome": {"pocket": "two"},
    "players": [{"seat": 1, "wagers": {"hue": 10}}],
    "expect": {"1": {"hue": {"result": "lose"}}},
}
PINNED = {
    "findings": [
        {
            "rule": "settlement-differs",
            "id": "settlement/hue/colour = teal",
            "status": "differs",
            "subject": "hue",
            "sides": [{"spec": POCKETS}, {"spec": "harbour/other"}],
        }
    ]
}


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with a case and a pinned divergence, whose Hue wins on teal since its last commit."""
    for name in ("RULESPEC_SPECS", "RULESPEC_SOURCES", "RULESPEC_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RULESPEC_CACHE", str(tmp_path / "cache"))
    found = repository(tmp_path / "rules", POCKETS)
    monkeypatch.chdir(found.root)
    (found.root / "cases.jsonl").write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    (found.root / "pinned.json").write_text(json.dumps(PINNED), encoding="utf-8")
    settings = 'specs = "specs"\ncases = ["cases.jsonl"]\ndivergences = ["pinned.json"]\n'
    (found.root / "rulespec.toml").write_text(settings, encoding="utf-8")
    found.commit("begin")
    found.edit(POCKETS, TEAL)
    return found


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows with each comparison that is worked out and not remembered."""
    found: list[str] = []
    real = gate_command._worked_out

    def counting(*args: object) -> object:
        found.append("worked out")
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(gate_command, "_worked_out", counting)
    return found


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("more", [(), ("--head", "HEAD"), (POCKETS,)])
def test_a_second_run_says_the_same(repo: Repository, worked_out: list[str], form: str, more: tuple[str, ...]) -> None:
    if "--head" in more:
        repo.commit()
        more = ("--head", "HEAD", "--base", "HEAD~1")
    args = ("gate", "--format", form, "--base", "HEAD", *more)
    first = rulespec(*args)
    assert first.status == 1
    assert rulespec(*args) == first
    assert len(worked_out) == 1
    assert rulespec(*args, "--no-cache") == first
    assert len(worked_out) == 2
    assert "rulespec-gate-" not in first.out + first.err  # the folder in which revisions are laid out
    assert "case: `teal` (cases.jsonl:1)" in first.out.replace("\n", " ") or form == "text"


def test_what_rests_on_a_change_is_told_where_it_is(repo: Repository) -> None:
    repo.edit(POCKETS, {"gilded, then: void, cite: 3(c)": "gilded, then: lose, cite: 3(c)"})
    repo.commit()
    ran = gate("--base", "HEAD~1", "--head", "HEAD")
    depends = [text for one in ran.findings for text in one["depends"]]
    assert any("specs/harbour/interpretations/eight-pockets.yaml:3:3" in text for text in depends), depends
    assert gate("--base", "HEAD~1", "--head", "HEAD") == ran


def other_case(repo: Repository) -> None:
    (repo.root / "cases.jsonl").write_text(json.dumps({**CASE, "id": "other"}) + "\n", encoding="utf-8")


def no_pin(repo: Repository) -> None:
    (repo.root / "pinned.json").write_text('{"findings": []}', encoding="utf-8")


EDITS: dict[str, Callable[[Repository], None]] = {
    "a spec": lambda repo: repo.edit(POCKETS, {"amber: 1 to 1": "amber: 2 to 1"}),
    "a spec's title": lambda repo: repo.edit(POCKETS, {"title: Eight Pockets": "title: Nine Pockets"}),
    "the vocabulary": lambda repo: repo.edit("vocabulary.yaml", {"hue: {title: Hue,": "hue: {title: Colour,"}),
    "a reading": lambda repo: repo.edit(READINGS, {"result: stand_off": "result: void"}),
    "the document": lambda repo: repo.edit(f"{DOCUMENT}/document.yaml", {"First edition": "Second edition"}),
    "provisions": lambda repo: repo.edit(f"{DOCUMENT}/provisions.yaml", {"10 minutes": "20 minutes"}),
    "a new file": lambda repo: repo.write("harbour/new", "spec: harbour/new\n"),
    "a case": other_case,
    "a pinned divergence": no_pin,
    "the base": lambda repo: repo.git("commit", "-qam", "so it is") and None,
}


@pytest.mark.parametrize("what", first(EDITS, 4))
def test_a_change_of_any_file_is_noticed(repo: Repository, worked_out: list[str], what: str) -> None:
    first = gate("--base", "HEAD")
    EDITS[what](repo)
    after = gate("--base", "HEAD")
    assert len(worked_out) == 2
    assert after != first
    assert after == gate("--base", "HEAD", "--no-cache")


def test_what_is_declared_is_read_at_each_run(repo: Repository, worked_out: list[str]) -> None:
    assert gate("--base", "HEAD").status == 1
    repo.write("harbour/amendments/second", "amendment: [")
    assert gate("--base", "HEAD").status == 3
    repo.path("harbour/amendments/second").unlink()
    assert gate("--base", "HEAD").status == 1
    assert gate("--base", "HEAD", "--fail-on", "never").status == 0
    assert len(worked_out) == 1


def test_what_cannot_be_loaded_is_not_remembered(repo: Repository, worked_out: list[str]) -> None:
    repo.write("harbour/new", "spec: [")
    assert gate("--base", "HEAD").status == 3
    assert gate("--base", "HEAD").status == 3
    assert len(worked_out) == 2


def test_links_are_looked_behind(repo: Repository, worked_out: list[str], tmp_path: Path) -> None:
    documents = repo.root / "specs" / "harbour" / "documents"
    documents.rename(tmp_path / "documents")
    documents.symlink_to(tmp_path / "documents")
    first = gate("--base", "HEAD")
    repo.edit(f"{DOCUMENT}/document.yaml", {"First edition": "Second edition"})
    assert gate("--base", "HEAD") != first
    assert len(worked_out) == 2


@pytest.mark.parametrize("name", ["cases.jsonl", "pinned.json"])
def test_what_rests_on_specs_and_cannot_be_read(repo: Repository, name: str) -> None:
    (repo.root / name).write_bytes(b"\xff\xfe\x00 {")
    ran = gate("--base", "HEAD")
    if name == "pinned.json":
        assert (ran.status, ran.out) == (3, "")
        assert "holds no divergences" in ran.why
    else:
        assert ran.status == 1
    (repo.root / name).unlink()
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.out) == (3 if name == "pinned.json" else 2, "")
    assert name in ran.why


def test_a_folder_that_is_called_as_a_file_of_cases(repo: Repository) -> None:
    (repo.root / "cases" / "x.jsonl").mkdir(parents=True)
    (repo.root / "rulespec.toml").write_text('specs = "specs"\ncases = ["cases"]\n', encoding="utf-8")
    ran = gate("--base", "HEAD")
    assert (ran.status, ran.out) == (3, "")
    assert "`cases/x.jsonl` cannot be read" in ran.why
