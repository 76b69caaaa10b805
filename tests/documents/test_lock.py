"""`clauses.lock`: written and read back, refused where it is broken, and without the document's words."""

import re
from pathlib import Path

import pytest
from document_making import DECIMAL, REAL, Made, documents, locked, read, real
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples

from rulespec.documents.clauses import read_clauses
from rulespec.documents.fingerprint import leads, settling_words
from rulespec.documents.lock import VERSION, Lock, Locked, lock_of, parse_lock, read_lock, write_lock
from rulespec.documents.profile import profile_from
from rulespec.documents.survey import profile_of
from rulespec.documents.tree import walk
from rulespec.errors import LoadError
from rulespec.load.library import Library

HERE = Path(__file__).parents[1] / "fixtures" / "documents"
SHELF = Library(HERE / "specs")
LOCK = HERE / "specs/harbour/documents/small-wheel/clauses.lock"
PRINT = "0" * 64


def text_of(*lines: str) -> str:
    return "\n".join((f"# rulespec clauses.lock: {VERSION}", "# document: a/b", "# instrument: Second", *lines))


def test_the_lock_of_the_fixture_is_that_of_its_text():
    entry = SHELF.document("harbour/small-wheel")
    text = (HERE / "sources" / entry.source).read_text(encoding="utf-8")
    lock = lock_of(read_clauses(text, profile_of(entry)), entry)
    assert write_lock(lock) == LOCK.read_text(encoding="utf-8")
    assert (lock.document, lock.instrument) == ("harbour/small-wheel", "Second edition")


@settings(max_examples=examples(40), deadline=None)
@given(documents())
def test_a_lock_reads_back_as_it_was_written(made: Made):
    lock = locked(*made)
    text = write_lock(lock)
    again = parse_lock(text.splitlines(), "clauses.lock")
    assert again.clauses == lock.clauses
    assert [*again.clauses] == [*lock.clauses]
    assert write_lock(again) == text


@pytest.mark.parametrize("name", REAL)
def test_the_lock_of_a_published_document_reads_back(name: str):
    lock = locked(*real(name))
    assert parse_lock(write_lock(lock).splitlines(), "").clauses == lock.clauses


@pytest.mark.parametrize("name", REAL)
def test_the_lock_that_is_shipped_is_that_of_the_published_document(name: str):
    shelf = Library()
    lock = read_lock(shelf.folder_of(name) / "clauses.lock")
    assert lock.clauses == locked(*real(name)).clauses


def test_an_instrument_on_two_lines_is_written_on_one():
    lock = Lock("a/b", "Order 1\nof the harbour", {"1": Locked("1", "rule", PRINT, (), "")})
    assert parse_lock(write_lock(lock).splitlines(), "").instrument == "Order 1 of the harbour"


@pytest.mark.parametrize("heading", ["# document: x", "# rulespec clauses.lock: 7", "#", "instrument: y", "a\u2028b"])
def test_no_heading_is_taken_for_the_head_of_the_lock(heading: str):
    texts = read_clauses(f"## {heading}\n\n## 1. A\n\n- 1.1 x.\n", profile_from({}))
    lock = lock_of(texts)
    assert parse_lock(write_lock(lock).splitlines(), "").clauses == lock.clauses


BROKEN = {
    "nothing": ("", 1),
    "no head": (f"1\trule\t{PRINT}\t", 1),
    "another version": ("# rulespec clauses.lock: 2", 1),
    "no version": ("# document: a/b", 1),
    "a head that is not first": (f"\n# rulespec clauses.lock: {VERSION}", 1),
    "a head between clauses": (text_of(f"1\trule\t{PRINT}\t", "# document: a/c"), 5),
    "a blank line": (text_of("", f"1\trule\t{PRINT}\t"), 4),
    "words": (text_of("A bet is placed before the spin."), 4),
    "blanks for tabs": (text_of(f"1 rule {PRINT} "), 4),
    "no marks": (text_of(f"1\trule\t{PRINT}"), 4),
    "one field more": (text_of(f"1\trule\t{PRINT}\t\t"), 4),
    "no id": (text_of(f"\trule\t{PRINT}\t"), 4),
    "a short fingerprint": (text_of(f"1\trule\t{PRINT[1:]}\t"), 4),
    "a fingerprint in capitals": (text_of(f"1\trule\t{'A' * 64}\t"), 4),
    "another kind": (text_of(f"1\tchapter\t{PRINT}\t"), 4),
    "an id twice": (text_of(f"1\trule\t{PRINT}\t", f"  1\trule\t{PRINT}\t"), 5),
    "a first clause below none": (text_of(f"  1\trule\t{PRINT}\t"), 4),
    "two levels at once": (text_of(f"1\trule\t{PRINT}\t", f"    1(a)\tparagraph\t{PRINT}\t"), 5),
    "an odd indentation": (text_of(f"1\trule\t{PRINT}\t", f" 1(a)\tparagraph\t{PRINT}\t"), 5),
    "a tab for indentation": (text_of(f"1\trule\t{PRINT}\t", f"\t1(a)\tparagraph\t{PRINT}\t"), 5),
    "a conflict": (text_of("<<<<<<< HEAD", f"1\trule\t{PRINT}\t"), 4),
    "levels without end": (text_of(*(f"{'  ' * depth}{depth}\trule\t{PRINT}\t" for depth in range(3000))), 45),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_lock_is_refused_at_its_line(what: str, tmp_path: Path):
    text, line = BROKEN[what]
    file = tmp_path / "clauses.lock"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LoadError) as refused:
        read_lock(file)
    assert str(refused.value).startswith(f"{file}:{line}:1: ")
    assert "\n" not in str(refused.value)


