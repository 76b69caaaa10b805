"""A document as a reader supplies it, whatever its format: plain text or Markdown, PDF or DOCX."""

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rulespec.errors import LoadError

SourceKind = Literal["text", "pdf", "docx"]

# The largest rules documents known have some 3 MB of text on 40,000 lines. The limits leave room for several times
# that, and keep what a hostile or mistaken file can cost: reading one takes a few times its size in memory.
MOST_TEXT_BYTES = 20_000_000
MOST_LINE_CHARACTERS = 100_000  # a paragraph of 40 pages; longer lines are data, not sentences
MOST_LINES = 200_000
MOST_FILE_BYTES = 100_000_000  # of a PDF or DOCX, whose pictures are most of it

_HEAD_BYTES = 1024  # where the signature of a PDF may stand behind other bytes
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a document, in the markup that `rulespec.documents.lines` reads, and where it comes from.

    `path` is as it was given. `text` has lines that end in a bare newline. `pages` has for each line of `text` the
    page it begins on, counted from 1; it is empty for kinds that know no pages. `notes` say in a sentence each what
    was decided in reading (tracked changes taken as accepted). `furniture` is what was left out of `text`, as
    (page, words): running headers and footers, page numbers, text boxes; the page is 0 where the kind knows none.
    """

    path: str
    kind: SourceKind
    text: str
    pages: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    furniture: tuple[tuple[int, str], ...] = ()


def read_source(path: Path) -> Source:
    """The document at `path`. Its content decides what it is, not its name.

    LoadError, in one line, if it cannot be read, is larger than the limits of this module, has no text, is damaged or
    needs a password, is of another kind, or needs the extra `ingest` where that is not installed.
    """
    size, head = _look_at(path)
    kind = _kind(path, head)
    if kind == "text":
        return _checked(Source(str(path), "text", _plain_text(path)))
    if size > MOST_FILE_BYTES:
        raise LoadError(
            f"the document `{path}` is larger than {MOST_FILE_BYTES // 1_000_000} MB; supply its plain text"
        )
    # Imported here: most documents are plain text, and need none of this.
    if kind == "pdf":
        from rulespec.documents.ingest.pdf import read_pdf

        read = read_pdf(path)
    else:
        from rulespec.documents.ingest.docx import read_docx

        read = read_docx(path)
    return _checked(Source(str(path), kind, "\n".join(read.lines), read.pages, read.notes, read.furniture))


def _look_at(path: Path) -> tuple[int, bytes]:
    """The size of the file and its first bytes. Only regular files: a pipe or device might never end."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise LoadError(f"cannot read the document `{path}`: it is a folder; name a file in it")
        if not stat.S_ISREG(status.st_mode):
            raise LoadError(f"cannot read the document `{path}`: it is not a regular file; copy it to one")
        with path.open("rb") as file:
            return status.st_size, file.read(_HEAD_BYTES)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> LoadError:
    name = str(path).replace("\0", "\\0").replace("\n", "\\n")
    return LoadError(
        f"cannot read the document `{name}`: {getattr(error, 'strerror', None) or 'the path is not usable'}"
    )


def _kind(path: Path, head: bytes) -> SourceKind:
    if b"%PDF-" in head and not head.startswith(b"PK"):
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return "docx"  # or another package, which `read_docx` names
    if head.startswith(_OLD_OFFICE):
        raise LoadError(
            f"the document `{path}` is an old Word file (.doc), or a newer one with a password; "
            "open it in a word processor and save it as .docx without a password"
        )
    if head.lstrip().startswith(b"{\\rtf"):
        raise LoadError(f"the document `{path}` is RTF; save it as .docx, PDF or plain text")
    return "text"


def _plain_text(path: Path) -> str:
    """The text of a plain file: UTF-8 with or without a byte order mark, or UTF-16 with one."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_TEXT_BYTES + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(data) > MOST_TEXT_BYTES:
        raise LoadError(f"the document `{path}` is larger than {MOST_TEXT_BYTES // 1_000_000} MB of text; split it")
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), "utf-8-sig")
    if encoding == "utf-8-sig" and b"\0" in data:
        raise LoadError(f"the document `{path}` is not plain text, PDF or DOCX; save it as one of these")
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        called = "UTF-8" if encoding == "utf-8-sig" else "UTF-16"
        raise LoadError(
            f"the document `{path}` is not {called} (byte {error.start + 1}, line {line}); save it as UTF-8"
        ) from None
    if "\0" in text:
        raise LoadError(f"the document `{path}` is not plain text, PDF or DOCX; save it as one of these")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _checked(source: Source) -> Source:
    """`source`, if its text is one that can be read in reasonable time; looked through without making copies."""
    text, path = source.text, source.path
    if not text or text.isspace():
        raise LoadError(f"the document `{path}` is empty")
    lines = text.count("\n") + 1
    if lines > MOST_LINES:
        raise LoadError(f"the document `{path}` has {lines:,} lines, more than {MOST_LINES:,}; split it")
    for number, length in enumerate(_line_lengths(text), start=1):
        if length > MOST_LINE_CHARACTERS:
            raise LoadError(
                f"the document `{path}` has a line of {length:,} characters (line {number:,}), "
                f"more than {MOST_LINE_CHARACTERS:,}; break it where its paragraphs end"
            )
    return source


def _line_lengths(text: str) -> Iterator[int]:
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield end - start
        start = end + 1
    yield len(text) - start
