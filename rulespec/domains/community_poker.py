"""Poker with shared cards: two hole cards a hand, up to five community cards, hands ranked as the spec declares."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from rulespec.domains import poker_cells, poker_holes, poker_tables
from rulespec.domains.ahead import elsewhere
from rulespec.domains.base import NO_KIND, Case, Dealt, Fault, Reachable, RoundFault, so_far
from rulespec.domains.cards import DECK, Card, CardError, cards_text, parse_cards, read_cards
from rulespec.domains.play import HOLE as HOLE_FEATURE
from rulespec.domains.play import DealtCell, Payoffs, Solved, Tally, Tree
from rulespec.domains.poker import STANDARD, STRENGTH_BITS, Evaluator, Ranking, key_of
from rulespec.domains.poker_features import Deal
from rulespec.domains.poker_holes import FACTS
from rulespec.domains.poker_setup import (
    BOARD,
    FLOP,
    HOLE,
    Hand,
    Shown,
    declared_hands,
    declared_patterns,
    declared_ranking,
    hole_facts,
    read_facts,
)
from rulespec.errors import Inconclusive
from rulespec.lang.evaluate import truth
from rulespec.lang.show import show
from rulespec.lang.trees import atoms as smallest
from rulespec.lang.trees import facts as facts_in
from rulespec.lang.trees import walk
from rulespec.load.nearest import joined
from rulespec.model.expr import ClassOf, Compare, Defined, Expr, Fact
from rulespec.model.round import Player, Round
from rulespec.model.spec import Spec

_Cards: TypeAlias = tuple[Card, ...]

FIVE = 5  # cards of a hand that is ranked
MOST = 7  # cards of a board or of a hand in a round with irregularities
_HOLES = {0, HOLE}  # the cards that a hand may have: those of a hand not recorded, or all


def game(spec: Spec) -> "CommunityPoker":
    """The domain set up for a spec. Raises `SetupFault`."""
    hands = declared_hands(spec)
    ranking = declared_ranking(spec)
    boards = frozenset({stage.board for stage in spec.stages} | {BOARD})
    holes = hole_facts(spec)
    told = tuple(name for name in holes if name in read_facts(spec))
    return CommunityPoker(ranking, _evaluator(ranking), hands, declared_patterns(spec, hands), holes, told, boards)


@lru_cache(maxsize=16)
def _evaluator(ranking: Ranking) -> Evaluator:
    """One evaluator a ranking: it keeps what it has worked out, for all specs that rank hands alike."""
    return Evaluator(ranking)


@dataclass(frozen=True)
class CommunityPoker:
    """Facts: each declared hand's value, its class as `class(NAME)`, the declared patterns, those of two hole cards.

    `holes` are the facts of hole cards that the vocabulary has, `told` those of them that the spec's conditions read.
    """

    ranking: Ranking
    evaluator: Evaluator
    hands: tuple[Hand, ...]
    patterns: tuple[Shown, ...]
    holes: tuple[str, ...]
    told: tuple[str, ...]
    boards: frozenset[int]

    def gives(self) -> tuple[str, ...]:
        return (*(hand.name for hand in self.hands), *(shown.name for shown in self.patterns), *self.holes)

    def positioned(self) -> frozenset[str]:
        return frozenset()

    def outcomes(self) -> frozenset[str]:
        return frozenset()

    def shared(self) -> frozenset[str]:
        of_dealer = [hand.name for hand in self.hands if not hand.of_player]
        return frozenset(of_dealer + [shown.name for shown in self.patterns if not shown.of_player])

    def together(self, wanted: Sequence[tuple[Sequence[Expr], Sequence[bool]]]) -> Sequence[Mapping[str, Any]] | None:
        atoms, truths = wanted[0]
        first = [case.deal for case in self.reachable(tuple(atoms)).cases if case.truths == tuple(truths)]
        return self._tables.together(first, wanted)

    @cached_property
    def _tables(self) -> poker_tables.Tables:
        return poker_tables.Tables(self.facts_of)

    def same_experiment(self, other: object) -> bool:
        if not isinstance(other, CommunityPoker) or self.ranking != other.ranking:
            return False
        ours, theirs = self._by_name, other._by_name
        return all(theirs.get(name, feature) == feature for name, feature in ours.items())

    def same_facts(self, other: object) -> bool:
        return self.same_experiment(other)

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        """For each fact the feature that tells it where deals are counted (`poker_features`)."""
        patterns = {shown.name: shown.feature for shown in self.patterns}
        return {**{hand.name: hand.feature for hand in self.hands}, **patterns, **dict.fromkeys(self.holes, "hole")}

    # Rounds. Logs hold them by the million, so that nothing is worked out here before it is needed.

    def dealt(self, played: Round) -> Sequence[Dealt]:
        board, dealer, holes = self._cards(played)
        missing = _missing(board, dealer) if len(board) != BOARD or len(dealer) != HOLE else ""
        return [self._seen(board, dealer, hole, missing) for hole in holes]

    def _seen(self, board: _Cards, dealer: _Cards, hole: _Cards, missing: str) -> Dealt:
        """What one seat sees: the hands that the cards make, by value; those that need other cards are left out."""
        strength = self.evaluator.strength
        values = []
        for hand in self.hands:
            cards = hole if hand.of_player else dealer
            if len(cards) == HOLE and hand.shared <= len(board) <= hand.most:
                values.append((hand.name, strength(cards + board[: hand.shared])))
        signature = _signature(values)
        unfinished = self._unfinished(board, dealer, hole) if len(values) < len(self.hands) else ()
        if unfinished:
            signature = (signature, unfinished)
        if self.told or self.patterns:
            shown = self._shown(board, dealer, hole)
            held = poker_holes.facts_of(poker_holes.place_of(hole)) if self.told and len(hole) == HOLE else {}
            signature = (signature, tuple(shown.items()), tuple([held.get(name) for name in self.told]))
        if len(hole) != HOLE:
            missing = "; ".join(filter(None, ("the hand's two cards", missing)))
        return Dealt(signature, missing, lambda: self._facts(values, unfinished, board, dealer, hole))

    def _facts(
        self,
        values: Sequence[tuple[str, int]],
        unfinished: Sequence[tuple[str, int]],
        board: _Cards,
        dealer: _Cards,
        hole: _Cards,
    ) -> Mapping[str, Any]:
        facts: dict[str, Any] = dict(values)
        for name, value in values:
            facts[f"class({name})"] = self.evaluator.category_index(value)
        facts.update((so_far(name), made) for name, made in unfinished)
        if self.holes and len(hole) == HOLE:
            held = poker_holes.facts_of(poker_holes.place_of(hole))
            facts.update((name, held[name]) for name in self.holes)
        return {**facts, **self._shown(board, dealer, hole)}

    def _unfinished(self, board: _Cards, dealer: _Cards, hole: _Cards) -> tuple[tuple[str, int], ...]:
        """The kind that each hand is with the shared cards dealt so far; below all kinds while no hand is made."""
        found = []
        for hand in self.hands:
            cards = hole if hand.of_player else dealer
            if len(cards) == HOLE and len(board) < hand.shared:
                made = cards + board
                kind = self.evaluator.category_index(self.evaluator.strength(made)) if len(made) >= FIVE else NO_KIND
                found.append((hand.name, kind))
        return tuple(found)

    def _shown(self, board: _Cards, dealer: _Cards, hole: _Cards) -> Mapping[str, bool]:
        """The patterns whose five cards are there, and whether each is among them."""
        found = {}
        for shown in self.patterns:
            cards = hole if shown.of_player else dealer
            if len(cards) == HOLE and len(board) >= FLOP:
                found[shown.name] = shown.pattern.holds(key_of(cards + board[:FLOP]))
        return found

    def _cards(self, played: Round) -> tuple[_Cards, _Cards, list[_Cards]]:
        try:
            board = read_cards(played.board or "")
            dealer = read_cards(played.dealer or "")
            holes = [read_cards(player.cards or "") for player in played.players]
        except CardError:
            raise RoundFault(*_card_faults(played)) from None
        every = board + dealer + (holes[0] if len(holes) == 1 else tuple(chain.from_iterable(holes)))
        if played.events:
            whole = max(map(len, (board, dealer, *holes))) <= MOST
        else:
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
        if played.events:
            return faults + _too_many(played, (board, dealer, *holes)) + _repeated(played, board, dealer, holes)
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
        found = poker_cells.cells(self.ranking, features, self._holes(atoms) if "hole" in features else None)
        tests = [truth(atom) for atom in atoms]
        merged: dict[tuple[bool, ...], tuple[int, int, Case]] = {}
        for cell in found.cells:
            deal, facts = self._shown_by(cell.deal)
            truths = tuple(test(facts) is True for test in tests)
            weight, heaviest, case = merged.get(truths, (0, -1, None))
            if cell.weight > heaviest:
                heaviest, case = cell.weight, Case(truths, 0, deal, facts)
            assert case is not None
            merged[truths] = (weight + cell.weight, heaviest, case)
        cases = tuple(Case(truths, weight, case.deal, case.facts) for truths, (weight, _, case) in merged.items())
        return Reachable(found.total, cases)

    def _shown_by(self, deal: Deal) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The cards of a deal and their facts: few deals show the cells of all that is asked."""
        known = self._shown_before.get(deal)
        if known is None:
            cards = {"board": deal.board, "dealer": deal.dealer, "cards": deal.player}
            known = self._shown_before[deal] = cards, self.facts_of(cards)
        return known

    @cached_property
    def _shown_before(self) -> dict[Deal, tuple[Mapping[str, Any], Mapping[str, Any]]]:
        return {}

    def solve(self, tree: Tree, payoffs: Payoffs) -> Solved:
        """Best play, exactly. Raises `Inconclusive` for decisions or payments that cannot be counted."""
        from rulespec.domains.play_kept import kept

        return kept(repr(self.ranking), tree, payoffs, partial(elsewhere, _solve, self.ranking, tree, payoffs))

    def check_at(self, tree: Tree, cards: str, board: str) -> None:
        """Raises `ValueError` for texts that are no cards of a player and of a board on which something is decided."""
        hole, shared = parse_cards(cards), parse_cards(board)
        parse_cards(f"{cards} {board}")
        if len(hole) != HOLE:
            raise ValueError(f"a player holds {HOLE} cards, not {len(hole)}")
        counts = sorted({node.shown for node in tree.nodes})
        if len(shared) not in counts:
            allowed = joined(list(map(str, counts)), "or") or "no"
            raise ValueError(f"decisions are taken on {allowed} cards of the board, not on {len(shared)}")

    def at(self, tree: Tree, payoffs: Payoffs, cards: str, board: str) -> Mapping[int, tuple[Fraction, ...]]:
        """What each move is worth at each decision with these cards. Raises as `check_at` and as `solve`."""
        from rulespec.domains.poker_play import Play
        from rulespec.domains.poker_table import table_of

        self.check_at(tree, cards, board)
        return Play(table_of(self.evaluator), tree, payoffs).at(parse_cards(cards), parse_cards(board))

    def facts_of(self, deal: Mapping[str, Any]) -> Mapping[str, Any]:
        player = Player(1, deal["cards"], {}, ())
        return self.dealt(Round("", "", (player,), board=deal["board"], dealer=deal["dealer"]))[0].facts

    def spread(self, count: int) -> Sequence[Mapping[str, Any]]:
        shoe = Random(0)  # any fixed seed: the deals must be the same at every call
        found = []
        for _ in range(count):
            cards = shoe.sample(DECK, BOARD + 2 * HOLE)
            board, dealer, player = cards[:BOARD], cards[BOARD:-HOLE], cards[-HOLE:]
            found.append({"board": cards_text(board), "dealer": cards_text(dealer), "cards": cards_text(player)})
        return found

    def _holes(self, atoms: Sequence[Expr]) -> tuple[str, ...]:
        """For each starting hand the first that none of the atoms tells from it."""
        asked = [
            leaf for atom in atoms for leaf in _leaves(atom) if {fact.name for fact in facts_in(leaf)} & set(FACTS)
        ]
        tests = [truth(leaf) for leaf in asked]
        first: dict[tuple[bool | None, ...], str] = {}
        return tuple(
            first.setdefault(tuple(test(poker_holes.facts_of(place)) for test in tests), name)
            for place, name in enumerate(poker_holes.NAMES)
        )

    # Counting what rules read, for the odds.

    @property
    def settled_by(self) -> tuple[str, ...]:
        return ("player", "dealer", "order")

    def reads(self, exprs: Sequence[Expr]) -> frozenset[str]:
        compared = [node for expr in exprs for node in walk(expr) if isinstance(node, Compare)]
        ordered = [node for node in compared if all(_is_value(side) for side in (node.left, node.right))]
        read = {fact.name for expr in exprs for fact in facts_in(expr)}
        alone = frozenset(feature for name, feature in self._by_name.items() if name in read)
        return alone.union(*map(self._features, ordered))

    def tally(self, features: frozenset[str]) -> Tally:
        found = poker_cells.cells(self.ranking, features or frozenset({"player"}))
        cells = [
            DealtCell(c.values, c.weight, {"board": c.deal.board, "dealer": c.deal.dealer, "cards": c.deal.player})
            for c in found.cells
        ]
        return Tally(found.features, found.total, tuple(cells))

    def shown_with(self, feature: str) -> int | None:
        return {HOLE_FEATURE: 0, "player_flop": FLOP}.get(feature.partition(":")[0])

    def _features(self, atom: Expr) -> frozenset[str]:
        """What must be known of a deal to tell whether an atom holds."""
        by_name = self._by_name
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


