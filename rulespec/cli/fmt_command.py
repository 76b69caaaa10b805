"""`rulespec fmt`: the layout of spec files."""

import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from rulespec.cli.new_files import write_all
from rulespec.cli.options import specs_option, specs_root
from rulespec.cli.output import say
from rulespec.errors import InternalError, LoadError, RulespecError, UsageError
from rulespec.load.layout.layout import lay_out
from rulespec.load.yaml_door import MAX_BYTES, decoded, read_text
from rulespec.model.finding import Finding
from rulespec.report.findings import findings_text
from rulespec.report.text import plural
from rulespec.resources import carried, folder

STDIN = "standard input"
_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class _File:
    """A text and what its layout makes of it; `path` is None for standard input."""

    name: str
    path: Path | None
    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


@click.command(name="fmt")
@click.argument("paths", nargs=-1, metavar="[PATH...|-]")
@click.option("--check", is_flag=True, help="Change nothing; list the files that would change, and exit with 1.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change, and exit with 1.")
@specs_option
def command(paths: tuple[str, ...], check: bool, diff: bool, specs: str | None) -> int:
    """Lay out spec files: columns, indentation, quotes, order of keys. What they say stays the same.

    PATH is a file, or a folder for all YAML files below it; without one, the specs folder. `-` reads standard input
    and writes to standard output. What is changed is named. A file that cannot be read whole is left as it is.
    """
    if not paths and specs is None and specs_root(None) == folder("specs") and carried("specs") and not (check or diff):
        raise UsageError("the specs that came with the program are not changed; name a file or a folder")
    refused: list[RulespecError] = []
    differ = 0
    for file in _laid_out(paths, specs, refused):
        differ += file.differs
        if diff:
            say(_difference(file), nl=False)
        elif check and file.differs:
            line, column = _first_difference(file)
            say(f"{file.name}:{line}:{column}: not in its layout")
        elif file.path is None and not check:
            click.echo(file.after, nl=False)
        elif file.differs and file.path is not None and not check and _written(file, file.path, refused):
            click.echo(file.name)
    if refused:
        raise _worst(refused)
    if differ and (check or diff):
        click.echo(f"rulespec: {plural(differ, 'file')} would change; run `rulespec fmt`", err=True)
        return 1
    return 0


def _laid_out(paths: Sequence[str], specs: str | None, refused: list[RulespecError]) -> Iterator[_File]:
    """The files asked for, each once, those left out that cannot be laid out; why goes to `refused`."""
    for name, path in _files(paths, specs):
        text, findings = _read(name, path)
        after = None
        try:
            if text is not None:
                after, findings = lay_out(text, name)
        except InternalError as error:
            click.echo(f"rulespec: a fault of the program: {error}", err=True)
            refused.append(error)
            continue
        if text is None or after is None:
            click.echo(findings_text(findings), err=True)
            refused.append(LoadError(f"`{name}` cannot be laid out"))
        else:
            yield _File(name, path, text, after)


def _files(paths: Sequence[str], specs: str | None) -> Iterator[tuple[str, Path | None]]:
    """Name and place of each file asked for, once each. Raises `UsageError` for what cannot be asked for."""
    if "-" in paths:
        if len(paths) > 1:
            raise UsageError("`-` is standard input, and stands alone")
        yield STDIN, None
        return
    root = specs_root(specs)
    if not paths and not root.is_dir():
        raise UsageError(f"there is no specs folder `{root}`")
    seen: set[str] = set()
    for asked in [Path(path or "?") for path in paths] or [root]:
        for path in _below(asked) if asked.is_dir() else [asked]:
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                yield shown_from_here(path), path


def shown_from_here(path: Path) -> str:
    """A path as it is shown: from the current folder, where the file is below it."""
    return os.path.relpath(path) if path.is_absolute() and path.is_relative_to(Path.cwd()) else str(path)


def _below(root: Path) -> list[Path]:
    """The YAML files of a folder. Raises `UsageError` where there is none, or a folder cannot be read."""

    def refuse(error: OSError) -> None:
        raise UsageError(f"`{error.filename}` cannot be read: {(error.strerror or str(error)).lower()}")

    found = []
    for base, folders, names in os.walk(root, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(base, name) for name in names if name.endswith(_SUFFIXES) and not name.startswith(".")]
    if not found:
        raise UsageError(f"there is no YAML file in the folder `{root}`")
    return sorted(found)


def _read(name: str, path: Path | None) -> tuple[str | None, list[Finding]]:
    if path is not None:
        return read_text(path, name)
    if sys.stdin is None:
        raise LoadError("standard input cannot be read: it is closed")
    return decoded(sys.stdin.buffer.read(MAX_BYTES + 1), name)


def _written(file: _File, path: Path, refused: list[RulespecError]) -> bool:
    """Whether the file could be written; why not goes to `refused`."""
    try:
        real = Path(os.path.realpath(path))
        if not real.is_file():
            raise UsageError(f"`{file.name}` cannot be written: it is no regular file")
        if not real.stat().st_mode & 0o222:
            raise UsageError(f"`{file.name}` cannot be written: it is read-only")
        write_all({real: file.after})
    except (UsageError, OSError) as error:
        told = error if isinstance(error, UsageError) else UsageError(f"`{file.name}` cannot be written: {error}")
        click.echo(f"rulespec: {told}", err=True)
        refused.append(told)
        return False
    return True


def _worst(refused: Sequence[RulespecError]) -> RulespecError:
    """What the command ends with: the only refusal, or the gravest with the number of all."""
    worst = max(refused, key=lambda error: error.exit_status)
    if len(refused) == 1:
        return worst
    return type(worst)(f"{plural(len(refused), 'file')} cannot be laid out, the first of them: {refused[0]}")


def _difference(file: _File) -> str:
    old, new = file.before.splitlines(keepends=True), file.after.splitlines(keepends=True)
    lines = difflib.unified_diff(old, new, file.name, f"{file.name} in its layout")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _first_difference(file: _File) -> tuple[int, int]:
    """Line and column, from 1, of the first character that would change."""
    old, new = file.before, file.after
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = old.rfind("\n", 0, at) + 1
    return old.count("\n", 0, at) + 1, at - start + 1
