"""SARIF, read back by its published schema and by a small reader of what the standard says of texts and addresses."""

import json
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import jsonschema
import pytest
from finding_samples import (
    CHANGED,
    CHECK,
    CHECKED,
    DECLARED,
    EXEMPTED,
    FINDINGS,
    GAP,
    GATE,
    PROGRAM,
    PROVING,
    RUNS,
    SCOPE,
    UNREADABLE,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.model.finding import Finding, fingerprints
from rulespec.model.place import Place
from rulespec.report.findings_sarif import artifact, findings_sarif, literal
from rulespec.report.run import Run

SCHEMA = json.loads((Path(__file__).parents[1] / "fixtures/sarif/sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft4Validator(SCHEMA)


def written(findings: Sequence[Finding], run: Run | None = None) -> dict[str, Any]:
    """The one run of what is written, valid by the schema."""
    log = json.loads(findings_sarif(findings, PROGRAM, SCOPE, PROVING, run))
    VALID.validate(log)
    assert log["version"] == "2.1.0"
    assert len(log["runs"]) == 1
    told: dict[str, Any] = log["runs"][0]
    return told


def read(text: str) -> str:
    """A message as the standard has it read: doubled braces and escaped brackets are single characters."""
    return re.sub(r"\\\[", "[", text.replace("{{", "{").replace("}}", "}"))


def test_every_result_has_its_rule_its_place_and_its_fingerprint() -> None:
    told = written(CHECKED, CHECK)
    rules = told["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {finding.rule for finding in CHECKED}
    for finding, name, result in zip(CHECKED, fingerprints(CHECKED), told["results"], strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding.rule
        assert result["partialFingerprints"] == {"rulespec/v1": name}
        assert result["level"] == finding.severity
        assert finding.message in read(result["message"]["text"])
    hue = told["results"][1]
    assert hue["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "specs/harbour/eight%20pockets.yaml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 41, "startColumn": 3},
    }
    assert hue["properties"]["witness"] == GAP.witness
    assert "Documented in docs/rules.md#gap" in rules[hue["ruleIndex"]]["help"]["text"]
    assert told["columnKind"] == "unicodeCodePoints"
    assert told["automationDetails"] == {"id": "rulespec/check/"}


def test_both_places_of_a_change_are_told() -> None:
    told = written(CHANGED, GATE)
    change = told["results"][2]
    (before,) = change["relatedLocations"]
    assert before["physicalLocation"]["artifactLocation"]["uri"] == "base/specs/harbour/eight%20pockets.yaml"
    assert before["message"]["text"] == "before: 3 to 2 [7(a)]"
    assert change["properties"]["level"] == "breaking"
    assert "3 to 2 [7(a)] -> 6 to 5" in change["message"]["text"]


@pytest.mark.parametrize(
    ("finding", "reason"),
    [
        (EXEMPTED, "exempted until 2027-01-31 by A. Person: the next edition closes it"),
        (DECLARED, "declared by amendment 3 of 2026, item 2"),
    ],
)
def test_what_somebody_allows_is_suppressed_with_the_reason(finding: Finding, reason: str) -> None:
    (result,) = written([finding])["results"]
    assert result["suppressions"] == [{"kind": "external", "status": "accepted", "justification": reason}]


def test_what_is_not_allowed_has_no_suppression() -> None:
    assert "suppressions" not in written([GAP])["results"][0]


def test_file_without_a_line_has_no_region_and_none_no_location() -> None:
    lost, nowhere = written([UNREADABLE, Finding("round", "error", "it is lost", Place(""))])["results"]
    assert "region" not in lost["locations"][0]["physicalLocation"]
    assert lost["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "specs/harbour/k%C3%B6ln.yaml"
    assert "locations" not in nowhere


@pytest.mark.parametrize(("status", "well"), [(0, True), (1, True), (3, False), (4, False)])
def test_run_that_did_not_do_what_it_was_asked_is_no_success(status: int, well: bool) -> None:
    (invocation,) = written([], Run("check", (), "error", status, "why it is so" if status else ""))["invocations"]
    assert invocation["executionSuccessful"] is well
    assert invocation["exitCode"] == status
    assert ("toolExecutionNotifications" in invocation) is not well


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("specs/a b.yaml", "specs/a%20b.yaml"),
        ("../other/a.yaml", "../other/a.yaml"),
        ("a:b.yaml", "a%3Ab.yaml"),
        ("50%.yaml", "50%25.yaml"),
        ("a#b?c.yaml", "a%23b%3Fc.yaml"),
        ("k\udcf6ln.yaml", "k%F6ln.yaml"),
    ],
)
def test_addresses_are_relative_and_encoded(file: str, uri: str) -> None:
    assert artifact(file) == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_address_of_a_file_elsewhere_is_whole() -> None:
    assert artifact("/usr/share/specs/a b.yaml") == {"uri": "file:///usr/share/specs/a%20b.yaml"}


@pytest.mark.parametrize(
    ("text", "expected"), [("a {0} b", "a {{0}} b"), ("3.14 [3](b)", "3.14 \\[3](b)"), ("[3], (b)", "[3], (b)")]
)
def test_texts_hold_no_placeholder_and_no_link(text: str, expected: str) -> None:
    assert literal(text) == expected


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(FINDINGS, max_size=3), st.none() | RUNS)
def test_any_text_is_valid_and_comes_back(findings: list[Finding], run: Run | None) -> None:
    told = written(findings, run)
    for finding, result in zip(findings, told["results"], strict=True):
        text = result["message"]["text"]
        assert not re.search(r"(?<!\{)(\{\{)*\{\d+\}", text)
        if "\\[" not in finding.message:
            assert finding.message in read(text)
        where = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        address = urlsplit(where)
        assert where.isascii()
        assert (address.query, address.fragment, address.netloc) == ("", "", "")
        try:
            raw = finding.place.file.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raw = finding.place.file.encode("utf-8", "surrogatepass")
        assert PurePosixPath(unquote_to_bytes(address.path).decode("latin-1")) == PurePosixPath(raw.decode("latin-1"))
        assert bool(result.get("suppressions")) is bool(
            finding.exempt or (finding.change is not None and finding.change.declared)
        )
