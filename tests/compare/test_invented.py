"""Comparing invented games: a copy has no divergence, and each thing changed in a copy is seen for what it is."""

from pathlib import Path

import pytest
from invented import BELLS, POCKETS, SPECS, edited

from rulespec.compare.compare import compare
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive, UsageError
from rulespec.load.library import Library
from rulespec.model.comparison import Compared

COPIES = {BELLS: "harbour/copied-bells", POCKETS: "harbour/copied-pockets"}


def copied(folder: Path, name: str, *changes: tuple[str, str]) -> list[Settler]:
    """A spec and its copy under another name, with texts changed in the copy."""
    text = (SPECS / f"{name}.yaml").read_text(encoding="utf-8").replace(f"spec: {name}", f"spec: {COPIES[name]}")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    library = edited(folder, name, {}, {COPIES[name]: text})
    return [Settler(spec) for spec in library.load_all([name, COPIES[name]])]


def differing(settlers: list[Settler]) -> list[Compared]:
    return list(compare(settlers).divergences())


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_under_another_name_has_no_divergence(tmp_path: Path, name: str) -> None:
    settlers = copied(tmp_path, name)
    assert differing(settlers) == []
    assert len(compare(settlers).rows) > 10


def test_a_spec_is_not_compared_with_itself() -> None:
    settler = Settler(Library(SPECS).load(POCKETS))
    with pytest.raises(UsageError, match="compared with itself"):
        compare([settler, settler])


def test_one_spec_is_no_comparison() -> None:
    with pytest.raises(UsageError, match="two specs or more"):
        compare([Settler(Library(SPECS).load(POCKETS))])


def test_games_with_other_experiments_are_not_compared() -> None:
    settlers = [Settler(spec) for spec in Library(SPECS).load_all([POCKETS, BELLS])]
    with pytest.raises(Inconclusive, match="cannot be compared deal by deal"):
        compare(settlers)


def test_another_weight_of_an_outcome_is_another_experiment(tmp_path: Path) -> None:
    settlers = copied(tmp_path, POCKETS, ("gilded: false, weight: 2}", "gilded: false, weight: 3}"))
    with pytest.raises(Inconclusive):
        compare(settlers)


# What is changed, and the rows that must say so: area, subject, status, and what the copy says.
CHANGES = {
    "a result": (
        BELLS,
        ("{when: not dealer.opens,                           then: stand_off,", "{when: not dealer.opens, then: void,"),
        [("settlement", "first", "differs", "void")],
    ),
    "a rule that is gone": (
        BELLS,
        ("    - {when: player.hand = dealer.hand, then: stand_off, cite: 4.7(c)}\n", ""),
        [("settlement", "raise", "silent", "")],
    ),
    "a payment": (
        BELLS,
        ("full_house:     4 to 1", "full_house:     5 to 1"),
        [("pay", "second", "differs", "5 to 1")],
    ),
    "one column of a payment": (
        BELLS,
        ("four_of_a_kind:  [25 to 1, 15 to 1]", "four_of_a_kind:  [25 to 1, 20 to 1]"),
        [("pay", "side", "differs", "25 to 1 / 20 to 1 by side_table 1 / 2")],
    ),
    "an act that is gone": (
        BELLS,
        ("    - {when: not placed(raise), then: check,     cite: 3.2(a)}\n", ""),
        [("decision", "check", "differs", "not offered")],
    ),
    "a permitted amount": (
        BELLS,
        ("amount: 2 * first, cite: 3.2(b)", "amount: 3 * first, cite: 3.2(b)"),
        [("decision", "raise", "differs", "3 times the First bell")],
    ),
    "a definition": (
        BELLS,
        ("dealer.opens: {is: dealer.hand >= pair", "dealer.opens: {is: dealer.hand >= two_pair"),
        [("definition", "dealer.opens", "differs", "the dealer's hand is two pair or better")],
    ),
    "a wager that a hand needs": (
        BELLS,
        ("second: {placed: before_deal, equals", "second: {placed: before_deal, required: true, equals"),
        [("wager", "second", "differs", "placed before the deal, needed for a hand, equal to the First bell")],
    ),
    "the values of an option": (
        BELLS,
        ("side_table:    {values: [1, 2]", "side_table:    {values: [1, 3]"),
        [("option", "side_table", "differs", "one of 1, 3")],
    ),
    "a cap on payments that is gone": (
        BELLS,
        ('\n    at_most: {amount: top_prize, cite: "6.3"}', ""),
        [("pay", "second", "differs", "paid in full")],
    ),
    "a clause on amounts that is gone": (
        BELLS,
        (
            "{when: placed_at(raise) = noon and amount(raise) > 2 * first, then",
            "{when: placed_at(raise) = noon and amount(raise) > 9 * first, then",
        ),
        [("stake", "raise", "silent", "")],
    ),
    "a word": (
        BELLS,
        ('Round: {means: round, cite: "1.5"}', 'Turn: {means: round, cite: "1.5"}'),
        [("term", "round", "differs", "Turn")],
    ),
    "a result of a wheel": (
        POCKETS,
        ("{when: colour = teal,             then: lose,", "{when: colour = teal, then: stand_off,"),
        [("settlement", "hue", "differs", "stand_off")],
    ),
    "a constant of a wheel": (
        POCKETS,
        ("{when: value <= 4,             then: win,", "{when: value <= 3, then: win,"),
        [("settlement", "low", "differs", "lose")],
    ),
}


