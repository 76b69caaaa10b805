"""Counts every deal of shared-card poker, exactly, for any ranking of hands; `poker_features` says what is counted.

Method, in integers throughout:

*Boards up to suits.* A suit matters to a hand only if the board has three cards of it; it is then *live*, and there
is at most one. A board is so given by the ranks of its live cards and those of the rest: 36,608 boards with a live
suit and 6,175 without one, each with the number of boards that it stands for, instead of 2,598,960. The cards outside
the board have a *type*: (rank, dead) is type 0..12, (rank, live) type 13..25, each with the number of unseen cards.

*Disjoint holes by inclusion and exclusion.* Of the n holes with some property, those with neither card of the hole
(x, y) are n - (those with x) - (those with y) + (1 if the hole itself has the property). So it is enough to know, a
board, how many holes have each category, or are below or equal to a strength, in all and by the type of a card.

*The flop.* Any three of the board's five cards are the flop equally often: each board is taken with its ten splits.

Sums are carried by matrix products of floats, exactly: all terms are integers and every partial sum is below 2**53.
"""

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulespec.domains.cards import Card
from rulespec.domains.poker import RANK_BITS, STRENGTH_BITS, Evaluator, Ranking
from rulespec.domains.poker_deals import deal_of, unused
from rulespec.domains.poker_features import FLOPS, SHOWDOWN, Cell, Cells, Deal, sample_space
from rulespec.errors import InternalError

Ints: TypeAlias = NDArray[np.int64]
_Cards: TypeAlias = tuple[Card, ...]

TYPES = 26
_CHUNK = 512  # boards at a time: some 180,000 (board, hole) rows, so that the working arrays stay near the cache

HOLES = tuple(combinations_with_replacement(range(TYPES), 2))  # pairs of types; two live cards of one rank never occur
_X, _Y = np.array(HOLES).T
PAIR = np.empty((TYPES, TYPES), dtype=np.int64)  # the hole of two types, in either order
PAIR[_X, _Y] = PAIR[_Y, _X] = np.arange(len(HOLES))
_SPLITS = tuple(combinations(range(5), 3))


@dataclass(frozen=True)
class Boards:
    """Boards up to suits, an array row each: B rows of `size` cards, 3 or 5.

    `ranks` (B, size) and `live` (B, size): each card's rank, and whether it is of the live suit; `weight` (B,): the
    number of boards that the row stands for; `unseen` (B, 26): the number of cards of each type not on the board.
    """

    ranks: Ints
    live: NDArray[np.bool_]
    weight: Ints
    unseen: Ints

    def __getitem__(self, rows: slice | list[int]) -> "Boards":
        return Boards(self.ranks[rows], self.live[rows], self.weight[rows], self.unseen[rows])

    def __len__(self) -> int:
        return len(self.weight)


def boards(size: int) -> Boards:
    """All boards of 3 or 5 cards up to suits, the ordinary ones (no live suit, no pair) first."""
    rows: list[tuple[int, tuple[int, ...], int]] = []  # weight, ranks (live ones first), number of live cards
    covered: dict[tuple[int, ...], int] = {}
    for count in range(3, size + 1):
        for live in combinations(range(13), count):
            for dead in combinations_with_replacement(range(13), size - count):
                weight = 4 * prod(comb(3, dead.count(rank)) for rank in set(dead))
                ranks = tuple(sorted(live + dead))
                covered[ranks] = covered.get(ranks, 0) + weight
                rows.append((weight, live + dead, count))
    for ranks in combinations_with_replacement(range(13), size):
        weight = prod(comb(4, ranks.count(rank)) for rank in set(ranks)) - covered.get(ranks, 0)
        if weight > 0:
            rows.append((weight, ranks, 0))
    # The first board that shows a cell becomes its example: the usual kinds first, in no telling order within a kind.
    rows.sort(key=lambda row: (-row[0], sum(7919**place * rank for place, rank in enumerate(row[1])) % 10007))
    weights, ranks_of, counts = (np.array(column) for column in zip(*rows, strict=True))
    live_of = np.arange(size) < counts[:, None]
    unseen = np.where(live_of[:, :1], [3] * 13 + [1] * 13, [4] * 13 + [0] * 13)
    for place in range(size):
        unseen[np.arange(len(rows)), ranks_of[:, place] + 13 * live_of[:, place]] -= 1
    return Boards(ranks_of, live_of, weights, unseen)


