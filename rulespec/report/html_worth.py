"""What a row of the page is worth: how often its cases come up under best play, and what each document nets there."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rulespec.model.comparison import Compared
from rulespec.report.html_words import Heading
from rulespec.report.odds_numbers import decimal
from rulespec.report.worth import PLACES, of_rounds, span


@dataclass(frozen=True, slots=True)
class PlayWorth:
    """A row under the best play of one document; `nets` are in the order of the documents, "" where one has none."""

    play: Heading
    often: str
    nets: tuple[str, ...]
    most: str


@dataclass(frozen=True, slots=True)
class WorthView:
    """In short, and play by play. `never`: the cases do not come up under any of these plays."""

    never: bool
    most: str
    often: str
    of: Heading
    plays: tuple[PlayWorth, ...]


def most(row: Compared) -> Fraction:
    """How far the documents lie apart at most, under the play where that is most."""
    return max((one.most for one in row.worth), default=Fraction(0))


def worth_view(row: Compared, names: Mapping[str, Heading]) -> WorthView | None:
    """What the page tells of a row's worth; None where it was not asked or has none."""
    if not row.worth:
        return None
    plays = tuple(
        PlayWorth(
            names[one.play],
            of_rounds(one.share),
            tuple(span(*one.nets[name]).replace("-", "−") if name in one.nets else "" for name in names),
            _unsigned(one.most),
        )
        for one in row.worth
    )
    at = max(range(len(plays)), key=lambda place: (row.worth[place].most, row.worth[place].share))
    never = not any(one.share for one in row.worth)
    return WorthView(never, plays[at].most, plays[at].often, plays[at].play, plays)


def _unsigned(value: Fraction) -> str:
    if not value:
        return "nothing"
    least = Fraction(1, 10**PLACES)
    return decimal(value, PLACES) if value >= least else f"less than {decimal(least, PLACES)}"
