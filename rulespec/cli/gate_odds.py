"""The gate's changes with what they are worth: both versions of each spec that changed, loaded and played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rulespec.cli.options import settings
from rulespec.cli.progress import watched
from rulespec.cli.revisions import Revision
from rulespec.errors import Inconclusive, LoadError, UsageError
from rulespec.load.library import Library
from rulespec.model.change_worth import VersionsWorth
from rulespec.model.finding import Finding
from rulespec.report.change_worth import value_text

if TYPE_CHECKING:
    from rulespec.engine.settle import Settler

odds_option = click.option(
    "--odds/--no-odds",
    "odds",
    default=lambda: settings().gate.odds,
    help="Also what each change is worth: under best play, in units of the first wager.",
)


def with_odds(
    changes: Sequence[Finding], sides: tuple[Revision, Revision]
) -> tuple[tuple[Finding, ...], tuple[VersionsWorth, ...]]:
    """The changes with `Change.value` where it is known, and what a round of each spec comes to before and after.

    A spec that only one side has, or that cannot be loaded, is left out; one whose best play cannot be worked out is
    there, with a note that says why. A terminal shows how far it is.
    """
    from rulespec.compare.change_worth import bears, change_worth

    told = list(changes)
    found: list[VersionsWorth] = []
    names = dict.fromkeys(one.spec for one in changes if bears(one))
    for name in watched(names, lambda spec: f"best play of {spec}, before and after"):
        places = [place for place, one in enumerate(changes) if one.spec == name]
        mine = [changes[place] for place in places]
        both = _both(name, sides)
        if both is None:
            continue
        try:
            values, worth = change_worth(*both, mine)
        except (Inconclusive, UsageError) as reason:  # such as examples of options that no table can have
            found.append(VersionsWorth(name, "", notes=(f"nothing is priced: {reason}",)))
            continue
        found.append(worth)
        for place, one, value in zip(places, mine, values, strict=True):
            if one.change is not None and value is not None:
                told[place] = replace(one, change=replace(one.change, value=value_text(value)))
    return tuple(told), tuple(found)


def _both(name: str, sides: tuple[Revision, Revision]) -> "tuple[Settler, Settler] | None":
    """The two versions of a spec, compiled; None where a side has none that can be loaded."""
    after = _loaded(name, sides[1])
    before = _loaded(name, sides[0])
    if before is None and after is not None and after.spec.renamed_from:
        before = _loaded(after.spec.renamed_from, sides[0])
    return None if before is None or after is None else (before, after)


def _loaded(name: str, side: Revision) -> "Settler | None":
    from rulespec.engine.settle import Settler

    if side.empty:
        return None
    try:
        return Settler(Library(side.root).load(name))
    except (LoadError, UsageError):
        return None
