"""Wagers that an act may forfeit: counted with the starting hand, and by how much the count may be too large."""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import pytest
from dealing import Cards, amended
from playing import shipped
from sampling import first, sized

from rulespec.domains.cards import DECK, cards_text, parse_cards
from rulespec.domains.play import HOLE, Cell, DealtCell, Solved, Tally
from rulespec.domains.poker_holes import NAMES, place_of
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.model.odds import BEST, INTERPRETED, LITERAL, WORST
from rulespec.odds.aside import Aside, ByHand, aside, by_hand, slack
from rulespec.odds.grid import Grid
from rulespec.odds.setting import choose, setting
from rulespec.odds.spans import Span, spans

QUEENSLAND, NAME = "queensland/texas-holdem-bonus", "ante_bonus"
FOLD, BET = 0, 1
BET_AND_CHECK = ["bet", "check", "check"]


@cache
def bonus(settler: Settler) -> Aside:
    return aside(setting(settler, choose(settler, {})[0], {NAME}), NAME)


@pytest.fixture(scope="module")
def otherwise(tmp_path_factory: pytest.TempPathFactory) -> Settler:
    """The game with a fold after the flop too, and a tie that does not give way to a winning bonus hand."""
    check = "    - {when: always, then: check,    cite: 17(1)(a)}\n"
    changes = {
        check: "    - {when: always, then: fold, cite: 17(1)(a)}\n" + check,
        ", overrides: [21(5)(a), 21(5)(b)], ground: however}": "}",
    }
    return Settler(amended(tmp_path_factory.mktemp("amended") / "specs", QUEENSLAND, changes))


def paid(hole: Cards) -> int:
    """What two cards win to 1 by a plain reading of the table: aces 30, kings to jacks 10, other pairs 3, and so on."""
    low, high = sorted(card >> 2 for card in hole)
    suited = hole[0] & 3 == hole[1] & 3
    if low == high:
        return 30 if high == 12 else 10 if high >= 9 else 3
    if high < 12 or low < 9:
        return -1
    return (25 if suited else 15) if low == 11 else (20 if suited else 5)


@pytest.mark.slow
def test_a_wager_that_reads_the_hands_that_meet_and_the_hole_is_counted_by_each_reading() -> None:
    """A winning hand that folds is collected and wins; one that does not win, and stays, is left open."""
    settler = shipped(QUEENSLAND)
    read = Settler(settler.spec, settler.rulebook, settler.game, True)
    assert set(bonus(settler).tally.features) == {"player", "dealer", "order", HOLE}
    found = {reading: by_hand(bonus(settler), reading).roots for reading in (WORST, BEST)}
    found[INTERPRETED] = by_hand(bonus(read), INTERPRETED).roots
    for hole in combinations(DECK, 2):
        name, net = NAMES[place_of(hole)], paid(hole)
        assert [found[reading][BET][name] for reading in (WORST, INTERPRETED, BEST)] == [net, net, max(net, 0)], name
        assert [found[reading][FOLD][name] for reading in (WORST, INTERPRETED, BEST)] == [-1, -1, net], name


@pytest.mark.parametrize("cards", first(["3c 3d", "Ac Jd"], 1))
def test_a_wager_by_the_tie_and_the_hole_is_worth_what_rounds_dealt_come_to(otherwise: Settler, cards: str) -> None:
    """Each round is settled by the engine, and read against the player where it is open."""
    table = bonus(otherwise).setting
    hole = parse_cards(cards)
    bet = next(
        state for state in table.walked.lines if [move.row.then.word for move in state.moves[1:]] == ["check"] * 2
    )
    luck, count, nets = random.Random(7), sized(4_000, 1_500), list[float]()
    rest = [card for card in DECK if card not in hole]
    for _ in range(count):
        more = tuple(luck.sample(rest, 7))
        deal = {"cards": cards, "board": cards_text(more[:5]), "dealer": cards_text(more[5:])}
        nets.append(float(spans(table, bet, deal)[NAME].net(WORST)))
    mean = sum(nets) / count
    error = math.sqrt(sum((net - mean) ** 2 for net in nets)) / count
    known = by_hand(bonus(otherwise), WORST).roots[BET][NAMES[place_of(hole)]]
    assert abs(mean - float(known)) < 4 * error < paid(hole) - mean


def test_who_may_fold_later_keeps_the_wager_by_going_on(otherwise: Settler) -> None:
    """No tie is known then, but to go on is never worth less to the wager, whatever it is."""
    found = by_hand(bonus(otherwise), WORST)
    later = [line for line, way in enumerate(bonus(otherwise).setting.walked.ways) if way[0][1] == BET]
    goes_on = [line for line in later if found.lines[line] == found.kept[BET]]
    assert 0 < len(goes_on) < len(later)
    assert all(span.net(WORST) == -1 for line in {*later} - {*goes_on} for span in found.lines[line].values())


# By how much the count may be too large, on a round made up: fold at once or go on, and then fold, go on or double.


