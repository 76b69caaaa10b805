"""What the acts of one decision are worth, as text, JSON and CSV."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulespec.model.odds import SpotOdds
from rulespec.report.odds_json import number
from rulespec.report.odds_numbers import decimal, signed
from rulespec.report.odds_text import READINGS
from rulespec.report.text import columns, wrapped


def spot_text(spots: Sequence[SpotOdds], program: Mapping[str, Any], head: str = "", **_: Any) -> str:
    """Each decision that can be taken there, the best act first; nets of the whole round, per first wager."""
    lines = [wrapped(head, 0, 2), wrapped(f"net of the round per first wager, {READINGS[spots[0].reading]}", 0, 2)]
    for spot in spots:
        after = f" (after {', '.join(spot.after)})" if spot.after else ""
        rows = [(act, f"{signed(value)} = {value}") for act, value in spot.values.items()]
        lines += ["", wrapped(f"{spot.stage}{after}"), *columns(rows, 2)]
    return "\n".join(lines)


def spot_json(spots: Sequence[SpotOdds], program: Mapping[str, Any], about: Any = None, **_: Any) -> str:
    """One object: what was asked about, and the decisions, each with its acts, the best first."""
    decisions = [
        {
            "reading": spot.reading,
            "stage": spot.stage,
            "after": list(spot.after),
            "acts": [{"act": act, "net": number(value)} for act, value in spot.values.items()],
        }
        for spot in spots
    ]
    return json.dumps({**(about or {}), "decisions": decisions, "program": program}, indent=2, ensure_ascii=False)


def spot_csv(spots: Sequence[SpotOdds], program: Mapping[str, Any], **_: Any) -> str:
    """A line an act."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("reading", "stage", "after", "act", "net", "net_decimal"))
    for spot in spots:
        for act, value in spot.values.items():
            writer.writerow((spot.reading, spot.stage, "; ".join(spot.after), act, value, decimal(value)))
    return out.getvalue().removesuffix("\n")
