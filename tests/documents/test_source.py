"""Documents of any kind read into text: by content, within limits, and with one clear line where that fails."""

import os
import subprocess
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from document_fixtures import refused
from sampling import sized

from rulespec.documents import source
from rulespec.documents.source import read_source
from rulespec.errors import LoadError

FIXTURES = Path(__file__).parent / "fixtures"
MEGABYTE = 1_000_000


def write(folder: Path, data: bytes, name: str = "rules.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# -- what is read


@pytest.mark.parametrize(
    "data",
    [
        "1.1 “Oar”\n1.2 Boat".encode(),
        b"\xef\xbb\xbf" + "1.1 “Oar”\r\n1.2 Boat".encode(),
        b"\xff\xfe" + "1.1 “Oar”\r1.2 Boat".encode("utf-16-le"),
        b"\xfe\xff" + "1.1 “Oar”\r\n1.2 Boat".encode("utf-16-be"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16 little endian", "utf-16 big endian"],
)
def test_plain_text_in_its_encodings(tmp_path, data):
    read = read_source(write(tmp_path, data))
    assert (read.kind, read.text) == ("text", "1.1 “Oar”\n1.2 Boat")
    assert read.pages == read.notes == read.furniture == ()
    assert read.path == str(tmp_path / "rules.txt")


@pytest.mark.parametrize(("name", "kind"), [("regatta.txt", "text"), ("regatta.pdf", "pdf"), ("regatta.docx", "docx")])
def test_the_content_decides_the_kind_not_the_name(tmp_path, name, kind):
    path = write(tmp_path, (FIXTURES / name).read_bytes(), "rules.dat")
    assert read_source(path).kind == kind


def test_every_line_of_a_pdf_has_its_page():
    read = read_source(FIXTURES / "regatta.pdf")
    lines = read.text.split("\n")
    assert len(read.pages) == len(lines)
    assert sorted(set(read.pages)) == [1, 2, 3, 4, 5]
    assert list(read.pages) == sorted(read.pages)


# -- what is not


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf \n\t", "is empty"),
        (b"\xff\xfe", "is empty"),
        (b"one\ntwo \xff", r"is not UTF-8 (byte 9, line 2)"),
        (b"\xff\xfea\0b", "is not UTF-16"),
        (b"one\0two", "is not plain text, PDF or DOCX"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0", "is not plain text, PDF or DOCX"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old Word file (.doc), or a newer one with a password"),
        (rb"{\rtf1\ansi Rules}", "is RTF"),
        (b"PK\x03\x04 and then nothing", "is damaged or not a DOCX"),
        (b"%PDF-1.7\nand then nothing", "is cut off"),
        (b"%PDF-1.7\nand then nothing\n%%EOF\n", "is damaged or not a PDF"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_no_document_is_refused(tmp_path, data, words):
    path = write(tmp_path, data)
    message = refused(path)
    assert words in message
    assert str(path) in message


def test_what_cannot_be_opened_is_refused(tmp_path):
    assert "No such file" in refused(tmp_path / "none.txt")
    assert "it is a folder" in refused(tmp_path)
    assert "not usable" in refused(Path("a\0b"))
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "cannot read" in refused(tmp_path / "loop")
    assert "not a regular file" in refused(Path(os.devnull))


@pytest.mark.parametrize(
    ("name", "words", "sizes", "from_the_end"),
    [
        ("regatta.docx", "damaged", (5, 100, 1000), (30, 5)),
        ("regatta.pdf", "cut off", (9, 100), (5000, 10)),
    ],
)
def test_a_truncated_file_is_refused_wherever_it_is_cut(name, words, sizes, from_the_end, tmp_path):
    data = (FIXTURES / name).read_bytes()
    for size in (*sizes, len(data) // 2, *(len(data) - rest for rest in from_the_end)):
        assert words in refused(write(tmp_path, data[:size], name))


@pytest.mark.parametrize(("name", "step"), [("regatta-auto.docx", 97), ("regatta.pdf", sized(1999, 3999))])
def test_flipped_bytes_never_end_in_a_traceback(name, step, tmp_path):
    data = (FIXTURES / name).read_bytes()
    for place in range(0, len(data), step):
        path = write(tmp_path, data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :], name)
        with suppress(LoadError):
            read_source(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in refused(tmp_path / "pipe")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_document_that_may_not_be_read_is_refused(tmp_path):
    path = write(tmp_path, b"1.1 Boats")
    path.chmod(0)
    assert "Permission denied" in refused(path)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["mimetype", "content.xml"], "an OpenDocument file"),
        (["xl/workbook.xml"], "a spreadsheet"),
        (["ppt/presentation.xml"], "a presentation"),
        (["rules.txt"], "a zip archive"),
    ],
)
def test_other_packages_are_called_by_their_name(tmp_path, names, words):
    path = tmp_path / "rules.docx"
    with zipfile.ZipFile(path, "w") as package:
        for name in names:
            package.writestr(name, "x")
    assert words in refused(path)


# -- limits


def test_lines_and_their_length_have_limits(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "MOST_LINES", 3)
    monkeypatch.setattr(source, "MOST_LINE_CHARACTERS", 5)
    assert read_source(write(tmp_path, b"12345\n2\n3")).text == "12345\n2\n3"
    assert "has 4 lines, more than 3" in refused(write(tmp_path, b"1\n2\n3\n4"))
    assert "a line of 6 characters (line 2), more than 5" in refused(write(tmp_path, b"1\n123456"))
    assert "a line of 6 characters (line 1)" in refused(write(tmp_path, b"123456\n"))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"x" * 50 * MEGABYTE, "larger than 20 MB"),
        (b"\n" * 5 * MEGABYTE + b"x", "has 5,000,001 lines"),
        (b"(a)\n" * MEGABYTE, "has 1,000,001 lines"),
        (b"(" * 200_000, "a line of 200,000 characters"),
    ],
    ids=["one line of 50 MB", "5 million empty lines", "a million items", "nested brackets"],
)
def test_enormous_texts_end_in_one_line(tmp_path, data, words):
    assert words in refused(write(tmp_path, data))


