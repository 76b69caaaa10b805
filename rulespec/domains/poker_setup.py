"""What a spec declares for shared-card poker: its ranking, its hands, its patterns; and what its conditions ask."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulespec.domains.base import SetupFault
from rulespec.domains.cards import DECK, RANKS
from rulespec.domains.poker import Ranking
from rulespec.domains.poker_features import Pattern
from rulespec.domains.poker_holes import FACTS
from rulespec.lang.trees import facts as facts_in
from rulespec.load.nearest import nearest
from rulespec.model.expr import Expr, Prize
from rulespec.model.spec import Spec

BOARD = 5
FLOP = 3
HOLE = 2
_SOURCES = ("player.hole", "dealer.hole", "board", "flop")
# What a hand made of these cards, by name, is called where deals are counted (`poker_features`).
_FEATURES = {
    ("best_five_of", "board", "player.hole"): "player",
    ("best_five_of", "board", "dealer.hole"): "dealer",
    ("five", "flop", "player.hole"): "player_flop",
    ("five", "dealer.hole", "flop"): "dealer_flop",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that the rules compare: the player's or the dealer's two cards, with the first `shared` of the board.

    A board of more than `most` cards makes no such hand: which of them count nobody can tell.
    """

    name: str
    of_player: bool
    shared: int
    most: int
    feature: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A fact that holds of a hand of five cards where they show a pattern."""

    name: str
    of_player: bool
    pattern: Pattern
    feature: str


def declared_ranking(spec: Spec) -> Ranking:
    """The ranking of hands. Raises `SetupFault`, also where there is no deck."""
    declared = spec.setup.get("ranking")
    if declared is None:
        raise SetupFault("ranking", "the spec declares no ranking of hands", "add `ranking`, lowest kind first")
    if "deck" not in spec.setup:
        raise SetupFault("deck", "the spec does not say which deck is used", "add `deck: {cards: 52, cite: ...}`")
    if declared.get("within_class") is None:
        hint = "add `within_class`, with the clause or as an interpretation"
        raise SetupFault("ranking", "the ranking does not say how two hands of one kind compare", hint)
    try:
        return Ranking(tuple(declared["order"]), declared["aces_low_in_straights"] == "true")
    except ValueError as error:
        raise SetupFault("ranking", str(error)) from None


def declared_hands(spec: Spec) -> tuple[Hand, ...]:
    """The hands that the rules compare. Raises `SetupFault`."""
    hands = tuple(_hand(name, entry) for name, entry in spec.setup.get("hands", {}).items())
    if not hands:
        raise SetupFault("hands", "the spec declares no hands", "add `hands`, with the cards that make up each")
    return hands


def _hand(name: str, entry: Mapping[str, Any]) -> Hand:
    how = [key for key in ("best_five_of", "five") if key in entry]
    if len(how) != 1:
        raise SetupFault(f"hands.{name}", f"`{name}` is either `best_five_of` some cards or `five` cards")
    cards = sorted(part.strip() for part in entry[how[0]].split("+"))
    feature = _FEATURES.get((how[0], *cards))
    if feature is None:
        known = "`best_five_of: player.hole + board`, `five: player.hole + flop`, and these of `dealer.hole`"
        unknown = next((part for part in cards if part not in _SOURCES), "")
        message = f"`{name}`: there are no cards `{unknown}`" if unknown else f"`{name}` cannot be made of these cards"
        raise SetupFault(f"hands.{name}", message, f"a hand is one of {known}")
    shared, most = (FLOP, len(DECK)) if feature.endswith("_flop") else (BOARD, BOARD)
    return Hand(name, feature.startswith("player"), shared, most, feature)


def declared_patterns(spec: Spec, hands: Sequence[Hand]) -> tuple[Shown, ...]:
    """The patterns of hands of five cards. Raises `SetupFault`."""
    return tuple(_pattern(spec, name, entry, hands) for name, entry in spec.setup.get("patterns", {}).items())


def _pattern(spec: Spec, name: str, entry: Mapping[str, Any], hands: Sequence[Hand]) -> Shown:
    where = f"patterns.{name}"
    facts = spec.vocabulary.facts
    concept = facts.get(name)
    if concept is None or concept.source != "deal" or concept.type.kind != "truth" or name in FACTS:
        free = [n for n, c in facts.items() if c.source == "deal" and c.type.kind == "truth" and n not in FACTS]
        hint = nearest(name, free) or "declare it under `facts` in the vocabulary, with `type: truth, source: deal`"
        raise SetupFault(where, f"`{name}` is no yes/no fact of the deal that a pattern can be", hint)
    of_five = {hand.name: hand for hand in hands if hand.feature.endswith("_flop")}
    hand = of_five.get(entry["hand"])
    if hand is None:
        hint = f"one of {', '.join(f'`{known}`' for known in of_five)}" if of_five else "declare one under `hands`"
        raise SetupFault(where, f"`{entry['hand']}` is no hand of five cards of this spec", hint)
    ranks = entry["values"].split()
    wrong = next((rank for rank in ranks if rank not in RANKS or len(rank) != 1), None)
    if wrong is not None:
        raise SetupFault(
            where, f"`{wrong}` is no value of a card", f"values are {' '.join(RANKS)}, with a blank between"
        )
    if not 2 <= len(ranks) <= BOARD or max(map(ranks.count, ranks)) > 4:
        raise SetupFault(where, f"`{name}` has two to five values, none more than four times")
    pattern = Pattern("".join(sorted(ranks, key=RANKS.index, reverse=True)))
    return Shown(name, hand.of_player, pattern, f"{hand.feature}:{pattern.ranks}")


def hole_facts(spec: Spec) -> tuple[str, ...]:
    """The facts of two hole cards that the vocabulary has. Raises `SetupFault` where it has them otherwise."""
    facts = spec.vocabulary.facts
    found = tuple(name for name in FACTS if name in facts)
    for name in found:
        kind = facts[name].type
        fits = kind.kind == FACTS[name] and facts[name].source == "deal"
        if not fits or (kind.kind == "enum" and len(spec.vocabulary.lists[kind.of]) != len(RANKS)):
            needs = (
                "is a yes/no fact"
                if FACTS[name] == "truth"
                else "is one of a list of the 13 values of cards, two first"
            )
            raise SetupFault("", f"the vocabulary's `{name}` is not the one that cards give: that {needs}")
    return found


def read_facts(spec: Spec) -> frozenset[str]:
    """The names of all facts that the spec's conditions, amounts and pay tables read."""
    by = {table.by for table in spec.pays if table.by}
    return frozenset(fact.name for expr in _exprs(spec) for fact in facts_in(expr)) | by


def _exprs(spec: Spec) -> Iterator[Expr]:
    for table in spec.tables:
        yield table.when
        for row in table.rows:
            yield row.when
            if row.then.amount is not None:
                yield row.then.amount
    for pay in spec.pays:
        yield from (row.when for row in pay.rows if row.when is not None)
        yield from (payout.amount for row in pay.rows for payout in row.payouts if isinstance(payout, Prize))
        yield from (row.when for row in pay.rows if row.when is not None)
        if pay.at_most is not None:
            yield pay.at_most
    for wager in spec.wagers:
        yield from (expr for expr in (wager.equals, wager.allowed) if expr is not None)
    yield from (option.requires for option in spec.options if option.requires is not None)
