"""Which edition settles rounds of which days: what a change of days or of editions does to rounds that are dated."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, SEVERITY, UNDECIDED, rank
from rulespec.compare.change_trials import plain_round
from rulespec.compare.changes import changes
from rulespec.engine.settle import Settler
from rulespec.load.days import known_day
from rulespec.load.timeline import days, in_force, spans
from rulespec.model.edition import Edition, spec_of
from rulespec.model.finding import Change, Finding, Json
from rulespec.model.spec import Spec

_DAY = timedelta(days=1)
REFUSED = "refused: no edition is in force on that day"


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Days on which one edition was in force before and another, or none (""), is now."""

    first: date
    last: date | None
    before: str
    after: str


def day_changes(base: Mapping[str, Spec], head: Mapping[str, Spec], name: str) -> list[Finding]:
    """The stretches of days whose rounds another edition of a spec settles than before, or none any more."""
    sides = [_editions(side, name) for side in (base, head)]
    if name not in head or [(one.id, one.first, one.until) for one in sides[0]] == [
        (one.id, one.first, one.until) for one in sides[1]
    ]:
        return []
    return [_told(base, head, name, one) for one in _stretches(*sides)]


def _editions(side: Mapping[str, Spec], name: str) -> list[Edition]:
    specs = [spec for key, spec in side.items() if spec_of(key) == name]
    return [
        Edition(spec.id, spec.document, known_day(spec.document.effective), known_day(spec.document.until), spec.place)
        for spec in specs
    ]


def _stretches(before: list[Edition], after: list[Edition]) -> Iterator[_Stretch]:
    known = [span for side in (before, after) for span in spans(side)]
    marks = sorted({span.first for span in known} | {span.last + _DAY for span in known if span.last is not None})
    ends = [*(mark - _DAY for mark in marks[1:]), None]
    every = [(_one(before, mark), _one(after, mark), mark, end) for mark, end in zip(marks, ends, strict=True)]
    for (mine, theirs), run in groupby(every, key=lambda one: one[:2]):
        found = list(run)
        if mine and mine != theirs:
            yield _Stretch(found[0][2], found[-1][3], mine, theirs)


def _one(editions: list[Edition], day: date) -> str:
    """The edition in force on a day; "" where none is, or nothing says which."""
    found = in_force(editions, day)
    return found[0].id if len(found) == 1 else ""


def _told(base: Mapping[str, Spec], head: Mapping[str, Spec], name: str, one: _Stretch) -> Finding:
    level, witness, results = _effect(Settler(base[one.before]), Settler(head[one.after]) if one.after else None)
    spec = head[one.after or name]
    now = f"by `{one.after}`" if one.after else "by no edition"
    message = f"Rounds dated {days(one.first, one.last)} were settled by `{one.before}` and are settled {now}"
    dated = None if witness is None else {**witness, "spec": name, "date": one.first.isoformat()}
    there = base[one.before]
    change = Change(
        level,
        "mixed",
        one.before,
        one.after,
        place_before=there.places.get("document.effective", there.place),
        results=results,
        title=f"Edition in force {days(one.first, one.last)}",
        unknown="what the two editions differ in is not decided" if level == UNDECIDED else "",
    )
    hint = "keep the earlier edition under `editions/`, so that rounds of its days are settled as they were"
    place = spec.places.get("document.effective", spec.place)
    subject = f"days/{one.first}"
    return Finding(
        "document-changed", SEVERITY[level], message, place, name, (), hint, dated, "", None, subject, change=change
    )


def _effect(before: Settler, after: Settler | None) -> tuple[str, Json | None, tuple[tuple[str, str], ...]]:
    """How grave it is that another edition settles a round, with a round that shows it."""
    if after is None:
        shown = plain_round(before)
        if shown is None:
            return BREAKING, None, ()
        return BREAKING, shown[0], (("before", shown[1]), ("after", REFUSED))
    found = [one for one in changes(replace_id(before, after), after) if one.change is not None]
    worst = max(found, key=lambda one: rank(one.change.level) if one.change else 0, default=None)
    if worst is None or worst.change is None or worst.change.level not in (BREAKING, UNDECIDED):
        return COMPATIBLE, None, ()
    return worst.change.level, worst.witness, worst.change.results


def replace_id(settler: Settler, other: Settler) -> Settler:
    """An edition under the id of another, so that the two can be held against each other as versions of one spec."""
    spec = replace(settler.spec, id=other.spec.id)
    return Settler(spec, replace(settler.rulebook, spec=spec))
