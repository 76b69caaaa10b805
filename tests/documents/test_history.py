"""The history of amendments: runs of clauses, which amendments changed a clause, and what the commands say of it."""

import json
import os
from pathlib import Path

import pytest
from lint_documents import entry
from test_documents_real import DOCUMENTS, clauses_of

from rulespec.cli.main import run
from rulespec.documents.history import amendment_findings, changes_of, history_words, latest, read_run
from rulespec.documents.lint.context import Document
from rulespec.documents.lint.histories import in_entry, in_text
from rulespec.documents.lock import Lock, Locked
from rulespec.documents.references import ClauseIdError
from rulespec.documents.survey import account_findings, lock_in, profile_of
from rulespec.load.library import Library

HERE = Path(__file__).parents[1] / "fixtures" / "documents"
SPECS = str(HERE / "specs")
NAME = "harbour/small-wheel"


class TestRuns:
    @pytest.mark.parametrize(
        ("text", "clauses"),
        [
            ("3.14(b)", ("3.14(b)",)),
            ("3.9 to 3.11", ("3.9", "3.10", "3.11")),
            ("sch1:2 to sch1:4", ("sch1:2", "sch1:3", "sch1:4")),
            ("3.14(a) to 3.14(c)", ("3.14(a) to 3.14(c)",)),
            ("3.9 to 3.10A", ("3.9 to 3.10A",)),
        ],
    )
    def test_a_run_is_spelled_out_where_it_counts(self, text: str, clauses: tuple[str, ...]) -> None:
        assert read_run(text).spelled() == clauses

    @pytest.mark.parametrize(
        "text", ["3.33 to 3.29", "3.1 to 3.1", "3.1 to 4.2", "3.1 to 3.2(a)", "3.1 to 3.x", "wheels", "1 to Table 2"]
    )
    def test_what_is_no_run_is_refused(self, text: str) -> None:
        with pytest.raises(ClauseIdError):
            read_run(text)

    def test_a_run_too_long_to_be_meant_is_not_spelled_out(self) -> None:
        assert read_run("1 to 2999").spelled() == ("1 to 2999",)


class TestChanges:
    history = entry(
        "2.1 | Act 1 | 2001-01-01",
        "2.1(b) | Act 2 | 2002-01-01",
        "2.3 to 2.5 | Act 3 | 2003-01-01",
        "2.4, 2.6(b) to 2.6(d) | Act 4 | 2004-01-01",
        "2.9 | Act 5 | 2005-01-01 | deleted",
        "2.9A to 2.9C | Act 6 | 2006-01-01",
    )

    @pytest.mark.parametrize(
        ("clause", "by"),
        [
            ("2.1", ["Act 2", "Act 1"]),
            ("2.1(a)(i)", ["Act 1"]),
            ("2.1 (b) (i.)", ["Act 2", "Act 1"]),
            ("2.1 Oar", ["Act 1"]),
            ("2.10", []),
            ("2.4", ["Act 4", "Act 3"]),
            ("2.3[flush]", ["Act 3"]),
            ("2.4A", ["Act 3"]),
            ("2.6(c)(i)", ["Act 4"]),
            ("2.6(e)", []),
            ("2.6", ["Act 4"]),
            ("2.9", ["Act 5"]),
            ("2.9B", ["Act 6"]),
            ("2", ["Act 6", "Act 5", "Act 4", "Act 3", "Act 2", "Act 1"]),
            ("sch1:2.1", []),
            ("anything at all", []),
        ],
    )
    def test_the_amendments_of_a_clause_come_latest_first(self, clause: str, by: list[str]) -> None:
        assert [one.amendment.instrument for one in changes_of(self.history, clause, None)] == by

    def test_the_lock_says_what_a_table_stands_in(self) -> None:
        clauses = {"2": "", "2.1": "2", "Table 1": "2.1", "Table 1[flush]": "Table 1"}
        lock = Lock("a/b", "", {name: Locked(name, "rule", "", (), above) for name, above in clauses.items()})
        assert [one.amendment.instrument for one in changes_of(self.history, "Table 1[flush]", lock)] == ["Act 1"]
        assert changes_of(self.history, "Table 1[flush]", None) == ()

    def test_a_history_in_words(self) -> None:
        def words(clause: str) -> str:
            return history_words(changes_of(self.history, clause, None), clause, None)

        assert words("2.1(b)") == "last amended by Act 2 on 2002-01-01; amended by Act 1 on 2001-01-01 (2.1)"
        assert words("2.9") == "deleted by Act 5 on 2005-01-01"
        assert words("2.7") == "no amendment is recorded"

    def test_a_number_that_was_deleted_and_given_again_is_told(self) -> None:
        lock = Lock("a/b", "", {"2.9": Locked("2.9", "rule", "", (), "")})
        words = history_words(changes_of(self.history, "2.9", lock), "2.9", lock)
        assert words == "deleted by Act 5 on 2005-01-01, and the document has a clause of that number"

    def test_the_latest_day_may_have_several(self) -> None:
        one = entry("2.1 | Act 1 | 2001-01-01", "2.2 | Act 3 | 2003-01-01", "2.3 | Act 2 | 2003-01-01")
        assert [each.instrument for each in latest(one)] == ["Act 3", "Act 2"]
        assert latest(entry()) == ()

    def test_names_that_name_nothing_are_told_by_check(self) -> None:
        one = entry("2.1, 2.5 to 2.3 | Act 1 | 2001-01-01", "wheels | Act 3 | 2003-01-01")
        found = [(each.rule, each.clauses, each.place.line) for each in amendment_findings(one)]
        assert found == [("bad-range", ("2.5 to 2.3",), 10), ("no-such-clause", ("wheels",), 11)]
        assert changes_of(one, "2.4", None) == ()


