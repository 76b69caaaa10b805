"""Cases that several specs share: the same deal and the same acts, under each one's rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from rulespec.domains.base import Case, Game
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import PLAYERS, truth
from rulespec.lang.trees import facts
from rulespec.model.expr import Expr
from rulespec.prove.describe import mask_of
from rulespec.prove.states import State, option_choices, placements, states
from rulespec.prove.universe import counts, deal_atoms

Path = tuple[frozenset[str], tuple[tuple[str, str, str], ...]]  # wagers placed first, then the acts


@dataclass(frozen=True, slots=True)
class Shared:
    """One case: a deal that stands for `weight` of `total`, and, for each spec under which it can arise, its state.

    `states`, `options` and `facts` are by the spec's place in the comparison; a spec whose rules do not offer these
    acts has none.
    """

    deal: Case
    total: int
    states: Mapping[int, State]
    options: Mapping[int, Mapping[str, Any]]
    facts: Mapping[int, Mapping[str, Any]]


def common_game(settlers: Sequence[Settler]) -> Game:
    """A game that can deal for all. Raises `Inconclusive` where a deal does not mean the same to all of them."""
    first = settlers[0]
    for other in settlers[1:]:
        if not first.game.same_experiment(other.game):
            message = f"`{first.spec.id}` and `{other.spec.id}` cannot be compared deal by deal"
            raise Inconclusive(f"{message}: their cards or their rankings of hands differ")
    return max((settler.game for settler in settlers), key=lambda game: len(game.gives()))


def shared_cases(settlers: Sequence[Settler], exprs: Sequence[Sequence[Expr]], wager: str) -> Iterator[Shared]:
    """Every case in which a valid wager stands under some of the specs; `exprs` are what each spec's rules read."""
    game = common_game(settlers)
    read = [{fact.name for expr in mine for fact in facts(expr)} for mine in exprs]
    choices = [list(option_choices(s.spec, sorted(names))) for s, names in zip(settlers, read, strict=True)]
    for options in product(*choices):
        if not _one_table(options, choices):
            continue
        values = [option_facts(s.spec, given)[0] for s, given in zip(settlers, options, strict=True)]
        dealt = [
            atom
            for settler, mine, known in zip(settlers, exprs, values, strict=True)
            for atom in deal_atoms(settler, mine, known)
        ]
        reachable = game.reachable(tuple(dict.fromkeys(dealt)))
        known_deals = [(case, [s.game.facts_of(case.deal) for s in settlers]) for case in reachable.cases]
        for found in _paths(settlers, exprs, values, wager).values():
            for case, dealt_facts in known_deals:
                together = {i: _together(state, dealt_facts[i]) for i, state in found.items()}
                together = {i: known for i, known in together.items() if counts(settlers[i], wager, known)}
                if together:
                    arising = {i: found[i] for i in together}
                    yield Shared(case, reachable.total, arising, dict(enumerate(options)), together)


def _one_table(options: Sequence[Mapping[str, Any]], choices: Sequence[Sequence[Mapping[str, Any]]]) -> bool:
    """Whether one table can have these options: one that several specs have is the same to all, where it can be."""
    for first, second in combinations(range(len(options)), 2):
        for name in options[first].keys() & options[second].keys():
            mine, other = options[first][name], options[second][name]
            if mine != other and (
                any(given.get(name) == mine for given in choices[second])
                or any(given.get(name) == other for given in choices[first])
            ):
                return False
    return True


def _together(state: State, dealt: Mapping[str, Any]) -> Mapping[str, Any]:
    known = {**state.facts, **dealt}
    known[PLAYERS] = [known]
    return known


def _paths(
    settlers: Sequence[Settler], exprs: Sequence[Sequence[Expr]], values: Sequence[Mapping[str, Any]], wager: str
) -> dict[Path, dict[int, State]]:
    """What players can do, and under which specs: for each path the state it makes there."""
    mentioned = {f.args[0] for mine in exprs for expr in mine for f in facts(expr) if f.name == "placed"}
    optional = sorted({wager, *mentioned})
    found: dict[Path, dict[int, State]] = {}
    for index, (settler, known) in enumerate(zip(settlers, values, strict=True)):
        for wagers in placements(settler.spec, optional):
            for state in states(settler, wagers, known):
                if state.facts.get(f"placed({wager})"):
                    found.setdefault((frozenset(wagers), state.acts), {})[index] = state
    return found


def mask(settlers: Sequence[Settler], found: Sequence[Shared], expr: Expr, owners: Sequence[int]) -> int:
    """The cases that a condition holds in. It is asked of a spec that has it (`owners`), with that spec's stages."""
    test = truth(expr)
    like_owners = {i for i, settler in enumerate(settlers) if settler.acts.stages == settlers[owners[0]].acts.stages}

    def holds(case: Shared) -> bool:
        asked = next((i for i in (*owners, *case.facts) if i in case.facts and i in like_owners), None)
        return asked is not None and test(case.facts[asked]) is True

    return mask_of((place for place, case in enumerate(found) if holds(case)), len(found))
