"""Tables to flat rows: groups, deeds, `when` of a table, conventions, overrides, origins and ids."""
# ruff: noqa: E501 - a rule stands in one line

from pathlib import Path

import pytest
from invented import BELLS, POCKETS, SPECS, place_of, rulebook, spec

from rulespec.errors import LoadError
from rulespec.lang.show import show
from rulespec.load.library import Library
from rulespec.model.expr import Always
from rulespec.model.rows import Row, Rulebook, Table
from rulespec.tables.clauses import in_full, is_within, rule_of
from rulespec.tables.compile import compile_spec
from rulespec.tables.subjects import subject_wagers


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return compile_spec(spec())


def row(table: Table, clause: str) -> Row:
    found = [row for row in table.rows if row.cites[0] == clause]
    assert len(found) == 1, [row.id for row in table.rows]
    return found[0]


def via(row: Row) -> list[tuple[str, str]]:
    return [(origin.via, origin.clause) for origin in row.origins]


# Subjects.


@pytest.mark.parametrize(
    ("subject", "wagers"),
    {
        "first": {"first": ()},
        "second first": {"second": (), "first": ()},
        "bells": {"first": ("1.6(a)",), "second": ("1.6(a)",)},
        "table": dict.fromkeys(("first", "second", "side", "raise"), ("1.6(b)",)),
        "first bells": {"first": (), "second": ("1.6(a)",)},
        "all but bells": {"side": (), "lamp": (), "raise": ()},
        "all but bells lamp": {"side": (), "raise": ()},
    }.items(),
)
def test_wagers_that_a_subject_covers(subject: str, wagers: dict[str, tuple[str, ...]]) -> None:
    assert dict(subject_wagers(spec(), subject)) == wagers


def test_a_groups_row_stands_for_each_wager_and_cites_the_group(book: Rulebook) -> None:
    for wager in ("first", "second", "side", "raise"):
        cap = row(book.stake[wager], "5.2(b)")
        assert cap.cites == ("5.2(b)", "1.6(b)")
        assert via(cap) == [("rule", "5.2(b)"), ("group", "1.6(b)")]
        assert show(cap.when) == f"amount({wager}) > house_maximum({wager})"
        assert cap.then.amount is not None
        assert show(cap.then.amount) == f"house_maximum({wager})"
    assert "lamp" not in book.stake


def test_tables_of_one_wager_become_one(book: Rulebook) -> None:
    table = book.stake["raise"]
    assert [row.cites[0] for row in table.rows] == ["5.1(a)", "5.1(b)", "5.1(c)", "5.2(a)", "5.2(b)"]
    assert table.cites == ("5.1", "5.2", "1.6(b)")


def test_all_but_leaves_out(tmp_path: Path) -> None:
    book = rulebook(tmp_path, {'  lamp:\n    cite: "4.5"': '  all but bells side raise:\n    cite: "4.5"'})
    assert row(book.settle["lamp"], "4.5(a)").id == "4.5(a)/lamp/win"


# Deeds.


def test_a_deed_becomes_rows_that_cite_rule_deed_and_group(book: Rulebook) -> None:
    fold = row(book.settle["second"], "3.4")
    assert fold.then.word == "lose"
    assert fold.section == "settle"
    assert via(fold) == [("rule", "3.4"), ("deed", "1.8(a)"), ("group", "1.6(a)")]
    assert via(row(book.settle["raise"], "3.4")) == [("rule", "3.4"), ("deed", "1.8(a)")]
    assert all(r.cites[0] != "3.4" for r in book.settle["side"].rows)


def test_a_hand_rule_may_name_wagers_itself(tmp_path: Path) -> None:
    book = rulebook(tmp_path, {"then: drop, cite": "then: {side: void, all but side: lose}, cite"})
    assert row(book.settle["side"], "3.4").then.word == "void"
    assert row(book.settle["lamp"], "3.4").then.word == "lose"


