"""Finding the documents that a reader supplies."""

import pytest

from rulespec.documents import library
from rulespec.documents.library import find_document


def test_a_document_is_found_by_name_with_or_without_its_suffix(tmp_path):
    path = tmp_path / "boats.txt"
    path.write_text("1.1 Boats.", encoding="utf-8")
    assert find_document("boats.txt", tmp_path) == path
    assert find_document("boats", tmp_path) == path
    assert find_document("oars", tmp_path) is None


def test_the_environment_names_the_folder_where_none_is_given(tmp_path, monkeypatch):
    (tmp_path / "boats.txt").write_text("1.1 Boats.", encoding="utf-8")
    monkeypatch.delenv(library.SOURCES_VARIABLE, raising=False)
    assert find_document("boats", None) is None
    monkeypatch.setenv(library.SOURCES_VARIABLE, str(tmp_path))
    assert find_document("boats", None) == tmp_path / "boats.txt"
    assert find_document("boats", tmp_path / "elsewhere") is None


@pytest.mark.parametrize("name", ["", ".", "..", "../boats", "/etc/passwd", "a\\b", "a\0b"])
def test_a_name_cannot_lead_out_of_the_folder(tmp_path, name):
    assert find_document(name, tmp_path) is None


@pytest.mark.parametrize("suffix", [".md", ".pdf", ".docx"])
def test_another_kind_of_file_of_that_name_will_do(tmp_path, suffix):
    path = tmp_path / f"boats{suffix}"
    path.write_text("1.1 Boats.", encoding="utf-8")
    assert find_document("boats.txt", tmp_path) == path
