"""Facts of hole cards and of patterns, in rounds and in what can come up; and rounds with irregularities."""

import random
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from invented import BELLS, SPECS, edited, problems, scope_of, spec
from sampling import sized

from rulespec.domains.base import Game, RoundFault, SetupFault
from rulespec.domains.cards import RANKS, cards_text, parse_cards
from rulespec.domains.community_poker import game
from rulespec.domains.registry import game_of
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.resolve import condition
from rulespec.lang.trees import atoms as smallest
from rulespec.load.library import Library
from rulespec.model.expr import Expr
from rulespec.model.round import Player, Round
from rulespec.model.spec import Spec

LISTS = "lists:\n"
VALUES = "  card_values: [two, three, four, five, six, seven, eight, nine, ten, jack, queen, king, ace]\n"
FACTS = """facts:
  player.hole_pair:   {title: a pair, type: truth, source: deal}
  player.hole_suited: {title: one suit, type: truth, source: deal}
  player.hole_high:   {title: the higher card, type: one of card_values, source: deal}
  player.hole_low:    {title: the lower card, type: one of card_values, source: deal}
  dealer.short:       {title: the dealer's first five cards, type: hand, source: deal}
  aces_and_eights:    {title: aces and eights, type: truth, source: deal}
  dealer_royals:      {title: all high, type: truth, source: deal}
"""
HANDS = """hands:
  dealer.short: {five: dealer.hole + flop, cite: 1.4(c)}
"""
PATTERNS = """patterns:
  aces_and_eights: {hand: player.short, values: 8 A 8 A, cite: 1.4(c)}
  dealer_royals:   {hand: dealer.short, values: A K Q J T, cite: 1.4(c)}

"""
# A rule that reads every one of these facts, so that signatures tell them apart.
LAST = '    - {when: player.hand = dealer.hand,               then: invalid,     cite: "4.6"}\n'
ASKED = "player.hole_pair or player.hole_suited or player.hole_high = ace or player.hole_low = two or aces_and_eights"
READ = f"    - {{when: {ASKED}, then: lose, cite: 4.5(d)}}\n"


def vocabulary(facts: str = FACTS, values: str = VALUES) -> str:
    text = (SPECS / "vocabulary.yaml").read_text(encoding="utf-8")
    return text.replace(LISTS, LISTS + values).replace("facts:\n", facts)


@pytest.fixture
def bells(tmp_path: Path) -> Spec:
    """Three Bells with these facts, all of which a rule reads."""
    changes = {"hands:\n": PATTERNS + HANDS, LAST: LAST + READ}
    return edited(tmp_path, BELLS, changes, {"vocabulary": vocabulary()}).load(BELLS)


def atom(of: Spec, text: str) -> Expr:
    return condition(text, scope_of(of))


def round_of(board: str | None, dealer: str | None, *hands: str | None, odd: bool = False) -> Round:
    players = tuple(Player(seat, cards, {}, ()) for seat, cards in enumerate(hands, 1))
    return Round("r", BELLS, players, board=board, dealer=dealer, events=({"event": "odd"},) if odd else ())


def facts_of(of: Game, *cards: str | None, odd: bool = False) -> dict[str, Any]:
    (dealt,) = of.dealt(round_of(*cards, odd=odd))
    return dict(dealt.facts)


# In rounds.


@pytest.mark.parametrize(
    ("hole", "pair", "suited", "high", "low"),
    [("Ah Ad", True, False, "A", "A"), ("Kc Ac", False, True, "A", "K"), ("2d 7h", False, False, "7", "2")],
)
@pytest.mark.parametrize("board", [None, "Jc Jd 8h", "Jc Jd 8h 3s 2c"])
def test_two_cards_tell_their_facts_with_and_without_a_board(
    bells: Spec, hole: str, pair: bool, suited: bool, high: str, low: str, board: str | None
) -> None:
    facts = facts_of(game_of(bells), board, None, hole)
    assert (facts["player.hole_pair"], facts["player.hole_suited"]) == (pair, suited)
    assert (facts["player.hole_high"], facts["player.hole_low"]) == (RANKS.index(high), RANKS.index(low))
    values = bells.vocabulary.lists["card_values"]
    assert truth(atom(bells, f"player.hole_high = {values[RANKS.index(high)]}"))(facts) is True
    assert truth(atom(bells, f"player.hole_low > {values[RANKS.index(low)]}"))(facts) is False


