"""The shoe that a spec declares: read from its sections `shoe` and `draws`, and held against its vocabulary."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulespec.domains.base import SetupFault
from rulespec.domains.cards import RANKS
from rulespec.domains.shoe_cards import Sorting, by_value
from rulespec.domains.shoe_deal import Kind
from rulespec.lang.evaluate import NEVER
from rulespec.lang.trees import facts as facts_in
from rulespec.load.nearest import listing, nearest
from rulespec.model.rows import Row, Table
from rulespec.model.spec import Reading, Spec
from rulespec.tables.compile import compile_spec

SECTION, DRAWS = "shoe", "draws"
OWN, DEALER = "own", "dealer"  # the hands that a round records by themselves: a player's and the dealer's
_MEASURE = re.compile(r"(points|card|cards)(?: ([0-9]+))? of ([a-z][a-z0-9_]*)(?: on ([0-9]+))?")


@dataclass(frozen=True, slots=True)
class Measure:
    """What a fact tells of a hand: its `points` (of its first `number` cards), one `card`, or how many `cards`."""

    fact: str
    what: str
    hand: str
    number: int

    def of(self, values: tuple[int, ...], last_digit: bool) -> Any:
        """The value of the fact for a hand whose cards have these values; `NEVER` for a card that it does not have."""
        if self.what == "cards":
            return len(values)
        if self.what == "card":
            return values[self.number - 1] if self.number <= len(values) else NEVER
        total = sum(values[: self.number] if self.number else values)
        return total % 10 if last_digit else total


@dataclass(frozen=True)
class Shoe:
    """A shoe and what is dealt from it.

    `deal` is the hand of each card of the first deal; `measures` are the facts, `draws` the tables by which hands take
    more cards, in their order, and `readings` those interpretations that decide what these leave open. `redealt` says
    of irregularities from which card of each hand on the cards that they name are dealt again.
    """

    decks: tuple[int, ...]
    sorting: Sorting
    last_digit: bool
    deal: tuple[str, ...]
    measures: tuple[Measure, ...]
    draws: tuple[tuple[str, tuple[Row, ...], tuple[str, ...]], ...] = ()
    readings: tuple[Reading, ...] = ()
    redealt: tuple[tuple[str, int], ...] = ()

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands, in the order in which they get their first cards."""
        return tuple(dict.fromkeys(self.deal))

    @property
    def apart(self) -> bool:
        """Whether a round records each player's cards and the dealer's, and not all cards in one order."""
        return OWN in self.deal

    @property
    def in_order(self) -> bool:
        """Whether something is told of single cards of the first deal, so that their order within a hand matters."""
        first = {hand: self.deal.count(hand) for hand in self.hands}
        single = (one for one in self.measures if one.number and one.what != "cards")
        return any(
            one.number < first.get(one.hand, 0) or (one.what == "card" and one.number <= first.get(one.hand, 0))
            for one in single
        )

    def readings_of(self, hand: str) -> tuple[Reading, ...]:
        """The interpretations that decide whether a hand takes one more card."""
        return tuple(one for one in self.readings if one.draws == hand)

    def values(self, hand: tuple[Kind, ...]) -> tuple[int, ...]:
        """The values of the cards of a hand."""
        return tuple(self.sorting.values[kind] for kind in hand)

    def facts(self, name: str, hand: tuple[Kind, ...]) -> dict[str, Any]:
        """The facts of one hand."""
        values = self.values(hand)
        return {one.fact: one.of(values, self.last_digit) for one in self.measures if one.hand == name}


def read_shoe(spec: Spec) -> Shoe:
    """The shoe of a spec. Raises `SetupFault` with everything that is wrong with it."""
    section = spec.setup.get(SECTION)
    if section is None:
        raise SetupFault(SECTION, "the spec declares no shoe", "add `shoe`, with its decks and values")
    faults: list[SetupFault] = []
    values = {rank: int(value) for rank, value in section["values"].items()}
    without = [rank for rank in RANKS if rank not in values]
    if without:
        faults.append(SetupFault(f"{SECTION}.values", f"the rank `{without[0]}` has no value", "give each rank one"))
        values |= dict.fromkeys(without, 0)
    deal = tuple(section["deal"].split())
    hands = tuple(dict.fromkeys(deal))
    if OWN in hands and set(hands) != {OWN, DEALER}:
        message = f"`{OWN}` is the hand of each player, which only the `{DEALER}` has a hand beside"
        faults.append(SetupFault(f"{SECTION}.deal", message, f"deal to `{OWN}` and to `{DEALER}`"))
    tables = compile_spec(spec).draws
    measures = tuple(_measures(spec, section["facts"], deal, tables, faults))
    faults += _draw_faults(tables, hands, {one.fact for one in measures})
    readings = tuple(one for one in spec.readings if one.draws)
    for one in readings:
        if one.draws not in tables:
            hint = nearest(one.draws, tables) or "name a hand that `draws` has a table for"
            faults.append(
                SetupFault(DRAWS, f"an interpretation is for the cards of `{one.draws}`, which draws none", hint)
            )
    redealt = tuple(_redealt(spec, section.get("redealt", {}), faults))
    if faults:
        first, *more = faults
        raise SetupFault(first.section, str(first), first.hint, more)
    return Shoe(
        tuple(int(many) for many in section["decks"]),
        by_value(values),
        section.get("last_digit") in (True, "true"),
        deal,
        measures,
        tuple((hand, table.rows, table.cites) for hand, table in tables.items()),
        readings,
        redealt,
    )


