"""`rulespec new spec`: what it writes loads, claims nothing, and is all there or not at all."""

import json
import os
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import yaml

from rulespec.cli.main import run
from rulespec.cli.new_files import write_all
from rulespec.domains.registry import SETUP
from rulespec.errors import UsageError
from rulespec.load.library import Library
from rulespec.load.parts import HEAD
from rulespec.report.scaffold import SECTIONS
from rulespec.resources import schema_path

FIXTURES = Path(__file__).parents[1] / "fixtures"
PAGE = (FIXTURES.parents[1] / "docs" / "specs.md").read_text(encoding="utf-8")
NEW = "nowhere/some-game"


@pytest.fixture
def specs(tmp_path: Path) -> Path:
    """The invented specs, in a folder that may be written to."""
    return Path(shutil.copytree(FIXTURES / "specs", tmp_path / "specs"))


def new(specs: Path, *args: str) -> int:
    return run(["new", "spec", *args, "--specs", str(specs)])


def begun(specs: Path, *args: str) -> str:
    """The text of a new spec."""
    assert new(specs, NEW, *args) == 0
    return (specs / f"{NEW}.yaml").read_text(encoding="utf-8")


def files(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") if path.is_file() else ""
        for path in folder.rglob("*")
    }


def offered(text: str) -> str:
    """A scaffold with all that it offers taken up."""
    return "\n".join(line.removeprefix("# ") for line in text.splitlines() if not line.startswith("##"))


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("bells", ["--family", "bells", "--title", "Four Bells"]),
        ("bells-like", ["--family", "bells", "--like", "harbour/three-bells"]),
        ("wheel", ["--family", "wheel"]),
        ("shoe", ["--family", "points", "--domain", "shoe"]),
    ],
)
def test_a_scaffold_is_what_was_reviewed(
    name: str, args: list[str], specs: Path, golden: Callable[[str, str], None]
) -> None:
    golden(f"golden/new/{name}.yaml", begun(specs, *args))


def test_the_entry_of_a_document_is_what_was_reviewed(specs: Path, golden: Callable[[str, str], None]) -> None:
    begun(specs, "--family", "bells")
    for name in ("document", "provisions"):
        text = (specs / f"nowhere/documents/some-game/{name}.yaml").read_text(encoding="utf-8")
        golden(f"golden/new/{name}.yaml", text)


@pytest.mark.parametrize(
    "args",
    [["bells"], ["wheel"], ["bells", "--like", "harbour/three-bells"], ["points", "--domain", "shoe"]],
    ids=" ".join,
)
def test_all_that_is_offered_has_the_form_of_a_spec(args: list[str], specs: Path) -> None:
    data = yaml.safe_load(offered(begun(specs, "--family", *args)))
    own = {section for section in SECTIONS if section in data}
    domain = {"bells": "community-poker", "wheel": "finite-outcome", "points": "shoe"}[args[0]]
    others = {section for name, sections in SETUP.items() if name != domain for section in sections}
    assert own == set(SECTIONS) - others
    assert [key for key in data if key in SECTIONS] == [section for section in SECTIONS if section in data]


def test_every_section_of_a_spec_is_offered() -> None:
    known = json.loads(schema_path("spec").read_text(encoding="utf-8"))["properties"]
    assert set(SECTIONS) == set(known) - set(HEAD) | {"base"}


def test_no_clause_and_no_rule_comes_from_another_document(specs: Path) -> None:
    text = offered(begun(specs, "--family", "bells", "--like", "harbour/three-bells"))
    assert set(re.findall(r"cite: (.*?)[,}\n]", text + "\n")) == {'"?"'}
    assert set(re.findall(r"when: (.*?),", text)) == {'"?"'}


def test_names_of_other_families_are_not_offered(specs: Path) -> None:
    assert "hue" not in begun(specs, "--family", "bells")


