"""What `check` says of deals that rules on drawing leave open, and of stages that come to some hands only."""

import shutil
from pathlib import Path

import pytest
from sampling import first

from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.finding import Finding
from rulespec.model.place import Place
from rulespec.prove.check import check
from rulespec.resources import folder

BACCARAT, WAR = "queensland/baccarat", "queensland/casino-war"


def changed(tmp_path: Path, name: str, **changes: str) -> Settler:
    """A shipped spec with some of its text changed, given as old: new, one pair each."""
    specs = tmp_path / "specs"
    shutil.copytree(folder("specs"), specs)
    path = specs / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    old, new = changes["old"], changes["new"]
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return Settler(Library(specs).load(name))


def of(settler: Settler, rule: str, subject: str) -> list[Finding]:
    return [one for one in check(settler).findings if (one.rule, one.subject) == (rule, subject)]


def test_two_clauses_on_one_card_are_a_conflict_with_a_round_and_a_reading() -> None:
    settler = Settler(Library().load(BACCARAT))
    found = of(settler, "conflict", "draws/banker")
    assert [one.clauses[-1] for one in found] == ["20(1)", "20(2)", "20(4)", "20(3)"]  # the most frequent first
    rows = {row.place for row in settler.rulebook.draws["banker"].rows}
    for one in found:
        assert one.place in rows
        assert one.when is not None
        assert one.when.condition.startswith("natural and ")  # where both hold, and not wherever one of them does
        assert "--reading interpreted" in one.hint
        assert one.witness is not None
        (outcome,) = settler.settle(read_round(one.witness, Place("a witness")))[1].wagers.values()
        assert (outcome.result, outcome.net) == ("conflict", None)
        assert set(outcome.cites) >= {"18", one.clauses[-1]}


def test_silence_on_a_card_is_a_gap_and_a_rule_that_never_holds_is_dead(tmp_path: Path) -> None:
    settler = changed(
        tmp_path, BACCARAT, old="banker.points_of_two = 3 and player.third_card = 8", new="banker.points > 99"
    )
    (gap,) = of(settler, "gap", "draws/banker")
    assert gap.place == settler.rulebook.draws["banker"].place
    assert "--reading interpreted" not in gap.hint
    (dead,) = (one for one in check(settler).findings if one.rule == "dead")
    assert dead.place in {row.place for row in settler.rulebook.draws["banker"].rows}


@pytest.mark.parametrize(
    ("comes", "idle"), first([("", 1), ("    when: player.first_card = dealer.first_card\n", 0)], 1)
)
def test_a_stage_leaves_those_nothing_to_do_to_whom_it_comes(tmp_path: Path, comes: str, idle: int) -> None:
    old = "    when: player.first_card = dealer.first_card\n    rules:\n    - {when: always, then: surrender,"
    condition = "always" if comes else "player.first_card = dealer.first_card"
    new = f"{comes}    rules:\n    - {{when: {condition}, then: surrender,"
    settler = changed(tmp_path, WAR, old=old, new=new)
    if not comes:
        text = Path(settler.spec.file).read_text(encoding="utf-8")
        other = text.replace("{when: always, then: go_to_war", f"{{when: {condition}, then: go_to_war")
        Path(settler.spec.file).write_text(other, encoding="utf-8")
        settler = Settler(Library(tmp_path / "specs").load(WAR))
    assert len(of(settler, "no-act", "play/war_decision")) == idle