def _solve(ranking: Ranking, tree: Tree, payoffs: Payoffs) -> Solved:
    from rulespec.domains.poker_reach import solve  # compiled loops, which take a while to be imported

    return solve(_evaluator(ranking), tree, payoffs)


def get_ready() -> None:
    """Import what the best play takes, and read the tables of the standard ranking, before anything is asked."""
    import rulespec.domains.poker_reach  # noqa: F401
    from rulespec.domains.poker_table import table_of

    table_of(_evaluator(STANDARD)).first_step()


def _leaves(atom: Expr) -> Iterator[Expr]:
    """The smallest conditions that it is made of, also in what it is defined as."""
    if isinstance(atom, Defined):
        for inner in smallest(atom.body):
            yield from _leaves(inner)
    else:
        yield atom


def _missing(board: Sequence[Card], dealer: Sequence[Card]) -> str:
    lacks = []
    if len(board) < BOARD:
        lacks.append(f"{BOARD - len(board)} of the {BOARD} board cards")
    elif len(board) > BOARD:
        lacks.append(f"{BOARD} board cards, not {len(board)},")
    if len(dealer) != HOLE:
        lacks.append("the dealer's two cards")
    return " and ".join(lacks).rstrip(",")


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


def _too_many(played: Round, hands: Sequence[Sequence[Card]]) -> list[Fault]:
    return [
        Fault(f"{where}: there are {_cards(cards)}; {MOST} is the most that a round with irregularities records", where)
        for (where, _), cards in zip(_places(played), hands, strict=True)
        if len(cards) > MOST
    ]


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
