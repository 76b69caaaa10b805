"""All cases of a wager: every deal that its table can tell apart, with every state of a hand and every option read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.domains.base import Case
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import PLAYERS, truth
from rulespec.lang.trees import atoms, facts, rewrite
from rulespec.model.expr import CLASS, TRUTH, Constant, Expr, Fact, Number
from rulespec.model.rows import Row, Table
from rulespec.prove.describe import mask_of
from rulespec.prove.states import State, option_choices, placements, states

FOLDED = Fact("folded", (), TRUTH)
OF_ACTS = frozenset({"folded", "folded_at", "exposed", "acted", "placed", "placed_at", "amount", "stake"})


@dataclass(frozen=True, slots=True)
class Situation:
    """One case: a deal that stands for `weight` of `total`, a state of the hand, the options, and all their facts."""

    deal: Case
    total: int
    state: State
    options: Mapping[str, Any]
    facts: Mapping[str, Any]


def fact_sources(settler: Settler, expr: Expr) -> frozenset[str]:
    """Where the facts of a condition come from: `deal acts wagers options`.

    What a hand did and placed the engine knows of every hand, also where the vocabulary has no word for it.
    """
    vocabulary = settler.spec.vocabulary
    found = set()
    for fact in facts(expr):
        concept = vocabulary.options.get(fact.name) or vocabulary.facts.get(fact.name)
        found.add(concept.source if concept else "acts" if fact.name in OF_ACTS else "deal")
    return frozenset(found)


def table_atoms(rows: Sequence[Row]) -> tuple[Expr, ...]:
    """The atoms that a table's rows read, each once."""
    return tuple(dict.fromkeys(atom for row in rows for atom in atoms(row.when)))


def atoms_of(settler: Settler, table: Table) -> tuple[Expr, ...]:
    """What the cases of a wager's table are told apart by.

    That is the atoms of its rows and of those on the wager's validity, and whether the hand has folded, which rows for
    live hands read.
    """
    validity = settler.rulebook.valid.get(table.subject)
    return tuple(dict.fromkeys((FOLDED, *table_atoms(table.rows), *(table_atoms(validity.rows) if validity else ()))))


def counts(settler: Settler, wager: str, known: Mapping[str, Any]) -> bool:
    """Whether a wager is valid, without which nothing settles it."""
    validity = settler.valid.get(wager)
    return validity is None or validity.ask(known).words == {"valid"}


def deal_atoms(settler: Settler, exprs: Sequence[Expr], options: Mapping[str, Any]) -> tuple[Expr, ...]:
    """Those atoms that speak of the deal, with the options' values in the place of the options."""
    dealt = [expr for expr in exprs if "deal" in fact_sources(settler, expr)]
    return tuple(with_options(settler, expr, options) for expr in dealt)


def with_options(settler: Settler, expr: Expr, option_values: Mapping[str, Any]) -> Expr:
    """The condition with the value of each option that it reads in the option's place."""
    order = settler.spec.setup.get("ranking", {}).get("order", [])

    def change(node: Expr) -> Expr | None:
        if isinstance(node, Fact) and node.key in option_values and node.name in settler.spec.vocabulary.options:
            given = option_values[node.key]
            if node.type == CLASS:
                return Constant(order[given], CLASS, given)
            if isinstance(given, int | Fraction):
                return Number(Fraction(given), str(given))
        return None

    return rewrite(expr, change)


def deal_for(settler: Settler, states_: Sequence[State]) -> Mapping[str, Any] | None:
    """A deal in which hands are offered what they do in these states; None where there is none.

    Raises `Inconclusive` where the deals cannot be counted.
    """
    asked: dict[Expr, None] = {}
    for state in states_:
        needed = dict.fromkeys(
            atom for cases in state.needs for case in cases for expr, _ in case for atom in atoms(expr)
        )
        asked |= dict.fromkeys(deal_atoms(settler, tuple(needed), state.facts))
    dealt = settler.game.reachable(tuple(asked)).cases
    return next((case.deal for case in dealt if all(state.fits(case.facts) for state in states_)), None)


def situations(settler: Settler, table: Table, atoms_read: Sequence[Expr]) -> Iterator[Situation]:
    """Every case in lawful play in which a wager's table is asked. Raises `Inconclusive` where deals cannot be counted.

    What settles a wager is asked where the wager is valid.
    """
    wager = table.subject
    names = {fact.name for expr in atoms_read for fact in facts(expr)}
    optional = {wager} | {fact.args[0] for expr in atoms_read for fact in facts(expr) if fact.name == "placed"}
    for options in option_choices(settler.spec, sorted(names)):
        option_values, _ = option_facts(settler.spec, options)
        offers = (atom for acts in settler.rulebook.play.values() for row in acts.rows for atom in atoms(row.when))
        asked = deal_atoms(settler, tuple(dict.fromkeys((*atoms_read, *offers))), option_values)
        reachable = settler.game.reachable(asked)
        for wagers in placements(settler.spec, sorted(optional)):
            for state in states(settler, wagers, option_values):
                if not state.facts.get(f"placed({wager})"):
                    continue
                for case in reachable.cases:
                    if state.needs and not state.fits(case.facts):
                        continue
                    known = together(state, case)
                    if table.section != "settle" or counts(settler, wager, known):
                        yield Situation(case, reachable.total, state, options, known)


def together(state: State, case: Case) -> dict[str, Any]:
    """The facts of a hand in this state with these cards, alone at the table."""
    known = {**state.facts, **case.facts}
    known[PLAYERS] = [known]
    return known


def cases_in(expr: Expr, found: Sequence[Mapping[str, Any]]) -> int:
    """The cases that a condition holds in, as a bit mask over `found`."""
    test = truth(expr)
    return mask_of((place for place, known in enumerate(found) if test(known) is True), len(found))


def frequency(found: Sequence[Situation]) -> Fraction:
    """How often one of these cases is dealt, whatever the player does: each deal counted once."""
    weights = {(case.deal.truths, case.total): case.deal.weight for case in found}
    return sum((Fraction(weight, total) for (_, total), weight in weights.items()), Fraction(0))


def plainness(case: Situation) -> tuple[int, int, int]:
    """How fit a case is to be shown: the commonest deal, then the fewest acts and wagers."""
    return case.deal.weight, -len(case.state.moves), -len(case.state.wagers)
