"""Findings as workflow commands, which GitHub shows beside the lines of a pull request."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from rulespec.model.finding import Finding
from rulespec.report.finding_words import (
    DECLARED,
    EXEMPTED,
    FAILS,
    OPEN,
    UNREAD,
    cited,
    headline,
    level,
    ordered,
    particulars,
    run_of,
    standing,
)
from rulespec.report.findings import Proving
from rulespec.report.run import Run
from rulespec.report.text import printable

SHOWN = 10  # annotations of a level that GitHub shows of one step

_COMMANDS = {"error": "error", "warning": "warning"}  # of a severity; `notice` for every other
_ORDER = ("error", "warning", "notice")
_ENDED = (0, 1)

_Annotation = tuple[str, str, str]  # command, the whole line, the same to read


def findings_github(
    findings: Sequence[Finding],
    program: Mapping[str, str],
    scope: str = "",
    proving: Proving | None = None,
    run: Run | None = None,
) -> str:
    """How the run ended, an annotation a finding, errors first and at most ten of a level, and the rest as plain lines.

    What somebody exempted or declared is a notice.
    """
    ended = run_of(findings, run)
    told = [_annotation(finding, ended) for finding in ordered(findings)]
    told = [*_problems(ended), *told]
    shown: list[str] = []
    rest: list[str] = []
    left: dict[str, int] = {}
    for command in _ORDER:
        mine = [one for one in told if one[0] == command]
        # The notice that tells how many are left out needs a place among the notices.
        over = left or len(mine) > SHOWN
        most = SHOWN - 1 if command == "notice" and over else SHOWN
        shown += [line for _, line, _ in mine[:most]]
        rest += [_plain(f"{command}: {plain}") for _, _, plain in mine[most:]]
        if len(mine) > most:
            left[command] = len(mine) - most
    lines = [_plain(f"rulespec: {headline(findings, ended)}"), *shown]
    if left:
        lines += [_plain("not shown as annotations:"), *rest]
        many = ", ".join(f"{number} of level {command}" for command, number in left.items())
        said = f"GitHub shows {SHOWN} annotations of a level; left out are {many}: all are in the log of this step"
        lines.append(f"::notice title=rulespec::{_data(said)}")
    return "\n".join(lines)


def _problems(run: Run) -> list[_Annotation]:
    """What kept the run from doing all that it was asked, which may stand in no file."""
    if run.status in _ENDED:
        return []
    said = [f"{suite.name}: {suite.unread}" for suite in run.suites if suite.unread]
    said.append(run.why or f"exit status {run.status}")
    return [("error", f"::error title=rulespec::{_data(one)}", one) for one in said]


def _annotation(finding: Finding, run: Run) -> _Annotation:
    stands = standing(finding, run)
    command = _COMMANDS.get(finding.severity, "notice")
    if stands in (EXEMPTED, DECLARED):
        command = "notice"
    elif stands in (UNREAD, FAILS):
        command = "error" if stands == UNREAD else command
    elif stands == OPEN:
        command = "warning"
    title = f"{level(finding)} {finding.rule}{cited(finding.clauses)}{f' {finding.spec}' if finding.spec else ''}"
    place = finding.place
    where = {"file": PurePath(place.file).as_posix() if place.file else ""}
    if place.file and place.line > 0:
        where |= {"line": str(place.line), "col": str(place.column) if place.column > 0 else ""}
    keys = ",".join(f"{name}={_property(value)}" for name, value in {**where, "title": title}.items() if value)
    said = [finding.message, *(f"{label}: {text}" for label, text in particulars(finding))]
    plain = f"{place}: {title}: {'; '.join(said)}" if place.file else f"{title}: {'; '.join(said)}"
    return command, f"::{command} {keys}::{_data(chr(10).join(said))}", plain


def _data(text: str) -> str:
    """A message, in which only what ends a line and the mark of escapes mean anything."""
    return _readable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a property, which a colon or a comma would end."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _readable(text: str) -> str:
    """Without control characters, which a log could take for commands to a terminal; ends of lines stay."""
    return "".join(c if c in "\n\r" else printable(c) for c in text)


def _plain(text: str) -> str:
    """A line of the log that no runner takes for a command: it begins with none, and holds none of the older form."""
    return printable(text).replace("##[", "# #[")
