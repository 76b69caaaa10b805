"""`[levels]` of the settings: which names may stand there, and what they do to findings."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rulespec.errors import UsageError
from rulespec.load.nearest import listing, nearest, shown
from rulespec.model.finding import SEVERITIES, Finding


def refuse_unknown(levels: Mapping[str, str], file: str) -> None:
    """Raises `UsageError` for the first name that is that of no rule and no class of changes, or takes other levels."""
    if not levels:
        return
    known = known_levels()
    for name, level in levels.items():
        if name not in known:
            hint = nearest(name, known) or "`--format json` names the rule of each finding and the class of each change"
            raise UsageError(f"`{file}`: there is no rule or class of changes {shown(name)}, as `levels` names: {hint}")
        if level not in known[name]:
            raise UsageError(f"`{file}`: {shown(name)} of `levels` takes {listing(known[name])}, not {shown(level)}")


def leveled(findings: Iterable[Finding], levels: Mapping[str, str]) -> list[Finding]:
    """The findings with the severities that the settings give to their rules."""
    own = {rule: level for rule, level in levels.items() if level in SEVERITIES}
    return [replace(one, severity=own[one.rule]) if one.rule in own else one for one in findings]


def known_levels() -> Mapping[str, tuple[str, ...]]:
    """By rule or class of changes: what it may be set to, the gravest first."""
    from rulespec.compare.change_classes import CLASSES, LEVELS
    from rulespec.documents.lint.rules import RULES as LINT  # slow to import, and seldom needed
    from rulespec.model.rules import RULES

    severities = tuple(reversed(SEVERITIES))
    rules = [rule.id for rule in RULES] + [rule.id for rule in LINT]
    return {**dict.fromkeys(rules, severities), **{one.id: LEVELS for one in CLASSES}}
