"""What accounts for each clause of a document, and what is said of clauses that are cited wrongly or forgotten."""

from pathlib import Path

import pytest
from document_making import SECTIONS, locked

from rulespec.documents.citing import citing
from rulespec.documents.coverage import (
    Coverage,
    cover,
    coverage_findings,
    in_full,
    part_of,
    share,
    tally,
    unread,
    within,
)
from rulespec.documents.lock import Lock
from rulespec.documents.profile import profile_from
from rulespec.documents.survey import account_findings, claims, parts_of, survey
from rulespec.load.cites import Citations, Cited, citations
from rulespec.load.library import Library
from rulespec.model.document import Account, NotEncoded, Provision
from rulespec.model.place import Place

HERE = Path(__file__).parents[1] / "fixtures" / "documents" / "specs"
WHERE = Place("provisions.yaml", 3, 5)
LOCK = locked(
    """## 1. WORDS

1.1 In these rules:

"Oar" means a bet;

"Calm" means neither.

## 2. BETS

### Placing

- 2.1 A bet stays where it lies.
- 2.2 A bet shall:
  - (a) win if:
    - (i) the crew is aboard; or
    - (ii) the guest is;
  - (b) lose otherwise.
- 2.3 Bets are paid so:

| Hand | Prize |
|------|-------|
| Four of a kind | 5 to 1 |
| Ante wager | 1 to 1 |
| 3 of them | 2 to 1 |

- 2.4 The guest must not shout.
- 2.5 The quay is long.

Plan 1
""",
    profile_from({"definitions": ["1.1"], "diagrams": ["Plan *"]}),
)
PARTS = locked(
    "## Part 1 Opening\n\n### 1 Boats\n\n- (1) One.\n- (2) Two.\n\n## Annex 2 Tides\n\n### 1 Boats\n\n- (1) One.\n",
    profile_from(SECTIONS),
)


def spec(*cites: tuple[str, str] | str, prefix: str = "", parts: tuple[str, ...] = ()) -> Citations:
    """The citations of a spec; a clause alone is that of an item."""
    pairs = [(one, "item") if isinstance(one, str) else one for one in cites]
    found = [Cited(clause, kind, Place("spec.yaml", line, 1)) for line, (clause, kind) in enumerate(pairs, 1)]
    return Citations("a/b", prefix, parts, tuple(found))


def provision(*clauses: str) -> Provision:
    return Provision("dealer", "must", "shout", (), (), (), "", "", clauses, WHERE)


def left(reason: str, *clauses: str) -> NotEncoded:
    return NotEncoded(reason, clauses, "", WHERE)


def covered(*specs: Citations, account: Account | None = None, lock: Lock = LOCK) -> Coverage:
    return cover(lock, specs, account or Account())


def statuses(coverage: Coverage) -> dict[str, str]:
    return {one.clause.id: one.reason or one.status for one in coverage.clauses}


