"""The amendment report: what the gate finds between two states of the specs, as pages to read and to sign."""

import hashlib
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulespec.cli.common import clause_texts, program
from rulespec.cli.gate_command import SCOPE, compared
from rulespec.cli.gate_verdict import judged, shown_from
from rulespec.cli.options import settings, specs_root
from rulespec.cli.report_file import FORMS, form_of, write_out
from rulespec.cli.revisions import Revision, revision
from rulespec.compare.change_classes import CLASSES, UNDECIDED
from rulespec.compare.declarations import new_in
from rulespec.documents.survey import lock_in, lock_path
from rulespec.errors import Inconclusive, LoadError, UsageError
from rulespec.load.declared import read_amendments
from rulespec.load.library import Library
from rulespec.load.remembered import remembered
from rulespec.model.change_worth import VersionsWorth
from rulespec.model.finding import Finding
from rulespec.report.text import plural
from rulespec.tables.compile import compile_spec

if TYPE_CHECKING:
    from rulespec.report.amendment import Given, Report
    from rulespec.report.amendment_rules import Version


def write_amendment_report(
    names: Sequence[str],
    sides: tuple[str, str | None],
    out: Path,
    form: str,
    title: str,
    day: date,
    sources: tuple[str | None, str | None],
    specs: str | None,
    odds: bool = False,
) -> int:
    """Work out what changed from one side to the other and write the report of it.

    Raises what `amendment_report` does, and `Inconclusive`, once the report is written, where a change that nobody
    declared could not be decided.
    """
    form = form_of(out, form, FORMS, "markdown" if str(out) == "-" else "")
    report = amendment_report(names, sides, title, day, sources, specs, odds)
    write_out(out, printed(report, form))
    click.echo(f"{out}: {_told(report)}", err=True)
    undecided = [item for item in report.undecided if item.undeclared]
    if undecided:
        raise Inconclusive(f"{plural(len(undecided), 'change')} could not be decided")
    return 0


def amendment_report(
    names: Sequence[str],
    sides: tuple[str, str | None],
    title: str,
    day: date,
    sources: tuple[str | None, str | None],
    specs: str | None,
    odds: bool = False,
) -> "Report":
    """What changed from one side to the other (None: the specs folder as it stands), of some specs (none: all).

    `sources` are the documents' texts before and after; with `odds`, changes are priced. Raises `UsageError` for what
    is no side, `LoadError` where a spec cannot be loaded: a report must not be silent of it.
    """
    from rulespec.report.amendment_build import build

    base, head = sides
    own = specs_root(specs)
    if head is None and not own.is_dir():
        raise UsageError(f"there is no specs folder `{own}`")
    with tempfile.TemporaryDirectory(prefix="rulespec-report-") as into:
        before = revision(base, own, Path(into), "base")
        after = Revision(str(own), own, own.as_posix()) if head is None else revision(head, own, Path(into), "head")
        return build(_given((before, after), names, title, day, sources, odds))


def _told(report: "Report") -> str:
    told = [plural(len(report.items), "change"), f"{len(report.undeclared)} not declared"]
    return ", ".join(told)


def printed(report: "Report", form: str) -> bytes:
    """The report in a form. Raises `UsageError` where what writes that is not installed."""
    if form == "html":
        from rulespec.report.amendment_html import render

        return render(report).encode("utf-8")
    if form == "markdown":
        from rulespec.report.amendment_markdown import markdown

        return markdown(report).encode("utf-8")
    from rulespec.cli.report_file import office

    with office(form):
        if form == "docx":
            from rulespec.report.amendment_docx import docx

            return docx(report)
        from rulespec.report.amendment_xlsx import xlsx

        return xlsx(report)


def _given(
    sides: tuple[Revision, Revision],
    names: Sequence[str],
    title: str,
    day: date,
    sources: tuple[str | None, str | None],
    odds: bool,
) -> "Given":
    from rulespec.report.amendment import Given, Side

    before, after = sides
    config = settings()
    found = compared(sides, names, remembered(True))
    if found.unread:
        said = shown_from(before, after)
        raise LoadError(
            "some specs cannot be loaded, so that no report is written", [said(one) for one in found.unread]
        )
    result = judged((before.root, after.root), found.changes, found.specs, found.aside, day, "breaking", config)
    changes: Sequence[Finding] = result.changes
    worth: tuple[VersionsWorth, ...] = ()
    if odds:
        from rulespec.cli.gate_odds import with_odds

        changes, worth = with_odds(changes, sides)
    classes = {one.id for one in CLASSES}
    earlier, now = (read_amendments(side.root, classes)[0] for side in sides)
    new = list({amendment.id: amendment for amendment, _ in new_in(now, earlier)}.values())
    said = shown_from(before, after)
    changed = [name for name in found.specs if any(one.spec == name for one in result.changes)]
    return Given(
        title=title,
        sides=(Side(before.label, before.commit), Side(after.label, after.commit)),
        changes=tuple(map(said, changes)),
        wrong=tuple(map(said, result.wrong)),
        amendments=tuple(new),
        versions=_versions(sides, changed, result.changes, sources),
        specs=found.specs,
        date=day.isoformat(),
        scope=SCOPE,
        program=program(),
        worth=worth,
    )


def _versions(
    sides: tuple[Revision, Revision],
    names: Sequence[str],
    changes: Sequence[Finding],
    sources: tuple[str | None, str | None],
) -> "dict[str, tuple[Version | None, Version | None]]":
    """By the id of a spec: what it is before and after."""
    new = _side(sides[1], names, sources[1])
    renamed = {name: version.spec.renamed_from for name, version in new.items() if version.spec.renamed_from}
    wanted = [*names, *renamed.values()]
    unread = {one.spec for one in changes if one.change is not None and one.change.level == UNDECIDED}
    old = _side(sides[0], wanted, sources[0], unread)
    return {name: (old.get(name) or old.get(renamed.get(name, "")), new.get(name)) for name in names}


def _side(
    side: Revision, names: Sequence[str], sources: str | None, unread: "set[str] | frozenset[str]" = frozenset()
) -> "dict[str, Version]":
    """Those of some specs that one side has; what could not be loaded before has no version there, which is told."""
    from rulespec.model.document import Account
    from rulespec.report.amendment_rules import Version

    if side.empty:
        return {}
    shelf = Library(side.root)
    found = {}
    specs = []
    known = {one for spec in shelf.ids() for one in (spec, *shelf.editions(spec))}
    for name in sorted({*names} & known):
        try:
            specs.append(shelf.load(name))
        except LoadError:
            if name not in unread:
                raise
    texts = clause_texts(shelf, specs, sources)
    for spec in specs:
        entry = spec.document.entry
        path = lock_path(shelf, entry) if entry else None
        found[spec.id] = Version(
            spec=spec,
            rules=compile_spec(spec),
            account=shelf.account(entry) if entry else Account(),
            lock=lock_in(shelf, entry) if entry else None,
            lock_digest=hashlib.sha256(path.read_bytes()).hexdigest() if path is not None and path.is_file() else "",
            file_digest=hashlib.sha256(Path(spec.file).read_bytes()).hexdigest(),
            texts=texts.get(spec.id),
        )
    return found