def test_where_only_a_hand_rule_settles_a_wager_it_is_the_silent_one(tmp_path: Path) -> None:
    text = (SPECS / f"{BELLS}.yaml").read_text(encoding="utf-8")
    lamp = text[text.index('  lamp:\n    cite: "4.5"') : text.index('  raise:\n    cite: "4.7"')]
    book = rulebook(tmp_path, {lamp: "", "then: drop, cite": "then: {lamp: lose}, cite"})
    assert book.settle["lamp"].cites == ("3.4",)
    assert [r.id for r in book.settle["lamp"].rows] == ["3.4/lamp/lose"]


def test_the_wagers_own_table_is_the_silent_one(book: Rulebook) -> None:
    assert book.settle["second"].cites == ("4.2", "4.3")


# Conditions.


def test_the_when_of_a_table_goes_into_each_row(tmp_path: Path) -> None:
    book = rulebook(tmp_path, {'  raise:\n    cite: "4.7"': '  raise:\n    cite: "4.7"\n    when: not folded'})
    assert show(row(book.settle["raise"], "4.7(a)").when) == "not folded and player.hand > dealer.hand"
    assert show(row(book.settle["raise"], "3.4").when) == "folded"


def test_it_is_each_wager_in_turn_also_in_payouts(book: Rulebook) -> None:
    assert show(book.pay["lamp"].rows[0].payouts[0].amount) == "2 * stake(lamp) + 5"  # type: ignore[union-attr]


def test_a_definition_is_cited_by_the_rows_that_use_it(book: Rulebook) -> None:
    assert via(row(book.settle["first"], "4.1(c)")) == [("rule", "4.1(c)"), ("definition", "1.7")]
    assert row(book.settle["first"], "4.1(b)(i)").cites == ("4.1(b)(i)",)


def test_a_definition_in_an_amount_is_cited_too(tmp_path: Path) -> None:
    change = {
        "then: at most 4 * first, cite: 5.1(a)": "then: at most count of players with (dealer.opens), cite: 5.1(a)"
    }
    assert row(rulebook(tmp_path, change).stake["raise"], "5.1(a)").cites == ("5.1(a)", "1.7")


# Conventions.


def test_rows_that_compare_hands_are_for_live_hands(book: Rulebook) -> None:
    live = {r.id for r in book.rows() if r.live_only}
    assert {"4.1(a)/first/win", "4.2(c)/second/stand_off", "4.5(c)/lamp/void", "4.6/lamp/invalid"} <= live
    assert not live & {"4.1(c)/first/stand_off", "4.3/second/void", "4.4(a)/side/win", "3.4/second/lose"}
    assert not any(r.live_only for r in book.rows() if r.section != "settle")


def test_fold_limbs_are_losses_built_from_fold_alone(book: Rulebook) -> None:
    limbs = {r.id for r in book.rows() if r.fold_limb}
    assert limbs == {"4.1(b)(i)/first/lose", "3.4/first/lose", "3.4/second/lose", "3.4/raise/lose"}


@pytest.mark.parametrize(
    ("when", "then", "limb"),
    [
        ("folded", "lose", True),
        ("folded_at = dusk", "lose", True),
        ("folded and not exposed", "lose", True),
        ("folded", "void", False),
        ("folded and placed(raise)", "lose", False),
        ("always", "lose", False),
        ("folded and dealer.opens", "lose", False),
    ],
)
def test_what_makes_a_fold_limb(tmp_path: Path, when: str, then: str, limb: bool) -> None:
    old = "{when: folded,                                     then: lose,      cite: 4.1(b)(i)}"
    book = rulebook(tmp_path, {old: f"{{when: {when}, then: {then}, cite: 4.1(b)(i)}}"})
    assert row(book.settle["first"], "4.1(b)(i)").fold_limb is limb


# Ids, overrides.


