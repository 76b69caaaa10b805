"""Whatever a file looks like, its layout says the same, keeps every comment, and is the layout of itself."""

import re
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampling import examples, first

from rulespec.load.layout.layout import lay_out, meaning
from rulespec.load.library import Library
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence, to_plain
from rulespec.load.yaml_door import read_yaml, read_yaml_file
from rulespec.model.place import Place
from tests.load.layout.mangle import Mangler

ROOT = Path(__file__).parents[3]
FOLDERS = (ROOT / "tests/fixtures/specs", ROOT / "specs")
FILES = sorted(path for folder in FOLDERS for path in folder.glob("**/*.yaml"))
PLACE = Place("x.yaml")

ODD = (
    "3.10",
    "3:2",
    "010",
    "NO",
    "~",
    "null",
    "true",
    "2022-06-10",
    "a: b",
    "a #b",
    "- x",
    "[x]",
    "it's",
    'a "b"',
    "\\",
)
TEXTS = st.one_of(
    st.text("ab, :#'\"-[]{}\\\n\té|>%@`&*!?=.0", max_size=8),
    st.sampled_from(ODD),
    st.text("abcdefgh ", min_size=20, max_size=90).map(str.strip).filter(bool),
)
QUOTED = TEXTS.map(lambda text: Scalar(text, False, PLACE))
TYPED = st.sampled_from(["3.10", "5", "-1", "true", "null", "", "~", "2022-06-10"]).map(
    lambda t: Scalar(t, True, PLACE)
)
SCALARS = st.one_of(QUOTED, QUOTED, TYPED)
KEYS = TEXTS.filter(bool).map(lambda text: Scalar(text, False, PLACE))


def _nested(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    pairs = st.lists(st.tuples(KEYS, inner), max_size=5, unique_by=lambda entry: entry[0].text)
    lists = st.lists(inner, max_size=5).map(lambda found: Sequence(tuple(found), PLACE))
    return st.one_of(lists, pairs.map(lambda found: Mapping(tuple(found), PLACE)))


TREES = st.recursive(SCALARS, _nested, max_leaves=20).filter(
    lambda tree: not isinstance(tree, Scalar) or not tree.plain
)


@given(TREES, st.integers(0, 2**32))
@settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_tree_in_any_form(tree: Node, seed: int) -> None:
    mangler = Mangler(Random(seed))
    text = mangler.write(tree)
    read, findings = read_yaml(text, "x.yaml")
    assert not findings, text
    assert read is not None
    assert to_plain(read) == to_plain(tree), text
    after, findings = lay_out(text, "x.yaml")
    if "\t" in text:
        assert after is None
        assert [finding.rule for finding in findings] == ["tab"]
        return
    assert after is not None
    assert to_plain(_tree(after)) == to_plain(tree)
    assert re.findall("#c[0-9]+", after) == mangler.comments
    assert lay_out(after, "x.yaml") == (after, [])


@cache
def _laid(path: Path) -> tuple[Mangler, Node, str]:
    """A file in another form and laid out again: who mangled it, its tree, the text."""
    tree, _ = read_yaml_file(path)
    assert tree is not None
    mangler = Mangler(Random(path.name), chatty=0.05)
    after, findings = lay_out(mangler.write(tree), path.name)
    assert after is not None, findings
    return mangler, tree, after


@pytest.mark.parametrize("path", first(FILES, 20), ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_a_file_comes_back_from_any_form(path: Path) -> None:
    mangler, tree, after = _laid(path)
    assert meaning(_tree(after)) == meaning(tree)
    assert sorted(re.findall("#c[0-9]+", after)) == sorted(mangler.comments)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_files_are_in_their_layout(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert lay_out(text, str(path)) == (text, []), f"run `rulespec fmt {path.relative_to(ROOT)}`"


@pytest.mark.parametrize("folder", first(FOLDERS, 1), ids=[path.parent.name for path in FOLDERS])
def test_specs_load_to_the_same_before_and_after(folder: Path, tmp_path: Path) -> None:
    for path in folder.rglob("*.*"):
        copy = tmp_path / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = _laid(path)[2] if path.suffix == ".yaml" else path.read_text(encoding="utf-8")
        copy.write_text(text, encoding="utf-8")
    before, after = Library(folder), Library(tmp_path)
    assert before.ids() == after.ids()
    for name in before.ids():
        assert _placeless(before.load(name)) == _placeless(after.load(name))


def _tree(text: str) -> Node:
    tree, findings = read_yaml(text, "x.yaml")
    assert not findings
    assert tree is not None
    return tree


def _placeless(value: object) -> object:
    """A value without the places in it, and without the name of the folder it was read from."""
    if isinstance(value, Place):
        return None
    if is_dataclass(value):
        found = {field.name: getattr(value, field.name) for field in fields(value)}
        return type(value).__name__, {name: _placeless(inner) for name, inner in found.items() if name != "file"}
    if isinstance(value, dict):
        return {key: _placeless(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_placeless(inner) for inner in value]
    return value
