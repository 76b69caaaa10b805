"""`rulespec explain`: one rule of a spec in plain words."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from rulespec.cli import completing
from rulespec.cli.common import all_dated, clause_texts, dated, library, tell_examples
from rulespec.cli.options import as_of_option, sources_option, specs_option
from rulespec.compare.wording import capital, order_words, then_words
from rulespec.documents.clause import normalise
from rulespec.documents.history import Change, amendment_json, changes_of, history_words
from rulespec.documents.provisions import provision_words, reason_words
from rulespec.documents.survey import lock_in
from rulespec.errors import UsageError
from rulespec.lang.show import show, show_payout
from rulespec.lang.words import in_words
from rulespec.load.days import known_day
from rulespec.load.library import Library
from rulespec.load.nearest import nearest
from rulespec.model.edition import is_edition
from rulespec.model.expr import Always
from rulespec.model.place import Place
from rulespec.model.rows import Row, Rulebook
from rulespec.model.spec import Reading, Spec
from rulespec.report.text import quoted, wrapped
from rulespec.tables.clauses import distinct, in_full, is_within
from rulespec.tables.compile import compile_spec

if TYPE_CHECKING:
    from rulespec.documents.clauses import ClauseTexts


@click.command(name="explain")
@click.argument("rule", metavar="RULE")
@click.option("--spec", default="", metavar="SPEC", shell_complete=completing.specs, help="Look in this spec only.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@sources_option
@as_of_option
@specs_option
def command(rule: str, spec: str, form: str, sources: str | None, as_of: date | None, specs: str | None) -> int:
    """What a clause says, as the spec has it: its condition, what follows, what it beats, where it comes from.

    RULE is a clause such as `3.14(b)(i)` (all its limbs too), or the id of one rule such as `3.14(b)(i)/main/lose`.
    """
    shelf = library(specs)
    meant = dated(shelf, [spec], as_of) if spec else all_dated(shelf, as_of)
    books = [compile_spec(one) for one in shelf.load_all(meant)]
    found = [(book, row) for book in books for row in book.rows() if row.id == rule or _cites(book, row.cites, rule)]
    found.sort(key=lambda one: rule not in one[1].cites)  # the clause itself before those inside it
    others = [(book, *one) for book in books for one in elsewhere(book.spec) if _cites(book, one[1], rule)]
    others += [(book, *one) for book, one in _of_documents(shelf, books) if _cites(book, one[1], rule)]
    clause = next((row.cites[0] for _, row in found if row.id == rule), rule)
    concerned = [*(book for book, _ in found), *(one[0] for one in others)]
    histories = list(_histories(shelf, books, clause, concerned))
    if not found and not others and not histories:
        known = {text for book in books for row in book.rows() for text in (row.id, *row.cites)}
        known |= {clause for book in books for _, cites, _ in elsewhere(book.spec) for clause in cites}
        known |= {clause for _, (_, cites, _) in _of_documents(shelf, books) for clause in cites}
        raise UsageError(f"nothing in {spec or 'any spec'} cites `{rule}`: {nearest(rule, known) or 'see `check`'}")
    specs_told = [book.spec for book in books if any(one[0] is book for one in (*found, *others, *histories))]
    tell_examples(specs_told)
    texts = clause_texts(shelf, specs_told, sources)
    if form == "json":
        listed = [
            *((book, _json(book, row)) for book, row in found),
            *((one[0], _other_json(*one)) for one in others),
            *((book, _history_json(book, history)) for book, history in histories),
        ]
        told = [{**data, "document": _all_words(texts.get(book.spec.id), data["cites"])} for book, data in listed]
        click.echo(json.dumps(told if texts else [data for _, data in listed], indent=2, ensure_ascii=False))
        return 0
    blocks = []
    for book in books:
        words = _Words(texts.get(book.spec.id))
        blocks += [_text(book, row) + words.of(row.cites[0]) for owner, row in found if owner is book]
        blocks += [_other_text(*one) + words.of(rule) for one in others if one[0] is book]
        blocks += [_history_text(book, history) + words.of(clause) for owner, history in histories if owner is book]
    click.echo("\n\n".join(blocks))
    return 0


class _Words:
    """The document's own words for an explanation, each clause once."""

    def __init__(self, texts: "ClauseTexts | None") -> None:
        self._texts, self._told = texts, set[str]()

    def of(self, clause: str) -> str:
        own = self._texts.text(clause) if self._texts is not None else None
        if own is None or own.clause in self._told:
            return ""
        self._told.add(own.clause)
        return "\n" + quoted(own.shown, 2)


