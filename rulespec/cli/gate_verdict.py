"""Whether the gate passes: changes held against amendments, exemptions and the levels that the settings give."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from rulespec.cli.config import Config
from rulespec.cli.levels import leveled
from rulespec.cli.revisions import Revision
from rulespec.compare.change_classes import AREAS, CLASSES, UNDECIDED, rank
from rulespec.compare.change_severity import SEVERITY
from rulespec.compare.declarations import gone, held_against, new_in
from rulespec.compare.exemptions import exempted
from rulespec.errors import LoadError
from rulespec.load.declared import read_amendments, read_exemptions
from rulespec.model.amendments import DeclaredExemption
from rulespec.model.finding import Finding
from rulespec.model.rules import BY_ID as RULES
from rulespec.report.text import plural


@dataclass(frozen=True)
class Judged:
    """The changes with what declares or exempts them, what is wrong with declarations, and how the gate ends."""

    changes: tuple[Finding, ...]
    wrong: tuple[Finding, ...]
    failing: tuple[Finding, ...]
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
    today: date,
    fail_on: str,
    config: Config,
    named: Sequence[str] = (),
) -> Judged:
    """What the gate says of changes. Where specs are `named`, nothing is said of what is declared of others.

    Raises `LoadError` for amendments or exemptions that cannot be read.
    """
    classes, rules = {one.id for one in CLASSES}, {*RULES}
    amendments, wrong = read_amendments(roots[1], classes)
    earlier, _ = read_amendments(roots[0], classes)  # what was wrong there is mended, or wrong here too
    exemptions, more = read_exemptions(roots[1], {*classes, *rules})
    given_before, _ = read_exemptions(roots[0], {*classes, *rules})
    if wrong or more:
        raise LoadError("amendments or exemptions cannot be read", [*wrong, *more])
    changes = [_leveled(one, config) for one in changes]
    declared = [one for one in new_in(amendments, earlier) if not named or one[1].spec in named]
    found, not_so = held_against(changes, declared)
    mine = _of_changes(exemptions, given_before, classes)
    found, unfit = exempted(found, mine, today, specs, config.exemptions.warn_days)
    lost = [one for one in gone(earlier, amendments) if not named or one.spec in named]
    said = leveled([*not_so, *lost, *unfit], config.levels)
    failing = [one for one in found if _fails(one, fail_on)]
    return Judged(tuple(sorted(found, key=_order)), tuple(said), tuple(failing), *_end(found, said, failing, fail_on))


def _leveled(finding: Finding, config: Config) -> Finding:
    """The change at the level that the settings give its class; what is undecided stays so."""
    level = config.levels.get(finding.rule)
    if level is None or finding.change is None or finding.change.level == UNDECIDED:
        return finding
    return replace(finding, severity=SEVERITY[level], change=replace(finding.change, level=level))


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
    found: Sequence[Finding], said: Sequence[Finding], failing: Sequence[Finding], fail_on: str
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
    open_ = [
        one
        for one in found
        if one.change is not None and one.change.level == UNDECIDED and not one.change.declared and one.exempt is None
    ]
    if open_ and fail_on != "never":
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

    def each(finding: Finding) -> Finding:
        change = finding.change
        if change is not None and change.place_before is not None:
            change = replace(change, place_before=replace(change.place_before, file=file(change.place_before.file)))
        place = replace(finding.place, file=file(finding.place.file))
        message = finding.message
        for side in (after, before):
            message = message.replace(f"{side.root}/", f"{side.shown}/")
        return replace(finding, place=place, message=message, change=change)

    return each
