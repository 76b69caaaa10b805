"""References in the published documents themselves, where the reader has them; skipped otherwise.

Every one of them was read by eye when this was written; the counts keep what was read.
"""

import pytest
from test_documents_real import clauses_of

from rulespec.documents.clauses import ClauseTexts
from rulespec.documents.reference_text import find_references
from rulespec.documents.references import Reference, ReferenceStyle, parse_clause_id
from rulespec.documents.resolve_references import Resolution, resolve
from rulespec.documents.tree import walk

STYLES = {
    "perth": ReferenceStyle(levels=2),
    "perth-holdem": ReferenceStyle(levels=2),
    "melbourne": ReferenceStyle(levels=3),
    "nsw": ReferenceStyle(levels=4),
    "qld": ReferenceStyle("sections"),
}
RULES = {"section", "rule", "paragraph", "definition", "table"}


def _kinds(texts: ClauseTexts) -> dict[str, str]:
    return {chain[-1].id: chain[-1].kind for chain in walk(texts.tree)}


def references(key: str, prefixes: tuple[str, ...] = ()) -> list[tuple[str, Reference, list[Resolution]]]:
    """The references in the rules of a document, of the schedules `prefixes` if there are any."""
    texts = clauses_of(key)
    ids = _kinds(texts)
    found = []
    for at, kind in ids.items():
        text = texts.text(at)
        if kind not in RULES or text is None or (prefixes and at.partition(":")[0] not in prefixes):
            continue
        found += [(at, r, resolve(r, at, ids)) for r in find_references(text.own, STYLES[key], at=at)]
    return found


def faults(key: str, prefixes: tuple[str, ...] = ()) -> set[tuple[str, str, str]]:
    return {
        (at, result.id, result.status)
        for at, _, results in references(key, prefixes)
        for result in results
        if result.status in ("missing", "wrong_kind")
    }


@pytest.mark.parametrize(
    ("key", "prefixes", "inner", "outer"),
    [
        ("perth", (), 6, 0),
        ("perth-holdem", (), 10, 0),
        ("nsw", (), 20, 5),
        ("melbourne", (), 77, 4),
        ("qld", ("general",), 13, 4),
        ("qld", ("sch11",), 33, 0),
        ("qld", ("sch11(a)",), 22, 0),
        ("qld", ("sch18",), 14, 0),
    ],
)
def test_every_reference_is_found(key, prefixes, inner, outer):
    found = [reference for _, reference, _ in references(key, prefixes)]
    assert sum(not reference.external for reference in found) == inner
    assert sum(bool(reference.external) for reference in found) == outer


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("perth", {("3.26", "14.20", "missing"), ("3.26", "14.21", "missing")}),
        ("perth-holdem", {("3.13", "14.18", "missing"), ("3.13", "14.19", "missing")}),
        ("nsw", set()),
        ("melbourne", set()),
    ],
)
def test_the_dangling_references_are_the_known_ones(key, expected):
    assert faults(key) == expected


def test_the_dangling_references_of_one_document_with_schedules():
    known = {
        ("sch11(a):10(3)", "sch11(a):Diagram 11(a)", "missing"),
        ("sch18:3(2)", "sch18:Diagram 19", "missing"),
        *((f"sch18:{at}(2)(d)", f"sch18:{at}(2)({mark})", "wrong_kind") for at in (12, 18) for mark in "abc"),
    }
    assert faults("qld", ("general", "sch11", "sch11(a)", "sch18")) == known
    elsewhere = {
        ("sch2:2 original wager", "sch2:11(1)", "missing"),
        ("sch2:35(1)", "sch2:18(2)", "missing"),
        ("sch9:17(5)", "sch9:2(5)", "missing"),
        ("sch9:20(5)", "sch9:2(5)", "missing"),
        ("sch10:40(5)", "sch10:40(1)", "missing"),
    }
    assert elsewhere <= faults("qld")


@pytest.mark.parametrize("key", STYLES)
def test_every_id_of_a_rule_is_read_as_it_is_spelled(key):
    rules = [name for name, kind in _kinds(clauses_of(key)).items() if kind in RULES]
    assert [str(parse_clause_id(name)) for name in rules] == rules
