"""What differences are worth: how often a class of cases comes up under best play, and what each document nets there.

Every spot of one document's best play (cards and acts) is settled by the words of every document compared, so that a
row's cases are priced by the same rounds on all sides. What a document leaves open in them lies between two bounds.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.model.comparison import Compared, Comparison, Worth
from rulespec.model.odds import PlayOdds
from rulespec.odds.grid import grid
from rulespec.odds.odds import best_plays
from rulespec.odds.playing import Played, Solver, play_odds, played
from rulespec.odds.selecting import chosen_of, selected
from rulespec.odds.setting import Setting, choose, features_of, in_words, setting
from rulespec.odds.spans import BEST, INTERPRETED, LITERAL, Span, spans
from rulespec.odds.spots import spots
from rulespec.prove.states import State

AREAS = ("settlement", "pay")
PRICED = "the best play of {spec} is worked out {reading}, at a table of {options}"
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


def with_worth(
    settlers: Sequence[Settler],
    comparison: Comparison,
    watched: Callable[[Sequence[Settler]], Iterable[Settler]] = tuple,
) -> Comparison:
    """The comparison with the worth of its rows of settlement and pay, and the play of each spec that it goes by.

    Where the best play of a spec cannot be worked out, no row is priced by it, and the notes say why. `watched` gives
    the specs one by one, to whoever wants to see how far it is.
    """
    tables = {settler.spec.id: table_of(settler) for settler in settlers}
    plays: dict[str, PlayOdds] = {}
    found: dict[str, list[PricedSpot]] = {}
    notes: list[str] = []
    for settler in watched(settlers):
        name = settler.spec.id
        try:
            chosen = best_of(settler, tables[name])
            found[name] = list(priced_spots(chosen, tables))
        except Inconclusive as reason:
            notes.append(f"no row is priced by the play of {name}: {reason}")
            continue
        plays[name] = play_odds(chosen, chosen.reading)
        options = table_words(chosen.setting) or "no options"
        notes.append(PRICED.format(spec=name, reading=READ[chosen.reading], options=options))
    rows = tuple(priced(row, found) for row in comparison.rows)
    return replace(comparison, rows=rows, plays=plays, odds_notes=tuple(notes))


def best_of(settler: Settler, table: Setting) -> Played:
    """The best play of a spec, by the first of its readings that settles all; of a spec whose hands need no wager, what
    comes of all further ones. Raises `Inconclusive`.
    """
    readings = best_plays(settler.spec)
    chosen = next((readings[reading] for reading in (LITERAL, INTERPRETED, BEST) if reading in readings), None)
    if chosen is not None:
        return chosen
    if not table.names:
        raise Inconclusive("nothing is placed before the deal that the hands which meet decide")
    tally = table.game.tally(frozenset(table.game.settled_by))
    one = played(Solver(table.game), table, grid(table, tally), tally, BEST)
    return one if one.opened else replace(one, reading=LITERAL)


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
    one: Played, tables: Mapping[str, Setting], read: Mapping[str, Setting] = MappingProxyType({})
) -> Iterator[PricedSpot]:
    """The spots of a play, each settled by every document whose table offers its acts."""
    own = one.setting.spec.id
    lines = {name: {_acts(state): state for state in table.walked.lines} for name, table in tables.items()}
    for spot in spots(one):
        acts = _acts(spot.state)
        there = {name: lines[name][acts] for name in tables if acts in lines[name]}
        table, state = (tables[own], there[own]) if own in there else (one.setting, spot.state)
        facts = table.case(state, spot.deal)
        settled = {name: spans(tables[name], state, spot.deal) for name, state in there.items()}
        opened = {name for name in read if any(span.open for span in settled.get(name, {}).values())}
        readings = {name: spans(read[name], there[name], spot.deal) for name in opened}
        yield PricedSpot(spot.share, facts, settled, {**settled, **readings})


def _acts(state: State) -> tuple[Any, ...]:
    return tuple((move.stage, move.row.then.word, move.row.then.wager, move.amount) for move in state.moves)


def priced(row: Compared, found: Mapping[str, Sequence[PricedSpot]], areas: Collection[str] = AREAS) -> Compared:
    """The row with its worth under each of the plays, whose spots are `found`."""
    if row.area not in areas or row.status == "agree":
        return row
    holds = truth(row.case) if row.case is not None else None
    worth = []
    for name, every in found.items():
        mine = [spot for spot in every if (holds is None or holds(spot.facts) is True) and _asked(row, spot)]
        nets: dict[str, tuple[Fraction, Fraction]] = {}
        for side in row.sides:
            told = [(spot.share, spot.settled[side.spec][row.subject]) for spot in mine if _has(spot, side.spec, row)]
            if told:
                nets[side.spec] = (
                    sum((share * span.low for share, span in told), Fraction(0)),
                    sum((share * span.high for share, span in told), Fraction(0)),
                )
        if nets:
            worth.append(Worth(name, sum((spot.share for spot in mine), Fraction(0)), nets))
    return replace(row, worth=tuple(worth))


def _has(spot: PricedSpot, spec: str, row: Compared) -> bool:
    return row.subject in spot.settled.get(spec, {})


def _asked(row: Compared, spot: PricedSpot) -> bool:
    """Whether a spot is one of the row's: its wager is there, and won by all who have it where it is about payment."""
    results = [wagers[row.subject].result for wagers in spot.settled.values() if row.subject in wagers]
    return bool(results) and (row.area != "pay" or all(result == "win" for result in results))
