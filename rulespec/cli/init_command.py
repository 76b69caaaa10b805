"""`rulespec init`: a repository of one's own specs, with an example that can be checked, changed and gated at once."""

import re
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from rulespec import __version__
from rulespec.cli.config import FILE_NAME, REPOSITORY
from rulespec.cli.ids import check_id, title_of
from rulespec.cli.new_files import write_all
from rulespec.errors import UsageError
from rulespec.load.nearest import listing, shown
from rulespec.resources import folder

EXAMPLE = "example-house/lantern-wheel"
TEMPLATES = "templates"

# Where each template goes; `{spec}` and `{game}` are those of the example.
FILES = {
    "rulespec.toml": FILE_NAME,
    "vocabulary.yaml": "specs/vocabulary.yaml",
    "spec.yaml": "specs/{spec}.yaml",
    "cases.jsonl": "cases/{game}.jsonl",
    "pre-commit.yaml": ".pre-commit-config.yaml",
    "gitignore": ".gitignore",
    "README.md": "README.md",
}
CI_FILES = {"github": {"github.yml": ".github/workflows/rulespec.yml"}, "gitlab": {"gitlab.yml": ".gitlab-ci.yml"}}
_BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")


@click.command(name="init")
@click.argument("place", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
@click.option("--spec", default=EXAMPLE, show_default=True, metavar="JURISDICTION/GAME", help="The example's id.")
@click.option(
    "--ci",
    type=click.Choice((*CI_FILES, "none")),
    default="github",
    show_default=True,
    help="For whose runners the checks of a change are written.",
)
@click.option("--branch", default="main", show_default=True, help="The branch that changes are held against.")
@click.option("--skip", multiple=True, metavar="FILE", help="Leave this file out; may be given several times.")
def command(place: Path, spec: str, ci: str, branch: str, skip: tuple[str, ...]) -> int:
    """Begin a repository of your own specs in DIR, the current folder by default.

    Writes settings, a vocabulary, one whole example with its cases, and what checks every change. A file that is there
    already is never written over: then nothing is written at all.
    """
    check_id(spec, "spec", "some-state/some-game")
    if not _BRANCH.fullmatch(branch):
        raise UsageError(f"{shown(branch)} is no name of a branch")
    files = _files(spec, ci, branch)
    unknown = [name for name in skip if name not in files]
    if unknown:
        raise UsageError(f"{shown(unknown[0])} is none of the files that are written: {listing(files, 'and')}")
    wanted = {name: text for name, text in files.items() if name not in skip}
    _refuse_what_is_there(place, wanted)
    write_all({place / name: text for name, text in wanted.items()})
    click.echo(_told(place, wanted, spec))
    around = _repository_around(place)
    if around is not None:
        click.echo(f"rulespec: runners read their files only at the root of the repository, `{around}`", err=True)
    return 0


def _files(spec: str, ci: str, branch: str) -> dict[str, str]:
    """Every file by its name below the repository's folder."""
    words = {"SPEC": spec, "TITLE": title_of(spec), "BRANCH": branch, "VERSION": __version__}
    home = folder(TEMPLATES) / "init"
    found = {}
    for template, name in {**FILES, **CI_FILES.get(ci, {})}.items():
        text = (home / template).read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(f"@{word}@", value)
        found[name.format(spec=spec, game=spec.rpartition("/")[2])] = text
    return found


def _refuse_what_is_there(place: Path, names: Mapping[str, str]) -> None:
    there = [name for name in names if _is_there(place / name)]
    if there:
        are = "is" if len(there) == 1 else "are"
        # Where the settings are there, this was done before, and leaving files out would not help.
        skip = " ".join(f"--skip {shlex.quote(name)}" for name in there)
        hint = "" if FILE_NAME in there else f"; to keep what you have, say `{skip}`"
        files = listing([str(place / name) for name in there], "and")
        raise UsageError(f"{files} {are} there already, so nothing was written{hint}")


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:  # what cannot be looked at cannot be written either; the writing says why
        return False
    return True


def _repository_around(place: Path) -> Path | None:
    """The root of the repository that a folder lies in without being it."""
    here = place.resolve()
    found = next((each for each in (here, *here.parents) if (each / REPOSITORY).exists()), None)
    return None if found == here else found


def _told(place: Path, names: Iterable[str], spec: str) -> str:
    wrote = [f"wrote {place / name}" for name in names]
    where = "" if place == Path() else f", in {shlex.quote(str(place))}"
    commands = ["rulespec check", "rulespec test", f"rulespec explain 4.2 --spec {spec}"]
    return "\n".join([*wrote, f"next{where}:", *(f"  {one}" for one in commands)])
