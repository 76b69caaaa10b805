"""Findings held against the exemptions that somebody has given: an exempted finding stays visible and does not count.

An exemption holds through its last day. One that is past, or that no finding needs, is a finding itself.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date

from rulespec.model.amendments import DeclaredExemption
from rulespec.model.finding import Exemption, Finding, fingerprints
from rulespec.model.rules import BY_ID

WARN_DAYS = 30  # before its last day an exemption is pointed out


def exempted(
    findings: Sequence[Finding],
    exemptions: Iterable[DeclaredExemption],
    today: date,
    of: Collection[str],
    warn_days: int = WARN_DAYS,
) -> tuple[list[Finding], list[Finding]]:
    """The findings, those that are exempted with who exempts them; and what is wrong with the exemptions.

    `of` are the ids of the specs that were checked: nothing is said of exemptions for others.
    """
    by_key = {(one.rule, one.spec, one.fingerprint): one for one in exemptions}
    found, used = [], set()
    for finding, fingerprint in zip(findings, fingerprints(findings), strict=True):
        key = (finding.rule, finding.spec, fingerprint)
        one = by_key.get(key)
        if one is None or (one.subject and one.subject != finding.subject):
            found.append(finding)
            continue
        used.add(key)
        past = date.fromisoformat(one.until) < today
        exempt = Exemption(one.because, one.approved, one.until, one.place)
        found.append(finding if past else replace(finding, exempt=exempt))
    wrong = []
    for key, one in by_key.items():
        days = (date.fromisoformat(one.until) - today).days
        if one.spec not in of:
            continue
        if days < 0:
            wrong.append(
                _said("exemption-expired", one, f"ended on {one.until}", "renew it with its approval, or mend the spec")
            )
        elif key not in used:
            what = "no finding has this rule, spec and fingerprint"
            wrong.append(_said("exemption-unused", one, what, "take it out: what it was for is gone, or has changed"))
        elif days <= warn_days:
            wrong.append(_said("exemption-expiring", one, f"ends on {one.until}", "renew it with its approval in time"))
    return found, wrong


def _said(rule: str, one: DeclaredExemption, what: str, hint: str) -> Finding:
    about = f" of {one.subject}" if one.subject else ""
    message = f"the exemption from `{one.rule}`{about} (approved by {one.approved}) {what}"
    if rule == "exemption-unused":
        message = f"the exemption from `{one.rule}`{about} is not needed: {what}"
    return Finding(
        rule, BY_ID[rule].severity, message, one.place, one.spec, hint=hint, subject=f"{one.rule}/{one.fingerprint}"
    )
