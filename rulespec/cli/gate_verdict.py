"""Whether the gate passes: changes held against amendments, exemptions and the levels that the settings give."""

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from rulespec.cli.config import Config
from rulespec.cli.levels import leveled
from rulespec.cli.revisions import Revision
from rulespec.compare.change_classes import AREAS, CLASSES, SEVERITY, UNDECIDED, rank
from rulespec.compare.declarations import gone, held_against, new_in
from rulespec.compare.exemptions import exempted
from rulespec.errors import LoadError
from rulespec.load.declared import read_amendments, read_exemptions
from rulespec.model.amendments import DeclaredAmendment, DeclaredExemption
from rulespec.model.finding import Finding
from rulespec.model.rules import BY_ID as RULES
from rulespec.report.text import plural


@dataclass(frozen=True)
class Judged:
    """The changes with what declares or exempts them, what is wrong with declarations, and how the gate ends.

    `to_declare` are the changes for which it does not pass: those at or above the level, and those not decided.
    """

    changes: tuple[Finding, ...]
    wrong: tuple[Finding, ...]
    to_declare: tuple[Finding, ...]
    status: int
    why: str

    def shown(self, level: str) -> list[Finding]:
        """The changes of a level or graver, the gravest first."""
        return [one for one in self.changes if one.change is not None and rank(one.change.level) >= rank(level)]

    def count(self, level: str) -> int:
        return sum(one.change is not None and one.change.level == level for one in self.changes)


def judged(
    roots: tuple[Path, Path],
    changes: Sequence[Finding],
    specs: Sequence[str],
    aside: Collection[str],
    today: date,
    fail_on: str,
    config: Config,
) -> Judged:
    """What the gate says of changes. Nothing is said of what is declared of specs that are left `aside`.

    Raises `LoadError` for amendments or exemptions that cannot be read.
    """
    classes, rules = {one.id for one in CLASSES}, {*RULES}
    amendments, wrong = read_amendments(roots[1], classes)
    earlier, mended = read_amendments(roots[0], classes)  # what was wrong there is mended, or wrong here too
    amendments, earlier = (_without(some, aside) for some in (amendments, earlier))
    exemptions, more = read_exemptions(roots[1], {*classes, *rules})
    given_before, _ = read_exemptions(roots[0], {*classes, *rules})
    if wrong or more:
        raise LoadError("amendments or exemptions cannot be read", [*wrong, *more])
    changes = [_leveled(one, config) for one in changes]
    found, not_so = held_against(changes, new_in(amendments, earlier))
    old = {os.path.relpath(one.place.file, roots[0]) for one in mended}  # whether their declarations are new is unknown
    not_so = [one for one in not_so if os.path.relpath(one.place.file, roots[1]) not in old]
    mine = _of_changes(exemptions, given_before, classes)
    found, unfit = exempted(found, mine, today, specs, config.exemptions.warn_days)
    said = leveled([*not_so, *gone(earlier, amendments), *unfit], config.levels)
    failing = [one for one in found if _fails(one, fail_on)]
    open_ = [one for one in found if _fails(one, UNDECIDED)] if fail_on != "never" else []
    open_ = [one for one in open_ if one.change is not None and one.change.level == UNDECIDED]
    to_declare = [one for one in found if one in failing or one in open_]
    return Judged(
        tuple(sorted(found, key=_order)), tuple(said), tuple(to_declare), *_end(said, failing, open_, fail_on)
    )


def _without(amendments: Sequence[DeclaredAmendment], aside: Collection[str]) -> list[DeclaredAmendment]:
    return [replace(one, changes=tuple(each for each in one.changes if each.spec not in aside)) for one in amendments]


def _leveled(finding: Finding, config: Config) -> Finding:
    """The change at the level that the settings give its class; what is undecided stays so."""
    level = config.levels.get(finding.rule)
    if level is None or finding.change is None or finding.change.level == UNDECIDED:
        return finding
    if level == finding.change.level:
        return finding
    hint = f"called {level} by the settings; without them it is {finding.change.level}"
    return replace(finding, severity=SEVERITY[level], hint=hint, change=replace(finding.change, level=level))


def _of_changes(
    exemptions: Sequence[DeclaredExemption], before: Sequence[DeclaredExemption], classes: set[str]
) -> list[DeclaredExemption]:
    """The exemptions from classes of changes that are new: what an earlier one was for has happened before."""
    known = {replace(one, place=exemptions[0].place) for one in before} if exemptions else set()
    return [one for one in exemptions if one.rule in classes and replace(one, place=exemptions[0].place) not in known]


def _fails(finding: Finding, fail_on: str) -> bool:
    change = finding.change
    if change is None or change.declared or finding.exempt is not None or fail_on == "never":
        return False
    return rank(change.level) >= rank(fail_on)


def _end(
    said: Sequence[Finding], failing: Sequence[Finding], open_: Sequence[Finding], fail_on: str
) -> tuple[int, str]:
    errors = [one for one in said if one.severity == "error"]
    told = []
    if failing:
        are = "is" if len(failing) == 1 else "are"
        undeclared = f"{plural(len(failing), 'change')} at or above `{fail_on}` {are} not declared"
        told.append(f"{undeclared} (`--write NAME` drafts an amendment)")
    if errors and fail_on != "never":
        told.append(f"{plural(len(errors), 'declaration')} not as it happened or out of date")
    if told:
        return 1, "; ".join(told)
    if open_:
        return 4, f"{plural(len(open_), 'change')} could not be decided"
    return 0, ""


def _order(finding: Finding) -> tuple[str, int, int, str]:
    area, change = finding.rule.rpartition("-")[0], finding.change
    grave = -rank(change.level) if change is not None else 0
    return finding.spec, grave, AREAS.index(area) if area in AREAS else len(AREAS), ""


def shown_from(before: Revision, after: Revision) -> Callable[[Finding], Finding]:
    """Findings with their files as people know them: where they are now, or in which revision they were."""

    def file(name: str) -> str:
        for side in (after, before):
            told = side.place(name)
            if told != name:
                return told
        return name

    def text(said: str) -> str:
        for side in (after, before):
            said = said.replace(f"{side.root}/", f"{side.shown}/")
        return said

    def each(finding: Finding) -> Finding:
        change = finding.change
        if change is not None and change.place_before is not None:
            change = replace(change, place_before=replace(change.place_before, file=file(change.place_before.file)))
        if change is not None and change.depends:
            change = replace(change, depends=tuple(map(text, change.depends)))
        place = replace(finding.place, file=file(finding.place.file))
        return replace(finding, place=place, message=text(finding.message), change=change)

    return each
