"""A declared random experiment: one wheel, one bag, one throw of dice, with everything that can come up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulespec.domains.base import Fault, RoundFault
from rulespec.domains.finite_dice import Dice
from rulespec.load.nearest import nearest

OUTCOME = "outcome"  # the field of a round that says what came up


@dataclass(frozen=True)
class Outcome:
    """One thing that can come up: its name, its weight, and the facts that hold of it."""

    name: str
    weight: int
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Experiment:
    """Everything that can come up once. `name` tells it from the other experiments of its spec, "" where it is alone.

    `facts` are those that hold whatever comes up; the outcomes have them too.
    """

    name: str
    outcomes: Mapping[str, Outcome]
    dice: Dice | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(outcome.weight for outcome in self.outcomes.values())

    def recorded(self, outcome: Outcome) -> Any:
        """An outcome as rounds give it."""
        return self.dice.recorded(outcome.name) if self.dice is not None else outcome.name

    def read(self, given: Any, called: str) -> Outcome | None:
        """The outcome that a round gives; None where it leaves some of it open. Raises `RoundFault`.

        `called` is what rounds call the outcome.
        """
        if self.dice is not None:
            name = self.dice.read(given, called)
            return self.outcomes[name] if name is not None else None
        name = str(given)
        if name not in self.outcomes:
            on = f" of `{self.name}`" if self.name else ""
            hint = nearest(name, self.outcomes) or f"one of {', '.join(self.outcomes)}"
            raise RoundFault(Fault(f"`{name}` cannot come up as `{called}`{on}", OUTCOME, hint))
        return self.outcomes[name]
