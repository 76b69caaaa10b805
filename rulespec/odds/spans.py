"""What becomes of a wager in a case, in units of the first wager; where nothing says it, between which bounds.

A case that the document leaves open, or settles twice, is not guessed. Its net lies between a worst and a best for the
player, and both are things that the document's own words can make of the wager:

* No row settles it: what the wager's own rows have for results anywhere, and, since silence takes nothing and gives
  nothing, the loss and the return of the stake as well. A win counts where the wager's pay table pays for the case.
* Rows settle it differently: the results of those rows.
* It is won and nothing says what is paid, or rows of the pay table pay differently: from the stake alone back to the
  most that the table pays by odds; between what the rows that differ pay.
* What is at risk is open: as where no row settles it, on the amount placed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rulespec.domains.base import DEALING, ByRules
from rulespec.engine.settle import Settler
from rulespec.model.odds import BEST
from rulespec.model.round import Amount, WagerOutcome
from rulespec.model.rows import Row
from rulespec.odds.setting import Setting
from rulespec.prove.states import State

OPEN = ("undetermined", "conflict")


@dataclass(frozen=True, slots=True)
class Span:
    """One wager in one case: result, pay row of a win, stake, and the bounds of its net (the same where it is settled).

    `staked`, `low` and `high` are in units of the first wager.
    """

    result: str
    row: str
    staked: Fraction
    low: Fraction
    high: Fraction
    cites: tuple[str, ...]

    @property
    def open(self) -> bool:
        return self.result in OPEN

    def net(self, reading: str) -> Fraction:
        return self.high if reading == BEST else self.low

    def pays_as(self, other: "Span") -> bool:
        return (self.staked, self.low, self.high) == (other.staked, other.low, other.high)


def spans(setting: Setting, state: State, deal: Mapping[str, Any]) -> Mapping[str, Span]:
    """What becomes of every wager of a line in a deal. Raises `Inconclusive`."""
    settled = setting.settle(state, deal)
    ruled = setting.settler.game.facts_of(deal).get(DEALING) if isinstance(setting.settler.game, ByRules) else None
    if ruled is not None and not ruled.problem:  # of all deals that are told alike only this one is dealt by these
        settled = {name: replace(one, cites=_without(one.cites, ruled.cites)) for name, one in settled.items()}
    facts = setting.case(state, deal) if any(one.result in (*OPEN, "win") for one in settled.values()) else {}
    return {name: _span(setting, name, outcome, facts) for name, outcome in settled.items()}


def _without(cites: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(clause for clause in cites if clause not in others)


def _span(setting: Setting, name: str, outcome: WagerOutcome, facts: Mapping[str, Any]) -> Span:
    stake = outcome.placed if outcome.stake is None else outcome.stake
    if outcome.net is not None and outcome.result not in OPEN:
        low = high = outcome.net
    else:
        low, high = _bounds(setting.settler, name, outcome, stake, facts)
    payer = setting.settler.payers.get(name)
    paid = payer.row_of(facts) if payer is not None and outcome.result == "win" else None
    units = setting.units
    return Span(outcome.result, paid.key if paid else "", units(stake), units(low), units(high), outcome.cites)


def _bounds(
    settler: Settler, name: str, outcome: WagerOutcome, stake: Amount, facts: Mapping[str, Any]
) -> tuple[Amount, Amount]:
    """The worst and the best net of a case that is not settled (see the module)."""
    table = settler.rulebook.settle.get(name)
    rows = table.rows if table is not None else ()
    held = {row.then.word for row in rows if row.id in outcome.rows}
    nets: list[Amount] = []
    if held == {"win"}:
        nets = _unpaid(settler, name, stake, facts)
    elif outcome.result == "conflict" and held:
        nets = [net for word in held for net in _of_word(settler, name, word, stake, facts)]
    if not nets:
        words = {"lose", "stand_off", *_words(rows)}
        nets = [net for word in words for net in _of_word(settler, name, word, stake, facts)]
    return min(nets), max(nets)


def _words(rows: tuple[Row, ...]) -> set[str]:
    return {row.then.word for row in rows}


def _unpaid(settler: Settler, name: str, stake: Amount, facts: Mapping[str, Any]) -> list[Amount]:
    """Of a win whose payment is open."""
    payer = settler.payers.get(name)
    if payer is None:
        return [0]
    each = payer.each(stake, facts)
    if each:
        return list(each)
    highest = payer.highest(stake)
    return [0] if highest is None else [0, highest]


def _of_word(settler: Settler, name: str, word: str, stake: Amount, facts: Mapping[str, Any]) -> list[Amount]:
    """What a result is worth; nothing for a win that the pay table does not price."""
    if word == "lose":
        return [-stake]
    if word == "surrendered":
        return [-Fraction(stake, 2)]
    if word != "win":
        return [0]
    payer = settler.payers.get(name)
    return list(payer.each(stake, facts)) if payer is not None else []
