"""Odds as one flat table, for spreadsheets."""

import csv
import io
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rulespec.model.odds import Odds, PlayOdds, WagerOdds
from rulespec.report.editions import edition_words
from rulespec.report.odds_hands import in_order
from rulespec.report.odds_numbers import decimal, root

COLUMNS = (
    "section",
    "reading",
    "wager",
    "result",
    "row",
    "stage",
    "after",
    "act",
    "hand",
    "deals",
    "net",
    "net_decimal",
    "share",
    "share_decimal",
    "staked",
    "staked_decimal",
    "edge",
    "edge_decimal",
    "risk",
    "risk_decimal",
    "adds",
    "adds_decimal",
    "deviation",
    "clauses",
    "text",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def odds_csv(odds: Odds, program: Mapping[str, Any] | None = None, **_: Any) -> str:
    """One table with a head. Its sections:

    `document` (`row` says what of it), `program` (`text` is its version), `spec` (`text` is its id, `wager` the unit),
    `option` (`text` has the value), `amount` (how much is placed before the deal, in money), `game` (net, house edge,
    mean stake, element of risk as `risk`, a reading each), `wager`, `result` (`net` per unit staked; `adds`, to the
    net of the wager a round), `decision`, `hand` (best act), `hand_act` (every act), `beside` (net of the whole round
    with a wager that acts may forfeit), `beside_adds` (what that is more than without it), `beside_within` (by how much
    both may be too large, where they are not exact),
    `open`, `meter` (a coefficient as `net`), `missing` (what cannot be worked out; of the whole round without a
    `wager`), `note`. Amounts are in units of the first wager, `net` of a `wager` for a round.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    rows = [*_made(odds, program or {}), *_rows(odds)]
    writer.writerows({key: _plain(key, text) for key, text in row.items()} for row in rows)
    return out.getvalue().removesuffix("\n")


def _plain(key: str, text: str) -> str:
    """Text of a spec, which a spreadsheet might take for a formula."""
    return f"'{text}" if key in ("row", "text", "clauses") and text.startswith(_FORMULA) else text


def _made(odds: Odds, program: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    """Of which document in which edition the odds are, and what worked them out."""
    document = {"title": odds.document.title, "jurisdiction": odds.document.jurisdiction}
    document |= {"edition": edition_words(odds.document)}
    for row, text in document.items():
        yield {"section": "document", "row": row, "text": text}
    if program:
        yield {"section": "program", "row": str(program["name"]), "text": str(program.get("version", ""))}


def _rows(odds: Odds) -> Iterator[Mapping[str, str]]:
    yield {"section": "spec", "text": odds.spec, "wager": odds.unit}
    for name, value in odds.options.items():
        yield {"section": "option", "row": name, "text": value}
    for name, amount in odds.amounts.items():
        yield {"section": "amount", "wager": name, "text": odds.currency, **_both("staked", amount)}
    for play in odds.plays:
        yield from _play(play)
    for wager in odds.alone:
        yield from _wager(wager, wager.reading)
    for one in odds.beside:
        of = {"wager": one.wager.wager, "reading": one.reading}
        yield {"section": "beside", **of, **_both("net", one.net)}
        yield {"section": "beside_adds", **of, **_both("net", one.adds)}
        if one.within:
            yield {"section": "beside_within", **of, **_both("net", one.within)}
        yield from _wager(one.wager, one.reading)
    for case in odds.open_cases:
        share = _both("share", case.share)
        yield {"section": "open", "wager": case.wager, "result": case.state, "clauses": _list(case.cites), **share}
    for lack in odds.missing:
        yield {"section": "missing", "wager": lack.wager, "text": lack.reason}
    for note in odds.notes:
        yield {"section": "note", "text": note}


def _play(play: PlayOdds) -> Iterator[Mapping[str, str]]:
    yield {
        "section": "game",
        "reading": play.reading,
        "deviation": root(play.deviation2),
        **_both("net", play.net),
        **_both("staked", play.staked),
        **_both("edge", -play.net),
        **_both("risk", play.risk if play.staked else None),
    }
    for wager in play.wagers:
        yield from _wager(wager, play.reading)
    for move in play.moves:
        at = {"stage": move.stage, "after": " ".join(move.after), "act": move.act}
        yield {"section": "decision", "reading": play.reading, **at, **_both("share", move.share)}
    for hand in in_order(play.hands):
        of = {"reading": play.reading, "hand": hand.name, "deals": str(hand.deals)}
        yield {"section": "hand", **of, "act": hand.act, **_both("net", hand.value)}
        for act, value in hand.values.items():
            yield {"section": "hand_act", **of, "act": act, **_both("net", value)}


def _wager(wager: WagerOdds, reading: str) -> Iterator[Mapping[str, str]]:
    of = {"reading": reading, "wager": wager.wager}
    yield {
        "section": "wager",
        **of,
        "deviation": root(wager.deviation2),
        **_both("net", wager.net),
        **_both("share", wager.placed),
        **_both("staked", wager.staked),
        **_both("edge", wager.edge),
    }
    for one in wager.results:
        what = {"result": one.result, "row": one.row, "clauses": _list(one.cites)}
        figures = {**_both("net", one.net), **_both("share", one.share), **_both("adds", one.adds)}
        yield {"section": "result", **of, **what, **figures}
    for meter, value in wager.linear.items():
        yield {"section": "meter", **of, "row": meter, **_both("net", value)}
    if wager.break_even is not None:
        yield {"section": "meter", **of, "row": "break even", **_both("staked", wager.break_even)}


def _both(key: str, value: Fraction | None) -> Mapping[str, str]:
    return {} if value is None else {key: str(value), f"{key}_decimal": decimal(value)}


def _list(cites: tuple[str, ...]) -> str:
    return "; ".join(cites)
