"""The reachable cells of shared-card poker: what a deal may be, how often, and a deal that shows it.

A *feature* is something about a deal that a condition can read:

    player, dealer              category of the best five of two hole cards and the five board cards
    order                       the player's value against the dealer's: `<`, `=` or `>`
    player_flop, dealer_flop    category of two hole cards and the three flop cards
    other_flop                  the same for a second seat at the same board

A *cell* is one combination of values of some features, its weight the exact number of deals that have it, out of
all deals of a sample space that depends on the features alone:

    one seat, flop only               C(52,3) flops x C(49,2) holes
    one seat, whole board             C(52,5) boards x C(47,2) holes
    one seat, board and flop          the same x 10, the choices of the flop among the board's five cards
    both seats, without a flop        C(52,5) x C(47,2) player's holes x C(45,2) dealer's holes
    both seats, with one seat's flop  the same x 10
    two seats' flops                  C(52,3) x C(49,2) x C(47,2)

A combination that cannot be dealt is absent, so the cells of a feature set are all that can happen.

Two sets of features are counted (`poker_enumerate`): SHOWDOWN and FLOPS. Every other set is a part of one of them
with the seats renamed, which changes no count: what the dealer's cards may be is what the player's may be. Counts for
the standard ranking travel with the package; those of another ranking are worked out once and kept in the user's
cache folder.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb
from operator import itemgetter
from pathlib import Path

from rulespec.domains.poker import Ranking
from rulespec.errors import Inconclusive

FEATURES = ("player", "dealer", "order", "player_flop", "dealer_flop", "other_flop")

SHOWDOWN = ("player", "dealer", "order", "player_flop")
FLOPS = ("player_flop", "other_flop")
COUNTED = (SHOWDOWN, FLOPS)
SHIPPED = (("player", "player_flop"), ("player", "dealer", "order"), *COUNTED)  # a part before its whole

DATA = Path(__file__).with_name("data")

_FORMAT = 1  # of stored files; part of their names
_SEATS = ("player", "dealer", "other")
_RIVER = {"player": "player", "dealer": "dealer"}  # seat -> feature
_FLOP = {"player": "player_flop", "dealer": "dealer_flop", "other": "other_flop"}
_TURNED = {"<": ">", "=": "=", ">": "<"}


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt, as text: the board's five (the flop first), two for each seat; `other` if a second seat matters."""

    board: str
    dealer: str
    player: str
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of values (in the order of the features), its number of deals, and one of those deals."""

    values: tuple[str, ...]
    weight: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class Cells:
    """All reachable cells of some features; their weights add up to `total`, the size of the sample space."""

    features: tuple[str, ...]
    total: int
    cells: tuple[Cell, ...]


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
        for seats in permutations(_SEATS):
            names = _names_under(dict(zip(_SEATS, seats, strict=True)))
            if all(names.get(name) in base for name in wanted):
                source = _part_of(ranking, base, frozenset(names[name] for name in wanted))
                return _seen_from(source, wanted, names, seats, ranking)
    listed = ", ".join(f"`{name}`" for name in wanted)
    raise Inconclusive(f"the deals by {listed} together cannot be counted exactly")


def sample_space(features: Iterable[str]) -> int:
    """The number of deals that the weights for these features are out of (see the module)."""
    names = set(features)
    seats = {name.removesuffix("_flop") for name in names | ({"player", "dealer"} if "order" in names else set())}
    seats.discard("order")
    river = bool(names & {*_RIVER.values(), "order"})
    flop = bool(names & set(_FLOP.values()))
    unseen = 47 if river else 49
    deals = (comb(52, 5) * (comb(5, 3) if flop else 1)) if river else comb(52, 3)
    for seat in range(len(seats)):
        deals *= comb(unseen - 2 * seat, 2)
    return deals


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
    return Cells(kept, total, _ordered((Cell(v, w // share, heaviest[v].deal) for v, w in weights.items()), ranking))


def _ordered(found: Iterable[Cell], ranking: Ranking) -> tuple[Cell, ...]:
    """Cells by their values, categories lowest first."""
    place = {**ranking.indices, "<": 0, "=": 1, ">": 2}
    return tuple(sorted(found, key=lambda cell: [place[value] for value in cell.values]))


def _names_under(seats: dict[str, str]) -> dict[str, str]:
    """For each feature that still has a name when every seat is called by another's name: that name."""
    names = {_RIVER[seat]: _RIVER[seats[seat]] for seat in _RIVER if seats[seat] in _RIVER}
    names |= {_FLOP[seat]: _FLOP[seats[seat]] for seat in _SEATS}
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
    return Cells(wanted, source.total, _ordered(found, ranking))


def _part_of(ranking: Ranking, base: tuple[str, ...], features: frozenset[str]) -> Cells:
    """Some features of a counted set, from the smallest stored set that has them."""
    for stored in SHIPPED:
        if features <= set(stored) and (source := read(shipped_path(ranking, stored), ranking, stored)):
            return project(source, features, ranking)
    return project(_counted(ranking, base), features, ranking)


def _counted(ranking: Ranking, base: tuple[str, ...]) -> Cells:
    """A counted set that is not shipped: from the user's cache, else counted now and kept there."""
    folder = _cache_folder()
    path = folder / _file_name(ranking, base) if folder else None
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


def _cache_folder() -> Path | None:
    """Where counts are kept between runs, or None if the user has no home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):
        return Path(given) / "rulespec"
    try:
        return Path.home() / ".cache" / "rulespec"
    except RuntimeError:
        return None


def _file_name(ranking: Ranking, features: tuple[str, ...]) -> str:
    """A file name that no other ranking, feature set or format of the file shares."""
    identity = json.dumps([_FORMAT, ranking.categories, ranking.ace_low_straights, features])
    return f"cells-{'-'.join(features)}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}.json"


def shipped_path(ranking: Ranking, features: tuple[str, ...]) -> Path:
    """Where the package has the cells of these features, if it has them."""
    return DATA / _file_name(ranking, features)


def read(path: Path, ranking: Ranking, features: tuple[str, ...]) -> Cells | None:
    """Stored cells, or None if the file is missing or not what its name says."""
    try:
        content = json.loads(path.read_bytes())
        found = [Cell(tuple(values), int(weight), Deal(*map(str, deal))) for values, weight, deal in content["cells"]]
        named = tuple(content["features"]) == features and content["name"] == _file_name(ranking, features)
        ordered = _ordered(found, ranking)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    total = sample_space(features)
    whole = sum(cell.weight for cell in found) == total and all(len(cell.values) == len(features) for cell in found)
    if not (named and whole):
        return None
    return Cells(features, total, ordered)


def write(path: Path, ranking: Ranking, counted: Cells) -> None:
    """Store cells for `read`, a line each, whole or not at all. Raises OSError where it cannot."""
    import tempfile  # seldom needed, and slow to import

    head = {
        "name": _file_name(ranking, counted.features),
        "categories": ranking.categories,
        "ace_low_straights": ranking.ace_low_straights,
        "features": counted.features,
        "total": counted.total,
    }
    lines = [
        json.dumps([cell.values, cell.weight, [cell.deal.board, cell.deal.dealer, cell.deal.player, cell.deal.other]])
        for cell in counted.cells
    ]
    text = json.dumps(head)[:-1] + ', "cells": [\n' + ",\n".join(lines) + "\n]}\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".cells-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(draft, 0o644)  # a draft is private to its maker
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise
