"""The files that reports are written to: their form, and the packages that some forms need."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rulespec.cli.output import refused, replaced
from rulespec.errors import UsageError

FORMS = ("html", "markdown", "docx", "xlsx")
ENDINGS = {
    ".html": "html",
    ".htm": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".docx": "docx",
    ".xlsx": "xlsx",
}


def form_of(out: Path, form: str, forms: Sequence[str], default: str) -> str:
    """The form of a report: the one named, else the one that the file's ending says, else `default`.

    Raises `UsageError` where that is none of `forms`, or nothing says it.
    """
    found = form or ENDINGS.get(out.suffix.lower(), default)
    if found in forms:
        return found
    endings = [ending for ending, one in ENDINGS.items() if one in forms and ending not in (".htm", ".markdown")]
    if not found:
        raise UsageError(f"the ending of `{out}` says no form: write {_listed(endings)}, or name one with `--format`")
    raise UsageError(f"this report has no form `{found}`: write {_listed(endings)}")


def _listed(words: Sequence[str]) -> str:
    quoted = [f"`{word}`" for word in words]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


@contextmanager
def office(form: str) -> Iterator[None]:
    """Turns the lack of a package that writes office files into what to do about it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("docx", "openpyxl", "lxml"):
            raise
        raise UsageError(f"to write .{form}, install the extra: pip install 'rulespec[office]'") from None


def write_out(out: Path, data: bytes) -> None:
    """Write a file, or standard output for `-`. Raises `UsageError` where it cannot be written."""
    if str(out) == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        replaced(out, data)
    except (OSError, ValueError) as error:
        raise UsageError(refused(out, error)) from None
