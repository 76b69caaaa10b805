"""The comparison of the shipped documents of one game against random rounds settled under each of them."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import pytest
from playing import Play, asked, facts_of, family, played, plays, random_deal, settle, some_options
from sampling import first, sized

from rulespec.compare.compare import compare
from rulespec.compare.event_witness import settled_words
from rulespec.compare.settlement import settled_as
from rulespec.engine.settle import Settler
from rulespec.load.rounds import read_round
from rulespec.model.comparison import Compared, Comparison, Side
from rulespec.model.place import Place
from rulespec.model.round import WagerOutcome

DEALS = sized(120, 40)
GAMES = family("ultimate-texas-holdem")
IDS = tuple(settler.spec.id for settler in GAMES)
PERMITTED = (1, 2, 4)


@dataclass(frozen=True)
class Seen:
    """One deal played in one way: what each spec that offers it makes of it, and the facts of one of them."""

    outcomes: Mapping[str, Mapping[str, WagerOutcome]]
    facts: Mapping[str, object]
    play: Play

    @property
    def shared(self) -> bool:
        return len(self.outcomes) > 1


@cache
def comparison() -> Comparison:
    return compare(GAMES)


@cache
def lawful() -> tuple[Play, ...]:
    """Every play that some spec offers, with amounts that it permits at that stage."""
    multiple = {"pre_flop": 40, "flop": 20, "river": 10}
    every = dict.fromkeys(play for settler in GAMES for play in plays(settler, PERMITTED))
    return tuple(play for play in every if all(act.amount in (None, multiple[act.stage]) for act in play.actions))


@cache
def seen() -> tuple[Seen, ...]:
    return tuple(_seen())


def _seen() -> Iterator[Seen]:
    chance = random.Random(20_240)
    for _ in range(DEALS):
        deal = random_deal(chance)
        options = {settler.spec.id: some_options(settler.spec, chance) for settler in GAMES}
        for play in lawful():
            rounds = {settler: played(settler, deal, play, options[settler.spec.id]) for settler in GAMES}
            found = {settler: settle(settler, round_) for settler, round_ in rounds.items()}
            taking = [settler for settler in GAMES if found[settler] is not None]
            facts = facts_of(taking[0], rounds[taking[0]])
            yield Seen({settler.spec.id: found[settler] or {} for settler in taking}, facts, play)


def rows(area: str, wager: str) -> list[Compared]:
    return [row for row in comparison().rows if row.area == area and row.subject == wager]


def holding(one: Seen, wager: str) -> list[Compared]:
    return [row for row in rows("settlement", wager) if asked(row.condition, *IDS)(one.facts) is True]


WAGERS = ("ante", "blind", "trips", "play")


@pytest.mark.slow
@pytest.mark.parametrize("wager", WAGERS)
def test_each_shared_case_is_in_exactly_one_row(wager: str) -> None:
    assert len(rows("settlement", wager)) > 1
    tried = 0
    for one in seen():
        if one.shared and all(wager in wagers for wagers in one.outcomes.values()):
            tried += 1
            assert len(holding(one, wager)) == 1, (one.play, [row.id for row in holding(one, wager)])
    assert tried > sized(1_000, 400)


@pytest.mark.parametrize("wager", first(WAGERS, 1))
def test_each_row_says_what_settling_gives_under_each_spec(wager: str) -> None:
    shown = Counter[str]()
    for one in seen():
        if not one.shared or not all(wager in wagers for wagers in one.outcomes.values()):
            continue
        (row,) = holding(one, wager)
        shown[row.id] += 1
        for side in row.sides:
            outcome = one.outcomes.get(side.spec)
            if side.state == "not_offered":
                assert outcome is None, (row.id, side.spec, one.play)
            elif side.state == "answered":
                assert outcome is not None
                assert outcome[wager].result == side.says, (row.id, side.spec, one.play)
            else:
                assert outcome is not None
                assert outcome[wager].result == side.state, (row.id, side.spec, one.play)
        results = {outcome[wager].result for outcome in one.outcomes.values()}
        assert (len(results) > 1) <= (row.status != "agree")
    assert set(shown) == {row.id for row in rows("settlement", wager)}, "every row is met by some round"


def test_two_specs_that_pay_a_win_differently_differ_in_a_pay_row() -> None:
    uneven = Counter[str]()
    for one in seen():
        for wager in WAGERS:
            won = [
                wagers[wager] for wagers in one.outcomes.values() if wager in wagers and wagers[wager].result == "win"
            ]
            odds = {Fraction(outcome.net or 0, outcome.stake or 1) for outcome in won}
            if len(odds) > 1:
                kind = hand_of(one)
                row = next(row for row in rows("pay", wager) if row.id.endswith(f"/{kind}"))
                assert row.status == "differs", row.id
                uneven[row.id] += 1
    assert len(uneven) >= sized(2, 1)


def test_a_pay_row_that_agrees_pays_alike() -> None:
    agreeing = [row for row in comparison().rows if row.area == "pay" and row.status == "agree"]
    alike = {(row.subject, row.id.rsplit("/", 1)[1]) for row in agreeing}
    assert ("blind", "straight") in alike
    met = Counter[tuple[str, str]]()
    for one in seen():
        for wager, kind in alike:
            won = [
                wagers[wager] for wagers in one.outcomes.values() if wager in wagers and wagers[wager].result == "win"
            ]
            if len(won) > 1 and kind in (hand_of(one), "every win"):
                met[wager, kind] += 1
                assert len({outcome.net for outcome in won}) == 1, (wager, kind)
    assert ("blind", "straight") in met


def wins(one: Seen, wager: str) -> list[WagerOutcome]:
    """What the wager comes to under each spec under which it wins."""
    found = [wagers[wager] for wagers in one.outcomes.values() if wager in wagers]
    return [outcome for outcome in found if outcome.result == "win"]


def hand_of(one: Seen) -> str:
    """The kind of the player's hand."""
    order: list[str] = GAMES[0].spec.setup["ranking"]["order"]
    place = one.facts["class(player.hand)"]
    assert isinstance(place, int)
    return order[place]


