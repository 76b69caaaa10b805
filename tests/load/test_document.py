"""The entry of a document, its account and its profile: read where they are right, told about where they are wrong."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.documents.opening import open_document
from rulespec.documents.survey import account_findings, profile_of, survey
from rulespec.errors import LoadError, RulespecError, UsageError
from rulespec.load.document import read_account, read_entry
from rulespec.load.library import Library
from rulespec.load.vocabulary import read_vocabulary
from rulespec.model.document import REASONS, NotEncoded, Provision, Waiver
from rulespec.model.finding import Finding

HERE = Path(__file__).parents[1] / "fixtures" / "documents"
NAME = "harbour/small-wheel"
FOLDER = "harbour/documents/small-wheel"
FILES = ("profiles.yaml", f"{FOLDER}/document.yaml", f"{FOLDER}/provisions.yaml")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The fixture's specs in a folder of their own."""
    for path in (HERE / "specs").rglob("*"):
        if path.is_file():
            target = tmp_path / path.relative_to(HERE / "specs")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return tmp_path


def change(root: Path, name: str, old: str, new: str) -> Path:
    path = root / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def wrong(read: Callable[[], object]) -> tuple[Finding, ...]:
    with pytest.raises(LoadError) as refused:
        read()
    return refused.value.findings


def at(finding: Finding) -> str:
    """The rest of the line at which a finding stands."""
    line = Path(finding.place.file).read_text(encoding="utf-8").splitlines()[finding.place.line - 1]
    return line[finding.place.column - 1 :]


class TestEntry:
    def test_it_is_read(self):
        entry = Library(HERE / "specs").document(NAME)
        assert (entry.id, entry.source, entry.effective) == (NAME, "small-wheel.txt", "2021-01-01")
        assert entry.instrument == "Second edition"
        assert [(one.rule, one.clause) for one in entry.waivers] == [("contents-title", "3")]
        assert isinstance(entry.waivers[0], Waiver)

    def test_its_profile_is_its_own_over_the_one_it_names(self, root: Path):
        change(root, FILES[1], "{like: harbour-house}", '{like: harbour-house, levels: 3, items: ["(1)"]}')
        profile = profile_of(Library(root).document(NAME))
        assert profile.levels == 3
        assert [level[0].alphabet for level in profile.items] == ["number"]
        assert profile.contents == ("CONTENTS",)

    @pytest.mark.parametrize(
        ("old", "new", "rule", "place"),
        [
            ("document: harbour/small-wheel", "document: harbour/wheel", "wrong-id", "harbour/wheel"),
            ("document: harbour/small-wheel", "document: Small Wheel", "bad-form", "Small Wheel"),
            ("title: House rules of Small Wheel\n", "", "missing-key", ""),
            ("effective: 2021-01-01", "effective: soon", "bad-form", "soon"),
            ("source: small-wheel.txt", "source: [a]", "wrong-type", "[a]"),
            ("\ninstrument: Second edition", "\ninstrument: {a: b}", "wrong-type", "{a"),
            ("publisher:", "publishers:", "unknown-key", ""),
            ("{like: harbour-house}", "{like: harbour-horse}", "unknown-name", "harbour-horse"),
            ("{like: harbour-house}", "{like: [a]}", "unknown-name", "[a]"),
            ("{like: harbour-house}", "5", "wrong-type", "5"),
            ("rule: contents-title", "rule: Contents", "bad-form", "Contents"),
            ('clause: "3", ', "", "missing-key", "{rule"),
            ("because: the contents speak of several settlements", 'because: ""', "bad-form", '""'),
            ("date: 2020-03-01", "date: 1/3/2020", "bad-form", "1/3/2020"),
            ("date: 2020-03-01", "date: 2020-02-30", "bad-form", "2020-02-30"),
            (", date: 2020-03-01", "", "missing-key", "{clauses"),
            ("clauses: [2.1 to 2.3]", "clauses: []", "bad-form", "[]"),
            ("instrument: First supplement", "instrument: [a]", "wrong-type", "[a]"),
            ("deleted: true", "deleted: maybe", "wrong-type", "maybe"),
            ("deleted: true", "removed: true", "unknown-key", "removed"),
            ("title: House", "title: A\ntitle: House", "", "title"),
            ("title: House", "title: &a House", "", ""),
            ("title: House", "\ttitle: House", "", ""),
            ("title: House", "title: 'House", "", ""),
        ],
    )
    def test_what_is_wrong_is_told_with_its_place(self, root: Path, old: str, new: str, rule: str, place: str):
        file = change(root, FILES[1], old, new)
        findings = wrong(lambda: Library(root).document(NAME))
        assert findings
        assert all(Path(one.place.file).resolve() == file.resolve() for one in findings)
        assert all(one.place.line >= 1 and one.place.column >= 1 and one.severity == "error" for one in findings)
        assert not rule or findings[0].rule == rule
        assert at(findings[0]).startswith(place)

    def test_the_nearest_profile_is_named(self, root: Path):
        change(root, FILES[1], "{like: harbour-house}", "{like: harbour-horse}")
        (finding,) = wrong(lambda: Library(root).document(NAME))
        assert finding.hint == "did you mean `harbour-house`?"

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('items: ["(a)", "(i)"]', 'items: ["(q)"]', "is not the first mark of a list"),
            ('items: ["(a)", "(i)"]', "items: (a)", "`items` is a list"),
            ('definitions: ["1.1"]', "definitions: [3: 4]", "a list of pieces of text"),
            ("begins: 1. DEFINITIONS", "begin: 1. DEFINITIONS", "has no key `begin`"),
            ("begins: 1. DEFINITIONS", "begins: [a]", "is a piece of text"),
            ("begins: 1. DEFINITIONS", "levels: 9", "`levels` is how many"),
            ("begins: 1. DEFINITIONS", "levels: {a: b}", "`levels` is how many"),
            ("begins: 1. DEFINITIONS", "numbering: [a]", "`numbering` is"),
            ("begins: 1. DEFINITIONS", "parts: []", "`parts` is a list"),
        ],
    )
    def test_a_profile_that_cannot_be_used_is_refused_in_one_line(self, root: Path, old: str, new: str, message: str):
        change(root, FILES[0], old, new)
        with pytest.raises(LoadError, match=r"document\.yaml:1:1: its `profile` cannot be used: ") as refused:
            profile_of(Library(root).document(NAME))
        assert message in str(refused.value)
        assert "\n" not in str(refused.value)

    def test_profiles_that_cannot_be_read(self, root: Path):
        (root / FILES[0]).write_text("- a\n")
        findings = wrong(lambda: Library(root).document(NAME))
        assert {Path(one.place.file).name for one in findings} <= {"profiles.yaml", "document.yaml"}
        (root / FILES[0]).unlink()
        assert wrong(lambda: Library(root).document(NAME))

    @pytest.mark.parametrize(
        "name", ["harbour/small-weel", "", "x", "../../etc", "harbour/../harbour", "a/b/c", "\0/a"]
    )
    def test_a_document_that_is_not_there(self, name: str):
        with pytest.raises(UsageError, match="there is no document"):
            Library(HERE / "specs").document(name)

    def test_an_entry_by_itself(self, tmp_path: Path):
        deep = tmp_path / "a/documents/b/document.yaml"
        deep.parent.mkdir(parents=True)
        deep.write_text("document: a/b\n")
        entry, findings = read_entry(deep, "a/b")
        assert entry is None
        assert {one.rule for one in findings} == {"missing-key"}


