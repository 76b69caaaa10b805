"""The loops over millions of positions, compiled; integers only, no rule and no ranking is known here.

Each works on a range of rows of a layer (`poker_layers`) and writes only there, so that ranges run on several threads
and the answer is the same for any number of them.
"""

from typing import Any

import numpy as np
from numba import njit

RANKS = 13


def _compiled(function: Any) -> Any:
    return njit(cache=True, nogil=True)(function)


@_compiled
def best_of_seven(sevens, five_keys, five_values, best):
    """The best five by ranks of seven cards, flushes apart; keys hold three bits a rank, and `five_keys` are in order.

    A key of five cards of a rank gives 0: there is no such hand.
    """
    ranks = np.empty(7, dtype=np.int64)
    for at in range(len(sevens)):
        key = sevens[at]
        count, most = 0, 0
        for rank in range(RANKS):
            times = key >> 3 * rank & 7
            most = max(most, times)
            for _ in range(times):
                if count < 7:
                    ranks[count] = rank
                    count += 1
        if most > 4:
            continue
        for one in range(6):
            for two in range(one + 1, 7):
                five = key - (np.int64(1) << 3 * ranks[one]) - (np.int64(1) << 3 * ranks[two])
                best[at] = max(best[at], five_values[np.searchsorted(five_keys, five)])


@_compiled
def strengths(
    low, high, live, masks, unseen, start, rank_row, rank_pair, pair_a, pair_b, by_rank, by_suit, strength, order, held
):
    """For the boards of five cards `low`..`high`: `strength` of each state, `order` of the pairs of each row by it.

    `held` (R,) is how many pairs can be held, which come first in `order`.
    """
    keys = np.empty(351, dtype=np.int32)
    for row in range(low, high):
        pairs = 91 if live[row] == 0 else 351
        mask, at = masks[row, 0], start[row]
        count = 0
        for p in range(pairs):
            a, b = pair_a[p], pair_b[p]
            value = by_rank[rank_row[row], rank_pair[p]]
            if b >= RANKS:
                suited = mask | (np.int64(1) << (b - RANKS))
                if a >= RANKS:
                    suited |= np.int64(1) << (a - RANKS)
                value = max(value, by_suit[suited])
            elif live[row] == 1:
                value = max(value, by_suit[mask])
            strength[at + p] = value
            there = unseen[row, a] - (1 if a == b else 0)
            if unseen[row, b] > 0 and there > 0:
                keys[count] = value << 9 | p
                count += 1
        keys[:count].sort()
        held[row] = count
        for place in range(count):
            order[at + place] = keys[place] & 511


@_compiled
def category_holes(row, count, at, unseen, pair_a, pair_b, strength, order, category, in_all, with_card):
    """How many holes of each category there are with a board, in all and with a certain card of each type."""
    in_all[:] = 0
    with_card[:, :] = 0
    for place in range(count):
        p = order[at + place]
        a, b = pair_a[p], pair_b[p]
        kind = category[strength[at + p]]
        if a == b:
            in_all[kind] += unseen[row, a] * (unseen[row, a] - 1) // 2
            with_card[kind, a] += unseen[row, a] - 1
        else:
            in_all[kind] += unseen[row, a] * unseen[row, b]
            with_card[kind, a] += unseen[row, b]
            with_card[kind, b] += unseen[row, a]


@_compiled
def equal_holes(row, place, count, at, unseen, pair_a, pair_b, strength, order, with_card):
    """How far the pairs of one strength go from `place` in a row's order, and how many holes they are.

    Adds to `with_card` (types,) how many of them have a certain card of each type.
    """
    value = strength[at + order[at + place]]
    holes = np.int64(0)
    end = place
    while end < count and strength[at + order[at + end]] == value:
        p = order[at + end]
        a, b = pair_a[p], pair_b[p]
        if a == b:
            holes += unseen[row, a] * (unseen[row, a] - 1) // 2
            with_card[a] += unseen[row, a] - 1
        else:
            holes += unseen[row, a] * unseen[row, b]
            with_card[a] += unseen[row, b]
            with_card[b] += unseen[row, a]
        end += 1
    return end, holes