def test_it_works_from_the_first_minute(specs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(specs, "--family", "bells")
    told = capsys.readouterr().out
    assert re.findall(r"^  rulespec (\S+ ?\S*) ", told, re.M) == ["doc lock", f"check {NEW}", f"coverage {NEW}"]
    where = ["--specs", str(specs)]
    assert run(["check", NEW, "--format", "json", *where]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    assert {one["rule"] for one in found} == {"left-out", "to-fill-in", "no-lock"}
    assert all(one["line"] > 1 and one["column"] > 1 for one in found if one["rule"] == "to-fill-in")
    lines = tmp_path / "rounds.jsonl"
    cards = {"board": "6c 6s Jc Kh Qc", "dealer": "8s 9c"}
    player = {"seat": 1, "cards": "9h 8c", "wagers": {"first": 10}}
    lines.write_text(json.dumps({"id": "r", "spec": NEW, **cards, "players": [player]}), encoding="utf-8")
    assert run(["settle", str(lines), *where]) == 3
    assert "leaves wagers out" in " ".join(capsys.readouterr().out.split())
    assert run(["coverage", NEW, *where]) == 3
    assert "make it with `rulespec doc lock" in capsys.readouterr().err
    assert run(["list", *where]) == 0


def test_what_encodes_nothing_is_not_compared(specs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(specs, "--family", "bells")
    assert run(["diff", "harbour/three-bells", NEW, "--specs", str(specs)]) == 2
    assert f"`{NEW}` encodes nothing yet" in capsys.readouterr().err
    assert run(["compare", "bells", "--specs", str(specs)]) == 2
    assert "a comparison needs two specs or more, and `harbour/three-bells` is one" in capsys.readouterr().err


def test_a_document_with_an_entry_keeps_it(specs: Path) -> None:
    begun(specs, "--family", "bells")
    entry = specs / "nowhere/documents/some-game/document.yaml"
    entry.write_text(entry.read_text(encoding="utf-8").replace('publisher: "?"', "publisher: We"), encoding="utf-8")
    before = files(specs / "nowhere/documents")
    assert new(specs, "nowhere/other-game", "--family", "bells", "--document", NEW) == 0
    assert new(specs, NEW, "--family", "bells", "--title", "Anew", "--force") == 0
    assert files(specs / "nowhere/documents") == before
    assert Library(specs).load("nowhere/other-game").document.publisher == "We"
    assert Library(specs).load(NEW).title == "Anew"
    assert new(specs, "nowhere/third-game", "--family", "bells") == 0
    assert Library(specs).document("nowhere/third-game").publisher == "We"


def test_a_new_family_says_its_domain(specs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = begun(specs, "--family", "wheels", "--domain", "finite-outcome")
    assert "`wheels` is a new family, not `wheel`" in capsys.readouterr().err
    assert "domain: finite-outcome" in text
    assert Library(specs).load(NEW).family == "wheels"


@pytest.mark.parametrize("title", ['It\'s: a #1 "game"', "3.10", "yes", "\\n", "{x}", "Jeu d'été"])
def test_any_title_is_text(title: str, specs: Path) -> None:
    begun(specs, "--family", "bells", "--title", title)
    assert Library(specs).load(NEW).title == title


BELLS = ["--family", "bells"]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["Some/Game", *BELLS], "is no id of a spec"),
        (["game", *BELLS], "is no id of a spec"),
        (["a/b/c", *BELLS], "is no id of a spec"),
        (["../b", *BELLS], "is no id of a spec"),
        (["a/" + "b" * 300, *BELLS], "is no id of a spec"),
        (["documents/b", *BELLS], "`documents` is no jurisdiction"),
        ([NEW, *BELLS, "--document", "x"], "is no id of a document"),
        ([NEW, *BELLS, "--title", "two\nlines"], "is not one plain line"),
        ([NEW], "Missing option '--family'"),
        ([NEW, "--family", "bell"], "there is no family `bell`: did you mean `bells`?"),
        ([NEW, "--family", "zebra"], "say `--domain` (`community-poker`, `finite-outcome` or `shoe`)"),
        ([NEW, "--family", "Big Wheel", "--domain", "finite-outcome"], "is no name of a family"),
        ([NEW, "--family", "new", "--domain", "finite-outcom"], "did you mean `finite-outcome`?"),
        ([NEW, *BELLS, "--domain", "finite-outcome"], "is `community-poker`, not `finite-outcome`"),
        ([NEW, *BELLS, "--like", "harbour/three-bell"], "did you mean `harbour/three-bells`?"),
        ([NEW, *BELLS, "--like", "harbour/eight-pockets"], "is of the domain `finite-outcome`"),
        (["harbour/three-bells", *BELLS], "write over it with `--force`"),
    ],
    ids=lambda one: " ".join(one)[:60].replace("\n", " ") if isinstance(one, list) else "",
)
def test_what_cannot_be_begun_is_refused(
    args: Sequence[str], why: str, specs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(specs)
    assert new(specs, *args) == 2
    assert why in capsys.readouterr().err.splitlines()[-1]
    assert files(specs) == before


def test_a_folder_without_vocabulary_is_told_how_to_begin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        assert new(folder, NEW, *BELLS) == 2
        assert "begin one with a `vocabulary.yaml`" in capsys.readouterr().err
    assert files(tmp_path) == {}


def test_a_broken_vocabulary_is_shown_and_a_broken_spec_is_no_hindrance(
    specs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (specs / "harbour/broken.yaml").write_text("spec: harbour/broken\n", encoding="utf-8")
    begun(specs, "--family", "bells")
    (specs / "vocabulary.yaml").write_text("vocabulary: 1\nwagerz: {}\n", encoding="utf-8")
    assert new(specs, "nowhere/other", "--family", "bells") == 3
    assert "the vocabulary cannot be loaded" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_refused(specs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    specs.chmod(0o500)
    try:
        assert new(specs, NEW, *BELLS) == 2
    finally:
        specs.chmod(0o700)
    assert "cannot be written: permission denied; nothing was written" in capsys.readouterr().err


def test_nothing_is_left_of_what_fails_half_way(specs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file where a folder must be, and a folder where the spec must be."""
    (specs / "nowhere").write_text("in the way", encoding="utf-8")
    before = files(specs)
    assert new(specs, NEW, *BELLS) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert files(specs) == before
    (specs / "nowhere").unlink()
    (specs / f"{NEW}.yaml").mkdir(parents=True)
    before = files(specs)
    assert new(specs, NEW, *BELLS, "--force") == 2
    assert "nothing was written" in capsys.readouterr().err
    assert files(specs) == before


def test_files_are_written_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b").write_text("old", encoding="utf-8")
    real = Path.replace

    def failing(path: Path, target: Path) -> Path:
        if target.name == "c":
            raise OSError(28, "No space left on device")
        return real(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(UsageError, match="no space left"):
        write_all({tmp_path / "x/a": "1", tmp_path / "b": "2", tmp_path / "c": "3"})
    assert files(tmp_path) == {"b": "old"}


# The page that leads a newcomer.


def _block(kind: str, begins: str) -> str:
    found = re.findall(rf"^```{kind}\n({re.escape(begins)}.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(found[0])


def test_the_steps_of_the_page_can_be_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("my-specs", "DIR"):
        Path(folder).mkdir()
    Path("my-specs/vocabulary.yaml").write_text(_block("yaml", "# my-specs/vocabulary"), encoding="utf-8")
    Path("DIR/small-wheel.txt").write_text(_block("text", "RULES OF SMALL WHEEL"), encoding="utf-8")
    section = PAGE[PAGE.index("## A new spec") : PAGE.index("## What it is")]
    commands = re.findall(r"^ *\$ rulespec (.*)$", section, re.MULTILINE)
    steps = {" ".join(c.split()[:2]) if c.startswith(("doc", "new")) else c.split()[0]: c for c in commands}

    def step(name: str) -> int:
        return run(steps[name].replace("'", "").split())

    assert [step(name) for name in ("new spec", "doc parse", "doc lint", "doc lock")] == [0, 0, 0, 0]
    capsys.readouterr()
    assert step("check") == 1
    assert "uncovered [3.1, 3.1(a), 3.1(b)" in capsys.readouterr().out
    path = Path("my-specs/some-casino/small-wheel.yaml")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('# wagers:\n#   hue: {placed: "?"', 'wagers:\n  hue: {placed: "?"'), encoding="utf-8")
    assert step("check") == 3
    printed = capsys.readouterr().out
    assert "take its name out of here" in printed
    assert "found `?`" in printed
    spec = _block("yaml", "# my-specs/some-casino/small-wheel")
    entry = "document: {entry: some-casino/small-wheel}\n"
    spec = re.sub(r"document:\n(  .*\n)+", entry, spec)
    spec += '  irregularities: {events: true, because: not encoded yet, cite: "5.1"}\n'
    path.write_text(spec, encoding="utf-8")
    assert step("explain") == 0
    assert step("check") == 1
    assert "gap [3.1]" in capsys.readouterr().out
    account = Path("my-specs/some-casino/documents/small-wheel/provisions.yaml")
    account.write_text('not_encoded:\n- {reason: pending, clauses: "2.2", because: a duty}\n', encoding="utf-8")
    assert step("coverage") == 0
    assert "100.0 % of 21 clauses accounted for" in capsys.readouterr().out
