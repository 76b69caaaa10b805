"""A spec on the base of another: what is added, replaced and removed, and every way to declare it wrongly."""
# ruff: noqa: E501 - a rule stands in one line

from pathlib import Path

import pytest
from invented import BELLS, SPECS, TIE, bells, edited, place_of, refused, settle

from rulespec.errors import LoadError
from rulespec.lang.show import show
from rulespec.load.library import Library
from rulespec.model.finding import Finding
from rulespec.model.rows import Rulebook
from rulespec.tables.compile import compile_spec

NAME = "harbour/four-bells"
HEAD = """\
spec: harbour/four-bells
title: Four Bells
family: bells
domain: community-poker
document:
  title: House rules of Three Bells
  jurisdiction: Nowhere
  publisher: The Harbour House
  instrument: First edition
  effective: 2020-01-01
base:
  spec: harbour/three-bells
  prevails: this
  cite: "9.1"
"""


def library(folder: Path, text: str, changes: dict[str, str] | None = None) -> Library:
    return edited(folder, BELLS, changes or {}, {NAME: HEAD + text})


def book(folder: Path, text: str) -> Rulebook:
    return compile_spec(library(folder, text).load(NAME))


def wrong(folder: Path, text: str, changes: dict[str, str] | None = None) -> list[Finding]:
    found = library(folder, text, changes)
    return found.read(found.path(NAME))[1]


def test_what_is_not_mentioned_applies_with_the_clause_that_lets_it(tmp_path: Path) -> None:
    inherited, own = book(tmp_path, "").settle["raise"], compile_spec(Library(SPECS).load(BELLS)).settle["raise"]
    assert [row.id for row in inherited.rows] == [row.id for row in own.rows]
    assert inherited.rows[0].cites == ("4.7(a)", "9.1")
    assert [(origin.document, origin.clause, origin.via) for origin in inherited.rows[0].origins] == [
        (BELLS, "4.7(a)", "rule"),
        (NAME, "9.1", "inheritance"),
    ]
    assert inherited.cites == ("4.7", "9.1")


def test_what_comes_from_another_part_of_a_document_keeps_its_prefix(tmp_path: Path) -> None:
    def part(text: str, prefix: str) -> str:
        return text.replace("effective: 2020-01-01\n", f"effective: 2020-01-01\n  prefix: {prefix}\n")

    base = (SPECS / f"{BELLS}.yaml").read_text(encoding="utf-8")
    shelf = edited(tmp_path, BELLS, {}, {BELLS: part(base, "one"), NAME: part(HEAD, "two")})
    inherited, own = compile_spec(shelf.load(NAME)).settle["raise"], compile_spec(shelf.load(BELLS)).settle["raise"]
    assert [row.cites for row in inherited.rows] == [
        (*(f"one:{clause}" for clause in row.cites), "9.1") for row in own.rows
    ]
    assert all(":" not in clause for row in own.rows for clause in row.cites)


def test_wagers_and_stages_carry_the_clause_too(tmp_path: Path) -> None:
    spec = library(tmp_path, "").load(NAME)
    assert spec.wagers[0].cites == ("2.1", "9.1")
    assert spec.stages[0].cites == ("3.1", "9.1")
    assert (spec.base, spec.base_cites) == (BELLS, ("9.1",))


REPLACED = """\
  replace:
    settle.raise: "9.2"
settle:
  raise:
    cite: "9.2"
    rules:
    - {when: always, then: void, cite: "9.2"}
"""


def test_a_replaced_table_stands_alone(tmp_path: Path) -> None:
    table = book(tmp_path, REPLACED).settle["raise"]
    assert [row.id for row in table.rows] == ["9.2/raise/void", "3.4/raise/lose"]  # the hand's rule is another table
    assert table.rows[0].cites == ("9.2",)
    assert table.rows[0].origins[0].document == NAME


def test_a_removed_table_is_gone(tmp_path: Path) -> None:
    made = book(tmp_path, '  remove:\n    settle.lamp: "9.3"\n    wagers.lamp: "9.3"\n    pay.lamp: "9.3"\n')
    assert "lamp" not in made.settle
    assert "lamp" not in {wager.name for wager in made.spec.wagers}


