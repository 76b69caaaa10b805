"""What the acts of one decision are worth, as text, JSON and CSV."""

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

from rulespec.model.odds import Spots
from rulespec.report.editions import edition_json, edition_words
from rulespec.report.odds_json import number
from rulespec.report.odds_numbers import decimal, signed
from rulespec.report.odds_text import READINGS, options_words
from rulespec.report.text import columns, wrapped


def spot_text(spots: Spots, program: Mapping[str, Any]) -> str:
    """Each decision that can be taken there, the best act first; nets of the whole round, per first wager."""
    reading = READINGS[spots.decisions[0].reading]
    lines = [
        wrapped(f"{spots.spec}: {spots.cards}{f' on {spots.board}' if spots.board else ''}", 0, 2),
        wrapped(f"{spots.document.title} ({edition_words(spots.document)})", 0, 2),
        wrapped(options_words(spots.options), 0, 9),
        wrapped(f"net of the round per {spots.unit}, {reading}", 0, 2),
    ]
    for spot in spots.decisions:
        after = f" (after {', '.join(spot.after)})" if spot.after else ""
        rows = [(act, f"{signed(value)} = {value}") for act, value in spot.values.items()]
        lines += ["", wrapped(f"{spot.stage}{after}"), *columns(rows, 2)]
    return "\n".join(lines)


def spot_json(spots: Spots, program: Mapping[str, Any]) -> str:
    """One object: what was asked about, and the decisions, each with its acts, the best first."""
    decisions = [
        {
            "reading": spot.reading,
            "stage": spot.stage,
            "after": list(spot.after),
            "acts": [{"act": act, "net": number(value)} for act, value in spot.values.items()],
        }
        for spot in spots.decisions
    ]
    about = {
        "spec": spots.spec,
        "document": edition_json(spots.spec, spots.document),
        "options": dict(spots.options),
        "unit": spots.unit,
        "cards": spots.cards,
        "board": spots.board,
    }
    return json.dumps({**about, "decisions": decisions, "program": program}, indent=2, ensure_ascii=False)


def spot_csv(spots: Spots, program: Mapping[str, Any]) -> str:
    """A line an act, each with what it goes by: the spec and its edition, the options of the table, the unit."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ("spec", "edition", "options", "unit", "cards", "board")
    writer.writerow((*head, "reading", "stage", "after", "act", "net", "net_decimal"))
    options = "; ".join(f"{name} {value}" for name, value in spots.options.items())
    basis = (spots.spec, edition_words(spots.document), options, spots.unit, spots.cards, spots.board)
    for spot in spots.decisions:
        for act, value in spot.values.items():
            writer.writerow((*basis, spot.reading, spot.stage, "; ".join(spot.after), act, value, decimal(value)))
    return out.getvalue().removesuffix("\n")
