"""What differences are worth: priced by the same spots on both sides."""

import json
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from odds_specs import FOLDER

from rulespec.cli.main import run
from rulespec.compare.change_sides import version
from rulespec.compare.compare import compare
from rulespec.compare.pays import pay_rows
from rulespec.compare.worth import with_worth
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.model.comparison import PROVED, Comparison, Worth
from rulespec.prove.frequency import in_words

ONE, TWO = "harbour/big-wheel", "harbour/other-wheel"


NEEDED = ("on_crest:  {placed: before_deal, cite", "on_crest:  {placed: before_deal, required: true, cite")


def two_wheels(folder: Path, *edits: tuple[str, str]) -> Path:
    """A specs folder with the wheel, and beside it the same wheel under another name, edited."""
    specs = folder / "specs"
    shutil.copytree(FOLDER, specs)
    text = (specs / f"{ONE}.yaml").read_text(encoding="utf-8").replace(ONE, TWO)
    for before, after in edits:
        assert before in text
        text = text.replace(before, after)
    (specs / f"{TWO}.yaml").write_text(text, encoding="utf-8")
    return specs


def priced(specs: Path) -> Comparison:
    shelf = Library(specs)
    settlers = [Settler(shelf.load(name)) for name in (ONE, TWO)]
    return with_worth(settlers, compare(settlers))


def worth_of(found: Comparison, name: str) -> tuple[Worth, ...]:
    (row,) = [row for row in found.rows if row.id == name]
    return row.worth


def test_a_smaller_payment_is_worth_what_it_takes_from_its_wins(tmp_path: Path) -> None:
    found = priced(two_wheels(tmp_path, ("5 to 1", "4 to 1")))
    for one in worth_of(found, "pay/on_five/every win"):
        assert one.share == Fraction(8, 52)
        assert one.more(ONE, TWO) == (Fraction(-8, 52), Fraction(-8, 52))
    assert {one.play for one in worth_of(found, "pay/on_five/every win")} == {ONE, TWO}
    nets = [found.further[name]["on_five"]["literal"].net for name in (ONE, TWO)]
    assert nets[1] - nets[0] == Fraction(-8, 52)


def test_a_case_that_one_side_leaves_open_lies_between_bounds(tmp_path: Path) -> None:
    found = priced(two_wheels(tmp_path, ("    - {when: not (symbol = crest), then: lose, cite: 8(b)}\n", "")))
    (row,) = [row for row in found.rows if row.area == "settlement" and row.status != "agree"]
    for one in row.worth:
        assert one.share == Fraction(50, 52)
        # The gap may be anything that the wager's own rows give: the loss that the other has, or a win of 23.
        assert one.more(ONE, TWO) == (0, 24 * Fraction(50, 52))
    assert row.largest == 24 * Fraction(50, 52)


