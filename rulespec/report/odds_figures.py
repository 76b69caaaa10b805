"""The figures of odds that the page is made of: whose they are, house edges with their bounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulespec.model.odds import Odds, PlayOdds, WagerOdds
from rulespec.report.odds_numbers import percent, root

Titled = Callable[[str], str]  # what a wager or an option is called on the page, by its name

PLACES = 4
WHOLE = "the whole round, per first wager"
_SHOWN = ("literal", "interpreted", "worst")  # the play that is shown, the first that there is
_NOTHING = PlayOdds("literal", Fraction(0), Fraction(0), Fraction(0), (), (), ())


@dataclass(frozen=True, slots=True)
class Edge:
    """A house edge: from `low` to `high` where cases are open, with the recorded readings at `read`."""

    low: Fraction
    high: Fraction
    read: Fraction | None
    deviation: str

    @property
    def shown(self) -> Mapping[str, str]:
        """`edge`, `deviation`, and where cases are open `upper` and `read`, as texts."""
        is_open = self.low != self.high
        return {
            "edge": percent(self.low, PLACES),
            "upper": percent(self.high, PLACES) if is_open else "",
            "read": percent(self.read, PLACES) if is_open and self.read is not None else "",
            "deviation": self.deviation,
            "without": "",
            "why": "",
        }


def names_of(several: Sequence[Odds]) -> list[str]:
    """Whose document each is; the spec's id where two have one name."""
    known = [one.document.known_as for one in several]
    return [name if known.count(name) == 1 else one.spec for name, one in zip(known, several, strict=True)]


def plain(name: str) -> str:
    """A name as it is written in a text."""
    return name.replace("_", " ")


def shown_play(odds: Odds) -> PlayOdds:
    """The play that is shown, or one of nothing."""
    return next((play for reading in _SHOWN if (play := odds.play(reading))), _NOTHING)


def first(readings: Mapping[str, WagerOdds]) -> WagerOdds:
    """Of the odds of a wager by reading those that are shown."""
    return next((readings[name] for name in _SHOWN if name in readings), next(iter(readings.values())))


def by_wager(odds: Odds) -> Mapping[str, Mapping[str, WagerOdds]]:
    """Of each wager the odds by reading."""
    found: dict[str, dict[str, WagerOdds]] = {}
    for play in odds.plays:
        for wager in play.wagers:
            found.setdefault(wager.wager, {})[play.reading] = wager
    for wager in (*odds.alone, *(one.wager for one in odds.beside)):
        found.setdefault(wager.wager, {})[wager.reading] = wager
    return found


def edges_of(odds: Odds) -> Mapping[str, Edge]:
    """The edge of the whole round under "", then of each wager that is ever staked."""
    figures = {"": {play.reading: (-play.net, root(play.deviation2, PLACES)) for play in odds.plays}}
    for name, readings in by_wager(odds).items():
        figures[name] = {
            reading: (one.edge, root(one.deviation2, PLACES))
            for reading, one in readings.items()
            if one.edge is not None
        }
    return {name: edge for name, readings in figures.items() if (edge := _edge(readings))}


def cell_of(odds: Odds, edges: Mapping[str, Edge], wager: str) -> Mapping[str, str] | None:
    """What a table of edges has for a wager ("" for the whole round); None where the spec has no such wager.

    An edge is there as `Edge.shown`; for one that is not there `without` says so and `why` gives the reason.
    """
    if wager in edges:
        return edges[wager].shown
    reasons = {one.wager: one.reason for one in odds.missing}
    if wager in reasons:
        return {"without": "not worked out", "why": reasons[wager]}
    if wager not in odds.wagers:
        return None
    if "" in reasons and wager not in by_wager(odds):  # a part of the round
        return {"without": "not worked out", "why": reasons[""]}
    return {"without": "never staked", "why": ""}


def _edge(readings: Mapping[str, tuple[Fraction, str]]) -> Edge | None:
    shown = next((readings[name] for name in _SHOWN if name in readings), None)
    if shown is None:
        return None
    worst, best = readings.get("worst"), readings.get("best")
    if "literal" in readings or not worst or not best:
        return Edge(shown[0], shown[0], None, shown[1])
    low, high = sorted((worst[0], best[0]))
    return Edge(low, high, readings["interpreted"][0] if "interpreted" in readings else None, shown[1])