ADDED = """\
  add:
    settle.raise: "9.4"
settle:
  raise:
    cite: "9.4"
    rules:
    - {when: folded, then: void, cite: "9.4"}
"""


def test_added_rules_stand_behind_those_of_the_base(tmp_path: Path) -> None:
    table = book(tmp_path, ADDED).settle["raise"]
    assert [row.id for row in table.rows] == [
        "4.7(a)/raise/win",
        "4.7(b)/raise/lose",
        "4.7(c)/raise/stand_off",
        "9.4/raise/void",
        "3.4/raise/lose",
    ]
    assert table.cites == ("4.7", "9.4")
    assert table.rows[0].cites == ("4.7(a)", "9.1")
    assert table.rows[3].cites == ("9.4",)


def test_a_hand_table_can_be_added_to(tmp_path: Path) -> None:
    text = '  add: {hand: "9.5"}\nhand:\n  cite: "9.5"\n  rules:\n  - {when: folded, then: {lamp: lose}, cite: "9.5"}\n'
    made = book(tmp_path, text)
    assert "9.5/lamp/lose" in {row.id for row in made.settle["lamp"].rows}
    assert "3.4/second/lose" in {row.id for row in made.settle["second"].rows}


def test_a_replaced_stage_keeps_its_place(tmp_path: Path) -> None:
    made = book(tmp_path, '  replace: {stages.dawn: "9.6"}\nstages:\n  dawn: {board: 0, cite: "9.6"}\n')
    assert [stage.name for stage in made.spec.stages] == ["dawn", "noon", "dusk"]
    assert made.spec.stages[0].cites == ("9.6",)


def test_what_a_new_definition_means_reaches_inherited_rules(tmp_path: Path) -> None:
    text = '  replace: {define.dealer.opens: "9.7"}\ndefine:\n  dealer.opens: {is: dealer.hand >= flush, cite: "9.7"}\n'
    first = book(tmp_path, text).settle["first"].rows[0]
    assert first.cites == ("4.1(a)", "9.7", "9.1")
    assert show(first.when) == "dealer.opens and player.hand > dealer.hand"


