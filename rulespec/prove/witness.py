"""Rounds that show a case, made concrete and settled before anyone sees them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulespec.domains.base import RoundFault, hand_of, of_table
from rulespec.engine.settle import RoundOutcome, Settler
from rulespec.errors import InternalError, LoadError
from rulespec.load.amounts import shown
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.model.round import Amount, WagerOutcome
from rulespec.prove.states import State, examples


def witness(
    settler: Settler, name: str, deal: Mapping[str, Any], state: State, options: Mapping[str, Any]
) -> dict[str, Any]:
    """A round in the round format: this deal, played as in this state, under those of the options that matter to it."""
    placed = {wager: _number(amount) for wager, amount in state.wagers.items()}
    player: dict[str, Any] = {"seat": 1, **hand_of(deal, placed)}
    player["actions"] = [_action(*move.act, move.amount) for move in state.moves]
    head: dict[str, Any] = {"id": name, "spec": settler.spec.id}
    rest = {**of_table(deal), "players": [player]}
    given = dict(options)
    for option in options:
        without = {key: value for key, value in given.items() if key != option}
        if settled(settler, {**head, **rest, "options": without}) == settled(
            settler, {**head, **rest, "options": given}
        ):
            given = without
    return {**head, **({"options": given} if given else {}), **rest}


def settled(settler: Settler, round_: Mapping[str, Any]) -> Mapping[str, WagerOutcome] | None:
    """What becomes of the wagers of the first hand; None where the round cannot be settled."""
    outcome = settled_round(settler, round_)
    return None if isinstance(outcome, str) else outcome.seats[1].wagers


def settled_round(settler: Settler, round_: Mapping[str, Any]) -> RoundOutcome | str:
    """What becomes of a round, or why it is refused."""
    try:
        return settler.settle_round(read_round(dict(round_), Place("round")))
    except (RoundFault, LoadError) as error:
        return str(error)


def _action(stage: str, act: str, wager: str, amount: Amount | None) -> dict[str, Any]:
    action: dict[str, Any] = {"stage": stage, "do": act}
    if wager and amount is not None:
        action |= {"wager": wager, "amount": _number(amount)}
    return action


def event_rounds(
    settler: Settler,
    name: str,
    state: State,
    deal: Mapping[str, Any],
    record: Mapping[str, Any],
    wagers: Sequence[str],
) -> Iterator[dict[str, Any]]:
    """An event to a hand as rounds: with the wagers that it is about and those that a hand needs, then with all."""
    needed = {wager.name for wager in settler.spec.wagers if wager.required} | set(wagers)
    rest = of_table(deal)
    given = examples(settler.spec)
    head: dict[str, Any] = {"id": name, "spec": settler.spec.id, **({"options": given} if given else {})}
    for few in (True, False):
        first = {name: _number(amount) for name, amount in state.wagers.items() if name in needed or not few}
        player: dict[str, Any] = {"seat": 1, **hand_of(deal, first)}
        player["actions"] = [_action(*move.act, move.amount) for move in state.moves]
        yield {**head, **rest, "players": [player], "events": [dict(record)]}


def _number(amount: Amount) -> Any:
    return amount if isinstance(amount, int) else shown(amount)


def replay(settler: Settler, shown_round: Mapping[str, Any], wager: str, result: str) -> WagerOutcome:
    """The wager's outcome when the round is settled.

    Raises `InternalError` where it is not `result`: then the walk and the engine contradict each other.
    """
    name = shown_round.get("id", "")
    try:
        seats = settler.settle(read_round(dict(shown_round), Place(name)))
    except (RoundFault, LoadError) as error:
        raise InternalError(f"the witness `{name}` cannot be settled: {error}") from None
    outcome = seats[1].wagers[wager]
    if outcome.result != result:
        raise InternalError(f"the witness `{name}` gives {outcome.result} for `{wager}`, not {result}")
    return outcome
