"""Asking z3: within a fixed amount of work, never of time, so that every run gives the same answer."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import z3

from rulespec.prove.smt.logic import Formula, Logic

WORK = (
    20_000_000  # of z3's units of work (rlimit) for one check; the heaviest check of the shipped specs needs some 1 %
)
SOON = 20  # the part of it within which a question is first asked, before special cases are tried
SEED = 1

Model = Any

_limit: ContextVar[int] = ContextVar("limit", default=WORK)


class OutOfWork(Exception):
    """z3 gave no answer; the message says why."""


class Asking:
    """A background of formulas, and questions against it. `work` is what all of them have cost."""

    def __init__(self, logic: Logic, background: Sequence[Formula]) -> None:
        self.logic = logic
        self._solver = z3.Solver(ctx=logic.context)
        self._solver.set("random_seed", SEED)
        # Else z3 would take an interruption for a question without an answer, and the command would go on.
        self._solver.set("ctrl_c", False)
        self._solver.add(*background)
        self.checks = 0

    @property
    def work(self) -> int:
        """Units of work used so far."""
        statistics = self._solver.statistics()
        return next((int(value) for key, value in statistics if key == "rlimit count"), 0)

    def add(self, *formulas: Formula) -> None:
        """More background."""
        self._solver.add(*formulas)

    @contextmanager
    def assuming(self, *formulas: Formula) -> Iterator[None]:
        """More background for a while."""
        self._solver.push()
        self._solver.add(*formulas)
        try:
            yield
        finally:
            self._solver.pop()

    def model(self, assumed: Sequence[Formula] = ()) -> Model | None:
        """A case in which all of these hold; None where there is none. Raises `OutOfWork`."""
        self.checks += 1
        self._solver.set("rlimit", _limit.get())
        answer = self._solver.check(*assumed)
        if answer == z3.unknown:
            raise OutOfWork("z3 gave no answer within its share of work")
        return self._solver.model() if answer == z3.sat else None

    def core(self) -> list[Formula]:
        """Of the formulas last assumed, some that contradict each other with the background."""
        return list(self._solver.unsat_core())


@contextmanager
def at_most(work: int) -> Iterator[None]:
    """Within it no check may cost more than so many units of work."""
    token = _limit.set(work)
    try:
        yield
    finally:
        _limit.reset(token)


@contextmanager
def soon() -> Iterator[None]:
    """Within it no check may cost more than a small part of what it else may."""
    with at_most(max(1, _limit.get() // SOON)):
        yield


def is_true(model: Model, formula: Formula) -> bool:
    """Whether a formula holds in a model, what the model leaves open taken as false or 0."""
    return bool(z3.is_true(model.eval(formula, model_completion=True)))


def version() -> str:
    """The version of z3."""
    return str(z3.get_version_string())
