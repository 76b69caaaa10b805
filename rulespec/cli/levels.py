"""`[levels]` of the settings: which names may stand there, and what they do to findings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rulespec.errors import UsageError
from rulespec.load.nearest import listing, nearest, shown
from rulespec.model.finding import SEVERITIES, Finding


def refuse_unknown(levels: Mapping[str, str], file: str) -> None:
    """Raises `UsageError` for the first name that is that of no rule, or that has what is no severity."""
    if not levels:
        return
    rules = _rules()
    for name, level in levels.items():
        if name in rules and level not in SEVERITIES:
            severities = listing(tuple(reversed(SEVERITIES)))
            raise UsageError(f"`{file}`: {shown(name)} of `levels` is a rule, so it takes {severities}, not `{level}`")
        if level in SEVERITIES and name not in rules:
            hint = nearest(name, rules) or "`rulespec check --format json` names the rule of each finding"
            raise UsageError(f"`{file}`: there is no rule {shown(name)}, which `levels` names: {hint}")


def leveled(findings: Iterable[Finding], levels: Mapping[str, str]) -> list[Finding]:
    """The findings with the severities that the settings give to their rules."""
    own = {rule: level for rule, level in levels.items() if level in SEVERITIES}
    return [replace(one, severity=own[one.rule]) if one.rule in own else one for one in findings]


def _rules() -> Sequence[str]:
    from rulespec.documents.lint.rules import RULES as LINT  # slow to import, and seldom needed
    from rulespec.model.rules import RULES

    return tuple(rule.id for rule in RULES) + tuple(rule.id for rule in LINT)
