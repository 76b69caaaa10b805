"""Pay tables whose rows are numbers: the same as rows with conditions, and what is wrong in them."""

from fractions import Fraction
from pathlib import Path

import pytest

from rulespec.compare.changes import changes
from rulespec.engine.settle import Settler
from rulespec.errors import LoadError
from rulespec.load.library import Library
from rulespec.model.spec import Spec
from rulespec.odds.odds import odds
from rulespec.prove.check import check

FIXTURES = Path(__file__).parents[1] / "fixtures" / "odds"
DICE = "harbour/three-dice"
ROWS = """    cite: 7(c)
    rules:
    - {when: fours = 1, pay: 1 to 1,  cite: 7(c)}
    - {when: fours = 2, pay: 2 to 1,  cite: 7(c)}
    - {when: fours = 3, pay: 12 to 1, cite: 7(c)}
"""


def paid(folder: Path, table: str) -> Spec:
    """The dice game with another pay table of its last wager."""
    text = (FIXTURES / f"{DICE}.yaml").read_text(encoding="utf-8")
    assert text.count(ROWS) == 1
    for name, written in (("vocabulary", None), (DICE, text.replace(ROWS, table))):
        file = folder / f"{name}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(written or (FIXTURES / f"{name}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    return Library(folder).load(DICE)


def nets(spec: Spec) -> dict[str, Fraction]:
    found = odds(spec)
    every = [*found.alone, *(wager for play in found.plays for wager in play.wagers)]
    return {one.wager: one.net for one in every}


def test_rows_by_a_number_are_rows_with_conditions(tmp_path: Path) -> None:
    by_number = paid(tmp_path, "    {by: fours, cite: 7(c), rows: {1: 1 to 1, 2: 2 to 1, 3: 12 to 1}}\n")
    by_rule = Library(FIXTURES).load(DICE)
    assert nets(by_number) == nets(by_rule)
    assert "four" in nets(by_rule)
    (table,) = (one for one in by_number.pays if one.subject == "four")
    assert [row.cites for row in table.rows] == [("7(c)[1]",), ("7(c)[2]",), ("7(c)[3]",)]
    assert [one.rule for one in check(Settler(by_number)).findings if one.rule == "gap"] == []


def test_a_win_of_a_number_without_a_row_is_a_gap(tmp_path: Path) -> None:
    settler = Settler(paid(tmp_path, "    {by: fours, cite: 7(c), rows: {1: 1 to 1, 3: 12 to 1}}\n"))
    (gap,) = (one for one in check(settler).findings if one.rule == "gap")
    assert (gap.subject, gap.clauses[-1]) == ("pay/four", "7(c)")
    assert "fours" in (gap.when.condition if gap.when is not None else gap.condition)


@pytest.mark.parametrize(
    ("table", "rule", "message", "hint"),
    [
        *(
            (
                f"{{by: fours, cite: 7(c), rows: {{{written}: 1 to 1}}}}",
                "bad-form",
                f"`{written}` is no whole number from 0 on, as `fours` is, by which this table pays",
                "name each row by the number that it pays for",
            )
            for written in ("one", "1.5", "-1")
        ),
        (
            "{by: triple, cite: 7(c), rows: {true: 1 to 1}}",
            "bad-form",
            "`triple` is a yes/no fact, and rows are by kinds of hands, by values of a list or by a number",
            "tell the rows by conditions, under `rules`",
        ),
        ("{by: forus, cite: 7(c), rows: {1: 1 to 1}}", "unknown-name", "`forus` is no fact of this spec", "`fours`"),
    ],
    ids=["no number", "half a number", "less than nothing", "no list", "no fact"],
)
def test_what_is_wrong_is_said_once(tmp_path: Path, table: str, rule: str, message: str, hint: str) -> None:
    with pytest.raises(LoadError) as error:
        paid(tmp_path, f"    {table}\n")
    (found,) = error.value.findings
    assert (found.rule, found.message) == (rule, message)
    assert hint in found.hint


def test_a_change_to_two_rows_that_pay_a_win_is_a_change_to_a_conflict(tmp_path: Path) -> None:
    after = Settler(paid(tmp_path, ROWS.replace("fours = 2", "fours >= 2")))
    found = changes(Settler(Library(FIXTURES).load(DICE)), after)
    (one,) = (one for one in found if one.rule == "settlement-widened")
    assert one.message.startswith("Four: `win` becomes `two clauses differ` when `fours = 3`")
    assert one.change is not None
    assert one.change.level == "breaking"


def told(folder: Path, old: str, new: str) -> list[tuple[str, str]]:
    """What is said of a change to the rules of the pay table: rules and messages."""
    found = changes(Settler(Library(FIXTURES).load(DICE)), Settler(paid(folder, ROWS.replace(old, new))))
    return [(one.rule, one.message) for one in found if one.rule.startswith("pay")]


def test_a_row_that_takes_in_other_cases_is_held_against_the_rows_of_these(tmp_path: Path) -> None:
    assert told(tmp_path, "fours = 2", "fours >= 2") == [
        ("pay-widened", "Four when the number of fours is at least 2: `2 to 1 or 12 to 1` becomes `2 to 1`")
    ]


def test_the_same_cases_in_other_words_are_paid_the_same(tmp_path: Path) -> None:
    ((rule, message),) = told(tmp_path, "fours = 2", "fours > 1 and fours < 3")
    assert rule == "pay-reworded"
    assert message.endswith("proved to come to the same wherever the earlier version answers")


def test_a_row_that_is_gone_leaves_nothing(tmp_path: Path) -> None:
    last = "    - {when: fours = 3, pay: 12 to 1, cite: 7(c)}\n"
    assert told(tmp_path, last, "") == [("pay-removed", "Four when the number of fours is 3: `12 to 1` is gone")]


@pytest.mark.parametrize(
    ("table", "when", "cites"),
    [
        ("{by: fours, cite: 7(c), rows: {1: 1 to 1, 2: 2 to 1, 3: 12 to 1, 4: 50 to 1}}", "fours = 4", ("7(c)[4]",)),
        (
            "{cite: 7(c), rules: [{when: fours between 1 and 3, pay: 1 to 1, cite: 7(c)(i)}, "
            "{when: fours > 3, pay: 9 to 1, cite: 7(c)(ii)}]}",
            "fours > 3",
            ("7(c)(ii)",),
        ),
    ],
    ids=["a number", "a condition"],
)
def test_a_row_for_what_never_comes_up_is_dead(tmp_path: Path, table: str, when: str, cites: tuple[str, ...]) -> None:
    settler = Settler(paid(tmp_path, f"    {table}\n"))
    (dead,) = (one for one in check(settler).findings if one.rule == "dead")
    assert dead.message == f"Four: what is paid when `{when}` is never paid: that never comes about"
    assert (dead.subject, dead.clauses, dead.basis) == ("pay/four", cites, "proved")
    assert dead.place.line > settler.rulebook.pay["four"].place.line
