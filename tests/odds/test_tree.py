"""The decisions of the shipped games, found from their stages alone."""

import pytest
from playing import shipped

from rulespec.errors import Inconclusive
from rulespec.odds.setting import choose, setting
from rulespec.odds.tree import Walked


def walked(spec: str) -> Walked:
    settler = shipped(spec)
    options, _ = choose(settler, {})
    return setting(settler, options).walked


def test_two_permitted_amounts_are_two_moves_and_what_follows_a_bet_is_passed_through() -> None:
    found = walked("crown-perth/ultimate-texas-holdem")
    assert [(node.shown, node.moves) for node in found.tree.nodes] == [(0, (1, ~3, ~4)), (3, (2, ~2)), (5, (~0, ~1))]
    assert found.choices[0].acts == ("check", "bet play 3 x", "bet play 4 x")
    assert found.choices[2].after == ("check", "check")
    assert found.ways[1] == ((0, 0), (1, 0), (2, 1))


def test_what_stakes_less_comes_first_and_a_check_before_a_fold() -> None:
    found = walked("nsw/texas-holdem-bonus")
    assert found.choices[0].acts == ("fold", "bet flop 2 x")
    assert {choice.acts for choice in found.choices[1:]} == {
        ("check", "fold", "bet turn 1 x"),
        ("check", "fold", "bet river 1 x"),
    }
    assert found.tree.lines == 8
    assert [found.root_move(line) for line in range(8)] == [0] + [1] * 7


def test_each_line_holds_the_facts_of_its_acts() -> None:
    found = walked("crown-perth/ultimate-texas-holdem")
    assert found.lines[0].facts["folded"] is True
    assert found.lines[4].facts["amount(play)"] == 40


def test_offers_by_the_cards_are_not_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    settler = shipped("nsw/texas-holdem-bonus")
    acts, real = settler.acts, settler.acts.offers
    from rulespec.engine.decide import Decision

    monkeypatch.setattr(acts, "offers", lambda stage, facts: Decision((), (), real(stage, facts).rows))
    with pytest.raises(Inconclusive, match=r"`fold` is offered at `pre_flop` \(9.1.1\)"):
        _ = setting(settler, choose(settler, {})[0]).walked
