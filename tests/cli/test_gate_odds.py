"""The gate and the amendment report with `--odds`: what each change is worth to the player, and what the round is."""

import json
import shutil
from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from blind import one_line
from docx import Document
from gating import Ran, Terminal, gate, house, rulespec
from invented import BELLS, SPECS
from odds_specs import FOLDER
from openpyxl import load_workbook

from rulespec.compare.change_sides import Version
from rulespec.domains.community_poker import CommunityPoker
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.load.library import Library
from rulespec.odds.odds import odds

DICE, POCKETS = "harbour/three-dice", "harbour/eight-pockets"
BACCARAT = "queensland/baccarat"
CROWN = "crown-perth/ultimate-texas-holdem"
FOURS = {"when: fours = 3, pay: 12 to 1": "when: fours = 3, pay: 30 to 1"}
SEVEN = {"when: total = 7,       then: win": "when: total = 7,       then: stand_off"}
NEEDED = {"small:    {placed: before_deal, cite": "small:    {placed: before_deal, required: true, cite"}
DOUBLE = {"small:    {always: 1 to 1": "small:    {always: 2 to 1"}


class Sides:
    """Two folders of specs: a copy each, of which the second is changed."""

    def __init__(self, root: Path, source: Path) -> None:
        self.before, self.after = root / "before", root / "after"
        for side in (self.before, self.after):
            shutil.copytree(source, side)

    def edit(self, name: str, changes: Mapping[str, str], both: bool = False) -> "Sides":
        for side in (self.before, self.after) if both else (self.after,):
            path = side / f"{name}.yaml"
            text = path.read_text(encoding="utf-8")
            for old, new in changes.items():
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            path.write_text(text, encoding="utf-8")
        return self

    def gate(self, *more: str) -> Ran:
        return gate("--base", str(self.before), "--specs", str(self.after), "--no-cache", *more)

    def report(self, *more: str) -> Ran:
        day = ("--date", "2026-01-01")
        return rulespec("report", "--base", str(self.before), "--specs", str(self.after), *day, *more)

    def page(self, *more: str) -> str:
        """The report in Markdown."""
        path = self.after.parent / "report.md"
        assert self.report("--out", str(path), *more).status == 0
        return path.read_text(encoding="utf-8")


@pytest.fixture
def dice(tmp_path: Path) -> Sides:
    return Sides(tmp_path, FOLDER)


def worth(ran: Ran) -> dict[str, Any]:
    (found,) = json.loads(ran.out)["worth"]
    return dict(found)


def exact(bounds: dict[str, dict[str, str]]) -> tuple[Fraction, Fraction]:
    return Fraction(bounds["low"]["fraction"]), Fraction(bounds["high"]["fraction"])


def values(ran: Ran) -> dict[str, str]:
    return {one["rule"]: one["value"] for one in ran.findings}


def test_each_change_has_its_own_worth(dice: Sides) -> None:
    ran = dice.edit(DICE, {**FOURS, **SEVEN}).gate("--odds")
    assert ran.status == 1
    assert values(ran) == {"settlement-lowered": "-0.8333333", "pay-raised": "+0.0833333"}
    found = {one["wager"]: one for one in worth(ran)["wagers"]}
    assert exact(found["four"]["before"]["house_edge"]) == (Fraction(1, 27), Fraction(1, 27))
    assert exact(found["four"]["change"]) == (Fraction(18, 216), Fraction(18, 216))
    assert exact(found["big"]["change"]) == (Fraction(0), Fraction(0))
    assert worth(ran)["before"] is None, "no hand needs a wager, so that there is no round to price"


def test_without_odds_nothing_is_priced(dice: Sides) -> None:
    ran = dice.edit(DICE, FOURS).gate()
    assert values(ran) == {"pay-raised": ""}
    assert "worth" not in json.loads(ran.out)


def test_a_round_is_worth_what_its_changes_are(dice: Sides) -> None:
    dice.edit(DICE, NEEDED, both=True)
    ran = dice.edit(DICE, {**DOUBLE, **FOURS}).gate("--odds")
    won = Fraction(105, 216)
    told = worth(ran)
    assert exact(told["before"]) == (Fraction(-1, 36), Fraction(-1, 36))
    assert exact(told["same_play"]) == exact(told["change"]) == (won, won)
    assert exact(told["play_adapted"]) == (Fraction(0), Fraction(0))
    assert {one["wager"]: one["in_round"] for one in told["wagers"]}["small"]
    assert not {one["wager"]: one["in_round"] for one in told["wagers"]}["four"]


