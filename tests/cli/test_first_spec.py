"""The page "Your first spec" is true: its files and commands, one after the other, give what it shows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "first-spec.md"
ADD = "# add to "
LEFT_OUT = "..."  # a line that stands for any lines


def blocks() -> Iterator[tuple[str, str]]:
    """The fenced blocks of the page, in order: the language and the text."""
    for found in re.finditer(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S):
        yield found[1], found[2]


def write(folder: Path, text: str) -> None:
    """A file of the page, or what it adds to a file that is there, under the sections that are there."""
    head, _, body = text.partition("\n")
    if not head.startswith(ADD):
        path = folder / head.removeprefix("# ")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    path = folder / head.removeprefix(ADD)
    known = path.read_text(encoding="utf-8")
    for section in re.split(r"\n(?=\w)", body):
        name, _, entries = section.partition("\n")
        assert known.count(f"\n{name}\n") == 1, name
        known = known.replace(f"\n{name}\n", f"\n{name}\n{entries.strip(chr(10))}\n")
    path.write_text(known, encoding="utf-8")


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with the output that is shown."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def as_shown(shown: str, output: str) -> bool:
    """Whether an output is the one that is shown, where a line `...` stands for any lines."""
    pieces = [re.escape(piece) for piece in re.split(rf"^{re.escape(LEFT_OUT)}\n", shown, flags=re.M)]
    return re.fullmatch(r"(?:.*\n)*".join(pieces), output) is not None


@pytest.fixture
def program(tmp_path: Path) -> dict[str, str]:
    """An environment in which `rulespec` is this program."""
    called = tmp_path / "bin" / "rulespec"
    called.parent.mkdir()
    called.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulespec "$@"\n')
    called.chmod(0o755)
    here = str(Path(__file__).parents[2])
    more = {"PATH": f"{called.parent}:{os.environ['PATH']}", "PYTHONPATH": here, "COLUMNS": "100", "NO_COLOR": "1"}
    return {**os.environ, **more}


def test_the_page_shows_what_happens(tmp_path: Path, program: dict[str, str]) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    ran = 0
    for language, text in blocks():
        if language == "yaml":
            write(folder, text)
        for command, shown in commands(text) if language == "console" else ():
            done = subprocess.run(command, shell=True, cwd=folder, env=program, capture_output=True, text=True)
            assert done.returncode in (0, 1), (command, done.stdout, done.stderr)
            assert as_shown(shown, done.stdout), (command, done.stdout)
            ran += bool(shown)
    assert ran > 10


def test_what_stands_for_any_lines() -> None:
    assert as_shown("a\n...\nb\n", "a\nx\ny\nb\n")
    assert as_shown("a\n...\n", "a\n")
    assert not as_shown("a\n...\nb\n", "a\nx\n")
    assert not as_shown("a\n", "a\nb\n")
