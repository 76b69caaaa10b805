"""The matrix on the page: concepts by area, a column a document, and what each row opens to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rulespec.documents.clauses import ClauseTexts
from rulespec.model.comparison import STATUSES, Compared, Comparison, Said, Side
from rulespec.model.spec import Spec
from rulespec.prove.frequency import in_words as how_often
from rulespec.report.html_events import EVERY_WAGER, EventView, event_title, events
from rulespec.report.html_rounds import Figure, figures
from rulespec.report.html_words import (
    STATES,
    Anchors,
    Basis,
    Heading,
    answer,
    area_title,
    areas,
    basis_mark,
    listed,
    sentence,
    status,
)
from rulespec.report.html_worth import WorthView, most, worth_view

LONG = 700  # characters of a clause that are shown at once; a longer one is folded
_EVERY = "in every case"  # what a rule without a condition is in plain words


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A clause as the document has it; `text` is None where the document supplied has no such clause."""

    clause: str
    text: str | None
    long: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in plain words: what it decides, when, and by which clauses."""

    then: str
    when: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one document says. `other`: not what most of the documents in this row answer."""

    document: Heading
    state: str
    word: str
    meaning: str
    text: str
    clauses: tuple[str, ...]
    other: bool
    rules: tuple[Rule, ...]
    ids: tuple[str, ...]
    supplied: bool
    own: tuple[OwnWords, ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """`of` is the event of a row on an irregularity, under which it stands; its `title` is then the wagers."""

    anchor: str
    title: str
    status: str
    condition: str
    words: str
    often: str
    cells: tuple[Cell, ...]
    figures: tuple[Figure, ...]
    unsupplied: str
    of: str = ""
    single: bool = False
    basis: Basis | None = None
    worth: WorthView | None = None


@dataclass(frozen=True, slots=True)
class AreaView:
    """One area. Of irregularities the rows stand under their `events`; `single` are those of one document alone."""

    anchor: str
    title: str
    open: tuple[RowView, ...]
    agreeing: tuple[RowView, ...]
    counts: Mapping[str, int]
    single: tuple[RowView, ...] = ()
    events: tuple[EventView, ...] = ()


@dataclass(frozen=True, slots=True)
class Supply:
    """What the rows are made from."""

    specs: Mapping[str, Spec]
    names: Mapping[str, Heading]
    texts: Mapping[str, ClauseTexts]


def matrix(comparison: Comparison, supply: Supply) -> tuple[AreaView, ...]:
    """All rows by area. Those that do not agree come first, the weightiest ahead; the others after them."""
    anchors, names = Anchors("row"), Anchors("area")
    found = []
    for area in areas(row.area for row in comparison.rows):
        rows = [row for row in comparison.rows if row.area == area]
        if area == "irregularity":
            views = [_event_row(row, supply, anchors.take(row.id, exact=True)) for row in rows]
            shown = events(list(zip(rows, views, strict=True)), supply.specs, supply.names)
            found.append(AreaView(names.take(area), area_title(area), (), (), counts(rows), (), shown))
            continue
        views = [_row(row, supply, anchors.take(row.id, exact=True)) for row in sorted(rows, key=_weighty_first)]
        single = tuple(view for view in views if view.single)
        alike = tuple(view for view in views if view.status == "agree" and not view.single)
        unlike = tuple(view for view in views if view.status != "agree" and not view.single)
        found.append(AreaView(names.take(area), area_title(area), unlike, alike, counts(rows), single))
    return tuple(found)


def _event_row(row: Compared, supply: Supply, anchor: str) -> RowView:
    """A row on an irregularity, called by its wagers."""
    of = event_title(row, supply.specs)
    wagers = row.title.removeprefix(of).removeprefix(": ") or EVERY_WAGER
    return replace(_row(row, supply, anchor), title=sentence(wagers), of=of)


def counts(rows: Sequence[Compared]) -> Mapping[str, int]:
    """How many rows have each status, without those that one document has by itself."""
    return {name: sum(status(row.status) == name and not row.single for row in rows) for name in STATUSES}


def _weighty_first(row: Compared) -> tuple[bool, Fraction, bool, Fraction]:
    """What is worth most, then what is dealt most often. Agreeing rows stay in the comparison's own order."""
    if status(row.status) == "agree":
        return True, Fraction(0), False, Fraction(0)
    return False, -most(row), row.share is None, -(row.share or Fraction(0))


def _row(row: Compared, supply: Supply, anchor: str) -> RowView:
    said = {side.spec: side for side in row.sides}
    sides = [said.get(name) or Side(name, "", "missing") for name in supply.specs]
    usual = _usual(sides) if status(row.status) == "differs" else ""
    cells = tuple(_cell(side, usual, supply) for side in sides)
    unsupplied = listed([cell.document.short for cell in cells if cell.clauses and not cell.supplied])
    return RowView(
        anchor=anchor,
        title=row.title,
        status=status(row.status),
        condition=row.condition,
        words=row.words,
        often="" if row.share is None else how_often(row.share, row.over),
        cells=cells,
        figures=figures(row.witness, row.results, supply.specs, supply.names),
        unsupplied=unsupplied,
        single=row.single,
        basis=basis_mark(row.basis),
        worth=worth_view(row, supply.names),
    )


def _usual(sides: Sequence[Side]) -> str:
    """What most documents answer; the first answer where none is commoner than the others."""
    said = [side.says for side in sides if side.state == "answered"]
    return max(said, key=said.count, default="")


def _cell(side: Side, usual: str, supply: Supply) -> Cell:
    spec, texts = supply.specs[side.spec], supply.texts.get(side.spec)
    state = side.state if side.state in STATES else "missing"
    word, meaning = STATES[state]
    return Cell(
        document=supply.names[side.spec],
        state=state,
        word=word,
        meaning=meaning,
        text=answer(side.says, spec) if state in ("answered", "conflict") else "",
        clauses=side.clauses,
        other=bool(usual) and state == "answered" and side.says != usual,
        rules=tuple(_rule(said) for said in side.rules),
        ids=tuple(said.id for said in side.rules if said.id),
        supplied=texts is not None,
        own=own_words(side.clauses, texts),
    )


def _rule(said: Said) -> Rule:
    """What a rule decides stands out from when it does; a rule that only describes is all words."""
    if not said.then:
        return Rule("", said.when, said.clauses)
    return Rule(answer(said.then, None), said.when if said.when == _EVERY else f"when {said.when}", said.clauses)


def own_words(clauses: Sequence[str], texts: ClauseTexts | None) -> tuple[OwnWords, ...]:
    """The clauses as the document has them, where the reader supplied it; none where not.

    A table and its rows are one clause of the document, and are shown once.
    """
    if texts is None:
        return ()
    found: dict[str, OwnWords] = {}
    for clause in clauses:
        own = texts.text(clause)
        text = own.shown.strip() if own else None
        found.setdefault(own.clause if own else clause, OwnWords(clause, text, len(text or "") > LONG))
    return tuple(found.values())