def test_huge_files_are_refused_in_little_memory(tmp_path):
    """200 MB of zeros, of text and of a PDF, and a small file: each in a process of its own, whose peak is compared."""
    small = write(tmp_path, b"1.1 Boats", "small.txt")
    files = {}
    for name, head in (
        ("zeros.txt", b""),
        ("text.txt", b"1.1 Boats\n"),
        ("book.pdf", b"%PDF-1.7\n"),
        ("a.docx", b"PK\3\4"),
    ):
        files[name] = write(tmp_path, head, name)
        os.truncate(files[name], 200 * MEGABYTE)
    usual, _ = peak(small)
    for path in files.values():
        used, message = peak(path)
        assert "larger than" in message
        assert used - usual < 60 * MEGABYTE, (path.name, used - usual)


def peak(path: Path) -> tuple[int, str]:
    """The most memory that reading `path` takes, in bytes, and what was said."""
    program = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from rulespec.documents.source import read_source\n"
        "try:\n    print(len(read_source(Path(sys.argv[1])).text))\n"
        "except Exception as error:\n    print(type(error).__name__, error)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    *said, used = done.stdout.strip().split("\n")
    return int(used) * (1 if sys.platform == "darwin" else 1024), "\n".join(said)


@pytest.mark.parametrize(("name", "what"), [("regatta.pdf", "PDF"), ("regatta.docx", "DOCX")])
def test_without_the_extra_the_line_that_installs_it_is_told(monkeypatch, name, what):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    monkeypatch.setitem(sys.modules, "docx", None)
    message = refused(FIXTURES / name)
    assert message.endswith("pip install 'rulespec[ingest]'")
    assert what in message
