"""`rulespec fmt`: which files it changes, what it says of them, and that it loses nothing."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from rulespec.cli import fmt_command
from rulespec.cli.main import run
from rulespec.errors import InternalError

UNTIDY = "a:   {b: 1}   # c\nd:\n    - 'e'\n"
TIDY = "a: {b: 1}  # c\nd:\n- e\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner").mkdir()
    (tmp_path / "tidy.yaml").write_text(TIDY)
    (tmp_path / "untidy.yaml").write_text(UNTIDY)
    (tmp_path / "inner" / "untidy.yml").write_text(UNTIDY)
    (tmp_path / "inner" / "notes.txt").write_text(UNTIDY)
    return tmp_path


def test_it_changes_what_is_untidy_and_names_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "untidy.yaml").chmod(0o640)
    tidy = (folder / "tidy.yaml").stat()
    assert run(["fmt", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [str(folder / "inner/untidy.yml"), str(folder / "untidy.yaml")]
    assert (folder / "untidy.yaml").read_bytes() == TIDY.encode()
    assert (folder / "untidy.yaml").stat().st_mode & 0o777 == 0o640
    assert (folder / "inner/notes.txt").read_text() == UNTIDY
    assert (folder / "tidy.yaml").stat().st_ino == tidy.st_ino
    assert run(["fmt", str(folder)]) == 0
    assert capsys.readouterr().out == ""
    assert sorted(path.name for path in folder.rglob("*")) == "inner notes.txt tidy.yaml untidy.yaml untidy.yml".split()


def test_without_a_path_it_is_the_specs_folder(folder: Path) -> None:
    assert run(["fmt", "--specs", str(folder)]) == 0
    assert (folder / "untidy.yaml").read_text() == TIDY


def test_the_specs_of_the_program_are_not_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fmt_command, "carried", lambda _: True)
    monkeypatch.setattr(fmt_command, "folder", lambda _: folder)
    monkeypatch.setattr(fmt_command, "specs_root", lambda _: folder)
    assert run(["fmt"]) == 2
    assert "name a file or a folder" in capsys.readouterr().err
    assert run(["fmt", "--check"]) == 1
    assert (folder / "untidy.yaml").read_text() == UNTIDY


def test_check_changes_nothing_and_says_where(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fmt", "--check", str(folder)]) == 1
    out, err = capsys.readouterr()
    files = (folder / "inner/untidy.yml", folder / "untidy.yaml")
    assert out.splitlines() == [f"{path}:1:4: not in its layout" for path in files]
    assert err == "rulespec: 2 files would change; run `rulespec fmt`\n"
    assert (folder / "untidy.yaml").read_text() == UNTIDY
    assert run(["fmt", "--check", str(folder / "tidy.yaml")]) == 0
    assert capsys.readouterr() == ("", "")


def test_where_only_the_end_differs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tidy.yaml").write_text(TIDY.rstrip("\n"))
    assert run(["fmt", "--check", str(folder / "tidy.yaml")]) == 1
    assert "tidy.yaml:3:4: " in capsys.readouterr().out


def test_diff_shows_what_would_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "untidy.yaml"
    path.write_text(UNTIDY.rstrip("\n"))
    assert run(["fmt", "--diff", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"--- {path}",
        f"+++ {path} in its layout",
        "@@ -1,3 +1,3 @@",
        "-a:   {b: 1}   # c",
        "+a: {b: 1}  # c",
        " d:",
        "-    - 'e'",
        "\\ No newline at end of file",
        "+- e",
    ]
    assert path.read_text() == UNTIDY.rstrip("\n")


@pytest.mark.parametrize(
    ("args", "given", "status", "printed"),
    [
        ([], UNTIDY, 0, TIDY),
        ([], TIDY, 0, TIDY),
        ([], TIDY.replace("\n", "\r\n"), 0, TIDY),
        (["--check"], UNTIDY, 1, "standard input:1:4: not in its layout\n"),
        (["--check"], TIDY, 0, ""),
        ([], "a: [", 3, ""),
    ],
)
def test_standard_input(
    args: list[str],
    given: str,
    status: int,
    printed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    assert run(["fmt", "-", *args]) == status
    assert capsys.readouterr().out == printed


def test_standard_input_stands_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fmt", "-", str(folder)]) == 2
    assert "stands alone" in capsys.readouterr().err


def test_what_cannot_be_read_is_told_and_the_others_are_changed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = {"broken.yaml": b"a: [1\n", "bytes.yaml": b"a: \xff\n", "tabs.yaml": b"a: b\t# c\n"}
    for name, data in broken.items():
        (folder / name).write_bytes(data)
    (folder / "gone.yaml").symlink_to(folder / "nowhere")
    assert run(["fmt", str(folder)]) == 3
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    for place in ("broken.yaml:1:4", "bytes.yaml:1:4", "tabs.yaml:1:5", "gone.yaml"):
        assert place in err
    assert err.splitlines()[-1].startswith("rulespec: 4 files cannot be laid out, the first of them: `")
    assert {name: (folder / name).read_bytes() for name in broken} == broken


def test_a_file_that_is_not_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fmt", str(folder / "nowhere.yaml")]) == 3
    assert capsys.readouterr().err.splitlines()[-1] == f"rulespec: `{folder / 'nowhere.yaml'}` cannot be laid out"
    (folder / "empty").mkdir()
    assert run(["fmt", str(folder / "empty")]) == 2
    assert run(["fmt", "--specs", str(folder / "nowhere")]) == 2


def test_a_link_is_followed_and_a_file_is_changed_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = folder / "link.yaml"
    link.symlink_to("untidy.yaml")
    assert run(["fmt", str(link), str(folder / "untidy.yaml")]) == 0
    assert capsys.readouterr().out == f"{link}\n"
    assert link.is_symlink()
    assert (folder / "untidy.yaml").read_text() == TIDY


def test_a_read_only_file_is_left(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "untidy.yaml").chmod(0o444)
    assert run(["fmt", str(folder)]) == 2
    out, err = capsys.readouterr()
    assert out == f"{folder / 'inner/untidy.yml'}\n"
    assert err.splitlines()[-1] == f"rulespec: `{folder / 'untidy.yaml'}` cannot be written: it is read-only"
    assert (folder / "untidy.yaml").read_text() == UNTIDY
    assert run(["fmt", "--check", str(folder / "untidy.yaml")]) == 1


def test_a_fault_of_the_layout_leaves_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole: Callable[..., object] = fmt_command.lay_out

    def faulty(text: str, name: str) -> object:
        if name.endswith(".yml"):
            raise InternalError(f"`{name}` is left as it is")
        return whole(text, name)

    monkeypatch.setattr(fmt_command, "lay_out", faulty)
    assert run(["fmt", str(folder)]) == 70
    out, err = capsys.readouterr()
    assert out == f"{folder / 'untidy.yaml'}\n"
    assert err.splitlines()[-1].startswith("rulespec: a fault of the program: ")
    assert (folder / "inner/untidy.yml").read_text() == UNTIDY
