"""`rulespec new spec`: a spec to fill in, with the entry of its document."""

import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from rulespec.cli import completing
from rulespec.cli.ids import NAME, check_id, title_of
from rulespec.cli.new_files import write_all
from rulespec.cli.options import given, specs_option
from rulespec.domains.registry import DOMAINS
from rulespec.errors import LoadError, UsageError
from rulespec.load.cites import citations
from rulespec.load.document import FILE_NAME, FOLDER
from rulespec.load.library import Library
from rulespec.load.nearest import listing, nearest, nearest_name, shown
from rulespec.load.outline import Outline, outline, together
from rulespec.load.unfinished import TO_FILL
from rulespec.load.vocabulary import FILE_NAME as VOCABULARY
from rulespec.model.spec import Spec
from rulespec.model.vocabulary import Vocabulary
from rulespec.report.scaffold import Beginning, scaffold
from rulespec.report.scaffold_entry import account_text, entry_text
from rulespec.resources import carried, folder

ACCOUNT = "provisions.yaml"
EDITORS = "# yaml-language-server:"


@click.command(name="spec")
@click.argument("name", metavar="JURISDICTION/GAME")
@click.option(
    "--family",
    required=True,
    metavar="FAMILY",
    shell_complete=completing.families,
    help="The game; specs of one family can be compared.",
)
@click.option(
    "--domain",
    default="",
    shell_complete=completing.domains,
    metavar="DOMAIN",
    help="The kind of experiment, for a family without specs yet.",
)
@click.option("--title", default="", help="What the game is called; without it, after its id.")
@click.option(
    "--document",
    default="",
    metavar="ID",
    shell_complete=completing.documents,
    help="The document's id; without it, that of the spec.",
)
@click.option(
    "--like",
    default="",
    metavar="SPEC",
    shell_complete=completing.specs,
    help="Offer the names of this spec's entries, without its rules.",
)
@click.option("--force", is_flag=True, help="Write over a spec that is there; never over a document's entry.")
@specs_option
def command(
    name: str, family: str, domain: str, title: str, document: str, like: str, force: bool, specs: str | None
) -> int:
    """Begin a spec: all that a document may rule on, in comments, to be filled in clause by clause.

    Writes the spec and, where its document has no entry yet, the entry and an empty account of the document's other
    clauses. What is written loads: all of the document is then left out, and `check` lists what is still to be said.
    """
    shelf = _shelf(specs)
    check_id(name, "spec", "some-state/some-game")
    document = document or name
    check_id(document, "document", "some-state/some-game")
    for what, text in (("title", title), ("family", family)):
        if not text.isprintable() or text.strip() != text:
            raise UsageError(f"the {what} {shown(text)} is not one plain line of text")
    target = shelf.root / f"{name}.yaml"
    if target.is_dir():
        raise UsageError(f"`{target}` is a folder, so no spec can be written there; nothing was written")
    if target.exists() and not force:
        raise UsageError(f"there is a spec `{name}` already (`{target}`); write over it with `--force`")
    vocabulary = shelf.vocabulary()
    others = [spec for spec in _readable(shelf) if spec.id != name]
    alike = others if any(spec.family == family for spec in others) else [*others, *_carried(shelf, family)]
    domain = _domain(family, domain, alike, vocabulary)
    beginning = Beginning(
        spec=name,
        title=title or title_of(name),
        family=family,
        domain=domain,
        document=document,
        vocabulary=vocabulary,
        outline=_outline(shelf, family, domain, like, alike),
        like=like,
        first=_first(shelf, [shelf.path(spec.id) for spec in others]),
        prefixes=_prefixes(shelf, document, name),
    )
    files = {**_document_files(shelf, document, beginning.title), target: scaffold(beginning)}
    write_all(files)
    click.echo(_told(files, name, document, f" --specs {shlex.quote(specs)}" if specs and given("specs") else ""))
    return 0


def _shelf(specs: str | None) -> Library:
    if specs is None and carried("specs"):
        raise UsageError(
            "the specs that came with the program are replaced with it; begin a repository of your own with "
            "`rulespec init`, or name your folder with `--specs`"
        )
    root = folder("specs") if specs is None else Path(specs or "?")  # an empty name is no folder
    begin = f"; begin one with a `{VOCABULARY}` of the names that its specs may use (docs/specs.md, The vocabulary)"
    if not root.is_dir():
        raise UsageError(f"there is no specs folder `{root}`{begin}")
    if not (root / VOCABULARY).is_file():
        raise UsageError(f"the folder `{root}` has no vocabulary{begin}")
    return Library(root)


def _readable(shelf: Library) -> list[Spec]:
    """The specs of the folder that can be loaded: one that cannot is no reason not to begin another."""
    found = (shelf.read(shelf.path(name))[0] for name in shelf.ids())
    return [spec for spec in found if spec is not None]


