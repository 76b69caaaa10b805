"""What became of one hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulespec.lang.evaluate import exact
from rulespec.model.round import Amount, Step, WagerOutcome


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What became of one hand's wagers, in the order of the spec.

    `scaled` holds each wager's name, an outcome, and the factor that its amounts are to be multiplied by: hands that
    differ in size alone share their outcomes. `wagers` has them multiplied.
    """

    scaled: Sequence[tuple[str, WagerOutcome, int]]
    trace: tuple[Step, ...] = ()

    @property
    def wagers(self) -> Mapping[str, WagerOutcome]:
        return {name: wager if factor == 1 else times(wager, factor) for name, wager, factor in self.scaled}


def times(outcome: WagerOutcome, factor: Amount) -> WagerOutcome:
    """The same with every amount multiplied."""
    return WagerOutcome(
        outcome.result,
        exact(outcome.placed * factor),
        None if outcome.stake is None else exact(outcome.stake * factor),
        None if outcome.net is None else exact(outcome.net * factor),
        outcome.cites,
        exact(outcome.excess * factor),
        outcome.rows,
        outcome.disposition,
    )
