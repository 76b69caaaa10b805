"""Work on several things at once, in processes, with the results and errors of doing it one after the other."""

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from rulespec.errors import RulespecError

T = TypeVar("T")
R = TypeVar("R")

MOST_JOBS = 4


def default_jobs() -> int:
    """As many processes as there are processors for us, within reason."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_JOBS)
    return min(os.cpu_count() or 1, MOST_JOBS)


def in_order(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    """`work` done on each of the items, the results in their order. `work` is a function of a module, for any process.

    Raises what the first of them that fails raises. Where there can be no processes, or one dies, this one does it, and
    with `jobs` of 1 no other is wanted. One item too is left to another process: this one can be interrupted meanwhile.
    What `work` keeps is kept in each process from one item to the next.
    """
    others = set(multiprocessing.active_children())
    pool = _pool(min(jobs, len(items)), work, items) if jobs > 1 and items else None
    finished = False
    try:
        started = None if pool is None else _start(pool, len(items))
        for place, item in enumerate(items):
            done = None if started is None else _result(started[place])
            yield work(item) if done is None else done[0]
        finished = started is not None
    finally:
        if pool is not None:
            _close(pool, others, finished)


def _pool(jobs: int, work: Callable[[T], R], items: Sequence[T]) -> ProcessPoolExecutor | None:
    # A copy of this process has its modules imported already, and `work` and `items` without their being sent.
    # Elsewhere than on Linux it is not safe to make one.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    try:
        return ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(work, items))
    except (OSError, ImportError, NotImplementedError):  # a system without shared semaphores
        return None


def _close(pool: ProcessPoolExecutor, others: Set[BaseProcess], finished: bool) -> None:
    """Ends the processes of a pool, all that there are beside `others`; unless it is `finished`, whatever they do.

    Waits until they have ended: Python tells a thread of the pool at its own end, and fails where that is just ending.
    """
    left = set() if finished else set(multiprocessing.active_children()) - others
    for process in left:
        process.terminate()  # nobody waits for its results any more
    pool.shutdown(wait=True, cancel_futures=True)
    for process in left:  # of a pool that could not be started as a whole nobody else waits for them
        process.join()


def _start(pool: ProcessPoolExecutor, number: int) -> "list[Future[tuple[Any] | RulespecError]] | None":
    try:
        with _uninterrupted():
            return [pool.submit(_attempt, place) for place in range(number)]
    except Exception:  # whatever keeps processes from being started, this one is enough
        return None


def _result(future: "Future[tuple[R] | RulespecError]") -> tuple[R] | None:
    """What another process has found, by itself; None where it found nothing, so that this one will see why.

    Raises the error that the work ended with.
    """
    try:
        found = future.result()
    except Exception:  # a fault of the program, a result that cannot be sent, or the process was killed
        return None
    if isinstance(found, RulespecError):
        raise found
    return found


class Beside:
    """One process beside this one, which gets ready at once and then does what it is asked, one thing after another.

    `get_ready` and what is asked are functions of modules. Where there can be no process, or it dies, this one does
    what is asked. It is to be closed.
    """

    def __init__(self, get_ready: Callable[..., object], *given: object) -> None:
        self._others = set(multiprocessing.active_children())
        self._pool = _pool(1, _nothing, ())
        self._ask(get_ready, given)

    def do(self, work: Callable[..., R], *given: object) -> R:
        """What `work(*given)` finds. Raises what it raises."""
        asked = self._ask(work, given)
        done = None if asked is None else _result(asked)
        return work(*given) if done is None else done[0]

    def close(self) -> None:
        """End the process, also where it is not done. What is asked afterwards this one does."""
        if self._pool is not None:
            _close(self._pool, self._others, finished=False)
            self._pool = None

    def _ask(self, work: Callable[..., R], given: Sequence[object]) -> "Future[tuple[R] | RulespecError] | None":
        if self._pool is None:
            return None
        try:
            with _uninterrupted():
                return self._pool.submit(_done, work, given)
        except Exception:  # whatever keeps the process from being started, this one is enough
            return None


def _nothing(_: object) -> None:
    """What a process is for that is asked later."""


def _done(work: Callable[..., R], given: Sequence[object]) -> tuple[R] | RulespecError:
    try:
        return (work(*given),)
    except RulespecError as error:
        return error


_WORK: Callable[[int], Any] | None = None  # what a process that `_begin` has made does at a place


def _attempt(place: int) -> tuple[Any] | RulespecError:
    assert _WORK is not None
    try:
        return (_WORK(place),)
    except RulespecError as error:
        return error


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Holds an interruption back: a process that is just starting would show it as a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(work: Callable[[T], R], items: Sequence[T]) -> None:
    """Makes this a process for some work that ends with the one that started it, and leaves interruptions to it."""
    global _WORK
    gc.freeze()  # what this has from its parent is held to the end: looking through it would copy all of it
    _WORK = lambda place: work(items[place])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
