"""Where the output of a command goes: to standard output, or whole into a file."""

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from rulespec.errors import UsageError


def say(text: str, nl: bool = True) -> None:
    """Print, also where whoever reads has had enough: what the command ends with is told all the same."""
    try:
        click.echo(text, nl=nl)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more can be said there


def output_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--output FILE`."""
    text = "Write to this file instead of standard output, whatever the exit status."
    kind = click.Path(path_type=Path, dir_okay=True)
    return click.option("--output", "out", type=kind, metavar="FILE", help=text)(function)


def check_output(out: Path | None) -> None:
    """Whether a file can be written there, before anything is worked out. Raises `UsageError` where it cannot."""
    if out is None:
        return
    try:
        if out.is_dir():
            raise UsageError(f"`{out}` cannot be written: it is a folder")
        if not out.parent.is_dir():
            raise UsageError(f"`{out}` cannot be written: there is no folder `{out.parent}`")
    except (OSError, ValueError) as error:  # ValueError: a name that cannot be one
        raise UsageError(refused(out, error)) from None


def write_output(text: str, out: Path | None) -> None:
    """Print, or write a file in one step, so that none is ever half there, and say where it is on standard error.

    Raises `UsageError` where it cannot be written.
    """
    if out is None:
        say(text)
        return
    check_output(out)
    try:
        replaced(out, f"{text}\n".encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        raise UsageError(refused(out, error)) from None
    click.echo(f"rulespec: written to `{out}`", err=True)


def refused(out: Path, error: Exception) -> str:
    """Why a file cannot be written, as a sentence."""
    reason = os.strerror(error.errno).lower() if isinstance(error, OSError) and error.errno else str(error)
    return f"`{out}` cannot be written: {reason}"


def replaced(out: Path, content: bytes) -> None:
    """Write a file in one step. Raises `OSError` or `ValueError` where that cannot be done."""
    if out.exists() and not out.is_file():  # a pipe or a terminal, which must stay what it is
        out.write_bytes(content)
        return
    target = out.resolve()  # a link stays a link
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=".draft-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(draft, _mode(target))
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _mode(target: Path) -> int:
    """The rights that a file there has, or that a new one gets."""
    with suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
