"""Rounds from JSON: a line each in JSONL.

Rounds come by the million, so that a clean one is read by plain checks of its shape; whatever these do not recognise
goes to the JSON Schema (`round.schema.json`), which says what is wrong and where. A test holds the two together.
"""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, NoReturn

from rulespec.errors import LoadError
from rulespec.load.amounts import LARGEST, amount_of
from rulespec.load.days import parse_day
from rulespec.load.schema import validate_plain
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.round import Action, Placed, Player, Round

LONGEST_LINE = 1_000_000  # characters; a round with nine seats has about 2,000

DEEPEST = 50  # objects and lists inside one another; a round with everything has five

_HALF = re.compile("[\ud800-\udfff]")
_SPEC = re.compile(r"[^\s/]+(/[^\s/]+)+")
_ROUND = {"id", "spec", "date", "options", "board", "dealer", "outcome", "players", "events", "expect", "why", "note"}
_KINDS = (
    ("options", dict),
    ("outcome", dict),
    ("expect", dict),
    ("events", list),
    ("board", str),
    ("dealer", str),
)
_PLAYER = {"seat", "cards", "wagers", "actions", "played_blind"}
_ACTION = {"stage", "do", "wager", "amount"}
_OF_WAGERS = {"wager", "amount", "as", "area"}


class _Irregular(Exception):
    """A round whose shape is not the plain one."""