def _all_words(texts: "ClauseTexts | None", cites: Sequence[str]) -> dict[str, str]:
    """By clause: the document's own words of all clauses cited that it has."""
    own = {clause: texts.text(clause) for clause in cites} if texts is not None else {}
    return {clause: text.shown for clause, text in own.items() if text is not None}


def _of_documents(
    shelf: Library, books: Sequence[Rulebook]
) -> Iterator[tuple[Rulebook, tuple[str, tuple[str, ...], Place]]]:
    """What the documents' own accounts say of clauses, each document once, with the first spec of it."""
    firsts = {book.spec.document.entry: book for book in reversed(books)}
    for document, book in firsts.items():
        if not document:
            continue
        account = shelf.account(document)
        for provision in account.provisions:
            yield book, (provision_words(provision, book.spec.vocabulary), provision.cites, provision.place)
        for entry in account.not_encoded:
            yield book, (reason_words(entry), entry.clauses, entry.place)


@dataclass(frozen=True, slots=True)
class _History:
    """What amendments changed a clause, the latest first, and where the document's entry says so."""

    clause: str
    changes: tuple[Change, ...]
    words: str
    place: Place


def _histories(
    shelf: Library, books: Sequence[Rulebook], clause: str, concerned: Sequence[Rulebook]
) -> Iterator[tuple[Rulebook, _History]]:
    """The history of a clause by the entries of documents that have one, each with one spec of the document.

    Those of the `concerned` specs, of which something is told; of the others where an amendment changed the clause.
    """
    told: set[str] = set()
    for book in (*concerned, *books):
        name = book.spec.document.entry
        entry = shelf.document(name) if name and name not in told else None
        if entry is None or not entry.amendments:
            continue
        lock, full = lock_in(shelf, name), in_full(clause, book.spec.document.prefix)
        changes = tuple(one for one in changes_of(entry, full, lock) if _by_then(one, book.spec))
        there = lock is not None and normalise(full) in lock.clauses
        named = there or any(is_within(one, full) for change in changes for one in change.named)
        if (changes and named) or any(book is one for one in concerned):
            told.add(name)
            place = changes[0].amendment.place if changes else entry.place
            yield book, _History(clause, changes, history_words(changes, full, lock), place)


def _by_then(change: Change, spec: Spec) -> bool:
    """Whether an amendment had been made when an edition of a spec took effect: the document lists later ones too."""
    first = spec.document.effective
    return not is_edition(spec.id) or known_day(first) is None or change.amendment.date <= first


def elsewhere(spec: Spec) -> Iterator[tuple[str, tuple[str, ...], Place]]:
    """What cites clauses beside the rules: a few words, the clauses, and where it stands in the spec."""
    title, classes = spec.vocabulary.title, spec.vocabulary.classes
    for table in spec.pays:
        for row in table.rows:
            paid = " / ".join(map(show_payout, row.payouts))
            kind = classes.get(row.key)  # which may be called as a wager of another game is
            on = f" on {kind.title if kind else title(row.key)}" if row.key else ""
            yield f"{title(table.subject)} is paid {paid}{on}", (*row.cites, *table.cites), row.place
    for table_ in spec.tables:
        yield f"governs the table `{table_.section} {table_.subject}`".rstrip(), table_.cites, table_.place
    for wager in spec.wagers:
        yield f"the wager {title(wager.name)}", wager.cites, wager.place
    for option in spec.options:
        yield f"the option {title(option.name)}", option.cites, option.place
    for term in spec.terms:
        yield f"the term `{term.word}`", term.cites, term.place
    for stage in spec.stages:
        yield f"the stage {title(stage.name)}", stage.cites, stage.place
    for reading in spec.interpretations:
        yield f"read into it: {reading.about}: {reading.result}. {reading.because}", reading.cites, reading.place
    for event in spec.events:
        yield f"governs what follows when {title(event.events[0])}", event.table.cites, event.table.place
    for order in spec.prize_order:
        yield f"the order in which prizes are taken: {order_words([order])}", order.cites, spec.place
    for invariant in spec.invariants:
        taken = f"taken for granted in lawful play: {in_words(invariant.holds, spec.vocabulary)}"
        yield f"{taken}. {invariant.because}", invariant.cites, invariant.place
    for known in spec.readings:
        yield _interpreted(known, spec), known.cites, known.place
    for one in spec.left_out:
        yield f"left out of the spec ({one.name}: {one.because})", one.cites, one.place


