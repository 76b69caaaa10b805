"""The page on proofs is true: its commands print what stands there."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from rulespec.cli.main import run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "proofs.md"
BLOCKS = re.findall(r"^```console\n\$ rulespec (.*)\n((?:.*\n)*?)```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
GAME = Path("crown-perth/ultimate-texas-holdem.yaml")


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the amended specs of the page."""
    folder = tmp_path_factory.mktemp("amended")
    shutil.copytree(ROOT / "specs", folder / "amended")
    changed = folder / "amended" / GAME
    text = changed.read_text(encoding="utf-8")
    assert text.count("flush:          3 to 2") == 1
    changed.write_text(text.replace("flush:          3 to 2", "flush:          2 to 1"), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("command", "shown"),
    [pytest.param(*one, marks=pytest.mark.slow if "implies" in one[0] else ()) for one in BLOCKS],
    ids=[command for command, _ in BLOCKS],
)
def test_commands_print_what_the_page_shows(
    command: str, shown: str, beside: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(beside)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("RULESPEC_SPECS", raising=False)
    run(shlex.split(command))
    printed = capsys.readouterr()
    assert printed.out + printed.err == shown


def test_the_page_shows_commands() -> None:
    assert len(BLOCKS) == 5
