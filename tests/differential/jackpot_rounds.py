"""A small grid of rounds for jackpots: hands of several kinds at one table, alone and beside one another."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from differential.rounds import plain
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import NEVER, value
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.lang.types import type_of
from rulespec.model.expr import Compare, Expr, Fact
from rulespec.model.round import Amount
from rulespec.prove.states import BASE, State, placements, states

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
    placed = [_due(settler, wagers, known) for wagers in placements(settler.spec, [wager])]
    found = [state for wagers in placed for state in states(settler, wagers, known)]
    holding = [state for state in found if wager in state.wagers]
    played = max((one for one in holding if not one.facts["folded"]), key=lambda one: len(one.moves))
    folded = next((one for one in holding if one.facts["folded"]), None)
    for board, groups in _GRID.items():
        for group in groups:
            for state in (played, *((folded,) if folded and len(group) == 1 else ())):
                players = [_player(seat, cards, state) for seat, cards in enumerate(group, 1)]
                head = {"id": "made", "spec": settler.spec.id, "options": dict(options)}
                yield {**head, "board": board, "dealer": _DEALER, "players": players}


def _due(settler: Settler, wagers: Mapping[str, Amount], known: Mapping[str, Any]) -> dict[str, Amount]:
    """The wagers, each of the amount that it must equal under these options."""
    placed = dict(wagers)
    for wager in settler.spec.wagers:
        if wager.name in placed and wager.equals is not None:
            due = value(wager.equals)({**known, **{f"stake({name})": amount for name, amount in placed.items()}})
            many = due if isinstance(due, tuple) else (due,)
            amounts = [amount for amount in many if amount is not None and amount is not NEVER]
            if amounts and placed[wager.name] not in amounts:
                placed[wager.name] = amounts[0]
    return placed


def options_named(settler: Settler, exprs: Sequence[Expr], given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The options with one of them as a condition names it: what the other side of its comparison comes to.

    Of an option that counts, by kinds of hand for one, one key at a time with a small count.
    """
    facts, _ = option_facts(settler.spec, given)
    names = {option.name for option in settler.spec.options if not option.by and not option.values}
    start = {**facts, **{f"stake({wager.name})": BASE for wager in settler.spec.wagers}}
    seen = set()
    for node in (node for expr in exprs for node in walk(expr) if isinstance(node, Compare)):
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(side, Fact) and side.key in names and type_of(other).kind in ("amount", "number"):
                found = value(other)(start)
                if found is not None and found is not NEVER and found > 0 and (side.key, found) not in seen:
                    seen.add((side.key, found))
                    yield {**given, side.key: plain(found)}
    counted = {option.name for option in settler.spec.options if option.by and option.type.kind == "number"}
    keyed = {fact for expr in exprs for fact in facts_in(expr) if fact.name in counted and fact.args}
    for fact in sorted(keyed, key=lambda one: one.key):
        for count in (1, 2):
            more = {**given, fact.name: {fact.args[0]: count}}
            if not option_facts(settler.spec, more)[1]:
                yield more


def _player(seat: int, cards: str, state: State) -> dict[str, Any]:
    actions = []
    for move in state.moves:
        stage, act, wager = move.act
        bet = {"wager": wager, "amount": plain(move.amount)} if wager and move.amount is not None else {}
        actions.append({"stage": stage, "do": act, **bet})
    wagers = {name: plain(amount) for name, amount in state.wagers.items()}
    return {"seat": seat, "cards": cards, "wagers": wagers, "actions": actions}
