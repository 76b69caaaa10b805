"""What comes of dealing from a shoe: its rules as steps of a tableau, and every deal counted by what is measured."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rulespec.domains.base import DEALING, Ruled
from rulespec.domains.shoe_count import count
from rulespec.domains.shoe_deal import DrawRule, Hands, Kind, Ruling, Step, Tableau, ruling
from rulespec.domains.shoe_setup import Shoe
from rulespec.lang.evaluate import truth
from rulespec.lang.trees import facts as facts_in
from rulespec.model.rows import Row
from rulespec.tables.clauses import distinct

PROBLEMS = {"silent": "undetermined", "conflict": "conflict"}
_KINDS = {"gap": "silent", "conflict": "conflict"}  # of interpretations


@dataclass(frozen=True, slots=True)
class Drawn:
    """All deals that nothing tells apart: their facts, how many there are, and the hands of one of them."""

    facts: Mapping[str, Any]
    weight: int
    hands: Hands
    ruled: Ruled | None = None
    at: str = ""  # whose card the rules leave open
    rows: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.ruled is not None and bool(self.ruled.problem)


class Measured:
    """What is measured of hands, each hand once, in the order of the spec's facts."""

    def __init__(self, shoe: Shoe) -> None:
        self._shoe = shoe
        self._known: list[dict[tuple[Kind, ...], tuple[Any, ...]]] = [{} for _ in shoe.hands]
        self.names = tuple(one.fact for hand in shoe.hands for one in shoe.measures if one.hand == hand)

    def __call__(self, hands: Hands) -> tuple[Any, ...]:
        found: tuple[Any, ...] = ()
        for place, hand in enumerate(hands):
            known = self._known[place].get(hand)
            if known is None:
                known = self._known[place][hand] = tuple(self._shoe.facts(self._shoe.hands[place], hand).values())
            found += known
        return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """A condition asked of hands; of hands that are measured alike, once."""

    test: Callable[[Mapping[str, Any]], bool | None]
    measured: Measured
    known: dict[tuple[Any, ...], bool] = field(default_factory=dict)

    def __call__(self, hands: Hands) -> bool:
        key = self.measured(hands)
        if key not in self.known:
            self.known[key] = self.test(dict(zip(self.measured.names, key, strict=True))) is True
        return self.known[key]

    @property
    def ever(self) -> bool:
        """Whether it held of some hands that it was asked of."""
        return any(self.known.values())

    def meets(self, other: "_Asked") -> bool:
        """Whether both held of the same hands."""
        return any(held and other.known.get(key, False) for key, held in self.known.items())


def tableau_of(shoe: Shoe, measured: Measured, read: bool) -> Tableau:
    """The first deal and the steps of a shoe; with `read` the recorded interpretations decide what its rules do not."""
    hands = shoe.hands
    owner = {one.fact: hands.index(one.hand) for one in shoe.measures}
    steps = []
    for hand, rows, _ in shoe.draws:
        asked = (*(row.when for row in rows), *(one.when for one in shoe.readings_of(hand)))
        reads = frozenset(owner[fact.key] for expr in asked for fact in facts_in(expr))
        steps.append(Step(hands.index(hand), tuple(_rules(shoe, hand, rows, measured, read)), reads))
    return Tableau(len(hands), tuple(hands.index(hand) for hand in shoe.deal), tuple(steps))


def _rules(shoe: Shoe, hand: str, rows: Sequence[Row], measured: Measured, read: bool) -> Iterator[DrawRule]:
    """The rules of a step; with `read` the interpretations too, which beat all others where these leave it open."""
    literal = tuple(
        DrawRule(
            _Asked(truth(row.when), measured),
            row.then.word == "draw",
            frozenset(place for place, other in enumerate(rows) if other.id in row.overrides),
        )
        for row in rows
    )
    yield from literal
    step, all_of_them = Step(shoe.hands.index(hand), literal), frozenset(range(len(rows)))
    for reading in shoe.readings_of(hand) if read else ():
        yield DrawRule(
            _Open(step, _KINDS[reading.kind], _Asked(truth(reading.when), measured)),
            reading.result == "draw",
            all_of_them,
        )


