"""Rounds made up from what walking every case gives, and what settling them comes to under a variant of a spec."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulespec.domains.base import RoundFault
from rulespec.domains.cards import DECK, cards_text, parse_cards
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.amounts import shown
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.model.round import Amount, Round
from rulespec.model.spec import WITHOUT_RESULT, Option, Spec
from rulespec.prove.states import State, examples, option_choices

Json = dict[str, Any]
Outcome = tuple[Any, ...]
_SIZES = {"amount": (3, 900), "number": (1, 2)}  # of made-up values of an option: a small one and a large one


def outcome(settler: Settler, round_: Mapping[str, Any]) -> Outcome | None:
    """What became of a round: its state, each wager's result, stake and net, the meters; None where it is refused."""
    return outcomes((settler,), round_)[0]


def outcomes(settlers: Sequence[Settler], round_: Mapping[str, Any]) -> list[Outcome | None]:
    """What became of a round under several variants of its spec."""
    try:
        played = read_round(dict(round_), Place("round"))
    except (RoundFault, LoadError):
        return [None for _ in settlers]
    return [_outcome(settler, played) for settler in settlers]


def _outcome(settler: Settler, played: Round) -> Outcome | None:
    try:
        found = settler.settle_round(played)
    except RoundFault:
        return None
    seats = {
        seat: {name: (one.result, one.stake, one.net, one.disposition) for name, one in hand.wagers.items()}
        for seat, hand in found.seats.items()
    }
    return found.state, seats, dict(found.meters)


def in_substance(found: Outcome | None) -> Outcome | None:
    """What became of a round, with the results that say the same as one: a wager has none, and is carried or not."""
    if found is None:
        return None
    state, seats, meters = found
    short = {seat: {name: _substance(*one) for name, one in wagers.items()} for seat, wagers in seats.items()}
    return state, short, meters


def _substance(result: str, stake: Any, net: Any, disposition: str) -> Outcome:
    without = result in WITHOUT_RESULT
    return "void" if without else result, stake, net, without and "carried" in disposition


def made(settler: Settler, state: State, deal: Mapping[str, Any], options: Mapping[str, Any]) -> Json:
    """A round of one hand in this state with this deal."""
    rest = {key: value for key, value in deal.items() if key != "cards"}
    player = _player(1, state, deal.get("cards"))
    return {"id": "made", "spec": settler.spec.id, **({"options": dict(options)} if options else {}), **rest} | {
        "players": [player]
    }


def _player(seat: int, state: State, cards: str | None) -> Json:
    actions = []
    for move in state.moves:
        stage, act, wager = move.act
        action: Json = {"stage": stage, "do": act}
        if wager and move.amount is not None:
            action |= {"wager": wager, "amount": plain(move.amount)}
        actions.append(action)
    wagers = {name: plain(amount) for name, amount in state.wagers.items()}
    return {"seat": seat, "wagers": wagers, "actions": actions, **({"cards": cards} if cards is not None else {})}


def with_event(round_: Json, record: Mapping[str, Any], beside: State | None) -> Json:
    """The round with an event; where it befell another hand, with one at the other seat that did as `beside`."""
    more = [_player(2, beside, _other_cards(round_))] if beside is not None else []
    return {**round_, "players": [*round_["players"], *more], "events": [dict(record)]}


def _other_cards(round_: Json) -> str | None:
    """Two cards that nobody has."""
    texts = [round_.get("board"), round_.get("dealer"), *(player.get("cards") for player in round_["players"])]
    if texts[-1] is None:
        return None
    used = {card for text in texts if text for card in parse_cards(text)}
    return cards_text([card for card in DECK if card not in used][:2])


def plain(amount: Amount) -> int | str:
    return amount if isinstance(amount, int) else shown(amount)


# Options.


def option_sets(spec: Spec, names: Sequence[str]) -> Iterator[Json]:
    """The example options, with all listed values of those in `names`; then the same with made-up amounts for them."""
    for chosen in option_choices(spec, names):
        yield chosen
        for size in range(2):
            more = {option.name: _made_up(spec, option, size) for option in spec.options if option.name in names}
            given = dict(chosen)
            for name, value in more.items():
                fitting = (each for each in _variants(value) if not option_facts(spec, {**given, name: each})[1])
                found = next(fitting, None)
                given |= {name: found} if found is not None else {}
            if given != chosen:
                yield given


def _variants(value: Any) -> Iterator[Any]:
    """A made-up value, and the same with its last part changed, since parts may have to come to a sum."""
    if value is not None:
        yield value
    if isinstance(value, dict):
        last = list(value)[-1]
        yield from ({**value, last: part} for part in range(1, 101))


def _made_up(spec: Spec, option: Option, size: int) -> Any:
    """A value for an option whose values are not listed, another one for each of its keys."""
    if option.values or option.type.kind not in _SIZES:
        return None
    base = _SIZES[option.type.kind][size]
    if not option.by:
        return base
    keys = {
        "wager": [wager.name for wager in spec.wagers],
        "stage": [stage.name for stage in spec.stages],
        "class": spec.setup.get("ranking", {}).get("order", []),
    }.get(option.by) or spec.vocabulary.lists.get(option.by, ())
    return {key: base + (place if option.type.kind == "number" else 7 * place) for place, key in enumerate(keys)}


def limit_sets(spec: Spec, names: Sequence[str]) -> Iterator[Json]:
    """The example options, without and with each of the limits in `names`, a later one never below an earlier one."""
    limits = [
        option.name
        for option in spec.options
        if option.name in names and option.type.kind == "amount" and option.by in ("", "wager")
    ]
    limits = [name for name in limits if name not in examples(spec)]

    def given(rest: Sequence[str], least: int) -> Iterator[Json]:
        if not rest:
            yield {}
            return
        for value in (None, 4, 15, 35):
            if value is None or value >= least:
                for more in given(rest[1:], value or least):
                    yield more if value is None else {rest[0]: value, **more}

    for some in given(limits, 0):
        yield {**examples(spec), **some}
