"""The page with odds: its section, and rows in the order of what they are worth."""

from dataclasses import replace
from fractions import Fraction

from made_odds import CLOSED
from page_reader import Node, read
from report_samples import EQUAL, HARBOUR, HILL, LAKE, page

from rulespec.model.comparison import Worth
from rulespec.report.html import Page, render
from rulespec.report.odds_html import PageOdds


def worth(share: Fraction, *nets: tuple[int, int]) -> tuple[Worth, ...]:
    """A row's worth under one play, in hundredths of a unit."""
    pairs = ((Fraction(low, 100), Fraction(high, 100)) for low, high in nets)
    return (Worth(HARBOUR, share, dict(zip((HARBOUR, LAKE, HILL), pairs, strict=False))),)


COMMON = replace(EQUAL, id="settlement/common", words="often", worth=worth(Fraction(1, 5), (-3, -3), (-2, -2)))
DEAR = replace(
    EQUAL, id="settlement/dear", words="seldom", share=Fraction(1, 900), worth=worth(Fraction(1, 40), (-2, 3), (1, 1))
)
NEVER = replace(EQUAL, id="settlement/never", words="never", share=Fraction(1), worth=worth(Fraction(0), (0, 0)))


NOWHERE = replace(EQUAL, id="settlement/nowhere", words="nowhere", unpriced="`far_side` is not placed", share=None)


def short_names(tree: Node) -> list[str]:
    """What the documents are called, in their order."""
    table = next(node for node in tree.all("table") if "worths" in node.classes)
    return [node.text for node in table.all("th")][2:5]


def priced() -> Page:
    made = page()
    rows = (NEVER, COMMON, NOWHERE, DEAR)
    return replace(made, comparison=replace(made.comparison, rows=rows), odds=PageOdds((CLOSED,)))


def test_rows_stand_in_the_order_of_their_worth() -> None:
    tree = read(render(priced()))
    words = [node.text for node in tree.all("span") if "words" in node.classes]
    assert words == ["seldom", "often", "never", "nowhere"]
    names = short_names(tree)
    told = [node.text for node in tree.all("span") if "worth" in node.classes]
    assert told == [
        f"worth −0.0200000 to +0.0300000 more to the player by {names[1]} than by {names[0]}, in 1 of 40 rounds (2.5 %)"
        " under best play",
        f"worth +0.0100000 more to the player by {names[1]} than by {names[0]}, in 20 % of rounds under best play",
        "never under best play",
        "not priced: far side is not placed",
    ]
    assert "those that are worth most to the player first" in render(priced())


def test_a_row_opens_to_what_each_document_nets() -> None:
    table = next(node for node in read(render(priced())).all("table") if "worths" in node.classes)
    cells = [node.text for node in table.all("td")]
    assert cells[:-1] == ["in 1 of 40 rounds (2.5 %)", "−0.0200000 to +0.0300000", "+0.0100000", "not offered"]
    assert cells[-1].startswith("−0.0200000 to +0.0300000 by ")


def test_documents_that_leave_cases_open_alike_do_not_lie_apart_for_that() -> None:
    """The width of one document's own bounds is no difference of two."""
    (one,) = worth(Fraction(1, 5), (-2, 3), (-2, 3))
    assert one.most == 0
    (one,) = worth(Fraction(1, 5), (-2, 3), (0, 0))
    assert (one.apart, one.most) == ((LAKE, HARBOUR, (Fraction(-2, 100), Fraction(3, 100))), Fraction(3, 100))


def test_wagers_of_the_section_are_called_as_on_the_rest_of_the_page() -> None:
    made = priced()
    name = made.specs[0].wagers[0].name
    title = made.specs[0].vocabulary.wagers[name].title
    wager = replace(CLOSED.plays[0].wagers[0], wager=name)
    odds = replace(CLOSED, plays=(replace(CLOSED.plays[0], wagers=(wager,)),))
    tables = read(render(replace(made, odds=PageOdds((odds,))))).all("table")
    table = next(node for node in tables if "odds-edges" in node.classes)
    assert title != name
    assert title in [node.text for node in table.all("th")]


def test_the_page_has_the_section_only_with_odds() -> None:
    assert 'id="odds"' in render(priced())
    without = render(replace(priced(), odds=None))
    assert 'id="odds"' not in without
    assert "#odds" not in without
    assert "style=" not in render(priced()).split('id="odds"')[1].split('id="comparison"')[0]
