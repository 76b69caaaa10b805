"""The game of a spec that encodes nothing yet: no deal is told from another, and all that it has is left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.domains.base import Case, Dealt, Reachable
from rulespec.model.expr import Expr
from rulespec.model.round import Round


@dataclass(frozen=True)
class Nothing:
    """Gives no facts, whatever a round records of cards or outcomes."""

    def gives(self) -> tuple[str, ...]:
        return ()

    def positioned(self) -> frozenset[str]:
        return frozenset()

    def outcomes(self) -> frozenset[str]:
        return frozenset()

    def shared(self) -> frozenset[str]:
        return frozenset()

    def together(self, wanted: Sequence[tuple[Sequence[Expr], Sequence[bool]]]) -> Sequence[Mapping[str, Any]] | None:
        return [{} for _ in wanted]

    def same_experiment(self, other: object) -> bool:
        return isinstance(other, Nothing)

    def same_facts(self, other: object) -> bool:
        return isinstance(other, Nothing)

    def dealt(self, played: Round) -> Sequence[Dealt]:
        return [Dealt(None, "", dict) for _ in played.players]

    def facts_of(self, deal: Mapping[str, Any]) -> Mapping[str, Any]:
        return {}

    def spread(self, count: int) -> Sequence[Mapping[str, Any]]:
        return [{}][:count]

    def reachable(self, atoms: Sequence[Expr]) -> Reachable:
        return Reachable(1, (Case(tuple(False for _ in atoms), 1, {}, {}),))