def test_ids_are_clause_subject_and_decision(book: Rulebook) -> None:
    ids = [r.id for r in book.rows()]
    assert len(set(ids)) == len(ids)
    assert {"2.9(a)/side/valid", "3.1(b)(i)/dawn/bet", "5.1(b)/raise/as_placed", "4.5(b)/lamp/surrendered"} <= set(ids)
    assert row(book.settle["lamp"], "4.5(b)").rule == "4.5"


def test_an_override_names_rows_of_the_same_wager(book: Rulebook) -> None:
    assert row(book.settle["side"], "4.4(c)").overrides == ("4.4(a)/side/win",)
    assert row(book.settle["side"], "4.4(c)").ground == "except_as"


def test_an_override_of_a_rule_is_one_of_all_its_limbs(tmp_path: Path) -> None:
    book = rulebook(tmp_path, {"overrides: 4.4(a), ground": 'overrides: "4.4", ground'})
    assert row(book.settle["side"], "4.4(c)").overrides == ("4.4(a)/side/win", "4.4(b)/side/lose")


def refused(folder: Path, changes: dict[str, str], name: str = BELLS) -> list[tuple[str, str, tuple[int, int]]]:
    with pytest.raises(LoadError) as error:
        rulebook(folder, changes, name)
    assert all(finding.place.file.endswith(f"{name}.yaml") for finding in error.value.findings)
    return [(f.rule, f.message, (f.place.line, f.place.column)) for f in error.value.findings]


def test_an_override_of_a_rule_about_another_wager_leads_nowhere(tmp_path: Path) -> None:
    found = refused(tmp_path, {"overrides: 4.4(a), ground": "overrides: 4.7(a), ground"})
    line, column = place_of(tmp_path, BELLS, "when: player.short >= flush")
    assert found == [
        ("dangling-override", "rule 4.4(c) overrides 4.7(a), which has no rule about `side`", (line, column))
    ]


def test_overrides_in_a_circle_are_refused(tmp_path: Path) -> None:
    old = "then: lose, cite: 4.4(b)}"
    found = refused(
        tmp_path,
        {
            "{when: player.hand >= three_of_a_kind, then: win,  cite: 4.4(a)}": "{when: player.hand >= three_of_a_kind, "
            "then: win, cite: 4.4(a), overrides: 4.4(b), ground: however}",
            old: "then: lose, cite: 4.4(b), overrides: 4.4(c), ground: however}",
        },
    )
    assert [(rule, message) for rule, message, _ in found] == [
        ("circular", f"rule 4.4({limb}) overrides itself by way of others") for limb in "abc"
    ]


def test_a_row_does_not_override_itself_by_its_rules_name(tmp_path: Path) -> None:
    book = rulebook(tmp_path, {"overrides: 4.4(a), ground": 'overrides: ["4.4"], ground'})
    assert "4.4(c)/side/void" not in row(book.settle["side"], "4.4(c)").overrides


def test_a_row_that_stands_twice_is_refused(tmp_path: Path) -> None:
    old = "- {when: player.hand = dealer.hand, then: stand_off, cite: 4.7(c)}"
    found = refused(tmp_path, {old: f"{old}\n    - {{when: folded, then: stand_off, cite: 4.7(c)}}"})
    line, column = place_of(tmp_path, BELLS, "when: folded, then: stand_off, cite: 4.7(c)")
    assert [(rule, place) for rule, _, place in found] == [("repeated-row", (line, column))]
    assert f"three-bells.yaml:{line - 1}:{column}" in found[0][1]


def test_one_clause_may_decide_two_things(tmp_path: Path) -> None:
    old = "- {when: player.hand = dealer.hand, then: stand_off, cite: 4.7(c)}"
    book = rulebook(tmp_path, {old: f"{old}\n    - {{when: folded, then: void, cite: 4.7(c)}}"})
    assert [r.id for r in book.settle["raise"].rows if r.rule == "4.7"][2:] == [
        "4.7(c)/raise/stand_off",
        "4.7(c)/raise/void",
    ]


