"""Poker with shared cards: two hole cards a hand, up to five community cards, hands ranked as the spec declares."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from rulespec.domains import poker_cells
from rulespec.domains.base import Case, Dealt, Fault, Reachable, RoundFault, SetupFault
from rulespec.domains.cards import Card, CardError, parse_cards, read_cards
from rulespec.domains.poker import STRENGTH_BITS, Evaluator, Ranking
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.show import show
from rulespec.lang.trees import walk
from rulespec.model.expr import ClassOf, Compare, Expr, Fact
from rulespec.model.round import Player, Round
from rulespec.model.spec import Spec

BOARD = 5
FLOP = 3
HOLE = 2
_HOLES = {0, HOLE}  # the cards that a hand may have: those of a hand not recorded, or all
_SOURCES = ("player.hole", "dealer.hole", "board", "flop")
# What a hand made of these cards is called where deals are counted (`poker_cells`).
_FEATURES = {
    ("best_five_of", "board", "player.hole"): "player",
    ("best_five_of", "board", "dealer.hole"): "dealer",
    ("five", "flop", "player.hole"): "player_flop",
    ("five", "flop", "dealer.hole"): "dealer_flop",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that the rules compare: the player's or the dealer's two cards, with the first `shared` of the board."""

    name: str
    of_player: bool
    shared: int
    feature: str


def game(spec: Spec) -> "CommunityPoker":
    """The domain set up for a spec. Raises `SetupFault`."""
    hands = tuple(_hand(name, entry) for name, entry in spec.setup.get("hands", {}).items())
    if not hands:
        raise SetupFault("hands", "the spec declares no hands", "add `hands`, with the cards that make up each")
    declared = spec.setup.get("ranking")
    if declared is None:
        raise SetupFault("ranking", "the spec declares no ranking of hands", "add `ranking`, lowest kind first")
    if "deck" not in spec.setup:
        raise SetupFault("deck", "the spec does not say which deck is used", "add `deck: {cards: 52, cite: ...}`")
    if declared.get("within_class") is None:
        hint = "add `within_class`, with the clause or as an interpretation"
        raise SetupFault("ranking", "the ranking does not say how two hands of one kind compare", hint)
    try:
        ranking = Ranking(tuple(declared["order"]), declared["aces_low_in_straights"] == "true")
    except ValueError as error:
        raise SetupFault("ranking", str(error)) from None
    boards = frozenset({stage.board for stage in spec.stages} | {BOARD})
    return CommunityPoker(ranking, _evaluator(ranking), hands, boards)


@lru_cache(maxsize=16)
def _evaluator(ranking: Ranking) -> Evaluator:
    """One evaluator a ranking: it keeps what it has worked out, for all specs that rank hands alike."""
    return Evaluator(ranking)


def _hand(name: str, entry: Mapping[str, Any]) -> Hand:
    how = [key for key in ("best_five_of", "five") if key in entry]
    if len(how) != 1:
        raise SetupFault(f"hands.{name}", f"`{name}` is either `best_five_of` some cards or `five` cards")
    cards = sorted(part.strip() for part in entry[how[0]].split("+"))
    feature = _FEATURES.get((how[0], *cards))
    if feature is None:
        known = "`player.hole + board`, `dealer.hole + board` (best five), `player.hole + flop` (five)"
        unknown = next((part for part in cards if part not in _SOURCES), "")
        message = f"`{name}`: there are no cards `{unknown}`" if unknown else f"`{name}` cannot be made of these cards"
        raise SetupFault(f"hands.{name}", message, f"a hand is one of {known}")
    return Hand(name, feature.startswith("player"), FLOP if feature.endswith("_flop") else BOARD, feature)


