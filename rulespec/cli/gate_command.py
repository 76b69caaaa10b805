"""`rulespec gate`: what really changed between two versions of the specs, and whether that was declared."""

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from rulespec.cli import completing
from rulespec.cli.common import program
from rulespec.cli.days import day_of, today_option
from rulespec.cli.gate_odds import odds_option, with_odds
from rulespec.cli.gate_verdict import Judged, judged, shown_from
from rulespec.cli.options import format_option, settings, specs_option, specs_root
from rulespec.cli.output import check_output, output_option, write_output
from rulespec.cli.revisions import Revision, revision, working_tree
from rulespec.compare.change_classes import AREAS, BREAKING, EDITORIAL, LEVELS
from rulespec.errors import LoadError, RulespecError, UsageError
from rulespec.load.declared import AMENDMENTS, EXEMPTIONS
from rulespec.load.disk import Record
from rulespec.load.library import Library
from rulespec.load.remembered import Remembered, remembered
from rulespec.model.finding import Finding
from rulespec.model.packing import pack_finding, unpack_finding
from rulespec.model.place import Place
from rulespec.report.formats import printer
from rulespec.report.run import Run, Suite
from rulespec.report.text import plural

SCOPE = (
    "Rules are held against each other for every deal, every lawful run of decisions, any amounts and any values of "
    "the options, of one hand; irregularities each by itself; provisions as they are written."
)
_SIDES = ("base", "head")
_READ = (".yaml", ".yml", ".lock")
_DECLARED = {AMENDMENTS, EXEMPTIONS}
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@click.command(name="gate")
@click.argument("names", nargs=-1, metavar="[SPEC...]", shell_complete=completing.specs)
@click.option("--base", metavar="REF|DIR", default=lambda: settings().gate.base or None, help="What was before.")
@click.option("--head", metavar="REF|DIR", help="What is now; without it, the specs folder as it stands.")
@click.option(
    "--show",
    type=click.Choice(LEVELS),
    default=lambda: settings().gate.show or EDITORIAL,
    help=f"Show changes of this level or graver; without it, all of them ({EDITORIAL}).",
)
@click.option(
    "--fail-on",
    type=click.Choice((*LEVELS, "never")),
    default=lambda: settings().gate.fail_on or BREAKING,
    help=f"Exit with 1 when a change of this level or graver is not declared; without it, {BREAKING}.",
)
@click.option("--write", "draft", metavar="NAME", help="Draft amendments/NAME.yaml, which declares what fails.")
@odds_option
@today_option
@click.option("--no-cache", is_flag=True, help="Work out all anew.")
@format_option("findings")
@output_option
@specs_option
def command(
    names: tuple[str, ...],
    base: str | None,
    head: str | None,
    show: str,
    fail_on: str,
    draft: str | None,
    odds: bool,
    today: str | None,
    no_cache: bool,
    form: str,
    out: Path | None,
    specs: str | None,
) -> int:
    """What changed from one version of the specs to another, how grave it is, and whether an amendment declares it.

    REF is a revision of git (`origin/main`, `HEAD~1`), `REF:FOLDER` where the specs lay elsewhere, or a folder. Levels
    are breaking (some round comes out otherwise, or an act is refused: with the round), undecided, compatible and
    editorial. A breaking change passes where a declared amendment covers it; what is declared and did not happen fails.
    Exit status 4 where nothing fails and some change is undecided.
    """
    check_output(out)
    if not base:
        raise UsageError("say what was before: `--base origin/main`, or a folder")
    own = specs_root(specs)
    if head is None and not own.is_dir():
        raise UsageError(f"there is no specs folder `{own}`")
    day = day_of(today)
    with tempfile.TemporaryDirectory(prefix="rulespec-gate-") as into:
        try:
            before = revision(base, own, Path(into), "base")
        except UsageError as error:
            if click.get_current_context().get_parameter_source("base") is not ParameterSource.DEFAULT:
                raise
            told = f"`base` of `{settings().file}` says so; give another with `--base`, such as `--base HEAD~1`"
            raise UsageError(f"{error} ({told})") from None
        after = working_tree(own) if head is None else revision(head, own, Path(into), "head")
        said = shown_from(before, after)
        found = compared((before, after), names, remembered(not no_cache))
        try:
            roots = before.root, after.root
            result = judged(roots, found.changes, found.specs, found.aside, day, fail_on, settings())
        except LoadError as error:
            run = Run("gate", (), fail_on, error.exit_status, str(error), "Nothing was judged")
            unread = [said(one) for one in (*found.unread, *error.findings)]
            write_output(printer("findings", form)(unread, program(), "Nothing was judged.", run=run), out)
            raise LoadError(str(error)) from None
        if found.unread:
            result = replace(result, status=3, why="some specs cannot be loaded")
        if draft:
            return _drafted(draft, result, found, own, said)
        changes, worth = with_odds(result.changes, (before, after)) if odds else (result.changes, ())
        result = replace(result, changes=changes)
        listed = [said(one) for one in (*found.unread, *result.wrong, *result.shown(show))]
    suites = [Suite(name, f"{after.shown}/{name}.yaml", AREAS) for name in found.specs]
    run = Run("gate", tuple(suites), fail_on, result.status, result.why, _title(before, after, found, result), worth)
    write_output(printer("findings", form)(listed, program(), _scope(found, result, show), run=run), out)
    if result.status:
        raise _Ended(result.why, result.status)
    return 0


