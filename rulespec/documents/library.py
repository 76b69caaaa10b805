"""Where the documents are that a reader supplies, and their text: the program itself carries none."""

import os
from pathlib import Path

from rulespec.errors import LoadError

SOURCES_VARIABLE = "RULESPEC_SOURCES"
MOST_BYTES = 10_000_000
_SUFFIXES = (".txt", ".md", ".pdf", ".docx")


def find_document(name: str, sources: Path | None) -> Path | None:
    """The file of the document `name` in the folder `sources`, by its name or as another kind of file of that name.

    Without `sources` the folder that the environment variable RULESPEC_SOURCES names is searched. None if there is no
    such folder or file; a name that leads out of the folder finds nothing.
    """
    folder = sources
    if folder is None:
        named = os.environ.get(SOURCES_VARIABLE, "")
        folder = Path(named) if named else None
    if folder is None or not name or "\0" in name or "/" in name or "\\" in name or name in (".", ".."):
        return None
    stem = name.removesuffix(Path(name).suffix) if Path(name).suffix in _SUFFIXES else name
    for called in (name, *(stem + suffix for suffix in _SUFFIXES)):
        path = folder / called
        if path.is_file():
            return path
    return None


def read_document(path: Path) -> str:
    """The text of the document at `path`, in UTF-8 with or without a byte order mark; lines end in a bare newline.

    LoadError, in one line, if it cannot be read, is larger than 10 MB, is empty, or is not plain text.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the path is not usable"
        raise LoadError(f"cannot read the document `{path}`: {reason}") from None
    if len(data) > MOST_BYTES:
        raise LoadError(f"the document `{path}` is larger than 10 MB; supply its plain text")
    if b"\0" in data:
        raise LoadError(f"the document `{path}` is not plain text; convert it first")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LoadError(f"the document `{path}` is not UTF-8 (byte {error.start + 1}); convert it first") from None
    if not text.strip():
        raise LoadError(f"the document `{path}` is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")
