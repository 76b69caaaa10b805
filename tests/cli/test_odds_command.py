"""`rulespec odds`: what it asks of its options, which play it shows, and how it ends."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from invented import SPECS
from made_odds import CLOSED, LEFT_OPEN
from odds_specs import FOLDER

from rulespec.cli.main import run
from rulespec.cli.odds_answer import shown_reading
from rulespec.errors import Inconclusive
from rulespec.model.odds import NotWorkedOut, SpotOdds, Spots
from rulespec.model.spec import Spec

POCKETS = ["odds", "harbour/eight-pockets", "--specs", str(SPECS)]
DICE = ["odds", "harbour/three-dice", "--specs", str(FOLDER)]
PERTH, QUEENSLAND = "crown-perth/ultimate-texas-holdem", "queensland/ultimate-texas-holdem"
DECIDED = ["odds", "crown-perth/ultimate-texas-holdem"]
STAR_OF_TWO = Fraction(2 * 4, 9) + Fraction(1, 9) * Fraction(2, 10) - Fraction(6, 9)  # a prize of 2 on a stake of 10


def spots_of(spec: Spec, *decisions: SpotOdds) -> Spots:
    return Spots(spec.id, spec.document, {"decks": "6"}, "main", "Ah Kd", "2c 9d Jh", decisions)


def test_odds_of_dice_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*DICE, "--wager", "small", "--wager", "seven", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {one["wager"]: one["edge"]["fraction"] for one in said["alone"]} == {"small": "1/36", "seven": "7/72"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--option", "star_prise=1"], "no option `star_prise`: did you mean `star_prize`?"),
        (["--option", "moon=1"], "no option `moon`: it has `star_prize`"),
        (["--option", "star_prize"], "`--option star_prize` is not of the form NAME=VALUE"),
        (["--option", "star_prize="], "is not of the form NAME=VALUE"),
        (["--option", "star_prize=much"], "`star_prize` is not an amount"),
        (["--option", "star_prize.hue=1"], "`star_prize` has one value, not one for `hue`"),
        (["--option", "star_prize=1", "--option", "star_prize=2"], "`star_prize` is given twice"),
        (["--wager", "stat"], "has no wager `stat`: did you mean `star`?"),
        (["--wager", "moon"], "has no wager `moon`: it has `hue`, `low` and `star`"),
    ],
)
def test_what_the_spec_does_not_offer_is_wrong_usage(
    given: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*POCKETS, *given]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert not printed.out


def test_an_option_that_is_needed_is_given_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "crown-melbourne/ultimate-texas-holdem", "--option", "play_multiples.flop=2,3"]) == 2
    assert "is given for some names and not for `pre_flop` or `river`: give it for all" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("spec", "given", "said"),
    [
        (PERTH, "jackpot_pools.level_1=5", "not for `level_2` or `level_3`: give it for all"),
        (QUEENSLAND, "set_prize.foo=5", "`set_prize` is not given for `foo`: it is given for `hi"),
        (QUEENSLAND, "set_prize.flsh=5", "`set_prize` is not given for `flsh`: did you mean `flush`?"),
        ("nsw/texas-holdem-bonus", "straight_flush_share=1.5", "is above 1, the most that a share of the jackpot"),
    ],
)
def test_part_of_an_option_an_unknown_name_and_more_than_all_are_refused(
    spec: str, given: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", spec, "--option", given]) == 2
    assert said in capsys.readouterr().err


def test_a_sign_that_is_not_allowed_is_told_in_plain_words_what_it_fails(capsys: pytest.CaptureFixture[str]) -> None:
    sign = [f"--option=play_multiples.{stage}={times}" for stage, times in (("pre_flop", 4), ("flop", 2), ("river", 3))]
    assert run(["odds", "crown-melbourne/ultimate-texas-holdem", *sign]) == 2
    said = capsys.readouterr().err
    assert "does not allow this `play_multiples`: it demands that the largest of the multiple on the table sign" in said
    assert "play_multiples(" not in said
    assert "is at most 10" not in said


def test_limits_that_leave_nothing_to_wager_are_refused_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    limits = ["--option", "table_minimum=10", "--option", "table_maximum=5"]
    assert run(["odds", "queensland/ultimate-texas-holdem", *limits]) == 2
    said = "the limits that a table displays leave some amount to wager [general:13(1)]"
    assert said in capsys.readouterr().err


def test_a_refused_option_tells_once_what_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "harbour/three-bells", "--specs", str(SPECS), "--option", "side_table=9"]) == 2
    assert capsys.readouterr().err.count("1, 2") == 1


def test_an_option_changes_the_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*POCKETS, "--option", "star_prize=2", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["options"] == {"star_prize": "2"}
    assert said["alone"][-1]["net"]["fraction"] == str(STAR_OF_TWO)


def test_a_figure_that_is_asked_for_and_is_not_there_is_said_in_its_place_and_ends_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacks = (NotWorkedOut("", "too much is paid"), NotWorkedOut("side", "an act may forfeit it: too much is paid"))
    lacking = replace(CLOSED, plays=(), beside=(), missing=lacks)
    monkeypatch.setattr("rulespec.cli.odds_answer.odds", lambda *_: lacking)
    for form in ("text", "json", "csv"):
        assert run([*DECIDED, "--format", form]) == 4
        printed = capsys.readouterr()
        said = "the odds of the whole round and `side` cannot be worked out: too much is paid\n"
        assert printed.err.endswith(said)
        if form == "text":
            assert "THE WHOLE ROUND, best play\n\n  cannot be worked out: too much is paid\n" in printed.out
            assert "WAGERS that cannot be worked out\n\n  side: an act may forfeit it: too much" in printed.out
        elif form == "json":
            assert json.loads(printed.out)["missing"][0] == {"wager": None, "reason": "too much is paid"}
        else:
            assert printed.out.count("\nmissing,") == 2


def test_the_play_that_is_shown() -> None:
    assert shown_reading(CLOSED, "literal") == shown_reading(CLOSED, "interpreted") == "literal"
    assert shown_reading(LEFT_OPEN, "literal") == "worst"
    assert shown_reading(LEFT_OPEN, "best") == "best"
    assert shown_reading(LEFT_OPEN, "interpreted") == "interpreted"


def test_readings_that_do_not_settle_all_are_not_shown() -> None:
    with pytest.raises(Inconclusive, match="do not settle every case"):
        shown_reading(replace(LEFT_OPEN, plays=LEFT_OPEN.plays[:2]), "interpreted")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--at", "Ah Kd", "--board", "2c Ah Jh"], "the card `Ah` is there twice"),
        (["--at", "Ah Kd Kc"], "a player holds 2 cards, not 3"),
        (["--at", "Ah xx"], "`xx` is no card"),
        (["--at", "Ah Kd", "--board", "2c 3d"], "on 0, 3 or 5 cards of the board, not on 2"),
        (["--board", "2c 3d 4h"], "`--board` goes with `--at`"),
        (["--at", "Ah Kd", "--hands"], "neither `--wager` nor `--hands`"),
    ],
)
def test_cards_that_cannot_be_held_are_refused_before_anything_is_worked_out(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*DECIDED, *given]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("reading", ["worst", "best"])
def test_a_spot_may_be_asked_for_by_either_bound(
    reading: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def spot(spec: Spec, options: object, wanted: str, cards: str, board: str) -> Spots:
        return spots_of(spec, SpotOdds(wanted, "flop", (), {"check": Fraction(0)}))

    monkeypatch.setattr("rulespec.cli.odds_answer.spot_odds", spot)
    assert run([*DECIDED, "--at", "Ah Kd", "--reading", reading]) == 0
    which = {"worst": "against the player", "best": "for the player"}[reading]
    assert f"every open case read {which}" in capsys.readouterr().out


def test_an_act_that_is_worth_most_stands_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spot = SpotOdds("worst", "flop", ("check",), {"bet play 2 x": Fraction(1, 3), "check": Fraction(-1, 7)})
    monkeypatch.setattr("rulespec.cli.odds_answer.spot_odds", lambda spec, *_: spots_of(spec, spot))

    def printed(form: str) -> str:
        assert run([*DECIDED, "--at", "Ah Kd", "--board", "2c 9d Jh", "--format", form]) == 0
        return capsys.readouterr().out

    assert printed("text").splitlines()[-3:] == [
        "flop (after check)",
        "  bet play 2 x  +0.3333333333 = 1/3",
        "  check         -0.1428571429 = -1/7",
    ]
    head = " ".join(printed("text").split())
    assert "in force from" in head
    assert "options: decks 6 net of the round per main, with" in head
    said = json.loads(printed("json"))
    assert (said["options"], said["unit"], said["cards"]) == ({"decks": "6"}, "main", "Ah Kd")
    acts = said["decisions"][0]["acts"]
    assert acts[1] == {"act": "check", "net": {"fraction": "-1/7", "decimal": "-0.1428571429"}}
    assert "decks 6,main,Ah Kd,2c 9d Jh,worst,flop,check,check,-1/7,-0.1428571429" in printed("csv")


@pytest.mark.parametrize("name", ["queensland/roulette", "queensland/baccarat", "queensland/casino-war"])
def test_a_game_in_which_nothing_is_decided_on_cards_has_no_spots(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", name, "--at", "Ah Kd"]) == 4
    assert "nothing is decided on cards in this kind of game" in capsys.readouterr().err


def test_a_wager_without_a_result_in_any_round_has_no_house_edge(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(form: str, *more: str) -> str:
        assert run(["odds", "queensland/roulette", "--wager", "five_line", "--format", form, *more]) == 0
        return capsys.readouterr().out

    assert "never at risk here, without a result in every round: five_line" in " ".join(printed("text").split())
    (said,) = json.loads(printed("json"))["alone"]
    assert (said["per_unit"], said["edge"]) == (None, None)
    (row,) = [row for row in csv.DictReader(io.StringIO(printed("csv"))) if row["section"] == "wager"]
    assert (row["edge"], row["net"]) == ("", "0")
    (said,) = json.loads(printed("json", "--option", "wheel=double_zero"))["alone"]
    assert said["edge"]["fraction"] == "3/38"
