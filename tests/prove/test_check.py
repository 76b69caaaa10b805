"""Gaps, conflicts, unused rules and idle overrides, on two invented games of which all of them can be told by hand."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from invented import BELLS, POCKETS, SPECS, edited
from playing import shipped

from rulespec.engine.settle import Settler
from rulespec.lang.show import show
from rulespec.load.library import Library
from rulespec.model.finding import Finding
from rulespec.prove.check import Checked, check
from rulespec.prove.frequency import in_words, percent
from rulespec.prove.universe import atoms_of, frequency, situations


@cache
def as_it_stands(name: str) -> Checked:
    return check(Settler(Library(SPECS).load(name)))


def checked(name: str, folder: Path | None = None, changes: Mapping[str, str] | None = None) -> Checked:
    if folder is None:
        return as_it_stands(name)
    return check(Settler(edited(folder, name, changes or {}).load(name)))


def of(done: Checked, rule: str, subject: str = "") -> list[Finding]:
    """The findings of a rule, those about one wager by the title that their message starts with."""
    return [finding for finding in done.findings if finding.rule == rule and finding.message.startswith(subject)]


def one(done: Checked, rule: str, subject: str) -> Finding:
    found = of(done, rule, subject)
    assert len(found) == 1, [finding.message for finding in found]
    return found[0]


# Gaps.


def test_a_case_that_no_clause_settles_is_a_gap() -> None:
    gap = one(checked(POCKETS), "gap", "Hue: no clause settles the wager when ")
    assert "`not gilded and colour = slate`" in gap.message
    assert gap.message.endswith("in 22.2 % of deals")  # two of nine
    assert gap.clauses == ("3",)
    assert gap.severity == "error"
    assert gap.witness is not None
    assert gap.witness["outcome"] == {"pocket": "seven"}


def test_a_table_that_is_open_has_no_gap(tmp_path: Path) -> None:
    change = {'  hue:\n    cite: "3"\n': '  hue:\n    cite: "3"\n    open: 3(d)\n'}
    assert not of(checked(POCKETS, tmp_path, change), "gap", "Hue")
    assert of(checked(POCKETS), "gap", "Hue")


def test_a_gap_that_a_row_fills_is_gone(tmp_path: Path) -> None:
    row = "    - {when: colour = slate and gilded, then: void, cite: 3(c)}\n"
    more = row + "    - {when: colour = slate and not gilded, then: stand_off, cite: 3(d)}\n"
    assert not of(checked(POCKETS, tmp_path, {row: more}), "gap", "Hue")


def test_a_win_that_no_clause_pays_is_a_gap() -> None:
    gap = one(checked(BELLS), "gap", "Side bell: it wins and no clause says what it is paid when ")
    assert "`player.hand = straight`" in gap.message
    assert gap.clauses == ("6.4",)


def test_a_win_without_a_pay_table_is_a_gap(tmp_path: Path) -> None:
    done = checked(POCKETS, tmp_path, {'  hue: {always: 1 to 1, cite: "7"}\n': ""})
    gap = one(done, "gap", "Hue: it wins and no clause says what it is paid")
    assert "`colour = amber`" in gap.message
    assert "33.3 %" in gap.message  # one, three and five of nine


def test_a_pay_table_by_another_fact_lacks_a_row_only_where_it_can_win(tmp_path: Path) -> None:
    # Amber and teal have rows; slate has none, and cannot be low.
    assert not of(checked(POCKETS), "gap", "Low: it wins")
    done = checked(POCKETS, tmp_path, {"{amber: 1 to 1, teal: 3 to 2}": "{amber: 1 to 1}"})
    assert one(done, "gap", "Low: it wins").witness == {
        "id": "harbour-eight-pockets-gap-low-pay",
        "spec": POCKETS,
        "outcome": {"pocket": "two"},
        "players": [{"seat": 1, "wagers": {"low": 10}, "actions": []}],
    }


def test_a_wager_of_which_no_clause_says_whether_it_counts_is_a_gap(tmp_path: Path) -> None:
    invalid = "    - {when: not placed(second) and amount(side) <= 100, then: invalid, cite: 2.9(b)}\n"
    greater = one(
        checked(BELLS), "gap", "Side bell: no clause says whether the wager counts"
    )  # no walk has such amounts
    assert "`not placed(second) and not amount(side) <= 100`" in greater.message
    gap = one(checked(BELLS, tmp_path, {invalid: ""}), "gap", "Side bell: no clause says whether the wager counts")
    assert "`not placed(second)`" in gap.message
    assert gap.clauses == ("2.9",)


def test_what_settles_a_wager_is_asked_only_where_it_counts(tmp_path: Path) -> None:
    # Without the second bell the side bell is invalid, so that nothing is open there.
    lose = "{when: player.hand < three_of_a_kind,  then: lose, cite: 4.4(b)}"
    given = "{when: player.hand < three_of_a_kind and placed(second),  then: lose, cite: 4.4(b)}"
    assert not of(checked(BELLS, tmp_path, {lose: given}), "gap", "Side bell: no clause settles")


# Amounts.


@pytest.mark.parametrize(
    ("subject", "condition"),
    [
        (
            "Raise at the decision before the shared cards",
            "placed_at(raise) = dawn and amount(raise) > 3 * first and amount(raise) < 4 * first",
        ),
        ("Raise at the decision after three shared cards", "placed_at(raise) = noon and amount(raise) < 2 * first"),
        ("Raise at the decision after all shared cards", "placed_at(raise) = dusk and amount(raise) != first"),
        ("Second bell", "amount(second) != first"),
    ],
)
def test_an_amount_that_no_clause_disposes_of_is_a_gap(subject: str, condition: str) -> None:
    gap = one(checked(BELLS), "gap", f"{subject}: no clause says what is at risk")
    assert gap.when is not None
    assert gap.when.condition == condition
    limits = ", on a table without limits (other clauses rule on these)"
    assert gap.message == f"{subject}: no clause says what is at risk when {gap.when.told}{limits}"


def test_amounts_on_both_sides_of_two_permitted_ones_are_one_gap() -> None:
    gap = one(checked(BELLS), "gap", "Lamp: no clause says what is at risk")
    assert gap.when is not None
    assert gap.when.condition == (
        "amount(lamp) < 2 * first or amount(lamp) > 2 * first and amount(lamp) < 3 * first or amount(lamp) > 3 * first"
    )
    assert gap.message.endswith(f"when {gap.when.told}")


def test_two_clauses_on_one_amount_are_a_conflict(tmp_path: Path) -> None:
    short = "{when: placed_at(raise) = dawn and amount(raise) < 3 * first, then: as placed,         cite: 5.1(b)}"
    wide = "{when: placed_at(raise) = dawn and amount(raise) != 3 * first, then: as placed,         cite: 5.1(b)}"
    found = one(checked(BELLS, tmp_path, {short: wide}), "conflict", "Raise at the decision before")
    assert "two clauses say differently what is at risk" in found.message
    assert "amount(raise) > 4 * first" in found.message
    assert set(found.clauses) == {"5.1(a)", "5.1(b)"}


PAID_LOW = '  low: {by: colour, cite: "8", rows: {amber: 1 to 1, teal: 3 to 2}}\n'
RULES = """  low:
    cite: "8"
    rules:
    - {when: colour = amber,                   pay: 1 to 1, cite: 8(a)}
    - {when: colour = teal and pocket != two,  pay: 3 to 2, cite: 8(b)}