class TestStatus:
    def test_nothing_is_accounted_for_but_what_its_kind_explains(self):
        found = statuses(covered())
        assert {clause for clause, status in found.items() if status == "heading"} == {"1", "2", "2 Placing"}
        assert found["Plan 1"] == "layout_diagram"
        assert {status for clause, status in found.items() if clause not in ("1", "2", "2 Placing", "Plan 1")} == {
            "uncovered"
        }

    def test_a_clause_that_a_spec_cites(self):
        found = statuses(covered(spec("2.2(a)(i)", "1.1 Oar")))
        assert (found["2.2(a)(i)"], found["1.1 Oar"]) == ("cited", "cited")
        assert (found["2.2(a)(ii)"], found["2.2(b)"], found["1.1 Calm"]) == ("uncovered",) * 3

    def test_what_leads_to_a_clause_that_is_cited(self):
        found = statuses(covered(spec("2.2(a)(i)", "1.1 Oar")))
        assert (found["2.2"], found["2.2(a)"], found["1.1"]) == ("leads",) * 3
        assert statuses(covered(spec("2.2(b)")))["2.2(a)"] == "uncovered"

    def test_a_clause_whose_sentence_ends_does_not_lead(self):
        lock = locked("## 1. A\n\n- 1.1 A bet is lost.\n- (a) It is not.\n", profile_from({}))
        assert statuses(covered(spec("1.1(a)"), lock=lock))["1.1"] == "uncovered"

    def test_a_cited_clause_does_not_cover_those_in_it(self):
        found = statuses(covered(spec("2.2")))
        assert (found["2.2"], found["2.2(a)"], found["2.2(b)"]) == ("cited", "uncovered", "uncovered")

    def test_the_rows_of_a_cited_clause_are_cited_with_it(self):
        assert statuses(covered(spec("2.3")))["2.3[ante_wager]"] == "cited"
        assert statuses(covered(account=Account((provision("2.3"),))))["2.3[ante_wager]"] == "cited"

    def test_a_provision(self):
        found = statuses(covered(account=Account((provision("2.4", "2.2(b)"),))))
        assert (found["2.4"], found["2.2(b)"], found["2.2"]) == ("provision", "provision", "leads")

    def test_a_spec_comes_before_a_provision_and_a_provision_before_the_list(self):
        account = Account((provision("2.1", "2.4"),), (left("note", "2.5"),))
        found = statuses(covered(spec("2.1"), account=account))
        assert (found["2.1"], found["2.4"], found["2.5"]) == ("cited", "provision", "note")

    def test_what_is_not_encoded_is_so_with_all_that_is_in_it(self):
        found = statuses(covered(account=Account((), (left("pending", "2.2"),))))
        assert {found[clause] for clause in ("2.2", "2.2(a)", "2.2(a)(i)", "2.2(b)")} == {"pending"}
        assert found["2.1"] == "uncovered"

    def test_the_first_reason_stands_and_a_citation_within_counts(self):
        account = Account((), (left("example", "2.2(a)"), left("pending", "2.2")))
        found = statuses(covered(spec("2.2(b)"), account=account))
        assert (found["2.2(a)(i)"], found["2.2"], found["2.2(b)"]) == ("example", "pending", "cited")

    def test_a_range(self):
        found = statuses(covered(account=Account((), (left("pending", "2.1 to 2.2(a)", "2.4 to 2.4"),))))
        assert [clause for clause, reason in found.items() if reason == "pending"] == [
            *("2.1", "2.2", "2.2(a)", "2.2(a)(i)", "2.2(a)(ii)", "2.2(b)", "2.4")
        ]  # each with all that is in it

    def test_what_a_spec_says_it_leaves_out_is_pending(self):
        found = statuses(covered(spec(("2.2", "left_out"), "2.2(b)")))
        assert (found["2.2"], found["2.2(a)(i)"], found["2.2(b)"]) == ("pending", "pending", "cited")

    @pytest.mark.parametrize("cite", ["2.2 (a) (i)", "2.2.(a)(i.)", " 2.2(a)(i)"])
    def test_clauses_are_known_however_they_are_spelled(self, cite: str):
        coverage = covered(spec(cite), account=Account((provision(cite),), (left("note", "2.5."),)))
        assert statuses(coverage)["2.2(a)(i)"] == "cited"
        assert coverage.findings == ()


class TestPayRows:
    """Of a table that is cited as a pay table only the rows that the spec has are cited."""

    def test_rows_go_by_what_specs_call_them(self):
        rows = [(f"2.3[{name}]", "row") for name in ("4_of_a_kind", "ante", "three_of_them", "nothing_of_the_kind")]
        for take in range(4):
            found = statuses(covered(spec(("2.3", "pay"), *rows[:take])))
            assert found["2.3"] == "cited"
            names = ("2.3[four_of_a_kind]", "2.3[ante_wager]", "2.3[3_of_them]")
            assert [found[name] for name in names] == ["cited"] * take + ["uncovered"] * (3 - take)

    def test_a_row_that_the_table_has_not_is_at_most_warned_of(self):
        rows = [(f"2.3[{name}]", "row") for name in ("royal", "4_of_a_kind", "ante", "3_of_them")]
        for take, left in ((1, "`four_of_a_kind`, `ante_wager`, `3_of_them`"), (2, "`ante_wager`, `3_of_them`")):
            (found,) = covered(spec(("2.3", "pay"), *rows[:take])).findings
            assert (found.rule, found.severity, found.clauses) == ("no-such-row", "warning", ("2.3",))
            assert found.hint == f"its rows that no spec names: {left}"
        (found,) = covered(spec(("2.3", "pay"), *rows)).findings
        assert found.hint == "each of its rows is named by a spec"

    def test_a_pay_table_that_is_not_there_is_one(self):
        (finding,) = covered(spec(("2.9", "pay"))).findings
        assert (finding.rule, finding.clauses) == ("no-such-clause", ("2.9",))


