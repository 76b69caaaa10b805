"""Shipped specs with a rule changed, in their YAML alone: the odds follow, to what the engine settles deal by deal."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import pytest
from dealing import Cards, Game, amended, compared, dealt, game_of, last_nodes, settled_out, shipped_game

from rulespec.domains.cards import cards_text

PERTH, NSW = "crown-perth/ultimate-texas-holdem", "nsw/texas-holdem-bonus"


@dataclass(frozen=True)
class Change:
    """Texts of a spec's files and what stands in their place, and whether the play is worth more then (1) or less."""

    spec: str
    texts: Mapping[str, str]
    sign: int


CHANGES = {
    "a reading": Change(PERTH, {"result: stand_off": "result: lose"}, -1),
    "a pay row": Change(PERTH, {"full_house:     3 to 1": "full_house:     5 to 1"}, 1),
    "the dealer's qualifier": Change(PERTH, {"dealer.hand >= pair": "dealer.hand >= two_pair"}, 1),
    "a multiple": Change(PERTH, {"amount: 3 * ante | 4 * ante": "amount: 2 * ante | 3 * ante"}, -1),
    "no fold before the flop": Change(NSW, {"    - {when: always, then: fold,     cite: 9.1.1}\n": ""}, -1),
    "no fold later": Change(
        NSW,
        {
            "    - {when: always, then: fold,     cite: 9.2.1}\n": "",
            "    - {when: always, then: fold,      cite: 9.3.1}\n": "",
        },
        0,
    ),
    "a reading of what wins": Change(NSW, {"result: stand_off": "result: win"}, 1),
    "what the ante is paid from": Change(NSW, {"and player.hand >= flush,": "and player.hand >= straight,"}, 1),
}
SAME_ACTS = [name for name, change in CHANGES.items() if "then: fold" not in " ".join(change.texts)]
SAME_LATER = ("a multiple", "no fold before the flop")  # what is done later is done as before
QUICK = "a reading"


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory):
    """The game of a change; the last one is kept."""

    @lru_cache(maxsize=1)
    def made(name: str) -> Game:
        change = CHANGES[name]
        return game_of(amended(tmp_path_factory.mktemp("amended") / "specs", change.spec, change.texts))

    return made


def agree(game: Game, node: int, hole: Cards, board: Cards) -> None:
    """What each move of a last decision is worth, by the program and by every deal settled."""
    values = settled_out(game.table, node, hole, board)
    assert game.play.at(hole, board)[node] == values, (cards_text(hole), cards_text(board))
    assert game.move(node, hole, board) == values.index(max(values))


def test_a_reading_that_takes_the_tie_costs_what_is_known_and_what_the_engine_settles(changed) -> None:
    game = changed(QUICK)
    assert round(-100 * game.play.value(), 7) == Fraction("4.4329112")
    luck = random.Random(1)
    (node,) = last_nodes(game.table)
    for _ in range(3):
        agree(game, node, *dealt(luck, 2, 5))


def test_rounds_dealt_of_a_changed_game_come_to_what_is_worked_out(changed) -> None:
    assert not compared(changed(QUICK), 2_000, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_worth_what_the_engine_settles_where_it_tells(changed, name: str) -> None:
    before, after = shipped_game(CHANGES[name].spec), changed(name)
    luck, node = random.Random(name), last_nodes(after.table)[-1]
    shown = after.table.walked.tree.nodes[node].shown
    spots = [tuple(dealt(luck, 2, shown)) for _ in range(2_000)]
    lasts = [last_nodes(game.table)[-1] for game in (before, after)]
    told = [spot for spot in spots if before.play.at(*spot)[lasts[0]] != after.play.at(*spot)[lasts[1]]]
    assert told or name in SAME_LATER
    for hole, board in [*told[:4], *spots[:2]] if shown == 5 else (told or spots)[:1]:
        agree(after, node, hole, board)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_moves_the_odds_as_it_must(changed, name: str) -> None:
    before, after = shipped_game(CHANGES[name].spec).play.value(), changed(name).play.value()
    assert (after > before) - (after < before) == CHANGES[name].sign


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME_ACTS)
def test_neither_play_does_better_in_the_other_game(changed, name: str) -> None:
    before, after = shipped_game(CHANGES[name].spec), changed(name)
    assert before.table.walked.tree == after.table.walked.tree
    assert worth(before, before) == before.play.value()
    assert worth(after, after) == after.play.value()
    assert worth(before, after) <= after.play.value()
    assert worth(after, before) <= before.play.value()


def worth(player: Game, rules: Game) -> Fraction:
    """What the best play of one game is worth under the rules of another."""
    solved, asked = player.played.solved, rules.asked
    nets = (
        asked.tables[line].get(cell, 0) * count
        for line, counts in enumerate(solved.counts)
        for cell, count in counts.items()
    )
    return Fraction(sum(nets), asked.unit * solved.total)


@pytest.mark.slow
def test_a_fold_that_is_taken_away_costs_what_betting_those_hands_does(changed) -> None:
    before, after = shipped_game(NSW).play, changed("no fold before the flop").play
    fold, bet = 0, 1
    assert all(hand.values[fold] == -1 for hand in before.hands())
    cost = sum(hand.deals * (hand.values[hand.best] - hand.values[bet]) for hand in before.hands()) / 1326
    assert cost > 0
    assert before.value() - after.value() == cost
