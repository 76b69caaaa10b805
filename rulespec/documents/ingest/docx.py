"""DOCX into lines: whether it may be opened, and what is told where it cannot be."""

from pathlib import Path

from rulespec.documents.ingest import Ingested, not_installed
from rulespec.documents.ingest.docx_package import check_package, damaged
from rulespec.errors import LoadError


def read_docx(path: Path) -> Ingested:
    """The text of the DOCX at `path`. LoadError if it is none, is damaged, needs a password, or is too large."""
    try:
        import docx
    except ImportError:
        raise not_installed(path, "DOCX") from None
    from rulespec.documents.ingest.docx_reading import read_part

    check_package(path)
    try:
        part = docx.Document(str(path)).part
    except Exception:
        # Whatever a parser of other people's files comes across: bad XML, missing parts, relations that go nowhere.
        raise damaged(path) from None
    try:
        return read_part(part)
    except RecursionError:
        raise LoadError(f"the document `{path}` has tables inside tables too deep to read; flatten them") from None
