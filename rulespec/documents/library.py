"""Where the documents are that a reader supplies: the program itself carries none."""

import os
from pathlib import Path

from rulespec.errors import UsageError

SOURCES_VARIABLE = "RULESPEC_SOURCES"
_SUFFIXES = (".txt", ".md", ".pdf", ".docx")


def sources_folder(named: str | None) -> Path | None:
    """The folder of documents that a reader names; None where none is named. Raises `UsageError` if there is none."""
    if named and not Path(named).is_dir():
        raise UsageError(f"there is no folder of documents `{named}`")
    return Path(named) if named else None


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