@pytest.mark.parametrize(
    ("board", "dealer", "hole", "player", "of_dealer"),
    [
        ("Ah 8h 2c", "3c 4d", "As 8s", True, False),
        ("Ah 8h Ac", "3c 4d", "As 8s", False, False),
        ("Ah 8h 2c Ac 8c", "3c 4d", "As 9s", False, False),  # the turn and the river do not count
        ("Ah Kd Tc", "Qc Jd", "As 8s", False, True),
        ("Ah 8h 2c", None, "As 8s", True, None),
        ("Ah 8h 2c", "3c 4d", None, None, False),
        (None, "3c 4d", "As 8s", None, None),
    ],
)
def test_five_cards_show_a_pattern(
    bells: Spec, board: str | None, dealer: str | None, hole: str | None, player: bool | None, of_dealer: bool | None
) -> None:
    facts = facts_of(game_of(bells), board, dealer, hole)
    assert (facts.get("aces_and_eights"), facts.get("dealer_royals")) == (player, of_dealer)


def test_hands_of_one_signature_meet_the_same_conditions(bells: Spec) -> None:
    values = bells.vocabulary.lists["card_values"]
    texts = [f"player.hole_{which} {op} {value}" for which in ("high", "low") for op in "=<" for value in values]
    texts += ["player.hole_pair", "player.hole_suited", "aces_and_eights", "dealer_royals"]
    texts += ["player.hand > dealer.hand", "player.short >= pair", "dealer.short >= two_pair", "dealer.hand >= flush"]
    tests = [truth(atom(bells, text)) for text in texts]
    given, rng = game_of(bells), random.Random(4)
    # Few cards, so that hands come up again.
    deck = parse_cards("Ac Ad Ah As 8c 8d 8h 8s Kc Kd 2c 2d Qc Jc Tc")
    seen: dict[object, list[bool | None]] = {}
    repeated = 0
    for _ in range(sized(4_000, 1_500)):
        cards = rng.sample(deck, 9)
        board, dealer = cards_text(cards[: rng.choice((3, 5))]), cards_text(cards[5:7])
        (dealt,) = given.dealt(round_of(board, rng.choice((dealer, None)), cards_text(cards[7:])))
        answers = [test(dealt.facts) for test in tests]
        repeated += dealt.signature in seen
        assert seen.setdefault(dealt.signature, answers) == answers
    assert repeated > sized(500, 100)


def test_a_spec_that_does_not_ask_for_hole_cards_remembers_hands_without_them(tmp_path: Path) -> None:
    plain = game_of(edited(tmp_path, BELLS, {}, {"vocabulary": vocabulary()}).load(BELLS))
    board, dealer = "Kc Kd 8h 3s 2c", "8c 5d"
    one, two = (plain.dealt(round_of(board, dealer, hole))[0] for hole in ("Jh 7s", "Th 7d"))
    assert one.signature == two.signature
    assert one.facts["player.hole_high"] > two.facts["player.hole_high"]


# What can come up.


def test_starting_hands_are_counted(bells: Spec) -> None:
    given = game_of(bells)
    found = given.reachable([atom(bells, text) for text in ("player.hole_pair", "player.hole_high = ace")])
    assert found.total == comb(52, 2)
    assert {case.truths: case.weight for case in found.cases} == {
        (True, True): 6,
        (True, False): 72,
        (False, True): 192,
        (False, False): 1056,
    }


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("player.hole_pair and player.hole_high = ace", 6),
        ("player.hole_suited and player.hole_high = ace and player.hole_low = king", 4),
        ("player.hole_suited and player.hole_high = ace and player.hole_low in queen | jack", 8),
        ("not player.hole_suited and player.hole_high = ace and player.hole_low = king", 12),
        ("player.hole_pair and player.hole_high between jack and king", 18),
        ("not player.hole_suited and player.hole_high = ace and player.hole_low in queen | jack", 24),
        ("player.hole_pair and player.hole_high < jack", 54),
        ("player.hole_pair and player.hole_suited", 0),
        ("player.hole_high < player.hole_low", 0),
    ],
)
@pytest.mark.parametrize("beside", ["", "player.hand = dealer.hand", "player.short >= pair", "aces_and_eights"])
def test_starting_hands_come_as_often_as_is_known(bells: Spec, text: str, weight: int, beside: str) -> None:
    atoms = smallest(atom(bells, text))
    found = game_of(bells).reachable([*atoms, *([atom(bells, beside)] if beside else [])])
    holds = truth(atom(bells, text))
    assert sum(case.weight for case in found.cases if holds(case.facts)) == Fraction(weight * found.total, 1326)


