"""What office programs make, read into the text that the reader of documents understands.

    pdf.py, docx.py      one format each: file -> Ingested; the only modules that others call
    markup.py            styled words -> lines in the markup of `rulespec.documents.lines`
    pdf_*.py             characters -> lines of a page -> tables, paragraphs, running headers
    docx_*.py            package -> paragraphs with their automatic numbers -> lines

The programs that parse the files (pypdfium2, python-docx) are the optional extra `ingest`, imported where needed.
"""

from dataclasses import dataclass

from rulespec.errors import LoadError


@dataclass(frozen=True, slots=True)
class Ingested:
    """What a file says: `lines` without line ends, and `pages`, `notes` and `furniture` as `Source` has them."""

    lines: tuple[str, ...]
    pages: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    furniture: tuple[tuple[int, str], ...] = ()


def not_installed(path: object, what: str) -> LoadError:
    """The error for a document that is a `what` (`PDF`, `DOCX`) where the program that reads it is not installed."""
    return LoadError(f"to read the {what} `{path}`, install what reads it: pip install 'rulespec[ingest]'")
