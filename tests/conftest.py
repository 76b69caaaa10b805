"""Puts the helpers that several folders of tests share within their reach, and compares golden files."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "fixtures"))

# What the user has been told before is no answer of a test; the tests of the cache name a folder of their own.
os.environ["RULESPEC_CACHE"] = "off"


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "Write golden files anew instead of comparing with them; review the difference before keeping it."
    parser.addoption("--update-golden", action="store_true", help=text)


@pytest.fixture
def remembered(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets commands remember what they found, all tests of one run together: for those that ask how it is told."""
    folder = tmp_path_factory.getbasetemp()
    parallel = os.environ.get("PYTEST_XDIST_WORKER")
    monkeypatch.setenv("RULESPEC_CACHE", str((folder.parent if parallel else folder) / "remembered"))


@pytest.fixture
def golden(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Compares a text with a file below `tests/`, or writes the file under `--update-golden`.

    Without the published documents, whose words belong in no golden file.
    """
    monkeypatch.delenv("RULESPEC_SOURCES", raising=False)

    def compare(name: str, text: str) -> None:
        path = HERE / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.is_file(), f"there is no `{name}`; make it with --update-golden"
        assert text == path.read_text(encoding="utf-8"), f"`{name}` differs; if that is meant, use --update-golden"

    return compare
