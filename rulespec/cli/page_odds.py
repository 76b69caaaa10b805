"""The odds that the page shows, worked out one after another."""

from collections.abc import Sequence

from rulespec.cli.progress import watched
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, UsageError
from rulespec.model.odds import Odds, OptionOdds
from rulespec.model.spec import Spec
from rulespec.odds.choices import Choice, choices, odds_of
from rulespec.odds.odds import odds
from rulespec.report.odds_html import PageOdds


def page_odds(settlers: Sequence[Settler]) -> PageOdds:
    """The odds of each spec, and with each listed value of its options; a terminal shows how far it is."""
    specs = [settler.spec for settler in settlers if settler.spec.wagers]
    made = {spec.id: tuple(choices(spec)) for spec in specs}
    steps: list[Spec | Choice] = []
    for spec in specs:
        steps += [spec, *made[spec.id]]
    found: dict[str, Odds] = {}
    options: list[OptionOdds] = []
    left_out: list[tuple[str, str]] = []
    for step in watched(steps, _named):
        try:
            if isinstance(step, Spec):
                found[step.id] = odds(step)
            elif step.spec.id in found:
                options.append(odds_of(step, found[step.spec.id]))
        except (Inconclusive, UsageError) as reason:
            left_out.append((_named(step), str(reason)))
    return PageOdds(tuple(found.values()), tuple(options), tuple(left_out))


def _named(step: Spec | Choice) -> str:
    if isinstance(step, Spec):
        return f"best play of {step.id}"
    return f"best play of {step.spec.id} with {step.option} {step.value}"
