"""The program names no game, document or jurisdiction: those are YAML alone."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KINDS = ("*.py", "*.j2", "*.html", "*.css", "*.js", "*.json", "*.lark")
FOLDERS = ("rulespec", "reports", "grammar")

NAMES = """
perth queensland melbourne sydney brisbane nsw victoria australia crown star treasury burswood
hold'?em texas ultimate wsop trips ante blind baccarat blackjack roulette craps pontoon keno sic.?bo pai.?gow
casino.war wheel.of.fortune crown-\\w+ ultimate-\\w+ texas-\\w+
""".split()
NAMED = re.compile(rf"\b(?:{'|'.join(NAMES)})\b", re.IGNORECASE)

# Words of our own that are spelt like one of them.
FINE = re.compile(r"colou?r-blind|\bblind (?:people|readers|users)\b|aria-\w+")


def files() -> list[Path]:
    return sorted(path for folder in FOLDERS for kind in KINDS for path in (ROOT / folder).rglob(kind))


def named(text: str) -> list[tuple[int, str]]:
    """The lines that name a game, a document or a jurisdiction, each with the name."""
    lines = enumerate(text.splitlines(), 1)
    return [(number, found[0]) for number, line in lines if (found := NAMED.search(FINE.sub("", line)))]


def test_there_are_files_to_look_at() -> None:
    assert len(files()) > 40


@pytest.mark.parametrize("path", [pytest.param(path, id=str(path.relative_to(ROOT))) for path in files()])
def test_no_game_document_or_jurisdiction_is_named(path: Path) -> None:
    assert not named(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text", ["if game == 'ultimate'", "# Crown does so", "the Ante", "texas-holdem-bonus", "Hold'em"]
)
def test_a_name_is_found(text: str) -> None:
    assert named(f"fine\n{text}")[0][0] == 2


@pytest.mark.parametrize("text", ["guarantee", "wanted", "blindly", "colour-blind", "stripstone"])
def test_a_part_of_a_word_is_no_name(text: str) -> None:
    assert not named(text)
