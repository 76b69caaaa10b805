"""Real cards for several hands at one table, each with some conditions met and others not.

Hands that share a board are rarely good together by chance. So, beside the deals that show the first hand's case,
boards are tried that let several hands be strong at once: suited runs, three of a rank, pairs.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from rulespec.domains.cards import DECK, Card, cards_text, parse_cards
from rulespec.lang.evaluate import Truth, truth
from rulespec.model.expr import Expr

Wanted = Sequence[tuple[Sequence[Expr], Sequence[bool]]]  # of each hand: conditions, and their truth values
FactsOf = Callable[[Mapping[str, Any]], Mapping[str, Any]]

HOLE = 2
KEPT = 100  # tables whose hands are kept
_Hole = tuple[Card, ...]
# Of one suit, one after the other or nearly; then several of a rank; then anything.
_SUITED = ("9h 8h 7h", "Th 9h 8h", "Jh Th 8h", "Ah Kh Qh", "Kh Qh Jh", "Ah Kh Jh", "Qh Jh Th", "5h 4h 3h", "9h 8h 2h")
_RANKED = ("8h 8d 8c", "Ah Ad As", "8h 8d Kc", "Ah Ad 8h", "Ah 8d 8c", "8h 8d 3c")
_FLOPS = (*_SUITED, *_RANKED, "Kh 9h 4h", "9h 8d 7c", "Kh 8d 3c", "Jh Th 2c")
_REST = ("4c 2d", "3c 5d", "6s 2s")
_DEALERS = ("Qs 6d", "7s 4s", "As Kd")


class Tables:
    """The facts of every hand that can be held at a table, kept: many cases are looked for at the same tables."""

    def __init__(self, facts_of: FactsOf) -> None:
        self._facts_of = facts_of
        self._known: dict[tuple[str, str], list[tuple[_Hole, Mapping[str, Any]]]] = {}

    def holes(self, board: str, dealer: str) -> list[tuple[_Hole, Mapping[str, Any]]]:
        """Every two cards that are left, with the facts of a hand that holds them."""
        if (board, dealer) not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            gone = {*parse_cards(board), *parse_cards(dealer)}
            free = [hole for hole in combinations(DECK, HOLE) if not gone.intersection(hole)]
            table = {"board": board, "dealer": dealer}
            self._known[board, dealer] = [(hole, self._facts_of({**table, "cards": cards_text(hole)})) for hole in free]
        return self._known[board, dealer]

    def together(self, first: Sequence[Mapping[str, Any]], wanted: Wanted) -> list[dict[str, Any]] | None:
        """Deals for all hands: the first with all fields of a deal, the others with theirs alone (`cards`).

        `first` are deals that show the first hand's case. None where no deal was found, which proves nothing.
        """
        tests = [[truth(atom) for atom in atoms] for atoms, _ in wanted]
        for deal in (*first, *_boards()):
            table = {"board": deal["board"], "dealer": deal["dealer"]}
            known = self.holes(**table)
            fitting = [
                [hole for hole, facts in known if _meets(facts, tests[seat], truths)]
                for seat, (_, truths) in enumerate(wanted)
            ]
            if "cards" in deal:
                own = set(parse_cards(deal["cards"]))
                fitting[0] = sorted(fitting[0], key=own.isdisjoint)  # that of the deal itself comes first
            found = _chosen(fitting, ())
            if found is not None:
                hands = [cards_text(hole) for hole in found]
                return [{**table, "cards": hands[0]}, *({"cards": hand} for hand in hands[1:])]
        return None


def _boards() -> Iterator[Mapping[str, Any]]:
    for flop in _FLOPS:
        for rest in _REST:
            for dealer in _DEALERS:
                words = f"{flop} {rest} {dealer}".split()
                if len(set(words)) == len(words):
                    yield {"board": f"{flop} {rest}", "dealer": dealer}
                    break


def _meets(facts: Mapping[str, Any], tests: Sequence[Truth], truths: Sequence[bool]) -> bool:
    return all(test(facts) is value for test, value in zip(tests, truths, strict=True))


def _chosen(fitting: Sequence[Sequence[_Hole]], chosen: tuple[_Hole, ...]) -> tuple[_Hole, ...] | None:
    """One of the fitting holes for each hand, none of which shares a card with another."""
    if len(chosen) == len(fitting):
        return chosen
    taken = {card for hole in chosen for card in hole}
    for hole in fitting[len(chosen)]:
        if not taken.intersection(hole):
            found = _chosen(fitting, (*chosen, hole))
            if found is not None:
                return found
    return None
