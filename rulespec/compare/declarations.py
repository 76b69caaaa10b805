"""Changes held against the amendments that declare them.

A declaration counts for the comparison in which it is new: what an earlier amendment declared has happened before. It
covers a change that is of its class, about its subject, in its case, and with its answers before and after.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulespec.model.amendments import DeclaredAmendment, DeclaredChange
from rulespec.model.finding import Finding
from rulespec.model.rules import BY_ID

Declared = tuple[DeclaredAmendment, DeclaredChange]


def new_in(head: Iterable[DeclaredAmendment], base: Iterable[DeclaredAmendment]) -> list[Declared]:
    """What the amendments of the head declare and those of the base do not."""
    known = {(amendment.id, change.identity) for amendment in base for change in amendment.changes}
    return [
        (amendment, change)
        for amendment in head
        for change in amendment.changes
        if (amendment.id, change.identity) not in known
    ]


def held_against(changes: Sequence[Finding], declared: Sequence[Declared]) -> tuple[list[Finding], list[Finding]]:
    """The changes, those that are declared with the amendment that does; and what is declared and did not happen so."""
    found = []
    covering: set[int] = set()
    for finding in changes:
        places = [n for n, (_, one) in enumerate(declared) if one.identity == identity_of(finding)]
        if not places or finding.change is None:
            found.append(finding)
            continue
        place = places[0]
        covering.add(place)
        found.append(replace(finding, change=replace(finding.change, declared=declared[place][0].id)))
    undeclared = [one for one in found if one.change is not None and not one.change.declared]
    first = {declared[number][1].identity: declared[number][0] for number in covering}
    wrong = [
        _again(amendment, change, first[change.identity])
        if change.identity in first
        else _not_so(amendment, change, undeclared)
        for number, (amendment, change) in enumerate(declared)
        if number not in covering
    ]
    return found, wrong


def gone(base: Iterable[DeclaredAmendment], head: Sequence[DeclaredAmendment]) -> list[Finding]:
    """Declarations of the base that the head has not any more."""
    known = {(amendment.id, change.identity) for amendment in head for change in amendment.changes}
    places = {amendment.id: amendment.place for amendment in head}
    return [
        Finding(
            "declaration-gone",
            BY_ID["declaration-gone"].severity,
            f"`{amendment.id}` declared `{change.class_id}` of {change.subject}, and does not any more",
            places.get(amendment.id, change.place),
            change.spec,
            hint="what was declared and has happened is the history of the spec: leave it as it stood",
            subject=change.subject,
        )
        for amendment in base
        for change in amendment.changes
        if (amendment.id, change.identity) not in known
    ]


def identity_of(finding: Finding) -> tuple[str, str, str, str, str, str]:
    """All by which a change is told from others, as a declaration says it."""
    change = finding.change
    assert change is not None
    when = finding.when.condition if finding.when is not None else ""
    texts = (finding.rule, finding.spec, finding.subject, when, change.before, change.after)
    rule, spec, subject, condition, before, after = (" ".join(text.split()) for text in texts)
    return rule, spec, subject, condition, before, after


def _again(amendment: DeclaredAmendment, change: DeclaredChange, first: DeclaredAmendment) -> Finding:
    where = "above" if first.id == amendment.id else f"by `{first.id}`"
    message = f"{change.subject}: `{change.class_id}` is declared {where} already, and happened once"
    return _wrong("declared-not-made", amendment, change, message, "declare each change once")


def _not_so(amendment: DeclaredAmendment, change: DeclaredChange, changes: Sequence[Finding]) -> Finding:
    same = [one for one in changes if identity_of(one)[1:4] == change.about]
    near = same or [one for one in changes if (one.spec, one.subject) == (change.spec, change.subject)]
    said = _words(change.class_id, change.before, change.after)
    if near:
        class_id, _, _, when, before, after = identity_of(near[0])
        case = f" when `{when}`" if when != change.when and when else ""
        rule = "declared-otherwise"
        declared_case = f" when `{change.when}`" if change.when != when and change.when else ""
        happened = f"{_words(class_id, before, after)}{case}"
        message = f"{change.subject}: declared is {said}{declared_case}; what happened is {happened}"
        hint = "declare what happened (`rulespec gate --write NAME` drafts it), or mend the spec"
    else:
        rule = "declared-not-made"
        message = f"{change.subject}: declared is {said}, and nothing of the kind happened"
        hint = "make the change, or take the declaration out"
    return _wrong(rule, amendment, change, message, hint)


def _wrong(rule: str, amendment: DeclaredAmendment, change: DeclaredChange, message: str, hint: str) -> Finding:
    severity, subject = BY_ID[rule].severity, f"{amendment.id}/{change.subject}"
    return Finding(rule, severity, message, change.place, change.spec, hint=hint, subject=subject)


def _words(class_id: str, before: str, after: str) -> str:
    if before and after:
        return f"`{class_id}` from `{before}` to `{after}`"
    return f"`{class_id}` " + (f"of `{before}`" if before else f"to `{after}`" if after else "").strip()
