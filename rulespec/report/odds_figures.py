"""The figures of odds that the page is made of: whose they are, house edges with their bounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulespec.model.odds import Odds, PlayOdds, WagerOdds
from rulespec.report.odds_numbers import percent, root, signed

Titled = Callable[[str], str]  # what a wager or an option is called on the page, by its name

PLACES = 4
WHOLE = "the whole round, per first wager"
_SHOWN = ("literal", "interpreted", "worst")  # the play that is shown, the first that there is
_READ = {"best": "read for the player", "worst": "read against", "interpreted": "with the recorded readings"}
_NOTHING = PlayOdds("literal", Fraction(0), Fraction(0), Fraction(0), (), (), ())


@dataclass(frozen=True, slots=True)
class Edge:
    """A house edge, with every open case read for the player, read against, and with the recorded readings.

    Best play is that of the reading, so that of one wager the edge may be less where cases are read against the player.
    `best` and `worst` are the same where nothing is open.
    """

    best: Fraction
    worst: Fraction
    read: Fraction | None
    deviation: str

    @property
    def open(self) -> bool:
        """Whether it turns on what is left open."""
        return self.best != self.worst

    @property
    def shown(self) -> Mapping[str, str]:
        """As texts: `edge` (read for the player), `deviation`; where cases are open `against` and `read`."""
        return {
            "edge": percent(self.best, PLACES),
            "against": percent(self.worst, PLACES) if self.open else "",
            "read": percent(self.read, PLACES) if self.open and self.read is not None else "",
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


def added(odds: Odds) -> Mapping[str, str]:
    """Of each wager that an act may forfeit what the round nets more with it, by each reading where these differ."""
    found: dict[str, dict[str, str]] = {}
    for one in odds.beside:
        found.setdefault(one.wager.wager, {})[one.reading] = signed(one.adds, PLACES)
    return {name: _added(texts) for name, texts in found.items()}


def _added(texts: Mapping[str, str]) -> str:
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    return ", ".join(f"{_READ[reading]} {texts[reading]}" for reading in _READ if reading in texts)


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
    return {"without": "never at risk", "why": ""}


def _edge(readings: Mapping[str, tuple[Fraction, str]]) -> Edge | None:
    shown = next((readings[name] for name in _SHOWN if name in readings), None)
    if shown is None:
        return None
    worst, best = readings.get("worst"), readings.get("best")
    if "literal" in readings or not worst or not best:
        return Edge(shown[0], shown[0], None, shown[1])
    return Edge(best[0], worst[0], readings["interpreted"][0] if "interpreted" in readings else None, shown[1])