WRONG = {
    "what both have must be declared": (
        "settle:\n  raise:\n    cite: \"9.2\"\n    rules: []\n",
        "undeclared-override",
        "`settle.raise` is also in `harbour/three-bells`",
        "  raise:",
    ),
    "the base has no such entry": ("  remove: {settle.rise: \"9\"}\n", "unknown-path", "`settle.rise` is not in", "settle.rise"),
    "replaced, but nothing stands here": ("  replace: {settle.raise: \"9\"}\n", "unknown-path", "but this spec has no such entry", "settle.raise"),
    "added, but nothing stands here": ("  add: {settle.raise: \"9\"}\n", "unknown-path", "but this spec has no such entry", "settle.raise"),
    "removed, and yet here": (
        "  remove: {define.dealer.opens: \"9\"}\ndefine:\n  dealer.opens: {is: always, cite: \"9\"}\n",
        "unknown-path",
        "is removed and yet stands here",
        "define.dealer.opens",
    ),
    "twice": (REPLACED.replace("settle:\n  raise", "  add:\n    settle.raise: \"9.8\"\nsettle:\n  raise"), "repeated-name", "`settle.raise` is under `replace` and under `add`", "settle.raise: \"9.8\""),
    "added to what holds no rules": (
        "  add: {wagers.raise: \"9\"}\nwagers:\n  raise: {placed: decided, cite: \"9\"}\n",
        "unknown-path",
        "`wagers.raise` holds no rules to add to",
        "wagers.raise",
    ),
    "an intent that would be about one table only": (
        ADDED.replace("    cite: \"9.4\"\n", "    cite: \"9.4\"\n    intent: open\n"),
        "bad-form",
        "`settle.raise` has rules added to it, and `intent` would be about the rules of one table only",
        "intent: open\n",
    ),
    "a when that would be about one table only": (
        ADDED.replace("    cite: \"9.4\"\n", "    cite: \"9.4\"\n    when: folded\n"),
        "bad-form",
        "`settle.raise` has rules added to it, and `when` would be about the rules of one table only",
        "when: folded\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_declared_wrongly(tmp_path: Path, what: str) -> None:
    text, rule, message, at = WRONG[what]
    found = wrong(tmp_path, text)
    assert [finding.rule for finding in found] == [rule]
    assert message in found[0].message
    place = found[0].place
    line, column = place_of(tmp_path, NAME, at)
    indent = len(at) - len(at.lstrip())
    assert (place.line, place.column) == (line, column + indent)
    assert place.file.endswith("four-bells.yaml")


def test_the_nearest_path_is_named(tmp_path: Path) -> None:
    assert wrong(tmp_path, '  remove: {settle.rise: "9"}\n')[0].hint == "did you mean `settle.raise`?"


def test_a_when_of_the_base_is_not_stretched_over_added_rules(tmp_path: Path) -> None:
    changes = {'  raise:\n    cite: "4.7"': '  raise:\n    when: not folded\n    cite: "4.7"'}
    found = wrong(tmp_path, ADDED, changes)
    assert [finding.rule for finding in found] == ["bad-form"]
    assert found[0].place.file.endswith("three-bells.yaml")


def test_there_is_no_such_base(tmp_path: Path) -> None:
    made = edited(tmp_path, BELLS, {}, {NAME: HEAD.replace("spec: harbour/three-bells", "spec: harbour/two-bells")})
    (finding,) = made.read(made.path(NAME))[1]
    assert (finding.rule, finding.message) == ("unknown-spec", "there is no spec `harbour/two-bells`")


def test_a_spec_is_not_its_own_base(tmp_path: Path) -> None:
    made = edited(tmp_path, BELLS, {}, {NAME: HEAD.replace("spec: harbour/three-bells", f"spec: {NAME}")})
    (finding,) = made.read(made.path(NAME))[1]
    assert (finding.rule, finding.message) == ("circular", f"`{NAME}` is based on itself")


def test_what_is_wrong_with_the_base_is_said_there(tmp_path: Path) -> None:
    found = wrong(tmp_path, "", {"then: win,       cite: 4.7(a)}": "then: wins,      cite: 4.7(a)}"})
    assert [finding.place.file.rpartition("/")[2] for finding in found] == ["three-bells.yaml"]
    with pytest.raises(LoadError):
        library(tmp_path, "", {"then: win,       cite: 4.7(a)}": "then: wins,      cite: 4.7(a)}"}).load(NAME)


def test_a_base_may_have_a_base(tmp_path: Path) -> None:
    third = HEAD.replace(NAME, "harbour/five-bells").replace("three-bells", "four-bells").replace("9.1", "10.1")
    made = edited(tmp_path, BELLS, {}, {NAME: HEAD + REPLACED, "harbour/five-bells": third})
    table = compile_spec(made.load("harbour/five-bells"))
    assert table.settle["raise"].rows[0].cites == ("9.2", "10.1")
    assert table.settle["first"].rows[0].cites == ("4.1(a)", "1.7", "9.1", "10.1")
    assert [(o.document, o.via) for o in table.settle["raise"].rows[0].origins] == [
        (NAME, "rule"),
        ("harbour/five-bells", "inheritance"),
    ]


# What is removed, and what of the base still speaks of it.


def test_each_inherited_entry_that_speaks_of_a_removed_wager_is_named(tmp_path: Path) -> None:
    found = wrong(tmp_path, '  remove: {wagers.lamp: "9.3"}\n')
    assert [(finding.message, finding.hint) for finding in found] == [
        (
            "`lamp` is no wager or group of this spec",
            f"`{path}` is inherited from `{BELLS}`: remove or replace it too, under `base`",
        )
        for path in ("settle.lamp", "pay.lamp")
    ]
    assert {finding.place.file.rpartition("/")[2] for finding in found} == {"three-bells.yaml"}


@pytest.mark.parametrize(
    ("removed", "paths"),
    [
        ("wagers.second", {"groups.bells", "valid.side", "settle.second", "pay.second"}),
        ("wagers.first", {"groups.bells", "wagers.second", "wagers.lamp", "play.dawn", "play.noon", "play.dusk", "stake.raise", "settle.first", "pay.first"}),
        ("stages.noon", {"play.noon", "stake.raise"}),
        ("define.dealer.opens", {"settle.first", "settle.second"}),
        ("hands.player.short", {"settle.side"}),
        ("options.house_maximum", {"stake.table"}),
        ("options.side_table", {"pay.side"}),
        ("groups.table", {"stake.table"}),
        ("deeds.drop", {"hand"}),
    ],
)  # fmt: skip
def test_what_speaks_of_a_removed_name_is_named(tmp_path: Path, removed: str, paths: set[str]) -> None:
    found = wrong(tmp_path, f'  remove: {{{removed}: "9.3"}}\n')
    assert {finding.hint.split("`")[1] for finding in found} == paths
    assert all("remove or replace it too" in finding.hint for finding in found)


def test_what_is_wrong_in_the_base_itself_keeps_its_hint(tmp_path: Path) -> None:
    found = wrong(tmp_path, '  remove: {wagers.lamp: "9.3"}\n', {"is: dealer.hand >= pair": "is: dealer.hand >= pairs"})
    assert [finding.hint for finding in found if "pairs" in finding.message] == ["did you mean `pair`?"]
    assert sum("remove or replace it too" in finding.hint for finding in found) == 2


# What the base leaves out.

LEFT_OUT = """
left_out:
  bonus:  {wagers: bonus_1 bonus_2, because: not encoded yet, cite: "8.1"}
  events: {events: true, because: not encoded yet, cite: "8.2"}
"""


def left_out(folder: Path, text: str) -> list[tuple[str, tuple[str, ...], str, tuple[str, ...]]]:
    base = {'lamp: {always: 2 * stake(it) + 5, cite: "6.5"}': f'lamp: {{always: 1 to 1, cite: "6.5"}}{LEFT_OUT}'}
    spec = library(folder, text, base).load(NAME)
    return [(one.name, one.wagers, one.because, one.cites) for one in spec.left_out]


def test_what_the_base_leaves_out_is_left_out_here_by_its_clauses(tmp_path: Path) -> None:
    bonus = ("bonus", ("bonus_1", "bonus_2"), "not encoded yet", ("8.1",))
    events = ("events", (), "not encoded yet", ("8.2",))
    assert left_out(tmp_path, "") == [bonus, events]
    own = 'left_out:\n  bonus: {wagers: bonus_3, because: not here, cite: "9.9"}\n  more: {because: too much, cite: "9.8"}\n'
    assert left_out(tmp_path, own) == [
        ("bonus", ("bonus_3",), "not here", ("9.9",)),
        events,
        ("more", (), "too much", ("9.8",)),
    ]
    assert left_out(tmp_path, '  remove: {left_out.bonus: "9.9"}\n') == [events]


def test_a_round_with_what_the_base_leaves_out_is_refused(tmp_path: Path) -> None:
    left_out(tmp_path, "")
    round_ = {**bells(TIE, {"first": 10, "bonus_1": 5}), "spec": NAME}
    (message,) = {message for message, _ in refused(settle(round_, Library(tmp_path)))}
    assert message == "seat 1: the document rules on `bonus_1`, but this spec leaves bonus out"


def test_an_event_is_refused_by_the_clauses_on_irregularities_alone(tmp_path: Path) -> None:
    left_out(tmp_path, 'left_out:\n  more: {because: too much, cite: "9.8"}\n')
    round_ = {**bells(TIE, events=[{"event": "bell_dropped"}]), "spec": NAME}
    (finding,) = settle(round_, Library(tmp_path)).findings
    assert finding.clauses == ("8.2",)


def test_a_wager_that_this_spec_has_is_not_left_out(tmp_path: Path) -> None:
    changes = {
        'second: {placed: before_deal, equals: first, cite: "2.2"}': 'second: {placed: before_deal, cite: "2.2"}'
    }
    own = 'left_out:\n  bells: {wagers: lamp bonus, because: not encoded, cite: "9"}\n'
    (finding,) = wrong(tmp_path, own, changes)
    assert (finding.rule, finding.message) == ("bad-form", "`lamp` is a wager of this spec, so it is not left out")
    assert (finding.place.line, finding.place.column) == place_of(tmp_path, NAME, "lamp bonus")
