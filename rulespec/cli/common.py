"""What several commands do: find specs and their documents' words, compare, print."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulespec import __version__
from rulespec.cli.options import specs_root
from rulespec.cli.progress import at_once
from rulespec.errors import LoadError, UsageError
from rulespec.load.library import Library, by_library
from rulespec.load.remembered import remembered
from rulespec.load.timeline import in_force, told
from rulespec.model.edition import is_edition
from rulespec.model.finding import Finding
from rulespec.model.spec import Spec
from rulespec.report.finding_words import counts
from rulespec.report.formats import printer

if TYPE_CHECKING:
    from rulespec.documents.clauses import ClauseTexts
    from rulespec.engine.settle import Settler
    from rulespec.model.comparison import Comparison


def library(specs: str | None, remember: bool = True) -> Library:
    """The specs folder that was asked for; what is known of it from earlier runs, if that may be used.

    Raises `UsageError` where there is none.
    """
    root = specs_root(specs)
    if not root.is_dir():
        raise UsageError(f"there is no specs folder `{root}`")
    found = Library(root, remembered(remember))
    if not found.ids():
        raise UsageError(f"there is no spec in the folder `{root}`")
    return found


def dated(shelf: Library, names: Iterable[str], day: date | None) -> list[str]:
    """The specs that are meant by their ids or paths: of each the edition in force on a day, where one is asked for.

    Raises `UsageError` where none is, and for an edition that is named itself.
    """
    if day is None:
        return list(names)
    found = []
    for name in names:
        if is_edition(shelf.id_of(name)):
            raise UsageError(f"`{name}` is an edition itself: leave `--as-of` out, or name the spec without it")
        found.append(shelf.at(name, day))
    return found


def all_dated(shelf: Library, day: date | None, names: Iterable[str] = ()) -> list[str]:
    """All specs of the folder (or these of it): of each the edition in force on a day, where one is asked for.

    Says on standard error of which none is known to be. Raises `UsageError` where none of them is at all, or where two
    editions of one are.
    """
    chosen, without = [], []
    every = list(names) or shelf.ids()
    for name in every:
        editions = () if day is None else shelf.timeline(name)
        if day is None or in_force(editions, day):
            chosen += dated(shelf, [name], day)
        else:
            without.append(told(editions))
    if not chosen and without:
        raise UsageError(f"no edition of any of these specs is known to be in force on {day}: {'; '.join(without)}")
    for text in without:
        click.echo(f"rulespec: left out, since no edition of it is known to be in force on {day}: {text}", err=True)
    return chosen


def tell_examples(specs: Iterable[Spec]) -> None:
    """Say on standard error which of the specs are examples, where the output itself has no place for it."""
    for spec in specs:
        if spec.document.example:
            click.echo(f"rulespec: `{spec.id}` is an example, and no real edition: {spec.document.example}", err=True)


def failing(findings: "list[Finding] | tuple[Finding, ...]", level: str) -> list[Finding]:
    """The findings at or above a level; none for `never`. What somebody exempted does not count."""
    return [finding for finding in findings if counts(finding, level)]


def read_lines(name: str) -> Iterator[str]:
    """The lines of a file, or of standard input for `-`. Raises `LoadError` for what is no text."""
    try:
        if name == "-":
            yield from _text_lines(sys.stdin.buffer)
        else:
            with Path(name).open("rb") as handle:
                yield from _text_lines(handle)
    except (OSError, AttributeError) as error:  # a closed standard input is None
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "there is no such input"
        raise LoadError(f"`{name}` cannot be read: {reason.lower()}") from None


def _text_lines(handle: Any) -> Iterator[str]:
    # A line that is not UTF-8 keeps its place and is refused by whoever reads it, so that the others are not lost.
    for number, raw in enumerate(handle):
        line = raw.decode("utf-8", errors="surrogateescape")
        yield line if number else line.removeprefix("\ufeff")  # the mark that some editors put before a file


def program() -> dict[str, str]:
    """What made an output, for its stamp."""
    return {"name": "rulespec", "version": __version__}


def chosen_specs(shelf: Library, names: Sequence[str], day: date | None = None) -> list[Spec]:
    """The specs of one family that encode something, or those named one by one; of each the edition of a day.

    Says on standard error which of the family encode nothing yet, or are not known to be in force on that day.
    """
    if len(names) == 1 and "/" not in names[0] and not names[0].endswith((".yaml", ".yml")):
        found = shelf.family(names[0])
        if day is not None:
            found = shelf.load_all(all_dated(shelf, day, [spec.id for spec in found]))
        for spec in found:
            if not spec.wagers:
                click.echo(f"rulespec: `{spec.id}` encodes nothing yet, so it is not compared", err=True)
        return [spec for spec in found if spec.wagers]
    return list(shelf.load_all(dated(shelf, names, day)))


def compare_specs(specs: Sequence[Spec], prove: bool = False, odds: bool = False) -> "tuple[list[Settler], Comparison]":
    """The specs compiled and compared; with `odds`, each difference is priced."""
    from rulespec.compare.compare import compare
    from rulespec.engine.settle import Settler
    from rulespec.load.library import accounts_of
    from rulespec.pool import default_jobs

    settlers = [Settler(spec) for spec in specs]
    found = compare(settlers, accounts_of(specs), prove, jobs=default_jobs())
    if odds:
        from rulespec.compare.worth import with_worth

        found = with_worth(settlers, found, partial(at_once, named=lambda one: f"worth under {one.spec.id}"))
    return settlers, found


def print_comparison(
    settlers: "Sequence[Settler]",
    comparison: "Comparison",
    form: str,
    everything: bool,
    exit_code: bool,
    areas: Sequence[str] = (),
) -> int:
    """Print a comparison, or the named areas of it; the exit status."""
    places = {row.id: row.place for settler in settlers for row in settler.rulebook.rows()}
    comparison = comparison.of(areas) if areas else comparison
    shown = printer("comparison", form)(comparison, program(), everything=everything, places=places, areas=areas)
    click.echo(shown)
    differ = len(comparison.divergences())
    if exit_code and differ:
        click.echo(f"rulespec: the specs differ in {differ} places", err=True)
        return 1
    return 0


def clause_texts(shelf: Library, specs: Sequence[Spec], sources: str | None) -> "dict[str, ClauseTexts]":
    """The clauses' own words by spec id, for the documents that the reader has.

    Says on standard error which of them are not in a folder that was named, and which are not of the edition that the
    specs encode. Raises `UsageError` where there is no such folder, `LoadError` where a document or its profile cannot
    be read.
    """
    from rulespec.documents.clauses import read_clauses
    from rulespec.documents.library import find_document, sources_folder
    from rulespec.documents.source import read_source
    from rulespec.documents.survey import lock_in, other_clauses, profile_of
    from rulespec.report.text import plural

    named = sources_folder(sources)
    found: dict[str, tuple[ClauseTexts | None, str]] = {}
    for own, mine in by_library(shelf, specs):
        read: dict[str, ClauseTexts | None] = {}
        for spec in mine if sources else ():
            if spec.document.unseen:
                why = f"nobody has the text of `{spec.id}` ({spec.document.edition})"
                click.echo(f"rulespec: {why}, so its words are not shown", err=True)
        mine = [spec for spec in mine if not spec.document.unseen]
        for document in dict.fromkeys(spec.document.entry for spec in mine if spec.document.entry):
            entry = own.document(document)
            path = find_document(entry.source, named)
            read[document] = texts = None if path is None else read_clauses(read_source(path).text, profile_of(entry))
            if texts is not None:
                other = other_clauses(lock_in(own, document), texts)
                read[document] = replace(texts, differing=frozenset(other))
                if other:
                    differs = f"differs in {plural(len(other), 'clause')} from the edition encoded"
                    told = f"`{path}` {differs} ({entry.instrument}); see `rulespec doc drift`"
                    click.echo(f"rulespec: {told}", err=True)
            elif sources:
                click.echo(f"rulespec: `{sources}` has no `{entry.source}`, so its words are not shown", err=True)
        found |= {spec.id: (read.get(spec.document.entry), spec.document.prefix) for spec in mine}
    return {name: texts.seen_from(prefix) for name, (texts, prefix) in found.items() if texts is not None}
