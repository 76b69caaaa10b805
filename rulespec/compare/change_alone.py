"""Wagers that the hands which meet do not decide: what each comes to by itself before and after."""

from rulespec.errors import Inconclusive
from rulespec.model.change_worth import WagerNet
from rulespec.model.odds import WagerOdds
from rulespec.model.spec import Spec
from rulespec.odds.odds import odds
from rulespec.odds.spans import BEST, INTERPRETED, LITERAL, WORST


def alone(spec: Spec, name: str) -> WagerNet | None:
    """What a wager comes to whoever plays how, in units of itself; None where the spec has none such.

    Raises `Inconclusive` where it cannot be worked out, or turns on how the rest is played.
    """
    if spec.wager(name) is None:
        return None
    said = odds(spec, None, (name,))
    found = {one.reading: one for one in said.alone if one.wager == name}
    for reading in (LITERAL, INTERPRETED):
        if reading in found:
            return _net(found[reading], found[reading])
    if WORST in found and BEST in found:
        return _net(found[WORST], found[BEST])
    told = [f"`{name}` is left out: {one.reason}" for one in said.missing if one.wager == name]
    raise Inconclusive("; ".join(told) or f"what becomes of `{name}` turns on how the rest is played")


def _net(worst: WagerOdds, best: WagerOdds) -> WagerNet:
    return WagerNet(worst.staked, (worst.net, best.net))
