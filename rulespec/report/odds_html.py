"""What the page shows of odds: house edges by document, pay tables side by side, starting hands as a heat map.

The partial `_odds.html` prints the context that is made here; `odds.css` is its style.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.model.odds import HandOdds, Odds, OptionOdds, PlayOdds
from rulespec.report.odds_figures import Titled, added, cell_of, edges_of, names_of, plain, shown_play
from rulespec.report.odds_hands import RANKS, grid, letters
from rulespec.report.odds_numbers import percent, signed
from rulespec.report.odds_open import by_option, left_open
from rulespec.report.odds_pays import KINDS, pay_bars

_NAME = re.compile(r"`(\w+)`")
TONES = 4  # shades by value, beside the letter that tells the act


@dataclass(frozen=True, slots=True)
class PageOdds:
    """The odds that a page shows: of each document, of each listed value of its options; what is left out, and why."""

    documents: tuple[Odds, ...]
    options: tuple[OptionOdds, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()  # (of what, why)


def odds_section(
    several: Sequence[Odds],
    options: Sequence[OptionOdds] = (),
    left_out: Sequence[tuple[str, str]] = (),
    titled: Titled = plain,
) -> Mapping[str, Any]:
    """The context of `_odds.html`: `documents` (their names), `edges`, `pays`, `maps` and more.

    `titled` says what a wager or an option is called, by its name.
    """
    names = names_of(several)
    plays = [(shown_play(one), name) for one, name in zip(several, names, strict=True)]
    kinds = _kinds([play for play, _ in plays])
    by_value, idle = by_option(several, names, options, titled)
    return {
        "documents": names,
        "edges": _edges(several, titled),
        "beside": any(one.beside for one in several),
        "options": by_value,
        "idle": idle,
        "pays": pay_bars(several, names, titled),
        "open": left_open(several, names, titled),
        "maps": [_map(play, name, kinds) for play, name in plays if play.hands],
        "ranks": list(RANKS),
        "tables": [
            {"document": name, "options": {titled(key): value for key, value in one.options.items()}}
            for one, name in zip(several, names, strict=True)
            if one.options
        ],
        "notes": [
            {"document": name, "notes": [_named(note, titled) for note in one.notes]}
            for one, name in zip(several, names, strict=True)
            if one.notes
        ],
        "left_out": [{"what": what, "why": why} for what, why in left_out],
    }


def _named(note: str, titled: Titled) -> str:
    """A note with the names in it as they are called."""
    return _NAME.sub(lambda found: titled(found[1]), note)


# House edges.


def _edges(several: Sequence[Odds], titled: Titled) -> list[Mapping[str, Any]]:
    """A row for the whole round, and one for each wager; a cell for each document, as `cell_of` has it."""
    found = [edges_of(one) for one in several]
    more = [added(one) for one in several]
    named = [name for edges in found for name in edges] + [lack.wager for one in several for lack in one.missing]
    wagers = sorted(dict.fromkeys(named), key=bool)  # the whole round first
    return [
        {
            "wager": titled(wager) if wager else "",
            "cells": [
                None if (cell := cell_of(one, edges, wager)) is None else {**cell, "adds": adds.get(wager, "")}
                for one, edges, adds in zip(several, found, more, strict=True)
            ],
        }
        for wager in wagers
    ]


# Starting hands.


def _kinds(plays: Sequence[PlayOdds]) -> Mapping[str, int]:
    """The colour of each act that is the best of some hand, the same in every grid."""
    acts = dict.fromkeys(hand.act for play in plays for hand in play.hands)
    return {act: min(place, KINDS - 1) for place, act in enumerate(acts)}


def _map(play: PlayOdds, name: str, kinds: Mapping[str, int]) -> Mapping[str, Any]:
    """The grid of one document: rows of cells, and the legend of its acts."""
    signs = letters(play.hands)
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
