"""`rulespec test`: case files."""

from datetime import date
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import dated, library, read_lines
from rulespec.cli.options import as_of_option, settings, specs_option
from rulespec.cli.output import say
from rulespec.engine.cases import disagreements
from rulespec.engine.session import Session
from rulespec.errors import LoadError, UsageError

DEFAULT = "tests/cases"


@click.command(name="test")
@click.argument("paths", nargs=-1, metavar="[PATH...]", shell_complete=completing.files)
@click.option(
    "--spec",
    default="",
    metavar="SPEC",
    shell_complete=completing.specs,
    help="Settle all cases by this spec, whatever they name.",
)
@click.option("--no-cites", is_flag=True, help="Hold results and nets only, not the clauses.")
@as_of_option
@specs_option
def command(paths: tuple[str, ...], spec: str, no_cites: bool, as_of: date | None, specs: str | None) -> int:
    """Rounds with the result that they should have (`expect`): does each come out so, by these clauses?

    PATH is a JSONL file or a folder of them; without one, what the settings name as `cases`, else the folder
    `tests/cases`. A case may give its `date`, as any round may; `--as-of` is the day of those that give none.
    """
    shelf = library(specs)
    session = Session(shelf.load, spec, at=shelf.at, as_of=as_of)
    if spec and as_of:
        dated(shelf, [spec], as_of)  # what cannot be meant is said once, not for each case
    passed = failed = unread = 0
    for path in _files(paths or settings().cases or (DEFAULT,)):
        for settled in session.lines(read_lines(str(path)), str(path)):
            wrong = disagreements(settled, cites=not no_cites)
            passed, failed, unread = passed + (not wrong), failed + bool(wrong), unread + settled.failed
            for text in wrong:
                named = settled.edition.id if settled.edition else settled.spec
                whose = f" ({named})" if named else ""
                say(f"{path}: {settled.id}{whose}: {text}")
    say(f"{passed} passed, {failed} failed")
    if not passed and not failed:
        raise LoadError("no case was found in these files")
    if unread:
        raise LoadError(f"{unread} of {passed + failed} cases cannot be settled")
    if failed:
        click.echo(f"rulespec: {failed} of {passed + failed} cases come out otherwise than expected", err=True)
    return 1 if failed else 0


def _files(paths: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            found += sorted(path.rglob("*.jsonl"))
        elif path.is_file():
            found.append(path)
        else:
            raise UsageError(f"there is no file or folder `{name}`")
    if not found:
        raise UsageError(f"no case files (*.jsonl) in {', '.join(f'`{name}`' for name in paths)}")
    return found
