"""What is looked up is what would be worked out: the same for every hand, whatever was settled before it."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from invented import BELLS, POCKETS, SPECS, edited
from playing import CARD_GAMES, Play, facts_of, played, plays, random_deal, shipped, some_options

from rulespec.domains.base import RoundFault
from rulespec.engine import memory
from rulespec.engine.scaling import Part, parts_of
from rulespec.engine.seat import SeatOutcome
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import exact
from rulespec.load.library import Library
from rulespec.model.expr import Prize
from rulespec.model.round import Action, Player, Round
from rulespec.tables.compile import compile_spec

NAMES = CARD_GAMES
ROUNDS = 1_500
SIZES = (Fraction(1, 10), Fraction(1), Fraction(3), Fraction(5, 2), Fraction(70))


def sized(round_: Round, chance: random.Random) -> Round:
    """The same round with every amount times one size, and now and then one amount of its own."""
    (player,) = round_.players
    size = chance.choice(SIZES)

    def amount(given: int | Fraction) -> int | Fraction:
        own = Fraction(chance.randint(1, 60)) if chance.random() < 0.1 else Fraction(given)
        return exact(own * size)

    wagers = {name: amount(given) for name, given in player.wagers.items()}
    acts = tuple(
        Action(act.stage, act.act, act.wager, None if act.amount is None else amount(act.amount))
        for act in player.actions
    )
    limits = {"table_maximum": chance.choice((5, 20, 400))} if chance.random() < 0.2 else {}
    options = {**round_.options, **limits}
    return Round("r", round_.spec, (Player(1, player.cards, wagers, acts),), options, round_.board, round_.dealer)


def outcome(settler: Settler, round_: Round, explain: bool) -> object:
    """The wagers of the one hand, or what is wrong with it. With `explain` nothing is looked up."""
    try:
        return settler.settle(round_, explain)[1].wagers
    except RoundFault as fault:
        return fault.faults


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_what_is_remembered_is_what_would_be_worked_out(name: str) -> None:
    settler, chance = shipped(name), random.Random(name)
    every = plays(settler, (1, 2))
    apart = [play for play in every if settler.shared.isdisjoint(play.wagers)]  # hands that turn on no other
    deals = [random_deal(chance) for _ in range(12)]
    recalled = able = 0
    for _ in range(ROUNDS):
        play: Play = chance.choice(apart if chance.random() < 0.8 else every)
        plain = played(settler, chance.choice(deals), play, some_options(settler.spec, chance))
        round_ = sized(plain, chance)
        seen = settler.game.dealt(round_)[0]
        options = round_.options
        asked = settler._memory.asked(round_.players[0], (seen.signature, seen.missing), options, repr(options))
        able += settler.shared.isdisjoint(play.wagers)
        recalled += settler._memory.recall(asked) is not None
        assert outcome(settler, round_, explain=False) == outcome(settler, round_, explain=True), round_
    assert recalled > able // 10 > 0


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "KEPT", 10)
    settler = Settler(Library(SPECS).load(POCKETS))
    for number in range(1, 200):
        round_ = Round("r", POCKETS, (Player(1, None, {"hue": Fraction(number, 7)}, ()),), outcome={"pocket": "one"})
        found: SeatOutcome = settler.settle(round_)[1]
        assert found.wagers["hue"].net == Fraction(number, 7)
        assert sum(len(kept) for kept in settler._memory._kept.values()) <= 10 + 1


def test_a_hand_with_a_fault_is_not_taken_for_one_without() -> None:
    """A hand that differs from a kept one in nothing but what is wrong with it."""
    settler = shipped("queensland/ultimate-texas-holdem")
    deal = {"board": "2c 4d 8h Ts Kd", "dealer": "7c 7d"}
    good = {"ante": 10, "blind": 10}
    fold = Action("pre_flop", "fold")

    def settle(wagers: dict[str, int], *acts: Action) -> object:
        player = Player(1, "Kc 9h", wagers, acts)
        return outcome(settler, Round("r", settler.spec.id, (player,), {}, **deal), explain=False)

    assert isinstance(settle(good, fold), dict)
    for wagers, acts in (
        ({"ante": 10}, (fold,)),
        ({**good, "lamp": 5}, (fold,)),
        ({**good, "play": 5}, (fold,)),
        (good, ()),
        (good, (Action("pre_flop", "fold", "", 10),)),
        (good, (fold, fold)),
    ):
        assert isinstance(settle(wagers, *acts), tuple), wagers


# Parts.


def parts(name: str) -> dict[tuple[str, ...], Part]:
    library = Library(SPECS) if name.startswith("harbour") else Library()
    return {part.wagers: part for part in parts_of(compile_spec(library.load(name)))}


def test_wagers_that_read_each_other_s_amounts_are_one_part() -> None:
    found = parts(BELLS)
    assert set(found) == {("side",), ("first", "second", "lamp", "raise")}
    assert set(parts(POCKETS)) == {("hue",), ("low",), ("star",)}


def test_what_is_held_against_a_fixed_amount_does_not_scale() -> None:
    found = parts(BELLS)
    assert not found["side",].scales  # up to 100 only
    assert not found["first", "second", "lamp", "raise"].scales  # a prize of twice the stake and five
    for name in Library().ids():
        rules = compile_spec(Library().load(name))
        # Jackpots are held against meters and amounts of their own, and are never settled from memory. What is paid in
        # amounts, such as one that is rounded to so many cents, does not scale either.
        fixed = {
            wager
            for wager, table in rules.pay.items()
            for row in table.rows
            if any(isinstance(payout, Prize) for payout in row.payouts)
        }
        apart = rules.jackpots.keys() | fixed
        assert all(part.scales for part in parts_of(rules) if apart.isdisjoint(part.wagers)), name


def test_options_with_amounts_are_limits() -> None:
    assert parts(POCKETS)["star",].limits == {"star_prize"}
    assert parts(BELLS)["side",].limits == {"house_minimum", "house_maximum"}
    assert parts(POCKETS)["hue",].limits == frozenset()


@pytest.mark.parametrize(
    ("prize", "scales"),
    [("2 * stake(it)", True), ("2 * stake(it) + stake(first)", True), ("stake(it) + 5", False), ("$150.00", False)],
)
def test_a_prize_scales_where_all_of_it_does(prize: str, scales: bool, tmp_path: Path) -> None:
    changes = {"lamp: {always: 2 * stake(it) + 5": f"lamp: {{always: {prize}"}
    spec = edited(tmp_path, BELLS, changes).load(BELLS)
    (part,) = (part for part in parts_of(compile_spec(spec)) if "lamp" in part.wagers)
    assert part.scales == scales


def test_a_stage_that_offers_by_amounts_joins_all_wagers(tmp_path: Path) -> None:
    free = "{when: always, then: check,     cite: 3.1(a)}"
    rich = "{when: amount(first) >= amount(side), then: check,     cite: 3.1(a)}"
    spec = edited(tmp_path, BELLS, {free: rich}).load(BELLS)
    assert [set(part.wagers) for part in parts_of(compile_spec(spec))] == [{wager.name for wager in spec.wagers}]


def test_the_facts_of_a_round_are_those_that_its_rules_read() -> None:
    """The helper that other tests ask conditions with."""
    settler = shipped("queensland/ultimate-texas-holdem")
    play = next(play for play in plays(settler) if play.actions[-1].wager)
    facts = facts_of(settler, played(settler, random_deal(random.Random(1)), play, {}))
    assert facts["placed(play)"] is True
    assert facts["amount(play)"] == play.actions[-1].amount
