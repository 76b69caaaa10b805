"""Findings as a comment on a pull request: a verdict, a table, rounds that fold; no longer than a comment may be."""

import re
from collections.abc import Mapping, Sequence

from rulespec.model.change_worth import VersionsWorth
from rulespec.model.finding import Finding
from rulespec.report.change_worth import COLUMNS, sentences, table
from rulespec.report.finding_words import (
    DECLARED,
    EXEMPTED,
    FAILS,
    NOTED,
    OPEN,
    UNREAD,
    both_say,
    cited,
    headline,
    level,
    ordered,
    particulars,
    run_of,
    standing,
    summary,
)
from rulespec.report.findings import Proving, proofs_in_words
from rulespec.report.run import Run
from rulespec.report.text import plural, printable

MOST = 60_000  # characters; a comment on GitHub holds 65,536
_TAIL = 2_000  # kept for what is said of findings left out
_LONGEST = 1_000  # of one text; a longer one is cut, so that one finding does not fill the comment
_LENGTHS = (2_000, 400, 100)  # of one text above and below the findings: the first that leaves them half the room
_NAMED = 5  # specs that cannot be loaded, of which each is named

_STANDS = {
    UNREAD: "cannot be read",
    OPEN: "left open",
    FAILS: "fails",
    EXEMPTED: "exempted",
    DECLARED: "declared",
    NOTED: "noted",
}
_ASIDE = "<!-- -->"  # stands between two characters that together would mean something to a reader's site
_PLAIN = str.maketrans(
    {
        **{mark: f"\\{mark}" for mark in "\\`*_{}[]|~^!"},
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        "@": f"@{_ASIDE}",  # a person or a team would be told
        "#": f"#{_ASIDE}",  # an issue
        "$": "<span>$</span>",  # a formula
    }
)
_LINKS = re.compile(r":(?=\S)|\bwww(?=\.)|\bGH(?=-\d)", re.IGNORECASE)  # addresses, emoji, issues

_HEAD = "| no. | stands | finding | where |\n|---|---|---|---|"


