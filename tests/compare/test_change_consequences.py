"""What comes out otherwise because of another wager's rules is told of the wager itself, with its round."""

import shutil
from pathlib import Path

from rulespec.compare.changes import changes
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.report.finding_words import OTHERWISE, both_say
from rulespec.resources import folder

PERTH = "crown-perth/ultimate-texas-holdem"


def test_a_stake_that_another_wager_is_limited_by(tmp_path: Path) -> None:
    own, other = Path(folder("specs")), tmp_path / "specs"
    shutil.copytree(own, other)
    path = other / f"{PERTH}.yaml"
    text = path.read_text(encoding="utf-8")
    was, now = (
        "amount(ante) != amount(blind), then: as placed,",
        "amount(ante) != amount(blind), then: at most amount(blind),",
    )
    assert was in text
    path.write_text(text.replace(was, now), encoding="utf-8")
    before, after = (Settler(Library(root).load(PERTH)) for root in (own, other))
    found = {one.subject: one for one in changes(before, after, (None, None))}
    # The Play Wager may be four times what is at risk on the Ante, and its own rules stand as they stood.
    change = found["wager/play"].change
    assert change is not None
    assert change.level == "breaking"
    assert found["wager/play"].witness is not None
    assert len({result for _, result in change.results}) == 2
    assert both_say(change) == (OTHERWISE, OTHERWISE)
    assert {one.rule for one in found.values()} >= {"stake-changed", "settlement-raised"}


def test_what_amounts_a_wager_may_be_of_is_told_in_words(tmp_path: Path) -> None:
    own, other = Path(folder("specs")), tmp_path / "specs"
    shutil.copytree(own, other)
    name = "queensland/texas-holdem-bonus"
    path = other / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    was, now = "between table_minimum(river) and table_maximum(river)", "<= table_maximum(river)"
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")
    before, after = (Settler(Library(root).load(name)) for root in (own, other))
    found = {one.rule: one for one in changes(before, after, (None, None))}
    told = found["wager-changed"]
    assert "between" in told.message
    assert "<=" in told.message
    # What the bet comes to below the minimum was open, and its own rules stand as they stood.
    filled = found["settlement-added"].change
    assert filled is not None
    assert "answer what was open" in found["settlement-added"].message
    assert both_say(filled) == ("", "")


def test_what_a_document_demands_of_several_values_is_tried_with_values_that_meet_it(tmp_path: Path) -> None:
    own, other = Path(folder("specs")), tmp_path / "specs"
    shutil.copytree(own, other)
    path = other / f"{PERTH}.yaml"
    text = path.read_text(encoding="utf-8")
    was, now = "increment_split(level_3) = 41", "increment_split(level_3) = 40"
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")
    before, after = (Settler(Library(root).load(PERTH)) for root in (own, other))
    found = {one.rule: one for one in changes(before, after, (None, None))}
    narrowed = found["option-narrowed"]
    assert narrowed.witness is not None
    assert sum(narrowed.witness["options"]["increment_split"].values()) == 41
    assert narrowed.change is not None
    assert dict(narrowed.change.results)["after"].startswith("refused: the document does not allow")
    # Long texts that begin alike are told from where they part.
    assert "= 41" in found["ranking-changed"].message
    assert "= 40" in found["ranking-changed"].message