def _interpreted(reading: Reading, spec: Spec) -> str:
    vocabulary = spec.vocabulary
    wagers = ", ".join(map(vocabulary.title, reading.wagers))
    event = f" where {vocabulary.events[reading.event].title}" if reading.event else ""
    when = "" if isinstance(reading.when, Always) else f" when {in_words(reading.when, vocabulary)}"
    by = f"approved by {reading.approved}" if reading.approved else "approved by nobody yet"
    read = f"an interpretation of a {reading.kind} ({by}): {wagers}{event}{when}: {reading.result.replace('_', ' ')}"
    return f"{read}. {reading.because}"


def _cites(book: Rulebook, cites: Sequence[str], rule: str) -> bool:
    prefix = book.spec.document.prefix
    return any(is_within(clause, rule) or is_within(in_full(clause, prefix), rule) for clause in cites)


def _other_text(book: Rulebook, what: str, cites: Sequence[str], place: Place) -> str:
    return f"{', '.join(distinct(list(cites)))}  ({book.spec.id}, {place})\n{wrapped(what, 2)}"


def _other_json(book: Rulebook, what: str, cites: Sequence[str], place: Place) -> dict[str, Any]:
    where = {"file": place.file, "line": place.line, "column": place.column}
    return {"id": "", "spec": book.spec.id, "words": what, "cites": list(cites), **where}


def _history_text(book: Rulebook, history: _History) -> str:
    return _other_text(book, history.words, (history.clause,), history.place)


def _history_json(book: Rulebook, history: _History) -> dict[str, Any]:
    amendments = [amendment_json(change.amendment, change.named) for change in history.changes]
    data = _other_json(book, history.words, (history.clause,), history.place)
    return {**data, "amendments": amendments}


def _text(book: Rulebook, row: Row) -> str:
    vocabulary = book.spec.vocabulary
    lines = [f"{row.id}  ({book.spec.id}, {row.place})"]
    when = "" if isinstance(row.when, Always) else "when "
    lines.append(wrapped(f"{_what(book, row)} {when}{in_words(row.when, vocabulary)}.", 2))
    lines.append(wrapped(show(row.when), 4, 6))
    for note in _notes(row):
        lines.append(wrapped(note, 2))
    lines.append(wrapped("from " + ", ".join(_origins(book, row)), 2, 4))
    return "\n".join(lines)


def _origins(book: Rulebook, row: Row) -> Iterator[str]:
    """Where a rule comes from: `11.5 (rule of some-casino/base-game), 12.1 (inheritance)`."""
    for origin in row.origins:
        of = "" if origin.document == book.spec.id else f" of {origin.document}"
        yield f"{origin.clause} ({origin.via}{of})"


def _what(book: Rulebook, row: Row) -> str:
    vocabulary = book.spec.vocabulary
    if row.then.kind in ("effects", "prize", "meters"):
        about = vocabulary.title(row.subject) if row.subject else "What follows"
        return f"{capital(about)}: {then_words(row, vocabulary)},"
    if row.section == "play":
        bet = f" {vocabulary.title(row.then.wager)}" if row.then.wager else ""
        amount = f" of {in_words(row.then.amount, vocabulary)}" if row.then.amount is not None else ""
        return f"At {vocabulary.stages[row.subject].title}, the player may {row.then.word}{bet}{amount}"
    title = vocabulary.title(row.subject)
    if row.section == "stake":
        if row.then.amount is None:
            return f"{title} is at risk as placed"
        return f"{title} is at risk up to {in_words(row.then.amount, vocabulary)}"
    return f"{title}: {row.then.word.replace('_', ' ')},"


def _notes(row: Row) -> list[str]:
    notes = []
    if row.live_only:
        notes.append("It compares hands, so it does not apply to a folded or unexposed hand.")
    if row.fold_limb:
        notes.append(f"Built from fold and exposure alone, it comes before the other limbs of {row.rule}.")
    if row.overrides:
        notes.append(f"It beats {', '.join(row.overrides)} where both hold ({row.ground.replace('_', ' ')}).")
    return notes


def _json(book: Rulebook, row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "spec": book.spec.id,
        "section": row.section,
        "subject": row.subject,
        "when": show(row.when),
        "words": in_words(row.when, book.spec.vocabulary),
        "then": row.then.word,
        "effects": dict(row.then.pairs),
        "amount": None if row.then.amount is None else show(row.then.amount),
        "amounts": {name: show(amount) for name, amount in row.then.amounts},
        "cites": list(row.cites),
        "origins": [{"document": o.document, "clause": o.clause, "via": o.via} for o in row.origins],
        "overrides": list(row.overrides),
        "ground": row.ground,
        "file": row.place.file,
        "line": row.place.line,
        "column": row.place.column,
    }