@_compiled
def put_below(place, end, at, pair_a, pair_b, order, group_card, below_card):
    """Adds `group_card` to `below_card` and leaves it 0, for the cards of the pairs `place`..`end` of a row's order.

    They are few beside all types of card, and there are many such groups to a row.
    """
    for step in range(place, end):
        p = order[at + step]
        for card in (pair_a[p], pair_b[p]):
            below_card[card] += group_card[card]
            group_card[card] = 0


@_compiled
def showdown(low, high, live, unseen, start, pair_a, pair_b, strength, order, held, category, paid, sums):
    """What each hole is paid, summed over the dealer's 990 hands: `sums` (K, states).

    `paid` (K, C, C, 3): by the player's category, the dealer's, and the order of the two (0 less, 1 equal, 2 more).
    """
    kinds = paid.shape[1]
    tables = paid.shape[0]
    in_all = np.zeros(kinds, dtype=np.int64)
    with_card = np.zeros((kinds, 26), dtype=np.int64)
    whole = np.zeros((tables, kinds), dtype=np.int64)
    by_card = np.zeros((tables, kinds, 26), dtype=np.int64)
    group_card = np.zeros(26, dtype=np.int64)
    below_card = np.zeros(26, dtype=np.int64)
    for row in range(low, high):
        at, count = start[row], held[row]
        types = 13 if live[row] == 0 else 26
        category_holes(row, count, at, unseen, pair_a, pair_b, strength, order, category, in_all, with_card)
        for k in range(tables):
            for mine in range(kinds):
                if in_all[mine] == 0:
                    continue
                whole[k, mine] = 0
                by_card[k, mine, :types] = 0
                for theirs in range(kinds):
                    if theirs != mine and in_all[theirs] > 0:
                        amount = paid[k, mine, theirs, 2 if theirs < mine else 0]
                        whole[k, mine] += amount * in_all[theirs]
                        for card in range(types):
                            by_card[k, mine, card] += amount * with_card[theirs, card]
        place = 0
        kind = -1
        below = np.int64(0)
        while place < count:
            value = strength[at + order[at + place]]
            if category[value] != kind:
                kind = category[value]
                below = np.int64(0)
                below_card[:types] = 0
            end, group = equal_holes(row, place, count, at, unseen, pair_a, pair_b, strength, order, group_card)
            for step in range(place, end):
                p = order[at + step]
                a, b = pair_a[p], pair_b[p]
                less = below - below_card[a] - below_card[b]
                same = group - group_card[a] - group_card[b] + 1
                more = in_all[kind] - with_card[kind, a] - with_card[kind, b] + 1 - less - same
                for k in range(tables):
                    sums[k, at + p] = (
                        whole[k, kind]
                        - by_card[k, kind, a]
                        - by_card[k, kind, b]
                        + paid[k, kind, kind, 2] * less
                        + paid[k, kind, kind, 1] * same
                        + paid[k, kind, kind, 0] * more
                    )
            put_below(place, end, at, pair_a, pair_b, order, group_card, below_card)
            below += group
            place = end


