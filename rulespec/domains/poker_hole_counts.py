"""Counts the showdowns of every starting hand, exactly (`poker_features.HANDS`), on the boards of `poker_enumerate`.

A board up to suits does not tell which holes are of one suit. Two live cards are, a live and a dead one are not. Of
two dead cards of different ranks:

*Beside a live suit*, the board's dead cards have any of three suits each, whatever those of the other rank have. So a
third of all (board, hole) are of one suit.

*Without a live suit*, of all boards of these ranks a fourth would be. From these are taken the boards that do have a
live suit, which are counted as above, with the two live cards.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from rulespec.domains.cards import Card
from rulespec.domains.poker import Ranking
from rulespec.domains.poker_deals import deal_of, unused
from rulespec.domains.poker_enumerate import (
    HOLES,
    PAIR,
    Boards,
    Ints,
    Showdown,
    ShowdownCounter,
    board_cards,
    boards,
    hole_weights,
)
from rulespec.domains.poker_features import Cell, Deal
from rulespec.domains.poker_holes import COUNT, NAMES, parts_of, place_of
from rulespec.errors import InternalError

_CHUNK = 512
_X, _Y = np.array(HOLES).T
_DEAD = (_Y < 13) & (_X != _Y)  # two dead cards of different ranks
_LIVE = (_X >= 13) & (_X != _Y)
# The starting hand of each pair of types where its cards are of two suits (or of one rank), and where of one.
_OF_TWO = np.array([place_of((4 * (x % 13), 4 * (y % 13) + 1)) for x, y in HOLES])
_OF_ONE = np.array([place_of((4 * (x % 13), 4 * (y % 13))) if x % 13 != y % 13 else 0 for x, y in HOLES])


def suited(every: Boards) -> Ints:
    """(B, 351): how many (board, hole) of those that a row and a pair of types stand for are of one suit."""
    holes = hole_weights(every.unseen) * every.weight[:, None]
    living = every.live.any(axis=1)
    found = np.where(_LIVE, holes, 0) + np.where(_DEAD, holes // 3, 0)
    # All boards of the ranks of each row, with and without a live suit, and the holes of one suit beside the former.
    _, group = np.unique((1 << 3 * every.ranks).sum(axis=1), return_inverse=True)
    kinds = int(group.max()) + 1
    all_boards = np.bincount(group, every.weight, kinds).astype(np.int64)
    pairs = (found[:, _LIVE] + found[:, _DEAD])[living]  # both in the order of their ranks
    width = pairs.shape[1]
    flat = (group[living, None] * width + np.arange(width)).ravel()
    beside_live = np.bincount(flat, pairs.ravel(), kinds * width).reshape(kinds, width).astype(np.int64)
    rest, unseen = group[~living], every.unseen[~living]
    in_all = all_boards[rest, None] * (unseen[:, _X[_DEAD]] * unseen[:, _Y[_DEAD]]) // 4
    found[np.ix_(~living, _DEAD)] = in_all - beside_live[rest]
    return found


def _sums(category: Ints, weight: Ints, columns: Ints, size: int) -> Ints:
    """(351, size, columns): by pair of types and category, the weights times each column, summed."""
    rows = np.flatnonzero(weight.ravel())
    key = (np.arange(len(HOLES)) * size + category).ravel()[rows]
    times = weight.ravel()[rows]
    flat = columns.reshape(-1, columns.shape[-1])
    summed = [np.bincount(key, times * column[rows], len(HOLES) * size) for column in flat.T]
    return np.array(summed).T.reshape(len(HOLES), size, -1).astype(np.int64)


def _ordered(sums: Ints, size: int) -> Ints:
    """(holes, player, dealer, order), from sums over the opponents by category, then those worth less and the same."""
    counts = np.zeros((len(sums), size, size, 3), dtype=np.int64)
    for player in range(size):
        mine = sums[:, player]
        counts[:, player, :player, 2] = mine[:, :player]
        counts[:, player, player + 1 :, 0] = mine[:, player + 1 : size]
        beaten, tied = mine[:, size] - mine[:, :player].sum(axis=1), mine[:, size + 1]
        counts[:, player, player] = np.stack([mine[:, player] - tied - beaten, tied, beaten], axis=1)
    return counts


def count(seen: Showdown, ones: Ints, size: int) -> Ints:
    """The number of deals with the boards seen, `ones` of one suit: (hole, player, dealer, order), by position."""
    columns = np.dstack([seen.opposed, seen.less, seen.equal])
    counts = np.zeros((COUNT, size, size, 3), dtype=np.int64)
    for weight, places in ((seen.weight * seen.part.weight[:, None] - ones, _OF_TWO), (ones, _OF_ONE)):
        np.add.at(counts, places, _ordered(_sums(seen.category, weight, columns, size), size))
    return counts


def hole_cells(ranking: Ranking) -> list[Cell]:
    """The cells of HANDS, each with a deal that has it."""
    counter = ShowdownCounter(ranking)
    size = counter.size
    every = boards(5)
    of_one = suited(every)
    total = np.zeros((COUNT, size, size, 3), dtype=np.int64)
    deals: dict[tuple[int, ...], Deal] = {}
    for start in range(0, len(every), _CHUNK):
        chunk = slice(start, start + _CHUNK)
        seen = counter.look(every[chunk])
        ones = of_one[chunk]
        counts = count(seen, ones, size)
        finder = _Finder(seen, ones)
        for cell in map(tuple, np.argwhere((counts > 0) & (total == 0)).tolist()):
            deals[cell] = finder.deal(cell)
        total += counts
    name = ranking.categories.__getitem__
    return [
        Cell((name(player), name(dealer), "<=>"[order], NAMES[hole]), int(total[hole, player, dealer, order]), deal)
        for (hole, player, dealer, order), deal in deals.items()
    ]


class _Finder:
    """Finds deals on some boards, `ones` of whose holes are of one suit."""

    def __init__(self, seen: Showdown, ones: Ints) -> None:
        self._seen = seen
        self._suited = {True: ones > 0, False: seen.weight * seen.part.weight[:, None] > ones}
        self._opposed: dict[tuple[int, ...], NDArray[np.bool_]] = {}

    def deal(self, cell: tuple[int, ...]) -> Deal:
        """A deal of a cell (hole, player, dealer, order) that these boards can show."""
        place, *against = cell
        _, _, of_one = parts_of(place)
        kinds = np.flatnonzero((_OF_ONE if of_one else _OF_TWO) == place)
        found = self._suited[of_one][:, kinds] & self._met(*against)[:, kinds]
        row = int(found.any(axis=1).argmax())
        kind = int(kinds[found[row].argmax()])
        theirs = self._theirs(row, kind, *against[1:])
        for board, live in _real_boards(self._seen.part, row):
            for mine in product(*(_cards_of(each, live) for each in HOLES[kind])):
                if (mine[0] & 3 == mine[1] & 3) != of_one or len({*board, *mine}) != len(board) + 2:
                    continue
                for pair in combinations(unused(board, mine), 2):
                    if theirs[PAIR[tuple(card // 4 + 13 * (card & 3 == live) for card in pair)]]:
                        return replace(deal_of(board[:3], board[3:], mine, pair, ()), other=None)
        raise InternalError("a cell of starting hands that was counted cannot be dealt")

    def _met(self, player: int, dealer: int, order: int) -> NDArray[np.bool_]:
        """(B, 351): the holes of category `player` that some hole of `dealer` opposes in this order."""
        key = (player, dealer, order)
        if key not in self._opposed:
            self._opposed[key] = (self._seen.category == player) & (self._seen.opponents(*key) > 0)
        return self._opposed[key]

    def _theirs(self, row: int, kind: int, dealer: int, order: int) -> list[bool]:
        """The pairs of types of category `dealer` that oppose this one in this order."""
        strength, mine = self._seen.strength[row], self._seen.strength[row, kind]
        sign = (mine >= strength) * 1 + (mine > strength)
        found: list[bool] = ((self._seen.category[row] == dealer) & (sign == order)).tolist()
        return found


def _cards_of(kind: int, live: int) -> list[Card]:
    """The cards of a type."""
    return [4 * (kind % 13) + suit for suit in (2, 1, 3, 0) if (suit == live) == (kind >= 13)]


def _real_boards(part: Boards, row: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Boards of real cards that a row stands for, each with its live suit, or -1: first the usual one."""
    ranks, living = part.ranks[row].tolist(), part.live[row].tolist()
    usual = board_cards(part, row)
    live = next((card & 3 for card, alive in zip(usual, living, strict=True) if alive), -1)
    yield usual, live
    for board in product(*(_cards_of(rank + 13 * alive, live) for rank, alive in zip(ranks, living, strict=True))):
        suits = Counter(card & 3 for card in board)
        if len(set(board)) == len(board) and all(count < 3 for suit, count in suits.items() if suit != live):
            yield board, live
