"""The odds of shipped games: of wagers that turn on no decision, and of a play that is made up."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import pytest
from blind import one_line
from playing import shipped

import rulespec
from rulespec.domains.community_poker import CommunityPoker
from rulespec.errors import Inconclusive, UsageError
from rulespec.load.library import Library
from rulespec.model.odds import BEST, LITERAL, WORST, Odds
from rulespec.odds.grid import grid
from rulespec.odds.odds import odds
from rulespec.odds.playing import Solver, played
from rulespec.odds.setting import choose, setting
from rulespec.odds.spots import spots

PERTH, NSW = "crown-perth/ultimate-texas-holdem", "nsw/texas-holdem-bonus"
QUEENSLAND = "queensland/ultimate-texas-holdem"


@pytest.fixture
def blindly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CommunityPoker, "solve", one_line)


def worked_out(spec: str, options: Mapping[str, object] | None = None, *wagers: str) -> Odds:
    return odds(Library().load(spec), options, wagers)


def test_a_wager_that_no_decision_touches_is_counted_by_itself() -> None:
    found = worked_out(PERTH, {"trips_pay_table": 3}, "trips")
    assert (found.plays, found.beside) == ((), ())
    (trips,) = found.alone
    assert trips.net == trips.per_unit == Fraction(-233985, 6689228)
    assert trips.reading == LITERAL
    assert sum(one.share for one in trips.results) == 1
    by_row = {one.row: one.net for one in trips.results if one.result == "win"}
    assert by_row == dict(
        zip(
            ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind"),
            (50, 40, 30, 8, 7, 4, 3),
            strict=True,
        )
    )
    assert "3.20(a)" in next(one for one in trips.results if one.result == "win").cites


def test_an_option_that_must_be_given_has_its_example_and_a_note() -> None:
    found = worked_out(PERTH, None, "trips")
    assert found.options["trips_pay_table"] == "1"
    assert any("`trips_pay_table` is 1, the spec's example" in note for note in found.notes)


def test_what_the_spec_does_not_have_is_refused() -> None:
    with pytest.raises(UsageError, match="no wager `trip`"):
        worked_out(PERTH, None, "trip")
    with pytest.raises(UsageError, match="is not one of"):
        worked_out(PERTH, {"trips_pay_table": 9}, "trips")


def test_what_cannot_be_played_is_missing_and_the_rest_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(game: CommunityPoker, tree: object, payoffs: object) -> None:
        raise Inconclusive("what is paid is too large")

    monkeypatch.setattr(CommunityPoker, "solve", too_large)
    found = worked_out("queensland/ultimate-texas-holdem")
    assert [one.wager for one in found.missing] == ["", "trips"]
    assert all(one.reason.endswith("what is paid is too large") for one in found.missing)
    assert {one.wager for one in found.alone} == {"jackpot"}
    assert found.wagers == ("ante", "blind", "trips", "play", "jackpot")


QUEENSLAND = "queensland/ultimate-texas-holdem"


@pytest.mark.parametrize(
    ("limits", "unit", "beyond"),
    [
        ({}, 10, False),
        ({"table_maximum": "0.5"}, Fraction(1, 8), False),
        ({"table_maximum": 20}, 5, False),
        ({"table_minimum": 25, "table_maximum": 300}, 25, False),
        ({"table_minimum": 20, "table_maximum": 70}, 20, True),
    ],
)
def test_a_unit_lies_within_the_limits_and_so_do_its_bets_where_one_is_such(
    limits: Mapping[str, object], unit: Fraction, beyond: bool
) -> None:
    settler = shipped(QUEENSLAND)
    table = setting(settler, choose(settler, limits)[0])
    assert table.wagers == {"ante": unit, "blind": unit}
    assert bool(table.limits.beyond(table.wagers)) == beyond


def test_a_further_wager_has_limits_of_its_own() -> None:
    settler = shipped(QUEENSLAND)
    table = setting(settler, choose(settler, {"table_maximum": {"trips": 2}})[0], {"trips"})
    assert table.wagers == {"ante": 10, "blind": 10, "trips": 2}


def test_limits_that_no_amount_meets_are_refused() -> None:
    settler = shipped(QUEENSLAND)
    apart = choose(settler, {"table_maximum": {"ante": 5}, "table_minimum": {"blind": 6}})[0]
    with pytest.raises(UsageError, match="no amount of `ante` and `blind` lies within the limits"):
        _ = setting(settler, apart).wagers


def test_what_is_assumed_is_named_and_what_bears_on_nothing_is_not() -> None:
    progressive = worked_out(QUEENSLAND, None, "jackpot")
    assert progressive.options["jackpot_kind"] == "progressive"
    assert progressive.options["dead_mans_hand"] == "false"
    assert "set_prize" not in progressive.options
    assert any("`dead_mans_hand` is false, as in a round that does not" in note for note in progressive.notes)
    assert progressive.amounts["jackpot"] == 10
    assert progressive.currency == "dollars"
    fixed = worked_out(QUEENSLAND, {"jackpot_kind": "set"}, "jackpot")
    assert "set_prize" in fixed.options
    assert "jackpot_prize" not in fixed.options
    idle = worked_out(PERTH, {"trips_pay_table": 1, "jackpot_pools": 5}, "trips")
    assert "`jackpot_pools` is given, and bears on none of these figures" in idle.notes


@pytest.mark.usefixtures("blindly")
def test_an_open_case_makes_an_interval_and_the_recorded_reading_a_point() -> None:
    found = rulespec.odds(PERTH, {"trips_pay_table": 3})
    worst, best, interpreted = found.plays
    assert [play.reading for play in found.plays] == ["worst", "best", "interpreted"]
    assert worst.net < interpreted.net < best.net
    (case,) = found.open_cases
    assert (case.wager, case.state, case.cites) == ("blind", "undetermined", ("3.14",))
    # A tie has the class of one hand: `4x` blindly meets every one that a dealer qualifies for.
    ties = interpreted.wagers[2]
    assert case.share < next(one.share for one in ties.results if one.result == "stand_off")
    assert (found.unit, found.stakes) == ("ante", {"ante": 1, "blind": 1})


@pytest.mark.usefixtures("blindly")
def test_a_play_adds_up() -> None:
    for play in worked_out(PERTH, {"trips_pay_table": 3}, "ante").plays:
        assert sum((wager.net for wager in play.wagers), Fraction(0)) == play.net
        assert sum((wager.staked for wager in play.wagers), Fraction(0)) == play.staked
        assert play.hands[0].value == play.net
        assert sum(move.share for move in play.moves if move.stage == "pre_flop") == 1


@pytest.mark.usefixtures("blindly")
def test_a_wager_that_a_fold_forfeits_is_played_for_with_the_rest() -> None:
    found = worked_out(NSW, None, "ante_bonus")
    assert {one.reading for one in found.beside} == {"worst", "best", "interpreted"}
    for one in found.beside:
        play = found.play(one.reading)
        assert play is not None
        assert one.net == play.net + one.adds
    assert found.beside[1].wager.per_unit == Fraction(-59, 663)
    assert found.beside[1].within == 0


def test_open_cases_of_a_wager_that_no_decision_touches_are_listed() -> None:
    """Of most hands schedule 18 says nothing; all that win are settled."""
    found = worked_out(QUEENSLAND, None, "jackpot")
    (case,) = found.open_cases
    assert (case.wager, case.state, case.cites) == ("jackpot", "undetermined", ("sch18:8", "sch18:1"))
    assert case.share == 1 - sum(one.share for one in found.alone[0].results if one.result == "win")


@pytest.mark.usefixtures("blindly")
def test_open_cases_of_a_wager_that_a_fold_forfeits_are_listed() -> None:
    found = [one for one in worked_out(NSW, None, "jackpot").open_cases if one.wager == "jackpot"]
    assert next(one.share for one in found if one.state == "undetermined") > Fraction(9, 10)


@pytest.mark.usefixtures("blindly")
def test_a_jackpot_is_linear_in_what_is_shown() -> None:
    found = worked_out(PERTH, {"trips_pay_table": 1}, "jackpot_1")
    one = (found.alone or [beside.wager for beside in found.beside])[0]
    assert one.linear["jackpot_pools(level_1)"] == Fraction(19, 6497400)
    fixed = sum((each.net or 0) * each.share for each in one.results if each.row and "_flush" not in each.row)
    fixed += sum((each.net or 0) * each.share for each in one.results if each.row.endswith("= flush"))
    lost = sum(each.share for each in one.results if each.result == "lose")
    assert fixed == Fraction(880, 1911)
    assert one.linear[""] == Fraction(880, 1911) - lost
    assert one.break_even == -one.linear[""] / Fraction(19, 6497400)


@pytest.mark.parametrize("prize", ["1000000000", "999999999", "100000.5"])
def test_a_jackpot_is_as_linear_at_the_largest_amount_and_at_parts_of_one(prize: str) -> None:
    found = worked_out("queensland/ultimate-texas-holdem", {"jackpot_prize": prize}, "jackpot")
    assert found.alone[0].linear == {"": Fraction(-612751, 649740), "jackpot_prize": Fraction(19, 6497400)}


@pytest.mark.usefixtures("blindly")
def test_spots_are_what_the_odds_are_summed_from() -> None:
    settler = shipped(PERTH)
    options, _ = choose(settler, {"trips_pay_table": 3})
    table = setting(settler, options)
    tally = table.game.tally(frozenset(table.game.settled_by))
    one = played(Solver(settler.game), table, grid(table, tally), tally, WORST)
    every = list(spots(one))
    assert sum(spot.share for spot in every) == 1
    facts = [table.case(spot.state, spot.deal) for spot in every]
    assert any(one["player.hand"] == one["dealer.hand"] for one in facts)
    nets = (spot.share * sum(span.net(WORST) for span in spot.wagers.values()) for spot in every)
    assert sum(nets) == one.solved.value


def test_readings_lie_in_order() -> None:
    settler = shipped(NSW)
    table = setting(settler, choose(settler, {})[0])
    tally = table.game.tally(frozenset(table.game.settled_by))
    for lines in grid(table, tally, ("ante",)).wagers.values():
        spans = [span for line in lines for span in line.values()]
        assert all(span.net(WORST) <= span.net(BEST) for span in spans)
        assert any(span.open and (span.low, span.high) == (-1, 1) for span in spans)
        assert all(span.low == span.high for span in spans if not span.open)
    assert all(one <= other for one, other in pairwise(sorted(span.low for span in spans)))
