"""What the documents are known to leave open or to answer twice, found by proof from the specs alone, with a round."""

import shutil
from pathlib import Path

import pytest
from playing import shipped

from rulespec.engine.settle import Settler
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.place import Place
from rulespec.model.proof import FAILS, HOLDS, Verdict
from rulespec.prove.asking import Scope, about_one
from rulespec.resources import folder

PERTH, QUEENSLAND = "crown-perth/ultimate-texas-holdem", "queensland/ultimate-texas-holdem"
PERTH_BONUS, QUEENSLAND_BONUS = "crown-perth/crown-holdem-poker", "queensland/texas-holdem-bonus"
MELBOURNE_BONUS = "crown-melbourne/wsop-bonus-texas-holdem"
RESULTS = {"complete": "undetermined", "consistent": "conflict"}

# spec, question, subject, part of the condition (all of it where it is one line), clauses by which the wager comes out
KNOWN = (
    (PERTH, "complete", "settle/blind", "dealer.qualifies and player.hand = dealer.hand", {"3.14"}),
    (
        PERTH,
        "consistent",
        "stake/play",
        "amount(play) < ante and amount(play) > table_maximum",
        {"5.5(a)", "5.11"},
    ),
    (PERTH, "consistent", "stake/ante", "amount(ante) != amount(blind)", {"5.11"}),
    (
        PERTH_BONUS,
        "consistent",
        "stake/flop",
        "amount(flop) < 2 * ante and amount(flop) > table_maximum",
        {"5.9(a)"},
    ),
    (PERTH_BONUS, "consistent", "stake/turn", "amount(turn) > rounded_down(amount(turn) | betting_unit)", {"5.10(b)"}),
    (MELBOURNE_BONUS, "consistent", "settle/ante", "player.hand < dealer.hand", {"5.7.2(b)", "5.7.3(b)"}),
    (QUEENSLAND_BONUS, "complete", "settle/ante", "player.hand > dealer.hand and player.hand < flush", {"21(2)"}),
    (QUEENSLAND_BONUS, "complete", "stake/ante", "amount(ante) > table_maximum(ante)", {"general:13(1)"}),
    (QUEENSLAND, "complete", "stake/ante", "amount(ante) < table_minimum(ante)", {"general:13(1)"}),
)

MENDED = (
    "cite: 3.14(c)(ii)}",
    "cite: 3.14(c)(ii)}\n    - {when: not folded and dealer.qualifies and player.hand = dealer.hand, then: stand_off, "
    "cite: 3.14(c)}",
)


def verdicts(settler: Settler, question: str, key: str) -> list[Verdict]:
    return about_one(settler, question, Scope(about=(key,)))


@pytest.mark.parametrize(("spec", "question", "key", "condition", "clauses"), KNOWN)
def test_it_is_found_with_its_condition_and_a_round(
    spec: str, question: str, key: str, condition: str, clauses: set[str]
) -> None:
    settler, wager = shipped(spec), key.split("/")[1]
    failing = [one for one in verdicts(settler, question, key) if one.status == FAILS]
    assert any(condition in one.condition for one in failing), [one.condition for one in failing]
    told = set()
    for one in failing:
        outcome = settler.settle(read_round(dict(one.witness[spec]), Place("round")))[1].wagers[wager]
        assert outcome.result == RESULTS[question]
        told |= {*outcome.cites, *one.clauses}
    assert clauses <= told


def test_it_comes_from_the_spec_alone(tmp_path: Path) -> None:
    """With one more rule in the YAML the gap is gone, and so is what was found of it."""
    specs = Path(shutil.copytree(folder("specs"), tmp_path / "specs"))
    file = specs / f"{PERTH}.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(*MENDED), encoding="utf-8")
    [mended] = verdicts(Settler(Library(specs).load(PERTH)), "complete", "settle/blind")
    assert mended.status == HOLDS