def findings_markdown(
    findings: Sequence[Finding],
    program: Mapping[str, str],
    scope: str = "",
    proving: Proving | None = None,
    run: Run | None = None,
) -> str:
    """The comment, which begins with a line that a program can find it by. Cut at whole findings, and says so."""
    ended = run_of(findings, run)
    for most in _LENGTHS:
        head, foot = _head(findings, scope, ended, most), _foot(findings, program, proving, most)
        if len(head) + len(foot) < MOST // 2:
            break
    worst = ordered(findings)
    priced = _worth(ended.worth, (MOST - len(head) - len(foot) - _TAIL) // 2)
    shown, number = _fitting(worst, ended, MOST - len(head) - len(foot) - len(priced) - _TAIL)
    return head + shown + _left_out(worst[number:], ended) + priced + foot


def _worth(every: Sequence[VersionsWorth], room: int) -> str:
    """What the changes of each spec are worth, as tables, as far as there is room."""
    text = ""
    for one in every:
        head = [f"\n#### What the changes of {escaped(one.spec)} are worth\n"]
        rows = [f"| {' | '.join(map(escaped, row))} |" for row in table(one)]
        if rows:
            head += [f"| {' | '.join(COLUMNS)} |", "|---" + "|---:" * (len(COLUMNS) - 1) + "|", *rows, ""]
        unit = [f"in units of {one.unit}, a round under best play"] if one.unit else []
        block = "\n".join([*head, *(f"- {escaped(said)}" for said in (*unit, *sentences(one))), ""])
        if len(text) + len(block) > room:
            return text + "\n**What further changes are worth is left out, as a comment holds no more.**\n"
        text += block
    return text


def _head(findings: Sequence[Finding], scope: str, run: Run, most: int) -> str:
    """The mark, the verdict, how many of what, what was covered, what could not be loaded; no text beyond `most`."""
    blocks = [
        f"<!-- rulespec:{run.command.replace(' ', '-')} -->",
        f"### {_message(headline(findings, run), most)}",
        f"{escaped(summary(findings), most)}.{f' {escaped(scope, most)}' if scope else ''}",
    ]
    broken = [suite for suite in run.suites if suite.unread]
    lines = [f"- **{escaped(one.name, most)}**: {_message(one.unread, most)}" for one in broken[:_NAMED]]
    if len(broken) > _NAMED:
        lines.append(f"- and {len(broken) - _NAMED} more")
    return "\n\n".join([*blocks, *(["\n".join(lines)] if lines else [])]) + "\n"


def _foot(findings: Sequence[Finding], program: Mapping[str, str], proving: Proving | None, most: int) -> str:
    proofs = proofs_in_words(findings, proving) if proving is not None else ""
    said = [escaped(proofs, most)] if proofs else []
    said.append(f"<sub>{escaped(' '.join(map(str, program.values())), most)}</sub>")
    return "".join(f"\n{one}\n" for one in said).rstrip("\n")


def _fitting(findings: Sequence[Finding], run: Run, room: int) -> tuple[str, int]:
    """A block for each level, with the findings for which there is room, and how many these are."""
    blocks: list[str] = []
    number = 0
    for name in dict.fromkeys(level(finding) for finding in findings):
        mine = [finding for finding in findings if level(finding) == name]
        start = f"\n#### {escaped(name)}\n\n{_HEAD}\n"
        rows, details, size = [], [], len(start) + 1
        for finding in mine:
            row, detail = _row(finding, run, number + 1), _detail(finding, number + 1)
            if size + len(row) + len(detail) > room:
                break
            rows.append(row)
            details.append(detail)
            size += len(row) + len(detail)
            number += 1
        if rows:
            blocks.append(start + "".join(rows) + "\n" + "".join(details))
            room -= size
        if len(rows) < len(mine):
            break
    return "".join(blocks), number


def _row(finding: Finding, run: Run, number: int) -> str:
    what = [f"**{escaped(finding.rule)}**{escaped(cited(finding.clauses))}", _message(finding.message)]
    change = finding.change
    if change is not None:
        what += [" → ".join(map(escaped, says)) for says in [both_say(change)] if any(says)]
    where = [escaped(text) for text in (finding.spec, str(finding.place)) if text]
    stands = _STANDS[standing(finding, run)]
    return f"| {number} | {stands} | {'<br>'.join(what)} | {'<br>'.join(where)} |\n"


def _detail(finding: Finding, number: int) -> str:
    """What folds below the table: the round, both sides, what to do; "" where there is nothing more to say."""
    said = particulars(finding)
    if not said:
        return ""
    summary_ = f"<summary>{number}: {escaped(finding.rule)}{escaped(cited(finding.clauses))}</summary>"
    lines = [f"- **{escaped(label)}**: {_message(text)}" for label, text in said]
    return "\n".join([f"\n<details>{summary_}", "", *lines, "", "</details>", ""])


def _left_out(findings: Sequence[Finding], run: Run) -> str:
    if not findings:
        return ""
    said = f"{plural(len(findings), 'further finding')} left out, as a comment holds no more ({summary(findings)})."
    told = f"{said} All are in what `rulespec {run.command}` prints as text, JSON or HTML."
    return f"\n**{_message(told)}**\n"


def _message(text: str, most: int = _LONGEST) -> str:
    """A message with what stands between backquotes set as code."""
    cut = _cut(text, most)
    parts = cut.split("`")
    if len(parts) % 2 == 0:  # a backquote without its fellow is only a character
        return _literal(cut)
    return "".join(
        f"<code>{_literal(part)}</code>" if number % 2 and part else _literal(part) for number, part in enumerate(parts)
    )


def escaped(text: str, most: int = _LONGEST) -> str:
    """Text of others in one line, in which nothing means anything to Markdown, to HTML or to the site that shows it."""
    return _literal(_cut(text, most))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} … (cut)"


def _literal(text: str) -> str:
    plain = printable(" ".join(text.split("\n"))).translate(_PLAIN)
    return _LINKS.sub(lambda found: f"{found.group()}{_ASIDE}", plain)