def parse_json(text: str) -> Any:
    """JSON with exact numbers. Raises ValueError, in plain words, also for a key that stands twice."""
    if len(text) > LONGEST_LINE:
        raise ValueError(f"longer than {LONGEST_LINE:,} characters")
    try:
        # The usual line is one object and a line end; `decode` looks twice for blanks around it.
        data, end = _DECODER.raw_decode(text) if text.startswith("{") else (None, 0)
        if not end or text[end:].strip():
            data = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        column = min(error.pos, len(text.rstrip())) + 1
        raise ValueError(f"not JSON: {_plain(error)} at column {column}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ArithmeticError:
        raise ValueError("a number is out of all bounds") from None
    except ValueError as error:
        # Python refuses whole numbers of thousands of digits.
        if "set_int_max_str_digits" not in str(error):
            raise
        raise ValueError("a number is out of all bounds") from None
    if text.count("[") + text.count("{") > DEEPEST and _deep(data):
        raise ValueError("nested too deeply")
    if ("\\u" in text or not text.isascii()) and any(map(_HALF.search, _texts(data))):
        raise ValueError("it holds a character that is none: half of one, or a byte that is not UTF-8")
    return data


def _texts(data: Any) -> Iterator[str]:
    """Every text in it, keys included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


def _deep(data: Any) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        inside = [part for part in level if isinstance(part, dict | list)]
        level = [value for part in inside for value in (part.values() if isinstance(part, dict) else part)]
        if not level:
            return False
    return True


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        again = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise ValueError(f"the key `{again}` stands twice in one object")
    return found


def _constant(word: str) -> NoReturn:
    raise ValueError(f"`{word}` is not a number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=Decimal, parse_constant=_constant)


def _plain(error: json.JSONDecodeError) -> str:
    return error.msg[:1].lower() + error.msg[1:]


def read_round(data: Any, place: Place, spec: str = "") -> Round:
    """The round in parsed JSON; `spec` overrides the one that it names.

    Raises `LoadError` with a finding for everything that is wrong with its form.
    """
    try:
        return _round(data, spec)
    except (_Irregular, ValueError, KeyError, TypeError, AttributeError) as error:
        findings = validate_plain(data, "round", place)
        if not findings:
            findings = [Finding("bad-form", "error", str(error) or "this is not a round", place)]
        raise LoadError("not a round", findings) from None


def _round(data: Any, spec: str) -> Round:
    if type(data) is not dict or not data.keys() <= _ROUND:
        raise _Irregular
    players = data["players"]
    named = spec or data.get("spec")
    if type(players) is not list or not players or not _is_name(data.get("id", "r")):
        raise _Irregular
    if "spec" in data and not (type(data["spec"]) is str and _is_spec(data["spec"])):
        raise _Irregular
    if not named:
        raise _Irregular("the round names no `spec`, and none is given by `--spec`")
    date = data.get("date", "")
    if "date" in data and type(date) is not str:
        raise _Irregular
    if "date" in data:
        parse_day(date)
    read = tuple([_player(player) for player in players])
    if len(read) > 1 and len({player.seat for player in read}) != len(read):
        raise _Irregular("two hands have the same `seat`")
    for key, kind in _KINDS:
        if key in data and type(data[key]) is not kind:
            raise _Irregular
    events = data.get("events")
    if events and not all(map(_is_event, events)):
        raise _Irregular
    if "outcome" in data and not all(map(_is_outcome, data["outcome"].values())):
        raise _Irregular
    return Round(
        id=data.get("id", ""),
        spec=named,
        players=read,
        options=data.get("options") or {},
        board=data.get("board"),
        dealer=data.get("dealer"),
        outcome=data.get("outcome"),
        events=tuple(events) if events else (),
        date=date,
    )


def _is_name(given: Any) -> bool:
    return type(given) is str and given != ""


@lru_cache(maxsize=1_024)
def _is_spec(name: str) -> bool:
    return _SPEC.fullmatch(name) is not None


def _is_event(given: Any) -> bool:
    return type(given) is dict and _is_name(given.get("event")) and _is_name(given.get("stage", "s"))


def _is_outcome(given: Any) -> bool:
    """Whether a value is a text, a number or a list of them."""
    many = given if type(given) is list else [given]
    return all(type(one) in (str, int) or (type(one) is Decimal and abs(one.adjusted()) < 100) for one in many)


def _player(data: Any) -> Player:
    if type(data) is not dict or not data.keys() <= _PLAYER:
        raise _Irregular
    seat, cards, actions = data["seat"], data.get("cards"), data.get("actions", ())
    if type(seat) is not int:
        raise _Irregular(f"the seat {seat} is not written as a whole number")
    if seat < 1 or ("cards" in data and type(cards) is not str):
        raise _Irregular
    wagers = data.get("wagers", {})
    elsewhere: tuple[Placed, ...] = ()
    positions: Mapping[str, Mapping[str, Any]] = {}
    if type(wagers) is list:
        wagers, elsewhere, positions = _listed(wagers, seat)
    elif type(wagers) is not dict:
        raise _Irregular
    if "actions" in data and type(actions) is not list:
        raise _Irregular
    amounts = {name: _amount(name, amount) for name, amount in wagers.items()}
    unseen = data.get("played_blind", False)
    if type(unseen) is not bool:
        raise _Irregular
    done = tuple([_action(action) for action in actions])
    return Player(seat, cards, amounts, done, elsewhere, unseen, positions)


_Listed = tuple[Mapping[str, Any], tuple[Placed, ...], Mapping[str, Mapping[str, Any]]]


def _listed(wagers: list[Any], seat: int) -> _Listed:
    """Wagers given as a list of objects: those by name, those on other areas or further ones of a kind, positions.

    What an object says beside these keys is where on the layout the wager stands.
    """
    found: dict[str, Any] = {}
    positions: dict[str, Mapping[str, Any]] = {}
    elsewhere: list[Placed] = []
    names = set()
    for wager in wagers:
        position = {key: value for key, value in wager.items() if key not in _OF_WAGERS}
        if not all(map(_is_outcome, position.values())):
            raise _Irregular
        kind, area = wager["wager"], wager.get("area", seat)
        name = wager.get("as", kind)
        if type(area) is not int:
            raise _Irregular(f"the area {area} of `{kind}` is not written as a whole number")
        if not (_is_name(name) and _is_name(kind)) or area < 1:
            raise _Irregular
        if name in names:
            raise _Irregular(f"`{name}` is listed twice; tell them apart with `as`")
        names.add(name)
        if name == kind and area == seat:
            found[name] = wager["amount"]
            positions |= {name: position} if position else {}
        else:
            elsewhere.append(Placed(name, kind, _amount(name, wager["amount"]), area, position))
    return found, tuple(elsewhere), positions


def _action(data: Any) -> Action:
    if type(data) is not dict or not data.keys() <= _ACTION:
        raise _Irregular
    stage, act, wager = data["stage"], data["do"], data.get("wager", "")
    if not (_is_name(stage) and _is_name(act) and ("wager" not in data or _is_name(wager))):
        raise _Irregular
    return Action(stage, act, wager, _amount(wager or act, data["amount"]) if "amount" in data else None)


def _amount(name: str, given: Any) -> Any:
    if type(given) is int and 0 < given <= LARGEST:
        return given
    try:
        return amount_of(given)
    except ValueError as error:
        raise _Irregular(f"the amount of `{name}` {error}") from None