class _Ended(RulespecError):
    """How the gate ends where it does not pass; all that there is to say has been printed."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.exit_status = status


def _title(before: Revision, after: Revision, found: "Found", result: Judged) -> str:
    counted = [f"{number} {level}" for level in LEVELS if (number := result.count(level))]
    sides = " to ".join(f"`{side.label}`{f' ({side.commit[:9]})' if side.commit else ''}" for side in (before, after))
    what = ", ".join(counted) or "no changes"
    return f"From {sides}: {what} in {plural(len(found.specs), 'spec')}"


def _scope(found: "Found", result: Judged, show: str) -> str:
    if not found.specs:
        return "Nothing was compared."
    hidden = len(result.changes) - len(result.shown(show))
    return (
        f"{SCOPE} {plural(hidden, 'change')} below `{show}` {'is' if hidden == 1 else 'are'} not shown."
        if hidden
        else SCOPE
    )


def _drafted(name: str, result: Judged, found: "Found", root: Path, said: Callable[[Finding], Finding]) -> int:
    """Write a draft for each jurisdiction whose changes are not declared."""
    from rulespec.report.amendment_draft import amendment_draft

    if not _NAME.fullmatch(name):
        raise UsageError(f"`{name}` cannot be the name of a file: write small letters, digits and hyphens")
    if found.unread:
        raise LoadError(f"nothing is drafted, since {result.why}", [said(one) for one in found.unread])
    by_jurisdiction: dict[str, list[Finding]] = {}
    for finding in result.to_declare:
        by_jurisdiction.setdefault(finding.spec.partition("/")[0], []).append(finding)
    paths = {jurisdiction: root / jurisdiction / "amendments" / f"{name}.yaml" for jurisdiction in by_jurisdiction}
    there = next((path for path in paths.values() if path.exists()), None)
    if there is not None:
        raise UsageError(f"`{there}` is there already: give the draft another name")
    for jurisdiction, findings in by_jurisdiction.items():
        path = paths[jurisdiction]
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(amendment_draft(f"{jurisdiction}/{name}", findings), encoding="utf-8", newline="\n")
        except OSError as error:
            raise UsageError(f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}") from None
        click.echo(f'{path}: {plural(len(findings), "change")} to be declared; fill in what stands as "?"')
    if not paths:
        click.echo("There is nothing to declare.")
    return 0


# What changed, worked out once for two states of the files.


@dataclass(frozen=True)
class Found:
    """The changes of all specs, the ids of the specs that were compared, and what could not be loaded.

    `aside` are the ids of specs that were not compared.
    """

    changes: tuple[Finding, ...]
    specs: tuple[str, ...]
    unread: tuple[Finding, ...] = ()
    aside: frozenset[str] = frozenset()


def compared(sides: tuple[Revision, Revision], names: Sequence[str], memory: Remembered) -> Found:
    """What changed between two sides, with what rests on it; remembered for as long as neither changes."""
    from rulespec.cli.gate_rests import case_files

    config = settings()
    cases, pins = case_files(config.cases), [Path(name) for name in config.divergences]
    asked = [_digest(side.root) for side in sides], _content([*cases, *pins]), sorted(names)
    question = ["gate", *asked]
    known = memory.find(question, _unpack)
    if known is not None:
        return _placed(known, sides, inward=False)
    found = _worked_out(sides, names, cases, pins)
    if not found.unread:
        memory.keep(question, Record(), partial(_pack, _placed(found, sides, inward=True)))
    return found


def _worked_out(
    sides: tuple[Revision, Revision], names: Sequence[str], cases: Sequence[Path], pins: Sequence[Path]
) -> Found:
    from rulespec.cli.gate_rests import failed_cases, pinned
    from rulespec.compare.dependents import with_dependents
    from rulespec.compare.gate import compare_sides
    from rulespec.compare.gate_sides import sides_of

    base, head = sides_of(*(None if side.empty else Library(side.root) for side in sides))
    for name in names:
        if name not in {*base.specs, *base.unread, *head.specs, *head.unread}:
            raise UsageError(f"there is no spec `{name}` on either side")
    done = compare_sides(base, head, names)
    changed = {finding.spec for finding in done.changes if finding.change and finding.change.level != EDITORIAL}
    failed = failed_cases(base.specs, head.specs, changed, cases) if changed else []
    changes = with_dependents(done.changes, head.specs, failed, pinned(pins))
    return Found(tuple(changes), done.specs, done.unread, done.aside)


def _digest(root: Path) -> str:
    """The state of a folder of specs: the names and contents of all that is read of it to compare specs.

    Not what declares changes and exempts from them, so that nothing is worked out again for these.
    """
    return _content(sorted(path for path in _files(root) if not _DECLARED & {*path.relative_to(root).parts}), root)


def _files(root: Path) -> Iterator[Path]:
    """The files that may be read below a folder, also where a link leads to their folder."""
    seen: set[str] = set()
    for folder, below, files in os.walk(root, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:
            below.clear()
            continue
        seen.add(real)
        yield from (Path(folder, name) for name in files if name.endswith(_READ))


def _content(files: Iterable[Path], root: Path | None = None) -> str:
    whole = hashlib.sha256()
    for path in files:
        try:
            data = path.read_bytes()
        except OSError as error:
            data = str(error).encode()
        name = path.relative_to(root).as_posix() if root is not None else path.as_posix()
        whole.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return whole.hexdigest()


def _placed(found: Found, sides: tuple[Revision, Revision], inward: bool) -> Found:
    """The same with files named from the root of their side (`head:a/b.yaml`), or with their real paths again."""
    roots = {name: side.root for name, side in zip(_SIDES, sides, strict=True)}

    def moved(place: Place) -> Place:
        for name, root in roots.items():
            if not inward and place.file.startswith(f"{name}:"):
                return replace(place, file=str(root / place.file.removeprefix(f"{name}:")))
            full, base = Path(place.file).resolve(), root.resolve()
            if inward and full.is_relative_to(base):
                return replace(place, file=f"{name}:{full.relative_to(base).as_posix()}")
        return place

    def text(said: str) -> str:
        for name, root in roots.items():
            inner, outer = f"\0{name}/", f"{root}/"
            said = said.replace(outer, inner) if inward else said.replace(inner, outer)
        return said

    def each(finding: Finding) -> Finding:
        change = finding.change
        if change is not None:
            before = None if change.place_before is None else moved(change.place_before)
            change = replace(change, place_before=before, depends=tuple(map(text, change.depends)))
        return replace(finding, place=moved(finding.place), message=text(finding.message), change=change)

    return replace(found, changes=tuple(map(each, found.changes)))


def _pack(found: Found) -> Any:
    return [[pack_finding(one) for one in found.changes], list(found.specs), sorted(found.aside)]


def _unpack(packed: Any) -> Found:
    changes, specs, aside = packed
    return Found(tuple(unpack_finding(one) for one in changes), tuple(specs), aside=frozenset(aside))
