"""Best plays kept between runs, by all that they depend on: the program, the deals, the decisions and what is paid."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulespec.domains.play import Payoffs, Solved, StartingHand, Tree
from rulespec.identity import program_identity
from rulespec.store import Store, cache_folder

FOLDER = "plays"  # below the cache folder


def kept(deals: str, tree: Tree, payoffs: Payoffs, work: Callable[[], Solved]) -> Solved:
    """What `work` finds, or found in an earlier run. `deals` tells the game's deals from those of any other."""
    home = cache_folder()
    if home is None:
        return work()
    try:
        program = program_identity()
    except OSError:
        return work()
    store, key = Store(home / FOLDER), json.dumps([program, deals, _tree(tree), _payoffs(payoffs)])
    known = _read(store.get(key))
    if known is not None:
        return known
    found = work()
    store.put(key, _written(found))
    return found


def _tree(tree: Tree) -> Any:
    return [tree.lines, [[node.shown, *node.moves] for node in tree.nodes]]


def _payoffs(asked: Payoffs) -> Any:
    tables = [sorted([*cell, amount] for cell, amount in table.items()) for table in asked.tables]
    return [asked.features, asked.unit, tables, [sorted(each.items()) for each in asked.hole], asked.hole_scale]


def _written(solved: Solved) -> Any:
    """As JSON: numbers as texts, since they are longer than other readers of JSON keep."""
    return {
        "value": str(solved.value),
        "total": str(solved.total),
        "counts": [[[*cell, str(count)] for cell, count in counts.items()] for counts in solved.counts],
        "moves": [[str(count) for count in counts] for counts in solved.moves],
        "hands": [[hand.name, hand.deals, [str(value) for value in hand.values]] for hand in solved.hands],
    }


def _read(entry: Any) -> Solved | None:
    try:
        return Solved(
            Fraction(entry["value"]),
            int(entry["total"]),
            tuple({tuple(cell): int(count) for *cell, count in counts} for counts in entry["counts"]),
            tuple(tuple(map(int, counts)) for counts in entry["moves"]),
            tuple(StartingHand(name, deals, tuple(map(Fraction, values))) for name, deals, values in entry["hands"]),
        )
    except (TypeError, KeyError, ValueError):
        return None
