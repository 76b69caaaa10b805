"""One irregularity under several specs: the same event, to the same hand, read by each one's rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any

from rulespec.compare.joint import common_game
from rulespec.domains.base import Case, RoundFault
from rulespec.engine.fate import Fate, Hand
from rulespec.engine.happened import Happened, as_recorded
from rulespec.engine.options import option_facts
from rulespec.engine.settle import Settler
from rulespec.lang.evaluate import PLAYERS, truth
from rulespec.lang.trees import atoms, facts, walk
from rulespec.model.expr import Constant, Expr, Fact, Number
from rulespec.model.round import Amount, Player
from rulespec.prove.states import BASE, State, examples, placements, states
from rulespec.prove.universe import deal_atoms, fact_sources

_WRONG = (Fraction(1, 2), 1000 * BASE)  # amounts tried of a wager where the event is that an amount is wrong

Told = tuple[tuple[str, str], ...]  # what tells a hand from others, and how it is there


@dataclass(frozen=True)
class Situation:
    """One case of an event: the event as a round records it, and, for each spec under which it can arise, what is so.

    `facts` are, by spec, what is known of the hand and of the event, also what that spec's rules do not read.
    """

    record: Mapping[str, Any]
    deal: Case
    there: "Mapping[int, Seen]"
    facts: Mapping[int, Mapping[str, Any]]

    def plainness(self, index: int) -> tuple[int, int, int, int]:
        """How fit it is to be shown under a spec: few wagers, a hand that has not acted, few acts, a common deal."""
        seen = self.there[index]
        return -len(seen.state.wagers), not seen.waiting, -len(seen.state.moves), self.deal.weight


@dataclass(frozen=True)
class Seen:
    """A situation under one spec: a hand with a deal, and what the event does to it.

    `facts` are those that the event finds; `after` what it has made of the hand: `folded`, `exposed`, amounts placed.
    """

    state: State
    waiting: bool  # the hand has not acted
    facts: Mapping[str, Any]
    fate: Fate
    after: Mapping[str, Any]

    @cached_property
    def acts(self) -> str:
        """What the hand has done, as a text to sort by."""
        return repr((self.waiting, self.state.acts))


@dataclass(frozen=True)
class _Hand:
    befallen: bool
    waiting: bool
    state: State


class Event:
    """One event under several specs. `reads` are the conditions that each one's rules read of it."""

    def __init__(self, settlers: Sequence[Settler], name: str) -> None:
        self.settlers = settlers
        self.name = name
        self.concept = settlers[0].spec.vocabulary.events[name]
        self.rules = [settler.rulebook.events.get(name) for settler in settlers]
        self.reads = [
            tuple(dict.fromkeys(atom for row in rules.table.rows for atom in atoms(row.when))) if rules else ()
            for rules in self.rules
        ]
        self._occurs = [rules.occurs for rules in self.rules if rules and rules.occurs is not None]
        self._asked = {fact.name: fact for read in self.reads for expr in read for fact in facts(expr)}

        self._facts_read = [self._read_by(i) for i in range(len(settlers))]
        self._deals_read = [
            any("deal" in fact_sources(settler, atom) for atom in read)
            for settler, read in zip(settlers, self.reads, strict=True)
        ]

    def _read_by(self, index: int) -> frozenset[str]:
        """What a spec's rules read of the event, as a round names it, and what the acts say of it."""
        settler = self.settlers[index]
        follow = settler.rulebook.follow
        exprs = [*self.reads[index], *(row.when for row in follow.rows)] if follow else list(self.reads[index])
        names = {fact.name for expr in exprs for fact in facts(expr)} | {name for name, _ in settler.spec.event_bounds}
        return frozenset(
            {name.removeprefix("event.") for name in names} | ({"elections"} if "chose" in names else set())
        )

    def situations(self) -> list[Situation]:
        """Every case that the rules of some spec tell apart."""
        hands = [self._hands(settler) for settler in self.settlers]
        cases, dealt = self._deals()
        found: list[Situation] = []
        memory: dict[Any, tuple[bool, Seen | None]] = {}
        said_of: dict[str, Mapping[str, Any]] = {}
        records = [(waiting, befallen) for waiting in (True, False) for befallen in (True, False)]
        made = {key: [(*one, self._all_as_read(one[0])) for one in self._records(*key)] for key in records}
        for known in _in_common(hands):
            there = {i: mine[told] for i, (mine, told) in enumerate(zip(hands, known, strict=True)) if told in mine}
            first = next(iter(there.values()))
            for record, chosen, read in made[first.waiting, first.befallen]:
                for place, case in enumerate(cases):
                    one = self._one(there, known, read, chosen, place, dealt, memory)
                    if one:
                        dealt_facts = {i: dealt[i][place] for i in one}
                        said = self._said(record, first.befallen, said_of)
                        found.append(Situation(record, case, one, _facts(one, dealt_facts, said)))
        return found

    def _one(
        self,
        there: Mapping[int, _Hand],
        known: Sequence[Told],
        read: Sequence[tuple[Mapping[str, Any], str]],
        chosen: str | None,
        place: int,
        dealt: Sequence[Sequence[Mapping[str, Any]]],
        memory: dict[Any, tuple[bool, Seen | None]],
    ) -> dict[int, Seen]:
        """What is so under each spec; nothing where what the event says and what the players did contradict."""
        found: dict[int, Seen] = {}
        for i, hand in there.items():
            offered = self.rules[i].choices if self.rules[i] else ()  # type: ignore[union-attr]
            if chosen is not None and offered and chosen not in offered:
                continue
            mine, told = read[i]
            key = (i, known[i], told, place if self._deals_read[i] else 0)
            if key not in memory:
                memory[key] = self._happening(self.settlers[i], mine, hand, dealt[i][place])
            possible, seen = memory[key]
            if not possible:
                return {}
            if seen is not None:
                found[i] = seen
        return found

    def _said(
        self, record: Mapping[str, Any], befallen: bool, memory: dict[str, Mapping[str, Any]]
    ) -> Mapping[str, Any]:
        """All that is known of the event for the hand, whichever spec's rules read it."""
        key = repr(record)
        if key not in memory:
            settler = max(self.settlers, key=lambda one: len(one.acts.stages))
            at = Hand(Player(1, "", {}, ()), {PLAYERS: []}, {}, Fate())
            found, _ = settler.irregularities.facts_of(settler.irregularities.recorded_one(record), [at])
            chosen = record.get("elections", {}).get("1")
            choices = self.settlers[0].spec.vocabulary.choices
            more = {f"chose({choice})": choice == chosen for choice in choices} if chosen is not None else {}
            memory[key] = {**found[0], **more, "befallen": befallen}
        return memory[key]

    def _all_as_read(self, record: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], str]]:
        """The event as each spec reads it, and that as a text to know it by."""
        read = (self._as_read(i, record) for i in range(len(self.settlers)))
        return [(mine, repr(mine)) for mine in read]

    def _as_read(self, index: int, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """The event with what one spec's rules read of it: what they do not read cannot change what they say."""
        read = self._facts_read[index]
        always = ("event", "stage", "seat")
        return {key: given for key, given in record.items() if key in always or key in read}

    def _happening(
        self, settler: Settler, record: Mapping[str, Any], hand: _Hand, dealt: Mapping[str, Any]
    ) -> tuple[bool, Seen | None]:
        """Whether an event of this kind can befall such a hand at all; what is then so, where this spec can read it."""
        try:
            happened: Happened = settler.irregularities.recorded_one(record)
        except RoundFault:
            return True, None
        known: dict[str, Any] = {**hand.state.facts, **dealt}
        known[PLAYERS] = [known]
        at = Hand(Player(1, "", hand.state.wagers, ()), known, _placed(hand.state), Fate())
        said, wrong = settler.irregularities.facts_of(happened, [at])
        if wrong:
            return False, None
        if settler.irregularities.read([happened], [at]):
            return True, None
        before = {**hand.state.facts, **dealt, **said[0]}
        before[PLAYERS] = [before]
        after = {name: known.get(name) for name in ("folded", "exposed")}
        after |= {f"placed({name})": amount for name, amount in at.placed.items()}
        return True, Seen(hand.state, hand.waiting, before, at.fate, after)

    # What can have happened.

    def _deals(self) -> tuple[Sequence[Case], list[list[Mapping[str, Any]]]]:
        """The deals that rules of this event tell apart, and their facts under each spec."""
        read: list[Expr] = []
        for settler, mine in zip(self.settlers, self.reads, strict=True):
            values, _ = option_facts(settler.spec, examples(settler.spec))
            read += deal_atoms(settler, mine, values)
        cases = common_game(self.settlers).reachable(tuple(dict.fromkeys(read))).cases
        return cases, [[s.game.facts_of(case.deal) if read else case.facts for case in cases] for s in self.settlers]

    def _hands(self, settler: Settler) -> dict[Told, _Hand]:
        """The hands of a spec that somebody's rules of this event tell apart."""
        spec = settler.spec
        options, _ = option_facts(spec, examples(spec))
        whole = next(placements(spec, [wager.name for wager in spec.wagers if not wager.required]))
        decided = [f"placed({wager.name})" for wager in spec.wagers if wager.placed == "decided"]
        told = [*decided, *(key for key in self._told() if key not in decided)]
        shown = self._shown_by(settler)
        needed = [wager.name for wager in spec.wagers if wager.required]
        hands: list[tuple[str, _Hand]] = []
        for variant, wagers in self._first_wagers(whole):
            start = State(wagers, (), {**options, **settler.acts.start(wagers)})
            for waiting, some in ((True, [start]), (False, states(settler, wagers, options))):
                for state in some:
                    said = dict(state.facts)
                    said[PLAYERS] = [said]
                    shows = shown(said)
                    lawful = not variant and all(name in wagers for name in needed)
                    for befallen in self._befallen():
                        if (befallen and not shows) or (not befallen and not lawful):
                            continue
                        hands.append((variant, _Hand(befallen, waiting, state)))
        known = [key for key in told if any(key in hand.state.facts for _, hand in hands)]
        found: dict[Told, _Hand] = {}
        for variant, hand in hands:
            keys = [("befallen", str(hand.befallen)), ("waiting", str(hand.waiting)), ("first", variant)]
            keys += [(key, repr(hand.state.facts.get(key))) for key in known]
            found.setdefault(tuple(sorted(keys)), hand)
        return found

    def _shown_by(self, settler: Settler) -> Callable[[Mapping[str, Any]], bool]:
        """Whether a hand can be one that the event befell: by the spec's own words, else by those of the others."""
        rules = settler.rulebook.events.get(self.name)
        if rules and rules.occurs is not None:
            own = truth(rules.occurs)
            return lambda known: own(known) is not False
        others = [truth(expr) for expr in self._occurs]
        return lambda known: not others or any(test(known) is True for test in others)

    def _told(self) -> list[str]:
        """The facts of a hand before its cards that rules of this event read."""
        found = []
        for settler, mine in zip(self.settlers, self.reads, strict=True):
            for expr in mine:
                found += [f.key for f in facts(expr) if fact_sources(settler, f) & {"acts", "wagers"}]
        return list(dict.fromkeys(found))

    def _befallen(self) -> tuple[bool, ...]:
        """Whether it befell this hand, or another; one of them where the event is about no hand."""
        return (True, False) if "seat" in self.concept.facts and self.concept.scope != "hand" else (True,)

    def _first_wagers(self, whole: Mapping[str, Amount]) -> Iterator[tuple[str, dict[str, Amount]]]:
        """All first wagers; where the event is that some are missing or of a wrong amount, also such, by a name."""
        yield "", dict(whole)
        about = {fact for expr in self._occurs for fact in facts(expr) if fact.args}
        missing = sorted({fact.args[0] for fact in about if fact.name == "placed"} & whole.keys())
        for count in range(1, len(missing) + 1):
            for some in combinations(missing, count):
                yield f"without {some}", {name: amount for name, amount in whole.items() if name not in some}
        for name in sorted({fact.args[0] for fact in about if fact.name in ("amount", "stake")} & whole.keys()):
            for amount in _WRONG:
                yield f"{name} {amount}", {**whole, name: amount}

    def _records(self, waiting: bool, befallen: bool) -> Iterator[tuple[dict[str, Any], str | None]]:
        """The event as a round records it, with every combination of what some spec's rules read of it."""
        vocabulary = self.settlers[0].spec.vocabulary
        stages = self.settlers[0].acts.stages
        read = [expr for mine in self.reads for expr in mine]
        sayable = {f"event.{name}" for name in ("stage", *self.concept.facts)}
        asked = {name: fact for name, fact in self._asked.items() if name in sayable}
        when: Sequence[str] = [stages[0 if waiting else -1]] if stages else []
        if asked.pop("event.stage", None) is not None and not waiting:
            when = stages
        open_to = [name for name in asked if vocabulary.facts[name].discretion]
        values = {name: self._values(fact, read) for name, fact in asked.items() if name not in open_to}
        # A decision that documents leave to different people is one decision here.
        decisions: list[Any] = sorted({value for name in open_to for value in self._values(asked[name], read)})
        choices: list[str | None] = list(
            dict.fromkeys(choice for rules in self.rules if rules for choice in rules.choices)
        )
        for stage, chosen, decided in product(when or (None,), choices or (None,), decisions or (None,)):
            for combination in product(*values.values()):
                given = {**dict(zip(values, combination, strict=True)), **dict.fromkeys(open_to, decided)}
                record: dict[str, Any] = {"event": self.name}
                if stage is not None:
                    record["stage"] = stage
                if "seat" in self.concept.facts:
                    record["seat"] = 1 if befallen else 2
                record |= as_recorded(vocabulary, given)
                if chosen is not None:
                    record["elections"] = {"1": chosen}
                yield record, chosen

    def _values(self, fact: Fact, read: Sequence[Expr]) -> Sequence[Any]:
        """The values of a fact of the event that rules tell apart; of a number, those named and those beside them."""
        if fact.type.kind == "number":
            named = {
                int(node.value)
                for expr in read
                if fact in facts(expr)
                for node in walk(expr)
                if isinstance(node, Number) and node.value.denominator == 1
            }
            if named:
                return sorted({near for one in named for near in (one - 1, one, one + 1) if near > 0})
        if fact.type.kind == "enum":
            return self._of_list(fact, read)
        if fact.type.kind == "truth":
            return (True, False)
        return (BASE,) if fact.type.kind == "amount" else (1, 2)

    def lists(self) -> Iterator[tuple[Fact, tuple[int, ...], int | None]]:
        """The facts of the event with values of a list: the values that rules name, and one for the rest."""
        read = [expr for mine in self.reads for expr in mine]
        for name, fact in self._asked.items():
            if name.startswith("event.") and fact.type.kind == "enum":
                named, other = self._named(fact, read)
                yield fact, named, other

    def _of_list(self, fact: Fact, read: Sequence[Expr]) -> Sequence[int]:
        named, other = self._named(fact, read)
        return named if other is None else (*named, other)

    def _named(self, fact: Fact, read: Sequence[Expr]) -> tuple[tuple[int, ...], int | None]:
        """The values of a list that rules name, and one that none names: all others are alike to them."""
        vocabulary = self.settlers[0].spec.vocabulary
        concept = vocabulary.facts[fact.name]
        of_it = [expr for expr in read if fact in facts(expr)]
        named = {node.index for expr in of_it for node in walk(expr) if isinstance(node, Constant)}
        rest = [place for place in range(len(vocabulary.lists[concept.type.of])) if place not in named]
        return tuple(sorted(named)), rest[0] if rest and not concept.discretion else None


def _facts(
    there: Mapping[int, Seen], dealt: Mapping[int, Mapping[str, Any]], said: Mapping[str, Any]
) -> dict[int, Mapping[str, Any]]:
    """What is known under each spec, with all that is known of the event."""
    found: dict[int, Mapping[str, Any]] = {}
    for i, seen in there.items():
        known = {**said, **seen.facts, **dealt[i]}
        known[PLAYERS] = [known]
        found[i] = known
    return found


def _placed(state: State) -> dict[str, Amount]:
    """The wagers of a hand, first and decided ones."""
    decided = {move.row.then.wager: move.amount for move in state.moves if move.row.then.wager and move.amount}
    return {**state.wagers, **decided}


def _in_common(hands: Sequence[Mapping[Told, _Hand]]) -> Iterator[tuple[Told, ...]]:
    """The hands that specs have in common: for each, what each spec knows of it.

    What a spec knows nothing of (a wager that it has not) may be there any way.
    """
    keys = [{key for told in mine for key, _ in told} for mine in hands]
    values: dict[str, set[str]] = {}
    for mine in hands:
        for told in mine:
            for key, each in told:
                values.setdefault(key, set()).add(each)
    seen = set()
    for mine, known in zip(hands, keys, strict=True):
        lacking = sorted(values.keys() - known)
        for told in mine:
            own = dict(told)
            for rest in product(*(sorted(values[key]) for key in lacking)):
                whole = {**own, **dict(zip(lacking, rest, strict=True))}
                shown = tuple(tuple(sorted((k, v) for k, v in whole.items() if k in there)) for there in keys)
                if shown not in seen:
                    seen.add(shown)
                    yield shown
