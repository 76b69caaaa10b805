"""The interpretations of the shipped specs: each on the rounds that `check` shows for its gap or conflict."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playing import shipped
from sampling import first

from rulespec.documents.survey import account_findings
from rulespec.domains.base import RoundFault
from rulespec.engine.readings import PROBLEMS
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.model.round import WagerOutcome
from rulespec.prove.check import check

READ = "with `--reading interpreted` it is read as"
SPECS = Library().ids()

# How a hand goes on to the end where an interpretation has it go on, by family.
ACTS = {
    "holdem-bonus": [
        {"stage": "pre_flop", "do": "bet", "wager": "flop", "amount": 20},
        {"stage": "flop", "do": "check"},
        {"stage": "turn", "do": "check"},
    ],
    "ultimate-texas-holdem": [
        {"stage": "pre_flop", "do": "check"},
        {"stage": "flop", "do": "check"},
        {"stage": "river", "do": "bet", "wager": "play", "amount": 10},
    ],
}


@cache
def interpreted(name: str) -> Settler:
    return Settler(Library().load(name), interpreted=True)


@cache
def found(name: str) -> tuple[Finding, ...]:
    return tuple(one for one in check(shipped(name)).findings if one.rule in (*PROBLEMS, "idle-interpretation"))


def settled(settler: Settler, witness: Mapping[str, Any]) -> Mapping[str, WagerOutcome]:
    return settler.settle(read_round(witness, Place("a witness")))[1].wagers


def results(name: str, finding: Finding) -> Iterator[tuple[str, str, str]]:
    """By wager of a finding's witness that has its problem: the results read literally and interpreted."""
    witness = finding.witness
    assert witness is not None
    try:
        settled(interpreted(name), witness)
    except RoundFault:  # the hand goes on, so that it is played to the end
        (player,) = witness["players"]
        acts = ACTS[shipped(name).spec.family]
        witness = {**witness, "players": [{**player, "actions": acts[len(player["actions"]) :]}]}
    literal, read = settled(shipped(name), witness), settled(interpreted(name), witness)
    title, about = shipped(name).spec.vocabulary.title, finding.message.split(":")[0]
    for wager in settled(shipped(name), finding.witness or {}):
        whose = title(wager) in about or finding.subject.startswith("draws/")  # these are of every wager
        if whose and literal[wager].result == PROBLEMS[finding.rule]:
            yield wager, literal[wager].result, read[wager].result


@pytest.mark.slow
@pytest.mark.parametrize("name", first(SPECS, 2))
def test_every_interpretation_acts(name: str) -> None:
    assert shipped(name).spec.readings
    assert [one.message for one in found(name) if one.rule == "idle-interpretation"] == []


@pytest.mark.parametrize("name", first(SPECS, 1))
def test_a_finding_that_is_read_has_a_result_and_another_has_none(name: str) -> None:
    for finding in found(name):
        known = list(results(name, finding))
        assert known, finding.message
        open_ = [wager for wager, _, result in known if result in PROBLEMS.values()]
        if READ in finding.hint:
            assert len(open_) < len(known), finding.message
        else:
            assert len(open_) == len(known), finding.message


UNINTERPRETED = "golden/uninterpreted.txt"


def uninterpreted(name: str) -> Iterator[str]:
    """The findings of a spec that no interpretation settles, a line each."""
    for finding in found(name):
        title = shipped(name).spec.vocabulary.title
        open_ = [title(wager) for wager, _, result in results(name, finding) if result in PROBLEMS.values()]
        if open_:
            about = "; ".join(str(event["event"]) for event in (finding.witness or {}).get("events", ()))
            yield f"{name}  {finding.rule}  {about or 'play'}  {', '.join(open_)}  [{finding.clauses[0]}]\n"


@pytest.mark.slow
def test_what_no_custom_settles_is_known(golden: Callable[[str, str], None]) -> None:
    golden(UNINTERPRETED, "".join(line for name in SPECS for line in uninterpreted(name)))


@pytest.mark.parametrize("name", SPECS[:1])
def test_what_no_custom_settles_in_a_spec_is_known(name: str) -> None:
    every = (Path(__file__).parents[1] / UNINTERPRETED).read_text(encoding="utf-8").splitlines(keepends=True)
    assert list(uninterpreted(name)) == [line for line in every if line.startswith(f"{name}  ")]


# One by one: what the form can say.


def one(name: str, **more: Any) -> tuple[str, str]:
    """The results of the wager `of` in a round, read literally and interpreted."""
    of = more.pop("of")
    return (settled(shipped(name), more)[of].result, settled(interpreted(name), more)[of].result)


