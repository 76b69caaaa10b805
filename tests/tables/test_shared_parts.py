"""Parts that several specs share: what a spec takes in, where it stands, and every way to name it wrongly."""

from pathlib import Path

import pytest
from invented import BELLS, edited

from rulespec.errors import UsageError
from rulespec.load.library import Library
from rulespec.model.finding import Finding
from rulespec.model.rows import Rulebook
from rulespec.tables.compile import compile_spec

NAME = "harbour/lantern-rules"
FILE = "harbour/parts/lantern-rules"
PART = f"""\
part: {NAME}
title: What all games of the house share
groups:
  lights: {{of: lamp side, cite: "20.1"}}
options:
  bell_limit: {{missing: not_in_issue, cite: "20.2"}}
stake:
  lights:
    cite: "20.3"
    rules:
    - {{when: amount(it) > bell_limit, then: at most bell_limit, cite: "20.3"}}
settle:
  raise:
    cite: "20.4"
    rules:
    - {{when: folded, then: void, cite: "20.4"}}
"""
VOCABULARY = ("options:\n", "options:\n  bell_limit: {title: most on a light, type: amount, unit: dollars}\n")


def library(folder: Path, entry: str, part: str = PART, changes: dict[str, str] | None = None) -> Library:
    taken = f"parts:\n- {{part: {NAME}, {entry}}}\n\nhands:\n"
    found = edited(folder, BELLS, {"\nhands:\n": "\n" + taken, **(changes or {})}, {FILE: part})
    vocabulary = folder / "vocabulary.yaml"
    text = vocabulary.read_text(encoding="utf-8")
    assert text.count(VOCABULARY[0]) == 1
    vocabulary.write_text(text.replace(*VOCABULARY), encoding="utf-8")
    return found


def book(folder: Path, entry: str, part: str = PART) -> Rulebook:
    return compile_spec(library(folder, entry, part).load(BELLS))


def wrong(folder: Path, entry: str, part: str = PART) -> list[Finding]:
    found = library(folder, entry, part)
    return found.read(found.path(BELLS))[1]


ADDED = 'prevails: part, cite: "20", add: {settle.raise: "20.4"}'


def test_what_is_taken_in_cites_the_clause_that_lets_it_and_stands_where_it_is_written(tmp_path: Path) -> None:
    row = book(tmp_path, ADDED).stake["lamp"].rows[-1]
    assert row.cites == ("20.3", "20.1", "20")
    assert (row.place.file, row.place.line) == (str(tmp_path / f"{FILE}.yaml"), 11)
    assert [(origin.document, origin.clause, origin.via) for origin in row.origins] == [
        (NAME, "20.3", "rule"),
        (NAME, "20.1", "group"),
        (BELLS, "20", "inheritance"),
    ]


def test_a_part_is_taken_in_without_a_clause_where_none_says_so(tmp_path: Path) -> None:
    table = book(tmp_path, 'prevails: part, add: {settle.raise: "20.4"}').stake["lamp"]
    assert table.rows[-1].cites == ("20.3", "20.1")


def test_rules_are_added_to_a_table(tmp_path: Path) -> None:
    rows = book(tmp_path, ADDED).settle["raise"].rows
    assert [row.id for row in rows if row.rule == "20.4"] == ["20.4/raise/void"]
    assert "4.7(a)/raise/win" in {row.id for row in rows}


@pytest.mark.parametrize(("prevails", "kept"), [("part", "20.4/raise/void"), ("this", "4.7(a)/raise/win")])
def test_the_one_that_prevails_stands(tmp_path: Path, prevails: str, kept: str) -> None:
    rows = book(tmp_path, f'prevails: {prevails}, replace: {{settle.raise: "20.4"}}').settle["raise"].rows
    ids = {row.id for row in rows} & {"20.4/raise/void", "4.7(a)/raise/win"}
    assert ids == {kept}


def test_what_is_removed_is_not_taken_in(tmp_path: Path) -> None:
    made = book(tmp_path, 'prevails: this, replace: {settle.raise: "20.4"}, remove: {stake.lights: "20.5"}')
    assert "20.3" not in {row.rule for row in made.rows()}


def test_the_order_of_this_specs_own_entries_is_kept(tmp_path: Path) -> None:
    spec = library(tmp_path, ADDED).load(BELLS)
    assert [group.name for group in spec.groups] == ["bells", "table", "lights"]


def test_what_both_have_must_be_declared(tmp_path: Path) -> None:
    (found,) = wrong(tmp_path, "prevails: part")
    assert (found.rule, found.message) == ("undeclared-override", f"`settle.raise` is also in `{NAME}`")


def test_a_part_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    found = edited(tmp_path, BELLS, {"\nhands:\n": "\nparts:\n- {part: harbour/none, prevails: this}\n\nhands:\n"})
    findings = found.read(found.path(BELLS))[1]
    assert [one.message for one in findings] == ["there is no part `harbour/none`"]


def test_a_part_with_another_id(tmp_path: Path) -> None:
    found = wrong(tmp_path, ADDED, PART.replace(f"part: {NAME}", "part: harbour/other"))
    assert [one.rule for one in found] == ["wrong-id"]


def test_a_part_holds_nothing_that_is_a_specs(tmp_path: Path) -> None:
    found = wrong(tmp_path, ADDED, PART.replace("title:", "family: bells\ntitle:"))
    assert [one.message for one in found] == ["the key `family` does not belong here"]


def test_a_name_that_the_spec_does_not_declare_is_said_at_its_place(tmp_path: Path) -> None:
    found = wrong(tmp_path, ADDED, PART.replace("of: lamp side", "of: lamp horn"))
    assert [(one.message, one.place.file) for one in found] == [
        ("`horn` is no wager or group of this spec", str(tmp_path / f"{FILE}.yaml"))
    ]
    hint = f"`groups.lights` is inherited from `{NAME}`: remove or replace it too, under `parts`"
    assert found[0].hint == hint


def test_a_part_is_no_spec(tmp_path: Path) -> None:
    shelf = library(tmp_path, ADDED)
    assert shelf.ids() == (BELLS,)
    findings = shelf.read(tmp_path / f"{FILE}.yaml")[1]
    assert [one.message for one in findings] == [f"`{NAME}` is a part of specs, and none itself"]
    with pytest.raises(UsageError):
        shelf.path(NAME)


def test_what_a_part_cites_is_cited_by_the_specs_that_take_it_in(tmp_path: Path) -> None:
    shelf = library(tmp_path, ADDED)
    cited = {one.clause for one in shelf.citations(BELLS).cites}
    assert {"20", "20.1", "20.3", "20.4"} <= cited