class TestAccount:
    def test_it_is_read(self):
        account = Library(HERE / "specs").account(NAME)
        assert [(one.who, one.mode, one.act, one.cites) for one in account.provisions] == [
            ("dealer", "must", "announce_no_more_bets", ("2.3",)),
            ("dealer", "must", "spin_wheel", ("2.3",)),
            ("operator", "may", "close_table", ("3.4",)),
        ]
        closing = account.provisions[2]
        assert isinstance(closing, Provision)
        assert (closing.about, closing.when, closing.notice) == (("table",), ("notice_given",), "10 minutes")
        assert [one.reason for one in account.not_encoded] == ["definition"]
        assert isinstance(account.not_encoded[0], NotEncoded)
        assert account.not_encoded[0].reason in REASONS

    @pytest.mark.parametrize(
        ("old", "new", "rule", "place"),
        [
            ("must: spin_wheel", "must: spin_weel", "unknown-name", "spin_weel"),
            ("who: operator", "who: operators", "unknown-name", "operators"),
            ("about: table", "about: table | tables", "unknown-name", "table | tables"),
            ("when: notice_given", "unless: notice_gone", "unknown-name", "notice_gone"),
            ("must: spin_wheel", "must: spin_wheel, may: spin_wheel", "bad-form", "{who"),
            ("must: spin_wheel, ", "", "missing-key", "{who"),
            ("must: spin_wheel", "shall: spin_wheel", "missing-key", ""),
            ("must: spin_wheel", "must: Spin", "bad-form", "Spin"),
            ("notice: 10 minutes", "notice: ten minutes", "bad-form", "ten minutes"),
            ('cite: "3.4"', "cite: []", "bad-form", "[]"),
            ('cite: "3.4"', "cite: {a: b}", "wrong-type", "{a"),
            ("reason: definition", "reason: because", "not-one-of", "because"),
            (", because: it is the dealer", ", because: []", "wrong-type", "[]"),
            ("clauses: 1.1 Croupier, ", "", "missing-key", "{reason"),
            ("provisions:", "provision:", "unknown-key", "provision"),
            ("provisions:", "provisions: [", "", ""),
        ],
    )
    def test_what_is_wrong_is_told_with_its_place(self, root: Path, old: str, new: str, rule: str, place: str):
        file = change(root, FILES[2], old, new)
        findings = wrong(lambda: Library(root).account(NAME))
        assert all(Path(one.place.file).resolve() == file.resolve() for one in findings)
        assert not rule or findings[0].rule == rule
        assert at(findings[0]).startswith(place)

    def test_all_files_of_the_folder_are_read_in_order(self, root: Path):
        more = "not_encoded:\n- {reason: pending, clauses: [3.1 to 3.2]}\n"
        (root / FOLDER / "a.yaml").write_text(more)
        (root / FOLDER / "z.yaml").write_text(more.replace("3.1", "2.1").replace("3.2", "2.2"))
        account = Library(root).account(NAME)
        assert [one.clauses for one in account.not_encoded] == [("3.1 to 3.2",), ("1.1 Croupier",), ("2.1 to 2.2",)]

    def test_a_clause_written_as_a_number_keeps_its_spelling(self, root: Path):
        change(root, FILES[2], 'cite: "3.4"', "cite: [3.10, 3.1]")
        assert Library(root).account(NAME).provisions[2].cites == ("3.10", "3.1")

    def test_a_folder_without_an_account(self, tmp_path: Path):
        account, findings = read_account(tmp_path, read_vocabulary(HERE / "specs/vocabulary.yaml")[0])
        assert (account.provisions, account.not_encoded, findings) == ((), (), [])