def test_one_clause_may_permit_several_amounts(tmp_path: Path) -> None:
    old = "then: at most 2 * first, cite: 5.1(c)}"
    book = rulebook(tmp_path, {old: "then: at most 2 * first, cite: 5.1(a)}"})
    found = [r for r in book.stake["raise"].rows if r.cites[0] == "5.1(a)"]
    assert [r.id for r in found] == ["5.1(a)/raise/at_most", "5.1(a)/raise/at_most#2"]
    assert found[0].then != found[1].then


def test_two_pay_tables_of_one_wager_are_refused(tmp_path: Path) -> None:
    found = refused(tmp_path, {'  raise: {always: 1 to 1, cite: "6.1"}': '  bells: {always: 1 to 1, cite: "6.1"}'})
    assert [(rule, message.split(" (")[0]) for rule, message, _ in found] == [
        ("repeated-row", "`first` has a second pay table"),
        ("repeated-row", "`second` has a second pay table"),
    ]


def test_every_fault_of_a_spec_is_said_at_once(tmp_path: Path) -> None:
    found = refused(
        tmp_path,
        {
            "overrides: 4.4(a), ground": "overrides: 4.7(a), ground",
            "cite: 4.7(b)}": "cite: 4.7(a)}",
            "then: lose,      cite: 4.7": "then: win, cite: 4.7",
        },
    )
    assert [rule for rule, _, _ in found] == ["dangling-override", "repeated-row"]


def test_an_open_table_says_by_which_clause(tmp_path: Path) -> None:
    book = rulebook(tmp_path, {'  hue:\n    cite: "3"': '  hue:\n    open: "10"\n    cite: "3"'}, POCKETS)
    assert book.settle["hue"].open_by == ("10",)
    assert book.settle["low"].open_by == ()


def test_a_compiled_spec_holds_all_tables_in_the_order_of_a_round(book: Rulebook) -> None:
    sections = [table.section for table in book.tables()]
    assert sections == sorted(sections, key=["valid", "play", "stake", "settle"].index)
    assert {table.section for table in book.tables()} == {"valid", "play", "stake", "settle"}
    assert sum(len(table.rows) for table in book.tables()) == len(book.rows())


def test_the_real_specs_compile() -> None:
    library = Library()
    for name in library.ids():
        book = compile_spec(library.load(name))
        assert all(r.cites and r.origins and r.place.line for r in book.rows())
        settled = {wager.name for wager in book.spec.wagers if not _never_counts(book, wager.name)}
        assert settled == set(book.settle) == set(book.pay)


def _never_counts(book: Rulebook, wager: str) -> bool:
    """Whether a document does not offer a wager that its base has: all that is said of it is that it is invalid."""
    table = book.valid.get(wager)
    return table is not None and all(isinstance(r.when, Always) and r.then.word == "invalid" for r in table.rows)


# Clauses.


@pytest.mark.parametrize(
    ("clause", "rule"),
    {
        "3.14(b)(i)": "3.14",
        "3.14": "3.14",
        "sch11(a):25(2)(c)": "sch11(a):25",
        "3.15[royal_flush]": "3.15",
        "1.1 Player's Hand (b)": "1.1 Player's Hand",
        "Table 9": "Table 9",
        "(a)": "(a)",
        "x:(a)": "x:(a)",
    }.items(),
)
def test_the_rule_that_a_clause_is_a_limb_of(clause: str, rule: str) -> None:
    assert rule_of(clause) == rule


def test_limbs_are_within_their_clause() -> None:
    assert is_within("3.1(b)(i)", "3.1(b)")
    assert is_within("3.1", "3.1")
    assert is_within("3.1[pair]", "3.1")
    assert not is_within("3.14", "3.1")
    assert not is_within("3.1", "3.1(b)")


def test_a_bare_clause_gets_its_parts_prefix() -> None:
    assert in_full("25(2)", "sch11(a)") == "sch11(a):25(2)"
    assert in_full("general:13", "sch11(a)") == "general:13"
    assert in_full("3.1", "") == "3.1"
