"""The reachable cells of shared-card poker (`poker_features`): what a deal may be, how often, and a deal that shows it.

A combination that cannot be dealt is absent, so the cells of a feature set are all that can happen.

Three sets of features are counted ahead (`poker_enumerate`): SHOWDOWN, FLOPS and HANDS. Their counts for the standard
ranking travel with the package; those for another ranking are worked out once and kept in the user's cache folder
(`poker_store`). HOLE and FIVE, with any patterns, are counted when asked for (`poker_first_five`). Every other set is a
part of one of these with the seats renamed, which changes no count: what the dealer's cards may be is what the player's
may be.

`python -m rulespec.domains.poker_cells` writes the shipped counts anew.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import permutations
from operator import itemgetter

from rulespec.domains.poker import STANDARD, Ranking
from rulespec.domains.poker_features import (
    COUNTED,
    FEATURES,
    FIVE,
    FLOP,
    FLOPS,
    HANDS,
    HOLE,
    RIVER,
    SEATS,
    SHIPPED,
    SHOWDOWN,
    Cell,
    Cells,
    Deal,
    ordered,
    sample_space,
)
from rulespec.domains.poker_first_five import first_five, starting_hands
from rulespec.domains.poker_holes import NAMES
from rulespec.domains.poker_store import file_name, read, read_weights, shipped_path, write
from rulespec.errors import Inconclusive
from rulespec.store import cache_folder

_TURNED = {"<": ">", "=": "=", ">": "<"}


@lru_cache(maxsize=256)
def cells(ranking: Ranking, features: frozenset[str], holes: tuple[str, ...] | None = None) -> Cells:
    """The reachable cells of `features` under `ranking`, exactly; the features in the order of FEATURES.

    `holes` has a label for each starting hand by place: those with the same label are one. Raises ValueError for an
    unknown feature or none, and Inconclusive for features that cannot be counted together (a seat's flop beside the
    river of three seats, or two flops beside a river).
    """
    unknown = sorted(name for name in features if name.partition(":")[0] not in FEATURES)
    if unknown or not features:
        raise ValueError(f"no features of a deal: {', '.join(unknown) or 'none given'}")
    patterns = tuple(sorted(name for name in features if ":" in name))
    wanted = (*(name for name in FEATURES if name in features), *patterns)
    for base in (SHOWDOWN, FLOPS, HOLE, FIVE, HANDS):
        for seats in permutations(SEATS):
            names = _names_under(dict(zip(SEATS, seats, strict=True)), patterns)
            ours = (*base, *(names[name] for name in patterns if base == FIVE and names[name].startswith(FIVE[0])))
            if all(names.get(name) in ours for name in wanted):
                source = _part_of(ranking, ours, frozenset(names[name] for name in wanted), holes)
                return _seen_from(source, wanted, names, seats, ranking)
    listed = ", ".join(f"`{name}`" for name in wanted)
    raise Inconclusive(f"the deals by {listed} together cannot be counted exactly")


@lru_cache(maxsize=2)
def showdowns_by_hand(ranking: Ranking) -> Mapping[tuple[str, ...], Sequence[int]] | None:
    """For each (player, dealer, order) the weights of all starting hands by place, of `sample_space(HANDS)` in all.

    Only where they travel with the package: None for any other ranking.
    """
    return read_weights(shipped_path(ranking, HANDS), ranking, HANDS)


def project(source: Cells, features: Iterable[str], ranking: Ranking, holes: Sequence[str] | None = None) -> Cells:
    """The cells of some of the features of `source`: weights summed, the deal that of the heaviest cell.

    Starting hands with the same label in `holes` are one, called by it.
    """
    kept = tuple(name for name in source.features if name in set(features))
    places = [source.features.index(name) for name in kept]
    labels = dict(zip(NAMES, holes, strict=True)) if holes else {}
    total = sample_space(kept)
    weights: dict[tuple[str, ...], int] = {}
    heaviest: dict[tuple[str, ...], Cell] = {}
    for cell in source.cells:
        values = tuple([cell.values[place] for place in places])
        if labels:
            values = tuple([labels.get(value, value) for value in values])
        weights[values] = weights.get(values, 0) + cell.weight
        if values not in heaviest or cell.weight > heaviest[values].weight:
            heaviest[values] = cell
    # A deal of the smaller space stands for equally many of the larger one, whichever it is.
    share = source.total // total
    return Cells(kept, total, ordered((Cell(v, w // share, heaviest[v].deal) for v, w in weights.items()), ranking))


def _names_under(seats: dict[str, str], patterns: Sequence[str]) -> dict[str, str]:
    """For each feature that still has a name when every seat is called by another's name: that name."""
    names = {RIVER[seat]: RIVER[seats[seat]] for seat in RIVER if seats[seat] in RIVER}
    names |= {FLOP[seat]: FLOP[seats[seat]] for seat in SEATS}
    names |= {name: names[of] + pattern for name in patterns for of, pattern in [_parts(name)]}
    if seats["other"] == "other":
        names["order"] = "order"
    if seats["player"] == "player":
        names["hole"] = "hole"
    return names


