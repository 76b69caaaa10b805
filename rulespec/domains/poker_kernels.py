"""The loops over millions of positions, compiled; integers only, no rule and no ranking is known here.

Each works on a range of rows of a layer (`poker_layers`) and writes only there, so that ranges run on several threads
and the answer is the same for any number of them.
"""

from typing import Any

import numpy as np
from numba import njit

RANKS = 13
_BLOCK = 1_024  # states that are worked on at once
# The number of each pair of types.
_PAIR = np.array(
    [[max(a, b) * (max(a, b) + 1) // 2 + min(a, b) for b in range(52)] for a in range(52)], dtype=np.uint16
)


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
def in_order(at, count, unseen, pair_a, pair_b, strength, order, category, ends, ours, in_all, with_card):
    """The pairs of one row that can be held, in the row's order: of each the dealer's hands of its category beside it.

    `ours` (4, count or more) are, of each pair, the types of its two cards, and how many of the dealer's hands are
    lower and equal. `ends` (C,) is the place after the last pair of each category. `in_all` (C,) and `with_card`
    (C, types) say how many holes of a category there are, in all and with a certain card of each type.
    """
    in_all[:] = 0
    with_card[:, :] = 0
    group_card = np.zeros(len(with_card[0]), dtype=np.int32)
    place = 0
    while place < count:
        value = strength[at + order[at + np.uint64(place)]]
        kind = np.uint8(category[np.uint16(value)])
        below, below_card = in_all[kind], with_card[kind]
        group = 0
        end = place
        while end < count:
            p = order[at + np.uint64(end)]
            if strength[at + p] != value:
                break
            a, b = pair_a[p], pair_b[p]
            ours[0, end], ours[1, end] = a, b
            if a == b:
                group += unseen[a] * (unseen[a] - 1) // 2
                group_card[a] += unseen[a] - 1
            else:
                group += unseen[a] * unseen[b]
                group_card[a] += unseen[b]
                group_card[b] += unseen[a]
            end += 1
        for one in range(place, end):
            a, b = np.uint8(ours[0, one]), np.uint8(ours[1, one])
            ours[2, one] = below - below_card[a] - below_card[b]
            ours[3, one] = group - group_card[a] - group_card[b] + 1  # 1: the hole itself is taken away twice
        for one in range(place, end):
            for card in (np.uint8(ours[0, one]), np.uint8(ours[1, one])):
                below_card[card] += group_card[card]
                group_card[card] = 0
        in_all[kind] += group
        ends[kind] = place = end


@_compiled
def showdown(low, high, live, unseen, start, pair_a, pair_b, strength, order, held, category, paid, sums):
    """What each hole is paid, summed over the dealer's 990 hands: `sums` (K, states).

    `paid` (K, C, C, 3): by the player's category, the dealer's, and the order of the two (0 less, 1 equal, 2 more).
    Beside a hand of its own category a hole is paid as if its own were less, and what it is paid more if it is not.
    """
    tables, kinds = paid.shape[0], paid.shape[1]
    ours = np.zeros((4, len(pair_a)), dtype=np.int32)
    ends = np.zeros(kinds, dtype=np.int64)
    in_all = np.zeros(kinds, dtype=np.int32)
    with_card = np.zeros((kinds, 26), dtype=np.int32)
    by_card = np.zeros(26, dtype=np.int64)
    for row in range(low, high):
        at = np.uint64(start[row])
        types = 13 if live[row] == 0 else 26
        in_order(at, held[row], unseen[row], pair_a, pair_b, strength, order, category, ends, ours, in_all, with_card)
        begin = 0
        for kind in range(kinds):
            if in_all[kind] == 0:
                continue
            for k in range(tables):
                lower = paid[k, kind, kind, 0]
                equal, higher = paid[k, kind, kind, 1] - lower, paid[k, kind, kind, 2] - lower
                whole = lower * (in_all[kind] + 1)  # 1: the hole itself is taken away twice
                for card in range(types):
                    by_card[card] = lower * with_card[kind, card]
                for theirs in range(kinds):
                    if theirs != kind and in_all[theirs] > 0:
                        amount = paid[k, kind, theirs, 2 if theirs < kind else 0]
                        whole += amount * in_all[theirs]
                        for card in range(types):
                            by_card[card] += amount * with_card[theirs, card]
                for place in range(begin, ends[kind]):
                    a, b = np.uint8(ours[0, place]), np.uint8(ours[1, place])
                    more = higher * ours[2, place] + equal * ours[3, place]
                    sums[k, at + order[at + np.uint64(place)]] = whole - by_card[a] - by_card[b] + more
            begin = ends[kind]


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
    tables = len(sums)
    held = np.zeros((tables, len(maps[0])), dtype=sums.dtype)
    for row in range(low, high):
        at = np.uint64(start[row])
        types = 13 * (live[row] + 1)
        pairs = np.uint64(types * (types + 1) // 2)
        for k in range(tables):
            sums[k, at : at + pairs] = 0
        for begin in range(types):
            number = map_of[row, begin]
            if row_of[row, begin] < 0 or seen_before(row, begin, row_of, map_of):
                continue
            to = maps[number]
            width = np.int64(0)
            for card in range(begin, types):
                if row_of[row, card] < 0 or map_of[row, card] != number:
                    continue
                there = unseen[row, card]
                next_row = row_of[row, card]
                wide = next_start[next_row + 1] - next_start[next_row]
                if wide > width:
                    held[:, width:wide] = 0
                    width = wide
                for k in range(tables):
                    out, mine = sums[k, at : at + pairs], held[k]
                    come = later[k, next_start[next_row] : next_start[next_row + 1]]
                    for p in range(wide):
                        mine[p] += there * come[p]
                    for other in range(types):  # not the cards of the hole itself
                        p = _PAIR[card, other]
                        out[p] -= come[to[p]] * (2 if other == card else 1)
            for k in range(tables):
                for p in range(pairs):
                    sums[k, at + p] += held[k, to[p]]


@_compiled
def roll_on(low, high, live, unseen, start, next_start, row_of, map_of, maps, reached, moves, move, later):
    """How often each state of the next layer is reached: `later` (states of the next), added to, from `reached`.

    Unlike the other loops it writes all over `later`: each range of rows that is worked on at once has its own.

    Of the states only those in which `move` is taken by `moves`, or all where that is empty. Gives how often they are
    reached. As in `roll_back` a map is gone through once for all cards that have it.
    """
    taken = np.int64(0)
    here = np.zeros(len(maps[0]), dtype=later.dtype)
    come = np.zeros(len(maps[0]), dtype=later.dtype)
    for row in range(low, high):
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
                    p = _PAIR[card, other]
                    after[to[p]] -= here[p] * (2 if other == card else 1)
    return taken


@_compiled
def choose(low, high, worth, factors, constants, values, moves):
    """The best of some moves in the states `low`..`high`: its value, and its place (the first of equals).

    A move is worth `constants[move] + sum of factors[move, k] * worth[k, state]`.
    """
    worth_here = np.empty(_BLOCK, dtype=worth.dtype)
    for begin in range(low, high, _BLOCK):
        states = min(_BLOCK, high - begin)
        best, chosen = values[begin : begin + states], moves[begin : begin + states]
        for move in range(len(constants)):
            worth_here[:] = constants[move]
            for k in range(len(worth)):
                factor, known = factors[move, k], worth[k, begin : begin + states]
                if factor != 0:
                    for at in range(states):
                        worth_here[at] += factor * known[at]
            for at in range(states):
                if move == 0 or worth_here[at] > best[at]:
                    best[at], chosen[at] = worth_here[at], move


@_compiled
def over_flops(live, unseen, weight, start, pair_a, pair_b, worth, sums):
    """`sums` (K, 4, P), added to: by the number of live suits, what each pair's states are worth on all flops.

    Each row counts as often as `weight` says, and only in the states that can come up there.
    """
    for row in range(len(live)):
        at = start[row]
        for p in range(start[row + 1] - at):
            if unseen[row, pair_a[p]] > 0 and unseen[row, pair_b[p]] > 0:
                for k in range(len(worth)):
                    sums[k, live[row], p] += weight[row] * worth[k, at + p]


@_compiled
def to_flops(live, unseen, weight, start, pair_a, pair_b, ways, reached):
    """`reached` (states) of the flop, from `ways` (4, P): how many holes come there, by live suits and pair."""
    for row in range(len(live)):
        at = start[row]
        for p in range(start[row + 1] - at):
            there = unseen[row, pair_a[p]] > 0 and unseen[row, pair_b[p]] > 0
            reached[at + p] = weight[row] * ways[live[row], p] if there else 0


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
    ours = np.zeros((4, len(pair_a)), dtype=np.int32)
    ends = np.zeros(kinds, dtype=np.int64)
    in_all = np.zeros(kinds, dtype=np.int32)
    with_card = np.zeros((kinds, 26), dtype=np.int32)
    mine = np.zeros(lines, dtype=np.int64)
    mine_card = np.zeros((lines, 26), dtype=np.int64)
    for row in range(low, high):
        if not reached[:, start[row] : start[row + 1]].any():
            continue
        at = np.uint64(start[row])
        types = 13 if live[row] == 0 else 26
        in_order(at, held[row], unseen[row], pair_a, pair_b, strength, order, category, ends, ours, in_all, with_card)
        begin = 0
        for kind in range(kinds):
            if in_all[kind] == 0:
                continue
            mine[:] = 0
            mine_card[:, :] = 0
            for way in range(len(reached)):
                for place in range(begin, ends[kind]):
                    state = at + order[at + np.uint64(place)]
                    times = np.int64(reached[way, state])
                    if times == 0:
                        continue
                    line = first[way]
                    if row_of[way] >= 0:
                        line += moves[row_of[way], state]
                    a, b = np.uint8(ours[0, place]), np.uint8(ours[1, place])
                    less, same = ours[2, place], ours[3, place]
                    more = in_all[kind] - with_card[kind, a] - with_card[kind, b] + 1 - less - same
                    counts[line, kind, kind, 2] += times * less
                    counts[line, kind, kind, 1] += times * same
                    counts[line, kind, kind, 0] += times * more
                    mine[line] += times
                    mine_card[line, a] += times
                    mine_card[line, b] += times
            begin = ends[kind]
            for line in range(lines):
                if mine[line] == 0:
                    continue
                taken[line] += mine[line]
                for other in range(kinds):
                    if other == kind or in_all[other] == 0:
                        continue
                    found = mine[line] * in_all[other]
                    for card in range(types):
                        found -= mine_card[line, card] * with_card[other, card]
                    counts[line, kind, other, 2 if other < kind else 0] += found
