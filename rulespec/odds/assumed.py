"""The options that figures turn on: what was given, and what stands for the operator's choice where nothing was."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import truth
from rulespec.lang.trees import facts as facts_in
from rulespec.load.nearest import joined
from rulespec.model.expr import Expr
from rulespec.odds.setting import in_words, rules_of


def told_options(
    settler: Settler, given: Mapping[str, Any], facts: Mapping[str, Any], wagers: Collection[str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """The options of the table that bear on wagers and those that were given, in words, and notes on what is assumed.

    `facts` are those of all options, `wagers` the wagers whose figures are shown.
    """
    bears = _bearing(settler, facts, wagers)
    options, notes, without = {name: in_words(value) for name, value in given.items()}, list[str](), list[str]()
    notes += [f"`{name}` is given, and bears on none of these figures" for name in given if name not in bears]
    for option in settler.spec.options:
        if option.name in given or option.name not in bears:
            continue
        if option.missing == "value":
            options[option.name] = in_words(option.absent)
            said = f"`{option.name}` is {in_words(option.absent)}, as in a round that does not give it"
            notes.append(f"{said}; the figures are those of rounds with this value, whoever sets it")
        elif any(key.split("(")[0] == option.name for key in facts):
            options[option.name] = in_words(option.example)
            notes.append(f"`{option.name}` is {in_words(option.example)}, the spec's example; the operator chooses it")
        else:
            without.append(f"`{option.name}`")
    if without:
        verb, them = ("is", "it") if len(without) == 1 else ("are", "them")
        notes.append(f"{joined(without, 'and')} {verb} not given: no rule that reads {them} applies")
    return options, tuple(notes)


def _bearing(settler: Settler, facts: Mapping[str, Any], wagers: Collection[str]) -> set[str]:
    """The names of the options that some rule of these wagers reads, but for what the options themselves rule out."""
    names = {option.name for option in settler.spec.options}
    return {name for wager in wagers for name in _read(settler, facts, wager)} & names


def _read(settler: Settler, facts: Mapping[str, Any], wager: str) -> Iterator[str]:
    book = settler.rulebook
    declared = next(one for one in settler.spec.wagers if one.name == wager)
    for expr in (declared.allowed, declared.equals):
        yield from _names(expr)
    if declared.required or declared.placed == "decided":
        for row in (row for table in book.play.values() for row in table.rows):
            yield from _of_rule(facts, row.when, () if row.then.amount is None else (row.then.amount,))
    for when, amounts in rules_of(settler, wager):
        yield from _of_rule(facts, when, amounts)
    if wager in book.pay:
        yield book.pay[wager].columns


def _of_rule(facts: Mapping[str, Any], when: Expr | None, amounts: Collection[Expr]) -> Iterator[str]:
    """What a rule reads: of one that these options rule out only what rules it out."""
    if when is not None:
        yield from _names(when)
    if when is None or truth(when)(facts) is not False:
        for amount in amounts:
            yield from _names(amount)


def _names(expr: Expr | None) -> Iterator[str]:
    yield from (fact.name for fact in (facts_in(expr) if expr is not None else ()))