@_compiled
def link(low, high, live, masks, dead, unseen, keys, least, row_of, map_of):
    """Where one more card leads: for each type of card the row of the next layer and the number of the pairs' map.

    `keys` are those of the next layer, `least` the number of cards with which a suit is live there.
    """
    mask = np.zeros(4, dtype=np.int64)
    slot = np.zeros(4, dtype=np.int64)
    alive = np.zeros(4, dtype=np.int64)
    for row in range(low, high):
        suits = live[row]
        for card in range(13 * (suits + 1)):
            row_of[row, card] = -1
            if unseen[row, card] <= 0:
                continue
            rest = np.int64(0)
            for rank in range(RANKS):
                rest += dead[row, rank] << 3 * rank
            for at in range(suits):
                mask[at] = masks[row, at]
            into, rank = card // RANKS, card % RANKS
            if into == 0:
                rest += np.int64(1) << 3 * rank
            else:
                mask[into - 1] |= np.int64(1) << rank
            found = 0
            for at in range(suits):
                bits = 0
                for rank in range(RANKS):
                    bits += mask[at] >> rank & 1
                if bits >= least:
                    alive[found] = at
                    found += 1
                else:
                    for rank in range(RANKS):
                        rest += (mask[at] >> rank & 1) << 3 * rank
            for one in range(1, found):  # greatest mask first
                for two in range(one, 0, -1):
                    if mask[alive[two]] > mask[alive[two - 1]]:
                        alive[two], alive[two - 1] = alive[two - 1], alive[two]
            slot[:] = 0
            for at in range(found):
                slot[alive[at]] = at + 1
            first = mask[alive[0]] if found > 0 else np.int64(0)
            if found > 1:
                third = mask[alive[2]] if found > 2 else np.int64(0)
                rest = np.int64(1) << 39 | mask[alive[1]] << RANKS | third
            row_of[row, card] = np.searchsorted(keys, first << 40 | rest)
            map_of[row, card] = slot[0] + 4 * slot[1] + 16 * slot[2]


@_compiled
def seen_before(row, card, row_of, map_of):
    """Whether a card of a type before this one leads on by the same map."""
    found = False
    for other in range(card):
        found |= row_of[row, other] >= 0 and map_of[row, other] == map_of[row, card]
    return found


@_compiled
def roll_back(low, high, live, unseen, start, next_start, row_of, map_of, maps, later, sums):
    """`sums` (K, states) of a layer: `later` (K, states of the next), summed over the next card.

    Cards with the same map are summed as they stand in the next layer, and mapped once. What stands in a state that
    cannot come up is counted no times: whatever it is, it cancels.
    """
    held = np.zeros(len(maps[0]), dtype=sums.dtype)
    for row in range(low, high):
        at = start[row]
        types = 13 * (live[row] + 1)
        pairs = types * (types + 1) // 2
        for k in range(len(sums)):
            out = sums[k, at : at + pairs]
            out[:] = 0
            for begin in range(types):
                number = map_of[row, begin]
                if row_of[row, begin] < 0 or seen_before(row, begin, row_of, map_of):
                    continue
                to = maps[number]
                held[:] = 0
                for card in range(begin, types):
                    if row_of[row, card] < 0 or map_of[row, card] != number:
                        continue
                    there = unseen[row, card]
                    come = later[k, next_start[row_of[row, card]] : next_start[row_of[row, card] + 1]]
                    for p in range(len(come)):
                        held[p] += there * come[p]
                    for other in range(types):  # not the cards of the hole itself
                        most, least = max(card, other), min(card, other)
                        p = most * (most + 1) // 2 + least
                        out[p] -= come[to[p]] * (2 if other == card else 1)
                for p in range(pairs):
                    out[p] += held[to[p]]


@_compiled
def roll_on(live, unseen, start, next_start, row_of, map_of, maps, reached, moves, move, later):
    """How often each state of the next layer is reached: `later` (states of the next), added to, from `reached`.

    Of the states only those in which `move` is taken by `moves`, or all where that is empty. Gives how often they are
    reached. As in `roll_back` a map is gone through once for all cards that have it.
    """
    taken = np.int64(0)
    here = np.zeros(len(maps[0]), dtype=later.dtype)
    come = np.zeros(len(maps[0]), dtype=later.dtype)
    for row in range(len(live)):
        at = start[row]
        types = 13 * (live[row] + 1)
        pairs = types * (types + 1) // 2
        any_here = np.int64(0)
        for p in range(pairs):
            here[p] = reached[at + p] if len(moves) == 0 or moves[at + p] == move else 0
            any_here += here[p]
        if any_here == 0:
            continue
        taken += any_here
        for begin in range(types):
            number = map_of[row, begin]
            if row_of[row, begin] < 0 or seen_before(row, begin, row_of, map_of):
                continue
            to = maps[number]
            come[:] = 0
            for p in range(pairs):
                come[to[p]] += here[p]
            for card in range(begin, types):
                if row_of[row, card] < 0 or map_of[row, card] != number:
                    continue
                there = unseen[row, card]
                after = later[next_start[row_of[row, card]] : next_start[row_of[row, card] + 1]]
                for p in range(len(after)):
                    after[p] += there * come[p]
                for other in range(types):
                    most, least = max(card, other), min(card, other)
                    p = most * (most + 1) // 2 + least
                    after[to[p]] -= here[p] * (2 if other == card else 1)
    return taken


