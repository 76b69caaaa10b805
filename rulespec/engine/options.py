"""The options of a round: what the operator chose, held against what the document offers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.domains.base import CAME_UP, Fault
from rulespec.lang.evaluate import exact, truth
from rulespec.lang.words import in_words
from rulespec.load.amounts import amount_of
from rulespec.load.nearest import joined, nearest
from rulespec.model.expr import And, Expr
from rulespec.model.spec import Option, Spec
from rulespec.model.vocabulary import OF_OUTCOME


def option_facts(spec: Spec, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """The facts that a round's options give, and the faults of those that the document does not offer."""
    facts: dict[str, Any] = {}
    faults: list[Fault] = []
    known = {option.name: option for option in spec.options}
    absent = [(option.name, option.absent) for option in known.values() if option.absent is not None]
    for name, value in (*absent, *given.items()):  # what is given by name leaves the other names as they are without it
        option = known.get(name)
        if option is None:
            if name not in spec.vocabulary.options:
                hint = nearest(name, known) or f"this spec has {', '.join(f'`{n}`' for n in known) or 'no options'}"
                faults.append(Fault(f"there is no option `{name}`", f"options.{name}", hint))
            continue  # an option of another document says nothing about this game
        if option.by == OF_OUTCOME and isinstance(value, Mapping):
            values: dict[str, Any] = {}
            faults += _read(spec, option, [(str(key), f"{name}({key})", part) for key, part in value.items()], values)
            facts[name] = OfOutcome(values, facts.get(name))
            continue
        faults += _read(spec, option, [(key, key, part) for key, part in _by_name(spec, option, value)], facts)
    for option in known.values():
        if option.requires is not None and option.name in given:
            failing = _failing(option.requires, option.name, facts)
            if not failing:
                continue
            said = joined([in_words(part, spec.vocabulary) for part in failing], "and")
            message = f"the document does not allow this `{option.name}`: it demands that {said}"
            faults.append(Fault(message, f"options.{option.name}", "", option.cites))
    return facts, faults


def _read(spec: Spec, option: Option, parts: Sequence[tuple[str, str, Any]], into: dict[str, Any]) -> Iterator[Fault]:
    """Reads values into facts, each by its key; gives the faults, which call them by the names beside the keys."""
    for key, called, part in parts:
        try:
            into[key] = _value(spec, option, part)
        except ValueError as error:
            yield Fault(f"`{called}` {error}", f"options.{option.name}", _offer(option), option.cites)


def _failing(demand: Expr, name: str, facts: Mapping[str, Any]) -> list[Expr]:
    """The parts of a demand that do not hold, of any value where there is one for each thing that can come up."""
    given = facts.get(name)
    every = list(given.values.values()) if isinstance(given, OfOutcome) else [given]
    parts = demand.parts if isinstance(demand, And) else (demand,)
    return [part for part in parts if any(truth(part)({**facts, name: one}) is False for one in every)]


@dataclass(frozen=True)
class OfOutcome:
    """The values of an option that has one for each thing that can come up, by what rounds call that.

    `otherwise` is that of all others, None where they have none.
    """

    values: Mapping[str, Any]
    otherwise: Any = None


def whatever_comes_up(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a table without the options that have a value for each thing that can come up."""
    return {name: value for name, value in facts.items() if not isinstance(value, OfOutcome)}


def by_outcome(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a hand in which such an option has the one value that what came up gives it, or none."""
    came_up = str(facts.get(CAME_UP, ""))
    found = {}
    for name, value in facts.items():
        if not isinstance(value, OfOutcome):
            found[name] = value
        elif (one := value.values.get(came_up, value.otherwise)) is not None:
            found[name] = one
    return found


def optional_keys(spec: Spec) -> frozenset[str]:
    """The names of the options without which a row that reads them does not apply."""
    return frozenset(option.name for option in spec.options if option.missing == "not_in_issue")


def keys_of(spec: Spec, option: Option) -> list[tuple[str, str]]:
    """The keys of the facts that an option may give, each with the wager, stage or kind of hand that it is for."""
    if option.by in ("", OF_OUTCOME):
        return [(option.name, "")]
    return [(f"{option.name}({name})", name) for name in _names(spec, option.by)]


def _by_name(spec: Spec, option: Option, value: Any) -> list[tuple[str, Any]]:
    """The keys of the facts that an option's value gives: one, or one for each wager or stage."""
    if option.by in ("", OF_OUTCOME):
        return [(option.name, value)]
    names = _names(spec, option.by)
    if isinstance(value, Mapping):
        unknown = [(f"{option.name}({key})", _Unknown(key, option.by, names)) for key in value if key not in names]
        return [(f"{option.name}({key})", value[key]) for key in names if key in value] + unknown
    return [(f"{option.name}({key})", value) for key in names]


def _names(spec: Spec, by: str) -> list[str]:
    """What an option's values may be given by: wagers, stages, kinds of hand, or the values of a list."""
    if by == "wager":
        return [wager.name for wager in spec.wagers]
    if by == "stage":
        return [stage.name for stage in spec.stages]
    return list(spec.setup["ranking"]["order"] if by == "class" else spec.vocabulary.lists[by])


class _Unknown:
    """A key of an option's value that is no wager or stage of the spec."""

    def __init__(self, key: str, by: str, names: list[str]) -> None:
        what = {"class": "kind of hand"}.get(by, by.replace("_", " "))
        self.message = f"is about no {what} of this spec: {nearest(key, names) or ', '.join(names)}"


def _value(spec: Spec, option: Option, given: Any) -> Any:
    """One value as a fact. Raises ValueError, worded to follow the option's name."""
    if isinstance(given, _Unknown):
        raise ValueError(given.message)
    if option.type.kind == "class":
        order = spec.setup["ranking"]["order"]
        if given not in (option.values or order):
            raise ValueError(f"is not one of {', '.join(option.values or order)}")
        return order.index(given)
    if option.type.kind == "truth":
        if not isinstance(given, bool) and given not in ("true", "false"):
            raise ValueError("is neither true nor false")
        return given in (True, "true")
    if option.type.kind == "enum":
        values = spec.vocabulary.lists[option.type.of]
        offered = option.values or values
        if given not in offered:
            raise ValueError(f"is not one of {', '.join(offered)}")
        return values.index(given)
    if option.type.kind == "set":
        many = given if isinstance(given, list) else [given]
        if not many:
            raise ValueError("lists nothing")
        return tuple(_number(spec, option, part) for part in many)
    return _number(spec, option, given)


def _number(spec: Spec, option: Option, given: Any) -> int | Fraction:
    number = amount_of(given) if given not in (0, "0") or option.type.kind == "amount" else 0
    if option.values and number not in {exact(Fraction(value)) for value in option.values}:
        raise ValueError(f"is not one of {', '.join(option.values)}")
    most = spec.vocabulary.options[option.name].at_most
    if most is not None and number > most:
        raise ValueError(f"is above {most}, the most that a {spec.vocabulary.options[option.name].title} can be")
    return number


def _offer(option: Option) -> str:
    return f"the document offers {', '.join(option.values)}" if option.values else ""
