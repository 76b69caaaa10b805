"""What `rulespec odds` prints: the options and wagers that were asked for, the odds, and what they lack."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from rulespec.cli.common import program, tell_examples
from rulespec.cli.odds_command import LITERAL
from rulespec.domains.registry import game_of
from rulespec.engine.options import keys_of, option_facts
from rulespec.errors import Inconclusive, UsageError
from rulespec.load.nearest import joined, listing, nearest, shown
from rulespec.model.odds import Odds
from rulespec.model.spec import Option, Spec
from rulespec.odds.odds import odds, spot_odds
from rulespec.odds.selecting import selections
from rulespec.report.formats import printer


def answer(
    spec: Spec,
    wagers: tuple[str, ...],
    given: tuple[str, ...],
    reading: str,
    held: tuple[str | None, str | None],
    hands: bool,
    form: str,
) -> int:
    """Print the odds of a spec, or of one decision with the cards and the board that are `held`; the exit status.

    Raises `UsageError` for what the spec does not have, `Inconclusive` where something cannot be worked out.
    """
    cards, board = held
    if not spec.wagers:
        raise UsageError(f"`{spec.id}` encodes nothing yet, so there are no odds of it")
    tell_examples([spec])
    _known(spec, wagers)
    if cards is None and board is not None:
        raise UsageError("`--board` goes with `--at`, the cards that the player holds")
    if cards is not None:
        if wagers or hands:
            raise UsageError("`--at` asks of one decision: it goes with neither `--wager` nor `--hands`")
        click.echo(_at(spec, _options(spec, given), reading, (cards, board or ""), form))
        return 0
    printed = printer("odds", form)
    found = odds(spec, _options(spec, given), wagers)
    click.echo(printed(found, program(), reading=shown_reading(found, reading), hands=hands))
    if found.missing:
        what = [f"`{one.wager}`" if one.wager else "the whole round" for one in found.missing]
        reasons = dict.fromkeys(one.reason for one in found.missing)
        why = [one for one in reasons if not any(one != other and one.endswith(other) for other in reasons)]
        raise Inconclusive(f"the odds of {joined(what, 'and')} cannot be worked out: {'; '.join(why)}")
    return 0


def _at(spec: Spec, options: Mapping[str, Any], reading: str, held: tuple[str, str], form: str) -> str:
    """What each act is worth with certain cards, printed."""
    shown: str = printer("spot", form)(spot_odds(spec, options, reading, *held), program())
    return shown


def shown_reading(found: Odds, wanted: str) -> str:
    """The play whose wagers and decisions are told: the one asked for, or the one with open cases read as losses.

    Where a hand needs no wager, it is the reading asked for. Raises `Inconclusive` where the recorded readings were
    asked for and do not settle all.
    """
    there = [play.reading for play in found.plays]
    if not there:
        return wanted
    for reading in (wanted, LITERAL, *(["worst"] if wanted == LITERAL else [])):
        if reading in there:
            return reading
    raise Inconclusive(f"the recorded readings of `{found.spec}` do not settle every case that is played")


def _known(spec: Spec, wagers: Sequence[str]) -> None:
    names = [wager.name for wager in spec.wagers]
    for wager in wagers:
        if wager not in names:
            hint = nearest(wager, names) or f"it has {listing(names, 'and')}"
            raise UsageError(f"`{spec.id}` has no wager `{wager}`: {hint}")


def _options(spec: Spec, given: Sequence[str]) -> Mapping[str, Any]:
    """The options as a round gives them, and what the table chooses of the game itself.

    Raises `UsageError` for those that the document does not offer.
    """
    known = {option.name: option for option in spec.options}
    chosen: dict[str, str] = {}
    offered = selections(game_of(spec))
    found: dict[str, Any] = {}
    for text in given:
        key, equals, value = text.partition("=")
        name, _, part = key.strip().partition(".")
        if not equals or not name or not value.strip():
            raise UsageError(f"`--option {text}` is not of the form NAME=VALUE")
        if name in offered and not part:
            if name in chosen:
                raise UsageError(f"`{name}` is given twice")
            chosen[name] = value.strip()  # whether there is such a one is for who works out the odds to say
            continue
        if name not in known:
            every = [*offered, *known]
            hint = nearest(name, every) or (f"it has {listing(every, 'and')}" if every else "it has no options")
            raise UsageError(f"`{spec.id}` has no option `{name}`: {hint}")
        if part and not known[name].by:
            raise UsageError(f"`{name}` has one value, not one for `{part}`")
        _enter(found, known[name], part, value.strip())
    _whole(spec, found)
    _, faults = option_facts(spec, found)
    if faults:
        first = faults[0]
        said = first.hint.rpartition(" offers ")[2]  # the values, which the message may have listed already
        hint = "" if said in first.message else first.hint
        raise UsageError(f"{first.message}{f': {hint}' if hint else ''}")
    return {**chosen, **found}


def _whole(spec: Spec, found: Mapping[str, Any]) -> None:
    """Raises `UsageError` for options given for names that they have not, or for some of those that go together.

    Those that go together are the names that the example of the spec has: with one of them missing, what reads it would
    be left out in silence.
    """
    for option in spec.options:
        value = found.get(option.name)
        if not isinstance(value, dict):
            continue
        names = [part for _, part in keys_of(spec, option)]
        unknown = [part for part in value if part not in names]
        if unknown:
            hint = nearest(unknown[0], names) or f"it is given for {listing(names, 'and')}"
            raise UsageError(f"`{option.name}` is not given for {shown(unknown[0])}: {hint}")
        left = [part for part in option.example if part not in value] if isinstance(option.example, dict) else []
        if left:
            told = f"`{option.name}` is given for some names and not for {listing(left)}"
            raise UsageError(f"{told}: give it for all, or for none")


def _enter(found: dict[str, Any], option: Option, part: str, text: str) -> None:
    value = [one.strip() for one in text.split(",")] if option.type.kind == "set" else text
    before = found.get(option.name)
    if before is not None and (not part or not isinstance(before, dict) or part in before):
        raise UsageError(f"`{option.name}{f'.{part}' if part else ''}` is given twice")
    found[option.name] = {**(before or {}), part: value} if part else value