def test_a_gap_that_is_filled_is_worth_something_between_two_bounds(tmp_path: Path) -> None:
    cited = "then: void, cite: 3(c)}"
    filled = {cited: f"{cited}\n    - {{when: colour = slate and not gilded, then: stand_off, cite: 3(d)}}"}
    ran = Sides(tmp_path, SPECS).edit(POCKETS, filled).gate("--odds", POCKETS)
    assert values(ran) == {"settlement-added": "-0.2222222 to +0.2222222"}
    hue = next(one for one in worth(ran)["wagers"] if one["wager"] == "hue")
    low, high = exact(hue["before"]["net"])
    assert high - low == Fraction(4, 9)
    assert low < exact(hue["after"]["net"])[0] == exact(hue["after"]["net"])[1] < high


def test_a_play_that_cannot_be_worked_out_is_said_to_be_so(dice: Sides, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(settler: Settler, further: object) -> Version:
        raise Inconclusive("there are too many hands")

    monkeypatch.setattr(import_module("rulespec.compare.change_worth"), "version", none)
    dice.edit(DICE, FOURS)
    ran = dice.gate("--odds")
    assert (ran.status, values(ran)) == (1, {"pay-raised": ""})
    assert worth(ran)["notes"] == [
        f"the best play {which} cannot be worked out: there are too many hands" for which in ("before", "after")
    ]
    text = dice.gate("--odds", "--format", "text").out
    assert "the best play before cannot be worked out: there are too many hands" in text


def test_versions_that_deal_otherwise_have_house_edges_only(dice: Sides) -> None:
    ran = dice.edit(DICE, {"triple: true, fours: 3, weight: 1": "triple: true, fours: 3, weight: 2"}).gate("--odds")
    assert not any(values(ran).values())
    told = worth(ran)
    assert any("deal otherwise" in note for note in told["notes"])
    four = next(one for one in told["wagers"] if one["wager"] == "four")
    assert exact(four["after"]["net"])[0] == Fraction(-8 + 12, 217)


def test_an_only_change_without_cases_is_worth_what_the_round_nets_more(dice: Sides) -> None:
    dice.edit(DICE, NEEDED, both=True)
    ran = dice.edit(DICE, {"triple: true, fours: 3, weight: 1": "triple: true, fours: 3, weight: 2"}).gate("--odds")
    assert exact(worth(ran)["change"])[0] == Fraction(105 - 112, 217) + Fraction(1, 36)
    assert list(values(ran).values()) == ["-0.0044803"]


@pytest.mark.slow
def test_a_terminal_shows_which_spec_is_played(dice: Sides) -> None:
    """The gate and the report alike, and only with odds; what is no terminal has nothing of it."""
    dice.edit(DICE, FOURS)
    shown = f"\r\x1b[K1 of 1: best play of {DICE}, before and after\r\x1b[K"
    base = ("--base", str(dice.before), "--specs", str(dice.after))
    out = ("--out", str(dice.after.parent / "report.md"), "--date", "2026-01-01")
    for command in (("gate", "--no-cache", "--today", "2026-01-01", *base), ("report", *base, *out)):
        assert rulespec(*command, "--odds", err=Terminal()).err.startswith(shown)
        assert "best play" not in rulespec(*command, err=Terminal()).err
        assert "best play" not in rulespec(*command, "--odds").err


# What acts a decision allows. Hands are played without a look at the cards, so that all can be worked out by hand: a
# player beats the dealer as often as the dealer beats the player, and a raise is paid 2 to 1 here.

TIED = Fraction(113_130_263_816, 2_781_381_002_400)  # of all deals, those in which the two hands are worth the same
BEATEN = (1 - TIED) / 2
RAISED_4 = {"    - {when: always, then: bet raise, amount: 4 * first, cite: 3.1(b)(ii)}\n": ""}
TIE = "    - {when: dealer.opens and player.hand = dealer.hand, then: stand_off, cite: 4.1(d)}"
PLAYED = {  # nothing that is played is open, and what is at risk does not turn on what is offered
    "  raise: {always: 1 to 1": "  raise: {always: 2 to 1",
    "cite: 4.1(c)}": f"cite: 4.1(c)}}\n{TIE}",
    "amount(raise) < 3 * first, then": "amount(raise) <= 4 * first, then",
}


@pytest.fixture
def bells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sides:
    monkeypatch.setattr(CommunityPoker, "solve", one_line)
    return Sides(tmp_path, SPECS).edit(BELLS, PLAYED, both=True)


@pytest.mark.slow
def test_an_act_that_is_offered_no_more_is_worth_what_it_was_more_than_the_next_best(bells: Sides) -> None:
    ran = bells.edit(BELLS, RAISED_4).gate("--odds", BELLS)
    told = worth(ran)
    assert exact(told["change"]) == (-BEATEN, -BEATEN)
    assert (told["same_play"], told["play_adapted"]) == (None, None)
    assert "the play that was best before cannot be played after" in told["notes"]
    ((rule, value),) = values(ran).items()
    assert rule.startswith("decision-")
    assert value == f"{float(-BEATEN):.7f}"
    found = {one["wager"]: one for one in told["wagers"]}
    assert exact(found["raise"]["change"]) == (-BEATEN, -BEATEN)
    assert exact(found["first"]["change"]) == (0, 0)


def test_an_act_that_is_offered_is_worth_what_playing_otherwise_gains(bells: Sides) -> None:
    bells.edit(BELLS, RAISED_4)
    bells.before, bells.after = bells.after, bells.before
    ran = bells.gate("--odds", BELLS)
    told = worth(ran)
    assert exact(told["same_play"]) == (0, 0)
    assert exact(told["play_adapted"]) == exact(told["change"]) == (BEATEN, BEATEN)
    assert list(values(ran).values()) == [f"+{float(BEATEN):.7f}"]


@pytest.mark.slow
def test_an_act_and_a_payment_together_have_no_worth_each_but_the_round_has(bells: Sides) -> None:
    """The act cannot be told from the payment; 3 times the first at 1 to 1 instead of 4 times at 2 to 1."""
    ran = bells.edit(BELLS, {**RAISED_4, "  raise: {always: 2 to 1": "  raise: {always: 1 to 1"}).gate("--odds", BELLS)
    found = {rule.partition("-")[0]: value for rule, value in values(ran).items()}
    assert exact(worth(ran)["change"]) == (-4 * BEATEN, -4 * BEATEN)
    assert found["decision"] == ""


@pytest.mark.slow
def test_what_follows_from_a_decision_has_no_worth_of_its_own(bells: Sides) -> None:
    """Nothing says what becomes of a raise that is offered no more; what is written of raises is as it was."""
    bells.edit(BELLS, {"amount(raise) <= 4 * first, then": "amount(raise) < 3 * first, then"}, both=True)
    found = values(bells.edit(BELLS, RAISED_4).gate("--odds", BELLS))
    assert len(found) == 2
    assert {rule.partition("-")[0]: value for rule, value in found.items()} == {
        "decision": f"{float(-BEATEN):.7f}",
        "stake": "",
    }


# What is left open: each reading has a best play of its own, and is held against the same reading.

EVENLY = {"  raise: {always: 2 to 1": "  raise: {always: 1 to 1"}  # to raise more is worth no more
UNTIED = {"    - {when: player.hand = dealer.hand, then: stand_off, cite: 4.7(c)}\n": ""}


@pytest.mark.slow
def test_each_reading_has_its_own_best_play_as_the_odds_have_it(bells: Sides) -> None:
    """A tie of the raise is left open: who reads it as lost raises least, who reads it as won raises most."""
    told = worth(bells.edit(BELLS, EVENLY, both=True).edit(BELLS, UNTIED).gate("--odds", BELLS))
    said = odds(Library(bells.after).load(BELLS))
    assert [one["reading"] for one in told["readings"]] == ["worst", "best"]
    staked = set()
    for one in told["readings"]:
        play = said.play(one["reading"])
        assert play is not None
        assert Fraction(one["after"]["fraction"]) == play.net
        raised = next(wager for wager in play.wagers if wager.wager == "raise")
        after = figures(told, "raise", one["reading"])["after"]
        assert Fraction(after["net"]["fraction"]) == raised.net
        assert Fraction(after["staked"]["fraction"]) == raised.staked
        staked.add(raised.staked)
        parts = (Fraction(one[part]["fraction"]) for part in ("same_play", "play_adapted"))
        assert sum(parts) == Fraction(one["change"]["fraction"])
    assert len(staked) == 2
    assert exact(told["after"]) == tuple(play.net for play in said.plays if play.reading in ("worst", "best"))


@pytest.mark.slow
def test_a_wager_that_is_not_touched_changes_by_nothing_however_open_it_is(bells: Sides) -> None:
    told = worth(bells.edit(BELLS, EVENLY, both=True).edit(BELLS, UNTIED).gate("--odds", BELLS))
    second = next(one for one in told["wagers"] if one["wager"] == "second")
    low, high = exact(second["before"]["net"])
    assert low < high
    assert exact(second["change"]) == (0, 0)


@pytest.mark.slow
def test_a_wager_that_an_act_may_forfeit_has_the_figures_of_the_odds(bells: Sides) -> None:
    ran = bells.edit(BELLS, EVENLY, both=True).edit(BELLS, UNTIED)
    told, said = worth(ran.gate("--odds", BELLS)), odds(Library(bells.after).load(BELLS))
    (worst, best) = (one for one in said.beside if one.wager.wager == "second")
    for one in (worst, best):
        after = figures(told, "second", one.reading)["after"]
        assert Fraction(after["net"]["fraction"]) == one.wager.net
        assert Fraction(after["round"]["fraction"]) == one.net
    text = ran.gate("--odds", BELLS, "--format", "text").out
    assert f"The whole round with {told_as(told, 'second')}, read against" in text
    assert "each reading has its own best play, before and after" in " ".join(text.split())


@pytest.mark.slow
def test_a_recorded_reading_that_changed_is_worth_what_it_makes_of_the_wager(tmp_path: Path) -> None:
    sides = Sides(tmp_path, house(tmp_path / "house"))
    readings = next(path for path in (sides.after / "harbour").rglob("*.yaml") if "interpretations" in str(path))
    text = readings.read_text(encoding="utf-8")
    assert text.count("result: stand_off") == 1
    readings.write_text(text.replace("result: stand_off", "result: lose"), encoding="utf-8")
    ran = sides.gate("--odds", POCKETS)
    assert values(ran) == {"interpretation-changed": "-0.2222222"}
    hue = figures(worth(ran), "hue", "interpreted")
    assert [Fraction(hue[side]["net"]["fraction"]) for side in ("before", "after")] == [0, Fraction(-2, 9)]
    assert figures(worth(ran), "hue", "worst")["change"]["fraction"] == "0"


def told_as(told: Mapping[str, Any], wager: str) -> str:
    """What a wager is called."""
    assert any(one["wager"] == wager for one in told["wagers"])
    return Library(SPECS).load(BELLS).vocabulary.title(wager)


def figures(told: Mapping[str, Any], wager: str, reading: str) -> dict[str, Any]:
    """What a wager comes to by one reading."""
    found = next(one for one in told["wagers"] if one["wager"] == wager)
    return dict(next(one for one in found["readings"] if one["reading"] == reading))


# Wagers that the hands which meet do not decide.

THREES = "three_of_a_kind: [3 to 1, 3 to 1]"
RAISED = {THREES: "three_of_a_kind: [5 to 1, 4 to 1]"}
SETTLED = {  # the straight is paid, and the wager valid whatever else is placed
    THREES: f"straight: [4 to 1, 4 to 1]\n      {THREES}",
    "amount(side) <= 100, then: invalid": "amount(side) <= 100, then: valid",
}


@pytest.mark.slow
def test_a_wager_that_hands_do_not_decide_is_priced_by_itself(bells: Sides) -> None:
    """It turns on the first five cards too, so that no play is counted by what decides it."""
    bells.edit(BELLS, SETTLED, both=True)
    ran = bells.edit(BELLS, RAISED).gate("--odds", BELLS)
    more = 2 * Fraction(6_461_620, 133_784_560)  # of all hands of seven cards, those of three of a kind
    found = {one["wager"]: one for one in worth(ran)["wagers"]}
    assert exact(found["side"]["change"]) == (more, more)
    assert not found["side"]["in_round"]
    assert list(values(ran).values()) == [f"+{float(more):.7f}"]


@pytest.mark.slow
def test_a_wager_that_turns_on_the_play_is_not_priced_by_itself(bells: Sides) -> None:
    """Folded, the wager is lost; nothing prices the row, though the round is worked out."""
    bells.edit(BELLS, {**SETTLED, "{bells: lose, raise: lose}": "{bells: lose, raise: lose, side: lose}"}, both=True)
    ran = bells.edit(BELLS, RAISED).gate("--odds", BELLS)
    assert list(values(ran).values()) == [""]
    told = worth(ran)
    assert "side" not in {one["wager"] for one in told["wagers"]}
    assert [note for note in told["notes"] if note.startswith("`side` is left out: ")]
    assert exact(told["change"]) == (0, 0)


@pytest.mark.parametrize("form", ["text", "markdown", "html", "sarif", "github", "junit"])
def test_every_format_has_the_worth(dice: Sides, form: str) -> None:
    out = dice.edit(DICE, FOURS).gate("--odds", "--format", form).out
    assert "+0.0833333" in out
    if form in ("text", "markdown", "html"):
        assert "3.70370 %" in out
    if form == "sarif":
        (ran,) = json.loads(out)["runs"]
        assert ran["properties"]["worth"][0]["spec"] == DICE


def test_the_settings_can_ask_for_odds(dice: Sides, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulespec.toml").write_text("[gate]\nodds = true\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    dice.edit(DICE, FOURS)
    assert values(dice.gate()) == {"pay-raised": "+0.0833333"}
    assert values(dice.gate("--no-odds")) == {"pay-raised": ""}


def test_the_amendment_report_has_a_column_and_a_table(dice: Sides, tmp_path: Path) -> None:
    dice.edit(DICE, FOURS)
    page = dice.page("--odds")
    assert "Worth to the player, per first wager" in page
    assert "## House edge before and after" in page
    assert "| Four | -0.0370370 | +0.0462963 | +0.0833333 | 3.70370 % | -4.62963 % |" in page
    plain = dice.page()
    assert "House edge" not in plain
    assert "Worth to the player" not in plain
    files = {form: tmp_path / f"report.{form}" for form in ("html", "docx", "xlsx")}
    for path in files.values():
        assert dice.report("--odds", "--out", str(path)).status == 0
    assert "−4.62963 %" in files["html"].read_text(encoding="utf-8")
    cells = [cell.text for table in Document(str(files["docx"])).tables for row in table.rows for cell in row.cells]
    assert {"+0.0833333", "-4.62963 %"} <= set(cells)
    sheet = load_workbook(files["xlsx"])["House edge"]
    assert any("-4.62963 %" in row for row in sheet.iter_rows(values_only=True))


def test_where_what_is_dealt_turns_on_a_reading_a_payment_is_priced_by_it(tmp_path: Path) -> None:
    nine = {"tie:    {always: 8 to 1": "tie:    {always: 9 to 1"}
    sides = Sides(tmp_path, Path(__file__).parents[2] / "specs").edit(BACCARAT, nine)
    ran = sides.gate("--odds", BACCARAT)
    assert ran.status == 1, ran.err
    (raised,) = [one for one in ran.findings if one["rule"] == "pay-raised"]
    tie = next(one for one in worth(ran)["wagers"] if one["wager"] == "tie")
    assert [one["reading"] for one in tie["readings"]] == ["interpreted", "worst", "best"]
    read = tie["readings"][0]
    assert Fraction(raised["value"]) == pytest.approx(Fraction(read["change"]["fraction"]), abs=1e-6)


@pytest.mark.slow
def test_the_changes_of_a_pay_table_of_cards_add_up(tmp_path: Path) -> None:
    sides = Sides(tmp_path, Path(__file__).parents[2] / "specs")
    sides.edit(CROWN, {"      flush:          3 to 2": "      flush:          2 to 1",
                       "      straight:       1 to 1": "      straight:       2 to 1"})  # fmt: skip
    ran = sides.gate("--odds", CROWN)
    told = worth(ran)
    priced = [Fraction(one["value"]) for one in ran.findings if one["rule"] == "pay-raised"]
    assert len(priced) == 2
    assert [one["reading"] for one in told["readings"]] == ["interpreted", "worst", "best"]
    for one in told["readings"]:
        before, after, same, adapted = (
            Fraction(one[part]["fraction"]) for part in ("before", "after", "same_play", "play_adapted")
        )
        if one["reading"] == "best":  # a tie that is left open may then be a win, which is paid more too
            assert same > sum(priced)
        else:
            assert abs(sum(priced) - same) < Fraction(1, 10**6)
        assert adapted >= 0
        assert after - before == same + adapted
