"""Wagers paid from meters and signs: their expected net as a linear function of the amounts shown there."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulespec.lang.trees import facts as facts_in
from rulespec.load.amounts import LARGEST, shown
from rulespec.model.odds import WagerOdds
from rulespec.odds.aside import Aside
from rulespec.odds.grid import grid
from rulespec.odds.results import of_line, wager_odds
from rulespec.odds.setting import Setting, read_by


def with_meters(found: WagerOdds, one: Aside) -> WagerOdds:
    """The same odds with `linear` and `break_even`, where amounts on display bear on the wager and do so linearly.

    The amounts are counted in stakes, and the wager is taken as kept to the end. `one` is the wager as settled for
    the reading of the odds. A prize that is rounded is linear between the amounts to which it is rounded.
    """
    keys = dict(_amounts(one.setting, one.name))
    if not keys:
        return found
    line = max(range(len(one.lines)), key=lambda place: (_mean(one, place, found.reading), -place))
    base = _per_unit(one, one.setting, line, found.reading)
    slopes: dict[str, Fraction] = {}
    steps = {key: _step(amount) for key, amount in keys.items()}
    stake = Fraction(one.setting.wagers[one.name])
    for key, amount in keys.items():
        tables = [_changed(one.setting, {key: amount + times * steps[key]}) for times in (1, 2)]
        second, third = (_per_unit(one, table, line, found.reading) for table in tables)
        if third - second != second - base:
            return found
        if second != base:
            slopes[key] = (second - base) * stake / steps[key]
    together = _changed(one.setting, {key: keys[key] + steps[key] for key in slopes})
    sum_of = sum((slopes[key] * steps[key] / stake for key in slopes), Fraction(0))
    if not slopes or _per_unit(one, together, line, found.reading) != base + sum_of:
        return found
    constant = base - sum((slopes[key] * keys[key] / stake for key in slopes), Fraction(0))
    alone = next(iter(slopes.values())) if len(slopes) == 1 else None
    return replace(found, linear={"": constant, **slopes}, break_even=-constant / alone if alone else None)


def _step(amount: Fraction) -> Fraction:
    """How far from an amount on display others are looked at: twice and three times as much where a round may have it.

    Else less, by round sums, so that an amount that is rounded stays as far from the next one.
    """
    if 3 * amount <= LARGEST:
        return amount
    return -Fraction(10 ** (len(str(int(amount))) - 2))


def _amounts(setting: Setting, wager: str) -> Iterator[tuple[str, Fraction]]:
    """The amounts on display that a wager's prizes read, by their keys."""
    options = {option.name: option for option in setting.spec.options}
    read = {fact.name for expr in read_by(setting.settler, wager) for fact in facts_in(expr)}
    for key, amount in setting.facts.items():
        option = options.get(key.split("(")[0])
        displayed = option is not None and option.name in read and option.type.kind == "amount" and not option.values
        if displayed and isinstance(amount, int | Fraction) and amount:
            yield key, Fraction(amount)


def _changed(setting: Setting, amounts: Mapping[str, Fraction]) -> Setting:
    """The same table with other amounts on display."""
    given: dict[str, Any] = dict(setting.options)
    for key, amount in amounts.items():
        name, _, rest = key.partition("(")
        text = shown(amount)
        if not rest:
            given[name] = text
            continue
        before = given[name]
        if not isinstance(before, Mapping):
            names = [each.removeprefix(f"{name}(").rstrip(")") for each in setting.facts if each.startswith(f"{name}(")]
            before = dict.fromkeys(names, before)
        given[name] = {**before, rest.rstrip(")"): text}
    return replace(setting, options=given)


def _per_unit(one: Aside, setting: Setting, line: int, reading: str) -> Fraction:
    """The expected net per unit staked of a line at a table."""
    state = (setting.walked.lines[line],)
    settled = grid(setting, one.tally, (one.name,), state).wagers[one.name]
    return wager_odds(one.name, of_line(settled[0], one.weights), one.tally.total, reading).per_unit or Fraction(0)


def _mean(one: Aside, line: int, reading: str) -> Fraction:
    return sum((span.net(reading) * count for span, count in of_line(one.lines[line], one.weights)), Fraction(0))