# -- the entry in a file, and the commands


def test_an_entry_has_its_amendments_with_their_places() -> None:
    amendments = Library(HERE / "specs").document(NAME).amendments
    assert [(one.clauses, one.instrument, one.date, one.deleted) for one in amendments] == [
        (("2.1 to 2.3",), "First supplement", "2020-03-01", False),
        (("3.2", "3.3"), "Second edition", "2021-01-01", False),
        (("3.5",), "Second edition", "2021-01-01", True),
    ]
    assert [(one.place.line, one.place.column) for one in amendments] == [(12, 3), (13, 3), (14, 3)]


def test_check_says_nothing_of_amendments_that_are_right() -> None:
    shelf = Library(HERE / "specs")
    assert not [one for one in account_findings(shelf, [shelf.load(NAME)]) if one.rule in ("bad-range", "bad-form")]


def out_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run([*words, "--specs", SPECS]) == 0
    return capsys.readouterr().out


def test_explain_says_when_a_clause_was_last_amended(capsys: pytest.CaptureFixture[str]) -> None:
    assert "last amended by Second edition on 2021-01-01\n" in out_of(capsys, "explain", "3.2")
    assert "last amended by First supplement on 2020-03-01 (2.1 to 2.3)" in out_of(capsys, "explain", "2.2")
    assert "no amendment is recorded" in out_of(capsys, "explain", "3.1")
    assert out_of(capsys, "explain", "3.2/star/win").count("last amended by Second edition") == 1


def test_explain_tells_of_a_clause_that_was_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    text = out_of(capsys, "explain", "3.5")
    assert text.startswith("3.5  (harbour/small-wheel, ")
    assert text.endswith("\n  deleted by Second edition on 2021-01-01\n")


def test_the_amendments_are_data_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    (*_, told) = json.loads(out_of(capsys, "explain", "3.2", "--format", "json"))
    assert (told["id"], told["cites"], told["line"]) == ("", ["3.2"], 13)
    amendment = {"clauses": ["3.2"], "instrument": "Second edition", "date": "2021-01-01", "deleted": False}
    assert told["amendments"] == [amendment]
    (listed,) = json.loads(out_of(capsys, "list", "--documents", "--format", "json"))
    assert [one["clauses"] for one in listed["amendments"]] == [["2.1 to 2.3"], ["3.2", "3.3"], ["3.5"]]
    assert listed["last_amended"] == listed["amendments"][1:]


# -- the published documents


def test_the_entries_name_clauses() -> None:
    shelf = Library()
    for name in shelf.documents():
        assert amendment_findings(shelf.document(name)) == []


@pytest.mark.skipif(not os.environ.get("RULESPEC_SOURCES"), reason="RULESPEC_SOURCES names no folder")
@pytest.mark.parametrize(("key", "count"), [("perth", 13), ("perth-holdem", 15)])
def test_the_entries_have_every_row_of_the_published_histories(key: str, count: int) -> None:
    shelf = Library()
    one = shelf.document(DOCUMENTS[key][0])
    document = Document(clauses_of(key), profile_of(one), entry=one)
    rows = in_text(document)
    assert rows is not None
    assert len(rows) == len(in_entry(document)) == count
    assert all(row.keys and row.date for row in rows)


def test_well_known_amendments() -> None:
    shelf = Library()
    name = DOCUMENTS["perth"][0]
    one, lock = shelf.document(name), lock_in(shelf, name)
    assert history_words(changes_of(one, "3.29", lock), "3.29", lock) == (
        "last amended by RAG/568 on 2020-08-13; amended by RAG/535 on 2018-12-05 (3.29 to 3.33)"
    )
    assert [each.clauses for each in latest(one)] == [("4.1",)]
