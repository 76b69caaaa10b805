"""Best plays worked out beside this process, by another that gets ready for it while this one still reads the rules.

Importing compiled loops and reading tables takes as long as reading the rules does.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import TypeVar

from rulespec.pool import Beside, default_jobs

R = TypeVar("R")

# The domain whose plays take loops and tables, and its module, which has a function `get_ready`.
_DOMAIN, _MODULE = "community-poker", "rulespec.domains.community_poker"

_BESIDE: ContextVar[Beside | None] = ContextVar("beside", default=None)


@contextmanager
def ahead() -> Iterator[None]:
    """Within it plays are worked out by another process, where there is a processor for it."""
    if default_jobs() == 1:
        yield
        return
    beside = Beside(_get_ready)
    token = _BESIDE.set(beside)
    try:
        yield
    finally:
        _BESIDE.reset(token)
        beside.close()


def needed_for(domain: str) -> None:
    """Ends the other process, as soon as the domain is known, where plays of that take nothing to get ready for."""
    beside = _BESIDE.get()
    if beside is not None and domain != _DOMAIN:
        beside.close()


def elsewhere(work: Callable[..., R], *given: object) -> R:
    """What `work(*given)` finds, by the other process where there is one. `work` is a function of a module."""
    beside = _BESIDE.get()
    return work(*given) if beside is None else beside.do(work, *given)


def _get_ready() -> None:
    import_module(_MODULE).get_ready()