@pytest.mark.parametrize(
    ("texts", "total"),
    [
        (["player.hole_high = ace", "player.hole_suited", "player.hand = dealer.hand"], 2_781_381_002_400),
        (["player.hole_pair", "player.hand > dealer.hand", "dealer.hand >= pair"], 2_781_381_002_400),
        (["player.hole_low >= ten", "player.short >= two_pair", "aces_and_eights"], comb(52, 3) * comb(49, 2)),
        (["dealer_royals", "dealer.short >= straight"], comb(52, 3) * comb(49, 2)),
        (["player.short >= pair", "dealer.short >= pair"], comb(52, 3) * comb(49, 2) * comb(47, 2)),
        (["player.hole_high = player.hole_low", "player.hole_pair"], comb(52, 2)),
    ],
)
def test_each_case_comes_with_a_deal_that_shows_it(bells: Spec, texts: list[str], total: int) -> None:
    given, atoms = game_of(bells), [atom(bells, text) for text in texts]
    found = given.reachable(atoms)
    assert found.total == total == sum(case.weight for case in found.cases)
    assert len({case.truths for case in found.cases}) == len(found.cases) > 1
    for case in found.cases:
        facts = facts_of(given, case.deal["board"], case.deal["dealer"], case.deal["cards"])
        assert facts == case.facts
        assert tuple(truth(each)(facts) for each in atoms) == case.truths


def test_a_pattern_is_as_rare_as_it_is(bells: Spec) -> None:
    found = game_of(bells).reachable([atom(bells, "aces_and_eights")])
    shown = sum(case.weight for case in found.cases if case.truths == (True,))
    assert Fraction(shown, found.total) == Fraction(36 * 44, comb(52, 5))


@pytest.mark.parametrize("text", ["gilded", "aces_and_eights"])
def test_what_a_spec_does_not_declare_cannot_be_counted(tmp_path: Path, text: str) -> None:
    plain = edited(tmp_path, BELLS, {}, {"vocabulary": vocabulary()}).load(BELLS)
    with pytest.raises(Inconclusive, match=text):
        game_of(plain).reachable([atom(plain, text)])


# Setting up.


@pytest.mark.parametrize(
    ("old", "new", "message", "section"),
    [
        ("aces_and_eights: {", "gilt: {", "`gilt` is no yes/no fact of the deal", "gilt"),
        ("aces_and_eights: {", "player.hole_pair: {", "`player.hole_pair` is no yes/no fact", "player.hole_pair"),
        ("aces_and_eights: {", "exposed: {", "`exposed` is no yes/no fact of the deal", "exposed"),
        ("hand: player.short", "hand: player.hand", "`player.hand` is no hand of five cards", "aces_and_eights"),
        ("8 A 8 A", "8 A 10", "`10` is no value of a card", "aces_and_eights"),
        ("8 A 8 A", "8", "has two to five values", "aces_and_eights"),
        ("8 A 8 A", "8 8 8 8 8", "none more than four times", "aces_and_eights"),
        ("8 A 8 A", "8 8 8 8 9 9", "has two to five values", "aces_and_eights"),
    ],
)
def test_a_pattern_that_cannot_be_is_refused_where_it_stands(
    bells: Spec, tmp_path: Path, old: str, new: str, message: str, section: str
) -> None:
    path = tmp_path / f"{BELLS}.yaml"
    text = path.read_text(encoding="utf-8").replace(READ, "")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    library = Library(tmp_path)
    assert not problems(library)
    with pytest.raises(SetupFault, match=message) as refused:
        game(library.load(BELLS))
    assert refused.value.section == f"patterns.{section}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (VALUES, "  card_values: [two, ace]\n"),
        ("player.hole_pair:   {title: a pair, type: truth", "player.hole_pair:   {title: a pair, type: number"),
        ("the higher card, type: one of card_values, source: deal", "the higher card, type: truth, source: deal"),
    ],
)
def test_a_vocabulary_with_other_hole_cards_is_refused(tmp_path: Path, old: str, new: str) -> None:
    text = vocabulary()
    assert text.count(old) == 1
    library = edited(tmp_path, BELLS, {}, {"vocabulary": text.replace(old, new)})
    if problems(library):
        return  # no such vocabulary can be read at all
    with pytest.raises(SetupFault, match=r"player\.hole_"):
        game(library.load(BELLS))


