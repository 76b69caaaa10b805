"""Every example of the page on conditions is true."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import invented
import pytest

from rulespec.lang.evaluate import NEVER, PLAYERS, truth
from rulespec.lang.resolve import Unresolved, amount, amounts, condition, payout
from rulespec.lang.scope import RESERVED, Scope
from rulespec.load.library import Library
from rulespec.load.nodes import Mapping, Node, Scalar, Sequence
from rulespec.load.yaml_door import read_yaml
from rulespec.model.expr import TRUTH, Defined

PAGE = (Path(__file__).parents[2] / "docs" / "conditions.md").read_text(encoding="utf-8")
LIBRARY = Library()
WHEEL = invented.spec(invented.POCKETS).vocabulary
SPECS = LIBRARY.load_all(LIBRARY.ids())
VOCABULARY = SPECS[0].vocabulary
GAME = next(spec for spec in SPECS if spec.wager("trips") and spec.wager("play"))
PLAIN = Scope(
    {**VOCABULARY.facts, **{name: WHEEL.facts[name] for name in ("colour", "pocket")}},
    VOCABULARY.options,
    frozenset(wager.name for wager in GAME.wagers),
    tuple(stage.name for stage in GAME.stages),
    tuple(GAME.setup["ranking"]["order"]),
    WHEEL.lists,
)
QUALIFIES = Defined("dealer.qualifies", condition("dealer.hand >= pair", PLAIN), ("1",), TRUTH)
SCOPE = Scope(
    PLAIN.facts, PLAIN.options, PLAIN.wagers, PLAIN.stages, PLAIN.classes, PLAIN.lists, {QUALIFIES.name: QUALIFIES}
)


def examples(kind: str) -> list[tuple[str, str]]:
    """Text and remark of each line of the blocks of a kind."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    return [(text.strip(), remark.strip()) for text, _, remark in (line.partition("#") for line in lines)]


def rows(*heads: str) -> list[list[str]]:
    """The rows of every table with these heads; cells without their backticks where they are wholly in them."""
    head = re.escape(f"| {' | '.join(heads)} |")
    tables = re.findall(rf"^{head}\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for table in tables for line in table.splitlines()]


def test_the_page_has_examples_of_each_kind() -> None:
    counts = {kind: len(examples(kind)) for kind in ("condition", "refused", "amounts", "payout", "yaml")}
    assert all(count >= 6 for count in counts.values()), counts
    assert len(rows("written", "is read as")) == 6
    assert len(rows("condition", "known", "answer")) == 15


@pytest.mark.parametrize("text", [text for text, _ in examples("condition")])
def test_a_condition_is_read(text: str) -> None:
    truth(condition(text, SCOPE))


@pytest.mark.parametrize("text", [text for text, _ in examples("amounts")])
def test_an_amount_is_read(text: str) -> None:
    amounts(text, SCOPE)


@pytest.mark.parametrize("text", [text for text, _ in examples("payout")])
def test_a_payout_is_read(text: str) -> None:
    payout(text, SCOPE)


@pytest.mark.parametrize(("text", "why"), examples("refused"))
def test_what_makes_no_sense_is_refused_for_the_reason_given(text: str, why: str) -> None:
    with pytest.raises(Unresolved, match=re.escape(why)):
        condition(text, SCOPE)


@pytest.mark.parametrize(("written", "read"), rows("written", "is read as"))
def test_what_binds_tighter(written: str, read: str) -> None:
    assert condition(written.strip("`"), SCOPE) == condition(read.strip("`"), SCOPE)


def facts_of(known: str) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, word in re.findall(r"`([^`]+)` = (\w+)", known):
        values = {"yes": True, "no": False, "never": NEVER, **{stage: n for n, stage in enumerate(SCOPE.stages)}}
        facts[name] = values[word] if word in values else int(word)
    facts[PLAYERS] = [facts]
    return facts


@pytest.mark.parametrize(("text", "known", "answer"), rows("condition", "known", "answer"))
def test_yes_no_and_not_known(text: str, known: str, answer: str) -> None:
    found = truth(condition(text.strip("`"), SCOPE))(facts_of(known))
    assert {True: "yes", False: "no", None: "not known"}[found] == answer


def said(node: Node) -> Iterator[tuple[str, str]]:
    """Every key with a text, at any depth."""
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if isinstance(value, Scalar):
                yield key.text, value.text
            yield from said(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from said(item)


def test_the_yaml_is_a_piece_of_a_spec() -> None:
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    node, findings = read_yaml(block, "page")
    assert node is not None
    assert not findings
    texts = list(said(node))
    assert [condition(text, SCOPE) for key, text in texts if key in ("when", "is")]
    assert [amount(text[8:], SCOPE) for key, text in texts if key == "then" and text.startswith("at most ")]
    for key, text in texts:
        assert key != "of" or set(text.split()) <= SCOPE.wagers


def test_the_words_that_cannot_be_names_are_all_there() -> None:
    (words,) = (text.split() for text in re.findall(r"cannot be names\n\n`([^`]*)`", PAGE))
    assert sorted(words) == sorted(RESERVED)


def test_player_is_a_word_only_before_a_bracket() -> None:
    assert "`player` is such a word only before a bracket" in PAGE
    truth(condition("any player (player.hand >= pair)", SCOPE))
    with pytest.raises(Unresolved):
        condition("player (folded)", SCOPE)


def test_the_page_is_one_page() -> None:
    assert len(PAGE.splitlines()) < 220