@dataclass(frozen=True, slots=True)
class _Open:
    """That the rules of a step leave open, in this way, what an interpretation decides."""

    step: Step
    says: str
    when: _Asked
    seen: set[bool] = field(default_factory=set)

    def __call__(self, hands: Hands) -> bool:
        holds = self.when(hands) and ruling(self.step, hands).says == self.says
        self.seen.add(holds)
        return holds

    @property
    def ever(self) -> bool:
        """Whether it held of some hands that it was asked of."""
        return True in self.seen


def clauses(shoe: Shoe, rulings: Sequence[Ruling]) -> tuple[str, ...]:
    """The clauses by which hands drew or stayed; where none said so in the end, those that leave it open alone."""
    found: list[str] = []
    for (hand, rows, governing), said in zip(shoe.draws, rulings, strict=False):
        cited = [*(row.cites for row in rows), *(one.cites for one in shoe.readings_of(hand))]
        here = [clause for place in said.by for clause in cited[place]]
        if said.says in PROBLEMS:
            return distinct(here or list(governing))
        found += here
    return distinct(found)


@dataclass(frozen=True, slots=True)
class Counts:
    """All deals, `total` in number, by what tells them apart; and the rules on drawing that hold in some deal.

    A rule is named by the places of its step and among the rules of that step; interpretations stand after these.
    `beaten` are the pairs of rows, by their ids, of which both hold in some deal and the first beats the second.
    """

    total: int
    deals: Mapping[Hashable, Drawn]
    held: frozenset[tuple[int, int]]
    beaten: frozenset[tuple[str, str]]


@lru_cache(maxsize=32)
def counted(shoe: Shoe, decks: int, read: bool) -> Counts:
    """Everything that can be dealt from a shoe of so many decks."""
    measured = Measured(shoe)
    shown: dict[Hashable, tuple[Hands, tuple[Ruling, ...]]] = {}

    def tell(hands: Hands, rulings: tuple[Ruling, ...]) -> Hashable:
        key = measured(hands), rulings
        shown.setdefault(key, (hands, rulings))
        return key

    tableau = tableau_of(shoe, measured, read)
    found = count(tableau, shoe.sorting.shoe(decks), tell, shoe.in_order, measured)
    held = frozenset(
        (step, place)
        for step, asked in enumerate(tableau.steps)
        for place, rule in enumerate(asked.rules)
        if isinstance(rule.when, _Asked | _Open) and rule.when.ever
    )
    deals = {key: drawn_of(shoe, *shown[key], weight) for key, weight in found.weights.items()}
    return Counts(found.total, deals, held, frozenset(_beaten(shoe, tableau)))


def _beaten(shoe: Shoe, tableau: Tableau) -> Iterator[tuple[str, str]]:
    for (_, rows, _), step in zip(shoe.draws, tableau.steps, strict=True):
        for row, rule in zip(rows, step.rules, strict=False):  # interpretations stand behind the rows
            for place in rule.overrides:
                one, other = rule.when, step.rules[place].when
                if isinstance(one, _Asked) and isinstance(other, _Asked) and one.meets(other):
                    yield row.id, rows[place].id


def drawn_of(shoe: Shoe, hands: Hands, rulings: tuple[Ruling, ...], weight: int) -> Drawn:
    facts: dict[str, Any] = {}
    for name, hand in zip(shoe.hands, hands, strict=True):
        facts |= shoe.facts(name, hand)
    if not shoe.draws:
        return Drawn(facts, weight, hands)
    last = rulings[-1]
    ruled = Ruled(PROBLEMS.get(last.says, ""), clauses(shoe, rulings))
    facts[DEALING] = ruled
    if not ruled.problem:
        return Drawn(facts, weight, hands, ruled)
    hand_name, rows, _ = shoe.draws[len(rulings) - 1]
    return Drawn(facts, weight, hands, ruled, hand_name, tuple(rows[place].id for place in last.by))
