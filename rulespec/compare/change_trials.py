"""Rounds of the first version tried under the second, for what no proof reads: wagers, options, cards and rankings.

What is tried is every lawful choice of wagers and run of decisions that the first version offers, on the deals that its
tables tell apart. A round that comes out otherwise shows that a change breaks something; that none does shows nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any

from rulespec.compare.entries import bare
from rulespec.compare.settlement import walk
from rulespec.compare.versions import Shown, Versions, shown_by, words_of
from rulespec.engine.options import keys_of, option_facts
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.trees import walk as walk_expr
from rulespec.model.expr import Number
from rulespec.model.finding import Json
from rulespec.model.spec import Option, Spec
from rulespec.prove.states import examples, option_choices, placements, states
from rulespec.prove.witness import settled_round, witness

MOST = 4_000  # rounds that are tried
DEALS = 40  # of each wager


def first_apart(two: Versions, option: str = "", wager: str = "", spread: int = 0) -> tuple[Json, Shown] | None:
    """The first round that the first version answers and the second does otherwise, or refuses.

    `option` is tried with each of its values; `wager` is placed, and left out, where the first version lets it be.
    `spread` is how many deals are tried beside those that the tables of the first version tell apart.
    """
    beyond = chain(_rounds(two.before, option, wager, spread), _unlisted(two, option), _crowded(two, wager))
    for round_ in islice(beyond, MOST):
        pair = [round_, {**round_, "spec": two.after.spec.id}]
        shown = shown_by(two, pair)
        if shown.verdict == "apart":
            return round_, shown
    return None


def offers_more(two: Versions, option: str = "", wager: str = "") -> bool:
    """Whether some round of the second version is one that the first refuses."""
    for round_ in islice(_rounds(two.after, option, wager, 0), MOST):
        if shown_by(two, [{**round_, "spec": two.before.spec.id}, round_]).verdict == "offered":
            return True
    return False


def may_refuse(two: Versions, option: str) -> bool:
    """Whether the second version may refuse a value of an option that the first takes, as both are declared."""
    first, second = (_option(settler.spec, option) for settler in two.both)
    if first is None or second is None:
        return second is None and first is not None
    if second.values and not (first.values and {*first.values} <= {*second.values}):
        return True
    return second.requires is not None and bare(second.requires) != bare(first.requires)


def _option(spec: Spec, name: str) -> Option | None:
    return next((one for one in spec.options if one.name == name), None)


def _unlisted(two: Versions, name: str) -> Iterator[Json]:
    """Rounds with values of an option that the first version leaves open and the second does not list."""
    first, second = (_option(settler.spec, name) for settler in two.both)
    if first is None or second is None or not may_refuse(two, name) or first.values:
        return
    plain = next(_rounds(two.before, name, "", 0), None)
    if plain is None or first.type.kind not in ("amount", "number"):
        return
    asked = [one.requires for one in (first, second) if one.requires is not None]
    named = {int(node.value) for expr in asked for node in walk_expr(expr) if isinstance(node, Number)}
    listed = {Fraction(value) for value in second.values}
    tried: Iterator[Any] = iter((1, 2, 3, 5, 10, 100, 1_000, *sorted(named), *(int(value) + 1 for value in listed)))
    if first.by:  # what several values together must be is met by a number that is named and little beside it
        keys = [part for _, part in keys_of(two.before.spec, first)]
        several = product(sorted({0, 1, *named, *(one - len(keys) + 1 for one in named)}), repeat=len(keys))
        tried = (dict(zip(keys, values, strict=True)) for values in islice(several, MOST // 4))
    for value in tried:
        if first.by or value not in listed:
            yield {**plain, "options": {**plain.get("options", {}), name: value}}


def _crowded(two: Versions, name: str) -> Iterator[Json]:
    """A round with as many wagers of a kind on the area of one hand as the first version lets stand there."""
    wager, other = (settler.spec.wager(name) for settler in two.both)
    if wager is None or other is None or wager.per_area <= max(other.per_area, 1):
        return
    for round_ in _rounds(two.before, "", name, 0):
        hand = round_["players"][0]
        amount = hand["wagers"].get(name) if isinstance(hand["wagers"], Mapping) else None
        if amount is not None:
            on_it = [{"wager": name, "amount": amount, "area": hand["seat"]}]
            guests = [{"seat": hand["seat"] + more, "wagers": on_it} for more in range(1, wager.per_area)]
            yield {**round_, "players": [*round_["players"], *guests]}
            return


def leaves_events_out(two: Versions) -> bool:
    """Whether the second version refuses every round with an irregularity, and the first had rules on some."""
    left = [any(one.events for one in settler.spec.left_out) for settler in two.both]
    return left == [False, True] and bool(two.before.rulebook.events)


def event_refused(two: Versions) -> tuple[Json, Shown] | None:
    """A round with an irregularity that the first version answers and the second refuses."""
    plain = plain_round(two.before)
    stages = ["", *(stage.name for stage in two.before.spec.stages)]
    for name, stage in product(two.before.rulebook.events, stages if plain is not None else []):
        round_ = {**(plain or ({}, ""))[0], "events": [{"event": name} | ({"stage": stage} if stage else {})]}
        shown = shown_by(two, [round_, {**round_, "spec": two.after.spec.id}])
        if shown.verdict == "apart":
            return round_, shown
    return None


def _rounds(settler: Settler, option: str, wager: str, spread: int) -> Iterator[Json]:
    optional = [one.name for one in settler.spec.wagers if one.placed == "before_deal" and not one.required]
    wanted = [wager] if wager in optional else optional[:2]
    deals = [*_deals(settler), *settler.game.spread(spread)]
    choices = list(option_choices(settler.spec, [option])) if option else [examples(settler.spec)]
    if spread:  # of many deals each is played once, with every wager, as far as it goes
        yield from _each_played_once(settler, deals, wanted)
        return
    for deal in deals:
        for options in choices:
            for placed in placements(settler.spec, wanted):
                known, _ = option_facts(settler.spec, options)
                for number, state in enumerate(states(settler, placed, known)):
                    round_: dict[str, Any] = witness(settler, f"tried-{number + 1}", deal, state, options)
                    needed = {option: options[option]} if option in options else {}
                    yield {**round_, "options": {**round_.get("options", {}), **needed}} if needed else round_


def _each_played_once(settler: Settler, deals: Sequence[Json], wanted: Sequence[str]) -> Iterator[Json]:
    options = examples(settler.spec)
    known, _ = option_facts(settler.spec, options)
    every = list(states(settler, next(placements(settler.spec, wanted)), known))
    state = max(every, key=lambda one: (sum(bool(move.amount) for move in one.moves), -len(one.moves)))
    for number, deal in enumerate(deals):
        yield witness(settler, f"tried-{number + 1}", deal, state, options)


def _deals(settler: Settler) -> Iterator[Any]:
    """The deals that the tables of each wager tell apart, a few of each, the plainest first."""
    yield settler.game.reachable(()).cases[0].deal
    for name in settler.settling:
        try:
            cases = walk([settler], name).cases
        except Inconclusive:
            continue
        seen: list[Any] = []
        for case in cases:
            if case.deal.deal not in seen and len(seen) < DEALS:
                seen.append(case.deal.deal)
        yield from seen


def plain_round(settler: Settler) -> tuple[Json, str] | None:
    """A plain round of a spec and what becomes of it, in a few words; None for a spec that plays none."""
    options = examples(settler.spec)
    known, _ = option_facts(settler.spec, options)
    deal = settler.game.spread(1)[0]
    first = [wager.name for wager in settler.spec.wagers if wager.placed == "before_deal"][:1]
    needed = any(wager.required for wager in settler.spec.wagers)
    for placed in placements(settler.spec, [] if needed else first):
        for state in states(settler, placed, known):
            round_: dict[str, Any] = witness(settler, "plain", deal, state, options)
            outcome = settled_round(settler, round_)
            if not isinstance(outcome, str) and outcome.seats and outcome.seats[1].wagers:
                return round_, words_of(settler.spec.vocabulary, outcome)
    return None
