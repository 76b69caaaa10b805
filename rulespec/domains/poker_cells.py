"""The reachable cells of shared-card poker (`poker_features`): what a deal may be, how often, and a deal that shows it.

A combination that cannot be dealt is absent, so the cells of a feature set are all that can happen.

Two sets of features are counted (`poker_enumerate`): SHOWDOWN and FLOPS. Every other set is a part of one of them
with the seats renamed, which changes no count: what the dealer's cards may be is what the player's may be. Counts for
the standard ranking travel with the package; those of another ranking are worked out once and kept in the user's
cache folder (`poker_store`).

`python -m rulespec.domains.poker_cells` writes the shipped counts anew.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import permutations
from operator import itemgetter

from rulespec.domains.poker import STANDARD, Ranking
from rulespec.domains.poker_features import (
    COUNTED,
    FEATURES,
    FLOP,
    RIVER,
    SEATS,
    SHIPPED,
    Cell,
    Cells,
    Deal,
    ordered,
    sample_space,
)
from rulespec.domains.poker_store import cache_folder, file_name, read, shipped_path, write
from rulespec.errors import Inconclusive

_TURNED = {"<": ">", "=": "=", ">": "<"}


@lru_cache(maxsize=256)
def cells(ranking: Ranking, features: frozenset[str]) -> Cells:
    """The reachable cells of `features` under `ranking`, exactly; the features in the order of FEATURES.

    Raises ValueError for an unknown feature or none, and Inconclusive for features that cannot be counted together
    (a seat's flop beside the river of three seats, or two flops beside a river), or if numpy is needed and missing.
    """
    unknown = sorted(features - set(FEATURES))
    if unknown or not features:
        raise ValueError(f"no features of a deal: {', '.join(unknown) or 'none given'}")
    wanted = tuple(name for name in FEATURES if name in features)
    for base in COUNTED:
        for seats in permutations(SEATS):
            names = _names_under(dict(zip(SEATS, seats, strict=True)))
            if all(names.get(name) in base for name in wanted):
                source = _part_of(ranking, base, frozenset(names[name] for name in wanted))
                return _seen_from(source, wanted, names, seats, ranking)
    listed = ", ".join(f"`{name}`" for name in wanted)
    raise Inconclusive(f"the deals by {listed} together cannot be counted exactly")


def project(source: Cells, features: Iterable[str], ranking: Ranking) -> Cells:
    """The cells of some of the features of `source`: weights summed, the deal that of the heaviest cell."""
    kept = tuple(name for name in source.features if name in set(features))
    places = [source.features.index(name) for name in kept]
    total = sample_space(kept)
    weights: dict[tuple[str, ...], int] = {}
    heaviest: dict[tuple[str, ...], Cell] = {}
    for cell in source.cells:
        values = tuple(cell.values[place] for place in places)
        weights[values] = weights.get(values, 0) + cell.weight
        if values not in heaviest or cell.weight > heaviest[values].weight:
            heaviest[values] = cell
    # A deal of the smaller space stands for equally many of the larger one, whichever it is.
    share = source.total // total
    return Cells(kept, total, ordered((Cell(v, w // share, heaviest[v].deal) for v, w in weights.items()), ranking))


def _names_under(seats: dict[str, str]) -> dict[str, str]:
    """For each feature that still has a name when every seat is called by another's name: that name."""
    names = {RIVER[seat]: RIVER[seats[seat]] for seat in RIVER if seats[seat] in RIVER}
    names |= {FLOP[seat]: FLOP[seats[seat]] for seat in SEATS}
    if seats["other"] == "other":
        names["order"] = "order"
    return names


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


def _part_of(ranking: Ranking, base: tuple[str, ...], features: frozenset[str]) -> Cells:
    """Some features of a counted set, from the smallest stored set that has them."""
    for stored in SHIPPED:
        if features <= set(stored) and (source := read(shipped_path(ranking, stored), ranking, stored)):
            return project(source, features, ranking)
    return project(_counted(ranking, base), features, ranking)


def _counted(ranking: Ranking, base: tuple[str, ...]) -> Cells:
    """A counted set that is not shipped: from the user's cache, else counted now and kept there."""
    folder = cache_folder()
    path = folder / file_name(ranking, base) if folder else None
    if path and (kept := read(path, ranking, base)):
        return kept
    try:
        from rulespec.domains.poker_enumerate import enumerate_cells
    except ImportError as error:
        raise Inconclusive(
            "counting the deals of this ranking of hands needs numpy: pip install 'rulespec[exact]'"
        ) from error
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
