"""Files that are read once: what is said of them is what reading each by itself says."""

from pathlib import Path

import pytest

from rulespec.load.checked import read_checked, read_tree
from rulespec.load.schema import validate
from rulespec.load.yaml_door import read_yaml_file

WRONG = {
    "unknown key": "profiles: 3\n",
    "not text": "a: \x07\n",
    "twice": "a: {x: 1}\na: {x: 2}\n",
    "nothing": "",
    "no YAML": "a: [\n",
    "sound": "usual: {}\n",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_as_by_itself_under_each_name_and_again(tmp_path: Path, text: str) -> None:
    for name in ("first.yaml", "second.yaml", "first.yaml"):
        path = tmp_path / name
        path.write_bytes(text.encode())
        node, findings = read_yaml_file(path)
        assert read_tree(path) == (node, findings)
        assert read_checked(path, "profiles") == (node, findings + (validate(node, "profiles") if node else []))


def test_what_a_caller_does_to_the_findings_is_its_own(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text("a: 1\na: 2\n")
    first = read_tree(path)[1]
    told = list(first)
    first.clear()
    assert read_tree(path)[1] == told


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text("usual: {}\n")
    sound = read_checked(path, "profiles")
    path.write_text("usual: 3\n")
    assert read_checked(path, "profiles") != sound
    path.unlink()
    assert [one.rule for one in read_checked(path, "profiles")[1]] == ["unreadable-file"]


def test_sound_by_one_schema_and_not_by_another(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text("usual: {}\n")
    assert read_checked(path, "profiles")[1] == []
    assert read_checked(path, "spec")[1]