def test_the_domain_gives_the_facts_of_the_deal_that_the_vocabulary_has() -> None:
    """All of them and no other, in a spec that declares everything that can be declared."""
    library = Library()
    real = next(each for each in library.load_all(library.ids()) if each.domain == "community-poker")
    dealt = {name: fact for name, fact in real.vocabulary.facts.items() if fact.source == "deal"}
    facts = {name: fact for name, fact in dealt.items() if not fact.families or real.family in fact.families}
    five = {"player.jackpot_hand": "player.hole + flop", "dealer.flop_hand": "dealer.hole + flop"}
    hands = {name: {"five": cards} for name, cards in five.items()}
    hands |= {f"{who}.hand": {"best_five_of": f"{who}.hole + board"} for who in ("player", "dealer")}
    patterns = {"holds_dead_mans_hand": {"hand": "player.jackpot_hand", "values": "A A 8 8"}}
    given = game_of(replace(real, setup={**real.setup, "hands": hands, "patterns": patterns}))
    assert set(given.gives()) == set(facts)
    told = facts_of(given, "Ah 8h 2c Kd 9d", "3c 4d", "As 8s")
    assert set(given.gives()) <= set(told) <= set(given.gives()) | {f"class({name})" for name in hands}
    for name in given.gives():
        kind = facts[name].type.kind
        if kind == "truth":
            assert type(told[name]) is bool
        elif kind == "enum":
            assert told[name] in range(len(real.vocabulary.lists[facts[name].type.of]))
    assert told["holds_dead_mans_hand"] is True


def test_games_with_unlike_patterns_are_unlike(bells: Spec) -> None:
    patterns = {**bells.setup["patterns"], "aces_and_eights": {"hand": "player.short", "values": "K K 8 8"}}
    other = game_of(replace(bells, setup={**bells.setup, "patterns": patterns}))
    plain = game_of(replace(bells, setup={**bells.setup, "patterns": {}}))
    assert not game_of(bells).same_experiment(other)
    assert game_of(bells).same_experiment(plain)
    assert plain.same_experiment(other)


# Rounds with irregularities.

WHOLE = {"player.hand", "dealer.hand", "player.short", "dealer.short", "aces_and_eights", "dealer_royals"}
OF_PLAYER = {"player.hand", "player.short", "aces_and_eights"}
OF_DEALER = {"dealer.hand", "dealer.short", "dealer_royals"}
NEITHER, DEALERS = "the hand's two cards", "the dealer's two cards"
FLOPS = {"player.short", "dealer.short", "aces_and_eights", "dealer_royals"}


