"""Comparing provisions: one row an act, whoever it is said of, and each difference in it seen."""

from dataclasses import replace

import pytest
from invented import BELLS, SPECS

from rulespec.compare.provisions import own_provisions, provision_rows
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.model.comparison import Compared
from rulespec.model.document import Account, Provision
from rulespec.model.place import Place

HERE = Place("provisions.yaml", 1, 1)


def said(
    act: str,
    who: str = "operator",
    mode: str = "may",
    about: tuple[str, ...] = (),
    when: tuple[str, ...] = (),
    unless: tuple[str, ...] = (),
    notice: str = "",
    within: str = "",
    cites: tuple[str, ...] = ("1.1",),
) -> Provision:
    return Provision(who, mode, act, about, when, unless, notice, within, cites, HERE)


def compared(*accounts: list[Provision]) -> list[Compared]:
    base = Settler(Library(SPECS).load(BELLS))
    names = [f"harbour/number-{place}" for place in range(len(accounts))]
    settlers = [Settler(replace(base.spec, id=name), game=base.game) for name in names]
    return provision_rows(settlers, {n: Account(tuple(some)) for n, some in zip(names, accounts, strict=True)})


def test_another_notice_differs_in_one_row_whoever_gives_it() -> None:
    (row,) = compared(
        [said("close_table", "supervisor", when=("notice_given",), notice="20 minutes")],
        [said("close_table", "operator", when=("notice_given",), notice="10 minutes", cites=("6.7", "6.7(a)"))],
        [said("close_table", "supervisor", when=("notice_given",), notice="3 rounds")],
    )
    assert row.status == "differs"
    assert row.title == "Close table"
    assert row.sides[1].says == "operator may, when notice given (notice: 10 minutes)"
    assert row.sides[1].clauses == ("6.7", "6.7(a)")
    assert row.sides[1].rules[0].clauses == ("6.7", "6.7(a)")


def test_the_same_in_another_order_agrees() -> None:
    (row,) = compared(
        [said("change_limits", when=("players_agree", "notice_given"))],
        [said("change_limits", when=("notice_given",)), said("change_limits", when=("players_agree",))],
    )
    assert row.status == "agree"


@pytest.mark.parametrize(
    "other",
    [
        said("shuffle", mode="must_not"),
        said("shuffle", mode="must"),
        said("shuffle", when=("opened",)),
        said("shuffle", unless=("opened",)),
        said("shuffle", within="1 hour"),
    ],
    ids=["must not", "must", "when", "unless", "within"],
)
def test_each_part_of_a_provision_counts(other: Provision) -> None:
    (row,) = compared([said("shuffle")], [other])
    assert row.status == "differs"


def test_what_one_document_has_by_itself_is_silent_and_single() -> None:
    (row,) = compared([said("shuffle")], [])
    assert (row.status, row.single) == ("silent", True)
    assert [side.state for side in row.sides] == ["answered", "absent"]


def test_matters_are_compared_one_by_one_and_those_alike_share_a_row() -> None:
    found = compared(
        [said("display", about=("minimum", "maximum", "unit"))],
        [said("display", about=("minimum", "maximum"))],
    )
    assert [(row.title, row.status) for row in found] == [
        ("Display: minimum, maximum", "agree"),
        ("Display: unit", "silent"),
    ]


def test_people_whom_one_document_tells_apart_have_rows_of_their_own() -> None:
    found = compared(
        [said("look", "player"), said("look", "dealer", "must_not")],
        [said("look", "player")],
        [said("look", "dealer", "must_not")],
    )
    assert [(row.title, row.status) for row in found] == [("Look (dealer)", "silent"), ("Look (player)", "silent")]


def test_only_the_parts_that_a_spec_accounts_for_are_its_own() -> None:
    spec = Library(SPECS).load(BELLS)
    account = Account(
        (
            said("a", cites=("sch1:2(a)",)),
            said("b", cites=("sch1(a):2",)),
            said("c", cites=("general:16(e)",)),
            said("d", cites=("12.3",)),
            said("e", cites=("12",)),
            said("f", cites=("1.2",)),
        )
    )

    def acts(**document: object) -> list[str]:
        mine = replace(spec, document=replace(spec.document, **document))
        return [one.act for one in own_provisions(mine, account)]

    assert acts() == list("abcdef")
    assert acts(prefix="sch1") == ["a"]
    assert acts(prefix="sch1", accounts_for=("sch1", "general")) == ["a", "c"]
    assert acts(accounts_for=("12",)) == ["d", "e"]


def test_without_accounts_there_is_nothing_to_compare() -> None:
    base = Settler(Library(SPECS).load(BELLS))
    assert provision_rows([base, base], {}) == []