def test_a_round_with_open_cases_nets_something_between_bounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    specs = two_wheels(tmp_path, ("    - {when: not (symbol = crest), then: lose, cite: 8(b)}\n", ""))
    for path in (specs / f"{ONE}.yaml", specs / f"{TWO}.yaml"):  # where no hand needs a wager there is no such round
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(*NEEDED), encoding="utf-8")
    found = priced(specs)
    low, high = found.bounds[TWO]
    assert set(found.bounds) == {TWO}
    assert (low, high) == (found.plays[ONE].net, found.plays[ONE].net + 24 * Fraction(50, 52))
    assert run(["diff", ONE, TWO, "--odds", "--specs", str(specs)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "read for the player; as its open cases are read, from -" in text
    assert "a round; as open cases are read, from 0.0000000000 to +23.0769230769" in text
    assert run(["diff", ONE, TWO, "--odds", "--format", "json", "--specs", str(specs)]) == 0
    said = json.loads(capsys.readouterr().out)["summary"]["odds"]["plays"]
    assert [Fraction(bound["fraction"]) for bound in said[TWO]["bounds"]] == [low, high]
    assert said[ONE]["bounds"] == [said[ONE]["net"]] * 2


def test_where_no_hand_needs_a_wager_each_is_told_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    specs = two_wheels(
        tmp_path, ("5 to 1", "4 to 1"), ("    - {when: not (symbol = crest), then: lose, cite: 8(b)}\n", "")
    )
    found = priced(specs)
    assert not found.plays
    assert not found.bounds
    assert run(["diff", ONE, TWO, "--odds", "--specs", str(specs)]) == 0
    text = capsys.readouterr().out
    assert "house edge" not in text.partition("WAGERS")[0]
    rows = {line.rstrip() for line in text.splitlines()}
    assert "EACH WAGER by itself, per unit of it: no hand needs one" in rows
    assert "  on_one                  -0.0769230769   -0.0769230769    0.0000000000" in rows
    assert "  on_five                 -0.0769230769   -0.2307692308   -0.1538461538" in rows
    assert "  on_crest, read against  -0.0769230769   -0.0769230769    0.0000000000" in rows
    assert "  on_crest, read for      -0.0769230769  +23.0000000000  +23.0769230769" in rows


def test_a_wager_that_is_never_at_risk_has_no_house_edge() -> None:
    roulette = Settler(Library().load("queensland/roulette"))
    nets = version(roulette, ("five_line", "split")).nets
    assert nets["five_line"]["literal"].edge is None
    assert nets["split"]["literal"].edge == Fraction(1, 37)


def test_a_share_says_what_it_is_the_mean_over() -> None:
    shelf = Library()
    wheels = [Settler(shelf.load(f"queensland/{name}")) for name in ("roulette", "roulettex")]
    cards = [Settler(shelf.load(f"{name}/ultimate-texas-holdem")) for name in ("crown-perth", "queensland")]
    assert {row.over for row in pay_rows(wheels) if row.share is not None} == {"wheel"}
    assert {row.over for row in pay_rows(cards)} == {""}
    assert in_words(Fraction(1, 38), "wheel") == "in 1 of 38 deals (2.63 %), in the mean over each `wheel`"
    assert in_words(Fraction(1), "wheel") == in_words(Fraction(1)) == "in every deal"


def test_rows_that_agree_have_no_worth(tmp_path: Path) -> None:
    found = priced(two_wheels(tmp_path, ("5 to 1", "4 to 1")))
    assert all(not row.worth for row in found.rows if row.status == "agree")


def test_what_is_worth_most_stands_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    specs = two_wheels(
        tmp_path, ("23 to 1, cite: 7(c)", "22 to 1, cite: 7(c)"), ("1 to 1, cite: 3(c)", "2 to 1, cite: 3(c)")
    )
    assert run(["diff", ONE, TWO, "--odds", "--area", "pay", "--specs", str(specs)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert text.index("+0.4615385 more by the second") < text.index("-0.0384615 more by the second")
    assert run(["diff", ONE, TWO, "--odds", "--format", "json", "--specs", str(specs)]) == 0
    said = json.loads(capsys.readouterr().out)
    (row,) = [one for one in said["findings"] if one["id"] == "pay/on_one/every win"]
    assert row["odds"][0]["share"]["fraction"] == "6/13"
    assert row["odds"][0]["nets"][TWO]["low"] == {"fraction": "12/13", "decimal": "0.923076923077"}
    assert set(said["summary"]["odds"]["plays"]) == {ONE, TWO}


def test_without_the_odds_nothing_is_priced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    specs = two_wheels(tmp_path, ("5 to 1", "4 to 1"))
    assert run(["diff", ONE, TWO, "--format", "json", "--specs", str(specs)]) == 0
    assert "odds" not in capsys.readouterr().out


def test_what_is_won_by_one_document_alone_is_said_beside_a_payment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wider = ("when: symbol = five,       then: win", "when: symbol in five | three, then: win")
    less = ("when: not (symbol = five), then", "when: not (symbol in five | three), then")
    specs = two_wheels(tmp_path, wider, less, ("5 to 1", "4 to 1"))
    for one in worth_of(priced(specs), "pay/on_five/every win"):
        assert (one.share, one.partly) == (Fraction(8, 52), Fraction(12, 52))
    assert run(["diff", ONE, TWO, "--odds", "--area", "pay", "--specs", str(specs)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "in 23.1 % of rounds more, not by all documents won" in text


def test_a_row_without_a_worth_says_why(tmp_path: Path) -> None:
    found = priced(two_wheels(tmp_path, ("5 to 1", "4 to 1")))
    (row,) = [row for row in found.rows if row.id == "pay/on_five/every win"]
    seen = replace(row, area="settlement", id="settlement/on_five/proof", worth=(), case=None, basis=PROVED)
    shelf = Library(tmp_path / "specs")
    settlers = [Settler(shelf.load(name)) for name in (ONE, TWO)]
    unplaced = replace(row, subject="nowhere", worth=())
    (first, second) = with_worth(settlers, replace(found, rows=(seen, unplaced))).rows
    assert first.worth == second.worth == ()
    assert first.unpriced.startswith("only amounts or options tell the documents apart there")
    assert second.unpriced.startswith("no play that is priced here settles `nowhere`")
