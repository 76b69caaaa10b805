"""How far long work is: one line on standard error, written over and over, where that is a terminal."""

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def at_once(work: Callable[[T], R], items: Sequence[T], named: Callable[[T], str]) -> Iterator[R]:
    """`work` done on each of the items by several processes, the results in order; a terminal shows what is awaited."""
    from rulespec.pool import default_jobs, in_order  # processes are slow to import

    done = in_order(work, items, default_jobs() if len(items) > 1 else 1)
    for _ in watched(items, named):
        yield next(done)


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