# Whatever is in the files: findings, or an error for people, and never a traceback.

LINE = re.compile(r"[\w./-]+")
JUNK = (
    "",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "#",
    "&a ",
    "*a",
    "!!x ",
    "|",
    "\t",
    "null",
    "1e9",
    "~",
    "é",
    "a: b",
)


@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_files_that_are_damaged_anyhow_are_told_about(root: Path, data: st.DataObject):
    name = data.draw(st.sampled_from(FILES))
    path, original = root / name, (HERE / "specs" / name).read_text(encoding="utf-8")
    path.write_text(damaged(original, data), encoding="utf-8")
    try:
        shelf = Library(root)
        for use in (partial(profile_and_account, shelf), partial(survey, shelf, NAME), partial(opened, shelf)):
            said = what_is_said(use)
            placed = [one.place for one in said if one.rule != "not-text"]  # the whole file, where it has a NUL in it
            assert all(place.file and place.line >= 1 and place.column >= 1 for place in placed)
            assert all(one.message and "\n" not in one.message for one in said)
    finally:
        path.write_text(original, encoding="utf-8")


def damaged(text: str, data: st.DataObject) -> str:
    for _ in range(data.draw(st.integers(1, 3))):
        words = [*LINE.finditer(text)]
        if not words:
            return text
        word = data.draw(st.sampled_from(words))
        other = data.draw(st.sampled_from(JUNK) | st.sampled_from([one[0] for one in words]) | st.text(max_size=4))
        cut = data.draw(st.integers(0, 2))
        end = word.end() if cut else word.start()
        text = text[: word.start()] + other + text[end + (cut == 2) :]
    return text.encode("utf-8", "replace").decode("utf-8")


def profile_and_account(shelf: Library) -> list[Finding]:
    profile_of(shelf.document(NAME))
    shelf.account(NAME)
    return account_findings(shelf, [shelf.load(NAME)])


def opened(shelf: Library) -> None:
    open_document(shelf, NAME, str(HERE / "sources"))


def what_is_said(use: Callable[[], object]) -> list[Finding]:
    """The findings, returned or raised with an error for people."""
    found, summary = outcome(use)
    assert summary
    assert "\n" not in summary
    return [one for one in found if isinstance(one, Finding)]


def outcome(use: Callable[[], object]) -> tuple[Iterable[object], str]:
    try:
        found = use()
    except RulespecError as error:
        return error.findings, str(error)
    return found if isinstance(found, list) else [], "no error"