def _measures(
    spec: Spec, told: Mapping[str, str], deal: tuple[str, ...], drawing: Collection[str], faults: list[SetupFault]
) -> Iterator[Measure]:
    hands, measured = tuple(dict.fromkeys(deal)), set()
    for fact, text in told.items():
        path = f"{SECTION}.facts.{fact}"
        concept = spec.vocabulary.facts.get(fact)
        if concept is None or concept.source != "deal" or concept.type.kind != "number":
            dealt = [name for name, one in spec.vocabulary.facts.items() if one.source == "deal"]
            hint = nearest(fact, dealt) or "declare it under `facts` in the vocabulary, as a number of the deal"
            faults.append(SetupFault(path, f"`{fact}` is no number that is told of the deal", hint))
        found = _MEASURE.fullmatch(text)
        what, number, hand, first = found.groups() if found else ("", None, "", None)
        if hand not in hands:
            hint = nearest(hand, hands) or f"cards are dealt to {listing(hands, 'and')}"
            faults.append(SetupFault(path, f"no card of the first deal goes to a hand `{hand}`", hint))
        if hand in hands and first is not None and int(first) > deal.count(hand):
            message = f"`{text}`: the first deal gives `{hand}` fewer cards than that ({deal.count(hand)})"
            faults.append(SetupFault(path, message, f"write `points of {hand}` for all its cards"))
        most = deal.count(hand) + (hand in drawing)
        if hand in hands and what == "card" and number is not None and int(number) > most:
            message = f"`{text}`: `{hand}` gets {most} cards at most"
            faults.append(SetupFault(path, message, "name one of its cards"))
        measured.add(hand)
        yield Measure(fact, what, hand, int(number or first or 0))
    for hand in hands:
        if hand not in measured:
            hint = nearest(hand, [other for other in hands if other != hand]) or "measure it, or take it out of `deal`"
            faults.append(SetupFault(f"{SECTION}.deal", f"no fact is told of the hand `{hand}`", hint))


def _draw_faults(tables: Mapping[str, Table], hands: tuple[str, ...], known: set[str]) -> Iterator[SetupFault]:
    for hand, table in tables.items():
        if hand not in hands:
            hint = nearest(hand, hands) or f"cards are dealt to {listing(hands, 'and')}"
            yield SetupFault(f"{DRAWS}.{hand}", f"no card of the first deal goes to a hand `{hand}`", hint)
        if OWN in hands:
            message = f"cards are drawn by rules where all hands are of the table, and here `{OWN}` is a player's"
            yield SetupFault(f"{DRAWS}.{hand}", message, "let the player decide, under `play`")
        for row in table.rows:
            for fact in facts_in(row.when):
                if fact.key not in known:
                    message = f"`{fact.key}` decides whether `{hand}` draws, and is not told of the cards"
                    yield SetupFault(f"{DRAWS}.{hand}", message, nearest(fact.key, known) or "add it to `shoe.facts`")


def _redealt(spec: Spec, told: Mapping[str, Any], faults: list[SetupFault]) -> Iterator[tuple[str, int]]:
    for event, entry in told.items():
        concept = spec.vocabulary.events.get(event)
        if concept is None or ORDER not in concept.facts:
            named = [name for name, one in spec.vocabulary.events.items() if ORDER in one.facts]
            hint = nearest(event, named) or f"name an irregularity that has the fact `{ORDER}`"
            faults.append(SetupFault(f"{SECTION}.redealt.{event}", f"`{event}` names no cards in order", hint))
        yield event, int(entry["from"])


ORDER = "cards_in_order_drawn"  # the fact of an irregularity that lists the cards as they came from the shoe
