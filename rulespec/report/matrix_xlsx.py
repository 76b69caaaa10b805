"""The matrix of a comparison as a workbook: concepts by area, a column a document, each answer with its clause."""

from collections.abc import Mapping, Sequence

from rulespec.model.comparison import Compared, Comparison, Side
from rulespec.model.spec import Spec
from rulespec.prove.frequency import in_words as how_often
from rulespec.report.html_words import (
    STATES,
    answer,
    area_title,
    areas,
    basis_mark,
    headings,
    long_date,
    sentence,
    status,
)
from rulespec.report.workbook import Sheet, Value, workbook

# By status, and of a cell that stands out: its paper and its ink.
_COLOURS = {
    "agree": ("E7F0E9", "2C5D45"),
    "differs": ("FAECE2", "8A3A12"),
    "silent": ("E8ECF6", "374F8C"),
    "conflict": ("F5E6F0", "752A5C"),
}
_STATUSES = (
    ("agree", "All documents answer alike."),
    ("differs", "At least two documents answer differently, or one answers twice."),
    ("silent", "Those that answer agree, and at least one does not answer or has no such thing."),
)


def matrix_xlsx(comparison: Comparison, specs: Sequence[Spec], title: str, program: Mapping[str, str]) -> bytes:
    """The workbook as a file: the matrix, the documents, how to read it. `program` has `name`, `version`, `date`."""
    names = headings(specs)
    by_id = {spec.id: spec for spec in specs}
    rows = [row for area in areas(one.area for one in comparison.rows) for row in comparison.rows if row.area == area]
    shorts = [names[name].short for name in by_id]
    columns = ("Area", "Concept", "Case", "Status", *shorts, "Frequency", "Known by")
    widths = (15, 30, 38, 11, *(34,) * len(specs), 26, 20)
    above = (title, "Rules documents compared, concept by concept; each answer with its clauses")
    matrix = Sheet("Matrix", columns, widths, tuple(_row(row, by_id) for row in rows), 4, above)
    return workbook([matrix, _documents(specs), _reading(comparison, program)], title, program["date"])


def _row(row: Compared, specs: Mapping[str, Spec]) -> tuple[Value, ...]:
    said = {side.spec: side for side in row.sides}
    word = status(row.status)
    fill, ink = _COLOURS[word]
    basis = basis_mark(row.basis)
    cells = [_side(said.get(name) or Side(name, "", "missing"), word, spec) for name, spec in specs.items()]
    case = row.words or ""
    return (
        Value(area_title(row.area)),
        Value(sentence(row.title), bold=True),
        Value(f"when {case}\n{row.condition}" if case and row.condition else case or row.condition),
        Value(word, True, fill, ink),
        *cells,
        Value("" if row.share is None else sentence(how_often(row.share, row.over))),
        Value(basis.word if basis is not None else row.basis.replace("_", " ")),
    )


def _side(side: Side, word: str, spec: Spec) -> Value:
    """One document's answer and its clauses; what is silent or answered twice has its own colour beside its word."""
    state = STATES.get(side.state, STATES["missing"])[0]
    said = answer(side.says, spec) if side.state in ("answered", "conflict") else ""
    shown = ": ".join(filter(None, (state, said))) or "answered"
    text = f"{shown}\n{', '.join(side.clauses)}" if side.clauses else shown
    of = {"undetermined": "silent", "conflict": "conflict", "answered": word}.get(side.state, "")
    return Value(text, fill=_COLOURS[of][0] if of and (of != "silent" or side.state == "undetermined") else "")


def _documents(specs: Sequence[Spec]) -> Sheet:
    rows = tuple(
        tuple(map(Value, (one.known_as, one.title, one.edition, long_date(one.effective), one.jurisdiction, spec.id)))
        for spec in specs
        for one in (spec.document,)
    )
    columns = ("Publisher", "Document", "Instrument", "In force", "Jurisdiction", "Encoded as")
    return Sheet("Documents", columns, (24, 50, 26, 20, 20, 40), rows)


def _reading(comparison: Comparison, program: Mapping[str, str]) -> Sheet:
    words = [(word, told, word) for word, told in _STATUSES]
    words += [(word, told, "conflict" if state == "conflict" else "") for state, (word, told) in STATES.items() if word]
    told = [
        ("Frequency", "How often the cards for the case can be dealt, exactly, whatever the player does with them."),
        ("What this covers", comparison.scope),
        ("Date", long_date(program.get("date", ""))),
        ("Program", f"{program.get('name', '')} {program.get('version', '')}".strip()),
    ]
    rows = [(Value(word, True, _COLOURS[of][0] if of else ""), Value(said)) for word, said, of in words if said]
    rows += [(Value(name, True), Value(said)) for name, said in told]
    return Sheet("How to read", ("Word", "What it means"), (24, 110), tuple(rows))
