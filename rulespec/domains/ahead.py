"""Best plays worked out beside this process, by another that gets ready for it while this one still reads the rules.

Importing compiled loops and reading tables takes as long as reading the rules does.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import TypeVar

from rulespec.domains.registry import DOMAINS
from rulespec.pool import Beside, default_jobs

R = TypeVar("R")

# The modules of the domains whose plays take loops and tables, each with a function `get_ready`.
_TAKES_LONG = {"community-poker": DOMAINS["community-poker"]}

_BESIDE: ContextVar[Beside | None] = ContextVar("beside", default=None)


@contextmanager
def ahead(domain: str) -> Iterator[None]:
    """Within it the plays of this domain are worked out by another process, where there is a processor for it."""
    if domain not in _TAKES_LONG or default_jobs() == 1:
        yield
        return
    beside = Beside(_get_ready, _TAKES_LONG[domain])
    token = _BESIDE.set(beside)
    try:
        yield
    finally:
        _BESIDE.reset(token)
        beside.close()


def elsewhere(work: Callable[..., R], *given: object) -> R:
    """What `work(*given)` finds, by the other process where there is one. `work` is a function of a module."""
    beside = _BESIDE.get()
    return work(*given) if beside is None else beside.do(work, *given)


def _get_ready(module: str) -> None:
    import_module(module).get_ready()
