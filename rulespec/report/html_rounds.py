"""A witness on the page: its cards, what was placed and done, what each document makes of it, and the round itself."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.model.finding import Json
from rulespec.model.spec import Spec
from rulespec.report.cards import Face, faces_or_none
from rulespec.report.html_words import Heading, answer
from rulespec.report.text import position

_BESIDES = ("id", "spec", "options", "why", "note", "expect")  # what may differ in the same round of two documents


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards under one heading; `text` as written, for where they cannot be drawn. `after`: a gap follows the nth."""

    label: str
    faces: tuple[Face, ...]
    text: str
    after: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Act:
    when: str
    what: str


@dataclass(frozen=True, slots=True)
class Hand:
    label: str
    cards: Cards | None
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """What one document makes of the round: its result and the options that the round was settled with."""

    document: str
    result: str
    options: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One round, as played under one document or, alike, under several."""

    documents: tuple[str, ...]
    common: tuple[Cards, ...]
    facts: tuple[tuple[str, str], ...]
    hands: tuple[Hand, ...]
    made: tuple[Made, ...]
    lines: tuple[tuple[str, str], ...]  # document, the round as one line of JSON


def figures(
    witness: Mapping[str, Json], results: Mapping[str, str], specs: Mapping[str, Spec], names: Mapping[str, Heading]
) -> tuple[Figure, ...]:
    """A figure for each different round among a row's witnesses; the same round under several documents once."""
    alike: dict[str, list[str]] = {}
    for name in [*(name for name in specs if name in witness), *(name for name in witness if name not in specs)]:
        bare = {key: value for key, value in witness[name].items() if key not in _BESIDES}
        alike.setdefault(_line(bare), []).append(name)
    return tuple(_figure(group, witness, results, specs, names) for group in alike.values())


def _figure(
    group: Sequence[str],
    witness: Mapping[str, Json],
    results: Mapping[str, str],
    specs: Mapping[str, Spec],
    names: Mapping[str, Heading],
) -> Figure:
    round_, spec = witness[group[0]], specs.get(group[0])
    labels = tuple(names[name].short if name in names else name for name in group)
    common = [_cards("Board", round_.get("board"), spec), _cards("Dealer", round_.get("dealer"), None)]
    players = _list(round_.get("players"))
    hands = tuple(_hand(player, spec, len(players)) for player in players if isinstance(player, Mapping))
    made = tuple(
        Made(label, _result(results.get(name, ""), specs.get(name)), _options(witness[name], specs.get(name)))
        for name, label in zip(group, labels, strict=True)
        if name in results or witness[name].get("options")
    )
    lines = tuple((label, _line(witness[name])) for name, label in zip(group, labels, strict=True))
    return Figure(labels, tuple(cards for cards in common if cards), _facts(round_, spec), hands, made, lines)


def _line(value: Any) -> str:
    """The round as one line: what a reader can hand to `settle` as it stands."""
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _cards(label: str, text: Any, spec: Spec | None) -> Cards | None:
    if not text:
        return None
    after = frozenset(stage.board for stage in spec.stages if stage.board) if spec else frozenset()
    return Cards(label, faces_or_none(text), str(text), after)


def _hand(player: Mapping[str, Any], spec: Spec | None, of: int) -> Hand:
    seat = player.get("seat", "")
    label = "Player" if of == 1 else f"Player at seat {seat}"
    wagers = player.get("wagers")
    if isinstance(wagers, Mapping):
        placed = [f"{_title(name, spec)} {_amount(amount)}" for name, amount in wagers.items()]
    else:
        placed = [
            f"{_title(_named(one), spec)} {_amount(one.get('amount'))}{position(one)}" for one in _objects(wagers)
        ]
    acts = [Act("Before the deal", ", ".join(placed))] if placed else []
    acts += [_act(action, spec) for action in _objects(player.get("actions"))]
    return Hand(label, _cards("Cards", player.get("cards"), None), tuple(acts))


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [entry for entry in _list(value) if isinstance(entry, Mapping)]


def _named(wager: Mapping[str, Any]) -> str:
    return str(wager.get("as") or wager.get("wager", ""))


def _act(action: Mapping[str, Any], spec: Spec | None) -> Act:
    stage, done, wager = (str(action.get(key, "")) for key in ("stage", "do", "wager"))
    when = _entry(stage, "stages", spec).removeprefix("the ")
    what = _entry(done, "acts", spec)
    if wager:
        what += f": {_title(wager, spec)} {_amount(action.get('amount'))}".rstrip()
    return Act(when[:1].upper() + when[1:], what)


def _entry(name: str, kind: str, spec: Spec | None) -> str:
    """A name's title among those of its own kind: a stage and a wager may be called alike."""
    found = getattr(spec.vocabulary, kind).get(name) if spec else None
    return found.title if found else name.replace("_", " ")


def _title(name: str, spec: Spec | None) -> str:
    return _entry(name, "wagers", spec)


def _amount(amount: Any) -> str:
    return "" if amount is None else str(amount)


def _facts(round_: Json, spec: Spec | None) -> tuple[tuple[str, str], ...]:
    """What the round says besides cards, wagers and acts: the outcome of another experiment, and what befell it."""
    outcome = round_.get("outcome")
    found = [(str(key), _value(value, None)) for key, value in outcome.items()] if isinstance(outcome, Mapping) else []
    found += [("event", _event(event, spec)) for event in _list(round_.get("events"))]
    return tuple((key.replace("_", " "), value) for key, value in found)


def _event(event: Any, spec: Spec | None) -> str:
    """`a card is exposed (decision after the flop; seat 1; a Flop bet was placed)`."""
    if not isinstance(event, Mapping):
        return _value(event, None)
    said = []
    for key, given in event.items():
        concept = spec.vocabulary.facts.get(f"event.{key}") if spec else None
        if key in ("event", "stage"):
            continue
        if key == "elections" and isinstance(given, Mapping):
            said += [f"seat {seat} chooses: {_entry(str(chosen), 'choices', spec)}" for seat, chosen in given.items()]
        elif concept is not None and isinstance(given, bool) and concept.yes:
            said.append(concept.yes if given else concept.no)
        else:
            title = concept.title if concept is not None and key != "seat" else key.replace("_", " ")
            said.append(f"{title}: {_value(given, spec)}" if key != "seat" else f"seat {_value(given, spec)}")
    stage = _entry(str(event["stage"]), "stages", spec).removeprefix("the ") if "stage" in event else ""
    told = "; ".join(filter(None, (stage, *said)))
    return f"{_entry(str(event.get('event', '')), 'events', spec)}{f' ({told})' if told else ''}"


def _options(round_: Json, spec: Spec | None) -> str:
    options = round_.get("options")
    if not isinstance(options, Mapping):
        return ""
    return "; ".join(f"{_entry(str(name), 'options', spec)}: {_value(value, spec)}" for name, value in options.items())


def _value(value: Any, spec: Spec | None) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_key(str(key), spec)} {_value(one, spec)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return " or ".join(_value(one, spec) for one in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


def _key(name: str, spec: Spec | None) -> str:
    for kind in ("stages", "wagers"):
        if spec and name in getattr(spec.vocabulary, kind):
            return _entry(name, kind, spec)
    return name.replace("_", " ")


def _result(text: str, spec: Spec | None) -> str:
    return answer(text, spec)
