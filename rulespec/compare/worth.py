"""What differences are worth: how often a class of cases comes up under best play, and what each document nets there.

Every spot of one document's best play (cards and acts) is settled by the words of every document compared, so that a
row's cases are priced by the same rounds on all sides. What a document leaves open in them lies between two bounds.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.trees import facts
from rulespec.model.comparison import PROVED, Compared, Comparison, Worth
from rulespec.model.odds import BEST, INTERPRETED, LITERAL, WORST, PlayOdds, WagerOdds
from rulespec.odds.grid import grid
from rulespec.odds.odds import best_plays, played_with
from rulespec.odds.playing import Played, Solver, play_odds, played
from rulespec.odds.selecting import chosen_of, selected
from rulespec.odds.setting import Setting, choose, features_of, in_words, setting
from rulespec.odds.spans import Span, spans
from rulespec.odds.spots import spots
from rulespec.prove.states import State

AREAS = ("settlement", "pay")
PRICED = "the best play of {spec} is worked out {reading}, at a table of {options}, of what a hand needs alone"
BY_ITSELF = "the wagers of {spec} are priced each by itself {reading}, at a table of {options}"
NO_CASE = "only amounts or options tell the documents apart there, and the table that is priced has none of these"
A_LIMIT = "it is a limit, of no cases of its own"
NOT_PLACED = (
    "no play that is priced here settles `{}`, which turns on more than that deals; its odds stand by themselves"
)
ABSENT = "the case does not come up at the table that is priced, where `{}` is not placed"
NEVER = "the case does not come up under best play"
READ = {
    LITERAL: "as the document has it",
    INTERPRETED: "with the recorded readings",
    BEST: "with every open case read for the player",
}


@dataclass(frozen=True)
class PricedSpot:
    """A spot of one play, settled by every document that offers it."""

    share: Fraction
    facts: Mapping[str, Any]
    settled: Mapping[str, Mapping[str, Span]]
    read: Mapping[str, Mapping[str, Span]]  # the same with the recorded readings, where these were asked for


@dataclass(frozen=True)
class _Under:
    """What rows are worth under the best play of one spec: by their place in the comparison; `settled` are the wagers
    that the play settles. Where it cannot be worked out `reading` is "", and `note` says why. `play` is what a round
    comes to, of a spec whose hands need a wager; `bounds`, of its net, where cases are open.
    """

    spec: str
    reading: str
    note: str
    play: PlayOdds | None = None
    worth: Mapping[int, Worth] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()
    bounds: tuple[Fraction, Fraction] | None = None


Each = Callable[[Callable[[Settler], _Under], Sequence[Settler]], Iterable[_Under]]


def with_worth(settlers: Sequence[Settler], comparison: Comparison, each: Each = map) -> Comparison:
    """The comparison with the worth of its rows of settlement and pay, and the play of each spec that it goes by.

    Where the best play of a spec cannot be worked out, no row is priced by it, and the notes say why. `each` does some
    work for each spec and gives the results in order.
    """
    tables = {settler.spec.id: table_of(settler) for settler in settlers}
    under = list(each(partial(_under, tables, comparison.rows), settlers))
    plays = {one.spec: one.play for one in under if one.play is not None}
    priced = [one.spec for one in under if one.reading]
    notes = [one.note for one in under]
    rows = comparison.rows
    if priced:
        wagers = {wager.name for settler in settlers for wager in settler.spec.wagers}
        settled = frozenset[str]().union(*(one.settled for one in under))
        worths = [tuple(one.worth[at] for one in under if at in one.worth) for at in range(len(rows))]
        rows = tuple(
            replace(row, worth=worth, unpriced="" if worth else _why(row, wagers, settled))
            for row, worth in zip(rows, worths, strict=True)
        )
    further = _further(settlers, tables, notes) if len(priced) == len(settlers) == 2 else {}
    bounds = {one.spec: one.bounds for one in under if one.bounds is not None}
    return replace(comparison, rows=rows, plays=plays, bounds=bounds, further=further, odds_notes=tuple(notes))


def _under(tables: Mapping[str, Setting], rows: Sequence[Compared], settler: Settler) -> _Under:
    name = settler.spec.id
    try:
        plays = best_plays(settler.spec)
        needed = bool(plays)
        plays = plays or undecided(settler, tables[name])
        chosen = next(plays[reading] for reading in (LITERAL, INTERPRETED, BEST) if reading in plays)
        found = list(priced_spots(chosen, tables))
    except Inconclusive as reason:
        return _Under(name, "", f"no row is priced by the play of {name}: {reason}")
    options = table_words(chosen.setting) or "no options"
    told = PRICED if needed else BY_ITSELF
    priced_ = ((at, worth_of(row, name, found)) for at, row in enumerate(rows) if _has_cases(row))
    open_ = needed and {WORST, BEST} <= plays.keys()
    return _Under(
        name,
        chosen.reading,
        told.format(spec=name, reading=READ[chosen.reading], options=options),
        play_odds(chosen, chosen.reading) if needed else None,
        {at: worth for at, worth in priced_ if worth is not None},
        frozenset(wager for spot in found for each in spot.settled.values() for wager in each),
        (plays[WORST].solved.value, plays[BEST].solved.value) if open_ else None,
    )


def undecided(settler: Settler, table: Setting) -> Mapping[str, Played]:
    """What comes of all further wagers, by reading, of a spec whose hands need none. Raises `Inconclusive`."""
    if not table.names:
        raise Inconclusive("nothing is placed before the deal that the hands which meet decide")
    best = _settled(table, BEST)
    if not best.opened:
        return {LITERAL: replace(best, reading=LITERAL)}
    found = {WORST: _settled(table, WORST), BEST: best}
    if settler.spec.readings:
        # What is dealt may turn on a reading too: the game is the one that is read so.
        one = _settled(table_of(Settler(settler.spec, settler.rulebook, settler.game, True)), INTERPRETED)
        found |= {} if one.opened else {INTERPRETED: one}
    return found


def _settled(table: Setting, reading: str) -> Played:
    tally = table.game.tally(frozenset(table.game.settled_by))
    return played(Solver(table.game), table, grid(table, tally), tally, reading)


def _further(
    settlers: Sequence[Settler], tables: Mapping[str, Setting], notes: list[str]
) -> Mapping[str, Mapping[str, Mapping[str, WagerOdds]]]:
    """The odds of the wagers of each table that a hand does not need, by wager and reading; where it needs none, of all
    that are placed before the deal.
    """
    found: dict[str, dict[str, dict[str, WagerOdds]]] = {}
    for settler in settlers:
        name = settler.spec.id
        required = {wager.name for wager in settler.spec.wagers if wager.required}
        every = {wager.name for wager in settler.spec.wagers if wager.placed == "before_deal"}
        try:
            said = played_with(settler.spec, tables[name].names - required if required else every).odds
        except Inconclusive as reason:
            notes.append(f"no further wager of {name} is priced: {reason}")
            continue
        for one in (*said.alone, *(each.wager for each in said.beside)):
            found.setdefault(name, {}).setdefault(one.wager, {})[one.reading] = one
        notes += [
            f"`{one.wager}` of {name} is left out: {one.reason}" for one in said.missing if one.wager and not required
        ]
    return found


def _has_cases(row: Compared) -> bool:
    """Whether a row is about cases that a round may be one of: no cap of payments, nothing that only a proof sees."""
    return row.case is not None or row.id.endswith("/every win")


def _why(row: Compared, wagers: Collection[str], settled: Collection[str]) -> str:
    """Why a row has no worth; "" where none is looked for. `settled` are those of the wagers that any play settles."""
    if row.area not in AREAS or row.status == "agree":
        return ""
    read = {name for fact in facts(row.case) for name in fact.args} if row.case is not None else set()
    absent = sorted(read.intersection(wagers).difference(settled))
    if not _has_cases(row):
        return NO_CASE if row.basis == PROVED else A_LIMIT
    if row.subject not in settled:
        return NOT_PLACED.format(row.subject)
    return ABSENT.format(absent[0]) if absent else NEVER


def table_of(settler: Settler) -> Setting:
    """A table of a spec at which every wager is placed that the hands which meet decide by themselves."""
    settler = selected(settler, {}).settler
    options, _ = choose(settler, {})
    base = setting(settler, options)
    further = {wager.name for wager in settler.spec.wagers if wager.placed == "before_deal" and not wager.required}
    try:
        told = {name for name in further if features_of(settler, base.game, name) <= set(base.game.settled_by)}
    except Inconclusive:
        told = set()
    return setting(settler, options, told)


def table_words(table: Setting) -> str:
    """The options of a table in a few words; "" for none."""
    made = {**chosen_of(table.settler.game), **{name: in_words(value) for name, value in table.options.items()}}
    return ", ".join(f"{name} {value}" for name, value in made.items())


def priced_spots(
    one: Played,
    tables: Mapping[str, Setting],
    read: Mapping[str, Setting] = MappingProxyType({}),
    known: dict[Any, PricedSpot] | None = None,
) -> Iterator[PricedSpot]:
    """The spots of a play, each settled by every document whose table offers its acts.

    `known` keeps what spots come to between plays that are settled by the same tables.
    """
    known = {} if known is None else known
    own = one.setting.spec.id
    lines = {name: {_acts(state): state for state in table.walked.lines} for name, table in tables.items()}
    for spot in spots(one):
        acts = _acts(spot.state)
        if (acts, spot.cell) in known:
            yield replace(known[acts, spot.cell], share=spot.share)
            continue
        there = {name: lines[name][acts] for name in tables if acts in lines[name]}
        table, state = (tables[own], there[own]) if own in there else (one.setting, spot.state)
        facts = table.case(state, spot.deal)
        settled = {name: spans(tables[name], state, spot.deal) for name, state in there.items()}
        opened = {name for name in read if any(span.open for span in settled.get(name, {}).values())}
        readings = {name: spans(read[name], there[name], spot.deal) for name in opened}
        known[acts, spot.cell] = PricedSpot(spot.share, facts, settled, {**settled, **readings})
        yield known[acts, spot.cell]


def _acts(state: State) -> tuple[Any, ...]:
    return tuple((move.stage, move.row.then.word, move.row.then.wager, move.amount) for move in state.moves)


def worth_of(row: Compared, play: str, every: Sequence[PricedSpot], areas: Collection[str] = AREAS) -> Worth | None:
    """What a row is worth under a play, whose spots are `every`; None where nothing of it is priced."""
    if row.area not in areas or row.status == "agree":
        return None
    holds = truth(row.case) if row.case is not None else None
    there = [spot for spot in every if holds is None or holds(spot.facts) is True]
    mine = [spot for spot in there if _asked(row, spot)]
    nets: dict[str, tuple[Fraction, Fraction]] = {}
    for side in row.sides:
        told = [(spot.share, spot.settled[side.spec][row.subject]) for spot in mine if _has(spot, side.spec, row)]
        if told and len(told) == len(mine):  # what is not offered in some of the cases is priced in none
            nets[side.spec] = (
                sum((share * span.low for share, span in told), Fraction(0)),
                sum((share * span.high for share, span in told), Fraction(0)),
            )
    if not nets:
        return None
    partly = sum((spot.share for spot in there if row.area == "pay" and _partly(row, spot)), Fraction(0))
    return Worth(play, sum((spot.share for spot in mine), Fraction(0)), nets, partly)


def _has(spot: PricedSpot, spec: str, row: Compared) -> bool:
    return row.subject in spot.settled.get(spec, {})


def _asked(row: Compared, spot: PricedSpot) -> bool:
    """Whether a spot is one of the row's: its wager is there, and won by all who have it where it is about payment."""
    results = [wagers[row.subject].result for wagers in spot.settled.values() if row.subject in wagers]
    return bool(results) and (row.area != "pay" or all(result == "win" for result in results))


def _partly(row: Compared, spot: PricedSpot) -> bool:
    """Whether some of those who have the wager have it won in a spot, and others do not."""
    return len({wagers[row.subject].result == "win" for wagers in spot.settled.values() if row.subject in wagers}) == 2
