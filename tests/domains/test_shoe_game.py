"""Games from a shoe set up for invented specs: recorded rounds, what can be dealt, open deals, best play, odds.

What can be dealt is held against dealing every order of the cards by rules that are written out here a second time.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import examples
from shoe_specs import BOATS, FOLDER, PARLEY, Values, atom, changed, deck, game, mean, orders, problems, round_of, spec

from rulespec.domains.base import DEALING, RoundFault, Ruled
from rulespec.domains.cards import RANKS
from rulespec.domains.play import Cell, Node, Payoffs, Tree
from rulespec.domains.shoe import ShoeGame
from rulespec.engine.settle import Settler
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import NEVER, truth
from rulespec.load.library import Library
from rulespec.load.rounds import read_round
from rulespec.model.expr import Expr
from rulespec.model.place import Place
from rulespec.model.round import Action, Player, Round
from rulespec.odds.odds import odds

GAME, DUEL = game(BOATS), game(PARLEY)
BOAT_VALUES = dict(zip("A23456789TJQK", (1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 4), strict=True))
DUEL_VALUES = dict(zip("A23456789TJQK", (1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 3), strict=True))


def shoe(cards: str, **more: Any) -> Round:
    return round_of(BOATS, outcome={"shoe": cards}, **more)


def faults(of: ShoeGame, played: Round) -> list[tuple[str, str, tuple[str, ...]]]:
    with pytest.raises(RoundFault) as refused:
        of.dealt(played)
    return [(one.where, one.message, one.clauses) for one in refused.value.faults]


# Hands of the table, recorded.


def test_all_cards_in_order_tell_the_facts_of_every_seat() -> None:
    one, other = GAME.dealt(round_of(BOATS, None, None, outcome={"shoe": "2c 4d 2h Ad 3s"}))
    assert one.facts == {
        "port.points": 7,
        "star.points": 5,
        "port.first_two": 4,
        "port.third": 3,
        "star.cards": 2,
        DEALING: Ruled("", ("2(a)", "3(b)")),
    }
    assert (one.missing, one.signature) == ("", other.signature)


def test_who_takes_no_third_card_has_none() -> None:
    (dealt,) = GAME.dealt(shoe("4c 4d 4h 4s"))
    assert (dealt.facts["port.third"], dealt.facts["port.points"]) == (NEVER, 8)


def test_a_rule_that_beats_another_decides() -> None:
    (dealt,) = GAME.dealt(shoe("2c 4d 2h 4s"))
    assert dealt.facts[DEALING] == Ruled("", ("2(c)", "3(b)"))


def test_silence_and_contradiction_are_told_with_their_clauses() -> None:
    (silent,) = GAME.dealt(shoe("Ac Ad 2h 2s 4c"))
    assert silent.facts[DEALING] == Ruled("undetermined", ("3",))
    (clash,) = GAME.dealt(shoe("Ac 4d 2h 4s 3c"))  # whatever is recorded after that may be the card or may not
    assert clash.facts[DEALING] == Ruled("conflict", ("2(a)", "2(d)"))


def test_interpretations_decide_what_is_open() -> None:
    read = GAME.as_read()
    (silent,) = read.dealt(shoe("Ac Ad 2h 2s 4c"))
    assert silent.facts[DEALING] == Ruled("", ("2(a)", "3(a)"))
    (clash,) = read.dealt(shoe("Ac 4d 2h 4s"))
    assert clash.facts[DEALING] == Ruled("", ("2(d)", "3(b)"))
    assert read.open_deals() == ()
    assert not read.same_experiment(GAME)
    assert DUEL.as_read() is DUEL


@pytest.mark.parametrize(("cards", "least"), [("", 4), ("2c 4d", 4), ("2c 4d 2h Ad", 5), ("2c Ad 2h 2d Ac", 6)])
def test_too_few_cards_tell_nothing_and_how_many_it_takes(cards: str, least: int) -> None:
    (dealt,) = GAME.dealt(shoe(cards))
    assert dealt.facts == {}
    assert dealt.missing.endswith(f"at least {least}, and {len(cards.split())} are there")


def test_without_cards_nothing_is_known() -> None:
    (dealt,) = GAME.dealt(round_of(BOATS))
    assert dealt.facts == {}
    assert dealt.missing == "all cards in dealing order (`outcome: {shoe: ...}`)"


def test_too_many_cards_are_a_fault_that_cites_who_takes_none() -> None:
    message = "the round ends after 4 cards, and `Ac` is recorded too"
    assert faults(GAME, shoe("4c 4d 4h 4s Ac")) == [("outcome", message, ("2(b)", "3(b)"))]


def test_too_many_cards_may_come_of_an_irregularity() -> None:
    (dealt,) = GAME.dealt(shoe("4c 4d 4h 4s Ac", events=({"event": "fogged"},)))
    assert dealt.facts["port.points"] == 8


def test_a_card_more_often_than_there_are_decks_is_a_fault() -> None:
    (dealt,) = GAME.dealt(shoe("4c 4c 4d 4d"))
    assert dealt.facts["star.points"] == 8
    assert faults(GAME.select({"decks": "1"}), shoe("4c 4c 4d 4d"))[0][:2] == (
        "outcome",
        "outcome: the card `4c` is there 2 times, and one deck has it once",
    )
    assert "3 times, and 2 decks have it 2 times" in faults(GAME, shoe("4c 4c 4d 4c"))[0][1]


@pytest.mark.parametrize(
    ("played", "where"),
    [
        (round_of(BOATS, "2c"), ["seat 1"]),
        (round_of(BOATS, None, "2c", board="3c", dealer="4c", outcome={"pocket": "one"}), None),
        (round_of(BOATS, outcome={"shoe": "2c 4d", "pocket": "one"}), ["outcome"]),
        (round_of(BOATS, outcome={"shoe": 4}), ["outcome"]),
        (round_of(BOATS, outcome={"shoe": "2c Zz"}), ["outcome"]),
        (round_of(PARLEY, "2c", board="2d"), ["board"]),
        (round_of(PARLEY, "2c", outcome={"shoe": "2d"}), ["outcome"]),
        (round_of(PARLEY, "2c", "3c 4c 5c"), ["seat 2"]),
        (round_of(PARLEY, "2c", dealer="3c 4c 5c"), ["dealer"]),
        (round_of(PARLEY, "2c", "Zz"), ["seat 2"]),
        (round_of(PARLEY, "2c 2c", dealer="2c"), ["dealer"]),
    ],
)
def test_what_cannot_be_recorded_is_a_fault(played: Round, where: list[str] | None) -> None:
    found = [one for one, _, _ in faults(game(played.spec), played)]
    assert found == (where or ["board", "dealer", "seat 2", "outcome"])


# Hands of players, recorded.


def test_what_is_not_recorded_of_a_hand_is_not_known() -> None:
    first, second, third = DUEL.dealt(round_of(PARLEY, "2c", "2d 3d", None, dealer="Kc"))
    assert first.facts == {"own.first": 2, "dealer.first": 3}
    assert first.missing == "the hand's cards (1 of 2 is there) and the dealer's cards (1 of 2 is there)"
    assert second.facts == {"own.first": 2, "own.second": 3, "own.points": 5, "dealer.first": 3}
    assert second.missing == "the dealer's cards (1 of 2 is there)"
    assert third.facts == {"dealer.first": 3}
    (whole,) = DUEL.dealt(round_of(PARLEY, "2c 3c", dealer="Kc Ad"))
    assert (whole.missing, whole.facts["dealer.second"]) == ("", 1)


def spilled(cards: Any, players: int = 2, **changes: Any) -> Round:
    seats = tuple(Player(seat, "2c", {"duel": 10}, ()) for seat in range(1, players + 1))
    event = {"event": "spilled", "cards_in_order_drawn": cards}
    return Round("r", PARLEY, seats, dealer="2d", events=(event,), **changes)


def test_cards_dealt_again_are_those_of_the_hands_in_order() -> None:
    first, second = DUEL.dealt(spilled("Ac 2c 3c 3d 2d Ad 7c"))
    assert [one.facts["own.first"] for one in (first, second)] == [1, 2]
    assert [one.facts["own.second"] for one in (first, second)] == [3, 2]
    assert (first.facts["dealer.first"], first.facts["dealer.second"]) == (3, 1)


def test_cards_dealt_again_go_to_who_placed_a_wager() -> None:
    played = spilled("Ac 3c")
    without = Round("r", PARLEY, (played.players[0], Player(2, None, {}, ())), dealer="2d", events=played.events)
    first, second = DUEL.dealt(without)
    assert (first.facts["own.first"], first.facts["dealer.first"]) == (1, 3)
    assert "own.first" not in second.facts


def test_cards_dealt_again_are_read_as_cards() -> None:
    assert faults(DUEL, spilled("Zz"))[0][0] == "spilled"
    assert faults(DUEL, spilled(3))[0][0] == "spilled"


# What can be dealt.

RULES = {"port": "port.first_two < 5", "star": "star.points < 5"}


def taken(dealt: Values) -> tuple[tuple[Values, Values], str, str]:
    """The hands of Two Boats from cards in order, whose card is due, and the problem where nobody says."""
    port, star, rest = dealt[0:4:2], dealt[1:4:2], dealt[4:]
    if len(dealt) < 4:
        return (port, star), "first", ""
    two = sum(port)
    draws, stays = two < 5, two >= 5 or (sum(star) == 8 and two in (3, 4)) or two > 8
    if two == 4 and sum(star) == 8:
        draws = False
    if draws and stays:
        return (port, star), "", "port: conflict"
    if draws:
        if not rest:
            return (port, star), "port", ""
        port, rest = (*port, rest[0]), rest[1:]
    if sum(star) < 5 and port[2:] == (4,):
        return (port, star), "", "star: undetermined"
    if sum(star) < 5:
        if not rest:
            return (port, star), "star", ""
        star = (*star, rest[0])
    return (port, star), "", ""


@cache
def boats(decks: int) -> tuple[tuple[tuple[Values, Values], str, Fraction], ...]:
    """Every deal by hand: the hands, the problem, and how likely it is."""
    dealt = orders(deck(BOAT_VALUES, decks), lambda cards: taken(cards)[1] != "")
    return tuple((taken(cards)[0], taken(cards)[2], share) for cards, share in dealt)


def facts(hands: tuple[Values, Values]) -> dict[str, Any]:
    port, star = hands
    return {
        "port.points": sum(port),
        "star.points": sum(star),
        "port.first_two": sum(port[:2]),
        "port.third": port[2] if len(port) > 2 else NEVER,
        "star.cards": len(star),
    }


ASKED = ("port.points > star.points", "star.cards = 3", "port.third in 1 | 2", "port.first_two < star.points")


@pytest.mark.parametrize("decks", [(1,), (2,), (1, 2)])
def test_cases_are_those_of_dealing_every_card(decks: tuple[int, ...]) -> None:
    of = GAME.select({"decks": str(decks[0])}) if len(decks) == 1 else GAME
    atoms = [atom(text, BOATS) for text in ASKED]
    tests = [truth(one) for one in atoms]
    known: Counter[tuple[bool, ...]] = Counter()
    for many in decks:
        for hands, problem, share in boats(many):
            if not problem:
                known[tuple(test(facts(hands)) is True for test in tests)] += share / len(decks)
    found = of.reachable(atoms)
    assert {case.truths: Fraction(case.weight, found.total) for case in found.cases} == known
    for case in found.cases:
        (dealt,) = of.dealt(round_of(BOATS, **case.deal))
        assert dealt.facts == case.facts == of.facts_of(case.deal)
        assert tuple(test(dealt.facts) is True for test in tests) == case.truths


def test_cells_are_those_of_dealing_every_card() -> None:
    expr = atom("port.points = star.points", BOATS)
    features = GAME.reads([expr])
    tally = GAME.tally(features)
    assert tally.features == (*features, DEALING)
    known: Counter[Cell] = Counter()
    for many in (1, 2):
        for hands, problem, share in boats(many):
            level = str(sum(hands[0]) == sum(hands[1])).lower()
            known[level, problem] += share / 2
    assert {cell.values: Fraction(cell.weight, tally.total) for cell in tally.cells} == known
    assert GAME.tally(frozenset()).total == tally.total


def test_open_deals_are_told_with_how_often_they_come() -> None:
    found = {(one.hand, one.ruled.problem): one for one in GAME.open_deals()}
    shares = {key: Fraction(one.weight, one.total) for key, one in found.items()}
    by_hand: Counter[tuple[str, str]] = Counter()
    for many in (1, 2):
        for _, problem, share in boats(many):
            if problem:
                hand, said = problem.split(": ")
                by_hand[hand, said] += share / 2
    assert shares == by_hand
    assert [row.split("/")[0] for row in found["port", "conflict"].rows] == ["2(a)", "2(d)"]
    assert found["star", "undetermined"].rows == ()
    for one in found.values():
        assert GAME.dealt(round_of(BOATS, **one.deal))[0].facts[DEALING] == one.ruled


def test_rules_and_interpretations_that_decide_nothing_are_told() -> None:
    assert [(one.cites, one.place.line) for one in GAME.unused()] == [(("2(e)",), 34), (("3",), 16)]
    assert {(one.split("/")[0], other.split("/")[0]) for one, other in GAME.beaten()} == {("2(c)", "2(a)")}


def test_deals_come_the_most_frequent_first_and_always_the_same() -> None:
    spread = GAME.spread(5)
    assert len(spread) == 5
    assert spread == GAME.spread(5) == game(BOATS).spread(5)
    assert len(GAME.spread(10**6)) <= GAME.told_apart()


def test_which_shoe_is_a_choice_of_the_table() -> None:
    assert GAME.selections() == {"decks": ("1", "2")}
    one, two = (GAME.select({"decks": many}) for many in ("1", "2"))
    assert (one.decks, two.decks, GAME.select({}).decks) == ((1,), (2,), (1, 2))
    assert not one.same_experiment(two)
    assert one.same_facts(two)
    assert GAME.same_experiment(game(BOATS))
    assert not GAME.same_experiment(DUEL)


def test_what_players_do_cannot_be_counted() -> None:
    with pytest.raises(Inconclusive, match="asks for more than the cards of the hands"):
        DUEL.reachable([atom("placed(even)", PARLEY)])


DRAW = st.tuples(
    st.sampled_from(["port.points", "star.points", "port.first_two"]), st.sampled_from("<>="), st.integers(0, 13)
)
RULE = st.tuples(DRAW, st.booleans())


@settings(max_examples=examples(12), deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=13, max_size=13),
    st.tuples(st.lists(RULE, min_size=1, max_size=3), st.lists(RULE, min_size=1, max_size=3)),
    st.booleans(),
)
def test_random_rules_deal_as_they_do_by_hand(
    values: list[int], rules: tuple[list[Any], list[Any]], last_digit: bool
) -> None:
    """Whatever cards are worth and rules say, the cases and the open deals are those of dealing every card."""
    named = dict(zip(RANKS, values, strict=True))
    original = (FOLDER / f"{BOATS}.yaml").read_text(encoding="utf-8")
    old_values = next(line for line in original.splitlines() if line.startswith("  values:"))
    told = ", ".join(f'"{rank}": {value}' for rank, value in named.items())
    old_rules = original[original.index("draws:") : original.index("wagers:")]
    new_rules = "draws:\n"
    for hand, each in zip(("port", "star"), rules, strict=True):
        new_rules += f'  {hand}:\n    cite: "2"\n    rules:\n'
        for number, ((fact, op, bound), draws) in enumerate(each):
            then = "draw" if draws else "stay"
            new_rules += f"    - {{when: {fact} {op} {bound}, then: {then}, cite: 2({'abc'[number]})}}\n"
    changes = {
        old_values: f"  values: {{{told}}}\n  last_digit: {str(last_digit).lower()}",
        "decks: [1, 2]": "decks: [1]",
        old_rules: f"{new_rules}\n",
    }
    with TemporaryDirectory() as folder:
        of = game(changed(Path(folder), BOATS, changes, readings="").load(BOATS))

    def measure(hands: tuple[Values, Values]) -> dict[str, Any]:
        return {
            key: value % 10 if last_digit and "first_two points".count(key.split(".")[1]) else value
            for key, value in facts(hands).items()
        }

    def go(dealt: Values) -> tuple[tuple[Values, Values], bool, str]:
        hands, rest = (dealt[0:4:2], dealt[1:4:2]), dealt[4:]
        if len(dealt) < 4:
            return hands, True, ""
        for place, each in enumerate(rules):
            seen = measure(hands)
            compare: Mapping[str, Callable[[int, int], bool]] = {
                "<": lambda a, b: a < b,
                ">": lambda a, b: a > b,
                "=": lambda a, b: a == b,
            }
            said = {draws for (fact, op, bound), draws in each if compare[op](seen[fact], bound)}
            if len(said) != 1:
                return hands, False, ("port", "star")[place] + (": conflict" if said else ": undetermined")
            if said == {True}:
                if not rest:
                    return hands, True, ""
                hands = (*hands[:place], (*hands[place], rest[0]), *hands[place + 1 :])  # type: ignore[assignment]
                rest = rest[1:]
        return hands, False, ""

    known: Counter[tuple[Any, ...]] = Counter()
    for cards, share in orders(deck(named, 1), lambda cards: go(cards)[1]):
        hands, _, problem = go(cards)
        known[(problem,) if problem else ("", *measure(hands).values())] += share
    found: Counter[tuple[Any, ...]] = Counter()
    for one in of.open_deals():
        found[(f"{one.hand}: {one.ruled.problem}",)] += Fraction(one.weight, one.total)
    told_facts = of.reachable([atom(f"port.points = {number}", BOATS) for number in range(13)])
    points: Counter[int] = Counter()
    for case in told_facts.cases:
        points[case.facts["port.points"]] += Fraction(case.weight, told_facts.total)
    by_hand: Counter[int] = Counter()
    for key, share in known.items():
        if key[0] == "":
            by_hand[key[1]] += share
        else:
            found[key] -= share
    assert points == by_hand
    assert not any(found.values())


# Settled: the interpreter against the cases.


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_round_of_each_case_settles_to_that_case(interpreted: bool) -> None:
    settler = Settler(spec(BOATS), interpreted=interpreted)
    assert isinstance(settler.game, ShoeGame)
    wins = {"port": ("port.points > star.points", "port.points < star.points"), "level": ("port.points = star.points",)}
    for case in settler.game.reachable([atom(text, BOATS) for text in ASKED]).cases:
        data = {"spec": BOATS, "players": [{"seat": 1, "wagers": {"port": 10, "level": 10}}], **case.deal}
        found = settler.settle(read_round(data, Place("r")))[1].wagers
        port, star = case.facts["port.points"], case.facts["star.points"]
        assert found["port"].result == ("win" if port > star else "lose" if port < star else "void")
        assert found["level"].result == ("win" if port == star else "lose")
        assert set(case.facts[DEALING].cites) <= set(found["port"].cites)
    assert wins


def test_an_open_deal_leaves_every_wager_open() -> None:
    settler, read = Settler(spec(BOATS)), Settler(spec(BOATS), interpreted=True)
    for one in GAME.open_deals():
        data = {"spec": BOATS, "players": [{"seat": 1, "wagers": {"port": 10, "level": 10}}], **one.deal}
        played = read_round(data, Place("r"))
        for outcome in settler.settle(played)[1].wagers.values():
            assert (outcome.result, outcome.net, outcome.cites) == (one.ruled.problem, None, one.ruled.cites)
        assert {outcome.result for outcome in read.settle(played)[1].wagers.values()} <= {"win", "lose", "void"}


# Several players.


def test_hands_at_one_table_have_what_is_wanted_of_each() -> None:
    above, below = atom("own.first > dealer.first", PARLEY), atom("own.first < dealer.first", PARLEY)
    found = DUEL.together([((above, below), (True, False)), ((above, below), (False, True))])
    assert found is not None
    first, second = found
    assert set(first) == {"cards", "dealer"}
    assert set(second) == {"cards"}
    one, other = DUEL.dealt(round_of(PARLEY, first["cards"], second["cards"], dealer=first["dealer"]))
    assert truth(above)(one.facts) is True
    assert truth(below)(other.facts) is True
    assert DUEL.together([((above, below), (True, True))]) is None


def test_hands_at_one_table_share_one_shoe() -> None:
    """Players who want alike cards get cards of their own, and no more than a shoe has."""
    deck_of_one = DUEL.select({"decks": "1"})
    alike = (
        (atom("own.first = 1", PARLEY), atom("own.second = 1", PARLEY), atom("dealer.first = 1", PARLEY)),
        [True] * 3,
    )
    found = deck_of_one.together([alike] * 7)
    assert found is not None
    assert len(deck_of_one.dealt(round_of(PARLEY, *(one["cards"] for one in found), dealer=found[0]["dealer"]))) == 7
    assert deck_of_one.together([alike] * 8) is None  # 16 cards are worth 1


def test_hands_of_the_table_are_the_same_for_all() -> None:
    level = atom("port.points = star.points", BOATS)
    found = GAME.together([((level,), (True,)), ((level,), (True,))])
    assert found is not None
    assert set(found[0]) == {"outcome"}
    assert found[1] == {}
    assert GAME.together([((level,), (True,)), ((level,), (False,))]) is None
    assert GAME.shared() == frozenset(GAME.gives())
    assert DUEL.shared() == {"dealer.first", "dealer.second"}


# Setting up.


@pytest.mark.parametrize(
    ("name", "old", "new", "said", "at"),
    [
        (BOATS, "K: 4}", "}", "the rank `K` has no value", "values"),
        (
            BOATS,
            "port.points: points of port\n",
            "port.pints: points of port\n",
            "`port.pints` is",
            "port.pints",
        ),
        (
            BOATS,
            "points of port on 2",
            "points of prt on 2",
            "goes to a hand `prt`",
            "port.first_two",
        ),
        (
            BOATS,
            "points of port on 2",
            "points of port on 3",
            "the first deal gives `port` fewer cards",
            "port.first_two",
        ),
        (BOATS, "card 3 of port", "card 4 of port", "`port` gets 3 cards at most", "port.third"),
        (PARLEY, "card 2 of own", "card 3 of own", "`own` gets 2 cards at most", "own.second"),
        (BOATS, "deal: port star port star", "deal: port star port sta", "no fact is told of the hand `sta`", "deal"),
        (BOATS, "deal: port star port star", "deal: port own port own", "`own` is the hand of each player", "deal"),
        (
            BOATS,
            '  star:\n    cite: "3"',
            '  stern:\n    cite: "3"',
            "goes to a hand `stern`",
            "stern",
        ),
        (BOATS, "    port.third: card 3 of port\n", "", "`port.third` decides whether `star` draws", "star"),
        (
            PARLEY,
            "spilled: {from: 1, cite: 7}",
            "fogged: {from: 1, cite: 7}",
            "`fogged` names no cards",
            "fogged",
        ),
    ],
)
def test_what_is_wrong_with_a_shoe_is_told_where_it_stands(
    tmp_path: Path, name: str, old: str, new: str, said: str, at: str
) -> None:
    library = changed(tmp_path, name, {old: new}, readings="" if name == BOATS else None)
    found = [one for one in problems(library, name) if said in one.message]
    assert found, [one.message for one in problems(library, name)]
    lines = (tmp_path / f"{name}.yaml").read_text(encoding="utf-8").splitlines()
    assert at in lines[found[0].place.line - 1]


def test_a_spec_without_a_shoe_is_told_so(tmp_path: Path) -> None:
    text = (FOLDER / f"{BOATS}.yaml").read_text(encoding="utf-8")
    section = text[text.index("shoe:") : text.index("draws:")]
    library = changed(tmp_path, BOATS, {section: ""}, readings="")
    assert "the spec declares no shoe" in [one.message for one in problems(library, BOATS)]


def test_players_draw_by_no_rules(tmp_path: Path) -> None:
    more = 'draws:\n  own:\n    cite: "2"\n    rules:\n    - {when: own.first > 1, then: draw, cite: 2(a)}\n\nstages:\n'
    found = problems(changed(tmp_path, PARLEY, {"stages:\n": more}), PARLEY)
    assert any("cards are drawn by rules where all hands are of the table" in one.message for one in found)


# Best play.


def cells_of(of: ShoeGame, decks: int) -> dict[Values, int]:
    """How many deals give each four cards, in dealing order, by hand."""
    held = deck(DUEL_VALUES, decks)
    whole = 52 * decks * (52 * decks - 1) * (52 * decks - 2) * (52 * decks - 3)
    return {cards: int(share * whole) for cards, share in orders(held, lambda dealt: len(dealt) < 4)}


FACTS = ("own.first", "own.second", "dealer.first", "dealer.second")


def by_fact(cards: Values) -> Cell:
    """Cards in dealing order as the values of `FACTS`."""
    return tuple(map(str, (cards[0], cards[2], cards[1], cards[3])))


TABLE = st.lists(st.integers(-3, 3), min_size=81, max_size=81)
EVERY = list(product((1, 2, 3), repeat=4))


def pays(table: list[int]) -> dict[Cell, int]:
    return {by_fact(cards): net for cards, net in zip(EVERY, table, strict=True)}


def single(of: ShoeGame) -> ShoeGame:
    found = of.select({"decks": "1"})
    found.reads([atom(f"{fact} = 1", PARLEY).left for fact in FACTS])  # type: ignore[attr-defined]
    return found


@settings(max_examples=10, deadline=None)
@given(TABLE, TABLE)
def test_one_decision_is_played_as_the_best_of_all_strategies(one: list[int], other: list[int]) -> None:
    tables, weights = (pays(one), pays(other)), cells_of(DUEL, 1)
    tree = Tree((Node(1, (~0, ~1)),), 2)
    solved = single(DUEL).solve(tree, Payoffs(FACTS, 2, tables))
    worth: dict[tuple[int, int], list[int]] = {}
    for cards, weight in weights.items():
        for line in (0, 1):
            worth.setdefault((cards[0], cards[1]), [0, 0])[line] += weight * tables[line][by_fact(cards)]
    strategies = product((0, 1), repeat=len(worth))
    best = max(sum(each[move] for each, move in zip(worth.values(), moves, strict=True)) for moves in strategies)
    assert solved.value == Fraction(best, 2 * sum(weights.values()))
    assert sum(sum(each.values()) for each in solved.counts) == solved.total == sum(solved.moves[0])


@settings(max_examples=6, deadline=None)
@given(st.tuples(TABLE, TABLE, TABLE, TABLE))
def test_three_decisions_are_played_as_the_best_of_all_strategies(nets: tuple[list[int], ...]) -> None:
    """First on one card of each hand, then, after either act, on both; some acts are there on some cards alone."""
    tables, weights = tuple(map(pays, nets)), cells_of(DUEL, 1)
    equal, above = atom("own.first = dealer.first", PARLEY), atom("own.second > dealer.second", PARLEY)
    always: tuple[tuple[tuple[Expr, bool], ...], ...] = ((),)
    tree = Tree(
        (
            Node(1, (1, 2), (always, (((equal, True),),))),
            Node(2, (~0, ~1), ((((above, True),), ((equal, True),)), always)),
            Node(2, (~2, ~3)),
        ),
        4,
    )
    solved = single(DUEL).solve(tree, Payoffs(FACTS, 1, tables))
    by_first: dict[tuple[int, int], dict[Values, int]] = {}
    for cards, weight in weights.items():
        by_first.setdefault((cards[0], cards[1]), {})[cards] = weight

    def all_strategies(first: tuple[int, int], dealt: Mapping[Values, int]) -> Iterator[int]:
        for root in (0, 1) if first[0] == first[1] else (0,):
            lines: list[tuple[int, ...]] = []
            for cards in dealt:
                free = root == 1 or cards[2] > cards[3] or first[0] == first[1]
                lines.append((2, 3) if root else (0, 1) if free else (1,))
            for chosen in product(*lines):
                pairs = zip(dealt.items(), chosen, strict=True)
                yield sum(weight * tables[line][by_fact(cards)] for (cards, weight), line in pairs)

    best = sum(max(all_strategies(first, dealt)) for first, dealt in by_first.items())
    assert solved.value == Fraction(best, sum(weights.values()))
    assert sum(solved.moves[0]) == sum(solved.moves[1]) + sum(solved.moves[2]) == solved.total
    assert solved.moves[0][1] == sum(solved.moves[2])


def test_cards_that_are_seen_must_be_told() -> None:
    with TemporaryDirectory() as folder:
        change = {"    own.second: card 2 of own\n": "", "own.second >= dealer.second": "own.points >= dealer.second"}
        text = (FOLDER / f"{PARLEY}.yaml").read_text(encoding="utf-8")
        whole = {text: text.replace("    own.second: card 2 of own\n", "").replace("own.second", "own.points")}
        of = game(changed(Path(folder), PARLEY, whole).load(PARLEY))
    assert change
    of.solve(Tree((Node(1, (~0, ~1)),), 2), Payoffs((), 1, ({}, {})))
    with pytest.raises(Inconclusive, match="card 2 of `own` is seen before a decision, and no fact tells it"):
        of.solve(Tree((Node(2, (~0, ~1)),), 2), Payoffs((), 1, ({}, {})))


def test_hands_that_draw_by_rules_have_no_best_play() -> None:
    with pytest.raises(Inconclusive, match="where hands draw by rules"):
        GAME.solve(Tree((Node(0, (~0, ~1)),), 2), Payoffs((), 1, ({}, {})))


def test_a_decision_that_cards_offer_is_played_and_counted() -> None:
    """By hand: on equal first cards above 1 either a half is given up or as much again is placed."""
    found = odds(spec(PARLEY), {"decks": "1"})
    (play,) = found.plays
    weights = cells_of(DUEL, 1)
    total = sum(weights.values())
    net = 0 * Fraction(1)
    acts: Counter[str] = Counter()
    for first in product((1, 2, 3), repeat=2):
        dealt = {cards: weight for cards, weight in weights.items() if cards[:2] == first}
        if first[0] != first[1]:
            net += (1 if first[0] > first[1] else -1) * sum(dealt.values())
            acts["nothing is offered"] += sum(dealt.values())
            continue
        yields = -Fraction(sum(dealt.values()), 2)
        presses = Fraction(sum((1 if cards[2] >= cards[3] else -2) * weight for cards, weight in dealt.items()))
        pressed = first[0] > 1 and presses > yields
        net += presses if pressed else yields
        acts["press more 1 x" if pressed else "yield"] += sum(dealt.values())
    assert play.net == net / total
    assert {move.act: move.share for move in play.moves} == {act: Fraction(n, total) for act, n in acts.items()}
    assert play.reading == "literal"
    (even,) = found.alone
    share = sum(weight for cards, weight in weights.items() if cards[0] == cards[1])
    assert (even.reading, even.net) == ("literal", Fraction(3 * share, total) - 1)


def test_odds_of_open_deals_have_bounds_and_what_interpretations_make_of_them() -> None:
    found = {one.reading: one for one in odds(spec(BOATS), {"decks": "1"}, ["level"]).alone}
    assert set(found) == {"worst", "best", "interpreted"}
    told = sum(
        (share * (6 if sum(p) == sum(s) else -1) for (p, s), problem, share in boats(1) if not problem), Fraction(0)
    )
    open_ = sum((share for _, problem, share in boats(1) if problem), Fraction(0))
    assert (found["worst"].net, found["best"].net) == (told - open_, told + 6 * open_)
    as_read = told
    for hands, problem, share in boats(1):  # both interpretations have the hand stay
        if problem == "star: undetermined":
            as_read += share * (6 if sum(hands[0]) == sum(hands[1]) else -1)
        elif problem:  # star has 8 against 3, and stays
            as_read -= share
    assert found["interpreted"].net == as_read
    assert mean([found["worst"].net, found["best"].net]) > found["worst"].net


def test_odds_are_literal_where_no_deal_is_open(tmp_path: Path) -> None:
    change = {
        "when: star.points < 5 and not port.third = 4,": "when: star.points < 5,",
        "    - {when: port.first_two = 3 and star.points = 8,  then: stay, cite: 2(d)}\n": "",
    }
    library = changed(tmp_path, BOATS, change, readings="")
    assert {one.reading for one in odds(library.load(BOATS), {"decks": "2"}).alone} == {"literal"}
    assert game(library.load(BOATS)).open_deals() == ()


def test_acts_that_the_cards_do_not_offer_are_refused() -> None:
    settler = Settler(Library(FOLDER).load(PARLEY))
    act = (Action("parley", "press", "more", 10),)
    for cards, dealer in (("Ac 2c", "Ad 2d"), ("3c 2c", "2d 2h")):
        with pytest.raises(RoundFault, match="the document does not offer `press more`"):
            settler.settle(Round("r", PARLEY, (Player(1, cards, {"duel": 10}, act),), dealer=dealer))
    played = Round("r", PARLEY, (Player(1, "2c 3c", {"duel": 10}, act),), dealer="2d 3d")
    assert settler.settle(played)[1].wagers["more"].result == "win"
