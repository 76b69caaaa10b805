"""Which subjects a question is asked of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulespec.engine.settle import Settler
from rulespec.model.proof import Verdict
from rulespec.prove.questions import ask
from rulespec.prove.smt.equivalent import equivalent
from rulespec.prove.smt.favours import implies
from rulespec.prove.smt.settings import lists_shown
from rulespec.tables.clauses import distinct


@dataclass(frozen=True, slots=True)
class Scope:
    """How many irregularities a round may have and how many hands a table, and what is asked about (none: all)."""

    events: int = 1
    players: int = 1
    about: tuple[str, ...] = ()

    def of(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """Those about what is asked about: a wager, stage or irregularity by its name, or a whole key."""
        return [one for one in verdicts if self.wants(one.key)]

    def wants(self, key: str) -> bool:
        """Whether a subject is asked about."""
        return not self.about or any(_is_called(name, key) for name in self.about)

    def of_name(self, name: str, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """Those about one of the names."""
        return [one for one in verdicts if _is_called(name, one.key)]


def _is_called(name: str, key: str) -> bool:
    return name == key or name in key.split("/")


def about_one(settler: Settler, question: str, scope: Scope = Scope()) -> list[Verdict]:
    """The answers to one question about a spec."""
    return ask(settler, question, scope.wants, scope.events, scope.players)


def about_two(first: Settler, second: Settler, favoured: str, scope: Scope = Scope()) -> list[Verdict]:
    """Whether two specs mean the same, or (`favoured`) whether the second only ever favours somebody.

    Raises `Inconclusive` where a deal does not mean the same to both.
    """
    found: Sequence[Verdict] = implies(first, second, favoured) if favoured else equivalent(first, second)
    listed = distinct([one for settler in (first, second) for one in lists_shown(settler.spec)])
    return [replace(one, assumptions=(*one.assumptions, *listed)) for one in scope.of(found)]
