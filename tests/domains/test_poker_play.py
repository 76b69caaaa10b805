"""The best play by compiled tables, against deals gone through one by one."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from rulespec.domains.cards import DECK, cards_text
from rulespec.domains.play import Node, Payoffs, Tree
from rulespec.domains.poker import STANDARD, Evaluator, Ranking
from rulespec.domains.poker_holes import NAMES
from rulespec.domains.poker_play import FEATURES, Play
from rulespec.domains.poker_reach import Reach
from rulespec.domains.poker_table import Table, table_of
from rulespec.errors import Inconclusive

KINDS = STANDARD.categories
EVALUATOR = Evaluator(STANDARD)

# Bet before the flop (two sizes), on the flop, on the turn whatever was done before, or at the river; or fold there.
EVERY_STAGE = Tree((Node(0, (1, ~0, ~1)), Node(3, (2, 3)), Node(4, (4, ~2)), Node(4, (~3, ~4)), Node(5, (~5, ~6))), 7)


def cells():
    for mine, first in enumerate(KINDS):
        for theirs, second in enumerate(KINDS):
            for order in "<" if mine < theirs else ">" if mine > theirs else "<=>":
                yield first, second, order


def bet(size, unit=2):
    """An ante that needs a dealer's pair, a bonus from a straight up, and a wager of `size` on the comparison."""
    bonus = {
        "straight": 1,
        "flush": 1.5,
        "full_house": 3,
        "four_of_a_kind": 10,
        "straight_flush": 50,
        "royal_flush": 500,
    }
    found = {}
    for mine, theirs, order in cells():
        sign = "<=>".index(order) - 1
        ante = sign if theirs != "high_card" else 0
        blind = bonus.get(mine, 0) if sign > 0 else sign
        found[mine, theirs, order] = int(unit * (ante + blind + size * sign))
    return found


def lost(amount):
    return dict.fromkeys(cells(), -amount)


def any_tables(seed, lines):
    """Payments that mean nothing, for lines that share no part."""
    luck = random.Random(seed)
    return tuple({cell: luck.randint(-9, 9) for cell in cells()} for _ in range(lines))


GAMES = {
    "staged": (EVERY_STAGE, Payoffs(FEATURES, 2, (bet(4), bet(3), bet(2), bet(2), bet(1), bet(1), lost(4)))),
    "random": (EVERY_STAGE, Payoffs(FEATURES, 3, any_tables(1, 7))),
}


@pytest.fixture(scope="module", params=["staged", pytest.param("random", marks=pytest.mark.slow)])
def game(request):
    return Play(table_of(EVALUATOR), *GAMES[request.param])


def expected(tree, payoffs, hole, board, node):
    """What each move of a node is worth to who holds these cards and sees this board: every deal gone through."""
    strength = EVALUATOR.strength
    rest = [card for card in DECK if card not in (*hole, *board)]

    @cache
    def meets(whole):
        """What a hole comes to on a board of five cards, in any order: how often each cell against all hands."""
        cards = tuple(whole)
        mine = strength(cards + hole)
        left = [card for card in DECK if card not in (*hole, *cards)]
        found = Counter()
        for theirs in map(strength, (cards + other for other in combinations(left, 2))):
            order = "<=>"[(mine >= theirs) + (mine > theirs)]
            found[EVALUATOR.category(mine), EVALUATOR.category(theirs), order] += 1
        return found

    def showdown(whole, line):
        total = sum(times * payoffs.tables[line][cell] for cell, times in meets(frozenset(whole)).items())
        return Fraction(total, 990 * payoffs.unit)

    def worth(whole, move):
        if move < 0 and len(whole) == 5:
            return showdown(whole, ~move)
        if move >= 0 and tree.nodes[move].shown == len(whole):
            return max(worth(whole, after) for after in tree.nodes[move].moves)
        more = [card for card in rest if card not in whole]
        return sum(worth((*whole, card), move) for card in more) / len(more)

    return tuple(worth(board, move) for move in tree.nodes[node].moves)


def spots(seed, shown, count):
    luck = random.Random(seed)
    for _ in range(count):
        cards = luck.sample(DECK, shown + 2)
        yield tuple(cards[:2]), tuple(cards[2:])


@pytest.mark.parametrize(("shown", "count"), [(5, 25), (4, 1)])
def test_each_move_is_worth_what_going_through_the_deals_gives(game, shown, count):
    for hole, board in spots(shown, shown, count):
        found = game.at(hole, board)
        assert set(found) == {place for place, node in enumerate(game.tree.nodes) if node.shown == shown}
        for node, values in found.items():
            assert values == expected(game.tree, game.payoffs, hole, board, node), (cards_text(hole), cards_text(board))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_and_so_on_the_flop(game, seed):
    for hole, board in spots(seed, 3, 5):
        assert game.at(hole, board)[1] == expected(game.tree, game.payoffs, hole, board, 1)


@pytest.mark.parametrize(("shown", "count"), [(0, 100), (3, 200), (4, 200), (5, 100)])
def test_the_move_taken_is_the_first_of_those_worth_most(game, shown, count):
    for hole, board in spots(shown + 9, shown, count):
        values = game.at(hole, board)
        assert game.best(hole, board) == {node: worth.index(max(worth)) for node, worth in values.items()}