def test_what_is_no_text_is_refused_at_its_line(tmp_path: Path):
    file = tmp_path / "clauses.lock"
    file.write_bytes(text_of(f"1\trule\t{PRINT}\t").encode() + b"\n\xff")
    with pytest.raises(LoadError, match=r":5:1: this is not UTF-8 text"):
        read_lock(file)


@pytest.mark.parametrize("name", ["nowhere.lock", ""])
def test_a_file_that_cannot_be_read_is_refused_in_one_line(name: str, tmp_path: Path):
    with pytest.raises(LoadError, match=r"the lock `.*` cannot be read: [a-z ]+$"):
        read_lock(tmp_path / name)


@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_a_damaged_lock_is_read_or_refused_in_one_line(data: st.DataObject):
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    lines[place : place + 1] = data.draw(
        st.sampled_from(([], [lines[place]] * 2, [lines[place][3:]], [" " + lines[place]], [lines[place][:-70]]))
        | st.lists(st.text(max_size=20), max_size=2)
    )
    assert re.fullmatch(r"read|clauses\.lock:\d+:1: .*", said_of(lines))


def said_of(lines: list[str]) -> str:
    """`read`, or why the lines are no lock."""
    try:
        lock = parse_lock(lines, "clauses.lock")
    except LoadError as refused:
        return str(refused)
    assert all(clause.above == "" or clause.above in lock.clauses for clause in lock.clauses.values())
    return "read"


SECRET = "zymurgy xylophone quixotic fjord"


@pytest.mark.parametrize(
    "text",
    [
        f"- 2.1 {SECRET}.",
        f"- 2.1 A bet:\n  - (a) {SECRET}; or\n  - (b) must not {SECRET}.",
        f"- 2.1 A bet:\n\n| Sail | Prize |\n|---|---|\n| Jib | {SECRET} |",
        f"- 2.1 A bet:\n\n| Sail | {SECRET} |\n|---|---|\n| Jib | 1 to 1 |",
        f"- 2.1 A bet.\n\n**Table 1 - {SECRET}**\n\n| Jib | 1 to 1 |",
        f"“**Oar**” means {SECRET};\n\n- 2.1 A bet.",
        f"- 2.1 A bet.\n\nNote: {SECRET}.\n\nPlan 1 {SECRET}",
        f"- 2.1 A bet.\n\n<sup>3</sup> {SECRET}.",
        f"# {SECRET}\n\nCONTENTS\n\n{SECRET}\t1\n\n## 1. WORDS",
    ],
)
def test_a_lock_has_no_words_of_the_document(text: str):
    head = "" if text.startswith("#") else "## 1. WORDS\n\n1.1 In these rules:\n\n"
    section = "## 2. BETS\n\n" if "- 2.1" in text and not text.startswith("“") else ""
    lock = write_lock(locked(head + section + text + "\n\n## 3. " + SECRET.upper() + "\n", profile_from(DECIMAL)))
    assert not any(word in lock.casefold() for word in SECRET.split())


def test_the_words_of_a_heading_are_its_id():
    lock = locked("## 1. WORDS\n\n### Of oars\n\n- 1.1 x.\n", profile_from(DECIMAL))
    assert [*lock.clauses] == ["1", "1 Of oars", "1.1"]


@pytest.mark.parametrize("name", REAL)
def test_the_locks_that_are_shipped_have_ids_and_fingerprints_alone(name: str):
    texts = read(*real(name))
    for line in write_lock(lock_of(texts)).splitlines()[3:]:
        found, kind, digest, marks = line.strip(" ").split("\t")
        assert found in texts.clauses
        assert re.fullmatch(r"[a-z]+ [0-9a-f]{64} [a-z ]*", f"{kind} {digest} {marks}")
        assert len(found) < 130


class TestMarks:
    """`leads`, and the words that settle wagers or bind people."""

    @pytest.mark.parametrize(
        ("text", "leading"),
        [
            ("- 1.1 A bet shall:\n- (a) win.", True),
            ("- 1.1 A bet.", False),
            ("- 1.1 A bet is lost.\n- (a) win.", False),
            ("- 1.1 A bet shall\n- (a) win;\nregardless of the sea.", True),
            ("- 1.1 A bet shall:\n- (a) win.\n\nThe guest is told.", False),
        ],
    )
    def test_a_clause_leads_whose_sentence_goes_on_below(self, text: str, leading: bool):
        profile = profile_from({"tails": ["regardless of"]})
        rule = next(c[-1] for c in walk(read_clauses(f"## 1. A\n\n{text}\n", profile).tree) if c[-1].id == "1.1")
        assert leads(rule) is leading

    def test_settling_words_are_whole_words_in_the_order_of_the_list(self):
        assert settling_words("Shall be Paid where it WINS") == ("win", "paid", "shall")
        assert settling_words("winner unpaid avoid mustard repaid") == ()
