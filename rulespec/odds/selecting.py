"""What a table chooses of the game itself, beside the options of the spec: which of several experiments it uses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.domains.play import Selectable
from rulespec.engine.settle import Settler
from rulespec.errors import UsageError
from rulespec.load.nearest import nearest


@dataclass(frozen=True, slots=True)
class Selected:
    """A spec's engine for a table that has chosen, the options that are left, and notes on what is an example."""

    settler: Settler
    options: Mapping[str, Any]
    notes: tuple[str, ...]


def selections(game: object) -> Mapping[str, tuple[str, ...]]:
    """What there is to choose of a game, and what from; the first stands for a table that does not say."""
    return game.selections() if isinstance(game, Selectable) else {}


def selected(settler: Settler, given: Mapping[str, Any]) -> Selected:
    """The engine of a table with what it chose among `given`; of what it does not say, the spec's first.

    Raises `UsageError` for what there is not.
    """
    offered = selections(settler.game)
    if not offered:
        return Selected(settler, given, ())
    assert isinstance(settler.game, Selectable)
    chosen, notes = {}, []
    for name, values in offered.items():
        chosen[name] = str(given.get(name, values[0]))
        if chosen[name] not in values:
            hint = nearest(chosen[name], values) or f"it has {', '.join(values)}"
            raise UsageError(f"`{settler.spec.id}` has no `{name}` called `{chosen[name]}`: {hint}")
        if name not in given and len(values) > 1:
            notes.append(f"`{name}` is {values[0]}, the spec's example; the operator chooses it")
    options = {name: value for name, value in given.items() if name not in offered}
    game = settler.game.select(chosen)
    return Selected(Settler(settler.spec, settler.rulebook, game, bool(settler.readings)), options, tuple(notes))


def chosen_of(game: object) -> Mapping[str, str]:
    """What a game is played with, so far as nothing is left to choose."""
    return {name: values[0] for name, values in selections(game).items() if len(values) == 1}
