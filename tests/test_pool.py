"""Work in several processes: the results and errors of doing it one after the other, whatever befalls a process."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from rulespec import pool
from rulespec.errors import Inconclusive, LoadError, RulespecError, UsageError
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.pool import Beside, default_jobs, in_order

MAIN = os.getpid()
FINDING = Finding("rule", "error", "message", Place("file", 1, 2))


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    before = {*multiprocessing.active_children()}
    threads = threading.active_count()
    yield
    # At once: Python fails at its own end where a pool is just ending.
    assert not {*multiprocessing.active_children()} - before, "a process is left"
    assert threading.active_count() == threads, "a thread is left"


def doubled(number: int) -> tuple[int, bool]:
    """Twice the number, and whether another process found it; the later ones are found first."""
    time.sleep(0.02 * (5 - number) if number < 5 else 0)
    return 2 * number, os.getpid() != MAIN


def test_results_are_in_order() -> None:
    found = list(in_order(doubled, range(8), 3))
    assert found == [(2 * number, True) for number in range(8)]


def test_one_thing_is_done_by_another_process_too() -> None:
    assert list(in_order(doubled, [3], 4)) == [(6, True)]


@pytest.mark.parametrize(("numbers", "jobs"), [(range(4), 1), (range(1), 1), (range(0), 4)])
def test_no_process_is_started_where_none_is_wanted(numbers: range, jobs: int) -> None:
    assert list(in_order(doubled, numbers, jobs)) == [(2 * number, False) for number in numbers]


def failing(number: int) -> int:
    if number == 1:
        time.sleep(0.1)
        raise LoadError("the second", [FINDING])
    if number > 1:
        raise UsageError("a later one")
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_error_in_their_order_is_raised_with_all_that_it_says(jobs: int) -> None:
    results = in_order(failing, range(6), jobs)
    assert next(results) == 0
    with pytest.raises(LoadError, match="the second") as caught:
        next(results)
    assert caught.value.findings == (FINDING,)


@pytest.mark.parametrize("kind", [RulespecError, UsageError, LoadError, Inconclusive])
def test_errors_come_through_as_they_are(kind: type[RulespecError]) -> None:
    raise_it = {0: kind("why", [FINDING]), 1: kind("why")}
    with pytest.raises(kind) as caught:
        list(in_order(_Raising(raise_it), range(2), 2))
    assert (str(caught.value), caught.value.findings, type(caught.value)) == ("why", (FINDING,), kind)


class _Raising:
    def __init__(self, errors: dict[int, RulespecError]) -> None:
        self.errors = errors

    def __call__(self, number: int) -> None:
        raise self.errors[number]


def at_fault(number: int) -> int:
    return 1 // number


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_of_the_program_is_raised_as_it_is(jobs: int) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        list(in_order(at_fault, range(3), jobs))
    assert caught.value.__cause__ is None  # it was raised here, not told by another process
    assert "at_fault" in [entry.name for entry in caught.traceback]


def dying(number: int) -> int:
    if os.getpid() != MAIN and number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_what_a_killed_process_should_have_done_is_done_here() -> None:
    assert list(in_order(dying, range(6), 2)) == [*range(6)]


def unsendable(number: int) -> Any:
    return lambda: number


def test_what_cannot_be_sent_is_found_here() -> None:
    assert [found() for found in in_order(unsendable, range(3), 2)] == [0, 1, 2]


@pytest.mark.parametrize("refused", [OSError(11, "no more"), PermissionError(1, "no"), ImportError("no semaphores")])
def test_without_processes_this_one_does_it(monkeypatch: pytest.MonkeyPatch, refused: Exception) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise refused

    for name in ("ProcessPoolExecutor", "ProcessPoolExecutor.submit"):
        with monkeypatch.context() as patched:
            patched.setattr(f"rulespec.pool.{name}", refuse)
            assert list(in_order(doubled, range(5, 8), 2)) == [(2 * number, False) for number in range(5, 8)]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are copies of this one only there")
def test_when_a_later_process_cannot_be_started_none_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    really, started = os.fork, []

    def fork() -> int:
        if started:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        started.append(1)
        return really()

    monkeypatch.setattr(os, "fork", fork)
    assert list(in_order(doubled, range(5, 8), 2)) == [(2 * number, False) for number in range(5, 8)]
    assert started


def sleeping(number: int) -> int:
    time.sleep(60 * number)
    return number


def test_who_wants_no_more_waits_for_none() -> None:
    began = time.monotonic()
    results = in_order(sleeping, range(3), 2)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() < began + 20


def test_the_default_is_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= default_jobs() <= pool.MOST_JOBS
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    for count, jobs in ((None, 1), (1, 1), (2, 2), (64, 4)):
        monkeypatch.setattr(os, "cpu_count", lambda count=count: count)
        assert default_jobs() == jobs


# One process beside this one.


def here(number: int) -> tuple[int, bool]:
    """The number, and whether another process was asked."""
    return number, os.getpid() != MAIN


def remember(number: int) -> None:
    os.environ["RULESPEC_TEST_READY"] = f"{number} by {os.getpid()}"


def remembered() -> tuple[str, int]:
    return os.environ.get("RULESPEC_TEST_READY", ""), os.getpid()


def refused(why: str) -> None:
    raise Inconclusive(why, [FINDING])


def killed(number: int) -> int:
    if os.getpid() != MAIN:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_beside_this_one_gets_ready_and_is_asked_again_and_again() -> None:
    beside = Beside(remember, 7)
    told, process = beside.do(remembered)
    assert told == f"7 by {process}"
    assert process != MAIN
    assert [beside.do(here, number) for number in range(3)] == [(number, True) for number in range(3)]
    beside.close()
    assert "RULESPEC_TEST_READY" not in os.environ


def test_what_it_refuses_is_refused_here_and_it_goes_on() -> None:
    beside = Beside(here, 1)
    with pytest.raises(Inconclusive, match="too large") as caught:
        beside.do(refused, "too large")
    assert caught.value.findings == (FINDING,)
    with pytest.raises(ZeroDivisionError):
        beside.do(at_fault, 0)
    assert beside.do(here, 2) == (2, True)
    beside.close()


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
def test_where_it_dies_this_one_does_what_it_is_asked() -> None:
    beside = Beside(killed, 1)  # while it gets ready
    assert [beside.do(here, number) for number in range(2)] == [(0, False), (1, False)]
    beside.close()
    beside = Beside(here, 1)
    assert beside.do(killed, 3) == 3
    beside.close()


def test_it_can_be_closed_while_it_works() -> None:
    began = time.monotonic()
    Beside(sleeping, 1).close()
    assert time.monotonic() < began + 20


@pytest.mark.parametrize("name", ["ProcessPoolExecutor", "ProcessPoolExecutor.submit"])
def test_without_a_process_this_one_does_what_it_is_asked(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(11, "no more")

    monkeypatch.setattr(f"rulespec.pool.{name}", refuse)
    beside = Beside(here, 1)
    assert beside.do(here, 2) == (2, False)
    beside.close()
