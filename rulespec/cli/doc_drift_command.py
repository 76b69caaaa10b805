"""`rulespec doc drift`: what a new text of a document changes."""

from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import library, program
from rulespec.cli.options import document_options, format_option, specs_option
from rulespec.documents.citing import citing
from rulespec.documents.drift import drift
from rulespec.documents.lock import Lock, lock_of, read_lock
from rulespec.documents.opening import Opened, open_document
from rulespec.documents.survey import lock_path
from rulespec.errors import RulespecError, UsageError
from rulespec.load.library import Library
from rulespec.report.formats import printer


@click.command(name="drift")
@click.argument("new", metavar="NEW", shell_complete=completing.files)
@click.option(
    "--against", default="", metavar="LOCK|OLD", help="A lock, or the old text; without it, the entry's lock."
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 also where something has changed.")
@document_options
@format_option("drift")
@specs_option
def command(
    new: str,
    against: str,
    exit_zero: bool,
    document: str,
    profile: str,
    sources: str | None,
    form: str,
    specs: str | None,
) -> int:
    """Clauses added, removed, renumbered and changed, and the items of the specs that cite them.

    NEW is the new text (or the id of a document, for its text in `--sources`). White space, page numbers, page headers
    that the profile knows, dashes and quotation marks make no difference. Where both texts are at hand (OLD is a text,
    or `--sources` has the text that the lock was made of) the words that changed are shown.
    """
    shelf = library(specs)
    opened = open_document(shelf, new, sources, document, profile)
    lock, old = _against(shelf, opened, against, sources, document, profile)
    if opened.entry and lock.document != opened.entry.id:
        click.echo(f"rulespec: the lock is that of another document, `{lock.document}`", err=True)
    found = drift(lock, lock_of(opened.texts, opened.entry))
    cited = citing(shelf, opened.entry.id) if opened.entry else {}
    click.echo(printer("drift", form)(found, old, opened, cited, program()))
    if found.entries and not exit_zero:
        click.echo("rulespec: the text is not that of the lock", err=True)
        return 1
    return 0


def _against(
    shelf: Library, opened: Opened, against: str, sources: str | None, document: str, profile: str
) -> tuple[Lock, Opened | None]:
    """The lock to compare with, and the old text where it is at hand."""
    if against and not _is_lock(Path(against)):
        old = open_document(shelf, against, sources, document or (opened.entry.id if opened.entry else ""), profile)
        return lock_of(old.texts, old.entry), old
    if not against and opened.entry is None:
        raise UsageError("name with `--against` the lock or the old text to compare with")
    path = Path(against) if against else lock_path(shelf, opened.entry.id)  # type: ignore[union-attr]  # seen above
    lock = read_lock(path)
    return lock, _text_of(shelf, lock, sources)


def _is_lock(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(32).startswith(b"# rulespec clauses.lock")


def _text_of(shelf: Library, lock: Lock, sources: str | None) -> Opened | None:
    """The text that a lock was made of, if the reader has it: only if every fingerprint agrees."""
    if not sources or lock.document not in shelf.documents():
        return None
    try:
        old = open_document(shelf, lock.document, sources)
    except RulespecError:
        return None
    same = {name: one.fingerprint for name, one in lock_of(old.texts).clauses.items()}
    return old if same == {name: one.fingerprint for name, one in lock.clauses.items()} else None
