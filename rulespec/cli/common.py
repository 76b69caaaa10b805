"""Options that several commands share."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from rulespec import __version__
from rulespec.cli import completing
from rulespec.cli.config import Config, find_config
from rulespec.cli.levels import refuse_unknown
from rulespec.cli.progress import at_once
from rulespec.errors import LoadError, UsageError
from rulespec.load.days import parse_day
from rulespec.load.library import Library, by_library
from rulespec.load.remembered import remembered
from rulespec.load.timeline import in_force, told
from rulespec.load.vocabulary import FILE_NAME as VOCABULARY
from rulespec.model.comparison import AREAS
from rulespec.model.edition import is_edition
from rulespec.model.finding import SEVERITIES, Finding
from rulespec.model.spec import Spec
from rulespec.report.finding_words import counts
from rulespec.report.formats import formats, printer
from rulespec.report.run import NEVER
from rulespec.resources import folder

if TYPE_CHECKING:
    from rulespec.documents.clauses import ClauseTexts
    from rulespec.engine.settle import Settler
    from rulespec.model.comparison import Comparison

LEVELS = (*reversed(SEVERITIES), NEVER)


_SETTINGS = "rulespec.settings"


def settings() -> Config:
    """The settings of the repository that the command runs in, read once; says on standard error what is not read.

    Raises `UsageError`, with findings, where they cannot be used.
    """
    context = click.get_current_context(silent=True)
    if context is None:
        return find_config()
    if context.resilient_parsing:  # a key was pressed: `completing` finds what it needs, and nothing may be said
        return Config()
    if _SETTINGS not in context.meta:
        found = find_config()
        refuse_unknown(found.levels, found.file)
        context.meta[_SETTINGS] = found
        if found.note:
            click.echo(f"rulespec: {found.note}", err=True)
    config: Config = context.meta[_SETTINGS]
    return config


def _settled(of: Callable[[Config], str], default: str | None = None) -> Callable[[], str | None]:
    """The default of an option: what the settings say, else the program's own. click asks for it last of all."""
    return lambda: of(settings()) or default


def given(name: str, context: click.Context | None = None) -> bool:
    """Whether an option was given to a command, the one that runs: on the command line or by its variable."""
    context = context or click.get_current_context()
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT


def _folder_of_specs(context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    # Settings that cannot be used are refused by every command that takes specs, also where it needs none of them.
    found = settings()
    if value and not given("specs", context) and not Path(value).is_dir():
        raise UsageError(f"there is no specs folder `{value}`, which `{found.file}` names")
    return value


def specs_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--specs DIR`, also from RULESPEC_SPECS and the settings."""
    text = "The specs folder; without it, that of the settings, `specs` here, or the one that came with the program."
    default = _settled(lambda config: config.specs)
    option = click.option(
        "--specs",
        envvar="RULESPEC_SPECS",
        metavar="DIR",
        default=default,
        callback=_folder_of_specs,
        shell_complete=completing.folders,
        help=text,
    )
    return option(function)


def sources_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--sources DIR`, also from RULESPEC_SOURCES and the settings."""
    text = "A folder with the documents' own texts, to show clauses beside the rules."
    default = _settled(lambda config: config.sources)
    return click.option(
        "--sources",
        envvar="RULESPEC_SOURCES",
        metavar="DIR",
        default=default,
        shell_complete=completing.folders,
        help=text,
    )(function)


def document_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How a document that is named by its file is read: `--document`, `--profile`; and `--sources`."""
    entry = "The entry of the document, where the file is not called as its source is."
    own = "A YAML file with the document's profile, or the name of a shared one, where it has no entry."
    function = sources_option(function)
    function = click.option("--profile", default="", metavar="PROFILE", help=own)(function)
    return click.option("--document", default="", metavar="ID", help=entry)(function)


def format_option(kind: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--format`, with the formats in which this kind of result can be printed."""
    choice = click.Choice(formats(kind))
    return click.option("--format", "form", type=choice, default="text", show_default=True, help="How to print.")


def fail_on_option(default: str, of: Callable[[Config], str] = lambda _: "") -> Callable[..., Any]:
    """`--fail-on`: the mildest severity that makes the exit status 1; `of` the settings, "" if they say none."""
    text = f"Exit with 1 when there is a finding of this severity or worse.  [default: {default}]"
    return click.option("--fail-on", type=click.Choice(LEVELS), default=_settled(of, default), help=text)


def specs_root(specs: str | None) -> Path:
    """The specs folder that was asked for; else `specs` in the current folder, where it is one; else the program's."""
    here = Path("specs")
    if specs is not None:
        return Path(specs or "?")  # an empty name is no folder
    try:
        return here if (here / VOCABULARY).is_file() and not here.samefile(folder("specs")) else folder("specs")
    except OSError:  # the current folder is gone, or may not be read
        return folder("specs")


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


def _day(_context: click.Context, _option: click.Parameter, value: str | None) -> date | None:
    try:
        return None if value is None else parse_day(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def as_of_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--as-of`: the day on which the editions meant are in force."""
    text = "Take of each spec the edition in force on this day, such as 2022-06-10; without it, the current one."
    return click.option("--as-of", callback=_day, metavar="DATE", help=text)(function)


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


def prove_option(default: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--prove`: whether what agrees in every case walked is asked of a proof too."""
    text = "Ask a proof, too, of what agrees in every case walked: any amounts, any values of options."
    return click.option("--prove/--no-prove", "prove", default=default, show_default=True, help=text)


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


odds_option = click.option(
    "--odds", is_flag=True, help="Also what differences are worth: under best play, in units of the first wager."
)


def area_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--area`, as often as there are areas."""
    text = "Only this area, with a round for each row; may be given several times."
    return click.option("--area", "areas", multiple=True, type=click.Choice(AREAS), metavar="AREA", help=text)(function)


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
