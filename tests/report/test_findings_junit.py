"""JUnit XML, read back by an XML reader, with the counts counted again."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest
from finding_samples import (
    BREAKING,
    CHANGED,
    CHECK,
    CHECKED,
    EXEMPTED,
    FINDINGS,
    GATE,
    NOTE,
    PROGRAM,
    RUNS,
    SCOPE,
    SPEC,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.model.finding import Finding
from rulespec.report.findings_junit import findings_junit
from rulespec.report.run import Run, Suite

# The attributes and elements that readers of the format know, of which some refuse all others.
KNOWN = {
    "testsuites": {"name", "tests", "failures", "errors", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time", "file"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"name", "classname", "time"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"type", "message"},
    "system-out": set(),
}
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def written(findings: Sequence[Finding], run: Run | None = None) -> ET.Element:
    """What is written, with its counts held against what it lists."""
    root = ET.fromstring(findings_junit(findings, PROGRAM, SCOPE, None, run).encode("utf-8"))
    for element in root.iter():
        assert set(element.attrib) <= KNOWN[element.tag]
    for level in (root, *root.findall("testsuite")):
        cases = level.findall(".//testcase")
        assert level.get("tests") == str(len(cases))
        for kind, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            if level.get(name) is not None:
                assert level.get(name) == str(sum(case.find(kind) is not None for case in cases))
    return root


def cases(root: ET.Element, suite: str) -> dict[str, str]:
    """The cases of a suite, and how each of them ended."""
    found = {}
    for case in root.findall(f"testsuite[@name='{suite}']/testcase"):
        ended = next((kind for kind in ("failure", "error", "skipped") if case.find(kind) is not None), "passed")
        found[str(case.get("name"))] = ended
    return found


def test_what_is_in_order_is_listed_beside_what_is_not() -> None:
    found = cases(written(CHECKED, CHECK), SPEC)
    assert sorted(found.values()) == ["error", "failure", "failure", "passed", "passed", "skipped"]
    assert found["dead"] == "passed"
    assert "gap" not in found
    assert next(ended for name, ended in found.items() if name.startswith("left-out")) == "passed"


def test_spec_that_cannot_be_loaded_fails_and_passes_nothing() -> None:
    assert cases(written(CHECKED, CHECK), "harbour/köln") == {"load": "error"}


def test_areas_without_a_change_pass() -> None:
    found = cases(written([BREAKING], GATE), SPEC)
    assert {name: ended for name, ended in found.items() if "(" not in name} == {
        "wager": "passed",
        "settlement": "passed",
    }


def test_declared_changes_are_skipped_with_the_amendment() -> None:
    root = written(CHANGED, GATE)
    (skipped,) = root.findall(".//skipped")
    assert skipped.get("message") == "declared by amendment 3 of 2026, item 2"


def test_exempted_findings_are_skipped_with_the_reason() -> None:
    (skipped,) = written([EXEMPTED]).findall(".//skipped")
    assert skipped.get("message") == "exempted until 2027-01-31 by A. Person: the next edition closes it"


def test_milder_findings_pass_and_are_told() -> None:
    root = written([NOTE])
    (told,) = root.findall(".//system-out")
    assert "jackpots are not encoded" in str(told.text)
    assert root.get("failures") == root.get("errors") == "0"


@pytest.mark.parametrize("status", [3, 4, 70])
def test_run_that_ended_badly_is_no_success(status: int) -> None:
    root = written([], Run("check", (Suite(SPEC, "", ("gap",)),), "never", status, "why it is so"))
    assert root.get("errors") == "1"
    (error,) = root.findall(".//error")
    assert error.get("message") == "why it is so"


def test_names_stay_the_same_where_a_line_moves() -> None:
    def names(line: int) -> list[str | None]:
        moved = [Finding("gap", "error", "no", type(EXEMPTED.place)("a.yaml", line, 1), SPEC, subject="settle/hue")]
        return [case.get("name") for case in written(moved).iter("testcase")]

    assert names(1) == names(99)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(FINDINGS, max_size=3), st.none() | RUNS)
def test_any_text_is_xml_and_comes_back(findings: list[Finding], run: Run | None) -> None:
    root = written(findings, run)
    text = "\n".join(str(one.text) for one in root.iter() if one.text)
    for finding in findings:
        shown = NO_XML.sub(lambda m: m.group().encode("unicode_escape", "surrogatepass").decode(), finding.message)
        assert shown in text
    if run is not None and run.status in (3, 4):
        assert int(str(root.get("errors"))) > 0
