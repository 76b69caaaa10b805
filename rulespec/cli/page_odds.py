"""The odds that the page shows, of several specs at once."""

from collections.abc import Sequence

from rulespec.cli.progress import at_once
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, UsageError
from rulespec.model.odds import Odds, OptionOdds
from rulespec.model.spec import Spec
from rulespec.odds.choices import choices, odds_of
from rulespec.odds.odds import odds
from rulespec.report.odds_html import PageOdds


def page_odds(settlers: Sequence[Settler]) -> PageOdds:
    """The odds of each spec, and with each listed value of its options; a terminal shows how far it is."""
    specs = [settler.spec for settler in settlers if settler.spec.wagers]
    found = list(at_once(_odds_of, specs, lambda spec: f"odds of {spec.id}"))
    return PageOdds(
        tuple(one for odds_, _, _ in found for one in odds_),
        tuple(one for _, options, _ in found for one in options),
        tuple(one for _, _, left_out in found for one in left_out),
    )


def _odds_of(spec: Spec) -> tuple[list[Odds], list[OptionOdds], list[tuple[str, str]]]:
    """The odds of a spec, those with each option's value, and what of it cannot be worked out, with the reason."""
    try:
        found = odds(spec)
    except (Inconclusive, UsageError) as reason:
        return [], [], [(f"best play of {spec.id}", str(reason))]
    options, left_out = [], []
    for choice in choices(spec):
        try:
            options.append(odds_of(choice, found))
        except (Inconclusive, UsageError) as reason:
            named = f"best play of {spec.id} with {choice.option} {choice.value}"
            left_out.append((named, str(reason)))
    return [found], options, left_out
