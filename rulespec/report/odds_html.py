"""What the page shows of odds: house edges by document, pay tables side by side, starting hands as a heat map.

The partial `_odds.html` prints the context that is made here; `odds.css` is its style.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.model.odds import HandOdds, Odds, OptionOdds, PlayOdds, WagerOdds
from rulespec.report.odds_figures import by_wager, edges_of, first, names_of, plain, shown_play
from rulespec.report.odds_hands import RANKS, grid, letters
from rulespec.report.odds_numbers import decimal, net, percent, signed
from rulespec.report.odds_open import by_option, left_open

TONES = 4  # shades by value, beside the letter that tells the act
KINDS = 5  # acts that have a colour of their own; a further one has the last


@dataclass(frozen=True, slots=True)
class PageOdds:
    """The odds that a page shows: of each document, of each listed value of its options; what is left out, and why."""

    documents: tuple[Odds, ...]
    options: tuple[OptionOdds, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()  # (of what, why)


def odds_section(
    several: Sequence[Odds], options: Sequence[OptionOdds] = (), left_out: Sequence[tuple[str, str]] = ()
) -> Mapping[str, Any]:
    """The context of `_odds.html`: `documents` (their names), `edges`, `pays`, `maps` and more."""
    names = names_of(several)
    plays = [(shown_play(one), name) for one, name in zip(several, names, strict=True)]
    by_value, idle = by_option(several, names, options)
    return {
        "documents": names,
        "edges": _edges(several),
        "options": by_value,
        "idle": idle,
        "pays": _pays(several, names),
        "open": left_open(several, names),
        "maps": [_map(play, name) for play, name in plays if play.hands],
        "ranks": list(RANKS),
        "tables": [
            {"document": name, "options": {plain(key): value for key, value in one.options.items()}}
            for one, name in zip(several, names, strict=True)
            if one.options
        ],
        "notes": [
            {"document": name, "notes": list(one.notes)} for one, name in zip(several, names, strict=True) if one.notes
        ],
        "left_out": [{"what": what, "why": why} for what, why in left_out],
    }


# House edges.


def _edges(several: Sequence[Odds]) -> list[Mapping[str, Any]]:
    """A row for the whole round, and one for each wager; a cell for each document, None where it has no such wager."""
    found = [edges_of(one) for one in several]
    wagers = sorted(dict.fromkeys(name for edges in found for name in edges), key=bool)  # the whole round first
    return [
        {"wager": plain(wager), "cells": [edges[wager].shown if wager in edges else None for edges in found]}
        for wager in wagers
    ]


# Pay tables.


def _pays(several: Sequence[Odds], names: Sequence[str]) -> list[Mapping[str, Any]]:
    """By wager: its pay rows, each with a bar for every document that pays it. Of a row the longest bar is 100."""
    tables = [{name: _rows(first(one)) for name, one in by_wager(odds).items()} for odds in several]
    found: list[Mapping[str, Any]] = []
    for wager in dict.fromkeys(name for table in tables for name in table):
        paid = [table.get(wager, {}) for table in tables]
        rows = []
        for row in dict.fromkeys(key for one in paid for key in one):
            most = max(max(one[row][0] for one in paid if row in one), Fraction(1, 10**6))
            bars = [
                {
                    "document": name,
                    "net": net(one[row][0]) if row in one else "",
                    "length": decimal(max(one[row][0], Fraction(0)) * 100 / most, 1) if row in one else "0",
                    "share": percent(one[row][1], 6) if row in one else "",
                    "kind": place % KINDS,
                }
                for place, (name, one) in enumerate(zip(names, paid, strict=True))
                if one
            ]
            rows.append({"row": plain(row) or "every win", "bars": bars})
        if rows:
            found.append({"wager": plain(wager), "rows": rows})
    return found


def _rows(wager: WagerOdds) -> Mapping[str, tuple[Fraction, Fraction]]:
    """Of each pay row what it pays (the most, where that varies) and its share of all rounds."""
    found: dict[str, tuple[Fraction, Fraction]] = {}
    for one in wager.results:
        if one.result == "win" and one.net is not None:
            paid, share = found.get(one.row, (one.net, Fraction(0)))
            found[one.row] = (max(paid, one.net), share + one.share)
    return found


# Starting hands.


def _map(play: PlayOdds, name: str) -> Mapping[str, Any]:
    """The grid of one document: rows of cells, and the legend of its acts."""
    signs = letters(play.hands)
    kinds = {act: min(place, KINDS - 1) for place, act in enumerate(signs)}
    values = [hand.value for hand in play.hands]
    low, span = min(values), (max(values) - min(values)) or Fraction(1)
    total = sum(hand.deals for hand in play.hands)

    def cell(hand: HandOdds | None) -> Mapping[str, Any] | None:
        if hand is None:
            return None
        others = ", ".join(f"{act} {signed(value, 4)}" for act, value in hand.values.items())
        return {
            "hand": hand.name,
            "sign": signs[hand.act],
            "kind": kinds[hand.act],
            "tone": min(int((hand.value - low) * TONES / span), TONES - 1),
            "value": signed(hand.value, 2),
            "title": f"{hand.name}: {hand.act}, worth {signed(hand.value, 4)}. Each act: {others}",
        }

    legend = []
    for act, sign in signs.items():
        deals = sum(hand.deals for hand in play.hands if hand.act == act)
        if deals:
            share = percent(Fraction(deals, total), 1)
            legend.append({"sign": sign, "act": act, "kind": kinds[act], "share": share, "deals": f"{deals:,}"})
    return {
        "document": name,
        "rows": [[cell(hand) for hand in row] for row in grid(play.hands)],
        "legend": legend,
        "low": signed(low, 2),
        "high": signed(max(values), 2),
    }
