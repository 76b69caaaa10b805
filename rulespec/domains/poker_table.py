"""What no rule changes about a game of shared cards: boards, the strength of every hand on each, what leads to what.

It depends on the ranking of hands alone and takes a second to work out, so it is kept in the user's cache folder.
"""

import os
import zipfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rulespec.domains import poker_kernels as kernels
from rulespec.domains.poker import Evaluator
from rulespec.domains.poker_layers import PAIR_A, PAIR_B, Ints, Layer, layer
from rulespec.domains.poker_ranks import ranks
from rulespec.domains.poker_store import file_name
from rulespec.store import cache_folder

R = TypeVar("R")

DEALT, FLOP, TURN, RIVER = SHOWN = (0, 3, 4, 5)
EVERYTHING = ("table", "2")  # in the name of the file in which all this is kept; the number is that of its form
PARTS = 64  # a layer is cut in so many ranges of rows, for threads to take


@dataclass(frozen=True)
class Showdown:
    """Boards of five cards with every hole's strength, and the holes of each in order.

    `strength` and `order` have a place for each state, `held` (R,) says how many pairs of a row can be held, which come
    first in its part of `order`; `category` (S,) is that of each strength.
    """

    category: NDArray[np.int8]
    strength: NDArray[np.int16]
    order: NDArray[np.uint16]
    held: Ints


@dataclass(frozen=True)
class Link:
    """How a layer's boards lead to those with one card more: (R, 52), row (-1 for none) and the pairs' map."""

    rows: NDArray[np.int32]
    maps: NDArray[np.uint8]


class Table:
    """Everything that no rule changes. With `threads` 0 all processors work; with a `folder` it is kept there."""

    def __init__(self, evaluator: Evaluator, threads: int = 0, folder: Path | None = None) -> None:
        self.evaluator = evaluator
        self.threads = threads or len(os.sched_getaffinity(0))
        path = folder / file_name(evaluator.ranking, EVERYTHING).replace(".json", ".npz") if folder else None
        known = _read(path) if path else None
        if known is None:
            self.layers = {size: layer(size) for size in (FLOP, TURN, RIVER)}
            self.links = {size: self._link(size) for size in (FLOP, TURN)}
            self.showdown = self._strengths()
            if path:
                _write(path, self)
        else:
            self.layers, self.links, self.showdown = known

    def first_step(self) -> None:
        """The least that a compiled loop can do: whatever comes before the first of them is behind us then."""
        link = self.links[TURN]
        kernels.seen_before(0, 0, link.rows, link.maps)

    def each(self, boards: Layer, work: Callable[..., object], *given: object) -> None:
        """Calls `work(low, high, *given)` for ranges of a layer's rows, on all threads."""
        self.together([partial(work, low, high, *given) for low, high in ranges(boards, PARTS)])

    def together(self, works: Sequence[Callable[[], R]]) -> list[R]:
        """Does some work on all threads; the results in order."""
        if self.threads == 1:
            return [work() for work in works]
        with ThreadPoolExecutor(self.threads) as pool:
            return [done.result() for done in [pool.submit(work) for work in works]]

    def _link(self, size: int) -> Link:
        here, there = self.layers[size], self.layers[size + 1]
        rows = np.full((here.rows, 52), -1, dtype=np.int32)
        maps = np.zeros((here.rows, 52), dtype=np.uint8)
        self.each(
            here,
            kernels.link,
            here.live,
            here.masks,
            here.dead,
            here.unseen,
            there.keys,
            size - 1,
            rows,
            maps,
        )
        return Link(rows, maps)

    def _strengths(self) -> Showdown:
        boards = self.layers[RIVER]
        found = ranks(self.evaluator, boards)
        strength = np.empty(boards.states, dtype=np.int16)
        order = np.empty(boards.states, dtype=np.uint16)
        held = np.zeros(boards.rows, dtype=np.int64)
        self.each(
            boards,
            kernels.strengths, boards.live, boards.masks, boards.unseen, boards.start, found.rank_row, found.rank_pair,
                PAIR_A, PAIR_B, found.by_rank, found.by_suit, strength, order, held,
        )  # fmt: skip
        return Showdown(found.category, strength, order, held)


def ranges(boards: Layer, parts: int) -> list[tuple[int, int]]:
    """A layer's rows in so many ranges, or fewer, of about as many states each."""
    cuts = np.searchsorted(boards.start, np.linspace(0, boards.states, parts + 1)).tolist()
    cuts[0], cuts[-1] = 0, boards.rows
    return [(low, high) for low, high in pairwise(cuts) if low < high]


@lru_cache(maxsize=1)
def table_of(evaluator: Evaluator) -> Table:
    """The tables of a ranking; the last one asked for is kept."""
    return Table(evaluator, folder=cache_folder())


_Known = tuple[dict[int, Layer], dict[int, Link], Showdown]


def _read(path: Path) -> _Known | None:
    """What was kept; None where nothing was, or not the whole of it (the file has a checksum for each part)."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            parts = {name: kept[name] for name in kept.files}
        layers = {size: Layer(size, **_part(parts, f"layer{size}")) for size in (FLOP, TURN, RIVER)}
        links = {size: Link(**_part(parts, f"link{size}")) for size in (FLOP, TURN)}
        return layers, links, Showdown(**_part(parts, "showdown"))
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None


def _part(parts: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key.partition(".")[2]: value for key, value in parts.items() if key.partition(".")[0] == name}


def _write(path: Path, table: Table) -> None:
    """Keep what was worked out, whole or not at all; a folder that cannot be written to keeps nothing."""
    import tempfile  # seldom needed, and slow to import

    parts: dict[str, Any] = {}
    named: dict[str, Layer | Link | Showdown] = {f"layer{size}": known for size, known in table.layers.items()}
    named |= {f"link{size}": known for size, known in table.links.items()}
    named["showdown"] = table.showdown
    for name, known in named.items():
        parts |= {f"{name}.{one.name}": getattr(known, one.name) for one in fields(known) if one.name != "size"}
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-", suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, **parts)
            os.replace(draft, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(draft)
            raise
