"""The options whose values are listed, and what a table chooses of the game: what each value makes of the odds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, UsageError
from rulespec.lang.trees import facts
from rulespec.model.odds import Odds, OptionOdds
from rulespec.model.spec import Option, Spec
from rulespec.odds.odds import odds
from rulespec.odds.selecting import selected, selections
from rulespec.odds.setting import choose, in_words, read_by, setting


@dataclass(frozen=True, slots=True)
class Choice:
    """An option at one of its listed values. `wagers` are those that it bears on; with `whole` on the play itself."""

    spec: Spec
    option: str
    value: str
    wagers: tuple[str, ...]
    whole: bool
    usual: bool  # whether it is what the odds of the spec have anyway


def choices(spec: Spec) -> Iterator[Choice]:
    """Every listed value of every option, in the spec's order; what is chosen of the game itself comes first."""
    settler = Settler(spec)
    for name, values in selections(settler.game).items():
        for value in values if len(values) > 1 else ():
            yield Choice(spec, name, value, (), True, value == values[0])
    settler = selected(settler, {}).settler
    before, _ = choose(settler, {})
    for option in spec.options:
        usual = in_words(before.get(option.name, option.absent))
        read = [wager for wager in spec.wagers if _reads(settler, wager.name, option)]
        further = tuple(wager.name for wager in read if wager.placed == "before_deal" and not wager.required)
        whole = len(further) < len(read) or any(
            not _alike(settler, before, {**before, option.name: value}) for value in option.values
        )
        for value in option.values:
            yield Choice(spec, option.name, value, further, whole, value == usual)


def odds_of(choice: Choice, found: Odds) -> OptionOdds:
    """The odds with a choice made; `found` are those of the spec without it. Raises `Inconclusive`, `UsageError`."""
    made: Odds | None = None
    if choice.usual and (choice.whole or choice.wagers):
        made = found
    elif choice.whole or choice.wagers:
        made = odds(choice.spec, {choice.option: choice.value}, () if choice.whole else choice.wagers)
    return OptionOdds(choice.spec.id, choice.option, choice.value, made)


def _reads(settler: Settler, wager: str, option: Option) -> bool:
    pay = settler.rulebook.pay.get(wager)
    if pay is not None and pay.columns == option.name:
        return True
    return any(fact.name == option.name for expr in read_by(settler, wager) for fact in facts(expr))


def _alike(settler: Settler, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether the stakes and decisions are the same with both."""
    try:
        one, other = setting(settler, before), setting(settler, after)
        return one.wagers == other.wagers and (not one.names or one.walked.tree == other.walked.tree)
    except (Inconclusive, UsageError):
        return False
