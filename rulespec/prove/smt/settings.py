"""The options of a table as variables: any value that the document offers, given or not where a round may leave it out.

Options that are lists of amounts are taken as the rounds shown have them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulespec.engine.options import keys_of, option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.trees import facts
from rulespec.model.expr import Expr
from rulespec.model.spec import Option, Spec
from rulespec.prove.smt.logic import Formula, Logic, Sym, Term, Values
from rulespec.prove.smt.terms import Terms
from rulespec.prove.states import examples


@dataclass(frozen=True)
class Setting:
    """One option, or its value for one wager, stage or kind of hand, with the key of its fact."""

    key: str
    option: Option
    part: str  # the wager, stage or kind of hand; "" where the option has one value
    symbol: Sym
    given: Formula
    variable: Term  # what a round gives, where it does


class Settings:
    """The options of one spec. Two specs that have an option in common share its variables.

    `asked` is the set of keys that formulas read, as it grows: what none of them reads is left out.
    """

    def __init__(self, logic: Logic, settler: Settler, asked: set[str]) -> None:
        self.logic = logic
        self.spec = settler.spec
        self.asked = asked
        self.settings: dict[str, Setting] = {}
        self.fixed: dict[str, Any] = {}  # options taken as in the rounds shown
        shown, _ = option_facts(self.spec, examples(self.spec))
        self._facts: dict[str, Values] = {}
        for option in self.spec.options:
            for key, part in keys_of(self.spec, option):
                if option.type.kind == "set":
                    self._fix(key, shown.get(key))
                else:
                    self._add(key, part, option)

    def read(self) -> list[Setting]:
        """The options that formulas have asked for, and those that the values of these are held against."""
        keys = set(self.asked)
        for option in self.spec.options:
            mine = {key for key, setting in self.settings.items() if setting.option is option}
            if option.requires is not None and mine & keys:
                keys |= {fact.key for fact in facts(option.requires)}
        return [setting for key, setting in self.settings.items() if key in keys]

    @property
    def facts(self) -> Mapping[str, Values]:
        """The facts of the options, for every hand alike."""
        return self._facts

    def _fix(self, key: str, value: Any) -> None:
        if value is not None:
            self.fixed[key] = value
            self._facts[key] = tuple(self.logic.given(self.logic.number(each)) for each in value)

    def _add(self, key: str, part: str, option: Option) -> None:
        logic, name = self.logic, f"option {key}"
        kind = option.type.kind
        given = logic.true if option.missing == "error" else logic.bool(f"{name} is given")
        make = {"truth": logic.bool, "amount": logic.amount, "number": logic.amount}.get(kind, logic.place)
        variable = value = make(name)
        never = logic.no(given)
        if option.missing == "value":
            absent = option_facts(self.spec, {})[0].get(key)
            if absent is not None:
                value, never = logic.choice(given, value, self._constant(kind, absent)), logic.false
        symbol = Sym(value, never)
        self.settings[key] = Setting(key, option, part, symbol, given, variable)
        self._facts[key] = (symbol,)

    def _constant(self, kind: str, value: Any) -> Any:
        if kind == "truth":
            return self.logic.true if value else self.logic.false
        return self.logic.number(value) if kind in ("amount", "number") else self.logic.at(value)

    def constraint(self, terms: Terms) -> Formula:
        """That every option has a value which the document offers."""
        logic, read = self.logic, self.read()
        parts = [self._offered(setting) for setting in read]
        for option in self.spec.options:
            mine = [setting.given for setting in self.settings.values() if setting.option is option]
            if option.requires is not None and any(setting.option is option for setting in read):
                holds = terms.truth(option.requires, 0)
                missing = [self.settings[key].symbol.never for key in self._read(option.requires)]
                # A demand is made of what is given: a value that the document itself gives need not meet it.
                parts.append(logic.any([holds, *missing, logic.no(logic.any(mine))]))
        return logic.all(parts)

    def _read(self, expr: Expr) -> list[str]:
        return [fact.key for fact in facts(expr) if fact.key in self.settings]

    def _offered(self, setting: Setting) -> Formula:
        logic, option = self.logic, setting.option
        kind = option.type.kind
        value = setting.variable
        if kind == "truth":
            return logic.true
        if kind in ("amount", "number"):
            if option.values:
                return logic.any([value == logic.number(Fraction(each)) for each in option.values])
            least = value > 0 if kind == "amount" else value >= 0  # a count may be none
            most = self.spec.vocabulary.options[option.name].at_most
            return least if most is None else logic.all([least, value <= logic.number(most)])
        order = offered_values(self.spec, option)
        return logic.any([value == logic.at(place) for place in order])


def lists_shown(spec: Spec) -> tuple[str, ...]:
    """What is assumed of the options that are lists of amounts, in plain words."""
    shown, listed = examples(spec), [option for option in spec.options if option.type.kind == "set"]
    return tuple(f"`{option.name}` as in the rounds shown: {_plain(shown.get(option.name))}" for option in listed)


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return " or ".join(str(each) for each in value)
    return str(value)


def offered_values(spec: Spec, option: Option) -> list[int]:
    """The places of the values that an option of a class or of a list may have."""
    order = spec.setup["ranking"]["order"] if option.type.kind == "class" else spec.vocabulary.lists[option.type.of]
    return [order.index(value) for value in (option.values or order)]
