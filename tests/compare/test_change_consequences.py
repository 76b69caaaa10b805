"""What comes out otherwise because of something else that changed is told with its round, or as what it is."""

import shutil
from pathlib import Path

from rulespec.compare.changes import changes
from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.model.finding import Finding
from rulespec.report.finding_words import OTHERWISE, both_say
from rulespec.resources import folder

PERTH, QUEENSLAND = "crown-perth/ultimate-texas-holdem", "queensland/texas-holdem-bonus"


def amended(tmp_path: Path, name: str, was: str, now: str) -> list[Finding]:
    """The changes of a shipped spec in which one text stands for another."""
    own, other = Path(folder("specs")), tmp_path / "specs"
    shutil.copytree(own, other)
    path = other / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, now, 1), encoding="utf-8")
    before, after = (Settler(Library(root).load(name)) for root in (own, other))
    return changes(before, after, (None, None))


def test_a_stake_that_another_wager_is_limited_by(tmp_path: Path) -> None:
    unequal = "amount(ante) != amount(blind), then:"
    found = amended(tmp_path, PERTH, f"{unequal} as placed,", f"{unequal} at most amount(blind),")
    # The Play Wager may be four times what is at risk on the Ante, and its own rules stand as they stood.
    (played,) = (one for one in found if one.subject == "wager/play")
    assert played.change is not None
    assert played.change.level == "breaking"
    assert played.witness is not None
    assert len({result for _, result in played.change.results}) == 2
    assert both_say(played.change) == (OTHERWISE, OTHERWISE)
    assert {one.rule for one in found} >= {"stake-changed", "settlement-raised"}


def test_what_amounts_a_wager_may_be_of_is_told_in_words(tmp_path: Path) -> None:
    limits = "between table_minimum(river) and table_maximum(river)"
    found = {one.rule: one for one in amended(tmp_path, QUEENSLAND, limits, "<= table_maximum(river)")}
    assert "between" in found["wager-changed"].message
    assert "<=" in found["wager-changed"].message
    # What the bet comes to below the minimum was open, and its own rules stand as they stood.
    filled = found["settlement-added"].change
    assert filled is not None
    assert "answer what was open" in found["settlement-added"].message
    assert both_say(filled) == ("", "")


def test_what_a_document_demands_of_several_values_is_tried_with_values_that_meet_it(tmp_path: Path) -> None:
    last = "increment_split(level_3) ="
    found = {one.rule: one for one in amended(tmp_path, PERTH, f"{last} 41", f"{last} 40")}
    narrowed = found["option-narrowed"]
    assert narrowed.witness is not None
    assert sum(narrowed.witness["options"]["increment_split"].values()) == 41
    assert narrowed.change is not None
    assert dict(narrowed.change.results)["after"].startswith("refused: the document does not allow")
    # Long texts that begin alike are told from where they part.
    assert "= 41" in found["ranking-changed"].message
    assert "= 40" in found["ranking-changed"].message
