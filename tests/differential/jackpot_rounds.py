"""A small grid of rounds for jackpots: hands of several kinds at one table, alone and beside one another."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from differential.rounds import plain

from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.prove.states import State, placements, states

# A board, and hands that hold with its first three cards: straight flushes, a royal flush, four of a kind, ...
_GRID: Mapping[str, Sequence[Sequence[str]]] = {
    "7h 8h 9h 2c 3d": [["5h 6h"], ["Th Jh", "5h 6h"], ["2h 4h"], ["2h 4h", "3h Kh"], ["Ks Qd", "5h 6h"], ["Ks Qd"]],
    "Th Jh Qh 2c 3d": [["Ah Kh"], ["Ah Kh", "8h 9h"], ["8h 9h", "Ah Kh", "2h 5h"], ["Ks Ad"], ["Ks Ad", "2s 4d"]],
    "9c 9d 9h Kc 3d": [["9s 2s"], ["2s 2d"], ["9s 2h", "2s 2d"]],
    "Ac 8c 4d Kc 3d": [["As 8d"], ["As 8d", "Ad 8s"], ["Kd 2d"]],
}
_DEALER = "7d Js"


def jackpot_rounds(settler: Settler, wager: str, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Rounds in which each hand holds the wager; played to the end, and, of a hand alone, folded too."""
    known, _ = option_facts(settler.spec, options)
    found = [state for wagers in placements(settler.spec, [wager]) for state in states(settler, wagers, known)]
    holding = [state for state in found if wager in state.wagers]
    played = max((one for one in holding if not one.facts["folded"]), key=lambda one: len(one.moves))
    folded = next((one for one in holding if one.facts["folded"]), None)
    for board, groups in _GRID.items():
        for group in groups:
            for state in (played, *((folded,) if folded and len(group) == 1 else ())):
                players = [_player(seat, cards, state) for seat, cards in enumerate(group, 1)]
                head = {"id": "made", "spec": settler.spec.id, "options": dict(options)}
                yield {**head, "board": board, "dealer": _DEALER, "players": players}


def _player(seat: int, cards: str, state: State) -> dict[str, Any]:
    actions = []
    for move in state.moves:
        stage, act, wager = move.act
        bet = {"wager": wager, "amount": plain(move.amount)} if wager and move.amount is not None else {}
        actions.append({"stage": stage, "do": act, **bet})
    wagers = {name: plain(amount) for name, amount in state.wagers.items()}
    return {"seat": seat, "cards": cards, "wagers": wagers, "actions": actions}
