"""Opening a document by its file or the id of its entry, by the profile of its entry or one that is named."""

from pathlib import Path

import pytest

from rulespec.documents.opening import open_document
from rulespec.errors import LoadError, RulespecError, UsageError
from rulespec.load.library import Library

HERE = Path(__file__).parents[1] / "fixtures" / "documents"
FILE = str(HERE / "sources" / "small-wheel.txt")
NAME = "harbour/small-wheel"


@pytest.fixture(name="shelf")
def the_shelf() -> Library:
    return Library(HERE / "specs")


def refused(kind: type[RulespecError], shelf: Library, name: str, **how: str) -> str:
    with pytest.raises(kind) as error:
        open_document(shelf, name, **how)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_file_goes_by_the_profile_of_its_entry_or_by_one_that_is_named(shelf, tmp_path):
    tree = open_document(shelf, FILE).texts.tree
    written = tmp_path / "own.yaml"
    written.write_bytes((HERE / "specs" / "profiles.yaml").read_bytes().partition(b"harbour-house:\n")[2])
    other = tmp_path / "another name.txt"
    other.write_bytes(Path(FILE).read_bytes())
    assert tree
    like = tmp_path / "like.yaml"
    like.write_text("profile: {like: harbour-house, contents: [CONTENTS]}\n")
    named = ({"profile": "harbour-house"}, {"profile": str(written)}, {"profile": str(like)}, {"document": NAME})
    for how in named:
        assert open_document(shelf, str(other), **how).texts.tree == tree


def test_a_document_that_cannot_be_read_is_told_before_what_it_lacks(shelf, tmp_path):
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    for how in ({}, {"profile": "harbour-house"}, {"profile": "no such"}, {"document": NAME}):
        assert "is empty" in refused(LoadError, shelf, str(empty), **how)
        assert "No such file" in refused(LoadError, shelf, str(tmp_path / "gone.txt"), **how)


def test_what_is_named_wrongly_is_told_with_what_could_be_meant(shelf, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("1 Words\n")
    assert "(`harbour-house`)" in refused(UsageError, shelf, str(other))
    assert "shared (`harbour-house`)" in refused(UsageError, shelf, str(other), profile="harbor-hous")
    like = tmp_path / "like.yaml"
    like.write_text("like: harbor-hous\n")
    assert "shared (`harbour-house`)" in refused(UsageError, shelf, str(other), profile=str(like))
    assert f"did you mean `{NAME}`" in refused(UsageError, shelf, "harbour/small-whel")
    assert f"did you mean `{NAME}`" in refused(UsageError, shelf, str(other), document="harbour/small-whel")


def test_a_folder_of_sources_that_is_not_there_is_told_whatever_is_opened(shelf, tmp_path):
    for name in (NAME, FILE, str(tmp_path / "gone.txt")):
        assert refused(UsageError, shelf, name, sources=FILE) == f"there is no folder of documents `{FILE}`"
    assert "name with `--sources`" in refused(LoadError, shelf, NAME, sources="")
    assert f"`{tmp_path}` has no `small-wheel.txt`" in refused(LoadError, shelf, NAME, sources=str(tmp_path))


def test_a_document_without_a_numbered_clause_is_told(shelf, tmp_path):
    for text, told in (("hello\n", True), ("(" * 1000, True), ("1. DEFINITIONS\n\n1.1 words\n", False)):
        path = tmp_path / "any.txt"
        path.write_text(text)
        way = tmp_path / "way.yaml"
        way.write_text("levels: 2\n")
        notes = open_document(shelf, str(path), profile=str(way)).notes
        assert any("no numbered clause" in note for note in notes) is told


def test_without_shared_profiles_none_is_named(tmp_path):
    (tmp_path / "vocabulary.yaml").write_text("vocabulary: 1\n")
    other = tmp_path / "other.txt"
    other.write_text("1 Words\n")
    shelf = Library(tmp_path)
    assert refused(UsageError, shelf, str(other)).endswith("or that of one like it")
    assert "(none)" in refused(UsageError, shelf, str(other), profile="any")
    (tmp_path / "profiles.yaml").write_text("any: {levels: {}}\n")
    assert "`any` cannot be used" in refused(LoadError, shelf, str(other), profile="any")
    (tmp_path / "profiles.yaml").write_text("any: [\n")
    assert "profiles cannot be loaded" in refused(LoadError, shelf, str(other), profile="any")
