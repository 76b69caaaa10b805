"""What a shell may put in the place of an argument: ids of specs and documents, families.

Asked at every press of a key, so that nothing is loaded: ids are paths, and a family is a line of a spec's file. What
cannot be read offers nothing, and says nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from rulespec.cli.config import find_config
from rulespec.errors import RulespecError
from rulespec.resources import folder

if TYPE_CHECKING:
    from rulespec.load.library import Library

_FAMILY = re.compile(rb"^family:[ \t]*['\"]?([a-z0-9-]+)", re.MULTILINE)
_HEAD = 20_000  # bytes of a spec in which its family stands

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def specs(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of specs, or files where no id begins so."""
    return _offered(_ids(context), incomplete) or files(context, parameter, incomplete)


def families_or_specs(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Families and ids of specs."""
    return _offered([*_families(context), *_ids(context)], incomplete)


def documents_or_specs(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of documents and of specs."""
    return _offered([*_documents(context), *_ids(context)], incomplete)


def documents(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of documents."""
    return _offered(_documents(context), incomplete)


def families(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Families."""
    return _offered(_families(context), incomplete)


def documents_or_files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of documents, or files where no id begins so."""
    return documents(context, parameter, incomplete) or files(context, parameter, incomplete)


def domains(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The kinds of experiment."""
    from rulespec.domains.registry import DOMAINS

    return _offered(DOMAINS, incomplete)


def files(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell itself knows."""
    return [CompletionItem(incomplete, type="file")]


def folders(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Folders, which the shell itself knows."""
    return [CompletionItem(incomplete, type="dir")]


def _offered(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _shelf(context: click.Context) -> "Library":
    """The folder that the command would take: as the line so far says, else the variable, else the settings."""
    from rulespec.load.library import Library

    named = context.params.get("specs")
    if not named:
        with suppress(RulespecError):
            named = find_config().specs
    return Library(Path(named)) if named else Library(folder("specs"))


def _ids(context: click.Context) -> Iterator[str]:
    with suppress(RulespecError, OSError):
        yield from _shelf(context).ids()


def _documents(context: click.Context) -> Iterator[str]:
    with suppress(RulespecError, OSError):
        yield from _shelf(context).documents()


def _families(context: click.Context) -> Iterator[str]:
    shelf = _shelf(context)
    found = set()
    for name in _ids(context):
        with suppress(OSError), (shelf.root / f"{name}.yaml").open("rb") as file:
            family = _FAMILY.search(file.read(_HEAD))
            if family is not None:
                found.add(family[1].decode("ascii"))
    yield from sorted(found)
