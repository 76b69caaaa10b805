"""Odds as JSON: every number as an exact fraction beside a decimal text."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.odds import MoveOdds, Odds, OpenCase, PlayOdds, ResultOdds, WagerOdds
from rulespec.report.editions import edition_json
from rulespec.report.odds_hands import in_order
from rulespec.report.odds_numbers import decimal, root


def odds_json(odds: Odds, program: Mapping[str, Any], reading: str = "", **_: Any) -> str:
    """The odds of one spec as one JSON object. `reading` is the play that text shows, "" where there is none."""
    said = {
        "spec": odds.spec,
        "document": {
            "title": odds.document.title,
            "jurisdiction": odds.document.jurisdiction,
            **edition_json(odds.spec, odds.document),
        },
        "options": dict(odds.options),
        "unit": odds.unit,
        "stakes": {name: number(stake) for name, stake in odds.stakes.items()},
        "amounts": {name: number(amount) for name, amount in odds.amounts.items()},
        "currency": odds.currency or None,
        "shown": reading or None,
        "plays": [_play(play) for play in odds.plays],
        "alone": [_wager(wager) for wager in odds.alone],
        "beside": [
            {
                "reading": one.reading,
                "net": number(one.net),
                "adds": number(one.adds),
                "within": number(one.within),
                "wager": _wager(one.wager),
            }
            for one in odds.beside
        ],
        "open_cases": [_open(case) for case in odds.open_cases],
        "missing": [{"wager": one.wager or None, "reason": one.reason} for one in odds.missing],
        "notes": list(odds.notes),
        "program": program,
    }
    return json.dumps(said, indent=2, ensure_ascii=False)


def number(value: Fraction | None) -> Mapping[str, str] | None:
    """`{"fraction": "-1/37", "decimal": "-0.0270270270"}`."""
    return None if value is None else {"fraction": str(value), "decimal": decimal(value)}


def _play(play: PlayOdds) -> Mapping[str, Any]:
    return {
        "reading": play.reading,
        "net": number(play.net),
        "edge": number(-play.net),
        "staked": number(play.staked),
        "risk": number(play.risk) if play.staked else None,
        "variance": number(play.deviation2),
        "deviation": root(play.deviation2),
        "wagers": [_wager(wager) for wager in play.wagers],
        "moves": [_move(move) for move in play.moves],
        "hands": [
            {
                "hand": hand.name,
                "deals": hand.deals,
                "act": hand.act,
                "value": number(hand.value),
                "values": {act: number(value) for act, value in hand.values.items()},
            }
            for hand in in_order(play.hands)
        ],
    }


def _wager(wager: WagerOdds) -> Mapping[str, Any]:
    return {
        "wager": wager.wager,
        "reading": wager.reading,
        "placed": number(wager.placed),
        "staked": number(wager.staked),
        "net": number(wager.net),
        "per_unit": number(wager.per_unit),
        "edge": number(wager.edge),
        "variance": number(wager.deviation2),
        "deviation": root(wager.deviation2),
        "linear": {meter: number(value) for meter, value in wager.linear.items()},
        "break_even": number(wager.break_even),
        "results": [_result(result) for result in wager.results],
    }


def _result(result: ResultOdds) -> Mapping[str, Any]:
    return {
        "result": result.result,
        "row": result.row,
        "net": number(result.net),
        "share": number(result.share),
        "adds": number(result.adds),
        "cites": list(result.cites),
    }


def _move(move: MoveOdds) -> Mapping[str, Any]:
    return {"stage": move.stage, "after": list(move.after), "act": move.act, "share": number(move.share)}


def _open(case: OpenCase) -> Mapping[str, Any]:
    cites: Sequence[str] = case.cites
    return {"wager": case.wager, "state": case.state, "share": number(case.share), "cites": list(cites)}