@dataclass(frozen=True)
class Made:
    """Stands for a game of two classes of hand and one feature, which a player knows or not."""

    known: bool

    def shown_with(self, feature: str) -> int | None:
        return 0 if feature == HOLE or self.known else None

    def tally(self, features: frozenset[str]) -> Tally:
        """The first class is never dealt with the wager's `no`."""
        assert features == {"side", "class"}
        cells = [("no", "high"), ("yes", "low"), ("yes", "high")]
        return Tally(("side", "class"), 3, tuple(DealtCell(cell, 1, {}) for cell in cells))


@dataclass(frozen=True)
class Ways:
    """Stands for the walked tree: its lines are fold, fold later, go on, double."""

    ways: tuple[tuple[tuple[int, int], ...], ...] = (((0, 0),), ((0, 1), (1, 0)), ((0, 1), (1, 1)), ((0, 1), (1, 2)))

    def root_move(self, line: int) -> int:
        return self.ways[line][0][1]


@dataclass(frozen=True)
class Table:
    """Stands for the setting."""

    game: Made

    @cached_property
    def walked(self) -> Ways:
        return Ways()


def span(net: int) -> Span:
    return Span("win" if net > 0 else "lose", "", Fraction(1), Fraction(net), Fraction(net), ())


def made(known: bool, later: Mapping[str, int], on: Mapping[str, int], doubled: Mapping[str, int]) -> ByHand:
    """A wager by the feature `side`: what it nets folded later, gone on with, doubled."""
    cells = {(side, "AA"): side for side in ("no", "yes")}
    nets: list[Mapping[str, int]] = [dict.fromkeys(("no", "yes"), -1), later, on, doubled]
    lines = tuple({cell: span(net[side]) for cell, side in cells.items()} for net in nets)
    kept = (lines[0], {cell: max((line[cell] for line in lines[1:]), key=lambda one: one.low) for cell in cells})
    tally = Tally(("side", HOLE), 2, tuple(DealtCell(cell, 1, {}) for cell in cells))
    setting_: Any = Table(Made(known))
    one = Aside("extra", setting_, replace(tally, features=("side",)), ())
    return ByHand(one, tally, lines, 1, kept, ({}, {}))


RATES: Mapping[str, tuple[int, ...]] = {"low": (-1, -1, -3, -4), "high": (-1, -1, 2, -2)}  # the rest, line by line
MAIN = Grid(
    ("class",), {"rest": tuple({(name,): span(nets[line]) for name, nets in RATES.items()} for line in range(4))}
)
ALIKE, KEPT, LOST = {"no": 1, "yes": 1}, {"no": 0, "yes": 1}, {"no": -1, "yes": 1}


def taken(low: int, high: int) -> Solved:
    """Best play of 10 deals, in so many of which a hand is folded later."""
    none: Mapping[Cell, int] = {}
    counts = (none, {("low",): low, ("high",): high}, {("low",): 10 - low - high}, none)
    return Solved(Fraction(0), 10, counts, ())


@pytest.mark.parametrize("known", [True, False])
def test_nothing_is_too_large_where_no_later_act_forfeits_the_wager(known: bool) -> None:
    assert slack(made(known, KEPT, KEPT, KEPT), taken(5, 5), MAIN, LITERAL) == 0
    assert slack(made(known, LOST, KEPT, KEPT), taken(0, 0), MAIN, LITERAL) == 0


def test_who_knows_what_it_turns_on_goes_on_only_where_it_is_lost() -> None:
    """`no` is lost, which is dealt with a high hand alone: to go on with that is no loss."""
    assert slack(made(True, LOST, KEPT, KEPT), taken(3, 4), MAIN, LITERAL) == 0
    lost = {"no": 0, "yes": -1}  # dealt with both: to go on costs 2 with a low hand
    assert slack(made(True, lost, KEPT, KEPT), taken(3, 4), MAIN, LITERAL) == Fraction(3 * 2, 10)


def test_who_does_not_know_it_goes_on_always() -> None:
    assert slack(made(False, LOST, KEPT, KEPT), taken(3, 4), MAIN, LITERAL) == Fraction(3 * 2, 10)


def test_the_other_act_is_one_for_all_hands() -> None:
    """To double costs nothing with a low hand and 1 with a high one, to go on 2 and nothing: not the least of each."""
    rates = {**RATES, "low": (-1, -1, -3, -1)}
    rest = tuple({(name,): span(nets[line]) for name, nets in rates.items()} for line in range(4))
    main = Grid(("class",), {"rest": rest})
    assert slack(made(False, LOST, KEPT, KEPT), taken(3, 4), main, LITERAL) == Fraction(4 * 1, 10)
    assert slack(made(False, LOST, KEPT, KEPT), taken(2, 8), main, LITERAL) == Fraction(2 * 2, 10)


def test_an_act_that_keeps_it_in_some_cases_alone_is_none_to_who_does_not_know_them() -> None:
    """Gone on with, the wager is as good as it can be where it is lost, and worse elsewhere."""
    some = {"no": 0, "yes": 0}
    assert slack(made(True, LOST, some, some), taken(3, 4), MAIN, LITERAL) == 0
    with pytest.raises(Inconclusive, match="turns on more than what is counted"):
        slack(made(False, LOST, some, some), taken(3, 4), MAIN, LITERAL)
