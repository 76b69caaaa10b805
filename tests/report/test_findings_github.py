"""Workflow commands, read back by GitHub's documented syntax."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from finding_samples import (
    CHANGED,
    CHECK,
    CHECKED,
    CONFLICT,
    EXEMPTED,
    FINDINGS,
    GAP,
    GATE,
    NOTE,
    PROGRAM,
    RUNS,
    SCOPE,
    spelt,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.report.findings_github import findings_github
from rulespec.report.run import Run

COMMAND = re.compile(r"::(?P<name>[a-z-]+)(?: (?P<given>.*?))?::(?P<data>.*)", re.DOTALL)
DATA = {"%0D": "\r", "%0A": "\n", "%25": "%"}
GIVEN = {**DATA, "%3A": ":", "%2C": ","}

Command = tuple[str, dict[str, str], str]


def unescaped(text: str, table: dict[str, str]) -> str:
    return re.sub("|".join(table), lambda found: table[found.group()], text)


def read(log: str) -> list[Command]:
    """The commands in a log, as the runner takes them: lines that begin with two colons."""
    found = []
    for line in re.split(r"\r\n|\r|\n", log):
        if not line.lstrip().startswith("::"):
            assert "##[" not in line
            continue
        match = COMMAND.fullmatch(line)
        assert match is not None
        pairs = [pair.partition("=") for pair in (match["given"] or "").split(",") if pair]
        given_ = {name: unescaped(value, GIVEN) for name, _, value in pairs}
        found.append((match["name"], given_, unescaped(match["data"], DATA)))
    return found


def written(findings: Sequence[Finding], run: Run | None = None) -> list[Command]:
    return read(findings_github(findings, PROGRAM, SCOPE, None, run))


def test_findings_stand_beside_their_lines_and_errors_come_first() -> None:
    found = written(CHECKED, CHECK)
    names = [name for name, _, _ in found]
    assert names == sorted(names, key=("error", "warning", "notice").index)
    where = {"file": "specs/harbour/eight pockets.yaml", "line": "51", "col": "8"}
    title = "error conflict [4(a), 5] harbour/eight-pockets"
    assert ("error", {**where, "title": title}) in [(name, given_) for name, given_, _ in found]


def test_exempted_and_declared_are_notices() -> None:
    assert [name for name, _, _ in written([EXEMPTED])] == ["notice"]
    found = written(CHANGED, GATE)
    assert [name for name, _, said in found if "declared by" in said] == ["notice"]


def test_only_as_many_are_annotations_as_are_shown_and_the_rest_is_told() -> None:
    many = [replace(GAP, place=Place("a.yaml", line, 1), message=f"gap {line};") for line in range(1, 26)]
    many += [replace(NOTE, place=Place("a.yaml", line, 1), message=f"note {line};") for line in range(1, 13)]
    log = findings_github(many, PROGRAM)
    found = read(log)
    assert Counter(name for name, _, _ in found) == {"error": 10, "notice": 10}
    last = found[-1]
    assert last[0] == "notice"
    assert "15 of level error, 3 of level notice" in last[2]
    assert all(log.count(finding.message) == 1 for finding in many)


def test_what_is_left_out_is_no_command_either() -> None:
    many = [replace(GAP, message=text) for text in ("::error::x", "##[error]x", "\n::error::x") * 5]
    assert len(read(findings_github(many, PROGRAM))) == 11


def test_nothing_is_left_out_where_all_fit() -> None:
    found = written([NOTE] * 10)
    assert len(found) == 10
    assert "left out" not in found[-1][2]


def test_run_that_found_nothing_has_no_annotation() -> None:
    assert written([]) == []


def test_file_without_a_line_is_named() -> None:
    (found,) = written([replace(CONFLICT, place=Place("a,b:c.yaml"))])
    assert found[1]["file"] == "a,b:c.yaml"
    assert "line" not in found[1]


def shown(text: str) -> str:
    """Text with control characters spelt out, but for the ends of lines."""
    return "".join(c if c in "\r\n" else spelt(c) for c in text)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(FINDINGS, max_size=3), st.none() | RUNS)
def test_any_text_comes_back_and_is_no_command(findings: list[Finding], run: Run | None) -> None:
    found = written(findings, run)
    of_findings = [(given_, said) for _, given_, said in found if given_["title"] != "rulespec"]
    assert len(of_findings) == len(findings)
    for finding in findings:
        assert any(said.startswith(shown(finding.message)) for _, said in of_findings)
    if run is not None and run.status in (3, 4):
        assert found[0][0] == "error"
