"""`rulespec list`: the specs there are."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import click

from rulespec.cli.common import all_dated, library
from rulespec.cli.list_editions import editions_json, editions_text
from rulespec.cli.options import as_of_option, specs_option
from rulespec.documents.history import amendment_json, latest
from rulespec.documents.survey import lock_in
from rulespec.errors import LoadError, UsageError
from rulespec.load.library import Library
from rulespec.model.edition import is_edition, spec_of
from rulespec.model.spec import Spec
from rulespec.report.editions import edition_json, edition_words
from rulespec.report.text import plural, wrapped


@click.command(name="list")
@click.option("--documents", is_flag=True, help="The documents that have an entry, instead of the specs.")
@click.option(
    "--editions", is_flag=True, help="Every edition of each spec, with its days and its document's fingerprint."
)
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
@as_of_option
@specs_option
def command(documents: bool, editions: bool, form: str, as_of: date | None, specs: str | None) -> int:
    """The specs, by family, with the document that each encodes."""
    shelf = library(specs)
    if documents + editions + (as_of is not None) > 1:
        raise UsageError("`--documents`, `--editions` and `--as-of` do not go together")
    if editions:
        listed = [one for name in shelf.ids() for one in editions_json(shelf, name)]
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False) if form == "json" else editions_text(listed))
        return 0
    if documents:
        listed = [_document_entry(shelf, name) for name in shelf.documents()]
        click.echo(json.dumps(listed, indent=2, ensure_ascii=False) if form == "json" else _documents_text(listed))
        return 0
    found: list[Spec] = []
    broken = []
    for name in all_dated(shelf, as_of):
        try:
            found.append(shelf.load(name))
        except LoadError as error:
            broken.append(error)
    if form == "json":
        click.echo(json.dumps([_entry(spec) for spec in found], indent=2, ensure_ascii=False))
    else:
        for family in sorted({spec.family for spec in found}):
            click.echo(family)
            for spec in found:
                if spec.family == family:
                    click.echo(f"  {spec.id}")
                    click.echo(wrapped(_document(spec), 6))
                    if spec.readings:
                        click.echo(f"      {plural(len(spec.readings), 'interpretation')}")
    if broken:
        raise LoadError("; ".join(str(error) for error in broken), [f for error in broken for f in error.findings])
    return 0


def _document_entry(shelf: Library, name: str) -> dict[str, Any]:
    entry, lock = shelf.document(name), lock_in(shelf, name)
    return {
        "document": entry.id,
        "title": entry.title,
        "jurisdiction": entry.jurisdiction,
        "publisher": entry.publisher,
        "instrument": entry.instrument,
        "effective": entry.effective,
        "source": entry.source,
        "last_amended": [amendment_json(one) for one in latest(entry)],
        "amendments": [amendment_json(one) for one in entry.amendments],
        "clauses_locked": None if lock is None else len(lock.clauses),
        "specs": list(shelf.encoding(name)),
    }


def _documents_text(listed: Sequence[Mapping[str, Any]]) -> str:
    lines = []
    for one in listed:
        locked = "no lock" if one["clauses_locked"] is None else plural(one["clauses_locked"], "clause") + " locked"
        specs = f"specs: {', '.join(one['specs'])}" if one["specs"] else "no spec yet"
        lines += [one["document"], wrapped(f"{one['title']}; {one['instrument']}; {one['source']}", 2, 4)]
        if one["last_amended"]:
            lines.append(wrapped(_last_amended(one["last_amended"]), 2, 4))
        lines.append(wrapped(f"{locked}; {specs}", 2, 4))
    return "\n".join(lines) or "no document has an entry"


def _last_amended(latest_ones: Sequence[Mapping[str, Any]]) -> str:
    by = ", ".join(dict.fromkeys(one["instrument"] for one in latest_ones))
    clauses = ", ".join(clause for one in latest_ones for clause in one["clauses"])
    return f"last amended by {by} on {latest_ones[0]['date']} ({clauses})"


def _document(spec: Spec) -> str:
    document = spec.document
    named = document.known_as
    where = named if named == document.jurisdiction else f"{named} ({document.jurisdiction})"
    based = f", over {spec.base}" if spec.base and spec_of(spec.base) != spec_of(spec.id) else ""
    return f"{where}: {document.title}; {edition_words(document)}{based}"


def _entry(spec: Spec) -> dict[str, Any]:
    document = spec.document
    return {
        "spec": spec.id,
        "family": spec.family,
        "domain": spec.domain,
        "title": spec.title,
        "file": spec.file,
        "document": document.title,
        "jurisdiction": document.jurisdiction,
        "publisher": document.publisher,
        "instrument": document.instrument,
        "effective": document.effective,
        **({"edition": edition_json(spec.id, document)} if is_edition(spec.id) else {}),
        "base": spec.base,
        "interpretations": len(spec.readings),
    }
