"""`rulespec explain`: one rule of a spec in plain words."""

import json
from collections.abc import Sequence
from typing import Any

import click

from rulespec.cli.common import clause_texts, library, sources_option, specs_option
from rulespec.errors import UsageError
from rulespec.lang.show import show
from rulespec.lang.words import in_words
from rulespec.load.nearest import nearest
from rulespec.model.expr import Always
from rulespec.model.rows import Row, Rulebook
from rulespec.report.text import wrapped
from rulespec.tables.clauses import in_full, is_within
from rulespec.tables.compile import compile_spec


@click.command(name="explain")
@click.argument("rule", metavar="RULE")
@click.option("--spec", default="", metavar="SPEC", help="Look in this spec only.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@sources_option
@specs_option
def command(rule: str, spec: str, form: str, sources: str | None, specs: str | None) -> int:
    """What a clause says, as the spec has it: its condition, what follows, what it beats, where it comes from.

    RULE is a clause such as `3.14(b)(i)` (all its limbs too), or the id of one rule such as `3.14(b)(i)/main/lose`.
    """
    shelf = library(specs)
    books = [compile_spec(one) for one in shelf.load_all([spec] if spec else shelf.ids())]
    found = [(book, row) for book in books for row in book.rows() if _is(book, row, rule)]
    if not found:
        known = {text for book in books for row in book.rows() for text in (row.id, *row.cites)}
        raise UsageError(f"no rule of {spec or 'any spec'} cites `{rule}`: {nearest(rule, known) or 'see `check`'}")
    if form == "json":
        click.echo(json.dumps([_json(book, row) for book, row in found], indent=2, ensure_ascii=False))
        return 0
    blocks = []
    for book in books:
        rows = [row for owner, row in found if owner is book]
        if rows:
            blocks += _blocks(book, rows, sources)
    click.echo("\n\n".join(blocks))
    return 0


def _is(book: Rulebook, row: Row, rule: str) -> bool:
    prefix = book.spec.document.prefix
    return row.id == rule or any(
        is_within(clause, rule) or is_within(in_full(clause, prefix), rule) for clause in row.cites
    )


def _blocks(book: Rulebook, rows: Sequence[Row], sources: str | None) -> list[str]:
    texts = clause_texts([book.spec], sources).get(book.spec.id)
    return [_text(book, row, texts) for row in rows]


def _text(book: Rulebook, row: Row, texts: Any) -> str:
    vocabulary = book.spec.vocabulary
    lines = [f"{row.id}  ({book.spec.id}, {row.place})"]
    when = "" if isinstance(row.when, Always) else "when "
    lines.append(wrapped(f"{_what(book, row)} {when}{in_words(row.when, vocabulary)}.", 2))
    lines.append(wrapped(show(row.when), 4, 6))
    for note in _notes(row):
        lines.append(wrapped(note, 2))
    lines.append(wrapped("from " + ", ".join(f"{origin.clause} ({origin.via})" for origin in row.origins), 2, 4))
    own = texts.text(row.cites[0]) if texts is not None else None
    if own is not None:
        lines.append(wrapped(f"the document: {own.with_stem}", 2, 4))
    return "\n".join(lines)


def _what(book: Rulebook, row: Row) -> str:
    vocabulary = book.spec.vocabulary
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
        "amount": None if row.then.amount is None else show(row.then.amount),
        "cites": list(row.cites),
        "origins": [{"document": o.document, "clause": o.clause, "via": o.via} for o in row.origins],
        "overrides": list(row.overrides),
        "ground": row.ground,
        "file": row.place.file,
        "line": row.place.line,
        "column": row.place.column,
    }