@_compiled
def choose(low, high, worth, factors, constants, values, moves):
    """The best of some moves in the states `low`..`high`: its value, and its place (the first of equals).

    A move is worth `constants[move] + sum of factors[move, k] * worth[k, state]`.
    """
    for state in range(low, high):
        best = np.int64(0)
        chosen = -1
        for move in range(len(constants)):
            value = constants[move]
            for k in range(len(worth)):
                value += factors[move, k] * worth[k, state]
            if chosen < 0 or value > best:
                best, chosen = value, move
        values[state] = best
        moves[state] = chosen


@_compiled
def tally(
    low, high, live, unseen, start, pair_a, pair_b, strength, order, held, category, reached, moves, row_of, first,
    taken, counts,
):  # fmt: skip
    """How often the boards of five cards `low`..`high` are dealt on each of L lines, and to what they come there.

    `reached` (W, states): how often each state is reached, in each of W ways. Where `row_of` (W,) is not -1 the row of
    `moves` that it says tells the move taken there; the moves of a way are the lines `first` (W,) and on. Adds to
    `taken` (L,) how often each line is come to, to `counts` (L, C, C, 3) the dealer's hands: the player's category, the
    dealer's, and the order of the two.
    """
    lines, kinds = counts.shape[0], counts.shape[1]
    in_all = np.zeros(kinds, dtype=np.int64)
    with_card = np.zeros((kinds, 26), dtype=np.int64)
    mine = np.zeros((lines, kinds), dtype=np.int64)
    mine_card = np.zeros((lines, kinds, 26), dtype=np.int64)
    group_card = np.zeros(26, dtype=np.int64)
    below_card = np.zeros(26, dtype=np.int64)
    for row in range(low, high):
        at, count = start[row], held[row]
        types = 13 if live[row] == 0 else 26
        if not reached[:, at : start[row + 1]].any():
            continue
        category_holes(row, count, at, unseen, pair_a, pair_b, strength, order, category, in_all, with_card)
        mine[:, :] = 0
        mine_card[:, :, :] = 0
        place = 0
        kind = -1
        below = np.int64(0)
        while place < count:
            value = strength[at + order[at + place]]
            if category[value] != kind:
                kind = category[value]
                below = np.int64(0)
                below_card[:types] = 0
            end, group = equal_holes(row, place, count, at, unseen, pair_a, pair_b, strength, order, group_card)
            for step in range(place, end):
                p = order[at + step]
                a, b = pair_a[p], pair_b[p]
                less = below - below_card[a] - below_card[b]
                same = group - group_card[a] - group_card[b] + 1
                more = in_all[kind] - with_card[kind, a] - with_card[kind, b] + 1 - less - same
                for way in range(len(reached)):
                    times = np.int64(reached[way, at + p])
                    if times == 0:
                        continue
                    line = first[way]
                    if row_of[way] >= 0:
                        line += moves[row_of[way], at + p]
                    taken[line] += times
                    counts[line, kind, kind, 2] += times * less
                    counts[line, kind, kind, 1] += times * same
                    counts[line, kind, kind, 0] += times * more
                    mine[line, kind] += times
                    mine_card[line, kind, a] += times
                    mine_card[line, kind, b] += times
            put_below(place, end, at, pair_a, pair_b, order, group_card, below_card)
            below += group
            place = end
        for line in range(lines):
            for one in range(kinds):
                if mine[line, one] == 0:
                    continue
                for other in range(kinds):
                    if other == one or in_all[other] == 0:
                        continue
                    found = mine[line, one] * in_all[other]
                    for card in range(types):
                        found -= mine_card[line, one, card] * with_card[other, card]
                    counts[line, one, other, 2 if other < one else 0] += found
