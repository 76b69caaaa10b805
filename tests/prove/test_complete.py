"""`check` against brute force: random deals, runs of acts, and what settling them gives.

A round comes out without an answer exactly where the condition of some gap holds of it, and with two answers exactly
where that of some conflict does.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import pytest
from playing import asked, facts_of, played, plays, random_deal, settle, shipped, some_options
from test_witnesses import subject

from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import Truth
from rulespec.load.library import Library
from rulespec.model.round import Round
from rulespec.prove.check import check
from rulespec.report.findings import finding_json

DEALS = 1_500  # for each spec
RUNS = 8  # runs of acts for each deal, of all that there are
MANY_DEALS = 3_000
AGAIN = 2  # deals settled of those that look alike, for each run of acts
BETWEEN = (Fraction(1, 2), 1, 2, 3, Fraction(7, 2), 4, 5)  # permitted amounts, and what lies about them
LIMITS = re.compile(r"table_minimum|table_maximum|betting_unit")
RESULTS = {"gap": "undetermined", "conflict": "conflict"}


@dataclass(frozen=True)
class Claim:
    """What a finding claims: this wager comes out so wherever this holds."""

    wager: str
    result: str
    holds: Truth
    message: str


def claims(settler: Settler) -> list[Claim]:
    found = []
    for finding in check(settler).findings:
        if finding.rule in RESULTS and not (finding.witness or {}).get("events"):
            text = re.search(r" when `([^`]+)`", finding.message)
            assert text, finding.message
            wager = subject(finding_json(finding))
            found.append(Claim(wager, RESULTS[finding.rule], asked(text[1], settler.spec.id), finding.message))
    return found


def rounds(settler: Settler, deals: int, runs: int | None) -> Iterator[Round]:
    """Random deals under random options, with some or all runs of acts: a few of those that look alike to the rules."""
    chance, seen = random.Random(settler.spec.id), Counter[object]()
    # Jackpots turn on other hands: one run of acts with each is enough.
    apart = {wager.name for wager in settler.spec.wagers if wager.name in settler.shared}
    plain = [play for play in plays(settler) if apart.isdisjoint(play.wagers)]
    multiples = BETWEEN if len(settler.spec.wagers) - len(apart) == 4 and len(plain) < 50 else (1, 2)
    found = plays(settler, multiples)
    every = [play for play in found if len(apart.intersection(play.wagers)) < 2]
    for _ in range(deals):
        deal, options = random_deal(chance), some_options(settler.spec, chance)
        cards = settler.game.dealt(played(settler, deal, every[0], options))[0].signature
        for play in every if runs is None else chance.sample(every, min(runs, len(every))):
            key = cards, play, str(options)
            seen[key] += 1
            if seen[key] <= AGAIN:
                yield played(settler, deal, play, options)


@pytest.mark.parametrize("name", Library().ids())
def test_what_settling_leaves_open_is_what_check_claims(name: str) -> None:
    agree(name, DEALS, RUNS)


@pytest.mark.slow
@pytest.mark.parametrize("name", Library().ids())
def test_what_settling_leaves_open_in_every_run_of_acts_is_what_check_claims(name: str) -> None:
    agree(name, MANY_DEALS, None)


def agree(name: str, deals: int, runs: int | None) -> None:
    settler = shipped(name)
    claimed = claims(settler)
    shown = Counter[str]()
    tried = 0
    for round_ in rounds(settler, deals, runs):
        wagers = settle(settler, round_)
        assert wagers is not None
        tried += 1
        facts = facts_of(settler, round_)
        for wager, outcome in wagers.items():
            holding = {claim.result for claim in claimed if claim.wager == wager and claim.holds(facts)}
            open_ = {outcome.result} & {"undetermined", "conflict"}
            assert holding == open_, (wager, outcome, round_)
            shown.update(claim.message for claim in claimed if claim.wager == wager and claim.holds(facts))
    assert tried > 4_000
    # What is shown by the first amounts of a hand is not played here, nor by limits: every wager before the deal is one
    # unit, and no table has any.
    rare = {claim.message for claim in claimed} - set(shown)
    assert all("amount(" in text and ("placed_at" not in text or LIMITS.search(text)) for text in rare), rare