@pytest.mark.parametrize(
    ("board", "dealer", "cards", "known", "missing"),
    [
        ("Kc Kd 8h 3s 2c", "8c 5d", "Ah Ks", WHOLE, ""),
        ("Kc Kd 8h 3s 2c", "8c 5d 4d", "Ah Ks", OF_PLAYER, "the dealer's two cards"),
        ("Kc Kd 8h 3s 2c", "8c 5d", "Ah", OF_DEALER, "the hand's two cards"),
        ("Kc Kd 8h 3s 2c", "8c 5d", "Ah Ks Js", OF_DEALER, "the hand's two cards"),
        ("Kc Kd 8h 3s", "8c 5d", "Ah Ks", FLOPS, "1 of the 5 board cards"),
        ("Kc Kd 8h 3s 2c 9c", "8c 5d", "Ah Ks", FLOPS, "5 board cards, not 6"),
        ("Kc Kd", "8c 5d", "Ah Ks", set(), "3 of the 5 board cards"),
        ("Kc Kd 8h 3s 2c 9c 9d", "8c", "", set(), f"{NEITHER}; 5 board cards, not 7, and {DEALERS}"),
        ("", "2c 3c 4c 5c 6c 7c 8c", "2d 3d 4d 5d 6d 7d 8d", set(), f"{NEITHER}; 5 of the 5 board cards and {DEALERS}"),
    ],
)
def test_an_irregular_round_may_show_other_numbers_of_cards(
    bells: Spec, board: str, dealer: str, cards: str, known: set[str], missing: str
) -> None:
    (dealt,) = game_of(bells).dealt(round_of(board, dealer, cards, odd=True))
    given = {name for name in dealt.facts if not name.startswith(("class(", "so far "))}
    hole = {name for name in given if name.startswith("player.hole_")}
    assert given - hole == known
    assert len(hole) == (4 if len(cards.split()) == 2 else 0)
    assert dealt.missing == missing


@pytest.mark.parametrize(
    ("board", "dealer", "cards", "places"),
    [
        ("Kc Kd 8h 3s 2c 9c 9d 9h", "8c 5d", "Ah Ks", ["board"]),
        ("Kc Kd 8h", "2c 3c 4c 5c 6c 7c 8c 9c", "2d 3d 4d 5d 6d 7d 8d 9d", ["dealer", "seat 1"]),
        ("Kc Kd 8h 3s", "Kc", "8h As 2s", ["dealer", "seat 1"]),
        ("Kc Kd 8h Kc", "8c", "Ah Kx", ["board", "seat 1"]),
    ],
)
def test_what_is_wrong_with_an_irregular_round_is_said(
    bells: Spec, board: str, dealer: str, cards: str, places: list[str]
) -> None:
    with pytest.raises(RoundFault) as refused:
        game_of(bells).dealt(round_of(board, dealer, cards, odd=True))
    assert [fault.where for fault in refused.value.faults] == places


def test_without_irregularities_the_numbers_are_held_to(bells: Spec) -> None:
    for cards in (("Kc Kd 8h 3s", "8c 5d", "Ah Ks"), ("Kc Kd 8h", "8c", "Ah Ks"), ("Kc Kd 8h", "8c 5d", "Ah Ks 2c")):
        assert facts_of(game_of(bells), *cards, odd=True)
        with pytest.raises(RoundFault):
            facts_of(game_of(bells), *cards)


def test_irregular_hands_of_one_signature_tell_the_same(bells: Spec) -> None:
    given, rng = game_of(bells), random.Random(6)
    asked = ["player.hole_pair", "player.hole_suited", "player.hole_high = ace", "player.hole_low = two"]
    tests = [truth(atom(bells, text)) for text in (*asked, "aces_and_eights", "player.hand > dealer.hand")]
    seen: dict[object, list[bool | None]] = {}
    for _ in range(3_000):
        cards = rng.sample(parse_cards("Ac Ad Ah As 8c 8d 8h 8s Kc Kd 2c 2d Qc Jc Tc 9c 9d 9h"), 18)
        board, dealer, hole = (rng.randrange(0, most) for most in (8, 4, 4))
        parts = cards[:board], cards[7 : 7 + dealer], cards[11 : 11 + hole]
        (dealt,) = given.dealt(round_of(*map(cards_text, parts), odd=True))
        answers = [test(dealt.facts) for test in tests]
        assert seen.setdefault(dealt.signature, answers) == answers


def test_a_plain_vocabulary_has_none_of_these_facts() -> None:
    assert set(game_of(spec()).gives()) == {"player.hand", "dealer.hand", "player.short"}