"""


def test_a_win_that_falls_between_the_rules_of_a_pay_table_is_a_gap(tmp_path: Path) -> None:
    found = one(checked(POCKETS, tmp_path, {PAID_LOW: RULES}), "gap", "Low: it wins and no clause says what it is paid")
    assert "`pocket = two`" in found.message
    assert (found.subject, found.clauses) == ("pay/low", ("8",))
    assert found.witness is not None
    assert found.witness["outcome"] == {"pocket": "two"}
    assert found.basis == "proved"


def test_a_win_that_two_rules_pay_differently_is_a_conflict(tmp_path: Path) -> None:
    rules = RULES.replace("colour = teal and pocket != two", "colour = teal or pocket = one")
    found = one(checked(POCKETS, tmp_path, {PAID_LOW: rules}), "conflict", "Low: it wins and two clauses pay it")
    assert "`pocket = one`" in found.message
    assert found.subject == "pay/low"
    assert found.clauses[-3:] == ("8", "8(a)", "8(b)")
    assert found.witness is not None
    assert found.witness["outcome"] == {"pocket": "one"}
    assert found.basis == "proved"


def test_two_rules_that_pay_the_same_are_no_conflict(tmp_path: Path) -> None:
    rules = RULES.replace("colour = teal and pocket != two", "colour = teal or pocket = one").replace(
        "3 to 2", "1 to 1"
    )
    assert not [gap for gap in checked(POCKETS, tmp_path, {PAID_LOW: rules}).findings if gap.subject == "pay/low"]


# Conflicts.


def test_a_case_that_two_clauses_settle_differently_is_a_conflict() -> None:
    found = one(checked(POCKETS), "conflict", "Low: ")
    assert "`win` by 4(a) against `lose` by 5 when `value <= 4 and pocket in four | eight`" in found.message
    assert found.message.endswith("in 11.1 % of deals")
    assert found.clauses == ("4(a)", "5")
    assert found.witness is not None
    assert found.witness["outcome"] == {"pocket": "four"}


def test_two_clauses_with_one_answer_are_no_conflict(tmp_path: Path) -> None:
    again = "{when: value between 5 and 8,  then: lose, cite: 4(b)}"
    twice = again + "\n    - {when: value >= 7, then: lose, cite: 4(c)}"
    assert len(of(checked(POCKETS, tmp_path, {again: twice}), "conflict")) == 1  # as before


def test_void_and_invalid_agree() -> None:
    # 4.5(c) and 4.6 both hold when the hands are equal.
    assert not of(checked(BELLS), "conflict", "Lamp")


def test_conflicts_of_one_wager_are_told_apart_by_what_they_say() -> None:
    found = of(checked(BELLS), "conflict", "Second bell: `")
    assert [finding.message.split(" when ")[0] for finding in found] == [
        "Second bell: `lose` by 4.2(b) against `void` by 4.3",
        "Second bell: `stand_off` by 4.2(c) against `void` by 4.3",
        "Second bell: `void` by 4.3 against `lose` by 3.4",
    ]
    assert len({finding.witness["id"] for finding in found if finding.witness}) == 3


def test_an_override_ends_a_conflict(tmp_path: Path) -> None:
    row = '{when: pocket in four | eight, then: lose, cite: "5"}'
    prevailing = '{when: pocket in four | eight, then: lose, cite: "5", overrides: 4(a), ground: however}'
    done = checked(POCKETS, tmp_path, {row: prevailing})
    assert not of(done, "conflict")
    assert not of(done, "idle-override")


# Rules that never come into play.

DEAD = {
    "a contradiction": ("first", "dealer.opens and dealer.hand < pair"),
    "an act that is never free of its stage": ("first", "folded and folded_at before dawn"),
    "two orders of two hands": ("raise", "player.hand < dealer.hand and class(player.hand) > class(dealer.hand)"),
}
IRREGULAR = {
    "a fold where none is offered": ("first", "folded_at = dawn"),
    "a required wager that is missing": ("second", "not placed(first)"),
    "a hand that is not exposed": ("first", "not exposed"),
    "a wager placed at a stage that does not offer it after another": ("raise", "placed_at(raise) = dusk and folded"),
}


def with_row(wager: str, condition: str) -> dict[str, str]:
    anchor = {
        "first": "    - {when: not dealer.opens,                           then: stand_off, cite: 4.1(c)}\n",
        "second": '    - {when: not dealer.opens and player.hand < pair,               then: void,      cite: "4.3"}\n',
        "raise": "    - {when: player.hand = dealer.hand, then: stand_off, cite: 4.7(c)}\n",
    }[wager]
    return {anchor: f"{anchor}    - {{when: {condition}, then: void, cite: 9.9(z)}}\n"}


@pytest.mark.parametrize(("wager", "condition"), DEAD.values(), ids=DEAD.keys())
def test_a_rule_that_holds_in_no_case_is_dead(tmp_path: Path, wager: str, condition: str) -> None:
    found = of(checked(BELLS, tmp_path, with_row(wager, condition)), "dead")
    assert [finding.clauses for finding in found] == [("9.9(z)",)]


@pytest.mark.parametrize(("wager", "condition"), IRREGULAR.values(), ids=IRREGULAR.keys())
def test_a_rule_for_irregular_rounds_is_not_dead(tmp_path: Path, wager: str, condition: str) -> None:
    assert not of(checked(BELLS, tmp_path, with_row(wager, condition)), "dead")


def test_a_rule_beyond_what_can_come_up_is_dead(tmp_path: Path) -> None:
    row = "{when: value between 5 and 8,  then: lose, cite: 4(b)}"
    done = checked(POCKETS, tmp_path, {row: row + "\n    - {when: value > 8, then: void, cite: 4(c)}"})
    assert [finding.clauses for finding in of(done, "dead")] == [("4(c)",)]


def test_a_dead_rule_of_several_wagers_is_said_once(tmp_path: Path) -> None:
    hand = '  - {when: folded, then: drop, cite: "3.4"}\n'
    never = "  - {when: folded and folded_at before dawn, then: drop, cite: 3.4(z)}\n"
    found = of(checked(BELLS, tmp_path, {hand: hand + never}), "dead")
    assert [finding.clauses for finding in found] == [("3.4(z)",)]


# Overrides.


def test_an_override_that_never_decides_is_idle(tmp_path: Path) -> None:
    row = "{when: player.hand < three_of_a_kind,  then: lose, cite: 4.4(b)}"
    idle = "{when: player.hand < three_of_a_kind,  then: lose, cite: 4.4(b), overrides: 4.4(a), ground: however}"
    found = of(checked(BELLS, tmp_path, {row: idle}), "idle-override")
    assert [finding.clauses for finding in found] == [("4.4(b)",)]
    assert not of(checked(BELLS), "idle-override")  # 4.4(c) does act


@pytest.mark.parametrize(
    ("clause", "beaten", "why"),
    [
        ("4(c)", "4(a)", ""),  # four is one of the low pockets
        ('"5"', "4(a)", "they are not limbs of one rule"),
        ("4(c)", "4(b)", "it holds where the other does not"),
    ],
)
def test_a_narrower_limb_is_proved_to_be_one(tmp_path: Path, clause: str, beaten: str, why: str) -> None:
    row = '{when: pocket in four | eight, then: lose, cite: "5"}'
    limb = f"{{when: pocket = four, then: void, cite: {clause}, overrides: {beaten}, ground: narrower_limb}}"
    found = of(checked(POCKETS, tmp_path, {row: limb}), "not-narrower")
    assert [finding.message.split(": ")[1] for finding in found] == ([why] if why else [])


def test_a_limb_as_wide_as_the_other_is_not_narrower(tmp_path: Path) -> None:
    row = '{when: pocket in four | eight, then: lose, cite: "5"}'
    limb = "{when: value < 5, then: void, cite: 4(c), overrides: 4(a), ground: narrower_limb}"
    found = of(checked(POCKETS, tmp_path, {row: limb}), "not-narrower")
    assert [finding.message.split(": ")[1] for finding in found] == ["both hold in the same cases"]


# How often.


def shares(settler: Settler, wager: str) -> dict[tuple[bool, ...], Fraction]:
    """The share of the deals of each way for the atoms of a wager's table to come out."""
    table = settler.rulebook.settle[wager]
    cases = list(situations(settler, table, atoms_of(settler, table)))
    by_truths: dict[tuple[bool, ...], list[int]] = {}
    for place, case in enumerate(cases):
        by_truths.setdefault(case.deal.truths, []).append(place)
    return {truths: frequency([cases[place] for place in places]) for truths, places in by_truths.items()}