def test_an_act_that_a_spec_does_not_offer_is_refused_by_it() -> None:
    """What the rows on decisions say, against what the engine takes: each act at its stage, after checks alone."""
    offered = {
        (row.id, side.spec): side.says != "not offered" and side.state == "answered"
        for row in comparison().rows
        if row.area == "decision"
        for side in row.sides
    }
    taken = {
        (f"decision/{act.wager or act.act}/{act.stage}/{act.act}", name)
        for one in seen()
        for name in one.outcomes
        for act in one.play.actions
    }
    assert {key for key, given in offered.items() if given} == taken
    assert len(taken) < len(offered)  # some act is not offered by some spec


def settler_of(name: str) -> Settler:
    return GAMES[IDS.index(name)]


@pytest.mark.parametrize("row", [row for row in comparison().rows if row.witness], ids=lambda row: row.id)
def test_the_rounds_of_a_row_come_out_as_it_says(row: Compared) -> None:
    assert set(row.witness) == set(row.results)
    for name, round_ in row.witness.items():
        read = read_round(dict(round_), Place("row"))
        assert read.spec == name
        if row.wagers:
            settled = settler_of(name).settle(read)[1].wagers
            mine = {wager: settled[wager] for wager in row.wagers if wager in settled}
            assert settled_words(settler_of(name), mine) == row.results[name]
            assert_shown(next(side for side in row.sides if side.spec == name), list(mine.values()))
            continue
        wager = row.subject if settler_of(name).spec.wager(row.subject) else read_wagers(round_)[0]
        assert settled_as(settler_of(name), round_, wager) == row.results[name]
    if row.area == "settlement":
        for side in row.sides:
            if side.spec in row.results:
                said = row.results[side.spec].split(": ")[1].split(",")[0]
                assert said == (side.says if side.state == "answered" else side.state)


def assert_shown(side: Side, outcomes: list[WagerOutcome]) -> None:
    """A round on an irregularity ends as its side says, as far as the irregularity disposes of the wagers."""
    assert outcomes
    if side.state in ("undetermined", "conflict"):
        assert {outcome.result for outcome in outcomes} == {side.state}
    elif side.says == "lost":
        assert {outcome.result for outcome in outcomes} == {"lose"}
    elif "as usual" not in side.says and {"void", "returned", "retracted"} & set(side.says.split(" and ")):
        assert {outcome.result for outcome in outcomes} == {"void"}


def read_wagers(round_: Mapping[str, object]) -> list[str]:
    players = round_["players"]
    assert isinstance(players, list)
    return list(players[0]["wagers"])
