"""What the changes of a spec are worth, as tables of plain text, as text and as JSON."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from rulespec.model.change_worth import INTERPRETED, Bounds, RoundChange, VersionsWorth, WagerChange, WagerNet, bounds
from rulespec.report.odds_numbers import decimal, percent, signed
from rulespec.report.text import wrapped
from rulespec.report.worth import AS

PLACES = 7  # decimals of an amount
EDGE_PLACES = 5  # decimals of a percentage
NONE = "–"
COLUMNS = ("Wager", "Net before", "Net after", "Change", "House edge before", "House edge after")
ROUND = "The whole round"
PER_UNIT = "per first wager"
OPEN = (
    "where cases are left open each reading has its own best play, before and after, and is held against the same:"
    " every open case read for the player or against, or the recorded readings"
)
BESIDE = (
    "what an act may forfeit is played for together with the rest: its own net, and that of the whole round with it,"
    " are those of the play that is best with it"
)


def value_text(value: Bounds) -> str:
    """`-0.0071319`; of what is left open between two bounds `-0.01 to +0.02`, with as many decimals."""
    low, high = (signed(one, PLACES) for one in value)
    return low if value[0] == value[1] else f"{low} to {high}"


def table(worth: VersionsWorth) -> tuple[tuple[str, ...], ...]:
    """Under `COLUMNS`: by each reading the wagers that a hand needs and the whole round, then each further wager."""
    rows: list[tuple[str, ...]] = []
    for one in worth.rounds:
        mine = [wager for wager in worth.wagers if wager.needed and wager.reading == one.reading]
        rows += [_row(wager.title + AS[one.reading], wager.before, wager.after) for wager in mine]
        whole = [None if net is None else WagerNet(Fraction(1), net) for net in (one.before, one.after)]
        rows.append(_row(ROUND + AS[one.reading], *whole))
    further = [wager for wager in worth.wagers if not wager.needed]
    for name in dict.fromkeys(wager.wager for wager in further):
        several = [wager for wager in further if wager.wager == name]
        title = f"{several[0].title}, beside the round" if worth.rounds else several[0].title
        rows += _distinct([(AS[one.reading], _row(title, one.before, one.after)) for one in several])
        with_it = [(AS[one.reading], [_together(side) for side in (one.before, one.after)]) for one in several]
        told = [(how, _row(f"{ROUND} with {several[0].title}", *nets)) for how, nets in with_it if any(nets)]
        rows += _distinct(told)
    return tuple(rows)


def _together(side: WagerNet | None) -> WagerNet | None:
    return WagerNet(Fraction(1), side.together) if side is not None and side.together is not None else None


def _row(name: str, *sides: WagerNet | None) -> tuple[str, ...]:
    first, second = sides
    change = None if first is None or second is None else second.net - first.net
    every = (*(None if one is None else one.net for one in sides), change)
    nets = [NONE if net is None else signed(net, PLACES) for net in every]
    edges = [one.edge if one is not None else None for one in sides]
    return (name, *nets, *(NONE if edge is None else percent(edge, EDGE_PLACES) for edge in edges))


def _distinct(rows: Sequence[tuple[str, tuple[str, ...]]]) -> list[tuple[str, ...]]:
    """Rows with how open cases are read; those that come to the same under all readings once, by the name alone."""
    if len({row for _, row in rows}) == 1:
        return [rows[0][1]]
    return [(row[0] + how, *row[1:]) for how, row in rows]


def sentences(worth: VersionsWorth) -> list[str]:
    """What all changes come to together, and what the numbers take for granted."""
    said = []
    for one in worth.rounds:
        if one.same_play is None:
            continue
        how = AS[one.reading].removeprefix(", ")
        told = f"{f'{how}: ' if how else ''}all changes together are worth {signed(one.same_play, PLACES)} a round to"
        told += " the player at the same play"
        if one.adapted is not None and one.change is not None:
            told += f", and {signed(one.adapted, PLACES)} more with play adapted: {signed(one.change, PLACES)} in all"
        said.append(told)
    read = [one.reading for one in worth.rounds] + [one.reading for one in worth.wagers]
    if any(reading != "literal" for reading in read):
        said.append(OPEN)
    if any(_together(side) for one in worth.wagers for side in (one.before, one.after)):
        said.append(BESIDE)
    return [*said, *worth.notes]


def worth_text(worth: VersionsWorth) -> str:
    """The table and the sentences below it."""
    unit = f", in units of {worth.unit}" if worth.unit else ""
    lines = [wrapped(f"WORTH of the changes of {worth.spec}, a round under best play{unit}", 0, 2)]
    lines += [f"  {line}" for line in _aligned(worth)]
    lines += [wrapped(one, 2, 4) for one in sentences(worth)]
    return "\n".join(lines)


def _aligned(worth: VersionsWorth) -> Iterator[str]:
    rows: Sequence[tuple[str, ...]] = table(worth)
    if not rows:
        return
    widths = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
    for name, *rest in (tuple(one.lower() for one in COLUMNS), *rows):
        cells = (cell.rjust(wide) for cell, wide in zip(rest, widths[1:], strict=True))
        yield f"{name.ljust(widths[0])}  {'  '.join(cells)}".rstrip()


def worth_json(worth: VersionsWorth) -> dict[str, Any]:
    """The same as data: every number exact and as a decimal; what is not known is null.

    `low` and `high` are the least and the most of the readings of open cases; `readings` has each reading's figures.
    """
    rounds = _bounding(worth.rounds)
    return {
        "spec": worth.spec,
        "unit": worth.unit,
        "before": _bounds(one.before for one in rounds),
        "after": _bounds(one.after for one in rounds),
        "same_play": _bounds(one.same_play for one in rounds),
        "play_adapted": _bounds(one.adapted for one in rounds),
        "change": _bounds(one.change for one in rounds),
        "readings": [
            {
                "reading": one.reading,
                "before": _number(one.before),
                "after": _number(one.after),
                "same_play": _number(one.same_play),
                "play_adapted": _number(one.adapted),
                "change": _number(one.change),
            }
            for one in worth.rounds
        ],
        "wagers": [
            _wager([one for one in worth.wagers if one.wager == name])
            for name in dict.fromkeys(one.wager for one in worth.wagers)
        ],
        "notes": list(worth.notes),
    }


def _wager(several: Sequence[WagerChange]) -> dict[str, Any]:
    """A wager by all its readings."""
    ends = _bounding(several)
    return {
        "wager": several[0].wager,
        "in_round": several[0].needed,
        "before": _nets([one.before for one in ends]),
        "after": _nets([one.after for one in ends]),
        "change": _bounds(one.change for one in ends),
        "readings": [
            {
                "reading": one.reading,
                "before": _net(one.before),
                "after": _net(one.after),
                "change": _number(one.change),
            }
            for one in several
        ],
    }


def _nets(sides: Sequence[WagerNet | None]) -> dict[str, Any] | None:
    known = [side for side in sides if side is not None]
    if not known:
        return None
    return {
        "staked": _number(known[0].staked),
        "net": _bounds(side.net for side in known),
        "house_edge": _bounds(side.edge for side in known),
    }


def _net(side: WagerNet | None) -> dict[str, Any] | None:
    if side is None:
        return None
    return {
        "staked": _number(side.staked),
        "net": _number(side.net),
        "house_edge": _number(side.edge),
        "round": _number(side.together),
    }


Read = TypeVar("Read", RoundChange, WagerChange)


def _bounding(several: Sequence[Read]) -> list[Read]:
    """The figures that bound all others: those of the recorded readings lie between."""
    return [one for one in several if one.reading != INTERPRETED]


def _bounds(values: Iterable[Fraction | None]) -> dict[str, Any] | None:
    found = bounds(values)
    return None if found is None else {"low": _number(found[0]), "high": _number(found[1])}


def _number(value: Fraction | None) -> dict[str, str] | None:
    return None if value is None else {"fraction": str(value), "decimal": decimal(value, 12)}
