"""How often something is dealt, as a person would say it."""

from fractions import Fraction


def in_words(share: Fraction) -> str:
    """`in 1 of 29 deals (3.4 %)`; `in every deal`, `never`."""
    if share >= 1:
        return "in every deal"
    if share <= 0:
        return "in no deal"
    return f"in {one_in(share)} ({percent(share)})"


def one_in(share: Fraction) -> str:
    """`1 of 29 deals`; for what is commoner than one in two, by percentage instead."""
    if share * 2 > 1:
        return f"{percent(share)} of deals"
    return f"1 of {round(1 / share):,} deals"


def percent(share: Fraction) -> str:
    """A share with two or three figures that mean something: `3.41 %`, `0.00015 %`."""
    hundred = float(share) * 100
    if hundred >= 0.01:
        return f"{hundred:.3g} %" if hundred < 99.95 else f"{hundred:.4g} %"
    return f"{hundred:.2g} %"
