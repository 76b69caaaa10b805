"""Invariants held against lawful play: what some lawful round breaks is none.

Walked are all lawful choices of the first wagers that an invariant speaks of, in several amounts, and every run of
decisions with every amount that a clause permits, at every point of it: before any act, between two, and after all. Of
the options that a round need not give none is given, as in a plain round; of the others those with listed values have
each of them. Hands played unseen, which decide nothing, and wagers of others on a hand are not walked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rulespec.domains.base import RoundFault
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.lang.evaluate import NEVER, exact, truth, value
from rulespec.lang.show import show
from rulespec.lang.trees import OPPOSITE, facts, rewrite
from rulespec.lang.words import in_words
from rulespec.load.rounds import read_round
from rulespec.model.expr import Compare, Expr, Not
from rulespec.model.finding import PROVED, Finding
from rulespec.model.place import Place
from rulespec.model.round import Amount
from rulespec.model.spec import Invariant, Spec
from rulespec.prove.states import Move, State, amounts, option_choices, placements, states
from rulespec.prove.universe import deal_for
from rulespec.prove.witness import witness

_TIMES = (3, Fraction(1, 2))  # the amounts of first wagers beside the base amount


@dataclass(frozen=True)
class Moment:
    """A point of lawful play: the hand as it is played to its end, how many moves are done, and what is then known."""

    state: State
    done: int
    facts: Mapping[str, Any]
    options: Mapping[str, Any]  # what the round gives


def broken_invariants(settler: Settler) -> list[Finding]:
    """A finding for every invariant that lawful play breaks, with a round that does."""
    broken = ((one, next(breaking(settler, one.holds), None)) for one in settler.spec.invariants)
    return [_finding(settler, one, moment) for one, moment in broken if moment is not None]


def breaking(settler: Settler, holds: Expr) -> Iterator[Moment]:
    """The points of lawful play at which a condition does not hold.

    A fact that is not known there breaks nothing: it may be as the condition has it.
    """
    test = truth(holds)
    return (moment for moment in moments(settler, holds) if test(moment.facts) is False)


def moments(settler: Settler, holds: Expr) -> Iterator[Moment]:
    """The points of lawful play that a condition can tell apart."""
    spec, read = settler.spec, facts(holds)
    absent = {fact.key: NEVER for fact in read if fact.name in settler.optional}
    wagers = sorted({arg for fact in read for arg in fact.args if spec.wager(arg) is not None})
    for options in option_choices(spec, sorted({fact.name for fact in read})):
        given = {name: value_ for name, value_ in options.items() if name not in settler.optional}
        values, _ = option_facts(spec, given)
        for placed in placements(spec, wagers):
            for first in _of_several_amounts(spec, placed, values):
                start = {**absent, **values, **settler.acts.start(first)}
                for state in states(settler, first, values):
                    for moves, known in _points(settler, start, state.moves):
                        played = State(first, (*moves, *state.moves[len(moves) :]), known, state.needs)
                        yield Moment(played, len(moves), known, given)


def _of_several_amounts(
    spec: Spec, placed: Mapping[str, Amount], options: Mapping[str, Any]
) -> Iterator[dict[str, Amount]]:
    """First wagers as they are, and with the amounts of all of them or of one of them changed, as far as is lawful."""
    yield dict(placed)
    for names in (tuple(placed), *((name,) for name in placed)):
        for times in _TIMES:
            changed = {**placed, **{name: exact(placed[name] * Fraction(times)) for name in names}}
            if all(_is_due(spec, name, changed, options) for name in changed):
                yield changed


def _is_due(spec: Spec, name: str, placed: Mapping[str, Amount], options: Mapping[str, Any]) -> bool:
    wager = spec.wager(name)
    if wager is None or wager.equals is None:
        return True
    due = value(wager.equals)({**options, **{f"stake({other})": amount for other, amount in placed.items()}})
    return due is None or placed[name] in (due if isinstance(due, tuple) else (due,))


def _points(
    settler: Settler, known: dict[str, Any], moves: Sequence[Move], done: tuple[Move, ...] = ()
) -> Iterator[tuple[tuple[Move, ...], Mapping[str, Any]]]:
    """The moves done and the facts before any of some moves, between each two and after all, in every amount."""
    yield done, known
    if not moves:
        return
    move, *later = moves
    for amount in amounts(move.row, known) or (move.amount,):
        after = dict(known)
        settler.acts.do(after, move.stage, move.row, amount)
        yield from _points(settler, after, later, (*done, replace(move, amount=amount)))


# Findings.


def _finding(settler: Settler, invariant: Invariant, moment: Moment) -> Finding:
    spec = settler.spec
    when = _when(moment)
    words = in_words(invariant.holds, spec.vocabulary)
    message = f"lawful play breaks the invariant `{show(invariant.holds)}` ({words}): it does not hold {when}"
    mended = _mended(invariant.holds, moment.facts)
    hint = "an invariant must hold in every lawful round; mend it, or take it out"
    if mended != invariant.holds and truth(mended)(moment.facts) is True:
        hint = f"no comparison holds with what is not given or not placed: write `{show(mended)}`"
    place, cites = invariant.place, invariant.cites
    round_, subject = _round(settler, moment), show(invariant.holds)
    return Finding("invariant", "error", message, place, spec.id, cites, hint, round_, PROVED, subject=subject)


def _when(moment: Moment) -> str:
    if not moment.done:
        return "before any act"
    move = moment.state.moves[moment.done - 1]
    act = f"{move.row.then.word} {move.row.then.wager}".strip()
    return f"after `{act}` at `{move.stage}`"


def _mended(holds: Expr, known: Mapping[str, Any]) -> Expr:
    """The condition with `not` and the opposite for each comparison with what never happened or is not given."""

    def change(node: Expr) -> Expr | None:
        absent = any(known.get(fact.key) is NEVER for fact in facts(node))
        if isinstance(node, Compare) and node.op in OPPOSITE and absent:
            return Not(replace(node, op=OPPOSITE[node.op]))
        return node if isinstance(node, Not) else None

    return rewrite(holds, change)


def _round(settler: Settler, moment: Moment) -> Mapping[str, Any] | None:
    """The round of which it is a moment; None where that is not settled, as where an amount follows from another."""
    name = f"{settler.spec.id.replace('/', '-')}-invariant"
    deal = deal_for(settler, [moment.state])
    if deal is None:
        return None
    try:
        shown = witness(settler, name, deal, moment.state, moment.options)
        settler.settle(read_round(dict(shown), Place(name)))
    except (RoundFault, LoadError):
        return None
    return shown
