"""What the page shows of odds: house edges by document, pay tables side by side, starting hands as a heat map.

The partial `_odds.html` prints the context that is made here; `odds.css` is its style.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.odds import HandOdds, Odds, PlayOdds, WagerOdds
from rulespec.report.odds_hands import RANKS, grid, letters
from rulespec.report.odds_numbers import decimal, net, percent, root, signed

TONES = 4  # shades by value, beside the letter that tells the act
KINDS = 5  # acts that have a colour of their own; a further one has the last
_SHOWN = ("literal", "interpreted", "worst")  # the play that is shown, the first that there is
_PLACES = 4


def odds_section(several: Sequence[Odds]) -> Mapping[str, Any]:
    """The context of `_odds.html`: `documents` (their names), `edges`, `pays` and `maps`. Of no odds all are empty."""
    names = _names(several)
    return {
        "documents": names,
        "edges": _edges(several),
        "pays": _pays(several, names),
        "maps": [_map(play, name) for one, name in zip(several, names, strict=True) if (play := _play(one)).hands],
        "ranks": list(RANKS),
        "notes": [
            {"document": name, "notes": list(one.notes)} for one, name in zip(several, names, strict=True) if one.notes
        ],
    }


def _names(several: Sequence[Odds]) -> list[str]:
    """Whose document each is; the spec's id where two have one name."""
    known = [one.document.known_as for one in several]
    return [name if known.count(name) == 1 else one.spec for name, one in zip(known, several, strict=True)]


_NOTHING = PlayOdds("literal", Fraction(0), Fraction(0), Fraction(0), (), (), ())


def _play(odds: Odds) -> PlayOdds:
    """The play that is shown, or one of nothing."""
    return next((play for reading in _SHOWN if (play := odds.play(reading))), _NOTHING)


# House edges.


def _edges(several: Sequence[Odds]) -> list[Mapping[str, Any]]:
    """A row for the whole round, and one for each wager; a cell for each document, None where it has no such wager."""
    whole = [_of_round(one) for one in several]
    rows: list[Mapping[str, Any]] = [{"wager": "", "cells": whole}] if any(whole) else []
    by_document = [_by_wager(one) for one in several]
    for wager in dict.fromkeys(name for found in by_document for name in found):
        rows.append({"wager": wager, "cells": [_cell(found.get(wager, {})) for found in by_document]})
    return rows


def _of_round(odds: Odds) -> Mapping[str, str] | None:
    figures = {play.reading: (-play.net, root(play.deviation2)) for play in odds.plays}
    return _figure(figures)


def _by_wager(odds: Odds) -> Mapping[str, Mapping[str, WagerOdds]]:
    """Of each wager the odds by reading."""
    found: dict[str, dict[str, WagerOdds]] = {}
    for play in odds.plays:
        for wager in play.wagers:
            found.setdefault(wager.wager, {})[play.reading] = wager
    for wager in (*odds.alone, *(one.wager for one in odds.beside)):
        found.setdefault(wager.wager, {})[wager.reading] = wager
    return found


def _cell(readings: Mapping[str, WagerOdds]) -> Mapping[str, str] | None:
    return _figure({name: (one.edge, root(one.deviation2)) for name, one in readings.items() if one.edge is not None})


def _figure(readings: Mapping[str, tuple[Fraction | None, str]]) -> Mapping[str, str] | None:
    """`edge`, `deviation`, and where cases are open `upper` and `read` (the recorded readings), as texts."""
    shown = next((readings[name] for name in _SHOWN if name in readings), None)
    if shown is None or shown[0] is None:
        return None
    worst, best = readings.get("worst"), readings.get("best")
    if "literal" in readings or not worst or not best or worst[0] is None or best[0] is None:
        return {"edge": percent(shown[0], _PLACES), "deviation": shown[1], "upper": "", "read": ""}
    read = readings["interpreted"][0] if "interpreted" in readings else None
    low, high = sorted((worst[0], best[0]))
    return {
        "edge": percent(low, _PLACES),
        "upper": percent(high, _PLACES) if high != low else "",
        "read": percent(read, _PLACES) if read is not None and high != low else "",
        "deviation": shown[1],
    }


# Pay tables.


def _pays(several: Sequence[Odds], names: Sequence[str]) -> list[Mapping[str, Any]]:
    """By wager: its pay rows, each with a bar for every document that pays it. Of a row the longest bar is 100."""
    tables = [{name: _rows(_first(one)) for name, one in _by_wager(odds).items()} for odds in several]
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
            rows.append({"row": row.replace("_", " ") or "every win", "bars": bars})
        if rows:
            found.append({"wager": wager, "rows": rows})
    return found


def _first(readings: Mapping[str, WagerOdds]) -> WagerOdds:
    return next((readings[name] for name in _SHOWN if name in readings), next(iter(readings.values())))


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