class TestFindings:
    def test_no_such_clause_once_a_place_with_the_nearest(self):
        coverage = covered(spec("2.2(c)", "2.2(c)"), account=Account((provision("2.9"),), (left("note", "1.1 Ore"),)))
        assert [(one.rule, one.severity, one.clauses, one.place.file, one.place.line) for one in coverage.findings] == [
            ("no-such-clause", "error", ("2.2(c)",), "spec.yaml", 1),
            ("no-such-clause", "error", ("2.2(c)",), "spec.yaml", 2),
            ("no-such-clause", "error", ("2.9",), "provisions.yaml", 3),
            ("no-such-clause", "error", ("1.1 Ore",), "provisions.yaml", 3),
        ]
        assert coverage.findings[0].hint == "did you mean `2.2(b)`?"
        assert coverage.findings[3].hint == "did you mean `1.1 Oar`?"
        assert len(covered(account=Account((provision("9", "9"),))).findings) == 1

    @pytest.mark.parametrize(
        ("cite", "hint"),
        [
            ("2.3[anti_wager]", "did you mean `2.3[ante_wager]`?"),
            ("2.3[zzz]", "the rows of `2.3` are 2.3[four_of_a_kind], 2.3[ante_wager], 2.3[3_of_them]"),
            ("2.1[zzz]", "the rows of `2.1` are not told apart"),
            ("zzzzz zzzzzz zzzz", ""),
        ],
    )
    def test_a_hint(self, cite: str, hint: str):
        (finding,) = covered(spec(cite)).findings
        assert finding.hint
        assert finding.hint == hint or not hint

    def test_a_range_of_which_both_ends_are_missing_is_told_of_both(self):
        coverage = covered(account=Account((), (left("pending", "2.8 to 2.9"),)))
        assert [one.clauses for one in coverage.findings] == [("2.8",), ("2.9",)]
        assert "pending" not in statuses(coverage).values()

    def test_a_range_that_runs_backwards(self):
        (finding,) = covered(account=Account((), (left("pending", "2.4 to 2.1"),))).findings
        assert (finding.rule, finding.clauses, finding.place) == ("bad-range", ("2.4", "2.1"), WHERE)

    def test_listed_as_not_encoded_and_cited_after_all(self):
        account = Account((provision("2.4"),), (left("note", "2.1", "2.4", "2.5"), left("pending", "2.2")))
        coverage = covered(spec("2.1", "2.2(a)"), account=account)
        assert [(one.rule, one.severity, one.clauses) for one in coverage.findings] == [
            ("encoded-after-all", "warning", ("2.1",)),
            ("encoded-after-all", "warning", ("2.4",)),
        ]

    def test_an_empty_part_of_a_pay_row_or_a_strange_clause_is_told_in_one_line(self):
        for cite in ("", "(", "[", "2.2(", "to", "2.2(a)(", "a:b:c", " to 2.1", "2.1 to ", "x" * 500):
            coverage = covered(spec(cite), account=Account((provision(cite),), (left("note", cite),)))
            assert coverage.findings
            assert all(one.rule == "no-such-clause" and "\n" not in one.message for one in coverage.findings)


