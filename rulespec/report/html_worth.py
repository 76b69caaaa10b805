"""What a row of the page is worth: how often its cases come up under best play, and what each document nets there."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rulespec.model.comparison import Compared, Worth
from rulespec.report.html_words import Heading
from rulespec.report.odds_figures import plain
from rulespec.report.worth import of_rounds, partly, span


@dataclass(frozen=True, slots=True)
class PlayWorth:
    """A row under the best play of one document; `nets` are in the order of the documents, "" where one has none.

    `apart` is what the player nets more by one document than by another, of the two that may lie furthest apart, in
    words; `partly` in what further rounds a payment is not compared.
    """

    play: Heading
    often: str
    nets: tuple[str, ...]
    apart: str
    partly: str


@dataclass(frozen=True, slots=True)
class WorthView:
    """In short, by the play under which documents may lie furthest apart, and play by play.

    `more` is what the player nets more, a number or its two bounds with their signs, `by` one document than by another;
    "" where they lie apart by nothing. `unpriced` says why there is none of this.
    """

    more: str
    by: str
    often: str
    plays: tuple[PlayWorth, ...]
    unpriced: str = ""


def most(row: Compared) -> Fraction:
    """How far two documents may lie apart, under the play where that is most."""
    return max((one.most for one in row.worth), default=Fraction(0))


def worth_view(row: Compared, names: Mapping[str, Heading]) -> WorthView | None:
    """What the page tells of a row's worth; None where it was not asked or has none."""
    if not row.worth:
        return WorthView("", "", "", (), plain(row.unpriced.replace("`", ""))) if row.unpriced else None
    plays = tuple(
        PlayWorth(
            names[one.play],
            of_rounds(one.share),
            tuple(minus(span(*one.nets[name])) if name in one.nets else "" for name in names),
            " ".join(filter(None, _apart(one, names))) or "nothing",
            partly(one) if one.partly else "",
        )
        for one in row.worth
    )
    at = max(range(len(plays)), key=lambda place: (row.worth[place].most, row.worth[place].share))
    return WorthView(*_apart(row.worth[at], names), plays[at].often, plays)


def _apart(one: Worth, names: Mapping[str, Heading]) -> tuple[str, str]:
    """What the player nets more, and by which document than by which; empty where it is nothing."""
    if one.apart is None or not any(one.apart[2]):
        return "", ""
    first, second, more = one.apart
    return minus(span(*more)), f"by {names[second].short} than by {names[first].short}"


def minus(text: str) -> str:
    return text.replace("-", "−")
