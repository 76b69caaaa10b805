"""The proof that two variants mean the same, against rewrites that do, and mutants that do not or do all the same.

What is proved is held against walking every case; where only the proof sees a difference (several wrong amounts at
once, options of any value), its witness must settle differently.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from invented import scope_of
from playing import CARD_GAMES, shipped

from differential.ground_truth import enumerated_difference
from differential.mutants import Description, mutant
from differential.rewrites import rewritten
from differential.rounds import outcomes
from rulespec.engine.settle import Settler
from rulespec.lang.resolve import amount, amounts, condition
from rulespec.model.expr import Or
from rulespec.model.rows import Row
from rulespec.model.spec import Then

equivalent = pytest.importorskip("rulespec.prove.smt.equivalent").equivalent

SPECS = CARD_GAMES
REWRITTEN, MUTATED = 8, 4  # of the fast sample: rewrites of each spec, and mutants of all of them
MANY = 1_000


def variant(seed: int) -> tuple[Settler, Settler, Description]:
    """A shipped spec and a mutant of it."""
    before = shipped(SPECS[seed % len(SPECS)])
    spec, rulebook, description = mutant(random.Random(seed), before.spec, before.rulebook)
    return before, Settler(spec, rulebook), description


def rounds_of(verdict: Any) -> list[Mapping[str, Any]]:
    """The rounds that a verdict shows."""
    return list(verdict.witness.values())


def told(verdicts: Sequence[Any]) -> str:
    """The verdicts that do not hold, in short; that all do."""
    short = [f"{one.key} {one.status} {one.reason}".strip() for one in verdicts if one.status != "holds"]
    return "; ".join(short) or "all hold"


def differs_in(before: Settler, after: Settler, rounds: Sequence[Mapping[str, Any]]) -> bool:
    """Whether one of some rounds is settled differently; a round that only one of them refuses is."""
    return any(first != second for first, second in (outcomes((before, after), one) for one in rounds))


def assert_all_hold(spec: str, seed: str, count: int) -> None:
    before = shipped(spec)
    after = Settler(before.spec, rewritten(random.Random(seed), before.rulebook, count))
    wrong = [verdict for verdict in equivalent(before, after) if verdict.status != "holds"]
    assert not wrong, f"seed {seed}, {count} rewrites: {told(wrong)}"


def assert_as_walked(seed: int) -> None:
    before, after, description = variant(seed)
    verdicts = list(equivalent(before, after))
    failing = [verdict for verdict in verdicts if verdict.status == "fails"]
    open_ = [verdict for verdict in verdicts if verdict.status == "unknown"]
    walked = enumerated_difference(before, after)
    where = f"seed {seed}, {description}"
    if walked:
        refuted = failing or any(map(is_of_prizes, open_))
        assert refuted, f"{where}: no verdict fails: {told(verdicts)}; walking finds {walked}"
        return
    rounds = [one for verdict in failing for one in rounds_of(verdict)]
    by_rounds = [verdict for verdict in failing if not is_of_prizes(verdict)]
    assert not by_rounds or differs_in(before, after, rounds), f"{where}: the witnesses settle alike: {rounds}"
    unproved = [verdict for verdict in open_ if not is_of_prizes(verdict)]
    assert failing or not unproved, f"{where}: it means the same, and is not proved to: {told(unproved)}"


def is_of_prizes(verdict: Any) -> bool:
    """Whether a verdict is on what clauses on prizes say, hand by hand.

    No deal may be found for several hands together, and what they do to a meter shows only where a round tells it.
    """
    return verdict.key.startswith(("share/", "bonus/", "takes/", "adds/"))


@pytest.mark.parametrize("spec", SPECS)
def test_rewrites_are_proved_to_mean_the_same(spec: str) -> None:
    assert_all_hold(spec, f"{spec} proved", REWRITTEN)


@pytest.mark.parametrize("seed", range(12, 12 + MUTATED))
def test_mutants_are_refuted_where_walking_sees_them(seed: int) -> None:
    assert_as_walked(seed)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("spec", SPECS)
def test_many_rewrites_are_proved_to_mean_the_same(spec: str, number: int) -> None:
    seed = f"{spec} proved {number}"
    assert_all_hold(spec, seed, random.Random(seed).choice((1, 5, 20, 60)))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(MANY // 50))
def test_a_thousand_mutants_are_refuted_where_walking_sees_them(block: int) -> None:
    for seed in range(10_000 + 50 * block, 10_050 + 50 * block):
        assert_as_walked(seed)


@pytest.mark.parametrize("now", ["never", "later", "always told"])
def test_when_a_round_shows_an_irregularity_by_itself_is_part_of_what_it_means(now: str) -> None:
    before = shipped("crown-perth/ultimate-texas-holdem")
    name = "jackpot_wager_below_required"
    rules = before.rulebook.events[name]
    assert isinstance(rules.occurs, Or)
    occurs = {"never": rules.occurs.parts[0], "later": Or(rules.occurs.parts[1:]), "always told": None}[now]
    events = {**before.rulebook.events, name: replace(rules, occurs=occurs)}
    after = Settler(before.spec, replace(before.rulebook, events=events))
    verdicts = {one.key: one for one in equivalent(before, after)}
    assert verdicts[f"irregularity/{name}"].status == "fails"
    assert differs_in(before, after, rounds_of(verdicts[f"irregularity/{name}"]))


PERTH = "crown-perth/ultimate-texas-holdem"


def with_rows(before: Settler, section: str, name: str, change: Callable[[Row], Row]) -> Settler:
    """The same spec with each row of a table changed."""
    tables = getattr(before.rulebook, section)
    table = tables[name]
    rows = tuple(map(change, table.rows))
    return Settler(before.spec, replace(before.rulebook, **{section: {**tables, name: replace(table, rows=rows)}}))


def test_a_wager_whose_amounts_go_by_the_stake_of_another_follows_its_rules() -> None:
    before = shipped(PERTH)
    scope = scope_of(before.spec)
    unequal = condition("amount(ante) != amount(blind)", scope)
    # What is at risk on an Ante that is not the Blind's amount is what the Blind is, so that a Play Wager of four
    # times the Ante placed is too large, by rules that stand as they stood.
    at_most = Then("stake", "at most", amount=amount("amount(blind)", scope))
    after = with_rows(before, "stake", "ante", lambda row: replace(row, then=at_most) if row.when == unequal else row)
    assert after.rulebook != before.rulebook
    verdicts = {one.key: one for one in equivalent(before, after)}
    assert verdicts["wager/ante"].status == "fails"
    assert verdicts["wager/play"].status == "fails"
    assert differs_in(before, after, rounds_of(verdicts["wager/play"]))
    assert verdicts["wager/trips"].status == "holds"


def test_the_same_rules_are_the_same_whatever_else_a_stage_offers() -> None:
    before = shipped(PERTH)

    scope = scope_of(before.spec)
    wider = amounts("2 * ante | 3 * ante | 4 * ante", scope)
    with_ante = condition("placed(ante)", scope)

    def changed(row: Row) -> Row:
        return replace(row, then=replace(row.then, amount=wider)) if row.when == with_ante else row

    after = with_rows(before, "play", "pre_flop", changed)
    verdicts = list(equivalent(before, after))
    assert told(verdicts).startswith("decision/pre_flop fails")
    assert [one.key for one in verdicts if one.status != "holds"] == ["decision/pre_flop"]
    by_rules = {one.key for one in verdicts if one.basis == "the same rules"}
    assert {"wager/ante", "wager/blind", "wager/jackpot_1", "share/jackpot_1"} <= by_rules
    assert "wager/play" not in by_rules  # its rules of the acts also say which amounts are at risk


def test_the_same_rules_are_not_taken_for_the_same_where_acts_are_others() -> None:
    before = shipped(PERTH)
    check = Then("act", "check")
    after = with_rows(before, "play", "river", lambda row: replace(row, then=check) if row.then.word == "fold" else row)
    verdicts = {one.key: one for one in equivalent(before, after)}
    assert verdicts["decision/river"].status == "fails"
    assert verdicts["wager/ante"].basis != "the same rules"