@pytest.mark.parametrize(("name", "change", "expected"), CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_seen_where_it_is(
    tmp_path: Path, name: str, change: tuple[str, str], expected: list[tuple[str, str, str, str]]
) -> None:
    found = differing(copied(tmp_path, name, change))
    said = [(row.area, row.subject, row.status, row.sides[1].says) for row in found]
    for one in expected:
        assert one in said, said


def test_a_change_of_clause_numbers_and_typography_is_none(tmp_path: Path) -> None:
    settlers = copied(
        tmp_path,
        BELLS,
        ("then: lose, cite: 4.4(b)", "then: lose, cite: 4.4(z)"),
        ('Round: {means: round, cite: "1.5"}', 'rounds: {means: round, cite: "1.9"}'),
    )
    assert differing(settlers) == []


def test_the_share_of_a_difference_on_a_wheel_is_counted(tmp_path: Path) -> None:
    found = differing(
        copied(
            tmp_path, POCKETS, ("{when: colour = teal,             then: lose,", "{when: colour = teal, then: void,")
        )
    )
    assert [(row.condition, str(row.share)) for row in found] == [("colour = teal", "1/3")]


# Amounts.


def amounts(settlers: list[Settler], subject: str = "raise") -> dict[str, str]:
    """The amounts that rows speak of, with what the copy says of them."""
    rows = [row for row in compare(settlers).rows if row.area == "stake" and row.subject == subject]
    return {row.title.partition(": ")[2]: row.sides[1].says or row.sides[1].state for row in rows}


def test_amounts_are_told_apart_where_a_clause_names_one(tmp_path: Path) -> None:
    titles = {
        row.title: row.sides[0].says or row.sides[0].state
        for row in compare(copied(tmp_path, BELLS)).rows
        if row.area == "stake" and row.subject == "raise"
    }
    dawn, noon, dusk = "before the shared cards", "after three shared cards", "after all shared cards"
    assert titles == {
        f"Raise at the decision {dawn}: at most 3 times the First bell is placed": "the amount placed is at risk",
        f"Raise at the decision {dawn}: more than 3 and less than 4 times the First bell is placed": "undetermined",
        f"Raise at the decision {dawn}: 4 times the First bell is placed": "the amount placed is at risk",
        f"Raise at the decision {dawn}: more than 4 times the First bell is placed": (
            "only 4 times the First bell is at risk"
        ),
        f"Raise at the decision {noon}: less than 2 times the First bell is placed": "undetermined",
        f"Raise at the decision {noon}: 2 times the First bell is placed": "the amount placed is at risk",
        f"Raise at the decision {noon}: more than 2 times the First bell is placed": (
            "only 2 times the First bell is at risk"
        ),
        f"Raise at the decision {dusk}: less than 1 times the First bell is placed": "undetermined",
        f"Raise at the decision {dusk}: 1 times the First bell is placed": "the amount placed is at risk",
        f"Raise at the decision {dusk}: more than 1 times the First bell is placed": "undetermined",
    }


def test_another_permission_opens_an_amount_of_its_own(tmp_path: Path) -> None:
    other = ("amount: 3 * first, cite: 3.1(b)(i)", "amount: 2 * first, cite: 3.1(b)(i)")
    said = amounts(copied(tmp_path, BELLS, other))
    assert said["less than 3 times the First bell is placed"] == "the amount placed is at risk"
    assert said["3 times the First bell is placed"] == "undetermined"
