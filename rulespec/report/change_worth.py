"""What the changes of a spec are worth, as tables of plain text, as text and as JSON."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.change_worth import Bounds, VersionsWorth, WagerNet
from rulespec.report.odds_numbers import decimal, percent, signed
from rulespec.report.text import wrapped

PLACES = 7  # decimals of an amount
EDGE_PLACES = 5  # decimals of a percentage
NONE = "–"
COLUMNS = ("Wager", "Net before", "Net after", "Change", "House edge before", "House edge after")
ROUND = "The whole round"
PER_UNIT = "per first wager"


def value_text(value: Bounds) -> str:
    """`-0.0071319`; of what is left open between two bounds `-0.01 to +0.02`, with as many decimals."""
    low, high = (signed(one, PLACES) for one in value)
    return low if value[0] == value[1] else f"{low} to {high}"


def edge_text(edge: Bounds | None) -> str:
    """A house edge as a percentage, or the bounds of it."""
    if edge is None:
        return NONE
    low, high = (percent(one, EDGE_PLACES) for one in edge)
    return low if edge[0] == edge[1] else f"{low} to {high}"


def table(worth: VersionsWorth) -> tuple[tuple[str, ...], ...]:
    """Under `COLUMNS`: each wager, those that a hand needs first, then the whole round."""
    ordered = sorted(worth.wagers, key=lambda one: not one.needed)
    rows = [
        (
            one.title if one.needed or worth.before is None else f"{one.title}, beside the round",
            *(NONE if side is None else value_text(side.net) for side in (one.before, one.after)),
            NONE if one.change is None else value_text(one.change),
            *(NONE if side is None else edge_text(side.edge) for side in (one.before, one.after)),
        )
        for one in ordered
    ]
    if worth.before is not None or worth.after is not None:
        nets = (worth.before, worth.after)
        edges = (None if net is None else (-net[1], -net[0]) for net in nets)
        shown = [NONE if net is None else value_text(net) for net in (*nets, worth.change)]
        rows.append((ROUND, *shown, *map(edge_text, edges)))
    return tuple(rows)


def sentences(worth: VersionsWorth) -> list[str]:
    """What all changes come to together, and what the numbers take for granted."""
    said = []
    if worth.same_play is not None:
        told = f"all changes together are worth {value_text(worth.same_play)} a round to the player at the same play"
        if worth.adapted is not None and worth.change is not None:
            told += f", and {value_text(worth.adapted)} more with play adapted: {value_text(worth.change)} in all"
        said.append(told)
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
    """The same as data: every number exact and as a decimal; what is not known is null."""
    return {
        "spec": worth.spec,
        "unit": worth.unit,
        "before": _bounds(worth.before),
        "after": _bounds(worth.after),
        "same_play": _bounds(worth.same_play),
        "play_adapted": _bounds(worth.adapted),
        "change": _bounds(worth.change),
        "wagers": [
            {
                "wager": one.wager,
                "in_round": one.needed,
                "before": _wager(one.before),
                "after": _wager(one.after),
                "change": _bounds(one.change),
            }
            for one in worth.wagers
        ],
        "notes": list(worth.notes),
    }


def _wager(side: WagerNet | None) -> dict[str, Any] | None:
    if side is None:
        return None
    return {"staked": _number(side.staked), "net": _bounds(side.net), "house_edge": _bounds(side.edge)}


def _bounds(value: Bounds | None) -> dict[str, Any] | None:
    return None if value is None else {"low": _number(value[0]), "high": _number(value[1])}


def _number(value: Fraction) -> dict[str, str]:
    return {"fraction": str(value), "decimal": decimal(value, 12)}
