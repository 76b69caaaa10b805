"""What walking the cases finds alike, held against a proof: any amounts, any values of options, any state of a hand.

Of each wager, stage and irregularity on which documents agree in every case that was walked, it is proved that they
come to the same, or there is a round that shows where not. To come to the same is transitive, so every document is held
against the first one only that has such a thing.
"""

from collections.abc import Sequence
from dataclasses import replace

from rulespec.compare.event_answers import kind_of
from rulespec.compare.sides import full, status_of
from rulespec.engine.settle import Settler
from rulespec.model.comparison import PROVED, Compared, Side
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.prove.smt.equivalent import compared
from rulespec.prove.smt.pairs import LACKING

SCOPE = (
    "What agrees in all these cases is asked of a proof too, for any amounts and any values of the options: it is "
    "marked as proved, or a round shows where it does not."
)
_OF_WAGERS = ("valid", "stake", "settlement", "pay")
_AREAS = {"wager": "settlement", "decision": "decision", "irregularity": "irregularity"}


def with_proofs(settlers: Sequence[Settler], rows: Sequence[Compared]) -> list[Compared]:
    """The rows, those that are proved marked so, and further ones for what only a proof sees."""
    subjects: dict[str, list[Compared]] = {}
    for row in rows:
        key = subject_of(settlers, row)
        if key:
            subjects.setdefault(key, []).append(row)
    asked = {key: with_subject(settlers, key, mine) for key, mine in subjects.items()}
    answers = _asked(settlers, subjects, asked)
    proved = {key for key in subjects if asked[key][1:] and all(_holds(answers.get((key, o))) for o in asked[key][1:])}
    marked = [
        replace(row, basis=PROVED) if row.status == "agree" and subject_of(settlers, row) in proved else row
        for row in rows
    ]
    shown = [_row(settlers, asked[key][0], other, one) for (key, other), one in answers.items() if _differs(one)]
    return [*marked, *shown]


def subject_of(settlers: Sequence[Settler], row: Compared) -> str:
    """What a row is about, as proofs name it: a wager, a stage, an irregularity; "" for anything else."""
    if row.area == "irregularity":
        return f"irregularity/{row.subject}"
    if row.area == "decision":
        return f"decision/{row.id.split('/')[2]}"
    if row.area in _OF_WAGERS and any(settler.spec.wager(row.subject) for settler in settlers):
        return f"wager/{row.subject}"
    return ""


def with_subject(settlers: Sequence[Settler], key: str, rows: Sequence[Compared]) -> list[int]:
    """The places of the specs that have such a thing."""
    kind, _, name = key.partition("/")

    def has(settler: Settler) -> bool:
        if kind == "wager":
            return settler.spec.wager(name) is not None
        if kind == "decision":
            return name in settler.rulebook.play
        return any(side.spec == settler.spec.id and side.state != "absent" for row in rows for side in row.sides)

    return [place for place, settler in enumerate(settlers) if has(settler)]


def agree(rows: Sequence[Compared], first: str, second: str) -> bool:
    """Whether two specs say the same in all of some rows. What one of them has no wager for is no difference."""
    for row in rows:
        alike = kind_of if row.area == "irregularity" else str
        said = {(side.state, alike(side.says)) for side in row.sides if side.spec in (first, second)}
        lacking = row.area == "irregularity" and any(state == "absent" for state, _ in said)
        if len(said) > 1 and not lacking:
            return False
    return True


def _asked(
    settlers: Sequence[Settler], subjects: dict[str, list[Compared]], having: dict[str, list[int]]
) -> dict[tuple[str, int], Verdict]:
    """The answers, by subject and by the place of the spec that is held against the first."""
    pairs: dict[tuple[int, int], set[str]] = {}
    for key, rows in subjects.items():
        first, *others = having[key] or [0]
        for other in others:
            if agree(rows, settlers[first].spec.id, settlers[other].spec.id):
                pairs.setdefault((first, other), set()).add(key)
    found: dict[tuple[str, int], Verdict] = {}
    for (first, other), keys in pairs.items():
        wagers = [wager.name for wager in settlers[first].spec.wagers]
        apart = [name for name in wagers if f"wager/{name}" not in keys]
        for one in compared(settlers[first], settlers[other], keys.__contains__, apart):
            if one.key in keys:
                found[one.key, other] = one
    return {(key, other): found[key, other] for key in subjects for other in having[key] if (key, other) in found}


def _holds(one: Verdict | None) -> bool:
    # A hand without the wagers that it needs is no lawful play, which the rows on decisions are about.
    return one is not None and (one.status == HOLDS or one.reason == LACKING)


def _differs(one: Verdict) -> bool:
    return one.status == FAILS and not _holds(one) and bool(one.witness)


# Rows for what only a proof sees.


def _row(settlers: Sequence[Settler], first: int, other: int, found: Verdict) -> Compared:
    kind, _, name = found.key.partition("/")
    both = [settlers[first], settlers[other]]
    sides = tuple(_side(settler, found) for settler in both)
    title = found.subject.removeprefix("the wager ") if kind == "wager" else found.subject
    return Compared(
        id="/".join((_AREAS[kind], name, "proof", *(settler.spec.id.replace("/", ":") for settler in both))),
        area=_AREAS[kind],
        subject=name,
        title=f"{title[:1].upper()}{title[1:]}, in a case that only a proof sees",
        condition="",
        words="",
        status=status_of(sides),
        sides=sides,
        witness=found.witness,
        results=found.results,
        wagers=found.wagers if kind == "irregularity" else (),
        basis=PROVED,
    )


def _side(settler: Settler, found: Verdict) -> Side:
    said = found.results[settler.spec.id]
    for wager in found.wagers:
        said = said.removeprefix(f"{settler.spec.vocabulary.title(wager)}: ")
    clauses = full(settler, found.cites.get(settler.spec.id, ()))
    if said == "undetermined":
        return Side(settler.spec.id, "", "undetermined", clauses)
    if said == "conflict":
        return Side(settler.spec.id, "two results", "conflict", clauses)
    return Side(settler.spec.id, said, "answered", clauses)
