"""Poker with shared cards: facts of a deal, what is missing, and cases that the deals they name really show."""

import random
from fractions import Fraction

import pytest
from invented import BELLS, scope_of, spec

from rulespec.domains.base import RoundFault, so_far
from rulespec.domains.cards import cards_text
from rulespec.domains.registry import game_of
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.resolve import condition
from rulespec.model.expr import Expr
from rulespec.model.round import Player, Round

GAME = game_of(spec())
KINDS = spec().setup["ranking"]["order"]


def atom(text: str) -> Expr:
    return condition(text, scope_of(spec()))


def round_of(board: str | None, dealer: str | None, *hands: str | None) -> Round:
    players = tuple(Player(seat, cards, {}, ()) for seat, cards in enumerate(hands, 1))
    return Round("r", BELLS, players, board=board, dealer=dealer)


def test_each_hand_has_a_value_and_a_kind() -> None:
    (facts,) = (dealt.facts for dealt in GAME.dealt(round_of("Ac Jc 8c 3s 2d", "Ah 5d", "9c 7c")))
    kinds = {name: KINDS[facts[f"class({name})"]] for name in ("player.hand", "dealer.hand", "player.short")}
    assert kinds == {"player.hand": "flush", "dealer.hand": "pair", "player.short": "flush"}
    assert facts["player.hand"] > facts["dealer.hand"]
    assert facts["player.hand"] == facts["player.short"]


def test_the_first_five_cards_need_three_shared_ones() -> None:
    (dealt,) = GAME.dealt(round_of("Ac Jc 8c", None, "9c 7c"))
    assert set(dealt.facts) == {"player.short", "class(player.short)", so_far("player.hand")}
    assert dealt.missing == "2 of the 5 board cards and the dealer's two cards"


@pytest.mark.parametrize(
    ("board", "dealer", "cards", "known", "missing"),
    [
        (None, None, None, set(), "the hand's two cards; 5 of the 5 board cards and the dealer's two cards"),
        ("Ac Jc 8c 3s 2d", "Ah 5d", None, {"dealer.hand"}, "the hand's two cards"),
        ("Ac Jc 8c 3s 2d", None, "9c 7c", {"player.hand", "player.short"}, "the dealer's two cards"),
        ("Ac Jc 8c 3s 2d", "Ah 5d", "9c 7c", {"player.hand", "player.short", "dealer.hand"}, ""),
        ("", "", "", set(), "the hand's two cards; 5 of the 5 board cards and the dealer's two cards"),
    ],
)
def test_what_is_known_and_what_is_missing(
    board: str | None, dealer: str | None, cards: str | None, known: set[str], missing: str
) -> None:
    (dealt,) = GAME.dealt(round_of(board, dealer, cards))
    assert {key for key in dealt.facts if not key.startswith("class(")} == known
    assert dealt.missing == missing


def test_hands_of_one_signature_meet_the_same_conditions() -> None:
    """The signature holds the kinds and the order of the hands, and no condition can ask for more."""
    texts = ["player.hand > dealer.hand", "player.hand = dealer.hand", "class(player.hand) > class(dealer.hand)",
             "player.short < player.hand", *(f"{hand} >= {kind}" for hand in ("player.hand", "player.short") for kind in KINDS)]  # fmt: skip  # noqa: E501
    tests = [truth(atom(text)) for text in texts]
    rng = random.Random(3)
    seen: dict[object, list[bool | None]] = {}
    repeated = 0
    for _ in range(3_000):
        cards = rng.sample(range(52), 9)
        (dealt,) = GAME.dealt(round_of(cards_text(cards[:5]), cards_text(cards[5:7]), cards_text(cards[7:])))
        answers = [test(dealt.facts) for test in tests]
        repeated += dealt.signature in seen
        assert seen.setdefault(dealt.signature, answers) == answers
    assert repeated > 2_000


def test_the_order_of_cards_means_nothing_but_for_the_first_three() -> None:
    rng = random.Random(5)
    for _ in range(100):
        cards = rng.sample(range(52), 9)
        board, hole = cards[:5], cards[7:]
        (first,) = GAME.dealt(round_of(cards_text(board), cards_text(cards[5:7]), cards_text(hole)))
        turned = [*rng.sample(board[:3], 3), *rng.sample(board[3:], 2)]
        (second,) = GAME.dealt(round_of(cards_text(turned), cards_text(cards[6:4:-1]), cards_text(hole[::-1])))
        assert first.facts == second.facts


@pytest.mark.parametrize(
    ("board", "dealer", "cards", "places"),
    [
        ("Ac Jc 8c 3s", "Ah 5d", "9c 7c", ["board"]),
        ("Ac Jc 8c 3s 2d", "Ah", "9c", ["dealer", "seat 1"]),
        ("Ac Jc 8c 3s 2d", "Ac 5d", "2d 7c", ["dealer", "seat 1"]),
        ("Ac Jc 8c 3s 2x", "ah 5d", "9c 7c", ["board", "dealer"]),
    ],
)
def test_every_place_with_wrong_cards_is_said(board: str, dealer: str, cards: str, places: list[str]) -> None:
    with pytest.raises(RoundFault) as refused:
        GAME.dealt(round_of(board, dealer, cards))
    assert [fault.where for fault in refused.value.faults] == places


def test_cases_of_kind_and_order_are_those_of_all_deals() -> None:
    texts = ["dealer.hand >= pair", "player.hand > dealer.hand", "player.hand >= straight"]
    found = GAME.reachable([atom(text) for text in texts])
    assert sum(case.weight for case in found.cases) == found.total
    assert len({case.truths for case in found.cases}) == len(found.cases)
    unopened = sum(case.weight for case in found.cases if not case.truths[0])
    assert Fraction(unopened, found.total) == Fraction(23_294_460, 133_784_560)  # seven cards without a pair or better


def test_each_case_comes_with_a_deal_that_shows_it() -> None:
    atoms = [atom(text) for text in ("dealer.hand >= pair", "player.hand > dealer.hand", "player.hand >= straight")]
    cases = GAME.reachable(atoms).cases
    assert len(cases) == 7  # of eight: a straight never loses to a hand without a pair
    for case in cases:
        (dealt,) = GAME.dealt(round_of(case.deal["board"], case.deal["dealer"], case.deal["cards"]))
        assert tuple(truth(each)(dealt.facts) for each in atoms) == case.truths
        assert dealt.facts == case.facts


def test_what_cannot_be_dealt_is_no_case() -> None:
    found = GAME.reachable([atom("player.hand > dealer.hand"), atom("class(player.hand) < class(dealer.hand)")])
    assert (True, True) not in {case.truths for case in found.cases}
    assert len(found.cases) == 3


@pytest.mark.parametrize("text", ["folded", "amount(first) > 3", "player.short > dealer.hand"])
def test_what_cannot_be_counted_is_said(text: str) -> None:
    with pytest.raises(Inconclusive):
        GAME.reachable([atom(text)])


def test_the_same_ranking_is_the_same_experiment() -> None:
    assert GAME.same_experiment(game_of(spec()))
