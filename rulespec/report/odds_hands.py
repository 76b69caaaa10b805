"""Starting hands as the grid of 13 by 13 that players know: suited above the diagonal, offsuit below it."""

from collections.abc import Mapping, Sequence

from rulespec.model.odds import HandOdds

RANKS = "AKQJT98765432"
_LAST = (len(RANKS), 0, False)


def grid(hands: Sequence[HandOdds]) -> tuple[tuple[HandOdds | None, ...], ...]:
    """The hands row by row; None where one is missing."""
    named = {hand.name: hand for hand in hands}
    return tuple(tuple(named.get(cell_name(row, column)) for column in range(len(RANKS))) for row in range(len(RANKS)))


def cell_name(row: int, column: int) -> str:
    """`AKs` right of the diagonal, `AKo` below it, `AA` on it."""
    if row == column:
        return RANKS[row] * 2
    return f"{RANKS[min(row, column)]}{RANKS[max(row, column)]}{'s' if column > row else 'o'}"


def in_order(hands: Sequence[HandOdds]) -> list[HandOdds]:
    """From the highest cards to the lowest, suited before offsuit: `AA`, `AKs`, `AKo`, `AQs`. Other names come last."""

    def place(hand: HandOdds) -> tuple[int, int, bool]:
        high, low = (RANKS.find(card) for card in f"{hand.name}  "[:2])
        return (high, low, not hand.name.endswith("s")) if min(high, low) >= 0 else _LAST

    return sorted(hands, key=place)


def letters(hands: Sequence[HandOdds]) -> Mapping[str, str]:
    """A sign for each act that a hand may have, no two alike, in the order in which the acts are offered.

    A digit of the act where it has one (`4` of `bet 4`), else a letter of it.
    """
    acts = dict.fromkeys(act for hand in hands for act in hand.values)
    acts |= dict.fromkeys(hand.act for hand in hands)
    found: dict[str, str] = {}
    for act in acts:
        digits = [sign for sign in act if sign.isdigit()]
        wanted = [*digits, *(sign.upper() for sign in act if sign.isalpha()), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
        found[act] = next(sign for sign in wanted if sign not in found.values())
    return found
