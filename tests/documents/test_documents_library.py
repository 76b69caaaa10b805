"""Finding and reading the documents that a reader supplies."""

import pytest

from rulespec.documents import library
from rulespec.documents.library import find_document, read_document
from rulespec.errors import LoadError


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


def test_a_byte_order_mark_and_line_ends_do_not_matter(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert read_document(path) == "one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \n\t", "is empty"),
        (b"abc\0", "not plain text"),
        (b"ab\xff", r"not UTF-8 \(byte 3\)"),
    ],
)
def test_what_is_no_document_is_refused_in_one_line(tmp_path, data, words):
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    with pytest.raises(LoadError, match=words) as refused:
        read_document(path)
    assert "\n" not in str(refused.value)


def test_a_document_has_a_largest_size(tmp_path, monkeypatch):
    monkeypatch.setattr(library, "MOST_BYTES", 4)
    path = tmp_path / "a.txt"
    path.write_bytes(b"abcd")
    assert read_document(path) == "abcd"
    path.write_bytes(b"abcde")
    with pytest.raises(LoadError, match="larger than 10 MB"):
        read_document(path)


def test_what_cannot_be_opened_is_refused(tmp_path):
    with pytest.raises(LoadError, match="cannot read the document"):
        read_document(tmp_path / "none.txt")
    with pytest.raises(LoadError, match="cannot read the document"):
        read_document(tmp_path)
