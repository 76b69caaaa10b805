"""What a question is asked of, and how the answer to it is told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulespec.domains.base import RoundFault
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, LoadError
from rulespec.lang.when import when_of
from rulespec.load.amounts import shown as amount_text
from rulespec.load.rounds import read_round
from rulespec.model.expr import Always, Expr
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, UNKNOWN, Verdict
from rulespec.prove.smt.logic import Unsupported
from rulespec.prove.smt.solving import OutOfWork
from rulespec.prove.smt.witnesses import NoDeal

SUCH_AS = "in cases such as the round shown, which no words of the rules tell from others"

Wants = Callable[[str], bool]


def everything(key: str) -> bool:
    """Asks about every subject."""
    return True


@dataclass(frozen=True)
class Subject:
    """What is asked of: its title, a stable key, the clauses that rule on it."""

    settler: Settler
    question: str
    title: str
    key: str
    clauses: tuple[str, ...]

    def verdict(self, status: str, **more: Any) -> Verdict:
        return Verdict(
            self.question, (self.settler.spec.id,), self.title, self.key, status, clauses=self.clauses, **more
        )

    def answered(self, find: Callable[[], list[Verdict]]) -> list[Verdict]:
        """The verdicts, or the one that says why there is none."""
        try:
            return find()
        except (Unsupported, Inconclusive, NoDeal) as error:
            return [self.verdict(UNKNOWN, reason=str(error))]
        except OutOfWork as error:
            return [self.verdict(UNKNOWN, reason=str(error))]

    def fails(self, told: Expr | None, round_: Mapping[str, Any], **more: Any) -> Verdict:
        """It does not hold in the cases of a condition, of which a round shows one."""
        spec = self.settler.spec
        when = None if told is None or isinstance(told, Always) else when_of(told, spec.vocabulary)
        found = self.verdict(FAILS, **({} if told is not None else {"reason": SUCH_AS}) | more)
        return replace(
            found,
            condition=when.condition if when else "",
            words=when.words if when else "",
            terms=when.terms if when else (),
            witness={spec.id: round_},
            results={spec.id: told_by(self.settler, round_)},
        )


def told_by(settler: Settler, round_: Mapping[str, Any], wagers: Sequence[str] = ()) -> str:
    """What settling a round gives, in a few words."""
    try:
        seats = settler.settle(read_round(dict(round_), Place("round")))
    except (RoundFault, LoadError) as error:
        return f"refused: {error}"
    found = []
    for name, outcome in seats[1].wagers.items():
        if not wagers or name in wagers:
            net = "" if outcome.net is None else f", net {amount_text(outcome.net)}"
            found.append(f"{settler.spec.vocabulary.title(name)}: {outcome.disposition or outcome.result}{net}")
    return "; ".join(found)
