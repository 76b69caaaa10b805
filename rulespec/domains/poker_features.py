"""What can be asked of a deal of shared-card poker, and the form in which the answers are counted.

A *feature* is something about a deal that a condition can read:

    player, dealer              category of the best five of two hole cards and the five board cards
    order                       the player's value against the dealer's: `<`, `=` or `>`
    player_flop, dealer_flop    category of two hole cards and the three flop cards
    other_flop                  the same for a second seat at the same board
    hole                        the player's starting hand, `AA`, `AKs` or `AKo` (`poker_holes`)
    player_flop:AA88            whether player_flop's five cards are these values and odd ones beside (`Pattern`);
                                so for dealer_flop, and for any values

A *cell* is one combination of values of some features, its weight the exact number of deals that have it, out of
all deals of a sample space that depends on the features alone:

    two cards only                    C(52,2) holes
    one seat, flop only               C(52,3) flops x C(49,2) holes
    one seat, whole board             C(52,5) boards x C(47,2) holes
    one seat, board and flop          the same x 10, the choices of the flop among the board's five cards
    both seats, without a flop        C(52,5) x C(47,2) player's holes x C(45,2) dealer's holes
    both seats, with one seat's flop  the same x 10
    two seats' flops                  C(52,3) x C(49,2) x C(47,2)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from rulespec.domains.cards import RANKS
from rulespec.domains.poker import Ranking
from rulespec.domains.poker_holes import PLACES

FEATURES = ("player", "dealer", "order", "player_flop", "dealer_flop", "other_flop", "hole")

SHOWDOWN = ("player", "dealer", "order", "player_flop")
FLOPS = ("player_flop", "other_flop")
HANDS = ("player", "dealer", "order", "hole")
COUNTED = (SHOWDOWN, FLOPS, HANDS)
HOLE = ("hole",)
FIVE = ("player_flop", "hole")  # with any patterns of the player: counted when asked for (`poker_first_five`)
SHIPPED = (("player", "player_flop"), ("player", "dealer", "order"), *COUNTED)  # a part before its whole

SEATS = ("player", "dealer", "other")
RIVER = {"player": "player", "dealer": "dealer"}  # seat -> feature
FLOP = {"player": "player_flop", "dealer": "dealer_flop", "other": "other_flop"}

_PLACE = {"<": 0, "=": 1, ">": 2, "no": 0, "yes": 1, **PLACES}


@dataclass(frozen=True, slots=True)
class Pattern:
    """Some card values, two to five, in a hand of five cards: each as often as it is here, beside it others alone.

    `ranks` holds them as a text in the order of RANKS, highest first: `AA88`.
    """

    ranks: str

    def holds(self, key: int) -> bool:
        """Whether a hand of this key (see `poker`) shows it."""
        return all((key >> 3 * RANKS.index(rank) & 7) == self.ranks.count(rank) for rank in set(self.ranks))


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt, as text: the board's five (the flop first), two for each seat; `other` if a second seat matters."""

    board: str
    dealer: str
    player: str
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of values (in the order of the features), its number of deals, and one of those deals."""

    values: tuple[str, ...]
    weight: int
    deal: Deal


@dataclass(frozen=True, slots=True)
class Cells:
    """All reachable cells of some features; their weights add up to `total`, the size of the sample space."""

    features: tuple[str, ...]
    total: int
    cells: tuple[Cell, ...]


def sample_space(features: Iterable[str]) -> int:
    """The number of deals that the weights for these features are out of (see the module)."""
    names = {name.partition(":")[0] for name in features}
    seats = {name.removesuffix("_flop") for name in names | ({"player", "dealer"} if "order" in names else set())}
    seats = {"player" if name == "hole" else name for name in seats - {"order"}}
    river = bool(names & {*RIVER.values(), "order"})
    flop = bool(names & set(FLOP.values()))
    unseen = 47 if river else 49 if flop else 52
    deals = (comb(52, 5) * (comb(5, 3) if flop else 1)) if river else comb(52, 3) if flop else 1
    for seat in range(len(seats)):
        deals *= comb(unseen - 2 * seat, 2)
    return deals


def ordered(found: Iterable[Cell], ranking: Ranking) -> tuple[Cell, ...]:
    """Cells by their values, categories lowest first."""
    place = {**ranking.indices, **_PLACE}
    return tuple(sorted(found, key=lambda cell: [place[value] for value in cell.values]))