def test_boards_that_suits_make_alike_give_the_same(game):
    luck = random.Random(7)
    for hole, board in spots(8, 4, 20):
        suits = luck.sample(range(4), 4)
        turned = [
            tuple(4 * (card >> 2) + suits[card & 3] for card in luck.sample(part, len(part))) for part in (hole, board)
        ]
        assert game.at(*turned) == game.at(hole, board)


def test_what_comes_of_the_play_adds_up_to_what_it_is_worth(game):
    solved = Reach(game).solved()
    assert sum(sum(counts.values()) for counts in solved.counts) == solved.total
    paid = sum(
        count * game.payoffs.tables[line][cell]
        for line, counts in enumerate(solved.counts)
        for cell, count in counts.items()
    )
    assert Fraction(paid, solved.total * game.payoffs.unit) == solved.value
    by_hand = sum(hand.deals * hand.values[hand.best] for hand in solved.hands) / 1326
    assert by_hand == solved.value
    assert [hand.name for hand in solved.hands] == list(NAMES)
    # Each decision is taken as often as what leads to it.
    into = [solved.total, *[0] * (len(game.tree.nodes) - 1)]
    for node, moves in zip(game.tree.nodes, solved.moves, strict=True):
        for move, count in zip(node.moves, moves, strict=True):
            if move >= 0:
                into[move] += count
    assert [sum(moves) for moves in solved.moves] == into


def test_what_is_decided_on_the_first_cards_is_counted_by_them_as_by_playing_on(game, monkeypatch):
    known = Reach(game).solved()
    monkeypatch.setattr("rulespec.domains.poker_reach.showdowns_by_hand", lambda ranking: None)  # another ranking's
    assert Reach(game).solved() == known


@pytest.mark.parametrize(("nodes", "lines"), [((), 1), ((Node(0, (~0, ~1)),), 2), ((Node(3, (~0, ~1)),), 2)])
def test_games_that_end_early(game, nodes, lines, monkeypatch):
    payoffs = Payoffs(FEATURES, 2, (bet(4), lost(4))[:lines])
    play = Play(game.table, Tree(nodes, lines), payoffs)
    solved = Reach(play).solved()
    assert sum(sum(counts.values()) for counts in solved.counts) == solved.total
    assert all(solved.counts)
    monkeypatch.setattr("rulespec.domains.poker_reach.showdowns_by_hand", lambda ranking: None)
    assert Reach(play).solved() == solved


@pytest.mark.slow
def test_payments_too_large_for_short_numbers_come_to_the_same(game):
    factor = 10_000
    tables = tuple({cell: amount * factor for cell, amount in table.items()} for table in game.payoffs.tables)
    large = Play(game.table, game.tree, Payoffs(FEATURES, game.payoffs.unit * factor, tables))
    assert (large.layers[4].worth.dtype, game.layers[4].worth.dtype) == ("int64", "int32")
    solved, expected_ = Reach(large).solved(), Reach(game).solved()
    assert (solved.value, solved.counts, solved.moves) == (expected_.value, expected_.counts, expected_.moves)


@pytest.mark.slow
def test_one_thread_and_two_count_the_same(game):
    one = Play(Table(EVALUATOR, threads=1), game.tree, game.payoffs)
    assert Reach(one).solved() == Reach(game).solved()


def test_what_is_kept_on_disk_is_what_is_worked_out(tmp_path):
    made = Table(EVALUATOR, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    kept = Table(EVALUATOR, folder=tmp_path)
    assert (kept.showdown.strength == made.showdown.strength).all()
    assert (kept.links[4].rows == made.links[4].rows).all()
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    assert (Table(EVALUATOR, folder=tmp_path).showdown.strength == made.showdown.strength).all()


def test_what_cannot_be_counted_is_refused():
    table = table_of(EVALUATOR)
    two = Tree((Node(3, (1, ~0)), Node(3, (~0, ~1))), 2)
    with pytest.raises(Inconclusive, match="two decisions"):
        Play(table, two, Payoffs(FEATURES, 1, (lost(1), lost(2))))
    with pytest.raises(Inconclusive, match="2 shared cards"):
        Play(table, Tree((Node(2, (~0, ~1)),), 2), Payoffs(FEATURES, 1, (lost(1), lost(2))))
    with pytest.raises(Inconclusive, match="too large"):
        Play(table, Tree((Node(5, (~0, ~1)),), 2), Payoffs(FEATURES, 1, (lost(1), lost(10**9))))
    huge = lost(1) | dict(zip(cells(), (10**30, 2), strict=False))  # more than a number of an array can be
    with pytest.raises(Inconclusive, match="too large"):
        Play(table, Tree((Node(5, (~0, ~1)),), 2), Payoffs(FEATURES, 7, (lost(1), huge)))
    with pytest.raises(Inconclusive, match="player_flop"):
        Play(table, Tree((), 1), Payoffs(("player", "player_flop"), 1, ({},)))
    upside_down = Ranking(("flush", *(kind for kind in KINDS if kind != "flush")))
    with pytest.raises(Inconclusive, match="one suit"):
        Table(Evaluator(upside_down))