class TestParts:
    def test_a_spec_cites_its_own_part_bare(self):
        found = statuses(covered(spec("1(1)", "general:1(2)", prefix="annex2"), lock=PARTS))
        assert [clause for clause, status in found.items() if status == "cited"] == ["general:1(2)", "annex2:1(1)"]
        assert in_full("1 (1)", "annex2") == "annex2:1(1)"
        assert in_full("general: 1(1)", "annex2") == "general:1(1)"
        assert in_full("1(1)", "") == "1(1)"

    def test_a_bare_clause_of_the_account_is_none(self):
        coverage = covered(account=Account((provision("1(1)"),)), lock=PARTS)
        assert [one.rule for one in coverage.findings] == ["no-such-clause"]

    def test_what_is_in_a_part(self):
        assert [*within(PARTS, "annex2")] == ["annex2", "annex2:1", "annex2:1(1)"]
        assert [*within(PARTS, "general:1")] == ["general:1", "general:1(1)", "general:1(2)"]
        assert [*within(LOCK, "2.2 (a)")] == ["2.2(a)", "2.2(a)(i)", "2.2(a)(ii)"]
        assert [*within(LOCK, "9")] == []
        assert (part_of(PARTS, "annex2:1(1)"), part_of(LOCK, "2.2(a)(i)")) == ("annex2", "2")

    def test_forgotten_clauses_are_told_a_part_at_a_time(self):
        coverage = covered(spec("1(1)", "1", prefix="annex2"), lock=PARTS)
        assert coverage_findings(coverage, ("annex2",), WHERE, "a/b") == []
        (finding,) = coverage_findings(coverage, (), WHERE, "a/b")
        assert (finding.rule, finding.spec, finding.place) == ("uncovered", "a/b", WHERE)
        assert finding.clauses == ("general:1", "general:1(1)", "general:1(2)")
        assert finding.message == "nothing accounts for 3 clauses of part general"

    def test_one_clause_is_said_in_the_singular(self):
        account = Account((), (left("pending", "1", "2.1 to 2.4"),))
        (finding,) = coverage_findings(covered(account=account), (), WHERE, "")
        assert finding.message == "nothing accounts for 1 clause of part 2"
        assert finding.clauses == ("2.5",)

    def test_shares_and_tallies(self):
        coverage = covered(spec("2.1"), account=Account((provision("2.4"),), (left("pending", "2.2"),)))
        assert share(coverage.of(("2.2",))) == (4 + 1, 5)
        assert share(coverage.of(())) == share(coverage.clauses)
        assert share(()) == (0, 0)
        assert dict(tally(coverage.of(("2",)))) == {
            "heading": 2,
            "cited": 1,
            "pending": 5,
            "provision": 1,
            "uncovered": 5,
            "layout_diagram": 1,
        }

    def test_settling_words_that_nobody_encodes_are_flagged_unless_they_are_pending(self):
        account = Account((), (left("note", "2.4", "2.5"), left("pending", "2.2")))
        assert [one.clause.id for one in unread(covered(account=account).clauses)] == ["2.4"]
        assert [one.clause.id for one in unread(covered(spec("2.4"), account=account).clauses)] == []

    def test_rows_of_tables_that_nobody_encodes_are_flagged_too(self):
        for reason, flagged in (("repetition", ["2.3[ante_wager]"]), ("pending", [])):
            account = Account((), (left(reason, "2.3[ante_wager]"),))
            found = covered(spec(("2.3", "pay")), account=account)
            assert [one.clause.id for one in unread(found.clauses)] == flagged


