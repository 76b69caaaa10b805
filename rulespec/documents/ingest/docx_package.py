"""Whether a DOCX may be opened: a zip of bounded size whose XML declares no entities."""

import struct
import zipfile
import zlib
from pathlib import Path

from rulespec.errors import LoadError

MOST_XML_BYTES = 100_000_000  # of all XML parts, expanded; a rules document of 300 pages has 5 to 20 MB
MOST_OTHER_BYTES = 200_000_000  # of pictures and fonts, expanded; they hardly compress, so the file's size bounds them
MOST_TAGS = 2_000_000  # opening and closing; 300 pages have 800,000, and each takes 100 bytes when parsed
MOST_PARTS = 10_000  # a document has some twenty, and one more for each picture

_CHUNK = 1 << 16
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
_END_BYTES, _END_64_BYTES, _MOST_COMMENT = 22, 20, 0xFFFF
# A document type declaration, which packages must not have: where entities that expand without end are declared.
_DECLARES = tuple(word.encode(way) for word in ("<!DOCTYPE", "<!ENTITY") for way in ("ascii", "utf-16-le", "utf-16-be"))
_OTHERS = (
    ("xl/", "a spreadsheet; save its text as .docx, PDF or plain text"),
    ("ppt/", "a presentation; save its text as .docx, PDF or plain text"),
    ("content.xml", "an OpenDocument file; save it as .docx or PDF"),
)


def check_package(path: Path) -> None:
    """LoadError if the file at `path` is no DOCX, is damaged, or would take too much memory to read."""
    _check_directory(path)
    try:
        with zipfile.ZipFile(path) as package:
            _check_parts(path, package)
    except (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError):
        raise damaged(path) from None


def damaged(path: Path) -> LoadError:
    return LoadError(f"the document `{path}` is damaged or not a DOCX; open it in a word processor and save it again")


def _check_directory(path: Path) -> None:
    """Look at the number of parts before `zipfile` makes an object of each."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _MOST_COMMENT - _END_BYTES - _END_64_BYTES))
        tail = file.read()
    place = tail.rfind(_END)
    if place < 0 or len(tail) - place < _END_BYTES:
        raise damaged(path)
    (parts,) = struct.unpack("<H", tail[place + 10 : place + 12])
    (directory,) = struct.unpack("<I", tail[place + 12 : place + 16])
    larger = tail[max(0, place - _END_64_BYTES) : place].startswith(_END_64)
    if larger or parts > MOST_PARTS or directory > MOST_PARTS * 200:
        raise LoadError(f"the document `{path}` has more than {MOST_PARTS:,} parts; save it again without its pictures")


def _check_parts(path: Path, package: zipfile.ZipFile) -> None:
    parts = package.infolist()
    names = [part.filename for part in parts]
    if not any(name.startswith("word/document") and name.endswith(".xml") for name in names):
        raise LoadError(f"the document `{path}` is {_called(names)}")
    if any(part.flag_bits & 1 for part in parts):
        raise LoadError(f"the document `{path}` needs a password; save it without one")
    xml = [part for part in parts if part.filename.lower().endswith((".xml", ".rels"))]
    others = sum(part.file_size for part in parts) - sum(part.file_size for part in xml)
    if sum(part.file_size for part in xml) > MOST_XML_BYTES or others > MOST_OTHER_BYTES:
        raise _too_large(path)
    _read_through(path, package, xml)


def _called(names: list[str]) -> str:
    for start, called in _OTHERS:
        if any(name.startswith(start) for name in names):
            return called
    return "a zip archive, not a DOCX; unpack it and name the document in it"


def _too_large(path: Path) -> LoadError:
    return LoadError(
        f"the document `{path}` expands to more than {MOST_XML_BYTES // 1_000_000} MB; supply its plain text instead"
    )


def _read_through(path: Path, package: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> None:
    """Expand the XML parts once, keeping nothing: what the directory says of their size need not be true."""
    total = tags = 0
    for part in parts:
        with package.open(part) as stream:
            before = b""
            while chunk := stream.read(_CHUNK):
                total += len(chunk)
                tags += chunk.count(b"<")
                if total > MOST_XML_BYTES:
                    raise _too_large(path)
                if tags > MOST_TAGS:
                    raise LoadError(f"the document `{path}` has more than {MOST_TAGS:,} XML tags; split it")
                window = before + chunk
                if any(word in window for word in _DECLARES):
                    raise LoadError(
                        f"the document `{path}` declares XML entities, which no word processor writes; "
                        "open it in one and save it again"
                    )
                before = chunk[-64:]
