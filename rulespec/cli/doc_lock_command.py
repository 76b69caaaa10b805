"""`rulespec doc lock`: write the ids and fingerprints of a document's clauses."""

import os

import click

from rulespec.cli import completing
from rulespec.cli.common import library
from rulespec.cli.options import sources_option, specs_option
from rulespec.documents.drift import drift
from rulespec.documents.lock import lock_of, read_lock, write_lock
from rulespec.documents.opening import open_document
from rulespec.documents.survey import lock_path
from rulespec.errors import UsageError
from rulespec.report.text import plural


@click.command(name="lock")
@click.argument("document", metavar="DOCUMENT", shell_complete=completing.documents)
@click.option(
    "--file",
    "name",
    default="",
    metavar="FILE",
    shell_complete=completing.files,
    help="The document's text; without it, its source.",
)
@click.option("--stdout", is_flag=True, help="Print the lock instead of writing it.")
@click.option("--check", is_flag=True, help="Write nothing; fail if the lock is not that of the text.")
@sources_option
@specs_option
def command(document: str, name: str, stdout: bool, check: bool, sources: str | None, specs: str | None) -> int:
    """Lock an edition of a document: every clause by id and fingerprint, and none of its words.

    The lock stands beside the document's entry. `check` and `coverage` then need no text; `doc drift` tells what a new
    text changes.
    """
    if check and stdout:
        raise UsageError("`--check` writes nothing and prints nothing; leave out `--stdout`")
    shelf = library(specs)
    opened = open_document(shelf, name or document, sources, document)
    lock, path = lock_of(opened.texts, opened.entry), lock_path(shelf, document)
    text = write_lock(lock)
    old = read_lock(path) if path.is_file() else None
    changed = drift(old, lock).entries if old else ()
    if stdout:
        click.echo(text, nl=False)
        return 0
    if check:
        same = old is not None and path.read_text(encoding="utf-8") == text
        told = "is that of the text" if same else f"is not that of the text ({plural(len(changed), 'change')})"
        click.echo(f"rulespec: {path} {told}", err=True)
        return 0 if same else 1
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"`{path}` cannot be written: {os.strerror(error.errno or 0).lower()}") from None
    since = f", {len(changed)} not as before" if old else ""
    click.echo(f"{path}: {plural(len(lock.clauses), 'clause')}{since}", err=True)
    return 0
