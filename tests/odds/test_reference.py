"""The odds of whole games against figures worked out and published elsewhere."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import pytest

import rulespec
from rulespec.model.odds import MoveOdds, Odds, PlayOdds

MELBOURNE, PERTH, QUEENSLAND = (
    f"{house}/ultimate-texas-holdem" for house in ("crown-melbourne", "crown-perth", "queensland")
)
BONUS_MELBOURNE, BONUS_PERTH = "crown-melbourne/wsop-bonus-texas-holdem", "crown-perth/crown-holdem-poker"
BONUS_QUEENSLAND, BONUS_NSW = "queensland/texas-holdem-bonus", "nsw/texas-holdem-bonus"

# A table as far as it bears on the play: the spec and the option of the Ante.
FROM_A_FLUSH = ((BONUS_NSW, ""), (BONUS_PERTH, ""), (BONUS_QUEENSLAND, ""), (BONUS_MELBOURNE, "flush"))
FROM_A_STRAIGHT = ((BONUS_MELBOURNE, "straight"),)
PLAIN = ((MELBOURNE, ""), (QUEENSLAND, ""))
Table = tuple[str, str]


@cache
def whole(spec: str, ante_option: str) -> Odds:
    return rulespec.odds(spec, {"ante_option": ante_option} if ante_option else None, ["ante"])


def settled(table: Table) -> PlayOdds:
    """Best play where every case is settled, by the document or by the recorded readings."""
    found = whole(*table)
    play = found.play("interpreted") or found.play("literal")
    assert play is not None
    return play


def of(tables: tuple[Table, ...], value: str) -> list[tuple[Table, Fraction]]:
    return [(table, Fraction(value)) for table in tables]


def near(found: Fraction, known: Fraction, digits: int) -> bool:
    """Whether a number rounds to one that is known to so many digits after the point."""
    return round(found, digits) == known


# Exact values of the whole game, in units of the Ante.

NETS = (
    *of(PLAIN, "-50643648973/2317817502000"),
    *of(FROM_A_FLUSH, "-19447087313/347672625300"),
    *of(FROM_A_STRAIGHT, "-578107733/28381438800"),
)


@pytest.mark.slow
@pytest.mark.parametrize(("table", "net"), NETS)
def test_best_play_is_worth_what_is_known(table: Table, net: Fraction) -> None:
    play = settled(table)
    assert play.net == net
    assert sum(wager.net for wager in play.wagers) == net
    bounds = {one.reading: one.net for one in whole(*table).plays}
    assert bounds.get("worst", net) <= net <= bounds.get("best", net)


# The mean of all that is wagered in a round, in units of the Ante.

STAKES = (*of(PLAIN, "4.152209546"), *of(FROM_A_FLUSH, "3.793867544"), *of(FROM_A_STRAIGHT, "3.818103195"))


@pytest.mark.slow
@pytest.mark.parametrize(("table", "staked"), STAKES)
def test_as_much_is_staked_as_is_known(table: Table, staked: Fraction) -> None:
    assert near(settled(table).staked, staked, 9)


@pytest.mark.slow
@pytest.mark.parametrize("table", PLAIN)
def test_edge_and_risk_and_deviation_are_the_known_ones(table: Table) -> None:
    play = settled(table)
    assert near(-100 * play.net, Fraction("2.18497138"), 8)
    assert near(100 * play.risk, Fraction("0.5262190"), 7)
    assert abs(float(play.deviation2) ** 0.5 - 4.9392989) < 5e-8


def share(moves: tuple[MoveOdds, ...], stage: str, act: str) -> Fraction:
    return sum((one.share for one in moves if (one.stage, one.act) == (stage, act)), Fraction(0))


@pytest.mark.slow
@pytest.mark.parametrize("table", [*PLAIN, (PERTH, "")])
def test_500_of_the_1326_starting_hands_are_bet_before_the_flop(table: Table) -> None:
    play = settled(table)
    assert share(play.moves, "pre_flop", "bet play 4 x") == Fraction(500, 1326)
    assert share(play.moves, "pre_flop", "bet play 3 x") == 0
    assert sum(hand.deals for hand in play.hands if hand.act == "bet play 4 x") == 500


@pytest.mark.slow
def test_a_gap_costs_as_much_as_is_known_by_how_it_is_read() -> None:
    """At Perth nothing says what becomes of the Blind of a tie with a dealer who qualifies."""
    found = whole(PERTH, "")
    edges = {play.reading: -100 * play.net for play in found.plays}
    assert near(edges["interpreted"], Fraction("1.4717793"), 7)
    assert near(edges["worst"], Fraction("4.4329112"), 7)
    assert edges["best"] <= edges["interpreted"]
    assert [(case.wager, case.state, case.cites) for case in found.open_cases] == [("blind", "undetermined", ("3.14",))]


# Starting hands whose bet is a close thing against a fold, which costs 1.

BETS = (
    (FROM_A_STRAIGHT[0], "32o", "-1.155927"),
    (FROM_A_STRAIGHT[0], "72o", "-1.031301"),
    *((table, "32o", "-1.195592") for table in FROM_A_FLUSH),
)


@pytest.mark.slow
@pytest.mark.parametrize(("table", "name", "value"), BETS)
def test_a_hand_that_is_folded_is_worth_as_much_if_it_is_bet_as_is_known(table: Table, name: str, value: str) -> None:
    (hand,) = (one for one in settled(table).hands if one.name == name)
    assert near(hand.values["bet flop 2 x"], Fraction(value), 6)
    assert (hand.act, hand.value, hand.values["fold"]) == ("fold", -1, -1)


@pytest.mark.slow
def test_a_fold_where_a_check_is_free_changes_nothing() -> None:
    """New South Wales lets a hand be folded after the flop and the turn, and nobody else does."""
    with_folds, without = settled((BONUS_NSW, "")), settled((BONUS_QUEENSLAND, ""))
    assert {move.act for move in with_folds.moves if move.stage == "turn"} == {"check", "fold", "bet river 1 x"}
    assert {move.act for move in without.moves if move.stage == "turn"} == {"check", "bet river 1 x"}
    assert share(with_folds.moves, "flop", "fold") == share(with_folds.moves, "turn", "fold") == 0
    assert (with_folds.net, with_folds.staked, with_folds.deviation2) == (
        without.net,
        without.staked,
        without.deviation2,
    )


# Wagers beside the play.

TRIPS = ((PERTH, {"trips_pay_table": 3}), (MELBOURNE, None), (QUEENSLAND, None))


@pytest.mark.parametrize(
    ("spec", "options"), [TRIPS[0], *(pytest.param(*one, marks=pytest.mark.slow) for one in TRIPS[1:])]
)
def test_trips_are_worth_what_is_known(spec: str, options: Mapping[str, int] | None) -> None:
    found = rulespec.odds(spec, options, ["trips"])
    known = {one.per_unit for one in (*found.alone, *(beside.wager for beside in found.beside))}
    assert Fraction(-233985, 6689228) in known


# The hands that win the bonus: what they win together, and what all others lose.
WINNING = 6 * 30 + 4 * 25 + 8 * 20 + 12 * 15 + 18 * 10 + 24 * 5 + 54 * 3
LOSING = 1326 - (6 + 4 + 8 + 12 + 18 + 24 + 54)


@cache
def bonus(spec: str) -> Odds:
    return rulespec.odds(spec, None, ["ante_bonus"])


@pytest.mark.slow
@pytest.mark.parametrize("spec", [BONUS_NSW, BONUS_QUEENSLAND])
def test_a_wager_by_the_starting_hand_is_worth_what_is_known(spec: str) -> None:
    found = bonus(spec)
    by_reading = {one.reading: one.wager.per_unit for one in found.beside}
    assert by_reading.get("interpreted", by_reading.get("literal")) == Fraction(WINNING - LOSING, 1326)
    assert Fraction(WINNING - LOSING, 1326) == Fraction(-59, 663)
    assert not [note for note in found.notes if "ante_bonus" in note]


@pytest.mark.slow
def test_a_wager_that_nobody_says_is_lost_is_worth_between_its_loss_and_its_return() -> None:
    """Nothing in Queensland's document takes the bonus wager of a hand that stays in and does not win it."""
    by_reading = {one.reading: (one.wager.per_unit, one.within) for one in bonus(BONUS_QUEENSLAND).beside}
    assert by_reading["worst"] == (Fraction(WINNING - LOSING, 1326), 0)
    assert by_reading["best"] == (Fraction(WINNING, 1326), 0)  # and so nobody folds


WON = 10_200 + 5_108 + 3_744 + 624 + 36 + 4  # of all hands of five cards, those of a straight or better
FIVES = 2_598_960


@pytest.mark.slow
@pytest.mark.parametrize("spec", [PERTH, BONUS_PERTH])
def test_a_jackpot_returns_what_is_known_to_who_keeps_the_hand(spec: str) -> None:
    """500, 100, 50 and 25 times the wager for what is less than a straight flush, and a meter for what is not."""
    found = rulespec.odds(spec, None, ["jackpot_1"])
    wagers = [*found.alone, *(beside.wager for beside in found.beside)]
    assert wagers
    for one in wagers:
        assert one.linear["jackpot_pools(level_1)"] == Fraction(19, 6497400)
        assert one.linear[""] == Fraction(880, 1911) - Fraction(FIVES - WON, FIVES)
