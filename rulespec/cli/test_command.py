"""`rulespec test`: case files."""

from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.common import library, read_lines, settings, specs_option
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
@specs_option
def command(paths: tuple[str, ...], spec: str, no_cites: bool, specs: str | None) -> int:
    """Rounds with the result that they should have (`expect`): does each come out so, by these clauses?

    PATH is a JSONL file or a folder of them; without one, what the settings name as `cases`, else the folder
    `tests/cases`.
    """
    session = Session(library(specs).load, spec)
    passed = failed = unread = 0
    for path in _files(paths or settings().cases or (DEFAULT,)):
        for settled in session.lines(read_lines(str(path)), str(path)):
            wrong = disagreements(settled, cites=not no_cites)
            passed, failed, unread = passed + (not wrong), failed + bool(wrong), unread + settled.failed
            for text in wrong:
                whose = f" ({settled.spec})" if settled.spec else ""
                click.echo(f"{path}: {settled.id}{whose}: {text}")
    click.echo(f"{passed} passed, {failed} failed")
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