def strengths(evaluator: Evaluator, part: Boards) -> Ints:
    """The value of every hole with every board, (B, 351); anything where the hole cannot be dealt."""
    hole_code = (1 << 3 * (_X % 13)) + (1 << 3 * (_Y % 13))
    key = (1 << 3 * part.ranks).sum(axis=1)[:, None] + hole_code
    board_suit = np.where(part.live, 1 << part.ranks, 0).sum(axis=1)
    hole_suit = np.where(_X >= 13, 1 << _X % 13, 0) | np.where(_Y >= 13, 1 << _Y % 13, 0)
    of_suit = part.live.sum(axis=1)[:, None] + ((_X >= 13) * 1 + (_Y >= 13) * 1)
    key += np.where(of_suit >= 5, (board_suit[:, None] | hole_suit) << RANK_BITS, 0)
    # No hand: one live card twice, or five cards of a rank (top bit of its three, and another). Any will do instead.
    low_bits = sum(1 << 3 * rank for rank in range(13))
    twice = ((board_suit[:, None] & hole_suit) != 0) | ((_X == _Y) & (_X >= 13))
    impossible = twice | ((key >> 2 & (key | key >> 1) & low_bits) != 0)
    key[impossible] = key[~impossible][0]
    different, back = np.unique(key, return_inverse=True)
    return np.array(list(map(evaluator.strength_of_key, different.tolist())))[back].reshape(key.shape)


