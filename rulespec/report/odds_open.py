"""What the page shows of open cases and of options: intervals with the recorded readings, edges value by value."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.odds import Odds, OptionOdds
from rulespec.report.odds_figures import WHOLE, Edge, Titled, cell_of, edges_of, plain
from rulespec.report.odds_numbers import decimal
from rulespec.report.worth import of_rounds

_STATES = {"undetermined": "silent", "conflict": "answered twice"}
_LEAST = Fraction(4, 5)  # of 100: what is narrower could not be seen


def left_open(several: Sequence[Odds], names: Sequence[str], titled: Titled) -> list[Mapping[str, Any]]:
    """Of each document that leaves cases open: its intervals on one scale, and the cases with their clauses."""
    found: list[Mapping[str, Any]] = []
    for one, name in zip(several, names, strict=True):
        spans = {wager: edge for wager, edge in edges_of(one).items() if edge.open}
        if spans or one.open_cases:
            found.append({"document": name, "spans": _spans(spans, titled), "cases": _cases(one, titled)})
    return found


def _spans(edges: Mapping[str, Edge], titled: Titled) -> list[Mapping[str, str]]:
    """Bars between the edge read for the player and the one read against, with a mark at nought."""
    ends = [Fraction(0), *(end for edge in edges.values() for end in (edge.best, edge.worst))]
    low, wide = min(ends), (max(ends) - min(ends)) or Fraction(1)

    def at(value: Fraction) -> Fraction:
        return (value - low) * 100 / wide

    rows: list[Mapping[str, str]] = []
    for wager, edge in edges.items():
        length = max(abs(at(edge.worst) - at(edge.best)), _LEAST)
        start = min(at(edge.best), at(edge.worst), 100 - length)
        rows.append(
            {
                "wager": titled(wager) if wager else WHOLE,
                **edge.shown,
                "x": decimal(start, 2),
                "length": decimal(length, 2),
                "nought": decimal(at(Fraction(0)), 2),
                "at": "" if edge.read is None else decimal(min(max(at(edge.read), start), start + length), 2),
            }
        )
    return rows


def _cases(odds: Odds, titled: Titled) -> list[Mapping[str, Any]]:
    """The most frequent first."""
    return [
        {
            "wager": titled(case.wager),
            "state": case.state,
            "word": _STATES.get(case.state, plain(case.state)),
            "often": of_rounds(case.share),
            "clauses": list(case.cites),
        }
        for case in sorted(odds.open_cases, key=lambda case: -case.share)
    ]


def by_option(
    several: Sequence[Odds], names: Sequence[str], options: Sequence[OptionOdds], titled: Titled
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """Tables of edges by value, one for each option that bears on any, and the options that bear on none."""
    tables: list[Mapping[str, Any]] = []
    idle: list[Mapping[str, Any]] = []
    for one, name in zip(several, names, strict=True):
        mine = [option for option in options if option.spec == one.spec]
        still = []
        for option in dict.fromkeys(made.option for made in mine):
            values = [made for made in mine if made.option == option]
            rows = _rows([(made.value, made.odds) for made in values], titled)
            if rows:
                labels = [plain(made.value) for made in values]
                tables.append({"document": name, "option": titled(option), "values": labels, "rows": rows})
            else:
                still.append(titled(option))
        if still:
            idle.append({"document": name, "options": still})
    return tables, idle


def _rows(values: Sequence[tuple[str, Odds | None]], titled: Titled) -> list[Mapping[str, Any]]:
    """The wagers whose edge turns on the value."""
    found = [edges_of(odds) if odds is not None else {} for _, odds in values]
    rows: list[Mapping[str, Any]] = []
    for wager in dict.fromkeys(name for edges in found for name in edges):
        told = [edges.get(wager) for edges in found]
        there = {(edge.best, edge.worst, edge.read) for edge in told if edge is not None}
        if len(there) > 1:
            cells = [
                cell_of(odds, edges, wager) if odds is not None else None
                for (_, odds), edges in zip(values, found, strict=True)
            ]
            rows.append({"wager": titled(wager) if wager else WHOLE, "cells": cells})
    return rows
