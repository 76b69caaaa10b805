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
from functools import cache

import pytest
from differential.sampled import drawn
from playing import CARD_GAMES, asked, facts_of, played, plays, random_deal, settle, shipped, some_options
from sampling import first, sized
from test_witnesses import subject

from rulespec.engine.options import keys_of
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import NEVER, PLAYERS, Truth, truth
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.model.round import Round
from rulespec.prove.check import check
from rulespec.prove.smt.as_written import exprs_of
from rulespec.prove.smt.risks import stakes_read
from rulespec.report.findings import finding_json

DEALS = sized(700, 300)  # for each spec
RUNS = 8  # runs of acts for each deal, of all that there are
MANY_DEALS = 3_000
AGAIN = 2  # deals settled of those that look alike, for each run of acts
BETWEEN = (Fraction(1, 2), 1, 2, 3, Fraction(7, 2), 4, 5)  # permitted amounts, and what lies about them
LIMITS = re.compile(r"table_minimum|table_maximum|betting_unit|smallest_chip|maximum_payout")
RESULTS = {"gap": "undetermined", "conflict": "conflict"}


@dataclass(frozen=True)
class Claim:
    """What a finding claims: this wager comes out so wherever this holds."""

    wager: str
    result: str
    holds: Truth
    message: str


@cache
def claims(settler: Settler) -> list[Claim]:
    found = []
    for finding in check(settler).findings:
        of_prizes = "a winner gets" in finding.message  # they turn on other hands
        if finding.rule in RESULTS and not (finding.witness or {}).get("events") and not of_prizes:
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


@pytest.mark.parametrize("name", first(CARD_GAMES, 1))
def test_what_settling_leaves_open_is_what_check_claims(name: str) -> None:
    agree(name, DEALS, RUNS)


@pytest.mark.slow
@pytest.mark.parametrize("name", CARD_GAMES)
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
    assert tried > sized(4_000, 2_000)
    # What is shown by the first amounts of a hand is not played here, nor by limits: every wager before the deal is one
    # unit, and no table has any.
    rare = {claim.message for claim in claimed} - set(shown)
    assert all("amount(" in text and ("placed_at" not in text or LIMITS.search(text)) for text in rare), rare


# Limits, and wrong amounts of several wagers at once.

WRONG = 150  # rounds for each spec
MANY_WRONG = 5_000


@pytest.mark.parametrize("name", first(CARD_GAMES, 2))
def test_wrong_amounts_under_limits_are_left_open_where_check_claims_it(name: str) -> None:
    assert agree_on_amounts(name, WRONG)["compared"] > WRONG


@pytest.mark.slow
@pytest.mark.parametrize("name", CARD_GAMES)
def test_many_wrong_amounts_under_limits_are_left_open_where_check_claims_it(name: str) -> None:
    found = agree_on_amounts(name, MANY_WRONG)
    assert found["open"] > 100, found
    assert found["told"] > 100, found


def agree_on_amounts(name: str, count: int) -> Counter[str]:
    """Random amounts and limits: what settling a wager leaves open is what `check` claims of it."""
    settler = shipped(name)
    claimed, found = claims(settler), Counter[str]()
    limits = [one for one in settler.spec.options if one.missing == "not_in_issue" and one.type.kind == "amount"]
    optional = [key for one in limits if LIMITS.match(one.name) for key, _ in keys_of(settler.spec, one)]
    invariants = [truth(one.holds) for one in settler.spec.invariants]
    for data in drawn(random.Random(f"amounts of {name}"), settler, count):
        round_ = read_round(data, Place("round"))
        wagers = settle(settler, round_)
        if wagers is None or None in (round_.board, round_.dealer) or len(round_.board.split()) < 5:
            found["left out"] += 1
            continue
        facts = facts_of(settler, round_)
        if settler.irregularities.shown([(round_.players[0], facts)], []):
            found["shows something"] += 1
            continue
        if any(holds(facts) is False for holds in invariants):
            continue  # what the proofs take as given
        left_out = {key: NEVER for key in optional if key not in facts}
        given = len(left_out) < len(optional)
        told = {f"stake({wager})": one.stake for wager, one in wagers.items() if not _decided(settler, wager)}
        for wager, outcome in wagers.items():
            needed = stakes_read(exprs_of(settler, wager)) - {wager}
            open_elsewhere = any(wagers[other].stake is None for other in needed if other in wagers)
            if wager in settler.shared or open_elsewhere:
                continue  # prizes turn on other hands; and what a stake is worked out from is told
            known = {**left_out, **facts, **(told if _decided(settler, wager) else {})}
            known[PLAYERS] = [known]
            holding = {claim.result for claim in claimed if claim.wager == wager and claim.holds(known) is True}
            open_ = {outcome.result} & set(RESULTS.values())
            # A wager may have two problems, of which that of its amount shows; and what is claimed of a table without
            # limits need not be so of one that has some.
            assert open_ <= holding if open_ or given else not holding, (wager, outcome, holding, data)
            found["compared"] += 1
            found["open" if open_ else "told"] += 1
    return found


def _decided(settler: Settler, wager: str) -> bool:
    declared = settler.spec.wager(wager)
    return declared is not None and declared.placed == "decided"
