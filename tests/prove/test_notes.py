"""What `check` notes beside what it finds: readings and what is left out. And vocabularies that know little."""

import re
from pathlib import Path

import pytest
from invented import BELLS, POCKETS, SPECS, edited
from playing import shipped

from rulespec.compare.compare import compare
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.model.finding import Finding
from rulespec.prove.check import check

OPTION = "side_table:    {values: [1, 2], missing: error, example: 1,"


def notes(settler: Settler, rule: str) -> list[Finding]:
    return [finding for finding in check(settler).findings if finding.rule == rule]


def test_the_reading_of_an_option_is_noted_with_its_clause(tmp_path: Path) -> None:
    changed = f'{OPTION} requires: side_table >= 1, reading: The clause says "some".,'
    spec = edited(tmp_path, BELLS, {OPTION: changed}).load(BELLS)
    (reading,) = spec.interpretations
    assert (reading.about, reading.result) == ("what the document demands of `side_table`", "`side_table >= 1`")
    assert (reading.because, reading.applies, reading.cites) == ('The clause says "some".', "always", ("2.6",))
    (note,) = notes(Settler(spec), "interpreted")
    assert note.message == (
        "no clause is clear about what the document demands of `side_table`; read: `side_table >= 1`. "
        'The clause says "some".'
    )
    assert (note.severity, note.clauses, note.place) == ("note", ("2.6",), reading.place)


def test_the_order_of_hands_is_noted_too(tmp_path: Path) -> None:
    within = {"{by: card_values, cite": "{by: card_values, interpretation: always, because: No clause says so., cite"}
    (note,) = notes(Settler(edited(tmp_path, BELLS, within).load(BELLS)), "interpreted")
    assert note.message == (
        "no clause is clear about two hands of one class; read: by the values of their cards. No clause says so."
    )


@pytest.mark.parametrize("name", Library().ids())
def test_every_reading_of_a_shipped_spec_is_noted(name: str) -> None:
    spec = shipped(name).spec
    text = Path(spec.file).read_text(encoding="utf-8")
    own = len(re.findall(r"^ +reading:|\breading:", text)) + text.count("interpretation: always")
    assert sum(reading.place.file == spec.file for reading in spec.interpretations) == own


# Vocabularies without the facts of acts.


def without(folder: Path, *names: str) -> Library:
    """Eight Pockets with a vocabulary that lacks these facts."""
    library = edited(folder, POCKETS, {})
    lines = (SPECS / "vocabulary.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if line.split(":")[0].strip() not in names]
    assert len(kept) == len(lines) - len(names)
    (folder / "vocabulary.yaml").write_text("".join(kept), encoding="utf-8")
    return library


ACTS = ("folded", "folded_at", "exposed", "placed", "placed_at", "amount", "stake")


@pytest.mark.parametrize("names", [("folded",), ACTS])
def test_a_vocabulary_without_folded_is_checked_as_one_with_it(tmp_path: Path, names: tuple[str, ...]) -> None:
    found = check(Settler(without(tmp_path, *names).load(POCKETS))).findings
    expected = check(Settler(Library(SPECS).load(POCKETS))).findings
    assert [(one.rule, one.message, one.witness) for one in found] == [
        (one.rule, one.message, one.witness) for one in expected
    ]


def test_specs_without_folded_are_compared(tmp_path: Path) -> None:
    library = without(tmp_path, *ACTS)
    other = (SPECS / f"{POCKETS}.yaml").read_text(encoding="utf-8").replace("eight-pockets", "other-pockets")
    other = other.replace("colour = amber,            then: win,", "colour = amber, then: lose,")
    (tmp_path / "harbour" / "other-pockets.yaml").write_text(other, encoding="utf-8")
    found = compare([Settler(library.load(name)) for name in (POCKETS, "harbour/other-pockets")])
    assert [row for row in found.rows if row.area == "settlement" and row.status == "differs"]


def test_a_game_with_folding_needs_no_fact_for_it(tmp_path: Path) -> None:
    changes = {
        "  - {when: folded, then: drop, cite: \"3.4\"}\n": "  - {when: always, then: drop, cite: \"3.4\"}\n",
        "    - {when: folded,                                     then: lose,      cite: 4.1(b)(i)}\n": "",
    }  # fmt: skip
    library = edited(tmp_path, BELLS, changes)
    text = (SPECS / "vocabulary.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("  folded:")]
    (tmp_path / "vocabulary.yaml").write_text("".join(lines), encoding="utf-8")
    assert notes(Settler(library.load(BELLS)), "conflict")