def test_shares_of_a_finite_experiment_are_those_counted_by_hand() -> None:
    settler = Settler(Library(SPECS).load(POCKETS))
    # Three ambers, three teals, seven (of weight two), and eight, which is gilded: nine in all.
    assert sorted(shares(settler, "hue").values()) == [Fraction(n, 9) for n in (1, 2, 3, 3)]
    # One to three; four; five to seven (of weight four); eight.
    assert sorted(shares(settler, "low").values()) == [Fraction(n, 9) for n in (1, 1, 3, 4)]


def test_a_deal_counts_once_whatever_the_player_does() -> None:
    settler = Settler(Library(SPECS).load(BELLS))
    table = settler.rulebook.settle["raise"]
    assert frequency(list(situations(settler, table, atoms_of(settler, table)))) == 1


# The kinds of the best five of seven cards, as they are published everywhere: of C(52, 7) = 133,784,560.
SEVEN = {
    "high_card": 23_294_460,
    "pair": 58_627_800,
    "two_pair": 31_433_400,
    "three_of_a_kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full_house": 3_473_184,
    "four_of_a_kind": 224_848,
    "straight_flush": 37_260,
    "royal_flush": 4_324,
}


def test_shares_of_poker_are_the_published_odds() -> None:
    settler = shipped("queensland/ultimate-texas-holdem")
    total = sum(SEVEN.values())
    trips_or_better = Fraction(sum(list(SEVEN.values())[3:]), total)
    assert set(shares(settler, "trips").values()) == {trips_or_better, 1 - trips_or_better}
    # In the table of the ante: whether the dealer qualifies, and how the two hands compare.
    atoms = [show(atom) for atom in atoms_of(settler, settler.rulebook.settle["ante"])]
    dealt = [text for text in atoms if text != "folded"]
    qualifies = dealt.index("dealer.qualifies")
    higher, lower, equal = (dealt.index(f"player.hand {order} dealer.hand") for order in "><=")
    found = shares(settler, "ante")
    assert sum(share for truths, share in found.items() if not truths[qualifies]) == Fraction(SEVEN["high_card"], total)
    won, lost, tied = (sum(s for truths, s in found.items() if truths[place]) for place in (higher, lower, equal))
    assert won == lost
    assert won + lost + tied == 1
    assert round(float(tied), 4) == 0.0407  # the share of split pots between two random hands


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(1), "in every deal"),
        (Fraction(0), "in no deal"),
        (Fraction(1, 2), "in 50 % of deals"),
        (Fraction(3, 4), "in 75 % of deals"),
        (Fraction(1, 29), "in 1 of 29 deals (3.45 %)"),
        (Fraction(1, 649740), "in 1 of 649,740 deals (0.00015 %)"),
    ],
)
def test_how_often_in_words(share: Fraction, said: str) -> None:
    assert in_words(share) == said


@pytest.mark.parametrize(
    ("share", "said"), [(Fraction(9999, 10000), "99.99 %"), (Fraction(999_999, 1_000_000), "more than 99.99 %")]
)
def test_what_is_not_certain_is_not_called_so(share: Fraction, said: str) -> None:
    assert percent(share) == said


# What was covered.


def test_a_check_says_how_much_it_walked() -> None:
    done = checked(POCKETS)
    assert done.tables == 3
    # hue: amber, teal, slate, gilded; low: below four, four, five to seven, eight; star: seven, eight, the others.
    assert done.cases == 4 + 4 + 3


def test_findings_stand_in_the_order_of_the_file() -> None:
    lines = [(finding.place.line, finding.place.column) for finding in checked(BELLS).findings]
    assert lines == sorted(lines)
