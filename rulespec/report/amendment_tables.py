"""The amendment report as tables of plain text: what Markdown, DOCX and XLSX print alike.

A cell is several paragraphs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rulespec.model.change_worth import VersionsWorth
from rulespec.report.amendment import NOT_DECLARED, Edition, Item, Part, Report
from rulespec.report.amendment_rules import Says
from rulespec.report.amendment_words import EFFECTS, LEVEL_WORDS, NOT_KNOWN, area_title, level_word, told_levels
from rulespec.report.change_worth import COLUMNS, sentences, table

Cell = tuple[str, ...]
DECISIONS = ("approved", "approved with conditions", "refused")
SIGNED = ("Name", "Office", "Date", "Signature", "Decision", "Conditions")
READERS = ("First reader", "Second reader")


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: what its columns are called, how wide they are in parts of a whole, and its rows."""

    columns: tuple[str, ...]
    widths: tuple[int, ...]
    rows: tuple[tuple[Cell, ...], ...]


_SCHEDULE = (
    ("Item", 11),
    ("Current clause", 8),
    ("Current text", 17),
    ("Proposed clause", 8),
    ("Proposed text", 17),
    ("Kind", 8),
    ("Effect", 6),
    ("Reason", 10),
    ("Witness round", 17),
)
WORTH = ("Worth to the player, per first wager", 7)
EDGES = "House edge before and after"


def schedule(items: Sequence[Item], with_values: bool) -> Grid:
    """The comparison schedule. What changes are worth is a column only where that is known of some."""
    columns = [*_SCHEDULE]
    if with_values:
        columns.insert(7, WORTH)
    rows = tuple(_row(item, with_values) for item in items)
    return Grid(tuple(name for name, _ in columns), tuple(width for _, width in columns), rows)


def _row(item: Item, with_values: bool) -> tuple[Cell, ...]:
    found: list[Cell] = [
        about(item),
        clauses(item.before),
        item.before.lines(),
        clauses(item.after),
        item.after.lines(),
        kind(item),
        (item.effect,),
        reason(item),
        witness(item),
    ]
    if with_values:
        found.insert(7, (item.value or "not known",))
    return tuple(found)


def about(item: Item) -> Cell:
    """What a row is about, under its number."""
    case = f"when {item.case}" if item.case else ""
    often = f"possible {item.often[:1].lower()}{item.often[1:]}" if item.often else ""
    return tuple(filter(None, (f"{item.number}. {item.title}", case, often)))


def kind(item: Item) -> Cell:
    """Area and kind of a change, whether it changes a result, by what that is known."""
    basis = item.basis.word if item.basis is not None else ""
    return tuple(filter(None, (f"{area_title(item.area)}: {item.kind}", item.level_word, basis)))


def clauses(side: Says) -> Cell:
    """The clauses of one side; a dash where there are none."""
    if not side.clauses:
        return ("–",)
    more = f" and {side.more} more" if side.more else ""
    return (", ".join(side.clauses) + more,)


def reason(item: Item) -> Cell:
    """Why it is changed, and by what; where nothing declares it, that."""
    by = item.declared or item.exempt or NOT_DECLARED
    unknown = f"not decided: {item.unknown}" if item.unknown else ""
    return tuple(filter(None, (item.reason, by, unknown)))


def witness(item: Item) -> Cell:
    """The round and what it comes to; a dash where there is none."""
    results = [f"{when}: {text}" for when, text in item.results]
    return (*item.round, *results) or ("–",)


def edges(worth: VersionsWorth) -> Grid:
    """Net and house edge of each wager before and after, under the best play of either."""
    rows = tuple(tuple((cell,) for cell in row) for row in table(worth))
    return Grid(COLUMNS, (25, 15, 15, 15, 15, 15), rows)


def edges_told(worth: VersionsWorth) -> tuple[str, ...]:
    """What all changes of a spec come to together, and what the numbers take for granted, as whole sentences."""
    unit = f"a round under best play, in units of {worth.unit}" if worth.unit else ""
    return tuple(f"{text[:1].upper()}{text[1:]}." for text in (unit, *sentences(worth)) if text)


def by_area(report: Report) -> Grid:
    """How many changes of each area there are, by level and by whom they favour."""
    levels, effects = told_levels(), (*EFFECTS, NOT_KNOWN)
    columns = ("Area", "Changes", *(level_word(level) for level in levels), *(f"effect: {name}" for name in effects))
    numbers = [
        (area.total, *(area.levels[level] for level in levels), *(area.effects[name] for name in effects))
        for area in report.areas
    ]
    titles = [*(area.title for area in report.areas), "All areas"]
    numbers.append(tuple(map(sum, zip(*numbers, strict=True))))
    cells = tuple(((name,), *((str(one),) for one in row)) for name, row in zip(titles, numbers, strict=True))
    return Grid(columns, (16, 8, *(10,) * len(levels), *(8,) * len(effects)), cells)


def documents(report: Report) -> Grid:
    """The title block: each document with its editions before and after."""
    rows = []
    for part in report.parts:
        rows.append(
            (
                (part.heading.publisher, part.document.title, part.heading.spec),
                _edition(part.before),
                _edition(part.after),
                (clause_sentence(part),),
            )
        )
    return Grid(("Document", "Before", "After", "Clauses"), (28, 24, 24, 24), tuple(rows))


