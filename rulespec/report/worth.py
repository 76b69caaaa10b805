"""What differences are worth, as text and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulespec.model.comparison import Compared, Comparison, Worth
from rulespec.model.odds import WagerOdds, readings
from rulespec.prove.frequency import in_words
from rulespec.report.odds_numbers import decimal, percent, signed
from rulespec.report.text import columns, wrapped

PLACES = 7
READ = {
    "literal": "",
    "interpreted": "with the recorded readings",
    "best": "read for the player",
    "worst": "read against",
}
AS = {"literal": "", "interpreted": ", recorded readings", "worst": ", read against", "best": ", read for"}


def plays_text(comparison: Comparison) -> Iterator[str]:
    """What a round nets by each document under its own best play, wager by wager, and what changes between two.

    Where no hand needs a wager there is no round that nets anything by itself, and each wager is told alone.
    """
    if comparison.plays:
        yield "BEST PLAY of each, per first wager"
        yield ""
    for name, play in comparison.plays.items():
        read = f", {READ[play.reading]}" if READ[play.reading] else ""
        told = f"{name}: {signed(play.net)}, house edge {percent(-play.net, 5)}{read}"
        yield wrapped(f"{told}{_between(comparison.bounds.get(name))}", 2, 4)
    if len(comparison.plays) == 2:
        yield from _change(comparison)
    if comparison.further and not comparison.plays:
        yield "EACH WAGER by itself, per unit of it: no hand needs one"
    if comparison.further or len(comparison.plays) == 2:
        yield ""
        yield from _wagers(comparison)
    if comparison.plays or comparison.further:
        yield ""
    yield from (wrapped(note, 2, 4) for note in comparison.odds_notes)


def _between(bounds: tuple[Fraction, Fraction] | None) -> str:
    return "" if bounds is None else f"; as its open cases are read, from {signed(bounds[0])} to {signed(bounds[1])}"


def _change(comparison: Comparison) -> Iterator[str]:
    """The change of the expected net from the first play to the second."""
    (one, first), (other, second) = comparison.plays.items()
    told = f"from the first to the second the player nets {signed(second.net - first.net)} a round"
    if comparison.bounds:  # of two documents, each of which may be read by itself
        low, high = comparison.bounds.get(one, (first.net, first.net))
        least, most = comparison.bounds.get(other, (second.net, second.net))
        told += f"; as open cases are read, from {signed(least - high)} to {signed(most - low)}"
    yield ""
    yield wrapped(told, 2, 4)


def _wagers(comparison: Comparison) -> Iterator[str]:
    """What each wager nets by the first document and by the second, of the round and beside it."""
    first, second = comparison.specs
    rows: list[tuple[str, ...]] = [("wager", "net before", "net after", "change")]
    if len(comparison.plays) == 2:
        before, after = ({one.wager: one for one in play.wagers} for play in comparison.plays.values())
        for name in dict.fromkeys((*before, *after)):
            nets = [side[name].net if name in side else Fraction(0) for side in (before, after)]
            rows.append((name, *map(signed, nets), signed(nets[1] - nets[0])))
    beside = ", beside the round" if comparison.plays else ""
    rows += _beside([comparison.further.get(name, {}) for name in (first, second)], beside)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *rest in rows:
        cells = (cell.rjust(wide) for cell, wide in zip(rest, widths[1:], strict=True))
        yield f"  {name.ljust(widths[0])}  {'  '.join(cells)}"


def _beside(sides: Sequence[Mapping[str, Mapping[str, WagerOdds]]], beside: str) -> Iterator[tuple[str, ...]]:
    """The wagers beside the round, by each reading, under the play that is best with them; once where all are alike."""
    for name in dict.fromkeys(name for side in sides for name in side):
        found = [side.get(name, {}) for side in sides]
        rows: list[tuple[str, tuple[str, ...]]] = []
        for reading in readings(found):
            first, second = (side.get(reading, side.get("literal")) for side in found)
            both = [one.net if one is not None and one.at_risk else None for one in (first, second)]
            nets = tuple("-" if one is None else signed(one) for one in both)
            change = "-" if both[0] is None or both[1] is None else signed(both[1] - both[0])
            rows.append((reading, (*nets, change)))
        alike = len({row for _, row in rows}) == 1
        for reading, row in rows[:1] if alike else rows:
            yield (f"{name}{beside}{'' if alike else AS[reading]}", *row)


def row_text(row: Compared, specs: tuple[str, ...]) -> list[str]:
    """Under each play how often the cases of a row come up, and what each document nets the player there."""
    if row.unpriced:
        return [wrapped(f"not priced: {row.unpriced}", 4, 6)]
    return columns([(f"play of {one.play}", _told(one, specs)) for one in row.worth], 4)


def _told(one: Worth, specs: tuple[str, ...]) -> str:
    told = _nets(one, specs)
    return f"{told}; {partly(one)}" if one.partly else told


def partly(one: Worth) -> str:
    """In what further rounds a payment is not compared."""
    return f"{of_rounds(one.partly)} more, not by all documents won, the difference is one of settlement"


def _nets(one: Worth, specs: tuple[str, ...]) -> str:
    often = of_rounds(one.share)
    if not one.share:
        return often
    if len(specs) == 2:
        more = one.more(*specs)
        if more is None:
            return f"{often}; only one of the two offers it"
        return f"{often}; the player nets {span(*more)} more by the second"
    nets = "; ".join(f"{name} {span(*net)}" for name, net in one.nets.items())
    return f"{often}; the player nets {nets}"


def of_rounds(share: Fraction) -> str:
    """How often something comes up in play: `in 17.4 % of rounds`."""
    return in_words(share).replace("deal", "round") if share else "never"


def span(low: Fraction, high: Fraction) -> str:
    """A number, or the two that it lies between."""
    if low == high:
        return signed(low, PLACES)
    return f"{signed(low, PLACES)} to {signed(high, PLACES)}"


def number(value: Fraction) -> dict[str, str]:
    """An exact number as JSON tells it."""
    return {"fraction": str(value), "decimal": decimal(value, 12)}


def row_json(row: Compared) -> list[dict[str, Any]]:
    """The worth of a row, play by play."""
    return [
        {
            "play": one.play,
            "share": number(one.share),
            "partly": number(one.partly),
            "nets": {name: {"low": number(low), "high": number(high)} for name, (low, high) in one.nets.items()},
        }
        for one in row.worth
    ]


def plays_json(comparison: Comparison) -> dict[str, Any]:
    """The plays that rows are priced by, where hands need a wager; and the wagers that they do not need."""
    plays: dict[str, dict[str, Any]] = {
        name: {
            "reading": play.reading,
            "net": number(play.net),
            "bounds": [number(bound) for bound in comparison.bounds.get(name, (play.net, play.net))],
            "staked": number(play.staked),
            "wagers": {wager.wager: number(wager.net) for wager in play.wagers},
        }
        for name, play in comparison.plays.items()
    }
    for name in dict.fromkeys((*plays, *comparison.further)):
        plays.setdefault(name, {})["beside"] = {
            wager: {reading: number(one.net) for reading, one in by_reading.items()}
            for wager, by_reading in comparison.further.get(name, {}).items()
        }
    return {"plays": plays, "notes": list(comparison.odds_notes)}
