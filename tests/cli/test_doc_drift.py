"""The words and citations that `doc drift` shows with a change."""

from pathlib import Path

import pytest

from rulespec.cli.main import run

HERE = Path(__file__).parents[1] / "fixtures" / "documents"
SPECS, TEXT = HERE / "specs", HERE / "sources" / "small-wheel.txt"
LOCK = SPECS / "harbour" / "documents" / "small-wheel" / "clauses.lock"
TABLE = (
    "## 1. PRIZES\n\n1.1 The prizes are:\n\n| Hand | Early | Late |\n|---|---|---|\n| Pair | 2 | 1 |\n| Flush | 3 | |\n"
)


def drifted(folder: Path, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> str:
    profile, first, second = (folder / name for name in ("profile.yaml", "old.txt", "new.txt"))
    for path, text in ((profile, "levels: 2\n"), (first, old), (second, new)):
        path.write_text(text, encoding="utf-8")
    status = run(
        ["doc", "drift", str(second), "--against", str(first), "--profile", str(profile), "--specs", str(SPECS)]
    )
    assert status == (old != new)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ("| Flush | | 3 |", "Flush | {+· |+} 3"),
        ("| Flush | 4 | |", "Flush | [-3-] {+4+}"),
        ("| Flush | 3 | 3 |", "Flush | 3 {+| 3+}"),
        ("| Flush 3 | | |", "added row 1.1[flush_3]"),
    ],
)
def test_the_cells_of_a_row_are_told_apart(row, shown, tmp_path, capsys):
    out = drifted(tmp_path, TABLE, TABLE.replace("| Flush | 3 | |", row), capsys)
    assert shown in out
    assert drifted(tmp_path, TABLE, TABLE, capsys).endswith("nothing has changed.\n")


def test_a_lock_of_another_document_is_told(tmp_path, capsys):
    other = tmp_path / "clauses.lock"
    other.write_text(LOCK.read_text(encoding="utf-8").replace("harbour/small-wheel", "harbour/great-wheel"), "utf-8")
    assert run(["doc", "drift", str(TEXT), "--against", str(other), "--specs", str(SPECS)]) == 0
    assert "another document, `harbour/great-wheel`" in capsys.readouterr().err
    assert run(["doc", "drift", str(TEXT), "--against", str(LOCK), "--specs", str(SPECS)]) == 0
    assert capsys.readouterr().err == ""