def test_a_conflict_that_shows_when_the_wager_is_settled_is_read_by_an_interpretation_of_the_event() -> None:
    name = "crown-perth/ultimate-texas-holdem"
    (finding,) = (one for one in found(name) if "a player is not there to act" in one.message)
    assert list(results(name, finding)) == [("trips", "conflict", "lose")]


@pytest.mark.parametrize(("to", "result"), [("all", "lose"), ("none", "void"), ("flop_only", "undetermined")])
def test_an_interpretation_may_ask_what_the_rules_of_the_event_do_not(to: str, result: str) -> None:
    name = "nsw/texas-holdem-bonus"
    (finding,) = (one for one in found(name) if "community cards are dealt in a wrong way" in one.message)
    assert finding.witness is not None
    assert "reconstructable" in finding.witness["events"][0]
    (player,) = finding.witness["players"]
    event = {**finding.witness["events"][0], "reconstructable": to}
    played = {**finding.witness, "players": [{**player, "actions": ACTS["holdem-bonus"]}], "events": [event]}
    assert one(name, **played, of="ante") == ("undetermined", result)


@pytest.mark.parametrize(("chosen", "said", "result"), [("continue", "win", "win"), ("void", "conflict", "void")])
def test_an_interpretation_may_ask_what_a_player_chose_and_the_first_that_fits_applies(
    chosen: str, said: str, result: str
) -> None:
    name = "crown-perth/crown-holdem-poker"
    event = {"event": "incorrect_number_of_cards", "stage": "turn", "seat": 2, "to": "player_and_dealer"}
    event |= {"any_player_looked": True, "deck_complete": True, "flop_dealt": True, "elections": {"1": chosen}}
    player = {"seat": 1, "cards": "Qd 2h", "wagers": {"ante": 10}, "actions": ACTS["holdem-bonus"]}
    played = {"spec": name, "board": "8h 6d 3c 2s Ts", "dealer": "3s 2d", "players": [player], "events": [event]}
    assert one(name, **played, of="ante") == (said, result)


def test_a_hand_that_is_read_to_go_on_has_its_acts_to_come() -> None:
    name = "nsw/texas-holdem-bonus"
    player = {"seat": 1, "cards": "Qd 2h", "wagers": {"ante": 10}, "actions": []}
    played = {"spec": name, "board": "8h 6d 3c 2s Ts", "dealer": "3s 2d", "players": [player]}
    played["events"] = [{"event": "cards_not_cut", "stage": "pre_flop"}]
    assert settled(shipped(name), played)["ante"].result == "undetermined"
    with pytest.raises(RoundFault, match="no act is recorded"):
        settled(interpreted(name), played)


def test_the_reason_of_an_interpretation_of_an_event_is_told() -> None:
    name = "nsw/texas-holdem-bonus"
    player = {"seat": 1, "cards": "Qd 2h", "wagers": {"ante": 10}, "actions": ACTS["holdem-bonus"]}
    played = {"spec": name, "board": "8h 6d 3c 2s Ts", "dealer": "3s 2d", "players": [player]}
    played["events"] = [{"event": "cards_not_cut", "stage": "pre_flop"}]
    trace = interpreted(name).settle(read_round(played, Place("a round")), explain=True)[1].trace
    assert any("read as continue (no clause says; approved by nobody yet)" in step.text for step in trace)


def test_an_interpretation_of_an_amount_does_not_pass_for_one_of_a_result() -> None:
    name = "crown-melbourne/ultimate-texas-holdem"
    (finding,) = (one for one in found(name) if "more than one hand" in one.message)
    assert READ not in finding.hint


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        ("crown-perth/crown-holdem-poker", "chose(void)", "chose(retract)", "`retract` is not a choice"),
        ("crown-perth/crown-holdem-poker", "5.8(b)]", "5.88]", "the document has no clause `5.88`"),
        ("queensland/ultimate-texas-holdem", "30(4)(b), ", "30(44), ", "the document has no clause `30(44)`"),
    ],
)
def test_a_choice_or_a_clause_that_is_not_there_is_refused(
    tmp_path: Path, game: str, old: str, new: str, message: str
) -> None:
    root = tmp_path / "specs"
    shutil.copytree(Library().root, root)
    jurisdiction, _, name = game.partition("/")
    file = root / jurisdiction / "interpretations" / f"{name}.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    shelf = Library(root)
    spec, problems = shelf.read(shelf.path(game))
    problems += account_findings(shelf, [spec]) if spec is not None else []
    assert any(message in one.message and one.place.file == str(file) for one in problems)