@dataclass(frozen=True)
class CommunityPoker:
    """Facts: each declared hand's value, and its class as `class(NAME)`."""

    ranking: Ranking
    evaluator: Evaluator
    hands: tuple[Hand, ...]
    boards: frozenset[int]

    def gives(self) -> tuple[str, ...]:
        return tuple(hand.name for hand in self.hands)

    def same_experiment(self, other: object) -> bool:
        if not isinstance(other, CommunityPoker) or self.ranking != other.ranking:
            return False
        ours, theirs = ({hand.name: hand.feature for hand in one.hands} for one in (self, other))
        return all(theirs.get(name, feature) == feature for name, feature in ours.items())

    # Rounds. Logs hold them by the million, so that nothing is worked out here before it is needed.

    def dealt(self, played: Round) -> Sequence[Dealt]:
        board, dealer, holes = self._cards(played)
        missing = self._missing(board, dealer) if len(board) < BOARD or len(dealer) < HOLE else ""
        return [self._seen(board, dealer, hole, missing) for hole in holes]

    def _seen(self, board: tuple[Card, ...], dealer: tuple[Card, ...], hole: tuple[Card, ...], missing: str) -> Dealt:
        """What one seat sees: the hands that the cards make, by value; those that need more cards are left out."""
        strength = self.evaluator.strength
        values = []
        for hand in self.hands:
            cards = hole if hand.of_player else dealer
            if len(cards) == HOLE and len(board) >= hand.shared:
                values.append((hand.name, strength(cards + board[: hand.shared])))
        if not hole:
            missing = "; ".join(filter(None, ("the hand's two cards", missing)))
        return Dealt(_signature(values), missing, lambda: self._facts(values))

    def _facts(self, values: Sequence[tuple[str, int]]) -> Mapping[str, Any]:
        facts: dict[str, Any] = dict(values)
        for name, value in values:
            facts[f"class({name})"] = self.evaluator.category_index(value)
        return facts

    @staticmethod
    def _missing(board: tuple[Card, ...], dealer: tuple[Card, ...]) -> str:
        lacks = [f"{BOARD - len(board)} of the {BOARD} board cards"] if len(board) < BOARD else []
        lacks += ["the dealer's two cards"] if len(dealer) < HOLE else []
        return " and ".join(lacks)

    def _cards(self, played: Round) -> tuple[tuple[Card, ...], tuple[Card, ...], list[tuple[Card, ...]]]:
        try:
            board = read_cards(played.board or "")
            dealer = read_cards(played.dealer or "")
            holes = [read_cards(player.cards or "") for player in played.players]
        except CardError:
            raise RoundFault(*_card_faults(played)) from None
        every = board + dealer + (holes[0] if len(holes) == 1 else tuple(chain.from_iterable(holes)))
        whole = len(board) in self.boards and _HOLES.issuperset(map(len, holes)) and len(dealer) in _HOLES
        if whole and len(set(every)) == len(every) and played.outcome is None:
            return board, dealer, holes
        # A card twice in one place comes before what else is wrong.
        raise RoundFault(*(_card_faults(played) or self._count_faults(played, board, dealer, holes)))

    def _count_faults(
        self, played: Round, board: Sequence[Card], dealer: Sequence[Card], holes: Sequence[Sequence[Card]]
    ) -> list[Fault]:
        faults = []
        if played.outcome is not None:
            faults.append(Fault("this game is played with cards and has no `outcome`", "outcome"))
        if len(board) not in self.boards:
            allowed = ", ".join(str(count) for count in sorted(self.boards))
            faults.append(Fault(f"the board has {_cards(board)}, and at each stage it has one of {allowed}", "board"))
        if len(dealer) not in (0, HOLE):
            faults.append(Fault(f"the dealer has {_cards(dealer)}, not {HOLE}", "dealer"))
        faults += [
            Fault(f"the hand at seat {player.seat} has {_cards(hole)}, not {HOLE}", f"seat {player.seat}")
            for player, hole in zip(played.players, holes, strict=True)
            if len(hole) not in (0, HOLE)
        ]
        return faults + _repeated(played, board, dealer, holes)

    # Reachable cases.

    def reachable(self, atoms: Sequence[Expr]) -> Reachable:
        features = frozenset().union(*(self._features(atom) for atom in atoms)) or frozenset({"player"})
        found = poker_cells.cells(self.ranking, features)
        tests = [truth(atom) for atom in atoms]
        merged: dict[tuple[bool, ...], tuple[int, int, Case]] = {}
        for cell in found.cells:
            deal = {"board": cell.deal.board, "dealer": cell.deal.dealer, "cards": cell.deal.player}
            facts = self.facts_of(deal)
            truths = tuple(test(facts) is True for test in tests)
            weight, heaviest, case = merged.get(truths, (0, -1, None))
            if cell.weight > heaviest:
                heaviest, case = cell.weight, Case(truths, 0, deal, facts)
            assert case is not None
            merged[truths] = (weight + cell.weight, heaviest, case)
        cases = tuple(Case(truths, weight, case.deal, case.facts) for truths, (weight, _, case) in merged.items())
        return Reachable(found.total, cases)

    def facts_of(self, deal: Mapping[str, Any]) -> Mapping[str, Any]:
        player = Player(1, deal["cards"], {}, ())
        return self.dealt(Round("", "", (player,), board=deal["board"], dealer=deal["dealer"]))[0].facts

    def _features(self, atom: Expr) -> frozenset[str]:
        """What must be known of a deal to tell whether an atom holds."""
        by_name = {hand.name: hand.feature for hand in self.hands}
        found: set[str] = set()
        for node in walk(atom):
            if isinstance(node, Fact):
                if node.name not in by_name:
                    raise Inconclusive(f"`{show(atom)}` asks for more than the cards: it cannot be counted by deals")
                found.add(by_name[node.name])
            if isinstance(node, Compare) and all(_is_value(side) for side in (node.left, node.right)):
                pair = {by_name.get(show(side), "") for side in (node.left, node.right)}
                if pair != {"player", "dealer"} and len(pair) > 1:
                    raise Inconclusive(f"`{show(atom)}`: the deals by the order of these two hands cannot be counted")
                found.add("order")
        return frozenset(found)


def _signature(values: Sequence[tuple[str, int]]) -> Hashable:
    """Classes and the order of the hands among themselves: all that a condition can ask of them."""
    in_order = sorted([value for _, value in values])
    return tuple([(name, value >> STRENGTH_BITS, in_order.index(value)) for name, value in values])


def _is_value(side: Expr) -> bool:
    return isinstance(side, Fact) and side.type.kind == "hand" and not isinstance(side, ClassOf)


def _cards(cards: Sequence[Card]) -> str:
    return "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def _places(played: Round) -> list[tuple[str, str | None]]:
    seats = [(f"seat {player.seat}", player.cards) for player in played.players]
    return [("board", played.board), ("dealer", played.dealer), *seats]


def _card_faults(played: Round) -> list[Fault]:
    faults = []
    for where, text in _places(played):
        try:
            parse_cards(text or "")
        except CardError as error:
            faults.append(
                Fault(f"{where}: {error.message}", where, "a card is a rank and a suit, such as `Ah` or `Td`")
            )
    return faults


def _repeated(
    played: Round, board: Sequence[Card], dealer: Sequence[Card], holes: Sequence[Sequence[Card]]
) -> list[Fault]:
    places = [where for where, _ in _places(played)]
    seen: dict[Card, str] = {}
    faults = []
    for where, cards in zip(places, (board, dealer, *holes), strict=True):
        words = dict(_places(played))[where] or ""
        for card, word in zip(cards, words.split(), strict=True):
            if card in seen:
                faults.append(Fault(f"the card `{word}` is at {seen[card]} and at {where}", where))
            seen.setdefault(card, where)
    return faults
