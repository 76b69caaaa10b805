"""Rows of a comparison of two versions, each read as a change: its class, and how sure it is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulespec.compare.change_classes import BREAKING, COMPATIBLE, HOUSE, PLAYER, UNDECIDED
from rulespec.compare.change_drafts import Draft
from rulespec.compare.pays import kind_of
from rulespec.compare.versions import Shown, Versions, shown_by
from rulespec.engine.settle import Settler
from rulespec.model.comparison import Compared, Side
from rulespec.model.finding import Json, When
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, HOLDS, Verdict

ANSWERED = {"settlement", "pay", "stake", "irregularity"}  # areas whose rows are cases that are answered
LEFT = {"undetermined": "removed", "conflict": "widened"}  # what becomes of an answer that is none any more
_AREAS = {"valid": "stake"}
_SAYS = {"undetermined": "no clause answers", "conflict": "two clauses differ", "absent": "", "not_offered": ""}


def area_of(row: Compared) -> str:
    """The area of change classes that a row of a comparison belongs to."""
    return _AREAS.get(row.area, row.area)


def says_of(side: Side) -> str:
    """A side's answer in a few words; "" for what is not there."""
    return _SAYS.get(side.state, side.says)


def subject_of(row: Compared) -> str:
    """What a row is about, as a stable name: its id without its area and condition."""
    name = row.id.removeprefix(f"{row.area}/")
    return name.removesuffix(f"/{row.condition}") if row.condition else name


def answered_draft(two: Versions, row: Compared, verdict: Verdict | None, kept: Verdict | None) -> Draft | None:
    """The change that a row of answered cases tells; None where it is proved to be none.

    `verdict` is what a proof says of its subject as a whole, `kept` whether all that the first version answers is
    answered alike. What breaks has a round that both versions have settled, or it is not decided.
    """
    draft = _draft(two, row)
    kind = _kind(row)
    if verdict is not None and verdict.status == HOLDS:
        return None
    if not _breaks(row):
        for pair in pairs_of(two, row.witness):
            told = shown_by(two, pair, row.wagers or (row.subject,))
            if told.verdict == "filled":
                return replace(draft, kind=kind, level=COMPATIBLE, witness=pair[0], results=told.results)
        return replace(draft, kind=kind, level=COMPATIBLE)
    witness, shown = showing(two, row.witness, row.wagers or (row.subject,), [verdict, kept])
    if shown is None:
        if kept is not None and kept.status == HOLDS:
            return None
        why = kept.reason if kept is not None and kept.reason else "no round was found that shows it"
        return replace(draft, kind=kind if kind != "raised" else "changed", level=UNDECIDED, why=why)
    if kind == "raised" and shown.left in LEFT:
        kind = LEFT[shown.left]
    elif kind == "raised" and draft.area == "stake":
        kind = "changed"
    elif kind == "raised":
        kind = {PLAYER: "raised", HOUSE: "lowered"}.get(shown.favours, "changed")
        draft = replace(draft, favours=shown.favours)
    return replace(draft, kind=kind, level=BREAKING, witness=witness, results=shown.results, basis=row.basis)


def showing(
    two: Versions, witness: Mapping[str, Json], wagers: Sequence[str], verdicts: Sequence[Verdict | None]
) -> tuple[Json | None, Shown | None]:
    """The first round of a row or a proof under which the first version answers and the second does otherwise."""
    candidates = [witness, *(one.witness for one in verdicts if one is not None and one.status == FAILS)]
    for rounds in candidates:
        for pair in pairs_of(two, rounds):
            shown = shown_by(two, pair, wagers)
            if shown.verdict == "apart":
                return pair[0], shown
    return None, None


def pairs_of(two: Versions, rounds: Mapping[str, Json]) -> list[list[Json]]:
    """The rounds of a witness, each as it is for both versions: what tells them apart must not be the round."""
    names = [settler.spec.id for settler in two.both]
    return [[{**round_, "spec": name} for name in names] for round_ in rounds.values()]


def _draft(two: Versions, row: Compared) -> Draft:
    first, second = sides_of(two, row)
    when = When(row.condition, row.words) if row.condition else None
    return Draft(
        area_of(row),
        "changed",
        COMPATIBLE,
        subject_of(row),
        row.title,
        (says_of(first), says_of(second)),
        (first.clauses, second.clauses),
        (place_of(two.before, row, first), place_of(two.after, row, second)),
        when,
        share="" if row.share is None else str(row.share),
        over=row.over,
        basis=row.basis,
    )


def written_draft(two: Versions, row: Compared, kind: str, level: str, why: str = "") -> Draft:
    """The change that a row tells that is no case of play."""
    return replace(_draft(two, row), kind=kind, level=level, why=why)


def sides_of(two: Versions, row: Compared) -> tuple[Side, Side]:
    by_spec = {side.spec: side for side in row.sides}
    return by_spec[two.before.spec.id], by_spec[two.after.spec.id]


def _kind(row: Compared) -> str:
    """What becomes of an answer; `raised` for another one, of which the round then tells whom it favours."""
    first, second = row.sides[0].state, row.sides[1].state
    if second == "conflict":
        return "widened"
    if first == "conflict":
        return "narrowed" if second == "answered" else "removed"
    if second != "answered":
        return "removed"
    return "raised" if first == "answered" else "added"


def _breaks(row: Compared) -> bool:
    """Whether the first version answers, so that another answer changes a round that could be settled."""
    return row.sides[0].state == "answered"


# Where a side says it.


def place_of(settler: Settler, row: Compared, side: Side) -> Place | None:
    """Where a side says what it says: its first rule, else the entry that a row is about; where it would stand."""
    if side.state in ("absent", "not_offered"):
        return _entry_place(settler, row)
    ids = [said.id for said in side.rules if said.id]
    places = {one.id: one.place for one in settler.rulebook.rows()}
    found = next((places[name] for name in ids if name in places), None)
    return found or _entry_place(settler, row) or settler.spec.place


def _entry_place(settler: Settler, row: Compared) -> Place | None:
    spec, book = settler.spec, settler.rulebook
    if row.area == "pay":
        return _pay_place(settler, row)
    if row.area == "irregularity" and row.subject in book.events:
        return book.events[row.subject].table.place
    if row.area == "decision":
        stage = book.play.get(row.id.split("/")[2])
        return stage.place if stage is not None else None
    sections = {"settlement": book.settle, "valid": book.valid, "stake": book.stake}
    table = sections.get(row.area, {}).get(row.subject)
    if table is not None:
        return table.place
    named = {"wager": "wagers", "option": "options", "definition": "define"}.get(row.area, "")
    if named:
        return spec.places.get(f"{named}.{row.subject}")
    if row.area == "term":
        return next((term.place for term in spec.terms if term.concept == row.subject), None)
    wager = spec.wager(row.subject)
    return wager.place if wager is not None else None


def _pay_place(settler: Settler, row: Compared) -> Place | None:
    table = settler.rulebook.pay.get(row.subject)
    if table is None:
        return None
    key = subject_of(row).partition("/")[2]
    rows = [one for one in table.rows if (kind := kind_of(table, one)) and kind.key == key]
    return rows[0].place if rows else table.place
