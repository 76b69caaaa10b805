"""How often the cards for something are dealt, as a person would say it. What players do with them is not in it."""

from fractions import Fraction

from rulespec.domains.play import Selectable


def mixed(*games: object) -> str:
    """What a share of deals is the mean over: the name of what a table chooses of several, `wheel`; "" for nothing."""
    offered = [game.selections() for game in games if isinstance(game, Selectable)]
    names = (name for each in offered for name, values in each.items() if len(values) > 1)
    return ", ".join(dict.fromkeys(names))


def in_words(share: Fraction, over: str = "") -> str:
    """`in 1 of 29 deals (3.4 %)`; `in 17.4 % of deals` for what is common; `in every deal`, `in no deal`.

    `over` is what the share is the mean over (`mixed`).
    """
    told = _in_words(share)
    return f"{told}, in the mean over each `{over}`" if over and 0 < share < 1 else told


def _in_words(share: Fraction) -> str:
    if share >= 1:
        return "in every deal"
    if share <= 0:
        return "in no deal"
    if share * 10 > 1:  # `1 of 3` would be too coarse
        return f"in {percent(share)} of deals"
    return f"in 1 of {round(1 / share):,} deals ({percent(share)})"


def percent(share: Fraction) -> str:
    """A share with two or three figures that mean something: `3.41 %`, `0.00015 %`; 100 % is certain and no less."""
    hundred = float(share) * 100
    if hundred >= 99.995 and share < 1:
        return "more than 99.99 %"
    if hundred >= 0.01:
        return f"{hundred:.3g} %" if hundred < 99.95 else f"{hundred:.4g} %"
    return f"{hundred:.2g} %"