def _carried(shelf: Library, family: str) -> list[Spec]:
    """The program's own specs of a family, for a folder that has none of it yet."""
    own = Library()
    here = own.root.resolve() == shelf.root.resolve()
    return [] if here else [spec for spec in _readable(own) if spec.family == family]


def _domain(family: str, asked: str, others: Sequence[Spec], vocabulary: Vocabulary) -> str:
    """The domain of a family: that of its specs, or the one that is asked for where it has none."""
    if asked and asked not in DOMAINS:
        raise UsageError(f"there is no domain {shown(asked)}: {nearest(asked, DOMAINS) or f'name {listing(DOMAINS)}'}")
    known = {spec.family for spec in others} | _families(vocabulary)
    theirs = sorted({spec.domain for spec in others if spec.family == family})
    if len(theirs) == 1 and asked in ("", theirs[0]):
        return theirs[0]
    if theirs and asked not in theirs:
        given = f"is {listing(theirs, 'and')}, not `{asked}`" if asked else f"may be {listing(theirs)}; say `--domain`"
        raise UsageError(f"the domain of the family `{family}` {given}")
    if asked:
        if not re.fullmatch(NAME, family):
            raise UsageError(f"{shown(family)} is no name of a family: use small letters, figures and dashes")
        near = "" if family in known else nearest_name(family, known)
        if near:
            click.echo(f"rulespec: `{family}` is a new family, not `{near}`", err=True)
        return asked
    told = f"no spec is of the family {shown(family)} yet" if family in known else f"there is no family {shown(family)}"
    near = "" if family in known else nearest(family, known)
    new = f"to begin it as a new one, say `--domain` ({listing(DOMAINS)})"
    raise UsageError(f"{told}: {near} {new}".replace(":  ", ": "))


def _families(vocabulary: Vocabulary) -> set[str]:
    kinds = (vocabulary.wagers, vocabulary.options, vocabulary.stages, vocabulary.facts, vocabulary.events)
    return {family for kind in kinds for concept in kind.values() for family in concept.families}


def _outline(shelf: Library, family: str, domain: str, like: str, others: Iterable[Spec]) -> Outline:
    """The names that the spec that it is like has, or all specs of the family."""
    if like:
        path = shelf.path(like)
        spec, wrong = shelf.read(path)
        if spec is None:
            raise LoadError(f"`{like}` cannot be loaded, so nothing can be like it", wrong)
        if spec.domain != domain:
            raise UsageError(f"`{like}` is of the domain `{spec.domain}`, and the family `{family}` of `{domain}`")
        return outline(path, shelf.locate)
    return together(outline(shelf.path(spec.id), shelf.locate) for spec in others if spec.family == family)


def _first(shelf: Library, paths: Iterable[Path]) -> str:
    """The comment for editors with which specs of the folder begin; they all lie at the same depth."""
    for path in paths:
        with path.open(encoding="utf-8") as handle:
            line = handle.readline().rstrip("\n")
        if line.startswith(EDITORS) and path.resolve().parent.parent == shelf.root.resolve():
            return line
    return ""


def _prefixes(shelf: Library, document: str, name: str) -> tuple[str, ...]:
    cited = (citations(shelf.path(other)) for other in shelf.ids() if other != name)
    return tuple(sorted({one.prefix for one in cited if one.document == document and one.prefix}))


def _document_files(shelf: Library, document: str, title: str) -> dict[Path, str]:
    """The files of a document that has no entry yet; none where it has one."""
    if document in shelf.documents():
        return {}
    jurisdiction, _, name = document.partition("/")
    home = shelf.root / jurisdiction / FOLDER / name
    around = [shelf.document(one) for one in shelf.documents() if one.startswith(f"{jurisdiction}/")]
    there, publisher = ({getattr(one, word) for one in around} - {TO_FILL} for word in ("jurisdiction", "publisher"))
    near = nearest_name(document, shelf.documents())
    if near:
        click.echo(f"rulespec: `{document}` is a new document, not `{near}`", err=True)
    entry = entry_text(
        document,
        f"Rules of {title}",
        there.pop() if len(there) == 1 else "",
        publisher.pop() if len(publisher) == 1 else "",
        tuple(shelf.profiles()),
    )
    files = {home / FILE_NAME: entry}
    if not (home / ACCOUNT).exists():
        files[home / ACCOUNT] = account_text()
    return files


def _told(files: Iterable[Path], name: str, document: str, where: str) -> str:
    wrote = [f"wrote {path}" for path in files]
    commands = [
        f"rulespec doc lock {document} --sources DIR{where}",
        f"rulespec check {name}{where}",
        f"rulespec coverage {name}{where}",
    ]
    told = "next (DIR is the folder of your texts; fill in the document's entry first):"
    return "\n".join([*wrote, told, *(f"  {one}" for one in commands)])
