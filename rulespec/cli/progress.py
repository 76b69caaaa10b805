"""How far long work is: one line on standard error, written over and over, where that is a terminal."""

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def watched(steps: Iterable[T], named: Callable[[T], str]) -> Iterator[T]:
    """The steps one after another; a terminal shows which it is, of how many. The line is gone when they are done."""
    every = tuple(steps)
    shown = sys.stderr.isatty()
    try:
        for number, step in enumerate(every, 1):
            if shown:
                _line(f"{number} of {len(every)}: {named(step)}")
            yield step
    finally:
        if shown:
            _line("")


def _line(text: str) -> None:
    """Put a text where the last one was."""
    wide = shutil.get_terminal_size().columns - 1
    sys.stderr.write(f"\r\x1b[K{text[:wide]}")
    sys.stderr.flush()
