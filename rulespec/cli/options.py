"""Options that several commands share, and the settings that stand for those that are not given.

Nothing here reads a spec, so that a command that is only asked for its help imports nothing that does.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from rulespec.cli import completing
from rulespec.cli.config import Config, find_config
from rulespec.cli.levels import refuse_unknown
from rulespec.errors import UsageError
from rulespec.load.days import parse_day
from rulespec.model.finding import SEVERITIES
from rulespec.report.formats import formats
from rulespec.report.run import NEVER
from rulespec.resources import folder

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
    from rulespec.load.vocabulary import FILE_NAME as VOCABULARY

    here = Path("specs")
    if specs is not None:
        return Path(specs or "?")  # an empty name is no folder
    try:
        return here if (here / VOCABULARY).is_file() and not here.samefile(folder("specs")) else folder("specs")
    except OSError:  # the current folder is gone, or may not be read
        return folder("specs")


def _day(_context: click.Context, _option: click.Parameter, value: str | None) -> date | None:
    try:
        return None if value is None else parse_day(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def as_of_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--as-of`: the day on which the editions meant are in force."""
    text = "Take of each spec the edition in force on this day, such as 2022-06-10; without it, the current one."
    return click.option("--as-of", callback=_day, metavar="DATE", help=text)(function)


def prove_option(default: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`--prove`: whether what agrees in every case walked is asked of a proof too."""
    text = "Ask a proof, too, of what agrees in every case walked: any amounts, any values of options."
    return click.option("--prove/--no-prove", "prove", default=default, show_default=True, help=text)


odds_option = click.option(
    "--odds", is_flag=True, help="Also what differences are worth: under best play, in units of the first wager."
)


def area_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--area`, as often as there are areas."""
    from rulespec.model.comparison import AREAS

    text = "Only this area, with a round for each row; may be given several times."
    return click.option("--area", "areas", multiple=True, type=click.Choice(AREAS), metavar="AREA", help=text)(function)
