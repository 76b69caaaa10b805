"""From what became of a wager, case by case, to its odds."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from rulespec.model.odds import LITERAL, OpenCase, ResultOdds, WagerOdds
from rulespec.odds.spans import Span
from rulespec.tables.clauses import distinct


def wager_odds(wager: str, cases: Iterable[tuple[Span, int]], total: int, reading: str = LITERAL) -> WagerOdds:
    """The odds of a wager from its cases, each with the number of deals that it comes up in, of `total` in all."""
    counted: dict[tuple[str, str, Fraction | None], int] = {}
    adds: dict[tuple[str, str, Fraction | None], Fraction] = {}
    cites: dict[tuple[str, str, Fraction | None], dict[str, None]] = {}
    placed, staked, net, squares = 0, Fraction(0), Fraction(0), Fraction(0)
    for (span,), count in together(([span], count) for span, count in cases):
        got = span.net(reading)
        placed += count
        staked += span.staked * count
        net += got * count
        squares += got * got * count
        literally = None if reading == LITERAL and span.open else got / span.staked if span.staked else Fraction(0)
        key = (span.result, span.row, literally)
        counted[key] = counted.get(key, 0) + count
        adds[key] = adds.get(key, Fraction(0)) + got * count
        cites.setdefault(key, {}).update(dict.fromkeys(span.cites))
    results = [
        ResultOdds(
            *key, Fraction(count, total), distinct(list(cites[key])), None if key[2] is None else adds[key] / total
        )
        for key, count in counted.items()
    ]
    results.sort(key=lambda one: (one.net is not None, one.net if one.net is not None else 0), reverse=True)
    mean = net / total
    return WagerOdds(
        wager,
        Fraction(placed, total),
        staked / total,
        mean,
        squares / total - mean * mean,
        tuple(results),
        reading=reading,
    )


def together(cases: Iterable[tuple[Sequence[Span], int]]) -> Iterable[tuple[Sequence[Span], int]]:
    """Cases of the very same spans as one, with all their deals: thousands of cells are settled once for many."""
    counted: dict[tuple[int, ...], int] = {}
    spans: dict[tuple[int, ...], Sequence[Span]] = {}
    for these, count in cases:
        key = tuple(map(id, these))
        counted[key] = counted.get(key, 0) + count
        spans.setdefault(key, these)
    return ((spans[key], count) for key, count in counted.items())


def open_of(wager: str, cases: Iterable[tuple[Span, int]], total: int) -> tuple[OpenCase, ...]:
    """The cases of a wager that are not settled and come up, by their state: how often, by which clauses."""
    counted: dict[str, int] = {}
    cites: dict[str, list[str]] = {}
    for span, count in cases:
        if span.open and count:
            counted[span.result] = counted.get(span.result, 0) + count
            cites.setdefault(span.result, []).extend(span.cites)
    return tuple(
        OpenCase(wager, state, Fraction(count, total), distinct(cites[state])) for state, count in counted.items()
    )


def of_line(line: Mapping[tuple[str, ...], Span], weights: Mapping[tuple[str, ...], int]) -> list[tuple[Span, int]]:
    """The cases of one line, each with its number of deals; a cell that no deal has is left out."""
    return [(line[cell], count) for cell, count in weights.items() if count and cell in line]