def _parts(pattern: str) -> tuple[str, str]:
    """A pattern's feature in two: the hand's own, and the rest."""
    hand, colon, ranks = pattern.partition(":")
    return hand, colon + ranks


def _seen_from(
    source: Cells, wanted: tuple[str, ...], names: dict[str, str], seats: tuple[str, ...], ranking: Ranking
) -> Cells:
    """`source` with its seats renamed: `seats` are those in it of the player, the dealer and the other seat."""
    places = [source.features.index(names[name]) for name in wanted]
    turned = seats[0] != "player"
    second = "other_flop" in wanted
    hands = itemgetter(*seats)
    found = []
    for cell in source.cells:
        values = [cell.values[place] for place in places]
        if turned:
            values = [_TURNED.get(value, value) for value in values]
        deal = cell.deal
        player, dealer, other = hands({"player": deal.player, "dealer": deal.dealer, "other": deal.other})
        found.append(Cell(tuple(values), cell.weight, Deal(deal.board, dealer, player, other if second else None)))
    return Cells(wanted, source.total, ordered(found, ranking))


def _part_of(ranking: Ranking, base: tuple[str, ...], features: frozenset[str], holes: tuple[str, ...] | None) -> Cells:
    """Some features of a counted set, from the smallest stored set that has them."""
    if base == HOLE:
        return project(starting_hands(ranking), features, ranking, holes)
    if base[: len(FIVE)] == FIVE:
        return project(first_five(ranking, base[len(FIVE) :]), features, ranking, holes)
    for stored in SHIPPED:
        if features <= set(stored) and (source := _shipped(ranking, stored)):
            return project(source, features, ranking, holes)
    return project(_counted(ranking, base), features, ranking, holes)


@lru_cache(maxsize=2 * len(SHIPPED))
def _shipped(ranking: Ranking, features: tuple[str, ...]) -> Cells | None:
    """A stored set that travels with the package, if it does."""
    return read(shipped_path(ranking, features), ranking, features)


def _counted(ranking: Ranking, base: tuple[str, ...]) -> Cells:
    """A counted set that is not shipped: from the user's cache, else counted now and kept there."""
    folder = cache_folder()
    path = folder / file_name(ranking, base) if folder else None
    if path and (kept := read(path, ranking, base)):
        return kept
    from rulespec.domains.poker_enumerate import enumerate_cells  # seldom needed, and slow to import

    counted = enumerate_cells(ranking, base)
    if path:
        with suppress(OSError):  # the count is right whether or not it can be kept
            write(path, ranking, counted)
    return counted


def regenerate() -> Iterator[Cells]:
    """Everything that ships, counted anew."""
    from rulespec.domains.poker_enumerate import enumerate_cells

    whole = {features: enumerate_cells(STANDARD, features) for features in COUNTED}
    for features in SHIPPED:
        source = next(whole[base] for base in COUNTED if set(features) <= set(base))
        yield project(source, features, STANDARD)


def main() -> None:
    """Write the shipped counts anew, and say how long it took."""
    started = time.perf_counter()
    for counted in regenerate():
        path = shipped_path(STANDARD, counted.features)
        write(path, STANDARD, counted)
        print(f"{path.name}: {len(counted.cells)} cells of {counted.total} deals")
    print(f"{time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