def _edition(one: Edition | None) -> Cell:
    if one is None:
        return ("none",)
    lock = f"clauses lock SHA-256 {one.lock}" if one.lock else "no lock of its clauses"
    return (one.instrument, f"in force {one.in_force}" if one.iso else "date in force not stated", lock)


def clause_sentence(part: Part) -> str:
    """How the clauses of a document are accounted for in the schedule."""
    one = part.clauses
    if not one.before and not one.after:
        return "The document has no lock of its clauses, so that none are counted."
    if part.after is None:
        return f"The encoding is gone: no rule is left of the {one.before} clauses of the document."
    of = f" of the {one.part} in this part" if one.part != one.after else ""
    told = f"{one.named} named here; {one.left_out}{of} left out, since no rule that cites them is otherwise."
    if part.before is None:
        return f"The encoding is new: {one.after} clauses of the document. {told}"
    if one.same_lock and part.before and part.after and part.before.instrument != part.after.instrument:
        return (
            f"The lock of the {one.after} clauses is the same in both editions, though the instrument is another: "
            f"whether their words changed is not known until the lock is made anew. {told}"
        )
    if one.same_lock:
        return f"{one.after} clauses, the same words in both editions. {told}"
    if one.compared:
        return f"{one.before} clauses before, {one.after} after. {told}"
    return f"{one.after or one.before} clauses, in one edition only. {told}"


def amendments(report: Report) -> Grid:
    """What is declared, and which rows of the schedule each amendment covers."""
    rows = tuple(
        (
            (one.id,),
            (one.instrument,),
            (one.effective,),
            (one.because,),
            (one.approved,),
            (numbers(one.items) or "none",),
        )
        for one in report.amendments
    )
    return Grid(
        ("Amendment", "Instrument", "Effective", "Reason", "Approved by", "Items"), (16, 14, 12, 30, 18, 10), rows
    )


def numbers(items: Sequence[int]) -> str:
    """`1, 3 to 6`."""
    runs: list[list[int]] = []
    for number in sorted(items):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def rests(report: Report) -> Grid:
    """What else rests on what changed."""
    rows = tuple(
        ((f"{item.number}. {item.title}",), (what.partition(": ")[0],), (what.partition(": ")[2],))
        for item in report.items
        for what in item.depends
    )
    return Grid(("Item", "What rests on it", "Which"), (30, 16, 54), rows)


def editorial(part: Part) -> Grid:
    """What is wording only."""
    rows = tuple(((one.title,), (one.before or "–",), (one.after or "–",)) for one in part.editorial)
    return Grid(("What", "Before", "After"), (30, 35, 35), rows)


def unnamed(part: Part) -> Grid:
    """Clauses that are not as they were, and that no row names."""
    rows = tuple(((one.before or "–",), (one.after or "–",), (one.word,)) for one in part.clauses.unnamed)
    return Grid(("Clause before", "Clause after", "What happened"), (30, 30, 40), rows)


def sources_told(part: Part) -> str:
    """Where the texts of a part's schedule come from."""
    before, after = part.sourced
    if before and after:
        return (
            "The texts are the document’s own words, from the texts supplied, where these have the clause in the "
            "edition concerned; elsewhere the rule as the encoding has it, in plain words."
        )
    if before or after:
        side = "current" if before else "proposed"
        return (
            f"Of the {side} edition the document’s own words were supplied; elsewhere the rule as the encoding has it."
        )
    return (
        "The texts are the rules as the encoding has them, in plain words: the document’s own words were not supplied "
        "(--sources DIR)."
    )


def reading(report: Report) -> tuple[tuple[str, str], ...]:
    """The words that the report uses, and what they mean."""
    levels = [LEVEL_WORDS[level] for level in LEVEL_WORDS]
    effects = [(f"effect: {name}", told) for name, told in EFFECTS.items()]
    more = [
        (f"effect: {NOT_KNOWN}", "whether any round comes out otherwise is not decided"),
        ("silent", "no clause answers"),
        ("answered twice", "two clauses answer differently, and none says which prevails"),
        (NOT_DECLARED, "no amendment declares the change"),
        ("witness round", "a made-up round, settled by the rules before and after; it came out as given"),
    ]
    return (*levels, *((name, told[:1].upper() + told[1:] + ".") for name, told in (*effects, *more)))


def stamp(report: Report) -> tuple[tuple[str, str], ...]:
    """What made the report, and of what."""
    before, after = report.sides
    return (
        ("Date", report.made),
        ("Before", before.told),
        ("After", after.told),
        ("Program", f"{report.program.get('name', '')} {report.program.get('version', '')}".strip()),
        ("What this covers", report.scope),
    )


def untouched(report: Report) -> str:
    """The specs in which nothing changed, as a sentence."""
    count = len(report.untouched)
    if not count:
        return ""
    return (
        f"Nothing changed in {count} other {'encoding' if count == 1 else 'encodings'}: {', '.join(report.untouched)}."
    )