class TestSurvey:
    """The fixture's document, with its spec and provisions."""

    def test_all_of_it_is_accounted_for_but_one_clause(self):
        coverage = survey(Library(HERE), "harbour/small-wheel")
        assert coverage is not None
        assert coverage.findings == ()
        assert [one.clause.id for one in coverage.clauses if one.status == "uncovered"] == ["1.1 Quiet Table"]

    def test_the_finding_names_the_spec_and_stands_at_the_documents_entry(self):
        shelf = Library(HERE)
        spec = shelf.load("harbour/small-wheel")
        (finding,) = account_findings(shelf, [spec])
        assert (finding.rule, finding.spec, finding.clauses) == (
            *("uncovered", "harbour/small-wheel"),
            ("1.1 Quiet Table",),
        )
        assert Path(finding.place.file).name == "document.yaml"
        assert parts_of(spec.document) == ()
        assert claims(shelf, "harbour/small-wheel") == ()

    def test_without_a_lock_citations_are_not_checked_and_a_note_says_so(self, tmp_path: Path):
        shelf = Library(copy(tmp_path))
        (shelf.folder_of("harbour/small-wheel") / "clauses.lock").unlink()
        (finding,) = account_findings(shelf, [shelf.load("harbour/small-wheel")])
        assert (finding.rule, finding.severity) == ("no-lock", "note")
        assert survey(shelf, "harbour/small-wheel") is None

    def test_a_document_without_specs_claims_nothing(self, tmp_path: Path):
        root = copy(tmp_path)
        (root / "harbour/small-wheel.yaml").unlink()
        assert claims(Library(root), "harbour/small-wheel") is None

    def test_who_cites_a_clause(self):
        found = citing(Library(HERE), "harbour/small-wheel")
        assert {one.spec for one in found["3.1(b)"]} == {"harbour/small-wheel"}
        assert [one.spec for one in found["2.3"]] == ["", ""]
        assert [one.place.line for one in found["1.1 Croupier"]] == [7]
        assert "1.1 Quiet Table" not in found

    def test_wrong_citations_stand_where_they_are_written(self, tmp_path: Path):
        root = copy(tmp_path)
        file = root / "harbour/small-wheel.yaml"
        file.write_text(file.read_text().replace("cite: 3.1(c)", "cite: 3.1(d)"))
        shelf = Library(root)
        wrong = [one for one in account_findings(shelf, [shelf.load("harbour/small-wheel")]) if one.rule != "uncovered"]
        (finding,) = wrong
        assert (finding.rule, finding.spec, finding.clauses) == ("no-such-clause", "harbour/small-wheel", ("3.1(d)",))
        text = file.read_text().splitlines()[finding.place.line - 1]
        assert text[finding.place.column - 1 :].startswith("3.1(d)")


def copy(folder: Path) -> Path:
    """The fixture's specs in a folder of their own."""
    for path in HERE.rglob("*"):
        if path.is_file():
            target = folder / path.relative_to(HERE)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return folder


CITES = """
spec: a/b
document: {entry: a/doc, prefix: p, accounts_for: [p, general]}
base: {spec: a/c, cite: "1", replace: {settle: "2"}, remove: {pay: ["3", "4"]}, add: {terms: "5"}}
terms: {Oar: {means: oar, cite: 1 Oar, also: ["6"]}}
settle: {main: {cite: ["7"], open: "8", rules: [{when: a, then: win, cite: "9", overrides: "10"}]}}
pay:
  main: {cite: "11", rows: {flush: 1 to 1, pair: {then: 2 to 1, cite: "12"}}, at_most: {amount: "5", cite: "13"}}
left_out: [{what: x, cite: ["14", "15"]}]
"""


def test_every_clause_that_a_spec_cites_is_found(tmp_path: Path):
    file = tmp_path / "b.yaml"
    file.write_text(CITES)
    found = citations(file)
    assert (found.document, found.prefix, found.accounts_for) == ("a/doc", "p", ("p", "general"))
    kinds = ("item", "pay", "row", "left_out")
    by_kind = {kind: {one.clause for one in found.cites if one.kind == kind} for kind in kinds}
    assert by_kind["item"] >= {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "1 Oar"}
    assert by_kind["pay"] == {"11"}
    assert by_kind["row"] == {"11[main]", "11[flush]", "11[pair]"}
    assert by_kind["left_out"] == {"14", "15"}
    for one in found.cites:
        if one.kind != "row":
            line = CITES.splitlines()[one.place.line - 1]
            assert line[one.place.column - 1 :].lstrip('"').startswith(one.clause)


@pytest.mark.parametrize(
    "text", ["", "[]", "- x", "document: 3", "pay: [1]", "pay: {a: {cite: {}}}", "base: []", "a: {cite: {b: c}}"]
)
def test_a_spec_that_makes_no_sense_cites_nothing(text: str, tmp_path: Path):
    file = tmp_path / "b.yaml"
    file.write_text(text)
    assert [one for one in citations(file).cites if one.kind != "row"] == []
    assert citations(tmp_path / "nowhere.yaml").cites == ()