def hole_weights(unseen: Ints) -> Ints:
    """The number of holes of each pair of types, (B, 351)."""
    first, second = unseen[:, _X], unseen[:, _Y]
    return np.where(_X == _Y, first * (first - 1) // 2, first * second)


def _partners(unseen: Ints) -> Ints:
    """(B, 26, 26): for one card of the first type, the number of cards of the second it may be held with."""
    return np.maximum(unseen[:, None, :] - np.eye(TYPES, dtype=np.int64), 0)


def opposed_by(category: Ints, unseen: Ints, count: int) -> Ints:
    """(B, 351, count): for each hole, how many holes without its cards have each of `count` categories."""
    rows = len(category)
    row = np.arange(rows)[:, None]
    flat = (row * count + category).ravel()
    in_all = np.bincount(flat, hole_weights(unseen).ravel(), rows * count).reshape(rows, 1, count)
    row_and_type = np.arange(rows * TYPES).reshape(rows, TYPES, 1)
    flat = (row_and_type * count + category[:, PAIR]).ravel()
    with_card = np.bincount(flat, _partners(unseen).ravel(), rows * TYPES * count).reshape(rows, TYPES, count)
    left = in_all - with_card[:, _X] - with_card[:, _Y]
    left[row, np.arange(len(HOLES)), category] += 1
    return left.astype(np.int64)


def _below_and_upto(values: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """For each value of a row, the weight of the row's smaller values, and of its smaller and equal ones."""
    order = np.argsort(values, axis=1)
    ordered = np.take_along_axis(values, order, axis=1)
    running = np.take_along_axis(weights, order, axis=1)
    upto = np.cumsum(running, axis=1)
    before = upto - running
    step = ordered[:, 1:] != ordered[:, :-1]
    before[:, 1:][~step] = 0
    upto[:, :-1][~step] = np.iinfo(np.int64).max
    before = np.maximum.accumulate(before, axis=1)
    upto = np.minimum.accumulate(upto[:, ::-1], axis=1)[:, ::-1]
    below, up_to = np.empty_like(before), np.empty_like(before)
    np.put_along_axis(below, order, before, axis=1)
    np.put_along_axis(up_to, order, upto, axis=1)
    return below, up_to


def below_and_equal(strength: Ints, unseen: Ints) -> tuple[Ints, Ints]:
    """(B, 351) twice: for each hole, how many holes without its cards are worth less, and how many the same."""
    below, upto = _below_and_upto(strength, hole_weights(unseen))
    by_card = strength[:, PAIR].reshape(-1, TYPES)
    card_below, card_upto = (
        found.reshape(-1, TYPES, TYPES) for found in _below_and_upto(by_card, _partners(unseen).reshape(-1, TYPES))
    )
    less = below - card_below[:, _X, _Y] - card_below[:, _Y, _X]
    at_most = upto - card_upto[:, _X, _Y] - card_upto[:, _Y, _X] + 1
    return less, at_most - less


@dataclass(frozen=True)
class Showdown:
    """What is known of every hole with some boards; the arrays are (B, 351) and, `opposed`, (B, 351, categories)."""

    part: Boards
    strength: Ints
    category: Ints
    weight: Ints  # number of such holes
    flops: Ints  # four bits a category: in how many of the ten splits the hole and the flop have it
    flop_rows: Ints  # (B, 10): the row of each split in the table of flops
    opposed: Ints
    less: Ints
    equal: Ints

    def opponents(self, player: int, dealer: int, order: int) -> Ints:
        """(B, 351): how many holes of category `dealer` oppose a hole of `player` in an order (0 `<`, 1 `=`, 2 `>`)."""
        if dealer != player:
            there = order == (2 if dealer < player else 0)
            return self.opposed[..., dealer] if there else np.zeros_like(self.equal)
        if order == 1:
            return self.equal
        beaten: Ints = self.less - self.opposed[..., :player].sum(axis=-1)
        return beaten if order == 2 else self.opposed[..., player] - self.equal - beaten


class ShowdownCounter:
    """Counts SHOWDOWN over boards of five cards."""

    def __init__(self, ranking: Ranking) -> None:
        self.evaluator = Evaluator(ranking)
        self.size = len(ranking.categories)
        flops = boards(3)
        codes = _flop_codes(flops.ranks, flops.live)
        self._order = np.argsort(codes)
        self._codes = codes[self._order]
        self.flop_category = strengths(self.evaluator, flops) >> STRENGTH_BITS
        self._flop_bit = 1 << 4 * self.flop_category

    def look(self, part: Boards) -> Showdown:
        """Everything about every hole with the boards of `part`."""
        strength = strengths(self.evaluator, part)
        category = strength >> STRENGTH_BITS
        rows: list[Ints] = []
        flops = np.zeros_like(strength)
        for split in map(list, _SPLITS):
            codes = _flop_codes(part.ranks[:, split], part.live[:, split])
            rows.append(self._order[np.searchsorted(self._codes, codes)])
            flops += self._flop_bit[rows[-1]]
        less, equal = below_and_equal(strength, part.unseen)
        opposed = opposed_by(category, part.unseen, self.size)
        weight = hole_weights(part.unseen)
        return Showdown(part, strength, category, weight, flops, np.array(rows).T, opposed, less, equal)

    def count(self, seen: Showdown) -> Ints:
        """The number of deals with the boards seen: (player, player_flop, dealer, order), categories by position."""
        size = self.size
        counts = np.zeros((size, size, size, 3), dtype=np.int64)
        weight = (seen.weight * seen.part.weight[:, None]).ravel()
        category, flops = seen.category.ravel(), seen.flops.ravel()
        columns = np.dstack([seen.opposed, seen.less, seen.equal]).reshape(-1, size + 2)
        for player in range(size):
            rows = np.flatnonzero((category == player) & (weight > 0))
            splits = (flops[rows, None] >> 4 * np.arange(size) & 15) * weight[rows, None]
            sums = (splits.T.astype(np.float64) @ columns[rows].astype(np.float64)).astype(np.int64)
            counts[player, :, :player, 2] = sums[:, :player]
            counts[player, :, player + 1 :, 0] = sums[:, player + 1 : size]
            beaten, tied = sums[:, size] - sums[:, :player].sum(axis=1), sums[:, size + 1]
            counts[player, :, player] = np.stack([sums[:, player] - tied - beaten, tied, beaten], axis=1)
        return counts


def _flop_codes(ranks: Ints, live: NDArray[np.bool_]) -> Ints:
    """One integer for the ranks of three cards in any order and whether all are live."""
    codes: Ints = (1 << 3 * ranks).sum(axis=1) + (live.sum(axis=1) // 3 << RANK_BITS)
    return codes


def board_cards(part: Boards, row: int) -> _Cards:
    """A board of real cards that the row stands for, its cards in the row's order."""
    ranks, live = part.ranks[row].tolist(), part.live[row].tolist()
    turn = sum(ranks) % 4  # the suit to begin with, or the live one
    if not any(live):
        # Ranks are in order, so those of one rank are neighbours and differ in suit; no suit comes three times.
        return tuple(4 * rank + (turn + place) % 4 for place, rank in enumerate(ranks))
    others = [suit for suit in range(4) if suit != turn]
    return tuple(
        4 * rank + (turn if alive else others[(rank + place) % 3])
        for place, (rank, alive) in enumerate(zip(ranks, live, strict=True))
    )


def hole_cards(board: _Cards, live: list[bool], hole: int) -> _Cards:
    """Real cards for a pair of types (an index of HOLES) beside a board of real cards."""
    live_suit = next((card & 3 for card, alive in zip(board, live, strict=True) if alive), -1)
    chosen: list[Card] = []
    for kind in HOLES[hole]:
        suits = [live_suit] if kind >= 13 else [suit for suit in (2, 1, 3, 0) if suit != live_suit]
        cards = [4 * (kind % 13) + suit for suit in suits]
        free = [card for card in cards if card not in (*board, *chosen)]
        # Two suits rather than one where there is a choice: an example should not look like a draw to a flush.
        free.sort(key=lambda card: any(card & 3 == other & 3 for other in chosen))
        chosen.append(free[0])
    return tuple(chosen)


def _first(found: NDArray[np.bool_]) -> tuple[int, int]:
    """The first (board, hole) of those found: the first board, and a hole of it in no telling order."""
    row = int(found.any(axis=1).argmax())
    holes = np.flatnonzero(found[row])
    return row, int(holes[(7 * row + 5) % len(holes)])


def _showdown_deal(counter: ShowdownCounter, seen: Showdown, cell: tuple[int, int, int, int]) -> Deal:
    """A deal of a cell (player, player_flop, dealer, order) that the boards seen can show."""
    player, flop, dealer, order = cell
    split_count = seen.flops >> 4 * flop & 15
    found = (seen.category == player) & (seen.weight > 0) & (split_count > 0)
    row, hole = _first(found & (seen.opponents(player, dealer, order) > 0))
    split = next(at for at in range(10) if counter.flop_category[seen.flop_rows[row, at], hole] == flop)
    board = board_cards(seen.part, row)
    mine = hole_cards(board, seen.part.live[row].tolist(), hole)
    flop_cards = tuple(board[place] for place in _SPLITS[split])
    rest = tuple(card for card in board if card not in flop_cards)
    strength, category = counter.evaluator.strength, counter.evaluator.category_index
    value = strength(board + mine)
    if category(value) == player and category(strength(flop_cards + mine)) == flop:
        for theirs in combinations(unused(board, mine), 2):
            against = strength(board + theirs)
            if category(against) == dealer and (value >= against) + (value > against) == order:
                return deal_of(flop_cards, rest, mine, theirs, ())
    raise InternalError("a cell of hands that was counted cannot be dealt")


def _showdown_cells(ranking: Ranking) -> list[Cell]:
    counter = ShowdownCounter(ranking)
    every = boards(5)
    total = np.zeros((counter.size,) * 3 + (3,), dtype=np.int64)
    deals: dict[tuple[int, int, int, int], Deal] = {}
    for start in range(0, len(every), _CHUNK):
        seen = counter.look(every[start : start + _CHUNK])
        counts = counter.count(seen)
        for player, flop, dealer, order in np.argwhere((counts > 0) & (total == 0)).tolist():
            cell = (player, flop, dealer, order)
            deals[cell] = _showdown_deal(counter, seen, cell)
        total += counts
    name = ranking.categories.__getitem__
    return [
        Cell((name(player), name(dealer), "<=>"[order], name(flop)), int(total[player, flop, dealer, order]), deal)
        for (player, flop, dealer, order), deal in deals.items()
    ]


def _flop_cells(ranking: Ranking) -> list[Cell]:
    evaluator, flops, size = Evaluator(ranking), boards(3), len(ranking.categories)
    category = strengths(evaluator, flops) >> STRENGTH_BITS
    opposed = opposed_by(category, flops.unseen, size)
    weight = hole_weights(flops.unseen) * flops.weight[:, None]
    found = []
    for mine, theirs in np.ndindex(size, size):
        deals = np.where(category == mine, weight, 0) * opposed[..., theirs]
        if not deals.any():
            continue
        row, hole = _first(deals > 0)
        flop = board_cards(flops, row)
        player = hole_cards(flop, flops.live[row].tolist(), hole)
        other = next(
            pair
            for pair in combinations(unused(flop, player), 2)
            if evaluator.category_index(evaluator.strength(flop + pair)) == theirs
        )
        values = (ranking.categories[mine], ranking.categories[theirs])
        found.append(Cell(values, int(deals.sum()), deal_of(flop, (), player, (), other)))
    return found


def enumerate_cells(ranking: Ranking, features: tuple[str, ...]) -> Cells:
    """The cells of SHOWDOWN (about ten seconds), HANDS (some more) or FLOPS (under one), each with a deal that has it.

    Raises InternalError if the counts contradict themselves.
    """
    if features == FLOPS:
        found = _flop_cells(ranking)
    elif features == SHOWDOWN:
        found = _showdown_cells(ranking)
    else:
        from rulespec.domains.poker_hole_counts import hole_cells  # builds on this module

        found = hole_cells(ranking)
    counted = Cells(features, sample_space(features), tuple(found))
    if sum(cell.weight for cell in found) != counted.total:
        raise InternalError("the counts of hands do not add up to the number of deals")
    return counted
